//! Reading a whole file as the import would, touching no roster: what `ledgerwell census check` prints
//! (rules.md#commands).
//!
//! [`check`] holds the report in memory and suits files that a person looks at; [`write_report`] writes the same report
//! piece by piece, reading the file twice, and suits files of any size.

mod report;
mod stream;

use std::io::{self, Read};

use chrono::NaiveDate;

pub use self::report::{CheckReport, CheckedIssue, CheckedRecord, ShownNumber, record_keys};
pub use self::stream::write_report;
use crate::census::by_default::{ByDefault, ShownRow};
use crate::census::families::{CrossRows, Late};
use crate::census::findings::issue::{Issue, IssueKind};
use crate::census::layout::{LayoutBuilder, OpenQuestion};
use crate::census::people::record::{Record, RowState};
use crate::census::people::validate::{Rules, validate};
use crate::census::reader::{CensusReader, Ignored, Item, ReadError, ReadOptions};

/// Reads the file by the rules of a group of which nothing is known.
///
/// # Errors
/// Only a source that fails; a file that is no census makes a report that says so.
pub fn check(source: impl Read, today: NaiveDate, options: &ReadOptions) -> io::Result<CheckReport> {
    let mut records = Vec::new();
    let mut primaries = Vec::new();
    let outcome = survey(source, today, options, |record| {
        primaries.push(record.primary_row);
        records.push(CheckedRecord::from(record));
        Ok(())
    });
    let survey = match outcome {
        Ok(survey) => survey,
        Err(ReadError::Refused(refusal)) => return Ok(CheckReport::refused(refusal.to_string())),
        Err(ReadError::Io(error)) => return Err(error),
    };
    for late in &survey.late {
        let place = late.number as usize - 1;
        primaries[place] = late.primary_row.or(primaries[place]);
        if late.drop_unique_id {
            records[place].unique_id = None;
        }
    }
    for (place, primary) in primaries.into_iter().enumerate() {
        records[place].primary_line = primary.map(|row| records[row as usize - 1].line);
    }
    Ok(CheckReport { records, ..survey.report })
}

/// What a file holds in numbers, and what is wrong with it.
#[derive(Debug, Clone, Default)]
pub struct Summary {
    /// The report without its records.
    pub report: CheckReport,
    /// How many people there are.
    pub people: u64,
    /// How many of them are dependents.
    pub dependents: u64,
}

/// Reads the file as [`check`] does, and counts its people instead of keeping them.
///
/// # Errors
/// As [`check`].
pub fn summarize(source: impl Read, today: NaiveDate, options: &ReadOptions) -> io::Result<Summary> {
    let (mut people, mut dependents) = (0, 0);
    let outcome = survey(source, today, options, |record| {
        people += 1;
        dependents += u64::from(record.is_dependent());
        Ok(())
    });
    match outcome {
        Ok(survey) => Ok(Summary { report: survey.report, people, dependents }),
        Err(ReadError::Refused(refusal)) => {
            Ok(Summary { report: CheckReport::refused(refusal.to_string()), ..Summary::default() })
        }
        Err(ReadError::Io(error)) => Err(error),
    }
}

/// What a file is, but for its records.
struct Survey {
    /// The report without records.
    report: CheckReport,
    /// What later rows told about earlier ones, in the order of the file.
    late: Vec<Late>,
}

/// Reads a file to its end, giving each record as far as the rows up to it tell.
fn survey(
    source: impl Read,
    today: NaiveDate,
    options: &ReadOptions,
    mut each: impl FnMut(Record) -> io::Result<()>,
) -> Result<Survey, ReadError> {
    let mut reader = CensusReader::open(source, options)?;
    let rules = Rules::on(today).for_columns(reader.mapping());
    let mut rows = CrossRows::new(&rules);
    let heading_line = reader.heading_line();
    let mut layout = LayoutBuilder::new(&reader, rules.clone());
    let mut by_default = ByDefault::default();
    let mut issues = Vec::new();
    let mut ignored_lines = Vec::new();
    while let Some(item) = reader.next_item()? {
        layout.see(&item, &reader);
        match item {
            Item::Ignored(Ignored { line, spans, .. }) => ignored_lines.extend((line..).take(spans as usize)),
            Item::Row(raw) => {
                let mut checked = validate(&raw, &rules);
                rows.observe(&mut checked);
                if checked.state() == RowState::Valid {
                    by_default.add(ShownRow::of(&checked.record, true, today));
                }
                issues.append(&mut checked.issues);
                each(checked.record).map_err(ReadError::Io)?;
            }
        }
    }
    issues.splice(0..0, reader.issues_of_file(rules.multi_group));
    let late = rows.finish();
    issues.extend(late.iter().filter_map(|late| late.issue.clone()));
    if reader.stray_bytes() > 0 {
        issues.push(stray(heading_line, reader.stray_bytes()));
    }
    issues.sort_by_key(|issue| issue.line);
    late.iter().filter_map(|late| late.primary_row).for_each(|row| by_default.has_dependents(row));
    let mut layout = layout.finish(&reader).0;
    // Once its columns are mapped the file is read anew.
    let is_mapped = layout.questions.iter().all(|question| question.by != "Mapping");
    let by_default = is_mapped.then_some(by_default);
    layout
        .questions
        .extend(by_default.and_then(ByDefault::question).map(|question| OpenQuestion::by_answer(&question)));
    let report = CheckReport {
        encoding: Some(reader.encoding_name()),
        delimiter: reader.delimiter_name(),
        sheet: reader.sheet().map(|sheet| sheet.name.clone()),
        other_sheets: reader.sheet().map(|sheet| sheet.others.clone()).unwrap_or_default(),
        header_line: Some(heading_line),
        refused: None,
        records: Vec::new(),
        ignored_lines,
        unmapped_columns: reader.mapping().unmapped(),
        issues: issues.into_iter().map(CheckedIssue::from).collect(),
        layout: Some(layout),
    };
    Ok(Survey { report, late })
}

/// Says that the file mixes encodings.
pub fn stray(line: u64, count: u64) -> Issue {
    let message = format!(
        "{count} character(s) of the file are not UTF-8 and were read as Windows-1252; please check the names."
    );
    Issue::of_row(line, IssueKind::MixedEncoding, message)
}
