//! The OpenAPI document that stands in the repository is the one the handlers make.

mod statuses;

use std::collections::HashSet;
use std::path::Path;

#[test]
fn the_committed_document_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../openapi.json");
    let committed = std::fs::read_to_string(path).expect("openapi.json");
    let current = portal::api_document().to_pretty_json().expect("json");
    assert!(
        committed.trim_end() == current.trim_end(),
        "openapi.json is stale: run `make generate` and commit what it writes"
    );
}

#[test]
fn every_operation_names_its_action() {
    let document = serde_json::to_value(portal::api_document()).expect("json");
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("operations") {
            assert!(operation["x-action"].is_string(), "{method} {path} is mounted without guard(Action::…)");
        }
    }
}

#[test]
fn no_two_operations_share_a_name() {
    let document = serde_json::to_value(portal::api_document()).expect("json");
    let mut names = HashSet::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("operations") {
            let name = operation["operationId"].as_str().expect("a name");
            assert!(names.insert(name.to_owned()), "{method} {path} is named {name}, as another operation is");
        }
    }
}
