//! Sections of a list whose lines tell that the people below them have left.

use crate::census::check::{CheckReport, ShownNumber};
use crate::census::findings::questions::AskedSections;
use crate::census::reader::items::Item;
use crate::census::reader::{CensusReader, ReadOptions};
use crate::census::tests::{answered, checked, issues, said_yes, split_off};

const HEADING: &str = "First,Last,DOB,City\n";

/// The given names of those who are In-Active, and of those who are told what is not sure.
fn read(report: &CheckReport) -> (Vec<&str>, Vec<&str>) {
    let name = |line: u64| {
        let record = report.records.iter().find(|record| record.line == line);
        record.map_or("", |record| record.first_name.as_str())
    };
    let ended = report.records.iter().filter(|record| record.status == Some(ShownNumber::Number(1)));
    let told =
        report.issues.iter().filter(|issue| issue.code == "section_status" && issue.message.contains("not sure"));
    (ended.map(|record| record.first_name.as_str()).collect(), told.map(|issue| name(issue.line)).collect())
}

/// A file of lines; a single name is a person of it.
fn list(lines: &[&str]) -> String {
    let mut born = 1950;
    let mut row = |line: &&str| {
        born += 1;
        let is_person = line.len() == 3;
        if is_person { format!("{line},Bee,1/2/{born},Troy\n") } else { format!("{line}\n") }
    };
    let rows: String = lines.iter().map(&mut row).collect();
    format!("{HEADING}{rows}")
}

#[test]
fn a_section_sets_no_status_without_a_yes() {
    let text = list(&["Active Employees", "Ann", "Terminated Employees", "Bob", "Cal"]);
    let told = |report: &CheckReport| (read(report).0.len(), report.issues.iter().map(|issue| issue.line).collect());
    assert_eq!(told(&checked(&text)), (0, vec![5, 6]), "not answered");
    assert_eq!(told(&answered(&text, false)), (0, vec![]), "no");
    assert_eq!(told(&answered(&text, true)), (2, vec![5, 6]), "yes");
    let message = "The row stands below 'Terminated Employees', line 4 of the file. Whether it has left is asked; until then it is read \
                   as Active.";
    assert_eq!(checked(&text).issues[0].message, message);
}

#[test]
fn the_rows_of_a_section_are_asked_about_together() {
    let text = list(&["Inactive", "Ann", "Bob", "Terminated / COBRA", "Cal", "Former Members", "Dee"]);
    let mut reader = CensusReader::open(text.as_bytes(), &ReadOptions::default()).unwrap();
    let mut sections = AskedSections::default();
    while let Some(item) = reader.next_item().unwrap() {
        let Item::Row(raw) = item else { continue };
        raw.section.iter().for_each(|section| sections.see(section, raw.line));
    }
    let (asked, has_more) = sections.finish();
    let told: Vec<_> = asked.iter().map(|one| (one.line, one.rows, one.text())).collect();
    let expected = [
        (2, 2, "Lines 3 to 4 stand below 'Inactive'. Have these people left?".to_owned()),
        (7, 1, "Line 8 stands below 'Former Members'. Has this person left?".to_owned()),
    ];
    assert_eq!((told.as_slice(), has_more), (&expected[..], false));
}

#[test]
fn who_stands_below_people_who_have_left_is_in_active_and_told_why() {
    let report = said_yes(list(&["Active Employees", "Ann", "Terminated Employees", "Bob", "Cal"]));
    assert_eq!(report.ignored_lines, [2, 4]);
    assert_eq!(read(&report), (vec!["Bob", "Cal"], vec![]));
    assert_eq!(issues(&report), [(5, "Status", "section_status"), (6, "Status", "section_status")]);
    assert_eq!(
        report.issues[0].message,
        "Status is read as In-Active: the row stands below 'Terminated Employees', line 4 of the file."
    );
}

#[test]
fn a_section_goes_until_anything_that_may_begin_another() {
    let ended = "Terminated Employees";
    for (lines, in_active, not_sure) in [
        // Sections.
        (&[ended, "Bob", "Active Employees", "Ann"][..], &["Bob"][..], &[][..]),
        (&[ended, "Bob", "COBRA", "Ann"], &["Bob"], &[]),
        (&["COBRA", "Ann", "Retirees", "Cal", "Former Members (2)", "Bob", "Eve"], &["Bob", "Eve"], &[]),
        (&["Ann", "Status: Terminated", "Bob", "Status: Active", "Cal"], &["Bob"], &[]),
        // What else may be one.
        (&[ended, "Bob", "Leave of Absence", "Ann", "Cal"], &["Bob"], &[]),
        (&[ended, "Bob", "Dallas Office", "Ann", "Cal"], &["Bob"], &["Dallas Office", "Ann", "Cal"]),
        (&["Ann", ended, "Bob", "Dallas Office", "First,Last,DOB,City", "Cal", "Dee"], &["Bob"], &["Cal", "Dee"]),
        (&["Ann", "Terminated / COBRA", "Bob", "Cal"], &[], &["Bob", "Cal"]),
        (&["Ann", "Terminated Employees: 2", "Bob"], &[], &["Bob"]),
        (&["Ann", "Terminated Employees,2", "Bob"], &[], &["Bob"]),
        (&["Ann", "Do not list terminated employees", "Bob"], &[], &[]),
        // Those above are counted.
        (&[ended, "Bob", "Total: 1", "", "Ann", "Cal", "Dee"], &["Bob"], &["Ann", "Cal", "Dee"]),
        (&[ended, "Bob", "Total Employees,,,1", "Ann", "Cal"], &["Bob"], &["Ann", "Cal"]),
        (&[ended, "Bob", "1 employee", "Ann", "Cal"], &["Bob"], &["Ann", "Cal"]),
        (&[ended, "Bob", "Dept 100 Total Employees: 1", "Ann", "Cal"], &["Bob"], &["Ann", "Cal"]),
        (&[ended, "Total: 2", "Bob", "Cal"], &["Bob", "Cal"], &[]),
        (&[ended, "Bob", "Page total: 1", "Cal", "Total: 2"], &["Bob", "Cal"], &[]),
        (&[ended, "Dept: A", "Bob", "Total: 1", "Dept: B", "Cal", "Total: 1", "Ann"], &["Bob", "Cal"], &["Ann"]),
        (&[ended, "Bob", "Total: 1", "Former Members", "Cal"], &["Bob", "Cal"], &[]),
        (&[ended, "Bob", "Total: 1", "Active Employees", "Ann"], &["Bob"], &[]),
        // A status behind its label.
        (&["Status: A", "Ann", "Status: T", "Bob"], &["Bob"], &[]),
        (&["Ann", "Employment Status: Term", "Bob", "Employee Status: Active", "Cal"], &["Bob"], &[]),
        (&["Ann", "Status: X", "Bob", "Cal"], &[], &["Bob", "Cal"]),
        // Headings and pages.
        (&["Ann", ended, "First,Last,DOB,City", "Bob"], &["Bob"], &[]),
        (&["Ann", "", ended, "", "First,Last,DOB,City", "Bob", "", "Cal"], &["Bob", "Cal"], &[]),
        (&["Ann", ended, "Bob", "Page 2 of 3", "", "First,Last,DOB,City", "Cal"], &["Bob", "Cal"], &[]),
        (&["Ann", ended, "Bob", "First,Last,DOB,City", "Cal"], &["Bob", "Cal"], &[]),
        (&["Ann", ended, "Bob", "", "First,Last,DOB,City", "Cal", "Dee"], &["Bob"], &["Cal", "Dee"]),
        // Departments.
        (&["Active", "Dept: A", "Ann", ended, "Dept: A", "Bob", "Dept: B", "Cal"], &["Bob", "Cal"], &[]),
        (&["Dept: A", "Ann", ended, "Bob", "Dept: B", "Cal"], &["Bob"], &[]),
        (&["Dept: A", "Ann", ended, "Dept: B", "Cal", "Dee"], &[], &["Cal", "Dee"]),
        (&["Active", "Ann", ended, "Bob", "Dept: B", "Cal", "Dee"], &["Bob"], &["Cal", "Dee"]),
        (&[ended, "Hourly", "Bob", "Salaried", "Cal"], &["Bob", "Cal"], &[]),
        // A remark that goes on from the row above.
        (&["Ann", ",,,terminated", "Bob"], &[], &[]),
    ] {
        let report = said_yes(list(lines));
        assert_eq!(read(&report), (in_active.to_vec(), not_sure.to_vec()), "{lines:?}");
    }
}

#[test]
fn the_title_of_a_list_is_the_section_of_its_first_rows() {
    for (title, in_active) in [
        ("Terminated Employees", true),
        ("Acme\n\nInactive Members\nas of 10/31/2026", true),
        ("Terminated Employees (3)", false),
        ("Former Members", true),
        ("Former Group", false),
        ("Active and Terminated Employees", false),
        ("Please do not list terminated employees", false),
    ] {
        let report = said_yes(format!("{title}\n{}", list(&["Bob", "Active Employees", "Ann"])));
        assert_eq!(read(&report).0, if in_active { vec!["Bob"] } else { vec![] }, "{title}");
    }
}

#[test]
fn the_status_of_a_row_goes_before_that_of_its_section() {
    let report = said_yes(
        "First,Last,DOB,Status\nTerminated Employees\nAnn,Bee,1/2/1980,Active\nBob,Bee,1/2/1981,\nCal,Bee,1/2/1982,N/A\nDee,Bee,1/2/1983,Sabbatical\n",
    );
    let status: Vec<_> = report.records.iter().map(|record| record.status).collect();
    let of = |number| Some(ShownNumber::Number(number));
    assert_eq!(status, [of(0), of(1), of(1), None]);
    let told = [(4, "Status", "section_status"), (5, "Status", "section_status"), (6, "Status", "invalid_status")];
    assert_eq!(issues(&report), told);
}

#[test]
fn a_list_of_two_columns_has_sections_too() {
    let report = said_yes("Name,DOB\nAnn Bee,1/2/1980\nTerminated Employees\nBob Bee,1/2/1981\n");
    assert_eq!((read(&report), &report.ignored_lines[..]), ((vec!["Bob"], vec![]), &[3][..]));
    let report = said_yes("Name,DOB\nAnn Bee,1/2/1980\nStatus: T\nBob Bee,1/2/1981\n");
    assert_eq!((read(&report), &report.ignored_lines[..]), ((vec!["Bob"], vec![]), &[3][..]));
}

#[test]
fn the_name_of_a_section_alone_in_its_row_is_nobody() {
    for line in [
        "ON LEAVE",
        "Leave of absence:",
        "LOA",
        "New hires pending:",
        "New Hires",
        "Union Employees",
        "Seasonal",
        "Employees",
        "Retirees",
    ] {
        for (heading, row) in [("Name,DOB", "Ann Bee,1/2/1980"), ("First,Last,DOB,City", "Ann,Bee,1/2/1980,Troy")] {
            let report = checked(format!("{heading}\n{line}\n{row}\n"));
            assert_eq!((report.records.len(), &report.ignored_lines[..]), (1, &[2][..]), "{heading}: {line}");
        }
    }
    // What may be somebody's name stays a row, and so does a word of a section beside anything else.
    for row in [
        "Leave,",
        "Staff,",
        "Child,",
        "Member,",
        "Pending,",
        "On Leave,1/2/1980",
        "Ann Leave,",
        "New,",
        "Group: 10002 Beta,",
    ] {
        assert_eq!(checked(format!("Name,DOB\nAnn Bee,1/2/1980\n{row}\n")).records.len(), 2, "{row}");
    }
}

#[test]
fn the_files_of_groups_keep_the_sections_of_their_parent() {
    let text =
        list(&["Ann", "Terminated Employees", "Bob", "Cal", "Active Employees", "Dee", "Terminations: 2", "Eve"]);
    let written = split_off(&text);
    let report = said_yes(&written);
    assert_eq!(read(&report), read(&said_yes(&text)), "{}", String::from_utf8_lossy(&written));
    assert_eq!(read(&report), (vec!["Bob", "Cal"], vec!["Eve"]));
}

#[test]
fn departments_in_a_column_that_is_not_read_divide_a_section() {
    for (lines, in_active, not_sure) in [
        (
            "Active,,\n,Ann Bee,1/2/1980\nTerminated,,\nSales,,\n,Bob Bee,1/2/1981\nYard,,\n,Cal Bee,1/2/1982\n",
            &["Bob", "Cal"][..],
            &[][..],
        ),
        ("Sales,,\n,Ann Bee,1/2/1980\nTerminated,,\n,Bob Bee,1/2/1981\nYard,,\n,Cal Bee,1/2/1982\n", &["Bob"], &[]),
    ] {
        let report = said_yes(format!("Department,Employee,DOB\n{lines}"));
        assert_eq!(read(&report), (in_active.to_vec(), not_sure.to_vec()), "{lines}");
    }
}

/// A name of a section in any column of who people are begins one; beside them stand remarks.
#[test]
fn a_section_is_named_in_any_column_of_who_people_are() {
    let text = |line: &str| {
        format!(
            "First Name,Last Name,DOB,City\nAnn,Archer,05/17/1984,Ames\n{line}\nZed,Zee,01/01/1970,Ames\nYan,Yee,01/02/1970,Ames\n"
        )
    };
    for line in ["Terminated,,,", ",Terminated,,", ",,Terminated,"] {
        let report = checked(text(line));
        let told: Vec<_> = issues(&report);
        assert_eq!(told, [(4, "Status", "section_status"), (5, "Status", "section_status")], "{line}");
        let gone = said_yes(text(line)).records.iter().filter(|one| one.status == Some(ShownNumber::Number(1))).count();
        assert_eq!(gone, 2, "{line}: {:?}", said_yes(text(line)).records);
    }
    assert_eq!(issues(&checked(text(",,,terminated"))), [], "a remark that goes on from the row above");
}
