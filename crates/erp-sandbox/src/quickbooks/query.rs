//! Queries in the company's own language.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::fault::{self, Fault};
use super::records::entity;
use super::{QuickBooks, columns};
use crate::json::{Record, plain};
use crate::sql::{Dialect, Select, matches, parse, sort_key};

/// The rows of a page when none are named.
const DEFAULT_ROWS: usize = 100;
/// The most rows of a page.
const MOST_ROWS: usize = 1000;

impl QuickBooks {
    /// What a query finds.
    pub(super) fn query(&self, text: &str, now: DateTime<Utc>) -> Result<Value, Fault> {
        let unclear = |why: String| {
            let detail = format!("QueryParserError: {why}");
            fault::validation("4000", "Error parsing query", detail)
        };
        let select = parse(Dialect::QuickBooks, text).map_err(unclear)?;
        if let Some((name, record)) = self.only(&select.table, now) {
            let found = json!({ name: [record], "startPosition": 1, "maxResults": 1 });
            return Ok(json!({ "QueryResponse": found, "time": now.to_rfc3339() }));
        }
        let of = entity(&select.table).ok_or_else(|| {
            fault::validation("4001", "Invalid query", format!("QueryValidationError: Invalid entity {}", select.table))
        })?;
        if let Some(unknown) = select.names().into_iter().find(|name| !columns::has(of, name)) {
            let detail = format!("QueryValidationError: Property {unknown} not found for Entity {of}");
            return Err(fault::validation("4001", "Invalid query", detail));
        }
        let most = select.most.unwrap_or(DEFAULT_ROWS);
        if !(1..=MOST_ROWS).contains(&most) || select.start == Some(0) {
            return Err(fault::validation("4001", "Invalid query", "QueryValidationError: value is out of range"));
        }
        let found = self.found(of, &select);
        let time = now.to_rfc3339();
        if select.columns == ["count(*)"] {
            return Ok(json!({ "QueryResponse": { "totalCount": found.len() }, "time": time }));
        }
        let start = select.start.unwrap_or(1);
        let page: Vec<Value> = found.iter().skip(start - 1).take(most).map(|record| chosen(record, &select)).collect();
        if page.is_empty() {
            return Ok(json!({ "QueryResponse": {}, "time": time }));
        }
        let count = page.len();
        Ok(json!({ "QueryResponse": { of: page, "startPosition": start, "maxResults": count }, "time": time }))
    }

    /// The one record of an entity that has no more: the company, or its preferences.
    fn only(&self, table: &str, now: DateTime<Utc>) -> Option<(&'static str, Value)> {
        let (name, told) = match table.to_lowercase().as_str() {
            "companyinfo" => ("CompanyInfo", self.company_info(now)),
            "preferences" => ("Preferences", self.told_preferences(now)),
            _ => return None,
        };
        told.get(name).cloned().map(|record| (name, record))
    }

    /// The records that are meant. Those that are not active are left out, unless the condition names their being so.
    fn found(&self, of: &str, select: &Select) -> Vec<&Record> {
        let names_active = select.names().into_iter().any(|name| name.eq_ignore_ascii_case("Active"));
        let is_found = |record: &&Record| {
            if !names_active && record.get("Active") == Some(&Value::Bool(false)) {
                return false;
            }
            let columns = |name: &str| column(record, name);
            select.filter.as_ref().is_none_or(|filter| matches(Dialect::QuickBooks, filter, &columns))
        };
        let mut found: Vec<&Record> = self.records.all(of).map(|(_, record)| record).filter(is_found).collect();
        for (operand, descending) in select.order.iter().rev() {
            found.sort_by_key(|record| sort_key(operand, &|name| column(record, name)));
            if *descending {
                found.reverse();
            }
        }
        found
    }
}

/// The value of a column; its name may be that of a member in a member, and a reference is its id.
fn column(record: &Record, name: &str) -> Option<String> {
    let mut parts = name.split('.');
    let first = parts.next()?;
    let mut value = record.iter().find(|(key, _)| key.eq_ignore_ascii_case(first)).map(|(_, value)| value)?;
    for part in parts {
        value = value.get(part)?;
    }
    plain(value).or_else(|| plain(value.get("value")?))
}

/// The columns that were asked for; the id and the version are there always.
fn chosen(record: &Record, select: &Select) -> Value {
    if select.columns.iter().any(|name| name == "*") {
        return Value::Object(record.clone());
    }
    let is_chosen = |key: &str| {
        ["Id", "SyncToken", "domain", "sparse"].contains(&key)
            || select
                .columns
                .iter()
                .any(|name| name.split('.').next().is_some_and(|name| name.eq_ignore_ascii_case(key)))
    };
    Value::Object(
        record.iter().filter(|(key, _)| is_chosen(key)).map(|(key, value)| (key.clone(), value.clone())).collect(),
    )
}
