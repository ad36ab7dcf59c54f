//! A column of statuses whose heading asks something, such as `Active`, is answered by yes and no. There `1` is yes, and not the number
//! of In-Active: read as that number, it would end everybody who is covered.

use super::{without_fraction, word_key};
use crate::census::vocabulary::heading_keys::heading_key;
use crate::census::vocabulary::values::{ANSWERS, ASKS_ACTIVE, ASKS_ENDED, ONE_IS_ACTIVE, ONE_IS_ENDED};
use crate::members::Status;
use crate::text::fold;

/// What stands between a heading and its answer where the row keeps both.
const ANSWERED: &str = " = ";

/// Whether a heading leaves open what the answers below it mean. It has no word of statuses, asks nothing and says of no number what it is.
pub fn leaves_open(heading: &str) -> bool {
    let is_told = heading_key(heading).contains("status") || says_which(heading, ONE_IS_ENDED);
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
    ANSWERS.contains(&word_key(without_fraction(cell)))
}

fn says_which(heading: &str, words: &[&str]) -> bool {
    let said: String = fold(heading).chars().filter(|c| c.is_alphanumeric() || *c == '=').collect();
    words.iter().any(|word| said.contains(word))
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
        if says_which(heading, ONE_IS_ENDED) {
            return None;
        }
        let key = heading_key(heading);
        let besides = ASKS_ENDED.iter().fold(key.clone(), |rest, ended| rest.replace(ended, ""));
        let asks_active = ASKS_ACTIVE.iter().any(|word| besides.contains(word)) || says_which(heading, ONE_IS_ACTIVE);
        match (asks_active, besides != key) {
            (true, asks_ended) => Some(Self { yes, no, only: !asks_ended && !key.contains("status") }),
            (false, true) => Some(Self { yes: no, no: yes, only: true }),
            (false, false) => None,
        }
    }

    /// The status that a cell answers; `None` when it is neither yes nor no.
    pub fn answer(self, cell: &str) -> Option<Status> {
        match word_key(without_fraction(cell)).as_str() {
            "1" | "y" | "yes" | "true" | "x" => Some(self.yes),
            "0" | "n" | "no" | "false" => Some(self.no),
            "t" if self.only => Some(self.yes),
            "f" if self.only => Some(self.no),
            _ => None,
        }
    }
}
