//! What the audit trail says of a user: its values under their names on the wire.

use domain::users::form::UserDetails;
use serde_json::{Value, json};

/// The values of a user.
pub(super) fn recorded(user: &UserDetails) -> Value {
    json!({
        "FirstName": user.first_name,
        "LastName": user.last_name,
        "EmailAddress": user.email,
        "PhoneNumber": user.phone,
        "RoleId": user.role.number(),
        "BrokerId": user.broker,
        "EmployerGroupIds": user.groups,
        "IsDisabled": user.disabled,
    })
}
