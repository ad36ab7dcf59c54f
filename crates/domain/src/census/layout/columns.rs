//! What each column of a file holds, why, how well its values fit, and in which order the parts of its values stand.

use std::collections::BTreeSet;

use chrono::NaiveDate;

use super::{LayoutColumn, ROWS_LOOKED_AT, ReadOrder};
use crate::census::cells::{DateOrder, Written};
use crate::census::columns::family_columns::FamilyColumns;
use crate::census::columns::orders::NameOrder;
use crate::census::columns::shown::values;
use crate::census::columns::suggested::{is_readable, suggest};
use crate::census::columns::{Column, How, Mapping};
use crate::census::field::Field;
use crate::census::source::Row;
use crate::census::vocabulary::{FamilyColumn, Owner, ValueOrder, of_relative, owned};

/// Of a hundred values so many at least fit a column of which nobody need be asked.
const FITTING: u8 = 90;

/// Why a column of a family is read.
const OF_FAMILY: &str = "The heading names somebody of the employee's family; each such row gives a dependent.";

/// The columns of a mapping, by the first rows of people. A field that no column holds is told once as the second of one.
pub(super) fn described(mapping: &Mapping, people: &[&Row], today: NaiveDate) -> Vec<LayoutColumn> {
    let read = mapping.read_places();
    let families = FamilyColumns::among(mapping);
    let mut taken: BTreeSet<Field> = mapping.columns().iter().filter_map(|column| column.field).collect();
    let describe = |column: &Column| {
        let values: Vec<&str> = values(people, column.index).take(ROWS_LOOKED_AT as usize).collect();
        let family = families.at(column.index);
        let field = column.field.or(family.map(|family| family.field));
        let fits = field.and_then(|field| share(field, &values, today));
        let is_open = column.field.is_none() && !read[column.index];
        let suggested = || suggest(values.iter().copied(), today);
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
            why: if family.is_some() { OF_FAMILY } else { why(column.how, column.field.is_some(), read[column.index]) }
                .to_owned(),
            whose: family.map_or_else(|| whose(column).to_owned(), FamilyColumn::whose),
            fits,
            second: second.map(|field| field.name().to_owned()),
        }
    };
    mapping.columns().iter().map(describe).collect()
}

const fn why(how: How, has_field: bool, is_read: bool) -> &'static str {
    match (how, has_field) {
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
fn share(field: Field, values: &[&str], today: NaiveDate) -> Option<u8> {
    let fit = values.iter().map(|value| is_readable(field, value, today)).collect::<Option<Vec<bool>>>()?;
    let fitting = fit.iter().filter(|fits| **fits).count();
    (fitting * 100).checked_div(fit.len()).and_then(|share| u8::try_from(share).ok())
}

/// The order in which the dates are read (rules.md#order-of-values); `is_asked` when it is a question.
pub(super) fn order_of_dates(mapping: &Mapping, is_asked: bool) -> ReadOrder {
    let found = mapping.dates;
    let [month_first, day_first, either_way] =
        [Written::MonthFirst, Written::DayFirst, Written::EitherWay].map(|way| found.count(way));
    let chosen = mapping.chosen_order(Field::DateOfBirth).map(|(_, how)| why(how, true, true));
    let told = chosen.or_else(|| mapping.day_first().then_some("The heading says that the day comes first."));
    let counted = format!(
        "Of {} dates {month_first} can only be read with the month first, {day_first} with the day first, and {either_way} either way.",
        found.dates
    );
    let order = match mapping.date_order() {
        _ if found.dates == 0 && told.is_none() => "",
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

/// The order of the names.
pub(super) fn order_of_names(mapping: &Mapping, told: Option<NameOrder>) -> ReadOrder {
    let parts = mapping.holds(Field::FirstName) && mapping.holds(Field::LastName);
    let chosen = mapping.chosen_order(Field::FullName).map(|(_, how)| why(how, true, true));
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
