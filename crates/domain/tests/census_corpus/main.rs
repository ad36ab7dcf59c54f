//! The corpus of census files: each is read as an import reads it, and what was understood is held against the text kept beside it.
//!
//! An entry `NAME` of a folder of `files` is made of
//! - `NAME.csv`, `NAME.xlsx`, or `NAME.sheets`, which is a workbook in words (see [`workbook`]);
//! - `NAME.before.csv`, if the group had members before: a list of them, which must be read without an error;
//! - `NAME.txt`, what must come of it. Its lines above `---` are written by hand (see [`entry::Head`]), all below by this test.
//!
//! `LEDGERWELL_TEST_WRITE=1 cargo test --locked --workspace --all-features --test census_corpus` writes the texts anew. A commit that changes one
//! says why the new text is right.

mod difference;
mod entry;
mod reading;
mod roster;
mod shown;
mod workbook;

use chrono::NaiveDate;

use self::entry::Entry;

/// The day on which every file is imported.
const TODAY: NaiveDate = NaiveDate::from_ymd_opt(2026, 11, 20).expect("a day of the calendar");

#[test]
fn every_file_is_understood_as_its_text_says() {
    #[expect(
        clippy::disallowed_methods,
        reason = "tests have no configuration; this is the switch that writes the results anew"
    )]
    let is_writing = std::env::var("LEDGERWELL_TEST_WRITE").is_ok();
    let mut otherwise = Vec::new();
    for entry in entry::all() {
        let now = shown::outcome(&entry);
        if now == entry.expected {
            continue;
        }
        if is_writing {
            entry.write(&now);
        } else {
            otherwise.push(format!("{}\n{}", entry.name, difference::lines(&entry.expected, &now)));
        }
    }
    assert!(
        otherwise.is_empty(),
        "\n\n{}\n\n{} files are understood otherwise. If all of that is right, write it with LEDGERWELL_TEST_WRITE=1.\n",
        otherwise.join("\n"),
        otherwise.len()
    );
}

#[test]
fn every_entry_says_what_it_is_about() {
    let entries = entry::all();
    let silent: Vec<&str> =
        entries.iter().filter(|entry| entry.head.about.is_empty()).map(|entry| &*entry.name).collect();
    assert!(silent.is_empty(), "these say nothing under `about:`: {silent:?}");
    let wrong = entries.iter().filter(|entry| !entry.head.wrong.is_empty());
    let mut folders: Vec<(&str, usize)> = Vec::new();
    for folder in wrong.map(Entry::folder) {
        match folders.iter_mut().find(|(name, _)| *name == folder) {
            Some((_, count)) => *count += 1,
            None => folders.push((folder, 1)),
        }
    }
    let total: usize = folders.iter().map(|(_, count)| count).sum();
    println!("{} entries, {total} of them not yet as they must be: {folders:?}", entries.len());
}
