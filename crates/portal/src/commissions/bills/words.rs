//! What is said when the ERP does not create a bill.

use chrono::TimeDelta;
use connectors::{ConnectorError, Refusal};
use domain::Invalid;

use crate::erp::calls::{at_most, wait_for};
use crate::error::Error;

/// Said while another call for the same statement is made.
const RUNNING: &str = "The bill of this statement is being created right now.";
/// Said of a bill that has no free number, behind which number that is.
const NUMBERED: &str = "Give the other bill another number in the ERP, or delete it there, and try again.";
const UNKNOWN: &str = "The ERP gave no clear answer, so it is not known whether the bill was created. Try again in a few minutes: it is \
                       looked up first and never created twice.";

/// Said of a bill that was deleted in the ERP.
pub const GONE: &str = "The bill was deleted in the ERP, so this statement has none now. Create Bill makes a new one.";

/// Said of a bill that a failed request has made, when its statement is to be deleted.
const FOUND: &str = "The bill was found in the ERP, although its creation was answered with an error. It stands on the statement now, so the \
                     statement was not deleted. Delete the bill there and choose Create Bill in ERP, which notices it; \
                     then the statement can be deleted.";

/// Said of a bill that arrived late with what was asked for before.
pub const OLDER: &str =
    "The bill says what the statement was to pay when it was first sent. Compare it in the ERP with the statement.";

/// Said of a bill that is to be kept as it was changed, although it was not.
pub const NOT_CHANGED: &str = "This bill was not changed in the ERP, so there is nothing to keep.";

/// Said of a bill that was changed again since a person has looked at it, before what differs now.
pub const CHANGED_AGAIN: &str = "The bill was changed again in the ERP. Look at what differs now, then decide.";

/// Said of a bill that was given to another vendor there.
pub const OTHER_VENDOR: &str = "The bill belongs to another vendor in the ERP now.";

/// Said of a bill that cannot be kept, behind why.
pub const NEW_BILL: &str =
    "It cannot be kept. Delete it there; once that is noticed, Create Bill in ERP makes a new one.";

/// The line of the history about a bill that was kept.
pub const KEPT: &str = "What was changed in the ERP is kept.";

/// A refusal in words.
pub fn refused(message: &str) -> Error {
    Invalid::field("", message).into()
}

/// That the bill was deleted: the same call makes a new one.
pub fn gone() -> Error {
    Invalid::field("", GONE).into()
}

/// That another call is being made, for so long at most: the same call may succeed later.
pub fn running(left: TimeDelta) -> Error {
    Error::Unreached(Invalid::field("", format!("{RUNNING} {}", wait_for(left))))
}

/// That a request to another account is open, which may be granted for so long.
pub fn still_open(left: TimeDelta) -> Error {
    let earlier = "The earlier ERP account did not answer the request for this bill, and may still create it.";
    let how = "Choose that account in the commission rule again, or wait";
    Error::Unreached(Invalid::field("", format!("{earlier} {how}: {}", at_most(left))))
}

/// That a failed request has made its bill all the same, which stands on the statement now.
pub fn found() -> Error {
    Invalid::field("", FOUND).into()
}

/// What people read of a failed call.
pub fn said(failure: &ConnectorError) -> String {
    match failure {
        ConnectorError::OutcomeUnknown(_) => UNKNOWN.to_owned(),
        ConnectorError::Refused { why: Refusal::NumberTaken, answer } => format!("{answer} {NUMBERED}"),
        other => other.to_string(),
    }
}

/// A failed call, which may succeed later where the system was away or lets us in no longer.
pub fn unsuccessful(failure: &ConnectorError) -> Error {
    let invalid = Invalid::field("", said(failure));
    match failure {
        ConnectorError::Refused { .. } => invalid.into(),
        _ => Error::Unreached(invalid),
    }
}
