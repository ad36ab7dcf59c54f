//! Makes the layout of a file while it is read.

use std::collections::BTreeMap;
use std::io::Read;

use super::columns::{self, Columns};
use super::families::Families;
use super::people::{self, Secret, hidden};
use super::{Layout, LayoutSection, LeftOutLines, LineText, OpenQuestion, PEOPLE_SHOWN, ROWS_LOOKED_AT};
use crate::census::families::CrossRows;
use crate::census::findings::issue::{Issue, IssueKind, Severity};
use crate::census::findings::questions::{AskedLeaving, AskedSections, Question};
use crate::census::lines::Why;
use crate::census::people::validate::{Rules, validate};
use crate::census::reader::{CensusReader, Ignored, Item};
use crate::census::source::RawRow;

/// What a question about the order of dates is about.
const DATES: &str = "Dates";

/// So many lines that are left out for one reason are shown.
const LINES_SHOWN: usize = 3;
/// The most characters of such a line that are shown.
const LONGEST: usize = 200;

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
    secret: Secret,
    columns: Columns,
    families: Families,
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
            secret: Secret::among(reader.mapping()),
            columns: Columns::default(),
            families: Families::default(),
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
                    self.count_section((family.line(), family.title()), "Dependents", None, raw.line);
                }
                if self.is_looking() || raw.leaving.is_some() {
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
        if raw.employee_row.is_none() {
            self.columns.see(reader.cells());
        }
        self.together.observe(&mut checked);
        self.families.see(raw, &checked);
        if self.numbers.len() < PEOPLE_SHOWN {
            self.numbers.push(raw.number);
            self.layout.people.push(people::read(&checked, self.secret.shown(reader.every_cell())));
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
            let text: String = filled.collect::<Vec<_>>().join(" · ").chars().take(LONGEST).collect();
            lines.examples.push(LineText { line: *line, text });
        }
    }

    /// The layout, once the reader has come to the end, and the questions that are answered by yes or no.
    pub fn finish<R: Read>(mut self, reader: &CensusReader<R>) -> (Layout, Vec<Question>) {
        let (line, mapping, names) = (reader.heading_line(), reader.mapping(), reader.name_order());
        let late = self.together.finish();
        self.families.told(&late);
        let mut asked = self.asked_sections.finish().0;
        asked.extend(self.asked_leaving.finish());
        let mut layout = self.layout;
        for (number, person) in self.numbers.iter().zip(&mut layout.people) {
            person.primary_line = self.families.primary_line(*number);
            let own = late.iter().filter(|late| late.number == *number).filter_map(|late| late.issue.as_ref());
            person.says.extend(own.map(|issue| issue.message.clone()));
        }
        layout.columns = self.columns.finish(mapping, self.rules.today);
        let mut questions = of_issues(reader, self.rules.multi_group);
        questions.extend(asked.iter().map(by_answer));
        layout.dates = columns::order_of_dates(mapping, questions.iter().any(|question| question.about == DATES));
        layout.names = columns::order_of_names(mapping, names);
        questions.extend(columns::questions(&layout.columns, line));
        let layout = Layout {
            encoding: reader.encoding_name().to_owned(),
            delimiter: reader.delimiter_name().map(str::to_owned),
            sheet: reader.sheet().map(|sheet| sheet.name.clone()),
            other_sheets: reader.sheet().map(|sheet| sheet.others.clone()).unwrap_or_default(),
            heading_line: line,
            questions,
            sections: self.sections.into_values().collect(),
            families: self.families.finish(),
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
        OpenQuestion {
            about: about.to_owned(),
            line: issue.line,
            by: by.to_owned(),
            column: issue.key,
            text: issue.message,
        }
    };
    issues.map(question).collect()
}

fn by_answer(question: &Question) -> OpenQuestion {
    OpenQuestion {
        about: question.kind.name().to_owned(),
        line: question.line,
        column: None,
        text: question.text(),
        by: "Answer".to_owned(),
    }
}
