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
use super::{Column, How, Mapping};
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
    /// The phones and addresses of an office.
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
    let read = spelled_out(headings, remembered, |place| values(&people, place).collect());
    let mut mapping = Mapping::propose(read.iter().map(String::as_str), remembered);
    mapping.columns.iter_mut().zip(headings).for_each(|(column, heading)| column.heading.clone_from(heading));
    statuses::choose(&mut mapping, remembered, |place| values(&people, place));
    settle(&mut mapping, rows);
    mapping
}

/// Gives the columns that no heading and no person has given a field the one that their values tell. Dates count as dates of birth up to
/// `today`.
pub(in crate::census) fn complete(mapping: &mut Mapping, rows: &[Row], today: NaiveDate) {
    mapping.today = Some(today);
    settle(mapping, rows);
    let people = people_below(&headings_of(mapping), rows, FEWEST_CELLS);
    let looks_so = |column: &&Column| {
        column.how == How::Unmapped && suggest(values(&people, column.index), today) == Some(Field::DateOfBirth)
    };
    // A person maps the first such column or leaves it out (rules.md#list-without-birth-dates).
    let likely = mapping.columns.iter().filter(|_| mapping.lacks_birth_dates_only()).find(looks_so);
    mapping.likely_birth_dates = likely.map(|column| column.index);
}

/// Weighs whose the columns are, which ones tell of families, and how the dates of birth are written.
fn settle(mapping: &mut Mapping, rows: &[Row]) {
    let people = people_below(&headings_of(mapping), rows, FEWEST_CELLS);
    mapping.asked.clear();
    another_person::settle(mapping, &people);
    roles::settle(mapping, &people);
    let people = people_below(&headings_of(mapping), rows, FEWEST_OF_NAMED);
    let asked = Employees::among(mapping, &people, false).question(mapping);
    mapping.asked.extend(asked);
    look_at_births(mapping, rows);
}

/// Records what the rows at the beginning tell of the dates of birth. A system that fills in a template without having them leaves all blank.
pub(in crate::census) fn look_at_births(mapping: &mut Mapping, rows: &[Row]) {
    let headings = headings_of(mapping);
    let people = people_below(&headings, rows, FEWEST_CELLS);
    let births = mapping.births();
    let is_blank = |place: &usize| values(&people, *place).next().is_none();
    mapping.are_births_blank = !births.is_empty() && !people.is_empty() && births.iter().all(is_blank);
    mapping.dates = DateEvidence::among(mapping, &people_below(&headings, rows, FEWEST_CELLS.min(headings.len())));
}

/// What else the rows at the beginning tell by a mapping, be it proposed or made by a person.
pub(in crate::census) fn infer(mapping: &Mapping, rows: &[Row]) -> Told {
    let headings = headings_of(mapping);
    let people = people_below(&headings, rows, FEWEST_CELLS);
    let names = NameOrder::among(mapping, &people_below(&headings, rows, FEWEST_CELLS.min(headings.len())));
    let last_first = names.is_some_and(|order| order.last_first);
    Told {
        meanings: Meanings::among(mapping, &people),
        ids: SuffixedIds::among(mapping, &people),
        contacts: SharedContacts::among(mapping, &people),
        names,
        employees: Employees::among(mapping, &people_below(&headings, rows, FEWEST_OF_NAMED), last_first),
        leaving: leaving_by_values::among(mapping, &people),
    }
}

fn headings_of(mapping: &Mapping) -> Vec<String> {
    mapping.columns.iter().map(|column| column.heading.clone()).collect()
}

/// The rows with so many cells that are not the heading once more, as on each page of a print.
fn people_below<'a>(headings: &[String], rows: &'a [Row], fewest: usize) -> Vec<&'a Row> {
    let filled = |row: &'a Row| row.cells().map(clean).zip(0..).filter(|(cell, _)| !cell.is_empty());
    let is_heading = |(cell, place): (&str, usize)| {
        headings.get(place).is_none_or(|heading| heading_key(cell) == heading_key(heading))
    };
    let is_person = |row: &&'a Row| filled(row).count() >= fewest && !filled(row).all(is_heading);
    rows.iter().filter(is_person).collect()
}

/// What stands in a column on the rows of people.
fn values<'a>(people: &[&'a Row], place: usize) -> impl Iterator<Item = &'a str> + Clone {
    let cells = people.iter().map(move |row| clean(row.cell(place))).collect::<Vec<_>>().into_iter();
    cells.filter(|cell| !cell.is_empty() && !is_placeholder(cell))
}
