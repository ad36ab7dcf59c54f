//! Which pairs are compared at all. A hundred thousand rows and members have ten thousand million pairs; those that share one of
//! some keys are two for each row, and nearly all matches are among them.

mod first_round;
mod second_round;

use super::profile::People;
use super::shelf::Shelved;

pub(super) use self::first_round::first_round;
pub(super) use self::second_round::second_round;

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

/// Up to so many keys are held at once.
const KEYS_A_PART: usize = 1_250_000;

/// Writes the keys of a person; 0 is none.
type Keys = fn(&People, Shelved<'_>, &mut Vec<u32>);

/// Joins rows and members by the keys of each.
struct Join<'a> {
    people: &'a People,
    rows: &'a [u32],
    members: &'a [u32],
    parts: u32,
    buffer: Vec<u32>,
    of_rows: Vec<(u32, u32)>,
    of_members: Vec<(u32, u32)>,
}

/// The rows and the members who share a key.
struct Sharing<'a> {
    key: u32,
    rows: &'a [(u32, u32)],
    members: &'a [(u32, u32)],
}

impl Sharing<'_> {
    /// Whether more pairs share the key than `most` rows and `most` members make. Such a key, as the phone of the company, tells nobody
    /// apart and would be quadratic.
    const fn are_many(&self, most: usize) -> bool {
        self.rows.len() * self.members.len() > most * most
    }

    /// The pairs of one row after the other.
    fn pairs(&self) -> impl Iterator<Item = Pair> + '_ {
        self.rows.iter().flat_map(|row| self.members.iter().map(|member| (row.1, member.1)))
    }
}

impl<'a> Join<'a> {
    /// `most_keys` is how many a person may have of a kind.
    fn of(people: &'a People, rows: &'a [u32], members: &'a [u32], most_keys: usize) -> Self {
        let parts = u32::try_from((rows.len() + members.len()) * most_keys / KEYS_A_PART + 1).unwrap_or(u32::MAX);
        Self { people, rows, members, parts, buffer: Vec::new(), of_rows: Vec::new(), of_members: Vec::new() }
    }

    /// Gives those of both sides who share a key, one key after the other.
    fn each(&mut self, keys: (Keys, Keys), mut each: impl FnMut(&Sharing<'_>)) {
        for part in 0..self.parts {
            self.each_of_part(keys, part, &mut each);
        }
    }

    /// The same of the keys that fall into one of some parts: the keys of a large file are never held all at once. Nor are those of the
    /// larger side that the smaller one has not.
    fn each_of_part(&mut self, (row_keys, member_keys): (Keys, Keys), part: u32, each: &mut impl FnMut(&Sharing<'_>)) {
        let (people, parts) = (self.people, self.parts);
        let is_of_part = |key: u32| key != 0 && (parts == 1 || key % parts == part);
        let of_row = |row, keys: &mut Vec<u32>| row_keys(people, people.rows.at(row), keys);
        let of_member = |member, keys: &mut Vec<u32>| member_keys(people, people.members.at(member), keys);
        if self.rows.len() < self.members.len() {
            fill(&mut self.of_rows, &mut self.buffer, self.rows, is_of_part, of_row);
            let seen = Seen::of(&self.of_rows);
            let is_held = |key| is_of_part(key) && seen.may_hold(key);
            fill(&mut self.of_members, &mut self.buffer, self.members, is_held, of_member);
        } else {
            fill(&mut self.of_members, &mut self.buffer, self.members, is_of_part, of_member);
            let seen = Seen::of(&self.of_members);
            let is_held = |key| is_of_part(key) && seen.may_hold(key);
            fill(&mut self.of_rows, &mut self.buffer, self.rows, is_held, of_row);
        }
        let mut rest = &self.of_members[..];
        for rows in self.of_rows.chunk_by(|one, other| one.0 == other.0) {
            let key = rows[0].0;
            rest = &rest[rest.partition_point(|member| member.0 < key).min(rest.len())..];
            let members = &rest[..rest.iter().take_while(|member| member.0 == key).count()];
            if !members.is_empty() {
                each(&Sharing { key, rows, members });
            }
        }
    }

    /// Adds each pair that shares a key with few.
    fn pairs(&mut self, keys: (Keys, Keys), most: usize, pairs: &mut Vec<Pair>) {
        self.each(keys, |sharing| {
            if !sharing.are_many(most) {
                pairs.extend(sharing.pairs());
            }
        });
    }
}

/// Which keys a side has: one bit for each number that some keys share.
struct Seen(Vec<u64>);

impl Seen {
    fn of(entries: &[(u32, u32)]) -> Self {
        let mut bits = vec![0; (entries.len() / 4 + 1).next_power_of_two()];
        for (key, _) in entries {
            let (place, bit) = Self::place(*key, bits.len());
            bits[place] |= bit;
        }
        Self(bits)
    }

    const fn place(key: u32, blocks: usize) -> (usize, u64) {
        (key as usize >> 6 & (blocks - 1), 1 << (key & 63))
    }

    fn may_hold(&self, key: u32) -> bool {
        let (place, bit) = Self::place(key, self.0.len());
        self.0[place] & bit != 0
    }
}

/// Those keys of the people at some places that are held, sorted.
fn fill(
    entries: &mut Vec<(u32, u32)>,
    buffer: &mut Vec<u32>,
    places: &[u32],
    is_held: impl Fn(u32) -> bool,
    keys: impl Fn(usize, &mut Vec<u32>),
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
fn key<const N: usize>(parts: [u32; N]) -> u32 {
    if parts.contains(&0) {
        return 0;
    }
    // Two keys that are equal by chance cost a comparison, nothing else.
    let mixed = parts
        .into_iter()
        .fold(N as u64, |key, part| (key.rotate_left(23) ^ u64::from(part)).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    ((mixed >> 32) as u32).max(1)
}

/// Sorts pairs and takes out what is there twice.
fn sorted(mut pairs: Vec<Pair>) -> Vec<Pair> {
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}
