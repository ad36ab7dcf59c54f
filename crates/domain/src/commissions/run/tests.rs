//! What a run says of a rule.

use super::*;

fn money(cents: i64) -> Money {
    Money::from_cents(cents)
}

/// A month with nothing to look at.
fn plain() -> Facts {
    let amount = money(1000);
    Facts {
        has_plans: true,
        has_vendor: true,
        has_account: true,
        has_amount: true,
        amount,
        due: amount,
        ..Facts::default()
    }
}

#[test]
fn each_exception_is_named() {
    let of = |amount: i64, last: Option<i64>| Facts {
        amount: money(amount),
        due: money(amount),
        last_month: last.map(money),
        ..plain()
    };
    for (facts, codes) in [
        (plain(), vec![]),
        (Facts { has_vendor: false, has_account: false, ..plain() }, vec!["NoErpAccount", "NoErpVendor"]),
        (Facts { lines_without_payout: 1, plans_without_invoice: 2, ..plain() }, vec!["NoPayout", "InvoicesMissing"]),
        (Facts { lines_of_left_groups: 1, ..plain() }, vec!["GroupLeft"]),
        (Facts { has_plans: false, ..plain() }, vec!["NoPlans"]),
        (Facts { voided_invoices: 1, credited_unpaid: money(-800), ..plain() }, vec!["Voided", "CreditsUnpaid"]),
        (Facts { lines_overpaid: 2, lines_without_payout: 1, ..plain() }, vec!["Overpaid", "NoPayout"]),
        (Facts { due: money(-1), ..plain() }, vec!["Negative"]),
        (
            Facts { has_amount: false, amount: money(0), due: money(0), pending: money(5), ..plain() },
            vec!["PendingOnly"],
        ),
        (Facts { pending: money(5), ..plain() }, vec![]),
        // A rule that pays nothing any more deviates most.
        (Facts { has_amount: false, ..of(0, Some(1000)) }, vec!["Deviation"]),
        (Facts { invoices_not_paid: 1, billed_not_paid: 2, ..plain() }, vec!["InvoiceNotPaid", "BilledNotPaid"]),
        (
            Facts { unbilled_beside_ready: money(5), has_failed_beside_ready: true, ..plain() },
            vec!["BillFailed", "Unbilled"],
        ),
        (Facts { has_ended: true, ..plain() }, vec!["Ended"]),
        (of(1000, None), vec![]),
        (Facts { has_earlier: true, ..of(1000, None) }, vec!["NoLastMonth"]),
        (Facts { has_earlier: true, ..of(1000, Some(1000)) }, vec![]),
        (Facts { has_earlier: true, has_amount: false, ..of(0, None) }, vec![]),
        (of(1200, Some(1000)), vec![]),
        (of(1201, Some(1000)), vec!["Deviation"]),
        (of(800, Some(1000)), vec![]),
        (of(799, Some(1000)), vec!["Deviation"]),
        (of(1, Some(0)), vec!["Deviation"]),
        (of(0, Some(0)), vec![]),
        (Facts { due: money(5), ..of(-1000, Some(-1000)) }, vec![]),
        (Facts { due: money(5), ..of(-1000, Some(1000)) }, vec!["Deviation"]),
    ] {
        let found: Vec<_> = exceptions(&facts).iter().map(|exception| exception.code).collect();
        assert_eq!(found, codes, "{facts:?}");
    }
    let said = exceptions(&Facts { lines_without_payout: 2, plans_without_invoice: 1, ..plain() });
    let said: Vec<_> = said.into_iter().map(|exception| exception.message).collect();
    assert_eq!(said, ["2 plan lines have no payout.", "1 plan has no invoice of the month yet."]);
    let said = exceptions(&Facts { invoices_not_paid: 1, billed_not_paid: 2, ..plain() });
    let said: Vec<_> = said.into_iter().map(|exception| exception.message).collect();
    assert_eq!(
        said,
        [
            "A statement pays on 1 invoice that is not paid any more: delete the statement and make it again.",
            "A bill pays on 2 invoices that are not paid any more."
        ]
    );
    let said = |cents| exceptions(&Facts { has_ended: true, left_open: money(cents), ..plain() }).remove(0).message;
    assert_eq!(said(0), "The rule has ended: it pays on nothing new and settles what is open.");
    assert!(said(-250).ends_with(" −$2.50 of its statements is owed by the payee."));
    let said = |lines_overpaid| exceptions(&Facts { lines_overpaid, ..plain() }).remove(0).message;
    assert_eq!([said(1), said(3)], ["1 plan line pays more than it bills.", "3 plan lines pay more than they bill."]);
    let said = |lines_of_left_groups| exceptions(&Facts { lines_of_left_groups, ..plain() }).remove(0).message;
    assert_eq!(said(1), "1 plan line is of a group that left the broker of the rule.");
    assert_eq!(said(2), "2 plan lines are of groups that left the broker of the rule.");
}

#[test]
fn groups_that_left_are_named() {
    let said = |groups: &[&str]| made_of_left(&groups.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
    assert_eq!(said(&[]), "");
    assert_eq!(said(&["Fernwood"]), "Created. Fernwood has left the broker of the rule.");
    assert_eq!(said(&["Ash", "Birch"]), "Created. Ash, Birch have left the broker of the rule.");
}

#[test]
fn what_is_still_to_be_paid_comes_first() {
    let standing = |is_billed, has_failed| Some(Standing { statement: StatementId(1), is_billed, has_failed });
    for (is_payable, standing, found) in [
        (true, None, RuleState::Ready),
        (false, None, RuleState::Nothing),
        (true, standing(true, false), RuleState::Ready),
        (false, standing(false, false), RuleState::Made),
        (false, standing(true, false), RuleState::Billed),
        (false, standing(false, true), RuleState::Failed),
    ] {
        assert_eq!(state(is_payable, standing), found, "{standing:?}");
    }
}

#[test]
fn a_month_to_come_is_refused() {
    let (july, today) = (BillingMonth::from_number(2026 * 12 + 6), "2026-07-01".parse().expect("a day"));
    assert_eq!(begun(Some(july), today), Ok(july));
    let said = |wish| begun(wish, today).expect_err("refused").0[0].message.clone();
    assert_eq!(said(Some(july.plus(1))), "Billing Period must not be in the future.");
    assert_eq!(said(None), "Billing Period is required.");
}
