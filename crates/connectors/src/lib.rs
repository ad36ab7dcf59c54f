//! Other people's systems behind interfaces in our words: accounting here, the patient platform in [`patient_platform`].
//!
//! The portal knows [`Accounting`] only; the words of a vendor stop in that vendor's own module, and no vendor knows another.
//! Every write carries a [`RequestKey`], so that asking twice never makes a second document (rules.md#exactly-once).
//! Nothing here knows the database or the web.

mod amounts;
#[cfg(test)]
mod bench;
#[cfg(test)]
mod campaign;
mod document;
mod draft;
mod error;
pub mod fake;
mod fingerprint;
mod granted;
#[cfg(test)]
mod hostile_tests;
mod lenient;
mod lookups;
pub mod netsuite;
pub mod patient_platform;
pub mod quickbooks;
mod secret;
mod settings;
#[cfg(test)]
mod stub;
mod tokens;
mod transport;

#[cfg(any(test, feature = "testing"))]
pub mod contract;

use async_trait::async_trait;

pub use document::{Document, DocumentKind, DocumentRef, ErpId, NoRequestKey, RequestKey, Revision, Sought, Standing};
pub use draft::{BillDraft, BillLine, InvoiceDraft, InvoiceLine, MAX_NUMBER_LENGTH};
pub use error::{ConnectorError, Refusal, VendorAnswer};
pub use secret::Secret;
pub use settings::{BadSetting, CheckedSetting, Clock, Found};
pub use tokens::{MemoryTokens, TokenStore, TokenStoreError, Tokens};
pub use transport::Limits;

pub use lookups::{Customer, CustomerId, Term, TermId, Vendor, VendorId};

/// What a call to an accounting system gives.
pub type Result<T> = std::result::Result<T, ConnectorError>;

/// One account in an accounting system: all that the portal needs of it.
///
/// Reads change nothing and may be repeated at will. A write that ends in [`ConnectorError::Retry`] has done nothing; one that ends
/// in [`ConnectorError::OutcomeUnknown`] may or may not have happened, and is looked up by [`find`](Self::find) before it is repeated.
#[async_trait]
pub trait Accounting: Send + Sync {
    /// The active customers whose name contains `term`, whatever its case, by name; at most `limit`. An empty term finds all.
    async fn customers(&self, term: &str, limit: usize) -> Result<Vec<Customer>>;

    /// The active customer of this id; `None` when the account has none.
    async fn customer(&self, id: &CustomerId) -> Result<Option<Customer>>;

    /// The active vendors whose name contains `term`, whatever its case, by name; at most `limit`. An empty term finds all.
    async fn vendors(&self, term: &str, limit: usize) -> Result<Vec<Vendor>>;

    /// The active vendor of this id; `None` when the account has none.
    async fn vendor(&self, id: &VendorId) -> Result<Option<Vendor>>;

    /// The active payment terms, by name.
    async fn terms(&self) -> Result<Vec<Term>>;

    /// The document that was created under one of the keys that are sought; none when no such document exists.
    async fn find(&self, sought: &Sought) -> Result<Option<Document>>;

    /// Creates the invoice, or the credit memo when its total is negative (rules.md#credit-memo). The same key again gives the first document,
    /// whatever that says: the caller compares.
    ///
    /// # Errors
    /// [`Refusal::Invalid`] for an unknown customer or a draft the system does not accept, [`Refusal::NumberTaken`] for its number.
    async fn create_invoice(&self, draft: &InvoiceDraft) -> Result<Document>;

    /// Replaces all lines, dates and the memo of `known` by those of the draft, if `known` is still at `revision`.
    /// The same draft again changes nothing and succeeds, even though the revision has moved on. A detail of a line that a person has changed
    /// meanwhile, such as its tax, is refused all the same.
    ///
    /// # Errors
    /// [`Refusal::Changed`] when somebody else edited it, [`Refusal::Gone`] when it was deleted, [`Refusal::Settled`] when it is paid
    /// or voided, [`Refusal::Overpaid`] when more of it is paid than the draft comes to, [`Refusal::KindFixed`] when the draft would turn
    /// an invoice into a credit memo or the reverse, [`Refusal::PartyFixed`] when the document belongs to another customer.
    async fn update_invoice(&self, known: &DocumentRef, revision: &Revision, draft: &InvoiceDraft) -> Result<Document>;

    /// Creates the bill of a commission statement. The same key again gives the first document, whatever that says: the caller compares.
    ///
    /// # Errors
    /// [`Refusal::Invalid`] for an unknown vendor or a total that is not above zero, [`Refusal::NumberTaken`] for its number.
    async fn create_bill(&self, draft: &BillDraft) -> Result<Document>;

    /// Has the system mail the invoice or credit memo to `recipients`.
    ///
    /// The one write without a key: each success is one more mail, so after an unknown outcome it must not be repeated unasked.
    async fn email_invoice(&self, known: &DocumentRef, recipients: &[String]) -> Result<()>;

    /// How much of the document is still open; `None` when it does not exist any more.
    async fn standing(&self, known: &DocumentRef) -> Result<Option<Standing>>;

    /// The system's own PDF of an invoice, for systems that make one.
    fn invoice_pdfs(&self) -> Option<&dyn InvoicePdfs>;

    /// Taking in customers, for systems that let us.
    fn new_customers(&self) -> Option<&dyn NewCustomers>;

    /// Signs in anew and reads something: whether the account can be reached with its settings and tokens. Tokens that the vendor gives no
    /// others for are tried as they are.
    async fn check_connection(&self) -> Result<()>;

    /// Looks up what the settings name, such as products and accounts. Settings that are empty or name nothing are left out.
    ///
    /// # Errors
    /// Those of a read.
    async fn check_settings(&self) -> Result<Vec<CheckedSetting>>;

    /// The setting that a failed sign-in points to, by the name of its field.
    fn blamed(&self, failure: &ConnectorError) -> Option<&'static str>;

    /// Asks for new tokens whatever the state of those there are, and saves them.
    async fn refresh_tokens(&self) -> Result<()>;
}

/// The ability to take in a customer.
#[async_trait]
pub trait NewCustomers: Send + Sync {
    /// Makes a customer of this name. The same key again makes no second one and changes nothing of the first.
    ///
    /// # Errors
    /// [`Refusal::Invalid`] for a name that the system does not take, such as one that is taken.
    async fn create_customer(&self, name: &str, key: &str) -> Result<Customer>;
}

/// The ability to hand out the system's own rendering of an invoice.
#[async_trait]
pub trait InvoicePdfs: Send + Sync {
    /// The bytes of a PDF.
    ///
    /// # Errors
    /// [`Refusal::Gone`] when the document does not exist any more.
    async fn invoice_pdf(&self, known: &DocumentRef) -> Result<Vec<u8>>;
}
