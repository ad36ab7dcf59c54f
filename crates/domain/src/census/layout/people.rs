//! The first people of a file as they will be read, beside their lines.

use super::{ReadPerson, ReadValue};
use crate::census::cells::read_ssn;
use crate::census::columns::{Column, Mapping};
use crate::census::field::Field;
use crate::census::people::record::Record;
use crate::census::people::validate::Checked;

/// So many cells of a line are shown.
const MOST_CELLS: usize = 40;
/// The most characters of a cell that are shown.
const LONGEST: usize = 60;

/// Stands for a social security number that cannot be read.
const HIDDEN: &str = "***";

/// The columns of a file that hold social security numbers, by their place.
#[derive(Debug, Default)]
pub(super) struct Secret(Vec<bool>);

impl Secret {
    /// Those that are read as such, and those whose heading says so of anybody.
    pub(super) fn among(mapping: &Mapping) -> Self {
        let is_secret = |column: &Column| {
            column.field == Some(Field::Ssn) || column.key.contains("ssn") || column.key.contains("socialsec")
        };
        Self(mapping.columns().iter().map(is_secret).collect())
    }

    /// The cells of a line as they may be shown.
    pub(super) fn shown<'a>(&self, cells: impl Iterator<Item = &'a str>) -> Vec<String> {
        let cells = cells.take(MOST_CELLS).enumerate().map(|(place, cell)| {
            let shown = if self.0.get(place) == Some(&true) { masked(cell) } else { hidden(cell) };
            shown.chars().take(LONGEST).collect()
        });
        let mut cells: Vec<String> = cells.collect();
        cells.truncate(cells.iter().rposition(|cell| !cell.is_empty()).map_or(0, |last| last + 1));
        cells
    }
}

fn masked(cell: &str) -> String {
    match read_ssn(cell) {
        Some(read) => read.value.masked(),
        None if cell.is_empty() => String::new(),
        None => HIDDEN.to_owned(),
    }
}

/// A cell; one with the form of a social security number is hidden but for its last four digits.
pub(super) fn hidden(cell: &str) -> String {
    let lengths: Vec<usize> = cell.split('-').map(str::len).collect();
    let is_ssn = lengths == [3, 2, 4] && cell.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    if is_ssn { masked(cell) } else { cell.to_owned() }
}

/// A person with what is wrong in its own row.
pub(super) fn read(checked: &Checked, cells: Vec<String>) -> ReadPerson {
    let record = &checked.record;
    let values = Field::template().iter().filter_map(|field| {
        let value = text_of(record, *field).filter(|text| !text.is_empty())?;
        Some(ReadValue { field: field.name().to_owned(), value })
    });
    ReadPerson {
        line: record.line,
        cells,
        values: values.collect(),
        is_dependent: record.is_dependent(),
        primary_line: None,
        says: checked.issues.iter().map(|issue| issue.message.clone()).collect(),
    }
}

fn text_of(record: &Record, field: Field) -> Option<String> {
    match field {
        Field::GroupId => Some(record.group_id.text().to_owned()),
        Field::FamilyId => Some(record.family_id.text().to_owned()),
        Field::Ssn => record.ssn.as_ref().map(|ssn| ssn.masked()),
        field => record.cell(field).map(|text| text.into_owned()),
    }
}
