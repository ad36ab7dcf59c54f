//! What makes doubtful whose dependent somebody is. A second spouse of one employee goes in with a warning. A dependent whom only the order
//! of the rows gives to an employee waits for a person, and so does a row that may be no dependent at all.

use std::collections::{HashMap, HashSet};

use super::homes::{Home, SharedHome, last_name};
use super::same_person;
use super::ties::Place;
use crate::census::cells::person_key;
use crate::census::field::Field;
use crate::census::findings::issue::{Issue, IssueKind};
use crate::census::people::record::Record;
use crate::census::people::validate::Checked;
use crate::census::vocabulary::roles::Relationship;
use crate::members::Status;

/// The spouses and partners of a file by the numbers of their employees.
#[derive(Debug, Default)]
pub(super) struct Spouses(HashMap<u32, Place>);

impl Spouses {
    /// Takes up somebody who [`is_spouse`]; of an employee who has one already it is told.
    pub(super) fn add(&mut self, spouse: Place, employee: Place) -> Option<Issue> {
        let first = *self.0.entry(employee.number).or_insert(spouse);
        (first.number != spouse.number).then(|| {
            let message = format!("The employee in {employee} already has a spouse or partner in {first}.");
            Issue::of_field(spouse.line.into(), Field::Relationship, IssueKind::SecondSpouse, message)
        })
    }
}

/// Whether a record is an employee's spouse or partner, and has not left as one.
pub(super) fn is_spouse(record: &Record) -> bool {
    let relationship = record.relationship.value();
    matches!(relationship, Some(Relationship::Spouse | Relationship::Partner))
        && record.status.value() != Some(&Status::InActive)
}

/// Whether a word that nobody knows is all that makes somebody a dependent, and the employee above has another last name: the column does not
/// say that they belong together (rules.md#dependents-and-primaries).
pub(super) fn may_be_employee(checked: &Checked, above: Option<Home>) -> bool {
    let is_unknown = checked.issues.iter().any(|issue| issue.kind == IssueKind::UnknownRelationship);
    let is_told = checked.record.member_type.value().is_some();
    is_unknown && !is_told && last_name(&checked.record) != above.map(|above| above.last_name())
}

/// What more than the order speaks for the employee above (rules.md#dependents-and-primaries).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Belongs {
    /// The whole last name.
    ByName,
    /// An address or a phone, unless more employees of the file have it than live in a household.
    ByHome(SharedHome),
    /// Nothing.
    No,
}

/// What speaks for the employee above.
pub(super) fn belongs_to(record: &Record, above: Option<Home>) -> Belongs {
    let (Some(own), Some(above)) = (Home::of(record), above) else { return Belongs::No };
    let shared = own.shared(&above);
    match () {
        () if own.shares_name(&above) => Belongs::ByName,
        () if shared.is_none() => Belongs::No,
        () => Belongs::ByHome(shared),
    }
}

/// What is told of a dependent whom only the order of the rows gives to an employee.
pub(super) fn by_order_only(dependent: Place, employee: Place, field: Field) -> Issue {
    let message = format!(
        "Nothing but the order of the rows says that this is a dependent of the employee in {employee}: neither last name nor address is the \
         same. Choose the employee or skip this row."
    );
    Issue::of_field(dependent.line.into(), field, IssueKind::OrphanDependent, message)
}

/// The members of a group that are stored as dependents: the order of the rows raises no question about their employee
/// (rules.md#dependents-and-primaries).
#[derive(Debug, Clone, Default)]
pub struct StoredDependents(HashSet<u64>);

impl StoredDependents {
    /// Adds a dependent by name and date of birth.
    pub fn add(&mut self, first_name: &str, last_name: &str, born: chrono::NaiveDate) {
        self.0.insert(person_key(first_name, last_name, born));
    }

    pub(super) fn holds(&self, record: &Record) -> bool {
        same_person::person(record).is_some_and(|key| self.0.contains(&key))
    }
}
