//! Records of every kind: their marks, their names and their versions.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::QuickBooks;
use super::fault::{self, Fault};
use crate::json::{Record, given, text};

/// All entities, as answers spell them.
pub const ENTITIES: [&str; 11] = [
    "Account",
    "Bill",
    "Class",
    "CreditMemo",
    "Customer",
    "Department",
    "Invoice",
    "Item",
    "Payment",
    "Term",
    "Vendor",
];

/// An entity as answers spell it.
pub fn entity(path: &str) -> Option<&'static str> {
    ENTITIES.into_iter().find(|entity| entity.eq_ignore_ascii_case(path))
}

impl QuickBooks {
    /// Puts a new record in its place, marked as new; its id.
    pub(super) fn insert(&mut self, entity: &str, mut record: Record, now: DateTime<Utc>) -> String {
        let id = self.records.next_id();
        record.insert("Id".to_owned(), json!(id.to_string()));
        record.insert("SyncToken".to_owned(), json!("0"));
        record.insert("domain".to_owned(), json!("QBO"));
        record.insert("sparse".to_owned(), json!(false));
        record.insert("MetaData".to_owned(), json!({ "CreateTime": time(now), "LastUpdatedTime": time(now) }));
        if !super::DOCUMENTS.contains(&entity) && entity != "Payment" {
            record.entry("Active").or_insert(json!(true));
        }
        self.records.put(entity, id, record);
        id.to_string()
    }

    /// Puts a changed record in its place, marked as changed.
    pub(super) fn replace(&mut self, entity: &str, id: &str, mut record: Record, now: DateTime<Utc>) {
        let version = text(&record, "SyncToken").and_then(|token| token.parse::<u64>().ok()).unwrap_or_default();
        record.insert("SyncToken".to_owned(), json!((version + 1).to_string()));
        record.insert("sparse".to_owned(), json!(false));
        if let Some(Value::Object(marks)) = record.get_mut("MetaData") {
            marks.insert("LastUpdatedTime".to_owned(), json!(time(now)));
        }
        if let Ok(number) = id.parse() {
            self.records.put(entity, number, record);
        }
    }

    /// A record that is active, or was never one that could be inactive.
    pub(super) fn active(&self, entity: &str, id: &str) -> Option<&Record> {
        self.records.get(entity, id).filter(|record| record.get("Active") != Some(&Value::Bool(false)))
    }

    /// The record that a reference leads to.
    pub(super) fn referred(&self, record: &Record, name: &'static str, entity: &str) -> Result<Option<&Record>, Fault> {
        let Some(id) = crate::json::inner(record, name, "value").filter(|id| !id.is_empty()) else { return Ok(None) };
        self.active(entity, &id).map(Some).ok_or_else(|| fault::no_reference(name))
    }

    /// Checks a record that is no document, such as a customer.
    pub(super) fn check_named(&self, entity: &str, id: Option<&str>, record: &Record) -> Result<(), Fault> {
        // The books have one list of names for customers and vendors.
        let (key, alike) = match entity {
            "Customer" | "Vendor" => ("DisplayName", &["Customer", "Vendor"][..]),
            _ => ("Name", &[entity][..]),
        };
        let name = given(record, key).ok_or_else(|| fault::missing(key))?;
        let is_other =
            |other: &Record| text(other, "Id").as_deref() != id && text(other, key).as_deref() == Some(&name);
        if alike.iter().flat_map(|kind| self.records.all(kind)).any(|(_, other)| is_other(other)) {
            let detail = format!("The name supplied already exists. : {name}");
            return Err(fault::validation("6240", "Duplicate Name Exists Error", detail));
        }
        Ok(())
    }
}

fn time(now: DateTime<Utc>) -> String {
    now.to_rfc3339_opts(chrono::SecondsFormat::Secs, false)
}
