//! The lines that divide a list, with the rows below each.

use std::collections::BTreeMap;

use super::LayoutSection;
use crate::census::source::raw::RawRow;

/// So many sections are told; a file with more is divided by something else than people.
const MOST_TOLD: usize = 100;

/// Collects the sections while rows are read.
#[derive(Debug, Default)]
pub(super) struct Sections(BTreeMap<(u64, bool), LayoutSection>);

impl Sections {
    /// Notes the sections that a row stands in.
    pub(super) fn see(&mut self, raw: &RawRow) {
        if let Some(section) = &raw.section {
            self.count((section.line, &section.title), "Left", section.answer, raw.line);
        }
        if let Some(family) = &raw.family {
            self.count((family.section.line(), family.section.title()), "Dependents", None, raw.line);
        }
    }

    fn count(&mut self, (line, title): (u64, &str), kind: &str, answer: Option<bool>, row: u64) {
        let key = (line, kind == "Dependents");
        if self.0.len() == MOST_TOLD && !self.0.contains_key(&key) {
            return;
        }
        let section = self.0.entry(key).or_insert_with(|| LayoutSection {
            line,
            title: title.to_owned(),
            kind: kind.to_owned(),
            first_line: row,
            answer,
            ..LayoutSection::default()
        });
        section.last_line = row;
        section.rows = section.rows.saturating_add(1);
    }

    /// The sections in the order of the file.
    pub(super) fn finish(self) -> Vec<LayoutSection> {
        self.0.into_values().collect()
    }
}
