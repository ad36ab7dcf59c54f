//! Weighs what a file shows where neither a heading nor a user has decided, and says what is to be said and asked of its columns.
//!
//! Each [`Evidence`] speaks for one claim. [`weigh`] takes the claim with the greatest weight, and asks where another one is near.

use super::{Column, How, Mapping, REQUIRED};
use crate::census::field::Field;
use crate::census::findings::issue::{Issue, IssueKind};
use crate::census::vocabulary::owners::Whose;

/// A reason for a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Evidence<T> {
    /// What it speaks for.
    pub(super) claim: T,
    /// How much it weighs.
    pub(super) weight: u32,
}

/// What the evidence comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Verdict<T> {
    /// Nothing that is near speaks against it.
    Sure(T),
    /// A person says it; the best claim comes first.
    Ask(Vec<T>),
}

/// A claim that weighs less is not raised.
const FLOOR: u32 = 6;
/// The best claim is sure where it weighs so many times as much as the second.
const CLEARLY: u32 = 2;

/// Returns what the evidence comes to; `None` where no claim weighs enough.
pub(super) fn weigh<T: Copy + PartialEq>(evidence: impl IntoIterator<Item = Evidence<T>>) -> Option<Verdict<T>> {
    let mut claims: Vec<Evidence<T>> = Vec::new();
    for one in evidence.into_iter().filter(|one| one.weight > 0) {
        match claims.iter_mut().find(|known| known.claim == one.claim) {
            Some(known) => known.weight += one.weight,
            None => claims.push(one),
        }
    }
    claims.sort_by_key(|claim| std::cmp::Reverse(claim.weight));
    let best = claims.first().filter(|best| best.weight >= FLOOR)?.weight;
    let near: Vec<T> = claims.iter().filter(|one| one.weight * CLEARLY > best).map(|one| one.claim).collect();
    Some(if near.len() == 1 { Verdict::Sure(near[0]) } else { Verdict::Ask(near) })
}

/// A column of which a person has to say what it holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Asked {
    /// The column that is mapped or left out.
    pub(super) place: usize,
    /// The question.
    pub(super) message: String,
}

impl Mapping {
    /// The columns of which a person has to say what they hold.
    pub(in crate::census) fn asked(&self) -> impl Iterator<Item = usize> + '_ {
        self.open_questions().map(|asked| asked.place)
    }

    fn open_questions(&self) -> impl Iterator<Item = &Asked> {
        let is_decided = |place: usize| matches!(self.columns[place].how, How::ByHand | How::Remembered);
        self.asked.iter().filter(move |asked| !is_decided(asked.place))
    }

    /// The questions what a column holds.
    pub(super) fn asked_issues(&self, line: u64) -> Vec<Issue> {
        let issue = |asked: &Asked| {
            let key = Some(self.columns[asked.place].heading.clone());
            Issue { line, key, kind: IssueKind::PeopleBeside, message: asked.message.clone(), value: None }
        };
        self.open_questions().map(issue).collect()
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_is_sure_where_no_other_is_near() {
        let weighed = |weights: &[(char, u32)]| {
            weigh(weights.iter().map(|(claim, weight)| Evidence { claim: *claim, weight: *weight }))
        };
        for (weights, expected) in [
            (&[('a', 6)][..], Some(Verdict::Sure('a'))),
            (&[('a', 3), ('a', 3)], Some(Verdict::Sure('a'))),
            (&[('a', 5)], None),
            (&[('a', 3), ('b', 6)], Some(Verdict::Sure('b'))),
            (&[('a', 4), ('b', 7)], Some(Verdict::Ask(vec!['b', 'a']))),
            (&[('a', 0), ('b', 0)], None),
            (&[], None),
        ] {
            assert_eq!(weighed(weights), expected, "{weights:?}");
        }
    }
}
