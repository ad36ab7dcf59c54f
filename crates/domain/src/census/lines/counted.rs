//! Numbered lines of a template that nobody has filled in.
//!
//! Nothing but its own number is left of such a line. The number stands in a column that nothing is read from and that has counted
//! 1, 2, 3 from the first line on: a number that was left over of somebody's id would not go on counting.

use crate::census::cells::clean;
use crate::census::columns::Mapping;
use crate::census::source::lines::Row;

/// The most digits of the number of a line.
const MOST_DIGITS: usize = 4;

/// The columns that have counted the lines so far.
#[derive(Debug, Default)]
pub(in crate::census) struct Counted {
    /// The places of the columns that nothing is read from.
    unread: Vec<usize>,
    columns: Vec<Column>,
}

#[derive(Debug)]
struct Column {
    place: usize,
    last: u32,
}

impl Column {
    /// Goes on with the row; `false` when the column counts no lines. Lines without a number, and words above the first one, are no matter.
    fn count(&mut self, row: &Row) -> bool {
        let cell = clean(row.cell(self.place));
        match number(cell) {
            Some(number) if number == self.last + 1 => self.last = number,
            Some(_) => return false,
            None => return cell.is_empty() || self.last == 0,
        }
        true
    }
}

impl Counted {
    pub(in crate::census) fn set_mapping(&mut self, mapping: &Mapping) {
        let unread = mapping.read_places().into_iter().enumerate().filter(|(_, is_read)| !is_read);
        self.unread = unread.map(|(place, _)| place).collect();
        self.begin();
    }

    /// Begins to count anew.
    pub(in crate::census) fn begin(&mut self) {
        self.columns = self.unread.iter().map(|place| Column { place: *place, last: 0 }).collect();
    }

    /// Counts the row; whether there is nothing in it but numbers that count it.
    pub(in crate::census) fn is_only_counted(&mut self, row: &Row) -> bool {
        if self.columns.is_empty() {
            return false;
        }
        self.columns.retain_mut(|column| column.count(row));
        let counts = |place| self.columns.iter().any(|column| column.place == place && column.last > 0);
        let mut filled = row.cells().map(clean).enumerate().filter(|(_, cell)| !cell.is_empty()).peekable();
        filled.peek().is_some() && filled.all(|(place, cell)| counts(place) && number(cell).is_some())
    }
}

/// The number of a line, without zeros in front as ids have them.
fn number(cell: &str) -> Option<u32> {
    let is_plain =
        cell.len() <= MOST_DIGITS && !cell.starts_with('0') && cell.bytes().all(|byte| byte.is_ascii_digit());
    if is_plain { cell.parse().ok() } else { None }
}
