//! What each column of a file holds, why, how well its values fit, and in which order the parts of its values stand.

use std::collections::BTreeSet;

use chrono::NaiveDate;

use super::{LayoutColumn, OpenQuestion, ReadOrder};
use crate::census::cells::{DateOrder, is_placeholder};
use crate::census::columns::family_columns::FamilyColumns;
use crate::census::columns::orders::{DateEvidence, NameOrder};
use crate::census::columns::suggested::{is_readable, suggest};
use crate::census::columns::{Column, How, Mapping, called};
use crate::census::field::Field;
use crate::census::vocabulary::{FamilyColumn, Owner, ValueOrder, of_relative, owned};

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
        let second = label(column.second.as_deref()?);
        let heading = called(column.index, &column.heading);
        let text = match &column.field {
            Some(field) => format!("'{heading}' is read as {}, and its values look like {second}.", label(field)),
            None => format!("'{heading}' is not read, and its values look like {second}."),
        };
        Some(OpenQuestion::new("Columns", line, Some(column.heading.clone()), text, "Mapping"))
    };
    asked.filter_map(question).collect()
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

/// The order in which the dates are read (rules.md#order-of-values); `is_asked` when it is a question.
pub(super) fn order_of_dates(mapping: &Mapping, is_asked: bool) -> ReadOrder {
    let DateEvidence { dates, month_first, day_first, either_way, .. } = mapping.date_evidence();
    let chosen = mapping.chosen_order(Field::DateOfBirth).map(|(_, how)| chosen_by(how));
    let told = chosen.or_else(|| mapping.day_first().then_some("The heading says that the day comes first."));
    let counted = format!(
        "Of {dates} dates {month_first} can only be read with the month first, {day_first} with the day first, and {either_way} either way."
    );
    let order = match mapping.date_order() {
        _ if dates == 0 && told.is_none() => "",
        DateOrder::MonthFirst => ValueOrder::MonthFirst.name(),
        DateOrder::DayFirst => ValueOrder::DayFirst.name(),
    };
    ReadOrder {
        order: order.to_owned(),
        is_sure: !is_asked && !order.is_empty() && (told.is_some() || month_first + day_first > 0 || either_way == 0),
        why: told.filter(|_| !is_asked).map_or(counted, str::to_owned),
        column: mapping.holder(Field::DateOfBirth).map(|column| column.heading.clone()),
    }
}

fn chosen_by(how: How) -> &'static str {
    if how == How::ByHand { "A person has said so." } else { "An earlier file of the group was read so." }
}

/// The order of the names.
pub(super) fn order_of_names(mapping: &Mapping, told: Option<NameOrder>) -> ReadOrder {
    let parts = mapping.holds(Field::FirstName) && mapping.holds(Field::LastName);
    let chosen = mapping.chosen_order(Field::FullName).map(|(_, how)| chosen_by(how));
    let by = |last_first: bool| if last_first { "LastFirst" } else { "FirstLast" };
    let (order, is_sure, why) = match told {
        _ if parts => ("Columns", true, "First and last names have columns of their own."),
        _ if mapping.column_of(Field::FullName).is_none() => ("", false, "No columns hold whole names."),
        Some(NameOrder { last_first, is_sure: true, .. }) => {
            (by(last_first), true, chosen.unwrap_or("The given names are known."))
        }
        _ if mapping.last_first() => (by(true), true, "The heading says that the last name comes first."),
        Some(NameOrder { last_first, .. }) => (by(last_first), false, "The file does not tell for sure."),
        None => (by(true), true, "A comma stands behind the last name."),
    };
    let column = mapping.holder(Field::FullName).filter(|_| !parts);
    let column = column.map(|column| column.heading.clone());
    ReadOrder { order: order.to_owned(), is_sure, why: why.to_owned(), column }
}
