//! Several rows of one person: which of them counts unless a person says otherwise, and what is left to ask once one is set aside
//! (rules.md#same-person-twice).

use super::place::{Place, place};
use crate::census::cells::entry::Entry;
use crate::census::cells::keys::{id_key, person_key};
use crate::census::findings::issue::IssueKind;
use crate::census::people::record::Record;
use crate::members::Status;

/// Name and birth date of a row as a key; `None` where one is missing.
pub(in crate::census) fn person(record: &Record) -> Option<u64> {
    Some(person_key(record.first_name.value()?, record.last_name.value()?, record.date_of_birth?))
}

/// Whether two rows name the same person.
pub fn is_same(one: &Record, other: &Record) -> bool {
    person(one).is_some_and(|key| person(other) == Some(key))
}

/// How far a row is from naming an employee who is covered: the nearest of a person's rows counts.
pub fn distance(record: &Record) -> u8 {
    2 * u8::from(says_left(record)) + u8::from(record.is_dependent())
}

/// A row of a person, as the later ones look at it.
#[derive(Debug, Clone, Copy)]
pub(in crate::census) struct Row {
    pub(in crate::census) place: Place,
    distance: u8,
}

impl Row {
    pub(in crate::census) fn of(record: &Record) -> Self {
        Self { place: place(record), distance: distance(record) }
    }

    /// Whether this row counts before an earlier one.
    pub(in crate::census) const fn counts_before(&self, earlier: &Self) -> bool {
        self.distance < earlier.distance
    }
}

/// An earlier row of the same person.
#[derive(Debug, Clone, Copy)]
pub(in crate::census) struct Earlier {
    pub(in crate::census) place: Place,
    /// Whether that row counts, and the later one is asked about.
    pub(in crate::census) counts: bool,
}

/// What is left to do about a row once others of its person are set aside.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Left {
    /// The kinds of issues that nothing gives rise to any more.
    pub settled: Vec<IssueKind>,
    /// The row that was set aside and does not say In-Active. The In-Active of this row then ends no member.
    pub named_by: Option<u32>,
}

/// Judges a row beside the `others` that stand still and those that are `gone`, all of its person or its unique id.
pub fn left(record: &Record, others: &[Record], gone: &[Record]) -> Left {
    let own = person(record);
    let is_same = |other: &&Record| own.is_some() && person(other) == own;
    let order = |record: &Record| (distance(record), record.number);
    let counts = others.iter().filter(is_same).all(|other| order(record) < order(other));
    let id = |record: &Record| record.unique_id.value().map(|id| id_key(b'u', id));
    let shares_id =
        others.iter().filter(|other| !is_same(other)).any(|other| id(record).is_some() && id(other) == id(record));
    let mut settled = Vec::new();
    if counts {
        settled.push(IssueKind::DuplicatePerson);
    }
    if !shares_id {
        settled.push(IssueKind::DuplicateUniqueId);
    }
    let has_own_id = |other: &&Record| id(record).is_some() && id(other) == id(record) && !other.is_dependent();
    let mut named = gone.iter().filter(|other| (is_same(other) || has_own_id(other)) && !says_left(other));
    let named_by = named.next().filter(|_| counts && says_left(record)).map(|other| other.number);
    Left { settled, named_by }
}

/// Whether a row says In-Active.
pub fn says_left(record: &Record) -> bool {
    record.status.value() == Some(&Status::InActive)
}

/// The row as one of a person who is covered, instead of the status by which it would end its member.
#[must_use]
pub fn without_end(record: Record) -> Record {
    Record { status: Entry::Value(Status::Active), leaves_on: None, ..record }
}

/// What is said of such a row, of which the row of this number was set aside.
pub fn not_ended(gone: u32) -> String {
    format!(
        "Status In-Active is not taken: row {gone}, which names the same person and does not say so, was skipped. Set the status if the \
         person has left."
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census::field::Field;
    use crate::census::people::validate::{Rules, validate};
    use crate::census::source::raw::RawRow;
    use crate::examples::TODAY;

    fn row(number: u32, cells: &[(Field, &str)]) -> Record {
        let mut raw = RawRow::new(u64::from(number) + 1, number)
            .with(Field::FirstName, "Dennis")
            .with(Field::LastName, "Stark")
            .with(Field::DateOfBirth, "10/12/1981")
            .with(Field::UniqueId, "A3");
        cells.iter().for_each(|(field, text)| raw.set(*field, text));
        validate(&raw, &Rules::on(TODAY)).record
    }

    #[test]
    fn who_is_left_over_counts_and_ends_nobody_whom_a_skipped_row_names() {
        use IssueKind::{DuplicatePerson, DuplicateUniqueId};
        let active = row(3, &[]);
        let ended = row(4, &[(Field::Status, "Terminated")]);
        let spouse = row(5, &[(Field::Relationship, "Spouse"), (Field::UniqueId, "")]);
        let namesake = row(6, &[(Field::FirstName, "Ada")]);
        let stranger = row(7, &[(Field::FirstName, "Ada"), (Field::UniqueId, "A7")]);
        let both = vec![DuplicatePerson, DuplicateUniqueId];
        for (what, record, others, gone, settled, named_by) in [
            ("the ended row is skipped", &active, vec![], vec![&ended], both.clone(), None),
            ("the other row is skipped", &ended, vec![], vec![&active], both.clone(), Some(3)),
            ("both have left", &ended, vec![], vec![&ended], both.clone(), None),
            ("two are left, and this one counts", &active, vec![&ended], vec![&spouse], both.clone(), None),
            ("two are left, and the other counts", &spouse, vec![&active], vec![&ended], vec![DuplicateUniqueId], None),
            ("somebody else has the id", &active, vec![&namesake], vec![&ended], vec![DuplicatePerson], None),
            ("somebody else of another id was skipped", &ended, vec![], vec![&stranger], both.clone(), None),
            ("the same id under another name was skipped", &ended, vec![], vec![&namesake], both, Some(6)),
        ] {
            let rows = |rows: Vec<&Record>| rows.into_iter().cloned().collect::<Vec<_>>();
            let expected = Left { settled, named_by };
            assert_eq!(left(record, &rows(others), &rows(gone)), expected, "{what}");
        }
        assert_eq!(without_end(ended).status, Entry::Value(Status::Active));
    }
}
