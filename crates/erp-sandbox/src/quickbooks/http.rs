//! The company on the wire: who is let in, and which address does what.

use std::collections::HashMap;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};

use super::QuickBooks;
use super::fault::{self, Fault};
use super::operations::RequestOptions;
use super::records::entity;
use crate::json::{Record, given, inner, list, text};
use crate::world::{Mail, System, World, unguessable};
use crate::{Sandbox, pdf};

/// The most characters of a request id.
const LONGEST_REQUEST_ID: usize = 50;

/// A call that was let in.
struct Asked {
    method: Method,
    path: Vec<String>,
    query: HashMap<String, String>,
    host: String,
    body: Bytes,
    now: DateTime<Utc>,
}

/// What a call gives.
enum Given {
    Json(Value),
    Pdf(Vec<u8>),
}

/// Answers a call to a company.
pub async fn company(
    State(sandbox): State<Sandbox>,
    method: Method,
    Path((realm, rest)): Path<(String, String)>,
    Query(query): Query<HashMap<String, String>>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let now = sandbox.now();
    let header = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let token = header(header::AUTHORIZATION).strip_prefix("Bearer ").unwrap_or_default().to_owned();
    let host = header(header::HOST).to_owned();
    let path = rest.split('/').map(str::to_owned).collect();
    let asked = Asked { method, path, query, host, body, now };
    let changes = asked.method != Method::GET && rest != "query";
    let done = sandbox.answer(changes, |world| {
        world.quickbooks.let_in(&realm, &token, now)?;
        asked.answer(world)
    });
    let mut answer = match done {
        Ok(Given::Json(value)) => Json(value).into_response(),
        Ok(Given::Pdf(bytes)) => ([(header::CONTENT_TYPE, "application/pdf")], bytes).into_response(),
        Err(fault) => fault.answer(&headers, now),
    };
    if let Ok(trace) = HeaderValue::from_str(&unguessable("1-")) {
        answer.headers_mut().insert("intuit_tid", trace);
    }
    answer
}

impl QuickBooks {
    fn let_in(&mut self, realm: &str, token: &str, now: DateTime<Utc>) -> Result<(), Fault> {
        if !self.lets_in(token, now) {
            return Err(fault::expired());
        }
        if realm != self.realm {
            return Err(fault::other_realm());
        }
        let minute = now - TimeDelta::minutes(1);
        self.recent.retain(|at| *at > minute);
        if self.preferences.calls_a_minute.is_some_and(|most| self.recent.len() >= most) {
            return Err(fault::service(axum::http::StatusCode::TOO_MANY_REQUESTS));
        }
        self.recent.push_back(now);
        Ok(())
    }
}

impl Asked {
    fn answer(&self, world: &mut World) -> Result<Given, Fault> {
        let path: Vec<&str> = self.path.iter().map(String::as_str).collect();
        let company = &mut world.quickbooks;
        let is_get = self.method == Method::GET;
        match path.as_slice() {
            ["query"] => {
                let posted = String::from_utf8_lossy(&self.body).into_owned();
                let text = self.query.get("query").filter(|_| is_get).cloned().unwrap_or(posted);
                company.query(&text, self.now).map(Given::Json)
            }
            ["cdc"] if is_get => {
                let named = |name: &str| self.query.get(name).map(String::as_str).unwrap_or_default();
                company.changes(named("entities"), named("changedSince"), self.now).map(Given::Json)
            }
            ["batch"] if !is_get => company.batch(&self.posted()?, self.now).map(Given::Json),
            ["companyinfo", _] if is_get => Ok(Given::Json(company.company_info(self.now))),
            ["preferences"] if is_get => Ok(Given::Json(company.told_preferences(self.now))),
            [of] if !is_get => {
                let posted = self.posted()?;
                let is_long = self.query.get("requestid").is_some_and(|id| id.chars().count() > LONGEST_REQUEST_ID);
                if is_long {
                    return Err(fault::validation("2050", "Invalid String length", "requestid: at most 50 characters"));
                }
                company.post(known(of)?, posted, &self.options(), self.now).map(Given::Json)
            }
            [of, id] if is_get => {
                let record = self.read(company, known(of)?, id)?;
                Ok(Given::Json(json!({ known(of)?: record, "time": self.now.to_rfc3339() })))
            }
            [of, id, "pdf"] if is_get => {
                let record = company.records.get(known(of)?, id).ok_or_else(fault::not_found)?;
                if !company.preferences.pdfs {
                    return Err(fault::validation("5020", "Permission Denied Error", "Documents are not rendered."));
                }
                Ok(Given::Pdf(pdf::page(&shown(known(of)?, record))))
            }
            [of, id, "send"] if !is_get => self.send(world, known(of)?, id).map(Given::Json),
            _ => Err(unsupported()),
        }
    }

    fn posted(&self) -> Result<Record, Fault> {
        match serde_json::from_slice(&self.body) {
            Ok(Value::Object(record)) => Ok(record),
            _ => Err(fault::validation(
                "2010",
                "Request has invalid or unsupported property",
                "The body is no JSON object",
            )),
        }
    }

    fn options(&self) -> RequestOptions {
        let named = |name: &str| self.query.get(name).cloned();
        RequestOptions { operation: named("operation"), include: named("include"), request_id: named("requestid") }
    }

    fn read(&self, company: &QuickBooks, of: &str, id: &str) -> Result<Value, Fault> {
        let mut record = company.records.get(of, id).cloned().ok_or_else(fault::not_found)?;
        let wants_link = self.query.get("include").is_some_and(|include| include.eq_ignore_ascii_case("invoiceLink"));
        if wants_link && of == "Invoice" {
            record.insert("InvoiceLink".to_owned(), json!(format!("http://{}/pay/{id}", self.host)));
        }
        Ok(Value::Object(record))
    }

    /// Mails a document: to the address of the call, else to those it carries.
    fn send(&self, world: &mut World, of: &'static str, id: &str) -> Result<Value, Fault> {
        let company = &mut world.quickbooks;
        let mut record = company.records.get(of, id).cloned().ok_or_else(fault::not_found)?;
        if let Some(address) = self.query.get("sendTo") {
            record.insert("BillEmail".to_owned(), json!({ "Address": address }));
        }
        let first = inner(&record, "BillEmail", "Address").filter(|address| !address.is_empty());
        let first = first.ok_or_else(|| fault::missing("BillEmail"))?;
        let others = inner(&record, "BillEmailCc", "Address").unwrap_or_default();
        let others = others.split(',').map(|one| one.trim().to_owned()).filter(|one| !one.is_empty());
        let recipients = std::iter::once(first).chain(others).collect();
        record.insert("EmailStatus".to_owned(), json!("EmailSent"));
        record.insert(
            "DeliveryInfo".to_owned(),
            json!({ "DeliveryType": "Email", "DeliveryTime": self.now.to_rfc3339() }),
        );
        let number = text(&record, "DocNumber").unwrap_or_default();
        company.replace(of, id, record, self.now);
        let answer = json!({ of: company.record(of, id), "time": self.now.to_rfc3339() });
        world.mails.push(Mail { system: System::QuickBooks, number, recipients });
        Ok(answer)
    }
}

fn known(path: &str) -> Result<&'static str, Fault> {
    entity(path).ok_or_else(unsupported)
}

fn unsupported() -> Fault {
    fault::validation("500", "Unsupported Operation", "Operation is not supported.")
}

/// The lines of a document's page.
fn shown(of: &str, record: &Record) -> Vec<String> {
    let member = |name: &str| given(record, name).unwrap_or_default();
    let mut shown = vec![
        format!("{of} {}", member("DocNumber")),
        format!("Customer {}", inner(record, "CustomerRef", "name").unwrap_or_default()),
        format!("Date {}, due {}", member("TxnDate"), member("DueDate")),
        String::new(),
    ];
    for line in list(record, "Line") {
        let description = given(&line, "Description").unwrap_or_else(|| "Total of the lines".to_owned());
        shown.push(format!("{description}: {}", text(&line, "Amount").unwrap_or_default()));
    }
    shown.extend([String::new(), format!("Total {}", member("TotalAmt")), format!("Open {}", member("Balance"))]);
    shown.extend(inner(record, "CustomerMemo", "value").map(|memo| format!("Message {memo}")));
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::object;

    #[test]
    fn a_member_that_is_blank_is_not_shown() {
        let record =
            object(json!({ "DocNumber": "EG-1", "TotalAmt": 12.5, "CustomerRef": { "value": "1", "name": "Harbor" } }));
        assert_eq!(shown("Invoice", &record)[..2], ["Invoice EG-1", "Customer Harbor"]);
    }

    #[test]
    fn the_memo_to_the_customer_is_shown() {
        let record = object(json!({ "DocNumber": "EG-1", "CustomerMemo": { "value": "Medical, July 2026. PO 7731" } }));
        assert!(shown("Invoice", &record).contains(&"Message Medical, July 2026. PO 7731".to_owned()));
    }
}
