//! A record as it stands in the file, before its values are read.

use std::sync::Arc;

use chrono::NaiveDate;

use crate::census::cells::clean;
use crate::census::field::{FIELD_COUNT, Field};
use crate::census::findings::leaving::Leaving;
use crate::census::findings::sections::FamilySection;
use crate::census::findings::sections::Section;

/// Whether a record has as many cells as the heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Shape {
    /// As many, or only empty ones more.
    #[default]
    Even,
    /// More, with something in them.
    TooMany,
    /// Fewer.
    TooFew,
    /// A quotation mark is never closed.
    Unclosed,
    /// It stands below the heading of another table.
    OtherTable,
    /// It reads like a title, a total, a page line or an example, or stands above the heading, and holds what only a person has.
    MayBeNobody,
}

impl Shape {
    /// Whether nobody knows which value stands where.
    pub const fn is_torn(self) -> bool {
        matches!(self, Self::TooMany | Self::Unclosed | Self::OtherTable)
    }
}

/// A record as it stands in the file: the text of each mapped column.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RawRow {
    /// The first physical line, from 1.
    pub line: u64,
    /// The place among the records, from 1.
    pub number: u32,
    /// Whether it fits the heading.
    pub shape: Shape,
    /// The key of the employee's name that stands beside, in a list where the employee has columns of his own.
    pub employee: Option<u64>,
    /// The number of the employee in whose row the person stands, in a list with families in columns.
    pub employee_row: Option<u32>,
    /// The section it stands in, where that tells its status, or may.
    pub section: Option<Section>,
    /// The section of dependents that tells who it is.
    pub family: Option<Arc<FamilySection>>,
    /// What a column that is not read tells of its leaving.
    pub leaving: Option<Leaving>,
    /// The day on which the person of a corrected row leaves, as it was read before.
    pub leaves_on: Option<NaiveDate>,
    cells: [Option<Box<str>>; FIELD_COUNT],
}

impl RawRow {
    /// A record without values, such as one that a person types in.
    pub fn new(line: u64, number: u32) -> Self {
        Self { line, number, ..Self::default() }
    }

    /// The trimmed text; `None` when it is blank or no column holds the field.
    pub fn get(&self, field: Field) -> Option<&str> {
        self.cells[field.index()].as_deref()
    }

    /// Replaces the text of a field; blank text becomes `None`.
    pub fn set(&mut self, field: Field, text: &str) {
        let text = clean(text);
        self.cells[field.index()] = (!text.is_empty()).then(|| text.into());
    }

    /// The same with a field replaced.
    #[must_use]
    pub fn with(mut self, field: Field, text: &str) -> Self {
        self.set(field, text);
        self
    }
}
