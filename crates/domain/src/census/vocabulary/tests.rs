//! One meaning a word: one that stood in two tables would mean what is asked first.

use std::collections::HashSet;

use super::line_words::LineWord;
use super::roles::{RELATIONSHIPS, ROLE_HEADINGS};
use super::{Table, leaving, values};

#[test]
fn no_word_has_two_meanings() {
    for (what, kinds) in [
        ("in the name of a section", &[LineWord::Left, LineWord::Leave, LineWord::Negation, LineWord::Staying][..]),
        ("of a relative", &[LineWord::Spouse, LineWord::Child, LineWord::Dependent, LineWord::Employee]),
        ("of a count", &[LineWord::Total, LineWord::Counted]),
    ] {
        let mut seen = HashSet::new();
        for word in kinds.iter().flat_map(|kind| kind.words().all()) {
            assert!(seen.insert(word), "what a word says {what}: '{word}' stands twice");
        }
    }
    let mut seen = HashSet::new();
    for word in RELATIONSHIPS.iter().flat_map(|(_, words)| words.split(' ')) {
        assert!(seen.insert(word), "which relationship a word is: '{word}' stands twice");
    }
    tells_apart(&values::NO_NAMES);
    tells_apart(&values::ANSWERS);
    tells_apart(&values::STATUS_HEADINGS);
    tells_apart(&values::BESIDE_RELATIONSHIPS);
    tells_apart(&values::GENDERS);
    tells_apart(&values::STATUSES);
    tells_apart(&values::PLANS);
    tells_apart(&leaving::HEADINGS);
    tells_apart(&ROLE_HEADINGS);
}

fn tells_apart<M: std::fmt::Debug>(table: &Table<M>) {
    let mut seen = HashSet::new();
    for (meaning, word) in table.0.iter().flat_map(|(meaning, words)| words.all().map(move |word| (meaning, word))) {
        assert!(seen.insert(word), "'{word}' stands twice, at last as {meaning:?}");
    }
}
