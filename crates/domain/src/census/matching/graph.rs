//! The pairs in question as a graph, and how likely each is in an assignment that gives a row one member and a member one row.
//!
//! The usual score of a pair alone takes one chance in all members as its prior. But once most rows are settled, an open row meets only
//! the few open members; and a pair is less likely, the better another pair of its row or member is. Both come from weighing whole
//! assignments: the weight of one is the product of its edges, and the score of an edge is the share of all weight that lies on assignments
//! with it. Against a flat prior this has lost a third to an eighth as many matches.

use super::levels::Levels;

mod exact;
mod propagation;

use self::propagation::Messages;

/// A row and a member in question, by their places.
#[derive(Debug, Clone, Copy)]
pub(super) struct Edge {
    pub row: u32,
    pub member: u32,
    pub levels: Levels,
    /// By how much what agrees is rarer or commoner than usual.
    pub rarity: f32,
    /// Logarithm of how much likelier the comparison is of one person than of two.
    pub ratio: f32,
    /// How likely it is one person, 0 to 1.
    pub score: f32,
}

impl Edge {
    /// Whether another edge of the row and another of the member, each the best, leave this one no chance. A score counts both.
    pub(super) fn is_hopeless_beside(&self, of_row: f32, of_member: f32) -> bool {
        self.ratio < f32::midpoint(of_row, of_member) - HOPELESS
    }
}

/// All edges, by row and then by member.
pub(super) struct Graph {
    edges: Vec<Edge>,
    row_starts: Vec<u32>,
    /// The places of the edges, by member and then by row.
    by_member: Vec<u32>,
    member_starts: Vec<u32>,
    /// How many matches there are.
    expected: f64,
}

/// Of the smaller side, the share that is expected to match before anything is known.
const EXPECTED: f64 = 0.9;
/// The share that matches at least, if the file is one of the group.
const LEAST_MATCHED: f64 = 0.3;
/// So much (a logarithm) below the best of both ends an edge has no share in any score: one in ten million.
const HOPELESS: f32 = 16.0;
/// The logarithm of a weight is cut off here: what is certain stays comparable.
const MOST: f64 = 60.0;
/// How often matches are counted anew before anything is learned from them, and the share by which the count may still change.
const COUNTS: usize = 6;
const SAME_COUNT: f64 = 0.02;

impl Graph {
    pub(super) fn of(rows: usize, members: usize) -> Self {
        Self {
            edges: Vec::new(),
            row_starts: vec![0; rows + 1],
            by_member: Vec::new(),
            member_starts: vec![0; members + 1],
            expected: EXPECTED * rows.min(members) as f64,
        }
    }

    pub(super) fn edges(&self) -> &[Edge] {
        &self.edges
    }

    pub(super) fn edges_mut(&mut self) -> &mut [Edge] {
        &mut self.edges
    }

    pub(super) const fn rows(&self) -> usize {
        self.row_starts.len() - 1
    }

    pub(super) const fn members(&self) -> usize {
        self.member_starts.len() - 1
    }

    /// Whether enough of the smaller side matches for the file to be this group's.
    pub(super) fn is_of_one_group(&self) -> bool {
        self.expected >= LEAST_MATCHED * self.rows().min(self.members()) as f64
    }

    /// The places of a row's edges among all.
    pub(super) fn places_of_row(&self, row: usize) -> std::ops::Range<usize> {
        self.row_starts[row] as usize..self.row_starts[row + 1] as usize
    }

    pub(super) fn of_row(&self, row: usize) -> &[Edge] {
        &self.edges[self.places_of_row(row)]
    }

    pub(super) fn of_member(&self, member: usize) -> impl Iterator<Item = &Edge> {
        self.places_of_member(member).iter().map(|place| &self.edges[*place as usize])
    }

    fn places_of_member(&self, member: usize) -> &[u32] {
        &self.by_member[self.member_starts[member] as usize..self.member_starts[member + 1] as usize]
    }

    /// Adds edges; a pair that is there already has been compared in the same way.
    pub(super) fn add(&mut self, mut edges: Vec<Edge>) {
        if edges.is_empty() {
            return;
        }
        if self.edges.is_empty() {
            self.edges = edges;
        } else {
            self.edges.append(&mut edges);
        }
        self.edges.sort_unstable_by_key(|edge| (edge.row, edge.member));
        self.edges.dedup_by_key(|edge| (edge.row, edge.member));
        self.row_starts = starts(self.rows(), self.edges.iter().map(|edge| edge.row));
        self.by_member = (0..u32::try_from(self.edges.len()).unwrap_or(u32::MAX)).collect();
        self.by_member.sort_unstable_by_key(|place| (self.edges[*place as usize].member, *place));
        self.member_starts =
            starts(self.members(), self.by_member.iter().map(|place| self.edges[*place as usize].member));
    }

    /// What the weight of every edge is multiplied with, as a logarithm: `expected` matches are spread over the pairs of those rows
    /// and members that stay alone otherwise.
    fn prior(&self) -> f64 {
        let (rows, members) = (self.rows() as f64, self.members() as f64);
        let spare = 1.0 + 0.005 * rows.min(members);
        let expected = self.expected.min(rows).min(members);
        ((expected + 0.5) / ((rows - expected + spare) * (members - expected + spare))).ln()
    }

    /// Scores every edge, and counts anew how many matches there are. Gives the prior by which it did.
    fn weighed(&mut self) -> Prior {
        let prior = Prior(self.prior());
        Messages::score(&mut self.edges, prior, self.row_starts.len() - 1, self.member_starts.len() - 1);
        self.expected = self.edges.iter().map(|edge| f64::from(edge.score)).sum();
        prior
    }

    /// Scores every edge, and counts anew how many matches there are.
    pub(super) fn score(&mut self) {
        self.weighed();
    }

    /// Scores every edge again and again until the number of matches that are expected is the number that is found: what is learned from the
    /// file of another group would else be what chance pairs look like.
    pub(super) fn score_until_settled(&mut self) {
        for _ in 0..COUNTS {
            let before = self.expected;
            self.score();
            if (self.expected - before).abs() <= SAME_COUNT * before {
                break;
            }
        }
    }

    /// Scores every edge, exactly where few others compete with it.
    pub(super) fn score_exactly(&mut self) {
        let prior = self.weighed();
        for component in exact::components(self, prior) {
            exact::score(self, prior, &component);
        }
    }

    /// Forgets which edges a member has, once every row is judged.
    pub(super) fn forget_members(&mut self) {
        (self.by_member, self.member_starts) = (Vec::new(), Vec::new());
    }
}

/// What the weight of every edge is multiplied with, as a logarithm.
#[derive(Debug, Clone, Copy)]
struct Prior(f64);

impl Prior {
    /// The logarithm of the weight of an edge with this ratio.
    fn logarithm(self, ratio: f32) -> f64 {
        (f64::from(ratio) + self.0).min(MOST)
    }

    /// The weight of an edge in an assignment.
    fn weight(self, edge: &Edge) -> f64 {
        self.logarithm(edge.ratio).exp()
    }
}

/// Where the edges of each end begin, the ends counted up.
fn starts(count: usize, ends: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut starts = vec![0_u32; count + 1];
    ends.for_each(|end| starts[end as usize + 1] += 1);
    for at in 0..count {
        starts[at + 1] += starts[at];
    }
    starts
}

#[cfg(test)]
mod tests;
