//! Names of sections that may be those of people who have left: words that say it where nothing else is said, and what is asked to be done
//! with those below. They change nothing, and are told.

use super::section_words::changes_nothing;

/// Words that may say it where nothing else is said: of people, of what covers them, or of what is to be done with them.
const ENDED_ALONE: &[&str] = &[
    "separations",
    "separated",
    "resignations",
    "resigned",
    "deceased",
    "departed",
    "departures",
    "discharged",
    "dismissed",
    "dropped",
    "drops",
    "removed",
    "removals",
    "deleted",
    "deletions",
    "deletes",
    "cancelled",
    "canceled",
    "cancellations",
    "terms",
];

/// What is asked to be done with those below.
const TO_END: &[&str] = &["terminate", "term", "remove", "delete", "drop", "cancel", "inactivate", "deactivate"];
/// Who is meant by that.
const THOSE_BELOW: &[&str] = &["following", "below", "these"];

/// `Deletions`, `Separated:`, with nothing but words that change nothing.
pub(in crate::census) fn is_ended_alone(words: &[&str]) -> bool {
    let said = || words.iter().filter(|word| !changes_nothing(word));
    said().next().is_some() && said().all(|word| ENDED_ALONE.contains(word))
}

/// `Please terminate the following`, `Remove these employees`.
pub(in crate::census) fn asks_to_end(words: &[&str]) -> bool {
    const DENIED: &[&str] = &["not", "no", "never", "if", "unless"];
    let has = |list: &[&str]| words.iter().any(|word| list.contains(word));
    has(TO_END) && has(THOSE_BELOW) && !has(DENIED)
}
