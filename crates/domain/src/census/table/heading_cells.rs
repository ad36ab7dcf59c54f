//! What a cell tells of whether its line is the heading: a date, a number, a heading that is known.
//!
//! A heading may stand over two lines: `Date of` above `Birth`. Two lines of words are one heading when they name more fields together than
//! either does alone.

use std::collections::HashSet;

use crate::census::cells::clean;
use crate::census::field::Field;
use crate::census::vocabulary::Remembered;
use crate::census::vocabulary::heading_keys::heading_key;
use crate::census::vocabulary::headings::recognise;

/// Whether a cell has the form of a date, whatever its order; a bare number is none.
pub(in crate::census) fn holds_date(cell: &str) -> bool {
    let parts: Vec<&str> = cell.split(['/', '-', '.']).collect();
    let figures = |part: &&str| (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    parts.len() == 3 && parts.iter().all(figures)
}

/// Whether a cell holds a number, a date or an e-mail address, which no heading is.
pub(in crate::census) fn is_value(cell: &str) -> bool {
    let digits = cell.bytes().any(|byte| byte.is_ascii_digit());
    let letters = cell.chars().any(char::is_alphabetic);
    (digits && !letters) || cell.split_once('@').is_some_and(|(_, domain)| domain.contains('.'))
}

/// The field that a heading names.
pub(in crate::census) fn known_field(cell: &str, remembered: &Remembered) -> Option<Field> {
    let key = heading_key(clean(cell));
    match remembered.get(&key) {
        Some(choice) => *choice,
        None => recognise(&key).map(|(field, _)| field),
    }
}

/// Whether a heading of whole names says so; `Employee` alone is as well a relationship.
pub(in crate::census) fn says_name(cell: &str) -> bool {
    heading_key(clean(cell)).contains("name")
}

/// The most letters of a heading.
const LONGEST: usize = 60;
/// So many columns take a word of both lines. Below a heading of one line a person may give a meaning to an empty one, never to two.
const FEWEST_JOINED: usize = 2;

/// The headings that two lines make together; `None` when they are not one heading.
pub(in crate::census) fn joined(upper: &[String], lower: &[String], remembered: &Remembered) -> Option<Vec<String>> {
    let is_words = |cells: &[String]| cells.iter().all(|cell| !is_value(cell) && cell.chars().count() <= LONGEST);
    if !is_words(upper) || !is_words(lower) {
        return None;
    }
    let cell = |cells: &[String], place: usize| cells.get(place).cloned().unwrap_or_default();
    let columns = (0..upper.len().max(lower.len())).map(|place| (cell(upper, place), cell(lower, place)));
    let (mut headings, mut both, mut known) = (Vec::new(), 0, 0);
    for (above, below) in columns {
        let heading = [format!("{above} {below}"), format!("{below} {above}")]
            .into_iter()
            .find(|text| known_field(text, remembered).is_some());
        if !above.is_empty() && !below.is_empty() {
            both += 1;
            known += usize::from(heading.is_some());
        }
        let single = || [&below, &above].into_iter().find(|text| known_field(text, remembered).is_some()).cloned();
        let heading = heading.or_else(single).unwrap_or_else(|| format!("{above} {below}"));
        headings.push(heading.trim().to_owned());
    }
    let more = |cells: &[String]| count(&headings, remembered) > count(cells, remembered);
    let is_joined = known >= FEWEST_JOINED && known * 2 >= both;
    ((is_joined || stands_below_groups(upper, lower, remembered)) && more(upper) && more(lower)).then_some(headings)
}

/// Whether the lower line names fields where the upper one names none, and is blank below its fields: `Status` and `Billing Reference` below
/// `Coverage`, beside names over both lines.
fn stands_below_groups(upper: &[String], lower: &[String], remembered: &Remembered) -> bool {
    let known = |cells: &[String], place: usize| cells.get(place).and_then(|cell| known_field(cell, remembered));
    let filled: Vec<usize> = (0..lower.len()).filter(|place| !lower[*place].is_empty()).collect();
    let are_headings = filled.iter().all(|place| known(lower, *place).is_some() && known(upper, *place).is_none());
    let stands_below = filled.first().is_some_and(|place| upper.get(*place).is_some_and(|group| !group.is_empty()));
    are_headings && stands_below && count(lower, remembered) >= FEWEST_JOINED
}

/// How many different fields the cells name.
fn count(cells: &[String], remembered: &Remembered) -> usize {
    cells.iter().filter_map(|cell| known_field(cell, remembered)).collect::<HashSet<_>>().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_lines_are_one_heading_where_they_say_more_together() {
        let cells = |line: &str| line.split(',').map(str::to_owned).collect::<Vec<_>>();
        for (upper, lower, expected) in [
            ("First,Last,Date of,Home", "Name,Name,Birth,Phone", Some("First Name,Last Name,Date of Birth,Home Phone")),
            ("Name,Name,Date of,Home,", "First,Last,Birth,Zip,Sex", None),
            (
                "Name,Name,Street,Coverage,Date",
                "First,Last,Address 2,Tier,of Birth",
                Some("Name First,Name Last,Street Address 2,Coverage Tier,Date of Birth"),
            ),
            ("Employee,Employee,Date of,Home", "First Name,Last Name,Birth,Zip", None),
            ("First Name,Last Name,DOB,Gender", "Required,Required,Required,Optional", None),
            ("First,Last,Date of,Home", "Ann,Bee,,", None),
            ("First,Last,Email,,", "Ann,Bee,,Employee,Active", None),
            ("First,Last,Date of,Home", "Name,Name,1/2/1980,Phone", None),
            (
                "First Name,Last Name,DOB,Coverage,",
                ",,,Status,Billing Reference",
                Some("First Name,Last Name,DOB,Coverage Status,Billing Reference"),
            ),
            ("First Name,Last Name,DOB,Coverage,", ",,,Status,", None),
            ("First Name,Last Name,DOB,,", ",,,Status,Billing Reference", None),
            ("Acme,,,", "First Name,Last Name,DOB,Gender", None),
        ] {
            let found = joined(&cells(upper), &cells(lower), &Remembered::default());
            assert_eq!(found, expected.map(cells), "{upper} / {lower}");
        }
    }
}
