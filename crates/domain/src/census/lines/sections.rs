//! Sections of a list that tell who is gone: those below `Terminated Employees`, in a file that says it nowhere else, may have left.
//!
//! Read as active they would be billed; read as In-Active without need they would lose what they pay for. So each section is asked about,
//! and sets a status only after a yes. Where it may have ended, what follows is asked about apart.

use std::sync::Arc;

use super::family_names::family_name;
use super::family_sections::FamilySections;
use super::identity::Identity;
use super::report_words::is_total;
use super::{Why, first_cell};
use crate::census::cells::{Standing, clean, is_placeholder, standing, unguarded};
use crate::census::columns::Mapping;
use crate::census::field::Field;
use crate::census::findings::questions::SectionAnswers;
use crate::census::findings::sections::Section;
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
    now: Option<Section>,
    /// What its line says.
    title: String,
    /// Whether it has people already.
    has_people: bool,
    /// A line behind its last person that may have ended it, and what the line says.
    end: Option<(u64, String)>,
    /// Whether a department or the like divided the list before any section did: the next one may then begin anew.
    is_divided_first: Option<bool>,
    /// Whether a blank line came since the last person, and whether a page ended.
    after: (bool, bool),
}

impl Sections {
    /// Nothing is known of the file yet but what people have said.
    pub(in crate::census) fn new(answers: SectionAnswers) -> Self {
        Self { answers, ..Self::default() }
    }

    /// Knows from here on what the columns hold.
    pub(in crate::census) fn set_mapping(&mut self, mapping: &Mapping) {
        self.identity.set_mapping(mapping);
    }

    /// Sees a line above the heading.
    pub(in crate::census) fn title(&mut self, row: &Row) {
        self.families.title(row.line, first_cell(row));
        let filled = row.cells().map(clean).filter(|cell| !cell.is_empty());
        let count = filled.clone().count();
        // More cells are words of a heading; beside others a word by itself is one.
        for cell in filled.filter(|cell| count == 1 || (count <= MOST_CELLS && cell.contains(' '))) {
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
        match (standing(text), why) {
            (_, Why::Blank) => self.after.0 = true,
            (_, Why::Title | Why::Page) => self.after.1 = true,
            // A heading that only turns the page goes on with the section, one of a table of its own may not.
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
        let is_alone = || row.cells().map(clean).filter(|cell| !cell.is_empty()).nth(1).is_none();
        let names_section = || {
            !self.identity.has_name_beside(row, is_identified)
                && self.identity.may_divide(row)
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
        (self.has_people, self.after) = (true, (false, false));
    }

    fn begin(&mut self, line: u64, title: &str) {
        let answer = self.answers.get(&line).copied();
        unguarded(title).clone_into(&mut self.title);
        self.now = Some(Section { line, title: Arc::from(&*self.title), answer });
        self.is_divided_first.get_or_insert(false);
        (self.has_people, self.end, self.after) = (false, None, (false, false));
    }

    /// A department or the like: where departments have sections of their own, it may begin anew.
    fn divide(&mut self, line: u64, text: &str) {
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
        raw.section.clone_from(&self.now);
        if raw.section.as_ref().is_some_and(Section::ends) {
            raw.set(Field::Status, Status::InActive.name());
        }
    }

    /// Gives a row that does not say who it is of a family what its section says.
    pub(in crate::census) fn fill_family(&mut self, raw: &mut RawRow) {
        self.families.fill(raw);
    }
}
