//! Exact scores where few rows and members compete: all their assignments are weighed. Belief propagation alone has crossed two
//! look-alike twins with a score of 0.9.

use super::{Edge, Graph, Prior};

/// Rows and members that compete with each other, and their edges by place.
pub(super) struct Component {
    edges: Vec<u32>,
    rows: Vec<u32>,
    members: Vec<u32>,
}

/// An edge of less weight binds nobody together.
const LEAST_WEIGHT: f64 = 1e-5;
/// Nor does one that weighs so little beside the best of both its ends.
const LEAST_SHARE: f64 = 1e-7;
/// The most people of the side of which all sets are gone through, and of the other: together they bound the time.
const MOST_FEW: usize = 10;
const MOST_MANY: usize = 14;

/// The components that have a choice and are small enough to weigh it.
pub(super) fn components(graph: &Graph, prior: Prior) -> Vec<Component> {
    let live = contested_edges(graph, prior);
    let members_from = graph.rows();
    let mut roots = Roots((0..u32::try_from(members_from + graph.members()).unwrap_or(u32::MAX)).collect());
    let ends = |place: u32| {
        let edge = &graph.edges()[place as usize];
        (edge.row as usize, members_from + edge.member as usize)
    };
    for place in &live {
        let (row, member) = ends(*place);
        roots.join(row, member);
    }
    let mut rooted: Vec<(usize, u32)> = live.iter().map(|place| (roots.of(ends(*place).0), *place)).collect();
    rooted.sort_unstable();
    let groups = rooted.chunk_by(|one, other| one.0 == other.0).filter(|edges| edges.len() > 1);
    groups.filter_map(|edges| Component::of(graph, edges.iter().map(|(_, place)| *place).collect())).collect()
}

/// The edges that bind, but for those whose ends have no other.
fn contested_edges(graph: &Graph, prior: Prior) -> Vec<u32> {
    let mut best_of_row = vec![f32::NEG_INFINITY; graph.rows()];
    let mut best_of_member = vec![f32::NEG_INFINITY; graph.members()];
    for edge in graph.edges() {
        let (row, member) = (&mut best_of_row[edge.row as usize], &mut best_of_member[edge.member as usize]);
        (*row, *member) = (row.max(edge.ratio), member.max(edge.ratio));
    }
    let is_live = |edge: &Edge| {
        let [own, of_row, of_member] =
            [edge.ratio, best_of_row[edge.row as usize], best_of_member[edge.member as usize]]
                .map(|ratio| prior.logarithm(ratio));
        let best = f64::midpoint(of_row, of_member);
        own > LEAST_WEIGHT.ln() && own > LEAST_SHARE.ln() + best
    };
    let (mut of_rows, mut of_members) = (vec![0_u8; graph.rows()], vec![0_u8; graph.members()]);
    for edge in graph.edges().iter().filter(|edge| is_live(edge)) {
        for count in [&mut of_rows[edge.row as usize], &mut of_members[edge.member as usize]] {
            *count = count.saturating_add(1);
        }
    }
    let is_contested = |edge: &Edge| of_rows[edge.row as usize] > 1 || of_members[edge.member as usize] > 1;
    let numbered = graph.edges().iter().zip(0_u32..);
    numbered.filter(|(edge, _)| is_live(edge) && is_contested(edge)).map(|(_, place)| place).collect()
}

/// Which ends hang together, each tree by its root.
struct Roots(Vec<u32>);

impl Roots {
    fn of(&mut self, mut end: usize) -> usize {
        while self.0[end] as usize != end {
            let above = self.0[end] as usize;
            self.0[end] = self.0[above];
            end = above;
        }
        end
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.of(one), self.of(other));
        self.0[one.max(other)] = self.0[one.min(other)];
    }
}

impl Component {
    fn of(graph: &Graph, edges: Vec<u32>) -> Option<Self> {
        let ends = |end: fn(&Edge) -> u32| {
            let mut ends: Vec<u32> = edges.iter().map(|place| end(&graph.edges()[*place as usize])).collect();
            ends.sort_unstable();
            ends.dedup();
            ends
        };
        let (rows, members) = (ends(|edge| edge.row), ends(|edge| edge.member));
        let (few, many) = (rows.len().min(members.len()), rows.len().max(members.len()));
        (few <= MOST_FEW && many <= MOST_MANY).then_some(Self { edges, rows, members })
    }
}

/// An edge as the weighing sees it: its place in the graph, and its end of the side that is taken in sets.
struct Choice {
    place: u32,
    bit: usize,
    weight: f64,
}

/// Scores the edges of a component by all its assignments: forward and backward over the people of the larger side, with the set of
/// those of the smaller side who are taken.
pub(super) fn score(graph: &mut Graph, prior: Prior, component: &Component) {
    let by_rows = component.rows.len() >= component.members.len();
    let (steps, set) =
        if by_rows { (&component.rows, &component.members) } else { (&component.members, &component.rows) };
    let mut choices: Vec<Vec<Choice>> = steps.iter().map(|_| Vec::new()).collect();
    for place in &component.edges {
        let edge = &graph.edges()[*place as usize];
        let (step, taken) = if by_rows { (edge.row, edge.member) } else { (edge.member, edge.row) };
        let (Ok(step), Ok(bit)) = (steps.binary_search(&step), set.binary_search(&taken)) else { continue };
        choices[step].push(Choice { place: *place, bit: 1 << bit, weight: prior.weight(edge) });
    }
    let sets = 1 << set.len();
    let behind = weights_behind(&choices, sets);
    let mut before = vec![0.0; sets];
    before[0] = 1.0;
    for (step, choices) in choices.iter().enumerate() {
        let rest = &behind[step + 1];
        let mut all: f64 = before.iter().zip(rest).map(|(before, rest)| before * rest).sum();
        let parts: Vec<f64> = choices.iter().map(|choice| part(choice, &before, rest)).collect();
        all += parts.iter().sum::<f64>();
        for (choice, part) in choices.iter().zip(parts) {
            let score = if all > 0.0 { (part / all).clamp(0.0, 1.0) } else { 0.0 };
            graph.edges_mut()[choice.place as usize].score = score as f32;
        }
        before = forward(choices, &before);
    }
}

/// The weight of all assignments with this choice, by the sets that are taken before it and the rest that is left behind it.
fn part(choice: &Choice, before: &[f64], rest: &[f64]) -> f64 {
    let free = before.iter().enumerate().filter(|(set, _)| set & choice.bit == 0);
    free.map(|(set, before)| before * choice.weight * rest[set | choice.bit]).sum()
}

fn forward(choices: &[Choice], before: &[f64]) -> Vec<f64> {
    let mut after = before.to_vec();
    for choice in choices {
        for (set, weight) in before.iter().enumerate().filter(|(set, _)| set & choice.bit == 0) {
            after[set | choice.bit] += weight * choice.weight;
        }
    }
    scaled(after)
}

/// For each step, what the steps from it on weigh when a set is taken already.
fn weights_behind(choices: &[Vec<Choice>], sets: usize) -> Vec<Vec<f64>> {
    let mut behind = vec![vec![1.0; sets]];
    for choices in choices.iter().rev() {
        let rest = &behind[behind.len() - 1];
        let mut own = rest.clone();
        for choice in choices {
            for (set, weight) in own.iter_mut().enumerate().filter(|(set, _)| set & choice.bit == 0) {
                *weight += choice.weight * rest[set | choice.bit];
            }
        }
        behind.push(scaled(own));
    }
    behind.reverse();
    behind
}

/// The same with 1 as the largest: only shares matter, and the products of many weights are beyond any number.
fn scaled(mut weights: Vec<f64>) -> Vec<f64> {
    let most = weights.iter().fold(0.0_f64, |most, weight| most.max(*weight));
    if most > 0.0 {
        weights.iter_mut().for_each(|weight| *weight /= most);
    }
    weights
}
