//! What a draft takes in, by cases.

use super::*;
use crate::AdjustmentId;

const JULY: BillingMonth = BillingMonth::from_number(2026 * 12 + 6);

fn billed(kind: EntryKind, month: i32, quantity: i64) -> Billed {
    Billed {
        id: SnapshotLineId(1),
        snapshot: SnapshotId(1),
        period: JULY,
        plan_line: PlanLineId(7),
        month: JULY.plus(month),
        kind,
        quantity,
        payment: PaymentStatus::Open,
        held_at: None,
        paid_out: Money::ZERO,
        is_told: false,
    }
}

fn rates(payouts: &[(i64, i32, i64)]) -> Rates {
    Rates::new(payouts.iter().map(|(line, from, cents)| Payout {
        plan_line: PlanLineId(*line),
        from: JULY.plus(*from),
        amount: Money::from_cents(*cents),
    }))
}

fn held(line: Billed, cents: i64) -> Billed {
    let payout = Money::from_cents(cents);
    Billed { held_at: Some(payout), paid_out: payout * 20, ..line }
}

/// Kind, payout, total and whether it is payable, of the one line.
fn only(basis: Basis, rates: &Rates, line: Billed) -> Option<(LineKind, i64, i64, bool)> {
    let draft = draft(basis, rates, JULY, [line], Vec::new());
    let entry = |entry: &Entry| (entry.kind, entry.payout.cents(), entry.total.cents(), entry.payable);
    draft.entries.first().map(entry)
}

#[test]
fn a_line_pays_its_quantity_and_a_credit_takes_it_back() {
    use EntryKind::{Charge, Credit, Debt, ReversedCredit, ReversedDebt};
    use LineKind::{Clawback, Line};
    let set = rates(&[(7, -6, 75), (7, -2, 100), (7, 1, 500), (8, -6, 0)]);
    let other = |line: Billed, plan_line| Billed { plan_line: PlanLineId(plan_line), ..line };
    for (line, found) in [
        (billed(Charge, 0, 412), Some((Line, 100, 41_200, true))),
        (billed(Debt, -1, 1), Some((Line, 100, 100, true))),
        (billed(Debt, -3, 1), Some((Line, 75, 75, true))),
        (billed(Credit, -1, 3), Some((Line, 100, -300, true))),
        (held(billed(Credit, -3, 2), 75), Some((Clawback, 75, -150, true))),
        (held(billed(ReversedDebt, -3, 2), 75), Some((Clawback, 75, -150, true))),
        (held(billed(ReversedCredit, -3, 2), 75), Some((Line, 75, 150, true))),
        // A month that stands in a statement keeps its payout.
        (held(billed(Debt, -1, 2), 60), Some((Line, 60, 120, true))),
        (held(billed(Credit, -1, 2), 60), Some((Clawback, 60, -120, true))),
        // Before the first payout nothing is paid.
        (billed(Charge, -12, 9), None),
        (billed(Charge, 0, 0), None),
        // At a payout of zero, and for a plan line that is not in the rule.
        (other(billed(Charge, 0, 5), 8), None),
        (other(billed(Charge, 0, 5), 9), None),
        (other(billed(Credit, -1, 5), 9), None),
        // For one that has left it, what was paid out is taken back, given again, and owed.
        (other(held(billed(Credit, -1, 5), 90), 9), Some((Clawback, 90, -450, true))),
        (other(held(billed(ReversedCredit, -1, 5), 90), 9), Some((Line, 90, 450, true))),
        (other(held(billed(Debt, -1, 5), 90), 9), Some((Line, 90, 450, true))),
        (other(held(billed(ReversedDebt, -1, 5), 90), 9), Some((Clawback, 90, -450, true))),
        // Where only what takes it back is left in a statement, the month can be stated again.
        (other(Billed { paid_out: Money::ZERO, ..held(billed(Charge, 0, 5), 90) }, 9), Some((Line, 90, 450, true))),
        // Of a month before the payout in force, that a statement holds from before.
        (held(billed(Debt, -9, 1), 60), Some((Line, 60, 60, true))),
        (billed(Debt, -9, 1), None),
        // Of an earlier month, told as pending or not; of a later one.
        (Billed { period: JULY.plus(-1), is_told: true, ..billed(Charge, -1, 5) }, Some((Line, 100, 500, true))),
        (Billed { period: JULY.plus(-1), ..billed(Charge, -1, 5) }, None),
        (held(Billed { period: JULY.plus(-1), ..billed(Credit, -2, 5) }, 90), None),
        (Billed { period: JULY.plus(1), ..billed(Charge, 1, 5) }, None),
    ] {
        assert_eq!(only(Basis::Billed, &set, line), found, "{line:?}");
    }
}

#[test]
fn on_paid_invoices_only_what_is_unpaid_is_pending() {
    use EntryKind::{Charge, Credit};
    use LineKind::{Clawback, Line};
    let set = rates(&[(7, -6, 100)]);
    let paid = |line: Billed| Billed { payment: PaymentStatus::Paid, ..line };
    let earlier = |line: Billed| Billed { period: JULY.plus(-1), ..line };
    for (line, found) in [
        (billed(Charge, 0, 5), Some((Line, 100, 500, false))),
        (paid(billed(Charge, 0, 5)), Some((Line, 100, 500, true))),
        (earlier(billed(Charge, -1, 5)), None),
        (paid(earlier(billed(Charge, -1, 5))), Some((Line, 100, 500, true))),
        // A credit waits for its invoice, unless its month was paid out.
        (billed(Credit, -1, 5), Some((Line, 100, -500, false))),
        (paid(billed(Credit, -1, 5)), Some((Line, 100, -500, true))),
        (held(billed(Credit, -1, 5), 100), Some((Clawback, 100, -500, true))),
        (held(earlier(billed(Credit, -2, 5)), 100), Some((Clawback, 100, -500, true))),
        (earlier(billed(Credit, -2, 5)), None),
        // A later month than the statement's is not looked at.
        (paid(Billed { period: JULY.plus(1), ..billed(Charge, 1, 5) }), None),
    ] {
        assert_eq!(only(Basis::Paid, &set, line), found, "{line:?}");
    }
}

#[test]
fn what_is_told_as_pending_is_paid_after_its_plan_line_has_left() {
    use EntryKind::{Charge, Credit};
    use LineKind::Line;
    let payouts = |line: i64, cents: i64| {
        [Payout { plan_line: PlanLineId(line), from: JULY.plus(-6), amount: Money::from_cents(cents) }]
    };
    let left = Rates::default().with_departed(payouts(7, 100));
    let told = |line: Billed| Billed { is_told: true, ..line };
    let paid = |line: Billed| Billed { payment: PaymentStatus::Paid, ..line };
    let earlier = |line: Billed| Billed { period: JULY.plus(-1), ..line };
    for (line, found) in [
        (told(paid(earlier(billed(Charge, -1, 5)))), Some((Line, 100, 500, true))),
        (told(paid(earlier(billed(Credit, -2, 1)))), Some((Line, 100, -100, true))),
        (told(billed(Charge, 0, 5)), Some((Line, 100, 500, false))),
        // What no statement tells is not paid, nor what was billed later.
        (paid(earlier(billed(Charge, -1, 5))), None),
        (paid(billed(Charge, 0, 5)), None),
    ] {
        assert_eq!(only(Basis::Paid, &left, line), found, "{line:?}");
    }
    let waiting = draft(Basis::Paid, &left, JULY, [told(earlier(billed(Charge, -1, 5)))], Vec::new());
    assert_eq!(waiting.pending_earlier.cents(), 500);
    // Chosen again, the line is paid at what is set now; at zero it is not paid.
    let again = rates(&[(7, -6, 125)]).with_departed(payouts(8, 100));
    assert_eq!(only(Basis::Paid, &again, told(paid(billed(Charge, 0, 5)))), Some((Line, 125, 625, true)));
    assert_eq!(only(Basis::Paid, &rates(&[(7, -6, 0)]), told(paid(billed(Charge, 0, 5)))), None);
}

#[test]
fn a_credit_takes_back_no_more_than_was_paid_out() {
    use LineKind::{Clawback, Line};
    let set = rates(&[(7, -6, 100)]);
    let credit = |month, quantity, paid_out| Billed {
        held_at: Some(Money::from_cents(100)),
        paid_out: Money::from_cents(paid_out),
        ..billed(EntryKind::Credit, month, quantity)
    };
    let told = |basis, lines: Vec<Billed>| -> Vec<_> {
        let made = draft(basis, &set, JULY, lines, Vec::new());
        made.entries.iter().map(|entry| (entry.kind, entry.total.cents(), entry.payable)).collect()
    };
    let (claw, waits) = (|cents| (Clawback, cents, true), |cents| (Line, cents, false));
    for (lines, found) in [
        (vec![credit(-1, 4, 400)], vec![claw(-400)]),
        (vec![credit(-1, 4, 399)], vec![waits(-400)]),
        (vec![credit(-1, 4, -100)], vec![waits(-400)]),
        // What one has taken back, the next one does not; another month is counted by itself.
        (vec![credit(-1, 2, 300), credit(-1, 2, 300), credit(-1, 1, 300)], vec![claw(-200), waits(-200), claw(-100)]),
        (vec![credit(-1, 2, 200), credit(-2, 2, 200)], vec![claw(-200), claw(-200)]),
        // One that counts as its own invoice is paid takes back as well.
        (
            vec![Billed { payment: PaymentStatus::Paid, ..credit(-1, 3, 200) }, credit(-1, 1, 200)],
            vec![(Line, -300, true), waits(-100)],
        ),
    ] {
        assert_eq!(told(Basis::Paid, lines), found);
    }
    assert_eq!(told(Basis::Billed, vec![credit(-1, 4, 100)]), [(Line, -400, true)]);
    // What is charged beside it, of the same month, changes nothing: only credits say what was paid out.
    let debt = Billed { held_at: Some(Money::from_cents(100)), ..billed(EntryKind::Debt, -1, 1) };
    assert_eq!(told(Basis::Paid, vec![debt, credit(-1, 2, 300)]), [waits(100), claw(-200)]);
    assert_eq!(told(Basis::Billed, vec![debt, credit(-1, 2, 300)]), [(Line, 100, true), claw(-200)]);
}

#[test]
fn a_draft_sums_what_is_payable_apart_from_what_is_pending() {
    let lines = [
        Billed { payment: PaymentStatus::Paid, ..billed(EntryKind::Charge, 0, 5) },
        billed(EntryKind::Charge, 0, 3),
        held(billed(EntryKind::Credit, -1, 1), 100),
    ];
    let open = vec![Open { statement: StatementId(4), due: Money::from_cents(-250) }];
    let made = draft(Basis::Paid, &rates(&[(7, -6, 100)]), JULY, lines, open.clone());
    let sums = [made.total(), made.pending(), made.brought_forward(), made.due()].map(Money::cents);
    assert_eq!(sums, [400, 300, -250, 150]);
    assert_eq!(made.check(), Ok(()));
    let pending = draft(Basis::Paid, &rates(&[(7, -6, 100)]), JULY, [billed(EntryKind::Charge, 0, 3)], open);
    let said: Vec<_> = pending.check().expect_err("nothing payable").0.into_iter().map(|error| error.message).collect();
    assert_eq!(said, [NOTHING_BILLABLE, "$3.00 is pending until its invoices are paid."]);
    let earlier = Billed { period: JULY.plus(-1), ..billed(EntryKind::Charge, -1, 4) };
    let waiting = draft(Basis::Paid, &rates(&[(7, -6, 100)]), JULY, [earlier], Vec::new());
    assert_eq!((waiting.entries.len(), waiting.pending(), waiting.pending_earlier.cents()), (0, Money::ZERO, 400));
    let said: Vec<_> = waiting.check().expect_err("nothing payable").0.into_iter().map(|error| error.message).collect();
    assert_eq!(said, [NOTHING_BILLABLE, "$4.00 is pending until its invoices are paid."]);
    let told = Billed { is_told: true, ..earlier };
    let billed = draft(Basis::Billed, &rates(&[(7, -6, 100)]), JULY, [told], Vec::new());
    assert_eq!((billed.total().cents(), billed.pending_earlier), (400, Money::ZERO), "what is billed does not wait");
    assert_eq!(Draft::default().check(), Err(Invalid::field("BillingPeriod", NOTHING_BILLABLE)));
}

#[test]
fn a_rule_on_paid_invoices_looks_back_to_the_first_month_that_was_wanted() {
    for (first, asked, found) in [
        (None, None, 0),
        (Some(-3), None, -3),
        (Some(2), None, 0),
        (None, Some(-1), -1),
        (Some(-3), Some(-1), -3),
        (Some(-1), Some(-3), -3),
        (None, Some(4), 0),
    ] {
        let month = |back: i32| JULY.plus(back);
        assert_eq!(since(JULY, first.map(month), asked.map(month)), JULY.plus(found), "{first:?} {asked:?}");
    }
}

#[test]
fn a_statement_takes_up_the_adjustments_up_to_its_month() {
    let adjustment = |id, cents, month| Adjustment {
        id: AdjustmentId(id),
        amount: Money::from_cents(cents),
        month: JULY.plus(month),
    };
    let all = [adjustment(1, 25_000, 0), adjustment(2, -4000, -1), adjustment(3, 700, 1)];
    let open = || vec![Open { statement: StatementId(4), due: Money::from_cents(-250) }];
    let lines = || [billed(EntryKind::Charge, 0, 3)];
    for (basis, lines, total, pending) in [
        (Basis::Billed, lines().to_vec(), 21_300, 0),
        (Basis::Paid, lines().to_vec(), 21_000, 300),
        (Basis::Paid, vec![], 21_000, 0),
    ] {
        let made = draft(basis, &rates(&[(7, -6, 100)]), JULY, lines, open()).with_adjustments(JULY, all);
        assert_eq!(made.adjustments, all[..2], "not that of a later month");
        let sums = [made.total(), made.adjusted(), made.pending(), made.due()].map(Money::cents);
        assert_eq!(sums, [total, 21_000, pending, total - 250]);
        assert_eq!(made.check(), Ok(()), "an adjustment is payable by itself");
    }
    let early = draft(Basis::Billed, &Rates::default(), JULY.plus(-2), [], open()).with_adjustments(JULY.plus(-2), all);
    assert_eq!(early.check(), Err(Invalid::field("BillingPeriod", NOTHING_BILLABLE)));
}

#[test]
fn a_line_is_known_by_its_number() {
    for kind in LineKind::ALL {
        assert_eq!(LineKind::from_number(kind.number()), Some(kind));
    }
    let names = LineKind::ALL.map(LineKind::name);
    assert_eq!(names, ["Line", "Clawback", "Adjustment", "BroughtForward"]);
    assert_eq!(LineKind::from_number(4), None);
}

#[test]
fn nothing_waits_for_a_voided_invoice() {
    let voided = |line: Billed| Billed { payment: PaymentStatus::Voided, ..line };
    let set = rates(&[(7, -6, 100)]);
    let charge = voided(billed(EntryKind::Charge, 0, 3));
    assert_eq!(only(Basis::Paid, &set, charge), None);
    assert_eq!(only(Basis::Paid, &set, voided(billed(EntryKind::Credit, -1, 3))), None);
    // What was paid out is taken back at once, whatever becomes of the invoice that credits it.
    let back = voided(held(billed(EntryKind::Credit, -1, 3), 100));
    assert_eq!(only(Basis::Paid, &set, back), Some((LineKind::Clawback, 100, -300, true)));
    let earlier = Billed { period: JULY.plus(-1), is_told: true, ..charge };
    assert_eq!(draft(Basis::Paid, &set, JULY, [earlier], Vec::new()), Draft::default());
    let found = draft(Basis::Billed, &set, JULY, [charge], Vec::new());
    assert_eq!((found.total().cents(), found.voided_invoices()), (300, 1), "it is paid, and told");
}

#[test]
fn credits_of_months_that_nothing_paid_are_summed() {
    let set = rates(&[(7, -6, 100)]);
    let of = |lines: Vec<Billed>| draft(Basis::Billed, &set, JULY, lines, Vec::new()).credited_unpaid().cents();
    let credit = billed(EntryKind::Credit, -1, 3);
    assert_eq!(of(vec![billed(EntryKind::Charge, 0, 9), credit]), -300);
    assert_eq!(of(vec![billed(EntryKind::Charge, -1, 9), credit]), 0, "the draft charges that month");
    assert_eq!(of(vec![held(credit, 100)]), 0, "a statement holds that month");
}
