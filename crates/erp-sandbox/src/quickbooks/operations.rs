//! What a post to an entity does: create, update, void or delete.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::QuickBooks;
use super::changes::Deleted;
use super::fault::{self, Fault};
use crate::json::{Record, text};

/// How a post was meant, beside its body.
#[derive(Debug, Clone, Default)]
pub struct RequestOptions {
    /// `operation` of the address: `update`, `void` or `delete`.
    pub operation: Option<String>,
    /// `include` of the address.
    pub include: Option<String>,
    /// `requestid` of the address.
    pub request_id: Option<String>,
}

impl QuickBooks {
    /// Does what a post asks for. The same request id again gives the first answer.
    pub(super) fn post(
        &mut self,
        entity: &'static str,
        body: Record,
        options: &RequestOptions,
        now: DateTime<Utc>,
    ) -> Result<Value, Fault> {
        if let Some(first) = options.request_id.as_ref().and_then(|id| self.answers.get(id)) {
            return Ok(first.clone());
        }
        let record = self.done(entity, body, options, now)?;
        let answer = json!({ entity: record, "time": now.to_rfc3339() });
        if let Some(id) = &options.request_id {
            self.answers.insert(id.clone(), answer.clone());
        }
        Ok(answer)
    }

    fn done(
        &mut self,
        entity: &'static str,
        body: Record,
        options: &RequestOptions,
        now: DateTime<Utc>,
    ) -> Result<Value, Fault> {
        let voids = options.operation.as_deref() == Some("void") || options.include.as_deref() == Some("void");
        let repeats = options.include.as_deref() == Some("allowduplicatedocnum");
        let Some(id) = text(&body, "Id").filter(|id| !id.is_empty() && id != "0") else {
            let id = self.create(entity, body, repeats, now)?;
            return Ok(self.record(entity, &id));
        };
        let before = self.records.get(entity, &id).cloned().ok_or_else(fault::not_found)?;
        if text(&body, "SyncToken") != text(&before, "SyncToken") {
            let missing = text(&body, "SyncToken").is_none();
            return Err(if missing { fault::missing("SyncToken") } else { fault::stale() });
        }
        self.check_open(text(&before, "TxnDate").and_then(|day| day.parse().ok()))?;
        if options.operation.as_deref() == Some("delete") {
            self.delete(entity, &id, now);
            return Ok(json!({ "Id": id, "domain": "QBO", "status": "Deleted" }));
        }
        let after = if voids {
            Self::voided(&before, entity)
        } else {
            let is_document = super::DOCUMENTS.contains(&entity);
            let merged = merged(&before, body);
            if is_document {
                self.document(entity, merged, Some(&before), (repeats, now))?
            } else {
                self.check_named(entity, Some(&id), &merged)?;
                merged
            }
        };
        self.replace(entity, &id, after, now);
        Ok(self.record(entity, &id))
    }

    fn create(
        &mut self,
        entity: &'static str,
        mut body: Record,
        repeats: bool,
        now: DateTime<Utc>,
    ) -> Result<String, Fault> {
        body.remove("Id");
        if entity == "Payment" {
            return self.payment(body, now);
        }
        if super::DOCUMENTS.contains(&entity) {
            let document = self.document(entity, body, None, (repeats, now))?;
            return Ok(self.insert(entity, document, now));
        }
        self.check_named(entity, None, &body)?;
        Ok(self.insert(entity, body, now))
    }

    /// A record as it is answered.
    pub(super) fn record(&self, entity: &str, id: &str) -> Value {
        self.records.get(entity, id).map_or(Value::Null, |record| Value::Object(record.clone()))
    }

    /// Takes a record out of the books, and remembers that it was there. Whether there was one.
    pub fn delete(&mut self, entity: &str, id: &str, now: DateTime<Utc>) -> bool {
        let was_there = self.records.remove(entity, id).is_some();
        if was_there {
            self.deleted.push(Deleted::now(entity, id, now));
        }
        was_there
    }

    /// Forgets the answers to request ids, as time does.
    pub fn forget_answers(&mut self) {
        self.answers.clear();
    }

    /// Changes a document as a person does at the screen.
    ///
    /// # Errors
    /// When it does not exist, or the books refuse it.
    pub fn edit(
        &mut self,
        entity: &'static str,
        body: Record,
        operation: Option<&str>,
        now: DateTime<Utc>,
    ) -> Result<(), String> {
        let id = text(&body, "Id").unwrap_or_default();
        let token = self.records.get(entity, &id).and_then(|record| text(record, "SyncToken"));
        let mut body = body;
        body.insert("SyncToken".to_owned(), json!(token));
        body.insert("sparse".to_owned(), json!(true));
        let options = RequestOptions { operation: operation.map(str::to_owned), ..RequestOptions::default() };
        self.post(entity, body, &options, now).map(drop).map_err(|fault| fault.body().to_string())
    }
}

/// The body over what was there: all of it for a sparse update, else only what the books keep by themselves.
fn merged(before: &Record, body: Record) -> Record {
    let is_sparse = body.get("sparse") == Some(&Value::Bool(true));
    let mut after = before.clone();
    if !is_sparse {
        const KEPT: [&str; 9] =
            ["Id", "SyncToken", "MetaData", "domain", "LinkedTxn", "Balance", "RemainingCredit", "TotalAmt", "Active"];
        after.retain(|name, _| KEPT.contains(&name.as_str()));
    }
    let own = ["SyncToken", "MetaData", "LinkedTxn", "Balance", "TotalAmt", "RemainingCredit"];
    after.extend(body.into_iter().filter(|(name, _)| !own.contains(&name.as_str())));
    after
}
