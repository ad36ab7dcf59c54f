//! What is said when the accounting system does not do what was asked.

use chrono::TimeDelta;
use connectors::{ConnectorError, Refusal};
use domain::Invalid;

use crate::erp::calls::{at_most, wait_for};
use crate::error::Error;

/// Said of a plan that leads to nobody in an ERP (rules.md#generated-invoices).
pub const NO_CUSTOMER: &str = "This billing plan has no ERP account or customer.";
/// Said of a snapshot that is in no ERP (rules.md#payment-status).
pub const NOT_INVOICED: &str = "This snapshot has not been invoiced in the ERP.";
/// Said of an invoice that is to be kept as it was changed, although it was not.
pub const NOT_CHANGED: &str = "This invoice was not changed in the ERP, so there is nothing to keep. Choose Sync Payment Status to read it again.";
/// Said of an invoice whose change was kept before.
pub const KEPT_ALREADY: &str = "What was changed in the ERP is kept already. Update Invoice in ERP shows what differs, and asks before it replaces it.";
/// Said of a mail whose outcome is to be settled although it is known.
pub const MAIL_KNOWN: &str = "It is known whether this invoice was mailed, so there is nothing to settle.";
/// Said of a mail whose call may be under way.
pub const MAIL_UNDER_WAY: &str = "The mail of this invoice may be on its way right now. Try again in a few minutes.";
/// Said of a change that no update replaces, as it is none of what an update writes.
pub const NOTHING_WRITTEN: &str = "The update writes nothing that differs: taxes, discounts or places of lines were changed in the ERP. Change them there, \
                                   or choose Keep the ERP's Version.";
/// Said of an invoice that was changed again since a person has looked at it.
pub const SEEN_OLDER: &str = "The invoice was changed again in the ERP. Look at what differs now, then decide.";
/// Said of an invoice that was given to another customer there: it bills nobody that the snapshot names.
pub const OTHER_PARTY: &str = "The invoice belongs to another customer in the ERP now and cannot be kept. Give it back to its customer there, or void \
                               it there and create the invoice anew.";
/// Said of a snapshot that bills nothing.
pub const NO_LINES: &str = "This snapshot has no lines, so there is nothing to invoice.";
/// Said of an invoice that stands in another account than the plan's.
pub const OTHER_ACCOUNT: &str =
    "The billing plan has another ERP account now. Choose the account that the invoice stands in, then update it.";
/// Said while another call for the same snapshot is made.
pub const RUNNING: &str = "The invoice of this snapshot is being written right now.";
/// Said when a document is not there any more.
pub const GONE: &str = "The invoice does not exist in the ERP any more, so this snapshot is not invoiced now. Create Invoice in ERP makes a new one.";
/// Said when a document was voided that is not of the kind that the snapshot comes to by now (rules.md#credit-memo).
pub const VOIDED: &str = "What was voided in the ERP is another kind of document than this snapshot comes to by now, so this snapshot is not \
                          invoiced now. Create Invoice in ERP makes the new one.";
/// Said when an invoice is to be created that stands there and was voided.
pub const VOIDED_STANDS: &str = "The invoice of this snapshot was voided in the ERP. Delete it there and choose Sync Payment Status: then \
                                 Create Invoice in ERP makes a new one.";
/// Said of a document that would become one of another kind, behind what it would become (rules.md#credit-memo).
const TURNED: &str = "Void or delete what stands in the ERP and choose Sync Payment Status: then Create Invoice in ERP makes the new one.";
/// Said of a document that belongs to another customer than the plan names, behind which these are.
const OTHER_CUSTOMER: &str = "Nothing was changed. Give it back to its customer in the ERP, name that customer in the plan and choose Update \
                              Invoice in ERP, or void it there and create the invoice anew.";
/// Said of a document of which more is paid than it comes to by now, behind how the system puts it.
const OVERPAID: &str = "Take the payment off the invoice in the ERP, choose Sync Payment Status, and update it again. Then put the payment on \
                        again up to the new total; the rest is refunded there or stays with the customer for the next invoice.";
/// Said of a document that has no free number, behind which number that is.
const NUMBERED: &str = "Give the other document another number in the ERP, or delete it there, and try again.";
/// Said of a document that is paid or voided with an older content: the next snapshot goes by the new one and makes no difference good.
pub const SETTLED_OLDER: &str = "The invoice is paid or voided in the ERP and cannot be changed. Take the payment off it there, choose Sync \
                                 Payment Status, and update it again. One that is voided delete there and choose Sync Payment Status: then \
                                 Create Invoice in ERP makes a new one.";
/// Said of a document that is paid or voided. One that was voided can be deleted there, which a sync notices.
pub const SETTLED: &str = "The invoice is paid or voided in the ERP and cannot be changed. Create the next snapshot: it credits or charges what has \
                       changed since. To invoice a voided one anew, delete it in the ERP and choose Sync Payment Status.";
const UNKNOWN: &str = "The ERP gave no clear answer, so it is not known whether the invoice was written. Try again in a few minutes: it is \
                       looked up first and never written twice.";
const CHANGED: &str = "Somebody has changed the invoice in the ERP, so it was left as it is. Look at what differs, and decide whether the \
                       update replaces it.";
/// Said of a document of a date for which the books are closed, behind how the system puts it.
const CLOSED: &str = "The books of the ERP are closed for the date of this document. Open the period there and choose Retry, or create the \
                      next snapshot: it credits or charges what has changed since.";
/// Said of a document that a failed request has made, when its snapshot is to be deleted.
pub const FOUND: &str = "The invoice was found in the ERP, although its creation was answered with an error. It stands on the snapshot now, so the \
                         snapshot was not deleted. Delete the invoice there and choose Sync Payment Status first.";
/// The field by which a caller says that the change is to be replaced; a refusal names it.
const REPLACE_REVISION: &str = "ReplaceRevision";
/// Said of a document whose account is not here any more.
pub const NO_ACCOUNT: &str =
    "The ERP account of this document was deleted. Choose another ERP account in the billing plan.";

/// That another call for the same snapshot is made, for so long at most.
pub fn running(left: TimeDelta) -> Error {
    refused(&format!("{RUNNING} {}", wait_for(left)))
}

/// That a request for another account or another kind of document is open, which may be granted for so long.
pub fn still_open(left: TimeDelta) -> Error {
    let earlier = "The ERP gave no clear answer to an earlier request for this snapshot, for another ERP account or another kind of document, \
                   and may still create it.";
    let how = "Choose the earlier account in the billing plan again, or wait";
    Error::Unreached(Invalid::field("", format!("{earlier} {how}: {}", at_most(left))))
}

/// A refusal in words.
pub fn refused(message: &str) -> Error {
    Invalid::field("", message).into()
}

/// A failed call, which may succeed later where the system was away or lets us in no longer.
pub fn unsuccessful(failure: &ConnectorError) -> Error {
    unsuccessful_as(failure, &said(failure))
}

/// A failed call in these words.
pub(super) fn unsuccessful_as(failure: &ConnectorError, told: &str) -> Error {
    let field = if failure.refusal() == Some(Refusal::Changed) { REPLACE_REVISION } else { "" };
    let invalid = Invalid::field(field, told);
    if let Some(wait) = failure.throttled() {
        return Error::Throttled { said: invalid, wait: TimeDelta::from_std(wait).unwrap_or_default() };
    }
    match failure {
        ConnectorError::Retry { .. } | ConnectorError::OutcomeUnknown(_) => Error::Away(invalid),
        ConnectorError::NewCredentials(_) => Error::Unreached(invalid),
        ConnectorError::Refused { .. } => invalid.into(),
    }
}

/// A failed call in words.
pub(super) fn said(failure: &ConnectorError) -> String {
    match failure {
        ConnectorError::OutcomeUnknown(_) => UNKNOWN.to_owned(),
        ConnectorError::Refused { why: Refusal::Changed, .. } => CHANGED.to_owned(),
        ConnectorError::Refused { why: Refusal::Gone, .. } => GONE.to_owned(),
        ConnectorError::Refused { why: Refusal::Settled, .. } => SETTLED.to_owned(),
        ConnectorError::Refused { why: Refusal::KindFixed, answer } => format!("{answer} {TURNED}"),
        ConnectorError::Refused { why: Refusal::PartyFixed, answer } => format!("{answer} {OTHER_CUSTOMER}"),
        ConnectorError::Refused { why: Refusal::PeriodClosed, answer } => format!("{answer} {CLOSED}"),
        ConnectorError::Refused { why: Refusal::Overpaid, answer } => format!("{answer} {OVERPAID}"),
        ConnectorError::Refused { why: Refusal::NumberTaken, answer } => format!("{answer} {NUMBERED}"),
        other => other.to_string(),
    }
}
