//! Commission statements: made of a month, listed, explained, compared, downloaded, billed and run.

mod access;
mod adjustments;
mod bills;
mod files;
mod history;
mod making;
mod months;
mod open_ends;
mod runs;

use serde_json::Value;

use crate::support::Billed;

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

/// A rule in the run of a month of 2026.
async fn run_of(billed: &Billed, rule: i64, month: u32) -> Value {
    let run = billed.client.get(&format!("/api/v1/commission/runs?BillingPeriod=2026-{month:02}-03")).await.value();
    let mut rows = run["Rules"].as_array().expect("rules").iter();
    rows.find(|row| row["CommissionRuleId"] == rule).expect("the rule").clone()
}

/// The codes of what is to be looked at of a rule in a run.
fn codes(rule: &Value) -> Vec<&str> {
    let exceptions = rule["Exceptions"].as_array().expect("exceptions").iter();
    exceptions.map(|exception| exception["Code"].as_str().expect("a code")).collect()
}
