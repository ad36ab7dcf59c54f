//! Belief propagation: rows and members tell each other how free they are, until that settles. Exact where the competitors form no circle, near
//! enough elsewhere.

use std::ops::Range;

use super::{Edge, Prior};

/// How often messages pass at most: more change no score in the fourth digit.
const PASSES: usize = 12;
/// Once no message changes by more than this factor they have settled.
const SETTLED: f64 = 1.001;
/// An edge of less weight, beside 1 for staying alone, competes with nobody.
const LEAST_WEIGHT: f64 = 1e-4;

/// The edges that compete, and what passes along them. Most rows have one edge to a member who has one: they tell each other nothing.
pub(super) struct Messages {
    /// The places of the edges in the graph, by row.
    places: Vec<u32>,
    weights: Vec<f64>,
    to_member: Vec<f64>,
    to_row: Vec<f64>,
    /// The edges of each row that has a choice, by their places here; a row with a single edge is always free for it.
    rows: Vec<Range<u32>>,
    /// The same edges by member, and those of each member who has a choice.
    by_member: Vec<u32>,
    members: Vec<Range<u32>>,
    sums: Vec<f64>,
}

impl Messages {
    /// Scores all edges.
    pub(super) fn score(edges: &mut [Edge], prior: Prior, rows: usize, members: usize) {
        let is_live = |edge: &Edge| prior.logarithm(edge.ratio) > LEAST_WEIGHT.ln();
        let (mut of_rows, mut of_members) = (vec![0_u8; rows], vec![0_u8; members]);
        for edge in edges.iter().filter(|edge| is_live(edge)) {
            for count in [&mut of_rows[edge.row as usize], &mut of_members[edge.member as usize]] {
                *count = count.saturating_add(1);
            }
        }
        let mut contested = Vec::new();
        for (edge, place) in edges.iter_mut().zip(0..) {
            let weight = if is_live(edge) { prior.weight(edge) } else { 0.0 };
            edge.score = (weight / (1.0 + weight)) as f32;
            if weight > 0.0 && (of_rows[edge.row as usize] > 1 || of_members[edge.member as usize] > 1) {
                contested.push(place);
            }
        }
        let messages = Self::of(edges, prior, contested, &of_members);
        for (place, score) in messages.scores() {
            edges[place].score = score as f32;
        }
    }

    fn of(edges: &[Edge], prior: Prior, places: Vec<u32>, of_members: &[u8]) -> Self {
        let edge = |at: &u32| &edges[places[*at as usize] as usize];
        let by_row: Vec<u32> = (0..u32::try_from(places.len()).unwrap_or(u32::MAX)).collect();
        let competes = |at: &u32| of_members[edge(at).member as usize] > 1;
        let mut by_member: Vec<u32> = by_row.iter().copied().filter(competes).collect();
        by_member.sort_unstable_by_key(|at| (edge(at).member, *at));
        Self {
            rows: choices(&by_row, |at| edge(at).row),
            members: choices(&by_member, |at| edge(at).member),
            weights: by_row.iter().map(|at| prior.weight(edge(at))).collect(),
            to_member: vec![1.0; places.len()],
            to_row: vec![1.0; places.len()],
            sums: Vec::new(),
            by_member,
            places,
        }
    }

    /// The place of each edge that competes, and how likely it is.
    fn scores(mut self) -> impl Iterator<Item = (usize, f64)> {
        let mut passes = 0;
        while passes < PASSES && self.pass() > SETTLED {
            passes += 1;
        }
        self.places.into_iter().enumerate().map(move |(at, place)| {
            let odds = self.weights[at] * self.to_member[at] * self.to_row[at];
            (place as usize, odds / (1.0 + odds))
        })
    }

    /// Passes all messages once; gives the largest factor by which one changed.
    fn pass(&mut self) -> f64 {
        let mut most = 1.0_f64;
        for row in &self.rows {
            most = most.max(tell(row.clone(), &self.weights, &self.to_row, &mut self.to_member, &mut self.sums));
        }
        for member in &self.members {
            let places = self.by_member[member.start as usize..member.end as usize].iter().copied();
            most = most.max(tell(places, &self.weights, &self.to_member, &mut self.to_row, &mut self.sums));
        }
        most
    }
}

/// The ranges of more than one place that share an end.
fn choices(places: &[u32], end: impl Fn(&u32) -> u32) -> Vec<Range<u32>> {
    let mut begin = 0;
    let ranges = places.chunk_by(|one, other| end(one) == end(other)).map(|together| {
        let range = begin..begin + u32::try_from(together.len()).unwrap_or_default();
        begin = range.end;
        range
    });
    ranges.filter(|range| range.len() > 1).collect()
}

/// Tells along each edge of one end how free that end is: 1 / (1 + what its other edges weigh). The others are added up from both sides,
/// since taking the own weight out of the sum of all loses all digits where it is the largest. A message goes half of the way (of its
/// logarithm: weights span fifty powers of ten) to the new one; without that messages swing in circles. Gives the largest factor by which
/// one changed.
fn tell<I>(places: I, weights: &[f64], heard: &[f64], told: &mut [f64], sums: &mut Vec<f64>) -> f64
where
    I: DoubleEndedIterator<Item = u32> + ExactSizeIterator + Clone,
{
    sums.clear();
    let mut before = 0.0;
    for place in places.clone() {
        sums.push(before);
        before += weights[place as usize] * heard[place as usize];
    }
    let (mut behind, mut most) = (0.0, 1.0_f64);
    for (place, before) in places.rev().zip(sums.iter().rev()) {
        let place = place as usize;
        let next = (told[place] / (1.0 + before + behind)).sqrt();
        most = most.max(told[place] / next).max(next / told[place]);
        told[place] = next;
        behind += weights[place] * heard[place];
    }
    most
}
