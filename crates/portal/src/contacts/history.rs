//! What the audit trail says of a contact: its values under their names on the wire.

use domain::contacts::ContactDetails;
use serde_json::{Value, json};

/// The values of a contact.
pub(super) fn recorded(contact: &ContactDetails) -> Value {
    json!({
        "FirstName": contact.first_name,
        "LastName": contact.last_name,
        "EmailAddress": contact.email,
        "PhoneNumber": contact.phone,
        "Department": contact.department,
        "Notes": contact.notes,
        "Active": contact.active,
    })
}
