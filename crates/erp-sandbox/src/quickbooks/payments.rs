//! Payments, and the use of credit memos: what is open of a document goes down by them.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::QuickBooks;
use super::documents::{open, set_balance};
use super::fault::{self, Fault};
use crate::json::{Record, amount, cents, inner, list, object, text};

/// A part of a payment: the document and the cents.
struct Part {
    entity: &'static str,
    id: String,
    cents: i64,
}

impl QuickBooks {
    /// Records a payment of a part of a document.
    ///
    /// # Errors
    /// When the document does not exist or less is open.
    pub fn pay(&mut self, entity: &'static str, id: &str, cents: i64, now: DateTime<Utc>) -> Result<(), String> {
        let document = self.records.get(entity, id).ok_or("there is no such document")?;
        let partner = document.get("CustomerRef").or(document.get("VendorRef")).cloned().unwrap_or(Value::Null);
        let linked = json!([{ "TxnId": id, "TxnType": entity }]);
        let line = json!({ "Amount": amount(cents), "LinkedTxn": linked });
        let payment = json!({ "CustomerRef": partner, "TotalAmt": amount(cents), "Line": [line] });
        self.payment(object(payment), now).map(drop).map_err(|fault| fault.body().to_string())
    }

    /// Creates a payment of one or several documents.
    pub(super) fn payment(&mut self, body: Record, now: DateTime<Utc>) -> Result<String, Fault> {
        inner(&body, "CustomerRef", "value").ok_or_else(|| fault::missing("CustomerRef"))?;
        cents(&body, "TotalAmt").ok_or_else(|| fault::missing("TotalAmt"))?;
        let parts = parts(&body)?;
        for part in &parts {
            let document = self.records.get(part.entity, &part.id).ok_or_else(fault::not_found)?;
            if part.cents <= 0 || part.cents > open(document) {
                let said = "Business Validation Error: The amount applied exceeds what is open of the transaction.";
                return Err(fault::validation("6000", "A business validation error has occurred", said));
            }
        }
        let payment = self.insert("Payment", body, now);
        for part in parts {
            let Some(mut document) = self.records.get(part.entity, &part.id).cloned() else { continue };
            let left = open(&document) - part.cents;
            set_balance(part.entity, &mut document, left);
            if let Some(links) = document.get_mut("LinkedTxn").and_then(Value::as_array_mut) {
                links.push(json!({ "TxnId": payment, "TxnType": "Payment" }));
            }
            self.replace(part.entity, &part.id, document, now);
        }
        Ok(payment)
    }
}

fn parts(payment: &Record) -> Result<Vec<Part>, Fault> {
    let mut parts = Vec::new();
    for line in list(payment, "Line") {
        for link in list(&line, "LinkedTxn") {
            let kind = text(&link, "TxnType").unwrap_or_default();
            let entity = super::DOCUMENTS.into_iter().find(|entity| *entity == kind);
            let entity = entity.ok_or_else(|| fault::no_reference("LinkedTxn"))?;
            let id = text(&link, "TxnId").ok_or_else(|| fault::missing("TxnId"))?;
            parts.push(Part { entity, id, cents: cents(&line, "Amount").unwrap_or_default() });
        }
    }
    Ok(parts)
}
