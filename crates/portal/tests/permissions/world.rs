//! Two brokers with a group each, every kind of record in both groups, and one user of each role who belongs to the first.

use std::collections::BTreeMap;

use domain::access::{Role, Scope};
use domain::{BrokerId, GroupId, UserId};
use serde_json::{Value, json};
use store::Engine;

use crate::support::{Client, TestApp};

/// Who calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Caller {
    /// Of the product's company.
    Administrator,
    /// Of the first broker.
    BrokerAdministrator,
    /// Of the first broker, with the first group.
    AccountManager,
    /// With the first group.
    GroupUser,
    /// Not signed in.
    Nobody,
}

/// Ids by what a path calls them.
type Records = BTreeMap<&'static str, i64>;

/// Everything the matrix needs.
pub struct World {
    app: TestApp,
    own: Records,
    foreign: Records,
    cookies: BTreeMap<Caller, String>,
    keys: BTreeMap<Caller, i64>,
    sessions: BTreeMap<Caller, i64>,
    users: BTreeMap<Caller, UserId>,
    stranger: UserId,
}

const CENSUS: &[u8] =
    b"UniqueId,FirstName,LastName,DateOfBirth\n7001,Maren,Abernathy,04/17/1983\n7002,Joel,,11/02/1971\n";

impl World {
    /// Makes it through the API, as an administrator would.
    pub async fn make(engine: Engine) -> Self {
        let app = TestApp::on(engine).await;
        let (administrator_id, administrator) = app.user(Role::Administrator, None, &[]).await;
        let own = records(&app, &administrator, "One", "10001").await;
        let foreign = records(&app, &administrator, "Two", "10002").await;
        app.run_jobs().await;
        let (broker, groups) = (Some(BrokerId(own["brokerId"])), [GroupId(own["employerId"])]);
        let mut clients = BTreeMap::from([(Caller::Administrator, administrator)]);
        let mut users = BTreeMap::from([(Caller::Administrator, administrator_id)]);
        for (caller, role, groups) in [
            (Caller::BrokerAdministrator, Role::BrokerAdministrator, &[][..]),
            (Caller::AccountManager, Role::AccountManager, &groups),
            (Caller::GroupUser, Role::GroupUser, &groups),
        ] {
            let (id, client) = app.user(role, broker, groups).await;
            users.insert(caller, id);
            clients.insert(caller, client);
        }
        let elsewhere = Some(BrokerId(foreign["brokerId"]));
        let stranger = app.user(Role::AccountManager, elsewhere, &[GroupId(foreign["employerId"])]).await.0;
        let mut keys = BTreeMap::new();
        let mut cookies = BTreeMap::new();
        let mut sessions = BTreeMap::new();
        for (caller, client) in &clients {
            let key = client.post("/api/v1/auth/keys", json!({"Name": "Export"})).await.value();
            keys.insert(*caller, key["Id"].as_i64().expect("an id"));
            let own = client.get("/api/v1/auth/sessions").await.value();
            sessions.insert(*caller, own[0]["Id"].as_i64().expect("an id"));
            cookies.insert(*caller, client.cookie().expect("signed in").to_owned());
        }
        Self { app, own, foreign, cookies, keys, sessions, users, stranger }
    }

    /// The application that has it all.
    pub fn app(&self) -> &TestApp {
        &self.app
    }

    /// The caller as a client of `app`.
    pub fn client(&self, app: &TestApp, caller: Caller) -> Client {
        app.nobody().with_cookie(self.cookies.get(&caller).map(String::as_str))
    }

    /// The address of an operation with the caller's own or somebody else's records; `None` when it names no record that could be
    /// somebody else's.
    pub fn path(&self, template: &str, caller: Caller, foreign: bool) -> Option<String> {
        let mut path = template.to_owned();
        let mut names_record = false;
        while let Some(start) = path.find('{') {
            let end = start + path[start..].find('}').expect("a closed parameter");
            let name = path[start + 1..end].to_owned();
            let id = self.id(template, &name, caller, foreign);
            names_record = true;
            path.replace_range(start..=end, &id);
        }
        if template.ends_with("/pdf") {
            let records = if foreign { &self.foreign } else { &self.own };
            path = format!("{path}?InvoiceId={}&EmployerId={}", records["snapshotId"], records["employerId"]);
        }
        (names_record || !foreign).then_some(path)
    }

    /// What an operation is sent: nothing, but for those that name a record in their body, which otherwise would not be found.
    pub fn body(template: &str) -> Value {
        match template.rsplit('/').next() {
            Some("match") => json!({"RecordNumber": 1}),
            Some("skip") => json!({"RecordNumber": 2}),
            Some("record") => json!({"Record": {"RecordNumber": 2}}),
            _ => json!({}),
        }
    }

    fn id(&self, template: &str, name: &str, caller: Caller, foreign: bool) -> String {
        let records = if foreign { &self.foreign } else { &self.own };
        for (of, kept) in [("/auth/keys/", &self.keys), ("/auth/sessions/", &self.sessions)] {
            if template.contains(of) {
                let whose = if foreign { Caller::Administrator } else { caller };
                return kept.get(&whose).copied().unwrap_or_default().to_string();
            }
        }
        if ["/api/v1/users/", "/user/"].iter().any(|of| template.starts_with(of)) && name == "id" {
