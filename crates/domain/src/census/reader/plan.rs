//! What is decided about a file when it is opened, and where the reader is in it. Rows change nothing of the former. The position moves on line by
//! line, and says of each line what it is.

use std::sync::Arc;

use crate::census::cells::Question;
use crate::census::columns::Mapping;
use crate::census::columns::by_values::{self, Told};
use crate::census::columns::family_columns::FamilyColumns;
use crate::census::columns::orders::BirthParts;
use crate::census::field::{FIELD_COUNT, Field};
use crate::census::findings::issue::Issue;
use crate::census::findings::questions::LeavingAnswers;
use crate::census::findings::sections::{FamilySection, Section};
use crate::census::lines::other_tables::{OtherTable, table_below};
use crate::census::lines::sections::Sections;
use crate::census::lines::{FirstRows, Lines, Reading, Why};
use crate::census::source::lines::Row;
use crate::census::source::options::ReadOptions;
use crate::census::source::raw::RawRow;
use crate::census::source::refusal::Refusal;
use crate::census::source::sheet::Sheet;

/// The rows at the beginning of a file, by which it is decided how the others are read.
pub(super) struct Beginning {
    /// The lines above the heading.
    pub(super) above: Vec<Row>,
    /// How many of them may be titles. The upper line of a heading is none.
    pub(super) titles: usize,
    pub(super) heading: Row,
    /// Cells of the heading, with blank ones behind its last word.
    pub(super) heading_cells: usize,
    /// The columns, which end with the last word of the heading.
    pub(super) width: usize,
    /// The first rows below the heading.
    pub(super) sample: Vec<Row>,
}

impl Beginning {
    pub(super) fn titles(&self) -> &[Row] {
        &self.above[..self.titles]
    }
}

/// How the rows of a file are read.
pub(super) struct ReadingPlan {
    pub(super) sheet: Option<Sheet>,
    pub(super) mapping: Mapping,
    pub(super) places: [Option<usize>; FIELD_COUNT],
    pub(super) status: Option<Question>,
    /// What the column of statuses is called where it does not say what an answer means.
    pub(super) open_status: Option<String>,
    pub(super) birth: Option<BirthParts>,
    /// What the values of the first rows tell.
    pub(super) told: Told,
    pub(super) families: FamilyColumns,
    /// What people have said of the columns that tell who has left.
    pub(super) leaving: LeavingAnswers,
    pub(super) lines: Lines,
    /// Whether whole names have the last name first, as a person has said, by their heading or by the families of the file.
    pub(super) last_first: bool,
    pub(super) width: usize,
    /// Cells of the heading or of most rows, with blank ones behind the last word.
    pub(super) usual_length: usize,
}

impl ReadingPlan {
    /// Decides by the mapping, by the rows at the beginning and by what people have said.
    pub(super) fn of(mapping: Mapping, beginning: &Beginning, options: &ReadOptions) -> Self {
        let told = by_values::infer(&mapping, &beginning.sample);
        let places = mapping.places();
        let names = places[Field::FullName.index()];
        let by_families = told.names.filter(|order| names == Some(order.place));
        let titles: Vec<Row> =
            beginning.titles().iter().filter(|row| options.made_rows.number_of(row.line).is_none()).cloned().collect();
        let first = FirstRows { titles: &titles, heading: &beginning.heading };
        Self {
            sheet: options.sheet.clone(),
            status: mapping.asks_status(),
            open_status: mapping.open_status(),
            birth: mapping.birth_parts(),
            families: FamilyColumns::among(&mapping),
            leaving: options.leaving.clone(),
            lines: Lines::of(&mapping, first, options.sections.clone()),
            last_first: by_families.map_or_else(|| mapping.last_first(), |order| order.last_first),
            width: beginning.width,
            usual_length: usual_length(beginning.heading_cells, &beginning.sample),
            places,
            told,
            mapping,
        }
    }
}

/// How many cells a row has where nothing moved them: as many as the heading, unless most rows have more.
fn usual_length(heading_cells: usize, rows: &[Row]) -> usize {
    let mut lengths: Vec<usize> = rows.iter().map(Row::len).collect();
    lengths.sort_unstable();
    let most_have = if lengths.len() > 1 { lengths[(lengths.len() - 1) / 2] } else { 0 };
    heading_cells.max(most_have)
}

/// What a line is, and where it stands.
#[derive(Debug, Default)]
pub(super) struct Line {
    /// Why it is left out, if it is no row.
    pub(super) why: Option<Why>,
    /// The other table that it stands in.
    pub(super) other_table: Option<Arc<OtherTable>>,
    /// Whether it has fewer cells than the heading.
    pub(super) is_short: bool,
    /// Whether words take it for no person.
    pub(super) is_doubtful: bool,
    /// The section of people who have left, or may have.
    pub(super) section: Option<Section>,
    /// The section of dependents that tells who the row is.
    pub(super) family: Option<Arc<FamilySection>>,
}

/// Where the reader is.
pub(super) struct Position {
    sections: Sections,
    /// The table of the heading that came last, when it is not the file's.
    other_table: Option<Arc<OtherTable>>,
    /// The line of the first quotation mark that is never closed.
    unclosed: Option<u64>,
}

impl Position {
    /// Right below the titles.
    pub(super) fn begin(beginning: &Beginning, plan: &ReadingPlan) -> Self {
        Self {
            sections: Sections::below(beginning.titles(), &plan.lines),
            other_table: None,
            unclosed: beginning.heading.unclosed.then_some(beginning.heading.line),
        }
    }

    /// What a line above the heading is: a title, or a row of a list that was sorted with its heading.
    pub(super) fn above(row: &Row, plan: &ReadingPlan) -> Line {
        let is_doubtful = plan.lines.may_be_above(row);
        let why = (!is_doubtful).then_some(Why::Title);
        Line { why, is_short: row.len() < plan.width, is_doubtful, ..Line::default() }
    }

    /// What a line below the heading is.
    pub(super) fn below(&mut self, row: &Row, plan: &ReadingPlan) -> Line {
        if row.unclosed {
            self.unclosed.get_or_insert(row.line);
        }
        let mut why = plan.lines.repeated(row);
        let other_heading = if why.is_none() { table_below(row, &plan.mapping) } else { None };
        if why == Some(Why::Heading) || other_heading.is_some() {
            why = Some(Why::Heading);
            self.other_table = other_heading.map(Arc::new);
        }
        let other_table = self.other_table.clone();
        let mut line =
            Line { why, is_short: other_table.is_none() && row.len() < plan.width, other_table, ..Line::default() };
        if why.is_none() {
            match line.other_table.as_ref().map_or(&plan.lines, |other| &other.lines).read(row) {
                Reading::Nobody(why) => line.why = Some(why),
                reading => line.is_doubtful = reading == Reading::Doubtful,
            }
        }
        line
    }

    /// Goes on behind a line that is left out.
    pub(super) fn leave_out(&mut self, row: &Row, why: Why, plan: &ReadingPlan) {
        self.sections.left_out(row, why, &plan.lines);
    }

    /// Goes on with a row, and adds the sections that it stands in.
    pub(super) fn enter(&mut self, row: &Row, cells: &RawRow, line: &mut Line, plan: &ReadingPlan) {
        (line.section, line.family) = self.sections.row(row, cells, &plan.lines);
    }

    /// Why a file without a row is refused.
    pub(super) fn no_rows(&self) -> Refusal {
        self.unclosed.map_or(Refusal::NoRecords, |line| Refusal::UnclosedQuote { line })
    }

    /// What is to be said of the lines that were passed.
    pub(super) fn issues(&self) -> impl Iterator<Item = Issue> {
        self.sections.issues()
    }
}
