//! Columns that no heading explains and whose values may tell who has left: words such as `Terminated`, letters below a heading of a status, or
//! days in a few of the rows (rules.md#told-leaving). The file asks what they mean.

use super::people_beside::words_of;
use super::{Column, How, Mapping};
use crate::census::cells::{DateOrder, clean, is_placeholder, read_birth_date, says_left, word_key};
use crate::census::findings::leaving::Sign;
use crate::census::source::lines::Row;
use crate::census::vocabulary::leaving::CODES;
use crate::census::vocabulary::people_beside::{DAY, HIRED};
use crate::census::vocabulary::relatives::KIN;
use crate::census::vocabulary::sections::LEAVES;

/// Days in a few rows tell something only among so many rows.
const FEWEST_ROWS: usize = 3;

/// A day that no list of people lies behind.
const LATEST: chrono::NaiveDate = chrono::NaiveDate::from_ymd_opt(2199, 12, 31).expect("a day of the calendar");

/// Returns the columns without a field whose values may tell who has left, with what tells it. What a person has left out tells nothing.
pub(super) fn among(mapping: &Mapping, rows: &[&Row]) -> Vec<(usize, Sign)> {
    let columns = open(mapping);
    columns.filter_map(|column| Some((column.index, sign_of(column, rows)?))).collect()
}

/// Returns the columns without a field and without an answer that belong to the row's own person.
pub(super) fn open(mapping: &Mapping) -> impl Iterator<Item = &Column> {
    let read = mapping.read_places();
    mapping.columns().iter().filter(move |column| {
        !read[column.index] && !matches!(column.how, How::ByHand | How::Remembered) && !is_of_others(column)
    })
}

/// Returns whether a column is of a relative, or of the days on which people came.
fn is_of_others(column: &Column) -> bool {
    let is_kin = |word: &String| KIN.iter().any(|(_, words)| words.contains(&word.as_str()));
    HIRED.contains(&column.key) || column.key.contains("hire") || words_of(&column.heading).iter().any(is_kin)
}

/// Returns whether a heading tells of a leave, as `Leave End Date` does; `Leave Date` may be the day of leaving.
fn is_of_leave(heading: &str) -> bool {
    let words = words_of(heading);
    let is_leave = |word: &String| LEAVES.contains(word);
    words.iter().any(is_leave) && !words.iter().all(|word| is_leave(word) || DAY.contains(&word.as_str()))
}

fn sign_of(column: &Column, rows: &[&Row]) -> Option<Sign> {
    let filled: Vec<&str> = rows
        .iter()
        .map(|row| clean(row.cell(column.index)))
        .filter(|cell| !cell.is_empty() && !is_placeholder(cell))
        .collect();
    let letters: Vec<String> = filled.iter().map(|cell| word_key(cell)).collect();
    let is_date = |cell: &&str| read_birth_date(cell, LATEST, DateOrder::MonthFirst).is_some();
    match () {
        () if filled.is_empty() => None,
        () if filled.iter().any(|cell| says_left(cell)) => Some(Sign::Words),
        () if letters.iter().all(|letter| CODES.contains(letter))
            && letters.iter().any(|letter| letter == "a")
            && words_of(&column.heading).iter().any(|word| word == "status") =>
        {
            Some(Sign::Letter)
        }
        () if is_of_leave(&column.heading) => None,
        () if rows.len() >= FEWEST_ROWS && filled.len() * 2 <= rows.len() && filled.iter().all(is_date) => {
            Some(Sign::SomeDay)
        }
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Remembered;
    use super::*;

    /// The signs of a column below this heading, with these cells.
    fn sign(heading: &str, cells: [&str; 4]) -> Option<Sign> {
        let mapping = Mapping::propose(["First", "Last", "DOB", heading], &Remembered::default());
        let rows = cells.map(|cell| Row::default().with_cells(["Ann", "Moss", "1/2/1980", cell].into_iter()));
        among(&mapping, &rows.each_ref()).first().map(|(_, sign)| *sign)
    }

    #[test]
    fn values_below_any_heading_may_tell_who_has_left() {
        for (heading, cells, expected) in [
            ("HR Info", ["Active", "Terminated", "Active", ""], Some(Sign::Words)),
            ("Notes", ["", "Termed 10/15/2026", "moved in May", ""], Some(Sign::Words)),
            ("HR Status", ["A", "T", "A", "A"], Some(Sign::Letter)),
            ("Shift", ["A", "T", "A", "A"], None),
            ("HR Status", ["A", "B", "C", "T"], None),
            ("Inactivation", ["", "10/15/2026", "", ""], Some(Sign::SomeDay)),
            ("Inactivation", ["1/5/2020", "10/15/2026", "2/3/2019", ""], None),
            ("Rehire Date", ["", "10/15/2026", "", ""], None),
            ("Last Hire", ["", "10/15/2026", "", ""], None),
            ("Spouse Status", ["", "Terminated", "", ""], None),
            ("Notes", ["", "moved in May", "on leave", "LOA"], None),
            ("Notes", ["", "moved in May", "on leave", "COBRA"], Some(Sign::Words)),
            ("Class", ["", "Former employee", "", ""], Some(Sign::Words)),
            ("Leave End Date", ["", "10/15/2026", "", ""], None),
            ("Leave Date", ["", "10/15/2026", "", ""], Some(Sign::SomeDay)),
            ("Notes", ["", "", "", ""], None),
        ] {
            assert_eq!(sign(heading, cells), expected, "{heading} {cells:?}");
        }
    }
}
