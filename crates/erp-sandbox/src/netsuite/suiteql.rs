//! Queries in SuiteQL over the tables of the account.

use serde_json::{Value, json};

use super::NetSuite;
use super::fault::{self, Fault};
use crate::json::{Record, inner, plain, text};
use crate::sql::{Dialect, Select, matches, parse, sort_key};

/// The tables that are one type of records, beside `transaction`.
const TABLES: [&str; 10] = [
    "account",
    "classification",
    "customForm",
    "customer",
    "department",
    "item",
    "location",
    "subsidiary",
    "term",
    "vendor",
];

/// Columns that transactions have although there are none yet.
const OF_TRANSACTIONS: &[&str] = &[
    "closedate",
    "createddate",
    "currency",
    "duedate",
    "email",
    "entity",
    "foreignamountpaid",
    "foreignamountunpaid",
    "foreigntotal",
    "lastmodifieddate",
    "terms",
    "trandate",
    "type",
];

/// Columns that a table has although no row has a value in them.
const COLUMNS: [&str; 12] = [
    "companyname",
    "daysuntilnetdue",
    "entityid",
    "externalid",
    "firstname",
    "id",
    "isinactive",
    "lastname",
    "memo",
    "name",
    "status",
    "tranid",
];

/// A page of what a query finds.
pub struct Page {
    /// The most rows.
    pub limit: usize,
    /// How many rows before it.
    pub offset: usize,
}

impl NetSuite {
    /// What a query finds, with its columns in small letters and all values as text.
    pub(super) fn suiteql(&self, text: &str, page: &Page) -> Result<Value, Fault> {
        let unclear = |why: String| {
            fault::invalid_request(format!("Invalid search query. Detailed unprocessed description follows. {why}."))
        };
        let select = parse(Dialect::SuiteQl, text).map_err(unclear)?;
        let mut rows = self.rows(&select.table).ok_or_else(|| {
            fault::invalid_request(format!("Invalid search query. Record '{}' was not found.", select.table))
        })?;
        let is_transaction = select.table.eq_ignore_ascii_case("transaction");
        let known = |name: &str| {
            COLUMNS.contains(&name)
                || (is_transaction && OF_TRANSACTIONS.contains(&name))
                || rows.iter().any(|row| row.contains_key(name))
        };
        if let Some(unknown) = select.names().into_iter().find(|name| !known(&name.to_lowercase())) {
            return Err(fault::invalid_request(format!("Invalid search query. Field '{unknown}' was not found.")));
        }
        rows.retain(|row| {
            select.filter.as_ref().is_none_or(|filter| matches(Dialect::SuiteQl, filter, &column_of(row)))
        });
        for (operand, descending) in select.order.iter().rev() {
            rows.sort_by_key(|row| sort_key(operand, &column_of(row)));
            if *descending {
                rows.reverse();
            }
        }
        if select.columns == ["count(*)"] {
            let called = select.called.first().filter(|called| *called != "count(*)").map_or("expr1", String::as_str);
            let count = [json!({ "links": [], (called.to_lowercase()): rows.len().to_string() })];
            return Ok(
                json!({ "links": [], "count": 1, "hasMore": false, "offset": 0, "totalResults": 1, "items": count }),
            );
        }
        let mut found: Vec<Value> = Vec::new();
        for row in &rows {
            let shown = chosen(row, &select);
            if !(select.distinct && found.contains(&shown)) {
                found.push(shown);
            }
        }
        let total = found.len();
        let items: Vec<Value> = found.into_iter().skip(page.offset).take(page.limit).collect();
        let (count, more) = (items.len(), page.offset + items.len() < total);
        Ok(json!({
            "links": [], "count": count, "hasMore": more, "offset": page.offset, "totalResults": total, "items": items,
        }))
    }

    fn rows(&self, table: &str) -> Option<Vec<Record>> {
        let table = table.to_lowercase();
        if table == "transaction" {
            let kinds = [("invoice", "CustInvc"), ("creditMemo", "CustCred"), ("vendorBill", "VendBill")];
            let of = |(kind, name): (&str, &str)| {
                self.records.all(kind).map(|(_, record)| transaction(record, name)).collect::<Vec<_>>()
            };
            return Some(kinds.into_iter().flat_map(of).collect());
        }
        let kind = TABLES.into_iter().find(|known| known.eq_ignore_ascii_case(&table))?;
        Some(self.records.all(kind).map(|(_, record)| row(record)).collect())
    }
}

/// A record as a row: small letters, texts, `T` and `F`.
fn row(record: &Record) -> Record {
    let mut row = Record::new();
    for (name, value) in record {
        let shown = match value {
            Value::Bool(truth) => Some(if *truth { "T" } else { "F" }.to_owned()),
            _ => plain(value).or_else(|| plain(value.get("id")?)),
        };
        if let Some(shown) = shown {
            row.insert(name.to_lowercase(), json!(shown));
        }
    }
    row
}

fn transaction(record: &Record, kind: &str) -> Record {
    let mut found = row(record);
    let status = inner(record, "status", "id").unwrap_or_default();
    found.insert("type".to_owned(), json!(kind));
    found.insert("status".to_owned(), json!(status));
    for (column, member) in [("foreigntotal", "total"), ("foreignamountunpaid", "amountRemaining")] {
        if let Some(value) = text(record, member) {
            found.insert(column.to_owned(), json!(value));
        }
    }
    found
}

fn column_of(row: &Record) -> impl Fn(&str) -> Option<String> {
    |name| text(row, &name.to_lowercase())
}

/// The columns that were asked for, under their names in small letters.
fn chosen(row: &Record, select: &Select) -> Value {
    let mut chosen = Record::new();
    for (column, called) in select.columns.iter().zip(&select.called) {
        if column == "*" {
            chosen.extend(row.clone());
        } else if let Some(value) = row.get(&column.to_lowercase()) {
            chosen.insert(called.to_lowercase(), value.clone());
        }
    }
    chosen.insert("links".to_owned(), json!([]));
    Value::Object(chosen)
}
