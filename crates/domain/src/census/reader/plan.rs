//! What is decided about a file when it is opened: how its rows are to be read. Rows change nothing of it.

use crate::census::cells::Question;
use crate::census::columns::Mapping;
use crate::census::columns::by_values::{self, Told};
use crate::census::columns::family_columns::FamilyColumns;
use crate::census::columns::orders::BirthParts;
use crate::census::field::{FIELD_COUNT, Field};
use crate::census::findings::questions::LeavingAnswers;
use crate::census::lines::{FirstRows, Lines};
use crate::census::source::lines::Row;
use crate::census::source::options::ReadOptions;
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
