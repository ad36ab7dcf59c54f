//! What has changed since a time, for clients that keep a copy of the books.

use chrono::{DateTime, FixedOffset, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::QuickBooks;
use super::fault::{self, Fault};
use super::records::entity;
use crate::json::{Record, inner};

/// The sandbox refuses a question about changes that goes back further.
const TOLD: TimeDelta = TimeDelta::days(30);
/// The most records of one entity in an answer.
const MOST: usize = 1000;

/// A record that was deleted.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Deleted {
    entity: String,
    id: String,
    at: DateTime<Utc>,
}

impl Deleted {
    /// Records the deletion of a record at `at`.
    pub(super) fn now(entity: &str, id: &str, at: DateTime<Utc>) -> Self {
        Self { entity: entity.to_owned(), id: id.to_owned(), at }
    }

    fn told(&self) -> Value {
        let at = self.at.to_rfc3339_opts(chrono::SecondsFormat::Secs, false);
        json!({ "domain": "QBO", "status": "Deleted", "Id": self.id, "MetaData": { "LastUpdatedTime": at } })
    }
}

impl QuickBooks {
    /// Answers the records of `entities` that changed since a time, and marks of deleted records.
    ///
    /// # Errors
    /// For a time that cannot be read or lies too far back, and for no or unknown entities.
    pub(super) fn changes(&self, entities: &str, since: &str, now: DateTime<Utc>) -> Result<Value, Fault> {
        let since = moment(since).ok_or_else(|| fault::validation("2030", "Invalid ID", "changedSince is no time"))?;
        if since < now - TOLD {
            return Err(fault::validation("4001", "Invalid query", "changedSince is more than 30 days ago"));
        }
        let named: Vec<&str> = entities.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
        if named.is_empty() {
            return Err(fault::missing("entities"));
        }
        let lists =
            named.into_iter().map(|name| self.changes_of(name, since)).collect::<Result<Vec<Value>, Fault>>()?;
        Ok(json!({ "CDCResponse": [{ "QueryResponse": lists }], "time": now.to_rfc3339() }))
    }

    fn changes_of(&self, name: &str, since: DateTime<Utc>) -> Result<Value, Fault> {
        let of = entity(name).ok_or_else(|| {
            fault::validation("2010", "Request has invalid or unsupported property", format!("Invalid entity {name}"))
        })?;
        let is_new = |record: &Record| {
            let changed = inner(record, "MetaData", "LastUpdatedTime").and_then(|time| moment(&time));
            changed.is_some_and(|changed| changed >= since)
        };
        let mut found: Vec<Value> = self
            .records
            .all(of)
            .map(|(_, record)| record)
            .filter(|record| is_new(record))
            .map(|record| Value::Object(record.clone()))
            .collect();
        found.extend(self.deleted.iter().filter(|gone| gone.entity == of && gone.at >= since).map(Deleted::told));
        found.truncate(MOST);
        if found.is_empty() {
            return Ok(json!({}));
        }
        let count = found.len();
        Ok(json!({ of: found, "startPosition": 1, "maxResults": count }))
    }
}

/// A time as clients write it: with a zone or without, or a day. A plus sign in an address comes as a blank.
fn moment(text: &str) -> Option<DateTime<Utc>> {
    let text = text.trim().replace(' ', "+");
    let zoned = text.parse::<DateTime<FixedOffset>>().ok().map(|time| time.to_utc());
    let unzoned = || text.parse::<chrono::NaiveDateTime>().ok().map(|time| time.and_utc());
    let day = || text.parse::<chrono::NaiveDate>().ok().and_then(|day| day.and_hms_opt(0, 0, 0)).map(|t| t.and_utc());
    zoned.or_else(unzoned).or_else(day)
}

#[cfg(test)]
mod tests {
    use super::moment;

    #[test]
    fn a_time_is_read_as_clients_write_it() {
        for text in ["2026-07-03T00:00:00Z", "2026-07-03T02:00:00+02:00", "2026-07-03T02:00:00 02:00", "2026-07-03"] {
            assert_eq!(moment(text).map(|time| time.timestamp()), Some(1_783_036_800), "{text}");
        }
        assert_eq!(moment("yesterday"), None);
    }
}
