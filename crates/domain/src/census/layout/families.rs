//! How the dependents among the first rows are tied to their employees (rules.md#dependents-and-primaries).

use std::collections::BTreeMap;

use super::{FamilyTie, FamilyTies};
use crate::census::families::{Late, Tie, Ties};
use crate::census::people::validate::Checked;

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
        Tie::Order => ("Order", "They stand below an employee with the same last name, address or phone."),
    }
}

/// Collects the first rows by their numbers: the line, whether it is a dependent who is not skipped, and the number of its employee's row.
#[derive(Debug, Default)]
pub(super) struct Families(BTreeMap<u32, (u64, bool, Option<u32>)>);

impl Families {
    /// Notes a row.
    pub(super) fn see(&mut self, checked: &Checked) {
        let record = &checked.record;
        let is_counted = record.is_dependent() && !checked.skipped;
        self.0.insert(record.number, (record.line, is_counted, record.primary_row));
    }

    /// The line of the employee of a row, by the number of the row.
    pub(super) fn primary_line(&self, number: u32) -> Option<u64> {
        self.0.get(&self.0.get(&number)?.2?).map(|(line, ..)| *line)
    }

    /// By what the dependents are tied, with what later rows told.
    pub(super) fn finish(&mut self, late: &[Late], ties: Ties) -> FamilyTies {
        for late in late {
            if let Some((.., primary)) = self.0.get_mut(&late.number) {
                *primary = late.primary_row.or(*primary);
            }
        }
        let dependents = || self.0.values().filter(|(_, is_counted, _)| *is_counted);
        let untied: Vec<u64> = dependents().filter(|(.., primary)| primary.is_none()).map(|(line, ..)| *line).collect();
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
}
