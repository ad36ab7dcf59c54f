//! A phone or an e-mail address that most rows have is an office's or a broker's (rules.md#shared-contacts).

use std::collections::{HashMap, HashSet};

use super::{How, Mapping};
use crate::census::cells::{clean, is_placeholder, word_key};
use crate::census::field::Field;
use crate::census::findings::issue::{Issue, IssueKind};
use crate::census::source::RawRow;
use crate::census::source::lines::Row;
use crate::text::fold;

/// So many last names and numbers at least have it: a household is of fewer.
const FEWEST: usize = 4;

/// The values that belong to an office or a broker.
#[derive(Debug, Default)]
pub(in crate::census) struct SharedContacts(Vec<(Field, String)>);

impl SharedContacts {
    /// Those of the columns that no person has mapped for this file.
    pub(super) fn among(mapping: &Mapping, people: &[&Row]) -> Self {
        let place = |fields: [Field; 2]| fields.into_iter().find_map(|field| mapping.column_of(field));
        let Some(last) = place([Field::LastName, Field::FullName]) else { return Self::default() };
        let number = place([Field::FamilyId, Field::UniqueId]).unwrap_or(last);
        let shared = |field: Field| {
            let place = mapping.column_of(field).filter(|place| mapping.columns[*place].how != How::ByHand)?;
            let mut rows: HashMap<String, Vec<&Row>> = HashMap::new();
            for row in people.iter().filter(|row| !is_placeholder(clean(row.cell(place)))) {
                rows.entry(word_key(row.cell(place))).or_default().push(row);
            }
            let different = |rows: &[&Row], place| {
                rows.iter().map(|row| fold(clean(row.cell(place)))).collect::<HashSet<_>>().len() >= FEWEST
            };
            let is_shared = |(value, rows): &(String, Vec<&Row>)| {
                !value.is_empty() && rows.len() * 2 > people.len() && different(rows, last) && different(rows, number)
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

    /// Returns one warning for each column of which a value is left out.
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
