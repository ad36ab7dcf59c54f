//! Where the employees of a file live. The home tells which of several employees of one last name a dependent below one of them belongs to;
//! where it does not tell, a person does.

use crate::census::cells::without_suffix;
use crate::census::cells::{KeyMap, id_key};
use crate::census::people::record::Record;
use crate::text::fold;

/// Of longer files nobody is found by name and home, so that memory does not grow with them.
const MOST_EMPLOYEES: usize = 100_000;

const LAST_NAME: u8 = b'l';
const ADDRESS: u8 = b'a';
const PHONE: u8 = b'p';
const ZIP: u8 = b'z';

/// An address or a phone of more employees belongs to a company or a building, not to a household.
const LARGEST_HOUSEHOLD: u8 = 2;

/// Last name, address and phones of a person, as keys; zero where there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::census) struct Home {
    last_name: u64,
    address: u64,
    zip: u64,
    phones: [u64; 2],
}

/// How many employees of a file have an address or a phone.
#[derive(Debug, Default)]
pub(in crate::census) struct Households(KeyMap<u8>);

impl Households {
    /// Counts the home of an employee.
    pub(in crate::census) fn add(&mut self, home: &Home) {
        let [cell, phone] = home.phones;
        let keys = [home.address, cell, if phone == cell { 0 } else { phone }];
        for key in keys.into_iter().filter(|key| *key != 0) {
            let count = self.0.entry(key).or_default();
            *count = count.saturating_add(1);
        }
    }

    /// Whether an address or a phone that two people have is that of a household.
    pub(in crate::census) fn is_one(&self, key: u64) -> bool {
        key != 0 && self.0.get(&key).is_none_or(|employees| *employees <= LARGEST_HOUSEHOLD)
    }

    /// Whether any of what two people have in common is that of a household.
    pub(in crate::census) fn is_any(&self, shared: SharedHome) -> bool {
        shared.0.into_iter().any(|key| self.is_one(key))
    }
}

/// The address and the phones that two people have in common; zero where there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::census) struct SharedHome([u64; 2]);

impl SharedHome {
    pub(in crate::census) fn is_none(self) -> bool {
        self.0 == [0; 2]
    }
}

impl Home {
    /// `None` without a last name.
    pub(in crate::census) fn of(record: &Record) -> Option<Self> {
        let last_name = last_name(record)?;
        let key = |space, text: Option<&String>| text.map_or(0, |text| id_key(space, text));
        let address = record.address_line1.value().map(|line| house(line));
        Some(Self {
            last_name,
            address: key(ADDRESS, address.as_ref()),
            zip: key(ZIP, record.zip_code.value().and_then(|zip| zip.get(..5)).map(str::to_owned).as_ref()),
            phones: [key(PHONE, record.cell_phone.value()), key(PHONE, record.home_phone.value())],
        })
    }

    /// The key of the last name.
    pub(in crate::census) const fn last_name(&self) -> u64 {
        self.last_name
    }

    /// Whether the two have the whole last name in common. A part of it is shared by strangers, as `Dela` of `Dela Cruz`.
    pub(in crate::census) const fn shares_name(&self, other: &Self) -> bool {
        self.last_name == other.last_name
    }

    /// The address and a phone that the two have in common; of one street in two towns they have not.
    pub(in crate::census) fn shared(&self, other: &Self) -> SharedHome {
        let is_far = self.zip != 0 && other.zip != 0 && self.zip != other.zip;
        let address = if self.address == other.address && !is_far { self.address } else { 0 };
        let phone = self.phones.into_iter().find(|phone| *phone != 0 && other.phones.contains(phone));
        SharedHome([address, phone.unwrap_or_default()])
    }

    /// Whether both have an address, and not the same.
    pub(in crate::census) fn lives_elsewhere(&self, other: &Self) -> bool {
        let differ = |one: u64, other: u64| one != 0 && other != 0 && one != other;
        differ(self.address, other.address)
            || (self.address != 0 && self.address == other.address && differ(self.zip, other.zip))
    }
}

/// The key of a last name.
pub(in crate::census) fn last_name(record: &Record) -> Option<u64> {
    let name = without_suffix(record.last_name.value()?);
    Some(id_key(LAST_NAME, &letters(name)))
}

/// Whom a home finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Found<T> {
    Nobody,
    One(T),
    Several,
}

impl<T> Found<T> {
    pub(super) fn map<U>(self, to: impl FnOnce(T) -> U) -> Found<U> {
        match self {
            Self::Nobody => Found::Nobody,
            Self::One(found) => Found::One(to(found)),
            Self::Several => Found::Several,
        }
    }
}

/// The homes of the employees of a file.
#[derive(Debug)]
pub(super) struct Homes<T> {
    homes: Vec<(Home, T)>,
    is_full: bool,
}

impl<T> Default for Homes<T> {
    fn default() -> Self {
        Self { homes: Vec::new(), is_full: false }
    }
}

impl<T: Copy> Homes<T> {
    pub(super) fn add(&mut self, home: Option<Home>, employee: T) {
        self.is_full |= self.homes.len() == MOST_EMPLOYEES;
        if self.is_full {
            self.homes = Vec::new();
        } else if let Some(home) = home {
            self.homes.push((home, employee));
        }
    }

    /// Brings those of one last name together; call it before [`Self::find`].
    pub(super) fn sort(&mut self) {
        self.homes.sort_by_key(|(home, _)| home.last_name);
    }

    /// The employee of a dependent, by addresses and phones of households.
    pub(super) fn find(&self, home: &Home, households: &Households) -> Found<T> {
        let begin = self.homes.partition_point(|(other, _)| other.last_name < home.last_name);
        let namesakes = || self.homes[begin..].iter().take_while(|(other, _)| other.last_name == home.last_name);
        let at_home = namesakes().filter(|(other, _)| households.is_any(home.shared(other)));
        let anywhere = namesakes().filter(|(other, _)| !home.lives_elsewhere(other));
        match only(at_home) {
            Found::Nobody if self.is_full => Found::Several,
            // Whoever of the name lives elsewhere may be meant as well as the only one who does not.
            Found::Nobody if namesakes().count() > 1 => Found::Several,
            Found::Nobody => only(anywhere),
            found => found,
        }
    }
}

fn only<'a, T: Copy + 'a>(mut employees: impl Iterator<Item = &'a (Home, T)>) -> Found<T> {
    match (employees.next(), employees.next()) {
        (None, _) => Found::Nobody,
        (Some((_, employee)), None) => Found::One(*employee),
        _ => Found::Several,
    }
}

/// Counts the employees of a file by last name.
#[derive(Debug, Default)]
pub(super) struct Namesakes(KeyMap<u8>);

impl Namesakes {
    /// Counts an employee under its last name.
    pub(super) fn add_employee(&mut self, home: &Home) {
        let count = self.0.entry(home.last_name).or_default();
        *count = count.saturating_add(1);
    }

    /// Whether several employees have the last name.
    pub(super) fn are_several(&self, home: &Home) -> bool {
        self.0.get(&home.last_name).is_some_and(|employees| *employees > 1)
    }
}

fn letters(text: &str) -> String {
    fold(text).chars().filter(|c| c.is_alphanumeric()).collect()
}

/// The number of a house and the first word behind it, since the rest is written in many ways; all of any other address.
fn house(line: &str) -> String {
    let folded = fold(line);
    let is_numbered = folded.starts_with(|c: char| c.is_ascii_digit());
    let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.take(if is_numbered { 2 } else { usize::MAX }).collect::<Vec<_>>().join(" ")
}
