//! Sections of a list that tell who is gone: those below `Terminated Employees`, in a file that says it nowhere else, may have left.
//!
//! Read as active they would be billed; read as In-Active without need they would lose what they pay for. So each section is asked about,
//! and sets a status only after a yes. Where it may have ended, what follows is asked about apart.
//!
//! A note speaks of rows elsewhere than below it: `All of the above terminated`, or `* no longer employed` for the names with that mark. It stands
//! behind its rows. So it is looked for in the rows at the beginning before they are read.

use std::sync::Arc;

use super::family_sections::{FamilySections, family_name};
use super::identity::Identity;
use super::report_words::{has_surname_of_status, is_plain, is_total};
use super::{Lines, Why, filled, first_cell, line_text};
use crate::census::cells::{Standing, bears, clean, is_placeholder, note_of, standing, unguarded};
use crate::census::field::Field;
use crate::census::findings::issue::Issue;
use crate::census::findings::questions::MOST_SECTIONS;
use crate::census::findings::sections::{self, InFamilySection, Section};
use crate::census::source::lines::Row;
use crate::census::source::raw::RawRow;
use crate::census::vocabulary::sections::ABOVE;
use crate::census::vocabulary::words_of;
use crate::text::fold;

/// A title has so many cells at most.
const MOST_CELLS: usize = 3;

/// The sections that the reader is in.
#[derive(Debug, Default)]
pub(in crate::census) struct Sections {
    families: FamilySections,
    /// Lines further down that may be notes, of which nothing is asked.
    unasked: Vec<(u64, String)>,
    now: Option<Section>,
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
    /// Whether a page ended since the last person.
    turns_page: bool,
    /// Whether a blank line came since.
    is_behind_blank: bool,
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
        if self.is_note(row.line, "", lines) {
            return;
        }
        // More cells are words of a heading; beside others a word by itself is one.
        let whole = line_text(row);
        let filled = filled(row).take_while(|_| whole.is_none() && filled(row).nth(MOST_CELLS).is_none());
        for cell in whole.as_deref().into_iter().chain(filled.filter(|cell| cell.contains(' '))) {
            match standing(cell) {
                Some(Standing::Others) => self.now = None,
                Some(_) => return self.begin(row.line, cell, lines),
                None => {}
            }
        }
    }

    /// Sees the name of a sheet that stands below the census. Whether those on it have left is asked, whatever its words say.
    pub(in crate::census) fn sheet(&mut self, row: &Row, lines: &Lines) {
        self.families.line(row.line, first_cell(row));
        self.begin(row.line, first_cell(row), lines);
    }

    /// Sees a line that is left out.
    pub(in crate::census) fn left_out(&mut self, row: &Row, why: Why, lines: &Lines) {
        let (line, first) = (row.line, first_cell(row));
        let text = &*lines.identity.section_text(row).unwrap_or_default();
        if self.is_note(line, text, lines) {
            // In the file of a group its words would speak of other rows.
            return self.may_end(line, &format!("line {line}"));
        }
        match (standing(text), why) {
            (_, Why::Title | Why::Page) => self.turns_page = true,
            (_, Why::Blank) => self.is_behind_blank = true,
            // A heading that only turns the page goes on with the section, one of a table of its own may not.
            (_, Why::Heading) if self.division.is_some() => self.end = self.division.take(),
            (_, Why::Heading) if self.is_behind_blank && !self.turns_page => self.may_end(line, first),
            (_, Why::Heading | Why::Example) => {}
            (Some(Standing::MayHaveLeft | Standing::OnLeave), _) => self.begin(line, text, lines),
            // The dependents of those who have left may have left as well.
            (_, Why::Total) => self.may_end(line, first),
            (Some(Standing::Others), _) if family_name(text).is_none() => {
                self.is_divided_first.get_or_insert(false);
                self.now = None;
            }
            _ => self.divide(line, first),
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
    ) -> (Option<Section>, Option<InFamilySection>) {
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
                self.divide(row.line, first);
                self.families.line(row.line, first);
            }
            () => self.person(lines),
        }
        let says_status = raw.get(Field::Status).is_some_and(|cell| !is_placeholder(unguarded(cell)));
        let noted = || {
            let note = lines.notes.iter().find(|note| note.is_about(row, identity))?;
            Some(section(note.line, unguarded(&note.text), true, lines))
        };
        let own = if says_status { None } else { self.now.clone().or_else(noted) };
        (own, self.families.person(raw))
    }

    /// Goes on with a person; behind a line that may have ended the section they are asked about apart.
    fn person(&mut self, lines: &Lines) {
        let end = self.end.take().filter(|_| self.has_people);
        if let (Some(section), Some((line, text))) = (&mut self.now, &end) {
            section.line = *line;
            section.title = Arc::from(format!("{}' and '{text}", self.title));
            section.answer = lines.answers.get(line).copied();
        }
        if end.is_some() {
            self.families.doubt();
        }
        self.has_people = true;
        self.forget_lines();
    }

    fn begin(&mut self, line: u64, title: &str, lines: &Lines) {
        unguarded(title).clone_into(&mut self.title);
        self.now = Some(section(line, &self.title, false, lines));
        self.is_divided_first.get_or_insert(false);
        (self.has_people, self.end) = (false, None);
        self.forget_lines();
    }

    /// Forgets what came since the last person.
    fn forget_lines(&mut self) {
        (self.division, self.turns_page, self.is_behind_blank) = (None, false, false);
    }

    /// A department or the like: where departments have sections of their own, it may begin anew.
    fn divide(&mut self, line: u64, text: &str) {
        match *self.is_divided_first.get_or_insert(true) {
            true => self.may_end(line, text),
            false => (self.end, self.division) = (None, Some((line, unguarded(text).to_owned()))),
        }
    }

    fn may_end(&mut self, line: u64, text: &str) {
        self.end = Some((line, unguarded(text).to_owned()));
    }

    /// Whether a line speaks of other rows than those below it. One that comes too late for a question becomes a warning.
    fn is_note(&mut self, line: u64, text: &str, lines: &Lines) -> bool {
        let is_late = line > lines.looked_at && may_be_note(text);
        if is_late && self.unasked.len() < MOST_SECTIONS {
            self.unasked.push((line, text.to_owned()));
        }
        lines.notes.iter().any(|note| note.line == line)
    }

    /// What is to be said of lines of which nothing was asked, once all rows are read: those that came too late, and the last one if it has
    /// more words than the name of a section and no row below it.
    pub(in crate::census) fn issues(&self) -> impl Iterator<Item = Issue> {
        let is_late = |line: u64| self.unasked.iter().any(|(late, _)| *late == line);
        let empty = self.now.iter().map(|section| (section.line, &*section.title));
        let empty = empty.filter(move |(line, title)| !self.has_people && !is_plain(title) && !is_late(*line));
        let late = self.unasked.iter().map(|(line, text)| (*line, &**text));
        late.chain(empty).map(|(line, text)| sections::unasked(line, text))
    }
}

fn section(line: u64, title: &str, is_note: bool, lines: &Lines) -> Section {
    Section { line, title: Arc::from(title), is_note, answer: lines.answers.get(&line).copied() }
}

/// The people that a note is about.
#[derive(Debug, Clone, PartialEq, Eq)]
enum About {
    /// Those above it, behind the line of this number.
    Above(u64),
    /// Those with these signs at a name, or alone in a cell.
    Marked(String),
}

/// A line that says of rows elsewhere that their people have left, or may have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Note {
    line: u64,
    text: String,
    about: About,
}

impl Note {
    /// Whether it is about a row.
    fn is_about(&self, row: &Row, identity: &Identity) -> bool {
        match &self.about {
            About::Above(begin) => row.line > *begin && row.line < self.line,
            About::Marked(signs) => bears_mark(row, signs, identity),
        }
    }
}

/// The notes among the titles and the rows at the beginning.
pub(super) fn notes_among<'a>(rows: impl Iterator<Item = &'a Row> + Clone, identity: &Identity) -> Vec<Note> {
    let mut begin = 0;
    let mut found = Vec::new();
    for row in rows.clone().filter(|row| !identity.identifies(row)) {
        let Some(text) = line_text(row) else { continue };
        let marks_rows = |signs: &str| rows.clone().any(|row| bears_mark(row, signs, identity));
        match about(&text, begin) {
            Some(About::Marked(signs)) if !marks_rows(&signs) => {}
            Some(about) => found.push(Note { line: row.line, text, about }),
            None if standing(&text).is_some() => begin = row.line,
            None => {}
        }
    }
    found
}

/// Whether a line would be a note if rows bore its mark.
fn may_be_note(text: &str) -> bool {
    about(text, 0).is_some()
}

fn about(text: &str, begin: u64) -> Option<About> {
    let (signs, note) = note_of(text).unwrap_or(("", text));
    let is_above = ABOVE.place_in(&words_of(&fold(note))).is_some();
    (standing(note) == Some(Standing::MayHaveLeft) && (is_above || !signs.is_empty()))
        .then(|| if is_above { About::Above(begin) } else { About::Marked(signs.to_owned()) })
}

fn bears_mark(row: &Row, signs: &str, identity: &Identity) -> bool {
    let is_marked = |place: &usize| bears(clean(row.cell(*place)), signs);
    (identity.names().iter().any(is_marked) || row.cells().any(|cell| clean(cell) == signs)) && line_text(row).is_none()
}
