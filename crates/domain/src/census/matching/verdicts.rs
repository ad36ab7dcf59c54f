//! From scores to answers: who is matched, who is nobody, and where a person has to choose.

use super::evidence::Doubt;
use super::graph::{Edge, Graph};
use super::levels::Field;
use super::profile::People;
use super::reasons::reasons;
use super::relatives::Relatives;
use super::rounds::Scored;
use super::{Proposal, RowMatch, Verdict, ids, rules};
use crate::ids::MemberId;

/// A row's number and the least score of its match.
pub(super) type Asked = (u32, f64);

/// The most members that are shown for one row in doubt.
const MOST_SHOWN: usize = 10;
/// A member below this score is not shown, and nobody's match.
const LEAST_SHOWN: f64 = 0.05;
/// A row that may be a member with this score, though not enough, is worth a question: made a new member in silence it would stand on
/// the roster twice.
const WORTH_ASKING: f64 = 0.25;
/// Two that score so near each other cannot be told apart.
const TIED: f64 = 0.9;
/// The score of what cannot be told apart is at most this.
const UNDECIDED: f64 = 0.49;
/// How much better (natural logarithm) another member must fit, the id aside, for an id to be questioned: a hundredfold.
const FAR_BETTER: f64 = 4.6;

/// The answers, in the order of the rows.
pub(super) fn verdicts(people: &People, scored: &Scored, rows: &[Asked], members: &[MemberId]) -> Vec<RowMatch> {
    let judge = Judge { people, scored, rows, members, held: held_back(people, scored) };
    let assigned = judge.assigned();
    (0..rows.len()).map(|row| judge.judge(row, &assigned)).collect()
}

/// Why a rule holds an edge back.
fn held_back(people: &People, scored: &Scored) -> Vec<Option<Doubt>> {
    let shows_households = scored.model.shows_households();
    let relatives = Relatives::of(people, &scored.graph, shows_households);
    let held = |edge: &Edge| {
        let (row, member) = (&people.rows[edge.row as usize], &people.members[edge.member as usize]);
        if ids::is_questioned(edge.levels) {
            Some(Doubt::IdOfAnother)
        } else if rules::is_too_little(edge.levels, !shows_households) {
            Some(Doubt::TooLittle)
        } else if rules::is_parent_and_child(edge.levels, row, member) {
            Some(Doubt::ParentOrChild)
        } else {
            relatives.doubt(people, edge)
        }
    };
    scored.graph.edges().iter().map(held).collect()
}

struct Judge<'a> {
    people: &'a People,
    scored: &'a Scored,
    rows: &'a [Asked],
    members: &'a [MemberId],
    /// For each edge of the graph.
    held: Vec<Option<Doubt>>,
}

/// The member of each row and the row of each member, by the places of their edges.
struct Assigned {
    of_rows: Vec<Option<usize>>,
    of_members: Vec<Option<usize>>,
}

impl Judge<'_> {
    fn graph(&self) -> &Graph {
        &self.scored.graph
    }

    /// The score of an edge after the rules.
    fn score(&self, edge: usize) -> f64 {
        let score = self.graph().edges()[edge].score;
        if self.held[edge].is_some() { score.min(rules::HELD_BACK) } else { score }
    }

    /// One member a row and one row a member, the best first. Equal scores go by weight, then by order; they come out as doubts.
    fn assigned(&self) -> Assigned {
        let edges = self.graph().edges();
        let mut order: Vec<usize> = (0..edges.len()).filter(|at| self.score(*at) >= LEAST_SHOWN).collect();
        order.sort_by(|one, other| {
            let by_score = self.score(*other).total_cmp(&self.score(*one));
            by_score.then(edges[*other].ratio.total_cmp(&edges[*one].ratio)).then(one.cmp(other))
        });
        let mut assigned =
            Assigned { of_rows: vec![None; self.graph().rows()], of_members: vec![None; self.graph().members()] };
        for at in order {
            let (row, member) = (edges[at].row as usize, edges[at].member as usize);
            if assigned.of_rows[row].is_none() && assigned.of_members[member].is_none() {
                (assigned.of_rows[row], assigned.of_members[member]) = (Some(at), Some(at));
            }
        }
        assigned
    }

    fn judge(&self, row: usize, assigned: &Assigned) -> RowMatch {
        let (number, threshold) = self.rows[row];
        let doubt = self.doubt(row, threshold, assigned);
        let matched = assigned.of_rows[row].filter(|edge| self.score(*edge) >= threshold);
        let (verdict, shown) = match (doubt, matched) {
            (Some(doubt), _) => (Verdict::Undecidable(doubt), self.shown(row, doubt)),
            (None, Some(edge)) => (Verdict::Matched, vec![self.proposal(edge, 1.0)]),
            (None, None) => (Verdict::Unmatched, Vec::new()),
        };
        // A doubt without anybody to choose from is none.
        let verdict = if shown.is_empty() { Verdict::Unmatched } else { verdict };
        RowMatch { number, verdict, candidates: shown }
    }

    /// The places of a row's edges.
    fn edges_of(&self, row: usize) -> std::ops::Range<usize> {
        self.graph().places_of_row(row)
    }

    fn doubt(&self, row: usize, threshold: f64, assigned: &Assigned) -> Option<Doubt> {
        let edges = self.graph().edges();
        if self.edges_of(row).any(|edge| self.is_questionable(edge)) {
            return Some(Doubt::IdOfAnother);
        }
        let best = self.edges_of(row).max_by(|one, other| edges[*one].score.total_cmp(&edges[*other].score))?;
        let score = edges[best].score;
        let others = || self.edges_of(row).filter(|edge| *edge != best).map(|edge| edges[edge].score);
        let rivals = || {
            let same_member = self.graph().of_member(edges[best].member as usize);
            same_member.filter(|edge| edge.row as usize != row).map(|edge| edge.score)
        };
        let tied = |other: f64| other.min(score) > TIED * other.max(score);
        let doubtful = |sum: f64, next: f64| sum >= threshold.max(LEAST_SHOWN) && tied(next);
        let largest = |scores: &mut dyn Iterator<Item = f64>| scores.fold(0.0, f64::max);
        let among_members = score + others().sum::<f64>();
        if doubtful(among_members, largest(&mut others())) {
            Some(Doubt::SeveralMembers)
        } else if doubtful(score + rivals().sum::<f64>(), largest(&mut rivals())) {
            Some(Doubt::SeveralRows)
        } else if assigned.of_rows[row].is_some_and(|edge| self.score(edge) >= threshold) {
            // Whoever may be of the member's family is asked about, however low the threshold.
            self.held[best].filter(|held| matches!(held, Doubt::ParentOrChild | Doubt::Twin))
        } else if score >= threshold {
            self.held[best].or(Some(Doubt::TooLittle))
        } else if among_members >= threshold {
            Some(Doubt::SeveralMembers)
        } else if score >= WORTH_ASKING {
            Some(Doubt::TooLittle)
        } else {
            self.is_taken(row, assigned).then_some(Doubt::AlreadyTaken)
        }
    }

    /// Whether the id names somebody else: the member who bears it, or another member who fits the row far better without it.
    fn is_questionable(&self, edge: usize) -> bool {
        let held = &self.graph().edges()[edge];
        if !ids::is_settled(held.levels) {
            return ids::is_questioned(held.levels);
        }
        let without_id = |edge: &Edge| self.scored.model.weigh(edge.levels.with(Field::Id, 0), edge.member).ratio;
        let others = self.graph().of_row(held.row as usize).iter().filter(|other| other.member != held.member);
        let mut others = others.peekable();
        others.peek().is_some() && {
            let own = without_id(held);
            others.any(|other| without_id(other) > own + FAR_BETTER)
        }
    }

    /// Whether a row is surely a member whom another row has taken: the same person twice in the file.
    fn is_taken(&self, row: usize, assigned: &Assigned) -> bool {
        let edges = self.graph().edges();
        self.edges_of(row).any(|edge| {
            let rival = assigned.of_members[edges[edge].member as usize];
            rules::is_surely_named(edges[edge].levels) && rival.is_some_and(|rival| rival != edge)
        })
    }

    /// The members in question, best first.
    fn shown(&self, row: usize, doubt: Doubt) -> Vec<Proposal> {
        let edges = self.graph().edges();
        let in_question = |edge: &usize| match doubt {
            Doubt::IdOfAnother => edges[*edge].ratio > 0.0 || self.is_questionable(*edge),
            Doubt::AlreadyTaken => rules::is_surely_named(edges[*edge].levels),
            _ => edges[*edge].score >= LEAST_SHOWN,
        };
        let mut shown: Vec<usize> = self.edges_of(row).filter(in_question).collect();
        shown.sort_by(|one, other| {
            let by_score = self.score(*other).total_cmp(&self.score(*one));
            by_score.then(edges[*other].ratio.total_cmp(&edges[*one].ratio)).then(one.cmp(other))
        });
        shown.into_iter().take(MOST_SHOWN).map(|edge| self.proposal(edge, UNDECIDED)).collect()
    }

    fn proposal(&self, at: usize, most: f64) -> Proposal {
        let edge = &self.graph().edges()[at];
        let (row, member) = (&self.people.rows[edge.row as usize], &self.people.members[edge.member as usize]);
        Proposal {
            member: self.members[edge.member as usize],
            match_type: rules::match_type(edge.levels),
            score: self.score(at).min(most).clamp(0.0, 1.0),
            reasons: reasons(&self.scored.model, edge.levels),
            caution: rules::caution(edge.levels, row, member),
        }
    }
}
