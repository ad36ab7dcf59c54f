//! Rules of what is still open.

use domain::Money;

use crate::{Document, Standing};

use super::{Bench, created, invoice_day, invoice_draft, line};

/// A new document owes all of itself and carries what the draft said.
pub async fn a_new_invoice_is_open_in_full(bench: &dyn Bench) {
    let draft = invoice_draft(bench, vec![line(98, 1000)]).await;
    let document = created(bench, &draft).await;
    let standing = standing(bench, &document).await;
    assert_eq!((standing.total, standing.balance), (document.total, document.total));
    assert_eq!((standing.dated, standing.due_on), (invoice_day(), draft.due_on));
    assert_eq!((&standing.number, &standing.memo), (&document.number, &draft.memo));
    assert_eq!(standing.revision, document.revision);
    assert!(!standing.voided);
    let safe = |url: &String| url.starts_with("https://") || url.starts_with("http://");
    assert!(standing.payment_url.iter().chain(&document.url).all(safe));
}

/// Payments do not change the total.
pub async fn payments_lower_the_balance_to_zero(bench: &dyn Bench) {
    let draft = invoice_draft(bench, vec![line(98, 1000)]).await;
    let document = created(bench, &draft).await;
    for (paid, open) in [(30_000, 68_000), (67_999, 1), (1, 0)] {
        bench.pay(&document.at, Money::from_cents(paid)).await;
        let standing = standing(bench, &document).await;
        assert_eq!((standing.total, standing.balance), (document.total, Money::from_cents(open)));
        assert!(!standing.voided);
    }
}

/// The balance of a credit memo is what has not been used of it, and never negative.
pub async fn a_credit_memo_is_used_up(bench: &dyn Bench) {
    let draft = invoice_draft(bench, vec![line(-4, 1000)]).await;
    let document = created(bench, &draft).await;
    assert_eq!(standing(bench, &document).await.balance, Money::from_cents(4000));
    bench.pay(&document.at, Money::from_cents(1500)).await;
    let standing = standing(bench, &document).await;
    assert_eq!((standing.total, standing.balance), (Money::from_cents(4000), Money::from_cents(2500)));
}

/// Voided is not paid, though nothing is open.
pub async fn a_voided_invoice_says_so(bench: &dyn Bench) {
    let draft = invoice_draft(bench, vec![line(98, 1000)]).await;
    let document = created(bench, &draft).await;
    bench.void(&document.at).await;
    let standing = standing(bench, &document).await;
    assert!(standing.voided);
    assert_eq!(standing.balance, Money::ZERO);
}

/// Deleted is an answer, not a failure.
pub async fn a_deleted_invoice_has_no_standing(bench: &dyn Bench) {
    let draft = invoice_draft(bench, vec![line(98, 1000)]).await;
    let document = created(bench, &draft).await;
    bench.delete(&document.at).await;
    assert_eq!(bench.accounting().standing(&document.at).await, Ok(None));
}

async fn standing(bench: &dyn Bench, document: &Document) -> Standing {
    bench.accounting().standing(&document.at).await.expect("a read").expect("it exists")
}
