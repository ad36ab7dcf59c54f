//! A heading that comes again further down, with its columns in another order or with other columns.
//!
//! Rows below one that names the columns of the file in another order are put into the order of the file. What stands below other columns
//! is another table, of people who have left as well as of people who are covered: its rows wait for a person, and nobody goes in unseen.

use std::collections::HashSet;

use crate::census::cells::clean;
use crate::census::columns::Mapping;
use crate::census::field::Field;
use crate::census::source::lines::Row;
use crate::census::table::heading_cells::{is_value, says_name};
use crate::census::vocabulary::Remembered;
use crate::census::vocabulary::heading_keys::heading_key;
use crate::census::vocabulary::headings::recognise;
use crate::census::vocabulary::owners::owned;
use crate::census::vocabulary::relatives::of_relative;

/// So many words of the file's heading, or of any, are a heading.
const FEWEST_WORDS: usize = 3;

/// How rows stand below the heading that came again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::census) struct RepeatedHeadings {
    /// For each column of the file the place of its cell.
    places: Vec<Option<usize>>,
    /// The places that no column of the file has.
    extra: Vec<usize>,
    /// How many columns there are.
    pub(in crate::census) width: usize,
    /// Whether it is the heading of another table.
    pub(in crate::census) is_other: bool,
}

impl RepeatedHeadings {
    /// What a row changes that is a heading; `None` for any other row. One that repeats the file's own is for the caller to know before.
    pub(in crate::census) fn at(row: &Row, mapping: &Mapping) -> Option<Self> {
        if row.cells().map(clean).any(|cell| is_value(cell) && !is_heading_of(mapping, cell)) {
            return None;
        }
        let cells: Vec<&str> = row.cells().map(clean).collect();
        let keys: Vec<String> = cells.iter().map(|cell| heading_key(cell)).collect();
        is_heading(&cells, &keys, mapping).then(|| Self::by(&cells, &keys, mapping))
    }

    fn by(cells: &[&str], keys: &[String], mapping: &Mapping) -> Self {
        let width = keys.iter().rposition(|key| !key.is_empty()).map_or(0, |last| last + 1);
        let mut open: Vec<usize> = (0..width).collect();
        let mut take =
            |fits: &dyn Fn(usize) -> bool| open.iter().position(|place| fits(*place)).map(|at| open.remove(at));
        let columns = mapping.columns();
        let by_key = columns.iter().map(|column| take(&|place| keys[place] == column.key));
        let mut places: Vec<Option<usize>> = by_key.collect();
        let other = Mapping::propose(cells.iter().copied().take(width), &Remembered::default());
        for (place, column) in places.iter_mut().zip(columns) {
            if let (None, Some(field)) = (*place, column.field) {
                *place = take(&|place| other.columns()[place].field == Some(field));
            }
        }
        let is_unread = places.iter().zip(mapping.read_places()).any(|(place, is_read)| place.is_none() && is_read);
        let is_new = open.iter().any(|place| !keys[*place].is_empty());
        let is_read_otherwise = other.day_first() != mapping.day_first()
            || other.asks_status() != mapping.asks_status()
            || other.last_first() != mapping.last_first();
        Self { places, extra: open, width, is_other: is_unread || is_new || is_read_otherwise }
    }

    /// The row with its cells in the order of the file; what has no column there stands behind.
    pub(in crate::census) fn in_order(&self, row: &Row) -> Row {
        let known = self.places.iter().map(|place| place.map_or("", |place| row.cell(place)));
        let extra = self.extra.iter().map(|place| row.cell(*place));
        row.with_cells(known.chain(extra).chain((self.width..row.len()).map(|place| row.cell(place))))
    }
}

fn is_heading_of(mapping: &Mapping, cell: &str) -> bool {
    let same = |heading: &str| is_value(heading) && heading_key(heading) == heading_key(cell);
    mapping.columns().iter().any(|column| same(&column.heading))
}

/// Whether all cells are headings of the file, or the cells name people as only a heading does.
fn is_heading(cells: &[&str], keys: &[String], mapping: &Mapping) -> bool {
    let filled = || keys.iter().filter(|key| !key.is_empty());
    let own = || mapping.columns().iter().filter(|column| !column.key.is_empty());
    let is_own = |key: &String| own().any(|column| column.key == *key);
    let words: HashSet<&String> = filled().collect();
    if words.len() >= FEWEST_WORDS.min(own().count().max(2)) && words.iter().all(|key| is_own(key)) {
        return true;
    }
    let known: Vec<Field> = filled().filter_map(|key| field_of_anybody(key)).collect();
    let fields: HashSet<Field> = known.iter().copied().collect();
    let whole_name = cells
        .iter()
        .zip(keys)
        .any(|(cell, key)| recognise(key).is_some_and(|(field, _)| field == Field::FullName) && says_name(cell));
    let named = fields.contains(&Field::FirstName) && fields.contains(&Field::LastName);
    let is_short = whole_name && fields.contains(&Field::DateOfBirth);
    (named || whole_name) && (fields.len() >= FEWEST_WORDS || is_short) && known.len() * 2 >= filled().count()
}

/// The field that a key means, whoever it is of: `Dependent First Name` heads another table as `First Name` does.
fn field_of_anybody(key: &str) -> Option<Field> {
    let own = recognise(key).map(|(field, _)| field);
    let of_owner = || owned(key).map(|(_, field, _)| field);
    own.or_else(of_owner).or_else(|| of_relative(key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census::source::lines::split_row;

    fn row(text: &str) -> Row {
        let mut row = Row::default();
        split_row(text, true, b',', &mut row).expect("the text is complete");
        row
    }

    fn mapping(heading: &str) -> Mapping {
        Mapping::propose(heading.split(','), &Remembered::default())
    }

    #[test]
    fn headings_are_told_from_people_and_other_tables_from_the_same() {
        let file = "Emp ID,First Name,Last Name,DOB,,Status";
        for (line, is_other) in [
            ("Last Name,First Name,DOB,Emp ID,Status", Some(false)),
            ("Employee Number,Given Name,Surname,Birth Date,,Status", Some(false)),
            ("First Name,Last Name,DOB,Emp ID,Status,Term Date", Some(true)),
            ("First Name,Last Name,DOB", Some(true)),
            ("Last Name,First Name,DOB (DD/MM/YYYY),Emp ID,Status", Some(true)),
            ("Last Name,First Name,DOB,Emp ID,Is Terminated", Some(true)),
            ("Plan,Name,Birth Date", Some(true)),
            ("Emp ID,Dependent Last Name,Dependent First Name,Dependent DOB", Some(true)),
            ("Emp ID,Dep Last,Dep First,Status", Some(true)),
            ("Emp ID,Spouse First Name,Spouse Last Name,Spouse DOB", Some(true)),
            ("Employee,Child Last Name,Child First Name,Child Birth Date", Some(true)),
            ("Plan,Name (Last First),Birth Date", Some(true)),
            ("Ann,Bee,,Employee,Active", None),
            ("1001,First Name,Last Name,DOB", None),
            ("First Name,Last Name,1/2/1980", None),
            ("Page,Turner,,Active", None),
            ("First,Last", None),
            ("Employee,Active,Plan,Member", None),
            ("", None),
        ] {
            assert_eq!(RepeatedHeadings::at(&row(line), &mapping(file)).map(|turn| turn.is_other), is_other, "{line}");
        }
        let unknown = mapping("Nom,Prenom,Date de naissance");
        assert!(
            RepeatedHeadings::at(&row("Prenom,Nom,Date de naissance"), &unknown).is_some_and(|turn| !turn.is_other)
        );
        assert_eq!(RepeatedHeadings::at(&row("Nom,Pierre,"), &unknown), None);
    }

    #[test]
    fn cells_are_put_into_the_order_of_the_file() {
        let file = mapping("First,Last,DOB,Phone,Phone,Note");
        let turn = RepeatedHeadings::at(&row("Phone,Last,Phone,First,DOB"), &file).expect("a heading");
        assert!(!turn.is_other, "a column that is not read may be missing");
        let ordered = turn.in_order(&row("1,Bee,2,Ann,1/2/1980,more"));
        assert_eq!(ordered.cells().collect::<Vec<_>>(), ["Ann", "Bee", "1/2/1980", "1", "2", "", "more"]);
    }
}
