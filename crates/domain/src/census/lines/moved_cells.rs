//! Rows that a comma without quotes has moved though no value stands past the heading, since their last columns were blank
//! (rules.md#clearing-a-value: a ragged row is an error). A few blank cells more say nothing by themselves; the values tell.

use chrono::NaiveDate;

use crate::census::cells::{self, DateOrder, clean};
use crate::census::field::{FIELD_COUNT, Field};
use crate::census::source::lines::Row;

/// So many commas without quotes are looked for in a row.
const MOST: usize = 3;

/// By how many cells the values of a row were moved, of which so many blank ones stand past the heading; 0 where nothing says that they were.
pub(in crate::census) fn moved_by(row: &Row, blanks: usize, places: &[Option<usize>; FIELD_COUNT]) -> usize {
    let by_blanks = continued(row);
    if (1..=blanks).contains(&by_blanks) {
        return by_blanks;
    }
    let now = Fit::of(row, places, usize::MAX, 0);
    let is_better = |by: usize| {
        let last = row.len() - by;
        (0..last).any(|from| Fit::of(row, places, from, by).is_better_than(now))
    };
    if now.misfits == 0 { 0 } else { (1..=blanks.min(MOST)).find(|by| is_better(*by)).unwrap_or(0) }
}

/// The last column that proves that no comma has moved it or what stands before it, in a row with so many cells too many for a heading of
/// `width`: it holds what it should, and none of the cells that would stand there, had some come in before, may be that; a blank one may.
pub(in crate::census) fn proven(
    row: &Row,
    extra: usize,
    width: usize,
    places: &[Option<usize>; FIELD_COUNT],
) -> Option<usize> {
    let is_proof = |(field, place): &(Field, usize)| {
        let told = |by: usize| is_of(*field, clean(row.cell(place + by)));
        let may_fit =
            |by: usize| told(by) == Some(true) || (place + by < width && clean(row.cell(place + by)).is_empty());
        told(0) == Some(true) && !(1..=extra).any(may_fit)
    };
    let mapped = Field::ALL.into_iter().filter_map(|field| Some((field, places[field.index()]?)));
    mapped.filter(is_proof).map(|(_, place)| place).max()
}

/// How many cells a row has where nothing moved them: as many as the heading, unless most rows have more.
pub(in crate::census) fn usual_length(heading_cells: usize, rows: &[Row]) -> usize {
    let mut lengths: Vec<usize> = rows.iter().map(Row::len).collect();
    lengths.sort_unstable();
    let most_have = if lengths.len() > 1 { lengths[(lengths.len() - 1) / 2] } else { 0 };
    heading_cells.max(most_have)
}

/// Cells that go on with the one before, as text behind a comma does: they begin with a blank, which most others do not.
fn continued(row: &Row) -> usize {
    let filled = row.cells().filter(|cell| !clean(cell).is_empty()).count();
    let goes_on = |at: &usize| {
        let cell = row.cell(*at);
        cell.starts_with(' ') && !clean(cell).is_empty() && !clean(row.cell(at - 1)).is_empty()
    };
    let continued = (1..row.len()).filter(goes_on).count();
    if continued * 2 < filled { continued } else { 0 }
}

/// Whether a value below no heading says more of somebody than a remark: a day, a status, or who somebody is. A letter may mark anything.
pub(in crate::census) fn tells_of_somebody(text: &str) -> bool {
    let told = [Field::DateOfBirth, Field::Status, Field::Relationship];
    text.len() > 1 && told.into_iter().any(|field| is_of(field, text) == Some(true))
}

/// How many values are, and are not, what their columns hold.
#[derive(Debug, Clone, Copy)]
struct Fit {
    fits: usize,
    misfits: usize,
}

impl Fit {
    /// That of a row whose cells behind `from` stand `by` places further right.
    fn of(row: &Row, places: &[Option<usize>; FIELD_COUNT], from: usize, by: usize) -> Self {
        let (mut fits, mut misfits) = (0, 0);
        for field in Field::ALL {
            let Some(place) = places[field.index()] else { continue };
            let text = clean(row.cell(if place > from { place + by } else { place }));
            match is_of(field, text) {
                Some(true) => fits += 1,
                Some(false) => misfits += 1,
                None => {}
            }
        }
        Self { fits, misfits }
    }

    const fn is_better_than(self, other: Self) -> bool {
        self.misfits < other.misfits && self.fits > other.fits
    }
}

/// Whether a value is of its field; `None` where nobody can tell.
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
