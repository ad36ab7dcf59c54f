//! One meaning a word: one that stood in two tables would mean what is asked first.

use std::collections::HashSet;

use super::roles::RELATIONSHIPS;
use super::{Table, Words, leaving, report_lines, sections, values};

/// Tables that say different things of the same words.
const TABLES: [(&str, &[Words]); 4] = [
    (
        "what a word says in the name of a section",
        &[sections::LEFT, sections::LEAVES, sections::NEGATED, sections::STAYING],
    ),
    ("what a heading tells of leaving", &[leaving::EMPLOYED, leaving::CHANGE_DAYS]),
    ("who a relative is", &[sections::SPOUSES, sections::CHILDREN, sections::DEPENDENTS, sections::EMPLOYED]),
    ("what a line counts", &[report_lines::TOTALS, report_lines::COUNTED]),
];

#[test]
fn no_word_has_two_meanings() {
    for (what, tables) in TABLES {
        let mut seen = HashSet::new();
        for word in tables.iter().flat_map(|words| words.all()) {
            assert!(seen.insert(word), "{what}: '{word}' stands twice");
        }
    }
    let mut seen = HashSet::new();
    for word in RELATIONSHIPS.iter().flat_map(|(_, words)| words.split(' ')) {
        assert!(seen.insert(word), "which relationship a word is: '{word}' stands twice");
    }
    tells_apart(&values::NO_NAMES);
    tells_apart(&values::ANSWERS);
    tells_apart(&values::STATUS_HEADINGS);
    tells_apart(&values::NAME_PARTS);
    tells_apart(&values::BESIDE_RELATIONSHIPS);
    tells_apart(&values::GENDERS);
    tells_apart(&values::STATUSES);
    tells_apart(&values::PLANS);
    tells_apart(&values::BIRTH_PARTS);
}

fn tells_apart<M: std::fmt::Debug>(table: &Table<M>) {
    let mut seen = HashSet::new();
    for (meaning, word) in table.0.iter().flat_map(|(meaning, words)| words.all().map(move |word| (meaning, word))) {
        assert!(seen.insert(word), "'{word}' stands twice, at last as {meaning:?}");
    }
}
