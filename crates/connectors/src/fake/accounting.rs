//! The fake as the portal sees it: each call meets its fault, then the books.

use async_trait::async_trait;

use crate::document::{Document, DocumentRef, Revision, Sought, Standing};
use crate::draft::{BillDraft, InvoiceDraft};
use crate::error::{ConnectorError, Refusal};
use crate::lookups::{Customer, CustomerId, Term, Vendor, VendorId};
use crate::{Accounting, CheckedSetting, InvoicePdfs, NewCustomers, Result};

use super::books::Books;
use super::{Call, FakeErp, Fault, pdf};

impl FakeErp {
    fn call<T>(&self, call: Call, work: impl FnOnce(&mut Books) -> Result<T>) -> Result<T> {
        let state = &mut *self.state();
        state.calls.push(call);
        match state.faults.meet(call) {
            Some(Fault::Before(failure)) => Err(failure),
            Some(Fault::After(failure)) => {
                let _lost = work(&mut state.books);
                Err(failure)
            }
            None => work(&mut state.books),
        }
    }
}

#[async_trait]
impl Accounting for FakeErp {
    async fn customers(&self, term: &str, limit: usize) -> Result<Vec<Customer>> {
        self.call(Call::Customers, |books| Ok(search(&books.customers, term, limit, |customer| &customer.display_name)))
    }

    async fn customer(&self, id: &CustomerId) -> Result<Option<Customer>> {
        self.call(Call::Customer, |books| Ok(books.customers.iter().find(|customer| customer.id == *id).cloned()))
    }

    async fn vendors(&self, term: &str, limit: usize) -> Result<Vec<Vendor>> {
        self.call(Call::Vendors, |books| Ok(search(&books.vendors, term, limit, |vendor| &vendor.display_name)))
    }

    async fn vendor(&self, id: &VendorId) -> Result<Option<Vendor>> {
        self.call(Call::Vendor, |books| Ok(books.vendors.iter().find(|vendor| vendor.id == *id).cloned()))
    }

    async fn terms(&self) -> Result<Vec<Term>> {
        self.call(Call::Terms, |books| Ok(search(&books.terms, "", usize::MAX, |term| &term.name)))
    }

    async fn find(&self, sought: &Sought) -> Result<Option<Document>> {
        self.call(Call::Find, |books| Ok(sought.keys().find_map(|key| books.find(key))))
    }

    async fn create_invoice(&self, draft: &InvoiceDraft) -> Result<Document> {
        {
            let state = &mut *self.state();
            if std::mem::take(&mut state.is_late)
                && let Some(lost) = state.lost.take()
            {
                drop(state.books.create_invoice(&lost));
            }
            state.lost = Some(draft.clone());
        }
        self.call(Call::CreateInvoice, |books| books.create_invoice(draft))
    }

    async fn update_invoice(&self, known: &DocumentRef, revision: &Revision, draft: &InvoiceDraft) -> Result<Document> {
        self.call(Call::UpdateInvoice, |books| books.update_invoice(known, revision, draft))
    }

    async fn create_bill(&self, draft: &BillDraft) -> Result<Document> {
        self.call(Call::CreateBill, |books| books.create_bill(draft))
    }

    async fn email_invoice(&self, known: &DocumentRef, recipients: &[String]) -> Result<()> {
        self.call(Call::EmailInvoice, |books| books.email(known, recipients))
    }

    async fn standing(&self, known: &DocumentRef) -> Result<Option<Standing>> {
        self.call(Call::Standing, |books| Ok(books.standing(known)))
    }

    fn invoice_pdfs(&self) -> Option<&dyn InvoicePdfs> {
        Some(self)
    }

    fn new_customers(&self) -> Option<&dyn NewCustomers> {
        Some(self)
    }

    async fn check_connection(&self) -> Result<()> {
        self.call(Call::Terms, |_| Ok(()))
    }

    /// There are no settings here.
    async fn check_settings(&self) -> Result<Vec<CheckedSetting>> {
        self.call(Call::Terms, |_| Ok(Vec::new()))
    }

    fn blamed(&self, _: &ConnectorError) -> Option<&'static str> {
        None
    }

    /// There are no tokens here.
    async fn refresh_tokens(&self) -> Result<()> {
        Ok(())
    }
}

#[async_trait]
impl NewCustomers for FakeErp {
    async fn create_customer(&self, name: &str, key: &str) -> Result<Customer> {
        self.call(Call::CreateCustomer, |books| books.create_customer(name, key))
    }
}

#[async_trait]
impl InvoicePdfs for FakeErp {
    async fn invoice_pdf(&self, known: &DocumentRef) -> Result<Vec<u8>> {
        self.call(Call::InvoicePdf, |books| match books.standing(known) {
            Some(standing) => Ok(pdf::page(&[
                format!("{} {}", known.kind.name(), standing.number),
                format!("Total {}", standing.total.decimal()),
                format!("Open {}", standing.balance.decimal()),
            ])),
            None => Err(ConnectorError::refused(Refusal::Gone, "The document does not exist any more.")),
        })
    }
}

fn search<T: Clone>(all: &[T], term: &str, limit: usize, name: impl Fn(&T) -> &str) -> Vec<T> {
    let wanted = term.trim().to_lowercase();
    let mut found: Vec<&T> = all.iter().filter(|one| name(one).to_lowercase().contains(&wanted)).collect();
    found.sort_by_key(|one| name(one).to_lowercase());
    found.into_iter().take(limit).cloned().collect()
}
