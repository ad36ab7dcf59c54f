//! Why statements differ, by cases, and that the rows always sum.

use proptest::prelude::*;

use super::*;
use crate::billing::invoice::PaymentStatus;
use crate::{BillingMonth, GroupId, SnapshotId};

fn line(plan_line: i64, kind: LineKind, is_credit: bool, quantity: i64, payout: i64) -> StatementLine {
    let total = Money::from_cents(payout) * quantity;
    StatementLine {
        kind,
        snapshot: SnapshotId(1),
        group: GroupId(1),
        plan_line: PlanLineId(plan_line),
        month: BillingMonth::from_number(0),
        is_credit,
        is_correction: is_credit,
        invoice_month: BillingMonth::from_number(0),
        payable: true,
        quantity,
        rate: None,
        payout: Money::from_cents(payout),
        total: if is_credit { -total } else { total },
        employer_name: format!("Group {plan_line}"),
        plan_name: "Medical".to_owned(),
        line_name: "PEPM".to_owned(),
        reference_id: None,
        payment: PaymentStatus::Open,
        erp_ref_id: None,
        invoice_number: None,
        invoiced_on: None,
    }
}

fn paid(plan_line: i64, quantity: i64, payout: i64) -> StatementLine {
    line(plan_line, LineKind::Line, false, quantity, payout)
}

fn compared(lines: Vec<StatementLine>, brought: i64) -> Compared {
    Compared { lines, adjusted: Money::ZERO, brought_forward: Money::from_cents(brought) }
}

fn adjusted(cents: i64, of: Compared) -> Compared {
    Compared { adjusted: Money::from_cents(cents), ..of }
}

#[test]
fn each_reason_has_its_row() {
    let credit = |plan_line, quantity| line(plan_line, LineKind::Line, true, quantity, 100);
    let clawback = |plan_line, quantity| line(plan_line, LineKind::Clawback, true, quantity, 100);
    let pending = |plan_line| StatementLine { payable: false, ..paid(plan_line, 5, 100) };
    for (before, now, rows) in [
        (compared(vec![], 0), compared(vec![], 0), vec![]),
        (compared(vec![paid(1, 3, 100)], 0), compared(vec![paid(1, 3, 100)], 0), vec![]),
        (compared(vec![], 0), compared(vec![paid(1, 3, 100)], 0), vec![("New line", 0, 300)]),
        (compared(vec![paid(1, 3, 100)], 0), compared(vec![pending(9)], 0), vec![("Left", 300, 0)]),
        (compared(vec![paid(1, 3, 100)], 0), compared(vec![pending(1)], 0), vec![("Pending", 300, 0)]),
        (compared(vec![pending(1)], 0), compared(vec![paid(1, 3, 100)], 0), vec![("No longer pending", 0, 300)]),
        (compared(vec![pending(1)], 0), compared(vec![pending(1)], 0), vec![]),
        (compared(vec![paid(1, 3, 100)], 0), compared(vec![paid(1, 5, 100)], 0), vec![("Quantity", 300, 500)]),
        (compared(vec![paid(1, 3, 100)], 0), compared(vec![paid(1, 3, 120)], 0), vec![("Rate", 300, 360)]),
        (
            compared(vec![paid(1, 3, 100)], 0),
            compared(vec![paid(1, 5, 120)], 0),
            vec![("Quantity", 300, 500), ("Rate", 500, 600)],
        ),
        // At several payouts the effect of one cannot be told from that of the other.
        (
            compared(vec![paid(1, 3, 100)], 0),
            compared(vec![paid(1, 5, 120), paid(1, 1, 100)], 0),
            vec![("Quantity", 300, 700)],
        ),
        (
            compared(vec![paid(1, 3, 100), credit(1, 1)], 0),
            compared(vec![paid(1, 3, 100), clawback(1, 2)], -50),
            vec![("Credits", -100, 0), ("Clawback", 0, -200), ("Brought forward", 0, -50)],
        ),
        (
            adjusted(25_000, compared(vec![], 0)),
            adjusted(-4000, compared(vec![paid(1, 3, 100)], -50)),
            vec![("New line", 0, 300), ("Adjustments", 25_000, -4000), ("Brought forward", 0, -50)],
        ),
        (adjusted(700, compared(vec![], 0)), adjusted(700, compared(vec![], 0)), vec![]),
    ] {
        let found = compare(&before, &now);
        let told: Vec<_> =
            found.rows.iter().map(|row| (row.reason.text(), row.before.cents(), row.now.cents())).collect();
        assert_eq!(told, rows);
    }
}

fn statement() -> impl Strategy<Value = Compared> {
    let one = (1..4_i64, any::<bool>(), any::<bool>(), 0..20_i64, 0..3_i64).prop_map(
        |(plan_line, claws, is_credit, quantity, payout)| {
            let kind = if claws && is_credit { LineKind::Clawback } else { LineKind::Line };
            line(plan_line, kind, is_credit, quantity, payout * 50)
        },
    );
    (prop::collection::vec(one, 0..12), -500..500_i64, -500..1_i64)
        .prop_map(|(lines, cents, brought)| adjusted(cents, compared(lines, brought)))
}

proptest! {
    #[test]
    fn the_rows_sum_to_the_difference(before in statement(), now in statement()) {
        let due = |of: &Compared| of.lines.iter().map(|line| line.total).sum::<Money>() + of.adjusted + of.brought_forward;
        prop_assert_eq!(compare(&before, &now).difference, due(&now) - due(&before));
    }
}
