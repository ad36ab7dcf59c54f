//! Who of a family somebody is, told by columns of all names.

use super::super::check::{CheckReport, check};
use super::super::{Field, ReadOptions};
use super::{checked, issues, today};

/// Relationship and line of the employee of each row.
fn families(report: &CheckReport) -> Vec<(&str, Option<u64>)> {
    report.records.iter().map(|record| (record.relationship, record.primary_line)).collect()
}

fn file(heading: &str, values: &[&str]) -> String {
    let rows: String = (1980..).zip(values).map(|(year, value)| format!("{value},Ann,Bee,1/2/{year}\n")).collect();
    format!("{heading},First,Last,DOB\n{rows}")
}

#[test]
fn a_column_of_relationships_is_known_by_its_values() {
    let family = [("EE", None), ("SP", Some(2)), ("CH", Some(2)), ("EE", None)];
    for heading in
        ["Type", "Role", "Member Type", "Record Type", "PERSON_TYPE", "Person Role", "Family Member", "Member Code"]
    {
        for values in [["Employee", "Spouse", "Child", "Employee"], ["EE", "SP", "CH", "EE"], ["18", "01", "19", "18"]]
        {
            let report = checked(file(heading, &values));
            assert_eq!((families(&report), issues(&report)), (family.to_vec(), vec![]), "{heading}: {values:?}");
            assert_eq!(report.unmapped_columns, [""; 0], "{heading}");
        }
    }
    let alike = checked(file("Type", &["Subscriber", "Dependent", "Dependent"]));
    assert_eq!(families(&alike), [("EE", None), ("OT", Some(2)), ("OT", Some(2))], "what they are to him nobody says");
}

#[test]
fn a_column_of_other_kinds_stays_unread() {
    for values in [
        ["Full-time", "Part-time", "Full-time"],
        ["PPO", "HMO", "PPO"],
        ["Employee", "Contractor", "Employee"],
        ["Employee", "Partner", "Employee"],
        ["E", "S", "C"],
        ["18", "34", "52"],
        ["1", "2", "3"],
        ["Employee", "Spouse", "Retiree"],
    ] {
        for heading in ["Type", "Role", "Record Type"] {
            let report = checked(file(heading, &values));
            assert_eq!(
                (&report.unmapped_columns[..], issues(&report)),
                (&[heading.to_owned()][..], vec![]),
                "{values:?}"
            );
            assert!(report.records.iter().all(|record| record.relationship == "EE"), "{values:?}");
        }
    }
    for heading in ["Beneficiary Type", "Coverage Type", "Emergency Contact Type", "Rate Tier"] {
        let report = checked(file(heading, &["Employee", "Spouse", "Child"]));
        assert_eq!(report.unmapped_columns, [heading]);
    }
    let beside = checked("Type,Relationship,First,Last,DOB\nEmployee,EE,Ann,Bee,1/2/1980\nChild,SP,Al,Bee,1/2/1981\n");
    assert_eq!(families(&beside)[1].0, "SP", "a heading that says so goes before");
}

#[test]
fn a_member_type_tells_a_relationship_where_no_other_column_does() {
    let report = checked(file("Member Type", &["Primary", "Spouse", "Retiree", "Child 1", "Dependent"]));
    assert_eq!(families(&report), [("EE", None), ("SP", Some(2)), ("EE", None), ("CH", Some(4)), ("OT", Some(4))]);
    assert_eq!(issues(&report), [(4, "MemberType", "unknown_member_type")]);
    let both =
        checked("Member Type,Relationship,First,Last,DOB\nPrimary,,Ann,Bee,1/2/1980\nDependent,CH,Al,Bee,1/2/2010\n");
    assert_eq!(families(&both), [("EE", None), ("CH", Some(2))]);
}

#[test]
fn a_column_that_a_person_left_out_stays_out() {
    let remembered = [("type".to_owned(), None::<Field>)].into();
    let text = file("Type", &["Employee", "Spouse"]);
    let report = check(text.as_bytes(), today(), &ReadOptions { remembered, ..ReadOptions::default() }).unwrap();
    assert_eq!(report.unmapped_columns, ["Type"]);
}
