//! One meaning a word: one that stood in two tables would mean what is asked first.

use std::collections::HashSet;
use std::fmt::Debug;

use super::headings::{HeadingWord, Owner, Part, WholeHeading};
use super::leaving::{self, LeavingValue};
use super::line_words::LineWord;
use super::relatives::Kin;
use super::roles::{BesideRelationship, MemberType, Relationship, RelationshipWord, RoleHeading};
use super::values::{Answer, Asked, CellWord, NamePart, NoName, Plan};
use super::words::{FILES, Meaning, divided, lines_of};
use crate::census::field::Field;
use crate::members::{Gender, Status};

#[test]
fn each_meaning_has_its_line_and_each_line_its_meaning() {
    let checked = [
        agrees::<Owner>(),
        agrees::<Part>(),
        agrees::<WholeHeading>(),
        agrees::<HeadingWord>(),
        agrees::<RoleHeading>(),
        agrees::<Asked>(),
        agrees::<Kin>(),
        agrees::<leaving::Part>(),
        agrees::<leaving::WholeHeading>(),
        agrees::<LeavingValue>(),
        agrees::<LineWord>(),
        agrees::<Relationship>(),
        agrees::<RelationshipWord>(),
        agrees::<BesideRelationship>(),
        agrees::<MemberType>(),
        agrees::<NoName>(),
        agrees::<CellWord>(),
        agrees::<Answer>(),
        agrees::<NamePart>(),
        agrees::<Gender>(),
        agrees::<Status>(),
        agrees::<Plan>(),
        has_lines("fields", &Field::ALL.map(Field::name)),
    ];
    let names: Vec<&str> = tables().collect();
    assert_eq!(names.iter().collect::<HashSet<_>>(), checked.iter().collect::<HashSet<_>>());
    assert_eq!(names.len(), checked.len(), "two tables have one name");
    assert!(names.len() <= 40, "a table more than a person looks over");
}

/// The names of all tables.
fn tables() -> impl Iterator<Item = &'static str> {
    let lines = FILES.iter().flat_map(|file| file.lines());
    lines.filter_map(|line| line.strip_prefix('[').and_then(|line| line.strip_suffix(']')))
}

/// Holds the names of a table's meanings against its lines, and says which table it is.
fn agrees<M: Meaning>() -> &'static str {
    has_lines(M::TABLE, &M::NAMED.iter().map(|(name, _)| *name).collect::<Vec<_>>())
}

fn has_lines(table: &'static str, names: &[&str]) -> &'static str {
    let lines: HashSet<&str> = lines_of(table).map(|(name, _)| name).collect();
    assert_eq!(lines, names.iter().copied().collect::<HashSet<_>>(), "{table}");
    for (name, words) in lines_of(table) {
        assert!(divided(words).all(|word| !word.is_empty()), "{table}: {name}");
    }
    table
}

#[test]
fn no_word_has_two_meanings() {
    for (what, kinds) in [
        ("in the name of a section", &[LineWord::Left, LineWord::Leave, LineWord::Negation, LineWord::Staying][..]),
        ("of a relative", &[LineWord::Spouse, LineWord::Child, LineWord::Dependent, LineWord::Employee]),
        ("of a count", &[LineWord::Total, LineWord::Counted]),
    ] {
        let mut seen = HashSet::new();
        for word in kinds.iter().flat_map(|kind| kind.words()) {
            assert!(seen.insert(word), "what a word says {what}: '{word}' stands twice");
        }
    }
    tells_apart::<Owner>();
    tells_apart::<Kin>();
    tells_apart::<RoleHeading>();
    tells_apart::<Asked>();
    tells_apart::<leaving::WholeHeading>();
    tells_apart::<Relationship>();
    tells_apart::<RelationshipWord>();
    tells_apart::<BesideRelationship>();
    tells_apart::<MemberType>();
    tells_apart::<NoName>();
    tells_apart::<Answer>();
    tells_apart::<NamePart>();
    tells_apart::<Gender>();
    tells_apart::<Status>();
    tells_apart::<Plan>();
}

fn tells_apart<M: Meaning + Debug>() {
    let mut seen = HashSet::new();
    for (meaning, word) in M::table().all() {
        assert!(seen.insert(word), "{}: '{word}' stands twice, at last as {meaning:?}", M::TABLE);
    }
}
