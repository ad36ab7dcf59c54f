//! Words and codes about people: gender, status, plan, social security number, relationship; phones, e-mail addresses, states and ZIP codes as
//! spreadsheets spoil them, of which what is left is read as in the member editor (rules.md#member-fields).
//!
//! A column of statuses whose heading asks something, such as `Active`, is answered by yes and no. There `1` is yes, and not the number
//! of In-Active: read as that number, it would end everybody who is covered.

use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

use super::{Repaired, code, is_digits, is_filler, plain_signs, without_fraction, word_key};
use crate::census::vocabulary::{
    Answer, Asked, BesideRelationship, CellWord, LineWord, Meaning, MemberType, Plan, Relationship, RelationshipWord,
    heading_key, words_of,
};
pub use crate::members::contact_details::read_email;
use crate::members::member::PLAN_NAMES;
use crate::members::states::STATES;
use crate::members::status::ShownStatus;
use crate::members::{Gender, Status, contact_details};
use crate::text::fold;

/// A social security number: nine digits that are compared, and never shown or stored.
#[derive(Clone, PartialEq, Eq)]
pub struct Ssn(String);

impl Ssn {
    /// All but the last four digits hidden.
    pub fn masked(&self) -> String {
        format!("***-**-{}", &self.0[5..])
    }

    /// The nine digits, for making a key of them.
    pub(in crate::census) fn digits(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Ssn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Ssn(***)")
    }
}

/// Reads words, letters and our own numbers.
pub fn read_gender(text: &str) -> Option<Gender> {
    Gender::of(&code(text))
}

/// Reads active and in-active in words and numbers, also with how it came to that, as in `Terminated (Voluntary)`, or in two words for the same.
pub fn read_status(text: &str) -> Option<Status> {
    Status::of(&code(text)).or_else(|| status_by_words(text))
}

/// Returns where a pending change leads that is written as our own rosters write it: `Pending In-Active`.
pub fn read_pending_status(text: &str) -> Option<Status> {
    let text = fold(text.trim());
    let told = ShownStatus::ALL.into_iter().find(|status| status.is_pending() && fold(status.name()) == text);
    told.map(ShownStatus::in_editor)
}

/// Every word tells the same, but for those that tell how it came.
fn status_by_words(text: &str) -> Option<Status> {
    let folded = fold(text);
    let words = words_of(&folded);
    let tells = |word: &&&str| word.len() > 1 && !CellWord::BesideStatus.contains(word);
    let mut told = words.iter().filter(tells).map(|word| Status::of(word));
    let status = told.next().flatten()?;
    // `Terminated: No` asks and answers.
    // `A - Active` says it twice.
    let is_word =
        |word: &&str| if word.len() > 1 { Answer::of(word).is_none() } else { Status::of(word) == Some(status) };
    let is_whole = words.iter().all(is_word) && !text.contains([',', ';']);
    (is_whole && told.all(|other| other == Some(status))).then_some(status)
}

/// `Family Plan` or `Individual Plan` (rules.md#plan-name-and-member-type), also from the tiers of broker templates.
pub fn read_plan(text: &str) -> Option<&'static str> {
    Plan::of(&word_key(text)).and_then(|plan| PLAN_NAMES.get(plan as usize)).copied()
}

/// Nine digits; one or two zeros that a spreadsheet has dropped in front are put back. Hidden digits make it unreadable.
pub fn read_ssn(text: &str) -> Option<Repaired<Ssn>> {
    let text = plain_signs(without_fraction(text));
    if !text.chars().all(|c| c.is_ascii_digit() || c == '-' || c.is_whitespace()) {
        return None;
    }
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    // People who share a number that stands for none are no family.
    let is_nobodys = is_filler(&digits) || digits == "123456789";
    let lost = digits.len() < 9;
    // Whoever takes zeros away takes all that a number begins with: this one has lost its end.
    let is_cut = lost && digits.starts_with('0');
    (!is_nobodys && !is_cut && (7..=9).contains(&digits.len()))
        .then(|| Repaired { value: Ssn(format!("{digits:0>9}")), zeros_restored: lost })
}

/// Whether a heading leaves open what the answers below it mean. It has no word of statuses, asks nothing and says of no number what it is.
pub fn leaves_open(heading: &str) -> bool {
    let is_told = heading_key(heading).contains("status") || says_which(heading, Asked::OneIsEnded);
    !is_told && Question::of(heading).is_none()
}

/// The yes or no of a cell.
pub(in crate::census) fn answer_in(cell: &str) -> Option<Answer> {
    Answer::of(&code(cell))
}

fn says_which(heading: &str, which: Asked) -> bool {
    let said: String = fold(heading).chars().filter(|c| c.is_alphanumeric() || *c == '=').collect();
    which.words().any(|word| said.contains(word))
}

/// What the heading of a column of statuses asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Question {
    /// What a yes says; a no says the other.
    yes: Status,
    /// Whether nothing but yes and no answers it, so that `T` is true and not terminated.
    only: bool,
}

impl Question {
    /// The question of a heading; `None` when it asks for a status in words or in our own numbers.
    pub fn of(heading: &str) -> Option<Self> {
        if says_which(heading, Asked::OneIsEnded) {
            return None;
        }
        let key = heading_key(heading);
        let besides = Asked::Ended.words().fold(key.clone(), |rest, ended| rest.replace(ended, ""));
        let asks_active =
            Asked::Active.words().any(|word| besides.contains(word)) || says_which(heading, Asked::OneIsActive);
        match (asks_active, besides != key) {
            (true, asks_ended) => Some(Self { yes: Status::Active, only: !asks_ended && !key.contains("status") }),
            (false, true) => Some(Self { yes: Status::InActive, only: true }),
            (false, false) => None,
        }
    }

    /// The status that a cell answers; `None` when it is neither yes nor no.
    pub fn answer(self, cell: &str) -> Option<Status> {
        let answer = answer_in(cell).filter(|_| self.only || !matches!(&*code(cell), "t" | "f"))?;
        let is_active = (answer == Answer::Yes) == (self.yes == Status::Active);
        Some(if is_active { Status::Active } else { Status::InActive })
    }
}

/// Reads words, the letters of broker templates and the codes of X12 834 (INS02).
///
/// A code keeps its zero: `01` is a spouse, `1` is nothing that can be told.
pub fn read_relationship(text: &str) -> Option<Relationship> {
    let key = code(text);
    Relationship::of(&key).or_else(|| in_words(text, &key))
}

/// The same of a column that surely holds relationships: there words of employment, such as `Retiree`, are an employee's. Elsewhere they may tell
/// other things of people and say nothing of a family.
pub fn read_relationship_surely(text: &str) -> Option<Relationship> {
    let key = code(text);
    let employed = || is_employed(text).then_some(Relationship::Employee);
    // The first child and the next ones; elsewhere a code of many things.
    let numbered = || matches!(key.as_bytes(), [b'c', b'1'..=b'9']).then_some(Relationship::Child);
    Relationship::of(&key).or_else(employed).or_else(numbered).or_else(|| in_words(text, &key))
}

/// Whether a text names a relative beside words that belong to no relationship: `Child - Terminated`, `Ex-Spouse`. The words of a tier do not, and
/// neither does the employee behind `of`.
pub(in crate::census) fn says_more_than_relationship(text: &str) -> bool {
    let folded = fold(text);
    let words = words_of(&folded).into_iter().take_while(|word| *word != "of");
    let words: Vec<&str> = words.filter(|word| !is_digits(word)).collect();
    let is_relative = |word: &&str| Relationship::of(word).is_some_and(Relationship::is_dependent);
    let is_part = |word: &str| word.len() > 3 && Relationship::table().all().any(|(_, known)| known.contains(word));
    let is_beside = |word: &str| {
        RelationshipWord::of(word).is_some_and(|told| told != RelationshipWord::Open)
            || BesideRelationship::of(word).is_some()
            || LineWord::BesideRelative.contains(word)
    };
    let is_strange = |word: &&str| word.len() > 1 && !is_relative(word) && !is_part(word) && !is_beside(word);
    !folded.contains(['+', '&']) && words.iter().any(is_relative) && words.iter().any(is_strange)
}

fn in_words(text: &str, key: &str) -> Option<Relationship> {
    // "Child 2", "Spouse 1"
    let bare = key.trim_end_matches(|c: char| c.is_ascii_digit());
    let numbered = (bare.len() >= 2 && bare.len() < key.len()).then(|| Relationship::of(bare)).flatten();
    numbered.or_else(|| by_words(text)).or_else(|| beside_code(text))
}

/// A relationship with its code before or behind it: `18-Self`, `(18) Self`, `G8 - Other`, `S - Subscriber`. A code that stands for another one
/// leaves it open, but for a single letter.
fn beside_code(text: &str) -> Option<Relationship> {
    let folded = fold(text);
    let words: Vec<&str> = words_of(&folded);
    let ends = [words.split_first(), words.split_last()];
    let told = ends.into_iter().flatten().find_map(|(code, rest)| {
        let rest = rest.join(" ");
        let told = Relationship::of(&word_key(&rest)).or_else(|| by_words(&rest)).filter(|_| rest.len() > 1)?;
        let is_number = code.len() <= 2 && is_digits(code);
        let fits = Relationship::of(code).map_or(is_number, |relationship| relationship == told);
        let is_word = !rest.contains(|c: char| c.is_ascii_digit());
        (is_word && (fits || (code.len() == 1 && rest.starts_with(code)))).then_some(told)
    });
    told.filter(|_| !folded.contains(['+', '&', ',', ';']))
}

/// A relationship in more words, such as `Child - Adopted` or `Employee's Spouse`; the words of a tier, which
/// joins people by `+`, `&` or `and`, tell none.
fn by_words(text: &str) -> Option<Relationship> {
    let folded = fold(text);
    let words: Vec<&str> = words_of(&folded);
    let has = |wanted: RelationshipWord| words.iter().any(|word| wanted.contains(word));
    let is_common_law = RelationshipWord::CommonLaw.place_in(&words).is_some();
    match () {
        () if folded.contains(['+', '&']) || has(RelationshipWord::Open) => None,
        () if has(RelationshipWord::Other) || (has(RelationshipWord::Law) && !is_common_law) => {
            Some(Relationship::Other)
        }
        () if has(RelationshipWord::Child) => Some(Relationship::Child),
        () if has(RelationshipWord::Partner) => Some(Relationship::Partner),
        () if is_common_law || has(RelationshipWord::Spouse) => Some(Relationship::Spouse),
        () => {
            let is_of_holder = |told: &BesideRelationship| {
                matches!(told, BesideRelationship::Holder | BesideRelationship::BesideHolder)
            };
            let told = all_beside(&words)?;
            let is_holder = told.iter().all(is_of_holder) && told.contains(&BesideRelationship::Holder);
            is_holder.then_some(Relationship::Employee)
        }
    }
}

/// Whether a word tells how a person is employed: `Retiree`, `Full-Time`, `Active Employee`, `Employee - Retired`.
pub(in crate::census) fn is_employed(text: &str) -> bool {
    let folded = fold(text);
    let words: Vec<&str> = words_of(&folded);
    let tells = |word: &BesideRelationship| matches!(word, BesideRelationship::Holder | BesideRelationship::Employment);
    all_beside(&words).is_some_and(|told| told.iter().any(tells) || LineWord::Covered.begin(&words))
}

/// What each word tells beside a relationship; `None` where one tells nothing.
fn all_beside(words: &[&str]) -> Option<Vec<BesideRelationship>> {
    words.iter().map(|word| BesideRelationship::of(word)).collect()
}

/// Reads primary and dependent, and every word for a relationship.
pub fn read_member_type(text: &str) -> Option<MemberType> {
    MemberType::of(&word_key(text)).or_else(|| read_relationship(text).map(Relationship::member_type))
}

/// The relationship that a member type tells besides: `Spouse`. `Dependent` may be anyone's.
pub fn read_relationship_of_type(text: &str) -> Option<Relationship> {
    let told = read_relationship(text).filter(|relationship| relationship.is_dependent());
    told.filter(|_| !CellWord::VagueType.contains(&word_key(text)))
}

/// Ten digits of a phone; a leading 1 of eleven is the country's. Words around the number and an extension are left out:
/// `201-555-0165 (cell)`, `Cell: 201-555-0165`, `201-555-0165 x12`.
///
/// `None` for everything else, such as two phones, or a number that a spreadsheet has rounded (`6.17555E+09`).
pub fn read_phone(text: &str) -> Option<String> {
    let text = plain_signs(without_fraction(text)).replace('/', "-");
    let parts = text.split(char::is_alphabetic).map(|part| part.trim_matches(|c: char| !c.is_ascii_digit()));
    let mut phones = parts.filter_map(contact_details::read_phone);
    // `(614) 000-0000` is as little a number as zeros only.
    let phone = phones.next().filter(|digits| !is_filler(&digits[3..]) && digits != "1234567890")?;
    phones.next().is_none().then_some(phone)
}

/// The last digits of the lowest ZIP code.
const LOWEST: &str = "501";

/// `12345` or `12345-6789`; zeros that a spreadsheet has dropped in front are put back.
pub fn read_zip(text: &str) -> Option<Repaired<String>> {
    let text = plain_signs(without_fraction(text));
    let text = text.as_ref();
    let (base, rest) = match text.split_once(['-', ' ']) {
        Some((base, rest)) => (base.trim(), rest.trim_matches(['-', ' '])),
        None if text.len() > 5 => text.split_at_checked(text.len() - 4)?,
        None => (text, ""),
    };
    // The lowest of all is 00501: a number that would be a lower one has lost more than zeros.
    if base.len() < 3 || (base.len() == 3 && base < LOWEST) || base.bytes().all(|byte| byte == b'0') {
        return None;
    }
    let value = contact_details::read_zip_code(format!("{base:0>5}-{rest}").trim_end_matches('-'))?;
    Some(Repaired { value, zeros_restored: base.len() < 5 })
}

/// The names of states by their letters, made once: a file asks a million times.
static BY_NAME: LazyLock<HashMap<String, &'static str>> = LazyLock::new(|| {
    let names = STATES.iter().map(|state| (word_key(state.name), state.abbreviation));
    names.chain([("virginislands".to_owned(), "VI"), ("washingtondc".to_owned(), "DC")]).collect()
});

/// The abbreviation of a state or territory of the list, from its name or abbreviation (rules.md#states).
pub fn read_state(text: &str) -> Option<&'static str> {
    let key = word_key(text);
    let known = STATES.iter().find(|state| state.abbreviation.eq_ignore_ascii_case(&key));
    known.map(|state| state.abbreviation).or_else(|| BY_NAME.get(&key).copied())
}

#[cfg(test)]
mod tests {
    use super::Relationship::{Child, Employee, Other, Partner, Spouse};
    use super::*;

    #[test]
    fn a_code_beside_words_that_say_the_same_is_no_contradiction() {
        for (text, read) in [
            ("18-Self", Some(Employee)),
            ("18 - Self", Some(Employee)),
            ("18 Self", Some(Employee)),
            ("18: Subscriber", Some(Employee)),
            ("18 = Self", Some(Employee)),
            ("(18) Self", Some(Employee)),
            ("Self (18)", Some(Employee)),
            ("Self - 18", Some(Employee)),
            ("01 - Subscriber", None),
            ("1-Employee", Some(Employee)),
            ("00 Primary Insured", Some(Employee)),
            ("EE - Self", Some(Employee)),
            ("S - Subscriber", Some(Employee)),
            ("M - Member", Some(Employee)),
            ("19-Child", Some(Child)),
            ("01 - Spouse", Some(Spouse)),
            ("53: Life Partner", Some(Partner)),
            ("G8 - Other", Some(Other)),
            ("G8 - Other Relationship", Some(Other)),
            ("19 - Self", None),
            ("SP - Self", None),
            ("D - Other", None),
            ("18 - 19", None),
            ("18 + Self", None),
            ("1 - Employee Only", None),
            ("X - Self", None),
            ("2026 Self", None),
        ] {
            assert_eq!(read_relationship(text), read, "{text}");
        }
    }

    #[test]
    fn a_marriage_by_common_law_makes_no_in_law() {
        for (text, read) in [
            ("Common Law Spouse", Spouse),
            ("Common-Law", Spouse),
            ("Common Law Marriage", Spouse),
            ("Common law husband", Spouse),
            ("COMMON-LAW WIFE", Spouse),
            ("Spouse (Common Law)", Spouse),
            ("Common Law Partner", Partner),
            ("Ex Common Law Spouse", Other),
            ("Mother-in-law", Other),
        ] {
            assert_eq!(read_relationship(text), Some(read), "{text}");
        }
    }

    #[test]
    fn families_are_told_in_many_words() {
        for (words, read) in [
            ("HOH;Head of Household", Employee),
            ("SPSE;Esposa;Esposo", Spouse),
            ("RDP;Dom Ptnr;Dom Part;DomPartner;Domestic Ptnr;Sig Other", Partner),
            ("Over Age Dependent;Hijo;Hija", Child),
            ("LDA;Legally Domiciled Adult", Other),
        ] {
            for word in words.split(';') {
                assert_eq!(read_relationship(word), Some(read), "{word}");
            }
        }
        for text in ["Student Employee", "Student Worker", "Employee + Children", "C1", "Full-Time"] {
            assert_eq!(read_relationship(text), None, "{text}");
        }
    }

    #[test]
    fn some_words_tell_it_only_where_relationships_stand() {
        for (words, read) in [("Emp - Active", Employee), ("C1;C2", Child)] {
            for word in words.split(';') {
                assert_eq!((read_relationship(word), read_relationship_surely(word)), (None, Some(read)), "{word}");
            }
        }
        for text in ["C0", "C12", "S1", "Active", "Foster Parent Plan"] {
            assert_ne!(read_relationship_surely(text), Some(Child), "{text}");
        }
    }
}
