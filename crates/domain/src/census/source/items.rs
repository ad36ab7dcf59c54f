//! What the reader gives: the records of a file, and the lines that it leaves out.

use super::super::lines::Row;
use super::super::noise::Why;
use super::super::raw::RawRow;
use super::super::values::clean;

/// A line that is left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ignored {
    /// Its first physical line, from 1.
    pub line: u64,
    /// How many physical lines it spans.
    pub spans: u32,
    /// Why it is no row.
    pub why: Why,
    /// Whether it has a cell in a column of names. A heading or a title that comes again may have one, too: see [`Self::why`].
    pub in_name_column: bool,
    /// Its trimmed cells in the order of the line, without blank ones at its end; none of a blank line.
    pub cells: Vec<Box<str>>,
}

impl Ignored {
    pub(in crate::census) fn of(row: &Row, why: Why, in_name_column: bool) -> Self {
        let filled = (0..row.len()).rfind(|place| !clean(row.cell(*place)).is_empty()).map_or(0, |last| last + 1);
        let cells = row.cells().take(filled).map(|cell| Box::from(clean(cell))).collect();
        Self { line: row.line, spans: row.spans, why, in_name_column, cells }
    }
}

/// What the reader gives next.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "nearly every item is a record; a box would cost an allocation for each")]
pub enum Item {
    /// A record.
    Row(RawRow),
    /// A line that is left out.
    Ignored(Ignored),
}
