//! Questions about a file that only a person can answer before it is imported (rules.md#questions-of-a-file).
//!
//! The reader finds what it is not sure of, the portal stores it as a question, and the file waits in front of its import until a person has
//! answered. A new kind of question is a new [`QuestionKind`] with its sentence and the answer that it takes.

use std::collections::HashMap;

/// The answers to the questions about sections, by the line of the section: whether the people below it have left.
pub type SectionAnswers = HashMap<u64, bool>;

/// The answers to the questions about columns that tell who has left, by the heading: whether these people have left.
pub type LeavingAnswers = HashMap<String, bool>;

/// Lines that a person has made rows, with the number that each has among the records.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MadeRows(HashMap<u64, u32>);

impl MadeRows {
    /// The number of the record that a line was made.
    pub fn number_of(&self, line: u64) -> Option<u32> {
        self.0.get(&line).copied()
    }

    /// The last number that a made row has; 0 without any.
    pub fn last_number(&self) -> u32 {
        self.0.values().copied().max().unwrap_or_default()
    }

    /// The number of the record behind one that no made row has.
    pub fn next_number(&self, last: u64) -> u64 {
        let is_made = |number: &u64| self.0.values().any(|made| u64::from(*made) == *number);
        (last + 1..).find(|number| !is_made(number)).unwrap_or(u64::MAX)
    }
}

impl FromIterator<(u64, u32)> for MadeRows {
    fn from_iter<I: IntoIterator<Item = (u64, u32)>>(lines: I) -> Self {
        Self(lines.into_iter().collect())
    }
}

numbered! {
    /// What a question is about.
    QuestionKind,
    /// The name on the wire.
    name:
    /// Rows stand below a line that names people who have left: have these people left?
    Section = 0, "Section";
    /// Lines were left out although they hold something in a column of names: is none of them a person?
    LeftOut = 1, "LeftOut";
    /// The same of the file of several groups that this one is a part of.
    LeftOutOfWhole = 2, "LeftOutOfWhole";
    /// The file names fewer than half of the group's active members: is it this group's?
    FewNamed = 3, "FewNamed";
    /// Rows bring new ids for people who are otherwise the same: are the ids taken (rules.md#new-ids)?
    NewIds = 4, "NewIds";
    /// A file that ends absent members names few dependents or none, or has no columns for some that an earlier file had: are they kept
    /// (rules.md#employees-only)?
    EmployeesOnly = 5, "EmployeesOnly";
    /// A column that is no status tells that people have left: are they ended (rules.md#told-leaving)?
    Leaving = 6, "Leaving";
    /// Many members get another name or birth date, or one that others had: is that right (rules.md#many-other-values)?
    Rewritten = 7, "Rewritten";
    /// People become employees because nothing says who they are, and may be dependents: are they employees (rules.md#employees-by-default)?
    Employees = 8, "Employees";
}

/// A question about a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// What it is about.
    pub kind: QuestionKind,
    /// The line that it is about: that of the section, or the first line that was left out; 0 for the whole file.
    pub line: u64,
    /// The first line that the answer concerns.
    pub first_line: u64,
    /// The last line that the answer concerns.
    pub last_line: u64,
    /// How many rows or lines the answer concerns, or how many members the file names.
    pub rows: u32,
    /// [`FewNamed`](QuestionKind::FewNamed): of how many active members it names so many. [`NewIds`](QuestionKind::NewIds): how many of the
    /// rows are matched already. [`Rewritten`](QuestionKind::Rewritten): how many members the file names.
    /// [`EmployeesOnly`](QuestionKind::EmployeesOnly): how many dependents the file names.
    /// [`Leaving`](QuestionKind::Leaving): odd where few rows have a value; the rest is the sum of keys of the people and what is said of them.
    /// 0 of other kinds.
    pub out_of: u32,
    /// The words of the section, the heading of the column, the fields that get another value with how many members get one, or the
    /// people who may be dependents. [`NewIds`](QuestionKind::NewIds): a sentence about ids that other members have now. Blank of other kinds.
    pub title: String,
}

impl Question {
    /// A question about the whole file that concerns so many rows or members.
    pub const fn of_file(kind: QuestionKind, rows: u32) -> Self {
        Self { kind, line: 0, first_line: 0, last_line: 0, rows, out_of: 0, title: String::new() }
    }
}

/// So many sections of people who have left are asked about; a file with more has the status in a column, or is no list of people.
pub const MOST_SECTIONS: usize = 500;
