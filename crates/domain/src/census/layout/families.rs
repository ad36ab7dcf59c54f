//! How the dependents among the first rows are tied to their employees (rules.md#dependents-and-primaries).

use std::collections::BTreeMap;

use super::{FamilyTie, FamilyTies};
use crate::census::cells::id_key;
use crate::census::families::Late;
use crate::census::field::Field;
use crate::census::people::record::Record;
use crate::census::people::validate::Checked;
use crate::census::source::RawRow;

/// So many lines of dependents without an employee are told.
const LINES_TOLD: usize = 5;

/// What ties a dependent to its employee, the surest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tie {
    Row,
    FamilyId,
    Ssn,
    UniqueId,
    NamedEmployee,
    Order,
}

impl Tie {
    /// The name, and the same in words.
    const fn text(self) -> (&'static str, &'static str) {
        match self {
            Self::Row => ("Row", "They stand in the row of their employee."),
            Self::FamilyId => ("FamilyId", "They have the Family ID of their employee."),
            Self::Ssn => ("SSN", "They have the SSN of their employee."),
            Self::UniqueId => ("UniqueId", "They have the Unique ID of their employee."),
            Self::NamedEmployee => ("NamedEmployee", "Their rows name the employee."),
            Self::Order => ("Order", "They stand below an employee with the same last name, address or phone."),
        }
    }
}

/// The numbers that tie a family.
const NUMBERS: [Tie; 3] = [Tie::FamilyId, Tie::Ssn, Tie::UniqueId];

/// What of a row ties families together.
#[derive(Debug)]
struct Tied {
    line: u64,
    number: u32,
    /// Whether it is a dependent who is not skipped.
    is_counted: bool,
    primary: Option<u32>,
    by_order: bool,
    /// The keys of [`NUMBERS`].
    keys: [Option<u64>; 3],
    /// What ties it without a number.
    without_number: Option<Tie>,
}

/// Collects the first rows.
#[derive(Debug, Default)]
pub(super) struct Families(Vec<Tied>);

impl Families {
    /// Notes a row. `raw` has the unique id that a dependent shares with its employee.
    pub(super) fn see(&mut self, raw: &RawRow, checked: &Checked) {
        let record: &Record = &checked.record;
        let key = |text: &str| id_key(0, text);
        self.0.push(Tied {
            line: record.line,
            number: record.number,
            is_counted: record.is_dependent() && !checked.skipped,
            primary: record.primary_row,
            by_order: record.primary_by_order,
            keys: [
                record.family_id.value().map(|id| key(id)),
                record.ssn.as_ref().map(|ssn| key(ssn.digits())),
                raw.get(Field::UniqueId).map(key),
            ],
            without_number: match () {
                () if checked.employee_row.is_some() => Some(Tie::Row),
                () if checked.employee.is_some() => Some(Tie::NamedEmployee),
                () => None,
            },
        });
    }

    /// Adds what later rows told, and gives the line of the employee of each row.
    pub(super) fn told(&mut self, late: &[Late]) {
        let places: BTreeMap<u32, usize> = self.0.iter().enumerate().map(|(place, row)| (row.number, place)).collect();
        for late in late {
            let Some(row) = places.get(&late.number).and_then(|place| self.0.get_mut(*place)) else { continue };
            row.primary = late.primary_row.or(row.primary.filter(|_| !late.drop_primary));
            row.by_order |= late.by_order;
        }
    }

    /// The line of the employee of a row, by the number of the row.
    pub(super) fn primary_line(&self, number: u32) -> Option<u64> {
        let primary = self.row(number)?.primary?;
        self.row(primary).map(|row| row.line)
    }

    fn row(&self, number: u32) -> Option<&Tied> {
        self.0.iter().find(|row| row.number == number)
    }

    /// By what the dependents are tied.
    pub(super) fn finish(&self) -> FamilyTies {
        let mut found = FamilyTies::default();
        let mut ties: BTreeMap<Tie, (u32, u64)> = BTreeMap::new();
        for row in self.0.iter().filter(|row| row.is_counted) {
            found.dependents += 1;
            let Some(primary) = row.primary.and_then(|number| self.row(number)) else {
                found.untied += 1;
                if found.untied_lines.len() < LINES_TOLD {
                    found.untied_lines.push(row.line);
                }
                continue;
            };
            ties.entry(row.tie(primary)).or_insert((0, row.line)).0 += 1;
        }
        let tie = |(tie, (dependents, first_line)): (Tie, (u32, u64))| {
            let (by, why) = tie.text();
            FamilyTie { by: by.to_owned(), why: why.to_owned(), dependents, first_line }
        };
        found.ties = ties.into_iter().map(tie).collect();
        found
    }
}

impl Tied {
    fn tie(&self, primary: &Self) -> Tie {
        let is_shared = |at: &usize| self.keys[*at].is_some() && self.keys[*at] == primary.keys[*at];
        let shared = (0..NUMBERS.len()).find(is_shared).map(|at| NUMBERS[at]);
        match (self.without_number, shared) {
            (Some(Tie::Row), _) => Tie::Row,
            (_, Some(tie)) | (Some(tie), None) => tie,
            // A spreadsheet has taken the zeros from one of the two.
            (None, None) if !self.by_order && self.keys[0].is_some() => Tie::FamilyId,
            (None, None) if !self.by_order && self.keys[2].is_some() => Tie::UniqueId,
            (None, None) => Tie::Order,
        }
    }
}
