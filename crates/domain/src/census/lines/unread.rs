//! Columns that nothing is read from, such as one of departments.

use crate::census::cells::clean;
use crate::census::columns::Mapping;
use crate::census::source::lines::Row;
use crate::census::vocabulary::headings::recognise;
use crate::census::vocabulary::relatives::of_relative;

/// What the columns hold that nothing is read from.
#[derive(Debug, Default)]
pub(in crate::census) struct Unread {
    columns: Vec<Holds>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holds {
    /// It is read.
    Read,
    /// A second name that is not read, or a value of a relative.
    MayBeSomebodys,
    /// Nothing of a person.
    Others,
}

impl Unread {
    /// Without a mapped name and birth date any unread column may hold them.
    pub(in crate::census) fn among(mapping: &Mapping) -> Self {
        let is_whole = mapping.missing(false).is_empty();
        let holds = mapping.read_places().into_iter().zip(mapping.columns()).map(|(is_read, column)| match () {
            () if of_relative(&column.key).is_some() => Holds::MayBeSomebodys,
            () if is_read => Holds::Read,
            () if is_whole && recognise(&column.key).is_none() => Holds::Others,
            () => Holds::MayBeSomebodys,
        });
        Self { columns: holds.collect() }
    }

    /// Whether all cells of the row stand in columns that hold nothing of a person.
    pub(in crate::census) fn holds_all(&self, row: &Row) -> bool {
        let mut filled = row.cells().enumerate().filter(|(_, cell)| !clean(cell).is_empty());
        filled.all(|(place, _)| self.columns.get(place) == Some(&Holds::Others))
    }

    /// Whether a column may hold a value of a relative, or a name that is not read.
    pub(in crate::census) fn may_be_of_relative(&self, place: usize) -> bool {
        self.columns.get(place) == Some(&Holds::MayBeSomebodys)
    }
}
