//! A heading further down that is not the file's: with its columns in another order, or with other columns.
//!
//! What stands below it is another table, of people who have left as well as of people who are covered: its rows are read by their own heading
//! and wait for a person, so that nobody goes in unseen.

use std::collections::HashSet;

use super::{FirstRows, Lines};
use crate::census::cells::clean;
use crate::census::columns::Mapping;
use crate::census::field::{FIELD_COUNT, Field};
use crate::census::findings::questions::SectionAnswers;
use crate::census::source::lines::Row;
use crate::census::table::heading_cells::{is_value, says_name};
use crate::census::vocabulary::Remembered;
use crate::census::vocabulary::heading_keys::heading_key;
use crate::census::vocabulary::headings::recognise;
use crate::census::vocabulary::owners::owned;
use crate::census::vocabulary::relatives::of_relative;

/// So many words of the file's heading, or of any, are a heading.
const FEWEST_WORDS: usize = 3;

/// How the rows of another table are read.
#[derive(Debug)]
pub(in crate::census) struct OtherTable {
    /// Where their fields stand.
    pub(in crate::census) places: [Option<usize>; FIELD_COUNT],
    /// What tells its people from its totals.
    pub(in crate::census) lines: Lines,
}

/// The table below a row that is a heading; `None` for any other row. One that repeats the file's own is for the caller to know before.
pub(in crate::census) fn table_below(row: &Row, mapping: &Mapping) -> Option<OtherTable> {
    if row.cells().map(clean).any(|cell| is_value(cell) && !is_heading_of(mapping, cell)) {
        return None;
    }
    let cells: Vec<&str> = row.cells().map(clean).collect();
    let keys: Vec<String> = cells.iter().map(|cell| heading_key(cell)).collect();
    is_heading(&cells, &keys, mapping).then(|| {
        let other = Mapping::propose(cells, &Remembered::default());
        let first = FirstRows { titles: &[], heading: row };
        OtherTable { places: other.places(), lines: Lines::of(&other, first, SectionAnswers::default()) }
    })
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

    fn mapping(heading: &str) -> Mapping {
        Mapping::propose(heading.split(','), &Remembered::default())
    }

    #[test]
    fn headings_are_told_from_people() {
        let file = "Emp ID,First Name,Last Name,DOB,,Status";
        for (line, is_heading) in [
            ("Last Name,First Name,DOB,Emp ID,Status", true),
            ("Employee Number,Given Name,Surname,Birth Date,,Status", true),
            ("First Name,Last Name,DOB,Emp ID,Status,Term Date", true),
            ("First Name,Last Name,DOB", true),
            ("Plan,Name,Birth Date", true),
            ("Emp ID,Dependent Last Name,Dependent First Name,Dependent DOB", true),
            ("Emp ID,Dep Last,Dep First,Status", true),
            ("Emp ID,Spouse First Name,Spouse Last Name,Spouse DOB", true),
            ("Employee,Child Last Name,Child First Name,Child Birth Date", true),
            ("Plan,Name (Last First),Birth Date", true),
            ("Ann,Bee,,Employee,Active", false),
            ("1001,First Name,Last Name,DOB", false),
            ("First Name,Last Name,1/2/1980", false),
            ("Page,Turner,,Active", false),
            ("First,Last", false),
            ("Employee,Active,Plan,Member", false),
            ("", false),
        ] {
            assert_eq!(table_below(&Row::of_line(line), &mapping(file)).is_some(), is_heading, "{line}");
        }
        let unknown = mapping("Nom,Prenom,Date de naissance");
        assert!(table_below(&Row::of_line("Prenom,Nom,Date de naissance"), &unknown).is_some());
        assert!(table_below(&Row::of_line("Nom,Pierre,"), &unknown).is_none());
    }
}
