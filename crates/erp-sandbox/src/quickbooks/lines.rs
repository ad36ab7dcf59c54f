//! The lines of a document: each with its item or account, and an amount that is exactly quantity times price.

use serde_json::{Value, json};

use super::QuickBooks;
use super::fault::{self, Fault};
use crate::json::{Record, amount, cents, inner, list, object, plain};

impl QuickBooks {
    /// The lines as the books keep them, and their sum in cents.
    pub(super) fn lines(&self, entity: &str, body: &Record) -> Result<(Vec<Value>, i64), Fault> {
        let mut kept = Vec::new();
        let mut total = 0;
        for mut line in list(body, "Line") {
            let kind = crate::json::text(&line, "DetailType").unwrap_or_default();
            if kind == "SubTotalLineDetail" {
                continue;
            }
            let sum = self.check_line(entity, &kind, &line)?;
            total += sum;
            let number = kept.len() + 1;
            line.insert("LineNum".to_owned(), json!(number));
            if crate::json::given(&line, "Id").is_none() {
                line.insert("Id".to_owned(), json!(number.to_string()));
            }
            line.insert("Amount".to_owned(), amount(sum));
            kept.push(Value::Object(line));
        }
        if kept.is_empty() {
            return Err(fault::missing("Line"));
        }
        if total < 0 {
            let detail = "Business Validation Error: The amount of the transaction must be zero or greater.";
            return Err(fault::validation("6000", "A business validation error has occurred", detail));
        }
        if entity != "Bill" {
            let subtotal =
                json!({ "DetailType": "SubTotalLineDetail", "Amount": amount(total), "SubTotalLineDetail": {} });
            kept.push(subtotal);
        }
        Ok((kept, total))
    }

    fn check_line(&self, entity: &str, kind: &str, line: &Record) -> Result<i64, Fault> {
        if kind == "DescriptionOnly" {
            return Ok(0);
        }
        let sum = cents(line, "Amount").ok_or_else(|| fault::missing("Amount"))?;
        let detail = object(line.get(kind).cloned().unwrap_or(Value::Null));
        self.referred(&detail, "ClassRef", "Class")?;
        match (entity, kind) {
            ("Invoice" | "CreditMemo", "SalesItemLineDetail") => {
                self.referred(&detail, "ItemRef", "Item")?;
                let number = |name: &str| plain(detail.get(name)?)?.parse::<f64>().ok();
                if let (Some(quantity), Some(price)) = (number("Qty"), number("UnitPrice"))
                    && ((quantity * price * 100.0).round() as i64) != sum
                {
                    let said =
                        format!("Amount is not equal to UnitPrice * Qty. Supplied value:{:.2}", sum as f64 / 100.0);
                    return Err(fault::validation("6070", "Amount calculation incorrect in the request", said));
                }
                Ok(sum)
            }
            ("Bill", "AccountBasedExpenseLineDetail") => {
                inner(&detail, "AccountRef", "value").ok_or_else(|| fault::missing("AccountRef"))?;
                self.referred(&detail, "AccountRef", "Account")?;
                Ok(sum)
            }
            ("Bill", "ItemBasedExpenseLineDetail") => {
                self.referred(&detail, "ItemRef", "Item")?;
                Ok(sum)
            }
            _ => Err(fault::validation(
                "2010",
                "Request has invalid or unsupported property",
                format!("DetailType {kind}"),
            )),
        }
    }
}
