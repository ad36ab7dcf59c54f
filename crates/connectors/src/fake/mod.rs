//! An accounting system in memory that behaves like a real one, for tests.
//!
//! It numbers and keeps documents, knows each request key, keeps balances, and refuses what real ones refuse. It can be told to fail
//! before or after doing the work. No clock and no randomness: the same calls give the same books.

mod accounting;
mod books;
mod entry;
mod faults;
mod pdf;
#[cfg(test)]
mod tests;

use std::sync::{Arc, Mutex, MutexGuard};

use chrono::NaiveDate;
use domain::Money;

use crate::document::{Document, DocumentRef};
use crate::draft::{InvoiceDraft, InvoiceLine};
use crate::error::ConnectorError;
use crate::lookups::{CustomerId, TermId, VendorId};
use books::Books;
use faults::Faults;

pub use books::Mail;
pub use faults::{Call, Fault};

/// One account in the accounting system. Clones share its books, so that a test keeps one hand on what the portal uses.
#[derive(Debug, Clone, Default)]
pub struct FakeErp(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    books: Books,
    faults: Faults,
    calls: Vec<Call>,
    lost: Option<InvoiceDraft>,
    is_late: bool,
}

/// What happens in the accounting system itself, at the hands of its own users.
impl FakeErp {
    /// An account with empty books.
    pub fn new() -> Self {
        Self::default()
    }

    /// An account with the usual terms, and one customer or vendor per name given.
    pub fn stocked(customers: &[&str], vendors: &[&str]) -> Self {
        let erp = Self::new();
        for (name, days) in [("Due on receipt", 0), ("Net 15", 15), ("Net 30", 30), ("Net 60", 60)] {
            erp.add_term(name, Some(days));
        }
        for name in customers {
            erp.add_customer(name);
        }
        for name in vendors {
            erp.add_vendor(name);
        }
        erp
    }

    /// Adds a customer.
    pub fn add_customer(&self, display_name: &str) -> CustomerId {
        self.state().books.add_customer(display_name)
    }

    /// Adds a vendor.
    pub fn add_vendor(&self, display_name: &str) -> VendorId {
        self.state().books.add_vendor(display_name)
    }

    /// Adds payment terms.
    pub fn add_term(&self, name: &str, due_days: Option<u16>) -> TermId {
        self.state().books.add_term(name, due_days)
    }

    /// From now on the account gives documents its own numbers, as some are set up to do.
    pub fn number_documents_itself(&self) {
        self.state().books.numbers_itself = true;
    }

    /// From now on the account tells of its documents whether it has mailed them.
    pub fn tell_mails(&self) {
        self.state().books.tells_mails = true;
    }

    /// Records a payment of an invoice, or the use of a credit memo.
    ///
    /// # Errors
    /// When the document does not exist, or less than `amount` is open.
    pub fn record_payment(&self, at: &DocumentRef, amount: Money) -> Result<(), ConnectorError> {
        self.state().books.pay(at, amount)
    }

    /// Takes what was paid off a document, as when a payment is put elsewhere.
    ///
    /// # Errors
    /// When it does not exist.
    pub fn take_payment_off(&self, at: &DocumentRef) -> Result<(), ConnectorError> {
        self.state().books.take_payment_off(at)
    }

    /// Voids a document.
    ///
    /// # Errors
    /// When it does not exist.
    pub fn void(&self, at: &DocumentRef) -> Result<(), ConnectorError> {
        self.state().books.void(at)
    }

    /// Deletes a document.
    ///
    /// # Errors
    /// When it does not exist.
    pub fn delete(&self, at: &DocumentRef) -> Result<(), ConnectorError> {
        self.state().books.delete(at)
    }

    /// Changes the memo of a document, as its own users may at any time.
    ///
    /// # Errors
    /// When it does not exist.
    pub fn edit_memo(&self, at: &DocumentRef, memo: &str) -> Result<(), ConnectorError> {
        self.state().books.edit_memo(at, memo)
    }

    /// Gives a document another number, as its own users may at any time.
    ///
    /// # Errors
    /// When it does not exist.
    pub fn renumber(&self, at: &DocumentRef, number: &str) -> Result<(), ConnectorError> {
        self.state().books.renumber(at, number)
    }

    /// Changes the date of a document, as its own users may at any time.
    ///
    /// # Errors
    /// When it does not exist.
    pub fn edit_date(&self, at: &DocumentRef, dated: NaiveDate) -> Result<(), ConnectorError> {
        self.state().books.edit_date(at, dated)
    }

    /// Gives a document to another customer or vendor, as its own users may at any time.
    ///
    /// # Errors
    /// When it does not exist.
    pub fn give_to(&self, at: &DocumentRef, party: &str) -> Result<(), ConnectorError> {
        self.state().books.give_to(at, party)
    }
}

/// What a test looks at and arranges.
impl FakeErp {
    /// The next call of this kind meets `fault`; several wait for one call each, in order.
    pub fn fail_next(&self, call: Call, fault: Fault) {
        self.state().faults.plan(call, fault);
    }

    /// Every call meets `fault` until [`recover`](Self::recover), after the faults planned for single calls.
    pub fn fail_always(&self, fault: Fault) {
        self.state().faults.stand(Some(fault));
    }

    /// Every call that changes something meets `fault` until [`recover`](Self::recover).
    pub fn fail_writes(&self, fault: Fault) {
        self.state().faults.stand_for_writes(fault);
    }

    /// Ends [`fail_always`](Self::fail_always) and [`fail_writes`](Self::fail_writes), and forgets planned faults.
    pub fn recover(&self) {
        self.state().faults = Faults::default();
    }

    /// The last creation of an invoice that failed before its work is done all the same, right before the next one.
    pub fn deliver_late(&self) {
        self.state().is_late = true;
    }

    /// Every call so far, failed ones included.
    pub fn calls(&self) -> Vec<Call> {
        self.state().calls.clone()
    }

    /// The documents that exist, oldest first.
    pub fn documents(&self) -> Vec<Document> {
        self.state().books.documents().collect()
    }

    /// The lines of an invoice or credit memo, as the document shows them; none for a document that does not exist.
    pub fn lines(&self, at: &DocumentRef) -> Vec<InvoiceLine> {
        self.state().books.lines(at)
    }

    /// The mails sent, oldest first.
    pub fn mails(&self) -> Vec<Mail> {
        self.state().books.mails.clone()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().expect("no call panics while it holds the books")
    }
}
