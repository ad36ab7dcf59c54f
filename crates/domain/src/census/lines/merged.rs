//! Cells of a workbook that are merged: their value, which stands in the first one, holds for all their rows.
//!
//! What is stored in the other ones is hidden and does not count. Only rows below the heading that hold something of their own are filled.

use crate::census::source::sheet::Merged;
use std::sync::Arc;

use crate::census::cells::clean;
use crate::census::columns::Mapping;
use crate::census::findings::issue::{Issue, IssueKind};
use crate::census::source::lines::Row;
use crate::census::source::sheet::Sheet;

/// The merged cells below the heading of the sheet that is read, as far as the reader has come.
#[derive(Debug, Default)]
pub struct MergedCells {
    cells: Arc<[Merged]>,
    /// The next one that has not begun.
    next: usize,
    /// Those that the reader is in, with their values.
    open: Vec<(Merged, Box<str>)>,
    /// The columns in which a cell was filled.
    filled: Vec<usize>,
}

impl MergedCells {
    /// Those below the heading, which stands on this line.
    pub(in crate::census) fn of(sheet: Option<&Sheet>, heading_line: u64) -> Self {
        let cells = sheet.map(|sheet| Arc::clone(&sheet.merged)).unwrap_or_default();
        let next = cells.partition_point(|cell| cell.first <= heading_line);
        Self { cells, next, ..Self::default() }
    }

    /// Gives the cells of a row the values of the merged cells that it is in. Excel hides what is stored below them.
    pub(in crate::census) fn fill(&mut self, row: &mut Row) {
        if self.next == self.cells.len() && self.open.is_empty() {
            return;
        }
        self.open.retain(|(cell, _)| cell.last >= row.line);
        if !self.open.is_empty() {
            self.put_values(row);
        }
        while let Some(cell) = self.cells.get(self.next).copied().filter(|cell| cell.first <= row.line) {
            self.next += 1;
            if cell.first == row.line {
                self.open.push((cell, clean(row.cell(cell.column)).into()));
                hide(row, cell.column + 1..=cell.last_column);
            }
        }
    }

    /// Puts the values into a row that holds something of its own; any other is as blank as it is seen.
    fn put_values(&mut self, row: &mut Row) {
        let is_hidden =
            |place: usize| self.open.iter().any(|(cell, _)| (cell.column..=cell.last_column).contains(&place));
        let holds_own = row.cells().enumerate().any(|(place, cell)| !clean(cell).is_empty() && !is_hidden(place));
        for (cell, value) in &self.open {
            hide(row, cell.column + 1..=cell.last_column);
            if !holds_own {
                hide(row, cell.column..=cell.column);
            } else if clean(row.cell(cell.column)) != &**value {
                let width = row.len().max(cell.column + 1);
                let put = |place: usize| if place == cell.column { &**value } else { row.cell(place) };
                *row = row.with_cells((0..width).map(put));
                if !self.filled.contains(&cell.column) {
                    self.filled.push(cell.column);
                }
            }
        }
    }

    /// Says once for each column that is read that its merged cells hold for all their rows.
    pub(in crate::census) fn issues(&self, mapping: &Mapping, line: u64) -> Vec<Issue> {
        let read = mapping.read_places();
        let columns =
            mapping.columns().iter().filter(|column| read[column.index] && self.filled.contains(&column.index));
        let said = columns.map(|column| {
            let message = format!(
                "Cells of '{}' are merged over several rows: their value is read in each of the rows. Please check them.",
                column.heading
            );
            Issue { line, key: Some(column.heading.clone()), kind: IssueKind::MergedCells, message, value: None }
        });
        said.collect()
    }
}

/// Blanks cells that are stored below a merged one.
fn hide(row: &mut Row, places: std::ops::RangeInclusive<usize>) {
    let is_hidden = |place: usize| places.contains(&place);
    if (0..row.len()).any(|place| is_hidden(place) && !row.cell(place).is_empty()) {
        *row = row.with_cells((0..row.len()).map(|place| if is_hidden(place) { "" } else { row.cell(place) }));
    }
}
