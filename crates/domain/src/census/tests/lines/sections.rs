//! Sections of a list whose lines tell that the people below them have left, or may have.

use std::collections::BTreeMap;

use crate::census::asking::AskedSections;
use crate::census::check::{CheckReport, ShownNumber};
use crate::census::reader::Item;
use crate::census::reader::{CensusReader, ReadOptions};
use crate::census::tests::{answered, checked, issues, said_yes, split_off};

const HEADING: &str = "First,Last,DOB,City\n";

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

/// The given names of the people of each question about a section.
fn asked(text: &str) -> Vec<Vec<String>> {
    let mut reader = CensusReader::open(text.as_bytes(), &ReadOptions::default()).unwrap();
    let mut found: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    while let Some(item) = reader.next_item().unwrap() {
        let Item::Row(raw) = item else { continue };
        let name = raw.get(crate::census::field::Field::FirstName).unwrap_or_default().to_owned();
        raw.section.iter().for_each(|section| found.entry(section.line).or_default().push(name.clone()));
    }
    found.into_values().collect()
}

fn ended(report: &CheckReport) -> Vec<&str> {
    let ended = report.records.iter().filter(|record| record.status == Some(ShownNumber::Number(1)));
    ended.map(|record| record.first_name.as_str()).collect()
}

#[test]
fn a_section_sets_no_status_without_a_yes() {
    for section in ["Terminated Employees", "Terminated Employees - per HR 10/31", "Waived", "Terminated / COBRA"] {
        let text = list(&["Active Employees", "Ann", section, "Bob", "Cal"]);
        let told = |report: &CheckReport| (ended(report).len(), report.issues.iter().map(|issue| issue.line).collect());
        assert_eq!(told(&checked(&text)), (0, vec![5, 6]), "{section}: not answered");
        assert_eq!(told(&answered(&text, false)), (0, vec![]), "{section}: no");
        assert_eq!(told(&answered(&text, true)), (2, vec![5, 6]), "{section}: yes");
        let message = format!(
            "The row stands below '{section}', line 4 of the file. Whether it has left is asked; until then it is read as Active."
        );
        assert_eq!(checked(&text).issues[0].message, message);
    }
}

#[test]
fn the_rows_of_a_section_are_asked_about_together() {
    let text = list(&["Inactive", "Ann", "Bob", "Terminated / COBRA", "Cal", "Active", "Eve", "Former Members", "Dee"]);
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
        (5, 1, "Line 6 stands below 'Terminated / COBRA'. Has this person left?".to_owned()),
        (9, 1, "Line 10 stands below 'Former Members'. Has this person left?".to_owned()),
    ];
    assert_eq!((told.as_slice(), has_more), (&expected[..], false));
}

#[test]
fn who_stands_below_people_who_have_left_is_in_active_and_told_why() {
    let report = said_yes(list(&["Active Employees", "Ann", "Terminated Employees", "Bob", "Cal"]));
    assert_eq!(report.ignored_lines, [2, 4]);
    assert_eq!(ended(&report), ["Bob", "Cal"]);
    assert_eq!(issues(&report), [(5, "Status", "section_status"), (6, "Status", "section_status")]);
    assert_eq!(
        report.issues[0].message,
        "Status is read as In-Active: the row stands below 'Terminated Employees', line 4 of the file."
    );
}

/// Each group of names is one question. Behind a line that may have ended the section, the people are asked about apart.
#[test]
fn a_section_goes_until_anything_that_may_begin_another() {
    let left = "Terminated Employees";
    for (lines, groups) in [
        // Sections.
        (&[left, "Bob", "Active Employees", "Ann"][..], &[&["Bob"][..]][..]),
        (&[left, "Bob", "New Hires", "Ann"], &[&["Bob"]]),
        (&[left, "Bob", "COBRA", "Ann"], &[&["Bob"], &["Ann"]]),
        (
            &["COBRA", "Ann", "Retirees", "Cal", "Former Members (2)", "Bob", "Eve"],
            &[&["Ann"], &["Cal"], &["Bob", "Eve"]],
        ),
        (&["Ann", "Status: Terminated", "Bob", "Status: Active", "Cal"], &[&["Bob"]]),
        (&["Ann", "Waived", "Bob", "Declined coverage", "Cal", "Dee"], &[&["Bob"], &["Cal", "Dee"]]),
        (&["Ann", "Terminated Employees as of October (do not bill)", "Bob"], &[&["Bob"]]),
        (&["Ann", "Terminated Employees: 2", "Bob"], &[&["Bob"]]),
        (&["Ann", "Terminated Employees,2", "Bob"], &[&["Bob"]]),
        (&["Ann", "Terminated,,,as of 10/31", "Bob"], &[&["Terminated", "Bob"]]),
        (&["Ann", "Terminated Employees,,10/31/2026,", "Bob"], &[&["Terminated Employees", "Bob"]]),
        (&["Ann", "Status:,Terminated", "Bob", "Status:,Active", "Cal"], &[&["Bob"]]),
        (&["Ann", "TERM", "Bob"], &[&["Bob"]]),
        (&["Ann", "Not Enrolled", "Bob"], &[&["Bob"]]),
        (&["Ann", "Do not list terminated employees", "Bob"], &[&["Bob"]]),
        // Behind lone cells that tell no status the people are asked about apart.
        (&[left, "Bob", "Dallas Office", "Ann", "Cal"], &[&["Bob"], &["Ann", "Cal"]]),
        (&["Active", "Dept: A", "Ann", left, "Dept: A", "Bob", "Dept: B", "Cal"], &[&["Bob"], &["Cal"]]),
        (&[left, "Hourly", "Bob", "Salaried", "Cal"], &[&["Bob"], &["Cal"]]),
        (&["Dept: A", "Ann", left, "Bob", "Dept: B", "Cal"], &[&["Bob"], &["Cal"]]),
        (&["Dept: A", "Ann", left, "Dept: B", "Cal", "Dee"], &[&["Cal", "Dee"]]),
        // Those above are counted.
        (&[left, "Bob", "Total: 1", "", "Ann", "Cal", "Dee"], &[&["Bob"], &["Ann", "Cal", "Dee"]]),
        (&[left, "Bob", "Total Employees,,,1", "Ann", "Cal"], &[&["Bob"], &["Ann", "Cal"]]),
        (&[left, "Bob", "1 employee", "Ann", "Cal"], &[&["Bob"], &["Ann", "Cal"]]),
        (&[left, "Bob", "Dept 100 Total Employees: 1", "Ann", "Cal"], &[&["Bob"], &["Ann", "Cal"]]),
        (&[left, "Total: 2", "Bob", "Cal"], &[&["Bob", "Cal"]]),
        (&[left, "Bob", "Page total: 1", "Cal", "Total: 2"], &[&["Bob"], &["Cal"]]),
        (&[left, "Dept: A", "Bob", "Total: 1", "Dept: B", "Cal", "Total: 1", "Ann"], &[&["Bob"], &["Cal"], &["Ann"]]),
        (&[left, "Bob", "Total: 1", "Active Employees", "Ann"], &[&["Bob"]]),
        // Codes of a status.
        (&["Status: A", "Ann", "Status: T", "Bob", "Status: X", "Cal"], &[&["Bob"], &["Cal"]]),
        // Headings and pages.
        (&["Ann", left, "First,Last,DOB,City", "Bob"], &[&["Bob"]]),
        (&["Ann", "", left, "", "First,Last,DOB,City", "Bob", "", "Cal"], &[&["Bob", "Cal"]]),
        (&["Ann", left, "Bob", "Page 2 of 3", "", "First,Last,DOB,City", "Cal"], &[&["Bob"], &["Cal"]]),
        (&["Ann", left, "Bob", "First,Last,DOB,City", "Cal"], &[&["Bob"], &["Cal"]]),
        (&["Ann", left, "Bob", "", "First,Last,DOB,City", "Cal", "Dee"], &[&["Bob"], &["Cal", "Dee"]]),
        // It may be a remark that goes on from the row above, or the name of a section.
        (&["Ann", ",,,terminated", "Bob"], &[&["Bob"]]),
    ] {
        assert_eq!(asked(&list(lines)), groups, "{lines:?}");
    }
}

#[test]
fn the_title_of_a_list_is_the_section_of_its_first_rows() {
    for (title, is_asked) in [
        ("Terminated Employees", true),
        ("Acme\n\nInactive Members\nas of 10/31/2026", true),
        ("Terminated Employees (3)", true),
        ("Lark Bakery,,Terminated Employee Listing", true),
        ("Active and Terminated Employees", true),
        ("Please do not list terminated employees", true),
        ("No terminated employees", false),
        ("Acme,Census,10/31/2026", false),
    ] {
        let text = format!("{title}\n{}", list(&["Bob", "Active Employees", "Ann"]));
        assert_eq!(asked(&text), if is_asked { vec![vec!["Bob"]] } else { vec![] }, "{title}");
    }
    let two_lines = "Employee,Employee,Date of,Termination\nFirst Name,Last Name,Birth,Date\nAnn,Abel,1/2/1980,\n";
    assert!(asked(two_lines).is_empty(), "the upper line of a heading");
}

#[test]
fn the_status_of_a_row_goes_before_that_of_its_section() {
    let report = said_yes(
        "First,Last,DOB,Status\nTerminated Employees\nAnn,Bee,1/2/1980,Active\nBob,Bee,1/2/1981,\nCal,Bee,1/2/1982,N/A\nDee,Bee,1/2/1983,Sabbatical\n",
    );
    let status: Vec<_> = report.records.iter().map(|record| record.status).collect();
    let of = |number| Some(ShownNumber::Number(number));
    assert_eq!(status, [of(0), of(1), of(1), None]);
    let told = [(4, "section_status"), (5, "section_status"), (6, "invalid_status"), (6, "says_left")];
    assert_eq!(issues(&report), told.map(|(line, code)| (line, "Status", code)));
}

#[test]
fn a_list_of_two_columns_has_sections_too() {
    for section in ["Terminated Employees", "Status: T", "Waived"] {
        let report = said_yes(format!("Name,DOB\nAnn Bee,1/2/1980\n{section}\nBob Bee,1/2/1981\n"));
        assert_eq!((ended(&report), &report.ignored_lines[..]), (vec!["Bob"], &[3][..]), "{section}");
    }
}

#[test]
fn the_name_of_a_section_alone_in_its_row_is_nobody() {
    for line in
        ["ON LEAVE", "Leave of absence:", "New hires pending:", "Union Employees", "Seasonal", "Employees", "Leave"]
    {
        for (heading, row) in [("Name,DOB", "Ann Bee,1/2/1980"), ("First,Last,DOB,City", "Ann,Bee,1/2/1980,Troy")] {
            let report = checked(format!("{heading}\n{line}\n{row}\n"));
            assert_eq!((report.records.len(), &report.ignored_lines[..]), (1, &[2][..]), "{heading}: {line}");
        }
    }
    // A whole name stays a row, and so does a word of a section beside a birth date.
    for row in ["Cal Dee,", "\"Dee, Cal\",", "On Leave,1/2/1980", "Waived,1/2/1980"] {
        assert_eq!(checked(format!("Name,DOB\nAnn Bee,1/2/1980\n{row}\n")).records.len(), 2, "{row}");
    }
}

#[test]
fn the_files_of_groups_keep_the_sections_of_their_parent() {
    let text = list(&[
        "Ann",
        "Terminated Employees",
        "Bob",
        "Cal",
        "Active Employees",
        "Dee",
        "Terminations: 2",
        "Eve",
        "Total: 1",
        "Flo",
    ]);
    let written = split_off(&text);
    let shown = String::from_utf8_lossy(&written).into_owned();
    assert_eq!(asked(&shown), asked(&text), "{shown}");
    assert_eq!(asked(&shown), [vec!["Bob", "Cal"], vec!["Eve"], vec!["Flo"]]);
}

#[test]
fn departments_in_a_column_that_is_not_read_divide_a_section() {
    for (lines, groups) in [
        (
            "Active,,\n,Ann Bee,1/2/1980\nTerminated,,\nSales,,\n,Bob Bee,1/2/1981\nYard,,\n,Cal Bee,1/2/1982\n",
            &[1_usize, 1][..],
        ),
        ("Sales,,\n,Ann Bee,1/2/1980\nTerminated,,\n,Bob Bee,1/2/1981\nYard,,\n,Cal Bee,1/2/1982\n", &[1, 1]),
    ] {
        let found = asked(&format!("Department,Employee,DOB\n{lines}"));
        assert_eq!(found.iter().map(Vec::len).collect::<Vec<_>>(), groups, "{lines}");
    }
}

/// A word of leaving by itself begins a section in any column.
#[test]
fn a_section_is_named_in_any_column() {
    let text = |line: &str| {
        format!(
            "First Name,Last Name,DOB,City\nAnn,Archer,05/17/1984,Ames\n{line}\nZed,Zee,01/01/1970,Ames\nYan,Yee,01/02/1970,Ames\n"
        )
    };
    for line in ["Terminated,,,", ",Terminated,,", ",,Terminated,", ",,,terminated"] {
        let report = checked(text(line));
        let told: Vec<_> = issues(&report);
        assert_eq!(told, [(4, "Status", "section_status"), (5, "Status", "section_status")], "{line}");
        assert_eq!(ended(&said_yes(text(line))).len(), 2, "{line}");
    }
    assert_eq!(issues(&checked(text(",,,moved"))), [], "a remark that goes on from the row above");
}

/// A line may speak of the rows above it, or of the names with a mark. Nothing is asked of these rows.
#[test]
fn a_note_is_about_rows_elsewhere_than_below_it() {
    let marked = "Bob*,Bee,1/2/1940,Troy";
    for (lines, groups) in [
        (&["Ann", "Bob", "All of the above terminated", "Cal"][..], &[][..]),
        (&["Ann", "Active", "Bob", "The above have left", "Cal"], &[]),
        (&["Ann", "Waived", "Bob", "The above are inactive", "Cal"], &[&["Bob"][..], &["Cal"]]),
        (&["Ann", marked, "Cal", "* no longer employed"], &[]),
        (&["Ann", marked, "Cal", "* = Terminated 10/31", "Dee"], &[&["Dee"]]),
        (&["Ann", marked, "Cal", "** no longer employed", "Dee"], &[&["Dee"]]),
        (&["Ann", marked, "Cal", "* spouse works here too"], &[]),
        (&["Ann", "Cal", "*** Terminated ***", "Dee"], &[&["Dee"]]),
    ] {
        let text = list(lines);
        assert_eq!(asked(&text), groups, "{lines:?}");
        assert_eq!(ended(&answered(&text, false)).len(), 0, "{lines:?}");
        assert_eq!(ended(&said_yes(&text)).len(), groups.concat().len(), "{lines:?}");
        let parts = String::from_utf8_lossy(&split_off(&text)).into_owned();
        assert_eq!(asked(&parts), groups, "the file of a group: {parts}");
    }
    let legend = format!("* = terminated,,,\n{}", list(&["Ann", marked, "Cal"]));
    assert!(asked(&legend).is_empty());
    assert_eq!(issues(&checked(&legend)), [(1, "", "says_left")]);
}

#[test]
fn a_note_is_told_however_far_behind_its_rows() {
    let mut lines = vec!["Ann"; 600];
    lines.push("All of the above terminated");
    let report = checked(list(&lines));
    let told: Vec<u64> = report.issues.iter().filter(|one| one.code == "says_left").map(|one| one.line).collect();
    assert_eq!(told, [602]);
}

/// The last line may tell of a person above it.
#[test]
fn words_of_leaving_without_a_row_below_them_are_told() {
    for (line, is_told) in [
        ("Bob Bee terminated 10/31/2026", true),
        ("Note: employee 2 is no longer with the company", true),
        ("Terminated Employees", true),
        ("Terminated: 3", true),
        ("No terminations this month", false),
    ] {
        let report = checked(list(&["Ann", "Bob", line]));
        assert_eq!(issues(&report), if is_told { vec![(4, "", "says_left")] } else { vec![] }, "{line}");
    }
}
