//! Lines of a file that are nobody: blank ones, page lines, totals, titles and headings that come again.
//!
//! A line is only left out when everything in it says so. A line with a birth date, an SSN or an id in its column is always a row,
//! whatever its words say. Anything else stays a record and is reported when it cannot be read: a row that vanished would look like a
//! person who left (rules.md#unreadable-row).

mod counted;
mod examples;
mod family_names;
pub(in crate::census) mod family_sections;
mod identity;
mod may_have_ended;
pub(in crate::census) mod merged;
pub(in crate::census) mod moved_cells;
mod numbers;
mod pages;
mod parts;
mod prints;
mod remarks;
pub(in crate::census) mod repeated_headings;
mod section_names;
mod section_words;
pub(in crate::census) mod sections;
mod statistics;
mod template_rows;
mod totals;
mod unread;
mod vacancies;

use std::collections::HashSet;

use self::counted::Counted;
use self::examples::Examples;
pub(super) use self::examples::is_mark as is_example;
pub(super) use self::family_names::{
    FamilyName, family_label, family_name, family_of_title, may_be_family, speaks_of_employees,
};
use self::identity::Identity;
use self::numbers::Numbers;
use self::pages::{is_amount, is_dated, is_page, is_page_alone, is_page_beside, is_printed};
use self::parts::is_part;
use self::prints::{is_address, is_label_of_print, is_labelled_print, is_stamp, is_type};
use self::remarks::{is_form, is_hint, is_remark};
pub(super) use self::section_names::{SectionName, section_name};
use self::section_names::{stands_alone, tells_status};
use self::section_words::names_ended;
use self::statistics::Statistics;
use self::template_rows::TemplateRows;
pub(super) use self::totals::is_total_of_section;
use self::totals::{is_other_word, is_total, is_total_alone};
use self::unread::Unread;
use self::vacancies::Vacancies;
use crate::census::cells::clean;
use crate::census::columns::Mapping;
use crate::census::source::lines::Row;
use crate::census::vocabulary::heading_keys::heading_key;
use crate::text::fold;

/// Why a line is nobody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Why {
    /// It stands above the heading, or repeats a line that does.
    Title = 0,
    /// There is nothing in it, or its own number alone.
    Blank = 1,
    /// It is the title of another table, right above its heading.
    Table = 2,
    /// It repeats the heading.
    Heading = 3,
    /// It counts or sums.
    Total = 4,
    /// It tells pages or printing.
    Page = 5,
    /// It holds words in columns that are not read, and nothing else, as the name of a department.
    Unread = 6,
    /// It is a remark, the name of a section, or an explanation of the headings.
    Remark = 7,
    /// It is an unchanged example of the template (rules.md#census-template).
    Example = 8,
}

impl Why {
    /// Every reason.
    pub const ALL: [Self; 9] = [
        Self::Title,
        Self::Blank,
        Self::Table,
        Self::Heading,
        Self::Total,
        Self::Page,
        Self::Unread,
        Self::Remark,
        Self::Example,
    ];

    /// The stored number.
    pub const fn number(self) -> i16 {
        self as i16
    }

    /// The reason of a stored number.
    pub fn from_number(number: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|why| why.number() == number)
    }

    /// The reason in words.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Title => "Title",
            Self::Blank => "Blank, or its number alone",
            Self::Table => "Title of another table",
            Self::Heading => "Heading again",
            Self::Total => "Count or total",
            Self::Page => "Page or printing",
            Self::Unread => "Only columns that are not read",
            Self::Remark => "Remark or name of a section",
            Self::Example => "Example of the template",
        }
    }

    /// Whether the words of the line have decided, which a person's name may hold as well; else the line is blank or repeats another.
    pub const fn is_by_words(self) -> bool {
        matches!(self, Self::Table | Self::Total | Self::Page | Self::Unread | Self::Remark)
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

/// What is known of the file for telling nobody from somebody.
#[derive(Debug, Default)]
pub struct Noise {
    titles: HashSet<String>,
    headings: Vec<String>,
    identity: Identity,
    numbers: Numbers,
    counted: Counted,
    examples: Examples,
    statistics: Statistics,
    template: TemplateRows,
    unread: Unread,
    vacancies: Vacancies,
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
        self.numbers.set_mapping(mapping);
        self.counted.set_mapping(mapping);
        self.examples.set_mapping(mapping);
        self.statistics.set_mapping(mapping);
        self.template.set_mapping(mapping);
        self.unread.set_mapping(mapping);
        self.vacancies.set_mapping(mapping);
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

    /// Begins another sheet of a workbook: what the lines of the one before have shown says nothing of its own.
    pub fn turn_sheet(&mut self) {
        self.counted.begin();
        self.statistics.see(false);
        self.numbers.begin_pages();
    }

    /// A heading begins a page.
    pub const fn turn_page(&mut self) {
        self.numbers.turn_page();
    }

    /// Whether the row has a cell in a column of names.
    pub(super) fn has_name_cell(&self, row: &Row) -> bool {
        self.identity.has_name_cell(row)
    }

    /// Whether the row is a single cell that describes no person.
    pub(super) fn is_lone_word(&self, row: &Row) -> bool {
        let filled = row.cells().map(clean).filter(|cell| !cell.is_empty()).count();
        filled == 1 && !self.identity.identifies(row)
    }

    /// Whether a row above the heading may be a person, as one of a list that was sorted with its heading.
    pub(super) fn may_be_above(&self, row: &Row) -> bool {
        self.identity.may_be_above(row)
    }

    /// What a line is that words take for nobody. What repeats the heading or a title above it is none, whatever it holds.
    pub(super) fn weigh(&self, row: &Row, why: Why) -> Reading {
        let identifies = || self.identity.identifies(row);
        match why {
            Why::Heading | Why::Title => Reading::Nobody(why),
            // A number that goes on counting the pages: no word says so.
            Why::Page if is_bare_number(row) => Reading::Nobody(why),
            Why::Total if is_sum_of_nobody(row) && identifies() => Reading::Doubtful,
            Why::Total if identifies() || self.identity.names_with_contact(row) => Reading::Row,
            Why::Total if !is_sum_of_nobody(row) && self.identity.has_part_of_birth(row) => Reading::Row,
            Why::Remark if self.examples.may_be_called_so(row) && identifies() => Reading::Row,
            _ if identifies() => Reading::Doubtful,
            _ => Reading::Nobody(why),
        }
    }

    /// What the row is. `next` looks at the row behind it.
    pub(super) fn read(&mut self, row: &Row, next: impl FnOnce() -> Option<Row>) -> Reading {
        if self.template.is_one(row) {
            return Reading::Nobody(Why::Example);
        }
        let why = self.why(row, next);
        let reading = why.map_or(Reading::Row, |why| self.weigh(row, why));
        self.statistics.see(reading == Reading::Nobody(Why::Total));
        if !matches!(reading, Reading::Nobody(_)) {
            self.numbers.see_person(row);
        }
        reading
    }

    /// Why the row is nobody by words and numbers; `None` when it may be a person.
    fn why(&mut self, row: &Row, next: impl FnOnce() -> Option<Row>) -> Option<Why> {
        let is_only_counted = self.counted.is_only_counted(row);
        self.by_words(row).or_else(|| {
            if self.examples.is_one(row) || self.vacancies.is_one(row) {
                return Some(Why::Remark);
            }
            if self.unread.is_one(row) {
                return Some(Why::Unread);
            }
            if is_only_counted {
                return Some(Why::Blank);
            }
            let first = row.cells().map(clean).find(|cell| !cell.is_empty());
            if first.is_some_and(is_stamp) && self.numbers.is_stamped(row) {
                return Some(Why::Page);
            }
            if first.is_some_and(is_amount) {
                return self.numbered(row, next);
            }
            let is_nobodys = |place, cell: &str| self.numbers.is_measured(place, cell);
            self.statistics.is_one(row, is_nobodys, next).then_some(Why::Total)
        })
    }

    /// Why a row that begins with a number is nobody: by itself, or as sums above the word for them.
    fn numbered(&self, row: &Row, next: impl FnOnce() -> Option<Row>) -> Option<Why> {
        if !row.cells().map(clean).all(|cell| cell.is_empty() || is_amount(cell)) {
            return None;
        }
        let next = next();
        let is_break = || next.as_ref().is_some_and(|next| self.begins_page(next));
        let is_summed = || self.numbers.are_sums(row) && next.as_ref().is_some_and(totals);
        self.numbers.why(row, is_break).or_else(|| is_summed().then_some(Why::Total))
    }

    fn begins_page(&self, row: &Row) -> bool {
        self.repeated(row).is_some()
    }

    /// Why the row is nobody by what its cells say.
    pub fn by_words(&self, row: &Row) -> Option<Why> {
        let cells = || row.cells().map(clean).filter(|cell| !cell.is_empty());
        let Some(first) = cells().next() else { return Some(Why::Blank) };
        if let Some(why) = self.repeated(row) {
            return Some(why);
        }
        if cells().nth(1).is_none()
            && let Some(why) = self.by_words_alone(row, first)
        {
            return Some(why);
        }
        if is_hint(first) && cells().skip(1).count() > 0 && cells().all(is_hint) {
            return Some(Why::Remark);
        }
        if is_type(first) && cells().skip(2).count() > 0 && cells().all(|cell| is_type(cell) || is_hint(cell)) {
            return Some(Why::Remark);
        }
        if is_form(first) && cells().all(is_form) {
            return Some(Why::Remark);
        }
        if is_printed_beside(first, cells()) {
            return Some(Why::Page);
        }
        if totals(row) {
            return Some(Why::Total);
        }
        // Nearly every line stops here: a word that begins no total and no page line makes it somebody.
        if cells().any(is_other_word) {
            return None;
        }
        let told = cells().any(|cell| is_page(&fold(cell))) && cells().all(is_printed);
        (told || is_page(&whole(row))).then_some(Why::Page)
    }

    /// Why a row that holds nothing but this is nobody; in a file of names alone it may be one.
    fn by_words_alone(&self, row: &Row, only: &str) -> Option<Why> {
        let columns = self.headings.len();
        let names_section = || (only.contains(' ') && names_ended(only)) || tells_status(only) || stands_alone(only);
        match () {
            () if columns > 2 && is_remark(only) => Some(Why::Remark),
            () if columns > 1 && names_section() => Some(Why::Remark),
            () if columns > 1 && is_page_alone(only) => Some(Why::Page),
            () if columns > 1 && is_dated(only) => Some(Why::Remark),
            () => is_part(row.cell(0)).then_some(Why::Remark),
        }
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

/// Whether a line begins with the address of a report and holds page words besides, or with who ran it, named in one cell more.
fn is_printed_beside<'a>(first: &'a str, cells: impl Iterator<Item = &'a str> + Clone) -> bool {
    let beside = cells.skip(1);
    let count = beside.clone().take(2).count();
    let is_print = |cell| is_printed(cell) || is_labelled_value(cell);
    (is_address(first) && beside.clone().all(is_printed))
        || (count == 1 && is_label_of_print(first))
        || (count > 0 && is_labelled_value(first) && beside.clone().all(is_print))
        || is_page_beside(std::iter::once(first).chain(beside))
}

/// `Date: 10/31/2026`, `Page: 1`: a label of what is printed, with its value in the same cell.
fn is_labelled_value(cell: &str) -> bool {
    let is_said = |(_, value): (&str, &str)| value.contains(|c: char| c.is_ascii_digit());
    cell.split_once(':').is_some_and(is_said) && is_labelled_print(cell)
}

/// Whether a line counts or sums.
fn totals(row: &Row) -> bool {
    let mut cells = row.cells().map(clean).filter(|cell| !cell.is_empty());
    let Some(first) = cells.next() else { return false };
    let mut beside = cells.peekable();
    let has_numbers = beside.peek().is_some();
    beside.all(is_counted) && is_total_line(first, has_numbers)
}

fn is_bare_number(row: &Row) -> bool {
    row.cells().map(clean).all(|cell| cell.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether a line counts or sums in words that nobody is called: `Grand Total`, not `Count Basie`.
fn is_sum_of_nobody(row: &Row) -> bool {
    row.cells().map(clean).find(|cell| !cell.is_empty()).is_some_and(|first| is_total_alone(&fold(first)))
}

/// Whether a line that begins with this cell, and holds nothing but numbers besides, counts or sums.
fn is_total_line(first: &str, beside_numbers: bool) -> bool {
    let tells = beside_numbers || first.bytes().any(|byte| byte.is_ascii_digit()) || !is_other_word(first);
    tells && is_total(&fold(first))
}

/// Whether a cell can stand beside a total: a number, or one with what it counts.
fn is_counted(cell: &str) -> bool {
    let may_count = cell.starts_with(|c: char| c.is_ascii_digit()) || cell.contains([':', '=']);
    is_amount(cell) || (may_count && is_total(&fold(cell)))
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
