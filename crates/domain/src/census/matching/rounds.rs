//! The way from two lists of people to scored pairs: compare what shares a key, learn from it, look closer at who is still open.

use super::blocking::{Pair, first_round, second_round};
use super::compare::Comparer;
use super::families::{Families, OpenEnds};
use super::graph::{Edge, Graph};
use super::ids;
use super::levels::Levels;
use super::model::{Model, Seen};
use super::profile::People;

/// Rounds of learning before and after the second look.
const ROUNDS: usize = 2;
/// The logarithm below which a pair of the second look is forgotten: seven times likelier two people than one.
const WORTH_KEEPING: f64 = -2.0;

/// The scored pairs, and the model that scored them.
pub(super) struct Scored {
    pub graph: Graph,
    pub model: Model,
}

struct Rounds<'a, F> {
    people: &'a People,
    /// Which pairs are compared at all.
    may_be: F,
    comparer: Comparer<'a>,
    families: Families,
    model: Model,
    graph: Graph,
}

/// Scores all pairs worth it that may be one person.
pub(super) fn scored(people: &People, may_be: impl Fn(Pair) -> bool) -> Scored {
    let mut comparer = Comparer::of(people);
    let model = Model::of(people, &mut comparer);
    let graph = Graph::of(people.rows.len(), people.members.len());
    let mut rounds = Rounds { people, may_be, comparer, families: Families::of(people), model, graph };
    rounds.compare(first_round(people));
    rounds.graph.score_until_settled();
    for _ in 0..ROUNDS {
        rounds.score();
        rounds.learn();
    }
    rounds.score();
    let (open, closely) = (OpenEnds::of(&rounds.graph), rounds.graph.is_of_one_group());
    rounds.compare(second_round(people, open.rows(), open.members(), closely));
    rounds.score();
    rounds.learn();
    rounds.score();
    let open = OpenEnds::of(&rounds.graph);
    let completing = rounds.families.to_complete(people, &rounds.graph, &open);
    rounds.compare(completing);
    rounds.vouch();
    rounds.graph.score_exactly();
    if rounds.vouch() {
        rounds.graph.score_exactly();
    }
    Scored { graph: rounds.graph, model: rounds.model }
}

impl<F: Fn(Pair) -> bool> Rounds<'_, F> {
    /// Compares pairs and keeps those that may be one person.
    fn compare(&mut self, pairs: Vec<Pair>) {
        let mut edges = Vec::new();
        let address_is_personal = !self.model.shows_households();
        for (row, member) in pairs.into_iter().filter(|pair| (self.may_be)(*pair)) {
            let (one, other) = (&self.people.rows[row as usize], &self.people.members[member as usize]);
            if self.comparer.may_be_same(one, other, address_is_personal) {
                let levels = self.comparer.levels(one, other);
                let edge = self.weighed(row, member, levels);
                if edge.ratio > WORTH_KEEPING || ids::is_questioned(levels) {
                    edges.push(edge);
                }
            }
        }
        self.graph.add(edges);
    }

    fn weighed(&self, row: u32, member: u32, levels: Levels) -> Edge {
        let mut edge = Edge { row, member, levels, ratio: 0.0, moved: 0.0, score: 0.0 };
        weigh(&self.model, &mut edge);
        edge
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
            seen.add(edge.levels, edge.score, f64::from(edge.moved));
        }
        self.model.learn(&seen);
        self.weigh_again();
    }

    fn weigh_again(&mut self) {
        for edge in self.graph.edges_mut() {
            weigh(&self.model, edge);
        }
    }
}

fn weigh(model: &Model, edge: &mut Edge) {
    let weighed = model.weigh(ids::heard(edge.levels), edge.member);
    edge.ratio = if ids::is_settled(edge.levels) { ids::SETTLED } else { weighed.ratio.min(ids::SETTLED - 10.0) };
    edge.moved = weighed.moved as f32;
}
