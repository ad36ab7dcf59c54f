//! The books of the account: who is known, what was written, what was paid. All rules of the account are here.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use domain::Money;

use crate::document::{Document, DocumentRef, RequestKey, Revision, Standing};
use crate::draft::{BillDraft, InvoiceDraft, InvoiceLine, MAX_NUMBER_LENGTH};
use crate::error::{ConnectorError, Refusal};
use crate::lookups::{Customer, CustomerId, Term, TermId, Vendor, VendorId};

use super::entry::{Content, Entry};

/// A mail that the account sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// The document in it.
    pub document: DocumentRef,
    /// Who got it.
    pub recipients: Vec<String>,
}

#[derive(Debug, Default)]
pub(super) struct Books {
    pub(super) customers: Vec<Customer>,
    pub(super) vendors: Vec<Vendor>,
    pub(super) terms: Vec<Term>,
    pub(super) mails: Vec<Mail>,
    pub(super) numbers_itself: bool,
    pub(super) tells_mails: bool,
    entries: BTreeMap<u64, Entry>,
    granted: BTreeMap<RequestKey, (Content, u64)>,
    /// The customers that were made by calls, by the keys of these.
    taken_in: BTreeMap<String, Customer>,
    last_id: u64,
}

fn invalid(message: impl Into<String>) -> ConnectorError {
    ConnectorError::refused(Refusal::Invalid, message)
}

fn check(holds: bool, message: &str) -> Result<(), ConnectorError> {
    if holds { Ok(()) } else { Err(invalid(message)) }
}

/// What the account's own users do.
impl Books {
    pub(super) fn add_customer(&mut self, display_name: &str) -> CustomerId {
        let id = CustomerId(self.next_id().to_string());
        self.customers.push(Customer { id: id.clone(), display_name: display_name.to_owned() });
        id
    }

    /// The customer that was made under this key, or a new one.
    pub(super) fn create_customer(&mut self, name: &str, key: &str) -> Result<Customer, ConnectorError> {
        if let Some(made) = self.taken_in.get(key) {
            return Ok(made.clone());
        }
        check(self.customers.iter().all(|customer| customer.display_name != name), "Another customer has this name.")?;
        let made = Customer { id: self.add_customer(name), display_name: name.to_owned() };
        self.taken_in.insert(key.to_owned(), made.clone());
        Ok(made)
    }

    pub(super) fn add_vendor(&mut self, display_name: &str) -> VendorId {
        let id = VendorId(self.next_id().to_string());
        self.vendors.push(Vendor { id: id.clone(), display_name: display_name.to_owned() });
        id
    }

    pub(super) fn add_term(&mut self, name: &str, due_days: Option<u16>) -> TermId {
        let id = TermId(self.next_id().to_string());
        self.terms.push(Term { id: id.clone(), name: name.to_owned(), due_days });
        id
    }

    pub(super) fn pay(&mut self, at: &DocumentRef, amount: Money) -> Result<(), ConnectorError> {
        let (_, entry) = self.entry_mut(at)?;
        check(amount > Money::ZERO && amount <= entry.balance(), "No more than what is open can be paid.")?;
        // A payment is nothing that an update would overwrite.
        entry.paid += amount;
        Ok(())
    }

    pub(super) fn take_payment_off(&mut self, at: &DocumentRef) -> Result<(), ConnectorError> {
        let (_, entry) = self.entry_mut(at)?;
        entry.paid = Money::ZERO;
        Ok(())
    }

    pub(super) fn void(&mut self, at: &DocumentRef) -> Result<(), ConnectorError> {
        let (_, entry) = self.entry_mut(at)?;
        entry.voided = true;
        entry.changes += 1;
        Ok(())
    }

    pub(super) fn delete(&mut self, at: &DocumentRef) -> Result<(), ConnectorError> {
        let id = self.entry_mut(at)?.0;
        self.entries.remove(&id);
        Ok(())
    }

    pub(super) fn give_to(&mut self, at: &DocumentRef, party: &str) -> Result<(), ConnectorError> {
        let (_, entry) = self.entry_mut(at)?;
        entry.content.give_to(party);
        Ok(())
    }

    pub(super) fn renumber(&mut self, at: &DocumentRef, number: &str) -> Result<(), ConnectorError> {
        let (_, entry) = self.entry_mut(at)?;
        entry.number = number.to_owned();
        Ok(())
    }

    pub(super) fn edit_date(&mut self, at: &DocumentRef, dated: NaiveDate) -> Result<(), ConnectorError> {
        let (_, entry) = self.entry_mut(at)?;
        entry.content.set_dated(dated);
        entry.changes += 1;
        Ok(())
    }

    pub(super) fn edit_memo(&mut self, at: &DocumentRef, memo: &str) -> Result<(), ConnectorError> {
        let (_, entry) = self.entry_mut(at)?;
        entry.edited_memo = Some(memo.to_owned());
        entry.changes += 1;
        Ok(())
    }
}

/// What the portal asks for.
impl Books {
    pub(super) fn documents(&self) -> impl Iterator<Item = Document> {
        self.entries.iter().map(|(id, entry)| entry.document(*id))
    }

    pub(super) fn lines(&self, at: &DocumentRef) -> Vec<InvoiceLine> {
        match self.entry(at).map(|(_, entry)| &entry.content) {
            Some(Content::Invoice(draft)) => draft.document_lines(),
            Some(Content::Bill(_)) | None => Vec::new(),
        }
    }

    pub(super) fn standing(&self, at: &DocumentRef) -> Option<Standing> {
        let mailed = self.tells_mails.then(|| self.mails.iter().any(|mail| mail.document == *at));
        let (id, entry) = self.entry(at)?;
        let standing = entry.standing(id);
        let customer = self.customers.iter().find(|one| one.id.0 == standing.party).map(|one| &one.display_name);
        let vendor = self.vendors.iter().find(|one| one.id.0 == standing.party).map(|one| &one.display_name);
        let party_name = customer.or(vendor).cloned().unwrap_or_default();
        Some(Standing { mailed, party_name, ..standing })
    }

    pub(super) fn find(&self, key: RequestKey) -> Option<Document> {
        let (_, id) = self.granted.get(&key)?;
        self.entries.get(id).map(|entry| entry.document(*id))
    }

    pub(super) fn create_invoice(&mut self, draft: &InvoiceDraft) -> Result<Document, ConnectorError> {
        self.create(Content::Invoice(draft.clone()), |books| books.check_invoice(draft))
    }

    pub(super) fn create_bill(&mut self, draft: &BillDraft) -> Result<Document, ConnectorError> {
        self.create(Content::Bill(draft.clone()), |books| {
            check(books.vendors.iter().any(|vendor| vendor.id == draft.vendor), "The vendor is not known.")?;
            books.check_term(draft.terms.as_ref())?;
            check(draft.total() > Money::ZERO, "The total of a bill must be above zero.")
        })
    }

    pub(super) fn update_invoice(
        &mut self,
        known: &DocumentRef,
        revision: &Revision,
        draft: &InvoiceDraft,
    ) -> Result<Document, ConnectorError> {
        draft.fits(known.kind)?;
        let id = self.entry_mut(known)?.0;
        let content = Content::Invoice(draft.clone());
        if let Some((granted, _)) = self.granted.get(&draft.key()) {
            check(*granted == content, "The request key was used for a different document.")?;
            return Ok(self.entry_mut(known)?.1.document(id));
        }
        self.check_invoice(draft)?;
        let (_, entry) = self.entry_mut(known)?;
        draft.check_party(entry.content.party())?;
        if entry.revision() != *revision {
            return Err(ConnectorError::refused(Refusal::Changed, "The document was changed in the meantime."));
        }
        if entry.is_settled() {
            return Err(ConnectorError::refused(
                Refusal::Settled,
                "The document is paid or voided and cannot be changed.",
            ));
        }
        if entry.paid > draft.document_total() {
            return Err(ConnectorError::refused(Refusal::Overpaid, "More has been paid than the new total."));
        }
        entry.content = content.clone();
        entry.edited_memo = None;
        entry.changes += 1;
        let document = entry.document(id);
        self.granted.insert(draft.key(), (content, id));
        Ok(document)
    }

    pub(super) fn email(&mut self, known: &DocumentRef, recipients: &[String]) -> Result<(), ConnectorError> {
        self.entry_mut(known)?;
        check(!recipients.is_empty(), "A mail needs a recipient.")?;
        self.mails.push(Mail { document: known.clone(), recipients: recipients.to_vec() });
        Ok(())
    }
}

impl Books {
    fn create(
        &mut self,
        content: Content,
        accept: impl FnOnce(&Self) -> Result<(), ConnectorError>,
    ) -> Result<Document, ConnectorError> {
        if let Some(document) = self.find(content.key()) {
            return Ok(document);
        }
        accept(self)?;
        let number = self.number_for(&content)?;
        let id = self.next_id();
        let entry = Entry::new(content.clone(), number);
        let document = entry.document(id);
        self.entries.insert(id, entry);
        self.granted.insert(content.key(), (content, id));
        Ok(document)
    }

    fn number_for(&self, content: &Content) -> Result<String, ConnectorError> {
        if self.numbers_itself {
            return Ok((1001 + self.granted.len()).to_string());
        }
        let number = content.number();
        check(!number.trim().is_empty(), "A document needs a number.")?;
        check(number.chars().count() <= MAX_NUMBER_LENGTH, "The number has more than 21 characters.")?;
        if self.entries.values().any(|entry| entry.kind == content.kind() && entry.number == number) {
            return Err(ConnectorError::refused(Refusal::NumberTaken, format!("The number {number} is already used.")));
        }
        Ok(number.to_owned())
    }

    fn check_invoice(&self, draft: &InvoiceDraft) -> Result<(), ConnectorError> {
        check(self.customers.iter().any(|customer| customer.id == draft.customer), "The customer is not known.")?;
        self.check_term(draft.terms.as_ref())?;
        check(!draft.lines.is_empty(), "A document needs at least one line.")?;
        check(draft.lines.iter().all(|line| line.rate >= Money::ZERO), "A rate must not be negative.")
    }

    fn check_term(&self, wanted: Option<&TermId>) -> Result<(), ConnectorError> {
        check(wanted.is_none_or(|id| self.terms.iter().any(|term| term.id == *id)), "The terms are not known.")
    }

    fn entry(&self, at: &DocumentRef) -> Option<(u64, &Entry)> {
        let id = at.id.as_str().parse().ok()?;
        self.entries.get(&id).filter(|entry| entry.kind == at.kind).map(|entry| (id, entry))
    }

    fn entry_mut(&mut self, at: &DocumentRef) -> Result<(u64, &mut Entry), ConnectorError> {
        let id = self.entry(at).map(|(id, _)| id).ok_or_else(gone)?;
        self.entries.get_mut(&id).map(|entry| (id, entry)).ok_or_else(gone)
    }

    fn next_id(&mut self) -> u64 {
        self.last_id += 1;
        self.last_id
    }
}

fn gone() -> ConnectorError {
    ConnectorError::refused(Refusal::Gone, "The document does not exist any more.")
}
