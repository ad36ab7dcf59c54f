//! The statuses that an operation answers with beside 200, derived from what the operation is: its action, the ids of its path, what its body
//! holds, and the other paths. `portal/tests/statuses.rs` holds them against what the program answers.

use std::collections::{BTreeMap, BTreeSet};

use chrono::DateTime;
use domain::access::Action;
use serde_json::Value;
use utoipa::openapi::path::Operation;
use utoipa::openapi::{ContentBuilder, OpenApi, Ref, RefOr, Response, ResponseBuilder};

use crate::error::Error;
use crate::http::guard::{ACTION_EXTENSION, is_open_without_second_factor};

/// The schema of an answer without a value, which every refusal is.
const ENVELOPE: &str = "Envelope_Nothing";

/// Adds to each operation of the document the statuses that it may answer with.
pub fn document_statuses(document: &mut OpenApi) {
    let described = serde_json::to_value(&*document).unwrap_or_default();
    let methods = methods_by_path(&described);
    for (path, item) in &mut document.paths.paths {
        let operations = [
            ("get", &mut item.get),
            ("put", &mut item.put),
            ("post", &mut item.post),
            ("delete", &mut item.delete),
            ("patch", &mut item.patch),
        ];
        for (method, operation) in operations {
            if let Some(operation) = operation {
                let body = &described["paths"][path][method]["requestBody"]["content"];
                let may_be_another_path = may_be_another_path(path, method, &methods);
                let call = Call { may_be_another_path, ..Call::of(path, method != "get", operation, &described, body) };
                add(operation, &call);
            }
        }
    }
}

/// The methods of each path of the document.
fn methods_by_path(document: &Value) -> BTreeMap<String, BTreeSet<String>> {
    let paths = document["paths"].as_object().into_iter().flatten();
    let methods = |item: &Value| item.as_object().into_iter().flat_map(|item| item.keys().cloned()).collect();
    paths.map(|(path, item)| (path.clone(), methods(item))).collect()
}

/// Whether the path with a word in the place of an id may be another one that does not take the method: `PUT /brokers/{id}` with `search`.
fn may_be_another_path(path: &str, method: &str, methods: &BTreeMap<String, BTreeSet<String>>) -> bool {
    let is_id = |part: &str| part.starts_with('{');
    methods.iter().any(|(other, taken)| {
        let places = || path.split('/').zip(other.split('/'));
        path.split('/').count() == other.split('/').count()
            && places().all(|(own, other)| own == other || is_id(own))
            && places().any(|(own, other)| is_id(own) && !is_id(other))
            && !taken.contains(method)
    })
}

/// What decides which statuses a call may be answered with.
struct Call {
    /// Whether a word in the place of an id makes it a call to a path that does not take its method.
    may_be_another_path: bool,
    is_public: bool,
    /// Whether the guard refuses it to some role, or while a second factor is to be set up.
    is_restricted: bool,
    changes_something: bool,
    names_record: bool,
    has_body: bool,
    has_version: bool,
    /// Whether it is tried again and again to guess a secret, or to fill a mailbox.
    counts_tries: bool,
}

impl Call {
    fn of(path: &str, changes_something: bool, operation: &Operation, document: &Value, body: &Value) -> Self {
        let named = operation.extensions.as_ref().and_then(|extensions| extensions.get(ACTION_EXTENSION));
        let action = Action::ALL.iter().find(|action| named.is_some_and(|named| *named == action.name()));
        let schemas: Vec<&Value> = body.as_object().into_iter().flat_map(|kinds| kinds.values()).collect();
        let holds = |name: &str| schemas.iter().any(|content| has_field(&content["schema"], name, document));
        let is_restricted = action.is_none_or(|action| !is_open_without_second_factor(*action));
        Self {
            may_be_another_path: false,
            is_public: action == Some(&Action::Public),
            is_restricted,
            changes_something,
            names_record: path.contains('{') || ["EmployerId", "employerId"].into_iter().any(holds),
            has_body: body.is_object(),
            has_version: holds("Version"),
            counts_tries: path.contains("password") || holds("Password") || (!is_restricted && holds("Code")),
        }
    }
}

/// Whether a schema has a field of this name, itself or in a schema that it is made of.
fn has_field(schema: &Value, name: &str, document: &Value) -> bool {
    if let Some(part) = schema["$ref"].as_str().and_then(|place| place.rsplit('/').next()) {
        return has_field(&document["components"]["schemas"][part], name, document);
    }
    let mut parts = ["allOf", "oneOf", "anyOf"].into_iter().filter_map(|kind| schema[kind].as_array()).flatten();
    !schema["properties"][name].is_null() || parts.any(|part| has_field(part, name, document))
}

fn add(operation: &mut Operation, call: &Call) {
    let key = "The access key is unknown or has ended.";
    let unauthenticated = if call.is_public { key } else { "Not signed in, or no longer." };
    let forbidden = if call.is_restricted {
        "The role may not do this, a second factor is to be set up first, or the call comes from another site."
    } else {
        "The call comes from another site, or may not be made while acting as somebody else or by a program."
    };
    let all = [
        (Error::BadRequest(""), call.has_body, "The body broke off or could not be read."),
        (Error::Unauthenticated, true, unauthenticated),
        (Error::Forbidden, call.is_restricted || call.changes_something, forbidden),
        (Error::NotFound, call.names_record, "There is no such record, or none that the caller may see."),
        (
            Error::MethodNotAllowed,
            call.may_be_another_path,
            "A word stands in the place of an id, and makes it an address that does not take this method.",
        ),
        (
            Error::Stale { by: None, at: DateTime::UNIX_EPOCH },
            call.has_version,
            "The record was changed since it was read; the message says by whom and when.",
        ),
        (Error::TooLarge, call.has_body, "The body is larger than allowed."),
        (Error::TooManyTries, call.counts_tries, "Too many tries; `Retry-After` says how long to wait."),
        (
            Error::TooSlow,
            true,
            "It took longer than a call may and was given up. What was not done by then is not done.",
        ),
    ];
    for (error, comes, description) in all {
        if comes {
            let status = error.status().as_str().to_owned();
            operation.responses.responses.entry(status).or_insert_with(|| refusal(description));
        }
    }
    if let Some(RefOr::T(done)) = operation.responses.responses.get_mut("200")
        && done.description.is_empty()
    {
        "Done when `IsValid`; otherwise `Errors` says what was wrong, by field.".clone_into(&mut done.description);
    }
}

fn refusal(description: &str) -> RefOr<Response> {
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name(ENVELOPE))).build();
    RefOr::T(ResponseBuilder::new().description(description).content("application/json", content).build())
}
