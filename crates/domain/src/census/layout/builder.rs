//! Makes the layout of a file while it is read.

use super::columns;
use super::{
    FamilyTie, FamilyTies, Layout, LayoutSection, LeftOutLines, LineText, OpenQuestion, PEOPLE_SHOWN, ROWS_LOOKED_AT,
    ReadPerson, ReadValue,
};
use crate::census::asking::{AskedLeaving, AskedSections};
use crate::census::cells::read_ssn;
use crate::census::columns::Column;
use crate::census::families::{CrossRows, Tie, Ties};
use crate::census::field::Field;
use crate::census::findings::{Issue, IssueKind, Question, Severity};
use crate::census::lines::Why;
use crate::census::people::{Checked, Record, Rules, validate};
use crate::census::reader::{CensusReader, Ignored, Item};
use crate::census::source::RawRow;
use std::collections::BTreeMap;
use std::io::Read;

/// What a question about the order of dates is about.
const DATES: &str = "Dates";

/// So many lines that are left out for one reason are shown.
const LINES_SHOWN: usize = 3;
/// The most characters of such a line that are shown.
const LONGEST_LINE: usize = 200;

/// The layout names so many sections; a file with more is divided by something else than people.
const MOST_SECTIONS: usize = 100;

/// Collects the layout of a file.
pub struct LayoutBuilder {
    /// What is known of it so far.
    layout: Layout,
    rules: Rules,
    together: CrossRows,
    /// The numbers of the rows of the first people.
    numbers: Vec<u32>,
    /// For each column whether it holds social security numbers.
    secret: Vec<bool>,
    families: FirstRows,
    /// The sections by their line, those of dependents behind others.
    sections: BTreeMap<(u64, bool), LayoutSection>,
    left_out: BTreeMap<i16, LeftOutLines>,
    asked_sections: AskedSections,
    asked_leaving: AskedLeaving,
}

impl LayoutBuilder {
    /// Begins with a reader that knows its columns; `rules` are those of the group.
    pub fn new<R: Read>(reader: &CensusReader<R>, rules: Rules) -> Self {
        let rules = rules.for_columns(reader.mapping());
        Self {
            layout: Layout::default(),
            together: CrossRows::new(&rules),
            rules,
            numbers: Vec::new(),
            secret: reader.mapping().columns().iter().map(is_secret).collect(),
            families: FirstRows::new(),
            sections: BTreeMap::new(),
            left_out: BTreeMap::new(),
            asked_sections: AskedSections::default(),
            asked_leaving: AskedLeaving::default(),
        }
    }

    /// Whether the values of the next row are looked at.
    pub const fn is_looking(&self) -> bool {
        self.layout.looked_at < ROWS_LOOKED_AT
    }

    /// Sees what the reader gave last.
    pub fn see<R: Read>(&mut self, item: &Item, reader: &CensusReader<R>) {
        match item {
            Item::Ignored(ignored) => self.leave_out(ignored),
            Item::Row(raw) => {
                self.layout.rows += 1;
                if let Some(section) = &raw.section {
                    self.count_section((section.line, &section.title), "Left", section.answer, raw.line);
                    self.asked_sections.see(section, raw.line);
                }
                if let Some(family) = &raw.family {
                    self.count_section((family.line, &family.title), "Dependents", None, raw.line);
                }
                if self.is_looking() || !raw.leaving.is_empty() {
                    self.look_at(raw, reader);
                }
            }
        }
    }

    fn look_at<R: Read>(&mut self, raw: &RawRow, reader: &CensusReader<R>) {
        let mut checked = validate(raw, &self.rules);
        raw.leaving.iter().filter(|_| checked.may_have_left).for_each(|told| self.asked_leaving.see(told, raw.line));
        if !self.is_looking() {
            return;
        }
        self.layout.looked_at += 1;
        self.together.observe(&mut checked);
        let Record { line, number, primary_row: primary, .. } = checked.record;
        let is_counted = checked.record.is_dependent() && !checked.skipped;
        self.families.insert(number, FirstRow { line, is_counted, primary });
        if self.numbers.len() < PEOPLE_SHOWN {
            self.numbers.push(raw.number);
            self.layout.people.push(read(&checked, shown(reader.every_cell(), &self.secret)));
        }
    }

    fn count_section(&mut self, (line, title): (u64, &str), kind: &str, answer: Option<bool>, row: u64) {
        let key = (line, kind == "Dependents");
        if self.sections.len() == MOST_SECTIONS && !self.sections.contains_key(&key) {
            return;
        }
        let section = self.sections.entry(key).or_insert_with(|| LayoutSection {
            line,
            title: title.to_owned(),
            kind: kind.to_owned(),
            first_line: row,
            answer,
            ..LayoutSection::default()
        });
        section.last_line = row;
        section.rows = section.rows.saturating_add(1);
    }

    fn leave_out(&mut self, ignored: &Ignored) {
        let Ignored { line, spans, why, .. } = ignored;
        let lines = self.left_out.entry(why.number()).or_insert_with(|| LeftOutLines {
            reason: format!("{why:?}"),
            why: why.text().to_owned(),
            first_line: *line,
            ..LeftOutLines::default()
        });
        lines.lines += u64::from((*spans).max(1));
        lines.may_be_people += u64::from(ignored.may_name());
        if lines.examples.len() < LINES_SHOWN && *why != Why::Blank {
            let filled = ignored.cells.iter().filter(|cell| !cell.is_empty()).map(|cell| hidden(cell));
            let text: String = filled.collect::<Vec<_>>().join(" · ").chars().take(LONGEST_LINE).collect();
            lines.examples.push(LineText { line: *line, text });
        }
    }

    /// The layout, once the reader has come to the end, and the questions that are answered by yes or no.
    pub fn finish<R: Read>(mut self, reader: &CensusReader<R>) -> (Layout, Vec<Question>) {
        let (line, mapping, names) = (reader.heading_line(), reader.mapping(), reader.name_order());
        let (late, ties) = self.together.finish_with_ties();
        for late in &late {
            let row = self.families.get_mut(&late.number);
            row.into_iter().for_each(|row| row.primary = late.primary_row.or(row.primary));
        }
        let mut asked = self.asked_sections.finish().0;
        asked.extend(self.asked_leaving.finish());
        let mut layout = self.layout;
        for (number, person) in self.numbers.iter().zip(&mut layout.people) {
            let primary = self.families.get(number).and_then(|row| row.primary);
            person.primary_line = primary.and_then(|primary| self.families.get(&primary)).map(|row| row.line);
            let own = late.iter().filter(|late| late.number == *number).filter_map(|late| late.issue.as_ref());
            person.says.extend(own.map(|issue| issue.message.clone()));
        }
        layout.columns = columns::described(mapping, &reader.people(), self.rules.today);
        let mut questions = of_issues(reader, self.rules.multi_group);
        questions.extend(asked.iter().map(OpenQuestion::by_answer));
        layout.dates = columns::order_of_dates(mapping, questions.iter().any(|question| question.about == DATES));
        layout.names = columns::order_of_names(mapping, names);
        let layout = Layout {
            encoding: reader.encoding_name().to_owned(),
            delimiter: reader.delimiter_name().map(str::to_owned),
            sheet: reader.sheet().map(|sheet| sheet.name.clone()),
            other_sheets: reader.sheet().map(|sheet| sheet.others.clone()).unwrap_or_default(),
            heading_line: line,
            questions,
            sections: self.sections.into_values().collect(),
            families: ties_of(&self.families, ties),
            left_out: self.left_out.into_values().collect(),
            ..layout
        };
        (layout, asked)
    }
}

/// What holds the file up until its columns are mapped, or the file is corrected.
fn of_issues<R: Read>(reader: &CensusReader<R>, multi_group: bool) -> Vec<OpenQuestion> {
    let issues = reader.issues_of_file(multi_group).into_iter().filter(|issue| issue.severity() == Severity::Error);
    let question = |issue: Issue| {
        let (about, by) = match issue.kind {
            IssueKind::DateOrder => (DATES, "Order"),
            IssueKind::NameOrder => ("Names", "Order"),
            IssueKind::SheetChoice => ("Sheet", "Sheet"),
            IssueKind::MissingColumn | IssueKind::PeopleBeside => ("Columns", "Mapping"),
            _ => ("Columns", "File"),
        };
        OpenQuestion::new(about, issue.line, issue.key, issue.message, by)
    };
    issues.map(question).collect()
}

/// So many lines of dependents without an employee are told.
const LINES_TOLD: usize = 5;

/// The name of a tie, and the same in words.
const fn text(tie: Tie) -> (&'static str, &'static str) {
    match tie {
        Tie::Row => ("Row", "They stand in the row of their employee."),
        Tie::Family => ("FamilyId", "They have the Family ID of their employee."),
        Tie::Ssn => ("SSN", "They have the SSN of their employee."),
        Tie::UniqueId => ("UniqueId", "They have the Unique ID of their employee."),
        Tie::Name => ("NamedEmployee", "Their rows name the employee."),
        Tie::Order => ("Order", "They stand below an employee with the same last name or address."),
    }
}

/// The first rows by their numbers.
type FirstRows = BTreeMap<u32, FirstRow>;

/// What a row tells of its family.
struct FirstRow {
    line: u64,
    /// Whether it is a dependent who is not skipped.
    is_counted: bool,
    /// The number of its employee's row.
    primary: Option<u32>,
}

/// By what the dependents are tied.
fn ties_of(rows: &FirstRows, ties: Ties) -> FamilyTies {
    let dependents = || rows.values().filter(|row| row.is_counted);
    let untied: Vec<u64> = dependents().filter(|row| row.primary.is_none()).map(|row| row.line).collect();
    let tie = |(tie, (dependents, first_line)): (Tie, (u32, u32))| {
        let (by, why) = text(tie);
        FamilyTie { by: by.to_owned(), why: why.to_owned(), dependents, first_line: first_line.into() }
    };
    let count = |many: usize| u32::try_from(many).unwrap_or(u32::MAX);
    FamilyTies {
        dependents: count(dependents().count()),
        untied: count(untied.len()),
        untied_lines: untied.into_iter().take(LINES_TOLD).collect(),
        ties: ties.into_iter().map(tie).collect(),
    }
}

/// So many cells of a line are shown.
const MOST_CELLS: usize = 40;
/// The most characters of a cell that are shown.
const LONGEST_CELL: usize = 60;

/// Stands for a social security number that cannot be read.
const HIDDEN: &str = "***";

/// Whether a column holds social security numbers: it is read as such, or its heading says so of anybody.
fn is_secret(column: &Column) -> bool {
    column.field == Some(Field::Ssn) || column.key.contains("ssn") || column.key.contains("socialsec")
}

/// The cells of a line as they may be shown, by the secrecy of their columns.
fn shown<'a>(cells: impl Iterator<Item = &'a str>, secret: &[bool]) -> Vec<String> {
    let secret = secret.iter().copied().chain(std::iter::repeat(false));
    let cells = cells.take(MOST_CELLS).zip(secret).map(|(cell, is_secret)| {
        let shown = if is_secret { masked(cell) } else { hidden(cell) };
        shown.chars().take(LONGEST_CELL).collect()
    });
    let mut cells: Vec<String> = cells.collect();
    cells.truncate(cells.iter().rposition(|cell| !cell.is_empty()).map_or(0, |last| last + 1));
    cells
}

fn masked(cell: &str) -> String {
    match read_ssn(cell) {
        Some(read) => read.value.masked(),
        None if cell.is_empty() => String::new(),
        None => HIDDEN.to_owned(),
    }
}

/// A cell; one with the form of a social security number is hidden but for its last four digits.
fn hidden(cell: &str) -> String {
    let lengths: Vec<usize> = cell.split('-').map(str::len).collect();
    let is_ssn = lengths == [3, 2, 4] && cell.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    if is_ssn { masked(cell) } else { cell.to_owned() }
}

/// A person with what is wrong in its own row.
fn read(checked: &Checked, cells: Vec<String>) -> ReadPerson {
    let record = &checked.record;
    let values = Field::template().iter().filter_map(|field| {
        let value = text_of(record, *field).filter(|text| !text.is_empty())?;
        Some(ReadValue { field: field.name().to_owned(), value })
    });
    ReadPerson {
        line: record.line,
        cells,
        values: values.collect(),
        is_dependent: record.is_dependent(),
        primary_line: None,
        says: checked.issues.iter().map(|issue| issue.message.clone()).collect(),
    }
}

fn text_of(record: &Record, field: Field) -> Option<String> {
    match field {
        Field::GroupId => Some(record.group_id.text().to_owned()),
        Field::FamilyId => Some(record.family_id.text().to_owned()),
        Field::Ssn => record.ssn.as_ref().map(|ssn| ssn.masked()),
        field => record.cell(field).map(|text| text.into_owned()),
    }
}
