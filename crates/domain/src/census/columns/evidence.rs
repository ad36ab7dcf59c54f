//! Weighs what a file shows where neither a heading nor a user has decided, and says what is to be said and asked of its columns.
//!
//! Each [`Evidence`] speaks for one claim. [`weigh`] takes the claim with the greatest weight, and asks where another one is near.

use super::{How, Mapping};
use crate::census::field::Field;
use crate::census::findings::issue::{Issue, IssueKind};

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
    /// What is to be said and asked about the columns, and about required ones that are missing.
    pub fn issues(&self, heading_line: u64, multi_group: bool) -> Vec<Issue> {
        let mut issues = self.asked_issues(heading_line);
        issues.extend(self.order_of_dates_issue(heading_line));
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
        match self.column_of(Field::DateOfBirth) {
            Some(column) if field == Field::DateOfBirth && self.are_births_blank => {
                format!("The column {} is blank.", self.columns[column].called())
            }
            _ => format!("There is no column for {}.", field.label()),
        }
    }
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
