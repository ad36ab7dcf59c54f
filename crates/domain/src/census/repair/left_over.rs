//! What is left to say of a row once others of its person or its unique id were corrected or set aside (rules.md#same-person-twice).

use super::same_person::{has_id_of, passes_on};
use crate::census::cells::Entry;
use crate::census::families::same_person::{already, distance, person, place, says_left, used};
use crate::census::findings::IssueKind;
use crate::census::people::Record;
use crate::members::Status;

/// What is to be said about a row beside the others of its person and of its unique id, as they stand now.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Left {
    /// That another row of the person counts; `None` where this one does.
    person: Option<String>,
    /// That an earlier row has the unique id; `None` where none has.
    unique_id: Option<String>,
    /// The row that was set aside and does not say In-Active. The In-Active of this row then ends no member.
    pub named_by: Option<u32>,
}

impl Left {
    /// What an issue of this kind has to say now; `None` for one of another kind, and `Some(None)` where nothing gives rise to it any more.
    pub fn said(&self, kind: IssueKind) -> Option<Option<&str>> {
        match kind {
            IssueKind::DuplicatePerson => Some(self.person.as_deref()),
            IssueKind::DuplicateUniqueId => Some(self.unique_id.as_deref()),
            _ => None,
        }
    }
}

/// Judges a row beside the `others` that stand still and those that are `gone`, all of its person or its unique id.
pub fn left(record: &Record, others: &[Record], gone: &[Record]) -> Left {
    let own = person(record);
    let is_same = |other: &&Record| own.is_some() && person(other) == own;
    let order = |record: &Record| (distance(record), record.number);
    let nearest = others.iter().filter(is_same).min_by_key(|other| order(other));
    let counting = nearest.filter(|other| order(other) < order(record));
    let shares_id = |other: &&Record| has_id_of(record, other);
    let rivals = others.iter().filter(|other| !is_same(other) && !passes_on(record, other));
    let holder = rivals.filter(shares_id).min_by_key(|other| other.number);
    let mut named =
        gone.iter().filter(|other| (is_same(other) || shares_id(other) && !other.is_dependent()) && !says_left(other));
    let named_by = named.next().filter(|_| counting.is_none() && says_left(record)).map(|other| other.number);
    Left {
        person: counting.map(|other| already(place(other), other.number < record.number)),
        unique_id: holder.filter(|other| other.number < record.number).map(|other| used(place(other))),
        named_by,
    }
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
    use crate::census::source::RawRow;
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
        let active = row(3, &[]);
        let ended = row(4, &[(Field::Status, "Terminated")]);
        let spouse = row(5, &[(Field::Relationship, "Spouse"), (Field::UniqueId, "")]);
        let namesake = row(6, &[(Field::FirstName, "Ada")]);
        let stranger = row(7, &[(Field::FirstName, "Ada"), (Field::UniqueId, "A7")]);
        let successor = row(8, &[(Field::FirstName, "Eva")]);
        let (already, as_well) = ("The same person is already in row", "The same person is in row");
        for (what, record, others, gone, (person, unique_id), named_by) in [
            ("the ended row is skipped", &active, vec![], vec![&ended], (None, None), None),
            ("the other row is skipped", &ended, vec![], vec![&active], (None, None), Some(3)),
            ("both have left", &ended, vec![], vec![&ended], (None, None), None),
            ("two are left, and this one counts", &active, vec![&ended], vec![&spouse], (None, None), None),
            (
                "two are left, and the other counts",
                &spouse,
                vec![&active],
                vec![&ended],
                (Some((already, 3)), None),
                None,
            ),
            ("a later one counts", &ended, vec![&spouse], vec![], (Some((as_well, 5)), None), None),
            ("somebody behind has the id", &active, vec![&namesake], vec![&ended], (None, None), None),
            ("somebody before has the id", &successor, vec![&namesake], vec![&active], (None, Some(6)), None),
            ("the first of them says so", &successor, vec![&namesake, &active], vec![], (None, Some(3)), None),
            ("a leaver's id comes to a successor", &successor, vec![&ended], vec![], (None, None), None),
            ("somebody else of another id was skipped", &ended, vec![], vec![&stranger], (None, None), None),
            ("the same id under another name was skipped", &ended, vec![], vec![&namesake], (None, None), Some(6)),
        ] {
            let rows = |rows: Vec<&Record>| rows.into_iter().cloned().collect::<Vec<_>>();
            let left = left(record, &rows(others), &rows(gone));
            let begins = |said: Option<Option<&str>>, start: Option<String>| match (said.flatten(), start) {
                (Some(said), Some(start)) => said.starts_with(&start),
                (said, start) => said.is_none() && start.is_none(),
            };
            let start = person.map(|(start, number)| format!("{start} {number}, line"));
            assert!(begins(left.said(IssueKind::DuplicatePerson), start), "{what}: {left:?}");
            let start = unique_id.map(|number| format!("Unique ID is already used in row {number}, line"));
            assert!(begins(left.said(IssueKind::DuplicateUniqueId), start), "{what}: {left:?}");
            assert_eq!(left.named_by, named_by, "{what}");
        }
        assert_eq!(without_end(ended).status, Entry::Value(Status::Active));
    }
}
