//! Where the employees of a file live, for their dependents who stand elsewhere and name no number: of the employees of their last name the
//! only one, or the only one of their address or phone.

use super::keys::id_key;
use super::record::Record;
use super::values::without_suffix;
use crate::text::fold;

/// Of longer files nobody is found by name and home, so that memory does not grow with them.
const MOST_EMPLOYEES: usize = 100_000;

const LAST_NAME: u8 = b'l';
const ADDRESS: u8 = b'a';
const PHONE: u8 = b'p';

/// A part of a last name of two has so many letters at least: `van` and `de la` stand before many names.
const FEWEST_LETTERS: usize = 4;

/// Last name, address and phones of a person, as keys; zero where there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Home {
    last_name: u64,
    /// The first and the last part of a last name of several: `Garcia` and `Lopez` of `Garcia-Lopez`.
    name_parts: [u64; 2],
    address: u64,
    phones: [u64; 2],
}

impl Home {
    /// `None` without a last name.
    pub(super) fn of(record: &Record) -> Option<Self> {
        let last_name = last_name(record)?;
        let key = |space, text: Option<&String>| text.map_or(0, |text| id_key(space, text));
        let address = record.address_line1.value().map(|line| house(line));
        Some(Self {
            last_name,
            name_parts: name_parts(record),
            address: key(ADDRESS, address.as_ref()),
            phones: [key(PHONE, record.cell_phone.value()), key(PHONE, record.home_phone.value())],
        })
    }

    /// The key of the last name.
    pub(super) const fn last_name(&self) -> u64 {
        self.last_name
    }

    /// Whether the two have a last name or a part of one in common.
    pub(super) fn shares_name(&self, other: &Self) -> bool {
        let keys = |home: &Self| [home.last_name, home.name_parts[0], home.name_parts[1]];
        keys(self).iter().any(|key| *key != 0 && keys(other).contains(key))
    }

    /// Whether the two have an address or a phone in common.
    pub(super) fn shares_home(&self, other: &Self) -> bool {
        let same_phone = self.phones.iter().any(|phone| *phone != 0 && other.phones.contains(phone));
        same_phone || (self.address != 0 && self.address == other.address)
    }

    /// Whether both have an address, and not the same.
    pub(super) fn lives_elsewhere(&self, other: &Self) -> bool {
        self.address != 0 && other.address != 0 && self.address != other.address
    }
}

/// The key of a last name.
pub(super) fn last_name(record: &Record) -> Option<u64> {
    let name = without_suffix(record.last_name.value()?);
    Some(id_key(LAST_NAME, &letters(name)))
}

/// The keys of the first and the last part of a last name of several; zero where there is none.
fn name_parts(record: &Record) -> [u64; 2] {
    let name = record.last_name.value().map_or("", |name| without_suffix(name));
    let is_apart = |c: char| c == '-' || c.is_whitespace();
    let mut parts = name.split(is_apart).filter(|part| !part.is_empty());
    let (Some(first), Some(last)) = (parts.next(), parts.next_back()) else { return [0; 2] };
    [first, last].map(|part| {
        let part = letters(part);
        if part.chars().count() < FEWEST_LETTERS { 0 } else { id_key(LAST_NAME, &part) }
    })
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

    /// The employee of a dependent.
    pub(super) fn find(&self, home: &Home) -> Found<T> {
        let begin = self.homes.partition_point(|(other, _)| other.last_name < home.last_name);
        let namesakes = || self.homes[begin..].iter().take_while(|(other, _)| other.last_name == home.last_name);
        let at_home = namesakes().filter(|(other, _)| home.shares_home(other));
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
