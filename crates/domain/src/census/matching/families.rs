//! What the rest of a family says: where the other rows of a family went, the row belongs too.

use std::collections::HashMap;

use super::blocking::Pair;
use super::graph::{Edge, Graph};
use super::levels::{Field, family};
use super::profile::{People, Profile};

/// The rows of a family vouch when their scores for one family of the roster add up to this; without a bound two chance matches
/// vouch for each other.
const ENOUGH: f64 = 0.9;
/// A larger family is none, but a number that all rows share.
const LARGEST: usize = 20;
/// People by their family.
pub(super) struct Families {
    of_rows: HashMap<u32, Vec<u32>>,
    of_members: HashMap<u32, Vec<u32>>,
}

impl Families {
    pub(super) fn of(people: &People) -> Self {
        Self { of_rows: together(&people.rows), of_members: together(&people.members) }
    }

    /// Gives each edge the level of its row's family by the scores so far, and tells whether that changed any.
    pub(super) fn vouch(&self, people: &People, graph: &mut Graph) -> bool {
        // In the file of another group families vouch for chance.
        let trusted = graph.is_of_one_group();
        let went: Vec<Option<u32>> =
            (0..graph.rows()).map(|row| if trusted { self.rest_went(people, graph, row) } else { None }).collect();
        let mut changed = false;
        for edge in graph.edges_mut() {
            let level = level(went[edge.row as usize], people.members[edge.member as usize].family);
            changed |= edge.levels.get(Field::Family) != level;
            edge.levels = edge.levels.with(Field::Family, level);
        }
        changed
    }

    /// The family of the roster to which the other rows of a row's family went. The row itself has no say, or a wrong match would vouch for
    /// itself.
    fn rest_went(&self, people: &People, graph: &Graph, row: usize) -> Option<u32> {
        let rows = self.of_rows.get(&people.rows[row].family)?;
        let others = rows.iter().map(|other| *other as usize).filter(|other| *other != row);
        let mut votes: Vec<(u32, f64)> = Vec::new();
        for edge in others.flat_map(|other| graph.of_row(other)) {
            let family = people.members[edge.member as usize].family;
            match votes.iter_mut().find(|(voted, _)| *voted == family) {
                Some((_, sum)) => *sum += edge.score,
                None => votes.push((family, edge.score)),
            }
        }
        let best = votes.into_iter().max_by(|one, other| one.1.total_cmp(&other.1));
        best.filter(|(family, sum)| *family != 0 && *sum >= ENOUGH).map(|(family, _)| family)
    }

    /// Open rows with the open members of the family to which the rest of theirs went.
    pub(super) fn to_complete(&self, people: &People, graph: &Graph, is_open: &OpenEnds) -> Vec<Pair> {
        let mut pairs = Vec::new();
        for row in is_open.rows() {
            let Some(family) = self.rest_went(people, graph, *row as usize) else { continue };
            let members = self.of_members.get(&family).into_iter().flatten();
            pairs.extend(members.filter(|member| is_open.has_member(**member)).map(|member| (*row, *member)));
        }
        pairs
    }
}

fn together(side: &[Profile]) -> HashMap<u32, Vec<u32>> {
    let mut people: Vec<(u32, u32)> = side.iter().map(|person| person.family).zip(0..).collect();
    people.retain(|(family, _)| *family != 0);
    people.sort_unstable();
    let families = people.chunk_by(|one, other| one.0 == other.0);
    let families = families.filter(|family| (2..=LARGEST).contains(&family.len()));
    families.map(|family| (family[0].0, family.iter().map(|(_, place)| *place).collect())).collect()
}

const fn level(went: Option<u32>, member: u32) -> u8 {
    match went {
        Some(family) if member != 0 => {
            if member == family {
                family::HERE
            } else {
                family::ELSEWHERE
            }
        }
        _ => 0,
    }
}

/// Rows and members that nothing has settled.
pub(super) struct OpenEnds {
    rows: Vec<u32>,
    members: Vec<u32>,
}

/// Below this score a row or a member is open.
const SETTLED: f64 = 0.9;

impl OpenEnds {
    pub(super) fn of(graph: &Graph) -> Self {
        let mut best = (vec![0.0_f64; graph.rows()], vec![0.0_f64; graph.members()]);
        for Edge { row, member, score, .. } in graph.edges() {
            let (of_row, of_member) = (&mut best.0[*row as usize], &mut best.1[*member as usize]);
            (*of_row, *of_member) = (of_row.max(*score), of_member.max(*score));
        }
        let open =
            |best: Vec<f64>| best.into_iter().zip(0..).filter(|(best, _)| *best < SETTLED).map(|(_, at)| at).collect();
        Self { rows: open(best.0), members: open(best.1) }
    }

    pub(super) fn rows(&self) -> &[u32] {
        &self.rows
    }

    pub(super) fn members(&self) -> &[u32] {
        &self.members
    }

    fn has_member(&self, member: u32) -> bool {
        self.members.binary_search(&member).is_ok()
    }
}
