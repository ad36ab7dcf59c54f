//! What two rows of one person, or of one unique id, have to do with each other, as corrections ask it (rules.md#same-person-twice).

use crate::census::families::same_person::person;
pub use crate::census::families::same_person::{distance, says_left};
use crate::census::keys::id_key;
use crate::census::people::Record;

/// Whether a corrected row may have settled, or given rise to, what is said about others of its person or unique id.
pub fn is_told_otherwise(before: &Record, after: &Record) -> bool {
    let id = |record: &Record| record.unique_id.value().map(|id| id_key(b'u', id));
    person(before) != person(after) || id(before) != id(after) || distance(before) != distance(after)
}

/// Whether two rows name the same person.
pub fn is_same(one: &Record, other: &Record) -> bool {
    person(one).is_some_and(|key| person(other) == Some(key))
}

/// Whether two rows have one unique id.
pub(in crate::census) fn has_id_of(one: &Record, other: &Record) -> bool {
    let id = |record: &Record| record.unique_id.value().map(|id| id_key(b'u', id));
    id(one).is_some() && id(one) == id(other)
}

/// Whether one of two rows of one unique id says In-Active and the other does not: a leaver's id comes to a successor
/// (rules.md#ids-that-pass).
pub(in crate::census) fn passes_on(one: &Record, other: &Record) -> bool {
    let are_employees = !one.is_dependent() && !other.is_dependent();
    are_employees && says_left(one) != says_left(other)
}
