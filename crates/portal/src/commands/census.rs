//! `ledgerwell census`: census files without a database (rules.md#commands).

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek as _, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use chrono::NaiveDate;
use clap::{Args, Subcommand};
use domain::billing::pricing::DEFAULT_THRESHOLD;
use domain::census::check::{CheckReport, Summary, summarize, write_report};
use domain::census::line_up::{LinedUpFiles, line_up};
use domain::census::{Limits, ReadError, ReadOptions, Severity};

use crate::census::workbook;
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
    /// Line up a census file with a roster file, and write who is who.
    Match(Match),
}

#[derive(Debug, Args)]
struct Match {
    /// The members that are known: CSV with a heading line. The column roster_id names them.
    #[arg(long)]
    roster: PathBuf,
    /// The rows that come in: CSV with a heading line. The column census_row names them.
    #[arg(long)]
    census: PathBuf,
    /// The least score of a match, 0 to 1.
    #[arg(long, default_value_t = DEFAULT_THRESHOLD, value_parser = threshold)]
    threshold: f64,
    /// Where the matches go: CSV with census_row, roster_id, score and match_type.
    #[arg(long)]
    out: PathBuf,
}

fn threshold(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "a number from 0 to 1 is expected".to_owned())
}

#[derive(Debug, Args)]
struct Check {
    /// The file.
    file: PathBuf,
    /// Print everything as JSON.
    #[arg(long)]
    json: bool,
    /// Read this sheet of a workbook that has people on several.
    #[arg(long)]
    sheet: Option<String>,
}

impl Census {
    /// Does it. No database is touched, and no data folder made.
    ///
    /// # Errors
    /// A file that cannot be opened or, without `--json`, is no census file.
    pub fn run(self) -> anyhow::Result<()> {
        let check = match self.what {
            What::Match(files) => return files.run(io::stdout().lock()),
            What::Check(check) => check,
        };
        let reading = Reading::from_environment()?;
        let today = day_in(reading.time_zone, SystemClock.now());
        let limits = Limits { bytes: reading.max_bytes, records: reading.max_rows };
        let options = ReadOptions { limits, chosen_sheet: check.sheet.clone(), ..ReadOptions::default() };
        check.run(today, options, BufWriter::new(io::stdout().lock()))
    }
}

impl Match {
    fn run(&self, mut sink: impl Write) -> anyhow::Result<()> {
        let open = |path: &Path| File::open(path).with_context(|| format!("opening {}", path.display()));
        let (roster, census) = (open(&self.roster)?, open(&self.census)?);
        // What stood there is replaced only once the matches are known.
        let mut matches = Vec::new();
        let found = line_up(roster, census, self.threshold, &mut matches)?;
        fs::write(&self.out, matches).with_context(|| format!("writing {}", self.out.display()))?;
        let LinedUpFiles { members, rows, matches, questions } = found;
        let out = self.out.display();
        writeln!(sink, "{rows} rows, {members} members, {matches} matches in {out}, {questions} rows to ask about")?;
        Ok(())
    }
}

impl Check {
    fn run(&self, today: NaiveDate, mut options: ReadOptions, mut sink: impl Write) -> anyhow::Result<()> {
        // Opened once before anything is printed, so that a wrong name is all that is said.
        let file = File::open(&self.file).with_context(|| format!("opening {}", self.name()))?;
        let reading = || format!("reading {}", self.name());
        let text = match self.text(file, &mut options) {
            Err(ReadError::Refused(refusal)) => return self.refused(&refusal.to_string(), sink),
            text => text.with_context(reading)?,
        };
        if let Some(wanted) = &self.sheet
            && options.sheet.as_ref().is_none_or(|sheet| sheet.name != *wanted)
        {
            bail!("{}: there is no sheet '{wanted}' of people", self.name());
        }
        if self.json {
            return write_report(|| again(&text), today, &options, sink).with_context(reading);
        }
        let summary = summarize(again(&text)?, today, &options).with_context(reading)?;
        if let Some(refused) = &summary.report.refused {
            bail!("{}: {refused}", self.name());
        }
        tell(&self.file, &summary, &mut sink)?;
        Ok(sink.flush()?)
    }

    fn name(&self) -> String {
        self.file.display().to_string()
    }

    /// The text of the file; that of a workbook, which its name tells, is made first.
    fn text(&self, file: File, options: &mut ReadOptions) -> Result<File, ReadError> {
        let is_workbook = self.file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("xlsx"));
        if is_workbook { workbook::unpack(file, None, options) } else { Ok(file) }
    }

    fn refused(&self, refusal: &str, mut sink: impl Write) -> anyhow::Result<()> {
        if !self.json {
            bail!("{}: {refusal}", self.name());
        }
        serde_json::to_writer(&mut sink, &CheckReport::refused(refusal.to_owned()))?;
        writeln!(sink)?;
        Ok(sink.flush()?)
    }
}

/// The text from its beginning.
fn again(text: &File) -> io::Result<File> {
    let mut text = text.try_clone()?;
    text.rewind()?;
    Ok(text)
}

fn tell(file: &Path, summary: &Summary, sink: &mut impl Write) -> io::Result<()> {
    let report = &summary.report;
    let encoding = report.encoding.unwrap_or_default();
    let parted = match (&report.sheet, report.delimiter) {
        (Some(sheet), _) => format!("sheet '{sheet}'"),
        (None, delimiter) => delimiter.unwrap_or_default().to_owned(),
    };
    let heading = report.header_line.unwrap_or_default();
    writeln!(sink, "{}: {encoding}, {parted}, heading on line {heading}", file.display())?;
    let employees = summary.people - summary.dependents;
    writeln!(sink, "{} people: {employees} employees, {} dependents", summary.people, summary.dependents)?;
    if !report.other_sheets.is_empty() {
        writeln!(sink, "Sheets that are not read: {}", report.other_sheets.join(", "))?;
    }
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
    use clap::Parser as _;

    use super::*;

    const PEOPLE: &str = "Roster of July\n\nFirst Name,Last Name,DOB,Member Type,Shoe Size\n\
                          Ana,Abel,05/17/1984,Primary,7\nKit,Abel,02/03/2010,Dependent,3\nBen,,soon,Primary,9\n";

    fn checked(content: &str, json: bool) -> anyhow::Result<String> {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("people.csv");
        std::fs::write(&file, content)?;
        let today = NaiveDate::from_ymd_opt(2026, 7, 20).context("a day")?;
        let mut said = Vec::new();
        Check { file, json, sheet: None }.run(today, ReadOptions::default(), &mut said)?;
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
    fn of_a_workbook_with_two_sheets_of_people_the_named_one_is_read() {
        let mut workbook = rust_xlsxwriter::Workbook::new();
        for (name, first) in [("North", "Ana"), ("South", "Ben")] {
            let sheet = workbook.add_worksheet().set_name(name).expect("a sheet");
            for (row, cells) in [["First Name", "Last Name", "DOB"], [first, "Abel", "05/17/1984"]].iter().enumerate() {
                let row = u32::try_from(row).expect("a row");
                sheet.write_row(row, 0, cells.iter().copied()).expect("written");
            }
        }
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("two.xlsx");
        workbook.save(&file).expect("saved");
        let today = NaiveDate::from_ymd_opt(2026, 7, 20).expect("a day");
        let read = |sheet: &str| {
            let options = ReadOptions { chosen_sheet: Some(sheet.to_owned()), ..ReadOptions::default() };
            let mut said = Vec::new();
            let check = Check { file: file.clone(), json: false, sheet: Some(sheet.to_owned()) };
            check.run(today, options, &mut said).map(|()| String::from_utf8(said).expect("text"))
        };
        assert!(read("South").expect("read").contains("sheet 'South'"));
        let refused = read("East").expect_err("there is none").to_string();
        assert!(refused.ends_with("there is no sheet 'East' of people"), "{refused}");
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

    fn lined_up(roster: &str, census: &str, threshold: &str) -> anyhow::Result<(String, String)> {
        #[derive(Debug, clap::Parser)]
        struct Line {
            #[command(flatten)]
            files: Match,
        }
        let folder = tempfile::tempdir()?;
        let path = |name: &str| folder.path().join(name);
        fs::write(path("roster.csv"), roster)?;
        fs::write(path("census.csv"), census)?;
        let given = |name: &str, file: &str| format!("--{name}={}", path(file).display());
        let line = Line::try_parse_from([
            "match".to_owned(),
            given("roster", "roster.csv"),
            given("census", "census.csv"),
            given("out", "matches.csv"),
            format!("--threshold={threshold}"),
        ])?;
        let mut said = Vec::new();
        line.files.run(&mut said)?;
        Ok((fs::read_to_string(path("matches.csv"))?, String::from_utf8(said)?))
    }

    const ROSTER: &str = "roster_id,FirstName,LastName,DateOfBirth,Gender,AddressLine1,City,State,ZipCode,Email,CellPhone\n\
        R-20,Robert,Abelworth,05/17/1984,M,12 Mill Street,Dayton,OH,45402,bob@mail.example,6145550142\n\
        R-10,Kit,Abelworth,02/03/2010,F,12 Mill Street,Dayton,OH,45402,bob@mail.example,6145550142\n\
        R-30,Selma,Torford,11/30/1971,F,9 Oak Lane,Troy,OH,45373,,\n";

    #[test]
    fn two_files_are_lined_up_and_who_is_new_is_left_out() {
        let census = "census_row,FirstName,LastName,DateOfBirth,Gender,AddressLine1,ZipCode\n\
                      1,Kit,Abelworth,02/03/2010,F,12 Mill St,45402\n\
                      2,Lou,Abelworth,13/45/2026,F,12 Mill St,45402\n\
                      3,Bob,Abelworth,05/17/1984,M,12 Mill St,45402\n";
        let (matches, said) = lined_up(ROSTER, census, "0.5").expect("matches");
        let lines: Vec<Vec<&str>> = matches.lines().map(|line| line.split(',').collect()).collect();
        assert_eq!(lines[0], ["census_row", "roster_id", "score", "match_type"]);
        let pairs: Vec<_> = lines[1..].iter().map(|line| (line[0], line[1], line[3])).collect();
        assert_eq!(pairs, [("1", "R-10", "Name and Date of Birth"), ("3", "R-20", "Name and Date of Birth")]);
        for line in &lines[1..] {
            let score: f64 = line[2].parse().expect("a score");
            assert!((0.9..=1.0).contains(&score), "{matches}");
        }
        assert!(said.starts_with("3 rows, 3 members, 2 matches in "), "{said}");
    }

    #[test]
    fn a_threshold_outside_of_0_to_1_and_a_file_of_something_else_are_refused() {
        assert!(lined_up(ROSTER, ROSTER, "1.5").expect_err("refused").to_string().contains("from 0 to 1"));
        let error = lined_up(ROSTER, "Shoe,Size\n1,2\n", "0.5").expect_err("refused").to_string();
        assert_eq!(error, "the census has no column of names or dates of birth");
    }
}
