//! Which pairs are compared at all. A hundred thousand rows and members have ten thousand million pairs; those that share one of
//! some keys are two for each row, and nearly all matches are among them.

mod first_round;
mod second_round;

use super::profile::{People, Profile};

pub(super) use first_round::first_round;
pub(super) use second_round::second_round;

/// A row and a member that are to be compared, by their places.
pub(super) type Pair = (u32, u32);

/// Up to so many pairs all are compared: no key can miss any.
const COMPARE_ALL: usize = 160_000;

/// Whether two sides are small enough to compare all with all.
pub(super) const fn are_few(rows: usize, members: usize, most: usize) -> bool {
    rows.saturating_mul(members) <= most
}

/// All pairs of the rows and members at these places.
fn all_pairs<'a>(rows: &'a [u32], members: &'a [u32]) -> impl Iterator<Item = Pair> + 'a {
    rows.iter().flat_map(|row| members.iter().map(|member| (*row, *member)))
}

/// Up to so many people are joined by all of their keys at once: some of the keys are ten to a person.
const PEOPLE_A_PART: usize = 250_000;

/// Writes the keys of a person; 0 is none.
type Keys = fn(&People, &Profile, &mut Vec<u64>);

/// Joins rows and members by the keys of each.
struct Join<'a> {
    people: &'a People,
    rows: &'a [u32],
    members: &'a [u32],
    buffer: Vec<u64>,
    of_rows: Vec<(u64, u32)>,
    of_members: Vec<(u64, u32)>,
}

impl<'a> Join<'a> {
    const fn of(people: &'a People, rows: &'a [u32], members: &'a [u32]) -> Self {
        Self { people, rows, members, buffer: Vec::new(), of_rows: Vec::new(), of_members: Vec::new() }
    }

    /// Gives each pair that shares a key. A key that more pairs share than `most` rows and `most` members make, such as the phone of the
    /// company, tells nobody apart and would be quadratic: it is left out.
    fn pairs(&mut self, row_keys: Keys, member_keys: Keys, most: usize, pairs: &mut Vec<Pair>) {
        let parts = (self.rows.len() + self.members.len()) / PEOPLE_A_PART + 1;
        for part in 0..parts {
            self.pairs_of_part(row_keys, member_keys, most, (part as u64, parts as u64), pairs);
        }
    }

    /// The same of the keys that fall into one of some parts: the keys of a large file are never held all at once.
    fn pairs_of_part(
        &mut self,
        row_keys: Keys,
        member_keys: Keys,
        most: usize,
        (part, parts): (u64, u64),
        pairs: &mut Vec<Pair>,
    ) {
        let (people, buffer) = (self.people, &mut self.buffer);
        let is_held = |key: u64| key != 0 && (parts == 1 || key % parts == part);
        fill(&mut self.of_rows, buffer, self.rows, is_held, |row, keys| row_keys(people, &people.rows[row], keys));
        fill(&mut self.of_members, buffer, self.members, is_held, |member, keys| {
            member_keys(people, &people.members[member], keys);
        });
        let mut rest = &self.of_members[..];
        for rows in self.of_rows.chunk_by(|one, other| one.0 == other.0) {
            let key = rows[0].0;
            rest = &rest[rest.partition_point(|member| member.0 < key).min(rest.len())..];
            let members = &rest[..rest.iter().take_while(|member| member.0 == key).count()];
            if rows.len() * members.len() <= most * most {
                pairs.extend(rows.iter().flat_map(|row| members.iter().map(|member| (row.1, member.1))));
            }
        }
    }
}

/// Those keys of the people at some places that are held, sorted.
fn fill(
    entries: &mut Vec<(u64, u32)>,
    buffer: &mut Vec<u64>,
    places: &[u32],
    is_held: impl Fn(u64) -> bool,
    keys: impl Fn(usize, &mut Vec<u64>),
) {
    entries.clear();
    for place in places {
        buffer.clear();
        keys(*place as usize, buffer);
        entries.extend(buffer.iter().filter(|key| is_held(**key)).map(|key| (*key, *place)));
    }
    entries.sort_unstable();
    entries.dedup();
}

/// The key of some numbers, 0 when one of them is missing.
fn key<const N: usize>(parts: [u32; N]) -> u64 {
    if parts.contains(&0) {
        return 0;
    }
    // Two keys that are equal by chance cost a comparison, nothing else.
    let mixed = parts
        .into_iter()
        .fold(N as u64, |key, part| (key.rotate_left(23) ^ u64::from(part)).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mixed.max(1)
}

/// Sorts pairs and takes out what is there twice.
fn sorted(mut pairs: Vec<Pair>) -> Vec<Pair> {
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}
