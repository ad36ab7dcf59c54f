//! Sections of a list that tell who is gone: those below `Terminated Employees`, in a file that says it nowhere else, may have left.
//!
//! Read as active they would be billed; read as In-Active without need they would lose what they pay for. So each section is asked about,
//! and sets a status only after a yes. Where it may have ended, what follows is asked about apart.

use std::sync::Arc;

use super::family_names::family_name;
use super::family_sections::FamilySections;
use super::identity::Identity;
use super::notes::{self, Note};
use super::report_words::{has_surname_of_status, is_plain, is_total};
use super::{Why, filled, first_cell, line_text};
use crate::census::cells::{Standing, is_placeholder, standing, unguarded};
use crate::census::columns::Mapping;
use crate::census::field::Field;
use crate::census::findings::issue::Issue;
use crate::census::findings::questions::{MOST_SECTIONS, SectionAnswers};
use crate::census::findings::sections::{self, Section};
use crate::census::source::lines::Row;
use crate::census::source::raw::RawRow;
use crate::members::Status;

/// A title has so many cells at most.
const MOST_CELLS: usize = 3;

/// The section that the reader is in.
#[derive(Debug, Default)]
pub(in crate::census) struct Sections {
    identity: Identity,
    families: FamilySections,
    /// What people have said about sections.
    answers: SectionAnswers,
    /// The lines that speak of other rows than those below them.
    notes: Vec<Note>,
    /// The last line that was looked at for notes.
    looked_at: u64,
    /// Lines further down that may be notes, of which nothing is asked.
    unasked: Vec<(u64, String)>,
    now: Option<Section>,
    /// The note that is about the row that is being read.
    noted: Option<Section>,
    /// What its line says.
    title: String,
    /// Whether it has people already.
    has_people: bool,
    /// A line behind its last person that may have ended it, and what the line says.
    end: Option<(u64, String)>,
    /// A department or the like behind its last person, which may have a table of its own.
    division: Option<(u64, String)>,
    /// Whether a department or the like divided the list before any section did: the next one may then begin anew.
    is_divided_first: Option<bool>,
    /// Whether a blank line came since the last person, and whether a page ended.
    after: (bool, bool),
}

impl Sections {
    /// Begins below the titles of a file. `rows` are those at the beginning.
    pub(in crate::census) fn below(titles: &[Row], answers: SectionAnswers, mapping: &Mapping, rows: &[Row]) -> Self {
        let mut sections = Self { answers, ..Self::default() };
        sections.set_mapping(mapping, titles, rows);
        titles.iter().for_each(|row| sections.title(row));
        sections
    }

    /// Knows from here on what the columns hold. `above` are the titles, `rows` those at the beginning.
    pub(in crate::census) fn set_mapping(&mut self, mapping: &Mapping, above: &[Row], rows: &[Row]) {
        self.identity.set_mapping(mapping);
        self.notes = notes::among(above.iter().chain(rows), &self.identity);
        self.looked_at = rows.last().map_or(0, |row| row.line);
    }

    /// Sees a line above the heading.
    fn title(&mut self, row: &Row) {
        self.families.title(row.line, first_cell(row));
        if self.is_note(row.line, "") {
            return;
        }
        // More cells are words of a heading; beside others a word by itself is one.
        let whole = line_text(row);
        let filled = filled(row).take_while(|_| whole.is_none() && filled(row).nth(MOST_CELLS).is_none());
        for cell in whole.as_deref().into_iter().chain(filled.filter(|cell| cell.contains(' '))) {
            match standing(cell) {
                Some(Standing::Others) => self.now = None,
                Some(_) => return self.begin(row.line, cell),
                None => {}
            }
        }
    }

    /// Sees the name of a sheet that stands below the census. Whether those on it have left is asked, whatever its words say.
    pub(in crate::census) fn sheet(&mut self, row: &Row) {
        self.families.line(row.line, first_cell(row), false);
        self.begin(row.line, first_cell(row));
    }

    /// Sees a line that is nobody.
    pub(in crate::census) fn nobody(&mut self, row: &Row, why: Why) {
        let (line, first) = (row.line, first_cell(row));
        let text = &*self.identity.section_text(row).unwrap_or_default();
        if self.is_note(line, text) {
            // In the file of a group its words would speak of other rows.
            return self.may_end(line, &format!("line {line}"));
        }
        match (standing(text), why) {
            (_, Why::Blank) => self.after.0 = true,
            (_, Why::Title | Why::Page) => self.after.1 = true,
            // A heading that only turns the page goes on with the section, one of a table of its own may not.
            (_, Why::Heading) if self.division.is_some() => self.end = self.division.take(),
            (_, Why::Heading) if self.after == (true, false) => self.may_end(line, first),
            (_, Why::Heading | Why::Example) => {}
            (Some(Standing::MayHaveLeft | Standing::OnLeave), _) => self.begin(line, text),
            (_, Why::Total) => self.may_end(line, first),
            // The dependents of those who have left may have left as well.
            (Some(Standing::Others), _) if family_name(text).is_none() => {
                self.is_divided_first.get_or_insert(false);
                self.now = None;
            }
            _ => self.divide(line, first),
        }
        // `Dependents (12)` counts those below it, `Total Dependents: 12` those above.
        let heads_family = || why == Why::Total && !is_total(text) && family_name(text).is_some();
        if matches!(why, Why::Unread | Why::Remark) || heads_family() {
            self.families.line(line, text, why == Why::Unread);
        }
    }

    /// Sees a row that may be a person. One that names a section beside other cells begins it all the same.
    pub(in crate::census) fn somebody(&mut self, row: &Row) {
        let first = first_cell(row);
        let is_identified = self.identity.identifies(row);
        let is_alone = || filled(row).nth(1).is_none();
        let note = self.notes.iter().find(|note| note.is_about(row, &self.identity));
        self.noted = note.map(|note| self.section(note.line, unguarded(&note.text), true));
        let names_section = || {
            !self.identity.has_name_beside(row, is_identified)
                && self.identity.may_divide(row)
                && !(self.identity.may_name_somebody(row) && has_surname_of_status(first))
                && standing(first).is_some_and(Standing::is_asked)
        };
        match () {
            () if names_section() => self.begin(row.line, first),
            () if !is_identified && is_alone() => {
                self.divide(row.line, first);
                self.families.line(row.line, first, false);
            }
            () => self.person(),
        }
    }

    /// Goes on with a person; behind a line that may have ended the section they are asked about apart.
    fn person(&mut self) {
        let end = self.end.take().filter(|_| self.has_people);
        if let (Some(section), Some((line, text))) = (&mut self.now, &end) {
            section.line = *line;
            section.title = Arc::from(format!("{}' and '{text}", self.title));
            section.answer = self.answers.get(line).copied();
        }
        if end.is_some() {
            self.families.doubt();
        }
        (self.has_people, self.division, self.after) = (true, None, (false, false));
    }

    fn begin(&mut self, line: u64, title: &str) {
        unguarded(title).clone_into(&mut self.title);
        self.now = Some(self.section(line, &self.title, false));
        self.is_divided_first.get_or_insert(false);
        (self.has_people, self.end, self.division, self.after) = (false, None, None, (false, false));
    }

    fn section(&self, line: u64, title: &str, is_note: bool) -> Section {
        Section { line, title: Arc::from(title), is_note, answer: self.answers.get(&line).copied() }
    }

    /// Whether a line speaks of other rows than those below it. One that comes too late for a question becomes a warning.
    fn is_note(&mut self, line: u64, text: &str) -> bool {
        let is_late = line > self.looked_at && notes::may_be_note(text);
        if is_late && self.unasked.len() < MOST_SECTIONS {
            self.unasked.push((line, text.to_owned()));
        }
        self.notes.iter().any(|note| note.line == line)
    }

    /// What is to be said of lines of which nothing was asked, once all rows are read: those that came too late, and the last one if
    /// it has more words than the name of a section and no row below it.
    pub(in crate::census) fn issues(&self) -> impl Iterator<Item = Issue> {
        let is_late = |line: u64| self.unasked.iter().any(|(late, _)| *late == line);
        let empty = self.now.iter().map(|section| (section.line, &*section.title));
        let empty = empty.filter(move |(line, title)| !self.has_people && !is_plain(title) && !is_late(*line));
        let late = self.unasked.iter().map(|(line, text)| (*line, &**text));
        late.chain(empty).map(|(line, text)| sections::unasked(line, text))
    }

    /// A department or the like: where departments have sections of their own, it may begin anew.
    fn divide(&mut self, line: u64, text: &str) {
        self.division = Some((line, unguarded(text).to_owned()));
        match *self.is_divided_first.get_or_insert(true) {
            true => self.may_end(line, text),
            false => self.end = None,
        }
    }

    fn may_end(&mut self, line: u64, text: &str) {
        self.end = Some((line, unguarded(text).to_owned()));
    }

    /// Gives a row that says no status the one of its section, where a person has said yes.
    pub(in crate::census) fn fill(&mut self, raw: &mut RawRow) {
        if raw.get(Field::Status).is_some_and(|cell| !is_placeholder(unguarded(cell))) {
            return;
        }
        raw.section = self.now.clone().or_else(|| self.noted.take());
        if raw.section.as_ref().is_some_and(Section::ends) {
            raw.set(Field::Status, Status::InActive.name());
        }
    }

    /// Gives a row that does not say who it is of a family what its section says.
    pub(in crate::census) fn fill_family(&mut self, raw: &mut RawRow) {
        self.families.fill(raw);
    }
}
