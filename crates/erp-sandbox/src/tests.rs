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

/// An invoice of $10.00 to the bakery, which the sandbox must know.
fn bakery_invoice(sandbox: &Sandbox) -> Value {
    let world = sandbox.world();
    let (customer, item) =
        (world.quickbooks.id_of("Customer", "Harbor Bakery"), world.quickbooks.id_of("Item", "PEPM"));
    let line = json!({ "DetailType": "SalesItemLineDetail", "Amount": 10.0,
        "SalesItemLineDetail": { "ItemRef": { "value": item }, "Qty": 1, "UnitPrice": 10.0 } });
    json!({ "CustomerRef": { "value": customer }, "Line": [line] })
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
    let mut invoice = bakery_invoice(&sandbox);
    invoice["DocNumber"] = json!("EG-1");
    let invoice = invoice.to_string();
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

/// What the entity lists of the answer to a read hold: their names.
async fn names(sandbox: &Sandbox, path: &str, token: &str, entity: &str) -> Vec<String> {
    let (status, body) = call(sandbox, get(company(sandbox, path), token)).await;
    assert_eq!(status, StatusCode::OK, "{path}: {body}");
    let body: Value = serde_json::from_str(&body).expect("JSON");
    let lists = match body["CDCResponse"][0]["QueryResponse"].as_array() {
        Some(lists) => lists.clone(),
        None => vec![body["QueryResponse"].clone()],
    };
    let rows = lists.iter().flat_map(|list| list[entity].as_array().cloned().unwrap_or_default());
    rows.map(|row| row["DisplayName"].as_str().or(row["status"].as_str()).unwrap_or("?").to_owned()).collect()
}

#[tokio::test]
async fn changes_since_a_time_are_told_with_what_was_deleted() {
    let sandbox = Sandbox::new(clock());
    sandbox.stock(&["Harbor Bakery"], &[]);
    let token = sandbox.connect_quickbooks().access_token;
    let id = sandbox.world().quickbooks.id_of("Customer", "Harbor Bakery").expect("a customer");
    let since = "cdc?entities=Customer,Invoice&changedSince=2026-07-01T00:00:00+00:00";
    assert_eq!(names(&sandbox, since, &token, "Customer").await, ["Harbor Bakery"]);
    assert!(names(&sandbox, since, &token, "Invoice").await.is_empty());
    sandbox.change(|world| world.quickbooks.delete("Customer", &id, (clock())()));
    assert_eq!(names(&sandbox, since, &token, "Customer").await, ["Deleted"]);
    assert!(names(&sandbox, "cdc?entities=Customer&changedSince=2026-07-04", &token, "Customer").await.is_empty());
    for wrong in ["cdc?entities=Nothing&changedSince=2026-07-01", "cdc?entities=Invoice&changedSince=soon", "cdc"] {
        assert_eq!(call(&sandbox, get(company(&sandbox, wrong), &token)).await.0, StatusCode::BAD_REQUEST, "{wrong}");
    }
}

#[tokio::test]
async fn queries_leave_out_the_inactive_and_refuse_what_no_entity_has() {
    let sandbox = Sandbox::new(clock());
    sandbox.stock(&["Harbor Bakery", "Old Mill"], &[]);
    let token = sandbox.connect_quickbooks().access_token;
    sandbox.change(|world| {
        let id = world.quickbooks.id_of("Customer", "Old Mill").expect("a customer");
        let mut record = world.quickbooks.records.get("Customer", &id).cloned().expect("a record");
        record.insert("Active".to_owned(), json!(false));
        world.quickbooks.records.put("Customer", id.parse().expect("a number"), record);
    });
    for (condition, expected) in [
        ("", vec!["Harbor Bakery"]),
        ("%20where%20Active%20=%20false", vec!["Old Mill"]),
        ("%20where%20Active%20in%20(true,%20false)%20orderby%20DisplayName", vec!["Harbor Bakery", "Old Mill"]),
    ] {
        let path = format!("query?query=select%20*%20from%20Customer{condition}");
        assert_eq!(names(&sandbox, &path, &token, "Customer").await, expected);
    }
    for entity in ["CompanyInfo", "preferences"] {
        let path = company(&sandbox, &format!("query?query=select%20*%20from%20{entity}"));
        let (status, body) = call(&sandbox, get(path, &token)).await;
        assert!(status == StatusCode::OK && body.contains("\"Id\":\"1\""), "{entity}: {body}");
    }
    for wrong in ["select%20Nosuch%20from%20Customer", "select%20*%20from%20Invoice%20where%20Nosuch%20=%20'1'"] {
        let (status, body) = call(&sandbox, get(company(&sandbox, &format!("query?query={wrong}")), &token)).await;
        assert!(status == StatusCode::BAD_REQUEST && body.contains("\"code\":\"4001\""), "{wrong}: {body}");
    }
    let long = company(&sandbox, &format!("customer?requestid={}", "x".repeat(51)));
    let post = Request::post(long).header(header::AUTHORIZATION, format!("Bearer {token}"));
    let (status, _) = call(&sandbox, post.body(Body::from("{\"DisplayName\":\"New\"}")).expect("a request")).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn tokens_are_given_back_by_a_form_or_by_json_and_by_their_application_only() {
    type OfToken = fn(&str) -> String;
    let bodies: [(&str, OfToken); 2] = [
        ("application/x-www-form-urlencoded", |token| format!("token={token}")),
        ("application/json", |token| json!({ "token": token }).to_string()),
    ];
    for (kind, body) in bodies {
        let sandbox = Sandbox::new(clock());
        let pair = sandbox.connect_quickbooks();
        let revoke = |application: String| {
            let request = Request::post("/v2/oauth2/tokens/revoke").header(header::CONTENT_TYPE, kind);
            let request =
                request.header(header::AUTHORIZATION, format!("Basic {}", BASE64_STANDARD.encode(application)));
            request.body(Body::from(body(&pair.refresh_token))).expect("a request")
        };
        let (id, secret) = {
            let world = sandbox.world();
            (world.quickbooks.client_id.clone(), world.quickbooks.client_secret.clone())
        };
        assert_eq!(call(&sandbox, revoke(format!("{id}:wrong"))).await.0, StatusCode::UNAUTHORIZED, "{kind}");
        assert_eq!(call(&sandbox, revoke(format!("{id}:{secret}"))).await.0, StatusCode::OK, "{kind}");
        assert_eq!(refresh(&sandbox, &pair.refresh_token).await.0, StatusCode::BAD_REQUEST, "{kind}");
        let terms = company(&sandbox, "query?query=select%20*%20from%20Term");
        assert_eq!(call(&sandbox, get(terms, &pair.access_token)).await.0, StatusCode::UNAUTHORIZED, "{kind}");
    }
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

/// A `POST` of JSON, with the answer's status and text.
async fn post(sandbox: &Sandbox, path: String, token: &str, body: Value) -> (StatusCode, String) {
    let request = Request::post(path)
        .header(header::AUTHORIZATION, format!("Bearer {token}"))
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::ACCEPT, "application/json");
    call(sandbox, request.body(Body::from(body.to_string())).expect("a request")).await
}

#[tokio::test]
async fn customers_and_vendors_share_one_list_of_names() {
    let sandbox = Sandbox::new(clock());
    sandbox.stock(&["Harbor Bakery"], &["Juniper"]);
    let token = sandbox.connect_quickbooks().access_token;
    for (entity, name, is_taken) in
        [("customer", "Juniper", true), ("vendor", "Harbor Bakery", true), ("vendor", "Kestrel", false)]
    {
        let (status, said) = post(&sandbox, company(&sandbox, entity), &token, json!({ "DisplayName": name })).await;
        assert_eq!(status == StatusCode::BAD_REQUEST && said.contains("6240"), is_taken, "{entity} {name}: {said}");
    }
}

#[tokio::test]
async fn texts_of_a_document_have_the_vendors_lengths() {
    let sandbox = Sandbox::new(clock());
    sandbox.stock(&["Harbor Bakery"], &[]);
    let token = sandbox.connect_quickbooks().access_token;
    for (name, member, most) in [
        ("BillEmail", "Address", 100),
        ("BillEmailCc", "Address", 200),
        ("BillEmailBcc", "Address", 200),
        ("CustomerMemo", "value", 1000),
    ] {
        for (length, is_taken) in [(most, true), (most + 1, false)] {
            let mut invoice = bakery_invoice(&sandbox);
            invoice[name] = json!({ member: "x".repeat(length) });
            let (status, said) = post(&sandbox, company(&sandbox, "invoice"), &token, invoice).await;
            assert_eq!(status == StatusCode::OK, is_taken, "{name} {length}: {said}");
            assert_eq!(said.contains("2050"), !is_taken, "{name} {length}: {said}");
        }
    }
}

#[tokio::test]
async fn the_control_page_answers_this_machine_only() {
    let sandbox = Sandbox::new(clock());
    for (host, answered) in [("127.0.0.1:8090", true), ("localhost", true), ("erp.example", false)] {
        for path in ["/", "/control"] {
            let request = Request::get(path).header(header::HOST, host).body(Body::empty()).expect("a request");
            let (status, said) = call(&sandbox, request).await;
            assert_eq!(status == StatusCode::OK, answered, "{host} {path}");
            assert_eq!(said.contains("PrivateKey"), answered && path == "/control", "{host} {path}");
        }
    }
}
