//! Columns that name other rows: whose dependent a row is, by the number or the name that the employee has in another column
//! (rules.md#families-by-values).
//!
//! The net knows no heading. Where no column tells who is a dependent, a person says once whether such a column does.

use std::cell::LazyCell;
use std::collections::{HashMap, HashSet};

use super::roles::{FEWEST_FAMILIES, LARGEST, asked, number, role, role_in, telling};
use super::shown::{LOOKED_AT, Said, values};
use super::whose::behind_of;
use super::{Asked, Column, Mapping};
use crate::census::cells::{clean, is_placeholder, read_ssn, without_fraction, word_key};
use crate::census::field::Field;
use crate::census::keys::id_key;
use crate::census::source::{RawRow, Row};
use crate::census::vocabulary::{MemberType, Owner, words_of};
use crate::text::fold;

/// A number of a family stands in so many rows at most.
const LARGEST_FAMILY: usize = 10;

/// The numbers of persons that a column may name.
const NUMBERS: [Field; 3] = [Field::UniqueId, Field::Ssn, Field::OtherMemberId];

/// Where the own number of a row's person stands, or its name, in one column or in those of first and last name.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Own {
    places: Vec<usize>,
    is_number: bool,
}

impl Own {
    fn of(&self, row: &Row) -> Option<String> {
        let cells: Vec<&str> = self.places.iter().map(|place| clean(row.cell(*place))).collect();
        self.read(&cells.join(" "))
    }

    /// The number or the name of a cell, as far as two are compared.
    fn read(&self, cell: &str) -> Option<String> {
        if self.is_number { number_of(cell) } else { name_of(cell) }
    }
}

/// A column that names other rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::census) struct Pointer {
    place: usize,
    own: Own,
}

impl Pointer {
    /// The one in the column of the family's numbers. Where no column tells who is a dependent, a person must have mapped it so.
    pub(in crate::census) fn among(mapping: &Mapping, people: &[&Row]) -> Option<Self> {
        let may_be = |column: &&Column| column.is_decided() || telling(mapping) != [None; 2];
        let place = mapping.holder(Field::FamilyId).filter(may_be)?.index;
        Owners::of(mapping, people).named_in(place)
    }

    /// The other row that a row names; `None` where it names none or its own.
    fn told(&self, row: &Row) -> Option<String> {
        let cell = clean(row.cell(self.place));
        let is_self = !cell.contains(|c: char| c.is_ascii_digit()) && role(cell) == Some(MemberType::Primary);
        self.own.read(cell).filter(|told| !is_self && Some(told) != self.own.of(row).as_ref())
    }

    /// Gives a row the family of the row that it names, else its own, and says who it is where nothing else does.
    pub(in crate::census) fn fill(&self, row: &Row, raw: &mut RawRow) {
        let told = self.told(row);
        let is_untold = raw.get(Field::MemberType).or(raw.get(Field::Relationship)).is_none();
        if is_untold && !clean(row.cell(self.place)).is_empty() {
            let kind = if told.is_some() { MemberType::Dependent } else { MemberType::Primary };
            raw.set(Field::MemberType, kind.name());
        }
        let family = told.or_else(|| self.own.of(row)).unwrap_or_default();
        raw.set(Field::FamilyId, &family);
    }
}

/// A number as a key; a social security number is not shown.
fn number_of(cell: &str) -> Option<String> {
    let id = fold(without_fraction(cell));
    let is_ssn = read_ssn(cell).is_some() && id.bytes().filter(u8::is_ascii_digit).count() == 9;
    (!id.is_empty() && !is_placeholder(cell))
        .then(|| if is_ssn { format!("{:x}", id_key(b's', &word_key(&id))) } else { id })
}

/// The words of a name in any order, without initials.
fn name_of(cell: &str) -> Option<String> {
    let folded = fold(behind_of(cell));
    let mut words: Vec<&str> = words_of(&folded).into_iter().filter(|word| word.len() > 1).collect();
    words.sort_unstable();
    (words.len() > 1).then(|| words.join(" "))
}

/// The rows that a column may name.
struct Owners<'a> {
    telling: [Option<usize>; 2],
    last_name: Option<usize>,
    /// The dependents, where a column tells who they are, else everybody; and the others.
    dependents: Vec<&'a Row>,
    others: Vec<&'a Row>,
    /// The rows by their ids, by an unread column in which each row has another value, or by their names.
    by_own: Vec<(Own, HashMap<String, &'a Row>)>,
}

impl<'a> Owners<'a> {
    fn of(mapping: &Mapping, people: &[&'a Row]) -> Self {
        let is_key = |place: usize| {
            let distinct: HashSet<&str> = values(people, place).collect();
            distinct.len() * 10 >= people.len() * 9 && distinct.len() == values(people, place).count()
        };
        let read = NUMBERS.into_iter().filter_map(|field| mapping.column_of(field));
        let unread = mapping.columns.iter().filter(|column| column.field.is_none()).map(|column| column.index);
        let numbers = read.chain(unread.filter(|place| is_key(*place)));
        let numbers = numbers.map(|place| Own { places: vec![place], is_number: true });
        let parts = [Field::FirstName, Field::LastName].map(|field| mapping.column_of(field));
        let name: Option<Vec<usize>> = parts.into_iter().collect();
        let name = name.or_else(|| Some(vec![mapping.column_of(Field::FullName)?]));
        let owns = numbers.chain(name.map(|places| Own { places, is_number: false }));
        let rows = |own: &Own| people.iter().filter_map(|row| Some((own.of(row)?, *row))).collect();
        let telling = telling(mapping);
        let is_told = telling != [None; 2];
        let (dependents, others) =
            people.iter().partition(|row| !is_told || role_in(telling, row) == Some(MemberType::Dependent));
        let by_own = owns.map(|own| (own.clone(), rows(&own))).collect();
        Self { telling, last_name: mapping.column_of(Field::LastName), dependents, others, by_own }
    }

    fn named_in(&self, place: usize) -> Option<Pointer> {
        let pointers = self.by_own.iter().map(|(own, rows)| (Pointer { place, own: own.clone() }, rows));
        pointers.into_iter().find(|(pointer, rows)| self.are_named(pointer, rows)).map(|(pointer, _)| pointer)
    }

    /// Whether most dependents that name any other row name an employee's, and no employee names one. Where no column tells who is a dependent,
    /// those are who name another row. Small numbers may count something, unless one is that of a namesake.
    fn are_named(&self, pointer: &Pointer, rows: &HashMap<String, &Row>) -> bool {
        let is_owner = |row: &&&Row| match self.telling {
            [None, None] => pointer.told(row).is_none(),
            telling => role_in(telling, row) != Some(MemberType::Dependent),
        };
        let owner = |row: &Row| pointer.told(row).and_then(|told| rows.get(&told).filter(is_owner).copied());
        let told = self.dependents.iter().filter_map(|row| Some((*row, pointer.told(row)?)));
        let told: Vec<(&Row, String)> = told.take(LOOKED_AT as usize).collect();
        let last_name = |row: &Row| self.last_name.map(|place| fold(clean(row.cell(place))));
        let (mut found, mut is_sure) = (0, false);
        for (row, told) in &told {
            let Some(owner) = rows.get(told).filter(is_owner) else { continue };
            found += 1;
            let is_small = number(told).is_some_and(|number| number <= LARGEST);
            is_sure |= !is_small || self.last_name.is_none() || last_name(row) == last_name(owner);
        }
        is_sure && found * 2 >= told.len() && !self.others.iter().any(|row| owner(row).is_some())
    }
}

/// The columns without a field that may hold the names or numbers of other rows.
fn open(mapping: &Mapping) -> impl Iterator<Item = usize> {
    let may_name = |column: &&Column| Said::of(column).is_some() || column.owner() == Some(Owner::Employee);
    mapping.columns.iter().filter(|column| column.is_open()).filter(may_name).map(|column| column.index)
}

/// Takes the columns that tell by their values whose dependent a row is, where another column tells who is one: numbers of employees are a
/// family's key, whole names are those of employees.
pub(super) fn settle(mapping: &mut Mapping, people: &[&Row]) {
    let [kind, relationship] = telling(mapping);
    if kind.or(relationship).is_none() {
        return;
    }
    let owners = LazyCell::new(|| Owners::of(mapping, people));
    let found: Vec<Pointer> = open(mapping).chain(relationship).filter_map(|place| owners.named_in(place)).collect();
    let (numbers, names): (Vec<&Pointer>, Vec<&Pointer>) = found.iter().partition(|pointer| pointer.own.is_number);
    if let Some(pointer) = numbers.first().filter(|_| !mapping.holds(Field::FamilyId)) {
        mapping.take_by_values(pointer.place, Field::FamilyId);
    }
    if let Some(pointer) = names.first() {
        mapping.columns[pointer.place].owned = Some((Owner::Employee, Field::FullName));
    }
}

/// The question about the first column that may tell whose dependent a row is, where no column tells who is one.
pub(super) fn question(mapping: &Mapping, people: &[&Row]) -> Option<Asked> {
    let is_repeated = |place: &usize| values(people, *place).map(word_key).collect::<HashSet<_>>().len() < people.len();
    // An id that comes again may be the employee's.
    let unique = mapping.holder(Field::UniqueId).filter(|column| !column.is_decided()).map(|column| column.index);
    let mut repeated = open(mapping).chain(unique).filter(is_repeated);
    let owners = LazyCell::new(|| Owners::of(mapping, people));
    let pointing = repeated.find(|place| owners.named_in(*place).is_some());
    let shared = || open(mapping).find(|place| numbers_families(mapping, people, *place));
    pointing.map(|place| asked(mapping, place, NAMES_OTHERS)).or_else(|| Some(asked(mapping, shared()?, IS_SHARED)))
}

/// Whether a column numbers families: at least two of its numbers stand in several rows, always one below the other, most stand in one, and one of
/// them in rows of the same last name.
fn numbers_families(mapping: &Mapping, people: &[&Row], place: usize) -> bool {
    let cell = |row: &Row| clean(row.cell(place)).to_owned();
    let filled: Vec<&Row> = people.iter().copied().filter(|row| !cell(row).is_empty()).collect();
    let is_number = |cell: &str| cell.contains(|c: char| c.is_ascii_digit()) && !cell.contains(['.', '$', '/', ' ']);
    let runs: Vec<&[&Row]> = filled.chunk_by(|one, other| cell(one) == cell(other)).collect();
    let families = || runs.iter().filter(|run| run.len() > 1);
    let distinct = filled.iter().map(|row| cell(row)).collect::<HashSet<_>>().len();
    let last_name = |row: &Row| mapping.column_of(Field::LastName).map(|at| fold(clean(row.cell(at))));
    distinct == runs.len()
        && families().count() >= FEWEST_FAMILIES
        && filled.iter().all(|row| is_number(&cell(row)))
        && runs.iter().all(|run| run.len() <= LARGEST_FAMILY)
        && distinct * 2 > filled.len()
        && families().any(|run| run.windows(2).any(|two| last_name(two[0]) == last_name(two[1])))
}

const IS_SHARED: &str = "has one number for several rows that follow each other, as a column does that numbers families. If it does, map it as \
                         Family ID; who is a dependent is then asked before the import. If not, leave it out.";

const NAMES_OTHERS: &str = "holds numbers or names of other rows, as a column does that tells whose dependent a row is. If it tells that, map it as \
                            Family ID: each row that names another one is then its dependent. If not, leave it out.";
