//! What the calls of one's own account take and give.

use serde::{Deserialize, Serialize};
use store::sign_in::access_keys::AccessKeyRow;
use utoipa::ToSchema;

use crate::http::Named;
use crate::http::wire::Instant;

/// What to sign in with.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct Credentials {
    pub(super) email_address: String,
    pub(super) password: String,
    /// A code of the authenticator app, or a recovery code; for users with a second factor.
    pub(super) code: String,
}

/// An address that may be known.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct Address {
    pub(super) email_address: String,
}

/// A mailed token and the new password.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct NewPassword {
    pub(super) token: String,
    pub(super) password: String,
}

/// The current and the new password.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct PasswordChange {
    pub(super) current_password: String,
    pub(super) new_password: String,
    /// Whether one's access keys end with the old password; required when there are any.
    pub(super) revoke_access_keys: Option<bool>,
}

/// One's own password, or a code of the authenticator app or a recovery code.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct IdentityConfirmation {
    pub(super) password: String,
    pub(super) code: String,
}

/// The signed-in user.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct UserView {
    pub(super) id: i64,
    pub(super) first_name: String,
    pub(super) last_name: String,
    pub(super) full_name: String,
    pub(super) email: String,
    pub(super) role_id: i16,
    pub(super) role_name: &'static str,
    pub(super) broker: Option<Named>,
    /// Whether the user signs in with a second factor.
    pub(super) has_second_factor: bool,
}

/// Who am I, and what may I do.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct SessionView {
    pub(super) user: UserView,
    /// The names of the actions that are allowed.
    pub(super) actions: Vec<&'static str>,
    /// The administrator who acts as this user.
    pub(super) impersonator: Option<ImpersonatorView>,
    /// Whether the role needs a second factor and the user has none: until then only the own account is open.
    pub(super) second_factor_needed: bool,
    /// After how many minutes without a call the session ends.
    pub(super) idle_minutes: i64,
    /// The time zone of business days, by its IANA name.
    pub(super) time_zone: &'static str,
}

/// The administrator who acts as the user of a session.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct ImpersonatorView {
    pub(super) id: i64,
    pub(super) full_name: String,
    /// When it ends at the latest.
    pub(super) until: Instant,
}

/// One of one's own sessions.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct OwnSession {
    pub(super) id: i64,
    pub(super) created_on: Instant,
    pub(super) last_seen_on: Instant,
    pub(super) ip: Option<String>,
    pub(super) user_agent: Option<String>,
    pub(super) is_current: bool,
}

/// One of one's own access keys.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct KeyView {
    pub(super) id: i64,
    pub(super) name: String,
    /// The first characters, to tell keys apart.
    pub(super) prefix: String,
    pub(super) created_on: Instant,
    pub(super) expires_on: Instant,
    pub(super) last_used_on: Option<Instant>,
    /// The key itself; only in the answer that makes it.
    pub(super) key: Option<String>,
}

/// The wish for an access key.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct KeyWish {
    pub(super) name: String,
    /// Days it lives, 1 to 365; 90 when absent.
    pub(super) days: Option<i64>,
}

/// A key as it is shown; with its text in the answer that makes it.
pub(super) fn key_view(row: AccessKeyRow, key: Option<String>) -> KeyView {
    KeyView {
        id: row.id.get(),
        name: row.name,
        prefix: row.prefix,
        created_on: row.created_at.into(),
        expires_on: row.expires_at.into(),
        last_used_on: row.last_used_at.map(Instant),
        key,
    }
}
