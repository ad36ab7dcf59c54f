//! Lines of words in columns that are not read, such as the name of a department above its people.

use crate::census::cells::clean;
use crate::census::columns::Mapping;
use crate::census::source::lines::Row;
use crate::census::vocabulary::headings::recognise;
use crate::census::vocabulary::relatives::of_relative;

/// Which columns hold nothing of anybody.
#[derive(Debug, Default)]
pub(in crate::census) struct Unread {
    columns: Vec<bool>,
}

impl Unread {
    /// Without a column for every name and date of birth nobody knows which one holds them, and none is without people.
    pub(in crate::census) fn set_mapping(&mut self, mapping: &Mapping) {
        let is_whole = mapping.missing(false).is_empty();
        let others = mapping.read_places().into_iter().zip(mapping.columns()).map(|(is_read, column)| {
            // What a second column of a name holds may be somebody's, and so may a number.
            is_whole && !is_read && recognise(&column.key).is_none() && of_relative(&column.key).is_none()
        });
        self.columns = others.collect();
    }

    /// Whether all that the row holds are words in such columns.
    pub(in crate::census) fn is_one(&self, row: &Row) -> bool {
        let mut filled = row.cells().map(clean).enumerate().filter(|(_, cell)| !cell.is_empty());
        let is_nobodys = |(place, cell): (usize, &str)| {
            self.columns.get(place).is_some_and(|is_other| *is_other) && !cell.contains(|c: char| c.is_ascii_digit())
        };
        row.len() >= self.columns.len().min(2) && filled.all(is_nobodys)
    }
}
