//! A column of statuses whose heading asks something, such as `Active`, is answered by yes and no. There `1` is yes, and not the number
//! of In-Active: read as that number, it would end everybody who is covered.

use super::{without_fraction, word_key};
use crate::census::headings::heading_key;
use crate::members::Status;
use crate::text::fold;

/// What the heading of a column of statuses asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Question {
    yes: Status,
    no: Status,
    /// Whether nothing but yes and no answers it, so that `T` is true and not terminated.
    only: bool,
}

const ACTIVE: &[&str] = &["active", "enabled", "eligible", "enrolled", "employed", "covered"];
const ENDED: &[&str] =
    &["inactive", "notactive", "nonactive", "terminated", "termed", "ineligible", "noteligible", "notenrolled"];
/// Headings that say which number is which.
const ONE_IS_ENDED: &[&str] = &["1=in", "1=term", "inactive=1", "terminated=1", "0=active"];
const ONE_IS_ACTIVE: &[&str] = &["1=active", "active=1", "0=in", "0=term"];

impl Question {
    /// The question of a heading; `None` when it asks for a status in words or in our own numbers.
    pub fn of(heading: &str) -> Option<Self> {
        let (yes, no) = (Status::Active, Status::InActive);
        let said: String = fold(heading).chars().filter(|c| c.is_alphanumeric() || *c == '=').collect();
        let says = |words: &[&str]| words.iter().any(|word| said.contains(word));
        if says(ONE_IS_ENDED) {
            return None;
        }
        let key = heading_key(heading);
        let besides = ENDED.iter().fold(key.clone(), |rest, ended| rest.replace(ended, ""));
        let asks_active = ACTIVE.iter().any(|word| besides.contains(word)) || says(ONE_IS_ACTIVE);
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
