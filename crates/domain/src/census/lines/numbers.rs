//! Lines that hold nothing but numbers: page numbers, and totals below their column.
//!
//! A number where an id can stand may be all that is left of somebody's row (rules.md#unreadable-row). There it is a page number only where the page
//! breaks of the file say so, and where nobody's id is as short.

use super::Why;
use super::pages::{PAGE_DIGITS, is_amount};
use crate::census::cells::clean;
use crate::census::columns::Mapping;
use crate::census::field::Field;
use crate::census::source::lines::Row;

/// So few digits are no day of birth: they are of the years before 1903.
pub(in crate::census) const NO_BIRTH_DIGITS: usize = 3;

/// What a number by itself may be, by its column.
#[derive(Debug, Default)]
pub(in crate::census) struct Numbers {
    columns: Vec<Kind>,
    /// How often the heading came again.
    pages: usize,
    has_short_ids: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Id,
    Birth,
    /// Nobody knows what it holds; it may be an id.
    Unknown,
    /// A number by itself is nobody's.
    Other,
}

impl Kind {
    const fn of(field: Option<Field>) -> Self {
        match field {
            None => Self::Unknown,
            Some(Field::DateOfBirth) => Self::Birth,
            Some(
                Field::GroupId
                | Field::UniqueId
                | Field::OtherMemberId
                | Field::BillingReferenceId
                | Field::FamilyId
                | Field::Ssn
                | Field::CellPhone
                | Field::HomePhone
                | Field::AddressLine1
                | Field::ZipCode,
            ) => Self::Id,
            Some(_) => Self::Other,
        }
    }
}

impl Numbers {
    pub(in crate::census) fn set_mapping(&mut self, mapping: &Mapping) {
        self.columns = mapping.columns().iter().map(|column| Kind::of(column.field)).collect();
    }

    /// Begins to count the pages anew.
    pub(in crate::census) const fn begin_pages(&mut self) {
        self.pages = 0;
    }

    /// The heading came again.
    pub(in crate::census) const fn turn_page(&mut self) {
        self.pages += 1;
    }

    /// Remembers what ids look like.
    pub(in crate::census) fn see_person(&mut self, row: &Row) {
        if self.has_short_ids {
            return;
        }
        let ids = self.columns.iter().enumerate().filter(|(_, kind)| matches!(kind, Kind::Id | Kind::Unknown));
        self.has_short_ids = ids.map(|(place, _)| clean(row.cell(place))).any(is_short);
    }

    /// Whether a line that begins with a date and a time is no row: these stand where neither does, beside one word at most.
    pub(in crate::census) fn is_stamped(&self, row: &Row) -> bool {
        let mut filled = row.cells().map(clean).enumerate().filter(|(_, cell)| !cell.is_empty());
        let place = filled.next().map(|(place, _)| place);
        let kind = place.and_then(|place| self.columns.get(place));
        let is_nobodys = kind.is_some_and(|kind| matches!(kind, Kind::Id | Kind::Other));
        let more: Vec<&str> = filled.map(|(_, cell)| cell).collect();
        is_nobodys
            && more.len() <= 1
            && more.iter().all(|cell| !cell.contains(|c: char| c.is_ascii_digit() || c == ' '))
    }

    /// Why a line of numbers is nobody. `is_break` tells whether the next line begins a page.
    pub(in crate::census) fn why(&self, row: &Row, is_break: impl FnOnce() -> bool) -> Option<Why> {
        let filled = || row.cells().map(clean).enumerate().filter(|(_, cell)| !cell.is_empty());
        if !filled().all(|(place, cell)| place < self.columns.len() && is_amount(cell)) {
            return None;
        }
        // Of a line that is not divided nobody knows where its number stands.
        let divided = row.len() >= self.columns.len();
        if divided && filled().all(|(place, cell)| self.is_nobodys(place, cell)) {
            return Some(Why::Total);
        }
        let mut cells = filled();
        let ((_, only), None) = (cells.next()?, cells.next()) else { return None };
        let is_next_page = is_short(only) && only.parse() == Ok(self.pages + 1);
        (is_next_page && !self.has_short_ids && (self.pages > 0 || is_break())).then_some(Why::Page)
    }

    /// Whether all that a row holds are numbers in columns that are not read, two at least, and one of them an amount.
    pub(in crate::census) fn are_sums(&self, row: &Row) -> bool {
        let filled = || row.cells().map(clean).enumerate().filter(|(_, cell)| !cell.is_empty());
        let is_unread = |(place, _): (usize, &str)| self.columns.get(place) == Some(&Kind::Unknown);
        filled().nth(1).is_some() && filled().all(is_unread) && filled().any(|(_, cell)| cell.contains(['$', '.', ',']))
    }

    /// Whether a number beside the name of a measure is no id; what nobody knows the heading of may be measured.
    pub(in crate::census) fn is_measured(&self, place: usize, cell: &str) -> bool {
        match self.columns.get(place) {
            Some(Kind::Unknown) => true,
            Some(_) => self.is_nobodys(place, cell),
            None => false,
        }
    }

    fn is_nobodys(&self, place: usize, cell: &str) -> bool {
        match self.columns[place] {
            Kind::Id => false,
            Kind::Birth => cell.len() <= NO_BIRTH_DIGITS,
            Kind::Unknown => cell.contains(['$', '.', ',']),
            Kind::Other => true,
        }
    }
}

fn is_short(cell: &str) -> bool {
    (1..=PAGE_DIGITS).contains(&cell.len()) && cell.bytes().all(|byte| byte.is_ascii_digit())
}
