//! Causes by table, and over the random histories that snapshots are tested with.

use std::collections::BTreeSet;

use super::*;
use crate::MemberId;
use crate::billing::ledger::EntryKind::{self, Charge, Credit, Debt};
use crate::billing::snapshot::tests::properties::{any_step, start, take, window};
use crate::billing::snapshot::{ComputedLine, ComputedSnapshot};
use proptest::prelude::*;

use BillingType::{AfterHours, Pepm, PerConsultation};

struct Line {
    plan_line: i64,
    kind: EntryKind,
    billing_type: BillingType,
    rate: i64,
    ids: IdSet,
}

fn line(plan_line: i64, kind: EntryKind, billing_type: BillingType, rate: i64, ids: &[i64]) -> Line {
    Line { plan_line, kind, billing_type, rate, ids: IdSet::of(ids.iter().copied()) }
}

fn compared(lines: &[Line]) -> Vec<ComparedLine<'_>> {
    let one = |line| {
        let Line { plan_line, kind, billing_type, rate, ids }: &Line = line;
        let (rate, quantity) = (Money::from_cents(*rate), ids.len() as i64);
        ComparedLine {
            plan_line: PlanLineId(*plan_line),
            kind: *kind,
            billing_type: *billing_type,
            rate,
            quantity,
            total: rate * quantity * i64::from(kind.sign()),
            ids,
        }
    };
    lines.iter().map(one).collect()
}

/// One text a cause: `Joined 0 -> 2 x 10.00 = 20.00`.
fn told(comparison: &Comparison) -> Vec<String> {
    let one = |told: &CauseOfChange| {
        let rate = |side: Side| side.rate().map(|rate| format!(" x {}", rate.decimal())).unwrap_or_default();
        let CauseOfChange { cause, before, now } = *told;
        let amount = told.amount().decimal();
        format!("{cause:?} {}{} -> {}{} = {amount}", before.quantity, rate(before), now.quantity, rate(now))
    };
    comparison.causes.iter().map(one).collect()
}

#[test]
fn each_change_has_its_cause() {
    let before = [
        line(1, Charge, Pepm, 1000, &[1, 2, 3, 5]),
        line(2, Charge, Pepm, 1500, &[7, 8]),
        line(3, Charge, AfterHours, 500, &[40, 41]),
        line(1, Debt, Pepm, 1000, &[5]),
    ];
    let now = [
        line(1, Charge, Pepm, 1000, &[2, 3, 4, 6, 8]),
        line(2, Charge, Pepm, 1600, &[7]),
        line(3, Charge, AfterHours, 500, &[42]),
        line(1, Credit, Pepm, 1000, &[1, 5]),
        line(1, Debt, Pepm, 1000, &[6]),
    ];
    let comparison = Comparison::of(&compared(&before), &compared(&now));
    assert_eq!((comparison.members_before, comparison.members), (6, 6));
    assert_eq!(
        told(&comparison),
        [
            "Joined 0 -> 2 x 10.00 = 20.00",
            "Left 2 x 10.00 -> 0 = -20.00",
            "ChangedLine 1 x 15.00 -> 1 x 10.00 = -5.00",
            "RateChanges 1 x 15.00 -> 1 x 16.00 = 1.00",
            "Credits 0 -> 2 x 10.00 = -20.00",
            "Debts 1 x 10.00 -> 1 x 10.00 = 0.00",
            "AfterHours 2 x 5.00 -> 1 x 5.00 = -5.00",
        ]
    );
    assert!(comparison.leads(Money::from_cents(9000), Money::from_cents(6100)));
    assert!(!comparison.leads(Money::from_cents(9000), Money::from_cents(6101)), "a cent off is not reconciled");
    let moved = behind_cause(Cause::ChangedLine, &compared(&before), &compared(&now));
    let is_eight =
        Entry { behind: Behind::Member(MemberId(8)), is_of_before: false, line: 0, amount: Money::from_cents(-500) };
    assert_eq!(moved, [is_eight]);
    let member = BTreeSet::from([MemberId(8)]);
    let was = standings(&compared(&before), &member);
    assert_eq!(was[&MemberId(8)], Standing { plan_lines: vec![PlanLineId(2)], amount: Money::from_cents(1500) });
}

#[test]
fn a_first_bill_is_compared_with_nothing() {
    let now = [line(1, Charge, Pepm, 1000, &[1, 2]), line(2, Charge, PerConsultation, 4900, &[])];
    let comparison = Comparison::of(&[], &compared(&now));
    assert_eq!(
        told(&comparison),
        ["Joined 0 -> 2 x 10.00 = 20.00", "Left 0 -> 0 = 0.00", "RateChanges 0 -> 0 = 0.00", "Consults 0 -> 0 = 0.00"]
    );
    assert_eq!(told(&Comparison::of(&[], &[])), [""; 0]);
}

#[test]
fn consults_are_counted_and_nobody_is_named() {
    let before = [line(1, Charge, PerConsultation, 4900, &[5, 6]), line(1, Credit, PerConsultation, 4900, &[1])];
    let now = [line(1, Charge, PerConsultation, 5000, &[7]), line(1, Credit, PerConsultation, 4900, &[5, 6])];
    let (before, now) = (compared(&before), compared(&now));
    for cause in Cause::ALL {
        let entries = behind_cause(cause, &before, &now);
        assert!(entries.iter().all(|entry| matches!(entry.behind, Behind::Consults(_))), "{cause:?}");
    }
    assert!(everybody(&now).iter().all(|entry| matches!(entry.behind, Behind::Consults(_))));
    let credits = behind_cause(Cause::Credits, &before, &now);
    let found: Vec<_> = credits.iter().map(|entry| (entry.behind, entry.is_of_before, entry.amount.cents())).collect();
    assert_eq!(found, [(Behind::Consults(2), false, -9800), (Behind::Consults(1), true, 4900)]);
}

#[test]
fn causes_are_found_by_name() {
    for cause in Cause::ALL {
        assert_eq!(Cause::named(&cause.name().to_uppercase()), Some(cause));
    }
    assert_eq!(Cause::named("Weather"), None);
}

fn lines_of(bill: &ComputedSnapshot) -> Vec<ComparedLine<'_>> {
    let one = |line| {
        let ComputedLine { plan_line, kind, billing_type, rate, ids, .. }: &ComputedLine = line;
        ComparedLine {
            plan_line: *plan_line,
            kind: *kind,
            billing_type: *billing_type,
            rate: *rate,
            quantity: line.quantity(),
            total: line.total(),
            ids,
        }
    };
    bill.lines.iter().map(one).collect()
}

fn sum(entries: &[Entry]) -> Money {
    entries.iter().map(|entry| entry.amount).sum()
}

/// Any two bills of a plan: the causes lead from one total to the other, and whatever opens adds up to what it was opened from.
fn reconciles(before: &ComputedSnapshot, now: &ComputedSnapshot) -> Result<(), TestCaseError> {
    let (was, is) = (lines_of(before), lines_of(now));
    let comparison = Comparison::of(&was, &is);
    prop_assert!(comparison.leads(before.total(), now.total()), "{:?}", told(&comparison));
    for told in &comparison.causes {
        prop_assert_eq!(sum(&behind_cause(told.cause, &was, &is)), told.amount(), "{:?}", told.cause);
    }
    for cause in Cause::ALL.into_iter().filter(|cause| comparison.find(*cause).is_none()) {
        prop_assert!(behind_cause(cause, &was, &is).is_empty(), "{:?} is not told", cause);
    }
    for place in 0..is.len() {
        prop_assert_eq!(sum(&behind_line(&is, place)), is[place].total);
    }
    prop_assert_eq!(sum(&everybody(&is)), now.total());
    let members: BTreeSet<_> = everybody(&is)
        .into_iter()
        .filter_map(|entry| if let Behind::Member(member) = entry.behind { Some(member) } else { None })
        .collect();
    prop_assert_eq!(standings(&is, &members).len() as i64, comparison.members);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn causes_reconcile_to_the_cent_over_random_histories(steps in prop::collection::vec(any_step(), 1..40)) {
        let mut world = start();
        world.add_line(PerConsultation, 4900);
        for step in &steps {
            take(&mut world, step);
            let Some(window) = window(&world, step) else { continue };
            world.bill_window(window);
            let nothing = ComputedSnapshot::default();
            let bills: Vec<_> = [&nothing].into_iter().chain(world.snapshots.iter().map(|(_, bill)| bill)).collect();
            for pair in bills.windows(2) {
                reconciles(pair[0], pair[1])?;
            }
        }
    }
}
