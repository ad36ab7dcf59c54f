//! Lines of a file that are no people: blank ones, titles, headings that come again, lone cells, examples of the template, totals and page
//! lines.
//!
//! A line with a birth date, an SSN or an id in its column is always a row, whatever its words say. Anything else that none of these rules
//! leaves out stays a row, and is reported when it cannot be read: a row that vanished would look like a person who left
//! (rules.md#unreadable-row).

mod family_names;
mod family_sections;
mod identity;
pub(in crate::census) mod merged;
mod notes;
pub(in crate::census) mod repeated_headings;
mod report_words;
pub(in crate::census) mod sections;
mod unread;

use std::collections::HashSet;

use self::identity::Identity;
pub(super) use self::report_words::is_example;
use self::report_words::{Said, is_marked, is_total, may_be_example, said, said_alone};
use self::unread::Unread;
use crate::census::cells::{clean, standing};
use crate::census::columns::Mapping;
use crate::census::field::Field;
use crate::census::findings::numbered;
use crate::census::source::lines::Row;
use crate::census::template;
use crate::census::vocabulary::heading_keys::heading_key;
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
    /// It tells pages or printing.
    Page = 5, "Page or printing";
    /// It holds something in columns that are not read, and nothing else, as the name of a department.
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

/// What is known of the file for telling people from other lines.
#[derive(Debug, Default)]
pub struct Noise {
    titles: HashSet<String>,
    headings: Vec<String>,
    identity: Identity,
    /// The columns of the template.
    template: Vec<(Field, Option<usize>)>,
    unread: Unread,
}

impl Noise {
    /// Remembers a line above the heading, unless it may be a person.
    pub fn add_title(&mut self, row: &Row) {
        if self.may_be_above(row) {
            return;
        }
        let text = whole(row);
        if !text.is_empty() {
            self.titles.insert(of_any_page(text));
        }
    }

    /// Remembers the heading.
    pub fn set_heading(&mut self, row: &Row) {
        self.headings = row.cells().map(|cell| heading_key(clean(cell))).collect();
    }

    /// Knows from here on what the columns hold.
    pub fn set_mapping(&mut self, mapping: &Mapping) {
        self.identity.set_mapping(mapping);
        self.template = Field::template().iter().map(|field| (*field, mapping.column_of(*field))).collect();
        self.unread = Unread::among(mapping);
    }

    /// Whether the row repeats the heading, or else a line above it.
    pub fn repeated(&self, row: &Row) -> Option<Why> {
        let first = row.cells().map(clean).find(|cell| !cell.is_empty())?;
        match () {
            () if self.repeats_heading(row) => Some(Why::Heading),
            () if self.repeats_title(row, first) => Some(Why::Title),
            () => None,
        }
    }

    /// Whether the row has a cell in a column of names.
    pub(super) fn has_name_cell(&self, row: &Row) -> bool {
        self.identity.has_name_cell(row)
    }

    /// Whether a row above the heading may be a person, as one of a list that was sorted with its heading.
    pub(super) fn may_be_above(&self, row: &Row) -> bool {
        self.identity.may_be_above(row)
    }

    /// What the row is that repeats neither the heading nor a line above it.
    pub(super) fn read(&self, row: &Row) -> Reading {
        if self.is_of_template(row) {
            return Reading::Nobody(Why::Example);
        }
        let mut filled = row.cells().map(clean).enumerate().filter(|(_, cell)| cell.contains(char::is_alphanumeric));
        let Some((place, first)) = filled.next() else { return Reading::Nobody(Why::Blank) };
        if self.identity.identifies(row) {
            let is_doubtful = self.is_example(row) || (!self.identity.has_both_names(row) && is_total(first));
            return if is_doubtful { Reading::Doubtful } else { Reading::Row };
        }
        let others: Vec<&str> = filled.map(|(_, cell)| cell).collect();
        match () {
            () if others.is_empty() => self.alone(row, place, first),
            () if self.unread.holds_all(row) => Reading::Nobody(unread_or_blank(row)),
            () if self.is_example(row) => Reading::Doubtful,
            () => self.beside(row, first, &others),
        }
    }

    /// What a row is that holds one cell.
    fn alone(&self, row: &Row, place: usize, cell: &str) -> Reading {
        let columns = self.headings.iter().filter(|heading| !heading.is_empty()).count();
        let may_be_somebody = columns < 2
            || is_undivided(cell, columns)
            || (said_alone(cell) != Why::Page && identity::may_hold_birth_date(cell))
            || self.unread.may_be_of_relative(place)
            || self.identity.may_be_whole_name(place, cell);
        match () {
            () if may_be_somebody => Reading::Row,
            () if self.unread.holds_all(row) => Reading::Nobody(unread_or_blank(row)),
            () => Reading::Nobody(said_alone(cell)),
        }
    }

    /// What a row is that holds more, and no birth date, SSN or id.
    fn beside(&self, row: &Row, first: &str, others: &[&str]) -> Reading {
        match said(first, others) {
            // `Prepared Foods` begins like a print line, and may be a person's department.
            Some(Said::Nobody(Why::Page)) if self.identity.names_a_person(row) => Reading::Row,
            Some(Said::Nobody(why)) => Reading::Nobody(why),
            Some(Said::Named) if !self.identity.describes(row) => Reading::Nobody(Why::Total),
            None if self.identity.may_name_somebody(row) => Reading::Row,
            None if self.identity.section_text(row).and_then(|text| standing(&text)).is_some() => {
                Reading::Nobody(Why::Remark)
            }
            _ => Reading::Row,
        }
    }

    /// Whether the row shows how others are to be filled in: in the name of its person or in its first cell it says so.
    fn is_example(&self, row: &Row) -> bool {
        let names = self.identity.names().iter().map(|place| clean(row.cell(*place)));
        let cells: Vec<&str> = names.chain([first_cell(row)]).filter(|cell| may_be_example(cell)).collect();
        cells.iter().any(|cell| is_marked(cell))
            || is_example(first_cell(row))
                && !self.identity.names().iter().any(|place| clean(row.cell(*place)) == first_cell(row))
            || (!cells.is_empty() && is_example(&self.identity.name(row)))
    }

    /// Whether the row is an example of our own template, unchanged.
    fn is_of_template(&self, row: &Row) -> bool {
        let cell = |wanted: Field| {
            let place = self.template.iter().find(|(field, _)| *field == wanted).and_then(|(_, place)| *place);
            place.map_or("", |place| clean(row.cell(place)))
        };
        // Nearly every row stops at its first name.
        cell(Field::FirstName) == "Example" && template::is_example(cell)
    }

    fn repeats_title(&self, row: &Row, first: &str) -> bool {
        let initial = first.chars().next().map(char::to_lowercase);
        let alike = |title: &String| title.chars().next() == initial.clone().and_then(|mut letters| letters.next());
        self.titles.iter().any(alike) && self.titles.contains(&of_any_page(whole(row)))
    }

    fn repeats_heading(&self, row: &Row) -> bool {
        let mut same = 0;
        for (index, cell) in row.cells().enumerate() {
            let cell = clean(cell);
            if cell.is_empty() {
                continue;
            }
            match self.headings.get(index) {
                Some(heading) if may_be(heading, cell) && *heading == heading_key(cell) => same += 1,
                _ => return false,
            }
        }
        same >= 2
    }
}

/// Whether a lone cell may be a whole line that another sign divides.
fn is_undivided(cell: &str, columns: usize) -> bool {
    [',', ';', '\t', '|'].iter().any(|sign| cell.matches(*sign).count() + 1 >= columns.max(3))
}

/// A number by itself counts the lines of an empty form.
fn unread_or_blank(row: &Row) -> Why {
    let is_number = |cell: &str| cell.bytes().all(|byte| byte.is_ascii_digit());
    if row.cells().map(clean).all(is_number) { Why::Blank } else { Why::Unread }
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
    for other in filled.filter(|cell| !report_words::is_amount(cell)) {
        if !text.ends_with(':') && !text.eq_ignore_ascii_case("status") {
            return None;
        }
        text = format!("{text} {other}");
    }
    Some(text)
}

/// Whether a cell can have this heading key, told by its first letter without folding the rest.
fn may_be(key: &str, cell: &str) -> bool {
    let first = cell.chars().find(|c| c.is_alphanumeric());
    match (key.bytes().next(), first) {
        (Some(key), Some(first)) => !first.is_ascii() || first.to_ascii_lowercase() == char::from(key),
        (Some(_), None) => true,
        (None, _) => false,
    }
}

/// The text without its numbers, where it counts pages: `Enrollment Listing Page 1 of 2` comes again as that of the second page.
fn of_any_page(text: String) -> String {
    let counts_pages = text.split(' ').any(|word| word.trim_end_matches(':') == "page");
    if counts_pages { text.chars().filter(|c| !c.is_ascii_digit()).collect() } else { text }
}

fn whole(row: &Row) -> String {
    let cells: Vec<String> = row.cells().map(|cell| fold(clean(cell))).filter(|cell| !cell.is_empty()).collect();
    cells.join(" ")
}
