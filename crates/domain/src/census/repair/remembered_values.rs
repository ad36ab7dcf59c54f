//! Words that a person has replaced everywhere in a file of a group and that stand in its next files again: they are replaced there too,
//! and said to be (rules.md#remembered-words).

use std::collections::HashMap;

use crate::census::cells::clean;
use crate::census::field::Field;
use crate::census::findings::issue::{Issue, IssueKind};
use crate::census::source::RawRow;

/// The fields whose words mean the same in every file of a group. What belongs to one person, such as a date or a name, is never put
/// in the place of another's.
const VOCABULARY: [Field; 7] = [
    Field::Gender,
    Field::State,
    Field::MemberType,
    Field::Relationship,
    Field::Status,
    Field::PlanName,
    Field::PricingGroupCode,
];

/// Whether the words of a field can be remembered.
pub fn is_vocabulary(field: Field) -> bool {
    VOCABULARY.contains(&field)
}

/// A word as it is looked up: neither case nor blanks around it play a part.
pub fn value_key(word: &str) -> String {
    clean(word).to_lowercase()
}

/// What stands in the place of which words, by field.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RememberedValues(HashMap<Field, HashMap<String, String>>);

impl RememberedValues {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Replaces the remembered words of a row, if its values stand where they should. Gives what is to be said of it.
    pub fn replace(&self, raw: &mut RawRow) -> Vec<Issue> {
        if self.is_empty() || raw.shape.is_torn() {
            return Vec::new();
        }
        VOCABULARY.iter().filter_map(|field| self.replace_in(raw, *field)).collect()
    }

    fn replace_in(&self, raw: &mut RawRow, field: Field) -> Option<Issue> {
        let words = self.0.get(&field)?;
        let word = raw.get(field)?.to_owned();
        let replacement = words.get(&value_key(&word))?;
        raw.set(field, replacement);
        let message = format!("\"{word}\" is read as \"{replacement}\", as in an earlier file of this group.");
        Some(Issue::of_field(raw.line, field, IssueKind::RememberedValue, message).with_value(&word))
    }
}

impl FromIterator<(Field, String, String)> for RememberedValues {
    /// From fields, [keys](value_key) of words, and what stands in their place.
    fn from_iter<I: IntoIterator<Item = (Field, String, String)>>(words: I) -> Self {
        let mut remembered = Self::default();
        for (field, key, replacement) in words {
            remembered.0.entry(field).or_default().insert(key, replacement);
        }
        remembered
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census::source::Shape;

    fn remembered(field: Field, word: &str, replacement: &str) -> RememberedValues {
        [(field, value_key(word), replacement.to_owned())].into_iter().collect()
    }

    #[test]
    fn a_remembered_word_is_replaced_and_said_to_be() {
        let values = remembered(Field::State, "Fla.", "FL");
        for (word, read, said) in [
            ("Fla.", "FL", true),
            (" FLA. ", "FL", true),
            ("Florida", "Florida", false),
            ("Fla. Keys", "Fla. Keys", false),
        ] {
            let mut raw = RawRow::new(3, 2).with(Field::State, word).with(Field::City, "Fla.");
            let issues = values.replace(&mut raw);
            assert_eq!((raw.get(Field::State), raw.get(Field::City)), (Some(read), Some("Fla.")), "{word}");
            assert_eq!(issues.len(), usize::from(said), "{word}");
        }
    }

    #[test]
    fn a_row_whose_values_may_stand_anywhere_is_left_alone() {
        let mut raw = RawRow::new(3, 2).with(Field::State, "Fla.");
        raw.shape = Shape::TooMany;
        assert_eq!(remembered(Field::State, "Fla.", "FL").replace(&mut raw), []);
        assert_eq!(raw.get(Field::State), Some("Fla."));
    }

    #[test]
    fn the_sentence_names_both_words_and_keeps_the_one_of_the_file() {
        let mut raw = RawRow::new(3, 2).with(Field::Relationship, "Dom Part");
        let issues = remembered(Field::Relationship, "dom part", "Domestic Partner").replace(&mut raw);
        let [issue] = issues.as_slice() else { panic!("{issues:?}") };
        assert_eq!(issue.message, "\"Dom Part\" is read as \"Domestic Partner\", as in an earlier file of this group.");
        assert_eq!((issue.line, issue.value.as_deref(), issue.kind), (3, Some("Dom Part"), IssueKind::RememberedValue));
    }

    #[test]
    fn only_words_that_every_file_shares_can_be_remembered() {
        let personal: Vec<Field> = Field::template().iter().copied().filter(|field| !is_vocabulary(*field)).collect();
        for field in [Field::FirstName, Field::DateOfBirth, Field::Email, Field::Ssn, Field::UniqueId] {
            assert!(personal.contains(&field), "{field:?}");
        }
    }
}
