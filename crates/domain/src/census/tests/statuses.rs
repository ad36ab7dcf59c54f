//! Who is covered and who has left, by columns that say it, or may.

use super::{checked, issues, said_yes, today};
use crate::census::cells::read_status;
use crate::census::check::ShownNumber;
use crate::census::field::Field;
use crate::census::findings::Severity;
use crate::census::people::validate::{Rules, validate};
use crate::census::reader::{CensusReader, Item, ReadOptions};
use crate::members::Status;

/// Line, code and message of each issue.
type Told = Vec<(u64, String, String)>;

/// The statuses of the rows below a heading, behind names and a date of birth.
fn statuses(heading: &str, rows: &[&str]) -> (Vec<Option<ShownNumber>>, Told) {
    let named = ["Lee,Ann,1/2/1980", "May,Bob,1/3/1980", "Nix,Cy,1/4/1980", "Ott,Di,1/5/1980", "Poe,Ed,1/6/1980"];
    let rows: String = named.iter().zip(rows).map(|(name, row)| format!("{name},{row}\n")).collect();
    let report = checked(format!("Last,First,DOB,{heading}\n{rows}"));
    let told = report.issues.iter().map(|issue| (issue.line, issue.code.to_owned(), issue.message.clone()));
    (report.records.iter().map(|record| record.status).collect(), told.collect())
}

const ACTIVE: Option<ShownNumber> = Some(ShownNumber::Number(0));
const ENDED: Option<ShownNumber> = Some(ShownNumber::Number(1));

#[test]
fn of_two_columns_of_statuses_one_is_read_and_the_other_is_asked_about() {
    for (heading, rows, expected, is_asked) in [
        ("Status,Emp Status", ["FT,Active", "FT,Terminated"], ACTIVE, true),
        ("Emp Status,Status", ["Active,FT", "Terminated,FT"], ACTIVE, true),
        ("Eligibility Status,Employment Status", ["Eligible,Active", "Eligible,Terminated"], ACTIVE, true),
        ("Status,Employment Status", ["Active,Full Time", "Terminated,Full Time"], ENDED, false),
    ] {
        let (found, issues) = statuses(heading, &rows);
        assert_eq!(found, [ACTIVE, expected], "{heading}");
        let asked: Vec<_> = issues.iter().map(|(line, code, _)| (*line, &**code)).collect();
        assert_eq!(asked, if is_asked { vec![(3, "says_left")] } else { vec![] }, "{heading}");
    }
    assert_eq!(issues(&checked("Last,First,DOB,Status,Marital Status\nLee,Ann,1/2/1980,A,Single\n")), []);
}

#[test]
fn whoever_has_left_by_another_column_is_told_and_stays_active() {
    for (heading, rows, lines) in [
        ("Term Date", &["", "10/1/2026", "12/31/2026", "10/1/26", "12/31/26"][..], &[3, 4, 5, 6][..]),
        ("Termination Date", &["2026-11-20", "2026-11-21", "12/31/9999", "01/01/1900", "N/A"], &[2, 3]),
        ("EE Term Dt", &["46296", "", "", "", ""], &[2]),
        ("Coverage End Date,Status", &["10/1/2026,Active", "10/1/2026,Terminated", "10/1/2026,", ",", ",A"], &[2, 4]),
        (
            "Coverage End Date,Status",
            &["12/31/2026,Active", "12/31/9999,Active", "12/31/2026,T", "9/1/2026,A", ",A"],
            &[2, 5],
        ),
        ("MaintenanceTypeCode", &["030", "024", "24", "021", "001"], &[3, 4]),
        ("Change Type", &["ADD", "TERM", "Change", "Terminate", ""], &[3, 5]),
        ("Action", &["Enroll", "Transfer", "T", "", "Cancelled"], &[4, 6]),
        ("Terminated", &["Yes", "No", "10/1/2026", "", "12/31/2026"], &[2, 4, 6]),
        ("Termination", &["X", "N", "0", "Terminated", ""], &[2, 5]),
        ("Release Date", &["10/1/2026", "12/31/2026", "", "", ""], &[2, 3]),
        ("Exit Date", &["2026-10-01", "", "", "", ""], &[2]),
        ("DOT", &["10/1/2026", "", "Yes", "", ""], &[2, 4]),
        ("Trm Dt", &["10/1/2026", "12/31/9999", "", "", ""], &[2]),
        ("Benefits End Date", &["10/31/2026", "12/31/2026", "", "", ""], &[2, 3]),
        ("Cov End", &["10/31/2026", "", "", "", ""], &[2]),
        ("Inactive Date", &["10/31/2026", "12/31/2026", "", "", ""], &[2, 3]),
        ("Drop Date", &["10/31/2026", "", "", "", ""], &[2]),
        ("Coverage Term Dt", &["10/31/2026", "", "", "", ""], &[2]),
        ("Date Left", &["10/31/2026", "", "", "", ""], &[2]),
        ("Termination Reason", &["Resigned", "", "N/A", "0", "Moved away"], &[2, 6]),
        ("Leave Reason", &["Quit", "Maternity", "FMLA", "Voluntary Termination", "Medical leave"], &[2, 5]),
        (
            "Change Reason",
            &["Voluntary Termination", "Marriage", "Open Enrollment", "Resigned", "Loss of coverage"],
            &[2, 5],
        ),
        ("Currently Employed", &["No", "Yes", "N", "", "Y"], &[2, 4]),
        ("Still Employed?", &["No", "Yes", "N", "", "Y"], &[2, 4]),
        ("Maint Code", &["024", "021", "24", "030", "001"], &[2, 4]),
        ("Maint Code", &["002", "021", "2", "025", "020"], &[2, 4]),
        ("Action", &["Hire", "T", "Transfer", "", ""], &[3]),
        ("Action", &["A", "T", "C", "", "t"], &[3, 6]),
        ("Action", &["A", "C", "", "D", "N/A"], &[5]),
        ("Add/Change/Term", &["A", "C", "T", "", ""], &[4]),
        ("Action", &["A", "X", "T", "", ""], &[4]),
        ("Transaction", &["ADD", "DEL", "Disenroll", "", ""], &[3, 4]),
        ("Transaction Code", &["C", "T", "", "", ""], &[3]),
        ("Transaction", &["T", "", "", "", ""], &[2]),
        ("Maintenance Type", &["A", "T", "C", "", ""], &[3]),
        ("Transaction", &["A", "C", "A", "C", ""], &[]),
        ("Action", &["F", "P", "T", "", ""], &[4]),
        ("Action,Status", &["T,A", "T,T", "A,A", "C,A", ","], &[]),
        ("Event", &["Spouse's termination", "Termination not processed", "Laid off", "", ""], &[3, 4]),
        ("Txn", &["ADD", "TRM", "CHG", "", ""], &[3]),
        ("Leave Date", &["10/1/2026", "", "", "", ""], &[2]),
        ("Plan End Date", &["10/1/2026", "10/1/2026", "", "", ""], &[2, 3]),
        ("Plan End Date", &["10/1/2026", "10/1/2026", "10/1/2026", "", ""], &[]),
        ("Spouse Term Date", &["10/1/2026", "", "", "", ""], &[]),
        ("Last Day of Open Enrollment", &["10/1/2026", "", "", "", ""], &[2]),
    ] {
        let (found, issues) = statuses(heading, rows);
        let told: Vec<u64> = issues.iter().map(|(line, code, _)| if code == "says_left" { *line } else { 0 }).collect();
        assert_eq!(told, lines, "{heading}: {issues:?}");
        assert_eq!(
            found.iter().filter(|status| **status == ENDED).count(),
            usize::from(heading.contains(',')),
            "{heading}"
        );
    }
    // On each page the heading stands anew.
    let pages = "Last,First,DOB,Action\nLee,Ann,1/2/1980,A\nLast,First,DOB,Action\nRay,Bo,2/3/1981,T\n";
    assert_eq!(issues(&checked(pages)), [(4, "Status", "says_left")]);
    let (_, issues) = statuses("Term Date", &["10/1/2026"]);
    let said =
        "The row is read as Active. 'Term Date' says '10/1/2026': check whether the person has left, or is to leave.";
    assert_eq!(issues[0].2, said);
    let (_, issues) = statuses("Employee Status,Member Status", &["Terminated,Active", "Active,Terminated", "Active,"]);
    assert_eq!(issues.iter().map(|issue| (issue.0, &*issue.1)).collect::<Vec<_>>(), [(2, "says_left")]);
}

#[test]
fn a_no_leaves_it_to_the_next_column() {
    let report = checked(
        "Last,First,DOB,Terminated,Term Date\nLee,Ann,1/2/1980,No,12/31/2026\nMay,Bob,1/3/1980,No,10/1/2026\nNix,Cy,1/4/1980,No,\n",
    );
    assert_eq!(issues(&report), [(2, "Status", "says_left"), (3, "Status", "says_left")]);
}

#[test]
fn a_section_tells_the_status_of_those_with_a_day_of_leaving() {
    let report = said_yes("Last,First,DOB,Term Date\nTerminated Employees\nLee,Ann,1/2/1980,10/1/2026\n");
    assert_eq!((report.records[0].status, issues(&report)), (ENDED, vec![(3, "Status", "section_status")]));
}

#[test]
fn a_status_may_say_how_somebody_left() {
    for ended in
        ["Terminated (Voluntary)", "Not Active", "No Longer Employed", "Dismissed", "Quit", "Involuntary Termination"]
    {
        assert_eq!(read_status(ended), Some(Status::InActive), "{ended}");
    }
    assert_eq!(read_status("Active - LOA"), Some(Status::Active));
    for unsure in ["Inactive - COBRA", "Terminated: No", "Not Terminated", "Active, Terminated", "Termed 10/1/2026", ""]
    {
        assert_eq!(read_status(unsure), None, "{unsure}");
    }
}

#[test]
fn a_word_of_leaving_with_its_day_is_told_and_ends_nobody() {
    let rows = ["A", "T 10/1/26", "Termed 10/1/2026", "T 12/31/26", "L 10/1/26"];
    let (found, issues) = statuses("Status", &rows);
    assert_eq!(found, [ACTIVE, None, None, None, None]);
    let lines = |code: &str| -> Vec<u64> { issues.iter().filter(|one| one.1 == code).map(|one| one.0).collect() };
    assert_eq!((lines("says_left"), lines("invalid_status")), (vec![3, 4, 5], vec![3, 4, 5, 6]));
    let said =
        "The row is read as Active. 'Status' says 'T 10/1/26': check whether the person has left, or is to leave.";
    assert!(issues.iter().any(|issue| issue.2 == said), "{issues:?}");
}

/// Statuses of the rows, and what holds the file, where a person has chosen the third column for the statuses.
fn chosen(text: &str) -> (Vec<Option<Status>>, Vec<String>) {
    let mut reader = CensusReader::open(text.as_bytes(), &ReadOptions::default()).expect("a census");
    let mut mapping = reader.mapping().clone();
    assert!(mapping.assign(2, Some(Field::Status)), "{text}");
    reader.use_mapping(reader.completed(mapping, today()));
    let mut found = Vec::new();
    while let Some(item) = reader.next_item().expect("the text is read") {
        let Item::Row(raw) = item else { continue };
        found.push(validate(&raw, &Rules::on(today())).record.status.value().copied());
    }
    let errors = reader.issues_of_file(false).into_iter().filter(|issue| issue.severity() == Severity::Error);
    let held = errors.map(|issue| issue.message).collect();
    (found, held)
}

/// A column that a person has chosen for the statuses holds the file where its heading does not say what `1` or `Y` means.
#[test]
fn answers_below_a_heading_that_asks_nothing_hold_the_file() {
    const IN: Option<Status> = Some(Status::Active);
    const OUT: Option<Status> = Some(Status::InActive);
    let answers = ["1", "0", "1", "0"];
    for (heading, cells, read) in [
        ("On payroll", answers, None),
        ("Still here", ["Y", "N", "yes", "No"], None),
        ("Gone", ["TRUE", "FALSE", "T", "F"], None),
        ("Works", ["1.0", "x", "X", "0.0"], None),
        ("", answers, None),
        ("On payroll", ["Active", "Terminated", "1", "A"], None),
        ("On payroll", ["Active", "Terminated", "Active", "A"], Some([IN, OUT, IN, IN])),
        ("On payroll (1=active)", answers, Some([IN, OUT, IN, OUT])),
        ("On payroll (1=term)", answers, Some([OUT, IN, OUT, IN])),
        ("Payroll status", answers, Some([OUT, IN, OUT, IN])),
        ("Still employed here", ["Y", "N", "Y", "N"], Some([IN, OUT, IN, OUT])),
    ] {
        let people = [("Lee,Ann", "1/2/1980"), ("May,Bob", "1/3/1980"), ("Nix,Cy", "1/4/1980"), ("Ott,Di", "1/5/1980")];
        let rows: String =
            people.iter().zip(cells).map(|((name, born), cell)| format!("{name},{cell},{born}\n")).collect();
        let (found, held) = chosen(&format!("Last,First,{heading},DOB\n{rows}"));
        let called = if heading.is_empty() { "Column 3" } else { heading };
        match read {
            Some(read) => assert_eq!((found, held), (read.to_vec(), vec![]), "{heading}"),
            None => {
                assert!(held[0].starts_with(&format!("'{called}' holds codes or answers")), "{heading} {held:?}")
            }
        }
    }
}
