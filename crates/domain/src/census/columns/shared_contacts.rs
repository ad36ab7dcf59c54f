//! A phone or an e-mail address that most rows have: it is an office's or a broker's, and nobody's own (rules.md#shared-contacts).

use std::collections::{HashMap, HashSet};

use super::{How, Mapping};
use crate::census::cells::{clean, is_placeholder, word_key};
use crate::census::field::Field;
use crate::census::findings::issue::{Issue, IssueKind};
use crate::census::source::lines::Row;
use crate::census::source::raw::RawRow;
use crate::text::fold;

/// So many last names at least have it: a household is of fewer.
const FEWEST_NAMES: usize = 4;

/// The values that are nobody's own.
#[derive(Debug, Default)]
pub(in crate::census) struct SharedContacts(Vec<(Field, String)>);

impl SharedContacts {
    /// Those of the columns that no person has mapped for this file.
    pub(super) fn among(mapping: &Mapping, people: &[&Row]) -> Self {
        let last = [Field::LastName, Field::FullName].into_iter().find_map(|field| mapping.column_of(field));
        let Some(last) = last else { return Self::default() };
        let shared = |field: Field| {
            let place = mapping.column_of(field).filter(|place| mapping.columns[*place].how != How::ByHand)?;
            let mut rows: HashMap<String, (usize, HashSet<String>)> = HashMap::new();
            for row in people.iter().filter(|row| !is_placeholder(clean(row.cell(place)))) {
                let (count, names) = rows.entry(word_key(row.cell(place))).or_default();
                *count += 1;
                names.insert(fold(clean(row.cell(last))));
            }
            let is_shared = |(value, (count, names)): &(String, (usize, HashSet<String>))| {
                !value.is_empty() && count * 2 > people.len() && names.len() >= FEWEST_NAMES
            };
            rows.into_iter().find(is_shared).map(|(value, _)| (field, value))
        };
        Self([Field::Email, Field::CellPhone, Field::HomePhone].into_iter().filter_map(shared).collect())
    }

    /// Leaves such a value out of a record.
    pub(in crate::census) fn leave_out(&self, raw: &mut RawRow) {
        for (field, value) in &self.0 {
            if raw.get(*field).is_some_and(|text| word_key(text) == *value) {
                raw.set(*field, "");
            }
        }
    }

    /// Says once for each column that its common value is stored of nobody.
    pub(in crate::census) fn issues(&self, mapping: &Mapping, line: u64) -> Vec<Issue> {
        let issue = |(field, _): &(Field, String)| {
            let heading = &mapping.columns[mapping.column_of(*field)?].heading;
            let message = format!(
                "Most rows have the same value in '{heading}', as of an office or a broker. It is left out; other values are read."
            );
            Some(Issue { line, key: Some(heading.clone()), kind: IssueKind::SharedContact, message, value: None })
        };
        self.0.iter().filter_map(issue).collect()
    }
}
