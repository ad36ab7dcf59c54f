//! How the change against the earlier invoice is told.

use super::*;

#[test]
fn the_change_is_told_by_who_joined_left_and_moved() {
    let consults = |quantity, rate| {
        line(3, Charge, BillingType::PerConsultation, "Consultations", month(7), rate).with_quantity(quantity)
    };
    let document = compared(
        vec![members_line(Charge, 1, 6, 1000, &[1, 2, 3]), members_line(Charge, 2, 6, 1500, &[7, 8]), consults(5, 100)],
        vec![
            members_line(Charge, 1, 7, 1000, &[2, 3, 4, 8]),
            members_line(Charge, 2, 7, 1600, &[7]),
            consults(3, 200),
            members_line(Credit, 1, 6, 1000, &[1]),
        ],
    );
    assert_eq!(
        steps(&document),
        shown(&[
            ("1 member joined", 1000),
            ("1 member left", -1000),
            ("1 member changed plan", -500),
            ("Consultations, 5 to 3", 100),
            ("Corrections, $0.00 to \u{2212}$10.00", -1000),
            ("Rates", 100),
        ])
    );
    assert_eq!(document.check(), Ok(()));
}

#[test]
fn that_nobody_joined_or_left_is_no_step() {
    let charge = |of_month, ids: &[i64]| vec![members_line(Charge, 1, of_month, 1000, ids)];
    let of = |was: &[i64], is: &[i64]| steps(&compared(charge(6, was), charge(7, is)));
    assert_eq!(of(&[1, 2], &[1, 2]), shown(&[("Rates", 0)]));
    assert_eq!(of(&[1, 2], &[1, 2, 3]), shown(&[("1 member joined", 1000), ("Rates", 0)]));
    assert_eq!(of(&[1, 2], &[1]), shown(&[("1 member left", -1000), ("Rates", 0)]));
}

#[test]
fn without_the_names_the_change_is_told_by_counts() {
    let nameless = members_line(Charge, 1, 6, 1000, &[]).with_quantity(3);
    let document = compared(vec![nameless], vec![members_line(Charge, 1, 7, 1000, &[1, 2])]);
    assert_eq!(steps(&document), shown(&[("Members, 3 to 2", -1000)]));
    assert_eq!(document.check(), Ok(()));
    let list = &document.appendix.expect("members").lists[0];
    assert!(list.members.iter().all(|member| !member.is_new), "nobody is called new on a guess");
}

#[test]
fn the_change_names_both_invoices_and_their_difference() {
    for (was, is, difference) in
        [(3, 2, "\u{2212}$10.00 from June"), (2, 3, "+$10.00 from June"), (2, 2, "Same as June")]
    {
        let ids: Vec<_> = (1..=3).collect();
        let charge = |of_month, count: usize| vec![members_line(Charge, 1, of_month, 1000, &ids[..count])];
        let Change::Steps { previous_label, closing_label, difference: found, .. } =
            compared(charge(6, was), charge(7, is)).change
        else {
            panic!("there is an earlier invoice")
        };
        assert_eq!(
            (previous_label.as_str(), closing_label.as_str(), found.as_str()),
            ("June 2026, LW-004107", "July 2026, this invoice", difference)
        );
    }
}

#[test]
fn without_an_earlier_invoice_one_sentence_takes_its_place() {
    let Change::Nothing(sentence) = InvoiceDocument::of(&plain()).change else { panic!("nothing to compare with") };
    assert_eq!(sentence, "No comparison: this plan has no invoice for June 2026 that is still in force.");
}

/// Members of two plan lines at two rates; a member may stand on both.
fn some_charges() -> impl Strategy<Value = Vec<(i64, i64, BTreeSet<i64>)>> {
    let ids = || proptest::collection::btree_set(1_i64..30, 0..20);
    (0_i64..3, 0_i64..3, ids(), ids())
        .prop_map(|(a, b, first, second)| vec![(1, 1150 + a * 25, first), (2, 1725 + b * 25, second)])
}

fn charge_lines(charges: &[(i64, i64, BTreeSet<i64>)], of_month: u32) -> Vec<InvoiceLine> {
    let line = |(plan_line, rate, ids): &(i64, i64, BTreeSet<i64>)| {
        members_line(Charge, *plan_line, of_month, *rate, &ids.iter().copied().collect::<Vec<_>>())
    };
    charges.iter().map(line).collect()
}

proptest! {
    #[test]
    fn steps_always_lead_from_the_earlier_total_to_this_one(
        was in some_charges(),
        is in some_charges(),
        credited in proptest::collection::btree_set(1_i64..30, 0..5),
        named in any::<bool>(),
    ) {
        let mut previous = charge_lines(&was, 6);
        if !named {
            previous.iter_mut().for_each(|line| line.members.clear());
        }
        let mut now = charge_lines(&is, 7);
        now.push(members_line(Credit, 1, 6, 1150, &credited.into_iter().collect::<Vec<_>>()));
        let document = compared(previous, now);
        prop_assert_eq!(document.check(), Ok(()));
        let listed: usize = document.appendix.iter().flat_map(|a| &a.lists).map(|list| list.members.len()).sum();
        prop_assert_eq!(listed, is.iter().map(|(_, _, ids)| ids.len()).sum::<usize>());
    }
}
