//! The pairs that are compared first: those that share something that few share.

use super::super::profile::{People, Profile};
use super::{COMPARE_ALL, Join, Keys, Pair, all_pairs, are_few, key, sorted};

/// People that share a key in the first round; the measure of how many pairs it may give.
const MOST_SHARING: usize = 60;

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

/// The pairs of the first round, in order.
pub(in super::super) fn first_round(people: &People) -> Vec<Pair> {
    let places = |count: usize| (0..u32::try_from(count).unwrap_or(u32::MAX)).collect::<Vec<u32>>();
    let (rows, members) = (places(people.rows.len()), places(people.members.len()));
    if are_few(rows.len(), members.len(), COMPARE_ALL) {
        return all_pairs(&rows, &members).collect();
    }
    let mut pairs = Vec::new();
    let mut join = Join::of(people, &rows, &members);
    for (row_keys, member_keys) in KEYS {
        join.pairs(row_keys, member_keys, MOST_SHARING, &mut pairs);
    }
    sorted(pairs)
}

fn named(people: &People, person: &Profile, keys: &mut Vec<u64>) {
    let (first, last) = (people.names.get(person.first), people.names.get(person.last));
    keys.push(key([first.first.number(), last.joined.number()]));
}

fn named_crosswise(people: &People, person: &Profile, keys: &mut Vec<u64>) {
    let (first, last) = (people.names.get(person.first), people.names.get(person.last));
    keys.push(key([last.joined.number(), first.first.number()]));
}

fn born(person: &Profile) -> u32 {
    person.born.map_or(0, |born| born.digits())
}

fn born_and_given(people: &People, person: &Profile, keys: &mut Vec<u64>) {
    keys.push(key([born(person), people.names.get(person.first).initial]));
}

fn born_and_family(people: &People, person: &Profile, keys: &mut Vec<u64>) {
    keys.push(key([born(person), people.names.get(person.last).initial]));
}

fn address(people: &People, person: &Profile, keys: &mut Vec<u64>) {
    let street = person.street;
    keys.push(key([street.number.number(), street.name.number(), people.names.get(person.first).initial]));
}

fn email(people: &People, person: &Profile, keys: &mut Vec<u64>) {
    keys.push(key([person.email.number(), people.names.get(person.first).initial]));
}

fn phones(people: &People, person: &Profile, keys: &mut Vec<u64>) {
    let initial = people.names.get(person.first).initial;
    keys.extend(person.phones.map(|phone| key([(phone >> 32) as u32 + 1, phone as u32, initial])));
}

fn ids(_: &People, person: &Profile, keys: &mut Vec<u64>) {
    keys.push(key([person.unique_id.number(), 1]));
    keys.push(key([person.other_id.number(), 2]));
}
