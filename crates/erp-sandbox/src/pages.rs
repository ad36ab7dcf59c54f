//! The pages that people open in the systems: a document, and where a customer pays it.

use std::collections::HashMap;

use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use serde_json::Value;

use crate::Sandbox;
use crate::control::Paper;
use crate::json::{Record, cents, inner, object, text};
use crate::markup::escaped;
use crate::world::System;

/// The addresses of the pages.
pub fn routes() -> Router<Sandbox> {
    Router::new()
        .route("/app/{page}", get(of_quickbooks))
        .route("/app/accounting/transactions/{page}", get(of_netsuite))
        .route("/pay/{id}", get(bill).post(pay))
}

async fn of_quickbooks(
    State(sandbox): State<Sandbox>,
    Path(page): Path<String>,
    Query(query): Query<HashMap<String, String>>,
) -> Response {
    let paper = match page.as_str() {
        "invoice" => Paper::Invoice,
        "creditmemo" => Paper::CreditMemo,
        "bill" => Paper::Bill,
        _ => return missing(),
    };
    shown(&sandbox, System::QuickBooks, paper, query.get("txnId"))
}

async fn of_netsuite(
    State(sandbox): State<Sandbox>,
    Path(page): Path<String>,
    Query(query): Query<HashMap<String, String>>,
) -> Response {
    let paper = match page.as_str() {
        "custinvc.nl" => Paper::Invoice,
        "custcred.nl" => Paper::CreditMemo,
        "vendbill.nl" => Paper::Bill,
        _ => return missing(),
    };
    shown(&sandbox, System::NetSuite, paper, query.get("id"))
}

fn shown(sandbox: &Sandbox, system: System, paper: Paper, id: Option<&String>) -> Response {
    match id.and_then(|id| found(sandbox, system, paper, id)) {
        Some(record) => page(&record, system).into_response(),
        None => missing(),
    }
}

/// Where a customer pays.
async fn bill(State(sandbox): State<Sandbox>, Path(id): Path<String>) -> Response {
    let Some(record) = found(&sandbox, System::QuickBooks, Paper::Invoice, &id) else { return missing() };
    let open = text(&record, "Balance").unwrap_or_default();
    let body = format!(
        "<h1>Invoice {}</h1><p>Open: {}</p><form method=\"post\"><button>Pay</button></form>",
        escaped(&text(&record, "DocNumber").unwrap_or_default()),
        escaped(&open)
    );
    Html(frame("Pay", &body)).into_response()
}

async fn pay(State(sandbox): State<Sandbox>, Path(id): Path<String>) -> Response {
    let Some(record) = found(&sandbox, System::QuickBooks, Paper::Invoice, &id) else { return missing() };
    let open = cents(&record, "Balance").unwrap_or_default();
    match sandbox.pay(System::QuickBooks, Paper::Invoice, &id, open) {
        Ok(()) => Redirect::to(&format!("/app/invoice?txnId={id}")).into_response(),
        Err(_) => (StatusCode::BAD_REQUEST, Html(frame("Pay", "<p>Nothing is open.</p>"))).into_response(),
    }
}

fn found(sandbox: &Sandbox, system: System, paper: Paper, id: &str) -> Option<Record> {
    let world = sandbox.world();
    let records = match system {
        System::QuickBooks => &world.quickbooks.records,
        System::NetSuite => &world.netsuite.records,
    };
    records.get(paper.named(system), id).cloned()
}

fn missing() -> Response {
    (StatusCode::NOT_FOUND, Html(frame("Not found", "<p>There is no such document.</p>"))).into_response()
}

fn page(record: &Record, system: System) -> Html<String> {
    let of_quickbooks = system == System::QuickBooks;
    let (number, partner, total, open) = if of_quickbooks {
        let partner = inner(record, "CustomerRef", "name").or_else(|| inner(record, "VendorRef", "name"));
        (text(record, "DocNumber"), partner, text(record, "TotalAmt"), text(record, "Balance"))
    } else {
        (
            text(record, "tranId"),
            inner(record, "entity", "refName"),
            text(record, "total"),
            text(record, "amountRemaining"),
        )
    };
    let [number, partner, total, open] = [number, partner, total, open].map(|text| escaped(&text.unwrap_or_default()));
    let rows: String = lines(record, of_quickbooks).iter().map(line).collect();
    let whole = serde_json::to_string_pretty(record).unwrap_or_default();
    let body = format!(
        "<h1>{number}</h1><p>{partner}</p><table><tr><th>Line</th><th>Amount</th></tr>{rows}</table>\
         <p>Total {total}, open {open}</p><details><summary>As the interface answers it</summary><pre>{}</pre></details>",
        escaped(&whole)
    );
    Html(frame(&number, &body))
}

fn lines(record: &Record, of_quickbooks: bool) -> Vec<Record> {
    let all = if of_quickbooks {
        record.get("Line")
    } else {
        record.get("item").or(record.get("expense")).and_then(|list| list.get("items"))
    };
    all.and_then(Value::as_array).into_iter().flatten().cloned().map(object).collect()
}

fn line(line: &Record) -> String {
    let [description, memo] = ["Description", "description"].map(|name| text(line, name));
    let words = description.or(memo).or_else(|| text(line, "memo")).unwrap_or_default();
    let amount = text(line, "Amount").or_else(|| text(line, "amount")).unwrap_or_default();
    format!("<tr><td>{}</td><td>{}</td></tr>", escaped(&words), escaped(&amount))
}

fn frame(title: &str, body: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <style>body{{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:48rem;padding:0 1rem}}\
         table{{border-collapse:collapse;width:100%}}th,td{{border-bottom:1px solid #ccc;padding:.3rem;text-align:left}}</style>\
         </head><body>{body}<p><a href=\"/\">ERP sandbox</a></p></body></html>"
    )
}
