//! Cells of a workbook that are merged over several rows: their value, which stands in the first one, holds for all of them.
//!
//! Only blank cells below the heading are filled, and only in rows that hold something of their own.

use std::sync::Arc;

use calamine::Dimensions;

use super::Sheet;
use crate::census::columns::Mapping;
use crate::census::issue::{Issue, IssueKind};
use crate::census::lines::Row;
use crate::census::values::clean;

/// A cell over several rows: a column, from 0, and its first and last line, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Merged {
    first: u64,
    last: u64,
    column: usize,
}

impl Merged {
    /// Those of a sheet's merged cells that span rows, in the order of their first lines.
    pub(super) fn over_rows(cells: &[Dimensions]) -> Arc<[Self]> {
        let spans_rows = |cell: &&Dimensions| cell.start.0 < cell.end.0;
        let mut merged: Vec<Self> = cells.iter().filter(spans_rows).map(Self::of).collect();
        merged.sort_unstable();
        merged.into()
    }

    fn of(cell: &Dimensions) -> Self {
        let line = |row: u32| u64::from(row) + 1;
        Self { first: line(cell.start.0), last: line(cell.end.0), column: cell.start.1 as usize }
    }
}

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

    /// Fills the blank cells of a row with the values of the merged cells that it is in.
    pub(in crate::census) fn fill(&mut self, row: &mut Row) {
        if self.next == self.cells.len() && self.open.is_empty() {
            return;
        }
        self.open.retain(|(cell, _)| cell.last >= row.line);
        let holds_something = row.cells().any(|cell| !clean(cell).is_empty());
        if holds_something && self.open.iter().any(|(cell, _)| is_blank(row, cell.column)) {
            let width = self.open.iter().map(|(cell, _)| cell.column + 1).max().unwrap_or(0).max(row.len());
            let mut cells: Vec<String> = (0..width).map(|place| row.cell(place).to_owned()).collect();
            for (cell, value) in self.open.iter().filter(|(cell, _)| is_blank(row, cell.column)) {
                cells[cell.column] = value.to_string();
                if !self.filled.contains(&cell.column) {
                    self.filled.push(cell.column);
                }
            }
            *row = row.with_cells(cells.iter().map(String::as_str));
        }
        while let Some(cell) = self.cells.get(self.next).filter(|cell| cell.first <= row.line) {
            self.next += 1;
            let value = clean(row.cell(cell.column));
            if cell.first == row.line && !value.is_empty() {
                self.open.push((*cell, value.into()));
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

fn is_blank(row: &Row, place: usize) -> bool {
    clean(row.cell(place)).is_empty()
}
