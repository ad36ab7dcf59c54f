//! Files as payroll and benefits programs export them: what their headings ask, whose columns they are, what spreadsheets add.

use super::super::check::{CheckedRecord, ShownNumber};
use super::checked;
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
