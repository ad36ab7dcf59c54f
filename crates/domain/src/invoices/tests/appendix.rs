//! The parts of the appendix: who and what stands behind each charge.

use super::*;
use crate::invoices::{LineConsult, ListedConsult};

#[test]
fn who_consulted_is_never_listed() {
    let of = |kind, billing_type| InvoiceLine { billing_type, ..members_line(kind, 3, 6, 100, &[1, 2]) };
    let document = InvoiceDocument::of(&empty().with_lines(vec![
        of(Charge, BillingType::PerConsultation),
        of(Charge, BillingType::AfterHours),
        of(Debt, BillingType::PerConsultation),
        of(Credit, BillingType::AfterHours),
        members_line(Charge, 1, 7, 100, &[3]),
    ]));
    assert_eq!(document.check(), Ok(()));
    let appendix = document.appendix.expect("a member is charged");
    let listed = appendix.lists.iter().flat_map(|list| &list.members);
    let corrected = appendix.corrections.iter().flat_map(|group| &group.members);
    assert_eq!(listed.chain(corrected).map(|member| member.id).collect::<Vec<_>>(), [MemberId(3)]);
    let part = appendix.parts.last().expect("a part");
    assert_eq!(part.title, "Consultations and after-hours fees, not listed");
    assert_eq!((part.entries, part.place), (4, Place::Nowhere));
    assert!(appendix.introduction.ends_with("Who had it is health information and is never listed."));
}

#[test]
fn an_appendix_names_only_what_it_lists() {
    let of = |quantity: i64| {
        line(3, Charge, BillingType::PerConsultation, "Consultations", month(7), 4900)
            .with_quantity(quantity)
            .with_consults(read_date("2026-06-04").expect("a day"))
    };
    let document = InvoiceDocument::of(&empty().with_lines(vec![of(2)]));
    let appendix = document.appendix.expect("consultations are listed");
    assert!(appendix.introduction.starts_with("Every consultation behind invoice LW-004218,"));
    let none = members_line(Charge, 1, 7, 100, &[3]);
    let appendix = InvoiceDocument::of(&empty().with_lines(vec![none, of(0)])).appendix.expect("a member is charged");
    assert!(appendix.introduction.starts_with("Every member behind invoice LW-004218,"));
    let titles: Vec<_> = appendix.parts.iter().map(|part| part.title.as_str()).collect();
    assert_eq!(titles, ["A. Plan 1"], "of nothing there is no part");
}

#[test]
fn consultations_are_listed_by_day_and_number_where_each_is_known() {
    let consult = |day, number: &str, is_after_hours| {
        let on = read_date(day).expect("a day");
        LineConsult { on, number: number.to_owned(), is_after_hours }
    };
    let of = |kind, billing_type, consults: &[LineConsult]| InvoiceLine {
        consults: consults.to_vec(),
        ..line(3, kind, billing_type, "Consultations", month(6), 100).with_quantity(2)
    };
    let known = [consult("2026-06-20", "PC-2", true), consult("2026-06-05", "PC-9", false)];
    let document = InvoiceDocument::of(&empty().with_lines(vec![
        of(Charge, BillingType::PerConsultation, &known),
        of(Charge, BillingType::AfterHours, &known[..1]),
        of(Debt, BillingType::PerConsultation, &known),
    ]));
    assert_eq!(document.check(), Ok(()));
    assert_eq!(document.charges.iter().map(|line| line.consults).collect::<Vec<_>>(), [Some(0), None]);
    let appendix = document.appendix.expect("consultations");
    let told = |listed: &[ListedConsult]| -> Vec<String> {
        listed.iter().map(|one| format!("{} {} {}", one.on, one.number, one.hours)).collect()
    };
    let expected = ["06/05/2026 PC-9 Regular hours", "06/20/2026 PC-2 After hours"];
    assert_eq!(told(&appendix.consults[0].consults), expected);
    assert_eq!(told(&appendix.corrections[0].consults), expected);
    let parts: Vec<_> = appendix.parts.iter().map(|part| (part.title.as_str(), part.place)).collect();
    assert_eq!(
        parts,
        [
            ("A. Corrections for earlier months", Place::Corrections),
            ("B. Consultations", Place::Consults(0)),
            ("After-hours fees, not listed", Place::Nowhere),
        ]
    );
}

#[test]
fn members_stand_by_name_and_new_ones_are_marked() {
    let mut charge = members_line(Charge, 1, 7, 100, &[5, 4, 3, 2]);
    for (member, last_name) in charge.members.iter_mut().zip(["Émile", "Zed", "emil", "Adam"]) {
        member.last_name = last_name.to_owned();
        member.first_name = "A".to_owned();
    }
    let document = compared(vec![members_line(Charge, 1, 6, 100, &[2, 3, 9])], vec![charge]);
    let list = &document.appendix.expect("members").lists[0];
    let found: Vec<_> = list.members.iter().map(|member| (member.name.as_str(), member.is_new)).collect();
    assert_eq!(found, [("Adam, A", false), ("emil, A", false), ("Émile, A", true), ("Zed, A", true)]);
    assert_eq!(
        list.summary,
        "4 members at $1.00 for July 2026. A filled square marks the 2 members who were not on the June invoice."
    );
}

#[test]
fn parts_are_lettered_in_order_and_add_up() {
    let appendix = InvoiceDocument::of(&full(40, 12)).appendix.expect("members");
    let parts: Vec<_> = appendix.parts.iter().map(|part| (part.title.as_str(), part.entries)).collect();
    assert_eq!(
        parts,
        [
            ("A. Corrections for earlier months", 26),
            ("B. Telehealth membership, Individual Plan", 40),
            ("C. Telehealth membership, Family Plan", 12),
            ("D. Consultations, medical", 63),
            ("E. After-hours consultation fee", 21),
        ]
    );
    assert_eq!(appendix.total_label, "Total due, invoice LW-004218");
    assert_eq!(
        InvoiceDocument::of(&with_members(2)).appendix.expect("members").parts[0].title.chars().next(),
        Some('A')
    );
    assert_eq!([0, 1, 25, 26, 27, 52, 701, 702].map(part_letter), ["A", "B", "Z", "AA", "AB", "BA", "ZZ", "AAA"]);
}

#[test]
fn above_five_thousand_members_only_corrections_are_listed() {
    for (members, listed) in [(5_000, true), (5_001, false)] {
        let charge = members_line(Charge, 1, 7, 100, &[]).with_quantity(members);
        let charge = if listed { with_members(members as usize).lines.remove(0) } else { charge };
        let document = InvoiceDocument::of(&empty().with_lines(vec![charge, members_line(Debt, 1, 6, 100, &[1])]));
        assert_eq!(document.check(), Ok(()));
        assert_eq!(document.charges[0].list.is_some(), listed);
        let appendix = document.appendix.expect("members");
        assert_eq!(appendix.lists.len(), usize::from(listed));
        assert_eq!(appendix.corrections[0].members.len(), 1);
        assert_eq!(appendix.introduction.contains("not printed here"), !listed, "{}", appendix.introduction);
    }
}

#[test]
fn an_appendix_needs_members() {
    assert_eq!(InvoiceDocument::of(&plain()).appendix, None);
    assert_eq!(InvoiceDocument::of(&empty()).appendix, None);
    let no_one = empty().with_lines(vec![members_line(Charge, 1, 7, 100, &[])]);
    assert_eq!(InvoiceDocument::of(&no_one).appendix, None);
}

#[test]
fn differences_outside_the_look_back_stand_in_no_total() {
    let input = examples::outside_look_back();
    let document = InvoiceDocument::of(&input);
    assert_eq!(document.total, cents(12 * 1150));
    let unbilled = document.appendix.expect("members").unbilled;
    let found: Vec<_> = unbilled.iter().map(|group| (group.title.as_str(), group.members.len())).collect();
    assert_eq!(
        found,
        [
            ("Debt, February 2026, Telehealth membership, Individual Plan", 2),
            ("Credit, February 2026, Telehealth membership, Individual Plan", 3),
            ("Debt, January 2026, Consultations, medical", 0),
        ]
    );
    let reason = &unbilled[1].members[0].detail;
    assert_eq!(reason, "Made In-Active on 07/15/2026, effective 02/01/2026");
}
