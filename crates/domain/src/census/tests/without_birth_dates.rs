//! Lists that have ids and no birth dates (rules.md#list-without-birth-dates).

use std::collections::HashMap;

use super::{checked, issues, today};
use crate::MemberId;
use crate::census::findings::issue::IssueKind;
use crate::census::people::denied::Denied;
use crate::census::people::record::Record;
use crate::census::people::validate::{Rules, validate};
use crate::census::pricing::PricingGroups;
use crate::census::reader::Item;
use crate::census::reader::{CensusReader, ReadOptions};
use crate::census::roster::apply::PricingCodes;
use crate::census::roster::changes::{ApplyOptions, Outcome};
use crate::census::roster::plan::{NEEDS_BIRTH_DATE, PlannedRow, RosterMember, Terms, plan};
use crate::examples::{TODAY, member_details};
use crate::members::status::CurrentStatus;
use crate::members::{MemberDetails, Status};

const HEADING: &str = "Employee ID,First Name,Last Name,Gender,Billing Reference\n";

#[test]
fn where_there_are_ids_birth_dates_may_be_missing() {
    let report = checked(format!("{HEADING}E-1,Ann,Lee,F,Troy\n,Bob,May,M,Troy\n"));
    assert_eq!(issues(&report), [(1, "DateOfBirth", "no_birth_dates"), (3, "DateOfBirth", "missing_required")]);
    let report = checked("First Name,Last Name,City\nAnn,Lee,Troy\n");
    assert_eq!(issues(&report)[0], (1, "DateOfBirth", "missing_column"));
}

/// A payroll that has no birth dates may send the column all the same.
#[test]
fn a_blank_column_of_birth_dates_is_none() {
    for (heading, blank) in [("DOB", ""), ("DOB", "N/A")] {
        let report = checked(format!(
            "Employee ID,First Name,Last Name,{heading}\nE-1,Ann,Lee,{blank}\nE-2,Bob,May,{blank}\n,Cal,Ray,{blank}\n"
        ));
        assert_eq!(issues(&report), [(1, "DateOfBirth", "no_birth_dates"), (4, "DateOfBirth", "missing_required")]);
        assert!(report.issues[0].message.starts_with("The column DOB is blank."));
    }
    let some = "Employee ID,First Name,Last Name,DOB\nE-1,Ann,Lee,\nE-2,Bob,May,05/17/1984\n";
    assert_eq!(issues(&checked(some)), [(2, "DateOfBirth", "missing_required")]);
}

/// The dates of birth may stand under a heading that is not known.
#[test]
fn a_column_that_looks_like_birth_dates_is_mapped_or_left_out_first() {
    for (heading, first, second, likely) in [
        ("Key 2", "05/17/1984", "11/03/1990", Some(3)),
        ("Key 2", "05/17/2024", "11/03/2025", None),
        ("Key 2", "yes", "no", None),
        ("DOB", "05/17/1984", "11/03/1990", None),
    ] {
        let text = format!("Employee ID,First Name,Last Name,{heading}\nE-1,Ann,Lee,{first}\nE-2,Bob,May,{second}\n");
        let mut reader = CensusReader::open(text.as_bytes(), &ReadOptions::default()).expect("a file");
        let mapping = reader.completed(reader.mapping().clone(), today());
        assert_eq!((mapping.likely_birth_dates(), mapping.is_by_id()), (likely, likely.is_none() && heading != "DOB"));
        let mut left_out = mapping.clone();
        left_out.assign(likely.unwrap_or(3), None);
        assert_eq!(reader.completed(left_out, today()).likely_birth_dates(), None);
        reader.use_mapping(mapping);
        let missing = reader.issues_of_file(false).into_iter().find(|issue| issue.kind == IssueKind::MissingColumn);
        let said = missing.map(|issue| issue.message);
        let lacking = if heading.starts_with("DOB") {
            "The column DOB is blank."
        } else {
            "There is no column for Date of Birth."
        };
        let wanted = format!("{lacking} The column Key 2 looks like one. Map it, or leave it out.");
        assert_eq!(said, likely.map(|_| wanted));
    }
}

fn records(rows: &str) -> Vec<Record> {
    let text = format!("{HEADING}{rows}");
    let mut reader = CensusReader::open(text.as_bytes(), &ReadOptions::default()).expect("a file");
    let rules = Rules { by_id: reader.mapping().is_by_id(), ..Rules::on(today()) };
    let mut records = Vec::new();
    while let Some(item) = reader.next_item().expect("memory does not fail") {
        if let Item::Row(raw) = item {
            records.push(validate(&raw, &rules).record);
        }
    }
    records
}

fn member(id: i64, first: &str, last: &str) -> RosterMember {
    let details = MemberDetails {
        first_name: first.to_owned(),
        last_name: last.to_owned(),
        unique_id: Some(format!("E-{id}")),
        ..member_details()
    };
    let status = CurrentStatus { status: Status::Active, pending: None };
    RosterMember { id: MemberId(id), version: 1, details, primary: None, status, is_end_of_file: false }
}

fn planned(rows: &str, roster: &[RosterMember]) -> Vec<PlannedRow> {
    let (pricing, codes) = (PricingGroups::default(), PricingCodes::default());
    let options = ApplyOptions { administrator: true, global_effective_on: None, by_rule: TODAY };
    let terms = Terms { pricing: &pricing, codes: &codes, options, today: TODAY };
    plan(&records(rows), roster, &HashMap::new(), &Denied::new(), terms)
}

fn told(rows: &[PlannedRow]) -> Vec<(Outcome, Option<i64>, Option<&str>)> {
    rows.iter().map(|row| (row.outcome, row.member.map(MemberId::get), row.error)).collect()
}

#[test]
fn known_ids_are_their_members_and_unknown_ones_wait_for_a_birth_date() {
    let roster = [member(1, "Ann", "Lee"), member(2, "Bob", "May"), member(3, "Cal", "Ray")];
    let rows = planned("E-1,Ann,Lee,,Albany\nE-2,Robert,May,,\nE-3,Cal,Ray,,\nE-9,Dee,Fox,,\n", &roster);
    assert_eq!(
        told(&rows),
        [
            (Outcome::Update, Some(1), None),
            (Outcome::Update, Some(2), None),
            (Outcome::Unchanged, Some(3), None),
            (Outcome::Review, None, Some(NEEDS_BIRTH_DATE)),
        ]
    );
}

#[test]
fn nobody_is_taken_over_by_an_id_alone_or_by_a_name_alone() {
    let roster = [member(1, "Ann", "Lee"), member(2, "Bob", "May")];
    for row in ["E-1,Zoe,Quinn,,\n", "E-7,Ann,Lee,,\n"] {
        let rows = planned(row, &roster);
        assert_eq!((rows[0].outcome, rows[0].member), (Outcome::Review, None), "{row} {rows:?}");
    }
}

#[test]
fn a_new_group_takes_nobody_without_a_birth_date() {
    assert_eq!(told(&planned("E-1,Ann,Lee,,\n", &[])), [(Outcome::Review, None, Some(NEEDS_BIRTH_DATE))]);
}
