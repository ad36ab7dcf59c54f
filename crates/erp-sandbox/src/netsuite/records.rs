//! Records by their id or their external id, and how they are shown.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::NetSuite;
use super::fault::{self, Fault};
use crate::json::{Record, inner, text};

/// All types, as addresses spell them.
const KINDS: [&str; 13] = [
    "account",
    "classification",
    "creditMemo",
    "customForm",
    "customer",
    "department",
    "invoice",
    "item",
    "location",
    "subsidiary",
    "term",
    "vendor",
    "vendorBill",
];

/// A type as addresses spell it.
pub fn kind(path: &str) -> Result<&'static str, Fault> {
    let found = KINDS.into_iter().find(|kind| kind.eq_ignore_ascii_case(path));
    found.ok_or_else(|| fault::invalid_request(format!("Record type '{path}' does not exist.")))
}

/// How a record is to be shown.
#[derive(Debug, Clone, Default)]
pub struct Shown {
    /// With the lines of its sublists.
    pub expanded: bool,
    /// Only these members.
    pub fields: Option<Vec<String>>,
    /// With nothing but the id of what has an id and a name of the account's own, such as the status.
    pub simple_enums: bool,
}

impl NetSuite {
    /// The id of what an address names: an id, or an external id behind `eid:`.
    pub(super) fn id(&self, kind: &str, named: &str) -> Option<String> {
        match named.strip_prefix("eid:") {
            None => self.records.get(kind, named).map(|_| named.to_owned()),
            Some(external) => {
                let is_it = |record: &Record| text(record, "externalId").as_deref() == Some(external);
                self.records.all(kind).find(|(_, record)| is_it(record)).map(|(id, _)| id.to_string())
            }
        }
    }

    /// A record as it is answered.
    pub(super) fn shown(&self, kind: &str, named: &str, how: &Shown, root: &str) -> Result<Value, Fault> {
        let id = self.id(kind, named).ok_or_else(fault::nonexistent)?;
        let mut record = self.records.get(kind, &id).cloned().ok_or_else(fault::nonexistent)?;
        let at = format!("{root}/record/v1/{kind}/{id}");
        for (name, value) in record.iter_mut() {
            let Some(lines) = value.get("items").and_then(Value::as_array).cloned() else { continue };
            let links = json!([{ "rel": "self", "href": format!("{at}/{name}") }]);
            *value = if how.expanded {
                let count = lines.len();
                json!({ "links": links, "items": lines, "count": count, "hasMore": false, "offset": 0, "totalResults": count })
            } else {
                json!({ "links": links })
            };
        }
        if let Some(id) = inner(&record, "status", "id").filter(|_| how.simple_enums) {
            record.insert("status".to_owned(), json!(id));
        }
        if let Some(fields) = &how.fields {
            record.retain(|name, _| name == "id" || fields.contains(name));
        }
        record.insert("links".to_owned(), json!([{ "rel": "self", "href": at }]));
        Ok(Value::Object(record))
    }

    /// Creates a record.
    pub(super) fn create(&mut self, kind: &'static str, mut body: Record, now: DateTime<Utc>) -> Result<String, Fault> {
        let external = text(&body, "externalId");
        if external.is_some_and(|external| self.id(kind, &format!("eid:{external}")).is_some()) {
            return Err(fault::user_error(
                "This entity already exists. A record with this external ID already exists.",
            ));
        }
        let id = self.records.next_id();
        let record = if super::DOCUMENTS.contains(&kind) {
            self.document(kind, body, None, now)?
        } else {
            self.check_references(kind, &mut body, "")?;
            body.entry("isInactive").or_insert(json!(false));
            body
        };
        self.keep(kind, id, record, now);
        Ok(id.to_string())
    }

    /// Changes a record. The sublists named are replaced, others are merged line by line.
    pub(super) fn update(
        &mut self,
        kind: &'static str,
        id: &str,
        body: Record,
        replaced: &[String],
        now: DateTime<Utc>,
    ) -> Result<(), Fault> {
        let before = self.records.get(kind, id).cloned().ok_or_else(fault::nonexistent)?;
        let mut after = before.clone();
        for (name, value) in body {
            if value.get("items").is_some() && !replaced.contains(&name) {
                let there = after.remove(&name).unwrap_or(Value::Null);
                after.insert(name, super::sublists::merged(there, &value));
            } else {
                after.insert(name, value);
            }
        }
        let after = if super::DOCUMENTS.contains(&kind) {
            self.document(kind, after, Some(&before), now)?
        } else {
            self.check_references(kind, &mut after, "")?;
            after
        };
        if let Ok(number) = id.parse() {
            self.keep(kind, number, after, now);
        }
        Ok(())
    }

    fn keep(&mut self, kind: &str, id: u64, mut record: Record, now: DateTime<Utc>) {
        let now = json!(now.format("%Y-%m-%dT%H:%M:%SZ").to_string());
        record.remove("links");
        record.insert("id".to_owned(), json!(id.to_string()));
        record.entry("createdDate").or_insert(now.clone());
        record.insert("lastModifiedDate".to_owned(), now);
        self.records.put(kind, id, record);
    }

    /// Checks that all references lead somewhere, and writes the names of what they lead to.
    pub(super) fn check_references(&self, kind: &str, record: &mut Record, within: &str) -> Result<(), Fault> {
        let partner = if kind == "vendorBill" { "vendor" } else { "customer" };
        let led = [
            ("entity", partner),
            ("subsidiary", "subsidiary"),
            ("customForm", "customForm"),
            ("terms", "term"),
            ("account", "account"),
            ("department", "department"),
            ("class", "classification"),
            ("location", "location"),
        ];
        let of_lines =
            [("item", "item"), ("account", "account"), ("department", "department"), ("class", "classification")];
        let led: &[(&str, &str)] = if within.is_empty() { &led } else { &of_lines };
        for (name, to) in led {
            let Some(id) = inner(record, name, "id") else { continue };
            let found = self.records.get(to, &id).filter(|found| found.get("isInactive") != Some(&Value::Bool(true)));
            let Some(found) = found else {
                let path = format!("{within}{name}");
                return Err(fault::invalid_content(
                    &path,
                    format!("Invalid value for the resource or sub-resource field '{name}': {id}."),
                ));
            };
            let known = ["companyName", "name"].iter().find_map(|key| text(found, key)).unwrap_or_default();
            record.insert((*name).to_owned(), json!({ "id": id, "refName": known }));
        }
        Ok(())
    }
}
