//! Sections of a list whose lines tell that the people below them belong to employees who stand elsewhere.

use crate::census::check::CheckReport;
use crate::census::tests::{checked, issues, split_off};

/// Given name, relationship and line of the employee of everybody.
fn families(report: &CheckReport) -> Vec<(&str, &str, Option<u64>)> {
    report.records.iter().map(|record| (&*record.first_name, record.relationship, record.primary_line)).collect()
}

/// The lines of dependents without an employee.
fn orphans(report: &CheckReport) -> Vec<u64> {
    issues(report).into_iter().filter(|(_, _, code)| *code == "orphan_dependent").map(|(line, ..)| line).collect()
}

const SPOUSES_AND_CHILDREN: &str = "Employees\nName,DOB\n\"Lee, Ann\",1/2/1980\n\"Ray, Bo\",2/3/1981\n\n\
                                    Spouses\nName,DOB\n\"Lee, Tom\",3/4/1979\n\nChildren\nName,DOB\n\"Lee, Tim\",3/4/2010\n";

#[test]
fn who_stands_below_spouses_is_a_spouse_and_waits_for_its_employee() {
    let report = checked(SPOUSES_AND_CHILDREN);
    assert_eq!(families(&report), [("Ann", "EE", None), ("Bo", "EE", None), ("Tom", "SP", None), ("Tim", "CH", None)]);
    assert_eq!(report.ignored_lines, [1, 5, 6, 7, 9, 10, 11]);
    assert_eq!(
        issues(&report),
        [
            (8, "Relationship", "section_relationship"),
            (8, "Relationship", "orphan_dependent"),
            (12, "Relationship", "section_relationship"),
            (12, "Relationship", "orphan_dependent"),
        ]
    );
    assert_eq!(
        report.issues[0].message,
        "Relationship is read as Spouse: the row stands below 'Spouses', line 6 of the file."
    );
    let report = checked("First,Last,DOB\nAnn,Lee,1/2/1980\nCovered Dependents\nTom,Lee,3/4/1979\n");
    assert_eq!(families(&report), [("Ann", "EE", None), ("Tom", "OT", None)]);
    assert_eq!(
        report.issues[0].message,
        "Member Type is read as Dependent: the row stands below 'Covered Dependents', line 3 of the file."
    );
}

#[test]
fn a_number_finds_the_employee_before_his_name_does() {
    let report = checked(
        "Subscriber ID,First,Last,DOB\nS1,Ann,Lee,1/2/1980\nS2,Bo,Ray,2/3/1981\nSpouses\nS2,Tom,Lee,3/4/1979\nS9,Flo,Ray,3/5/1979\n",
    );
    assert_eq!(families(&report)[2..], [("Tom", "SP", Some(3)), ("Flo", "SP", None)]);
    assert_eq!(orphans(&report), [6]);
}

#[test]
fn a_section_of_relatives_goes_until_employees_come_again() {
    const HEADING: &str = "First,Last,DOB,City\n";
    let row = |line: &&str| {
        if line.contains(' ') || line.len() > 3 || line.is_empty() {
            format!("{line}\n")
        } else {
            format!("{line},Bee,1/2/19{},Troy\n", 50 + line.len())
        }
    };
    for (lines, told) in [
        (&["Ann", "Spouses", "Tom", "Employees", "Bo"][..], &["EE", "SP", "EE"][..]),
        (&["Ann", "Spouses", "Tom", "Active Employees", "Bo"], &["EE", "SP", "EE"]),
        (&["Ann", "Spouses", "Tom", "Terminated Employees", "Bo"], &["EE", "SP", "EE"]),
        (&["Ann", "Spouses", "Tom", "Retirees", "Bo"], &["EE", "SP", "EE"]),
        (&["Dependents", "Tim", "Employees", "Ann"], &["OT", "EE"]),
        (&["Ann", "Spouses / Domestic Partners", "Tom", "Dependent Children", "Tim"], &["EE", "OT", "CH"]),
        (&["Ann", "Domestic Partners", "Tom"], &["EE", "DP"]),
        (&["Ann", "Spouses (1)", "Tom"], &["EE", "SP"]),
        (&["Ann", "Spouses of Employees", "Tom"], &["EE", "SP"]),
        // Everybody together, and a heading with a word more.
        (&["Employees and Dependents", "Ann", "Bo"], &["EE", "EE"]),
        (&["Ann", "Acme Spouses 2026", "First,Last,DOB,City", "Tom"], &["EE", "SP"]),
    ] {
        let report = checked(format!("{HEADING}{}", lines.iter().map(row).collect::<String>()));
        let relationships: Vec<_> = report.records.iter().map(|record| record.relationship).collect();
        assert_eq!(relationships, told, "{lines:?}");
    }
}

#[test]
fn whether_a_section_goes_on_is_asked_where_it_is_not_sure() {
    for end in ["COBRA\n", "\nFirst,Last,DOB\n", "Dept: B\n", "Total: 1\n"] {
        let report =
            checked(format!("First,Last,DOB\nAnn,Lee,1/2/1980\nSpouses\nTom,Lee,3/4/1979\n{end}Bo,Lee,3/4/1981\n"));
        let last = report.records.last().expect("three people");
        assert_eq!((last.relationship, last.primary_line), ("SP", None), "{end}");
        assert_eq!(orphans(&report), [4, last.line], "{end}");
    }
    let report = checked("First,Last,DOB\nAnn,Lee,1/2/1980\nOur Spouses\nTom,Lee,3/4/1979\n");
    assert_eq!((orphans(&report), &report.ignored_lines[..]), (vec![4], &[3][..]), "whatever the line is");
    // Behind the section of one department the next one may begin with its employees.
    let report =
        checked("First,Last,DOB\nDept: A\nAnn,Lee,1/2/1980\nSpouses\nTom,Lee,3/4/1979\nDept: B\nBo,Ray,3/4/1981\n");
    assert_eq!(families(&report), [("Ann", "EE", None), ("Tom", "SP", None), ("Bo", "SP", None)]);
    assert_eq!(orphans(&report), [5, 7]);
}

#[test]
fn what_a_row_says_of_itself_goes_before_its_section() {
    let report = checked(
        "Rel,First,Last,DOB\nEE,Ann,Lee,1/2/1980\nDependents\nSP,Tom,Bell,3/4/1979\nEE,Bo,Ray,2/3/1981\nDependents\nCH,Tim,Bell,3/4/2010\n,Una,Ray,3/4/2011\n",
    );
    assert_eq!(
        families(&report),
        [("Ann", "EE", None), ("Tom", "SP", None), ("Bo", "EE", None), ("Tim", "CH", None), ("Una", "OT", None)]
    );
    // Below many employees it is none of them by its place.
    let report = checked(
        "Rel,First,Last,DOB\nEE,Ann,Lee,1/2/1980\nEE,Bo,Ray,2/3/1981\nSpouses\nSP,Tom,Lee,3/4/1979\nSP,Una,Fox,3/4/1979\n",
    );
    assert_eq!(families(&report)[2..], [("Tom", "SP", None), ("Una", "SP", None)]);
    assert_eq!(orphans(&report), [5, 6]);
}

#[test]
fn the_files_of_groups_keep_the_relatives_of_their_parent() {
    let text = "First,Last,DOB,City\nAnn,Lee,1/2/1980,Troy\nSpouses,,,\nTom,Lee,3/4/1979,Troy\nCOBRA,,,\nEve,Lee,3/4/1978,Troy\n\
                Terminated Employees,,,\nBo,Ray,2/3/1981,Troy\nChildren,,,\nTim,Ray,3/4/2010,Troy\n";
    let written = split_off(text);
    let of = |report: &CheckReport| {
        let name = |line: u64| {
            report.records.iter().find(|record| record.line == line).map(|record| record.first_name.clone())
        };
        let people = report
            .records
            .iter()
            .map(|record| (record.first_name.clone(), record.relationship, record.primary_line.and_then(name)));
        (people.collect::<Vec<_>>(), orphans(report).into_iter().map(name).collect::<Vec<_>>())
    };
    let shown = String::from_utf8_lossy(&written);
    assert_eq!(of(&checked(&written)), of(&checked(text)), "{shown}");
    assert_eq!(of(&checked(text)).1, ["Tom", "Eve", "Tim"].map(|name| Some(name.to_owned())));
}

#[test]
fn a_label_in_the_singular_is_asked_about() {
    for label in ["Spouse", "Spouse / Domestic Partner", "Son"] {
        let report =
            checked(format!("First,Last,DOB\nAnn,Lee,1/2/1980\nCal,Ray,1/3/1980\n{label}\nTom,Lee,3/4/1979\n"));
        assert!(orphans(&report).contains(&5), "{label}: {:?}", report.issues);
    }
}

#[test]
fn a_head_of_another_list_below_people_is_asked_about() {
    const HEADING: &str = "First,Last,DOB\n";
    for title in ["Dependent Census", "DEPENDENT", "Dependents - 12", "Employees' Dependents", "Dependent Information"]
    {
        for heading in ["", HEADING] {
            let report =
                checked(format!("{HEADING}Ann,Lee,1/2/1980\nCal,Ray,1/3/1980\n{title}\n{heading}Tom,Lee,3/4/1979\n"));
            let last = report.records.last().expect("three people");
            assert!(orphans(&report).contains(&last.line), "{title}: {:?}", report.issues);
        }
    }
    // What stands above the list is repeated on each page. Without an employee no row goes in.
    let page = "Dependent Census\nFirst,Last,DOB\n";
    let report = checked(format!("{page}Ann,Lee,1/2/1980\n{page}Cal,Ray,1/3/1980\n"));
    assert_eq!(families(&report), [("Ann", "OT", None), ("Cal", "OT", None)]);
    assert_eq!(orphans(&report), [3, 6]);
}

/// Where the words of a section name relatives and others, no row below becomes an employee in silence.
#[test]
fn rows_below_relatives_and_others_wait_for_a_person() {
    let list = |section: &str| {
        format!(
            "First Name,Last Name,DOB\nAnn,Archer,05/17/1984\nBob,Barnes,03/02/1985\n{section}\nCara,Archer,01/09/2012\nDan,Barnes,02/03/2013\n"
        )
    };
    for section in ["COBRA dependents,,", "Dependents and COBRA,,", "Spouses / Retirees,,", "Waived children,,"] {
        let report = checked(list(section));
        let told: Vec<_> = issues(&report).into_iter().filter(|(_, _, code)| *code == "section_relationship").collect();
        assert_eq!(told.iter().map(|(line, _, _)| *line).collect::<Vec<_>>(), [5, 6], "{section}: {:?}", report.issues);
    }
    for section in ["COBRA,,", "Retirees,,", "Active Employees,,", "Employees and Dependents,,", "No dependents,,"] {
        let report = checked(list(section));
        assert!(!issues(&report).iter().any(|(_, _, code)| *code == "section_relationship"), "{section}");
    }
}
