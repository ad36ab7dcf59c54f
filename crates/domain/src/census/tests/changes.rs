//! What a row does to a member.

use std::sync::LazyLock;

use chrono::NaiveDate;

use super::today;
use crate::census::field::Field;
use crate::census::people::record::Record;
use crate::census::people::validate::{Rules, validate};
use crate::census::roster::changes::{ApplyOptions, Decision, LinedUp, Outcome, Remark, Stored, decide, said};
use crate::census::source::RawRow;
use crate::members::{Gender, MemberDetails};

fn day(month: u32, of: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, month, of).unwrap()
}

fn administrator() -> ApplyOptions {
    ApplyOptions { administrator: true, global_effective_on: None, by_rule: day(12, 1) }
}

fn broker() -> ApplyOptions {
    ApplyOptions { administrator: false, ..administrator() }
}

static ABEL: LazyLock<MemberDetails> = LazyLock::new(|| MemberDetails {
    unique_id: Some("A-1".to_owned()),
    member_type: "Primary".to_owned(),
    first_name: "José".to_owned(),
    last_name: "Abel".to_owned(),
    gender: Gender::Male,
    date_of_birth: NaiveDate::from_ymd_opt(1980, 1, 2).unwrap(),
    email: Some("jose@example.com".to_owned()),
    mobile_phone: Some("2545550101".to_owned()),
    home_phone: None,
    address_line1: Some("1 Main St".to_owned()),
    address_line2: None,
    city: Some("Waco".to_owned()),
    state: Some("TX".to_owned()),
    zip_code: Some("76710-1234".to_owned()),
    other_member_id: None,
    plan_name: "Individual Plan".to_owned(),
    billing_reference_id: Some("R1".to_owned()),
    pricing_group: None,
});

fn stored() -> Stored<'static> {
    Stored {
        details: &ABEL,
        pricing_group_code: "std",
        default_pricing_group_code: "std",
        active: true,
        pending: false,
        ends_on: None,
        is_end_of_file: false,
    }
}

fn record(values: &[(Field, &str)]) -> Record {
    let mut raw = RawRow::new(2, 1)
        .with(Field::FirstName, "JOSE")
        .with(Field::LastName, "abel")
        .with(Field::DateOfBirth, "1/2/1980");
    for (field, text) in values {
        raw.set(*field, text);
    }
    validate(&raw, &Rules::on(today())).record
}

fn changed(decision: &Decision) -> Vec<(Field, Option<&str>, Option<&str>)> {
    decision.fields.iter().map(|change| (change.field, change.old.as_deref(), change.new.as_deref())).collect()
}

#[test]
fn values_that_say_the_same_change_nothing() {
    let same = record(&[
        (Field::City, "WACO"),
        (Field::ZipCode, "76710"),
        (Field::CellPhone, "(254) 555-0101"),
        (Field::Email, "Jose@Example.com"),
        (Field::UniqueId, "a-1"),
        (Field::PlanName, "individual"),
    ]);
    assert_eq!(decide(&same, Some(&stored()), &administrator()).outcome, Outcome::Unchanged);
}

#[test]
fn changed_values_are_listed_with_old_and_new() {
    let moved = record(&[
        (Field::AddressLine1, "9 Oak Ave"),
        (Field::City, "Temple"),
        (Field::ZipCode, "76501"),
        (Field::HomePhone, "2545550199"),
        (Field::Gender, "F"),
    ]);
    let decision = decide(&moved, Some(&stored()), &broker());
    assert_eq!(decision.outcome, Outcome::Update);
    assert_eq!(decision.effective_on, None);
    assert_eq!(
        changed(&decision),
        [
            (Field::Gender, Some("1"), Some("2")),
            (Field::HomePhone, None, Some("2545550199")),
            (Field::AddressLine1, Some("1 Main St"), Some("9 Oak Ave")),
            (Field::City, Some("Waco"), Some("Temple")),
            (Field::State, Some("TX"), None),
            (Field::ZipCode, Some("76710-1234"), Some("76501")),
        ]
    );
}

#[test]
fn a_cleared_pricing_group_goes_back_to_the_default_once() {
    let cleared = record(&[(Field::PricingGroupCode, "<clear>")]);
    for (code, changes) in [("exec", vec![(Field::PricingGroupCode, Some("exec"), Some("std"))]), ("std", vec![])] {
        let decision = decide(&cleared, Some(&Stored { pricing_group_code: code, ..stored() }), &administrator());
        assert_eq!(changed(&decision), changes, "{code}");
    }
}

#[test]
fn blank_keeps_and_the_literal_clears() {
    let cleared = record(&[
        (Field::Email, "<clear>"),
        (Field::HomePhone, "<clear>"),
        (Field::Gender, "<clear>"),
        (Field::PlanName, "<clear>"),
        (Field::City, ""),
    ]);
    let decision = decide(&cleared, Some(&stored()), &administrator());
    assert_eq!(
        changed(&decision),
        [
            (Field::Gender, Some("1"), Some("3")),
            (Field::Email, Some("jose@example.com"), None),
            (Field::PlanName, Some("Individual Plan"), Some("Family Plan")),
        ]
    );
}

#[test]
fn a_file_that_does_not_say_who_is_a_dependent_keeps_the_member_type() {
    let details = MemberDetails { member_type: "Dependent".to_owned(), ..ABEL.clone() };
    let dependent = Stored { details: &details, ..stored() };
    assert_eq!(decide(&record(&[]), Some(&dependent), &administrator()).outcome, Outcome::Unchanged);
    let told = decide(&record(&[(Field::Relationship, "EE")]), Some(&dependent), &administrator());
    assert_eq!(changed(&told), [(Field::MemberType, Some("Dependent"), Some("Primary"))]);
}

#[test]
fn an_id_that_has_lost_its_zeros_takes_none_away() {
    for (old, new, kept) in [
        ("01001", "1001", true),
        ("00012", "12", true),
        ("1001", "01001", false),
        ("01001", "1002", false),
        ("001001", "01001", false),
        ("A-01001", "1001", false),
        ("0A1", "A1", false),
        ("000", "0", false),
        ("01001", "01001", false),
    ] {
        let details = MemberDetails { unique_id: Some(old.to_owned()), ..ABEL.clone() };
        let stored = Stored { details: &details, ..stored() };
        let decision = decide(&record(&[(Field::UniqueId, new)]), Some(&stored), &broker());
        let unchanged = decision.fields.is_empty();
        assert_eq!(
            (unchanged, decision.remark),
            (kept || old == new, kept.then_some(Remark::ZerosKept)),
            "{old} {new}"
        );
    }
    let details = MemberDetails { other_member_id: Some("007".to_owned()), ..ABEL.clone() };
    let row = record(&[(Field::OtherMemberId, "7"), (Field::BillingReferenceId, "B-77")]);
    let decision = decide(&row, Some(&Stored { details: &details, ..stored() }), &broker());
    assert_eq!(changed(&decision), [(Field::BillingReferenceId, ABEL.billing_reference_id.as_deref(), Some("B-77"))]);
    assert_eq!(decision.remark, Some(Remark::ZerosKept));
}

#[test]
fn the_status_of_row_and_member_decide_the_outcome() {
    use Outcome::{Ignored, Reactivate, Review, Terminate, Unchanged};
    let here = record(&[]);
    let active = record(&[(Field::Status, "Active")]);
    let leaving = record(&[(Field::Status, "In-Active")]);
    // An end that is set for the day of the file.
    let end = |active, pending| (active && pending).then_some(day(12, 1));
    let is = |active, pending| Stored { active, pending, ends_on: end(active, pending), ..stored() };
    for (row, member, options, outcome, remark) in [
        (&here, Some(is(true, false)), administrator(), Unchanged, None),
        (&here, Some(is(false, false)), broker(), Reactivate, None),
        (&active, Some(is(false, false)), administrator(), Reactivate, None),
        (&active, Some(is(true, true)), administrator(), Unchanged, Some(Remark::EndStays)),
        (&here, Some(is(true, true)), broker(), Unchanged, Some(Remark::EndStays)),
        (&here, Some(is(false, true)), administrator(), Unchanged, None),
        (&leaving, Some(is(true, false)), administrator(), Terminate, None),
        (&leaving, Some(is(true, false)), broker(), Ignored, Some(Remark::InActiveNeedsAdministrator)),
        (&leaving, Some(is(true, true)), administrator(), Unchanged, None),
        (&leaving, Some(is(false, false)), administrator(), Unchanged, None),
        (&leaving, Some(is(false, false)), broker(), Unchanged, None),
        (&leaving, Some(is(false, true)), administrator(), Review, Some(Remark::PendingChange)),
        (&leaving, None, administrator(), Ignored, Some(Remark::InActiveNobody)),
        (&leaving, None, broker(), Ignored, Some(Remark::InActiveNobody)),
    ] {
        let decision = decide(row, member.as_ref(), &options);
        assert_eq!((decision.outcome, decision.remark), (outcome, remark), "{:?} {member:?}", row.status);
        let dated = matches!(outcome, Reactivate | Terminate);
        assert_eq!(decision.effective_on, dated.then_some(day(12, 1)));
    }
}

#[test]
fn an_end_that_a_file_has_set_is_taken_back_by_a_file_that_names_the_person() {
    let here = record(&[]);
    let active = record(&[(Field::Status, "Active"), (Field::City, "Temple")]);
    let leaving = record(&[(Field::Status, "In-Active")]);
    let ends = |day| Stored { active: true, pending: true, ends_on: Some(day), is_end_of_file: true, ..stored() };
    let from = |global_effective_on| ApplyOptions { global_effective_on, ..administrator() };
    for (row, end, options, expected) in [
        (&here, day(12, 1), administrator(), (Outcome::Reactivate, Some(day(12, 1)))),
        (&active, day(12, 1), broker(), (Outcome::Reactivate, Some(day(12, 1)))),
        (&here, day(11, 28), administrator(), (Outcome::Reactivate, Some(day(11, 28)))),
        (&here, day(11, 28), from(Some(day(11, 1))), (Outcome::Reactivate, Some(day(11, 28)))),
        (&here, day(11, 28), from(Some(day(12, 15))), (Outcome::Reactivate, Some(day(12, 15)))),
        (&leaving, day(12, 1), administrator(), (Outcome::Unchanged, None)),
    ] {
        let decision = decide(row, Some(&ends(end)), &options);
        assert_eq!((decision.outcome, decision.effective_on), expected, "{:?} {end}", row.status);
        let told = expected.1.map(|_| Remark::EndTakenBack);
        assert_eq!(decision.remark, told, "{:?} {end}", row.status);
    }
}

#[test]
fn a_row_moves_a_later_end_forward_and_never_back() {
    let leaving = record(&[(Field::Status, "In-Active")]);
    let on = |leaves_on| Record { leaves_on: Some(leaves_on), ..leaving.clone() };
    let from = |global_effective_on| ApplyOptions { global_effective_on, ..administrator() };
    for is_end_of_file in [false, true] {
        let ends = |day| Stored { active: true, pending: true, ends_on: Some(day), is_end_of_file, ..stored() };
        for (row, end, options, earlier) in [
            (&leaving, day(12, 31), administrator(), Some(day(12, 1))),
            (&leaving, day(12, 1), administrator(), None),
            (&leaving, day(12, 31), from(Some(day(12, 15))), Some(day(12, 15))),
            (&leaving, day(12, 15), from(Some(day(12, 31))), None),
            (&on(day(11, 15)), day(12, 1), administrator(), Some(day(11, 15))),
        ] {
            let decision = decide(row, Some(&ends(end)), &options);
            let expected = match earlier {
                Some(_) => (Outcome::Terminate, earlier, Some(Remark::EndsEarlier)),
                None => (Outcome::Unchanged, None, None),
            };
            assert_eq!((decision.outcome, decision.effective_on, decision.remark), expected, "{end}");
        }
        let refused = decide(&leaving, Some(&ends(day(12, 31))), &broker());
        assert_eq!(refused.remark, Some(Remark::InActiveNeedsAdministrator));
    }
}

#[test]
fn nobody_becomes_a_member_on_the_effective_day() {
    let row = record(&[(Field::UniqueId, "A-7"), (Field::State, "tx"), (Field::Email, "<clear>")]);
    let dated = ApplyOptions { global_effective_on: Some(day(1, 1)), ..administrator() };
    let decision = decide(&row, None, &dated);
    assert_eq!((decision.outcome, decision.effective_on), (Outcome::Create, Some(day(1, 1))));
    assert_eq!(
        changed(&decision),
        [
            (Field::UniqueId, None, Some("A-7")),
            (Field::FirstName, None, Some("JOSE")),
            (Field::LastName, None, Some("abel")),
            (Field::DateOfBirth, None, Some("1980-01-02")),
            (Field::State, None, Some("TX")),
        ]
    );
    // Only an administrator can have set the date, whoever uploaded the file.
    let by_broker = ApplyOptions { administrator: false, ..dated };
    assert_eq!(decide(&row, None, &by_broker).effective_on, Some(day(1, 1)));
    assert_eq!(decide(&row, None, &administrator()).effective_on, Some(day(12, 1)));
}

#[test]
fn numbers_of_outcomes_are_found_again() {
    for outcome in Outcome::ALL {
        assert_eq!(Outcome::from_number(outcome.number()), Some(outcome));
    }
}

#[test]
fn applying_what_a_row_says_twice_changes_nothing_more() {
    let row = record(&[(Field::City, "Temple"), (Field::Email, "<clear>")]);
    let cleared = said(&row).into_iter().find(|(field, _)| *field == Field::Email).unwrap();
    assert_eq!(cleared.1, None);
    let details = MemberDetails { city: Some("Temple".to_owned()), email: None, ..ABEL.clone() };
    let after = Stored { details: &details, ..stored() };
    assert_eq!(decide(&row, Some(&after), &administrator()).outcome, Outcome::Unchanged);
}

#[test]
fn rows_are_lined_up_by_their_outcomes_and_those_in_doubt_are_neither() {
    let each = Outcome::ALL.into_iter().zip([1, 2, 4, 8, 16, 32, 64]);
    assert_eq!(LinedUp::of(each, 5), LinedUp { matched: 1 + 4 + 8 + 64 + 5, unmatched: 2 + 32 - 5 });
    assert_eq!(LinedUp::of([], 0), LinedUp::default());
}

/// After a yes, a row ends its member on the day that it names (rules.md#told-leaving).
#[test]
fn a_row_ends_its_member_on_its_own_day() {
    let leaving = Record { leaves_on: Some(day(11, 15)), ..record(&[(Field::Status, "In-Active")]) };
    let options = ApplyOptions { global_effective_on: Some(day(10, 1)), ..administrator() };
    let decision = decide(&leaving, Some(&stored()), &options);
    assert_eq!((decision.outcome, decision.effective_on), (Outcome::Terminate, Some(day(11, 15))));
    assert_eq!(decide(&leaving, Some(&stored()), &broker()).outcome, Outcome::Ignored);
}

#[test]
fn what_a_roster_says_is_pending_stays_as_it_is() {
    let end = day(12, 31);
    let ends = Stored { pending: true, ends_on: Some(end), is_end_of_file: true, ..stored() };
    let starts = Stored { active: false, pending: true, ..stored() };
    let gone = Stored { active: false, ..stored() };
    for (status, member) in [
        ("Pending In-Active", ends),
        ("pending in-active", ends),
        ("Pending In-Active", gone),
        ("Pending Active", starts),
        ("Pending In-Active", stored()),
    ] {
        let record = record(&[(Field::Status, status)]);
        let decision = decide(&record, Some(&member), &administrator());
        assert_eq!((decision.outcome, decision.effective_on), (Outcome::Unchanged, None), "{status} {member:?}");
        assert_eq!(record.cell(Field::Status).as_deref().map(str::to_lowercase), Some(status.to_lowercase()));
    }
    let active = decide(&record(&[(Field::Status, "Active")]), Some(&ends), &administrator());
    assert_eq!(active.outcome, Outcome::Reactivate);
}

/// Who leaves on a day to come is covered until then: nobody is left out or kept away because of it.
#[test]
fn whoever_leaves_on_a_day_to_come_is_covered_until_then() {
    let leaving = |on: NaiveDate| Record { leaves_on: Some(on), ..record(&[(Field::Status, "In-Active")]) };
    let gone = Stored { active: false, ..stored() };
    let back = Stored { active: false, pending: true, ..stored() };
    let ending = Stored { pending: true, ends_on: Some(day(12, 15)), ..stored() };
    for (member, on, outcome, effective_on, remark) in [
        (None, day(12, 31), Outcome::Create, Some(day(12, 1)), Some(Remark::EndNotSet)),
        (None, day(11, 28), Outcome::Ignored, None, Some(Remark::InActiveNobody)),
        (Some(gone), day(12, 31), Outcome::Reactivate, Some(day(12, 1)), Some(Remark::EndNotSet)),
        (Some(gone), day(11, 28), Outcome::Unchanged, None, None),
        (Some(back), day(12, 31), Outcome::Unchanged, None, Some(Remark::EndNotSet)),
        (Some(stored()), day(12, 31), Outcome::Terminate, Some(day(12, 31)), None),
        (Some(ending), day(12, 31), Outcome::Unchanged, None, Some(Remark::EndsNoLater)),
        (Some(ending), day(12, 15), Outcome::Unchanged, None, None),
        (Some(ending), day(12, 10), Outcome::Terminate, Some(day(12, 10)), Some(Remark::EndsEarlier)),
    ] {
        let decision = decide(&leaving(on), member.as_ref(), &administrator());
        assert_eq!((decision.outcome, decision.effective_on, decision.remark), (outcome, effective_on, remark), "{on}");
    }
}
