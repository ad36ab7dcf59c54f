//! Reading a row: a function of the row, of where it stands, and of what was decided about the file.
//!
//! In a torn row a comma without quotes has divided a value and moved what stands behind it. The reader does not prove where. Such a row shows
//! its raw cells and waits.

use super::plan::{Line, ReadingPlan};
use crate::census::cells::no_names::is_nobodys;
use crate::census::cells::{clean, open_answer, with_comma};
use crate::census::columns::family_columns::FamilyMember;
use crate::census::field::Field;
use crate::census::findings::sections::Section;
use crate::census::source::lines::Row;
use crate::census::source::raw::{RawRow, Shape};
use crate::members::Status;

/// What stands behind a row that did not fit its heading, so that it does not fit in the child either. What may have stood elsewhere is left
/// out before it.
pub(in crate::census) const MISFIT: &str = "(this row did not fit the heading)";

/// What the cells of a row say of its own person.
pub(super) fn cells(row: &Row, number: u32, line: &Line, plan: &ReadingPlan) -> RawRow {
    let mut raw = RawRow::new(row.line, number);
    raw.shape = shape(row, line, plan);
    let is_torn = raw.shape == Shape::TooMany;
    let places = line.other_table.as_ref().map_or(&plan.places, |other| &other.places);
    for field in Field::ALL {
        let Some(place) = places[field.index()] else { continue };
        if let Some(place) = if is_torn { place_if_torn(place, row, plan) } else { Some(place) } {
            raw.set(field, row.cell(place));
        }
    }
    if let Some(name) = raw.get(Field::FullName).filter(|name| plan.last_first && !is_nobodys(name)) {
        let turned = with_comma(name);
        raw.set(Field::FullName, &turned);
    }
    answer(&mut raw, plan);
    plan.sheet.iter().for_each(|sheet| sheet.read_day(&mut raw));
    plan.told.meanings.fill(&mut raw);
    raw
}

/// Puts the status that a yes or no answers in its place, or the answer with its heading where that does not say what it means.
fn answer(raw: &mut RawRow, plan: &ReadingPlan) {
    let answer = plan.status.zip(raw.get(Field::Status)).and_then(|(question, cell)| question.answer(cell));
    if let Some(status) = answer {
        raw.set(Field::Status, status.name());
    }
    let open = plan.open_status.as_ref().zip(raw.get(Field::Status));
    if let Some(told) = open.and_then(|(heading, cell)| open_answer(heading, cell)) {
        raw.set(Field::Status, &told);
    }
}

/// The person of a row, by its cells and by where it stands.
pub(super) fn person(row: &Row, cells: RawRow, line: Line, plan: &ReadingPlan) -> RawRow {
    let mut raw = cells;
    raw.section = line.section;
    if raw.section.as_ref().is_some_and(Section::ends) {
        raw.set(Field::Status, Status::InActive.name());
    }
    raw.family = line.family;
    if let Some(family) = &raw.family {
        let (field, value) = family.told();
        raw.set(field, value);
    }
    if !matches!(raw.shape, Shape::TooMany | Shape::OtherTable) {
        plan.birth.iter().for_each(|birth| birth.fill(row, &mut raw));
        plan.told.employee.iter().for_each(|employee| employee.fill(row, &mut raw));
        plan.told.leaving.fill(row, &mut raw, &plan.leaving);
        raw.employee = plan.told.employee.and_then(|employee| employee.key(row));
    }
    raw
}

/// The people in columns of their employee's row, without their numbers.
pub(super) fn family(row: &Row, employee: &RawRow, plan: &ReadingPlan) -> Vec<FamilyMember> {
    let mut people = plan.families.people(row, employee, plan.last_first);
    people.iter_mut().for_each(|person| plan.sheet.iter().for_each(|sheet| sheet.read_day(&mut person.raw)));
    people
}

/// Whether the row fits its heading.
pub(super) fn shape(row: &Row, line: &Line, plan: &ReadingPlan) -> Shape {
    match () {
        () if line.other_table.is_some() => Shape::OtherTable,
        () if row.unclosed => Shape::Unclosed,
        // Past the heading of a sheet stand remarks: no comma moves its cells.
        () if plan.sheet.is_none() && is_torn(row, plan) => Shape::TooMany,
        // Of a sheet only the cells that hold something are stored.
        () if line.is_short && plan.sheet.is_none() => Shape::TooFew,
        () if line.is_doubtful => Shape::MayBeNobody,
        () => Shape::Even,
    }
}

/// Whether values stand past the heading, or more cells than in other rows do.
fn is_torn(row: &Row, plan: &ReadingPlan) -> bool {
    row.len() > plan.usual_length.max(plan.width) || filled_cells(row, plan) > plan.width
}

/// The number of cells without empty ones past the heading's width.
fn filled_cells(row: &Row, plan: &ReadingPlan) -> usize {
    let last = (plan.width..row.len()).rfind(|index| !clean(row.cell(*index)).is_empty());
    last.map_or(plan.width, |last| last + 1)
}

/// Where the value of a column stands in a torn row: before the first column that may hold a comma of its own where it should, behind the last
/// such column as many cells from the end. What stands between is shown, and not read. A row that a split has written
/// stands as it should.
fn place_if_torn(place: usize, row: &Row, plan: &ReadingPlan) -> Option<usize> {
    let may_hold_comma = |index: &usize| plan.mapping.columns()[*index].field.is_none_or(Field::is_free_text);
    let mut between = (0..plan.width).filter(may_hold_comma);
    let first = between.next().unwrap_or(plan.width);
    let last = between.next_back().unwrap_or(first);
    let filled = filled_cells(row, plan);
    match () {
        () if place < first || row.cell(plan.width) == MISFIT => Some(place),
        () if place > last && filled > plan.width => (place + filled).checked_sub(plan.width),
        () => None,
    }
}
