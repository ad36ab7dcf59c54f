//! Users as the calls take and give them.

use domain::access::Role;
use domain::members::contact_details::shown_phone;
use domain::users::form::{UserDetails, UserForm};
use domain::{BrokerId, GroupId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::service::{Listed, Shown};
use crate::http::wire::Instant;
use crate::http::{Given, Named, distinct};

/// A user as typed. Of one that exists, fields that are absent stay as they are, and blank ones are emptied.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct UserInput {
    /// The id in the path wins.
    user_id: Option<i64>,
    #[schema(value_type = Option<String>)]
    first_name: Given<String>,
    #[schema(value_type = Option<String>)]
    last_name: Given<String>,
    #[schema(value_type = Option<String>)]
    email_address: Given<String>,
    /// Ten digits in any of the usual forms; blank for none.
    #[schema(value_type = Option<String>)]
    phone_number: Given<String>,
    /// 1 to 4; others than administrators may give 3 only, or leave it as it is.
    #[schema(value_type = Option<i64>)]
    role_id: Given<i64>,
    /// Needed for roles 2 and 3; 0 or nothing for none.
    #[schema(value_type = Option<i64>)]
    broker_id: Given<i64>,
    /// The groups given to roles 3 and 4; nothing leaves them as they are.
    employer_group_ids: Option<Vec<i64>>,
    /// Whether the account is closed; nothing leaves it as it is.
    is_disabled: Option<bool>,
    /// The version that was read; a stale one answers 409.
    pub(super) version: Option<i32>,
}

impl UserInput {
    /// The form that the rules are about; `stored` is the user as it is when one is being edited.
    pub(super) fn form(&self, stored: Option<&UserDetails>) -> UserForm {
        let text = |given: &Given<String>, kept: fn(&UserDetails) -> Option<&String>| given.text(stored.and_then(kept));
        UserForm {
            first_name: text(&self.first_name, |user| Some(&user.first_name)),
            last_name: text(&self.last_name, |user| Some(&user.last_name)),
            email: text(&self.email_address, |user| Some(&user.email)),
            phone: text(&self.phone_number, |user| user.phone.as_ref()),
            role: self.role_id.or(stored.map(|user| user.role.number().into())),
            broker: self.broker_id.id(stored.and_then(|user| user.broker)).map(BrokerId),
            groups: self.employer_group_ids.clone().map(|ids| distinct(ids, GroupId)),
            disabled: self.is_disabled,
        }
    }
}

/// The token of a mail that asked for a yes to another address.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct AddressToken {
    pub(super) token: String,
}

/// A user in the list. Those who only share a group with the user get name, address and role.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct UserListRow {
    id: i64,
    first_name: String,
    last_name: String,
    full_name: String,
    email: String,
    /// As `(###) ###-####`.
    phone_number: Option<String>,
    role_id: i16,
    role: Named,
    broker: Option<Named>,
    /// The groups given to the user that the caller may see.
    employer_group_ids: Vec<i64>,
    is_disabled: bool,
    last_sign_in_on: Option<Instant>,
    /// Whether the caller may save the user.
    may_edit: bool,
    /// Whether the caller may mail the user a link to set a password.
    may_reset_password: bool,
}

/// A user.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct UserRecord {
    id: i64,
    first_name: String,
    last_name: String,
    full_name: String,
    email: String,
    /// The same, under the name it is saved by.
    email_address: String,
    /// As `(###) ###-####`.
    phone_number: Option<String>,
    role_id: i16,
    role: Named,
    broker_id: Option<i64>,
    broker: Option<Named>,
    /// The groups given to the user that the caller may see.
    employer_group_ids: Vec<i64>,
    is_disabled: bool,
    last_sign_in_on: Option<Instant>,
    /// Whether the user signs in with a second factor.
    has_second_factor: bool,
    /// Whether the caller may save the user.
    may_edit: bool,
    /// Whether the caller may mail the user a link to set a password.
    may_reset_password: bool,
    /// Another address that takes the place of this one once the user has said yes, by the link in a mail.
    waiting_email_address: Option<String>,
    version: i32,
}

fn role(role: Role) -> Named {
    Named::new(role.number(), role.name())
}

impl From<Listed> for UserListRow {
    fn from(Listed { row, groups, rights }: Listed) -> Self {
        Self {
            id: row.id.get(),
            full_name: format!("{} {}", row.first_name, row.last_name),
            first_name: row.first_name,
            last_name: row.last_name,
            email: row.email,
            phone_number: row.phone.as_deref().map(shown_phone),
            role_id: row.role.number(),
            role: role(row.role),
            broker: row.broker.map(|(id, name)| Named::new(id, name)),
            employer_group_ids: groups.into_iter().map(GroupId::get).collect(),
            is_disabled: row.disabled,
            last_sign_in_on: row.last_sign_in_at.map(Instant),
            may_edit: rights.edit,
            may_reset_password: rights.reset_password,
        }
    }
}

impl From<Shown> for UserRecord {
    fn from(Shown { user, rights, waiting_address }: Shown) -> Self {
        let row = user.row;
        let broker_id = row.broker.as_ref().map(|(id, _)| *id);
        Self {
            id: row.id.get(),
            full_name: format!("{} {}", row.first_name, row.last_name),
            first_name: row.first_name,
            last_name: row.last_name,
            email_address: row.email.clone(),
            email: row.email,
            phone_number: row.phone.as_deref().map(shown_phone),
            role_id: row.role.number(),
            role: role(row.role),
            broker_id: broker_id.map(BrokerId::get),
            broker: row.broker.map(|(id, name)| Named::new(id, name)),
            employer_group_ids: user.groups.into_iter().map(GroupId::get).collect(),
            is_disabled: row.disabled,
            last_sign_in_on: row.last_sign_in_at.map(Instant),
            has_second_factor: user.has_second_factor,
            may_edit: rights.edit,
            may_reset_password: rights.reset_password,
            waiting_email_address: waiting_address,
            version: user.version,
        }
    }
}
