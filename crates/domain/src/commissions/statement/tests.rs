//! Which month a statement is for, and when it may be deleted.

use super::*;

const JULY: BillingMonth = BillingMonth::from_number(2026 * 12 + 6);

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

#[test]
fn a_month_after_next_year_is_refused() {
    let today = "2026-07-20".parse().expect("a day");
    let (last, first) = (BillingMonth::new(2027, 12).expect("a month"), BillingMonth::new(2019, 1).expect("a month"));
    assert_eq!((stated_month(Some(last), today), stated_month(Some(first), today)), (Ok(last), Ok(first)));
    for (wish, said) in [
        (None, "Billing Period is required."),
        (Some(last.plus(1)), "Billing Period must not be after December 2027."),
        (BillingMonth::new(9999, 12), "Billing Period must not be after December 2027."),
    ] {
        assert_eq!(stated_month(wish, today), Err(Invalid::field("BillingPeriod", said)));
    }
}

#[test]
fn a_rule_is_stated_for_the_month_before_unless_another_is_chosen() {
    for (wish, today, month) in [
        (None, "2026-08-01", JULY),
        (None, "2026-08-31", JULY),
        (None, "2027-01-15", JULY.plus(5)),
        (Some(JULY.plus(-3)), "2026-08-01", JULY.plus(-3)),
        (Some(JULY.plus(9)), "2026-08-01", JULY.plus(9)),
    ] {
        assert_eq!(month_or_previous(wish, today.parse().expect("a day")), month, "{wish:?} on {today}");
    }
}

#[test]
fn a_statement_with_a_bill_or_a_balance_brought_forward_stays() {
    let forward = "Its negative balance is brought forward in statement 12.";
    for (bill, carried_into, said) in [
        (Bill::None, None, vec![]),
        (Bill::Stands, None, vec![BILLED]),
        (Bill::InDoubt, None, vec![IN_DOUBT]),
        (Bill::None, Some(StatementId(12)), vec![forward]),
        (Bill::Stands, Some(StatementId(12)), vec![BILLED, forward]),
    ] {
        let found = check_delete(bill, carried_into).err().unwrap_or_else(Invalid::none);
        assert_eq!(found.0.iter().map(|error| error.message.as_str()).collect::<Vec<_>>(), said);
    }
}
