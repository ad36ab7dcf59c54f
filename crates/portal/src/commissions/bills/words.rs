//! What is said when the ERP does not create a bill.

use connectors::{ConnectorError, Refusal};
use domain::Invalid;

use crate::error::Error;

/// Said while another call for the same statement is made.
const RUNNING: &str = "The bill of this statement is being created right now. Try again in a minute.";
/// Said of a bill that has no free number, behind which number that is.
const NUMBERED: &str = "Give the other bill another number in the ERP, or delete it there, and try again.";
const UNKNOWN: &str = "The ERP did not answer, so it is not known whether the bill was created. Try again in a few minutes: it is \
                       looked up first and never created twice.";

/// Said of a bill that was deleted in the ERP.
pub const GONE: &str = "The bill was deleted in the ERP, so this statement has none now. Create Bill makes a new one.";

/// Said of a bill that arrived late with what was asked for before.
pub const OLDER: &str =
    "The bill says what the statement was to pay when it was first sent. Compare it in the ERP with the statement.";

/// That the bill was deleted: the same call makes a new one.
pub fn gone() -> Error {
    Invalid::field("", GONE).into()
}

/// That another call is being made: the same call may succeed later.
pub fn running() -> Error {
    Error::Unreached(Invalid::field("", RUNNING))
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
