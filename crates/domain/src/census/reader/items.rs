//! What the reader gives: the records of a file, and the lines that it leaves out.

use crate::census::cells::clean;
use crate::census::lines::Why;
use crate::census::source::lines::Row;
use crate::census::source::raw::RawRow;

/// A line that is left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ignored {
    /// Its first physical line, from 1.
    pub line: u64,
    /// How many physical lines it spans.
    pub spans: u32,
    /// Why it is no row.
    pub why: Why,
    /// Whether it has a cell in a column of names. A heading that comes again may have one, too: see [`Self::may_name`].
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

    /// Whether it may name a person: it has a cell in a column of names, and words have decided, or it stands above the heading and holds
    /// something besides.
    pub fn may_name(&self) -> bool {
        let has_more = || self.cells.iter().filter(|cell| !cell.is_empty()).nth(1).is_some();
        self.in_name_column && (self.why.is_by_words() || (self.why == Why::Title && has_more()))
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
