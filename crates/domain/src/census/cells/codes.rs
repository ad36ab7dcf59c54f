//! Words and codes about people: gender, status, plan, social security number.
//!
//! A column of statuses whose heading asks something, such as `Active`, is answered by yes and no. There `1` is yes, and not the number
//! of In-Active: read as that number, it would end everybody who is covered.

use std::fmt;

use super::{Repaired, is_filler, plain_signs, without_fraction, word_key};
use crate::census::vocabulary::heading_keys::heading_key;
use crate::census::vocabulary::values::{ANSWERS, Asked, GENDERS, PLANS, STATUS_HEADINGS, STATUSES};
use crate::census::vocabulary::words_of;
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

/// Reads words, letters and our own numbers, also a code beside a word that says the same: `M - Male`, `Female (F)`, `1-Male`.
pub fn read_gender(text: &str) -> Option<Gender> {
    let twice = || {
        let (one, other) = text.split_once(['-', '(', '/'])?;
        gender_of(&word_key(one)).filter(|gender| gender_of(&word_key(other)) == Some(*gender))
    };
    gender_of(&word_key(without_fraction(text))).or_else(twice)
}

fn gender_of(key: &str) -> Option<Gender> {
    GENDERS.meaning(key)
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

/// Every word tells the same, but for those that tell how it came.
fn status_by_words(text: &str) -> Option<Status> {
    let folded = fold(text);
    let words = words_of(&folded);
    let mut told =
        words.iter().filter(|word| word.len() > 1 && STATUSES.meaning(word) != Some(None)).map(|word| status_of(word));
    let status = told.next().flatten()?;
    // `Terminated: No` asks and answers.
    let is_answer = |word: &&str| matches!(*word, "no" | "yes" | "true" | "false");
    let is_whole = words.iter().all(|word| word.len() > 1 && !is_answer(word)) && !text.contains([',', ';']);
    (is_whole && told.all(|other| other == Some(status))).then_some(status)
}

fn status_of(key: &str) -> Option<Status> {
    STATUSES.meaning(key).flatten()
}

/// `Family Plan` or `Individual Plan` (rules.md#plan-name-and-member-type), also from the tiers of broker templates.
pub fn read_plan(text: &str) -> Option<&'static str> {
    PLANS.meaning(&word_key(text)).and_then(|place| PLAN_NAMES.get(place)).copied()
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

/// What stands between a heading and its answer where the row keeps both.
const ANSWERED: &str = " = ";

/// Whether a heading leaves open what the answers below it mean. It has no word of statuses, asks nothing and says of no number what it is.
pub fn leaves_open(heading: &str) -> bool {
    let is_told = heading_key(heading).contains("status") || says_which(heading, Asked::OneIsEnded);
    !is_told && Question::of(heading).is_none()
}

/// The answer with its heading, as the row keeps it in the place of a status that it does not tell; `None` of any other cell.
pub fn open_answer(heading: &str, cell: &str) -> Option<String> {
    is_answer(cell).then(|| format!("{heading}{ANSWERED}{cell}"))
}

/// Heading and answer of a text that [`open_answer`] made.
pub fn of_open_answer(text: &str) -> Option<(&str, &str)> {
    text.rsplit_once(ANSWERED).filter(|(heading, answer)| !heading.is_empty() && is_answer(answer))
}

fn is_answer(cell: &str) -> bool {
    ANSWERS.meaning(&word_key(without_fraction(cell))).is_some()
}

fn says_which(heading: &str, which: Asked) -> bool {
    let said: String = fold(heading).chars().filter(|c| c.is_alphanumeric() || *c == '=').collect();
    STATUS_HEADINGS.words(which).any(|word| said.contains(word))
}

/// What the heading of a column of statuses asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Question {
    yes: Status,
    no: Status,
    /// Whether nothing but yes and no answers it, so that `T` is true and not terminated.
    only: bool,
}

impl Question {
    /// The question of a heading; `None` when it asks for a status in words or in our own numbers.
    pub fn of(heading: &str) -> Option<Self> {
        let (yes, no) = (Status::Active, Status::InActive);
        if says_which(heading, Asked::OneIsEnded) {
            return None;
        }
        let key = heading_key(heading);
        let besides = STATUS_HEADINGS.words(Asked::Ended).fold(key.clone(), |rest, ended| rest.replace(ended, ""));
        let asks_active = STATUS_HEADINGS.words(Asked::Active).any(|word| besides.contains(word))
            || says_which(heading, Asked::OneIsActive);
        match (asks_active, besides != key) {
            (true, asks_ended) => Some(Self { yes, no, only: !asks_ended && !key.contains("status") }),
            (false, true) => Some(Self { yes: no, no: yes, only: true }),
            (false, false) => None,
        }
    }

    /// The status that a cell answers; `None` when it is neither yes nor no.
    pub fn answer(self, cell: &str) -> Option<Status> {
        let key = word_key(without_fraction(cell));
        let yes = ANSWERS.meaning(&key).filter(|_| self.only || !matches!(&*key, "t" | "f"))?;
        Some(if yes { self.yes } else { self.no })
    }
}
