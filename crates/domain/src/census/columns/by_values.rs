//! What the rows at the beginning tell of the columns, beside the headings.
//!
//! `Type` and `Role` hold who somebody is in one file and how he is employed in the next, and `Dependent` holds
//! a name or a yes. Where the rows leave a doubt, the file asks, or the column stays without a field and is listed for a person to map.

use chrono::NaiveDate;

use super::employees::Employees;
use super::orders::{DateEvidence, NameOrder};
use super::roles::{self, By};
use super::shared_contacts::SharedContacts;
use super::shown::{Shown, is_id, values};
use super::suggest::suggest;
use super::words::{are_roles, letters_of};
use super::{Column, How, Mapping, another_person, leaving};
use crate::census::cells::{clean, read_email, read_status};
use crate::census::field::Field;
use crate::census::findings::leaving::Sign;
use crate::census::source::RawRow;
use crate::census::source::lines::Row;
use crate::census::table::holds_date;
use crate::census::vocabulary::Remembered;
use crate::census::vocabulary::heading_keys::heading_key;
use crate::census::vocabulary::leaving::CODES;
use crate::census::vocabulary::owners::{Owner, owned};
use crate::census::vocabulary::people_beside::PERSONS;
use crate::census::vocabulary::values::EMPLOYMENT_LETTERS;

/// How many rows are looked at.
pub(in crate::census) const ROWS_LOOKED_AT: usize = 500;
/// A row of a person has so many cells at least.
const FEWEST_CELLS: usize = 3;
/// The fewest filled cells of a row that holds a name and anything more.
const FEWEST_OF_NAMED: usize = 2;
/// The most letters of a code that only the carrier knows.
const LONGEST_CODE: usize = 3;

/// What the values of the rows at the beginning tell of how the others are to be read.
#[derive(Debug, Default)]
pub(in crate::census) struct Told {
    /// What values mean by the others of their column.
    pub(in crate::census) meanings: Meanings,
    /// The phones and addresses of an office.
    pub(in crate::census) contacts: SharedContacts,
    /// Which name comes first in the column of whole names.
    pub(in crate::census) names: Option<NameOrder>,
    /// The employees who are named beside their dependents.
    pub(in crate::census) employees: Employees,
    /// The columns that may tell who has left, the surest first.
    pub(in crate::census) leaving: Vec<(usize, Sign)>,
}

/// Which column holds which field, by the headings and by the rows at the beginning.
pub(in crate::census) fn propose(headings: &[String], remembered: &Remembered, rows: &[Row]) -> Mapping {
    let people = people_below(headings, rows, FEWEST_CELLS);
    let read = spelled_out(headings, remembered, &people);
    let mut mapping = Mapping::propose(read.iter().map(String::as_str), remembered);
    mapping.columns.iter_mut().zip(headings).for_each(|(column, heading)| column.heading.clone_from(heading));
    choose(&mut mapping, remembered, Field::Status, |column| {
        let (all, some) = values(&people, column.index)
            .fold((0, 0), |(all, some), value| (all + 1, some + usize::from(says_who_left(value))));
        some * 2 > all
    });
    choose(&mut mapping, remembered, Field::Relationship, |column| {
        let values: Vec<&str> = values(&people, column.index).collect();
        are_roles(&values) || values.iter().any(|value| value.len() > LONGEST_CODE)
    });
    settle(&mut mapping, rows);
    mapping
}

/// The headings, with those spelled out that mean a thing by their values alone: below `Employee` stand numbers, and below `Member`, beside the
/// employee's name, the names of others.
fn spelled_out(headings: &[String], remembered: &Remembered, people: &[&Row]) -> Vec<String> {
    let are = |place: usize, is_one: &dyn Fn(&str) -> bool| {
        values(people, place).next().is_some() && values(people, place).all(is_one)
    };
    let is_employees_name = |(place, heading): (usize, &String)| {
        let is_name =
            |(owner, field, _)| owner == Owner::Employee && matches!(field, Field::FullName | Field::LastName);
        owned(&heading_key(heading)).is_some_and(is_name) && !are(place, &is_id)
    };
    let names_employee = headings.iter().enumerate().any(is_employees_name);
    let spelled = |(place, heading): (usize, &String)| match heading_key(heading).as_str() {
        key if remembered.contains_key(key) => heading.clone(),
        "employee" | "emp" if are(place, &is_id) => "Employee ID".to_owned(),
        "mail" if are(place, &|mail| read_email(mail).is_some()) => "Email".to_owned(),
        "dobage" | "birthdateage" | "dateofbirthage" if are(place, &holds_date) => "Date of Birth".to_owned(),
        key if names_employee && PERSONS.contains(key) && Shown::of(values(people, place)).may_be_names() => {
            format!("{heading} Name")
        }
        _ => heading.clone(),
    };
    headings.iter().enumerate().map(spelled).collect()
}

/// Of several columns that are headed alike takes one whose values fit, where those of the first do not.
fn choose(mapping: &mut Mapping, remembered: &Remembered, field: Field, fits: impl Fn(&Column) -> bool) {
    let Some(holder) = mapping.column_of(field).map(|place| &mapping.columns[place]) else { return };
    let is_rival = |column: &&Column| {
        column.field.is_none() && !remembered.contains_key(&column.key) && column.is_headed(field) && fits(column)
    };
    let rival = mapping.columns.iter().find(is_rival).filter(|_| holder.how == How::Known && !fits(holder));
    if let Some(index) = rival.map(|column| column.index) {
        mapping.take_by_values(index, field);
    }
}

/// Whether a value says in so many words that a person is active or has left; `Full Time` is a kind of employment.
fn says_who_left(value: &str) -> bool {
    let key = heading_key(value);
    let is_told = CODES.contains(&key) || ["act", "term"].iter().any(|word| key.contains(word));
    is_told && read_status(value).is_some()
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
        contacts: SharedContacts::among(mapping, &people),
        names,
        employees: Employees::among(mapping, &people_below(&headings, rows, FEWEST_OF_NAMED), last_first),
        leaving: leaving::signs(mapping, &people),
    }
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

/// What the values of a column mean beside each other: they mean one thing alone and another one beside the others of their column.
///
/// `S` is a son where `D` is a daughter and `W` and `H` are the spouses, and a subscriber where nothing but `D` stands beside it.
/// `T` is no end of employment where `F` and `P` are full and part time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meaning {
    Sons,
    Subscribers,
    Employment,
    /// Numbers or answers that tell who is an employee.
    Roles(By),
}

impl Meaning {
    fn of(field: Field, values: &[&str]) -> Option<Self> {
        let letters = letters_of(values);
        let has = |letter: &str| letters.contains(letter);
        let are_all = |known: &[&str]| letters.iter().all(|letter| known.contains(&letter.as_str()));
        let are_spouses = (has("w") || has("h")) && (has("d") || (has("w") && has("h")));
        match () {
            () if field == Field::Status => {
                ((has("f") || has("p")) && are_all(EMPLOYMENT_LETTERS)).then_some(Self::Employment)
            }
            () if has("s") && are_spouses && !has("c") && !has("sp") => Some(Self::Sons),
            // A list of spouses has employees beside them.
            () if field == Field::MemberType && has("s") && are_all(&["s", "d"]) => Some(Self::Subscribers),
            () => None,
        }
    }

    /// A value spelled out; `None` where it stays.
    fn spelled(self, value: &str) -> Option<String> {
        let is_s = value.eq_ignore_ascii_case("s");
        let spelled = match (self, value.to_ascii_lowercase().as_str()) {
            (Self::Roles(by), _) => {
                if by.is_employee(value)? {
                    "EE"
                } else {
                    "OT"
                }
            }
            (Self::Sons, _) if is_s => "Son",
            (Self::Subscribers, _) if is_s => "Subscriber",
            (Self::Employment, "f") => "Full Time",
            (Self::Employment, "p") => "Part Time",
            // `T` is some kind of employment, and no end of it.
            (Self::Employment, "t") => "Temporary",
            _ => return None,
        };
        Some(spelled.to_owned())
    }
}

/// The columns whose values mean something by the others beside them, known by the rows at the beginning.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::census) struct Meanings(Vec<(Field, Meaning)>);

impl Meanings {
    pub(super) fn among(mapping: &Mapping, people: &[&Row]) -> Self {
        let meaning = |field: Field| {
            let values: Vec<&str> = values(people, mapping.column_of(field)?).collect();
            Meaning::of(field, &values).or_else(|| By::of(mapping, field, people).map(Meaning::Roles))
        };
        let fields = [Field::Relationship, Field::MemberType, Field::Status].into_iter();
        Self(fields.filter_map(|field| Some((field, meaning(field)?))).collect())
    }

    /// Spells out what the values of a row mean.
    pub(in crate::census) fn fill(&self, raw: &mut RawRow) {
        for (field, meaning) in &self.0 {
            if let Some(spelled) = raw.get(*field).and_then(|value| meaning.spelled(value)) {
                raw.set(*field, &spelled);
            }
        }
    }
}
