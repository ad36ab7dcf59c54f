//! The rules of census files by example and by property. The samples are our own, one for each trait of real files.

mod changes;
mod columns;
mod doubtful;
mod exports;
mod families;
mod files;
mod fuzzing;
mod inferred;
mod lines;
mod matching;
mod plan;
mod properties;
mod samples;
mod skipped_rows;
mod statuses;
mod told_leaving;
mod validation;
mod vocabulary;
mod without_birth_dates;
mod workbooks;

use std::io::Read;

use chrono::NaiveDate;

use crate::census::check::{CheckReport, check};
use crate::census::reader::{CensusReader, Item, ReadError, ReadOptions};
use crate::census::repair::split::SplitWriter;

impl<R: Read> Iterator for CensusReader<R> {
    type Item = Result<Item, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_item().transpose()
    }
}

/// The import day of all tests.
pub(super) fn today() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, 20).expect("a date")
}

/// Checks bytes as a file.
pub(super) fn checked(bytes: impl AsRef<[u8]>) -> CheckReport {
    check(bytes.as_ref(), today(), &ReadOptions::default()).expect("memory does not fail")
}

/// The report of a file of which a person has said that all who stand below people who have left have left.
pub(super) fn said_yes(text: impl AsRef<[u8]>) -> CheckReport {
    answered(text, true)
}

/// The report of a file of which a person has given the same answer about each of its sections.
pub(super) fn answered(text: impl AsRef<[u8]>, answer: bool) -> CheckReport {
    let lines = String::from_utf8_lossy(text.as_ref()).lines().count() as u64;
    let sections = (1..=lines).map(|line| (line, answer)).collect();
    check(text.as_ref(), today(), &ReadOptions { sections, ..ReadOptions::default() }).expect("memory does not fail")
}

/// All rows of a file as the file of one group that they are split off to.
pub(super) fn split_off(text: &str) -> Vec<u8> {
    let mut reader = CensusReader::open(text.as_bytes(), &ReadOptions::default()).unwrap();
    let mut written = Vec::new();
    let mut child = SplitWriter::new(&mut written, reader.mapping()).unwrap();
    while let Some(item) = reader.next_item().unwrap() {
        if let Item::Row(raw) = item {
            child.row(&raw).unwrap();
        }
    }
    child.flush().unwrap();
    drop(child);
    written
}

/// Line and names of each record.
pub(super) fn people(report: &CheckReport) -> Vec<(u64, &str, &str)> {
    report.records.iter().map(|record| (record.line, &*record.first_name, &*record.last_name)).collect()
}

/// Line, key and code of each issue.
pub(super) fn issues(report: &CheckReport) -> Vec<(u64, &str, &str)> {
    report.issues.iter().map(|issue| (issue.line, issue.key.as_deref().unwrap_or(""), issue.code)).collect()
}
