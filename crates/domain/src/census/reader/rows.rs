//! What is decided about a file when it is opened, and where the reader is in it. Rows change nothing of the former. The position moves on line by
//! line, and says of each line what it is.
//!
//! Reading a row: a function of the row, of where it stands, and of what was decided about the file.
//!
//! In a torn row a comma without quotes has divided a value and moved what stands behind it. The reader does not prove where. Such a row shows
//! its raw cells and waits.

use std::sync::Arc;

use chrono::NaiveDate;

use crate::census::cells::{Question, clean, is_nobodys, with_comma};
use crate::census::columns::Mapping;
use crate::census::columns::family_columns::{FamilyColumns, FamilyMember};
use crate::census::columns::leaving::LeavingColumns;
use crate::census::columns::orders::NameOrder;
use crate::census::columns::pointers::Pointer;
use crate::census::columns::roles::Meanings;
use crate::census::columns::suggested;
use crate::census::columns::whose::{self, NamedEmployee};
use crate::census::field::Field;
use crate::census::findings::Section;
use crate::census::lines::sections::Sections;
use crate::census::lines::{Lines, Reading, Why, table_below};
use crate::census::source::{RawRow, ReadOptions, Row, Shape};
use crate::members::Status;

/// The rows at the beginning of a file and what people have said of it, by which it is decided how the others are read.
pub(super) struct Beginning {
    pub(super) options: ReadOptions,
    /// The lines above the heading.
    pub(super) above: Vec<Row>,
    pub(super) heading: Row,
    /// The columns, which end with the last word of the heading.
    pub(super) width: usize,
    /// The rows of people among the first ones below the heading.
    pub(super) people: Vec<Row>,
    /// Cells of the heading or of most rows, with blank ones behind the last word.
    pub(super) usual_length: usize,
}

/// How the rows of a file are read.
pub(super) struct ReadingPlan {
    pub(super) beginning: Arc<Beginning>,
    pub(super) mapping: Mapping,
    pub(super) status: Option<Question>,
    /// What values mean by the others of their column.
    pub(super) meanings: Meanings,
    /// Which name comes first in the column of whole names.
    pub(super) names: Option<NameOrder>,
    /// The employees who are named beside the rows' own people.
    pub(super) employee: Option<NamedEmployee>,
    /// The column that names the rows of employees.
    pub(super) pointer: Option<Pointer>,
    /// The columns that may tell who has left.
    pub(super) leaving: LeavingColumns,
    /// The columns that may hold other people than the rows' own.
    pub(super) beside: Vec<usize>,
    pub(super) families: FamilyColumns,
    pub(super) lines: Lines,
    /// Whether whole names have the last name first, as a person has said, by their heading or by the families of the file.
    pub(super) last_first: bool,
}

impl ReadingPlan {
    /// Decides by the mapping, by the rows at the beginning and by what people have said.
    pub(super) fn of(mapping: Mapping, beginning: Arc<Beginning>) -> Self {
        let people: Vec<&Row> = beginning.people.iter().collect();
        let names = NameOrder::among(&mapping, &people);
        Self {
            status: mapping.holder(Field::Status).and_then(|column| Question::of(&column.heading)),
            families: FamilyColumns::among(&mapping),
            lines: Lines::of(&mapping, &beginning.heading, beginning.options.sections.clone()),
            last_first: names.map_or_else(|| mapping.last_first(), |order| order.last_first),
            meanings: Meanings::among(&mapping, &people),
            names,
            employee: NamedEmployee::among(&mapping).map(|employee| employee.ordered(names)),
            pointer: Pointer::among(&mapping, &people),
            leaving: LeavingColumns::among(&mapping, &people),
            beside: whose::people_beside(&mapping, &people),
            mapping,
            beginning: Arc::clone(&beginning),
        }
    }
}

/// How many cells a row has where nothing moved them: as many as the heading, unless most rows have more.
pub(super) fn usual_length(heading_cells: usize, rows: &[Row]) -> usize {
    let mut lengths: Vec<usize> = rows.iter().map(Row::len).collect();
    lengths.sort_unstable();
    let most_have = if lengths.len() > 1 { lengths[(lengths.len() - 1) / 2] } else { 0 };
    heading_cells.max(most_have)
}

/// What a line is, and where it stands.
#[derive(Debug)]
pub(super) struct Line {
    /// Why it is left out, if it is no row.
    pub(super) why: Option<Why>,
    /// The other table that it stands in.
    pub(super) other_table: Option<Arc<Lines>>,
    /// Whether words take it for no person.
    pub(super) is_doubtful: bool,
}

/// Where the reader is.
pub(super) struct Position {
    pub(super) sections: Sections,
    /// The table of the heading that came last, when it is not the file's.
    other_table: Option<Arc<Lines>>,
}

impl Position {
    /// Right below the titles.
    pub(super) fn begin(plan: &ReadingPlan) -> Self {
        Self { sections: Sections::below(&plan.beginning.above, &plan.lines), other_table: None }
    }

    /// What a line above the heading is: a title, or a row of a list that was sorted with its heading.
    pub(super) fn above(row: &Row, plan: &ReadingPlan) -> Line {
        let is_doubtful = plan.lines.may_be_above(row);
        Line { why: (!is_doubtful).then_some(Why::Title), is_doubtful, other_table: None }
    }

    /// What a line below the heading is.
    pub(super) fn below(&mut self, row: &Row, plan: &ReadingPlan) -> Line {
        let repeats_heading = plan.lines.repeats_heading(row);
        let other_heading = if repeats_heading { None } else { table_below(row, &plan.mapping) };
        if repeats_heading || other_heading.is_some() {
            self.other_table = other_heading.map(Arc::new);
            return Line { why: Some(Why::Heading), other_table: self.other_table.clone(), is_doubtful: false };
        }
        let other_table = self.other_table.clone();
        let reading = other_table.as_deref().unwrap_or(&plan.lines).read(row);
        let why = if let Reading::Nobody(why) = reading { Some(why) } else { None };
        Line { why, is_doubtful: reading == Reading::Doubtful, other_table }
    }
}

/// What stands behind a row that did not fit its heading, so that it does not fit in the child either. What may have stood elsewhere is left
/// out before it.
pub(in crate::census) const MISFIT: &str = "(this row did not fit the heading)";

/// What the cells of a row say of its own person.
pub(super) fn cells(row: &Row, number: u32, line: &Line, plan: &ReadingPlan) -> RawRow {
    let mut raw = RawRow::new(row.line, number);
    raw.shape = shape(row, line, plan);
    let is_torn = raw.shape == Shape::TooMany;
    let places = &line.other_table.as_deref().unwrap_or(&plan.lines).places;
    for field in Field::ALL {
        let place = places[field.index()];
        if let Some(place) = if is_torn { place.and_then(|place| place_if_torn(place, row, plan)) } else { place } {
            raw.set(field, row.cell(place));
        }
    }
    if let Some(name) = raw.get(Field::FullName).filter(|name| plan.last_first && !is_nobodys(name)) {
        let turned = with_comma(name);
        raw.set(Field::FullName, &turned);
    }
    let answer = plan.status.zip(raw.get(Field::Status)).and_then(|(question, cell)| question.answer(cell));
    if let Some(status) = answer {
        raw.set(Field::Status, status.name());
    }
    plan.beginning.options.sheet.iter().for_each(|sheet| sheet.read_day(&mut raw));
    if !is_torn {
        plan.meanings.fill(&mut raw);
        plan.pointer.iter().for_each(|pointer| pointer.fill(row, &mut raw));
    }
    raw
}

/// Adds to the cells of a row what its sections and other columns say of its person.
pub(super) fn complete(row: &Row, raw: &mut RawRow, plan: &ReadingPlan) {
    if raw.section.as_ref().is_some_and(Section::ends) {
        raw.set(Field::Status, Status::InActive.name());
    }
    if let Some((field, value)) = raw.family.as_ref().map(|family| family.told()) {
        raw.set(field, value);
    }
    if !matches!(raw.shape, Shape::TooMany | Shape::OtherTable) {
        plan.employee.iter().for_each(|employee| employee.fill(row, raw));
        plan.leaving.fill(row, raw, &plan.beginning.options.leaving);
        raw.employee = plan.employee.and_then(|employee| employee.key(row, raw));
    }
}

/// The people in columns of their employee's row, without their numbers.
pub(super) fn family(row: &Row, employee: &RawRow, plan: &ReadingPlan) -> Vec<FamilyMember> {
    let mut people = plan.families.people(row, employee, plan.last_first);
    for person in &mut people {
        plan.beginning.options.sheet.iter().for_each(|sheet| sheet.read_day(&mut person.raw));
        LeavingColumns::fill_relative(&plan.mapping, person, row, &plan.beginning.options.leaving);
    }
    people
}

/// Whether the row fits its heading.
pub(super) fn shape(row: &Row, line: &Line, plan: &ReadingPlan) -> Shape {
    match () {
        () if line.other_table.is_some() => Shape::OtherTable,
        () if row.unclosed => Shape::Unclosed,
        // Past the heading of a sheet stand remarks: no comma moves its cells.
        () if plan.beginning.options.sheet.is_none() && is_torn(row, plan) => Shape::TooMany,
        // Of a sheet only the cells that hold something are stored.
        () if row.len() < plan.beginning.width && plan.beginning.options.sheet.is_none() => Shape::TooFew,
        () if line.is_doubtful => Shape::MayBeNobody,
        () => Shape::Even,
    }
}

/// Whether values stand past the heading, or more cells than in other rows do while the last ones do not fit their columns.
fn is_torn(row: &Row, plan: &ReadingPlan) -> bool {
    let fits = |(place, field): (usize, Option<Field>)| {
        field.and_then(|field| suggested::is_readable(field, clean(row.cell(place)), NaiveDate::MAX)) == Some(true)
    };
    let may_be_moved = || {
        let columns = plan.mapping.columns().iter().rev().map(|column| (column.index, column.field));
        let mut last = columns.take_while(|(_, field)| field.is_some_and(|field| !field.is_free_text()));
        !last.next().is_some_and(fits) || !last.all(fits)
    };
    (plan.beginning.width..row.len()).any(|at| !clean(row.cell(at)).is_empty())
        || (row.len() > plan.beginning.usual_length && may_be_moved())
}

/// Where the value of a column stands in a torn row: before the first column that may hold a comma of its own where it should, behind the last
/// such column as many cells from the end. What stands between is shown, and not read. A row that a split has written
/// stands as it should.
fn place_if_torn(place: usize, row: &Row, plan: &ReadingPlan) -> Option<usize> {
    let may_hold_comma = |index: usize| plan.mapping.columns()[index].field.is_none_or(Field::is_free_text);
    if row.cell(plan.beginning.width) == MISFIT || !(0..=place).any(may_hold_comma) {
        return Some(place);
    }
    let last = (plan.beginning.width..row.len()).rfind(|index| !clean(row.cell(*index)).is_empty())?;
    (!(place..plan.beginning.width).any(may_hold_comma)).then(|| place + last + 1 - plan.beginning.width)
}
