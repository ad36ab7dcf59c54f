//! A quotation mark that is never closed, and the lines behind it that are not divided.

use crate::census::source::lines::Row;
use crate::census::source::refusal::Refusal;

/// So many lines that are not divided behind a quotation mark without end are the text of its cell, and no list of people.
const MOST_BEHIND: u32 = 10_000;

/// The mark that is open.
#[derive(Debug, Clone, Copy)]
pub(super) struct OpenQuote {
    line: u64,
    behind: u32,
}

impl OpenQuote {
    /// The mark of a row, where it is open.
    pub(super) fn of(row: &Row) -> Option<Self> {
        row.unclosed.then_some(Self { line: row.line, behind: 0 })
    }

    /// The mark that is open behind a row. Refuses a file whose lines are the text of a cell that never ends.
    pub(super) fn behind(open: Option<Self>, row: &Row, width: usize) -> Result<Option<Self>, Refusal> {
        let is_text = width > 1 && row.len() == 1;
        let open = match open {
            None => Self::of(row),
            Some(Self { line, behind }) if is_text => Some(Self { line, behind: behind + 1 }),
            quote => quote.filter(|_| row.unclosed),
        };
        match open {
            Some(Self { line, behind }) if behind > MOST_BEHIND => Err(Refusal::UnclosedQuote { line }),
            open => Ok(open),
        }
    }

    /// Why a file holds no record.
    pub(super) fn refusal(open: Option<Self>) -> Refusal {
        open.map_or(Refusal::NoRecords, |quote| Refusal::UnclosedQuote { line: quote.line })
    }
}
