//! A line of the audit trail, and writing it.

use chrono::{DateTime, Utc};
use domain::{GroupId, UserId};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::row_set::{self, Columns, Instant, Kind};
use crate::{Result, Tx};

/// One line of the audit trail, to be written with [`crate::Tx::commit`].
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// When.
    pub at: DateTime<Utc>,
    /// Whose rights were used; `None` when the product itself acted.
    pub user: Option<UserId>,
    /// The administrator who acted as that user, if any (rules.md#impersonation).
    pub acting_as: Option<UserId>,
    /// What was done, such as `group.terminate`.
    pub action: &'static str,
    /// The kind of record, such as `group`.
    pub subject: &'static str,
    /// The record.
    pub subject_id: Option<i64>,
    /// The group it belongs to.
    pub group: Option<GroupId>,
    /// What brought it about, when no person did directly, such as `("census_file", 12)`.
    pub cause: Option<(&'static str, i64)>,
    /// The address the request came from.
    pub ip: Option<String>,
    /// The request, as in the log.
    pub request_id: Option<String>,
    /// What changed: `{"before": {…}, "after": {…}}` with changed fields only.
    pub detail: Option<Value>,
}

impl Entry {
    /// `action` was done to a `subject` at an instant, by the product itself until [`Entry::by`] says otherwise.
    pub fn new(at: DateTime<Utc>, action: &'static str, subject: &'static str) -> Self {
        Self {
            at,
            user: None,
            acting_as: None,
            action,
            subject,
            subject_id: None,
            group: None,
            cause: None,
            ip: None,
            request_id: None,
            detail: None,
        }
    }

    /// Who did it, and which administrator as whom.
    pub fn by(self, user: UserId, acting_as: Option<UserId>) -> Self {
        Self { user: Some(user), acting_as, ..self }
    }

    /// The record it was done to.
    pub fn on(self, subject_id: impl Into<i64>) -> Self {
        Self { subject_id: Some(subject_id.into()), ..self }
    }

    /// The group the record belongs to.
    pub fn in_group(self, group: GroupId) -> Self {
        Self { group: Some(group), ..self }
    }

    /// What brought it about.
    pub fn caused_by(self, cause: &'static str, id: impl Into<i64>) -> Self {
        Self { cause: Some((cause, id.into())), ..self }
    }

    /// The request it came with.
    pub fn from_request(self, ip: Option<String>, request_id: Option<String>) -> Self {
        Self { ip, request_id, ..self }
    }

    /// Anything worth knowing beside the change.
    pub fn with_detail(self, detail: Value) -> Self {
        Self { detail: Some(detail), ..self }
    }

    /// The fields in which two objects differ, before and after.
    pub fn with_change(self, before: &Value, after: &Value) -> Self {
        self.with_detail(change(before, after))
    }
}

/// `{"before": {…}, "after": {…}}` with the fields that differ; a field on one side only is `null` on the other.
fn change(before: &Value, after: &Value) -> Value {
    let none = Map::new();
    let (old, new) = (before.as_object().unwrap_or(&none), after.as_object().unwrap_or(&none));
    let mut changed = (Map::new(), Map::new());
    for key in old.keys().chain(new.keys().filter(|key| !old.contains_key(*key))) {
        let pair = (old.get(key).unwrap_or(&Value::Null), new.get(key).unwrap_or(&Value::Null));
        if pair.0 != pair.1 {
            changed.0.insert(key.clone(), pair.0.clone());
            changed.1.insert(key.clone(), pair.1.clone());
        }
    }
    json!({ "before": changed.0, "after": changed.1 })
}

const COLUMNS: &Columns = &[
    ("at", Kind::Instant),
    ("user_id", Kind::Long),
    ("acting_as_id", Kind::Long),
    ("action", Kind::Text),
    ("subject", Kind::Text),
    ("subject_id", Kind::Long),
    ("group_id", Kind::Long),
    ("cause", Kind::Text),
    ("cause_id", Kind::Long),
    ("ip", Kind::Text),
    ("request_id", Kind::Text),
    ("detail", Kind::Json),
];

#[derive(Serialize)]
struct Row<'a> {
    at: Instant,
    user_id: Option<UserId>,
    acting_as_id: Option<UserId>,
    action: &'static str,
    subject: &'static str,
    subject_id: Option<i64>,
    group_id: Option<GroupId>,
    cause: Option<&'static str>,
    cause_id: Option<i64>,
    ip: Option<&'a str>,
    request_id: Option<&'a str>,
    detail: Option<&'a Value>,
}

/// Writes lines, however many.
pub(crate) async fn write(tx: &Tx, entries: &[Entry]) -> Result<()> {
    row_set::insert(tx, "audit", COLUMNS, &entries.iter().map(row).collect::<Vec<_>>()).await
}

fn row(entry: &Entry) -> Row<'_> {
    Row {
        at: Instant(entry.at),
        user_id: entry.user,
        acting_as_id: entry.acting_as,
        action: entry.action,
        subject: entry.subject,
        subject_id: entry.subject_id,
        group_id: entry.group,
        cause: entry.cause.map(|(cause, _)| cause),
        cause_id: entry.cause.map(|(_, id)| id),
        ip: entry.ip.as_deref(),
        request_id: entry.request_id.as_deref(),
        detail: entry.detail.as_ref(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_names_only_what_differs() {
        let before = json!({ "name": "North", "rate": 4900, "code": "n" });
        let after = json!({ "name": "North", "rate": 5200, "note": "new" });
        let changed = json!({
            "before": { "rate": 4900, "code": "n", "note": null },
            "after": { "rate": 5200, "code": null, "note": "new" },
        });
        assert_eq!(change(&before, &after), changed);
    }
}
