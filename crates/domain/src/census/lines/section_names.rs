//! How the sections of a list are called: those of people who have left, those of other people, and those that only divide.

use super::family_names::family_name;
use super::may_have_ended::{asks_to_end, is_ended_alone};
use super::parts::is_department;
use super::section_words::{
    is_section, is_word_of_ended, joined_phrases, may_be_undivided, speaks_of_ended, without_count, words_of,
};
use crate::census::cells::read_status;
use crate::census::vocabulary::sections::DIVISIONS;
use crate::census::vocabulary::sections::PEOPLE;
use crate::census::vocabulary::sections::STATUSES;
use crate::census::vocabulary::sections::{COMPANIES, DIVIDING, NEGATED, PLAIN};
use crate::members::Status;
use crate::text::fold;

/// What a line by itself says of the people below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::census) enum SectionName {
    /// They have left, without a doubt; `counted` when it tells how many.
    Ended { counted: bool },
    /// It speaks of people who have left, and of something else or not surely of those below.
    Doubtful,
    /// It is about other people, such as `Active Employees` or `COBRA`.
    Others,
    /// It divides the list by something else, `Department: Sales` by its label; so does `Spouses`, which has none.
    Division(String),
}

/// What a line says that is nothing but this text; `None` when it names no section.
pub(in crate::census) fn section_name(text: &str) -> Option<SectionName> {
    let folded = joined_phrases(text);
    let (uncounted, counted) = without_count(&folded);
    let words = words_of(uncounted);
    let labelled = status_value(&folded);
    if is_sure(&words) || labelled.is_some_and(|value| told_status(value) == Some(Status::InActive)) {
        return Some(SectionName::Ended { counted });
    }
    let may_have_ended = speaks_of_ended(&words) && !words.iter().any(|word| NEGATED.contains(word));
    if may_have_ended || is_ended_alone(&words) || asks_to_end(&words) {
        return Some(SectionName::Doubtful);
    }
    match (labelled, folded.split_once(':').map(|(label, _)| label.trim())) {
        // A code that nobody knows may be that of those who have left.
        (Some(value), _) if told_status(value).is_none() && is_code(value) => Some(SectionName::Doubtful),
        (Some(_), _) => Some(SectionName::Others),
        (None, Some(label)) if DIVISIONS.contains(&label) => Some(SectionName::Division(label.to_owned())),
        _ if !words.is_empty() && words.iter().all(|word| DIVIDING.contains(word) || PEOPLE.contains(word)) => {
            Some(SectionName::Division(String::new()))
        }
        _ if family_name(text).is_some() => Some(SectionName::Division(String::new())),
        _ if is_department(&folded) => Some(SectionName::Division("department".to_owned())),
        _ => is_section(&folded).then_some(SectionName::Others),
    }
}

/// Whether a line of this text alone is the name of a section, and of nobody.
pub(in crate::census) fn stands_alone(text: &str) -> bool {
    if family_name(text).is_some() {
        return true;
    }
    let folded = fold(text);
    let is_plain = text.contains([' ', ':']) || PLAIN.contains(&folded.as_str());
    let names_section = || matches!(section_name(text), Some(SectionName::Others | SectionName::Division(_)));
    is_plain && !may_be_undivided(&folded) && names_section()
}

/// Whether a text is the label of a status with something behind it, as `Employment Status: T` is.
pub(in crate::census) fn tells_status(text: &str) -> bool {
    status_value(&fold(text)).is_some_and(|value| !value.is_empty())
}

/// What stands behind the label of a status.
fn status_value(folded: &str) -> Option<&str> {
    let (label, value) = folded.split_once([':', '='])?;
    STATUSES.contains(&label.trim()).then(|| value.trim())
}

/// The status that a value behind its label tells; a number may as well count.
fn told_status(value: &str) -> Option<Status> {
    value.chars().all(|c| !c.is_ascii_digit()).then(|| read_status(value)).flatten()
}

fn is_code(value: &str) -> bool {
    (1..=2).contains(&value.chars().count())
}

fn is_sure(words: &[&str]) -> bool {
    let has = |list: &[&str]| words.iter().any(|word| list.contains(word));
    let of_company = has(&["former", "formerly"]) && has(COMPANIES) && !has(PEOPLE);
    speaks_of_ended(words) && !of_company && words.iter().all(|word| is_word_of_ended(word))
}

#[cfg(test)]
mod tests {
    use super::SectionName::{Division, Doubtful, Ended, Others};
    use super::*;
    use crate::census::lines::section_words::names_ended;

    #[test]
    fn only_words_that_leave_no_doubt_end_those_below() {
        for name in [
            "Terminated Employees",
            "TERMINATED",
            "Terminations:",
            "--- Terminated Employees ---",
            "*** INACTIVE ***",
            "In-Active Employees",
            "Former employees",
            "Ex-Employees",
            "Termed EEs",
            "No longer employed",
            "Left company",
            "Employees who left the company",
            "Employees who have resigned",
            "Status: Terminated",
            "Status: T",
            "STATUS: TERM",
            "Status: I",
            "Status: Inactive",
            "Employment Status: Terminated",
            "Employee Status = Termed",
            "Member Status: Deceased",
            "Former",
            "Former Group Members",
            "Group: Former Members",
            "Terminated and Inactive Employees (continued)",
            "TERMINATED - DO NOT BILL",
        ] {
            assert_eq!(section_name(name), Some(Ended { counted: false }), "{name}");
        }
        assert_eq!(section_name("Terminated Employees (12)"), Some(Ended { counted: true }));
        for name in [
            "Terminated / COBRA",
            "Active and Terminated Employees",
            "Terminated Employees: 3",
            "Terminated Employees (0)",
            "Terminations effective 12/31/2026",
            "Pending Terminations",
            "Former Group",
            "Formerly Group",
            "Status: X",
            "Status: 1",
            "Employment Status: Terminated 12/31/2026",
            "New Hires and Terminations",
            "Termination Report",
            "TERMINATED THIS MONTH",
            "Separations",
            "RESIGNATIONS:",
            "Deceased",
            "Dropped",
            "Cancelled Members",
            "Removed employees",
            "Deletions:",
            "Terms:",
            "Please terminate the following:",
            "Remove these employees",
        ] {
            assert_eq!(section_name(name), Some(Doubtful), "{name}");
        }
    }

    #[test]
    fn other_sections_are_of_others_or_only_divide() {
        for name in [
            "Active Employees",
            "COBRA",
            "COBRA PARTICIPANTS",
            "Retirees",
            "New Hires",
            "Status: Active",
            "Status: A",
            "Status: LOA",
            "Employee Status: Active",
            "Employment Status: On strike",
            "All employees",
            "Leave of absence",
            "ON LEAVE",
            "On FMLA:",
            "Medical Leave",
            "New hires pending:",
        ] {
            assert_eq!(section_name(name), Some(Others), "{name}");
        }
        assert_eq!(section_name("Department: Sales"), Some(Division("department".to_owned())));
        for name in ["Full Time Employees", "Spouses", "Dependents"] {
            assert_eq!(section_name(name), Some(Division(String::new())), "{name}");
        }
        for name in [
            "Leave",
            "Do not list terminated employees",
            "A = Active, T = Terminated",
            "Left",
            "Ann Bee",
            "Prepared by: Ann Bee",
            "Note: left",
            "Do not remove these employees",
            "Drop Jones",
            "Termaine",
            "1003",
            "",
        ] {
            assert_eq!(section_name(name), None, "{name}");
        }
    }

    #[test]
    fn what_may_hold_a_name_is_not_left_out() {
        for name in [
            "Terminated this month",
            "Terminated as of 10/31/2026",
            "Terminated Employees: 3",
            "Terminations 2026",
            "Terminated / COBRA",
        ] {
            assert!(names_ended(name), "{name}");
        }
        for name in ["Terminated: Bob Lee", "Former Bob", "Past", "Left", "Active Employees"] {
            assert!(!names_ended(name), "{name}");
        }
    }
}
