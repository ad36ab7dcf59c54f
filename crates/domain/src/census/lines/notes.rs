//! Lines that speak of rows elsewhere than below them: `All of the above terminated`, or `* no longer employed` for the names with that mark.
//!
//! Such a line stands behind its rows. So the reader looks for it in the rows at the beginning before it reads them.

use super::identity::Identity;
use super::line_text;
use crate::census::cells::{Standing, bears, clean, note_of, standing};
use crate::census::source::lines::Row;
use crate::census::vocabulary::sections::ABOVE;
use crate::census::vocabulary::words_of;
use crate::text::fold;

/// The people that a note is about.
#[derive(Debug, Clone, PartialEq, Eq)]
enum About {
    /// Those above it, behind the line of this number.
    Above(u64),
    /// Those with these signs at a name, or alone in a cell.
    Marked(String),
}

/// A line that says of rows elsewhere that their people have left, or may have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Note {
    pub(super) line: u64,
    pub(super) text: String,
    about: About,
}

impl Note {
    /// Whether it is about a row.
    pub(super) fn is_about(&self, row: &Row, identity: &Identity) -> bool {
        match &self.about {
            About::Above(begin) => row.line > *begin && row.line < self.line,
            About::Marked(signs) => bears_mark(row, signs, identity),
        }
    }
}

/// The notes among the titles and the rows at the beginning.
pub(super) fn among<'a>(rows: impl Iterator<Item = &'a Row> + Clone, identity: &Identity) -> Vec<Note> {
    let mut begin = 0;
    let mut found = Vec::new();
    for row in rows.clone().filter(|row| !identity.identifies(row)) {
        let Some(text) = line_text(row) else { continue };
        let marks_rows = |signs: &str| rows.clone().any(|row| bears_mark(row, signs, identity));
        match about(&text, begin) {
            Some(About::Marked(signs)) if !marks_rows(&signs) => {}
            Some(about) => found.push(Note { line: row.line, text, about }),
            None if standing(&text).is_some() => begin = row.line,
            None => {}
        }
    }
    found
}

/// Whether a line would be a note if rows bore its mark.
pub(super) fn may_be_note(text: &str) -> bool {
    about(text, 0).is_some()
}

fn about(text: &str, begin: u64) -> Option<About> {
    let (signs, note) = note_of(text).unwrap_or(("", text));
    let is_above = ABOVE.place_in(&words_of(&fold(note))).is_some();
    (standing(note) == Some(Standing::MayHaveLeft) && (is_above || !signs.is_empty()))
        .then(|| if is_above { About::Above(begin) } else { About::Marked(signs.to_owned()) })
}

fn bears_mark(row: &Row, signs: &str, identity: &Identity) -> bool {
    let is_marked = |place: &usize| bears(clean(row.cell(*place)), signs);
    (identity.names().iter().any(is_marked) || row.cells().any(|cell| clean(cell) == signs)) && line_text(row).is_none()
}
