//! Which lines are shown as one.

use super::*;

fn line(snapshot: i64, month: i32, is_credit: bool, quantity: i64, rate: i64) -> StatementLine {
    let total = Money::from_cents(100) * quantity;
    StatementLine {
        kind: LineKind::Line,
        snapshot: SnapshotId(snapshot),
        group: GroupId(1),
        plan_line: PlanLineId(7),
        month: BillingMonth::from_number(month),
        is_credit,
        is_correction: is_credit,
        invoice_month: BillingMonth::from_number(5),
        payable: true,
        quantity,
        rate: Some(Money::from_cents(rate)),
        payout: Money::from_cents(100),
        total: if is_credit { -total } else { total },
        employer_name: "Fernwood".to_owned(),
        plan_name: "Medical".to_owned(),
        line_name: "PEPM".to_owned(),
        reference_id: None,
        payment: PaymentStatus::Open,
        erp_ref_id: None,
        invoice_number: None,
        invoiced_on: None,
    }
}

#[test]
fn lines_of_one_snapshot_line_month_and_direction_are_one() {
    for (lines, shown) in [
        (vec![], vec![]),
        (vec![line(1, 5, false, 3, 1000)], vec![(3, 300, Some(1000))]),
        (vec![line(1, 5, false, 3, 1000), line(1, 5, false, 2, 1000)], vec![(5, 500, Some(1000))]),
        (vec![line(1, 5, false, 3, 1000), line(1, 5, false, 2, 900)], vec![(5, 500, None)]),
        (
            vec![line(1, 5, false, 3, 1000), line(1, 5, true, 2, 1000), line(1, 4, true, 1, 1000)],
            vec![(3, 300, Some(1000)), (2, -200, Some(1000)), (1, -100, Some(1000))],
        ),
        // A charge and a debt of the same month.
        (
            vec![line(1, 5, false, 3, 1000), StatementLine { is_correction: true, ..line(1, 5, false, 2, 1000) }],
            vec![(3, 300, Some(1000)), (2, 200, Some(1000))],
        ),
        (
            vec![line(1, 5, true, 3, 1000), line(2, 5, true, 2, 1000)],
            vec![(3, -300, Some(1000)), (2, -200, Some(1000))],
        ),
    ] {
        let found: Vec<_> = totals(lines)
            .into_iter()
            .map(|line| (line.quantity, line.total.cents(), line.rate.map(Money::cents)))
            .collect();
        assert_eq!(found, shown);
    }
}

#[test]
fn a_charge_of_another_month_is_no_debt() {
    let charge = line(1, 4, false, 3, 1000);
    let debt = StatementLine { is_correction: true, ..charge.clone() };
    let credit = line(1, 4, true, 3, 1000);
    let clawback = StatementLine { kind: LineKind::Clawback, ..credit.clone() };
    let words = [charge, debt, credit, clawback].map(|line| line.word());
    assert_eq!(words, [None, Some("Debt"), Some("Credit"), Some("Clawback")]);
}
