//! Names of sections that may be those of people who have left: words that say it where nothing else is said, and what is asked to be done
//! with those below. They change nothing, and are told.

use super::section_words::changes_nothing;
use crate::census::vocabulary::sections::{DENYING, ENDED_ALONE, THOSE_BELOW, TO_END};

/// `Deletions`, `Separated:`, with nothing but words that change nothing.
pub(in crate::census) fn is_ended_alone(words: &[&str]) -> bool {
    let said = || words.iter().filter(|word| !changes_nothing(word));
    said().next().is_some() && said().all(|word| ENDED_ALONE.contains(word))
}

/// `Please terminate the following`, `Remove these employees`.
pub(in crate::census) fn asks_to_end(words: &[&str]) -> bool {
    let has = |list: &[&str]| words.iter().any(|word| list.contains(word));
    has(TO_END) && has(THOSE_BELOW) && !has(DENYING)
}
