//! The pairs that are compared first: those that share something that few share.

use std::collections::HashSet;

use super::{COMPARE_ALL, Join, Keys, Pair, all_pairs, are_few, key};
use crate::census::matching::profile::People;
use crate::census::matching::shelf::Shelved;

/// People that share a key in the first round; the measure of how many pairs it may give.
const MOST_SHARING: usize = 60;

/// The most keys of a kind: a person has two phones.
const MOST_KEYS: usize = 2;

/// What rows and members are joined by.
const KEYS: [(Keys, Keys); 8] = [
    (named, named),
    (named, named_crosswise),
    (born_and_given, born_and_given),
    (born_and_family, born_and_family),
    (address, address),
    (email, email),
    (phones, phones),
    (ids, ids),
];

/// Gives each pair of the first round once. The pairs of a large file are never held all at once.
pub(in super::super) fn first_round(people: &People, mut each: impl FnMut(Pair)) {
    let places = |count: usize| (0..u32::try_from(count).unwrap_or(u32::MAX)).collect::<Vec<u32>>();
    let (rows, members) = (places(people.rows.len()), places(people.members.len()));
    if are_few(rows.len(), members.len(), COMPARE_ALL) {
        all_pairs(&rows, &members).for_each(each);
        return;
    }
    let mut given = Given { people, common: HashSet::new(), buffers: Default::default() };
    let mut join = Join::of(people, &rows, &members, MOST_KEYS);
    for (place, keys) in KEYS.into_iter().enumerate() {
        join.each(keys, |sharing| {
            if sharing.are_many(MOST_SHARING) {
                given.common.insert((place, sharing.key));
                return;
            }
            for (_, row) in sharing.rows {
                let row_is = people.rows.at(*row as usize);
                for (_, member) in sharing.members {
                    if !given.already(place, row_is, people.members.at(*member as usize)) {
                        each((*row, *member));
                    }
                }
            }
        });
    }
}

/// Knows which pairs were given before: those that share one of the keys before, unless too many share it.
struct Given<'a> {
    people: &'a People,
    /// Keys that too many share, with the place of what they are.
    common: HashSet<(usize, u32)>,
    buffers: [Vec<u32>; 2],
}

impl Given<'_> {
    fn already(&mut self, place: usize, row: Shelved<'_>, member: Shelved<'_>) -> bool {
        let [of_row, of_member] = &mut self.buffers;
        KEYS[..place].iter().enumerate().any(|(before, (row_keys, member_keys))| {
            of_row.clear();
            of_member.clear();
            row_keys(self.people, row, of_row);
            member_keys(self.people, member, of_member);
            let shared = of_row.iter().filter(|key| **key != 0 && of_member.contains(key));
            shared.into_iter().any(|key| !self.common.contains(&(before, *key)))
        })
    }
}

fn named(people: &People, person: Shelved<'_>, keys: &mut Vec<u32>) {
    let (first, last) = (people.names.get(person.first()), people.names.get(person.last()));
    keys.push(key([people.names.first(&first).number(), last.joined.number()]));
}

fn named_crosswise(people: &People, person: Shelved<'_>, keys: &mut Vec<u32>) {
    let (first, last) = (people.names.get(person.first()), people.names.get(person.last()));
    keys.push(key([last.joined.number(), people.names.first(&first).number()]));
}

fn born(person: Shelved<'_>) -> u32 {
    person.born().map_or(0, |born| born.digits())
}

fn born_and_given(people: &People, person: Shelved<'_>, keys: &mut Vec<u32>) {
    keys.push(key([born(person), people.names.get(person.first()).initial]));
}

fn born_and_family(people: &People, person: Shelved<'_>, keys: &mut Vec<u32>) {
    keys.push(key([born(person), people.names.get(person.last()).initial]));
}

fn address(people: &People, person: Shelved<'_>, keys: &mut Vec<u32>) {
    let street = person.street();
    keys.push(key([street.number.number(), street.name.number(), people.names.get(person.first()).initial]));
}

fn email(people: &People, person: Shelved<'_>, keys: &mut Vec<u32>) {
    keys.push(key([person.email().number(), people.names.get(person.first()).initial]));
}

fn phones(people: &People, person: Shelved<'_>, keys: &mut Vec<u32>) {
    let initial = people.names.get(person.first()).initial;
    keys.extend(person.phones().map(|phone| key([(phone >> 32) as u32 + 1, phone as u32, initial])));
}

fn ids(_: &People, person: Shelved<'_>, keys: &mut Vec<u32>) {
    let [unique, other] = person.ids();
    keys.push(key([unique.number(), 1]));
    keys.push(key([other.number(), 2]));
}
