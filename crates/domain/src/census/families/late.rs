//! What a later row tells about an earlier one.

use crate::census::cells::entry::Entry;
use crate::census::findings::issue::Issue;
use crate::census::people::record::Record;

/// Something that a later row told about an earlier one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Late {
    /// The record's number.
    pub number: u32,
    /// The [`Record::number`] of its primary, when it was found only now.
    pub primary_row: Option<u32>,
    /// As [`Record::primary_by_order`] of that primary.
    pub by_order: bool,
    /// Whether the primary that the record was given could be another one and must be dropped (rules.md#dependents-and-primaries).
    pub drop_primary: bool,
    /// Whether the record's unique id is its primary's and must be dropped (rules.md#unique-ids).
    pub drop_unique_id: bool,
    /// Whether the record's date of birth could be another day and must be dropped (rules.md#census-dates).
    pub drop_birth: bool,
    /// What is wrong, if anything.
    pub issue: Option<Issue>,
}

impl Late {
    /// Writes what was told into its record.
    pub fn write_into(&self, record: &mut Record) {
        record.primary_row = self.primary_row.or(record.primary_row.filter(|_| !self.drop_primary));
        record.primary_by_order |= self.by_order;
        if self.drop_unique_id {
            record.unique_id = Entry::Blank;
        }
        if self.drop_birth {
            record.date_of_birth = None;
        }
    }

    /// What is wrong with a record, and nothing else.
    pub(super) const fn told(number: u32, issue: Option<Issue>) -> Self {
        Self {
            number,
            primary_row: None,
            by_order: false,
            drop_primary: false,
            drop_unique_id: false,
            drop_birth: false,
            issue,
        }
    }
}
