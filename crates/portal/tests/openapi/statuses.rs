//! The statuses in the OpenAPI document are those that the program answers: every operation is called without a session, with records
//! that the caller may not see, with bodies that are wrong, stale or too large, and each answer must be documented.

use std::collections::{BTreeMap, BTreeSet};

use axum::http::StatusCode;
use serde_json::{Value, json};
use store::Engine;

use crate::permissions::world::{Caller, World};
use crate::support::Client;

/// An operation with the statuses that the document names.
struct Documented {
    method: String,
    path: String,
    action: String,
    has_json: bool,
    statuses: BTreeSet<String>,
}

fn documented() -> Vec<Documented> {
    let document = serde_json::to_value(portal::api_document()).expect("json");
    let mut all = Vec::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("operations") {
            all.push(Documented {
                method: method.to_uppercase(),
                path: path.clone(),
                action: operation["x-action"].as_str().expect("an action").to_owned(),
                has_json: operation["requestBody"]["content"]["application/json"].is_object(),
                statuses: operation["responses"].as_object().expect("responses").keys().cloned().collect(),
            });
        }
    }
    // Signing out and ending a session would end the test's own; what removes a record comes last.
    all.retain(|operation| !operation.path.ends_with("/logout") && !operation.path.contains("/auth/sessions"));
    all.sort_by_key(|operation| operation.method == "DELETE");
    all
}

/// What was answered, how often, and what the document does not name.
#[derive(Default)]
struct Answers {
    counts: BTreeMap<StatusCode, usize>,
    faults: Vec<String>,
}

impl Answers {
    async fn call(&mut self, client: &Client, operation: &Documented, path: &str, body: Option<Value>) -> StatusCode {
        let status = client.call(&operation.method, path, body).await.status;
        *self.counts.entry(status).or_default() += 1;
        if !operation.statuses.contains(status.as_str()) {
            self.faults
                .push(format!("{} {} answers {status}, which is not documented", operation.method, operation.path));
        }
        status
    }

    fn expect(&mut self, operation: &Documented, status: StatusCode, expected: StatusCode) {
        if status != expected {
            self.faults.push(format!("{} {} answers {status} instead of {expected}", operation.method, operation.path));
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_answer_is_documented() {
    let world = World::make(Engine::Sqlite).await;
    let mut answers = Answers::default();
    let nobody = world.client(world.app(), Caller::Nobody);
    let administrator = world.client(world.app(), Caller::Administrator);
    let user = world.client(world.app(), Caller::GroupUser);
    for operation in documented() {
        let own = world.path(&operation.path, Caller::Administrator, false).expect("a path");
        if operation.action != "Public" {
            let status = answers.call(&nobody, &operation, &own, Some(json!({}))).await;
            answers.expect(&operation, status, StatusCode::UNAUTHORIZED);
        }
        if let Some(foreign) = world.path(&operation.path, Caller::GroupUser, true) {
            answers.call(&user, &operation, &foreign, Some(json!({}))).await;
        }
        answers.call(&user, &operation, &own, Some(json!({}))).await;
        if operation.path.contains('{') {
            let unseen = operation.path.split('/').map(|part| if part.starts_with('{') { "987654321" } else { part });
            let unseen = unseen.collect::<Vec<_>>().join("/");
            answers.call(&administrator, &operation, &unseen, Some(json!({}))).await;
        }
        if operation.has_json {
            let stale = json!({
                "Name": "Northgate", "FirstName": "Ines", "LastName": "Marsh", "Note": "Called.", "NoteType": 1,
                "Version": 987_654,
            });
            for body in [json!([]), json!({"Version": "x"}), stale, json!({"EmployerId": 987_654})] {
                answers.call(&administrator, &operation, &own, Some(body)).await;
            }
            let large = json!({"Name": "x".repeat(3 * 1024 * 1024)});
            let status = answers.call(&administrator, &operation, &own, Some(large)).await;
            answers.expect(&operation, status, StatusCode::PAYLOAD_TOO_LARGE);
        }
    }
    assert!(answers.faults.is_empty(), "{} faults:\n{}", answers.faults.len(), answers.faults.join("\n"));
    for (status, least) in [(StatusCode::FORBIDDEN, 50), (StatusCode::NOT_FOUND, 50), (StatusCode::CONFLICT, 1)] {
        let count = answers.counts.get(&status).copied().unwrap_or_default();
        assert!(count >= least, "{status} was answered {count} times only: what is documented of it is not tried");
    }
}

/// A word in the place of an id may make the call one to another path, such as `/brokers/search`, which takes other methods.
#[tokio::test]
async fn a_method_that_an_address_does_not_take_is_documented() {
    let world = World::make(Engine::Sqlite).await;
    let administrator = world.client(world.app(), Caller::Administrator);
    let all = documented();
    let (mut answers, mut refused) = (Answers::default(), BTreeSet::new());
    for operation in all.iter().filter(|operation| operation.path.contains('{')) {
        for other in others(operation, &all) {
            let path = other.replace(['{', '}'], "");
            let status = answers.call(&administrator, operation, &path, Some(json!({}))).await;
            answers.expect(operation, status, StatusCode::METHOD_NOT_ALLOWED);
            refused.insert((&operation.method, &operation.path));
        }
    }
    assert!(answers.faults.is_empty(), "{} faults:\n{}", answers.faults.len(), answers.faults.join("\n"));
    let named = all.iter().filter(|operation| operation.statuses.contains("405"));
    let named: BTreeSet<_> = named.map(|operation| (&operation.method, &operation.path)).collect();
    assert_eq!(named, refused);
    assert!(named.len() > 5, "{named:?}");
}

/// The paths that a path with words in the place of ids may be, and that do not take the method of the operation.
fn others<'a>(operation: &Documented, all: &'a [Documented]) -> BTreeSet<&'a str> {
    let matches = |other: &Documented| {
        let (own, other): (Vec<_>, Vec<_>) = (operation.path.split('/').collect(), other.path.split('/').collect());
        own.len() == other.len() && own.iter().zip(&other).all(|(own, other)| own == other || own.starts_with('{'))
    };
    let other = all.iter().filter(|other| other.path != operation.path && matches(other));
    let takes = |path: &str| all.iter().any(|one| one.path == path && one.method == operation.method);
    other.map(|other| other.path.as_str()).filter(|path| !takes(path)).collect()
}

#[test]
fn refusals_are_documented_with_their_envelope() {
    let document = serde_json::to_value(portal::api_document()).expect("json");
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("operations") {
            let responses = operation["responses"].as_object().expect("responses");
            for always in ["401", "503"] {
                assert!(responses.contains_key(always), "{method} {path} names no {always}");
            }
            assert_eq!(path.contains('{'), responses.contains_key("404") && path.contains('{'), "{method} {path}");
            for (status, response) in responses.iter().filter(|(status, _)| status.starts_with(['4', '5'])) {
                let schema = &response["content"]["application/json"]["schema"]["$ref"];
                assert_eq!(*schema, "#/components/schemas/Envelope_Nothing", "{method} {path} {status}");
                assert!(
                    response["description"].as_str().is_some_and(|text| text.len() > 10),
                    "{method} {path} {status}"
                );
            }
        }
    }
}
