//! A record as other records name it: by id and name.

use serde::Serialize;
use utoipa::ToSchema;

/// An id with the name to show.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct Named {
    /// The record's id.
    pub id: i64,
    /// Its name.
    pub name: String,
}

impl Named {
    /// The record `id` called `name`.
    pub fn new(id: impl Into<i64>, name: impl Into<String>) -> Self {
        Self { id: id.into(), name: name.into() }
    }
}
