use async_trait::async_trait;
use domain::Money;

use crate::contract::{Bench, Trouble, assert_refused, bill_draft, created, invoice_draft, line};
use crate::{Accounting, ConnectorError, CustomerId, DocumentRef, InvoiceDraft, Refusal, TermId, VendorId};

use super::{Call, FakeErp, Fault};

#[async_trait]
impl Bench for FakeErp {
    fn accounting(&self) -> &dyn Accounting {
        self
    }

    async fn add_customer(&self, display_name: &str) -> CustomerId {
        self.add_customer(display_name)
    }

    async fn add_vendor(&self, display_name: &str) -> VendorId {
        self.add_vendor(display_name)
    }

    async fn add_term(&self, name: &str, due_days: Option<u16>) -> TermId {
        self.add_term(name, due_days)
    }

    async fn pay(&self, at: &DocumentRef, amount: Money) {
        self.record_payment(at, amount).expect("so much is open");
    }

    async fn void(&self, at: &DocumentRef) {
        self.void(at).expect("it exists");
    }

    async fn delete(&self, at: &DocumentRef) {
        self.delete(at).expect("it exists");
    }

    async fn edit(&self, at: &DocumentRef) {
        self.edit_memo(at, "Please pay by cheque").expect("it exists");
    }

    async fn document_count(&self) -> usize {
        self.documents().len()
    }

    async fn mails(&self) -> Vec<Vec<String>> {
        self.mails().into_iter().map(|mail| mail.recipients).collect()
    }

    async fn fail(&self, trouble: Trouble) {
        self.fail_always(fault(trouble));
    }

    async fn fail_writes(&self, trouble: Trouble) {
        self.fail_writes(fault(trouble));
    }

    async fn recover(&self) {
        self.recover();
    }
}

fn fault(trouble: Trouble) -> Fault {
    match trouble {
        Trouble::Busy => Fault::busy(),
        Trouble::CredentialsRefused => Fault::credentials_refused(),
        Trouble::RequestLost => Fault::request_lost(),
        Trouble::AnswerLost => Fault::answer_lost(),
    }
}

mod contract {
    crate::accounting_contract!(super::FakeErp::new());
}

/// A rule that is written but not listed in the macro would never run.
#[test]
fn every_rule_of_the_contract_is_run() {
    let listed = include_str!("../contract/mod.rs");
    let rules = [
        include_str!("../contract/exactly_once.rs"),
        include_str!("../contract/failures.rs"),
        include_str!("../contract/invoices.rs"),
        include_str!("../contract/lookups.rs"),
        include_str!("../contract/payments.rs"),
        include_str!("../contract/updates.rs"),
    ];
    let written = rules.iter().flat_map(|file| file.lines()).filter_map(|line| line.strip_prefix("pub async fn "));
    let missing: Vec<&str> = written
        .filter_map(|rest| rest.split_once('(').map(|(name, _)| name))
        .filter(|name| !listed.lines().any(|line| line.trim() == *name))
        .collect();
    assert!(missing.is_empty(), "add to accounting_contract! in contract/mod.rs: {missing:?}");
}

#[tokio::test]
async fn a_key_gives_the_first_document_and_updates_to_one_content() {
    let erp = FakeErp::new();
    let draft = invoice_draft(&erp, vec![line(98, 1000)]).await;
    let made = created(&erp, &draft).await;
    let other = InvoiceDraft { lines: vec![line(97, 1000)], ..draft };
    assert_eq!(created(&erp, &other).await, made);
    assert_refused(erp.update_invoice(&made.at, &made.revision, &other).await, Refusal::Invalid);
    assert_eq!(erp.documents(), [made]);
}

#[tokio::test]
async fn a_number_is_used_once_per_kind() {
    let erp = FakeErp::new();
    let draft = invoice_draft(&erp, vec![line(98, 1000)]).await;
    let made = created(&erp, &draft).await;
    assert_eq!(made.number, "EG-000123");
    let second = InvoiceDraft { generation: 2, ..draft.clone() };
    assert_refused(erp.create_invoice(&second).await, Refusal::NumberTaken);
    let memo = InvoiceDraft { lines: vec![line(-1, 1000)], ..second };
    assert_eq!(created(&erp, &memo).await.number, "EG-000123");
}

#[tokio::test]
async fn an_account_may_number_documents_itself() {
    let erp = FakeErp::new();
    erp.number_documents_itself();
    let draft = invoice_draft(&erp, vec![line(98, 1000)]).await;
    let first = created(&erp, &draft).await;
    let second = created(&erp, &InvoiceDraft { generation: 2, ..draft }).await;
    assert_eq!((first.number.as_str(), second.number.as_str()), ("1001", "1002"));
}

#[tokio::test]
async fn drafts_that_no_system_takes_are_refused() {
    let erp = FakeErp::new();
    let good = invoice_draft(&erp, vec![line(98, 1000)]).await;
    for bad in [
        InvoiceDraft { lines: Vec::new(), ..good.clone() },
        InvoiceDraft { lines: vec![line(1, -1000)], ..good.clone() },
        InvoiceDraft { number: " ".to_owned(), ..good.clone() },
        InvoiceDraft { number: "1234567890123456789012".to_owned(), ..good.clone() },
        InvoiceDraft { terms: Some(TermId::from("Net 30")), ..good.clone() },
    ] {
        assert_refused(erp.create_invoice(&bad).await, Refusal::Invalid);
    }
    assert!(erp.documents().is_empty());
}

#[tokio::test]
async fn no_more_is_paid_than_is_open() {
    let erp = FakeErp::new();
    let draft = invoice_draft(&erp, vec![line(98, 1000)]).await;
    let made = created(&erp, &draft).await;
    erp.record_payment(&made.at, Money::from_cents(90_000)).expect("so much is open");
    assert_refused(erp.record_payment(&made.at, Money::from_cents(8001)), Refusal::Invalid);
    assert_refused(erp.record_payment(&made.at, Money::ZERO), Refusal::Invalid);

    let revision = erp.standing(&made.at).await.expect("a read").expect("it exists").revision;
    let smaller = InvoiceDraft { generation: 2, lines: vec![line(89, 1000)], ..draft };
    assert_refused(erp.update_invoice(&made.at, &revision, &smaller).await, Refusal::Overpaid);
}

#[tokio::test]
async fn an_update_keeps_what_was_paid() {
    let erp = FakeErp::new();
    let draft = invoice_draft(&erp, vec![line(98, 1000)]).await;
    let made = created(&erp, &draft).await;
    erp.record_payment(&made.at, Money::from_cents(90_000)).expect("so much is open");
    let revision = erp.standing(&made.at).await.expect("a read").expect("it exists").revision;
    let next = InvoiceDraft { generation: 2, lines: vec![line(100, 1000), line(-1, 500)], ..draft };
    erp.update_invoice(&made.at, &revision, &next).await.expect("a part is open");
    let standing = erp.standing(&made.at).await.expect("a read").expect("it exists");
    assert_eq!((standing.total, standing.balance), (Money::from_cents(99_500), Money::from_cents(9500)));
    assert_eq!(erp.lines(&made.at), next.lines);
}

#[tokio::test]
async fn a_credit_memo_shows_what_is_credited() {
    let erp = FakeErp::new();
    let draft = invoice_draft(&erp, vec![line(1, 1000), line(-3, 1000)]).await;
    let made = created(&erp, &draft).await;
    assert_eq!(erp.lines(&made.at), [line(-1, 1000), line(3, 1000)]);
    assert_eq!(erp.standing(&made.at).await.expect("a read").expect("it exists").payment_url, None);
}

#[tokio::test]
async fn planned_faults_meet_their_call_once_and_in_order() {
    let erp = FakeErp::new();
    let draft = invoice_draft(&erp, vec![line(98, 1000)]).await;
    erp.fail_next(Call::CreateInvoice, Fault::busy());
    erp.fail_next(Call::CreateInvoice, Fault::answer_lost());
    erp.fail_next(Call::CreateBill, Fault::credentials_refused());
    assert!(erp.terms().await.is_ok());
    assert!(matches!(erp.create_invoice(&draft).await, Err(ConnectorError::Retry { .. })));
    assert!(erp.documents().is_empty());
    assert!(matches!(erp.create_invoice(&draft).await, Err(ConnectorError::OutcomeUnknown(_))));
    assert_eq!(erp.documents().len(), 1);
    assert!(erp.create_invoice(&draft).await.is_ok());
    let bill = bill_draft(&erp, &[6000]).await;
    assert!(matches!(erp.create_bill(&bill).await, Err(ConnectorError::NewCredentials(_))));
    let calls = [Call::Terms, Call::CreateInvoice, Call::CreateInvoice, Call::CreateInvoice, Call::CreateBill];
    assert_eq!(erp.calls(), calls);
}

#[tokio::test]
async fn the_same_calls_give_the_same_books() {
    let books = async || {
        let erp = FakeErp::stocked(&["Harbor Bakery"], &["Lighthouse Brokerage"]);
        let draft = invoice_draft(&erp, vec![line(98, 1000)]).await;
        created(&erp, &draft).await;
        let pdf = erp.invoice_pdfs().expect("the fake makes PDFs").invoice_pdf(&erp.documents()[0].at).await;
        (erp.documents(), erp.terms().await, erp.customers("harbor", 10).await, pdf)
    };
    assert_eq!(books().await, books().await);
}

#[tokio::test]
async fn a_clone_has_the_same_books() {
    let erp = FakeErp::new();
    let portal_side = erp.clone();
    let draft = invoice_draft(&erp, vec![line(98, 1000)]).await;
    created(&portal_side, &draft).await;
    assert_eq!(erp.documents().len(), 1);
}
