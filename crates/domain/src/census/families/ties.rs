//! The numbers by which the rows of one family and of one person are found among each other, and where a row stands.

use std::fmt;

use crate::census::cells::id_key;
use crate::census::people::record::Record;

const FAMILY: u8 = b'f';
const SSN: u8 = b's';
const UNIQUE_ID: u8 = b'u';

/// The key of a family's number.
pub(super) fn family_key(record: &Record) -> Option<u64> {
    record.family_id.value().map(|text| id_key(FAMILY, text))
}

/// The key of a social security number.
pub(super) fn ssn_key(record: &Record) -> Option<u64> {
    record.ssn.as_ref().map(|ssn| id_key(SSN, ssn.digits()))
}

/// The key of a person's id.
pub(super) fn unique_key(record: &Record) -> Option<u64> {
    record.unique_id.value().map(|text| id_key(UNIQUE_ID, text))
}

/// What a dependent can be found by, strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tie {
    Family,
    Ssn,
    UniqueId,
}

/// The strongest number of a dependent.
pub(super) fn tie(record: &Record) -> Option<(Tie, u64)> {
    let family = family_key(record).map(|key| (Tie::Family, key));
    let ssn = || ssn_key(record).map(|key| (Tie::Ssn, key));
    family.or_else(ssn).or_else(|| unique_key(record).map(|key| (Tie::UniqueId, key)))
}

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
