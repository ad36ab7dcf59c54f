//! Commission statements: made of a month, listed, explained, compared, downloaded, billed and run.

mod access;
mod bills;
mod files;
mod history;
mod making;
mod runs;

use serde_json::Value;

/// The messages of a refusal.
fn messages(reply: &crate::support::Reply) -> Vec<String> {
    let errors = reply.json()["Errors"].clone();
    let errors = errors.as_array().expect("errors").iter();
    errors.map(|error| error["Message"].as_str().expect("a message").to_owned()).collect()
}

/// Those fields of a value.
fn pick<const N: usize>(of: &Value, keys: [&str; N]) -> Value {
    Value::Array(keys.map(|key| of[key].clone()).to_vec())
}
