//! What people of two rows have in common that those of one family have.

use chrono::Datelike;

use super::Mapping;
use crate::census::cells::clean;
use crate::census::field::Field;
use crate::census::source::lines::Row;
use crate::text::fold;

/// An employee has so many years at least.
const EMPLOYABLE: i32 = 14;

/// What families share, besides their number.
const SHARED: [Field; 2] = [Field::LastName, Field::AddressLine1];

/// The columns that tell whether people are of one family.
#[derive(Debug)]
pub(super) struct Kinship {
    shared: Vec<usize>,
    whole: Option<usize>,
    names: Vec<usize>,
    born: Option<usize>,
    /// People born in this year or later are too young to be employees.
    children_from: Option<i32>,
}

/// How many people are of the family of the employee that they would have.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Kin {
    pub(super) all: usize,
    /// Those who share a name or a home.
    pub(super) alike: usize,
    /// Those who are too young to be employed.
    pub(super) children: usize,
}

impl Kinship {
    pub(super) fn of(mapping: &Mapping) -> Self {
        let place = |field: &Field| mapping.column_of(*field);
        let names = [Field::FirstName, Field::LastName, Field::FullName];
        Self {
            shared: SHARED.iter().filter_map(place).collect(),
            whole: mapping.column_of(Field::FullName).filter(|_| mapping.column_of(Field::LastName).is_none()),
            names: names.iter().filter_map(place).collect(),
            born: mapping.column_of(Field::DateOfBirth),
            children_from: mapping.today.map(|today| today.year() - EMPLOYABLE + 1),
        }
    }

    /// Counts a person and the employee whose dependent it would be.
    pub(super) fn count(&self, kin: &mut Kin, (person, employee): (&Row, &Row)) {
        let is_child = |born| Some(year(person.cell(born))? >= self.children_from?);
        kin.all += 1;
        kin.alike += usize::from(self.are_alike(person, employee));
        kin.children += usize::from(self.born.and_then(is_child).unwrap_or_default());
    }

    pub(super) fn are_alike(&self, one: &Row, other: &Row) -> bool {
        self.shared.iter().any(|place| shares(one, other, *place))
            || self.whole.is_some_and(|place| shares_end(one, other, place))
    }

    /// Whether two rows are of one person: name and birth date are the same.
    pub(super) fn are_same(&self, one: &Row, other: &Row) -> bool {
        let alike = |place: &usize| shares(one, other, *place);
        !self.names.is_empty() && self.names.iter().all(alike) && self.born.iter().all(alike)
    }
}

/// Whether both rows have a value in a column, and the same.
pub(super) fn shares(one: &Row, other: &Row, place: usize) -> bool {
    let cell = clean(one.cell(place));
    !cell.is_empty() && cell.eq_ignore_ascii_case(clean(other.cell(place)))
}

/// Whether two whole names have the same word at one end, which a family's last name is, and not at the other.
fn shares_end(one: &Row, other: &Row, place: usize) -> bool {
    let ends = |row: &Row| {
        let folded = fold(clean(row.cell(place)));
        let mut words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() > 1);
        let first = words.next()?.to_owned();
        Some((first, words.next_back()?.to_owned()))
    };
    ends(one).zip(ends(other)).is_some_and(|(one, other)| (one.0 == other.0) != (one.1 == other.1))
}

/// The year of a date that is written with all four figures.
pub(in crate::census::columns) fn year(text: &str) -> Option<i32> {
    let date = clean(text).split([' ', 'T']).next().unwrap_or_default();
    date.split(['/', '-', '.']).find(|part| part.len() == 4).and_then(|part| part.parse().ok())
}
