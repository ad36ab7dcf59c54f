//! `ledgerwell census`: census files without a database (decisions H3).

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use chrono::NaiveDate;
use clap::{Args, Subcommand};
use domain::census::check::{Summary, summarize, write_report};
use domain::census::{Limits, ReadOptions, Severity};

use crate::clock::{Clock as _, SystemClock, day_in};
use crate::config::Reading;

/// What to do with census files.
#[derive(Debug, Args)]
pub struct Census {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Read a census file as the import would, and say what is in it and what is wrong.
    Check(Check),
}

#[derive(Debug, Args)]
struct Check {
    /// The file.
    file: PathBuf,
    /// Print everything as JSON.
    #[arg(long)]
    json: bool,
}

impl Census {
    /// Does it. No database is touched, and no data folder made.
    ///
    /// # Errors
    /// A file that cannot be opened or, without `--json`, is no census file.
    pub fn run(self) -> anyhow::Result<()> {
        let What::Check(check) = self.what;
        let reading = Reading::from_environment()?;
        let today = day_in(reading.time_zone, SystemClock.now());
        let limits = Limits { bytes: reading.max_bytes, records: reading.max_rows };
        check.run(today, &ReadOptions { limits, ..ReadOptions::default() }, BufWriter::new(io::stdout().lock()))
    }
}

impl Check {
    fn run(&self, today: NaiveDate, options: &ReadOptions, mut sink: impl Write) -> anyhow::Result<()> {
        let name = || self.file.display().to_string();
        let open = || File::open(&self.file);
        // Opened once before anything is printed, so that a wrong name is all that is said.
        let first = open().with_context(|| format!("opening {}", name()))?;
        if self.json {
            drop(first);
            return write_report(open, today, options, sink).with_context(|| format!("reading {}", name()));
        }
        let summary = summarize(first, today, options).with_context(|| format!("reading {}", name()))?;
        if let Some(refused) = &summary.report.refused {
            bail!("{}: {refused}", name());
        }
        tell(&self.file, &summary, &mut sink)?;
        Ok(sink.flush()?)
    }
}

fn tell(file: &Path, summary: &Summary, sink: &mut impl Write) -> io::Result<()> {
    let report = &summary.report;
    let (encoding, delimiter) = (report.encoding.unwrap_or_default(), report.delimiter.unwrap_or_default());
    let heading = report.header_line.unwrap_or_default();
    writeln!(sink, "{}: {encoding}, {delimiter}, heading on line {heading}", file.display())?;
    let employees = summary.people - summary.dependents;
    writeln!(sink, "{} people: {employees} employees, {} dependents", summary.people, summary.dependents)?;
    if !report.unmapped_columns.is_empty() {
        writeln!(sink, "Columns that are not read: {}", report.unmapped_columns.join(", "))?;
    }
    if !report.ignored_lines.is_empty() {
        let lines: Vec<String> = report.ignored_lines.iter().map(u64::to_string).collect();
        writeln!(sink, "Lines that are nobody: {}", lines.join(", "))?;
    }
    let errors = report.issues.iter().filter(|issue| issue.severity == Severity::Error).count();
    writeln!(sink, "{errors} errors, {} warnings", report.issues.len() - errors)?;
    for issue in &report.issues {
        let kind = if issue.severity == Severity::Error { "error" } else { "warning" };
        writeln!(sink, "  line {}, {kind}: {}", issue.line, issue.message)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PEOPLE: &str = "Roster of July\n\nFirst Name,Last Name,DOB,Member Type,Shoe Size\n\
                          Ana,Abel,05/17/1984,Primary,7\nKit,Abel,02/03/2010,Dependent,3\nBen,,soon,Primary,9\n";

    fn checked(content: &str, json: bool) -> anyhow::Result<String> {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("people.csv");
        std::fs::write(&file, content)?;
        let today = NaiveDate::from_ymd_opt(2026, 7, 20).context("a day")?;
        let mut said = Vec::new();
        Check { file, json }.run(today, &ReadOptions::default(), &mut said)?;
        Ok(String::from_utf8(said)?)
    }

    #[test]
    fn it_says_what_is_in_the_file_and_what_is_wrong() {
        let said = checked(PEOPLE, false).expect("read");
        let lines: Vec<&str> = said.lines().collect();
        assert!(lines[0].ends_with("people.csv: UTF-8, comma, heading on line 3"), "{said}");
        assert_eq!(
            lines[1..5],
            [
                "3 people: 2 employees, 1 dependents",
                "Columns that are not read: Shoe Size",
                "Lines that are nobody: 1, 2",
                "2 errors, 0 warnings",
            ]
        );
        assert_eq!(lines[5], "  line 6, error: Last Name is required.");
    }

    #[test]
    fn as_json_it_says_everything() {
        let said = checked(PEOPLE, true).expect("read");
        let report: serde_json::Value = serde_json::from_str(&said).expect("json");
        assert_eq!((&report["HeaderLine"], &report["Refused"]), (&3.into(), &serde_json::Value::Null));
        assert_eq!(report["Records"].as_array().map(Vec::len), Some(3));
        assert_eq!(report["Issues"][0]["Key"], "LastName");
    }

    #[test]
    fn what_is_no_census_file_is_said_so() {
        let refused = checked("a,b\n1,2\n", false).expect_err("refused").to_string();
        assert!(refused.contains("people.csv: "), "{refused}");
        let report: serde_json::Value = serde_json::from_str(&checked("", true).expect("a report")).expect("json");
        assert!(report["Refused"].is_string(), "{report}");
    }
}
