//! Who may use what, path by path: the crates among each other, and `http.rs`, `service.rs` and `jobs.rs` of the portal's areas.

use super::assert_none;
use super::rust_source::paths;
use super::tree::rust_files;

/// Folders of the portal that are the frame, not areas.
const FRAME: [&str; 4] = ["http", "jobs", "mail", "commands"];

/// What an area is made of; each has its own rules.
const PIECES: [&str; 3] = ["http", "service", "jobs"];

/// What a use case may know of the request: who asks and from where, for scope and audit.
const CALLER: [&str; 2] = ["crate::http::CallerOrigin", "crate::http::Peer"];

const DATABASE: [&str; 4] = ["sea_orm", "sea_orm_migration", "sea_query", "sqlx"];
const WEB: [&str; 6] = ["axum", "utoipa", "utoipa_axum", "tower", "tower_http", "http"];
const OUTSIDE: [&str; 4] = ["std::env", "std::fs", "std::net", "std::process"];

/// Where the domain works on two threads: what comes out is the same as on one.
const THREADS: &str = "crates/domain/src/census/matching/two_threads.rs";

const QUERIES: &str =
    "the database is known to crates/store only: put the query into crates/store/src/<area> and call that";

#[test]
fn everyone_uses_only_what_the_layout_allows() {
    let mut broken = Vec::new();
    // Examples are programs to look at results with; they may write files.
    for file in rust_files().filter(|file| !file.path.contains("/examples/")) {
        for (line, path) in paths(&file.source().code) {
            if let Some(why) = objection(&file.path, &path) {
                broken.push(format!("{}:{line} uses {path}: {why}", file.path));
            }
        }
    }
    assert_none(
        broken,
        "move the code to the layer that may use it; ARCHITECTURE.md, \"Code map\", says which that is.",
    );
}

#[test]
fn domain_waits_for_nothing() {
    let mut broken = Vec::new();
    for file in rust_files().filter(|file| file.path.starts_with("crates/domain/src/")) {
        for (line, code) in (1..).zip(file.source().code.lines()) {
            if code.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| ["async", "await"].contains(&word)) {
                broken.push(format!("{}:{line} is asynchronous", file.path));
            }
        }
    }
    assert_none(broken, "load what the rule needs in a service, and hand it to the rule as values.");
}

/// Why `file` may not name `path`, if so.
fn objection(file: &str, path: &str) -> Option<String> {
    let krate = file.strip_prefix("crates/")?.split('/').next()?;
    let path = &absolute(file, path);
    let is_under = |roots: &[&str]| roots.iter().any(|root| path == root || path.starts_with(&format!("{root}::")));
    if reads_environment(path) && !may_read_environment(file) {
        return Some("only crates/portal/src/config.rs reads the environment; make it a setting there".into());
    }
    if krate != "store" && is_under(&DATABASE) {
        return Some(QUERIES.into());
    }
    match krate {
        // A test of the domain as a whole reads its cases from files, and writes them when the environment says so.
        "domain" if file.starts_with("crates/domain/tests/") && is_under(&["std::fs", "std::env"]) => None,
        "domain" if is_under(&OUTSIDE) || (is_under(&["std::thread"]) && file != THREADS) || reads_clock(path) => {
            Some("domain is pure: values in, values out; let the caller hand the value in".into())
        }
        "store" if is_under(&WEB) || is_under(&["connectors", "documents", "portal"]) => {
            Some("store knows the database and domain, nothing else".into())
        }
        "connectors" if is_under(&WEB) || is_under(&["store", "documents", "portal"]) => {
            Some("connectors knows domain and other people's systems, nothing else".into())
        }
        "connectors" => other_vendor(file, path),
        "documents"
            if is_under(&OUTSIDE) || is_under(&WEB) || is_under(&["store", "connectors", "portal", "tokio"]) =>
        {
            Some("documents turns values into pages; embed files with include_bytes!".into())
        }
        "portal" => in_area(file).and_then(|(area, piece)| match piece {
            "http" => http_objection(area, path),
            "service" => service_objection(area, path),
            _ => jobs_objection(area, path),
        }),
        _ => None,
    }
}

fn http_objection(area: &str, path: &str) -> Option<String> {
    let root = path.split("::").next().unwrap_or(path);
    if ["connectors", "documents"].contains(&root) || (root == "store" && !is_row(path)) {
        return Some(
            "http.rs parses, calls its service, and wraps; of store it may name the types that a service hands out"
                .into(),
        );
    }
    let (other, piece) = other_piece(area, path)?;
    Some(format!("an http.rs calls its own service only; let that use the service of {other}, never its {piece}"))
}

fn service_objection(area: &str, path: &str) -> Option<String> {
    let root = path.split("::").next().unwrap_or(path);
    let of_a_request = path.starts_with("crate::http::") && !CALLER.contains(&path);
    let own_wire = path.starts_with(&format!("crate::{area}::")) && piece_of(path) == Some("http");
    if WEB.contains(&root) || of_a_request || own_wire {
        return Some("a service takes and gives values; requests and responses end in http.rs".into());
    }
    let (other, piece) = other_piece(area, path)?;
    (piece != "service").then(|| format!("use the service of {other}, not its {piece}"))
}

fn jobs_objection(area: &str, path: &str) -> Option<String> {
    let root = path.split("::").next().unwrap_or(path);
    // A long service is cut into files of its area by meaning; all of them but `http.rs` may be called.
    let own_service = path.starts_with(&format!("crate::{area}::")) && piece_of(path) != Some("http");
    let is_frame = ["crate::jobs", "crate::context", "crate::error"].iter().any(|frame| path.starts_with(frame));
    let knows_layers = ["store", "connectors", "documents"].contains(&root) || WEB.contains(&root);
    let knows_portal = root == "crate" && !own_service && !is_frame;
    (knows_layers || knows_portal).then(|| "a job is its payload and a call to service.rs; put the work there".into())
}

/// A type that a query gives, not a query and not the means to make one (a read may return the structs of its rows).
fn is_row(path: &str) -> bool {
    let kind = path.split("::").find(|name| name.starts_with(char::is_uppercase));
    kind.is_some_and(|name| !["Store", "Reader", "Tx", "Db"].contains(&name))
}

/// The area and the piece (`http`, `service`, `jobs`) of a file of the portal.
fn in_area(file: &str) -> Option<(&str, &str)> {
    let inner = file.strip_prefix("crates/portal/src/")?.strip_suffix(".rs")?;
    let (area, rest) = inner.split_once('/')?;
    let piece = rest.split('/').find(|part| PIECES.contains(part))?;
    (!FRAME.contains(&area)).then_some((area, piece))
}

/// The piece that a path leads into.
fn piece_of(path: &str) -> Option<&str> {
    path.split("::").skip(2).find(|name| PIECES.contains(name))
}

/// Another area and its piece that a path leads into.
fn other_piece<'a>(area: &str, path: &'a str) -> Option<(&'a str, &'a str)> {
    let other = path.strip_prefix("crate::")?.split("::").next()?;
    (other != area && !FRAME.contains(&other)).then_some(other).zip(piece_of(path))
}

/// A vendor is a folder of connectors with a `wire.rs`.
fn other_vendor(file: &str, path: &str) -> Option<String> {
    let vendor = |name: &str| super::tree::root().join("crates/connectors/src").join(name).join("wire.rs").is_file();
    let own = file.strip_prefix("crates/connectors/src/")?.split('/').next()?;
    let other = path.strip_prefix("crate::")?.split("::").next()?;
    (own != other && vendor(own) && vendor(other))
        .then(|| "vendors never see each other; what both need goes beside lib.rs".into())
}

fn reads_environment(path: &str) -> bool {
    ["env::var", "env::vars", "env::var_os", "env::vars_os"].iter().any(|end| path.ends_with(end))
}

/// The settings, and tests that look for programs of the machine.
fn may_read_environment(file: &str) -> bool {
    file == "crates/portal/src/config.rs" || file.contains("/testing/") || file.contains("/tests/")
}

fn reads_clock(path: &str) -> bool {
    ["Utc::now", "Local::now", "SystemTime::now", "Instant::now", "Uuid::new_v4"].iter().any(|end| path.ends_with(end))
}

/// `super` and `self` resolved against the place of `file` in its crate.
pub fn absolute(file: &str, path: &str) -> String {
    let Some((_, inner)) = file.split_once("/src/") else { return path.to_owned() };
    let inner = inner.strip_suffix(".rs").unwrap_or(inner);
    let mut module: Vec<&str> = inner.strip_suffix("/mod").unwrap_or(inner).split('/').collect();
    if ["lib", "main"].contains(&inner) {
        module.clear();
    }
    let mut names = path.split("::").peekable();
    let mut relative = false;
    while let Some(name) = names.next_if(|name| ["super", "self"].contains(name)) {
        relative = true;
        if name == "super" {
            module.pop();
        }
    }
    let rest: Vec<&str> = names.collect();
    if relative {
        ["crate"].into_iter().chain(module).chain(rest).collect::<Vec<_>>().join("::")
    } else {
        path.to_owned()
    }
}

#[test]
fn what_is_allowed_and_what_is_not() {
    const AUTH: &str = "crates/portal/src/auth/";
    for (file, path, allowed) in [
        ("domain/tests/census_corpus/entry.rs", "std::fs::read", true),
        ("domain/tests/census_corpus/entry.rs", "std::net::TcpStream", false),
        ("domain/src/money.rs", "std::fmt", true),
        ("domain/src/money.rs", "std::env::var", false),
        ("domain/src/period.rs", "Utc::now", false),
        ("domain/src/period.rs", "std::fs::File", false),
        ("store/src/users.rs", "sea_orm::EntityTrait", true),
        ("store/src/users.rs", "axum::Json", false),
        ("store/src/users.rs", "connectors::Customer", false),
        ("connectors/src/fake/mod.rs", "domain::Money", true),
        ("connectors/src/fake/mod.rs", "store::Tx", false),
        ("documents/src/world.rs", "std::fs::read", false),
        ("portal/src/files.rs", "std::fs::read", true),
        ("portal/src/files.rs", "sea_orm::Set", false),
        ("portal/tests/signing_in/auth.rs", "sqlx::query", false),
        ("portal/src/config.rs", "std::env::vars", true),
        ("portal/src/commands/serve.rs", "env::var", false),
        ("store/src/testing/postgres.rs", "std::env::var_os", true),
    ] {
        assert_eq!(objection(&format!("crates/{file}"), path).is_none(), allowed, "{file} {path}");
    }
    for (piece, path, allowed) in [
        ("http.rs", "super::service", true),
        ("http.rs", "axum::Json", true),
        ("http.rs", "crate::http::Answer", true),
        ("http.rs", "store::sign_in::sessions::SessionRow", true),
        ("http.rs", "crate::billing::snapshots::LineView", true),
        ("http.rs", "crate::billing::snapshots::service::find", false),
        ("http.rs", "store::sign_in::sessions", false),
        ("http.rs", "store::sign_in::sessions::find", false),
        ("http.rs", "store::Tx", false),
        ("http.rs", "connectors::Customer", false),
        ("http/keys.rs", "store::Tx", false),
        ("service.rs", "store::Tx", true),
        ("service.rs", "crate::mail::Letter", true),
        ("service.rs", "crate::http::Peer", true),
        ("service.rs", "crate::http::Answer", false),
        ("service.rs", "super::http::Credentials", false),
        ("service.rs", "axum::Json", false),
        ("jobs.rs", "super::service::sign_in", true),
        ("jobs.rs", "crate::jobs::Job", true),
        ("jobs.rs", "store::Tx", false),
        ("jobs.rs", "super::http::Credentials", false),
        ("jobs.rs", "crate::mail::Letter", false),
        ("passwords.rs", "store::Tx", true),
        ("keys/http.rs", "super::service::keys", true),
        ("keys/http.rs", "super::super::service::keys", true),
        ("keys/http.rs", "store::Tx", false),
        ("keys/service.rs", "super::http::KeyView", false),
    ] {
        assert_eq!(objection(&format!("{AUTH}{piece}"), path).is_none(), allowed, "{piece} {path}");
    }
    assert!(http_objection("members", "crate::auth::service::sign_in").is_some());
    assert!(jobs_objection("members", "crate::auth::service::sign_in").is_some());
    assert!(service_objection("members", "crate::auth::service::sign_in").is_none());
    assert!(service_objection("members", "crate::auth::http::Credentials").is_some());
}
