//! What only a whole side shows: dates and ids that stand for nothing, mails, phones and addresses that are a company's, and ZIP codes that
//! lost their zeros.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use super::birth::BirthDate;
use super::model::LARGEST_HOUSEHOLD;
use super::profile::{People, Profile};
use super::shelf::Shelf;
use super::streets::Street;
use super::two_threads::beside;
use super::words::{Word, Words};

/// A date that stands for "not known" is that of more of a side than this; triplets share one.
const SHARED_BY: usize = 4;
/// In a large side it is the date of one in so many: about a hundred times the commonest real one.
const ONE_IN: usize = 200;
/// How often chance may have made what is taken for such a date, in one of so many sides.
const ONE_SIDE_IN: f64 = 1000.0;
const DAYS_A_MONTH: f64 = 30.0;
const DAYS_A_YEAR: f64 = 365.0;

impl People {
    /// Takes away what a side shows to be no evidence, and mends what it shows to be damaged.
    pub(super) fn mend(&mut self) {
        let close = |side: &mut Shelf| {
            side.close();
            forget_stand_in_dates(side);
        };
        let (rows, members) = (&mut self.rows, &mut self.members);
        beside(rows.len().min(members.len()), || close(rows), || close(members));
        for side in [rows, members] {
            restore_zeros(side, &mut self.words);
        }
        forget_shared_ids(&mut self.rows, &mut self.members);
        self.are_crowded = forget_crowds(&mut self.rows, &mut self.members);
    }
}

fn counted<T: Eq + Hash>(values: impl Iterator<Item = T>) -> HashMap<T, usize> {
    let mut counts = HashMap::new();
    for value in values {
        *counts.entry(value).or_default() += 1;
    }
    counts
}

/// A file full of one date, whatever it is, does not know those dates.
fn forget_stand_in_dates(side: &mut Shelf) {
    let stand_ins = stand_ins(side.iter().filter_map(|person| person.born), side.len());
    if !stand_ins.is_empty() {
        side.change(|person| {
            person.common_birth = person.born.take_if(|born| stand_ins.contains(born));
            person.common_birth.is_some()
        });
    }
}

/// The dates that stand for "not known": each is that of many, and of far more than chance gives to one day of its month, its year or all
/// years. Many who were born in one month, as the children of employees of one age may be, share its days by chance.
fn stand_ins(born: impl Iterator<Item = BirthDate>, people: usize) -> HashSet<BirthDate> {
    let counts = counted(born);
    let most = SHARED_BY.max(people / ONE_IN);
    let common = || counts.iter().filter(|(_, count)| **count > most);
    if common().next().is_none() {
        return HashSet::new();
    }
    let (mut months, mut years, mut all) = (HashMap::new(), HashMap::new(), 0);
    for (born, count) in &counts {
        *months.entry(born.digits() / 100).or_insert(0) += count;
        *years.entry(born.year()).or_insert(0) += count;
        all += count;
    }
    let is_chance = |born: &BirthDate, count: usize| {
        let share = |of: usize, days: f64| (of - count) as f64 / days;
        let expected = share(months[&(born.digits() / 100)], DAYS_A_MONTH)
            .max(share(years[&born.year()], DAYS_A_YEAR))
            .max(share(all, DAYS_A_YEAR * years.len() as f64))
            .max(LEAST_EXPECTED);
        at_most_by_chance(count as f64, expected) * counts.len() as f64 > 1.0 / ONE_SIDE_IN
    };
    common().filter(|(born, count)| !is_chance(born, **count)).map(|(born, _)| *born).collect()
}

/// At least so many of a side are expected on a day, so that chance is never ruled out.
const LEAST_EXPECTED: f64 = 0.01;

/// The chance of so many events or more where some are expected is at most this (the bound of Chernoff for counts after Poisson).
fn at_most_by_chance(count: f64, expected: f64) -> f64 {
    if count <= expected { 1.0 } else { (count - expected - count * (count / expected).ln()).exp() }
}

/// Where most ZIP codes have five digits, those of three and four have lost their zeros in a spreadsheet; elsewhere they are foreign.
fn restore_zeros(side: &mut Shelf, words: &mut Words) {
    let counts = counted(side.iter().map(|person| person.zip).filter(|zip| !zip.is_none()));
    let whole: usize = counts.iter().filter(|(zip, _)| digits(words.text(**zip)) == 5).map(|(_, count)| count).sum();
    if whole * 2 <= counts.values().sum() {
        return;
    }
    let mut lost: Vec<Word> = counts.into_keys().filter(|zip| matches!(digits(words.text(*zip)), 3 | 4)).collect();
    lost.sort_unstable();
    let restored: HashMap<Word, Word> =
        lost.into_iter().map(|zip| (zip, words.word(&format!("{:0>5}", words.text(zip))))).collect();
    if !restored.is_empty() {
        side.change(|person| restored.get(&person.zip).map(|zip| person.zip = *zip).is_some());
    }
}

/// Of how many digits a text is; 0 when it is not of digits.
fn digits(text: &str) -> usize {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.len() } else { 0 }
}

/// A unique id that a side gives to several people, such as an employee's on all of a family, names none of them.
fn forget_shared_ids(rows: &mut Shelf, members: &mut Shelf) {
    let mut shared: Vec<Word> = [&*rows, &*members].into_iter().flat_map(given_to_several).collect();
    shared.sort_unstable();
    if shared.is_empty() {
        return;
    }
    for side in [rows, members] {
        side.change(|person| {
            let is_shared = shared.binary_search(&person.unique_id).is_ok();
            if is_shared {
                person.other_id = person.other_id.or(person.unique_id);
                person.unique_id = Word::NONE;
            }
            is_shared
        });
    }
}

fn given_to_several(side: &Shelf) -> Vec<Word> {
    let mut ids: Vec<Word> = side.iter().map(|person| person.unique_id).filter(|id| !id.is_none()).collect();
    ids.sort_unstable();
    ids.chunk_by(|one, other| one == other).filter(|people| people.len() > 1).map(|people| people[0]).collect()
}

/// An address is a company's in a roster of which more than one in so many have it: a house of many homes is that of fewer.
const CROWD_ONE_IN: usize = 100;

/// What more members share than live together is a company's and nobody's own: its mail, its phone, and where one in a hundred has it, its
/// address. Tells whether there is such an address.
fn forget_crowds(rows: &mut Shelf, members: &mut Shelf) -> bool {
    let mails = crowded(members.iter().map(|member| u64::from(member.email.number())), LARGEST_HOUSEHOLD);
    let phones = crowded(members.iter().flat_map(|member| distinct(member.phones)), LARGEST_HOUSEHOLD);
    let at_most = LARGEST_HOUSEHOLD.max(members.len() / CROWD_ONE_IN);
    let homes = crowded(members.iter().map(|member| home(&member)), at_most);
    if mails.is_empty() && phones.is_empty() && homes.is_empty() {
        return false;
    }
    for side in [rows, members] {
        side.change(|person| {
            let (mail, own_phones) = (person.email, person.phones);
            person.email = if mails.contains(&u64::from(mail.number())) { Word::NONE } else { mail };
            person.phones = own_phones.map(|phone| if phones.contains(&phone) { 0 } else { phone });
            let is_crowded = homes.contains(&home(person));
            if is_crowded {
                forget_address(person);
            }
            is_crowded || person.email != mail || person.phones != own_phones
        });
    }
    !homes.is_empty()
}

/// What comes with an address that is nobody's own is nobody's own either.
fn forget_address(person: &mut Profile) {
    (person.street, person.second) = (Street::default(), Street::default());
    (person.unit, person.zip, person.city, person.state) = (Word::NONE, Word::NONE, Word::NONE, Word::NONE);
}

/// The values that more than `most` have; 0 is none. Sorted rather than counted in a table, which would take several times the room.
fn crowded(values: impl Iterator<Item = u64>, most: usize) -> HashSet<u64> {
    let mut values: Vec<u64> = values.filter(|value| *value != 0).collect();
    values.sort_unstable();
    values.chunk_by(|one, other| one == other).filter(|same| same.len() > most).map(|same| same[0]).collect()
}

fn distinct([cell, home]: [u64; 2]) -> [u64; 2] {
    [cell, if home == cell { 0 } else { home }]
}

/// Number and name of the street; 0 without a number.
fn home(person: &Profile) -> u64 {
    let Street { number, name } = person.street;
    if number.is_none() { 0 } else { u64::from(number.number()) << 32 | u64::from(name.number()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(year: u32, month: u32, day: u32) -> BirthDate {
        BirthDate::of(year, month, day).expect("a date")
    }

    /// People of all ages, a day of the calendar each.
    fn people(count: u32) -> impl Iterator<Item = BirthDate> {
        (0..count).map(|at| date(1950 + at * 7 % 50, 1 + at * 5 % 12, 1 + at * 11 % 28))
    }

    #[test]
    fn a_date_of_far_more_people_than_chance_gives_it_is_none() {
        let on = |born: BirthDate, count: usize| std::iter::repeat_n(born, count);
        let of_one_month = |count: u32| (0..count).map(|at| date(2001, 9, 10 + at * at % 19));
        let cases: [(&str, u32, Vec<BirthDate>, &[BirthDate]); 9] = [
            ("triplets and a namesake's day", 20, on(date(2011, 3, 4), 4).collect(), &[]),
            ("five of twenty-five", 20, on(date(1980, 2, 3), 5).collect(), &[date(1980, 2, 3)]),
            ("all of them", 0, on(date(1980, 2, 3), 12).collect(), &[date(1980, 2, 3)]),
            ("fifty of one month among 500", 450, of_one_month(50).collect(), &[]),
            ("a hundred of one month alone", 0, of_one_month(100).collect(), &[]),
            ("the first of a year, as the day of many", 480, on(date(1990, 1, 1), 20).collect(), &[date(1990, 1, 1)]),
            (
                "one day in a month of many",
                400,
                of_one_month(50).chain(on(date(2001, 9, 1), 40)).collect(),
                &[date(2001, 9, 1)],
            ),
            ("one in two hundred of many", 30_000, on(date(1970, 1, 1), 100).collect(), &[]),
            ("one in a hundred of many", 30_000, on(date(1970, 1, 1), 303).collect(), &[date(1970, 1, 1)]),
        ];
        for (what, others, more, wanted) in cases {
            let all: Vec<BirthDate> = people(others).chain(more).collect();
            let found = stand_ins(all.iter().copied(), all.len());
            let wanted: HashSet<BirthDate> = wanted.iter().copied().collect();
            assert_eq!(found, wanted, "{what}");
        }
    }
}
