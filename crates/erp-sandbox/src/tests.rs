use std::sync::Arc;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use chrono::DateTime;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::faults::{Effect, Fault};
use crate::{Clock, Paper, Sandbox, System};

fn clock() -> Clock {
    Arc::new(|| DateTime::from_timestamp(1_783_080_000, 0).expect("a time of the calendar"))
}

/// The status, and the body as text.
async fn call(sandbox: &Sandbox, request: Request<Body>) -> (StatusCode, String) {
    let answer = sandbox.router().oneshot(request).await.expect("an answer");
    let status = answer.status();
    let bytes = answer.into_body().collect().await.expect("a body").to_bytes();
    (status, String::from_utf8_lossy(&bytes).into_owned())
}

fn company(sandbox: &Sandbox, path: &str) -> String {
    format!("/v3/company/{}/{path}", sandbox.world().quickbooks.realm)
}

fn get(path: String, token: &str) -> Request<Body> {
    let request = Request::get(path).header(header::AUTHORIZATION, format!("Bearer {token}"));
    request.header(header::ACCEPT, "application/json").body(Body::empty()).expect("a request")
}

async fn refresh(sandbox: &Sandbox, token: &str) -> (StatusCode, Value) {
    let application = {
        let world = sandbox.world();
        format!("{}:{}", world.quickbooks.client_id, world.quickbooks.client_secret)
    };
    let request = Request::post("/oauth2/v1/tokens/bearer")
        .header(header::AUTHORIZATION, format!("Basic {}", BASE64_STANDARD.encode(application)))
        .body(Body::from(format!("grant_type=refresh_token&refresh_token={token}")))
        .expect("a request");
    let (status, body) = call(sandbox, request).await;
    (status, serde_json::from_str(&body).expect("JSON"))
}

#[tokio::test]
async fn a_restart_knows_documents_tokens_and_request_ids() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("sandbox.json");
    let sandbox = Sandbox::kept_in(&file, clock()).expect("new");
    sandbox.stock(&["Harbor Bakery"], &[]);
    let token = sandbox.connect_quickbooks().access_token;
    let (customer, item) = {
        let world = sandbox.world();
        (world.quickbooks.id_of("Customer", "Harbor Bakery"), world.quickbooks.id_of("Item", "PEPM"))
    };
    let line = json!({ "DetailType": "SalesItemLineDetail", "Amount": 10.0,
        "SalesItemLineDetail": { "ItemRef": { "value": item }, "Qty": 1, "UnitPrice": 10.0 } });
    let invoice = json!({ "CustomerRef": { "value": customer }, "DocNumber": "EG-1", "Line": [line] }).to_string();
    let post = |sandbox: &Sandbox| {
        Request::post(company(sandbox, "invoice?requestid=one"))
            .header(header::AUTHORIZATION, format!("Bearer {token}"))
            .body(Body::from(invoice.clone()))
            .expect("a request")
    };
    let (status, first) = call(&sandbox, post(&sandbox)).await;
    assert_eq!(status, StatusCode::OK, "{first}");
    drop(sandbox);
    let again = Sandbox::kept_in(&file, clock()).expect("known");
    let (status, second) = call(&again, post(&again)).await;
    assert_eq!((status, second), (StatusCode::OK, first));
    assert_eq!(again.documents(System::QuickBooks).len(), 1);
    assert_eq!(again.documents(System::QuickBooks)[0].0, Paper::Invoice);
}

#[tokio::test]
async fn a_refresh_token_is_rotated_and_the_one_before_ends() {
    let sandbox = Sandbox::new(clock());
    sandbox.change(|world| world.quickbooks.preferences.previous_refresh_token_seconds = 0);
    let first = sandbox.connect_quickbooks();
    let (status, next) = refresh(&sandbox, &first.refresh_token).await;
    assert_eq!(status, StatusCode::OK);
    assert_ne!(next["refresh_token"], json!(first.refresh_token));
    let (status, refused) = refresh(&sandbox, &first.refresh_token).await;
    assert_eq!((status, refused), (StatusCode::BAD_REQUEST, json!({ "error": "invalid_grant" })));
    let (status, _) = refresh(&sandbox, next["refresh_token"].as_str().expect("a token")).await;
    assert_eq!(status, StatusCode::OK);
}

#[tokio::test]
async fn failures_come_in_the_spelling_that_is_asked_for() {
    let sandbox = Sandbox::new(clock());
    let token = sandbox.connect_quickbooks().access_token;
    let (status, body) = call(&sandbox, get(company(&sandbox, "invoice/99"), &token)).await;
    assert!(status == StatusCode::BAD_REQUEST && body.contains("\"code\":\"610\""), "{body}");
    let (status, body) = call(&sandbox, get(company(&sandbox, "invoice/99"), "wrong")).await;
    assert!(status == StatusCode::UNAUTHORIZED && body.contains("\"fault\":{\"error\":[{"), "{body}");
    let mut xml = get(company(&sandbox, "invoice/99"), &token);
    xml.headers_mut().remove(header::ACCEPT);
    let (status, body) = call(&sandbox, xml).await;
    assert!(status == StatusCode::BAD_REQUEST && body.contains("<Error code=\"610\""), "{body}");
}

#[tokio::test]
async fn calls_above_the_limit_of_a_minute_are_throttled() {
    let sandbox = Sandbox::new(clock());
    let token = sandbox.connect_quickbooks().access_token;
    sandbox.change(|world| world.quickbooks.preferences.calls_a_minute = Some(2));
    let path = company(&sandbox, "query?query=select%20*%20from%20Term");
    let mut statuses = Vec::new();
    for _ in 0..3 {
        statuses.push(call(&sandbox, get(path.clone(), &token)).await.0);
    }
    assert_eq!(statuses, [StatusCode::OK, StatusCode::OK, StatusCode::TOO_MANY_REQUESTS]);
}

#[tokio::test]
async fn a_fault_meets_the_calls_it_names_as_often_as_it_says() {
    let sandbox = Sandbox::new(clock());
    let token = sandbox.connect_quickbooks().access_token;
    let effect = json!({ "Kind": "status", "Status": 503 });
    let fault: Fault =
        serde_json::from_value(json!({ "Path": "invoice", "AfterCalls": 1, "Times": 1, "Effect": effect }))
            .expect("a fault as it is posted");
    assert!(matches!(fault.effect, Effect::Status { status: 503, .. }));
    sandbox.fail(fault);
    let mut statuses = Vec::new();
    for path in ["query?query=select%20*%20from%20Term", "invoice/1", "invoice/1", "invoice/1"] {
        statuses.push(call(&sandbox, get(company(&sandbox, path), &token)).await.0.as_u16());
    }
    assert_eq!(statuses, [200, 400, 503, 400]);
}
