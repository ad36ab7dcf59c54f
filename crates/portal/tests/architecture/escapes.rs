//! No way around the compiler, the tests or the work: nothing skipped, stubbed, silenced without a reason, or left for later.

use super::assert_none;
use super::rust_source::read;
use super::tree::{files, rust_files};

/// In Rust code, comments and strings aside. The marks are put together, so that whoever looks for them finds none here.
const RUST: [(&str, &str); 4] = [
    (concat!("#[ign", "ore"), "a test that does not run proves nothing: mend it or delete it"),
    (concat!("to", "do!("), "write it, or leave it out until it is written"),
    (concat!("unimpl", "emented!("), "write it, or leave it out until it is written"),
    (concat!("db", "g!("), "take it out, or log it with tracing"),
];

/// In the web app's own code.
const WEB: [(&str, &str); 7] = [
    (concat!(".sk", "ip("), "a test that does not run proves nothing: mend it or delete it"),
    (concat!(".on", "ly("), "it keeps the other tests from running"),
    (concat!(".fix", "me("), "a test that does not run proves nothing: mend it or delete it"),
    ("@ts-ignore", "mend the type"),
    ("@ts-nocheck", "mend the types"),
    ("debugger;", "take it out"),
    ("dangerouslySetInnerHTML", "let React write the text"),
];

#[test]
fn nothing_is_skipped_or_silenced() {
    let mut broken = Vec::new();
    for file in rust_files() {
        find(&file.path, &file.source().code, &RUST, &mut broken);
        broken.extend(silenced(&file.source().code).map(|line| {
            format!(
                "{}:{line} a lint is silenced: use #[expect(…, reason = \"…\")] on the smallest item that needs it",
                file.path
            )
        }));
    }
    for file in files().iter().filter(|file| file.path.starts_with("web/") && file.is(&[".ts", ".tsx"])) {
        find(&file.path, &file.text, &WEB, &mut broken);
    }
    assert_none(broken, "as each line says.");
}

#[test]
fn nothing_is_left_for_later() {
    let marks = [["TO", "DO"], ["FIX", "ME"]].map(|parts| parts.concat());
    let mut broken = Vec::new();
    for file in files()
        .iter()
        .filter(|file| file.is(&[".rs", ".ts", ".tsx", ".css", ".md", ".toml", ".sh", ".typ", "Makefile"]))
    {
        for (number, line) in (1..).zip(file.text.lines()) {
            let mut words = line.split(|c: char| !c.is_alphanumeric());
            if let Some(mark) = words.find(|word| marks.iter().any(|mark| mark == word)) {
                broken.push(format!("{}:{number} {mark}", file.path));
            }
        }
    }
    assert_none(broken, "do it now, or write it down where work is planned; code says what is, not what might be.");
}

fn find(path: &str, code: &str, escapes: &[(&str, &str)], broken: &mut Vec<String>) {
    for (number, line) in (1..).zip(code.lines()) {
        for (escape, advice) in escapes.iter().filter(|(escape, _)| line.contains(escape)) {
            broken.push(format!("{path}:{number} {escape}: {advice}"));
        }
    }
}

/// Lines of attributes that silence a lint without giving a reason.
fn silenced(code: &str) -> impl Iterator<Item = usize> {
    let attributes = ["[allow(", "[expect("].into_iter().flat_map(|way| code.match_indices(way));
    attributes.filter_map(|(at, _)| {
        let attribute = code[at..].split(")]").next().unwrap_or_default();
        (!attribute.contains("reason =")).then(|| code[..at].matches('\n').count() + 1)
    })
}

#[test]
fn escapes_are_found_in_code_only() {
    let mut broken = Vec::new();
    let (skipped, later) = (RUST[0].0, RUST[1].0);
    let code = format!("// {skipped}]\nlet a = \"{later})\";\n{skipped} = \"slow\"]\nfn b() {{ {later}) }}\n");
    let code = read(&code).code;
    find("a.rs", &code, &RUST, &mut broken);
    let places: Vec<&str> = broken.iter().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(places, ["a.rs:3", "a.rs:4"]);
    let code = "#![allow(dead_code, reason = \"\")]\n#[allow(unused)]\n#[expect(\n    unused,\n    reason = \"\"\n)]\n#[expect(unused)]\n";
    assert_eq!(silenced(code).collect::<Vec<_>>(), [2, 7]);
}
