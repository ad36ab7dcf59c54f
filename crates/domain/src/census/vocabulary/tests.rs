//! One meaning a word: one that stood in two tables would mean what is asked first.

use std::collections::HashSet;

use super::roles::RELATIONSHIPS;
use super::{Words, leaving, report_lines, sections, values};

/// Tables that say different things of the same words.
const SETS: [(&str, &[&[&str]]); 3] = [
    ("what a heading of answers asks", &[values::ASKS_ACTIVE, values::ASKS_ENDED]),
    ("which part of a birth date a column holds", &[values::BIRTH_MONTHS, values::BIRTH_DAYS, values::BIRTH_YEARS]),
    ("what a word is beside a name", &[values::SUFFIXES, values::PARTICLES, values::TITLES, values::DEGREES]),
];

/// The same of words in one text.
const TABLES: [(&str, &[Words]); 4] = [
    (
        "what a word says in the name of a section",
        &[sections::LEFT, sections::LEAVES, sections::NEGATED, sections::STAYING],
    ),
    ("what a heading tells of leaving", &[leaving::EMPLOYED, leaving::MAINTENANCE, leaving::CHANGE_DAYS]),
    ("who a relative is", &[sections::SPOUSES, sections::CHILDREN, sections::DEPENDENTS, sections::EMPLOYED]),
    ("what a line counts", &[report_lines::TOTALS, report_lines::COUNTED]),
];

#[test]
fn no_word_has_two_meanings() {
    for (what, tables) in SETS {
        let mut seen = HashSet::new();
        for word in tables.iter().copied().flatten() {
            assert!(seen.insert(*word), "{what}: '{word}' stands twice");
        }
    }
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
}
