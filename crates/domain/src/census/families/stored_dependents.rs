//! Who is somebody's dependent already, so that nobody is asked about it (rules.md#dependents-and-primaries).

use std::collections::HashSet;

use super::super::keys::person_key;
use super::super::record::Record;
use super::super::same_person;

/// The members of a group who are somebody's dependents already: the order of the rows is not asked about them.
#[derive(Debug, Clone, Default)]
pub struct StoredDependents(HashSet<u64>);

impl StoredDependents {
    /// Adds one.
    pub fn add(&mut self, first_name: &str, last_name: &str, born: chrono::NaiveDate) {
        self.0.insert(person_key(first_name, last_name, born));
    }

    pub(super) fn holds(&self, record: &Record) -> bool {
        same_person::person(record).is_some_and(|key| self.0.contains(&key))
    }
}
