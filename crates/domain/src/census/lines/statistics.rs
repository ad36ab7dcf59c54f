//! Lines of statistics below a list: `Min`, `Max` and `Mean` are names as well, and so stand for nobody only beside numbers that are
//! nobody's, in a column that holds no names or below and above others of their kind. So do kinds of people, such as `Male` and `Active`,
//! out of the columns that tell everybody's kind.

use super::pages::is_amount;
use super::totals::{is_kind, is_kind_of_nobody, is_total};
use crate::census::cells::clean;
use crate::census::columns::Mapping;
use crate::census::field::Field;
use crate::census::source::lines::Row;
use crate::census::vocabulary::report_lines::{BILLED, MEASURES, SUMMED};
use crate::text::fold;

const NAMES: [Field; 3] = [Field::FirstName, Field::LastName, Field::FullName];

/// Columns where a kind is somebody's.
const KINDS: [Field; 5] = [Field::Gender, Field::Status, Field::Relationship, Field::MemberType, Field::PlanName];

/// What is known for telling statistics from people.
#[derive(Debug, Default)]
pub(in crate::census) struct Statistics {
    names: Vec<usize>,
    kinds: Vec<usize>,
    born: Option<usize>,
    /// Whether the last line was one of them, or a total.
    below_one: bool,
}

impl Statistics {
    pub(in crate::census) fn set_mapping(&mut self, mapping: &Mapping) {
        let places = |fields: &[Field]| fields.iter().filter_map(|field| mapping.column_of(*field)).collect();
        self.names = places(&NAMES);
        self.kinds = places(&KINDS);
        self.born = mapping.column_of(Field::DateOfBirth);
    }

    /// Remembers what the last line was.
    pub(in crate::census) const fn see(&mut self, is_one: bool) {
        self.below_one = is_one;
    }

    /// Whether the row is such a line; `is_nobodys` tells whether a number in a column can be nobody's, and `next` looks at the row behind.
    pub(in crate::census) fn is_one(
        &self,
        row: &Row,
        is_nobodys: impl Fn(usize, &str) -> bool,
        next: impl FnOnce() -> Option<Row>,
    ) -> bool {
        let mut filled = row.cells().map(clean).enumerate().filter(|(_, cell)| !cell.is_empty());
        let Some((place, first)) = filled.next() else { return false };
        let mut beside = filled.clone().peekable();
        let has_numbers =
            beside.peek().is_some() && beside.all(|(place, cell)| is_amount(cell) && is_nobodys(place, cell));
        if !has_numbers {
            return false;
        }
        let is_among_others = || self.below_one || next().is_some_and(|next| is_line_of_one(&next));
        if is_measure(first) {
            // An age below the dates of birth; the other measures are given names, too.
            let mut is_age = || first.eq_ignore_ascii_case("mean") && filled.all(|(place, _)| self.born == Some(place));
            return !self.names.contains(&place) || is_age() || is_among_others();
        }
        // Nobody's name is a number.
        let beside_name = || filled.clone().any(|(place, _)| self.names.contains(&place));
        let folded = fold(first);
        let word = folded.trim_end_matches(':');
        match () {
            () if SUMMED.contains(&word) => true,
            () if BILLED.contains(&word) => filled.all(|(_, cell)| cell.contains(['$', '.'])) && is_among_others(),
            () if self.kinds.contains(&place) => false,
            // A kind behind the names may be all that is left of somebody.
            () if is_kind_of_nobody(word) && self.names.iter().any(|name| place <= *name) => true,
            () => is_kind(&folded) && (first.ends_with(':') || beside_name() || is_among_others()),
        }
    }
}

const LONGEST: usize = 9;

fn is_measure(cell: &str) -> bool {
    cell.len() <= LONGEST && MEASURES.contains(&fold(cell).trim_end_matches([':', '.', ' ']))
}

/// Whether a row begins with a measure or a total and holds numbers besides.
fn is_line_of_one(row: &Row) -> bool {
    let mut filled = row.cells().map(clean).filter(|cell| !cell.is_empty());
    let begins = filled.next().is_some_and(|first| {
        let folded = fold(first);
        is_measure(first) || is_total(&folded) || is_kind(&folded)
    });
    let mut beside = filled.peekable();
    begins && beside.peek().is_some() && beside.all(is_amount)
}
