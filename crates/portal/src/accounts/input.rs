//! An ERP account as the panel posts it.

use domain::accounts::AccountForm;
use serde::Deserialize;
use store::accounts::Account;
use utoipa::ToSchema;

use crate::http::Given;

/// An account as typed. Of one that exists, fields that are absent stay as they are.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct AccountInput {
    #[schema(value_type = Option<String>)]
    name: Given<String>,
    /// A `Value` of `GET /api-services/types`.
    #[schema(value_type = Option<String>)]
    service_type: Given<String>,
    /// The address of the system's API.
    #[schema(value_type = Option<String>)]
    api_base_url: Given<String>,
    /// The version that was read; a stale one answers 409.
    pub(super) version: Option<i32>,
}

impl AccountInput {
    /// The form to check; `stored` is the account as it is when one is being edited.
    pub(super) fn form(&self, stored: Option<&Account>) -> AccountForm {
        AccountForm {
            name: self.name.text(stored.map(|stored| &stored.name)),
            service_type: self.service_type.text(stored.map(|stored| &stored.service_type)),
            api_base_url: self.api_base_url.text(stored.map(|stored| &stored.api_base_url)),
        }
    }
}
