//! How questions are collected and worded, which of them hold a file, and those about a file as a whole (rules.md#questions-of-a-file).

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::census::findings::questions::{MOST_SECTIONS, Question, QuestionKind};
use crate::census::findings::{Leaving, Section, Sign};

impl Question {
    /// A question about rows, of which none is counted yet.
    fn of_rows(kind: QuestionKind, (line, first_line): (u64, u64), (out_of, title): (u32, &str)) -> Self {
        Self { kind, line, first_line, last_line: first_line, rows: 0, out_of, title: title.to_owned() }
    }

    /// Counts a row that the answer concerns.
    const fn count(&mut self, row: u64) {
        self.last_line = row;
        self.rows = self.rows.saturating_add(1);
    }

    /// One question about the rows of two, which names each title once.
    fn joined(mut self, other: Self) -> Self {
        if !self.title.split("', '").any(|title| title == other.title) {
            self.title = format!("{}', '{}", self.title, other.title);
        }
        let rows = self.rows.saturating_add(other.rows);
        Self { rows, last_line: self.last_line.max(other.last_line), ..self }
    }

    /// The sentence that is shown.
    pub fn text(&self) -> String {
        let Self { first_line, last_line, out_of, title, .. } = self;
        let lines = match first_line == last_line {
            true => format!("Line {first_line}"),
            false => format!("Lines {first_line} to {last_line}"),
        };
        match (self.kind, self.rows) {
            (QuestionKind::Section, _) if *out_of > 0 => format!(
                "{lines} stand below lines of unknown words: '{title}'. Have all of these people left? If only some have, answer no, and write \
                 their status in a column."
            ),
            (QuestionKind::Section, 1) => format!("{lines} stands below '{title}'. Has this person left?"),
            (QuestionKind::Section, _) => format!("{lines} stand below '{title}'. Have these people left?"),
            (QuestionKind::LeftOut, 1) => {
                format!(
                    "{lines} was left out and holds something in a column of names. Is it certain that it is no person?"
                )
            }
            (QuestionKind::LeftOut, rows) => format!(
                "{rows} lines from {first_line} to {last_line} were left out and hold something in a column of names. Is it certain that none \
                 of them is a person?"
            ),
            (QuestionKind::Leaving, _) => self.leaving_text(&lines),
            (QuestionKind::FewNamed, named) => format!(
                "This file names {named} of the {out_of} active {} of this group. Is it this group's file?",
                if *out_of == 1 { "member" } else { "members" },
            ),
            (QuestionKind::NewIds, 1) => {
                format!("The id of 1 person who is otherwise the same is new.{title} Take the new id?")
            }
            (QuestionKind::NewIds, rows) if *out_of == 0 => {
                format!("The ids of {rows} people who are otherwise the same are new.{title} Take the new ids?")
            }
            (QuestionKind::NewIds, rows) => format!(
                "The ids of {rows} people who are otherwise the same are new.{title} Take the new ids? To keep the stored ids, ignore the \
                 column of ids in the mapping."
            ),
            (QuestionKind::EmployeesOnly, _) => self.dependents_text(),
            (QuestionKind::Rewritten, _) if title.starts_with("line ") => {
                format!("These values replace stored ones: {title}. Are they right?")
            }
            (QuestionKind::Rewritten, _) => format!(
                "Of the {out_of} members whom this file names several get another value: {title}. Is that right?"
            ),
            (QuestionKind::Employees, rows) => format!(
                "{} read as employees may be of the family of another: {title}. {}? If not, map the column that tells it as Relationship, \
                 Member Type or Family ID, or add one, and upload the file again.",
                if rows == 1 { "1 person".to_owned() } else { format!("{rows} people") },
                if rows == 1 { "Is this an employee" } else { "Are all of them employees" },
            ),
            (QuestionKind::LeftOutOfWhole, rows) => format!(
                "The uploaded file of several groups has lines that were left out and hold something in a column of names: {rows}. Is it \
                 certain that none of them is a person of this group?"
            ),
        }
    }

    /// The sentence about dependents whom the file does not name.
    fn dependents_text(&self) -> String {
        let Self { title, rows, out_of: named, .. } = self;
        let keep = if *rows == 1 { "Keep this dependent?" } else { "Keep them?" };
        if !title.is_empty() {
            let missing = match rows {
                1 => "1 dependent of an employee who stays is not named.".to_owned(),
                rows => format!("{rows} dependents of employees who stay are not named."),
            };
            return format!(
                "This file has no columns for {title}, or blank ones, which an earlier file had filled. {missing} {keep}"
            );
        }
        let dependents = |count: &u32| format!("{count} {}", if *count == 1 { "dependent" } else { "dependents" });
        match named {
            0 => format!("This file holds employees only; the group has {}. {keep}", dependents(rows)),
            _ => format!(
                "This file names {}; {rows} others of employees who stay are not named. {keep}",
                dependents(named)
            ),
        }
    }

    /// The sentence about a column that tells who has left; `lines` names the first and the last of its rows.
    fn leaving_text(&self, lines: &str) -> String {
        let Self { title, rows, first_line, last_line, .. } = self;
        // The rows may have others between them.
        let people = match *rows {
            1 => lines.to_owned(),
            _ if first_line == last_line => format!("{rows} people in line {first_line}"),
            _ => format!("{rows} rows from line {first_line} to {last_line}"),
        };
        match (self.out_of & 1, rows) {
            (0, 1) => format!(
                "{people} says under '{title}' that the person has left or is to leave. Is this person ended, on the day that the row names if \
                 it names one? A status In-Active counts in any case."
            ),
            (0, _) => format!(
                "{people} say under '{title}' that the person has left or is to leave. Are these people ended, each on the day that the row \
                 names if it names one? A status In-Active counts in any case."
            ),
            (_, rows) => format!(
                "{people} {} what few rows have below '{title}', which no rule reads. Have all of these people left, or do they leave, each on \
                 the day that the row names if it names one? If only some have, or if it tells something else, answer no, and map the column that \
                 tells it as Status.",
                if *rows == 1 { "has" } else { "have" }
            ),
        }
    }

    /// Whether a file is its group's that names `named` of its `active` members (rules.md#small-groups).
    pub fn few_named(named: u32, active: u32) -> Self {
        Self { out_of: active, ..Self::of_file(QuestionKind::FewNamed, named) }
    }

    /// Whether the new ids of rows are taken, of which some are in doubt and some are matched (rules.md#new-ids).
    pub fn new_ids(in_doubt: u32, matched: u32) -> Self {
        Self { out_of: matched, ..Self::of_file(QuestionKind::NewIds, in_doubt.saturating_add(matched)) }
    }

    /// Whether `dependents` are kept whom a file does not name because it has no columns for these relatives, or blank ones, which an earlier file had filled
    /// (rules.md#employees-only).
    pub fn without_columns(relatives: &[String], dependents: u32) -> Self {
        let title = match relatives {
            [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
            relatives => relatives.join(", "),
        };
        Self { title, ..Self::of_file(QuestionKind::EmployeesOnly, dependents) }
    }

    /// Whether the `missing` dependents of employees who stay are kept, beside whom a file names `named` others; `None` where it names more of them,
    /// and where one is missing (rules.md#employees-only).
    pub fn few_dependents(named: u32, missing: u32) -> Option<Self> {
        let question = Self { out_of: named, ..Self::of_file(QuestionKind::EmployeesOnly, missing) };
        (missing > 1 && missing >= named).then_some(question)
    }

    /// Says how many of the new ids other members have now, who give them up by this file (rules.md#ids-that-pass).
    #[must_use]
    pub fn with_ids_of_others(self, passing: u32) -> Self {
        let title = match passing {
            0 => String::new(),
            1 => " One of these ids is that of another member now, who gives it up by this file.".to_owned(),
            passing => {
                format!(" {passing} of these ids are those of other members now, who give them up by this file.")
            }
        };
        Self { title, ..self }
    }

    /// Whether the import waits for the answer. Lines that were left out hold only a file that ends absent members, and only a yes lets it go
    /// on. A file that names few members waits in the same way, and so does one that gives matched members new ids or many other names. Rows in
    /// doubt hold the file by themselves until each has its member.
    pub fn holds(&self, answer: Option<bool>, explicit: bool) -> bool {
        match self.kind {
            QuestionKind::Section | QuestionKind::Leaving => answer.is_none(),
            QuestionKind::FewNamed | QuestionKind::Rewritten | QuestionKind::Employees => answer != Some(true),
            QuestionKind::LeftOut | QuestionKind::LeftOutOfWhole => explicit && answer != Some(true),
            QuestionKind::NewIds => self.out_of > 0 && answer != Some(true),
            QuestionKind::EmployeesOnly => explicit && answer.is_none(),
        }
    }

    /// Whether another answer changes how the rows are read. Without an answer no status is set, as with a no.
    pub fn changes_rows(kind: QuestionKind, before: Option<bool>, after: bool) -> bool {
        matches!(kind, QuestionKind::Section | QuestionKind::Leaving) && before.unwrap_or(false) != after
    }
}

/// So many sections of unknown words are a question each.
const MOST_APART: usize = 2;

/// Collects the sections of a file that are asked about, while its rows are read.
#[derive(Debug, Default)]
pub struct AskedSections {
    found: BTreeMap<u64, Question>,
    has_more: bool,
}

impl AskedSections {
    /// Notes a row that stands in a section.
    pub fn see(&mut self, section: &Section, row: u64) {
        if self.found.len() == MOST_SECTIONS && !self.found.contains_key(&section.line) {
            self.has_more = true;
            return;
        }
        let Section { line, title, is_unknown, .. } = section;
        let new = || Question::of_rows(QuestionKind::Section, (*line, row), (u32::from(*is_unknown), title));
        self.found.entry(*line).or_insert_with(new).count(row);
    }

    /// The questions in the order of the file, and whether the file has more sections than are asked about. Many sections of unknown words are one
    /// question.
    pub fn finish(self) -> (Vec<Question>, bool) {
        let (unknown, mut asked): (Vec<Question>, Vec<Question>) =
            self.found.into_values().partition(|question| question.out_of > 0);
        if unknown.len() > MOST_APART {
            asked.extend(unknown.into_iter().reduce(Question::joined));
        } else {
            asked.extend(unknown.into_iter().map(|question| Question { out_of: 0, ..question }));
        }
        asked.sort_by_key(|question| question.line);
        (asked, self.has_more)
    }
}

/// Collects the columns that tell who has left, while the rows of a file are read.
#[derive(Debug, Default)]
pub struct AskedLeaving {
    found: BTreeMap<Arc<str>, Question>,
}

impl AskedLeaving {
    /// Counts a row whose column says that its person has left.
    pub fn see(&mut self, leaving: &Leaving, row: u64) {
        // That few rows have a value tells it, and no word. The rest of the number tells which people are asked about.
        let is_few = u32::from(matches!(leaving.sign, Sign::Few | Sign::FewStatus));
        let new = || Question::of_rows(QuestionKind::Leaving, (row, row), (is_few, &leaving.heading));
        let question = self.found.entry(Arc::clone(&leaving.heading)).or_insert_with(new);
        let whose = u32::try_from(leaving.whose >> 33).unwrap_or_default() & !1;
        question.out_of = question.out_of.wrapping_add(whose) & i32::MAX.cast_unsigned();
        question.count(row);
    }

    /// The questions, by heading.
    pub fn finish(self) -> Vec<Question> {
        self.found.into_values().collect()
    }
}
