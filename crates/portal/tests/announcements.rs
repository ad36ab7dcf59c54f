//! Announcements: each user's own.

use domain::access::Role;
use serde_json::json;
use store::Engine;

use crate::support::TestApp;

fn path(user: impl std::fmt::Display, number: impl std::fmt::Display) -> String {
    format!("/api/v1/users/{user}/announcements/{number}")
}

#[tokio::test]
async fn an_announcement_is_put_away_once_for_its_user() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let (one, client) = app.user(Role::GroupUser, None, &[]).await;
        let (other, another) = app.user(Role::Administrator, None, &[]).await;
        assert_eq!(client.get(&path(one, 1)).await.value(), json!(false));
        for _ in 0..2 {
            assert_eq!(client.post(&path(one, 1), json!({})).await.value(), json!(true));
            assert_eq!(client.get(&path(one, 1)).await.value(), json!(true));
        }
        assert_eq!(another.get(&path(other, 1)).await.value(), json!(false), "others have not seen it");
    }
}

#[tokio::test]
async fn what_is_not_ones_own_does_not_exist() {
    let app = TestApp::start().await;
    let (own, client) = app.user(Role::Administrator, None, &[]).await;
    let (other, _) = app.user(Role::GroupUser, None, &[]).await;
    for path in [
        path(other, 1),
        path(99, 1),
        path("me", 1),
        path(own, 0),
        path(own, 2),
        path(own, "x"),
        path(own, 4_294_967_297_i64),
    ] {
        assert_eq!(client.get(&path).await.status, 404, "{path}");
        assert_eq!(client.post(&path, json!({})).await.status, 404, "{path}");
    }
    assert_eq!(app.nobody().get(&path(own, 1)).await.status, 401);
}

#[tokio::test]
async fn acting_as_a_user_puts_nothing_away_for_them() {
    use domain::access::Caller;
    use portal::http::{CallerOrigin, Peer};

    let app = TestApp::start().await;
    let (user, client) = app.user(Role::GroupUser, None, &[]).await;
    let (administrator, _) = app.user(Role::Administrator, None, &[]).await;
    let caller = Caller { user, role: Role::GroupUser, broker: None, impersonator: Some(administrator) };
    let who = CallerOrigin { caller, session: None, confirmed_at: None, peer: Peer::default() };
    let said = portal::announcements::service::acknowledge(&app.ctx, &who, user, 1).await.expect("an answer");
    assert!(!said);
    assert_eq!(client.get(&path(user, 1)).await.value(), json!(false));
}
