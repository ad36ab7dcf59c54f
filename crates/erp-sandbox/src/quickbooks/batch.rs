//! Several posts and queries in one call.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::QuickBooks;
use super::fault::{self, Fault};
use super::operations::RequestOptions;
use super::records::ENTITIES;
use crate::json::{Record, list, object, text};

/// The most items of a batch.
const ITEMS: usize = 30;

impl QuickBooks {
    /// Does the items one by one; one that fails leaves the others alone.
    pub(super) fn batch(&mut self, body: &Record, now: DateTime<Utc>) -> Result<Value, Fault> {
        let items = list(body, "BatchItemRequest");
        if items.len() > ITEMS {
            return Err(fault::validation(
                "1040",
                "Exceeded the maximum number of items in a batch",
                format!("{ITEMS}"),
            ));
        }
        let answers: Vec<Value> = items.into_iter().map(|item| self.item(item, now)).collect();
        Ok(json!({ "BatchItemResponse": answers, "time": now.to_rfc3339() }))
    }

    fn item(&mut self, item: Record, now: DateTime<Utc>) -> Value {
        let id = text(&item, "bId").unwrap_or_default();
        let done = match text(&item, "Query") {
            Some(query) => self.query(&query, now),
            None => self.entry(item, now),
        };
        let mut answer = match done {
            Ok(Value::Object(mut answer)) => {
                answer.remove("time");
                answer
            }
            Ok(_) => Record::new(),
            Err(fault) => object(json!({ "Fault": fault.body() })),
        };
        answer.insert("bId".to_owned(), json!(id));
        Value::Object(answer)
    }

    fn entry(&mut self, mut item: Record, now: DateTime<Utc>) -> Result<Value, Fault> {
        let entity = ENTITIES.into_iter().find(|entity| item.contains_key(*entity));
        let entity = entity.ok_or_else(|| fault::missing("BatchItemRequest"))?;
        let operation = text(&item, "operation").filter(|operation| operation != "create");
        let options = RequestOptions { operation, include: text(&item, "optionsData"), request_id: None };
        self.post(entity, object(item.remove(entity).unwrap_or(Value::Null)), &options, now)
    }
}
