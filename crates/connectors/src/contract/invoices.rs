//! Rules of creating and handing out documents.

use domain::Money;

use crate::{CustomerId, DocumentKind, Refusal, VendorId};

use super::{Bench, assert_refused, bill_draft, created, invoice_draft, line};

/// Quantity times rate, to the cent.
pub async fn an_invoice_carries_its_number_and_total(bench: &dyn Bench) {
    let draft = invoice_draft(bench, vec![line(98, 1000), line(3, 4999)]).await;
    let document = created(bench, &draft).await;
    assert_eq!(document.at.kind, DocumentKind::Invoice);
    assert_eq!(document.total, Money::from_cents(98 * 1000 + 3 * 4999));
    assert!(!document.number.is_empty());
    assert_eq!(bench.document_count().await, 1);
}

/// Credits lower the total of an invoice that stays an invoice.
pub async fn an_invoice_may_hold_credit_lines(bench: &dyn Bench) {
    let draft = invoice_draft(bench, vec![line(98, 1000), line(-2, 1000), line(-2, 1000)]).await;
    let document = created(bench, &draft).await;
    assert_eq!((document.at.kind, document.total), (DocumentKind::Invoice, Money::from_cents(94_000)));
}

/// The memo states what is credited (rules.md#credit-memo).
pub async fn a_negative_total_makes_a_credit_memo(bench: &dyn Bench) {
    let draft = invoice_draft(bench, vec![line(1, 1000), line(-3, 1000)]).await;
    let document = created(bench, &draft).await;
    assert_eq!((document.at.kind, document.total), (DocumentKind::CreditMemo, Money::from_cents(2000)));
}

/// Tests the kind of the document (rules.md#credit-memo).
pub async fn a_total_of_zero_makes_an_invoice(bench: &dyn Bench) {
    let draft = invoice_draft(bench, vec![line(2, 1000), line(-2, 1000)]).await;
    let document = created(bench, &draft).await;
    assert_eq!((document.at.kind, document.total), (DocumentKind::Invoice, Money::ZERO));
}

/// Nothing is made for somebody the system does not know.
pub async fn an_unknown_customer_is_refused(bench: &dyn Bench) {
    let mut draft = invoice_draft(bench, vec![line(1, 1000)]).await;
    draft.customer = CustomerId::from("999999999");
    assert_refused(bench.accounting().create_invoice(&draft).await, Refusal::Invalid);
    assert_eq!(bench.document_count().await, 0);
}

/// A bill is the sum of its lines, credits included.
pub async fn a_bill_carries_its_number_and_total(bench: &dyn Bench) {
    let draft = bill_draft(bench, &[6000, 1250, -250]).await;
    let document = bench.accounting().create_bill(&draft).await.expect("the draft is in order");
    assert_eq!((document.at.kind, document.total), (DocumentKind::Bill, Money::from_cents(7000)));
    assert!(!document.number.is_empty());
}

/// The amount of a bill is above zero (rules.md#bill-of-a-statement).
pub async fn a_bill_of_nothing_is_refused(bench: &dyn Bench) {
    let draft = bill_draft(bench, &[6000, -6000]).await;
    assert_refused(bench.accounting().create_bill(&draft).await, Refusal::Invalid);
    assert_eq!(bench.document_count().await, 0);
}

/// Nothing is made for somebody the system does not know.
pub async fn an_unknown_vendor_is_refused(bench: &dyn Bench) {
    let mut draft = bill_draft(bench, &[6000]).await;
    draft.vendor = VendorId::from("999999999");
    assert_refused(bench.accounting().create_bill(&draft).await, Refusal::Invalid);
    assert_eq!(bench.document_count().await, 0);
}

/// Invoices and credit memos are mailed; what is gone is not.
pub async fn a_mail_goes_to_every_recipient(bench: &dyn Bench) {
    let draft = invoice_draft(bench, vec![line(1, 1000)]).await;
    let document = created(bench, &draft).await;
    let recipients = ["books@harbor.example".to_owned(), "owner@harbor.example".to_owned()];
    bench.accounting().email_invoice(&document.at, &recipients).await.expect("a mail");
    assert_eq!(bench.mails().await, [recipients.to_vec()]);
    bench.delete(&document.at).await;
    assert_refused(bench.accounting().email_invoice(&document.at, &recipients).await, Refusal::Gone);
    assert_eq!(bench.mails().await.len(), 1);
}

/// Where the system makes PDFs, it makes them of what exists.
pub async fn a_pdf_is_a_pdf(bench: &dyn Bench) {
    let draft = invoice_draft(bench, vec![line(1, 1000)]).await;
    let document = created(bench, &draft).await;
    let Some(pdfs) = bench.accounting().invoice_pdfs() else { return };
    let bytes = pdfs.invoice_pdf(&document.at).await.expect("a document that exists");
    assert!(bytes.starts_with(b"%PDF-"), "{} bytes", bytes.len());
    bench.delete(&document.at).await;
    assert_refused(pdfs.invoice_pdf(&document.at).await, Refusal::Gone);
}
