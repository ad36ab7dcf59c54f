//! What the rows at the beginning tell of the columns, beside the headings.
//!
//! `Type` and `Role` hold who somebody is in one file and how he is employed in the next, and `Dependent` holds
//! a name or a yes. Where the rows leave a doubt, the file asks, or the column stays without a field and is listed for a person to map.

use std::collections::HashMap;

use chrono::NaiveDate;

use super::orders::{DateEvidence, exchanged_names};
use super::shown::{Shown, is_id, values};
use super::suggested::suggest;
use super::{Column, Mapping, pointers, roles, whose};
use crate::census::cells::{clean, word_key};
use crate::census::field::Field;
use crate::census::findings::{Issue, IssueKind};
use crate::census::source::Row;
use crate::census::vocabulary::{Meaning, Owner, Remembered, WholeHeading, heading_key, owned};

/// So many rows are looked at, which is all of most files: the last ones may tell what the first ones do not.
pub(in crate::census) const ROWS_LOOKED_AT: usize = 20_000;
/// A row of a person has so many cells at least, where there are as many columns.
const FEWEST_CELLS: usize = 3;

/// A phone in so few rows may be that of a family.
const FEWEST_SHARING: usize = 3;

/// Which column holds which field, by the headings and by the rows at the beginning.
pub(in crate::census) fn propose(headings: &[String], remembered: &Remembered, people: &[&Row]) -> Mapping {
    let read = spelled_out(headings, remembered, people);
    let mut mapping = Mapping::propose(read.iter().map(String::as_str), remembered);
    mapping.columns.iter_mut().zip(headings).for_each(|(column, heading)| column.heading.clone_from(heading));
    settle(&mut mapping, people);
    mapping
}

/// The headings, with those spelled out that mean a thing by their values alone: below `Employee` stand numbers, and below `Member`, beside the
/// employee's name, the names of others.
fn spelled_out(headings: &[String], remembered: &Remembered, people: &[&Row]) -> Vec<String> {
    let are_ids = |place: usize| values(people, place).next().is_some() && values(people, place).all(is_id);
    let are_names = |place: usize| Shown::of(values(people, place)).may_be_names();
    let names_employee = headings.iter().enumerate().any(|(place, heading)| {
        let owned = owned(&heading_key(heading));
        matches!(owned, Some((Owner::Employee, Field::FullName | Field::LastName, _))) && !are_ids(place)
    });
    let spelled = |(place, heading): (usize, &String)| match heading_key(heading).as_str() {
        key if remembered.contains_key(key) => heading.clone(),
        key if WholeHeading::Employee.contains(key) && are_ids(place) => "Employee ID".to_owned(),
        key if names_employee && WholeHeading::Person.contains(key) && are_names(place) => format!("{heading} Name"),
        _ => heading.clone(),
    };
    headings.iter().enumerate().map(spelled).collect()
}

/// Gives the columns that no heading and no person has given a field the one that their values tell. Dates count as dates of birth up to
/// `today`.
pub(in crate::census) fn complete(mapping: &mut Mapping, people: &[&Row], today: NaiveDate) {
    settle(mapping, people);
    let looks_so =
        |column: &&Column| column.is_open() && suggest(values(people, column.index), today) == Some(Field::DateOfBirth);
    // A person maps the first such column or leaves it out (rules.md#list-without-birth-dates).
    let likely = mapping.columns.iter().filter(|_| mapping.lacks_birth_dates_only()).find(looks_so);
    mapping.likely_birth_dates = likely.map(|column| column.index);
}

/// Weighs whose the columns are, which ones tell of families, and how the dates of birth are written.
fn settle(mapping: &mut Mapping, people: &[&Row]) {
    mapping.asked.clear();
    whose::give_back(mapping);
    pointers::settle(mapping, people);
    whose::settle(mapping, people);
    if roles::settle(mapping, people) {
        let question = pointers::question(mapping, people);
        mapping.asked.extend(question);
    }
    let exchanged = exchanged_names(mapping, people);
    mapping.asked.extend(exchanged);
    look_at_births(mapping, people);
}

/// Records what the rows at the beginning tell of the dates of birth. A system that fills in a template without having them leaves all blank.
pub(in crate::census) fn look_at_births(mapping: &mut Mapping, people: &[&Row]) {
    let is_blank = |place: usize| values(people, place).next().is_none();
    mapping.are_births_blank = !people.is_empty() && mapping.column_of(Field::DateOfBirth).is_some_and(is_blank);
    (mapping.dates, mapping.other_dates) = DateEvidence::among(mapping, people);
}

/// Warns of a phone or an e-mail address that most of the first rows have.
pub(in crate::census) fn shared_contacts(mapping: &Mapping, people: &[&Row], line: u64) -> Vec<Issue> {
    let warn = |field: Field| {
        let column = mapping.holder(field)?;
        let mut shared: HashMap<String, usize> = HashMap::new();
        values(people, column.index).for_each(|cell| *shared.entry(word_key(cell)).or_default() += 1);
        let rows = shared.into_values().max().filter(|rows| *rows >= FEWEST_SHARING && rows * 2 > people.len())?;
        let message = format!(
            "'{}' is the same in {rows} rows, as that of an office is. It is stored for each of these people; leave the column out if it is not \
             theirs.",
            column.called()
        );
        Some(Issue::of_column(line, &column.heading, IssueKind::SharedContact, message))
    };
    [Field::Email, Field::CellPhone, Field::HomePhone].into_iter().filter_map(warn).collect()
}

/// Keeps the rows of people, which are not the heading once more, as on each page of a print.
pub(in crate::census) fn keep_people(headings: &[String], rows: &mut Vec<Row>) {
    let keys: Vec<String> = headings.iter().map(|heading| heading_key(heading)).collect();
    let fewest = FEWEST_CELLS.min(headings.len());
    rows.retain(|row| {
        let filled = || row.cells().map(clean).zip(0..).filter(|(cell, _)| !cell.is_empty());
        let is_heading = |cell: &str, place: usize| keys.get(place).is_none_or(|key| heading_key(cell) == *key);
        filled().count() >= fewest && !filled().all(|(cell, place)| is_heading(cell, place))
    });
}
