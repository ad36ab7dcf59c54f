//! One row: errors hold it back, warnings do not.

use chrono::NaiveDate;

use super::{checked, issues, today};
use crate::census::cells::DateOrder;
use crate::census::cells::Entry;
use crate::census::field::Field;
use crate::census::findings::issue::{IssueKind, Severity};
use crate::census::people::record::RowState;
use crate::census::people::validate::{Checked, Rules, validate};
use crate::census::source::{RawRow, Shape};
use crate::census::vocabulary::roles::{MemberType, Relationship};
use crate::members::Gender;

fn row() -> RawRow {
    RawRow::new(2, 1).with(Field::FirstName, "Ann").with(Field::LastName, "Abel").with(Field::DateOfBirth, "1/2/1980")
}

fn judge(raw: &RawRow) -> Checked {
    validate(raw, &Rules::on(today()))
}

fn told(checked: &Checked) -> Vec<(&str, IssueKind)> {
    checked.issues.iter().map(|issue| (issue.key.as_deref().unwrap_or(""), issue.kind)).collect()
}

#[test]
fn required_values_that_are_missing_hold_the_row_back() {
    for (field, message) in [
        (Field::FirstName, "First Name is required."),
        (Field::LastName, "Last Name is required."),
        (Field::DateOfBirth, "Date of Birth is required."),
    ] {
        for blank in ["", "  ", "\u{a0}", "<clear>"] {
            let checked = judge(&row().with(field, blank));
            assert_eq!(told(&checked), [(field.name(), IssueKind::MissingRequired)], "{blank:?}");
            assert_eq!(checked.issues[0].message, message);
            assert_eq!(checked.state(), RowState::Error);
        }
    }
}

#[test]
fn what_stands_for_nothing_is_no_name() {
    for (field, text) in [
        (Field::LastName, "N/A"),
        (Field::FirstName, "TBD"),
        (Field::FirstName, "none"),
        (Field::LastName, "NULL"),
        (Field::LastName, "#N/A"),
        (Field::FirstName, "UNKNOWN"),
        (Field::LastName, "-"),
    ] {
        let checked = judge(&row().with(field, text).with(Field::MiddleName, "Lee").with(Field::Suffix, "Jr"));
        assert_eq!(told(&checked), [(field.name(), IssueKind::MissingRequired)], "{text}");
    }
    let all = [Field::FirstName, Field::LastName, Field::DateOfBirth, Field::Email, Field::CellPhone];
    let nothing = all.into_iter().fold(RawRow::new(2, 1), |raw, field| raw.with(field, "NULL"));
    assert_eq!(
        told(&judge(&nothing)),
        all[..3].iter().map(|field| (field.name(), IssueKind::MissingRequired)).collect::<Vec<_>>()
    );
    for (whole, first, last) in [
        ("N/A", "", ""),
        ("To be determined", "", ""),
        ("Bee, TBD", "", "Bee"),
        ("Ann N/A", "Ann", ""),
        ("Null, Chris", "Chris", "Null"),
    ] {
        let raw = RawRow::new(2, 1).with(Field::FullName, whole).with(Field::DateOfBirth, "1/2/1980");
        let record = judge(&raw).record;
        assert_eq!((record.first_name.text(), record.last_name.text()), (first, last), "{whole}");
    }
}

#[test]
fn optional_values_that_cannot_be_read_are_left_out_with_a_warning() {
    for (field, text, kind) in [
        (Field::CellPhone, "555", IssueKind::InvalidPhone),
        (Field::HomePhone, "6.1E+09", IssueKind::InvalidPhone),
        (Field::ZipCode, "ABC", IssueKind::InvalidZip),
        (Field::Email, "ann at example", IssueKind::InvalidEmail),
        (Field::Gender, "q", IssueKind::InvalidGender),
        (Field::State, "Toledo", IssueKind::InvalidState),
        (Field::Status, "perhaps", IssueKind::InvalidStatus),
        (Field::PlanName, "Gold PPO", IssueKind::UnknownPlan),
        (Field::MemberType, "retiree", IssueKind::UnknownMemberType),
        (Field::Ssn, "12", IssueKind::InvalidSsn),
        (Field::UniqueId, "1.23457E+11", IssueKind::RoundedNumber),
        (Field::OtherMemberId, "9E+15", IssueKind::RoundedNumber),
        (Field::BillingReferenceId, "4.1e+12", IssueKind::RoundedNumber),
        (Field::FamilyId, "1.23457E+11", IssueKind::RoundedNumber),
    ] {
        let checked = judge(&row().with(field, text));
        assert_eq!(told(&checked), [(field.name(), kind)], "{text}");
        assert_eq!(checked.issues[0].severity(), Severity::Warning);
        assert_eq!(checked.state(), RowState::Valid);
        let value = (field != Field::Ssn).then_some(text);
        assert_eq!(checked.issues[0].value.as_deref(), value);
    }
    let checked = judge(&row().with(Field::City, &"x".repeat(101)));
    assert_eq!(told(&checked), [("City", IssueKind::TooLong)]);
    assert_eq!(checked.record.city, Entry::Blank);
}

#[test]
fn an_id_that_only_looks_like_a_rounded_number_is_kept() {
    for id in ["1E5", "E+11", "A1E+11", "1.2E+11X"] {
        let checked = judge(&row().with(Field::UniqueId, id));
        assert_eq!((told(&checked), checked.record.unique_id.text()), (vec![], id));
    }
}

#[test]
fn an_unreadable_name_or_date_of_birth_holds_the_row_back() {
    for (field, text, kind) in [
        (Field::DateOfBirth, "02/30/1980", IssueKind::InvalidDate),
        (Field::DateOfBirth, "1/2/2030", IssueKind::InvalidDate),
        (Field::FirstName, "12345", IssueKind::InvalidValue),
        (Field::LastName, &"x".repeat(101), IssueKind::InvalidValue),
        (Field::FirstName, "<b>Ana</b>", IssueKind::InvalidValue),
        (Field::LastName, "www.example.com", IssueKind::InvalidValue),
        (Field::LastName, "see https://example.com", IssueKind::InvalidValue),
        (Field::FirstName, "\u{2066}Ana\u{2069}", IssueKind::InvalidValue),
    ] {
        let checked = judge(&row().with(field, text));
        assert_eq!(told(&checked), [(field.name(), kind)]);
        assert_eq!(checked.state(), RowState::Error);
    }
}

#[test]
fn an_implausible_age_is_told_and_not_changed() {
    let checked = judge(&row().with(Field::DateOfBirth, "1/9/26"));
    assert_eq!(told(&checked), [("DateOfBirth", IssueKind::ImplausibleAge)]);
    assert_eq!(checked.record.date_of_birth, NaiveDate::from_ymd_opt(2026, 1, 9));
    assert_eq!(checked.state(), RowState::Valid);
    assert_eq!(told(&judge(&row().with(Field::DateOfBirth, "1/9/26").with(Field::Relationship, "child"))), []);
}

#[test]
fn blank_keeps_and_the_literal_clears() {
    let checked = judge(&row().with(Field::Email, "<CLEAR>").with(Field::CellPhone, " ").with(Field::Gender, "N/A"));
    assert_eq!(checked.issues, []);
    assert_eq!(checked.record.email, Entry::Clear);
    assert_eq!(checked.record.cell_phone, Entry::Blank);
    assert_eq!(checked.record.gender, Entry::Blank);
}

#[test]
fn words_are_stored_as_the_business_writes_them() {
    let raw = row()
        .with(Field::Gender, "FEMALE")
        .with(Field::State, "new mexico")
        .with(Field::CellPhone, "(254) 555-0101")
        .with(Field::PlanName, "individual")
        .with(Field::AddressLine1, "12  Main\nSt");
    let record = judge(&raw).record;
    assert_eq!(record.gender, Entry::Value(Gender::Female));
    assert_eq!(record.state, Entry::Value("NM"));
    assert_eq!(record.cell_phone.text(), "2545550101");
    assert_eq!(record.plan_name.text(), "Individual Plan");
    assert_eq!(record.address_line1.text(), "12 Main St");
}

#[test]
fn an_unknown_relationship_makes_a_dependent_and_never_an_employee() {
    let checked = judge(&row().with(Field::Relationship, "cousin"));
    assert_eq!(told(&checked), [("Relationship", IssueKind::UnknownRelationship)]);
    assert_eq!(checked.record.relationship, Entry::Value(Relationship::Other));
    assert!(checked.record.is_dependent());
}

#[test]
fn the_member_type_counts_where_the_relationship_contradicts_it() {
    let checked = judge(&row().with(Field::Relationship, "SP").with(Field::MemberType, "Primary"));
    assert_eq!(told(&checked), [("MemberType", IssueKind::ConflictingMemberType)]);
    assert_eq!(checked.record.member_type, Entry::Value(MemberType::Primary));
    assert!(!checked.record.is_dependent());
    assert_eq!(checked.record.shown_relationship(), Relationship::Employee);
}

#[test]
fn rows_of_a_multi_group_file_name_their_group() {
    let rules = Rules { multi_group: true, ..Rules::on(today()) };
    assert_eq!(told(&validate(&row(), &rules)), [("GroupId", IssueKind::MissingRequired)]);
    assert_eq!(told(&validate(&row().with(Field::GroupId, "10001"), &rules)), []);
}

#[test]
fn names_in_one_column_fill_what_their_own_columns_leave_open() {
    let names = |first: &str, last: &str, whole: &str| {
        let raw = row().with(Field::FirstName, first).with(Field::LastName, last).with(Field::FullName, whole);
        let record = judge(&raw).record;
        (record.first_name.text().to_owned(), record.last_name.text().to_owned())
    };
    assert_eq!(names("", "", "Abel, Ann"), ("Ann".to_owned(), "Abel".to_owned()));
    assert_eq!(names("Annie", "", "Abel, Ann"), ("Annie".to_owned(), "Abel".to_owned()));
    assert_eq!(names("Jörg", "", "Müller"), ("Jörg".to_owned(), "Müller".to_owned()));
    assert_eq!(names("", "Abel", "Ann Abel"), ("Ann".to_owned(), "Abel".to_owned()));
}

#[test]
fn dates_are_read_day_first_where_the_rules_say_so() {
    let rules = Rules { dates: DateOrder::DayFirst, ..Rules::on(today()) };
    assert_eq!(validate(&row(), &rules).record.date_of_birth, NaiveDate::from_ymd_opt(1980, 2, 1));
}

#[test]
fn of_a_row_that_does_not_fit_nothing_else_is_said() {
    for (shape, kinds) in [
        (Shape::TooMany, &[IssueKind::TooManyFields][..]),
        (Shape::Unclosed, &[IssueKind::UnclosedQuote]),
        (Shape::OtherTable, &[IssueKind::OtherTable]),
        (Shape::TooFew, &[IssueKind::TooFewFields, IssueKind::InvalidDate]),
        (Shape::Even, &[IssueKind::InvalidDate]),
    ] {
        let mut raw = row().with(Field::DateOfBirth, "43605x");
        raw.shape = shape;
        let checked = judge(&raw);
        assert_eq!(checked.issues.iter().map(|issue| issue.kind).collect::<Vec<_>>(), kinds);
        assert_eq!(checked.state(), RowState::Error);
    }
}

/// The contract of `census check --json` in `docs/census-check.md`.
#[test]
fn the_literal_that_clears_stands_in_the_report_as_it_is() {
    let report = super::checked(
        "First Name,Last Name,DOB,Gender,Status,City,SSN\nBo,One,1/1/1980,<clear>,<clear>,<CLEAR>,<clear>\n\
         Cy,Two,1/1/1981,F,In-Active,Troy,\n",
    );
    let told = serde_json::to_value(&report.records).expect("json");
    let of = |row: usize| ["Gender", "Status", "City", "SSN"].map(|name| told[row][name].clone());
    let clear = serde_json::json!("<clear>");
    assert_eq!(of(0), [clear.clone(), clear.clone(), clear, serde_json::Value::Null]);
    assert_eq!(of(1), [2.into(), 1.into(), "Troy".into(), serde_json::Value::Null]);
}

#[test]
fn small_numbers_below_birth_dates_are_no_days() {
    for cell in ["25", "44", "365", "0206", "7301", "45.0"] {
        let report = checked(format!("ID,First,Last,DOB\n1,Ann,Abel,{cell}\n"));
        assert_eq!(issues(&report), [(2, "DateOfBirth", "invalid_date")], "{cell}");
    }
}
