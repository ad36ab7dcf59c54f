//! Torn rows, which have more cells than the heading. A comma without quotes has divided a value and moved what stands behind it.
//! The reader does not prove where. Such a row shows its raw cells and waits.

use std::io::Read;

use chrono::NaiveDate;

use super::CensusReader;
use crate::census::cells::{self, DateOrder, clean};
use crate::census::field::Field;
use crate::census::source::lines::Row;

/// What stands behind a row that did not fit its heading, so that it does not fit in the child either. What may have stood elsewhere is left
/// out before it.
pub(in crate::census) const MISFIT: &str = "(this row did not fit the heading)";

/// How many cells a row has where nothing moved them: as many as the heading, unless most rows have more.
pub(super) fn usual_length(heading_cells: usize, rows: &[Row]) -> usize {
    let mut lengths: Vec<usize> = rows.iter().map(Row::len).collect();
    lengths.sort_unstable();
    let most_have = if lengths.len() > 1 { lengths[(lengths.len() - 1) / 2] } else { 0 };
    heading_cells.max(most_have)
}

impl<R: Read> CensusReader<R> {
    /// Whether values stand past the heading, but for a remark below a blank heading, or blank cells do and a value is none of its column.
    pub(super) fn is_torn(&self) -> bool {
        let blanks = self.row.len().saturating_sub(self.usual_length.max(self.width));
        match () {
            () if self.filled_cells() > self.width => !self.is_remark(),
            () if blanks == 0 || self.repeated_headings.is_some() => false,
            () => {
                (1..=blanks).contains(&self.continued())
                    || self.places().any(|(field, place)| self.fits(field, place) == Some(false))
            }
        }
    }

    /// Whether what stands past the last word of the heading stands below blank cells of it and says nothing of a person, and the last column
    /// that is read, behind all free text, holds what it should.
    fn is_remark(&self) -> bool {
        let is_below_heading = self.repeated_headings.is_none() && self.filled_cells() <= self.heading_cells;
        let last = self.places().max_by_key(|(_, place)| *place);
        let is_whole = |(field, place): (Field, usize)| {
            self.free_text().is_none_or(|(_, free)| free < place)
                && self.fits(field, place) == Some(true)
                && (self.width..self.row.len()).all(|past| self.fits(field, past) != Some(true))
        };
        is_below_heading
            && last.is_some_and(is_whole)
            && !(self.width..self.row.len()).any(|place| tells_of_a_person(clean(self.row.cell(place))))
    }

    fn places(&self) -> impl Iterator<Item = (Field, usize)> {
        Field::ALL.into_iter().filter_map(move |field| Some((field, self.places[field.index()]?)))
    }

    fn fits(&self, field: Field, place: usize) -> Option<bool> {
        is_of(field, clean(self.row.cell(place)))
    }

    /// How many cells go on with the one before, as text behind a comma does: they begin with a blank, which most others do not.
    fn continued(&self) -> usize {
        let row = &self.row;
        let filled = row.cells().filter(|cell| !clean(cell).is_empty()).count();
        let goes_on = |at: &usize| {
            let cell = row.cell(*at);
            cell.starts_with(' ') && !clean(cell).is_empty() && !clean(row.cell(at - 1)).is_empty()
        };
        let continued = (1..row.len()).filter(goes_on).count();
        if continued * 2 < filled { continued } else { 0 }
    }

    /// The first and last column that may hold a comma of its own; all of a row that stood in another order, which tells no place.
    pub(super) fn free_text(&self) -> Option<(usize, usize)> {
        if self.repeated_headings.is_some() {
            return Some((0, self.width));
        }
        let free = |index: &usize| self.mapping.columns()[*index].field.is_none_or(Field::is_free_text);
        let first = (0..self.width).find(free)?;
        let last = (0..self.width).rfind(free)?;
        Some((first, last))
    }

    /// Where the value of a column stands in a row with too many cells: before the first free text where it should, behind the last as many
    /// cells from the end. What stands between is shown as it stands, and not read.
    pub(super) fn trusted_place(&self, place: usize, free_text: Option<(usize, usize)>) -> Option<usize> {
        let is_whole = self.filled_cells() == self.width + 1 && self.row.cell(self.width) == MISFIT;
        match free_text {
            Some((first, _)) if is_whole || place < first => Some(place),
            Some((_, last)) if place > last && self.filled_cells() > self.width => {
                (place + self.filled_cells()).checked_sub(self.width)
            }
            Some(_) => None,
            None => Some(place),
        }
    }

    /// The number of cells without empty ones past the heading's width.
    fn filled_cells(&self) -> usize {
        let last = (self.width..self.row.len()).rfind(|index| !clean(self.row.cell(*index)).is_empty());
        last.map_or(self.width, |last| last + 1)
    }
}

/// Whether a value below no heading says more of a person than a remark: a day, a status, or a relationship. A letter may mark anything.
fn tells_of_a_person(text: &str) -> bool {
    let told = [Field::DateOfBirth, Field::Status, Field::Relationship];
    text.len() > 1 && told.into_iter().any(|field| is_of(field, text) == Some(true))
}

/// Returns whether a value fits its field; `None` where the value cannot tell, such as a blank one.
fn is_of(field: Field, text: &str) -> Option<bool> {
    let is_short_number = text.len() <= 5 && text.bytes().all(|byte| byte.is_ascii_digit());
    if text.is_empty() || cells::is_placeholder(text) {
        return None;
    }
    Some(match field {
        Field::DateOfBirth if is_short_number => return None,
        Field::DateOfBirth => [DateOrder::MonthFirst, DateOrder::DayFirst]
            .into_iter()
            .any(|order| cells::read_birth_date(text, NaiveDate::MAX, order).is_some()),
        Field::Gender => cells::read_gender(text).is_some(),
        Field::Email => cells::read_email(text).is_some(),
        Field::CellPhone | Field::HomePhone => cells::read_phone(text).is_some(),
        Field::State => cells::read_state(text).is_some(),
        Field::ZipCode => cells::read_zip(text).is_some(),
        Field::Ssn => cells::read_ssn(text).is_some(),
        Field::Relationship => cells::read_relationship_surely(text).is_some(),
        Field::MemberType => cells::read_member_type(text).is_some(),
        Field::Status => cells::read_status_on(text, NaiveDate::MAX).is_some(),
        _ => return None,
    })
}
