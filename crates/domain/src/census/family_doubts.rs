//! What makes doubtful whose dependent somebody is. It holds nobody back where it is a second spouse of one employee, or an employee whom only
//! the order of the rows tells and who has another last name and lives elsewhere; who may be no dependent at all waits for a person.

use std::collections::HashMap;

use super::families::Place;
use super::field::Field;
use super::homes::{Home, last_name};
use super::issue::{Issue, IssueKind};
use super::record::Record;
use super::validate::Checked;
use super::values::Relationship;
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

/// Whether nothing but the order speaks for the employee above: last name and address of the two are not the same.
pub(super) fn is_stranger(record: &Record, above: Option<Home>) -> bool {
    let has_other_name = |above: &Home| last_name(record).is_some_and(|name| name != above.last_name());
    let lives_elsewhere = |above: Home| Home::of(record).is_some_and(|own| own.lives_elsewhere(&above));
    above.filter(has_other_name).is_some_and(lives_elsewhere)
}

/// What is told of a dependent who [`is_stranger`] to the employee above.
pub(super) fn stranger(dependent: Place, employee: Place) -> Issue {
    let message = format!(
        "Read as a dependent of the employee in {employee}, who stands above it. Last name and address are not the same: check whose \
         dependent the person is."
    );
    Issue::of_row(dependent.line.into(), IssueKind::OtherHome, message)
}
