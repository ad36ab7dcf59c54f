//! Rows with more cells than the heading: where their values stand, when an unquoted comma has moved them.

use std::io::Read;

use crate::census::field::Field;
use crate::census::lines::moved_cells::{moved_by, proven};

use super::CensusReader;
use crate::census::cells::clean;

/// What stands behind a row that did not fit its heading, so that it does not fit in the child either. What may have stood elsewhere is left
/// out before it.
pub(in crate::census) const MISFIT: &str = "(this row did not fit the heading)";

impl<R: Read> CensusReader<R> {
    /// How far a comma has moved the values of a row that has blank cells past the heading.
    pub(in crate::census) fn look_for_moved(&self) -> usize {
        let blanks = self.row.len().saturating_sub(self.usual_length.max(self.width));
        let is_table = self.sheet.is_none() && self.repeated_headings.is_none();
        if blanks > 0 && is_table { moved_by(&self.row, blanks, &self.places) } else { 0 }
    }

    /// Up to where nothing has moved the values of a row with too many cells.
    pub(in crate::census) fn look_for_proof(&self) -> Option<usize> {
        match self.extra_cells() {
            0 => None,
            _ if self.repeated_headings.is_some() => None,
            _ if self.row.cell(self.width) == MISFIT => Some(self.width),
            extra => proven(&self.row, extra, self.width, &self.places),
        }
    }

    /// The first and last column that may hold a comma of its own; all of a row that stood in another order, which tells no place.
    pub(in crate::census) fn free_text(&self) -> Option<(usize, usize)> {
        if self.repeated_headings.is_some() {
            return Some((0, self.width));
        }
        let free = |index: &usize| self.mapping.columns()[*index].field.is_none_or(Field::is_free_text);
        let first = (0..self.width).find(free)?;
        let last = (0..self.width).rfind(free)?;
        Some((first, last))
    }

    /// Where the value of a column stands in a row with too many cells.
    ///
    /// An unquoted comma has split some free text and moved what follows: columns before the first free text, and all up to a value that
    /// proves that nothing came in before it, are read from the left, columns behind the last from the right, and nothing in between, so
    /// that no value lands in a wrong column in silence.
    pub(in crate::census) fn trusted_place(&self, place: usize, free_text: Option<(usize, usize)>) -> Option<usize> {
        match free_text {
            Some(_) if self.proven >= Some(place) => Some(place),
            Some((first, _)) if place < first => Some(place),
            // What came in stands behind all free text: a remark, or a value that nobody knows the place of.
            Some((_, last)) if self.proven > Some(last) => None,
            Some((_, last)) if place > last => (place + self.filled_cells()).checked_sub(self.width),
            Some(_) => None,
            None => Some(place),
        }
    }

    /// How many cells the row has that no column of the heading names.
    pub(in crate::census) fn extra_cells(&self) -> usize {
        self.filled_cells() - self.width
    }

    /// The number of cells without empty ones past the heading's width.
    pub(in crate::census) fn filled_cells(&self) -> usize {
        let last = (self.width..self.row.len()).rfind(|index| !clean(self.row.cell(*index)).is_empty());
        last.map_or(self.width + self.moved_by, |last| last + 1)
    }
}
