//! Rules that keep one request from making two documents (rules.md#exactly-once).

use domain::erp::differences;

use crate::{BillDraft, ConnectorError, Document, DocumentKind, InvoiceDraft, RequestKey, Result, Sought};

use super::{Bench, Trouble, bill_draft, created, invoice_draft, line};

/// The second answer is the first document.
pub async fn an_invoice_sent_twice_exists_once(bench: &dyn Bench) {
    let draft = invoice_draft(bench, vec![line(98, 1000)]).await;
    let first = created(bench, &draft).await;
    let second = created(bench, &draft).await;
    assert_eq!((second.at, second.number, second.total), (first.at, first.number, first.total));
    assert_eq!(bench.document_count().await, 1);
}

/// The second answer is the first document.
pub async fn a_bill_sent_twice_exists_once(bench: &dyn Bench) {
    let draft = bill_draft(bench, &[6000]).await;
    let first = bench.accounting().create_bill(&draft).await.expect("the draft is in order");
    let second = bench.accounting().create_bill(&draft).await.expect("the same draft");
    assert_eq!((second.at, second.number, second.total), (first.at, first.number, first.total));
    assert_eq!(bench.document_count().await, 1);
}

/// Found is what was made under the key, and only while it exists.
pub async fn a_document_is_found_by_its_key(bench: &dyn Bench) {
    let invoice = invoice_draft(bench, vec![line(-4, 1000)]).await;
    let bill = bill_draft(bench, &[6000]).await;
    let made_invoice = created(bench, &invoice).await;
    let made_bill = bench.accounting().create_bill(&bill).await.expect("the draft is in order");
    for (key, number, made) in [(invoice.key(), &invoice.number, made_invoice), (bill.key(), &bill.number, made_bill)] {
        assert_eq!(found(bench, key, number).await, Some(made.clone()));
        bench.delete(&made.at).await;
        assert_eq!(found(bench, key, number).await, None);
    }
}

/// Another record, another generation and another kind are other requests.
pub async fn a_request_never_sent_is_not_found(bench: &dyn Bench) {
    let draft = invoice_draft(bench, vec![line(98, 1000)]).await;
    created(bench, &draft).await;
    let made = draft.key();
    for (key, number) in [
        (RequestKey { local_id: 124, ..made }, "EG-000124"),
        (RequestKey { generation: 2, ..made }, "EG-000123-2"),
        (RequestKey { kind: DocumentKind::CreditMemo, ..made }, "EG-000123"),
        (RequestKey { kind: DocumentKind::Bill, ..made }, "EG-000123"),
    ] {
        assert_eq!(found(bench, key, number).await, None, "{key}");
    }
}

/// The outcome is unknown, the look-up tells, and sending again makes no second one.
pub async fn an_invoice_whose_answer_was_lost_is_found(bench: &dyn Bench) {
    let draft = invoice_draft(bench, vec![line(98, 1000)]).await;
    bench.fail_writes(Trouble::AnswerLost).await;
    assert_unknown(bench.accounting().create_invoice(&draft).await);
    bench.recover().await;
    let made = found(bench, draft.key(), &draft.number).await.expect("the invoice was made");
    assert_eq!(made.total, draft.document_total());
    assert_eq!(created(bench, &draft).await.at, made.at);
    assert_eq!(bench.document_count().await, 1);
}

/// The outcome is unknown, the look-up tells, and sending again makes it.
pub async fn an_invoice_whose_request_was_lost_is_sent_again(bench: &dyn Bench) {
    let draft = invoice_draft(bench, vec![line(98, 1000)]).await;
    bench.fail_writes(Trouble::RequestLost).await;
    assert_unknown(bench.accounting().create_invoice(&draft).await);
    bench.recover().await;
    assert_eq!(found(bench, draft.key(), &draft.number).await, None);
    created(bench, &draft).await;
    assert_eq!(bench.document_count().await, 1);
}

/// As for invoices.
pub async fn a_bill_whose_answer_was_lost_is_found(bench: &dyn Bench) {
    let draft = bill_draft(bench, &[6000]).await;
    bench.fail_writes(Trouble::AnswerLost).await;
    assert_unknown(bench.accounting().create_bill(&draft).await);
    bench.recover().await;
    let made = found(bench, draft.key(), &draft.number).await.expect("the bill was made");
    let again = bench.accounting().create_bill(&draft).await.expect("the same draft");
    assert_eq!((again.at, made.total), (made.at, draft.total()));
    assert_eq!(bench.document_count().await, 1);
}

/// A search under a later generation finds the document of an earlier request, and finds nothing once the document is deleted.
pub async fn a_document_of_an_earlier_request_is_found(bench: &dyn Bench) {
    let invoice = invoice_draft(bench, vec![line(98, 1000)]).await;
    let bill = bill_draft(bench, &[6000]).await;
    let made_invoice = created(bench, &invoice).await;
    let made_bill = bench.accounting().create_bill(&bill).await.expect("the draft is in order");
    let (next_invoice, next_bill) = (InvoiceDraft { generation: 3, ..invoice }, BillDraft { generation: 3, ..bill });
    for (sought, made) in [(next_invoice.sought(), &made_invoice), (next_bill.sought(), &made_bill)] {
        assert_eq!(bench.accounting().find(&sought).await.expect("a look-up").as_ref(), Some(made));
        bench.delete(&made.at).await;
        assert_eq!(bench.accounting().find(&sought).await.expect("a look-up"), None);
    }
}

/// A created or found document carries its party and its content, so that the caller can compare both with the draft.
pub async fn a_document_tells_its_party_and_content(bench: &dyn Bench) {
    let invoice = invoice_draft(bench, vec![line(98, 1000), line(-2, 500)]).await;
    let bill = bill_draft(bench, &[6000, -100]).await;
    let made = created(bench, &invoice).await;
    assert_eq!((made.party.as_str(), &made.content), (invoice.customer.as_str(), &invoice.content()));
    let billed = bench.accounting().create_bill(&bill).await.expect("the draft is in order");
    assert_eq!(billed.party, bill.vendor.as_str());
    assert_eq!(differences(&bill.content(), &billed.content), []);
    bench.edit(&made.at).await;
    let edited = bench.accounting().find(&invoice.sought()).await.expect("a look-up").expect("it exists");
    assert_eq!(differences(&invoice.content(), &edited.content).len(), 1, "its memo");
}

/// A second creation under the same key makes no second document, even with other content.
pub async fn another_content_under_the_same_key_gives_the_first_document(bench: &dyn Bench) {
    let draft = invoice_draft(bench, vec![line(98, 1000)]).await;
    let bill = bill_draft(bench, &[6000]).await;
    let made = created(bench, &draft).await;
    let billed = bench.accounting().create_bill(&bill).await.expect("the draft is in order");
    let again = created(bench, &InvoiceDraft { lines: vec![line(97, 1000)], ..draft }).await;
    let lines = vec![crate::BillLine { amount: domain::Money::from_cents(100), ..bill.lines[0].clone() }];
    let billed_again = bench.accounting().create_bill(&BillDraft { lines, ..bill }).await.expect("the same key");
    assert_eq!((again.at, again.total), (made.at, made.total));
    assert_eq!((billed_again.at, billed_again.total), (billed.at, billed.total));
    assert_eq!(bench.document_count().await, 2);
}

async fn found(bench: &dyn Bench, key: RequestKey, number: &str) -> Option<Document> {
    bench.accounting().find(&Sought::under(key, number)).await.expect("a look-up")
}

/// Asserts that the outcome is unknown, so that the caller has to look the document up.
#[track_caller]
pub(super) fn assert_unknown<T: std::fmt::Debug>(outcome: Result<T>) {
    let failure = outcome.expect_err("no answer can have come");
    assert!(matches!(failure, ConnectorError::OutcomeUnknown(_)), "{failure:?}");
}
