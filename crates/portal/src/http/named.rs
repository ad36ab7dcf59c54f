//! A record as other records name it: by id and name, and a group by its public number too.

use serde::Serialize;
use store::groups::listing::GroupName;
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

/// A group as records of other areas name it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct NamedGroup {
    /// The group's id.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// Its public number.
    pub group_id: String,
}

impl From<GroupName> for NamedGroup {
    fn from(group: GroupName) -> Self {
        Self { id: group.id.get(), name: group.name, group_id: group.code }
    }
}
