//! The way from two lists of people to scored pairs: compare what shares a key, learn from it, look closer at who is still open.

use super::blocking::Pair;
use super::compare::Comparer;
use super::families::{Families, OpenEnds};
use super::graph::{Edge, Graph};
use super::ids;
use super::levels::Field;
use super::model::{Model, Seen};
use super::profile::People;
use super::two_threads::{are_many, change_on_two_threads, make_of_found, on_two_threads};
use crate::census::matching::blocking::first_round;
use crate::census::matching::blocking::second_round;

/// Rounds of learning before and after the second look.
const ROUNDS: usize = 2;
/// The logarithm below which a pair of the second look is forgotten: seven times likelier two people than one.
const WORTH_KEEPING: f32 = -2.0;

/// Edges for which there is always room.
const LEAST_KEPT: usize = 1000;

/// The scored pairs, and the model that scored them.
pub(super) struct Scored {
    pub graph: Graph,
    pub model: Model,
}

struct Rounds<'a, F> {
    people: &'a People,
    /// Which pairs are compared at all.
    may_be: F,
    /// One for each thread.
    comparers: [Comparer<'a>; 2],
    families: Families,
    model: Model,
    graph: Graph,
}

/// Scores all pairs worth it that may be one person.
pub(super) fn scored(people: &People, may_be: impl Fn(Pair) -> bool + Sync) -> Scored {
    let mut comparers = [Comparer::of(people), Comparer::of(people)];
    let model = Model::of(people, &mut comparers[0]);
    let graph = Graph::of(people.rows.len(), people.members.len());
    let mut rounds = Rounds { people, may_be, comparers, families: Families::of(people), model, graph };
    rounds.compare_all();
    rounds.graph.score_until_settled();
    for _ in 0..ROUNDS {
        rounds.score();
        rounds.learn();
    }
    rounds.score();
    let (open, closely) = (OpenEnds::of(&rounds.graph), rounds.graph.is_of_one_group());
    let pairs = second_round(people, open.rows(), open.members(), closely);
    rounds.compare(&pairs);
    rounds.score();
    rounds.learn();
    rounds.score();
    let open = OpenEnds::of(&rounds.graph);
    let completing = rounds.families.to_complete(people, &rounds.graph, &open);
    rounds.compare(&completing);
    rounds.vouch();
    rounds.graph.score_exactly();
    if rounds.vouch() {
        rounds.graph.score_exactly();
    }
    Scored { graph: rounds.graph, model: rounds.model }
}

impl<F: Fn(Pair) -> bool + Sync> Rounds<'_, F> {
    /// Compares those of the first round, and keeps the edges that have a chance. The pairs of many people are found on one thread and
    /// compared on another, and on the first as well when it is far ahead.
    fn compare_all(&mut self) {
        let people = self.people;
        let mut kept = Kept::of(people.rows.len(), people.members.len());
        let looking = Looking { people, may_be: &self.may_be, model: &self.model };
        let make = |pair, comparer: &mut Comparer<'_>| {
            let edge = looking.at(comparer, pair)?;
            Some((edge, evidence(looking.model, &edge)))
        };
        let mut keep = |(edge, evidence)| kept.push(edge, evidence);
        if are_many(people.rows.len().min(people.members.len())) {
            make_of_found(|give| first_round(people, give), self.comparers.each_mut(), make, keep);
        } else {
            let comparer = &mut self.comparers[0];
            first_round(people, |pair| make(pair, comparer).into_iter().for_each(&mut keep));
        }
        self.graph.add(kept.all());
    }

    /// Compares pairs and keeps those that may be one person.
    fn compare(&mut self, pairs: &[Pair]) {
        let looking = Looking { people: self.people, may_be: &self.may_be, model: &self.model };
        let edges = on_two_threads(pairs, self.comparers.each_mut(), |pairs, comparer| {
            pairs.iter().filter_map(|pair| looking.at(comparer, *pair)).collect()
        });
        self.graph.add(edges);
    }

    /// Scores the edges, with what the families say by the scores before.
    fn score(&mut self) {
        self.graph.score();
        if self.vouch() {
            self.graph.score();
        }
    }

    /// Lets the families vouch; tells whether that changed anything.
    fn vouch(&mut self) -> bool {
        let changed = self.families.vouch(self.people, &mut self.graph);
        if changed {
            self.weigh_again();
        }
        changed
    }

    fn learn(&mut self) {
        let mut seen = Seen::nothing();
        for edge in self.graph.edges() {
            if edge.score > 0.0 {
                let moved = self.model.weigh(ids::heard(edge.levels), edge.rarity).moved;
                seen.add(edge.levels, edge.score.into(), moved);
            }
        }
        self.model.learn(&seen);
        self.weigh_again();
    }

    fn weigh_again(&mut self) {
        let model = &self.model;
        change_on_two_threads(self.graph.edges_mut(), |edge| weigh(model, edge));
    }
}

/// What pairs are looked at by.
struct Looking<'a, F> {
    people: &'a People,
    may_be: &'a F,
    model: &'a Model,
}

impl<F: Fn(Pair) -> bool> Looking<'_, F> {
    /// What comparing says of a pair that may be one person.
    fn at(&self, comparer: &mut Comparer<'_>, (row, member): Pair) -> Option<Edge> {
        if !(self.may_be)((row, member)) {
            return None;
        }
        let (one, other) = (self.people.rows.get(row as usize), self.people.members.get(member as usize));
        if !comparer.may_be_same(&one, &other, !self.model.shows_households()) {
            return None;
        }
        let levels = comparer.levels(&one, &other);
        let rarity = self.model.rarity(self.people, ids::heard(levels), &other);
        let mut edge = Edge { row, member, levels, rarity, ratio: 0.0, score: 0.0 };
        weigh(self.model, &mut edge);
        (edge.ratio > WORTH_KEEPING || ids::is_questioned(levels)).then_some(edge)
    }
}

fn weigh(model: &Model, edge: &mut Edge) {
    let ratio = model.weigh(ids::heard(edge.levels), edge.rarity).ratio as f32;
    edge.ratio = if ids::is_settled(edge.levels) { ids::SETTLED } else { ratio.min(ids::SETTLED - 10.0) };
}

/// How much an edge weighs, a settling id aside: beside the id all others would be nothing, and it could not be questioned.
fn evidence(model: &Model, edge: &Edge) -> f32 {
    if ids::is_settled(edge.levels) {
        model.weigh(edge.levels.with(Field::Id, 0), edge.rarity).ratio as f32
    } else {
        edge.ratio
    }
}

/// The edges of the first round as they are found. Of a large file most are chance beside a far better one; those go now and then.
struct Kept {
    edges: Vec<Edge>,
    best_of_row: Vec<f32>,
    best_of_member: Vec<f32>,
    /// How many there may be before the hopeless ones go.
    most: usize,
}

impl Kept {
    fn of(rows: usize, members: usize) -> Self {
        let most = rows.max(members) + LEAST_KEPT;
        let best = |count| vec![f32::NEG_INFINITY; count];
        Self { edges: Vec::with_capacity(most), best_of_row: best(rows), best_of_member: best(members), most }
    }

    fn push(&mut self, edge: Edge, evidence: f32) {
        let (row, member) = (&mut self.best_of_row[edge.row as usize], &mut self.best_of_member[edge.member as usize]);
        (*row, *member) = (row.max(evidence), member.max(evidence));
        if self.edges.len() == self.most {
            self.forget_hopeless();
            self.most = self.most.max(self.edges.len() + self.edges.len() / 4);
        }
        self.edges.push(edge);
    }

    fn forget_hopeless(&mut self) {
        let (rows, members) = (&self.best_of_row, &self.best_of_member);
        self.edges.retain(|edge| {
            let is_hopeless = edge.is_hopeless_beside(rows[edge.row as usize], members[edge.member as usize]);
            !is_hopeless || ids::is_questioned(edge.levels)
        });
    }

    fn all(mut self) -> Vec<Edge> {
        self.forget_hopeless();
        self.edges
    }
}
