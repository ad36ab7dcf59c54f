//! Failures told in advance: for one call or for all, before or after the work is done.

use std::collections::VecDeque;

use crate::error::{ConnectorError, VendorAnswer};

/// The calls of [`Accounting`](crate::Accounting).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Call {
    /// Search for customers.
    Customers,
    /// Look-up of a customer by id.
    Customer,
    /// Search for vendors.
    Vendors,
    /// Look-up of a vendor by id.
    Vendor,
    /// List of terms.
    Terms,
    /// Look-up by request key.
    Find,
    /// Creation of an invoice or credit memo.
    CreateInvoice,
    /// New content of an invoice or credit memo.
    UpdateInvoice,
    /// Creation of a bill.
    CreateBill,
    /// Mailing of an invoice or credit memo.
    EmailInvoice,
    /// Payment standing.
    Standing,
    /// Taking in of a customer.
    CreateCustomer,
    /// Rendering of an invoice.
    InvoicePdf,
}

impl Call {
    /// Whether it changes nothing, so that a lost one can simply be repeated.
    const fn is_read(self) -> bool {
        match self {
            Self::Customers
            | Self::Customer
            | Self::Vendors
            | Self::Vendor
            | Self::Terms
            | Self::Find
            | Self::Standing
            | Self::InvoicePdf => true,
            Self::CreateInvoice
            | Self::UpdateInvoice
            | Self::CreateBill
            | Self::EmailInvoice
            | Self::CreateCustomer => false,
        }
    }
}

/// A failure, and whether the work is done all the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// The call fails and nothing is done.
    Before(ConnectorError),
    /// The work is done, then the call fails.
    After(ConnectorError),
}

impl Fault {
    /// The system is too busy and does nothing.
    pub fn busy() -> Self {
        Self::Before(ConnectorError::Retry { answer: VendorAnswer::saying("Too many requests."), wait: None })
    }

    /// The account takes no more calls for so long, and nothing is done.
    pub fn throttled(wait: Option<std::time::Duration>) -> Self {
        let answer = VendorAnswer { http_status: Some(429), ..VendorAnswer::saying("Too many calls.") };
        Self::Before(ConnectorError::Retry { answer, wait })
    }

    /// The access has expired and nothing is done.
    pub fn credentials_refused() -> Self {
        Self::Before(ConnectorError::NewCredentials(VendorAnswer::saying("The token has expired.")))
    }

    /// The request is lost on its way: nothing is done, but the caller cannot know.
    pub fn request_lost() -> Self {
        Self::Before(ConnectorError::OutcomeUnknown(VendorAnswer::saying("The connection was closed.")))
    }

    /// The answer is lost on its way: the work is done, but the caller cannot know.
    pub fn answer_lost() -> Self {
        Self::After(ConnectorError::OutcomeUnknown(VendorAnswer::saying("The connection was closed.")))
    }
}

impl Fault {
    /// Nothing is in doubt about a read: what was lost is asked again.
    fn of_a_read(self) -> Self {
        match self {
            Self::Before(ConnectorError::OutcomeUnknown(answer))
            | Self::After(ConnectorError::OutcomeUnknown(answer)) => {
                Self::Before(ConnectorError::Retry { answer, wait: None })
            }
            Self::Before(_) | Self::After(_) => self,
        }
    }
}

/// The failures still to come.
#[derive(Debug, Default)]
pub(super) struct Faults {
    planned: VecDeque<(Call, Fault)>,
    standing: Option<Fault>,
    of_writes: Option<Fault>,
}

impl Faults {
    pub(super) fn plan(&mut self, call: Call, fault: Fault) {
        self.planned.push_back((call, fault));
    }

    pub(super) fn stand(&mut self, fault: Option<Fault>) {
        self.standing = fault;
    }

    pub(super) fn stand_for_writes(&mut self, fault: Fault) {
        self.of_writes = Some(fault);
    }

    /// The fault that `call` meets; one planned for it is used up.
    pub(super) fn meet(&mut self, call: Call) -> Option<Fault> {
        let planned = self.planned.iter().position(|(of, _)| *of == call).and_then(|at| self.planned.remove(at));
        let fault = planned.map(|(_, fault)| fault).or_else(|| self.standing.clone());
        let fault = fault.or_else(|| self.of_writes.clone().filter(|_| !call.is_read()));
        fault.map(|fault| if call.is_read() { fault.of_a_read() } else { fault })
    }
}
