//! How long files and functions may get, and how no file is called.

use super::assert_none;
use super::rust_source::closing_brace;
use super::tree::{File, files, rust_files};

/// How files begin that a program writes.
const GENERATED: [&str; 2] = ["auto-generated", "automatically generated"];

/// Names that say nothing about what is inside.
const SAYS_NOTHING: [&str; 9] =
    ["util", "utils", "utility", "utilities", "helper", "helpers", "common", "manager", "misc"];

/// The most lines of a function in Rust that is no test.
const FUNCTION: usize = 80;

#[test]
fn files_stay_short() {
    let broken = files().iter().filter_map(|file| {
        let (limit, lines) = (limit(file)?, file.text.lines().count());
        (lines > limit).then(|| format!("{} has {lines} lines, {} too many", file.path, lines - limit))
    });
    assert_none(
        broken.collect(),
        "cut the file by meaning: find the noun that can stand alone, and give it a file of its name.",
    );
}

#[test]
fn functions_stay_short() {
    let mut broken = Vec::new();
    for file in rust_files().filter(|file| !file.is_rust_test()) {
        for (line, name, lines) in functions(&file.source().code) {
            if lines > FUNCTION {
                broken.push(format!("{}:{line} {name} has {lines} lines, {} too many", file.path, lines - FUNCTION));
            }
        }
    }
    assert_none(broken, "take a step of it out as a function whose name says what the step is for.");
}

#[test]
fn names_say_what_is_inside() {
    let named = files().iter().filter(|file| file.is(&[".rs", ".ts", ".tsx", ".css", ".sql", ".typ"]));
    let broken = named.filter_map(|file| {
        let part = file.path.split('/').find(|part| says_nothing(part))?;
        Some(format!("{}: \"{part}\" says nothing about what is inside", file.path))
    });
    assert_none(
        broken.collect(),
        "name it after the thing it holds, in the words of docs/glossary.md; if it holds several, cut it.",
    );
}

/// The most lines of a file; none for files that are not ours to cut.
fn limit(file: &File) -> Option<usize> {
    if file.text.lines().take(5).any(|line| GENERATED.iter().any(|word| line.contains(word))) {
        return None;
    }
    match (file.is(&[".rs"]), file.is(&[".ts", ".tsx"])) {
        (true, _) => Some(if file.is_rust_test() { 800 } else { 500 }),
        (_, true) => Some(if file.is_web_test() { 800 } else { 400 }),
        _ => None,
    }
}

/// Whether a file or folder is called so, or ends so: `dateUtils.ts`, `billing_helpers.rs`.
fn says_nothing(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or(part);
    let last_capital = stem.rfind(|c: char| c.is_uppercase()).unwrap_or(0);
    let last_word = stem.rsplit(['_', '-']).next().unwrap_or(stem);
    [stem, last_word, &stem[last_capital..]].iter().any(|word| SAYS_NOTHING.contains(&word.to_lowercase().as_str()))
}

/// Line, name and length of each function that has a body.
fn functions(code: &str) -> Vec<(usize, &str, usize)> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("fn ") {
        let starts_a_word = !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let name = code[at + 3..].split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
        let body = code[at..].find(['{', ';']).map(|open| at + open).filter(|open| code[*open..].starts_with('{'));
        if let Some(open) = body.filter(|_| starts_a_word && !name.is_empty()) {
            let lines = code[at..closing_brace(code, open)].lines().count();
            found.push((code[..at].matches('\n').count() + 1, name, lines));
        }
    }
    found
}

#[test]
fn long_files_functions_and_empty_names_are_noticed() {
    for (path, lines) in [
        ("crates/domain/src/money.rs", Some(500)),
        ("crates/store/src/testing/postgres.rs", Some(800)),
        ("crates/domain/src/members/status/tests.rs", Some(800)),
        ("web/src/ui/Button.tsx", Some(400)),
        ("web/src/api/client.test.ts", Some(800)),
        ("web/e2e/main-job.ts", Some(800)),
        ("README.md", None),
    ] {
        assert_eq!(limit(&File::new(path, "")), lines, "{path}");
    }
    assert_eq!(limit(&File::new("web/src/api/schema.ts", "/**\n * This file was auto-generated.\n */\n")), None);
    for name in ["util.rs", "dateUtils.ts", "billing_helpers.rs", "common", "GroupManager.tsx", "misc.test.ts"] {
        assert!(says_nothing(name), "{name}");
    }
    for name in ["common_passwords.txt", "managers.rs", "utilization.rs", "miscarriage.rs", "help.ts"] {
        assert!(!says_nothing(name), "{name}");
    }
    let code = "pub fn a(x: fn(i32)) -> i32 {\n    1\n}\ntrait T {\n    fn b(&self);\n    fn c(&self) {}\n}\n";
    assert_eq!(functions(code), [(1, "a", 3), (6, "c", 1)]);
}
