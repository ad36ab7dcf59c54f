//! Views of lists that users save by name: their own only.

use domain::SavedViewId;
use domain::access::{Caller, Role};
use domain::lists::saved_views::SavedViewForm;
use portal::error::Error;
use portal::http::{CallerOrigin, Peer};
use serde_json::{Value, json};
use store::Engine;

use crate::support::{Client, TestApp};

const VIEWS: &str = "/api/v1/saved-views";

fn overdue() -> Value {
    json!({ "List": "invoices", "Name": " Overdue ", "Query": "payment=4&sort=InvoiceDate&desc=1" })
}

async fn names(client: &Client) -> Vec<String> {
    let views = client.get(VIEWS).await.value();
    let views = views.as_array().expect("a list").iter();
    views.map(|view| view["Name"].as_str().expect("a name").to_owned()).collect()
}

#[tokio::test]
async fn a_view_is_saved_changed_and_deleted_by_its_user_alone() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let (_, client) = app.user(Role::GroupUser, None, &[]).await;
        let (_, other) = app.user(Role::Administrator, None, &[]).await;
        let made = client.post(VIEWS, overdue()).await.value();
        let expected =
            json!({ "Id": 1, "List": "invoices", "Name": "Overdue", "Query": "payment=4&sort=InvoiceDate&desc=1" });
        assert_eq!(made, expected);
        assert_eq!(client.get(VIEWS).await.value(), json!([made]));
        let one = format!("{VIEWS}/1");
        let renamed = client.put(&one, json!({ "Name": "Late", "List": "groups" })).await.value();
        assert_eq!((&renamed["Name"], &renamed["List"]), (&json!("Late"), &json!("invoices")));
        assert_eq!(renamed["Query"], made["Query"], "what is not named stays");
        assert_eq!(names(&other).await, Vec::<String>::new());
        for reply in [other.put(&one, json!({ "Name": "Mine" })).await, other.delete(&one).await] {
            assert_eq!(reply.status, 404);
        }
        client.delete(&one).await.json();
        assert_eq!(names(&client).await, Vec::<String>::new());
        assert_eq!(client.delete(&one).await.status, 404);
        assert_eq!(app.nobody().get(VIEWS).await.status, 401);
    }
}

#[tokio::test]
async fn what_is_wrong_is_named_by_field() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    client.post(VIEWS, overdue()).await.value();
    let long = "x".repeat(10_000);
    for (body, keys) in [
        (json!({}), vec!["List", "Name"]),
        (json!({ "List": "invoices", "Name": "overdue", "Query": "" }), vec!["Name"]),
        (json!({ "List": "invoices", "Name": long, "Query": "" }), vec!["Name"]),
        (json!({ "List": "invoices", "Name": "Long", "Query": format!("q={long}") }), vec!["Query"]),
        (json!({ "List": "invoices", "Name": "Markup", "Query": "q=<script>" }), vec!["Query"]),
        (json!({ "List": "../users", "Name": "Elsewhere", "Query": "" }), vec!["List"]),
    ] {
        assert_eq!(client.post(VIEWS, body.clone()).await.error_keys(), keys, "{body}");
    }
    let second = client.post(VIEWS, json!({ "List": "invoices", "Name": "Paid", "Query": "" })).await.value();
    let path = format!("{VIEWS}/{}", second["Id"]);
    assert_eq!(client.put(&path, json!({ "Name": "OVERDUE" })).await.error_keys(), ["Name"]);
    assert_eq!(names(&client).await, ["Overdue", "Paid"]);
}

#[tokio::test]
async fn a_list_has_fifty_views_at_most() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let view = |list: &str, number: usize| json!({ "List": list, "Name": format!("View {number}"), "Query": "" });
    for number in 0..50 {
        client.post(VIEWS, view("groups", number)).await.value();
    }
    assert_eq!(client.post(VIEWS, view("groups", 50)).await.error_keys(), ["Name"]);
    client.post(VIEWS, view("members", 50)).await.value();
}

#[tokio::test]
async fn whoever_acts_as_a_user_sees_the_views_and_changes_none() {
    let app = TestApp::start().await;
    let (user, client) = app.user(Role::GroupUser, None, &[]).await;
    let (administrator, _) = app.user(Role::Administrator, None, &[]).await;
    client.post(VIEWS, overdue()).await.value();
    let caller = Caller { user, role: Role::GroupUser, broker: None, impersonator: Some(administrator) };
    let who = CallerOrigin { caller, session: None, confirmed_at: None, peer: Peer::default() };
    let form = SavedViewForm { list: "groups".to_owned(), name: "Mine".to_owned(), query: String::new() };
    let saved = portal::lists::service::create(&app.ctx, &who, form).await;
    assert!(matches!(saved, Err(Error::Forbidden)));
    let deleted = portal::lists::service::delete(&app.ctx, &who, SavedViewId(1)).await;
    assert!(matches!(deleted, Err(Error::Forbidden)));
    assert_eq!(portal::lists::service::list(&app.ctx, &who).await.expect("an answer").len(), 1);
}
