//! The lines of a record: their amounts, their keys, and how some are put among others.

use serde_json::{Value, json};

use super::NetSuite;
use super::fault::{self, Fault};
use crate::json::{Record, amount, cents, list, object, plain, text};

impl NetSuite {
    /// The lines as the account keeps them, and their sum in cents.
    pub(super) fn lines(&self, kind: &str, name: &str, body: &Record) -> Result<(Value, i64), Fault> {
        let given = body.get(name).cloned().unwrap_or(Value::Null);
        let mut kept = Vec::new();
        let mut total = 0;
        for mut line in list(&object(given), "items") {
            let at = format!("{name}.items[{}].", kept.len());
            self.check_references(kind, &mut line, &at)?;
            let needed = if name == "item" { "item" } else { "account" };
            if line.get(needed).is_none() {
                return Err(fault::invalid_content(
                    &format!("{at}{needed}"),
                    format!("Please enter a value for {needed}."),
                ));
            }
            let number = |name: &str| plain(line.get(name)?)?.parse::<f64>().ok();
            let product = number("rate").map(|rate| (rate * number("quantity").unwrap_or(1.0) * 100.0).round() as i64);
            let sum = cents(&line, "amount")
                .or(product)
                .ok_or_else(|| fault::invalid_content(&format!("{at}amount"), "Please enter a value for amount."))?;
            total += sum;
            line.insert("amount".to_owned(), amount(sum));
            line.insert("line".to_owned(), json!(kept.len() + 1));
            kept.push(Value::Object(line));
        }
        if kept.is_empty() {
            return Err(fault::user_error("You must enter at least one line item for this transaction."));
        }
        Ok((json!({ "items": kept }), total))
    }
}

/// The lines of a record as they are answered by themselves.
pub(super) struct Lines {
    /// Where they are.
    at: String,
    lines: Vec<Record>,
}

impl NetSuite {
    /// The lines of a record.
    pub(super) fn sublist(&self, kind: &str, named: &str, list: &str, root: &str) -> Result<Lines, Fault> {
        let id = self.id(kind, named).ok_or_else(fault::nonexistent)?;
        let record = self.records.get(kind, &id).ok_or_else(fault::nonexistent)?;
        let held = record.get(list).filter(|held| held.get("items").is_some()).ok_or_else(fault::nonexistent)?;
        let lines = crate::json::list(&object(held.clone()), "items");
        Ok(Lines { at: format!("{root}/record/v1/{kind}/{id}/{list}"), lines })
    }
}

impl Lines {
    fn links(&self, line: &Record) -> Value {
        json!([{ "rel": "self", "href": format!("{}/{}", self.at, text(line, "line").unwrap_or_default()) }])
    }

    /// All of them: where each is, or each itself.
    pub(super) fn listed(&self, expanded: bool) -> Value {
        let item = |line: &Record| {
            let mut shown = if expanded { line.clone() } else { Record::new() };
            shown.insert("links".to_owned(), self.links(line));
            Value::Object(shown)
        };
        let items: Vec<Value> = self.lines.iter().map(item).collect();
        let count = items.len();
        json!({
            "links": [{ "rel": "self", "href": self.at }], "items": items, "count": count, "hasMore": false, "offset": 0,
            "totalResults": count,
        })
    }

    /// The line of this key.
    pub(super) fn one(&self, key: &str) -> Result<Value, Fault> {
        let line = self.lines.iter().find(|line| text(line, "line").as_deref() == Some(key));
        let mut line = line.cloned().ok_or_else(fault::nonexistent)?;
        line.insert("links".to_owned(), self.links(&line));
        Ok(Value::Object(line))
    }
}

/// New lines among those that are there: one with the key of another replaces its members, others come behind.
pub fn merged(there: Value, new: &Value) -> Value {
    let mut lines = list(&object(there), "items");
    for line in list(&object(new.clone()), "items") {
        let key = text(&line, "line");
        match lines.iter_mut().find(|old| key.is_some() && text(old, "line") == key) {
            Some(old) => old.extend(line),
            None => lines.push(line),
        }
    }
    json!({ "items": lines })
}
