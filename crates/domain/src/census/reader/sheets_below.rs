//! Sheets of people who have left, whose lines stand below those of the census.

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
}
