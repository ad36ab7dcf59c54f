//! Where a record stands in its file, as screens and messages name it.

use std::fmt;

use crate::census::people::record::Record;

/// Where a record stands.
#[derive(Debug, Clone, Copy)]
pub(in crate::census) struct Place {
    pub number: u32,
    pub line: u32,
}

/// By its number, as screens count it, and by its line, where it stands in the file.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, line {} of the file", self.number, self.line)
    }
}

/// Returns the place of `record`.
pub(in crate::census) fn place(record: &Record) -> Place {
    Place { number: record.number, line: short(record.line) }
}

/// Lines as 32 bits: a file of four billion lines is far over every limit.
fn short(line: u64) -> u32 {
    u32::try_from(line).unwrap_or(u32::MAX)
}
