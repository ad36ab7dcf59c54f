//! Notes of staff about a group: general ones, and alerts that its header shows (rules.md#contacts-and-notes).

use crate::Invalid;

/// What a note is for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum NoteType {
    /// To be read by who looks for it.
    #[default]
    General = 0,
    /// Shown in the header of the group.
    Alert = 1,
}

impl NoteType {
    /// The type of a number.
    pub const fn from_number(number: i64) -> Option<Self> {
        match number {
            0 => Some(Self::General),
            1 => Some(Self::Alert),
            _ => None,
        }
    }

    /// The number: 0 or 1.
    pub const fn number(self) -> i16 {
        self as i16
    }
}

/// A note as it was typed or posted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NoteForm {
    /// 0 or 1.
    pub note_type: i64,
    /// Required, at most 4,000 characters.
    pub body: String,
}

/// A note's values that have passed every rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoteDetails {
    /// What it is for.
    pub note_type: NoteType,
    /// Trimmed.
    pub body: String,
}

/// The most characters a note may have (rules.md#contacts-and-notes).
pub const LONGEST_NOTE: usize = 4000;

impl NoteForm {
    /// Checks every rule and returns what is to be stored.
    ///
    /// # Errors
    /// Every wrong field, by its name on the wire.
    pub fn check(&self) -> Result<NoteDetails, Invalid> {
        let mut invalid = Invalid::none();
        let note_type = NoteType::from_number(self.note_type);
        invalid.check(note_type.is_some(), "NoteType", "Note Type must be General or Alert.");
        invalid.require("Note", "Note", &self.body, LONGEST_NOTE);
        invalid.or(NoteDetails { note_type: note_type.unwrap_or_default(), body: self.body.trim().to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_needs_a_text_and_one_of_two_types() {
        for (note_type, body, expected) in [
            (0, "Called.".to_owned(), ""),
            (1, "x".repeat(4000), ""),
            (1, "\u{1f4de}".repeat(4000), ""),
            (0, " \n\t".to_owned(), "Note: Note is required."),
            (0, "x".repeat(4001), "Note: Note must be at most 4000 characters."),
            (2, "Called.".to_owned(), "NoteType: Note Type must be General or Alert."),
            (-1, String::new(), "NoteType: Note Type must be General or Alert.; Note: Note is required."),
        ] {
            let found = NoteForm { note_type, body }.check().err().map_or(String::new(), |invalid| invalid.to_string());
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn the_lines_of_a_note_stay_and_the_blanks_around_it_go() {
        let form = NoteForm { note_type: 1, body: "  Call first.\n\nThen mail.\n".to_owned() };
        let details = form.check().expect("valid");
        assert_eq!((details.note_type, details.body.as_str()), (NoteType::Alert, "Call first.\n\nThen mail."));
    }

    #[test]
    fn numbers_are_those_of_the_database() {
        for note_type in [NoteType::General, NoteType::Alert] {
            assert_eq!(NoteType::from_number(note_type.number().into()), Some(note_type));
        }
    }
}
