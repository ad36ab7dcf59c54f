//! Sheets of people who have left, whose lines stand below those of the census.

use crate::census::source::lines::Row;
use crate::census::source::sheet::{EndedSheet, Sheet};

/// What a line of the text is on its sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// A row of the census.
    Census,
    /// The name of a sheet.
    Name,
    /// A line above the heading of a sheet.
    Above,
    /// The heading of a sheet.
    Heading,
    /// A row below it.
    Row,
}

/// Where these sheets stand.
#[derive(Debug, Default)]
pub(super) struct SheetsBelow(Vec<EndedSheet>);

impl SheetsBelow {
    /// Those of a sheet.
    pub(super) fn of(sheet: Option<&Sheet>) -> Self {
        Self(sheet.map(|sheet| sheet.ended.clone()).unwrap_or_default())
    }

    /// What the line of this number is.
    pub(super) fn part(&self, line: u64) -> Part {
        let Some(sheet) = self.0.iter().rev().find(|sheet| line >= sheet.line) else { return Part::Census };
        match line {
            _ if line == sheet.line => Part::Name,
            _ if line < sheet.heading_line => Part::Above,
            _ if line == sheet.heading_line => Part::Heading,
            _ => Part::Row,
        }
    }

    /// Whether the row of this line is all that stands below the heading of its sheet, by the rows behind it.
    pub(super) fn is_alone(&self, line: u64, behind: impl FnOnce() -> Vec<Row>) -> bool {
        let is_first = self.0.iter().any(|sheet| line == sheet.heading_line + 1);
        let next = self.0.iter().map(|sheet| sheet.line).find(|start| *start > line).unwrap_or(u64::MAX);
        is_first && behind().iter().all(|row| row.line >= next || row.cells().all(|cell| cell.trim().is_empty()))
    }
}
