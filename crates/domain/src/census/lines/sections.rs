//! Sections of a list that tell who is gone: whoever stands below `Terminated Employees`, in a file that says it nowhere else, has left.
//!
//! Read as active he would be billed; read as In-Active without need he would lose what he pays for. So a section is asked about where its words
//! leave no doubt, until anything that may begin another one. It sets a status only once a person has said yes. What is not sure is a warning of
//! every row, and changes nothing.

use super::family_sections::FamilySections;
use super::{SectionName, Why, is_total_of_section, section_name};
use crate::census::cells::{clean, is_placeholder, unguarded};
use crate::census::columns::Mapping;
use crate::census::field::Field;
use crate::census::findings::questions::SectionAnswers;
use crate::census::findings::sections::Section;
use crate::census::source::lines::Row;
use crate::census::source::raw::RawRow;
use crate::members::Status;
use crate::text::fold;

/// The section that the reader is in.
#[derive(Debug, Default)]
pub(in crate::census) struct Sections {
    now: Option<Section>,
    families: FamilySections,
    /// What divides the section further.
    division: Option<String>,
    /// Whether the first line that divides the list was about who is covered, and not a department or the like.
    come_first: Option<bool>,
    /// Whether the section has people already.
    has_people: bool,
    /// Whether a blank line came since the last person.
    after_blank: bool,
    /// Whether a page ended since the last person.
    after_page: bool,
    /// Whether those of the section were counted since the last person.
    after_total: bool,
    /// What people have said about sections.
    answers: SectionAnswers,
    /// Names of sections stand in this column or before it; behind it stand remarks that go on from the row above.
    last_place: usize,
    /// Columns that identify a person, in which no remark stands.
    identity: Vec<usize>,
}

impl Sections {
    /// Nothing is known of the file yet but what people have said.
    pub(in crate::census) fn new(answers: SectionAnswers) -> Self {
        Self { last_place: usize::MAX, answers, ..Self::default() }
    }

    /// Knows from here on what the columns hold.
    pub(in crate::census) fn set_mapping(&mut self, mapping: &Mapping) {
        const NAMES: [Field; 3] = [Field::FirstName, Field::LastName, Field::FullName];
        const OTHERS: [Field; 4] = [Field::DateOfBirth, Field::UniqueId, Field::FamilyId, Field::Ssn];
        let places =
            |fields: &[Field]| -> Vec<usize> { fields.iter().filter_map(|field| mapping.column_of(*field)).collect() };
        let names = places(&NAMES);
        self.last_place = names.iter().copied().min().unwrap_or(0);
        self.identity = [names, places(&OTHERS)].concat();
    }

    /// Sees a line above the heading.
    pub(in crate::census) fn title(&mut self, row: &Row) {
        let named = self.name(row);
        self.families.title(first_cell(row));
        // How many have left is told above a list of those who stay, too.
        match named {
            Some((SectionName::Ended { counted: true }, title)) => self.begin(row, title, false),
            Some((name @ SectionName::Division(_), title)) => self.families.named(row.line, title, &name),
            None => {}
            Some((name, title)) => self.section(row, name, title),
        }
    }

    /// Sees the name of a sheet that stands below the census. Whether those on it have left is asked, whatever its words say.
    pub(in crate::census) fn sheet(&mut self, row: &Row) {
        self.section(row, SectionName::Ended { counted: false }, first_cell(row));
    }

    /// Sees a line that is nobody.
    pub(in crate::census) fn nobody(&mut self, row: &Row, why: Why) {
        let named = self.name(row);
        if named.is_none() && matches!(why, Why::Title | Why::Page | Why::Total | Why::Remark) {
            self.families.label(row.line, first_cell(row));
        }
        match (named, why) {
            (Some((name, title)), _) => self.section(row, name, title),
            (None, Why::Blank) => self.after_blank = true,
            (None, Why::Unread) => self.section(row, SectionName::Division(String::new()), ""),
            // A heading that only turns the page goes on with the section, one of a table of its own may not.
            (None, Why::Heading) if self.after_blank && !self.after_page => {
                if self.has_people {
                    self.doubt_leaving();
                }
                self.families.doubt();
            }
            (None, Why::Table) => self.table(row),
            (None, Why::Title | Why::Page) => self.after_page = true,
            (None, Why::Total | Why::Remark) if self.is_running() && is_total(row, why) => self.after_total = true,
            _ => self.counted(row),
        }
    }

    /// `Terminated Employees,2`: a total of those above, or the head of a section with its number.
    fn counted(&mut self, row: &Row) {
        let first = first_cell(row);
        if let Some(SectionName::Ended { .. } | SectionName::Doubtful) = section_name(first)
            && self.name_place(row)
        {
            self.begin(row, first, false);
        }
    }

    /// Sees a row that may be somebody; a lone cell in it, and one that names a section beside others, may begin one all the same.
    pub(in crate::census) fn somebody(&mut self, row: &Row) {
        let mut filled = row.cells().map(clean).filter(|cell| !cell.is_empty());
        let (first, others) = (filled.next().unwrap_or_default(), filled.next().is_some());
        let is_alone = !others && first.contains(char::is_alphabetic) && self.name_place(row);
        let named = (is_alone || first.contains([' ', ':'])).then(|| section_name(first)).flatten();
        match named {
            Some(SectionName::Ended { .. } | SectionName::Doubtful) if self.name_place(row) => {
                self.begin(row, first, false);
            }
            Some(name @ SectionName::Division(_)) if is_alone => self.section(row, name, first),
            _ if is_alone => {
                self.doubt_leaving();
                self.families.unclear(row.line, first);
            }
            _ => self.person(),
        }
    }

    /// A title of another table that is no name of a section by itself may be one all the same.
    fn table(&mut self, row: &Row) {
        self.doubt_leaving();
        self.families.table(row.line, first_cell(row));
    }

    /// Whether people of a section that goes on until a line ends it stand above.
    fn is_running(&self) -> bool {
        let is_ended = self.now.as_ref().is_some_and(|section| section.is_ended);
        self.has_people && (is_ended || self.families.is_running())
    }

    /// Goes on with somebody; behind the number of those of the section he may be another's.
    fn person(&mut self) {
        if self.after_total {
            self.doubt();
        }
        (self.has_people, self.after_blank, self.after_page, self.after_total) = (true, false, false, false);
    }

    /// Gives a row that says no status the one of its section, where a person has said yes. Every row has a warning of what is not sure.
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

    fn section(&mut self, row: &Row, name: SectionName, title: &str) {
        self.families.named(row.line, title, &name);
        let first = self.come_first.get_or_insert(!matches!(name, SectionName::Division(_)));
        match name {
            SectionName::Ended { .. } => self.begin(row, title, true),
            SectionName::Doubtful => self.begin(row, title, false),
            SectionName::Others => self.now = None,
            SectionName::Division(label) => {
                let divides_on = self.division.as_ref() == Some(&label);
                let divides = !self.has_people && *first;
                match () {
                    () if divides || divides_on => {
                        self.division = Some(label);
                        self.after_total = false;
                    }
                    // Departments that have sections of their own: the next one begins anew.
                    () if self.has_people && !*first => self.now = None,
                    () => self.doubt_leaving(),
                }
            }
        }
    }

    fn begin(&mut self, row: &Row, title: &str, is_ended: bool) {
        let answer = self.answers.get(&row.line).copied();
        self.now = Some(Section { line: row.line, title: unguarded(title).into(), is_ended, answer });
        self.division = None;
        (self.has_people, self.after_blank, self.after_page, self.after_total) = (false, false, false, false);
    }

    /// Whether those who follow belong to the sections is not sure any more.
    fn doubt(&mut self) {
        self.doubt_leaving();
        self.families.doubt();
    }

    fn doubt_leaving(&mut self) {
        if let Some(section) = &mut self.now {
            section.is_ended = false;
        }
    }

    /// The section that a line names and what it says: in one cell, or behind a label such as `Status:`.
    fn name<'a>(&self, row: &'a Row) -> Option<(SectionName, &'a str)> {
        let mut filled = row.cells().map(clean).filter(|cell| !cell.is_empty());
        let (only, None) = (filled.next()?, filled.next()) else { return None };
        let name = section_name(only).filter(|_| self.name_place(row))?;
        Some((name, only))
    }

    fn name_place(&self, row: &Row) -> bool {
        let first = row.cells().position(|cell| !clean(cell).is_empty());
        first.is_some_and(|place| place <= self.last_place || self.identity.contains(&place))
    }
}

/// Whether a line counts those above it, and not those of a page alone.
fn is_total(row: &Row, why: Why) -> bool {
    let first = fold(first_cell(row));
    !first.starts_with("page") && (why == Why::Total || is_total_of_section(&first))
}

fn first_cell(row: &Row) -> &str {
    row.cells().map(clean).find(|cell| !cell.is_empty()).unwrap_or_default()
}
