//! Users for tests: those who belong together and those who do not, and what is read of them.

use domain::access::{Role, Scope};
use domain::{BrokerId, GroupId, PageRequest, UserId};
use serde_json::{Value, json};
use store::audit::Filter;

use super::{Client, TestApp};

/// Where users are.
pub const USERS: &str = "/api/v1/users";
/// Where one's own account is.
pub const ME: &str = "/api/v1/auth/me";

/// Where a user is.
pub fn path(user: UserId) -> String {
    format!("{USERS}/{user}")
}

/// A column of a list.
pub fn column<'a>(list: &'a Value, name: &str) -> Vec<&'a str> {
    let rows = list["Data"].as_array().expect("a list");
    rows.iter().map(|row| row[name].as_str().unwrap_or_default()).collect()
}

/// A broker with two groups, and one of another broker.
pub async fn broker_and_groups(app: &TestApp) -> (BrokerId, [GroupId; 3]) {
    let broker = app.broker().named("Fernwood").create().await;
    let first = app.group().of(broker).create().await;
    let second = app.group().of(broker).create().await;
    let other = app.group().create().await;
    (broker, [first, second, other])
}

/// `body` with other values.
pub fn with(body: &Value, change: &Value) -> Value {
    let mut body = body.clone();
    for (key, value) in change.as_object().expect("fields") {
        body[key] = value.clone();
    }
    body
}

/// What was done to a user, oldest first, with what changed.
pub async fn actions(app: &TestApp, user: UserId) -> Vec<(String, Value)> {
    let filter = Filter { subject: Some("user".to_owned()), subject_id: Some(user.get()), ..Filter::default() };
    let request = PageRequest { descending: Some(false), order_by: Some("Id".to_owned()), ..PageRequest::first(100) };
    let page = store::audit::search(&app.ctx.store.read(), Scope::system(), &filter, &request).await;
    let rows = page.expect("the audit").rows.into_iter();
    rows.map(|row| (row.action, row.detail.unwrap_or_default())).collect()
}

/// One user of each role who belongs together, and one of each who does not.
pub struct People {
    /// Their broker.
    pub broker: BrokerId,
    /// A group of the broker, given to those who need it.
    pub group: GroupId,
    /// An administrator.
    pub administrator: (UserId, Client),
    /// The broker's administrator.
    pub head: (UserId, Client),
    /// An account manager of the broker.
    pub manager: (UserId, Client),
    /// A group user without a broker.
    pub user: (UserId, Client),
    /// One of each of these roles elsewhere.
    pub strangers: [UserId; 3],
}

/// Makes them.
pub async fn people(app: &TestApp) -> People {
    let administrator = app.user(Role::Administrator, None, &[]).await;
    let (broker, [group, _, other]) = broker_and_groups(app).await;
    let elsewhere = Some(app.broker().create().await);
    People {
        broker,
        group,
        administrator,
        head: app.user(Role::BrokerAdministrator, Some(broker), &[]).await,
        manager: app.user(Role::AccountManager, Some(broker), &[group]).await,
        user: app.user(Role::GroupUser, None, &[group]).await,
        strangers: [
            app.user(Role::BrokerAdministrator, elsewhere, &[]).await.0,
            app.user(Role::AccountManager, elsewhere, &[other]).await.0,
            app.user(Role::GroupUser, None, &[other]).await.0,
        ],
    }
}

/// A new account manager, as posted.
pub fn manager(broker: BrokerId, groups: &[GroupId]) -> Value {
    json!({
        "UserId": 0, "FirstName": " Ana ", "LastName": "Barrowby", "EmailAddress": "Ana.Barrowby@mail.example",
        "PhoneNumber": "(614) 555-0142", "RoleId": 3, "BrokerId": broker, "EmployerGroupIds": groups
    })
}
