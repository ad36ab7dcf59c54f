//! From scores to answers: who is matched, who is nobody, and where a person has to choose.

use std::cmp::Ordering;
use std::num::NonZeroU32;

use super::evidence::{Caution, Doubt, MatchType};
use super::graph::{Edge, Graph};
use super::levels::Field;
use super::model::Model;
use super::profile::People;
use super::reasons::reasons;
use super::relatives::Relatives;
use super::rounds::Scored;
use super::two_threads::on_two_threads;
use super::{Proposal, Verdict, ids, rules};
use crate::ids::MemberId;

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

/// The member of each row and the row of each member, by the places of their edges.
pub(super) struct Assigned {
    pub of_rows: Vec<Option<Place>>,
    of_members: Vec<Option<Place>>,
}

/// The place of an edge, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place(NonZeroU32);

impl Place {
    fn of(edge: usize) -> Option<Self> {
        u32::try_from(edge + 1).ok().and_then(NonZeroU32::new).map(Self)
    }

    pub(super) const fn edge(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// What is said of an edge beside its score.
#[derive(Debug, Clone, Copy)]
struct Said {
    /// Why a rule holds it back.
    held: Option<Doubt>,
    caution: Option<Caution>,
}

/// Scored edges with what rules say of them.
pub(super) struct Judge {
    graph: Graph,
    model: Model,
    /// For each edge of the graph.
    said: Vec<Said>,
    /// How many members there are.
    members: usize,
}

impl Judge {
    pub(super) fn of(people: &People, Scored { graph, model }: Scored) -> Self {
        let shows_households = model.shows_households();
        let relatives = Relatives::of(people, &graph, shows_households);
        let said = |edge: &Edge| {
            let (row, member) = (people.rows.get(edge.row as usize), people.members.get(edge.member as usize));
            let held = if ids::is_questioned(edge.levels) {
                Some(Doubt::IdOfAnother)
            } else if rules::is_too_little(edge.levels, relatives.are_out_of_sight(people, edge)) {
                Some(Doubt::TooLittle)
            } else if rules::is_parent_and_child(edge.levels, &row, &member) {
                Some(Doubt::ParentOrChild)
            } else {
                relatives.doubt(people, edge)
            };
            Said { held, caution: rules::caution(people, edge.levels, &row, &member) }
        };
        let said = on_two_threads(graph.edges(), [&mut (), &mut ()], |edges, ()| edges.iter().map(said).collect());
        Self { said, members: graph.members(), graph, model }
    }

    /// The score of an edge after the rules.
    fn score(&self, edge: usize) -> f64 {
        let score = f64::from(self.graph.edges()[edge].score);
        if self.said[edge].held.is_some() { score.min(rules::HELD_BACK) } else { score }
    }

    /// One member a row and one row a member, the best first. Equal scores go by weight, then by order; they come out as doubts.
    pub(super) fn assigned(&self) -> Assigned {
        let edges = self.graph.edges();
        let places = (0..u32::try_from(edges.len()).unwrap_or(u32::MAX)).map(|at| at as usize);
        let mut order: Vec<u32> = places.filter(|at| self.score(*at) >= LEAST_SHOWN).map(|at| at as u32).collect();
        order.sort_unstable_by(|one, other| self.better(*one as usize, *other as usize));
        let mut assigned =
            Assigned { of_rows: vec![None; self.graph.rows()], of_members: vec![None; self.graph.members()] };
        for at in order.into_iter().map(|at| at as usize) {
            let (row, member) = (edges[at].row as usize, edges[at].member as usize);
            if assigned.of_rows[row].is_none() && assigned.of_members[member].is_none() {
                (assigned.of_rows[row], assigned.of_members[member]) = (Place::of(at), Place::of(at));
            }
        }
        assigned
    }

    /// The better of two edges is less.
    fn better(&self, one: usize, other: usize) -> Ordering {
        let ratio = |edge: usize| self.graph.edges()[edge].ratio;
        let by_score = self.score(other).total_cmp(&self.score(one));
        by_score.then(ratio(other).total_cmp(&ratio(one))).then(one.cmp(&other))
    }

    /// What is said about a row whose match must have this score.
    pub(super) fn verdict(&self, row: usize, threshold: f64, assigned: &Assigned) -> Verdict {
        let matched = || assigned.of_rows[row].is_some_and(|place| self.score(place.edge()) >= threshold);
        match self.doubt(row, threshold, assigned) {
            // A doubt without anybody to choose from is none.
            Some(doubt) if self.in_question(row, doubt).next().is_some() => Verdict::Undecidable(doubt),
            None if matched() => Verdict::Matched,
            _ => Verdict::Unmatched,
        }
    }

    /// Forgets what only judging needs.
    pub(super) fn close(&mut self) {
        self.graph.forget_members();
    }

    /// The places of a row's edges.
    fn edges_of(&self, row: usize) -> std::ops::Range<usize> {
        self.graph.places_of_row(row)
    }

    fn doubt(&self, row: usize, threshold: f64, assigned: &Assigned) -> Option<Doubt> {
        let edges = self.graph.edges();
        if self.edges_of(row).any(|edge| self.is_questionable(edge)) {
            return Some(Doubt::IdOfAnother);
        }
        let best = self.edges_of(row).max_by(|one, other| edges[*one].score.total_cmp(&edges[*other].score))?;
        let score = f64::from(edges[best].score);
        let others = || self.edges_of(row).filter(|edge| *edge != best).map(|edge| f64::from(edges[edge].score));
        let rivals = || {
            let same_member = self.graph.of_member(edges[best].member as usize);
            same_member.filter(|edge| edge.row as usize != row).map(|edge| f64::from(edge.score))
        };
        let tied = |other: f64| other.min(score) > TIED * other.max(score);
        let doubtful = |sum: f64, next: f64| sum >= threshold.max(LEAST_SHOWN) && tied(next);
        let largest = |scores: &mut dyn Iterator<Item = f64>| scores.fold(0.0, f64::max);
        let among_members = score + others().sum::<f64>();
        if doubtful(among_members, largest(&mut others())) {
            Some(Doubt::SeveralMembers)
        } else if doubtful(score + rivals().sum::<f64>(), largest(&mut rivals())) {
            Some(Doubt::SeveralRows)
        } else if assigned.of_rows[row].is_some_and(|place| self.score(place.edge()) >= threshold) {
            // Whoever may be of the member's family is asked about, however low the threshold.
            self.said[best].held.filter(|held| matches!(held, Doubt::ParentOrChild | Doubt::Twin | Doubt::Contradicted))
        } else if score >= threshold {
            self.said[best].held.or(Some(Doubt::TooLittle))
        } else if among_members >= threshold {
            Some(Doubt::SeveralMembers)
        } else if score >= WORTH_ASKING {
            Some(Doubt::TooLittle)
        } else {
            self.is_taken(row, assigned).then_some(Doubt::AlreadyTaken)
        }
    }

    /// Whether the id names somebody else: the member who bears it, or another member who fits the row far better without it or is named
    /// rather, as only a twin or a namesake is.
    fn is_questionable(&self, edge: usize) -> bool {
        let held = &self.graph.edges()[edge];
        if !ids::is_settled(held.levels) {
            return ids::is_questioned(held.levels);
        }
        let without_id = |edge: &Edge| self.model.weigh(edge.levels.with(Field::Id, 0), edge.rarity).ratio;
        let others = self.graph.of_row(held.row as usize).iter().filter(|other| other.member != held.member);
        let mut others = others.peekable();
        others.peek().is_some() && {
            let own = without_id(held);
            others
                .any(|other| without_id(other) > own + FAR_BETTER || rules::is_named_rather(other.levels, held.levels))
        }
    }

    /// Whether a row is surely a member whom another row has taken: the same person twice in the file.
    fn is_taken(&self, row: usize, assigned: &Assigned) -> bool {
        let edges = self.graph.edges();
        self.edges_of(row).any(|edge| {
            let rival = assigned.of_members[edges[edge].member as usize];
            self.is_likely_alone(edge) && rival.is_some_and(|rival| rival.edge() != edge)
        })
    }

    /// Whether an edge is its member to the letter, or nearly so and worth a question if no other row had the member. Its score does not
    /// tell: that is next to nothing beside a better row. Alone it is weighed by one chance in all members, since in a large group somebody
    /// of like name and birth is found for many a newcomer.
    fn is_likely_alone(&self, edge: usize) -> bool {
        let edge = &self.graph.edges()[edge];
        let odds = f64::from(edge.ratio) - (self.members as f64).ln();
        let is_worth_asking = odds >= (WORTH_ASKING / (1.0 - WORTH_ASKING)).ln();
        rules::is_to_the_letter(edge.levels) || (rules::is_surely_named(edge.levels) && is_worth_asking)
    }

    /// The edges to the members in question.
    fn in_question(&self, row: usize, doubt: Doubt) -> impl Iterator<Item = usize> + '_ {
        let edges = self.graph.edges();
        self.edges_of(row).filter(move |edge| match doubt {
            Doubt::IdOfAnother => edges[*edge].ratio > 0.0 || self.is_questionable(*edge),
            Doubt::AlreadyTaken => self.is_likely_alone(*edge),
            _ => f64::from(edges[*edge].score) >= LEAST_SHOWN,
        })
    }

    /// The edges to the members in question that are shown, best first.
    pub(super) fn shown(&self, row: usize, doubt: Doubt) -> Vec<usize> {
        let mut shown: Vec<usize> = self.in_question(row, doubt).collect();
        shown.sort_unstable_by(|one, other| self.better(*one, *other));
        shown.truncate(MOST_SHOWN);
        shown
    }

    /// The place of an edge's member.
    pub(super) fn member(&self, edge: usize) -> usize {
        self.graph.edges()[edge].member as usize
    }

    pub(super) fn match_type(&self, edge: usize) -> MatchType {
        rules::match_type(self.graph.edges()[edge].levels)
    }

    /// The score as it is told: what cannot be told apart is never sure.
    pub(super) fn told_score(&self, edge: usize, verdict: Verdict) -> f64 {
        let most = if verdict == Verdict::Matched { 1.0 } else { UNDECIDED };
        self.score(edge).clamp(0.0, most)
    }

    /// An edge as a proposal for its member.
    pub(super) fn proposal(&self, edge: usize, member: MemberId, verdict: Verdict) -> Proposal {
        Proposal {
            member,
            match_type: self.match_type(edge),
            score: self.told_score(edge, verdict),
            reasons: reasons(&self.model, self.graph.edges()[edge].levels),
            caution: self.said[edge].caution,
        }
    }
}
