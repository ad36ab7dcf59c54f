//! What words say of whether people are employed, be they the line of a section, a value of a column or a mark beside a name.

use std::sync::LazyLock;

use super::{is_digits, read_status};
use crate::census::vocabulary::{LineWord, Meaning, words_of};
use crate::members::Status;
use crate::text::fold;

/// What a text says of the people that it is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::census) enum Standing {
    /// They have left, or may have.
    MayHaveLeft,
    /// They are on leave, and employed.
    OnLeave,
    /// They are others, such as `Active Employees`.
    Others,
}

impl Standing {
    /// Whether it is asked if those below a line of these words have left.
    pub(in crate::census) const fn is_asked(self) -> bool {
        matches!(self, Self::MayHaveLeft | Self::OnLeave)
    }
}

/// What a text says of people; `None` where it tells nothing of a status.
pub(in crate::census) fn standing(text: &str) -> Option<Standing> {
    let folded = fold(text);
    let (label, value) = folded.split_once([':', '=']).map_or(("", &*folded), |(label, value)| (label, value.trim()));
    let label = words_of(label);
    if label.contains(&"status") && label.iter().all(|word| LineWord::StatusLabel.contains(word)) && !value.is_empty() {
        let is_active = || read_status(value) == Some(Status::Active) && !value.contains(|c: char| c.is_ascii_digit());
        let is_covered = LineWord::Covered.begin(&words_of(value)) || is_active();
        // An unknown code may mark people who have left.
        return standing(value).or(Some(if is_covered { Standing::Others } else { Standing::MayHaveLeft }));
    }
    // The key to codes: `T = Terminated`. A number may be anything.
    if folded.contains('=') || !folded.contains(char::is_alphabetic) {
        return None;
    }
    // `Term`, `Not Enrolled`: a status by itself; a letter may be anything.
    if folded.len() > 2 && !LineWord::Denial.contains(&folded) && read_status(&folded) == Some(Status::InActive) {
        return Some(Standing::MayHaveLeft);
    }
    let words = words_of(&folded);
    let is_negated = |place: usize| place > 0 && LineWord::Negation.contains(words[place - 1]);
    let is_covered = |word: &str| word.len() > 2 && Status::Active.contains(word);
    match (LineWord::Left.place_in(&words), LineWord::Staying.place_in(&words)) {
        (Some(place), _) => (!is_negated(place)).then_some(Standing::MayHaveLeft),
        // `Not current`, `Not eligible`.
        (None, Some(place)) if is_negated(place) => Some(Standing::MayHaveLeft),
        _ if (1..words.len()).any(|place| is_negated(place) && is_covered(words[place])) => Some(Standing::MayHaveLeft),
        _ if LineWord::Leave.place_in(&words).is_some() => Some(Standing::OnLeave),
        (None, staying) => staying.map(|_| Standing::Others),
    }
}

/// Returns whether the value of a row says that its own person has left, or may have: `Terminated`, `Former employee`, `Termed 10/15/2026`.
pub fn says_left(text: &str) -> bool {
    // Nearly every text stops here.
    if text.contains('@') || !may_say_left(text) {
        return false;
    }
    let folded = fold(text);
    let words = words_of(&folded);
    let is_of_relative = || LineWord::RELATIVES.iter().any(|kind| kind.place_in(&words).is_some());
    // The address of a street begins with a number, a blank and a letter.
    let (number, rest) = text.split_once(' ').unwrap_or_default();
    let is_street = number.parse::<u64>().is_ok() && rest.starts_with(char::is_alphabetic);
    let is_said = || standing(text) == Some(Standing::MayHaveLeft) && !is_of_relative() && !is_street;
    match &words[..] {
        // The letter of those who have left, with its day: `T 10/1/26`.
        ["t", day @ ..] if day.len() == 3 && day.iter().all(|part| is_digits(part)) => true,
        // A code, such as that of the exempt.
        ["ex", rest @ ..] if rest.iter().all(|part| is_digits(part)) => false,
        _ => is_status_beside_numbers(&words) || is_said(),
    }
}

/// Whether a text has a word with which words of leaving begin. It looks at the letters alone, and is quick.
pub(in crate::census) fn may_say_left(text: &str) -> bool {
    let is_known = |word: &str| FIRST_WORDS[first_letter(word)].iter().any(|known| known.eq_ignore_ascii_case(word));
    text.split(|c: char| !c.is_alphanumeric()).any(is_known)
}

/// Whether a text is a status In-Active beside numbers: `9999 TERM`, `Term 9/30`.
fn is_status_beside_numbers(words: &[&str]) -> bool {
    let told: Vec<&str> = words.iter().copied().filter(|word| !is_digits(word)).collect();
    let text = told.join(" ");
    told.len() < words.len() && text.len() > 2 && read_status(&text) == Some(Status::InActive)
}

fn first_letter(word: &str) -> usize {
    word.bytes().next().map_or(0, |letter| letter.to_ascii_lowercase().into())
}

/// The words one of which a text has that says so, by their first letter.
static FIRST_WORDS: LazyLock<[Vec<&'static str>; 256]> = LazyLock::new(|| {
    let phrases = [LineWord::Left, LineWord::Negation, LineWord::StatusLabel].into_iter().flat_map(|kind| kind.words());
    let phrases = phrases.chain(Status::InActive.words());
    let mut words = [const { Vec::new() }; 256];
    phrases.filter_map(|phrase| phrase.split(' ').next()).for_each(|word| words[first_letter(word)].push(word));
    words
});

#[cfg(test)]
mod tests {
    use super::Standing::{MayHaveLeft, OnLeave, Others};
    use super::*;

    #[test]
    fn any_word_of_leaving_makes_a_section_that_is_asked_about() {
        for name in [
            "Terminated",
            "Terminated Employees",
            "Terminated Employees (12)",
            "Terminated Employees: 3",
            "Terminated Employees - per HR 10/31",
            "Terminations:",
            "*** INACTIVE ***",
            "In-Active Employees",
            "Non-active",
            "Not active",
            "Former Group Members",
            "Ex-Employees",
            "No longer employed",
            "Employees who left the company",
            "Active and Terminated Employees",
            "TERMINATED - DO NOT BILL",
            "DO NOT BILL - TERMINATED",
            "Not Eligible - Terminated",
            "Not current",
            "Pending Terminations",
            "Terminated / COBRA",
            "COBRA PARTICIPANTS",
            "Retirees",
            "TERM",
            "Not Enrolled",
            "Waived",
            "Declined coverage",
            "Deceased",
            "Please terminate the following:",
            "Status: Terminated",
            "Worker Status: Terminated",
            "Employment Status = Termed",
            "Status: T",
            "Status: X",
            "Status: 1",
            "Employment Status: On strike",
        ] {
            assert_eq!(standing(name), Some(MayHaveLeft), "{name}");
        }
        for name in ["On Leave", "LOA", "Status: LOA", "Leave of absence", "Active - LOA"] {
            assert_eq!(standing(name), Some(OnLeave), "{name}");
            assert!(OnLeave.is_asked() && MayHaveLeft.is_asked(), "as a section it is asked about");
        }
        for name in ["Active Employees", "New Hires", "Status: Active", "Status: A", "Employee Status: All", "Actives"]
        {
            assert_eq!(standing(name), Some(Others), "{name}");
        }
        for name in [
            "No terminations this month",
            "Excludes terminated employees",
            "T = Terminated",
            "Department: Sales",
            "Employees",
            "Marital Status: Single",
            "Short Term Disability",
            "False",
            "Ann Bee",
            "1003",
            "",
        ] {
            assert_eq!(standing(name), None, "{name}");
        }
    }

    #[test]
    fn a_value_is_judged_as_a_line_is_unless_it_speaks_of_a_relative() {
        for value in [
            "Terminated",
            "Former employee",
            "Waived",
            "Retiree",
            "COBRA",
            "Termed 10/15/2026",
            "Laid off",
            "T 10/1/26",
        ] {
            assert!(says_left(value), "{value}");
        }
        for value in [
            "On leave",
            "Active",
            "No",
            "false",
            "1.0",
            "40",
            "Spouse's termination",
            "Ex-spouse",
            "T",
            "EX",
            "EX-01",
            "ex@acme.example",
            "",
        ] {
            assert!(!says_left(value), "{value}");
        }
    }
}
