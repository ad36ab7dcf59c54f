//! Words and codes about people: gender, status, plan, social security number; and what relationships and member types there are.

use crate::census::vocabulary::values::{ACTIVE, BESIDE_GENDERS, BESIDE_STATUSES, INACTIVE};
use std::fmt;

use chrono::{Datelike, NaiveDate};

use super::dates::{DateOrder, read_birth_date};
use super::{Repaired, is_filler, plain_signs, without_fraction, word_key};
use crate::members::member::PLAN_NAMES;
use crate::members::status::ShownStatus;
use crate::members::{Gender, Status};
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

/// Reads words, letters and our own numbers, also in a few words that leave no doubt: `M - Male`, `Female (F)`, `1-Male`.
pub fn read_gender(text: &str) -> Option<Gender> {
    gender_of(&word_key(without_fraction(text))).or_else(|| {
        let halves = text.split_once(['-', '(', '/']).map(|(one, other)| (gender_of_half(one), gender_of_half(other)));
        match halves {
            Some((Some(one), Some(other))) if one == other => Some(one),
            _ => gender_by_words(text),
        }
    })
}

fn gender_of_half(text: &str) -> Option<Gender> {
    gender_of(&word_key(text))
}

/// A gender that each word tells, but for those that tell none and a number before or behind a whole word, which is somebody's code for it.
/// What a comma joins are two values.
fn gender_by_words(text: &str) -> Option<Gender> {
    let folded = crate::text::fold(text);
    let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let (numbers, words): (Vec<&str>, Vec<&str>) =
        words.partition(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    let mut told = words.iter().filter(|word| !BESIDE_GENDERS.contains(word)).map(|word| gender_of(word));
    let gender = told.next().flatten().filter(|gender| told.all(|other| other == Some(*gender)))?;
    let is_whole = words.iter().any(|word| word.len() > 1 && gender_of(word).is_some());
    let fits = |number: &&str| is_whole || gender_of(number) == Some(gender);
    (!text.contains([',', ';']) && numbers.len() < 2 && numbers.iter().all(fits)).then_some(gender)
}

fn gender_of(key: &str) -> Option<Gender> {
    match key {
        "m" | "male" | "man" | "boy" | "masculine" | "1" => Some(Gender::Male),
        "f" | "female" | "fem" | "w" | "woman" | "girl" | "feminine" | "2" => Some(Gender::Female),
        "o" | "other" | "x" | "nb" | "nonbinary" | "nonconforming" | "another" | "diverse" | "0" => Some(Gender::Other),
        "u" | "unknown" | "unspecified" | "notspecified" | "undisclosed" | "notdisclosed" | "declined"
        | "prefernottosay" | "notprovided" | "unk" | "3" => Some(Gender::Unknown),
        _ => None,
    }
}

/// Reads active and in-active in words and numbers, also with how it came to that, as in `Terminated (Voluntary)`, or in two words for the same.
pub fn read_status(text: &str) -> Option<Status> {
    status_of(&word_key(without_fraction(text))).or_else(|| status_by_words(text))
}

/// Returns where a pending change leads that is written as our own rosters write it: `Pending In-Active`.
pub fn read_pending_status(text: &str) -> Option<Status> {
    let text = fold(text.trim());
    let told = ShownStatus::ALL.into_iter().find(|status| status.is_pending() && fold(status.name()) == text);
    told.map(ShownStatus::in_editor)
}

/// As [`read_status`], and a word with its day: who is terminated by a day to come has not left.
pub fn read_status_on(text: &str, today: NaiveDate) -> Option<Status> {
    read_status(text).or_else(|| {
        let (word, day) = text.trim().rsplit_once(' ')?;
        let word = word.trim_end().trim_end_matches([':', '-']).trim_end();
        let word =
            ["effective", "eff", "as of", "on"].iter().find_map(|before| word.strip_suffix(before)).unwrap_or(word);
        let status = read_status(word).filter(|status| *status == Status::InActive)?;
        read_birth_date(day, today, DateOrder::MonthFirst)
            .filter(|day| day.year() + A_LIFE >= today.year() && word.chars().count() > 1)
            .map(|_| status)
    })
}

/// A year of two digits that is longer ago is one to come.
const A_LIFE: i32 = 50;

/// Every word tells the same, but for those that tell how it came.
fn status_by_words(text: &str) -> Option<Status> {
    let folded = crate::text::fold(text);
    let words: Vec<&str> = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let mut told =
        words.iter().filter(|word| word.len() > 1 && !BESIDE_STATUSES.contains(word)).map(|word| status_of(word));
    let status = told.next().flatten()?;
    // `Terminated: No` asks and answers.
    let is_answer = |word: &&str| matches!(*word, "no" | "yes" | "true" | "false");
    let is_whole = words.iter().all(|word| word.len() > 1 && !is_answer(word)) && !text.contains([',', ';']);
    (is_whole && told.all(|other| other == Some(status))).then_some(status)
}

fn status_of(key: &str) -> Option<Status> {
    let tables = [(ACTIVE, Status::Active), (INACTIVE, Status::InActive)];
    tables.into_iter().find_map(|(words, status)| words.contains(key).then_some(status))
}

/// `Family Plan` or `Individual Plan` (rules.md#plan-name-and-member-type), also from the tiers of broker templates.
pub fn read_plan(text: &str) -> Option<&'static str> {
    match word_key(text).as_str() {
        "familyplan" | "family" | "fam" | "f" | "es" | "ec" | "ecn" | "employeespouse" | "employeechild"
        | "employeechildren" | "employeefamily" | "eespouse" | "eechild" | "eechildren" | "eefamily" => {
            Some(PLAN_NAMES[0])
        }
        "individualplan" | "individual" | "ind" | "single" | "ee" | "eo" | "employee" | "employeeonly" | "eeonly"
        | "self" | "selfonly" => Some(PLAN_NAMES[1]),
        _ => None,
    }
}

/// Nine digits; one or two zeros that a spreadsheet has dropped in front are put back. Hidden digits make it unreadable.
pub fn read_ssn(text: &str) -> Option<Repaired<Ssn>> {
    let text = plain_signs(without_fraction(text));
    if !text.chars().all(|c| c.is_ascii_digit() || c == '-' || c.is_whitespace()) {
        return None;
    }
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    // People who share a number that stands for none are no family.
    if is_filler(&digits) || digits == "123456789" {
        return None;
    }
    let lost = digits.len() < 9;
    // Whoever takes zeros away takes all that a number begins with: this one has lost its end.
    if lost && digits.starts_with('0') {
        return None;
    }
    ((7..=9).contains(&digits.len())).then(|| Repaired { value: Ssn(format!("{digits:0>9}")), zeros_restored: lost })
}
