//! What a whole file will do to the roster.

use std::collections::HashMap;

use crate::MemberId;
use crate::census::families::CrossRows;
use crate::census::field::Field;
use crate::census::matching::MatchType;
use crate::census::people::denied::Denied;
use crate::census::people::record::Record;
use crate::census::people::validate::{Rules, validate};
use crate::census::pricing::PricingGroups;
use crate::census::roster::apply::PricingCodes;
use crate::census::roster::changes::{ApplyOptions, Outcome, Remark};
use crate::census::roster::plan::{HAS_DEPENDENTS, NO_EMPLOYEE, PlannedRow, RosterMember, Terms, plan};
use crate::census::source::RawRow;
use crate::examples::{TODAY, member_details};
use crate::members::status::CurrentStatus;
use crate::members::{MemberDetails, Status};

/// Rows as a file holds them, families settled.
fn read(raws: &[RawRow]) -> Vec<Record> {
    let rules = Rules::on(TODAY);
    let mut rows = CrossRows::new(&rules);
    let mut records: Vec<Record> = Vec::new();
    for raw in raws {
        let mut checked = validate(raw, &rules);
        rows.observe(&mut checked);
        records.push(checked.record);
    }
    for late in rows.finish() {
        let record = &mut records[late.number as usize - 1];
        record.primary_row = late.primary_row.or(record.primary_row);
        record.primary_by_order |= late.by_order;
    }
    records
}

fn row(number: u32, first: &str, last: &str) -> RawRow {
    RawRow::new(u64::from(number) + 1, number)
        .with(Field::FirstName, first)
        .with(Field::LastName, last)
        .with(Field::DateOfBirth, "05/17/1984")
}

fn dependent(number: u32, first: &str, last: &str) -> RawRow {
    row(number, first, last).with(Field::MemberType, "Dependent")
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

fn child(id: i64, first: &str, last: &str, primary: i64) -> RosterMember {
    let child = member(id, first, last);
    let details = MemberDetails { member_type: "Dependent".to_owned(), ..child.details };
    RosterMember { primary: Some(MemberId(primary)), details, ..child }
}

fn planned(records: &[Record], roster: &[RosterMember], chosen: &[(u32, Option<i64>)]) -> Vec<PlannedRow> {
    let (pricing, codes) = (PricingGroups::default(), PricingCodes::default());
    let options = ApplyOptions { administrator: true, global_effective_on: None, by_rule: TODAY };
    let chosen: HashMap<u32, Option<MemberId>> = chosen.iter().map(|(row, id)| (*row, id.map(MemberId))).collect();
    plan(records, roster, &chosen, &Denied::new(), Terms { pricing: &pricing, codes: &codes, options, today: TODAY })
}

fn outcomes(rows: &[PlannedRow]) -> Vec<(Outcome, Option<i64>)> {
    rows.iter().map(|row| (row.outcome, row.member.map(MemberId::get))).collect()
}

#[test]
fn a_birth_date_that_is_hardly_right_replaces_none_unasked() {
    let born = |day: &str| {
        let mut row = row(1, "Ana", "Abel").with(Field::UniqueId, "E-1");
        row.set(Field::DateOfBirth, day);
        row
    };
    let roster = [member(1, "Ana", "Abel")];
    for (day, outcome) in
        [("05/17/1901", Outcome::Review), ("05/17/2020", Outcome::Review), ("05/18/1984", Outcome::Update)]
    {
        let rows = planned(&read(&[born(day)]), &roster, &[]);
        assert_eq!(rows[0].outcome, outcome, "{day}: {:?}", rows[0].error);
        let chosen = planned(&read(&[born(day)]), &roster, &[(1, Some(1))]);
        assert_eq!(chosen[0].outcome, Outcome::Update, "{day}, by a person's word");
    }
}

/// Whose dependents they would be is nobody's to guess, and a dependent has none of its own.
#[test]
fn a_member_with_dependents_stays_a_primary() {
    let ana = row(1, "Ana", "Abel").with(Field::FamilyId, "F1").with(Field::Relationship, "Employee");
    let spouse = row(2, "Ben", "Abel").with(Field::FamilyId, "F1").with(Field::Relationship, "Spouse");
    let records = read(&[ana, spouse]);
    let alone = [member(1, "Ana", "Abel"), member(2, "Ben", "Abel")];
    let with_child = [alone.to_vec(), vec![child(3, "Cy", "Abel", 2)]].concat();
    assert_eq!(planned(&records, &alone, &[])[1].outcome, Outcome::Update);
    for chosen in [&[][..], &[(2, Some(2))]] {
        let row = &planned(&records, &with_child, chosen)[1];
        assert_eq!((row.outcome, row.error), (Outcome::Review, Some(HAS_DEPENDENTS)), "{chosen:?}");
    }
    let divorced = read(&[row(1, "Ben", "Abel").with(Field::Relationship, "Employee")]);
    assert_eq!(planned(&divorced, &with_child, &[])[0].outcome, Outcome::Unchanged);
}

#[test]
fn every_row_gets_its_member_and_what_it_does() {
    let records = read(&[
        row(1, "Ana", "Abel"),
        row(2, "Ben", "Abel").with(Field::Email, "ben@mail.example"),
        row(3, "Cy", "New"),
        row(4, "Dee", "Moss").with(Field::UniqueId, "E-4").with(Field::Status, "In-Active"),
    ]);
    let roster = [member(1, "Ana", "Abel"), member(2, "Ben", "Abel"), member(4, "Dee", "Moss")];
    let rows = planned(&records, &roster, &[]);
    assert_eq!(
        outcomes(&rows),
        [
            (Outcome::Unchanged, Some(1)),
            (Outcome::Update, Some(2)),
            (Outcome::Create, None),
            (Outcome::Terminate, Some(4))
        ]
    );
    assert_eq!(rows[3].candidates[0].match_type, MatchType::UniqueId);
}

/// A spreadsheet takes the zeros of a column of numbers away.
#[test]
fn an_id_without_its_zeros_is_the_members_where_the_person_agrees() {
    let zeros = |id: i64, first: &str, unique_id: &str| {
        let other = member(id, first, "Abel");
        RosterMember { details: MemberDetails { unique_id: Some(unique_id.to_owned()), ..other.details }, ..other }
    };
    let roster = [zeros(1, "Ana", "01001"), zeros(2, "Ben", "01002"), zeros(3, "Cy", "1002")];
    let records = read(&[
        row(1, "Ana", "Zorn").with(Field::UniqueId, "1001"),
        row(2, "Ben", "Abel").with(Field::UniqueId, "1002"),
        row(3, "Zoe", "Moss").with(Field::UniqueId, "1003"),
    ]);
    let rows = planned(&records, &roster, &[]);
    assert_eq!(
        outcomes(&rows),
        [(Outcome::Update, Some(1)), (Outcome::Unchanged, Some(2)), (Outcome::Create, None)],
        "married, somebody beside another of that number, and somebody new"
    );
    assert_eq!(rows[0].candidates[0].match_type, MatchType::UniqueId);
    let remarks = rows.iter().map(|row| row.remark);
    assert_eq!(remarks.collect::<Vec<_>>(), [Some(Remark::ZerosKept), Some(Remark::ZerosKept), None]);
}

#[test]
fn a_row_in_doubt_waits_with_its_candidates_until_a_person_chooses() {
    let records = read(&[row(1, "Ana", "Abel")]);
    let roster = [member(1, "Ana", "Abel"), member(2, "Ana", "Abel")];
    let rows = planned(&records, &roster, &[]);
    assert_eq!(outcomes(&rows), [(Outcome::Review, None)]);
    assert_eq!(rows[0].candidates.len(), 2);
    assert!(rows[0].error.is_some());
    for (choice, wanted) in [(Some(2), (Outcome::Unchanged, Some(2))), (None, (Outcome::Create, None))] {
        let rows = planned(&records, &roster, &[(1, choice)]);
        assert_eq!(outcomes(&rows), [wanted]);
        assert!(rows[0].by_hand && rows[0].error.is_none());
    }
}

#[test]
fn no_row_is_lined_up_with_a_member_whom_it_is_denied_to_be() {
    let records = read(&[row(1, "Ana", "Abel"), row(2, "Ben", "Abel")]);
    let roster = [member(1, "Ana", "Abel"), member(2, "Ana", "Abel"), member(3, "Ben", "Abel")];
    let (pricing, codes) = (PricingGroups::default(), PricingCodes::default());
    let options = ApplyOptions { administrator: true, global_effective_on: None, by_rule: TODAY };
    let terms = Terms { pricing: &pricing, codes: &codes, options, today: TODAY };
    let ben = (Outcome::Unchanged, Some(3));
    for (denied, first, second) in [
        (&[][..], (Outcome::Review, None), ben),
        (&[(1, 1)], (Outcome::Unchanged, Some(2)), ben),
        (&[(1, 1), (1, 2)], (Outcome::Create, None), ben),
        (&[(2, 3)], (Outcome::Review, None), (Outcome::Create, None)),
        (&[(2, 1)], (Outcome::Review, None), ben),
    ] {
        let denied = denied.iter().map(|(row, id)| (*row, MemberId(*id))).collect();
        let rows = plan(&records, &roster, &HashMap::new(), &denied, terms);
        assert_eq!(outcomes(&rows), [first, second], "{denied:?}");
        let proposed = |row: &PlannedRow| row.candidates.iter().any(|one| denied.contains(&(row.number, one.member)));
        assert!(!rows.iter().any(proposed), "{denied:?}");
    }
}

#[test]
fn rows_with_denials_compete_for_the_members_that_are_left() {
    let with_mail = |id: i64| {
        let ana = member(id, "Ana", "Abel");
        let details = MemberDetails { unique_id: None, email: Some("ana@mail.example".to_owned()), ..ana.details };
        RosterMember { details, ..ana }
    };
    let records = read(&[row(1, "Ana", "Abel"), row(2, "Ana", "Abel").with(Field::Email, "ana@mail.example")]);
    let roster = [with_mail(1), with_mail(2), member(3, "Ana", "Abel")];
    let (pricing, codes) = (PricingGroups::default(), PricingCodes::default());
    let options = ApplyOptions { administrator: true, global_effective_on: None, by_rule: TODAY };
    let terms = Terms { pricing: &pricing, codes: &codes, options, today: TODAY };
    // Both may be the second only, and the second row is far likelier to be.
    let denied = [(1, 1), (1, 3), (2, 1), (2, 3)].map(|(row, id)| (row, MemberId(id))).into_iter().collect();
    let rows = plan(&records, &roster, &HashMap::new(), &denied, terms);
    assert_eq!(rows[1].member, Some(MemberId(2)), "{rows:?}");
    assert_eq!(rows[0].member, None, "{rows:?}");
}

#[test]
fn a_member_that_a_person_chose_is_no_other_rows() {
    let records = read(&[row(1, "Eve", "Other"), row(2, "Ana", "Abel")]);
    let rows = planned(&records, &[member(1, "Ana", "Abel")], &[(1, Some(1))]);
    assert_eq!(outcomes(&rows), [(Outcome::Update, Some(1)), (Outcome::Create, None)]);
}

#[test]
fn a_dependent_goes_with_its_employee() {
    let child_row = |number, first| dependent(number, first, "Abel").with(Field::FamilyId, "F1");
    let records = read(&[row(1, "Ana", "Abel").with(Field::FamilyId, "F1"), child_row(2, "Kit"), child_row(3, "Lou")]);
    let roster = [member(1, "Ana", "Abel"), child(2, "Kit", "Abel", 1), child(3, "Lou", "Abel", 9)];
    assert_eq!(
        outcomes(&planned(&records, &roster, &[])),
        [(Outcome::Unchanged, Some(1)), (Outcome::Unchanged, Some(2)), (Outcome::Update, Some(3))]
    );
    let without_employee = &records[1..];
    let rows = planned(without_employee, &roster[1..2], &[]);
    assert_eq!(outcomes(&rows), [(Outcome::Unchanged, Some(2)), (Outcome::Review, None)]);
    assert_eq!(rows[1].error, Some(NO_EMPLOYEE));
}

#[test]
fn nobody_becomes_the_dependent_of_somebody_who_is_left_out() {
    let records = read(&[row(1, "Ana", "Abel").with(Field::Status, "In-Active"), dependent(2, "Kit", "Abel")]);
    let rows = planned(&records, &[], &[]);
    assert_eq!(outcomes(&rows), [(Outcome::Ignored, None), (Outcome::Review, None)]);
    assert_eq!(rows[1].error, Some(NO_EMPLOYEE));
}

#[test]
fn remarks_of_brokers_files_are_told_and_change_nothing() {
    let records = read(&[row(1, "Ana", "Abel").with(Field::Status, "In-Active")]);
    let (pricing, codes) = (PricingGroups::default(), PricingCodes::default());
    let options = ApplyOptions { administrator: false, global_effective_on: None, by_rule: TODAY };
    let terms = Terms { pricing: &pricing, codes: &codes, options, today: TODAY };
    let rows = plan(&records, &[member(1, "Ana", "Abel")], &HashMap::new(), &Denied::new(), terms);
    assert_eq!(outcomes(&rows), [(Outcome::Ignored, Some(1))]);
    assert_eq!(rows[0].remark, Some(Remark::InActiveNeedsAdministrator));
}

/// Where only the order of the rows names an employee, it names one for whom nobody is stored (rules.md#dependents-and-primaries); a plain list of a
/// group's members moves no child to the employee who happens to stand above it.
#[test]
fn a_dependent_keeps_its_primary_unless_the_file_ties_it_to_another() {
    let roster = || [member(1, "Ana", "Abel"), member(2, "Ben", "Boon"), child(3, "Kit", "Abel", 1)];
    let primaries = || [row(1, "Ana", "Abel"), row(2, "Ben", "Boon")];
    let kit = dependent(3, "Kit", "Abel");
    let tied = |field: Field, value: &str| {
        let [ana, ben] = primaries();
        vec![ana, ben.with(field, value), kit.clone().with(field, value)]
    };
    let by_order = |kit: RawRow| primaries().into_iter().chain([kit]).collect::<Vec<_>>();
    for (what, rows, outcome) in [
        ("nothing ties them", by_order(kit.clone()), Outcome::Unchanged),
        ("an id of its own", by_order(kit.clone().with(Field::UniqueId, "E-3")), Outcome::Unchanged),
        ("a number of its own", by_order(kit.clone().with(Field::Ssn, "900-55-1003")), Outcome::Unchanged),
        (
            "a relationship to another name",
            by_order(kit.clone().with(Field::Relationship, "Child")),
            Outcome::Unchanged,
        ),
        (
            "a relationship to the same name",
            vec![row(1, "Ana", "Abel"), row(2, "Ben", "Abel"), kit.clone().with(Field::Relationship, "Child")],
            Outcome::Unchanged,
        ),
        ("a family", tied(Field::FamilyId, "F2"), Outcome::Update),
        ("a shared number", tied(Field::Ssn, "900-55-1002"), Outcome::Update),
    ] {
        let rows = planned(&read(&rows), &roster(), &[]);
        assert_eq!((rows[2].member, rows[2].outcome), (Some(MemberId(3)), outcome), "{what}");
    }
    let stray = RosterMember { primary: None, ..child(3, "Kit", "Abel", 1) };
    let rows =
        planned(&read(&by_order(kit.clone())), &[member(1, "Ana", "Abel"), member(2, "Ben", "Boon"), stray], &[]);
    assert_eq!(rows[2].outcome, Outcome::Unchanged, "order alone ties nobody");
}
