//! What each crate may depend on, as Cargo sees it.

use std::process::Command;
use std::sync::OnceLock;

use serde_json::Value;

use super::assert_none;
use super::tree::root;

/// All that the pure crate is made of.
const DOMAIN: [&str; 15] = [
    "calamine",
    "chrono",
    "csv",
    "encoding_rs",
    "quick-xml",
    "serde",
    "serde_json",
    "strsim",
    "thiserror",
    "tld",
    "unicode-normalization",
    "unicode-properties",
    "url",
    "uuid",
    "zip",
];

/// What the other crates must never depend on.
const NEVER: [(&str, &[&str]); 6] = [
    ("allocator", &["connectors", "documents", "domain", "portal", "store"]),
    ("store", &["axum", "connectors", "documents", "portal", "tower-http", "typst", "utoipa"]),
    ("connectors", &["axum", "documents", "portal", "sea-orm", "sqlx", "store", "typst", "utoipa"]),
    ("erp-sandbox", &["connectors", "documents", "domain", "portal", "reqwest", "sea-orm", "sqlx", "store"]),
    ("documents", &["axum", "connectors", "hyper", "portal", "reqwest", "sea-orm", "sqlx", "store", "tokio", "utoipa"]),
    ("portal", &["sea-orm", "sea-orm-migration", "sqlx", "typst"]),
];

#[test]
fn crates_depend_on_what_their_layer_may() {
    let mut broken = Vec::new();
    for (krate, dependency) in dependencies() {
        let forbidden = match NEVER.iter().find(|(name, _)| *name == krate) {
            Some((_, never)) => never.contains(&dependency.as_str()),
            None => !DOMAIN.contains(&dependency.as_str()),
        };
        if forbidden {
            broken.push(format!("crates/{krate}/Cargo.toml depends on {dependency}"));
        }
    }
    assert_none(
        broken,
        "move the code that needs it up to the crate that may have it. A new crate gets a line in NEVER of crates.rs; \
         a new dependency of domain must be free of IO, clock and randomness, and then goes on the list DOMAIN.",
    );
}

/// Crate of the workspace and name of each thing it is built with, tests aside.
fn dependencies() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for package in packages().iter().filter(|package| package["source"].is_null()) {
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            if dependency["kind"] != "dev" {
                found.push((text(&package["name"]), text(&dependency["name"])));
            }
        }
    }
    assert!(
        found.contains(&("portal".to_owned(), "domain".to_owned())),
        "cargo metadata is read wrongly: mend crates.rs"
    );
    found
}

/// Every package that the workspace is built from on this platform.
pub fn packages() -> &'static [Value] {
    static PACKAGES: OnceLock<Vec<Value>> = OnceLock::new();
    PACKAGES.get_or_init(|| {
        let version = run("rustc", &["-vV"]);
        let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("rustc tells its host");
        let arguments = ["metadata", "--offline", "--locked", "--format-version", "1", "--filter-platform", host];
        let metadata: Value = serde_json::from_str(&run("cargo", &arguments)).expect("cargo writes JSON");
        metadata["packages"].as_array().expect("metadata lists packages").clone()
    })
}

/// A JSON string, empty when it is none.
pub fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn run(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).current_dir(root()).output();
    let output = output.unwrap_or_else(|e| panic!("{program} cannot be started: {e}"));
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} failed; run `cargo fetch --locked` once, then again.\n{complaint}");
    String::from_utf8(output.stdout).expect("the tools write UTF-8")
}
