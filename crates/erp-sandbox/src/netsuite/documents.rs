//! Invoices, credit memos and vendor bills: what is checked of them, and what the account adds.

use chrono::{DateTime, Days, NaiveDate, Utc};
use serde_json::{Value, json};

use super::NetSuite;
use super::fault::{self, Fault};
use crate::json::{Record, amount, cents, given, inner, object, text};

/// The types that are documents.
pub const DOCUMENTS: [&str; 3] = ["invoice", "creditMemo", "vendorBill"];

impl NetSuite {
    /// A document as the account would keep it. `before` is the one it replaces.
    pub(super) fn document(
        &self,
        kind: &'static str,
        mut body: Record,
        before: Option<&Record>,
        now: DateTime<Utc>,
    ) -> Result<Record, Fault> {
        let partner = if kind == "vendorBill" { "Vendor" } else { "Customer" };
        if inner(&body, "entity", "id").is_none() {
            return Err(fault::user_error(format!("Please enter value(s) for: {partner}")));
        }
        self.check_references(kind, &mut body, "")?;
        if before.is_some_and(|before| is_settled(before) && body.get("item") != before.get("item")) {
            return Err(fault::user_error(
                "This transaction is paid in full or voided and its lines cannot be changed.",
            ));
        }
        let dated = day(&body, "tranDate")?.unwrap_or_else(|| now.date_naive());
        let was_dated = before.and_then(|before| day(before, "tranDate").ok().flatten());
        let closed = self.preferences.closed_through;
        if closed.is_some_and(|closed| dated <= closed || was_dated.is_some_and(|day| day <= closed)) {
            return Err(fault::user_error("You cannot post a transaction in a closed period."));
        }
        body.insert("tranDate".to_owned(), json!(dated));
        if day(&body, "dueDate")?.is_none() && kind != "creditMemo" {
            let term = inner(&body, "terms", "id").and_then(|id| self.records.get("term", &id));
            let days = term.and_then(|term| text(term, "daysUntilNetDue")).and_then(|days| days.parse().ok());
            body.insert("dueDate".to_owned(), json!(dated + Days::new(days.unwrap_or_default())));
        }
        let sublist = if kind == "vendorBill" { "expense" } else { "item" };
        let (lines, total) = self.lines(kind, sublist, &body)?;
        if total < 0 {
            return Err(fault::user_error("The total of the transaction must be zero or greater."));
        }
        body.insert(sublist.to_owned(), lines);
        self.number(kind, &mut body, before)?;
        set_amounts(kind, &mut body, total, before.map_or(0, paid));
        Ok(body)
    }

    fn number(&self, kind: &str, body: &mut Record, before: Option<&Record>) -> Result<(), Fault> {
        let prefix = match kind {
            "invoice" => "INV",
            "creditMemo" => "CM",
            _ => "BILL",
        };
        let own = || format!("{prefix}{}", 1001 + self.records.all(kind).count());
        let wanted = given(body, "tranId").filter(|_| self.preferences.overrides_numbers);
        let number = wanted.or_else(|| before.and_then(|before| text(before, "tranId"))).unwrap_or_else(own);
        let own_id = before.and_then(|before| text(before, "id"));
        let same = |record: &Record| text(record, "tranId").as_ref() == Some(&number) && text(record, "id") != own_id;
        if self.preferences.refuses_duplicate_numbers && self.records.all(kind).any(|(_, record)| same(record)) {
            return Err(fault::user_error(format!(
                "Duplicate transaction number: a transaction numbered {number} already exists."
            )));
        }
        body.insert("tranId".to_owned(), json!(number));
        Ok(())
    }

    /// Records a payment of a part of a document, or the use of a credit memo.
    ///
    /// # Errors
    /// When the document does not exist or less is open.
    pub fn pay(&mut self, kind: &'static str, id: &str, cents: i64, now: DateTime<Utc>) -> Result<(), String> {
        let mut record = self.records.get(kind, id).cloned().ok_or("there is no such document")?;
        let total = crate::json::cents(&record, "total").unwrap_or_default();
        let paid = paid(&record) + cents;
        if cents <= 0 || paid > total {
            return Err("no more than what is open can be paid".to_owned());
        }
        set_amounts(kind, &mut record, total, paid);
        self.touched(kind, id, record, now);
        Ok(())
    }

    /// Voids a document.
    ///
    /// # Errors
    /// When it does not exist.
    pub fn void(&mut self, kind: &'static str, id: &str, now: DateTime<Utc>) -> Result<(), String> {
        let mut record = self.records.get(kind, id).cloned().ok_or("there is no such document")?;
        record.insert("voided".to_owned(), json!(true));
        set_amounts(kind, &mut record, 0, 0);
        self.touched(kind, id, record, now);
        Ok(())
    }

    /// Changes a document as a person does at the screen.
    ///
    /// # Errors
    /// When it does not exist or the account refuses it.
    pub fn edit(&mut self, kind: &'static str, id: &str, body: Value, now: DateTime<Utc>) -> Result<(), String> {
        self.update(kind, id, object(body), &[], now).map_err(|fault| fault.detail().to_owned())
    }

    fn touched(&mut self, kind: &str, id: &str, mut record: Record, now: DateTime<Utc>) {
        record.insert("lastModifiedDate".to_owned(), json!(now.format("%Y-%m-%dT%H:%M:%SZ").to_string()));
        if let Ok(id) = id.parse() {
            self.records.put(kind, id, record);
        }
    }
}

/// What is paid or used of a document, in cents.
fn paid(record: &Record) -> i64 {
    cents(record, "amountPaid").or_else(|| cents(record, "applied")).unwrap_or_default()
}

fn is_settled(record: &Record) -> bool {
    let total = cents(record, "total").unwrap_or_default();
    record.get("voided") == Some(&Value::Bool(true)) || (total > 0 && paid(record) == total)
}

fn set_amounts(kind: &str, record: &mut Record, total: i64, paid: i64) {
    record.insert("total".to_owned(), amount(total));
    record.insert("amountRemaining".to_owned(), amount(total - paid));
    if kind == "creditMemo" {
        record.insert("applied".to_owned(), amount(paid));
        record.insert("unapplied".to_owned(), amount(total - paid));
    } else {
        record.insert("amountPaid".to_owned(), amount(paid));
    }
    let is_voided = record.get("voided") == Some(&Value::Bool(true));
    let status = match (is_voided, total == paid) {
        (true, _) => json!({ "id": "V", "refName": "Voided" }),
        (false, true) => json!({ "id": "B", "refName": "Paid In Full" }),
        (false, false) => json!({ "id": "A", "refName": "Open" }),
    };
    record.insert("status".to_owned(), status);
}

fn day(record: &Record, name: &str) -> Result<Option<NaiveDate>, Fault> {
    let Some(text) = given(record, name) else { return Ok(None) };
    let day = text
        .parse()
        .map_err(|_| fault::invalid_content(name, format!("Invalid value for the field '{name}': {text}.")))?;
    Ok(Some(day))
}
