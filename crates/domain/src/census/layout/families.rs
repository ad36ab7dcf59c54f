//! How the dependents among the first rows are tied to their employees (rules.md#dependents-and-primaries).

use std::collections::BTreeMap;

use super::{FamilyTie, FamilyTies};
use crate::census::cells::keys::id_key;
use crate::census::families::Late;
use crate::census::field::Field;
use crate::census::people::record::Record;
use crate::census::people::validate::Checked;
use crate::census::source::raw::RawRow;

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
    Section,
    Order,
}

impl Tie {
    const fn name(self) -> &'static str {
        match self {
            Self::Row => "Row",
            Self::FamilyId => "FamilyId",
            Self::Ssn => "SSN",
            Self::UniqueId => "UniqueId",
            Self::NamedEmployee => "NamedEmployee",
            Self::Section => "Section",
            Self::Order => "Order",
        }
    }

    const fn why(self) -> &'static str {
        match self {
            Self::Row => "They stand in the row of their employee.",
            Self::FamilyId => "They have the Family ID of their employee.",
            Self::Ssn => "They have the SSN of their employee.",
            Self::UniqueId => "They have the Unique ID of their employee.",
            Self::NamedEmployee => "Their rows name the employee.",
            Self::Section => "They stand in a section of dependents and share last name or home with one employee.",
            Self::Order => "They stand below an employee with the same last name, address or phone.",
        }
    }
}

/// What of a row ties families together.
#[derive(Debug)]
struct Tied {
    line: u64,
    number: u32,
    is_dependent: bool,
    is_skipped: bool,
    primary: Option<u32>,
    by_order: bool,
    family_id: Option<u64>,
    ssn: Option<u64>,
    unique_id: Option<u64>,
    names_employee: bool,
    in_section: bool,
    in_row: bool,
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
            is_dependent: record.is_dependent(),
            is_skipped: checked.skipped,
            primary: record.primary_row,
            by_order: record.primary_by_order,
            family_id: record.family_id.value().map(|id| key(id)),
            ssn: record.ssn.as_ref().map(|ssn| key(ssn.digits())),
            unique_id: raw.get(Field::UniqueId).map(key),
            names_employee: checked.employee.is_some(),
            in_row: checked.employee_row.is_some(),
            in_section: checked.family.as_ref().is_some_and(|family| family.is_apart),
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
        for row in self.0.iter().filter(|row| row.is_dependent && !row.is_skipped) {
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
        found.ties = ties
            .into_iter()
            .map(|(tie, (dependents, first_line))| FamilyTie {
                by: tie.name().to_owned(),
                why: tie.why().to_owned(),
                dependents,
                first_line,
            })
            .collect();
        found
    }
}

impl Tied {
    fn tie(&self, primary: &Self) -> Tie {
        let shares = |own: Option<u64>, other: Option<u64>| own.is_some() && own == other;
        match () {
            () if self.in_row => Tie::Row,
            () if shares(self.family_id, primary.family_id) => Tie::FamilyId,
            () if shares(self.ssn, primary.ssn) => Tie::Ssn,
            () if shares(self.unique_id, primary.unique_id) => Tie::UniqueId,
            () if self.names_employee => Tie::NamedEmployee,
            () if self.in_section => Tie::Section,
            // A spreadsheet has taken the zeros from one of the two.
            () if !self.by_order && self.family_id.is_some() => Tie::FamilyId,
            () if !self.by_order && self.unique_id.is_some() => Tie::UniqueId,
            () => Tie::Order,
        }
    }
}
