//! The report written piece by piece, for files that no memory should hold.

use std::io::{self, Read, Write};

use chrono::NaiveDate;
use serde::Serialize;

use super::{CheckReport, CheckedRecord, Survey, survey};
use crate::census::families::Late;
use crate::census::people::record::Record;
use crate::census::reader::{ReadError, ReadOptions};

/// Writes the same JSON as [`super::check`] makes. `open` opens the file; it is read twice: first to know whether it is
/// refused and what later rows tell about earlier ones, then for the records.
///
/// # Errors
/// A source or a sink that fails.
pub fn write_report<R: Read>(
    open: impl Fn() -> io::Result<R>,
    today: NaiveDate,
    options: &ReadOptions,
    mut sink: impl Write,
) -> io::Result<()> {
    let mut lines = Vec::new();
    let surveyed = survey(open()?, today, options, |record| {
        lines.push(record.line);
        Ok(())
    });
    let Survey { report, late } = match surveyed {
        Ok(survey) => survey,
        Err(ReadError::Refused(refusal)) => {
            Survey { report: CheckReport::refused(refusal.to_string()), late: Vec::new() }
        }
        Err(ReadError::Io(error)) => return Err(error),
    };
    sink.write_all(b"{")?;
    member(&mut sink, "Encoding", &report.encoding)?;
    member(&mut sink, "Delimiter", &report.delimiter)?;
    member(&mut sink, "Sheet", &report.sheet)?;
    member(&mut sink, "OtherSheets", &report.other_sheets)?;
    member(&mut sink, "HeaderLine", &report.header_line)?;
    member(&mut sink, "Refused", &report.refused)?;
    sink.write_all(b"\"Records\":[")?;
    if report.refused.is_none() {
        let mut records = Records { sink: &mut sink, lines, late: late.into_iter().peekable(), written: 0 };
        survey(open()?, today, options, |record| records.write(record)).map_err(io::Error::other)?;
    }
    sink.write_all(b"],")?;
    member(&mut sink, "IgnoredLines", &report.ignored_lines)?;
    member(&mut sink, "UnmappedColumns", &report.unmapped_columns)?;
    member(&mut sink, "Issues", &report.issues)?;
    sink.write_all(b"\"Layout\":")?;
    serde_json::to_writer(&mut sink, &report.layout)?;
    sink.write_all(b"}\n")?;
    sink.flush()
}

fn member(sink: &mut impl Write, name: &str, value: &impl Serialize) -> io::Result<()> {
    write!(sink, "\"{name}\":")?;
    serde_json::to_writer(&mut *sink, value)?;
    sink.write_all(b",")
}

/// The records on their way out; what later rows told stands in the order of the file too.
struct Records<'a, W> {
    sink: &'a mut W,
    lines: Vec<u64>,
    late: std::iter::Peekable<std::vec::IntoIter<Late>>,
    written: usize,
}

impl<W: Write> Records<'_, W> {
    fn write(&mut self, mut record: Record) -> io::Result<()> {
        while let Some(late) = self.late.next_if(|late| late.number == record.number) {
            late.write_into(&mut record);
        }
        let primary_line = record.primary_row.and_then(|row| self.lines.get(row as usize - 1).copied());
        let shown = CheckedRecord { primary_line, ..CheckedRecord::from(record) };
        if self.written > 0 {
            self.sink.write_all(b",")?;
        }
        self.written += 1;
        serde_json::to_writer(&mut *self.sink, &shown)?;
        Ok(())
    }
}
