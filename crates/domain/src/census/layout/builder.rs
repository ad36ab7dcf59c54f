//! Makes the layout of a file while it is read.

use std::io::Read;

use super::columns::{self, Columns};
use super::families::Families;
use super::left_out::LeftOut;
use super::orders;
use super::people::{self, Secret};
use super::sections::Sections;
use super::{Layout, OpenQuestion, PEOPLE_SHOWN, ROWS_LOOKED_AT, ReadPerson};
use crate::census::families::{CrossRows, Late};
use crate::census::findings::issue::{Issue, IssueKind, Severity};
use crate::census::findings::questions::{AskedLeaving, AskedSections, Question};
use crate::census::people::validate::{Rules, validate};
use crate::census::reader::{CensusReader, Item};
use crate::census::source::raw::RawRow;

/// What a question about the order of dates is about.
const DATES: &str = "Dates";

/// Collects the layout of a file.
pub struct LayoutBuilder {
    rules: Rules,
    together: CrossRows,
    rows: u64,
    looked_at: u32,
    /// The first people, with the numbers of their rows.
    people: Vec<(u32, ReadPerson)>,
    secret: Secret,
    columns: Columns,
    families: Families,
    sections: Sections,
    left_out: LeftOut,
    asked_sections: AskedSections,
    asked_leaving: AskedLeaving,
}

impl LayoutBuilder {
    /// Begins with a reader that knows its columns; `rules` are those of the group.
    pub fn new<R: Read>(reader: &CensusReader<R>, rules: Rules) -> Self {
        let mapping = reader.mapping();
        let rules = rules.for_columns(mapping);
        Self {
            together: CrossRows::new(&rules),
            rules,
            rows: 0,
            looked_at: 0,
            people: Vec::new(),
            secret: Secret::among(mapping),
            columns: Columns::default(),
            families: Families::default(),
            sections: Sections::default(),
            left_out: LeftOut::default(),
            asked_sections: AskedSections::default(),
            asked_leaving: AskedLeaving::default(),
        }
    }

    /// Whether the values of the next row are looked at.
    pub const fn is_looking(&self) -> bool {
        self.looked_at < ROWS_LOOKED_AT
    }

    /// Sees what the reader gave last.
    pub fn see<R: Read>(&mut self, item: &Item, reader: &CensusReader<R>) {
        match item {
            Item::Ignored(ignored) => self.left_out.see(ignored),
            Item::Row(raw) => {
                self.rows += 1;
                self.sections.see(raw);
                raw.section.iter().for_each(|section| self.asked_sections.see(section, raw.line));
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
        self.looked_at += 1;
        if raw.employee_row.is_none() {
            self.columns.see(reader.cells());
        }
        self.together.observe(&mut checked);
        self.families.see(raw, &checked);
        if self.people.len() < PEOPLE_SHOWN {
            let person = people::read(&checked, self.secret.shown(reader.every_cell()));
            self.people.push((raw.number, person));
        }
    }

    /// The layout, once the reader has come to the end, and the questions that are answered by yes or no.
    pub fn finish<R: Read>(mut self, reader: &CensusReader<R>) -> (Layout, Vec<Question>) {
        let (line, mapping, names) = (reader.heading_line(), reader.mapping(), reader.name_order());
        let late = self.together.finish();
        self.families.told(&late);
        tell_people(&mut self.people, &self.families, late);
        let columns = self.columns.finish(mapping, self.rules.today);
        let mut questions = of_issues(reader, self.rules.multi_group);
        let mut asked = self.asked_sections.finish().0;
        asked.extend(self.asked_leaving.finish());
        questions.extend(asked.iter().map(by_answer));
        let dates = orders::dates(mapping, questions.iter().any(|question| question.about == DATES));
        questions.extend(columns::questions(&columns, line));
        let layout = Layout {
            encoding: reader.encoding_name().to_owned(),
            delimiter: reader.delimiter_name().map(str::to_owned),
            sheet: reader.sheet().map(|sheet| sheet.name.clone()),
            other_sheets: reader.sheet().map(|sheet| sheet.others.clone()).unwrap_or_default(),
            heading_line: line,
            rows: self.rows,
            looked_at: self.looked_at,
            questions,
            people: self.people.into_iter().map(|(_, person)| person).collect(),
            columns,
            dates,
            names: orders::names(mapping, names),
            sections: self.sections.finish(),
            families: self.families.finish(),
            left_out: self.left_out.finish(),
        };
        (layout, asked)
    }
}

/// Adds to the first people what the rows behind them tell.
fn tell_people(people: &mut [(u32, ReadPerson)], families: &Families, late: Vec<Late>) {
    for (number, person) in people.iter_mut() {
        person.primary_line = families.primary_line(*number);
    }
    for (number, issue) in late.into_iter().filter_map(|late| Some((late.number, late.issue?))) {
        if let Some((_, person)) = people.iter_mut().find(|(own, _)| *own == number) {
            person.says.push(issue.message);
        }
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
