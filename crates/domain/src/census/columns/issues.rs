//! What is to be said about the columns of a file: headings that stand twice, rivals for one field, required columns that are missing.

use std::collections::BTreeMap;

use super::{Column, How, Mapping, REQUIRED};
use crate::census::field::Field;
use crate::census::findings::issue::{Issue, IssueKind};
use crate::census::vocabulary::owners::{Whose, owned};

/// Said of a file that has ids and no birth dates, behind what is the matter with them.
const NO_BIRTH_DATES: &str = "Members are found by their ids and keep their dates; a new member needs one.";

impl Mapping {
    /// What is to be said about the headings: those that stand twice, and required ones that are missing.
    pub fn issues(&self, heading_line: u64, multi_group: bool) -> Vec<Issue> {
        let mut issues = self.duplicate_headings(heading_line);
        issues.extend(self.rival_headings(heading_line));
        issues.extend(self.order_of_dates_issue(heading_line));
        issues.extend(self.asked_issues(heading_line));
        for field in self.needed(multi_group) {
            let mut message = self.lacking(field);
            if let Some(column) = self.likely_birth_dates().filter(|_| field == Field::DateOfBirth) {
                let called = self.columns[column].called();
                message = format!("{message} The column {called} looks like one. Map it, or leave it out.");
            }
            issues.push(Issue::of_field(heading_line, field, IssueKind::MissingColumn, message));
        }
        if self.is_by_id() {
            let told = format!("{} {NO_BIRTH_DATES}", self.lacking(Field::DateOfBirth));
            issues.push(Issue::of_field(heading_line, Field::DateOfBirth, IssueKind::NoBirthDates, told));
        }
        issues
    }

    /// What is said of a field that no column holds, or of a column of birth dates in which none stands.
    fn lacking(&self, field: Field) -> String {
        match self.births().first() {
            Some(first) if field == Field::DateOfBirth && self.are_births_blank => {
                format!("The column {} is blank.", self.columns[*first].called())
            }
            _ => format!("There is no column for {}.", field.label()),
        }
    }

    /// Columns that are left out because another one, called otherwise, holds the same of the same people.
    fn rival_headings(&self, line: u64) -> Vec<Issue> {
        let whose = Whose::of(self.columns.iter().map(|column| column.key.as_str()));
        let owner = |column: &Column| owned(&column.key).map(|(owner, _, _)| owner);
        let rivals = |field: Field| {
            let holder = &self.columns[self.column_of(field)?];
            let is_told = |column: &&Column| {
                let is_headed = whose.claim(&column.key).is_some_and(|(headed, _)| headed == field);
                // A preferred name competes with no first name.
                matches!(column.how, How::Known | How::Unmapped | How::ByValues)
                    && (column.field == Some(field) || column.field.is_none())
                    && owner(column) == owner(holder)
                    && is_headed
                    && !column.key.starts_with("preferred")
            };
            let alike: Vec<&Column> = self.columns.iter().filter(is_told).collect();
            let open = alike.iter().find(|column| column.field.is_none() && column.key != holder.key)?;
            let fate = |column: &&Column| {
                let fate = if column.field.is_some() { "read" } else { "not read" };
                format!("'{}' is {fate}", column.heading)
            };
            let told: Vec<String> = alike.iter().map(fate).collect();
            let said = format!("{} columns are headed as {}: {}.", alike.len(), field.label(), told.join(", "));
            (holder.how != How::ByHand).then(|| beside(line, open, said))
        };
        REQUIRED.into_iter().chain([Field::Status]).filter_map(rivals).collect()
    }

    fn duplicate_headings(&self, line: u64) -> Vec<Issue> {
        let mut by_key: BTreeMap<&str, Vec<&Column>> = BTreeMap::new();
        for column in self.columns.iter().filter(|column| !column.key.is_empty()) {
            by_key.entry(&column.key).or_default().push(column);
        }
        let mut repeated: Vec<Vec<&Column>> = by_key.into_values().filter(|alike| alike.len() > 1).collect();
        // In the order of the second ones.
        repeated.sort_by_key(|alike| alike[1].index);
        let mut issues = Vec::new();
        for alike in repeated {
            let told: Vec<String> = alike.iter().map(|column| fate(column)).collect();
            let message = format!("{} columns are headed '{}': {}.", alike.len(), alike[0].heading, told.join(", "));
            issues.push(beside(line, alike[0], message));
        }
        issues
    }
}

/// A warning about a heading beside others.
fn beside(line: u64, column: &Column, message: String) -> Issue {
    Issue { line, key: Some(column.heading.clone()), kind: IssueKind::DuplicateHeader, message, value: None }
}

/// What becomes of a column, in a few words.
fn fate(column: &Column) -> String {
    match column.field {
        Some(field) => format!("column {} is read as {}", column.index + 1, field.label()),
        None => format!("column {} is not read", column.index + 1),
    }
}
