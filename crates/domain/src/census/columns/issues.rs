//! What is to be said about the columns of a file: headings that stand twice, rivals for one field, required columns that are missing.

use super::{Column, How, Mapping, REQUIRED};
use crate::census::field::Field;
use crate::census::findings::issue::{Issue, IssueKind};
use crate::census::vocabulary::owners::Whose;

/// Said of a file that has ids and no birth dates, behind what is the matter with them.
const NO_BIRTH_DATES: &str = "Members are found by their ids and keep their dates; a new member needs one.";

impl Mapping {
    /// What is to be said about the headings: those that stand twice, and required ones that are missing.
    pub fn issues(&self, heading_line: u64, multi_group: bool) -> Vec<Issue> {
        let mut issues = self.alike_headings(heading_line);
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

    /// Columns with the same heading, and those of which one is left out because another one, called otherwise, holds the same of the same people.
    fn alike_headings(&self, line: u64) -> Vec<Issue> {
        let whose = Whose::of(self.columns.iter().map(|column| column.key.as_str()));
        let rival = |column: &Column| {
            let (field, _) = whose.claim(&column.key)?;
            // A preferred name competes with no first name.
            let is_rival =
                (REQUIRED.contains(&field) || field == Field::Status) && !column.key.starts_with("preferred");
            is_rival.then_some((column.owner(), field))
        };
        let is_alike =
            |one: &Column, other: &Column| one.key == other.key || (rival(one).is_some() && rival(one) == rival(other));
        let mut groups: Vec<Vec<&Column>> = Vec::new();
        for column in self.columns.iter().filter(|column| !column.key.is_empty()) {
            match groups.iter_mut().find(|alike| is_alike(alike[0], column)) {
                Some(alike) => alike.push(column),
                None => groups.push(vec![column]),
            }
        }
        let issue = |alike: Vec<&Column>| {
            let is_same = alike.iter().all(|column| column.key == alike[0].key);
            let is_open =
                alike.iter().any(|column| column.is_open()) && alike.iter().all(|column| column.how != How::ByHand);
            let headed = match alike[0].headed().filter(|_| !is_same) {
                Some(field) => format!("as {}", field.label()),
                None => format!("'{}'", alike[0].heading),
            };
            let fates: Vec<String> = alike.iter().map(|column| fate(column)).collect();
            let message = format!("{} columns are headed {headed}: {}.", alike.len(), fates.join(", "));
            let open = alike.iter().find(|column| column.is_open() && !is_same).unwrap_or(&alike[0]);
            (alike.len() > 1 && (is_same || is_open)).then(|| beside(line, open, message))
        };
        groups.into_iter().filter_map(issue).collect()
    }
}

/// A warning about a heading beside others.
fn beside(line: u64, column: &Column, message: String) -> Issue {
    Issue { line, key: Some(column.heading.clone()), kind: IssueKind::DuplicateHeader, message, value: None }
}

/// What becomes of a column, in a few words.
fn fate(column: &Column) -> String {
    let read = column.field.map_or_else(|| "not read".to_owned(), |field| format!("read as {}", field.label()));
    format!("column {} '{}' is {read}", column.index + 1, column.heading)
}
