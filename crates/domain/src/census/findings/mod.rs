//! What is said and asked about a file, and the facts about a row that are not in its cells, such as the section that it stands in.

use std::sync::Arc;

use self::issue::{Issue, IssueKind};
use crate::census::cells::unguarded;
use crate::census::field::Field;
use crate::census::vocabulary::roles::Relationship;

/// Writes an enumeration whose numbers and texts are stable, with the ways between them.
macro_rules! numbered {
    ($(#[$about:meta])* $kind:ident, $(#[$shown:meta])* $text:ident:
     $($(#[$meta:meta])* $name:ident = $number:literal, $said:literal;)*) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $kind { $($(#[$meta])* $name = $number,)* }

        impl $kind {
            /// Every kind.
            pub const ALL: [Self; [$($number),*].len()] = [$(Self::$name),*];

            /// The stored number.
            pub const fn number(self) -> i16 {
                self as i16
            }

            /// The kind of a stored number.
            pub fn from_number(number: i16) -> Option<Self> {
                Self::ALL.into_iter().find(|kind| kind.number() == number)
            }

            $(#[$shown])*
            pub const fn $text(self) -> &'static str {
                match self { $(Self::$name => $said),* }
            }
        }
    };
}

pub(in crate::census) use numbered;

pub mod issue;
pub(in crate::census) mod leaving;
pub mod questions;

/// A line below which stand people who have left, or may have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Its line, from 1. Behind a line that may have ended it, it is that line.
    pub line: u64,
    /// What it says.
    pub title: Arc<str>,
    /// Whether a person has said that those below have left.
    pub answer: Option<bool>,
}

impl Section {
    /// Whether it makes the rows below In-Active.
    pub fn ends(&self) -> bool {
        self.answer == Some(true)
    }

    /// What a row below is told about its status; nothing where a person has said that it has not left.
    pub(in crate::census) fn issue(&self, row: u64) -> Option<Issue> {
        let Self { line, title, .. } = self;
        let message = match self.answer {
            Some(true) => {
                format!("Status is read as In-Active: the row stands below '{title}', line {line} of the file.")
            }
            Some(false) => return None,
            None => format!(
                "The row stands below '{title}', line {line} of the file. Whether it has left is asked; until then it is read as Active."
            ),
        };
        Some(Issue::of_field(row, Field::Status, IssueKind::SectionStatus, message))
    }
}

/// What is said of a line that tells of people who have left, where it is not asked who they are.
pub(in crate::census) fn unasked(line: u64, text: &str) -> Issue {
    let message =
        format!("'{text}' may speak of people in other rows, who are read as active: check whether they have left.");
    Issue::of_row(line, IssueKind::SaysLeft, message)
}

/// A line that tells whose dependents stand below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FamilySection {
    /// Its line, from 1.
    line: u64,
    /// What it says.
    title: Arc<str>,
    relationship: Option<Relationship>,
}

impl FamilySection {
    /// Of a line whose words name those of a relationship, or dependents of any.
    pub(in crate::census) fn new(line: u64, title: &str, relationship: Option<Relationship>) -> Self {
        Self { line, title: unguarded(title).into(), relationship }
    }

    /// Its line, from 1.
    pub const fn line(&self) -> u64 {
        self.line
    }

    /// What it says.
    pub const fn title(&self) -> &Arc<str> {
        &self.title
    }

    /// What a row below is told.
    pub(in crate::census) fn issue(&self, row: u64) -> Issue {
        let Self { line, title, .. } = self;
        let (field, value) = self.told();
        let message =
            format!("{} is read as {value}: the row stands below '{title}', line {line} of the file.", field.label());
        Issue::of_field(row, field, IssueKind::SectionRelationship, message)
    }

    /// The field that it tells, and the value.
    pub(in crate::census) fn told(&self) -> (Field, &'static str) {
        match self.relationship {
            Some(Relationship::Spouse) => (Field::Relationship, "Spouse"),
            Some(Relationship::Child) => (Field::Relationship, "Child"),
            Some(Relationship::Partner) => (Field::Relationship, "Domestic Partner"),
            _ => (Field::MemberType, "Dependent"),
        }
    }

    /// The title of a section that is read in the same way.
    pub(in crate::census) fn plain_title(&self) -> String {
        if self.relationship == Some(Relationship::Child) {
            "Children".to_owned()
        } else {
            format!("{}s", self.told().1)
        }
    }
}
