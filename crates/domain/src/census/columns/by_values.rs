//! Columns whose heading tells too little, and whose values leave no doubt.
//!
//! `Type` and `Role` hold who somebody is in one file and how he is employed in the next, and `Dependent` holds
//! a name or a yes. The rows at the beginning decide; where they leave a doubt, the column stays without a field and is listed for a person to map.

use chrono::NaiveDate;

use super::another_person;
use super::employees::Employees;
use super::leaving_by_values;
use super::meanings::Meanings;
use super::name_order::NameOrder;
use super::orders::DateEvidence;
use super::roles::{self, SuffixedIds};
use super::shared_contacts::SharedContacts;
use super::spelled::spelled_out;
use super::statuses;
use super::suggest::suggest;
use super::{How, Mapping};
use crate::census::cells::{clean, is_placeholder};
use crate::census::field::Field;
use crate::census::findings::leaving;
use crate::census::source::lines::Row;
use crate::census::vocabulary::Remembered;
use crate::census::vocabulary::heading_keys::heading_key;

/// How many rows are looked at.
pub(in crate::census) const ROWS_LOOKED_AT: usize = 500;
/// A row of a person has so many cells at least.
const FEWEST_CELLS: usize = 3;
/// The fewest filled cells of a row that holds a name and anything more.
const FEWEST_OF_NAMED: usize = 2;

/// What the values of the rows at the beginning tell of how the others are to be read.
#[derive(Debug, Default)]
pub(in crate::census) struct Told {
    /// What values mean by the others of their column.
    pub(in crate::census) meanings: Meanings,
    /// The ids that are a family's number with one of the person's.
    pub(in crate::census) ids: Option<SuffixedIds>,
    /// The phones and addresses that are nobody's own.
    pub(in crate::census) contacts: SharedContacts,
    /// Which name comes first in the column of whole names.
    pub(in crate::census) names: Option<NameOrder>,
    /// The employees who are named beside their dependents.
    pub(in crate::census) employees: Employees,
    /// The columns below unknown headings whose values may tell who has left.
    pub(in crate::census) leaving: Vec<(usize, leaving::Sign)>,
}

/// Which column holds which field, by the headings and by the rows at the beginning.
pub(in crate::census) fn propose(headings: &[String], remembered: &Remembered, rows: &[Row]) -> Mapping {
    let people = people_below(headings, rows, FEWEST_CELLS);
    let read = spelled_out(headings, remembered, |place| values(rows, place, "").collect());
    let keys: Vec<String> = read.iter().map(|heading| heading_key(heading)).collect();
    let mut mapping = Mapping::propose(read.iter().map(String::as_str), remembered);
    mapping.columns.iter_mut().zip(headings).for_each(|(column, heading)| column.heading.clone_from(heading));
    statuses::choose(&mut mapping, remembered, |place| values(rows, place, &keys[place]));
    settle(&mut mapping, &people);
    look_at_births(&mut mapping, rows);
    mapping
}

/// Gives the columns that no heading and no person has given a field the one that their values tell. Dates count as dates of birth up to
/// `today`.
pub(in crate::census) fn complete(mapping: &mut Mapping, rows: &[Row], today: NaiveDate) {
    let headings: Vec<String> = mapping.columns().iter().map(|column| column.heading.clone()).collect();
    let people = people_below(&headings, rows, FEWEST_CELLS);
    mapping.today = Some(today);
    settle(mapping, &people);
    look_at_births(mapping, rows);
    mapping.likely_birth_dates = likely_birth_dates(mapping, rows, today);
}

/// Weighs whose the columns are and which ones tell of families.
fn settle(mapping: &mut Mapping, people: &[&Row]) {
    mapping.asked.clear();
    another_person::settle(mapping, people);
    roles::settle(mapping, people);
}

/// Records what the rows at the beginning tell of the dates of birth.
pub(in crate::census) fn look_at_births(mapping: &mut Mapping, rows: &[Row]) {
    let headings = mapping.columns().len();
    let dates = DateEvidence::among(mapping, &rows_with(rows, FEWEST_CELLS.min(headings)).collect::<Vec<_>>());
    mapping.are_births_blank = are_births_blank(mapping, rows);
    mapping.dates = dates;
}

/// What else the rows at the beginning tell by a mapping, be it proposed or made by a person.
pub(in crate::census) fn infer(mapping: &Mapping, rows: &[Row]) -> Told {
    let headings: Vec<String> = mapping.columns().iter().map(|column| column.heading.clone()).collect();
    let people = people_below(&headings, rows, FEWEST_CELLS);
    let named = people_below(&headings, rows, FEWEST_CELLS.min(headings.len()));
    let names = NameOrder::among(mapping, &named);
    Told {
        meanings: Meanings::among(mapping, &people),
        ids: SuffixedIds::among(mapping, &people),
        contacts: SharedContacts::among(mapping, &people),
        names,
        employees: Employees::among(mapping, &people_below(&headings, rows, FEWEST_OF_NAMED), names),
        leaving: leaving_by_values::among(mapping, &people),
    }
}

/// The rows with so many cells that are not the heading once more.
fn people_below<'a>(headings: &[String], rows: &'a [Row], fewest: usize) -> Vec<&'a Row> {
    rows_with(rows, fewest).filter(|row| !repeats(headings, row)).collect()
}

/// Whether every one of these rows leaves the columns of birth dates blank, as a system does that fills in a template without having them.
fn are_births_blank(mapping: &Mapping, rows: &[Row]) -> bool {
    let births = mapping.births();
    let is_blank = |cell: &str| cell.is_empty() || is_placeholder(cell);
    let is_left_blank = |row: &Row| births.iter().all(|place| is_blank(clean(row.cell(*place))));
    !births.is_empty() && people(rows).next().is_some() && people(rows).all(is_left_blank)
}

/// The first column without a field whose values look like dates of birth, where a file with ids has no column of them. A person maps it
/// or leaves it out (rules.md#list-without-birth-dates).
fn likely_birth_dates(mapping: &Mapping, rows: &[Row], today: NaiveDate) -> Option<usize> {
    let mut open = mapping.columns().iter().filter(|column| column.how == How::Unmapped);
    let looks_so = |place| suggest(values(rows, place, ""), today) == Some(Field::DateOfBirth);
    mapping.lacks_birth_dates_only().then(|| open.find(|column| looks_so(column.index)))?.map(|column| column.index)
}

/// What stands in a column on the rows of people.
fn values<'a>(rows: &'a [Row], place: usize, key: &'a str) -> impl Iterator<Item = &'a str> + Clone {
    let told = people(rows).map(move |row| clean(row.cell(place)));
    told.filter(move |cell| !cell.is_empty() && !is_placeholder(cell) && heading_key(cell) != key)
}

fn people(rows: &[Row]) -> impl Iterator<Item = &Row> + Clone {
    rows_with(rows, FEWEST_CELLS)
}

fn rows_with(rows: &[Row], fewest: usize) -> impl Iterator<Item = &Row> + Clone {
    rows.iter().filter(move |row| row.cells().filter(|cell| !clean(cell).is_empty()).count() >= fewest)
}

/// Whether a row is the heading once more, as on each page of a print.
fn repeats(headings: &[String], row: &Row) -> bool {
    let mut filled = row.cells().map(clean).zip(headings).filter(|(cell, _)| !cell.is_empty());
    filled.all(|(cell, heading)| heading_key(cell) == heading_key(heading))
}
