//! Labelled census files that are not ours to keep: `make census-samples SAMPLES=FOLDER` reads a folder of them as an import would
//! and holds what is read against the folder's `expected.json`.
//!
//! A file may say under `may` which other answers are as good. Then a name that is read otherwise and a fault that is told besides are
//! printed beside those sentences for a person to judge; all else must be as labelled.

use std::fs::File;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, ensure};
use chrono::NaiveDate;
use domain::census::ReadOptions;
use domain::census::check::{CheckReport, CheckedRecord, check};
use serde::Deserialize;

/// What a file must yield.
#[derive(Deserialize)]
struct Labelled {
    file: String,
    encoding: String,
    delimiter: String,
    header_line: u64,
    people: usize,
    dependents: usize,
    ignored_lines: Vec<u64>,
    issues: Vec<LabelledIssue>,
    may: Vec<String>,
    records: Vec<LabelledRecord>,
    as_of: Option<NaiveDate>,
}

#[derive(Deserialize)]
struct LabelledIssue {
    line: u64,
    field: Option<String>,
    code: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct LabelledRecord {
    #[serde(rename = "line")]
    line: u64,
    first_name: String,
    last_name: String,
    date_of_birth: Option<String>,
    relationship: String,
}

/// The day on which the labels were made, for files whose labels do not hang on it.
fn labelled_on() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, 20).expect("a day")
}

/// Where the files are.
const SAMPLES: &str = "--samples=";

fn main() -> ExitCode {
    let said: Vec<String> = std::env::args().skip(1).collect();
    // What `cargo bench` says and `cargo test --all-targets` does not.
    if !said.iter().any(|argument| argument == "--bench") {
        return ExitCode::SUCCESS;
    }
    let Some(folder) = said.iter().find_map(|argument| argument.strip_prefix(SAMPLES)) else {
        eprintln!("Say where the labelled files are: make census-samples SAMPLES=FOLDER");
        return ExitCode::FAILURE;
    };
    match are_as_labelled(Path::new(folder)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("The files could not be read: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn are_as_labelled(folder: &Path) -> anyhow::Result<bool> {
    let labels = File::open(folder.join("expected.json")).context("opening expected.json")?;
    let files: Vec<Labelled> = serde_json::from_reader(labels).context("reading expected.json")?;
    ensure!(!files.is_empty(), "expected.json lists no files");
    let mut wrong = 0;
    for file in &files {
        let found = differences(file, &read(folder, file)?);
        let verdict = if found.is_empty() { "as labelled" } else { "otherwise" };
        println!("{}: {verdict}", file.file);
        for difference in &found {
            println!("    {}{}", if difference.is_excused { "(as good?) " } else { "" }, difference.text);
        }
        if found.iter().any(|difference| difference.is_excused) {
            file.may.iter().for_each(|other| println!("    also right: {other}"));
        }
        wrong += usize::from(found.iter().any(|difference| !difference.is_excused));
    }
    println!("{} of {} files hold.", files.len() - wrong, files.len());
    Ok(wrong == 0)
}

fn read(folder: &Path, file: &Labelled) -> anyhow::Result<CheckReport> {
    let source = File::open(folder.join(&file.file)).with_context(|| format!("opening {}", file.file))?;
    Ok(check(source, file.as_of.unwrap_or_else(labelled_on), &ReadOptions::default())?)
}

struct Difference {
    text: String,
    is_excused: bool,
}

fn differences(file: &Labelled, report: &CheckReport) -> Vec<Difference> {
    let mut found = strict(file, report);
    let excused = !file.may.is_empty();
    let mut tell = |text: String, is_excused| found.push(Difference { text, is_excused });
    for (label, record) in file.records.iter().zip(&report.records) {
        let told = |expected: &str| {
            format!("line {}: {expected} is read as {} {}", label.line, record.first_name, record.last_name)
        };
        if is_somebody_else(label, record) {
            tell(format!("line {}: {record:?}", label.line), false);
        } else if (record.first_name.trim(), record.last_name.trim()) != (&label.first_name, &label.last_name) {
            tell(told(&format!("{} {}", label.first_name, label.last_name)), excused);
        }
    }
    for issue in &report.issues {
        let is_labelled = |label: &LabelledIssue| (label.line, label.code.as_str()) == (issue.line, issue.code);
        if !file.issues.iter().any(is_labelled) {
            tell(format!("line {} is told besides: {}", issue.line, issue.message), excused);
        }
    }
    found
}

/// Whether more than the names is another.
fn is_somebody_else(label: &LabelledRecord, record: &CheckedRecord) -> bool {
    (label.line, label.date_of_birth.as_ref(), label.relationship.as_str())
        != (record.line, record.date_of_birth.as_ref(), record.relationship)
}

/// What no other answer can be as good as.
fn strict(file: &Labelled, report: &CheckReport) -> Vec<Difference> {
    let dependents = report.records.iter().filter(|record| record.relationship != "EE").count();
    let form = |encoding: &str, delimiter: &str, line| format!("{encoding}, {delimiter}, heading in line {line}");
    let pairs = [
        (
            form(&file.encoding, &file.delimiter, file.header_line),
            form(report.encoding.unwrap_or("?"), report.delimiter.unwrap_or("?"), report.header_line.unwrap_or(0)),
        ),
        (
            format!("{} people, {} dependents", file.people, file.dependents),
            format!("{} people, {dependents} dependents", report.records.len()),
        ),
        (format!("nobody in lines {:?}", file.ignored_lines), format!("nobody in lines {:?}", report.ignored_lines)),
    ];
    let unlike =
        pairs.into_iter().filter(|(label, read)| label != read).map(|(label, read)| format!("{label}: {read}"));
    let untold = file.issues.iter().filter(|label| {
        !report.issues.iter().any(|issue| {
            (issue.line, issue.key.as_ref(), issue.code) == (label.line, label.field.as_ref(), label.code.as_str())
        })
    });
    let untold = untold.map(|label| format!("line {}: {} of {:?} is not told", label.line, label.code, label.field));
    unlike.chain(untold).map(|text| Difference { text, is_excused: false }).collect()
}
