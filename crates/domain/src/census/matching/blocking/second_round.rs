//! The pairs that are compared for those who are still open after the first round: few people, so that the keys may be loose.

use super::{Join, Keys, Pair, all_pairs, are_few, key, sorted};
use crate::census::matching::names::Name;
use crate::census::matching::profile::People;
use crate::census::matching::shelf::Shelved;
use crate::census::matching::words::Word;

/// Up to so many pairs of open rows and members all are compared.
const COMPARE_ALL: usize = 1_000_000;
/// The most pairs of one round: what a file of strangers costs at most. The keys stand in the order of what they are worth.
const MOST_PAIRS: usize = 1_200_000;
/// A key may be shared by so many, divided by how many rows are open: the fewer, the looser.
const SHARING: usize = 600_000;

/// The most keys of a kind, as a rule: the letters of a name and one.
const MOST_KEYS: usize = 9;

/// What open rows and members are joined by.
const KEYS: [(Keys, Keys); 26] = [
    (born, born),
    (born_turned, born),
    (both_sounds, both_sounds),
    (both_sounds, both_sounds_crosswise),
    (sounds_and_day, sounds_and_day),
    (sounds_and_day_turned, sounds_and_day),
    (sounds_and_month_of_year, sounds_and_month_of_year),
    (sounds_and_short_date, sounds_and_short_date),
    (first_without_a_letter, first_without_a_letter),
    (last_without_a_letter, last_without_a_letter),
    (nickname_and_last, nickname_and_last),
    (parts, parts),
    (parts, parts_crosswise),
    (sounds_and_year, sounds_and_year),
    (email, email),
    (mailbox, mailbox),
    (phones, phones),
    (lines, lines),
    (sounds_and_zip, sounds_and_zip),
    (zip_and_day, zip_and_day),
    (day_and_gender, day_and_gender),
    (zip_and_year, zip_and_year),
    (names_and_city, names_and_city),
    (street_and_first, street_and_first),
    (first_name, first_name),
    (last_name, last_name),
];

/// The first keys are enough for a file that hardly matches: it is another group's, and looking closer finds chance.
const SUREST: usize = 8;

/// The pairs of open rows and members at these places, in order; `closely` where the file is this group's.
pub(in super::super) fn second_round(people: &People, rows: &[u32], members: &[u32], closely: bool) -> Vec<Pair> {
    if are_few(rows.len(), members.len(), COMPARE_ALL) {
        return all_pairs(rows, members).collect();
    }
    let most = (SHARING / rows.len().max(1)).clamp(2, 100);
    let mut pairs = Vec::new();
    let mut join = Join::of(people, rows, members, MOST_KEYS);
    for keys in KEYS.into_iter().take(if closely { KEYS.len() } else { SUREST }) {
        join.pairs(keys, most, &mut pairs);
        if pairs.len() > MOST_PAIRS {
            pairs = sorted(pairs);
            if pairs.len() > MOST_PAIRS {
                break;
            }
        }
    }
    sorted(pairs)
}

/// Year, month and day of birth, each one more than it is, so that none is 0; all 0 when not known.
fn date(person: Shelved<'_>) -> [u32; 3] {
    person.born().map_or([0; 3], |born| [born.year() + 1, born.month() + 1, born.day() + 1])
}

fn names(people: &People, person: Shelved<'_>) -> [Name; 2] {
    [people.names.get(person.first()), people.names.get(person.last())]
}

fn sounds(people: &People, person: Shelved<'_>) -> [u32; 2] {
    names(people, person).map(|name| name.sound)
}

fn born(_: &People, person: Shelved<'_>, keys: &mut Vec<u32>) {
    keys.push(key(date(person)));
}

fn born_turned(_: &People, person: Shelved<'_>, keys: &mut Vec<u32>) {
    let [year, month, day] = date(person);
    keys.push(key([year, day, month]));
}

fn day_and_gender(_: &People, person: Shelved<'_>, keys: &mut Vec<u32>) {
    let [_, month, day] = date(person);
    keys.push(key([month, day, person.gender()]));
}

fn both_sounds(people: &People, person: Shelved<'_>, keys: &mut Vec<u32>) {
    keys.push(key(sounds(people, person)));
}

fn both_sounds_crosswise(people: &People, person: Shelved<'_>, keys: &mut Vec<u32>) {
    let [first, last] = sounds(people, person);
    keys.push(key([last, first]));
}

// Given and family name under one key: a name that stands in the wrong column is found too.

fn sounds_and_day(people: &People, person: Shelved<'_>, keys: &mut Vec<u32>) {
    let [_, month, day] = date(person);
    keys.extend(sounds(people, person).map(|sound| key([sound, month, day])));
}

fn sounds_and_day_turned(people: &People, person: Shelved<'_>, keys: &mut Vec<u32>) {
    let [_, month, day] = date(person);
    keys.extend(sounds(people, person).map(|sound| key([sound, day, month])));
}

fn sounds_and_month_of_year(people: &People, person: Shelved<'_>, keys: &mut Vec<u32>) {
    let [year, month, _] = date(person);
    keys.extend(sounds(people, person).map(|sound| key([sound, year, month])));
}

fn sounds_and_short_date(people: &People, person: Shelved<'_>, keys: &mut Vec<u32>) {
    let [year, _, day] = date(person);
    keys.extend(sounds(people, person).map(|sound| key([sound, (year != 0).into(), year % 100 + 1, day])));
}

fn sounds_and_year(people: &People, person: Shelved<'_>, keys: &mut Vec<u32>) {
    let [year, ..] = date(person);
    keys.extend(sounds(people, person).map(|sound| key([sound, year])));
}

fn sounds_and_zip(people: &People, person: Shelved<'_>, keys: &mut Vec<u32>) {
    keys.extend(sounds(people, person).map(|sound| key([sound, person.zip().number()])));
}

/// A number for some letters; not 0.
fn number(letters: impl Iterator<Item = u8>) -> u32 {
    letters.fold(0x811c_9dc5_u32, |hash, letter| (hash ^ u32::from(letter)).wrapping_mul(0x0100_0193)).max(1)
}

/// The spellings of a name without one of its letters, and with all: two names with one slip between them share one.
fn without_a_letter(name: &str, other: Word, keys: &mut Vec<u32>) {
    let spelled = |left_out: Option<usize>| {
        number(name.bytes().enumerate().filter(move |(at, _)| Some(*at) != left_out).map(|(_, letter)| letter))
    };
    let spellings = std::iter::once(None).chain((0..name.len()).map(Some));
    keys.extend(spellings.map(|left_out| key([spelled(left_out), other.number()])));
}

fn first_without_a_letter(people: &People, person: Shelved<'_>, keys: &mut Vec<u32>) {
    let [first, last] = names(people, person);
    without_a_letter(people.words.text(first.joined), last.joined, keys);
}

fn last_without_a_letter(people: &People, person: Shelved<'_>, keys: &mut Vec<u32>) {
    let [first, last] = names(people, person);
    without_a_letter(people.words.text(last.joined), first.joined, keys);
}

fn nickname_and_last(people: &People, person: Shelved<'_>, keys: &mut Vec<u32>) {
    let [first, last] = names(people, person);
    keys.extend(first.nicknames.groups().map(|group| key([u32::from(group), last.joined.number()])));
}

/// Each word of one name with each of the other.
fn each_part(people: &People, [one, other]: [Name; 2], keys: &mut Vec<u32>) {
    let (parts, others) = (people.names.parts(&one), people.names.parts(&other));
    let pairs = parts.iter().flat_map(|one| others.iter().map(|other| [one.number(), other.number()]));
    keys.extend(pairs.map(key));
}

fn parts(people: &People, person: Shelved<'_>, keys: &mut Vec<u32>) {
    each_part(people, names(people, person), keys);
}

fn parts_crosswise(people: &People, person: Shelved<'_>, keys: &mut Vec<u32>) {
    let [first, last] = names(people, person);
    each_part(people, [last, first], keys);
}

fn email(_: &People, person: Shelved<'_>, keys: &mut Vec<u32>) {
    keys.push(key([person.email().number()]));
}

fn mailbox(people: &People, person: Shelved<'_>, keys: &mut Vec<u32>) {
    if !person.email().is_none() {
        keys.push(key([number(people.marks.mailbox(person.email()).bytes())]));
    }
}

fn phones(_: &People, person: Shelved<'_>, keys: &mut Vec<u32>) {
    let numbers = person.phones().into_iter().filter(|phone| *phone != 0);
    keys.extend(numbers.map(|phone| key([(phone >> 32) as u32 + 1, (phone as u32).max(1)])));
}

/// Either line of the address, and the street with the ZIP code where the number is wrong.
fn lines(_: &People, person: Shelved<'_>, keys: &mut Vec<u32>) {
    for line in [person.street(), person.second()] {
        keys.push(key([line.number.number(), line.name.number(), 1]));
        keys.push(key([line.name.number(), person.zip().number(), 2, 2]));
    }
}

fn street_and_first(people: &People, person: Shelved<'_>, keys: &mut Vec<u32>) {
    let [first, _] = names(people, person);
    keys.push(key([person.street().name.number(), first.joined.number()]));
}

fn zip_and_day(_: &People, person: Shelved<'_>, keys: &mut Vec<u32>) {
    let [_, month, day] = date(person);
    keys.push(key([person.zip().number(), month, day]));
    keys.push(key([person.zip().number(), day, month]));
}

fn zip_and_year(_: &People, person: Shelved<'_>, keys: &mut Vec<u32>) {
    let [year, ..] = date(person);
    keys.push(key([person.zip().number(), year]));
}

fn names_and_city(people: &People, person: Shelved<'_>, keys: &mut Vec<u32>) {
    let city = person.city().number();
    keys.extend(names(people, person).map(|name| key([name.joined.number(), city])));
    let [year, ..] = date(person);
    keys.push(key([city, year, 3]));
}

fn first_name(people: &People, person: Shelved<'_>, keys: &mut Vec<u32>) {
    keys.push(key([names(people, person)[0].joined.number()]));
}

fn last_name(people: &People, person: Shelved<'_>, keys: &mut Vec<u32>) {
    keys.push(key([names(people, person)[1].joined.number()]));
}
