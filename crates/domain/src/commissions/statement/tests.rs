//! What statements come out to: by hand, and against a sum over single members.

use proptest::prelude::*;

use super::*;

const JULY: BillingMonth = BillingMonth::from_number(2026 * 12 + 6);

fn line(id: i64, plan_line: i64, month: i32, is_credit: bool, quantity: i64) -> BilledLine {
    BilledLine {
        id: SnapshotLineId(id),
        snapshot: SnapshotId(1),
        plan_line: PlanLineId(plan_line),
        month: JULY.plus(month),
        is_credit,
        quantity,
        rate: Money::from_cents(1000),
        reference_id: None,
    }
}

fn payout(plan_line: i64, from: i32, cents: i64) -> Payout {
    Payout { plan_line: PlanLineId(plan_line), from: JULY.plus(from), amount: Money::from_cents(cents) }
}

fn cents(lines: &[StatementLine]) -> Vec<(i64, i64)> {
    lines.iter().map(|line| (line.billed.id.get(), line.total.cents())).collect()
}

fn none() -> BTreeSet<SnapshotLineId> {
    BTreeSet::new()
}

#[test]
fn a_line_pays_its_quantity_and_a_credit_takes_back_what_its_month_paid() {
    let billed = vec![
        line(1, 7, 0, false, 412),
        line(2, 7, -1, true, 3),
        line(3, 7, -3, true, 2),
        line(4, 7, -1, false, 1),
        line(5, 8, 0, false, 50),
        line(6, 9, 0, false, 5),
        line(7, 7, -12, false, 9),
        line(8, 7, 0, false, 0),
    ];
    let payouts = [payout(7, -2, 100), payout(7, -6, 75), payout(7, 1, 500), payout(8, -6, 0)];
    let lines = statement(billed, &payouts, &none()).expect("a statement");
    // Line 8 pays nothing, line 9 is not in the rule, and before the first payout nothing was paid.
    assert_eq!(cents(&lines), [(1, 41_200), (2, -300), (3, -150), (4, 100)]);
}

#[test]
fn what_stands_in_another_statement_is_not_paid_again() {
    let billed = vec![line(1, 7, 0, false, 1), line(2, 7, -1, false, 1)];
    let payouts = [payout(7, -6, 100)];
    let lines = statement(billed.clone(), &payouts, &[SnapshotLineId(1)].into()).expect("a statement");
    assert_eq!(cents(&lines), [(2, 100)]);
    let all = [SnapshotLineId(1), SnapshotLineId(2)].into();
    assert_eq!(statement(billed, &payouts, &all), Err(Invalid::field("BillingPeriod", NOTHING_BILLABLE)));
    assert_eq!(statement(vec![], &payouts, &none()), Err(Invalid::field("BillingPeriod", NOTHING_BILLABLE)));
}

#[test]
fn parts_of_a_line_are_shown_as_one_and_a_rate_only_when_it_is_the_same() {
    let other_rate = BilledLine { rate: Money::from_cents(900), ..line(3, 7, -1, true, 4) };
    let billed = vec![line(1, 7, 0, false, 10), line(2, 7, -1, true, 3), other_rate, line(4, 7, 0, false, 5)];
    let lines = statement(billed, &[payout(7, -6, 100)], &none()).expect("a statement");
    let shown: Vec<_> = totals(&lines)
        .into_iter()
        .map(|total| (total.first.billed.id.get(), total.rate.map(Money::cents), total.quantity, total.total.cents()))
        .collect();
    assert_eq!(shown, [(1, Some(1000), 15, 1500), (2, None, 7, -700)]);
}

#[test]
fn the_month_must_be_the_snapshots_whatever_the_day() {
    let day = |text: &str| text.parse().expect("a day");
    assert_eq!(period_of(Some(day("2026-07-03")), JULY), Ok(JULY));
    assert_eq!(period_of(Some(day("2026-07-31")), JULY), Ok(JULY));
    let other = "This snapshot bills July 2026: choose that month.";
    assert_eq!(period_of(Some(day("2026-06-03")), JULY), Err(Invalid::field("BillingPeriod", other)));
    assert_eq!(period_of(None, JULY), Err(Invalid::field("BillingPeriod", "Billing Period is required.")));
    assert_eq!((name("Acme", JULY), date_of(JULY)), ("Acme - July 2026".to_owned(), day("2026-07-03")));
}

fn billed() -> impl Strategy<Value = Vec<BilledLine>> {
    let one = (1..4_i64, -5..1_i32, any::<bool>(), 0..40_i64, 1..3_i64);
    prop::collection::vec(one, 0..30).prop_map(|lines| {
        let number = |(place, (plan_line, month, is_credit, quantity, rate)): (usize, _)| BilledLine {
            rate: Money::from_cents(rate),
            ..line(place as i64, plan_line, month, is_credit, quantity)
        };
        lines.into_iter().enumerate().map(number).collect()
    })
}

fn payouts() -> impl Strategy<Value = Vec<Payout>> {
    let one = (1..4_i64, -5..2_i32, 0..300_i64).prop_map(|(line, from, cents)| payout(line, from, cents));
    prop::collection::vec(one, 0..6).prop_map(|mut payouts| {
        payouts.sort_by_key(|payout| (payout.plan_line, payout.from));
        payouts.dedup_by_key(|payout| (payout.plan_line, payout.from));
        payouts
    })
}

proptest! {
    #[test]
    fn a_statement_is_the_sum_over_everybody_billed(billed in billed(), payouts in payouts()) {
        let mut expected = 0;
        for line in &billed {
            let mut paid = 0;
            for month in -20..=line.month.since(JULY) {
                let set = payouts.iter().find(|one| one.plan_line == line.plan_line && one.from == JULY.plus(month));
                paid = set.map_or(paid, |one| one.amount.cents());
            }
            for _ in 0..line.quantity {
                expected += if line.is_credit { -paid } else { paid };
            }
        }
        let lines = statement(billed, &payouts, &none()).unwrap_or_default();
        let total: Money = lines.iter().map(|line| line.total).sum();
        prop_assert_eq!(total.cents(), expected);
        let shown: Money = totals(&lines).iter().map(|total| total.total).sum();
        prop_assert_eq!(shown, total);
    }

    #[test]
    fn two_statements_pay_what_one_would(billed in billed(), payouts in payouts(), cut in 0..30_i64) {
        let early = billed.iter().filter(|line| line.id.get() < cut).cloned().collect();
        let sum = |lines: &[StatementLine]| lines.iter().map(|line| line.total).sum::<Money>();
        let first = statement(early, &payouts, &none()).unwrap_or_default();
        let used: BTreeSet<_> = first.iter().map(|line| line.billed.id).collect();
        let second = statement(billed.clone(), &payouts, &used).unwrap_or_default();
        prop_assert!(second.iter().all(|line| !used.contains(&line.billed.id)));
        let whole = statement(billed, &payouts, &none()).unwrap_or_default();
        prop_assert_eq!(sum(&first) + sum(&second), sum(&whole));
    }
}

#[test]
fn a_statement_with_a_bill_stays() {
    assert_eq!(check_delete(false), Ok(()));
    assert_eq!(check_delete(true), Err(Invalid::field("", "A bill exists in the ERP for this statement.")));
}
