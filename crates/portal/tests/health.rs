//! What is told to whoever watches the program: alive, ready, and how it fares.

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use http_body_util::BodyExt as _;
use tower::ServiceExt as _;

use crate::support::program::Program;
use crate::support::{Reply, TestApp};

fn text(reply: &Reply) -> String {
    String::from_utf8(reply.bytes.clone()).expect("text")
}

#[tokio::test]
async fn a_migrated_database_is_ready() {
    let app = TestApp::start().await;
    let alive = app.nobody().get("/healthz").await;
    assert_eq!((alive.status, text(&alive).as_str()), (StatusCode::OK, "ok\n"));
    let ready = app.nobody().get("/readyz").await;
    assert_eq!((ready.status, text(&ready).as_str()), (StatusCode::OK, "ready\n"));
}

/// What the listener answers that serves nothing but metrics.
async fn own_listener() -> String {
    let request = Request::builder().uri("/metrics").body(Body::empty()).expect("a request");
    let answer = portal::metering::routes().oneshot(request).await.expect("an answer");
    assert_eq!(answer.headers()[header::CONTENT_TYPE], "text/plain; version=0.0.4");
    let bytes = answer.into_body().collect().await.expect("a body").to_bytes();
    String::from_utf8(bytes.to_vec()).expect("text")
}

#[tokio::test]
async fn the_portal_itself_answers_metrics_to_the_token_only() {
    const TOKEN: &str = "a token of the watcher";
    let app = TestApp::start().await;
    let administrator = app.administrator().await;
    for client in [&app.nobody(), &app.nobody().with_key(TOKEN), &administrator] {
        assert_eq!(client.get("/metrics").await.status, 404, "without a token set");
    }
    let app = TestApp::with(|config| config.metrics_token = Some(TOKEN.to_owned())).await;
    let administrator = app.administrator().await;
    let key = administrator.post("/api/v1/auth/keys", serde_json::json!({"Name": "Export"})).await.value();
    let program = app.nobody().with_key(key["Key"].as_str().expect("a key"));
    for client in [&app.nobody(), &app.nobody().with_key("another token"), &administrator, &program] {
        assert_eq!(client.get("/metrics").await.status, 401);
    }
    let shown = app.nobody().with_key(TOKEN).get("/metrics").await;
    assert!(text(&shown).contains("http_requests_total"), "{}", shown.status);
}

#[tokio::test]
async fn requests_are_counted_by_route_and_jobs_by_outcome_and_neither_names_a_record() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    client.get("/api/v1/brokers/987654321").await;
    let forgotten = serde_json::json!({"EmailAddress": "user1@example.com"});
    app.nobody().post("/api/v1/auth/forgot-password", forgotten).await;
    app.run_jobs().await;
    let told = own_listener().await;
    for line in [
        r#"http_requests_total{method="GET",route="/api/v1/brokers/{id}",status="404"}"#,
        r#"http_request_duration_seconds_count{method="GET",route="/api/v1/brokers/{id}",status="404"}"#,
        r#"outcome="done"}"#,
    ] {
        assert!(told.contains(line), "{line} is not in\n{told}");
    }
    assert!(!told.contains("987654321"), "{told}");
}

/// Brotli where a browser takes it, else gzip; nothing for those who take neither.
#[tokio::test]
async fn answers_are_packed_as_the_browser_takes_them() {
    let app = TestApp::start().await;
    app.group().create().await;
    let client = app.administrator().await;
    for (accepted, encoding) in [
        ("gzip, deflate, br, zstd", Some("br")),
        ("gzip, deflate", Some("gzip")),
        ("br;q=0, gzip", Some("gzip")),
        ("identity", None),
    ] {
        let reply = client.get_with("/api/v1/employers/search", &[("accept-encoding", accepted)]).await;
        let told = reply.headers.get(header::CONTENT_ENCODING).map(|value| value.to_str().expect("text"));
        assert_eq!((reply.status.as_u16(), told), (200, encoding), "{accepted}");
    }
}

#[test]
fn the_start_up_says_what_invoices_lack_to_name_where_a_check_goes() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = ("LEDGERWELL_SENDER_NAME", "Quillmere Health, LLC");
    let address = ("LEDGERWELL_SENDER_ADDRESS", "88 Tannery Row|Columbus, OH 43215");
    let said = Program::said_at_start(folder.path(), &[name]);
    assert!(said.contains("Invoices do not say where a check goes: set LEDGERWELL_SENDER_ADDRESS."), "{said}");
    let half = ("LEDGERWELL_SENDER_ADDRESS", "88 Tannery Row|Columbus, OH");
    let said = Program::said_at_start(folder.path(), &[name, half]);
    assert!(said.contains("end LEDGERWELL_SENDER_ADDRESS with the state and the ZIP code."), "{said}");
    let said = Program::said_at_start(folder.path(), &[name, address]);
    assert!(!said.contains("where a check goes"), "{said}");
}
