//! What the questions about a file mean for its import (rules.md#questions-of-a-file).

use crate::census::findings::questions::{Question, QuestionKind};

impl Question {
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
}
