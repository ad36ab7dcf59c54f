//! Lists of people on a sheet that is not read, by their names alone: who has left and when, who was hired, whose dependents pay what.

use super::{is_amount, is_called, is_of_other_lists, is_words};
use crate::census::columns::leaving::is_day_of_leaving;
use crate::census::field::Field;
use crate::census::table::heading_cells::holds_date;
use crate::census::vocabulary::heading_keys::heading_key;
use crate::census::vocabulary::headings::recognise;
use crate::census::vocabulary::people_beside::{CONTACTED, HIRED, THINGS};
use crate::census::vocabulary::relatives::{RELATIVES, of_relative};
use crate::text::fold;

/// Columns beside a name that make a list one of whom to call.
const TO_CALL: &[Field] = &[Field::Email, Field::CellPhone, Field::HomePhone];
/// The columns of a heading that names people: each name in one column or in two, beside what tells that it is one of people.
pub(in crate::census) struct NameList {
    /// The places of each name.
    names: Vec<Vec<usize>>,
    relatives: Vec<usize>,
    /// Days of leaving or, but for lists of what is paid, of being hired.
    days: Vec<usize>,
    /// Whether it is a list of what is paid or of whom to call.
    is_of_others: bool,
}

impl NameList {
    pub(in crate::census) fn of(row: &[String]) -> Option<Self> {
        let keys: Vec<String> = row.iter().map(|cell| heading_key(cell)).collect();
        let fields: Vec<Option<Field>> = keys.iter().map(|key| recognise(key).map(|(field, _)| field)).collect();
        let places = |is_meant: &dyn Fn(&str, Option<Field>) -> bool| -> Vec<usize> {
            (0..row.len()).filter(|place| is_meant(&keys[*place], fields[*place])).collect()
        };
        let relatives = places(&|key, _| RELATIVES.contains(key) || of_relative(key) == Some(Field::FullName));
        let whole = places(&|key, field| field == Some(Field::FullName) && of_relative(key).is_none());
        let place_of = |wanted: Field| fields.iter().position(|field| *field == Some(wanted));
        let pair = place_of(Field::FirstName).zip(place_of(Field::LastName)).map(|(first, last)| vec![first, last]);
        let names: Vec<Vec<usize>> = whole.into_iter().map(|place| vec![place]).chain(pair).collect();
        let is_bare = keys.iter().all(|key| !names_employee(key));
        let to_call = |key: &str, field: Option<Field>| {
            CONTACTED.contains(&key) || field.is_some_and(|field| TO_CALL.contains(&field))
        };
        let is_of_others = keys.iter().any(|key| is_of_other_lists(key)) || (is_bare && !places(&to_call).is_empty());
        let is_paid = keys.iter().any(|key| is_amount(key));
        let days = places(&|key, _| is_day_of_leaving(key) || (!is_paid && HIRED.contains(key)));
        (!names.is_empty()).then_some(Self { names, relatives, days, is_of_others })
    }

    /// Whether people stand below: one with his day, one beside a relative, or a list of several.
    pub(in crate::census) fn fit(&self, below: &[Vec<String>]) -> bool {
        let rows = || below.iter().filter(|row| row.iter().any(|cell| !cell.is_empty()));
        let is_told = |row: &&Vec<String>| {
            self.name_in(row).is_some_and(|name| self.has_day(row) || self.has_relative(row, &name))
        };
        if rows().any(|row| is_told(&row)) {
            return true;
        }
        let people: Vec<String> = rows().filter_map(|row| self.name_in(row)).collect();
        let called = people.iter().filter(|name| is_called(name)).count();
        !self.is_of_others && people.len() > 1 && people.len() * 2 > rows().count() && called * 3 >= people.len()
    }

    /// The name of somebody in a row.
    fn name_in(&self, row: &[String]) -> Option<String> {
        let whole = |places: &Vec<usize>| {
            let parts: Vec<&str> = places.iter().filter_map(|place| row.get(*place)).map(String::as_str).collect();
            parts.join(" ")
        };
        self.names.iter().map(whole).find(|name| is_name(name))
    }

    fn has_day(&self, row: &[String]) -> bool {
        self.days.iter().filter_map(|place| row.get(*place)).any(|cell| is_day(cell))
    }

    fn has_relative(&self, row: &[String], name: &str) -> bool {
        let mut relatives = self.relatives.iter().filter_map(|place| row.get(*place)).filter(|cell| is_name(cell));
        relatives.any(|cell| is_called(cell) || is_called(name))
    }
}

/// Whether a heading says that those below are employees or members, and not anybody.
fn names_employee(key: &str) -> bool {
    key != "name" && recognise(key).is_some_and(|(field, _)| field == Field::FullName)
}

/// Whether a cell is written as the name of a person: `Ann Lee`, `Lee, Ann M.`; not the name of a plan or a place, nor a heading.
fn is_name(cell: &str) -> bool {
    let folded = fold(cell);
    let mut words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_written = cell.split_whitespace().all(|word| word.len() < 4 || word.starts_with(char::is_uppercase));
    is_words(cell)
        && cell.split_whitespace().count() > 1
        && (is_called(cell) || (is_written && cell.starts_with(char::is_uppercase)))
        && words.all(|word| !THINGS.contains(word))
        && recognise(&heading_key(cell)).is_none()
}

/// Whether a cell is a day, or the number of one of the years since 1990 without the format of a day.
fn is_day(cell: &str) -> bool {
    const NUMBERS: std::ops::RangeInclusive<u32> = 32_874..=73_050;
    let day = cell.split(' ').next().unwrap_or_default();
    holds_date(day) || day.parse().is_ok_and(|number| NUMBERS.contains(&number))
}
