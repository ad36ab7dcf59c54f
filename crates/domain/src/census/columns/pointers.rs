//! Columns that name other rows: whose dependent a row is, by the number or the name that the employee has in another column
//! (rules.md#families-by-values).
//!
//! The net knows no heading. Where no column tells who is a dependent, a person says once whether such a column does.

use std::collections::{HashMap, HashSet};

use super::roles::{LARGEST, asked, number, role};
use super::shown::{is_id, values};
use super::whose::{Said, behind_of};
use super::{Asked, Column, Mapping};
use crate::census::cells::{clean, is_placeholder, read_ssn, split_name, without_fraction, word_key};
use crate::census::field::Field;
use crate::census::keys::id_key;
use crate::census::source::{RawRow, Row};
use crate::census::vocabulary::{MemberType, Owner};
use crate::text::fold;

/// A family has so many people at most.
const LARGEST_FAMILY: usize = 10;

/// The numbers of persons that a column may name.
const NUMBERS: [Field; 3] = [Field::UniqueId, Field::Ssn, Field::OtherMemberId];

/// Where the own name or number of a row's person stands.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Own {
    Number(usize),
    /// The columns of first and last name.
    Names(usize, usize),
    WholeName(usize),
}

/// A column that names other rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::census) struct Pointer {
    place: usize,
    own: Own,
}

impl Pointer {
    /// The one in the column of the family's numbers. Where no column tells who is a dependent, a person must have mapped it so.
    pub(super) fn among(mapping: &Mapping, people: &[&Row]) -> Option<Self> {
        let may_be = |column: &&Column| column.is_decided() || telling(mapping) != [None; 2];
        Self::find(mapping, people, mapping.holder(Field::FamilyId).filter(may_be)?.index)
    }

    fn find(mapping: &Mapping, people: &[&Row], place: usize) -> Option<Self> {
        owns(mapping, people).map(|own| Self { place, own }).find(|pointer| pointer.names_others(mapping, people))
    }

    fn own(&self, row: &Row) -> Option<String> {
        let cell = |place: usize| clean(row.cell(place));
        match self.own {
            Own::Number(place) => number_of(cell(place)),
            Own::WholeName(place) => name_of(cell(place)),
            Own::Names(first, last) => Some(format!("{} {}", word_key(cell(first)), word_key(cell(last)))),
        }
    }

    /// The other row that a row names; `None` where it names none or its own.
    fn told(&self, row: &Row) -> Option<String> {
        let cell = clean(row.cell(self.place));
        let told = if matches!(self.own, Own::Number(_)) { number_of(cell) } else { name_of(cell) };
        told.filter(|told| role(cell) != Some(MemberType::Primary) && Some(told) != self.own(row).as_ref())
    }

    /// Whether most dependents that name any other row name an employee's, and no employee names one. Where no column tells who is a dependent,
    /// those are who name another row. Small numbers may count something, unless one is that of a namesake.
    fn names_others(&self, mapping: &Mapping, people: &[&Row]) -> bool {
        let telling = telling(mapping);
        let is_dependent = |row: &&Row| match telling {
            [None, None] => self.told(row).is_some(),
            _ => telling.iter().flatten().find_map(|at| role(clean(row.cell(*at)))) == Some(MemberType::Dependent),
        };
        let (dependents, others): (Vec<&Row>, Vec<&Row>) = people.iter().copied().partition(is_dependent);
        let place = mapping.column_of(Field::LastName);
        let last_name = |row: &Row| place.map(|place| fold(clean(row.cell(place))));
        let owners: HashMap<String, &Row> = others.iter().filter_map(|row| Some((self.own(row)?, *row))).collect();
        let owner = |row: &Row| owners.get(&self.told(row)?).copied();
        let told = dependents.iter().filter(|row| self.told(row).is_some()).count();
        let found: Vec<(&Row, &Row)> = dependents.iter().filter_map(|row| Some((*row, owner(row)?))).collect();
        let is_small =
            |row: &Row| self.told(row).and_then(|told| number(&told)).is_some_and(|number| number <= LARGEST);
        let is_sure =
            |(row, owner): &(&Row, &Row)| !is_small(row) || place.is_none() || last_name(row) == last_name(owner);
        found.len() * 2 >= told && found.iter().any(is_sure) && !others.iter().any(|row| owner(row).is_some())
    }

    /// Gives a row the family of the row that it names, else its own, and says who it is where nothing else does.
    pub(in crate::census) fn fill(&self, row: &Row, raw: &mut RawRow) {
        let told = self.told(row);
        let is_untold = raw.get(Field::MemberType).or(raw.get(Field::Relationship)).is_none();
        if is_untold {
            let kind = if told.is_some() { MemberType::Dependent } else { MemberType::Primary };
            raw.set(Field::MemberType, kind.name());
        }
        let family = told.or_else(|| self.own(row)).unwrap_or_default();
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

fn name_of(cell: &str) -> Option<String> {
    let (first, last) = split_name(behind_of(cell));
    (!last.is_empty()).then(|| format!("{} {}", word_key(&first), word_key(&last)))
}

/// What the people of a file may be named by: their ids, an unread column in which each row has another value, or their names.
fn owns<'a>(mapping: &'a Mapping, people: &'a [&Row]) -> impl Iterator<Item = Own> + 'a {
    let is_key = |place: usize| {
        let distinct: HashSet<&str> = values(people, place).collect();
        distinct.len() * 10 >= people.len() * 9 && distinct.len() == values(people, place).count()
    };
    let read = NUMBERS.into_iter().filter_map(|field| mapping.column_of(field));
    let unread = mapping.columns.iter().filter(|column| column.field.is_none()).map(|column| column.index);
    let numbers = read.chain(unread.filter(move |place| is_key(*place))).map(Own::Number);
    let names = mapping.column_of(Field::FirstName).zip(mapping.column_of(Field::LastName));
    let whole = mapping.column_of(Field::FullName).filter(|_| names.is_none());
    numbers.chain(names.map(|(first, last)| Own::Names(first, last))).chain(whole.map(Own::WholeName))
}

/// The columns of member types and of relationships.
fn telling(mapping: &Mapping) -> [Option<usize>; 2] {
    [Field::MemberType, Field::Relationship].map(|field| mapping.column_of(field))
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
    let found = open(mapping).chain(relationship).filter_map(|place| Pointer::find(mapping, people, place));
    let found: Vec<Pointer> = found.collect();
    let (numbers, names): (Vec<&Pointer>, Vec<&Pointer>) =
        found.iter().partition(|pointer| matches!(pointer.own, Own::Number(_)));
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
    let repeated = || open(mapping).chain(unique).filter(is_repeated);
    let pointing = repeated().find(|place| Pointer::find(mapping, people, *place).is_some());
    let shared = || repeated().find(|place| is_of_families(mapping, people, *place));
    let message = if pointing.is_some() { NAMES_OTHERS } else { SHARED };
    Some(asked(mapping, pointing.or_else(shared)?, message))
}

const NAMES_OTHERS: &str = "holds numbers or names of other rows, as a column does that tells whose dependent a row is. If it tells that, map it as \
                            Family ID: each row that names another one is then its dependent. If not, leave it out.";

const SHARED: &str = "is the same for several people of one last name, as the number of a family is, and no column tells who of them is the \
                      employee. If so, map this one as Family ID and the column that tells it as Relationship. If not, leave it out.";

/// Whether a column holds ids that only a few people share, mostly those of one last name. Small numbers may count something.
fn is_of_families(mapping: &Mapping, people: &[&Row], place: usize) -> bool {
    let [first, last] = [Field::FirstName, Field::LastName].map(|field| mapping.column_of(field));
    let name = |row: &Row, place: Option<usize>| place.map_or_else(String::new, |place| fold(clean(row.cell(place))));
    let mut families: HashMap<&str, HashSet<[String; 2]>> = HashMap::new();
    for row in people.iter().filter(|row| !is_placeholder(clean(row.cell(place)))) {
        families.entry(clean(row.cell(place))).or_default().insert([name(row, last), name(row, first)]);
    }
    families.remove("");
    let several: Vec<_> = families.values().filter(|people| people.len() > 1).collect();
    let is_family = |people: &&&HashSet<[String; 2]>| {
        people.iter().map(|[last, _]| last).collect::<HashSet<_>>().len() < people.len()
    };
    let is_number = |id: &&str| is_id(id) && number(id).is_none_or(|number| number > LARGEST);
    last.is_some()
        && !several.is_empty()
        && families.keys().all(is_number)
        && several.iter().all(|people| people.len() <= LARGEST_FAMILY)
        && several.iter().filter(is_family).count() * 2 >= several.len()
}
