//! Rules of replacing the content of an invoice or credit memo.

use domain::Money;

use crate::{Document, InvoiceDraft, InvoiceLine, Refusal, Result};

use super::exactly_once::assert_unknown;
use super::{Bench, Trouble, assert_refused, created, invoice_draft, line};

/// What the new draft does not name is gone; id and number stay.
pub async fn an_update_replaces_every_line(bench: &dyn Bench) {
    let (first, next) = made_and_next(bench, vec![line(96, 1000), line(2, 500)]).await;
    let updated = update(bench, &first, &next).await.expect("an open invoice");
    assert_eq!((&updated.at, &updated.number), (&first.at, &first.number));
    assert_eq!(updated.total, Money::from_cents(97_000));
    assert_ne!(updated.revision, first.revision);
    let standing = bench.accounting().standing(&first.at).await.expect("a read").expect("it exists");
    assert_eq!((standing.total, standing.balance), (updated.total, updated.total));
    assert_eq!(bench.document_count().await, 1);
}

/// The second time finds the work done, although the revision is no longer the one it names.
pub async fn an_update_sent_twice_happens_once(bench: &dyn Bench) {
    let (first, next) = made_and_next(bench, vec![line(96, 1000)]).await;
    let updated = update(bench, &first, &next).await.expect("an open invoice");
    let again = update(bench, &first, &next).await.expect("the same draft");
    assert_eq!((again.at, again.total), (updated.at, updated.total));
    assert_eq!(total(bench, &first).await, Money::from_cents(96_000));
}

/// Sending again after an unknown outcome ends in the new content, whether the first one arrived or not.
pub async fn an_update_whose_answer_was_lost_is_sent_again(bench: &dyn Bench) {
    let (first, next) = made_and_next(bench, vec![line(96, 1000)]).await;
    bench.fail_writes(Trouble::AnswerLost).await;
    assert_unknown(update(bench, &first, &next).await);
    bench.recover().await;
    let updated = update(bench, &first, &next).await.expect("the same draft");
    assert_eq!((updated.at, updated.total), (first.at, Money::from_cents(96_000)));
}

/// Work done in the accounting system is not thrown away in silence.
pub async fn an_update_never_overwrites_somebody_elses_change(bench: &dyn Bench) {
    let (first, next) = made_and_next(bench, vec![line(96, 1000)]).await;
    bench.edit(&first.at).await;
    assert_refused(update(bench, &first, &next).await, Refusal::Changed);
    assert_eq!(total(bench, &first).await, first.total);
    let standing = bench.accounting().standing(&first.at).await.expect("a read").expect("it exists");
    let accepted = bench.accounting().update_invoice(&first.at, &standing.revision, &next).await;
    assert_eq!(accepted.expect("the change was seen").total, Money::from_cents(96_000));
}

/// The customer of the plan is another one since, or a person has given the document to another one.
pub async fn an_update_never_goes_to_another_customer(bench: &dyn Bench) {
    let (first, next) = made_and_next(bench, vec![line(96, 1000)]).await;
    let other = bench.add_customer("Ferry Landing").await;
    let standing = bench.accounting().standing(&first.at).await.expect("a read").expect("it exists");
    assert_eq!(standing.party, next.customer.as_str());
    assert_refused(update(bench, &first, &InvoiceDraft { customer: other, ..next }).await, Refusal::PartyFixed);
    assert_eq!(total(bench, &first).await, first.total);
}

/// In both directions (rules.md#credit-memo).
pub async fn an_update_never_turns_an_invoice_into_a_credit_memo(bench: &dyn Bench) {
    let (invoice, next) = made_and_next(bench, vec![line(-1, 1000)]).await;
    assert_refused(update(bench, &invoice, &next).await, Refusal::KindFixed);
    assert_eq!(total(bench, &invoice).await, invoice.total);

    let memo =
        InvoiceDraft { snapshot: domain::SnapshotId(124), number: "EG-000124".to_owned(), generation: 1, ..next };
    let made = created(bench, &memo).await;
    let next = InvoiceDraft { generation: 2, lines: vec![line(1, 1000)], ..memo };
    assert_refused(update(bench, &made, &next).await, Refusal::KindFixed);
    assert_eq!(total(bench, &made).await, made.total);
}

/// The portal then offers to create it anew.
pub async fn an_update_of_a_deleted_invoice_is_refused(bench: &dyn Bench) {
    let (first, next) = made_and_next(bench, vec![line(96, 1000)]).await;
    bench.delete(&first.at).await;
    assert_refused(update(bench, &first, &next).await, Refusal::Gone);
    assert_eq!(bench.document_count().await, 0);
}

/// Even when the payment is known to us.
pub async fn an_update_of_a_paid_invoice_is_refused(bench: &dyn Bench) {
    let (first, next) = made_and_next(bench, vec![line(96, 1000)]).await;
    bench.pay(&first.at, first.total).await;
    assert_settled(bench, &first, &next).await;
}

/// Even when the voiding is known to us.
pub async fn an_update_of_a_voided_invoice_is_refused(bench: &dyn Bench) {
    let (first, next) = made_and_next(bench, vec![line(96, 1000)]).await;
    bench.void(&first.at).await;
    assert_settled(bench, &first, &next).await;
}

/// A voided document bills nothing, although its lines may stand there as they were.
pub async fn an_update_of_a_voided_invoice_that_changes_nothing_is_refused(bench: &dyn Bench) {
    let (first, next) = made_and_next(bench, vec![line(98, 1000)]).await;
    bench.void(&first.at).await;
    assert_settled(bench, &first, &next).await;
}

async fn assert_settled(bench: &dyn Bench, first: &Document, next: &InvoiceDraft) {
    let before = bench.accounting().standing(&first.at).await.expect("a read").expect("it exists");
    assert_refused(bench.accounting().update_invoice(&first.at, &before.revision, next).await, Refusal::Settled);
    let after = bench.accounting().standing(&first.at).await.expect("a read");
    assert_eq!(after, Some(before));
}

/// An invoice over 98 × 10.00, and the next request for it.
async fn made_and_next(bench: &dyn Bench, lines: Vec<InvoiceLine>) -> (Document, InvoiceDraft) {
    let draft = invoice_draft(bench, vec![line(98, 1000)]).await;
    let made = created(bench, &draft).await;
    (made, InvoiceDraft { generation: 2, lines, ..draft })
}

async fn update(bench: &dyn Bench, known: &Document, draft: &InvoiceDraft) -> Result<Document> {
    bench.accounting().update_invoice(&known.at, &known.revision, draft).await
}

async fn total(bench: &dyn Bench, document: &Document) -> Money {
    bench.accounting().standing(&document.at).await.expect("a read").expect("it exists").total
}
