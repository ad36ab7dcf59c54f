//! Lines that sum a list up, name its parts, or keep a place free: nobody, beside people who are called alike.

use crate::census::tests::{checked, issues, people};

const HEADING: &str = "First Name,Last Name,DOB,Gender,Salary\nAnn,Bee,1/2/1980,F,10\n";

#[test]
fn counts_are_nobody() {
    for lines in [
        "Males,,,,1\nFemales,,,,2",
        "Active:,2,,",
        "Terminated:,,,,0",
        "Employees,1\nDependents,0",
        "EE: ,1,,,",
        "# end",
        "## END ##,,,,",
        "# Exported by jsmith,,,,",
        "Summary\nAverage Age,45.5\nHeadcount:,2\n# end",
        "Male: 1,Female: 1,,,",
    ] {
        let report = checked(format!("{HEADING}{lines}\n"));
        let nobody: Vec<u64> = (3..).take(lines.lines().count()).collect();
        assert_eq!((people(&report), report.ignored_lines.clone()), (vec![(2, "Ann", "Bee")], nobody), "{lines}");
        assert!(issues(&report).iter().all(|(_, _, code)| *code == "says_left"), "{lines}");
    }
}

#[test]
fn who_is_called_like_a_kind_or_has_one_in_its_place_is_somebody() {
    for (heading, line) in [
        ("Gender,First,Last,DOB,ID", "Male,,,,7"),
        ("Gender,First,Last,DOB,ID", "Male,Ann,,,7"),
        ("Status,ID,First,Last,DOB", "Active,7,,,"),
        ("First,Last,DOB,ID,Gender", "Male,,,7,"),
        ("First,Last,DOB,ID,Gender", "Male,Bee,,,"),
        ("First,Last,DOB,ID,Gender", "Family,,1/2/1980,,"),
        ("First,Last,DOB,ID,Gender", "End,,1/2/1980,,"),
        ("First,Last,DOB,ID,Gender", "Ann,#End,,,"),
    ] {
        let report = checked(format!("{heading}\n,Ann,Bee,1/2/1980,\n{line}\n"));
        assert_eq!((report.records.len(), &report.ignored_lines[..]), (2, &[][..]), "{heading}: {line}");
    }
}

#[test]
fn parts_of_a_company_and_free_places_are_nobody() {
    for line in [
        "Division 100 - Plant,,,,",
        "DIVISION 100,,,,",
        "Dept. 200,,,,",
        "Department #7 Sales,,,,",
        "Location - Dallas,,,,",
        ",VACANT,,,",
        ",OPEN POSITION,,,",
        ",To be hired,,,",
    ] {
        let report = checked(format!("Emp ID,First Name,Last Name,DOB,Salary\n1,Ann,Bee,1/2/1980,10\n{line}\n"));
        assert_eq!((people(&report), &report.ignored_lines[..]), (vec![(2, "Ann", "Bee")], &[3][..]), "{line}");
        assert_eq!(issues(&report), [], "{line}");
    }
}

#[test]
fn whoever_has_a_birth_or_another_name_keeps_no_place_free() {
    for line in [
        "2,VACANT,,,",
        ",Vacant,Vacant,,52000",
        "3,OPEN POSITION,,,",
        "2,VACANT,,1/2/1980,",
        "2,VACANT,Lee,,",
        "2,Open,,,",
        "2,Ann,Vacant,,",
        "Division,100,,,",
        "Branch,Lee,,,",
        "2,Branch 7,,,",
    ] {
        let report = checked(format!("Emp ID,First Name,Last Name,DOB,Salary\n1,Ann,Bee,1/2/1980,10\n{line}\n"));
        assert_eq!((report.records.len(), &report.ignored_lines[..]), (2, &[][..]), "{line}");
    }
}
