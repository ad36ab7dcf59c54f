//! What the rows at the beginning tell of the columns, beside the headings.
//!
//! `Type` and `Role` hold who somebody is in one file and how he is employed in the next, and `Dependent` holds
//! a name or a yes. Where the rows leave a doubt, the file asks, or the column stays without a field and is listed for a person to map.

use std::collections::HashMap;

use chrono::{Datelike, NaiveDate};

use super::leaving::LeavingColumns;
use super::orders::{DateEvidence, NameOrder, exchanged_names};
use super::pointers::Pointer;
use super::roles::{self, Meanings, are_roles, says_relation};
use super::shown::{Shown, is_id, values};
use super::whose::NamedEmployee;
use super::{Column, How, Mapping, whose};
use crate::census::cells::{
    DateOrder, clean, is_placeholder, read_birth_date, read_email, read_gender, read_member_type, read_phone,
    read_plan, read_relationship, read_ssn, read_state, read_status, read_zip, word_key,
};
use crate::census::field::Field;
use crate::census::findings::{Issue, IssueKind};
use crate::census::source::Row;
use crate::census::vocabulary::{Meaning, Owner, Remembered, WholeHeading, heading_key, owned};
use crate::members::Gender;

/// So many rows are looked at, which is all of most files: the last ones may tell what the first ones do not.
pub(in crate::census) const ROWS_LOOKED_AT: usize = 20_000;
/// A row of a person has so many cells at least.
const FEWEST_CELLS: usize = 3;

/// A phone in so few rows may be that of a family.
const FEWEST_SHARING: usize = 3;

/// What the values of the rows at the beginning tell of how the others are to be read.
#[derive(Debug, Default)]
pub(in crate::census) struct Told {
    /// What values mean by the others of their column.
    pub(in crate::census) meanings: Meanings,
    /// Which name comes first in the column of whole names.
    pub(in crate::census) names: Option<NameOrder>,
    /// The employees who are named beside the rows' own people.
    pub(in crate::census) employee: Option<NamedEmployee>,
    /// The column that names the rows of employees.
    pub(in crate::census) pointer: Option<Pointer>,
    /// The columns that may tell who has left.
    pub(in crate::census) leaving: LeavingColumns,
}

/// Which column holds which field, by the headings and by the rows at the beginning.
pub(in crate::census) fn propose(headings: &[String], remembered: &Remembered, rows: &[Row]) -> Mapping {
    let people = people_below(headings, rows, FEWEST_CELLS);
    let read = spelled_out(headings, remembered, &people);
    let mut mapping = Mapping::propose(read.iter().map(String::as_str), remembered);
    mapping.columns.iter_mut().zip(headings).for_each(|(column, heading)| column.heading.clone_from(heading));
    choose_relationship(&mut mapping, remembered, &people);
    settle(&mut mapping, rows);
    mapping
}

/// The headings, with those spelled out that mean a thing by their values alone: below `Employee` stand numbers, and below `Member`, beside the
/// employee's name, the names of others.
fn spelled_out(headings: &[String], remembered: &Remembered, people: &[&Row]) -> Vec<String> {
    let are_ids = |place: usize| values(people, place).next().is_some() && values(people, place).all(is_id);
    let names_employee = (0..).zip(headings).any(|(place, heading)| {
        let owned =
            owned(&heading_key(heading)).filter(|(_, field, _)| matches!(field, Field::FullName | Field::LastName));
        owned.is_some_and(|(owner, ..)| owner == Owner::Employee) && !are_ids(place)
    });
    let spelled = |(place, heading): (usize, &String)| match heading_key(heading).as_str() {
        key if remembered.contains_key(key) => heading.clone(),
        key if WholeHeading::Employee.contains(key) && are_ids(place) => "Employee ID".to_owned(),
        key if names_employee
            && WholeHeading::Person.contains(key)
            && Shown::of(values(people, place)).may_be_names() =>
        {
            format!("{heading} Name")
        }
        _ => heading.clone(),
    };
    headings.iter().enumerate().map(spelled).collect()
}

/// Of several columns that are headed as relationships takes one with words for them, where the first has codes of its own.
fn choose_relationship(mapping: &mut Mapping, remembered: &Remembered, people: &[&Row]) {
    let field = Field::Relationship;
    let fits = |column: &Column| are_roles(&values(people, column.index).collect::<Vec<_>>());
    let Some(holder) = mapping.holder(field) else { return };
    let is_rival = |column: &&Column| {
        let is_headed = column.is_headed(field) || says_relation(column);
        column.field.is_none() && !remembered.contains_key(&column.key) && is_headed && fits(column)
    };
    let rival = mapping.columns.iter().find(is_rival).filter(|_| holder.how == How::Known && !fits(holder));
    if let Some(index) = rival.map(|column| column.index) {
        mapping.take_by_values(index, field);
    }
}

/// Gives the columns that no heading and no person has given a field the one that their values tell. Dates count as dates of birth up to
/// `today`.
pub(in crate::census) fn complete(mapping: &mut Mapping, rows: &[Row], today: NaiveDate) {
    settle(mapping, rows);
    let people = people_below(&headings_of(mapping), rows, FEWEST_CELLS);
    let looks_so = |column: &&Column| {
        column.is_open() && suggest(values(&people, column.index), today) == Some(Field::DateOfBirth)
    };
    // A person maps the first such column or leaves it out (rules.md#list-without-birth-dates).
    let likely = mapping.columns.iter().filter(|_| mapping.lacks_birth_dates_only()).find(looks_so);
    mapping.likely_birth_dates = likely.map(|column| column.index);
}

/// Weighs whose the columns are, which ones tell of families, and how the dates of birth are written.
fn settle(mapping: &mut Mapping, rows: &[Row]) {
    let people = people_below(&headings_of(mapping), rows, FEWEST_CELLS);
    mapping.asked.clear();
    whose::settle(mapping, &people);
    roles::settle(mapping, &people);
    let exchanged = exchanged_names(mapping, &people);
    mapping.asked.extend(exchanged);
    look_at_births(mapping, rows);
}

/// Records what the rows at the beginning tell of the dates of birth. A system that fills in a template without having them leaves all blank.
pub(in crate::census) fn look_at_births(mapping: &mut Mapping, rows: &[Row]) {
    let headings = headings_of(mapping);
    let people = people_below(&headings, rows, FEWEST_CELLS);
    let is_blank = |place: usize| values(&people, place).next().is_none();
    mapping.are_births_blank = !people.is_empty() && mapping.column_of(Field::DateOfBirth).is_some_and(is_blank);
    (mapping.dates, mapping.other_dates) =
        DateEvidence::among(mapping, &people_below(&headings, rows, FEWEST_CELLS.min(headings.len())));
}

/// What else the rows at the beginning tell by a mapping, be it proposed or made by a person.
pub(in crate::census) fn infer(mapping: &Mapping, rows: &[Row]) -> Told {
    let headings = headings_of(mapping);
    let people = people_below(&headings, rows, FEWEST_CELLS);
    let names = NameOrder::among(mapping, &people_below(&headings, rows, FEWEST_CELLS.min(headings.len())));
    Told {
        meanings: Meanings::among(mapping, &people),
        names,
        employee: NamedEmployee::among(mapping).map(|employee| employee.ordered(names)),
        pointer: Pointer::among(mapping, &people),
        leaving: LeavingColumns::among(mapping, &people),
    }
}

/// Warns of a phone or an e-mail address that most of the first rows have.
pub(in crate::census) fn shared_contacts(mapping: &Mapping, rows: &[Row], line: u64) -> Vec<Issue> {
    let people = people_below(&headings_of(mapping), rows, FEWEST_CELLS);
    let warn = |field: Field| {
        let column = mapping.holder(field)?;
        let mut shared: HashMap<String, usize> = HashMap::new();
        values(&people, column.index).for_each(|cell| *shared.entry(word_key(cell)).or_default() += 1);
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

fn headings_of(mapping: &Mapping) -> Vec<String> {
    mapping.columns.iter().map(|column| column.heading.clone()).collect()
}

/// The rows with so many cells that are not the heading once more, as on each page of a print.
fn people_below<'a>(headings: &[String], rows: &'a [Row], fewest: usize) -> Vec<&'a Row> {
    let is_person = |row: &&'a Row| {
        let filled = || row.cells().map(clean).zip(0..).filter(|(cell, _)| !cell.is_empty());
        let is_heading = |place: usize, cell: &str| {
            headings.get(place).is_none_or(|heading| heading_key(cell) == heading_key(heading))
        };
        filled().count() >= fewest && !filled().all(|(cell, place)| is_heading(place, cell))
    };
    rows.iter().filter(is_person).collect()
}

/// The field that nearly all values of a column could be of; `None` when there is none, or no value.
pub fn suggest<'a>(values: impl Iterator<Item = &'a str>, today: NaiveDate) -> Option<Field> {
    use Field::{CellPhone, DateOfBirth, Email, FullName, Gender, MemberType, Relationship, Ssn, State, Status};
    let values: Vec<&str> = values.filter(|value| !value.is_empty() && !is_placeholder(value)).collect();
    let most = |field: &Field| {
        let such = values.iter().filter(|value| is_like(*field, value, today)).count();
        such > 0 && such * 10 >= values.len() * 9
    };
    // The surest first.
    let of_words = [Gender, State, Status, Relationship, MemberType, FullName];
    let found = [Email, DateOfBirth, Ssn, CellPhone].into_iter().chain(of_words).find(most)?;
    (found != Field::DateOfBirth || is_of_grown_ups(&values, today)).then_some(found)
}

/// Whether a value can be read as a field; `None` of fields that any text can be.
pub(in crate::census) fn is_readable(field: Field, text: &str, today: NaiveDate) -> Option<bool> {
    let is_day = |order| read_birth_date(text, today, order).is_some();
    Some(match field {
        Field::Email => read_email(text).is_some(),
        Field::DateOfBirth => is_day(DateOrder::MonthFirst) || is_day(DateOrder::DayFirst),
        Field::Ssn => read_ssn(text).is_some(),
        Field::CellPhone | Field::HomePhone => read_phone(text).is_some(),
        Field::ZipCode => read_zip(text).is_some(),
        Field::Gender => read_gender(text).is_some(),
        Field::State => read_state(text).is_some(),
        Field::Relationship => read_relationship(text).is_some(),
        Field::MemberType => read_member_type(text).is_some(),
        Field::PlanName => read_plan(text).is_some(),
        _ => return None,
    })
}

/// Whether a value has the form of a field as well.
fn is_like(field: Field, text: &str, today: NaiveDate) -> bool {
    let is_word = |text: &str| text.starts_with(char::is_alphabetic);
    let lengths = || text.split('-').map(str::len).collect::<Vec<_>>();
    let has_form = match field {
        // A bare number of five digits may as well be a ZIP code.
        Field::DateOfBirth => text.len() == 8 || !text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'),
        Field::Ssn => lengths() == [3, 2, 4],
        // `X` and `D` are codes of many things.
        Field::Gender => matches!(read_gender(text), Some(Gender::Male | Gender::Female)) && is_word(text),
        Field::State | Field::Relationship | Field::MemberType => is_word(text),
        Field::Status => text.len() > 2 && is_word(text) && read_status(text).is_some(),
        // `Last, First`.
        Field::FullName => {
            let is_name = |part: &str| is_word(part) && !part.contains(|c: char| c.is_ascii_digit());
            text.matches(',').count() == 1 && text.split(',').all(|part| is_name(part.trim()))
        }
        _ => true,
    };
    has_form && is_readable(field, text, today).unwrap_or(true)
}

/// Days of birth lie further back than days of hire: half of an employer's people are of age and more.
fn is_of_grown_ups(values: &[&str], today: NaiveDate) -> bool {
    const OF_AGE: i32 = 18;
    let days = values.iter().filter_map(|text| read_birth_date(text, today, DateOrder::MonthFirst));
    let (old, young): (Vec<NaiveDate>, Vec<NaiveDate>) = days.partition(|day| today.year() - day.year() >= OF_AGE);
    old.len() > young.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::TODAY;

    #[test]
    fn a_column_is_known_by_what_it_holds() {
        for (values, field) in [
            (&["a@example.com", "b@example.org", "", "n/a"][..], Some(Field::Email)),
            (&["4/17/1983", "11/2/1971", "1/30/1995"], Some(Field::DateOfBirth)),
            (&["19830417", "19711102"], Some(Field::DateOfBirth)),
            (&["4/17/2024", "11/2/2019", "1/30/2021"], None),
            (&["900-12-3456"], Some(Field::Ssn)),
            (&["(254) 555-0101", "254.555.0102"], Some(Field::CellPhone)),
            (&["76710", "52000"], None),
            (&["X", "", "X"], None),
            (&["M", "F", "f"], Some(Field::Gender)),
            (&["TX", "Texas", "OK"], Some(Field::State)),
            (&["Active", "Terminated"], Some(Field::Status)),
            (&["EE", "SP", "CH"], Some(Field::Relationship)),
            (&["Abel, Ann", "van Dyk, Bo"], Some(Field::FullName)),
            (&["Ann", "Ben"], None),
            (&["52000", "61250.50"], None),
            (&["", "N/A"], None),
            (&[], None),
        ] {
            assert_eq!(suggest(values.iter().copied(), TODAY), field, "{values:?}");
        }
    }
}
