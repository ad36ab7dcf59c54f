//! Files as payroll and benefits programs export them: what their headings ask, whose columns they are, what spreadsheets add.

use super::{checked, issues, people};
use crate::census::check::{CheckReport, CheckedRecord, ShownNumber};
use crate::members::Status;

fn statuses(heading: &str, cells: &[&str]) -> Vec<Option<Status>> {
    let rows: String = (1950..).zip(cells).map(|(year, cell)| format!("Ann,Abel,1/2/{year},{cell}\n")).collect();
    let report = checked(format!("First,Last,DOB,{heading}\n{rows}"));
    let number = |record: &CheckedRecord| match record.status {
        Some(ShownNumber::Number(number)) => Status::from_number(number),
        _ => None,
    };
    report.records.iter().map(number).collect()
}

const ACTIVE: Option<Status> = Some(Status::Active);
const ENDED: Option<Status> = Some(Status::InActive);

#[test]
fn a_heading_that_asks_is_answered_by_yes_and_no() {
    let yes = ["1", "Y", "yes", "T", "TRUE", "X", "1.0"];
    let no = ["0", "N", "no", "F", "FALSE", "0.0"];
    for heading in [
        "Active",
        "Is Active",
        "Active?",
        "Currently Active",
        "Enabled",
        "Employee Active",
        "ACTIVE_FLAG",
        "Active (Y/N)",
    ] {
        assert_eq!(statuses(heading, &yes), [ACTIVE; 7], "{heading}");
        assert_eq!(statuses(heading, &no), [ENDED; 6], "{heading}");
        assert_eq!(
            statuses(heading, &["", "Active", "Terminated", "perhaps"]),
            [None, ACTIVE, ENDED, None],
            "{heading}"
        );
    }
    for heading in ["Inactive", "Is Terminated", "Is Inactive"] {
        assert_eq!(statuses(heading, &yes), [ENDED; 7], "{heading}");
        assert_eq!(statuses(heading, &no), [ACTIVE; 6], "{heading}");
        assert_eq!(statuses(heading, &["", "Active", "Terminated"]), [None, ACTIVE, ENDED], "{heading}");
    }
    assert_eq!(statuses("Status", &["0", "1", "T", "Y"]), [ACTIVE, ENDED, ENDED, ACTIVE], "our own numbers");
    assert_eq!(statuses("Active Status", &["1", "0", "T"]), [ACTIVE, ENDED, ENDED], "a question that words answer too");
    assert_eq!(statuses("Status (1=Active 0=Inactive)", &["1", "0"]), [ACTIVE, ENDED], "as the heading says");
    assert_eq!(statuses("Active/Inactive (0=Active 1=Inactive)", &["1", "0"]), [ENDED, ACTIVE], "as the heading says");
}

/// Name, date of birth and member type of each row.
fn rows(report: &CheckReport) -> Vec<String> {
    let shown = |record: &CheckedRecord| {
        let born = record.date_of_birth.as_deref().unwrap_or("-");
        format!("{} {} {born} {}", record.first_name, record.last_name, record.member_type)
    };
    report.records.iter().map(shown).collect()
}

const FAMILY: [&str; 3] = ["Ann Bee 1980-01-02 Primary", "Tim Bee 2010-03-04 Dependent", "Al Bee 1981-05-06 Dependent"];

#[test]
fn columns_of_the_person_go_before_those_of_the_employee() {
    for file in [
        "Subscriber ID,Subscriber First Name,Subscriber Last Name,Member First Name,Member Last Name,Relationship,Member DOB\n\
         1001,Ann,Bee,Ann,Bee,Self,1/2/1980\n1001,Ann,Bee,Tim,Bee,Child,3/4/2010\n1001,Ann,Bee,Al,Bee,Spouse,5/6/1981\n",
        "Subscriber Name,Subscriber DOB,Member Name,Member DOB,Relationship\n\
         Ann Bee,1/2/1980,Ann Bee,1/2/1980,Self\nAnn Bee,1/2/1980,Tim Bee,3/4/2010,Child\nAnn Bee,1/2/1980,Al Bee,5/6/1981,Spouse\n",
        "Employee First Name,Employee Last Name,Patient Name,DOB,Rel\n\
         Ann,Bee,Ann Bee,1/2/1980,EE\nAnn,Bee,Tim Bee,3/4/2010,CH\nAnn,Bee,Al Bee,5/6/1981,SP\n",
    ] {
        let report = checked(file);
        assert_eq!((rows(&report), issues(&report)), (FAMILY.map(str::to_owned).to_vec(), vec![]), "{file}");
    }
    let nameless = checked("Subscriber Name,Member Name,DOB,Rel\nAnn Bee,,1/2/1980,EE\n");
    assert_eq!(nameless.issues[0].code, "missing_required", "who it is nobody knows");
    let of_another = checked("Subscriber Name,Subscriber DOB,Member Name,Rel\nAnn Bee,1/2/1980,Tim Bee,CH\n");
    assert!(issues(&of_another).contains(&(1, "DateOfBirth", "missing_column")), "the mother's date is not his");
}

#[test]
fn a_row_without_a_dependent_is_the_employees_own() {
    let report = checked(
        "Employee Name,Dependent Name,Relationship,DOB\n\
         \"Bee, Ann\",,Employee,1/2/1980\n\"Bee, Ann\",\"Bee, Tim\",Child,3/4/2010\n\"Bee, Ann\",\"Bee, Al\",Spouse,5/6/1981\n",
    );
    assert_eq!((rows(&report), issues(&report)), (FAMILY.map(str::to_owned).to_vec(), vec![]));
    // A dependent with a name and a birth date of its own stands in the employee's row, which comes again for each of them.
    for file in [
        "EE Last Name,EE First Name,EE DOB,Dep Last Name,Dep First Name,Dep DOB,Relation\n\
         Bee,Ann,1/2/1980,,,,Employee\nBee,Ann,1/2/1980,Bee,Tim,3/4/2010,Child\nBee,Ann,1/2/1980,Bee,Al,5/6/1981,Spouse\n",
        "Employee ID,Employee Name,DOB,Dependent First Name,Dependent Last Name,Dependent DOB\n\
         7,\"Bee, Ann\",1/2/1980,N/A,,\n7,\"Bee, Ann\",1/2/1980,Tim,Bee,3/4/2010\n7,\"Bee, Ann\",1/2/1980,Al,Bee,5/6/1981\n",
    ] {
        let report = checked(file);
        assert_eq!(issues(&report).iter().map(|issue| issue.2).collect::<Vec<_>>(), ["same_row"; 2], "{file}");
        let tied = report.records.iter().filter(|record| record.primary_line == Some(2)).count();
        assert_eq!(tied, 2, "{file}");
    }
    let torn = checked("EE Name,EE DOB,Dep Name,Dep DOB,Rel\nAnn Bee,1/2/1980,,3/4/2010,\n");
    assert_eq!(issues(&torn), [(2, "FirstName", "missing_required")], "a dependent without a name waits");
    let bare = checked("First Name,Last Name,DOB,Dep First Name,Dep DOB\nAnn,Bee,1/2/1980,Tim,3/4/2010\n");
    assert_eq!((bare.unmapped_columns.len(), bare.records.len()), (0, 2), "a family in columns");
}

#[test]
fn of_two_columns_for_one_date_the_other_is_asked_about() {
    let report = checked("Name,Birth Date,DOB\nAnn Bee,1/2/1980,3/4/1981\n");
    assert_eq!(issues(&report), [(1, "Birth Date", "people_beside")], "it may be of another person");
    let name = checked("Name,First Name,Last Name,DOB\nAnn Bee,Ann,Bee,1/2/1980\n");
    assert_eq!(issues(&name), [], "the whole name says the same");
}

#[test]
fn a_heading_may_be_a_number() {
    for heading in [
        "First Name,Last Name,DOB,2026",
        "First Name,Last Name,DOB,\"2,026\"",
        "First Name,Last Name,DOB,HR contact: hr@acme.com",
        "First Name,Last Name,DOB,Salary,401,403",
    ] {
        let report = checked(
            format!("{heading}\nAnn,Bee,1/2/1980,x,y,z\n")
                .replace(",y,z", if heading.ends_with("403") { ",y,z" } else { "" }),
        );
        assert_eq!((report.header_line, people(&report)), (Some(1), vec![(2, "Ann", "Bee")]), "{heading}");
        assert_eq!(issues(&report), [], "{heading}");
    }
    let report = checked("1,Employee Name,DOB\n1,Ann Bee,1/2/1980\n");
    assert_eq!((report.header_line, people(&report)), (Some(1), vec![(2, "Ann", "Bee")]));
}

#[test]
fn a_row_of_people_is_no_heading_whatever_they_are_called() {
    for file in [
        "Ann,Bee,1/2/1980,Employee,Active\nTim,Bee,3/4/2010,Child,Active\n",
        "Ann,Last,29222,Employee,Active\nTim,First,29223,Member,Active\n",
        "7,First,Bee,,Employee\n8,Cal,Last,,Member\n",
    ] {
        assert!(checked(file).refused.is_some_and(|reason| reason.contains("no usable heading")), "{file}");
    }
}

#[test]
fn an_id_loses_the_fraction_that_a_spreadsheet_adds() {
    let report = checked(
        "Employee ID,Carrier ID,Family ID,First,Last,DOB\n1001.0,77.00,0012.0,Ann,Bee,1/2/1980\nA1.0,1.10,1.0.0,Cal,Dee,1/2/1981\n",
    );
    let ids = |at: usize| {
        let record = &report.records[at];
        [&record.unique_id, &record.other_member_id, &record.family_id].map(|id| id.as_deref().unwrap_or(""))
    };
    assert_eq!((ids(0), ids(1)), (["1001", "77", "0012"], ["A1.0", "1.10", "1.0.0"]));
}

#[test]
fn a_birth_in_three_columns_waits() {
    for heading in ["DOB Month,DOB Day,DOB Year", "Month of Birth,Day of Birth,Year of Birth"] {
        let report = checked(format!("First,Last,{heading}\nAnn,Bee,1,2,1980\n"));
        assert!(issues(&report).contains(&(1, "DateOfBirth", "missing_column")), "{heading}");
    }
    let report = checked("First,Last,Birth Month,Birth Day,Birth Year\nAnn,Bee,1,2,1980\n");
    assert_eq!(issues(&report), [(2, "DateOfBirth", "invalid_date")]);
}
