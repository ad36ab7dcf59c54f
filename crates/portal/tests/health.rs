//! What is told to whoever watches the program: alive, ready, and how it fares.

use axum::http::{StatusCode, header};

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

#[tokio::test]
async fn requests_are_counted_by_route_and_jobs_by_outcome_and_neither_names_a_record() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    client.get("/api/v1/brokers/987654321").await;
    let forgotten = serde_json::json!({"EmailAddress": "user1@example.com"});
    app.nobody().post("/api/v1/auth/forgot-password", forgotten).await;
    app.run_jobs().await;
    let metrics = app.nobody().get("/metrics").await;
    assert_eq!(metrics.headers[header::CONTENT_TYPE], "text/plain; version=0.0.4");
    let told = text(&metrics);
    for line in [
        r#"http_requests_total{method="GET",route="/api/v1/brokers/{id}",status="404"}"#,
        r#"http_request_duration_seconds_count{method="GET",route="/api/v1/brokers/{id}",status="404"}"#,
        r#"outcome="done"}"#,
    ] {
        assert!(told.contains(line), "{line} is not in\n{told}");
    }
    assert!(!told.contains("987654321"), "{told}");
}
