//! Snapshots that were regenerated, whose invoice in the ERP is still to be updated.

use super::*;

/// A snapshot that was regenerated: until the update the older invoice counts, and the paper names no other amount to pay
/// (rules.md#out-of-date-invoice).
#[test]
fn out_of_date_in_the_erp_what_stands_there_is_asked_for() {
    for (total, status, theirs, balance, caption, hero, says) in [
        (61_725, Overdue, Some(625), Some(625), "Total overdue since 08/31/2026", 625, "its total of $6.25 counts."),
        (
            650,
            Overdue,
            Some(625),
            Some(125),
            "Balance overdue since 08/31/2026",
            125,
            "its total of $6.25 counts, of which $5.00 is paid.",
        ),
        (650, PartiallyPaid, None, Some(125), "Total due by 08/30/2026", 125, "$1.25 is left to pay of it."),
        (650, Paid, Some(625), Some(0), "Paid in full", 625, "its total of $6.25 counts, of which $6.25 is paid."),
        (
            500,
            PartiallyPaid,
            Some(625),
            Some(25),
            "Balance due by 08/30/2026",
            25,
            "its total of $6.25 counts, of which $6.00 is paid.",
        ),
        (650, Open, Some(625), Some(625), "Total due by 08/30/2026", 625, "its total of $6.25 counts."),
        (-100, Open, Some(625), Some(625), "Total due by 08/30/2026", 625, "its total of $6.25 counts."),
    ] {
        let input = amounting_to(total).with_status(status, balance.map(cents)).out_of_date(theirs.map(cents));
        let document = InvoiceDocument::of(&input);
        let found = (document.title, document.caption.as_str(), document.hero.cents());
        assert_eq!(found, ("Invoice", caption, hero), "{total} {status:?} {balance:?}");
        let new = cents(total);
        let becomes = if total < 0 { "replaced" } else { "updated" };
        let notice = format!(
            "The invoice in the accounting system is still to be {becomes}. Until then {says} Its new total is {new}."
        );
        assert_eq!(document.notice, Some(notice));
        assert_eq!((document.total, document.total_label, document.settlement), (new, "New total", None));
        assert_eq!(document.check(), Ok(()));
    }
    let current = InvoiceDocument::of(&amounting_to(100).with_status(Open, None));
    assert_eq!(current.notice, None);
    let unknown = InvoiceDocument::of(&amounting_to(100).with_status(Open, None).out_of_date(None));
    assert_eq!((unknown.hero.cents(), unknown.caption.as_str()), (100, "Total due by 08/30/2026"));
}

/// A document that a person has changed in the ERP asks for its own total, and the paper names no other amount to pay.
#[test]
fn changed_in_the_erp_what_stands_there_is_asked_for() {
    for (total, status, theirs, balance, caption, hero, says) in [
        (119_700, Open, 5500, 5500, "Total due by 08/30/2026", 5500, "Its total of $55.00 there counts."),
        (119_700, Paid, 5500, 0, "Paid in full", 5500, "Its total of $55.00 there counts, of which $55.00 is paid."),
        (
            100,
            PartiallyPaid,
            625,
            125,
            "Balance due by 08/30/2026",
            125,
            "Its total of $6.25 there counts, of which $5.00 is paid.",
        ),
    ] {
        let mut input = amounting_to(total).with_status(status, Some(cents(balance)));
        input.erp.as_mut().expect("facts").total = Some(cents(theirs));
        let document = InvoiceDocument::of(&input);
        assert_eq!((document.caption.as_str(), document.hero.cents()), (caption, hero), "{total} {status:?}");
        let lines = cents(total);
        let notice =
            format!("The invoice was changed in the accounting system. {says} The lines here come to {lines}.");
        assert_eq!(document.notice, Some(notice));
        assert_eq!((document.total, document.total_label, document.settlement), (lines, "Total of the lines", None));
        assert_eq!(document.check(), Ok(()));
    }
    let mut memo = amounting_to(-7887).with_status(Open, Some(cents(500)));
    let facts = memo.erp.as_mut().expect("facts");
    (facts.total, facts.is_credit_memo) = (Some(cents(500)), true);
    let document = InvoiceDocument::of(&memo);
    assert_eq!((document.title, document.hero.cents()), ("Credit memo", -500));
    let mut same = amounting_to(100).with_status(Open, Some(cents(100)));
    same.erp.as_mut().expect("facts").total = Some(cents(100));
    assert_eq!(InvoiceDocument::of(&same).notice, None);
}

/// A regenerate may change nothing but that the ERP is still to be updated: then there are no two amounts to tell apart.
#[test]
fn out_of_date_at_the_same_total_no_other_amount_is_named() {
    for (total, status, balance, label, settlement) in [
        (625, Open, 625, "Total due", None),
        (625, PartiallyPaid, 125, "Total", Some((-500, 125))),
        (625, Paid, 0, "Total", Some((-625, 0))),
        (-625, Open, 625, "Total credit", None),
    ] {
        let current = amounting_to(total).with_status(status, Some(cents(balance)));
        let mut input = current.clone().out_of_date(Some(cents(625)));
        input.erp.as_mut().expect("facts").is_credit_memo = total < 0;
        let document = InvoiceDocument::of(&input);
        let what = if total < 0 { "credit memo" } else { "invoice" };
        let notice = format!("The {what} in the accounting system is still to be updated. Its total stays the same.");
        assert_eq!(document.notice, Some(notice));
        let paid = document.settlement.map(|s| (s.paid.cents(), s.balance.cents()));
        assert_eq!((document.total_label, paid), (label, settlement), "{total} {status:?}");
        let before = InvoiceDocument::of(&current);
        assert_eq!((document.caption, document.hero), (before.caption, before.hero), "{total} {status:?}");
    }
}

#[test]
fn a_credit_memo_stays_one_until_it_is_replaced() {
    let mut input = amounting_to(30).with_status(Open, Some(cents(120))).out_of_date(Some(cents(120)));
    input.erp.as_mut().expect("facts").is_credit_memo = true;
    let document = InvoiceDocument::of(&input);
    let found = (document.title, document.caption.as_str(), document.hero.cents());
    assert_eq!(found, ("Credit memo", "Credit to your account, nothing to pay", -120));
    let notice = "The credit memo in the accounting system is still to be replaced. Until then its total of \u{2212}$1.20 counts. Its new total is $0.30.";
    assert_eq!(document.notice.as_deref(), Some(notice));
    assert!(matches!(document.payment, Payment::Text { title: "No payment needed", .. }));
}

#[test]
fn the_payment_page_of_an_older_invoice_is_led_to_while_it_asks_for_something() {
    let paying = |balance| {
        let input = amounting_to(650).with_status(PartiallyPaid, Some(cents(balance))).out_of_date(Some(cents(625)));
        InvoiceDocument::of(&input).payment
    };
    assert!(matches!(paying(125), Payment::Link { .. }));
    assert!(matches!(paying(0), Payment::Text { title: "Paid in full", .. }), "its page asks for nothing");
}
