//! A field has one label in all sentences: the one of `domain::labels`.

use domain::labels::label;

use super::assert_none;
use super::tree::rust_files;

/// The calls that take a field and its label, up to the field.
const CALLS: [&str; 5] = [
    "require(",
    "limit(",
    "check_plausible(&mut invalid, ",
    "check_plausible(&mut self.invalid, ",
    "check_rate(&mut invalid, ",
];

#[test]
fn every_sentence_names_a_field_by_its_label() {
    let mut broken = Vec::new();
    // The columns of a consults file are called as its heading does.
    let files = rust_files().filter(|file| file.path.contains("/src/") && !file.path.contains("/consults/"));
    for file in files {
        let parts: Vec<&str> = file.text.split('"').collect();
        for place in (1..parts.len().saturating_sub(2)).step_by(2) {
            let (before, key, between, said) = (parts[place - 1], parts[place], parts[place + 1], parts[place + 2]);
            if between.trim() != "," || key.is_empty() || !key.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
                continue;
            }
            let required = said.strip_suffix(" is required.");
            let named = CALLS.iter().any(|call| before.ends_with(call)).then_some(said);
            let wrong = required.or(named).filter(|named| *named != label(key));
            broken.extend(wrong.map(|named| format!("{}: {key} is called {named}, not {}", file.path, label(key))));
        }
    }
    assert_none(broken, "name the field by its label, or give it another one in domain::labels.");
}
