//! Everything the product is made of may be used, changed and sold by whoever runs it: permissive licences only.

use std::fs;

use serde_json::Value;

use super::assert_none;
use super::crates::{packages, text};
use super::tree::root;

/// Licences that ask for a notice at most.
const PERMISSIVE: [&str; 17] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "BlueOak-1.0.0",
    "CC0-1.0",
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "MIT-0",
    "OFL-1.1",
    "Python-2.0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Build and test tools of the web app under another licence. They are never part of what is shipped, and are used unchanged.
const TOOLS: [(&str, &str, &str); 4] = [
    ("axe-core", "MPL-2.0", "the engine of the accessibility checks; all that exist use it"),
    ("@axe-core/playwright", "MPL-2.0", "runs axe-core in the browser journeys"),
    ("lightningcss", "MPL-2.0", "the CSS writer inside Vite, with one package for each platform"),
    ("caniuse-lite", "CC-BY-4.0", "data about browsers, read by the build only"),
];

const WHAT_TO_DO: &str = "use another library, or write the little that is needed. A permissive licence that is missing goes on the list \
                          PERMISSIVE of licences.rs; anything else needs a paper in docs/decisions.";

#[test]
fn crates_are_permissively_licensed() {
    let broken = packages().iter().filter_map(|package| {
        let licence = text(&package["license"]);
        (!is_permissive(&licence))
            .then(|| format!("{} {} is {licence:?}", text(&package["name"]), text(&package["version"])))
    });
    assert_none(broken.collect(), WHAT_TO_DO);
}

#[test]
fn web_packages_are_permissively_licensed() {
    let lock = fs::read_to_string(root().join("web/package-lock.json")).expect("the web app's lock file");
    let lock: Value = serde_json::from_str(&lock).expect("npm writes JSON");
    let packages = lock["packages"].as_object().expect("the lock file lists packages");
    let mut used = Vec::new();
    let mut broken = Vec::new();
    for (path, package) in packages.iter().filter(|(path, _)| !path.is_empty()) {
        let name = path.rsplit("node_modules/").next().unwrap_or(path);
        let licence = text(&package["license"]);
        match tool(name, &licence) {
            Some(tool) if package["dev"] == true => used.push(tool),
            _ if is_permissive(&licence) => {}
            _ => broken.push(format!("{name} {} is {licence:?}", text(&package["version"]))),
        }
    }
    broken.extend(
        TOOLS.iter().filter(|(name, ..)| !used.contains(name)).map(|(name, ..)| format!("{name} is not used any more")),
    );
    assert_none(broken, WHAT_TO_DO);
}

/// The exception that a package falls under: the tool itself, or its build for one platform.
fn tool(name: &str, licence: &str) -> Option<&'static str> {
    let is = |tool: &str| name == tool || name.strip_prefix(tool).is_some_and(|rest| rest.starts_with('-'));
    TOOLS.iter().find(|(tool, its, _)| is(tool) && *its == licence).map(|(tool, ..)| *tool)
}

/// Whether the licence, a choice of licences, or all of several, are on the list.
fn is_permissive(expression: &str) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    choice(&words, &mut at) && at == words.len()
}

fn choice(words: &[&str], at: &mut usize) -> bool {
    let mut permissive = all(words, at);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        permissive |= all(words, at);
    }
    permissive
}

fn all(words: &[&str], at: &mut usize) -> bool {
    let mut permissive = one(words, at);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        permissive &= one(words, at);
    }
    permissive
}

fn one(words: &[&str], at: &mut usize) -> bool {
    let Some(word) = words.get(*at) else { return false };
    *at += 1;
    if *word == "(" {
        let permissive = choice(words, at);
        *at += 1;
        return permissive;
    }
    let exception = words.get(*at + 1).filter(|_| words.get(*at) == Some(&"WITH"));
    let name = exception.map_or_else(|| (*word).to_owned(), |exception| format!("{word} WITH {exception}"));
    *at += if exception.is_some() { 2 } else { 0 };
    PERMISSIVE.contains(&name.as_str())
}

#[test]
fn expressions_are_read_as_choices_and_sums() {
    for (expression, permissive) in [
        ("MIT", true),
        ("MIT/Apache-2.0", true),
        ("GPL-3.0 OR MIT", true),
        ("GPL-3.0 AND MIT", false),
        ("(MIT OR GPL-3.0) AND Unicode-3.0", true),
        ("(MIT AND GPL-3.0) OR LGPL-2.1", false),
        ("Apache-2.0 WITH LLVM-exception OR GPL-2.0", true),
        ("GPL-2.0 WITH Classpath-exception-2.0", false),
        ("MPL-2.0", false),
        ("MIT extra", false),
        ("", false),
    ] {
        assert_eq!(is_permissive(expression), permissive, "{expression:?}");
    }
    assert_eq!(tool("lightningcss-linux-x64-gnu", "MPL-2.0"), Some("lightningcss"));
    assert_eq!(tool("lightningcssy", "MPL-2.0"), None);
    assert_eq!(tool("axe-core", "GPL-3.0"), None);
}
