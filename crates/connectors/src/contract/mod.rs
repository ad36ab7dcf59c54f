//! The tests that every [`Accounting`] must pass, as functions that a vendor's tests call.
//!
//! A vendor implements [`Bench`] over a local stand-in for its system and writes `connectors::accounting_contract!(bench());` in its
//! tests: each rule then runs as a test of its own, on a fresh bench. What is not a rule here may differ between vendors.

mod exactly_once;
mod failures;
mod invoices;
mod lookups;
mod payments;
mod updates;

use async_trait::async_trait;
use chrono::NaiveDate;
use domain::billing::BillingType;
use domain::{Money, SnapshotId, StatementId};

use crate::{
    Accounting, BillDraft, BillLine, CustomerId, Document, DocumentRef, InvoiceDraft, InvoiceLine, Refusal, Result,
    TermId, VendorId,
};

pub use exactly_once::*;
pub use failures::*;
pub use invoices::*;
pub use lookups::*;
pub use payments::*;
pub use updates::*;

/// An accounting system under test, with the hands of its own users on it. Each bench starts with empty books.
#[async_trait]
pub trait Bench: Send + Sync {
    /// The side that the portal sees.
    fn accounting(&self) -> &dyn Accounting;

    /// Adds a customer.
    async fn add_customer(&self, display_name: &str) -> CustomerId;
    /// Adds a vendor.
    async fn add_vendor(&self, display_name: &str) -> VendorId;
    /// Adds payment terms.
    async fn add_term(&self, name: &str, due_days: Option<u16>) -> TermId;

    /// Pays a part of a document.
    async fn pay(&self, at: &DocumentRef, amount: Money);
    /// Voids a document.
    async fn void(&self, at: &DocumentRef);
    /// Deletes a document.
    async fn delete(&self, at: &DocumentRef);
    /// Changes something about a document.
    async fn edit(&self, at: &DocumentRef);

    /// How many documents exist.
    async fn document_count(&self) -> usize;
    /// The recipients of each mail sent, oldest first.
    async fn mails(&self) -> Vec<Vec<String>>;

    /// Every call fails in this way until [`recover`](Self::recover).
    async fn fail(&self, trouble: Trouble);
    /// The same for the calls that change something; reads are answered.
    async fn fail_writes(&self, trouble: Trouble);
    /// Ends the failures.
    async fn recover(&self);
}

/// The ways in which a system fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// It does nothing because it is too busy.
    Busy,
    /// It does nothing because it no longer accepts our credentials.
    CredentialsRefused,
    /// Requests do not reach it.
    RequestLost,
    /// It does the work, but its answers do not reach us.
    AnswerLost,
}

/// Makes a test of each rule of the contract. The argument is evaluated once per test and gives a fresh [`Bench`].
#[macro_export]
macro_rules! accounting_contract {
    ($bench:expr) => {
        $crate::accounting_contract!(@each $bench;
            customers_are_found_by_any_part_of_their_name
            vendors_are_found_by_any_part_of_their_name
            a_customer_is_known_by_its_id
            a_vendor_is_known_by_its_id
            a_customer_is_taken_in_once
            an_apostrophe_in_a_search_is_a_letter
            terms_tell_after_how_many_days_payment_is_due
            an_invoice_carries_its_number_and_total
            an_invoice_may_hold_credit_lines
            a_negative_total_makes_a_credit_memo
            a_total_of_zero_makes_an_invoice
            an_unknown_customer_is_refused
            a_bill_carries_its_number_and_total
            a_bill_of_nothing_is_refused
            an_unknown_vendor_is_refused
            a_mail_goes_to_every_recipient
            a_pdf_is_a_pdf
            an_invoice_sent_twice_exists_once
            a_bill_sent_twice_exists_once
            a_document_is_found_by_its_key
            a_request_never_sent_is_not_found
            a_document_of_an_earlier_request_is_found
            a_document_tells_its_party_and_content
            another_content_under_the_same_key_gives_the_first_document
            an_invoice_whose_answer_was_lost_is_found
            an_invoice_whose_request_was_lost_is_sent_again
            a_bill_whose_answer_was_lost_is_found
            an_update_replaces_every_line
            an_update_sent_twice_happens_once
            an_update_whose_answer_was_lost_is_sent_again
            an_update_never_overwrites_somebody_elses_change
            an_update_never_goes_to_another_customer
            an_update_never_turns_an_invoice_into_a_credit_memo
            an_update_of_a_deleted_invoice_is_refused
            an_update_of_a_paid_invoice_is_refused
            an_update_of_a_voided_invoice_is_refused
            an_update_of_a_voided_invoice_that_changes_nothing_is_refused
            a_new_invoice_is_open_in_full
            payments_lower_the_balance_to_zero
            a_credit_memo_is_used_up
            a_voided_invoice_says_so
            a_deleted_invoice_has_no_standing
            a_busy_system_did_nothing
            refused_credentials_did_nothing
            reads_fail_without_doubt
        );
    };
    (@each $bench:expr; $($rule:ident)*) => {$(
        #[tokio::test]
        async fn $rule() {
            $crate::contract::$rule(&$bench).await;
        }
    )*};
}

/// The 3rd of July 2026, the date of the documents in these tests.
pub(crate) fn invoice_day() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 7, 3).expect("a day of the calendar")
}

pub(crate) fn line(quantity: i64, cents: i64) -> InvoiceLine {
    InvoiceLine {
        billing_type: BillingType::Pepm,
        description: "PEPM July 2026".to_owned(),
        service_on: invoice_day(),
        quantity,
        rate: Money::from_cents(cents),
    }
}

/// An invoice of snapshot 123 for a customer of the bench.
pub(crate) async fn invoice_draft(bench: &dyn Bench, lines: Vec<InvoiceLine>) -> InvoiceDraft {
    InvoiceDraft {
        snapshot: SnapshotId(123),
        generation: 1,
        customer: bench.add_customer("Harbor Bakery").await,
        number: "EG-000123".to_owned(),
        dated: invoice_day(),
        due_on: Some(invoice_day() + chrono::Days::new(30)),
        terms: Some(bench.add_term("Net 30", Some(30)).await),
        memo: "July 2026".to_owned(),
        broker: None,
        lines,
    }
}

/// A bill of statement 77 for a vendor of the bench.
pub(crate) async fn bill_draft(bench: &dyn Bench, cents: &[i64]) -> BillDraft {
    let line =
        |cents: &i64| BillLine { description: "Harbor Bakery, PEPM".to_owned(), amount: Money::from_cents(*cents) };
    BillDraft {
        statement: StatementId(77),
        generation: 1,
        vendor: bench.add_vendor("Lighthouse Brokerage").await,
        number: "202607-77-LB".to_owned(),
        dated: invoice_day(),
        terms: None,
        memo: "Commission July 2026".to_owned(),
        broker: None,
        lines: cents.iter().map(line).collect(),
    }
}

pub(crate) async fn created(bench: &dyn Bench, draft: &InvoiceDraft) -> Document {
    bench.accounting().create_invoice(draft).await.expect("the draft is in order")
}

/// Asserts that the call was refused for this reason, with a message to show.
#[track_caller]
pub(crate) fn assert_refused<T: std::fmt::Debug>(outcome: Result<T>, why: Refusal) {
    let failure = outcome.expect_err("the call must be refused");
    assert_eq!(failure.refusal(), Some(why), "{failure:?}");
    assert!(!failure.to_string().is_empty());
}
