//! The stored dependents of a group: the order of the rows raises no question about their employee (rules.md#dependents-and-primaries).

use std::collections::HashSet;

use super::same_person;
use crate::census::cells::keys::person_key;
use crate::census::people::record::Record;

/// The members of a group that are stored as dependents.
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
