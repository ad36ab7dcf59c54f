//! What the rest of a family says: where the other rows of a family went, the row belongs too.

use super::blocking::Pair;
use super::graph::{Edge, Graph};
use super::levels::{Field, family};
use super::profile::People;
use super::shelf::Shelf;

/// The rows of a family vouch when their scores for one family of the roster add up to this; without a bound two chance matches
/// vouch for each other.
const ENOUGH: f64 = 0.9;
/// A larger family is none, but a number that all rows share.
const LARGEST: usize = 20;

/// People by their family.
pub(super) struct Families {
    of_rows: Together,
    of_members: Together,
}

/// The people of a side who have a family, by family, each with his place.
struct Together(Vec<(u32, u32)>);

impl Together {
    fn of(side: &Shelf) -> Self {
        let mut people: Vec<(u32, u32)> = side.iter().map(|person| person.family).zip(0..).collect();
        people.retain(|(family, _)| *family != 0);
        people.sort_unstable();
        let families = people.chunk_by(|one, other| one.0 == other.0);
        Self(families.filter(|family| (2..=LARGEST).contains(&family.len())).flatten().copied().collect())
    }

    /// The families, one after the other.
    fn each(&self) -> impl Iterator<Item = &[(u32, u32)]> {
        self.0.chunk_by(|one, other| one.0 == other.0)
    }

    fn family(&self, family: u32) -> impl Iterator<Item = u32> + '_ {
        let rest = &self.0[self.0.partition_point(|person| person.0 < family)..];
        rest.iter().take_while(move |person| person.0 == family).map(|(_, place)| *place)
    }
}

impl Families {
    pub(super) fn of(people: &People) -> Self {
        Self { of_rows: Together::of(&people.rows), of_members: Together::of(&people.members) }
    }

    /// Gives each edge the level of its row's family by the scores so far, and tells whether that changed any.
    pub(super) fn vouch(&self, people: &People, graph: &mut Graph) -> bool {
        let went = self.where_rests_went(people, graph);
        let mut changed = false;
        for edge in graph.edges_mut() {
            let rest = went.get(edge.row as usize).copied().unwrap_or_default();
            // Only who has a vouching family has a level, unless one was taken back.
            if rest != 0 || edge.levels.get(Field::Family) != 0 {
                let level = level(rest, people.members.at(edge.member as usize).family());
                changed |= edge.levels.get(Field::Family) != level;
                edge.levels = edge.levels.with(Field::Family, level);
            }
        }
        changed
    }

    /// For each row the family of the roster to which the other rows of its family went, 0 for none; empty where no row has one.
    fn where_rests_went(&self, people: &People, graph: &Graph) -> Vec<u32> {
        // In the file of another group families vouch for chance.
        if self.of_rows.0.is_empty() || !graph.is_of_one_group() {
            return Vec::new();
        }
        let mut went = vec![0; graph.rows()];
        for family in self.of_rows.each() {
            for (_, row) in family {
                went[*row as usize] = rest_went(people, graph, family.iter().map(|(_, row)| *row), *row);
            }
        }
        went
    }

    /// Open rows with the open members of the family to which the rest of theirs went.
    pub(super) fn to_complete(&self, people: &People, graph: &Graph, is_open: &OpenEnds) -> Vec<Pair> {
        let mut pairs = Vec::new();
        for row in is_open.rows() {
            let together = self.of_rows.family(people.rows.at(*row as usize).family());
            let family = rest_went(people, graph, together, *row);
            if family != 0 {
                let members = self.of_members.family(family).filter(|member| is_open.has_member(*member));
                pairs.extend(members.map(|member| (*row, member)));
            }
        }
        pairs
    }
}

/// The family of the roster to which the other rows of a row's family went, 0 for none. The row itself has no say, or a wrong match would
/// vouch for itself.
fn rest_went(people: &People, graph: &Graph, together: impl Iterator<Item = u32>, row: u32) -> u32 {
    let mut votes: Vec<(u32, f64)> = Vec::new();
    for edge in together.filter(|other| *other != row).flat_map(|other| graph.of_row(other as usize)) {
        let family = people.members.at(edge.member as usize).family();
        let score = f64::from(edge.score);
        match votes.iter_mut().find(|(voted, _)| *voted == family) {
            Some((_, sum)) => *sum += score,
            None => votes.push((family, score)),
        }
    }
    let best = votes.into_iter().max_by(|one, other| one.1.total_cmp(&other.1));
    best.filter(|(_, sum)| *sum >= ENOUGH).map_or(0, |(family, _)| family)
}

const fn level(went: u32, member: u32) -> u8 {
    if went == 0 || member == 0 {
        0
    } else if member == went {
        family::HERE
    } else {
        family::ELSEWHERE
    }
}

/// Rows and members that nothing has settled.
pub(super) struct OpenEnds {
    rows: Vec<u32>,
    members: Vec<u32>,
}

/// Below this score a row or a member is open.
const SETTLED: f32 = 0.9;

impl OpenEnds {
    pub(super) fn of(graph: &Graph) -> Self {
        let mut best = (vec![0.0_f32; graph.rows()], vec![0.0_f32; graph.members()]);
        for Edge { row, member, score, .. } in graph.edges() {
            let (of_row, of_member) = (&mut best.0[*row as usize], &mut best.1[*member as usize]);
            (*of_row, *of_member) = (of_row.max(*score), of_member.max(*score));
        }
        let open =
            |best: Vec<f32>| best.into_iter().zip(0..).filter(|(best, _)| *best < SETTLED).map(|(_, at)| at).collect();
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
