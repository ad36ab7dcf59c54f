//! Sections of a list that tell who is gone: those below `Terminated Employees`, in a file that says it nowhere else, may have left.
//!
//! Read as active they would be billed; read as In-Active without need they would lose what they pay for. So each section is asked about,
//! and sets a status only after a yes. Where it may have ended, what follows is asked about apart.
//!
//! A line that speaks of other rows, such as `All of the above terminated` or a footnote, changes nothing and becomes a warning.

use std::sync::Arc;

use super::family_sections::{FamilySections, family_name};
use super::report_words::{has_surname_of_status, is_plain, is_total};
use super::{Lines, Why, filled, first_cell, line_text};
use crate::census::cells::{Standing, begins_note, is_placeholder, standing, unguarded};
use crate::census::field::Field;
use crate::census::findings::issue::Issue;
use crate::census::findings::questions::MOST_SECTIONS;
use crate::census::findings::sections::{self, FamilySection, Section};
use crate::census::source::lines::Row;
use crate::census::source::raw::RawRow;
use crate::census::vocabulary::line_words::LineWord;
use crate::census::vocabulary::words_of;
use crate::text::fold;

/// A title has so many cells at most.
const MOST_CELLS: usize = 3;

/// The sections that the reader is in.
#[derive(Debug, Default)]
pub(in crate::census) struct Sections {
    families: FamilySections,
    /// Lines of which nothing is asked, though people may have left by them.
    unasked: Vec<(u64, String)>,
    now: Option<Section>,
    /// What its line says.
    title: String,
    /// Whether it has people already.
    has_people: bool,
    /// A line behind its last person that may have ended it, and what the line says.
    end: Option<(u64, String)>,
    /// Whether a page ended since the last person.
    turns_page: bool,
}

impl Sections {
    /// Begins below the titles of a file.
    pub(in crate::census) fn below(titles: &[Row], lines: &Lines) -> Self {
        let mut sections = Self::default();
        titles.iter().for_each(|row| sections.title(row, lines));
        sections
    }

    /// Sees a line above the heading.
    fn title(&mut self, row: &Row, lines: &Lines) {
        self.families.title(row.line, first_cell(row));
        // More cells are words of a heading; beside others a word by itself is one.
        let whole = line_text(row);
        let filled = filled(row).take_while(|_| whole.is_none() && filled(row).nth(MOST_CELLS).is_none());
        for cell in whole.as_deref().into_iter().chain(filled.filter(|cell| cell.contains(' '))) {
            match standing(without_sign(cell)) {
                Some(Standing::Others) => self.now = None,
                Some(_) if speaks_of_above(cell) || begins_note(cell) => self.tell(row.line, cell),
                Some(_) => return self.begin(row.line, cell, lines),
                None => {}
            }
        }
    }

    /// Sees a line that is left out.
    pub(in crate::census) fn left_out(&mut self, row: &Row, why: Why, lines: &Lines) {
        let (line, first) = (row.line, first_cell(row));
        let text = &*lines.identity.section_text(row).unwrap_or_default();
        let told = standing(without_sign(text));
        match why {
            Why::Title | Why::Page => self.turns_page = true,
            Why::Blank | Why::Example => {}
            // A heading that only turns the page goes on with the section, one of a table of its own may not.
            Why::Heading if self.turns_page || self.end.is_some() => {}
            _ if told.is_some_and(Standing::is_asked) && speaks_of_above(text) => {
                self.tell(line, text);
                // In the file of a group its words would speak of other rows.
                self.may_end(line, &format!("line {line}"));
            }
            _ if told.is_some_and(Standing::is_asked) => self.begin(line, text, lines),
            _ if told == Some(Standing::Others) && why != Why::Total && family_name(text).is_none() => self.close(),
            // The dependents of those who have left may have left as well.
            _ => self.may_end(line, first),
        }
        // `Dependents (12)` counts those below it, `Total Dependents: 12` those above.
        let heads_family = || why == Why::Total && !is_total(text) && family_name(text).is_some();
        if why == Why::Remark || heads_family() {
            self.families.line(line, text);
        }
    }

    /// Sees a row, and tells in which sections it stands: that of people who may have left, and that of dependents. A row that names a section
    /// beside other cells begins it all the same. One that says a status stands in no section of people who may have left.
    pub(in crate::census) fn row(
        &mut self,
        row: &Row,
        raw: &RawRow,
        lines: &Lines,
    ) -> (Option<Section>, Option<Arc<FamilySection>>) {
        let (identity, first) = (&lines.identity, first_cell(row));
        let is_identified = identity.identifies(row);
        let is_alone = || filled(row).nth(1).is_none();
        let names_section = || {
            !identity.has_name_beside(row, is_identified)
                && identity.may_divide(row)
                && !(identity.may_name_somebody(row) && has_surname_of_status(first))
                && standing(first).is_some_and(Standing::is_asked)
        };
        match () {
            () if names_section() => self.begin(row.line, first, lines),
            () if !is_identified && is_alone() => {
                self.may_end(row.line, first);
                self.families.line(row.line, first);
            }
            () => self.person(lines),
        }
        let says_status = raw.get(Field::Status).is_some_and(|cell| !is_placeholder(unguarded(cell)));
        (self.now.clone().filter(|_| !says_status), self.families.person(raw))
    }

    /// Goes on with a person; behind a line that may have ended the section they are asked about apart.
    fn person(&mut self, lines: &Lines) {
        let end = self.end.take().filter(|_| self.has_people);
        if let (Some(section), Some((line, text))) = (&mut self.now, end) {
            section.line = line;
            section.title = Arc::from(format!("{}' and '{text}", self.title));
            section.answer = lines.answers.get(&line).copied();
        }
        (self.has_people, self.turns_page) = (true, false);
    }

    fn begin(&mut self, line: u64, title: &str, lines: &Lines) {
        self.close();
        unguarded(title).clone_into(&mut self.title);
        self.now = Some(Section { line, title: Arc::from(&*self.title), answer: lines.answers.get(&line).copied() });
        (self.has_people, self.end, self.turns_page) = (false, None, false);
    }

    /// Ends the section.
    fn close(&mut self) {
        let empty = self.empty();
        self.unasked.extend(empty);
        self.now = None;
    }

    /// The line of a section without a row, if its words may speak of other rows: it has more words than the name of a section, or is a note.
    fn empty(&self) -> Option<(u64, String)> {
        let section = self.now.as_ref().filter(|_| !self.has_people && self.unasked.len() < MOST_SECTIONS)?;
        let may_be_note = !is_plain(&section.title) || begins_note(&section.title);
        may_be_note.then(|| (section.line, section.title.to_string()))
    }

    fn may_end(&mut self, line: u64, text: &str) {
        self.end = Some((line, unguarded(text).to_owned()));
    }

    fn tell(&mut self, line: u64, text: &str) {
        if self.unasked.len() < MOST_SECTIONS {
            self.unasked.push((line, text.to_owned()));
        }
    }

    /// What is to be said of lines of which nothing was asked, once all rows are read.
    pub(in crate::census) fn issues(&self) -> impl Iterator<Item = Issue> {
        let told = self.unasked.iter().cloned().chain(self.empty());
        told.map(|(line, text)| sections::unasked(line, &text))
    }
}

/// A note without its sign: `* = terminated`.
fn without_sign(text: &str) -> &str {
    if begins_note(text) { text.trim_start_matches(|c: char| !c.is_alphabetic()) } else { text }
}

/// Whether a line speaks of the rows above it.
fn speaks_of_above(text: &str) -> bool {
    LineWord::Above.place_in(&words_of(&fold(text))).is_some()
}
