//! Several rows of one person: which of them counts unless a person says otherwise, and what is left to ask once one is set aside
//! (rules.md#same-person-twice).

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::{CrossRows, Late, numbers};
use crate::census::field::Field;
use crate::census::findings::{Issue, IssueKind};
use crate::census::keys::person_key;
use crate::census::people::{Checked, Record, RowState};
use crate::members::Status;

/// Where a record stands.
#[derive(Debug, Clone, Copy)]
pub(in crate::census) struct Place {
    pub number: u32,
    pub line: u32,
}

/// By its number, as screens count it, and by its line, where it stands in the file.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, line {} of the file", self.number, self.line)
    }
}

/// The place of a record. A file of four billion lines is far over every limit.
pub(in crate::census) fn place(record: &Record) -> Place {
    Place { number: record.number, line: u32::try_from(record.line).unwrap_or(u32::MAX) }
}

/// Name and birth date of a row as a key; `None` where one is missing.
pub(in crate::census) fn person(record: &Record) -> Option<u64> {
    Some(person_key(record.first_name.value()?, record.last_name.value()?, record.date_of_birth?))
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
    /// The key of all that it says.
    said: u64,
}

impl Row {
    fn of(record: &Record) -> Self {
        let mut said = DefaultHasher::new();
        // Rows of one person have one birth date.
        let fields = Field::ALL.into_iter().filter(|field| *field != Field::DateOfBirth);
        fields.for_each(|field| record.cell(field).hash(&mut said));
        let ssn = record.ssn.as_ref().map(|ssn| ssn.digits());
        (record.group_id.text(), record.family_id.text(), ssn, record.leaves_on).hash(&mut said);
        Self { place: place(record), distance: distance(record), said: said.finish() }
    }
}

/// An earlier row of the same person.
#[derive(Debug, Clone, Copy)]
pub(in crate::census) struct Earlier {
    pub(in crate::census) place: Place,
    /// Whether that row counts, and the later one is asked about.
    pub(in crate::census) counts: bool,
}

/// Says in which row the person stands already, or as well.
pub(in crate::census) fn already(place: Place, is_earlier: bool) -> String {
    let (already, as_well) = if is_earlier { (" already", "") } else { ("", " as well") };
    format!("The same person is{already} in {place}{as_well}.")
}

/// Says in which row a unique id is used already.
pub(in crate::census) fn used(place: Place) -> String {
    format!("Unique ID is already used in {place}.")
}

/// Whether a row says In-Active.
pub fn says_left(record: &Record) -> bool {
    record.status.value() == Some(&Status::InActive)
}

impl CrossRows {
    /// Sets a row aside that says of a person what an earlier one says, as a list with a row for each plan does (rules.md#same-person-twice). A
    /// dependent without a number stands below the same employee. Returns the earlier row.
    pub(super) fn said_already(&self, person: Option<u64>, checked: &mut Checked) -> Option<Place> {
        let record = &checked.record;
        let earlier = self.people.get(&person?)?;
        let own = Row::of(record);
        let is_below_same = || self.above.is_some_and(|above| above.place.number < earlier.place.number);
        let is_apart = record.is_dependent() && numbers(record).next().is_none() && !is_below_same();
        let is_clear = checked.state() == RowState::Valid && !checked.may_have_left && checked.employee_row.is_none();
        if earlier.place.number == own.place.number || own.said != earlier.said || is_apart || !is_clear {
            return None;
        }
        let message = format!("The row says the same as {}, but for what is not read. It is set aside.", earlier.place);
        checked.issues = vec![Issue::of_row(record.line, IssueKind::SameRow, message)];
        checked.skipped = true;
        Some(earlier.place)
    }

    /// Asks about one of two rows of a person: about the later one, unless it counts before the earlier (rules.md#same-person-twice).
    pub(super) fn asked_about(&mut self, person: Option<u64>, checked: &mut Checked) -> Option<Earlier> {
        let record = &checked.record;
        let own = Row::of(record);
        let standing = self.people.entry(person?).or_insert(own);
        let earlier = *standing;
        if earlier.place.number == own.place.number {
            return None;
        }
        let counts = earlier.distance <= own.distance;
        if counts {
            let message = already(earlier.place, true);
            checked.issues.push(Issue::of_row(record.line, IssueKind::DuplicatePerson, message));
        } else {
            *standing = own;
            let message = already(own.place, false);
            let issue = Issue::of_row(earlier.place.line.into(), IssueKind::DuplicatePerson, message);
            self.twice.push(Late::told(earlier.place.number, Some(issue)));
        }
        Some(Earlier { place: earlier.place, counts })
    }
}
