//! Which number of a date is the month, and which name comes first, with what tells it.

use super::ReadOrder;
use crate::census::cells::DateOrder;
use crate::census::columns::name_order::NameOrder;
use crate::census::columns::orders::DateEvidence;
use crate::census::columns::{How, Mapping};
use crate::census::field::Field;
use crate::census::vocabulary::orders::ValueOrder;

/// The order in which the dates are read (rules.md#order-of-values); `is_asked` when it is a question.
pub(super) fn dates(mapping: &Mapping, is_asked: bool) -> ReadOrder {
    let column = mapping.column_of(Field::DateOfBirth).map(|place| mapping.columns()[place].heading.clone());
    let DateEvidence { dates, month_first, day_first, either_way, .. } = mapping.date_evidence();
    let chosen = mapping.chosen_order(Field::DateOfBirth);
    if dates == 0 && chosen.is_none() && !mapping.day_first() {
        let why = "The first rows have no date of birth.".to_owned();
        return ReadOrder { why, column, ..ReadOrder::default() };
    }
    let order = match mapping.date_order() {
        DateOrder::MonthFirst => ValueOrder::MonthFirst,
        DateOrder::DayFirst => ValueOrder::DayFirst,
    };
    let (is_sure, why) = match (chosen, month_first, day_first) {
        _ if is_asked && month_first + day_first == 0 => {
            (false, "Each date can be read either way, and other dates of the file contradict the order.".to_owned())
        }
        _ if is_asked => (
            false,
            format!(
                "{month_first} of {dates} dates can only be read with the month first, and {day_first} with the day first."
            ),
        ),
        (Some((_, how)), ..) => (true, chosen_by(how).to_owned()),
        _ if mapping.day_first() => (true, "The heading says that the day comes first.".to_owned()),
        (_, 0, 0) if either_way == 0 => (true, "Every date can be read in one way only.".to_owned()),
        (_, 0, 0) => {
            (false, format!("{either_way} of {dates} dates can be read either way; the month is taken first."))
        }
        (_, _, 0) => (true, format!("{month_first} of {dates} dates can only be read with the month first.")),
        _ => (
            true,
            format!(
                "{month_first} of {dates} dates can only be read with the month first, and {day_first} with the day first."
            ),
        ),
    };
    ReadOrder { order: order.name().to_owned(), is_sure, why, column }
}

const fn chosen_by(how: How) -> &'static str {
    match how {
        How::ByHand => "A person has said so.",
        _ => "An earlier file of the group was read so.",
    }
}

/// The order of the names.
pub(super) fn names(mapping: &Mapping, told: Option<NameOrder>) -> ReadOrder {
    let parts = mapping.column_of(Field::FirstName).is_some() && mapping.column_of(Field::LastName).is_some();
    if parts {
        let why = "First and last names have columns of their own.".to_owned();
        return ReadOrder { order: "Columns".to_owned(), is_sure: true, why, column: None };
    }
    let Some(place) = mapping.column_of(Field::FullName) else {
        return ReadOrder { why: "No columns hold whole names.".to_owned(), ..ReadOrder::default() };
    };
    let column = Some(mapping.columns()[place].heading.clone());
    let chosen = mapping.chosen_order(Field::FullName).map(|(_, how)| chosen_by(how));
    let (last_first, is_sure, why) = match told {
        Some(NameOrder { last_first, is_sure: true, .. }) if chosen.is_some() => {
            (last_first, true, chosen.unwrap_or_default())
        }
        _ if mapping.last_first() => (true, true, "The heading says that the last name comes first."),
        Some(NameOrder { last_first, is_sure: true, .. }) => {
            (last_first, true, "Families of the first rows share a last name, and given names are known.")
        }
        Some(NameOrder { last_first, .. }) => (last_first, false, "The file does not tell for sure."),
        None => (true, true, "A comma stands behind the last name."),
    };
    let order = if last_first { "LastFirst" } else { "FirstLast" };
    ReadOrder { order: order.to_owned(), is_sure, why: why.to_owned(), column }
}
