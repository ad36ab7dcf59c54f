//! What the questions about a file, and its warnings, mean for its import (rules.md#questions-of-a-file).

use crate::census::findings::IssueKind;
use crate::census::findings::questions::{Question, QuestionKind};

impl Question {
    /// The sentence that is shown.
    pub fn text(&self) -> String {
        let Self { first_line, last_line, out_of, title, .. } = self;
        match (self.kind, self.rows) {
            (QuestionKind::Section | QuestionKind::Leaving, _) => self.text_of_leaving(),
            (QuestionKind::LeftOut, 1) => {
                format!(
                    "Line {first_line} was left out and holds something in a column of names. Is it certain that it is no person?"
                )
            }
            (QuestionKind::LeftOut, rows) => format!(
                "{rows} lines from {first_line} to {last_line} were left out and hold something in a column of names. Is it certain that none \
                 of them is a person?"
            ),
            (QuestionKind::FewNamed, named) => format!(
                "This file names {named} of the {out_of} active {} of this group. Is it this group's file?",
                if *out_of == 1 { "member" } else { "members" },
            ),
            (QuestionKind::NewIds, 1) => {
                "The id of 1 person who is otherwise the same is new. Take the new id?".to_owned()
            }
            (QuestionKind::NewIds, rows) if *out_of == 0 => {
                format!("The ids of {rows} people who are otherwise the same are new. Take the new ids?")
            }
            (QuestionKind::NewIds, rows) => format!(
                "The ids of {rows} people who are otherwise the same are new. Take the new ids? To keep the stored ids, ignore the column of \
                 ids in the mapping."
            ),
            (QuestionKind::EmployeesOnly, 1) => {
                "This file holds employees only; the group has 1 dependent. Keep this dependent?".to_owned()
            }
            (QuestionKind::EmployeesOnly, rows) => {
                format!("This file holds employees only; the group has {rows} dependents. Keep them?")
            }
            (QuestionKind::Rewritten, _) => format!(
                "Of the {out_of} members whom this file names several get another value: {title}. Is that right?"
            ),
            (QuestionKind::LeftOutOfWhole, rows) => format!(
                "The uploaded file of several groups has lines that were left out and hold something in a column of names: {rows}. Is it \
                 certain that none of them is a person of this group?"
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

    /// Whether the import waits for the answer. Lines that were left out hold only a file that ends absent members, and only a yes lets it go
    /// on. A file that names few members waits in the same way, and so does one that gives matched members new ids or many other names. Rows in
    /// doubt hold the file by themselves until each has its member.
    pub fn holds(&self, answer: Option<bool>, explicit: bool) -> bool {
        match self.kind {
            QuestionKind::Section | QuestionKind::Leaving => answer.is_none(),
            QuestionKind::FewNamed | QuestionKind::Rewritten => answer != Some(true),
            QuestionKind::LeftOut | QuestionKind::LeftOutOfWhole => explicit && answer != Some(true),
            QuestionKind::NewIds => self.out_of > 0 && answer != Some(true),
            QuestionKind::EmployeesOnly => explicit && answer.is_none(),
        }
    }

    /// Whether another answer changes how the rows are read. Without an answer no status is set, as with a no.
    pub fn changes_rows(kind: QuestionKind, before: Option<bool>, after: bool) -> bool {
        matches!(kind, QuestionKind::Section | QuestionKind::Leaving) && before.unwrap_or(false) != after
    }

    /// A question about the whole file that concerns so many rows or members.
    pub const fn of_file(kind: QuestionKind, rows: u32) -> Self {
        Self { kind, line: 0, first_line: 0, last_line: 0, rows, out_of: 0, title: String::new() }
    }
}

impl IssueKind {
    /// Whether a warning should have been seen when somebody decides on the import: it speaks of who is covered, not of a value.
    pub const fn speaks_of_leaving(self) -> bool {
        matches!(self, Self::SaysLeft | Self::NotEnded | Self::StartsLater)
    }
}
