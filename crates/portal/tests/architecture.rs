//! The rules of the house, held by reading the repository itself: who may use what, how long files get, which tables only grow,
//! what the project may depend on. Each failure says what to do next.
//!
//! A rule that is right but in the way of something better is changed here, together with its reason in docs/decisions.

mod append_only;
mod census_stages;
mod crates;
mod escapes;
mod imports;
mod labels;
mod licences;
mod outside;
mod rules;
mod rust_source;
mod sizes;
mod tree;
mod web;

/// Fails with every broken place, one a line, and what to do about it.
#[track_caller]
fn assert_none(broken: Vec<String>, what_to_do: &str) {
    assert!(broken.is_empty(), "\n\n{}\n\nWhat to do: {what_to_do}\n", broken.join("\n"));
}
