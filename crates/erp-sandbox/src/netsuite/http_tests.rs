//! What other clients ask of the account, beside what the portal asks.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use chrono::{DateTime, TimeDelta, Utc};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::Sandbox;

fn now() -> DateTime<Utc> {
    DateTime::from_timestamp(1_783_080_000, 0).expect("a time of the calendar")
}

/// An account with two customers, whose token is `token`.
fn account() -> Sandbox {
    let sandbox = Sandbox::new(Arc::new(now));
    sandbox.stock(&["Acme Benefits", "Harbor Bakery"], &["Juniper"]);
    sandbox.change(|world| world.netsuite.tokens.insert("token".to_owned(), now() + TimeDelta::hours(1)));
    sandbox
}

async fn call(sandbox: &Sandbox, request: axum::http::request::Builder, body: Value) -> (StatusCode, Value) {
    let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
    let request = request.header("authorization", "Bearer token").header("prefer", "transient").body(body);
    let answer = sandbox.router().oneshot(request.expect("a request")).await.expect("an answer");
    let status = answer.status();
    let bytes = answer.into_body().collect().await.expect("a body").to_bytes();
    (status, serde_json::from_slice(&bytes).unwrap_or_default())
}

async fn read(sandbox: &Sandbox, path: &str) -> (StatusCode, Value) {
    call(sandbox, Request::get(format!("/services/rest/record/v1/{path}")), Value::Null).await
}

async fn ask(sandbox: &Sandbox, statement: &str) -> (StatusCode, Value) {
    call(sandbox, Request::post("/services/rest/query/v1/suiteql"), json!({ "q": statement })).await
}

async fn invoice(sandbox: &Sandbox) -> String {
    let (customer, item) = {
        let world = sandbox.world();
        (world.netsuite.id_of("customer", "Acme Benefits"), world.netsuite.id_of("item", "PEPM"))
    };
    let body = json!({ "entity": { "id": customer }, "item": { "items": [
        { "item": { "id": item }, "quantity": 2, "rate": 5 }, { "item": { "id": item }, "amount": 7, "description": "More" },
    ] } });
    let (status, _) = call(sandbox, Request::post("/services/rest/record/v1/invoice"), body).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    let (_, listed) = read(sandbox, "invoice").await;
    listed["items"][0]["id"].as_str().expect("an id").to_owned()
}

#[tokio::test]
async fn a_collection_is_filtered() {
    let sandbox = account();
    let (status, found) = read(&sandbox, "customer?q=companyName%20CONTAIN%20%22acme%22&limit=10").await;
    assert_eq!((status, &found["totalResults"]), (StatusCode::OK, &json!(1)), "{found}");
    let id = sandbox.world().netsuite.id_of("customer", "Acme Benefits");
    assert_eq!(found["items"][0]["id"], json!(id));
    assert_eq!(read(&sandbox, "customer?q=companyName%20LIKE%20x").await.0, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn lines_are_read_by_themselves() {
    let sandbox = account();
    let id = invoice(&sandbox).await;
    let (status, lines) = read(&sandbox, &format!("invoice/{id}/item")).await;
    assert_eq!((status, &lines["totalResults"]), (StatusCode::OK, &json!(2)), "{lines}");
    assert!(lines["items"][1]["links"][0]["href"].as_str().is_some_and(|at| at.ends_with("/item/2")), "{lines}");
    let (_, expanded) = read(&sandbox, &format!("invoice/{id}/item?expandSubResources=true")).await;
    assert_eq!(expanded["items"][1]["description"], "More");
    let (_, line) = read(&sandbox, &format!("invoice/{id}/item/2")).await;
    assert_eq!(line["amount"], 7.0);
    for nothing in ["item/3", "expense"] {
        assert_eq!(read(&sandbox, &format!("invoice/{id}/{nothing}")).await.0, StatusCode::NOT_FOUND, "{nothing}");
    }
    assert_eq!(read(&sandbox, "invoice/99/item").await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn answers_and_names_follow_what_the_caller_asks_for() {
    let sandbox = account();
    let id = invoice(&sandbox).await;
    let (_, full) = read(&sandbox, &format!("invoice/{id}")).await;
    assert_eq!(full["status"], json!({ "id": "A", "refName": "Open" }));
    let (_, simple) = read(&sandbox, &format!("invoice/{id}?simpleEnumFormat=true")).await;
    assert_eq!(simple["status"], "A");
    let path = format!("/services/rest/record/v1/invoice/{id}");
    let strict = || Request::patch(&path).header("X-NetSuite-PropertyNameValidation", "Error");
    let (status, refused) = call(&sandbox, strict(), json!({ "memmo": "x" })).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert_eq!(refused["o:errorDetails"][0]["o:errorPath"], "memmo", "{refused}");
    assert_eq!(call(&sandbox, strict(), json!({ "memo": "x", "custbody_own": "y" })).await.0, StatusCode::NO_CONTENT);
    let lenient = Request::patch(&path);
    assert_eq!(call(&sandbox, lenient, json!({ "memmo": "x" })).await.0, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn a_call_is_answered_later_where_that_is_asked_for() {
    let sandbox = account();
    let post = || {
        let call = Request::post("/services/rest/record/v1/customer").header("authorization", "Bearer token");
        let call = call.header("prefer", "respond-async").header("x-netsuite-idempotency-key", "one");
        let request = call.body(Body::from(json!({ "companyName": "Old Mill" }).to_string())).expect("a request");
        let router = sandbox.router();
        async move { router.oneshot(request).await.expect("an answer") }
    };
    let first = post().await;
    assert_eq!(
        (first.status(), &first.headers()["preference-applied"]),
        (StatusCode::ACCEPTED, &"respond-async".parse().expect("a header"))
    );
    let job = first.headers()["location"].to_str().expect("text").split_once("/services").expect("a root").1.to_owned();
    let again = post().await;
    assert_eq!((again.status(), &again.headers()["location"]), (StatusCode::BAD_REQUEST, &first.headers()["location"]));
    let found = async |path: &str| call(&sandbox, Request::get(format!("/services{job}{path}")), Value::Null).await;
    assert_eq!(found("").await.1["progress"], "succeeded");
    assert_eq!(found("/task").await.1["items"][0]["id"], "1");
    assert_eq!(found("/task/1").await.1["completed"], true);
    assert_eq!(found("/task/1/result").await.0, StatusCode::NO_CONTENT);
    assert_eq!(found("/nothing").await.0, StatusCode::NOT_FOUND);
    assert_eq!(sandbox.world().netsuite.records.all("customer").count(), 3);
}

#[tokio::test]
async fn a_query_may_name_its_table_and_its_columns() {
    let sandbox = account();
    let bulk = "SELECT id, tranid, status, foreigntotal, foreignamountunpaid, duedate FROM transaction WHERE type = 'CustInvc'";
    let (status, none) = ask(&sandbox, bulk).await;
    assert_eq!((status, &none["totalResults"]), (StatusCode::OK, &json!(0)), "{none}");
    invoice(&sandbox).await;
    let (_, one) = ask(&sandbox, "SELECT t.foreigntotal AS Amount FROM transaction t WHERE t.type = 'CustInvc'").await;
    assert_eq!(one["items"], json!([{ "amount": "17.0", "links": [] }]));
    let (_, distinct) =
        ask(&sandbox, "SELECT DISTINCT isinactive FROM customer c WHERE c.companyname NOT LIKE 'Z%'").await;
    assert_eq!(distinct["items"], json!([{ "isinactive": "F", "links": [] }]));
    let (_, count) = ask(&sandbox, "SELECT COUNT(*) AS Number FROM customer WHERE id NOT IN (1, 2)").await;
    assert_eq!(count["items"], json!([{ "number": "2", "links": [] }]));
    for unknown in ["SELECT nosuch FROM customer", "SELECT id FROM customer WHERE nosuch = 1"] {
        assert_eq!(ask(&sandbox, unknown).await.0, StatusCode::BAD_REQUEST, "{unknown}");
    }
}
