//! Headings to fields.

use super::{checked, issues, people};
use crate::census::columns::{How, Mapping};
use crate::census::field::Field;
use crate::census::findings::issue::IssueKind;
use crate::census::vocabulary::Remembered;

fn propose(headings: &[&str]) -> Mapping {
    Mapping::propose(headings.iter().copied(), &Remembered::new())
}

fn fields(mapping: &Mapping) -> Vec<Option<Field>> {
    mapping.columns().iter().map(|column| column.field).collect()
}

#[test]
fn the_surest_heading_gets_the_field() {
    for (headings, expected) in [
        (&["Phone", "Mobile Phone"][..], &[Some(Field::HomePhone), Some(Field::CellPhone)][..]),
        (&["Work Phone", "Home Phone", "Cell"], &[None, Some(Field::HomePhone), Some(Field::CellPhone)]),
        (&["Phone 1", "Phone 2", "Phone 3"], &[Some(Field::CellPhone), Some(Field::HomePhone), None]),
        (&["Member ID", "Employee ID"], &[Some(Field::OtherMemberId), Some(Field::UniqueId)]),
        (&["Subscriber ID", "Member ID"], &[Some(Field::FamilyId), Some(Field::UniqueId)]),
        (&["Subscriber Email", "Member Email"], &[None, Some(Field::Email)]),
        (&["Employee Name", "Name"], &[None, Some(Field::FullName)]),
        (&["SSN", "Subscriber SSN"], &[None, Some(Field::Ssn)]),
        (&["Preferred First Name", "First Name"], &[None, Some(Field::FirstName)]),
        (&["Preferred First Name", "Last Name"], &[Some(Field::FirstName), Some(Field::LastName)]),
        (&["Sub ID", "Emp ID"], &[Some(Field::FamilyId), Some(Field::UniqueId)]),
        (&["Zip", "Zip+4"], &[Some(Field::ZipCode), None]),
        (&["Name", "First Name", "Last Name"], &[None, Some(Field::FirstName), Some(Field::LastName)]),
        (&["Address", "Apt #", "City"], &[Some(Field::AddressLine1), Some(Field::AddressLine2), Some(Field::City)]),
    ] {
        assert_eq!(fields(&propose(headings)), expected, "{headings:?}");
    }
}

#[test]
fn a_heading_as_wide_as_may_be_is_read_like_a_narrow_one() {
    let others: Vec<String> = (0..990).map(|number| format!("c{number}")).collect();
    for (heading, row) in [
        ("First,Last,DOB", "Ann,Bee,1/2/1980"),
        ("First,Last,Birth Month,Birth Day,Birth Year,Type", "Ann,Bee,1,2,1980,EE"),
        ("Employee Name,Employee DOB,Dependent Name,Dependent DOB", "Ann Bee,1/2/1980,,"),
    ] {
        let narrow = checked(format!("{heading}\n{row}\n"));
        let wide = checked(format!("{heading},{}\n{row}{}\n", others.join(","), ",x".repeat(others.len())));
        assert_eq!(people(&wide), [(2, "Ann", "Bee")], "{heading}");
        assert_eq!(people(&wide), people(&narrow), "{heading}");
        assert_eq!(issues(&wide), issues(&narrow), "{heading}");
        assert_eq!(wide.unmapped_columns[narrow.unmapped_columns.len()..], others, "{heading}");
    }
}

#[test]
fn a_vague_heading_is_read_by_what_stands_below_it() {
    let report = checked(
        "Employee,First Name,Preferred First Name,Last Name,DOB,Mail\nE7,Ann,Annie,Bee,1/2/1980,ann@example.com\n",
    );
    assert_eq!(people(&report), [(2, "Ann", "Bee")]);
    let record = &report.records[0];
    assert_eq!((record.unique_id.as_deref(), record.email.as_deref()), (Some("E7"), Some("ann@example.com")));
    assert_eq!((issues(&report), &report.unmapped_columns[..]), (vec![], &["Preferred First Name".to_owned()][..]));
}

#[test]
fn words_in_brackets_count_where_they_tell_names_apart() {
    let (first, last) = (Some(Field::FirstName), Some(Field::LastName));
    for (headings, expected) in [
        (&["Name (Last)", "Name (First)"][..], &[last, first][..]),
        (&["NAME (FIRST)", "NAME (MI)", "NAME (LAST)"], &[first, Some(Field::MiddleName), last]),
        (&["Employee Name (Last)", "Employee Name [First Name]"], &[last, first]),
        (&["Legal Name (Family)", "Legal Name (Given)"], &[last, first]),
        (&["Full Name (Last)", "Full Name (First)"], &[last, first]),
        (&["Employee (Last)", "Employee (First)", "Employee (Suffix)"], &[last, first, Some(Field::Suffix)]),
        (&["Name (Last, First)"], &[Some(Field::FullName)]),
        (&["Name (Last, First MI)"], &[Some(Field::FullName)]),
        (&["Name (Last) (First)"], &[Some(Field::FullName)]),
        (&["Name (Legal)"], &[Some(Field::FullName)]),
        (&["Last Name (Legal)", "First Name (Preferred)"], &[last, first]),
        (&["Last Name (First)", "DOB (Last)"], &[last, Some(Field::DateOfBirth)]),
        (
            &["Employee Name (Last)", "Employee Name (First)", "Dependent Name (Last)", "Dependent Name (First)"],
            &[None, None, last, first],
        ),
    ] {
        let mapping = propose(headings);
        assert_eq!(fields(&mapping), expected, "{headings:?}");
        let twice = mapping.issues(1, false).into_iter().filter(|issue| issue.message.contains("are headed '"));
        assert_eq!(twice.count(), 0, "{headings:?}");
    }
}

/// A person had only `Family` to choose for the last names; in a file that has these it is the key of the family again.
#[test]
fn a_remembered_stand_in_gives_way_to_the_column_itself() {
    let remembered = Remembered::from([("family".to_owned(), Some(Field::LastName))]);
    let of = |headings: &[&str]| {
        let mapping = Mapping::propose(headings.iter().copied(), &remembered);
        [Field::LastName, Field::FamilyId].map(|field| mapping.column_of(field))
    };
    assert_eq!(of(&["First Name", "Family", "DOB"]), [Some(1), None]);
    assert_eq!(of(&["First Name", "Last Name", "Family", "DOB"]), [Some(1), Some(2)]);
    assert_eq!(of(&["Family", "First Name", "Last Name", "DOB"]), [Some(2), Some(0)]);
    assert_eq!(of(&["First Name", "Family", "Family ID", "DOB"]), [Some(1), Some(2)]);
}

#[test]
fn a_remembered_choice_goes_before_every_synonym() {
    let remembered = Remembered::from([("dob".to_owned(), None), ("starttag".to_owned(), Some(Field::DateOfBirth))]);
    let mapping = Mapping::propose(["DOB", "Start-Tag"], &remembered);
    assert_eq!(fields(&mapping), [None, Some(Field::DateOfBirth)]);
    assert_eq!(mapping.columns()[1].how, How::Remembered);
}

#[test]
fn a_column_mapped_by_hand_takes_the_field_from_another() {
    let mut mapping = propose(&["First Name", "Nickname", "Last Name", "DOB"]);
    assert!(mapping.assign(1, Some(Field::FirstName)));
    assert!(mapping.assign(3, None));
    assert!(!mapping.assign(9, None));
    assert_eq!(fields(&mapping), [None, Some(Field::FirstName), Some(Field::LastName), None]);
    assert_eq!(mapping.missing(false), [Field::DateOfBirth]);
    let remembered = mapping.to_remember();
    assert_eq!(remembered["nickname"], Some(Field::FirstName));
    assert_eq!(remembered["dob"], None);
    let again = Mapping::propose(["First Name", "Nickname", "Last Name", "DOB"], &remembered);
    assert_eq!(fields(&again), fields(&mapping));
}

#[test]
fn required_columns_that_are_missing_are_named() {
    assert_eq!(propose(&["Name", "DOB"]).missing(false), []);
    assert_eq!(propose(&["Name", "DOB"]).missing(true), [Field::GroupId]);
    let issues = propose(&["First Name", "City"]).issues(3, false);
    let told: Vec<_> = issues.iter().map(|issue| (issue.line, issue.key.as_deref(), issue.kind)).collect();
    assert_eq!(
        told,
        [(3, Some("LastName"), IssueKind::MissingColumn), (3, Some("DateOfBirth"), IssueKind::MissingColumn)]
    );
    assert_eq!(issues[1].message, "There is no column for Date of Birth.");
}

#[test]
fn columns_without_a_heading_are_listed_by_their_place() {
    assert_eq!(propose(&["", "Name", "Salary"]).unmapped(), ["Column 1", "Salary"]);
}

/// As `Spouse Name` is.
#[test]
fn names_of_relatives_below_a_bare_word_are_told() {
    let code = |heading: &str, cells: [&str; 2]| {
        let rows = format!("Ann,Bee,1/2/1980,{}\nCal,Dee,1/3/1980,{}\n", cells[0], cells[1]);
        let report = checked(format!("First,Last,DOB,{heading}\n{rows}"));
        let told = report.issues.iter().find(|issue| issue.code == "people_beside").and_then(|issue| issue.key.clone());
        assert_eq!(report.unmapped_columns, [heading], "{heading}");
        told
    };
    for (heading, cells) in [
        ("Spouse", ["Bob Bee", "Eve Dee"]),
        ("Spouse", ["Robert", "Susan"]),
        ("Child 1", ["Kit Bee", ""]),
        ("Child2", ["", "\"Dee, Kit\""]),
        ("Dependents", ["Bob Bee; Kit Bee", "Eve Dee"]),
    ] {
        assert_eq!(code(heading, cells).as_deref(), Some(heading), "{cells:?}");
    }
    for (heading, cells) in [
        ("Spouse", ["Yes", "No"]),
        ("Spouse", ["", ""]),
        ("Spouse", ["$120.00", "$0.00"]),
        ("Dependents", ["2", "0"]),
        ("# of Dependents", ["2", "0"]),
        ("Children", ["3", "1"]),
    ] {
        assert_eq!(code(heading, cells), None, "{heading}: {cells:?}");
    }
}

#[test]
fn a_heading_of_two_columns_that_nobody_knows_is_found_above_names_and_dates() {
    for (file, names) in [
        ("EE Name,DOB\n\"Lee, Ann\",1/2/1980\n\"May, Bob\",1/3/1980\n", true),
        ("Legal Name,DOB\n\"Lee, Ann\",1/2/1980\nBob May,1/3/1980\n", true),
        ("Wer;Wann\nLee, Ann;1/2/1980\nMay, Bob;1/3/1980\n", false),
        ("Unsere Leute\nWer,Wann\nAnn Lee,1/2/1980\nBob May,1/3/1980\n", false),
    ] {
        let report = checked(file);
        assert_eq!(report.refused, None, "{file}");
        let found: Vec<_> = people(&report)
            .iter()
            .filter(|(_, first, _)| !first.is_empty())
            .map(|(_, first, last)| format!("{first} {last}"))
            .collect();
        let expected: &[&str] = if names { &["Ann Lee", "Bob May"] } else { &[] };
        assert_eq!(
            (report.records.len(), &found[..]),
            (2, expected.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>().as_slice()),
            "{file}"
        );
        if !names {
            assert_eq!(report.unmapped_columns, ["Wer", "Wann"]);
        }
    }
    assert!(checked("Plan,Count\nGold Plus,2\n").refused.is_some());
}
