//! Invoices, credit memos and bills: what is checked of them, and what the books add.

use chrono::{DateTime, Days, NaiveDate, Utc};
use serde_json::{Value, json};

use super::QuickBooks;
use super::fault::{self, Fault};
use crate::json::{Record, amount, cents, given, inner, text};

/// The entities that are documents.
pub const DOCUMENTS: [&str; 3] = ["Invoice", "CreditMemo", "Bill"];

/// The most characters of a number.
const NUMBER: usize = 21;

impl QuickBooks {
    /// A document as the books would keep it. `before` is the one it replaces.
    pub(super) fn document(
        &mut self,
        entity: &'static str,
        mut body: Record,
        before: Option<&Record>,
        (may_repeat_number, now): (bool, DateTime<Utc>),
    ) -> Result<Record, Fault> {
        let (partner, of) = if entity == "Bill" { ("VendorRef", "Vendor") } else { ("CustomerRef", "Customer") };
        inner(&body, partner, "value").filter(|id| !id.is_empty()).ok_or_else(|| fault::missing(partner))?;
        let name = self.referred(&body, partner, of)?.and_then(|record| text(record, "DisplayName"));
        if let (Some(name), Some(Value::Object(reference))) = (name, body.get_mut(partner)) {
            reference.insert("name".to_owned(), json!(name));
        }
        self.referred(&body, "DepartmentRef", "Department")?;
        self.referred(&body, "APAccountRef", "Account")?;
        let due_days = self.referred(&body, "SalesTermRef", "Term")?.and_then(|term| text(term, "DueDays"));
        let dated = date(&body, "TxnDate")?.unwrap_or_else(|| now.date_naive());
        for day in [Some(dated), before.and_then(|before| date(before, "TxnDate").ok().flatten())] {
            self.check_open(day)?;
        }
        body.insert("TxnDate".to_owned(), json!(dated));
        if date(&body, "DueDate")?.is_none() && entity != "CreditMemo" {
            let days = due_days.and_then(|days| days.parse().ok()).unwrap_or_default();
            body.insert("DueDate".to_owned(), json!(dated + Days::new(days)));
        }
        let (lines, total) = self.lines(entity, &body)?;
        body.insert("Line".to_owned(), Value::Array(lines));
        self.number(entity, &mut body, before, may_repeat_number)?;
        let paid = before.map_or(0, paid);
        body.insert("TotalAmt".to_owned(), amount(total));
        set_balance(entity, &mut body, total - paid);
        body.insert("CurrencyRef".to_owned(), json!({ "value": "USD", "name": "United States Dollar" }));
        body.entry("LinkedTxn").or_insert(json!([]));
        if entity != "Bill" {
            body.entry("EmailStatus").or_insert(json!("NotSet"));
            body.entry("PrintStatus").or_insert(json!("NeedToPrint"));
        }
        check_length("PrivateNote", text(&body, "PrivateNote"), 4000)?;
        check_length("CustomerMemo", inner(&body, "CustomerMemo", "value"), 1000)?;
        for (name, most) in [("BillEmail", 100), ("BillEmailCc", 200), ("BillEmailBcc", 200)] {
            check_length(name, inner(&body, name, "Address"), most)?;
        }
        Ok(body)
    }

    /// A document without effect: it keeps its number and owes nothing.
    pub(super) fn voided(record: &Record, entity: &str) -> Record {
        let mut voided = record.clone();
        for line in voided.get_mut("Line").and_then(Value::as_array_mut).into_iter().flatten() {
            line["Amount"] = amount(0);
            if let Some(detail) = line.get_mut("SalesItemLineDetail") {
                detail["Qty"] = json!(0);
            }
        }
        let note = text(record, "PrivateNote").filter(|note| !note.is_empty());
        let note = note.map_or_else(|| "Voided".to_owned(), |note| format!("Voided - {note}"));
        voided.insert("PrivateNote".to_owned(), json!(note));
        voided.insert("TotalAmt".to_owned(), amount(0));
        voided.insert("LinkedTxn".to_owned(), json!([]));
        set_balance(entity, &mut voided, 0);
        voided
    }

    /// Refuses a day of the closed books.
    pub(super) fn check_open(&self, day: Option<NaiveDate>) -> Result<(), Fault> {
        let closed = self.preferences.books_closed_through;
        if closed.is_some_and(|closed| day.is_some_and(|day| day <= closed)) {
            let detail =
                "Account Period Closed, Cannot Update Through Services API: the books are closed for this date.";
            return Err(fault::validation("6210", "Account Period Closed, Cannot Update Through Services API", detail));
        }
        Ok(())
    }

    fn number(
        &mut self,
        entity: &str,
        body: &mut Record,
        before: Option<&Record>,
        may_repeat: bool,
    ) -> Result<(), Fault> {
        if !self.preferences.custom_txn_numbers && entity != "Bill" {
            let own = match before.and_then(|before| text(before, "DocNumber")) {
                Some(own) => own,
                None => (1001 + self.records.all(entity).count()).to_string(),
            };
            body.insert("DocNumber".to_owned(), json!(own));
            return Ok(());
        }
        let Some(number) = given(body, "DocNumber").filter(|number| number != "AUTO_GENERATE") else {
            if entity != "Bill" {
                let own = (1001 + self.records.all(entity).count()).to_string();
                body.insert("DocNumber".to_owned(), json!(own));
            }
            return Ok(());
        };
        if number.chars().count() > NUMBER {
            let said = format!("Max allowed length for DocNumber is {NUMBER}. Supplied value:{number}");
            return Err(fault::validation("2050", "String Too Long", said));
        }
        let own_id = before.and_then(|before| text(before, "Id"));
        let same =
            |record: &Record| text(record, "DocNumber").as_ref() == Some(&number) && text(record, "Id") != own_id;
        let taken = self.records.all(entity).find(|(_, record)| same(record)).map(|(id, _)| id);
        if let Some(id) = taken.filter(|_| self.preferences.warn_duplicate_numbers && !may_repeat) {
            let detail = format!(
                "Duplicate Document Number Error : You must specify a different number. This number has already been used. \
                 DocNumber={number} is assigned to TxnType={entity} with TxnId={id}"
            );
            return Err(fault::validation("6140", "Duplicate Document Number Error", detail));
        }
        Ok(())
    }
}

/// What is paid of a document, in cents.
pub fn paid(record: &Record) -> i64 {
    cents(record, "TotalAmt").unwrap_or_default() - open(record)
}

/// What is open of a document, in cents.
pub fn open(record: &Record) -> i64 {
    cents(record, "RemainingCredit").or_else(|| cents(record, "Balance")).unwrap_or_default()
}

/// Writes what is open. Of a credit memo it stands in two places.
pub fn set_balance(entity: &str, record: &mut Record, open: i64) {
    record.insert("Balance".to_owned(), amount(open));
    if entity == "CreditMemo" {
        record.insert("RemainingCredit".to_owned(), amount(open));
    }
}

fn date(record: &Record, name: &'static str) -> Result<Option<NaiveDate>, Fault> {
    let Some(text) = given(record, name) else { return Ok(None) };
    let day = text.parse().map_err(|_| {
        fault::validation("2170", "Invalid Enumeration", format!("{name} is no date. Supplied value:{text}"))
    })?;
    Ok(Some(day))
}

fn check_length(name: &str, text: Option<String>, most: usize) -> Result<(), Fault> {
    if text.is_some_and(|text| text.chars().count() > most) {
        return Err(fault::validation("2050", "String Too Long", format!("Max allowed length for {name} is {most}.")));
    }
    Ok(())
}
