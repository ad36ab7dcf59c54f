//! Lines of a file that are no people: blank ones, titles, headings that come again, lone cells, examples of the template, totals and page
//! lines.
//!
//! A line with a birth date, an SSN or an id in its column is always a row, whatever its words say. Anything else that none of these rules
//! leaves out stays a row, and is reported when it cannot be read: a row that vanished would look like a person who left
//! (rules.md#unreadable-row).
//!
//! Below a heading that is not the file's, as one with its columns in another order, stands another table. Its people may have left as well as be
//! covered: its rows are read by their own heading and wait for a person.

mod identity;
pub(in crate::census) mod sections;

use std::collections::HashSet;

use crate::census::cells::{clean, has_digit, is_digits, standing};
use crate::census::columns::{Column, Mapping};
use crate::census::field::{FIELD_COUNT, Field};
use crate::census::findings::{SectionAnswers, numbered};
use crate::census::source::Row;
use crate::census::table::is_value;
use crate::census::template;
use crate::census::vocabulary::{
    LineWord, Meaning, Remembered, field_of_anybody, heading_key, is_given_name, of_relative, recognise, words_of,
};
use crate::text::fold;

numbered! {
    /// Why a line is left out. A freed number is not given again.
    Why,
    /// The reason in words.
    text:
    /// It stands above the heading, or repeats a line that does.
    Title = 0, "Title";
    /// There is nothing in it, or its own number alone.
    Blank = 1, "Blank, or its number alone";
    /// It repeats the heading.
    Heading = 3, "Heading again";
    /// It counts or sums.
    Total = 4, "Count or total";
    /// It tells pages or printing. Only files that were read before have it; now such a line counts, or waits as a row.
    Page = 5, "Page or printing";
    /// It holds something in columns that are not read, and nothing else. Only files that were read before have it; now such a line waits as a
    /// row, or is a lone cell.
    Unread = 6, "Only columns that are not read";
    /// It is a lone cell, such as a remark or the name of a section.
    Remark = 7, "Remark or name of a section";
    /// It is an unchanged example of the template (rules.md#census-template).
    Example = 8, "Example of the template";
}

impl Why {
    /// Whether the words of the line have decided, which a person's name may hold as well; else the line is blank or repeats another.
    pub const fn is_by_words(self) -> bool {
        matches!(self, Self::Total | Self::Page | Self::Unread | Self::Remark)
    }
}

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    /// Left out.
    Nobody(Why),
    /// A row that reads like a line of nobody and holds what only a person has: it waits for a person.
    Doubtful,
    /// A row.
    Row,
}

/// What is decided about the lines of a file when it is opened: what tells people from titles, headings and totals.
#[derive(Debug, Default)]
pub(in crate::census) struct Lines {
    headings: Vec<String>,
    /// The column of each field.
    pub(super) places: [Option<usize>; FIELD_COUNT],
    /// For each column whether it may hold a second name that is not read, or a value of a relative.
    may_be_anothers: Vec<bool>,
    /// What people have said about sections.
    answers: SectionAnswers,
}

impl Lines {
    /// Decides it by the mapping, the heading, and what people have said about sections.
    pub(super) fn of(mapping: &Mapping, heading: &Row, answers: SectionAnswers) -> Self {
        Self {
            headings: heading.cells().map(|cell| heading_key(clean(cell))).collect(),
            places: mapping.places(),
            may_be_anothers: may_be_anothers(mapping),
            answers,
        }
    }

    /// What the row is that does not repeat the heading.
    pub(super) fn read(&self, row: &Row) -> Reading {
        // Nearly every row stops at its first name.
        if self.cell(row, Field::FirstName) == "Example" && template::is_example(|field| self.cell(row, field)) {
            return Reading::Nobody(Why::Example);
        }
        let person = |is_doubtful: bool| if is_doubtful { Reading::Doubtful } else { Reading::Row };
        let mut filled = row.cells().map(clean).enumerate().filter(|(_, cell)| cell.contains(char::is_alphanumeric));
        let Some((place, first)) = filled.next() else { return Reading::Nobody(Why::Blank) };
        if self.identifies(row) {
            let has_both = [Field::FirstName, Field::LastName].iter().all(|name| !self.cell(row, *name).is_empty());
            return person(self.is_example(row) || (!has_both && is_total(first)));
        }
        let others: Vec<&str> = filled.map(|(_, cell)| cell).collect();
        let said = said(first, &others);
        let is_section = || self.section_text(row).and_then(|text| standing(&text)).is_some();
        match others.is_empty() {
            true if self.may_be_somebody(row, place, first) => Reading::Row,
            // A number by itself counts the lines of an empty form.
            true if is_digits(first) => Reading::Nobody(Why::Blank),
            false if said.is_none() && (self.may_name_somebody(row) || !is_section()) => person(self.is_example(row)),
            _ => Reading::Nobody(said.unwrap_or(Why::Remark)),
        }
    }

    /// Whether a line that is left out has a cell in a column of names, and is more than a total.
    pub(super) fn may_name(&self, row: &Row, why: Why) -> bool {
        self.names(row).next().is_some() && !(why == Why::Total && is_total(first_cell(row)))
    }

    /// How many columns have a heading.
    fn width(&self) -> usize {
        self.headings.iter().filter(|heading| !heading.is_empty()).count()
    }

    /// Whether a cell by itself may be what is left of a person, or a whole line that another sign divides.
    fn may_be_somebody(&self, row: &Row, place: usize, cell: &str) -> bool {
        let columns = self.width();
        columns < 2
            || [',', ';', '\t', '|'].iter().any(|sign| cell.matches(*sign).count() + 1 >= columns.max(3))
            || identity::may_hold_birth_date(cell)
            || self.may_be_anothers.get(place) == Some(&true)
            || self.may_name_somebody(row)
    }

    /// Whether the row shows how others are to be filled in: in the name of its person or in its first cell it says so.
    fn is_example(&self, row: &Row) -> bool {
        self.names(row).chain([first_cell(row)]).any(names_example)
    }

    /// Whether the row repeats the heading.
    pub(super) fn repeats_heading(&self, row: &Row) -> bool {
        // Folding is for cells that are long enough; a `#` stands for more letters.
        let is_heading = |heading: &String, cell: &str| {
            (heading.len() <= cell.len() || cell.contains('#')) && *heading == heading_key(cell)
        };
        let filled = || row.cells().map(clean).enumerate().filter(|(_, cell)| !cell.is_empty());
        filled().all(|(place, cell)| self.headings.get(place).is_some_and(|heading| is_heading(heading, cell)))
            && filled().nth(1).is_some()
    }
}

/// For each column whether it may hold something of another person. Without a mapped name and birth date any unread column may.
fn may_be_anothers(mapping: &Mapping) -> Vec<bool> {
    let is_whole = mapping.missing(false).is_empty();
    let (read, columns) = (mapping.read_places(), mapping.columns().iter());
    let may_be = |column: &Column| !read[column.index] && (!is_whole || recognise(&column.key).is_some());
    columns.map(|column| of_relative(&column.key).is_some() || may_be(column)).collect()
}

/// The cells of a row that hold a letter or a digit. Lines of dashes around a word are decoration.
fn filled(row: &Row) -> impl Iterator<Item = &str> + Clone {
    row.cells().map(clean).filter(|cell| cell.contains(char::is_alphanumeric))
}

/// The first cell of a row that holds something.
fn first_cell(row: &Row) -> &str {
    filled(row).next().unwrap_or_default()
}

/// What a line says in one cell, or in one behind a label such as `Status:`. Beside it stand plain numbers at most.
fn line_text(row: &Row) -> Option<String> {
    let mut filled = filled(row);
    let mut text = filled.next()?.to_owned();
    for other in filled.filter(|cell| !is_amount(cell)) {
        if !text.ends_with(':') && !text.eq_ignore_ascii_case("status") {
            return None;
        }
        text = format!("{text} {other}");
    }
    Some(text)
}

/// Whether a line may name a person: it has a given name beside another word, or few words, of which none is one of lines. Beside a number, which
/// may be an id, one word is enough. Behind the name may stand a remark, such as `Tom Moss - no changes`.
pub(in crate::census) fn may_name_person(row: &Row) -> bool {
    let text = filled(row).collect::<Vec<_>>().join(" ");
    let before = [" - ", " (", ": ", "; "]
        .iter()
        .filter_map(|sign| Some(text.split_once(sign)?.0))
        .min_by_key(|part| part.len());
    before.is_some_and(is_given_and_last_name) || is_line_of_name(&text)
}

/// Whether a text is two or three words, one of them a given name and none of lines.
fn is_given_and_last_name(text: &str) -> bool {
    let folded = fold(text);
    let words = words_of(&folded);
    (2..=MOST_NAMES).contains(&words.len())
        && words.iter().any(|word| is_given_name(word))
        && !words.iter().any(|word| LineWord::knows(word))
}

fn is_line_of_name(text: &str) -> bool {
    let folded = fold(text);
    let words = words_of(&folded);
    // The words behind the number that a line begins with, else before the one that it ends with.
    let beside_number = match &words[..] {
        [number, name @ ..] | [name @ .., number] if is_digits(number) => name,
        _ => &[],
    };
    if !beside_number.is_empty() && !beside_number.iter().any(|word| has_digit(word)) {
        return beside_number.len() <= MOST_NAMES && !LineWord::knows(beside_number[0]) && beside_number[0].len() > 1;
    }
    let may_be_name = words.len() <= MOST_NAMES && !text.contains([':', '=', '*', '(', '/']) && !is_no_name(text);
    let is_told = words.iter().any(|word| is_given_name(word)) || may_be_name;
    let is_line = text.contains(" - ") || words.iter().any(|word| LineWord::Negation.contains(word));
    words.len() > 1 && is_told && !is_line && !has_digit(text) && standing(text).is_none()
}

/// A lone name has so many words at most.
const MOST_NAMES: usize = 3;

/// The longest label.
const LONGEST_LABEL: usize = 40;

/// What the words of a line say that is no person: labels, counts and sums, those of pages and of printing among them.
fn said(first: &str, others: &[&str]) -> Option<Why> {
    let folded = fold(first);
    let words = words_of(&folded);
    let is_plain = |cell: &&str| is_label(cell) || is_count(cell) || !cell.contains(char::is_alphabetic);
    let sums = words.iter().any(|word| LineWord::Total.contains(word));
    let counts = || {
        let cells = || std::iter::once(&first).chain(others);
        // Numbers alone may be what is left of a person.
        cells().any(|cell| cell.contains(char::is_alphabetic))
            && (cells().any(|cell| has_digit(cell)) || sums)
            && words.iter().all(|word| is_counted(word))
            && others.iter().all(|cell| is_count(cell))
    };
    match () {
        // The number of a page stands beside any title.
        () if others.iter().any(|cell| has_digit(cell) && is_total(cell)) => Some(Why::Total),
        () if first.ends_with(':') && others.len() == 1 && !has_digit(others[0]) => Some(Why::Remark),
        () if is_label(first) && others.iter().all(is_plain) => {
            Some(if sums || !others.is_empty() { Why::Total } else { Why::Remark })
        }
        () if counts() => Some(Why::Total),
        () => None,
    }
}

/// Whether a cell counts or tells pages by each of its words: `Grand Total`, `Page 2 of 2`; not `Count Basie`.
fn is_total(cell: &str) -> bool {
    let folded = fold(cell);
    let words = words_of(&folded);
    words.iter().any(|word| LineWord::Total.contains(word)) && words.iter().all(|word| is_counted(word))
}

/// Whether a cell has a word of a report, of a section or of a part of a company, or words of lines only, so that it is no name.
fn is_no_name(cell: &str) -> bool {
    use LineWord::{Counted, Dependent, Division, Employee, Spouse, Total};
    let folded = fold(cell);
    let words = words_of(&folded);
    let kinds = [Total, Counted, Employee, Division, Dependent, Spouse];
    kinds.iter().any(|kind| kind.place_in(&words).is_some()) || words.iter().all(|word| LineWord::knows(word))
}

/// Whether a cell has the word of an example: `EXAMPLE`, `*** Sample row ***`, `(example) John`.
pub(in crate::census) fn names_example(cell: &str) -> bool {
    // Nearly every cell stops here.
    cell.as_bytes().windows(5).any(|letters| letters.eq_ignore_ascii_case(b"ample"))
        && words_of(&fold(cell)).iter().any(|word| LineWord::Example.contains(word))
}

/// A count or a sum of money.
fn is_amount(cell: &str) -> bool {
    let sign = |c: char| matches!(c, '$' | ',' | '.' | '-' | '(' | ')' | '%' | ' ');
    let number = cell.chars().all(|c| c.is_ascii_digit() || sign(c)) && has_digit(cell);
    // Two hyphens between digits are a date, which may be a birth date.
    number && !cell.trim_start_matches('-').contains('-')
}

/// `Active: 35`, `Signature: ____`: a label with its value, or with room for it.
fn is_label(cell: &str) -> bool {
    let Some((label, _)) = cell.split_once(':') else { return false };
    label.len() <= LONGEST_LABEL && label.contains(char::is_alphabetic) && !has_digit(label)
}

/// Returns whether a cell can stand beside a total: a number, or one with what it counts. A date or a phone may be a person's.
fn is_count(cell: &str) -> bool {
    is_amount(cell)
        || (cell.matches(['/', '-']).count() < 2 && words_of(&fold(cell)).iter().all(|word| is_counted(word)))
}

fn is_counted(word: &str) -> bool {
    is_digits(word) || LineWord::Total.contains(word) || LineWord::Counted.contains(word)
}

/// So many words of the file's heading, or of any, are a heading.
const FEWEST_WORDS: usize = 3;

/// How the lines are read below a row that is the heading of another table; `None` for any other row. The caller knows one that repeats the file's
/// own.
pub(in crate::census) fn table_below(row: &Row, mapping: &Mapping) -> Option<Lines> {
    // A heading may hold a number where the file's own does.
    let is_own = |cell: &str| {
        mapping.columns().iter().any(|column| is_value(&column.heading) && column.key == heading_key(cell))
    };
    if row.cells().map(clean).any(|cell| is_value(cell) && !is_own(cell)) {
        return None;
    }
    let keys: Vec<String> = row.cells().map(|cell| heading_key(clean(cell))).collect();
    is_heading(&keys, mapping).then(|| {
        let other = Mapping::propose(row.cells().map(clean), &Remembered::default());
        Lines::of(&other, row, SectionAnswers::default())
    })
}

/// Whether all cells are headings of the file, or the cells name people as only a heading does.
fn is_heading(keys: &[String], mapping: &Mapping) -> bool {
    let filled = || keys.iter().filter(|key| !key.is_empty());
    let own = || mapping.columns().iter().filter(|column| !column.key.is_empty());
    let is_own = |key: &String| own().any(|column| column.key == *key);
    let words: HashSet<&String> = filled().collect();
    if words.len() >= FEWEST_WORDS.min(own().count().max(2)) && words.iter().all(|key| is_own(key)) {
        return true;
    }
    let known: Vec<Field> = filled().filter_map(|key| field_of_anybody(key)).collect();
    let fields: HashSet<Field> = known.iter().copied().collect();
    let is_whole = |key: &String| recognise(key).is_some_and(|(field, _)| field == Field::FullName);
    let whole_name = filled().any(|key| is_whole(key) && key.contains("name"));
    let named = fields.contains(&Field::FirstName) && fields.contains(&Field::LastName);
    let is_short = whole_name && fields.contains(&Field::DateOfBirth);
    (named || whole_name) && (fields.len() >= FEWEST_WORDS || is_short) && known.len() * 2 >= filled().count()
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
