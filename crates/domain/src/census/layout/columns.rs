//! What each column of a file holds, why, and how well its values fit.

use std::collections::BTreeSet;

use chrono::NaiveDate;

use super::{LayoutColumn, OpenQuestion};
use crate::census::cells::{self, DateOrder, is_placeholder};
use crate::census::columns::family_columns::{FamilyColumn, FamilyColumns};
use crate::census::columns::suggest::suggest;
use crate::census::columns::{Column, How, Mapping};
use crate::census::field::Field;
use crate::census::vocabulary::owners::{Owner, owned};
use crate::census::vocabulary::relatives::of_relative;

/// So many columns are looked at for what they hold.
const MOST_COLUMNS: usize = 200;
/// So many filled cells of a column are looked at.
const MOST_VALUES: usize = 200;
/// The most characters of a value that are looked at.
const LONGEST: usize = 60;
/// Of a hundred values so many at least fit a column of which nobody need be asked.
const FITTING: u8 = 90;

/// Why a column of a family is read.
const OF_FAMILY: &str = "The heading names somebody of the employee's family; each such row gives a dependent.";

/// Collects the values of the columns while the first rows are read.
#[derive(Debug, Default)]
pub(super) struct Columns {
    values: Vec<Vec<Box<str>>>,
}

impl Columns {
    /// Notes the cells of a row.
    pub(super) fn see<'a>(&mut self, cells: impl Iterator<Item = &'a str>) {
        for (place, cell) in cells.take(MOST_COLUMNS).enumerate() {
            if self.values.len() == place {
                self.values.push(Vec::new());
            }
            let seen = &mut self.values[place];
            if !cell.is_empty() && !is_placeholder(cell) && seen.len() < MOST_VALUES {
                seen.push(cell.chars().take(LONGEST).collect());
            }
        }
    }

    /// The columns of a mapping. A field that no column holds is told once as the second of one.
    pub(super) fn finish(&self, mapping: &Mapping, today: NaiveDate) -> Vec<LayoutColumn> {
        let read = mapping.read_places();
        let families = FamilyColumns::among(mapping);
        let mut taken: BTreeSet<Field> = mapping.columns().iter().filter_map(|column| column.field).collect();
        let describe = |column: &Column| {
            let values = self.values.get(column.index).map_or(&[][..], Vec::as_slice);
            let family = families.at(column.index);
            let field = column.field.or(family.map(|family| family.field));
            let fits = field.and_then(|field| share(field, values, today));
            let is_open = column.field.is_none() && !read[column.index];
            let suggested = || suggest(values.iter().map(|value| &**value), today);
            let second = match column.field {
                Some(field) if fits.is_some_and(|fits| fits < FITTING) => suggested().filter(|other| *other != field),
                None if is_open && column.how != How::OfAnother => suggested().filter(|field| taken.insert(*field)),
                _ => None,
            };
            LayoutColumn {
                index: column.index,
                heading: column.heading.clone(),
                field: field.map(|field| field.name().to_owned()),
                how: format!("{:?}", column.how),
                why: if family.is_some() { OF_FAMILY } else { why(column, read[column.index]) }.to_owned(),
                whose: family.map_or_else(|| whose(column).to_owned(), FamilyColumn::whose),
                fits,
                second: second.map(|field| field.name().to_owned()),
            }
        };
        mapping.columns().iter().map(describe).collect()
    }
}

/// The columns of which a person should say what they hold.
pub(super) fn questions(columns: &[LayoutColumn], line: u64) -> Vec<OpenQuestion> {
    let label = |name: &str| Field::from_name(name).map_or("another field", Field::label);
    let asked = columns.iter().filter(|column| !matches!(column.how.as_str(), "ByHand" | "Remembered"));
    let question = |column: &LayoutColumn| {
        let (second, heading) = (label(column.second.as_deref()?), called(column));
        let text = match &column.field {
            Some(field) => format!("'{heading}' is read as {}, and its values look like {second}.", label(field)),
            None => format!("'{heading}' is not read, and its values look like {second}."),
        };
        Some(OpenQuestion {
            about: "Columns".to_owned(),
            line,
            column: Some(column.heading.clone()),
            text,
            by: "Mapping".to_owned(),
        })
    };
    asked.filter_map(question).collect()
}

fn called(column: &LayoutColumn) -> String {
    match column.heading.as_str() {
        "" => format!("Column {}", column.index + 1),
        heading => heading.to_owned(),
    }
}

const fn why(column: &Column, is_read: bool) -> &'static str {
    match (column.how, column.field.is_some()) {
        (How::Known, _) => "The heading is known.",
        (How::SecondChoice, _) => "The heading is known; another column is surer for its first meaning.",
        (How::ByValues, _) => "The heading tells too little; the values of the first rows tell it.",
        (How::Remembered, true) => "An earlier file of the group was read so.",
        (How::Remembered, false) => "It was left out of an earlier file of the group.",
        (How::ByHand, true) => "A person has said so.",
        (How::ByHand, false) => "A person has left it out.",
        (How::OfAnother, _) => "It is of the person who is named in a column beside it.",
        (How::Unmapped, _) if is_read => "It is read together with other columns.",
        (How::Unmapped, _) => "Nobody knows the heading, or another column is surer.",
    }
}

/// Whose values stand in a column, by its heading.
fn whose(column: &Column) -> &'static str {
    match owned(&column.key) {
        _ if column.how == How::OfAnother => "Another",
        // Where no other person has columns, the employee's are those of the row.
        Some((Owner::Employee, ..)) if column.field.is_none() => "Employee",
        Some((Owner::Dependent, ..)) => "Dependent",
        None if column.field.is_none() && of_relative(&column.key).is_some() => "Relative",
        Some((Owner::Employee | Owner::Person, ..)) | None => "Person",
    }
}

/// How many of a hundred values can be read as a field; `None` without values, and of fields that any text can be.
fn share(field: Field, values: &[Box<str>], today: NaiveDate) -> Option<u8> {
    let fit = values.iter().map(|value| is_readable(field, value, today)).collect::<Option<Vec<bool>>>()?;
    let fitting = fit.iter().filter(|fits| **fits).count();
    (fitting * 100).checked_div(fit.len()).and_then(|share| u8::try_from(share).ok())
}

fn is_readable(field: Field, text: &str, today: NaiveDate) -> Option<bool> {
    Some(match field {
        Field::Email => cells::read_email(text).is_some(),
        Field::DateOfBirth => {
            cells::read_birth_date(text, today, DateOrder::MonthFirst).is_some()
                || cells::read_birth_date(text, today, DateOrder::DayFirst).is_some()
        }
        Field::Ssn => cells::read_ssn(text).is_some(),
        Field::CellPhone | Field::HomePhone => cells::read_phone(text).is_some(),
        Field::ZipCode => cells::read_zip(text).is_some(),
        Field::Gender => cells::read_gender(text).is_some(),
        Field::State => cells::read_state(text).is_some(),
        Field::Relationship => cells::read_relationship(text).is_some(),
        Field::MemberType => cells::read_member_type(text).is_some(),
        Field::PlanName => cells::read_plan(text).is_some(),
        _ => return None,
    })
}
