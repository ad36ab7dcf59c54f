//! One file for each employer group out of a multi-group file (task 5, decisions C1).
//!
//! A child is a file of the template's columns with the texts of the parent's rows as they stand, so that everything that
//! was wrong in a row is wrong in the child too and is told there.

use std::io::{self, Write};

use super::columns::Mapping;
use super::export::CsvWriter;
use super::field::Field;
use super::leftovers::without_added_signs;
use super::raw::{RawRow, Shape};

/// What stands behind a row that did not fit its heading, so that it does not fit in the child either.
const MISFIT: &str = "(this row did not fit the heading)";

/// Writes the rows of one group.
pub struct SplitWriter<W: Write> {
    rows: CsvWriter<W>,
    fields: Vec<Field>,
}

impl<W: Write> SplitWriter<W> {
    /// Writes the heading: the fields that the parent's mapping has.
    ///
    /// # Errors
    /// A sink that fails.
    pub fn new(sink: W, parent: &Mapping) -> io::Result<Self> {
        let both = parent.column_of(Field::FirstName).is_some() && parent.column_of(Field::LastName).is_some();
        let kept = |field: &Field| parent.holds(*field) && !(both && *field == Field::FullName);
        let fields: Vec<Field> = Field::ALL.into_iter().filter(kept).collect();
        let day_first = parent.day_first();
        let mut rows = CsvWriter::new(sink);
        rows.row(fields.iter().map(|field| match field {
            Field::DateOfBirth if day_first => "DateOfBirth (DD/MM/YYYY)",
            field => field.name(),
        }))?;
        Ok(Self { rows, fields })
    }

    /// Writes a row of the parent.
    ///
    /// # Errors
    /// A sink that fails.
    pub fn row(&mut self, raw: &RawRow) -> io::Result<()> {
        let misfit = (raw.shape != Shape::Even).then_some(MISFIT);
        let cells = self.fields.iter().map(|field| raw.get(*field).unwrap_or_default());
        self.rows.row(cells.chain(misfit))
    }

    /// Passes everything on to the sink.
    ///
    /// # Errors
    /// A sink that fails.
    pub fn flush(&mut self) -> io::Result<()> {
        self.rows.flush()
    }
}

/// How the number of a group is compared: folded and without an added fraction or commas, since a spreadsheet may have changed its case or blanks.
pub fn group_key(number: &str) -> String {
    without_added_signs(crate::text::fold(number))
}
