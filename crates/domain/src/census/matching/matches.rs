//! The answers of a matching, each made when it is asked for: a large file has a million, and with all their reasons they take more room
//! than all that they come from.

use super::evidence::MatchType;
use super::verdicts::{Judge, Place};
use super::{RowMatch, Verdict};
use crate::ids::MemberId;

/// A row's number and the least score of its match.
pub(super) type Asked = (u32, f32);

/// The threshold as it is kept: not less than it is, so that no score below it passes.
pub(super) fn kept_threshold(threshold: f64) -> f32 {
    let near = threshold as f32;
    if f64::from(near) < threshold { near.next_up() } else { near }
}

/// Which row is which member.
pub struct Matches {
    judge: Judge,
    rows: Vec<Asked>,
    members: Vec<MemberId>,
    verdicts: Vec<Verdict>,
    /// The edge of each row that is matched.
    settled: Vec<Option<Place>>,
    /// The places of the rows by their numbers; empty where they stand in that order.
    by_number: Vec<u32>,
}

/// A row that is a member.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Match {
    /// The record's number.
    pub number: u32,
    /// The member.
    pub member: MemberId,
    /// How likely it is.
    pub score: f64,
    /// The strongest evidence.
    pub match_type: MatchType,
}

impl Matches {
    pub(super) fn of(mut judge: Judge, rows: Vec<Asked>, members: Vec<MemberId>) -> Self {
        let assigned = judge.assigned();
        let thresholds = rows.iter().map(|(_, threshold)| f64::from(*threshold)).enumerate();
        let verdicts = thresholds.map(|(row, threshold)| judge.verdict(row, threshold, &assigned)).collect();
        judge.close();
        let mut by_number = Vec::new();
        if !rows.is_sorted_by_key(|row| row.0) {
            by_number.extend(0..u32::try_from(rows.len()).unwrap_or(u32::MAX));
            by_number.sort_by_key(|place: &u32| rows[*place as usize].0);
        }
        Self { judge, rows, members, verdicts, settled: assigned.of_rows, by_number }
    }

    /// All answers, in the order in which the rows came in.
    pub fn answers(&self) -> impl Iterator<Item = RowMatch> + '_ {
        (0..self.rows.len()).map(|row| self.at(row))
    }

    /// The rows that are a member, in the order in which they came in.
    pub fn settled(&self) -> impl Iterator<Item = Match> + '_ {
        let edges = (0..self.rows.len()).filter_map(|row| self.edge(row).map(|edge| (row, edge)));
        edges.map(|(row, edge)| Match {
            number: self.rows[row].0,
            member: self.members[self.judge.member(edge)],
            score: self.judge.told_score(edge, Verdict::Matched),
            match_type: self.judge.match_type(edge),
        })
    }

    /// How many rows a person is asked about.
    pub fn questions(&self) -> usize {
        self.verdicts.iter().filter(|verdict| matches!(verdict, Verdict::Undecidable(_))).count()
    }

    /// The answer for a row.
    pub fn answer(&self, number: u32) -> Option<RowMatch> {
        self.place(number).map(|row| self.at(row))
    }

    /// What is said about a row.
    pub fn verdict(&self, number: u32) -> Option<Verdict> {
        self.place(number).map(|row| self.verdicts[row])
    }

    /// The member of a row, when it is settled.
    pub fn member(&self, number: u32) -> Option<MemberId> {
        let edge = self.edge(self.place(number)?)?;
        Some(self.members[self.judge.member(edge)])
    }

    /// The members that a row is or may be, best first.
    pub fn candidates(&self, number: u32) -> impl Iterator<Item = MemberId> + '_ {
        let edges = self.place(number).map(|row| self.shown(row)).unwrap_or_default();
        edges.into_iter().map(|edge| self.members[self.judge.member(edge)])
    }

    fn at(&self, row: usize) -> RowMatch {
        let verdict = self.verdicts[row];
        let proposal = |edge| self.judge.proposal(edge, self.members[self.judge.member(edge)], verdict);
        RowMatch { number: self.rows[row].0, verdict, candidates: self.shown(row).into_iter().map(proposal).collect() }
    }

    /// The edges to the members that are shown for a row, best first.
    fn shown(&self, row: usize) -> Vec<usize> {
        match self.verdicts[row] {
            Verdict::Matched => self.edge(row).into_iter().collect(),
            Verdict::Unmatched => Vec::new(),
            Verdict::Undecidable(doubt) => self.judge.shown(row, doubt),
        }
    }

    /// The edge of a row that is matched.
    fn edge(&self, row: usize) -> Option<usize> {
        self.settled[row].filter(|_| self.verdicts[row] == Verdict::Matched).map(Place::edge)
    }

    fn place(&self, number: u32) -> Option<usize> {
        if self.by_number.is_empty() {
            return self.rows.binary_search_by_key(&number, |row| row.0).ok();
        }
        let at = self.by_number.binary_search_by_key(&number, |place| self.rows[*place as usize].0).ok()?;
        Some(self.by_number[at] as usize)
    }
}
