//! Last names and homes of the people of a file, by which a dependent belongs to the employee above.

use crate::census::cells::keys::{KeyMap, id_key};
use crate::census::cells::without_suffix;
use crate::census::people::record::Record;
use crate::text::fold;

const LAST_NAME: u8 = b'l';
const ADDRESS: u8 = b'a';
const PHONE: u8 = b'p';
const ZIP: u8 = b'z';

/// An address or a phone of more employees belongs to a company or a building, not to a household.
const LARGEST_HOUSEHOLD: u8 = 2;

/// Last name, address and phones of a person, as keys; zero where there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::census) struct Home {
    pub(super) last_name: u64,
    address: u64,
    zip: u64,
    phones: [u64; 2],
}

/// How many employees of a file have a last name, an address or a phone.
#[derive(Debug, Default)]
pub(in crate::census) struct Households(KeyMap<u8>);

impl Households {
    /// Counts the home of an employee.
    pub(in crate::census) fn add(&mut self, home: &Home) {
        let [cell, phone] = home.phones;
        let keys = [home.last_name, home.address, cell, if phone == cell { 0 } else { phone }];
        for key in keys.into_iter().filter(|key| *key != 0) {
            let count = self.0.entry(key).or_default();
            *count = count.saturating_add(1);
        }
    }

    /// Whether so many employees at most have something of what two people have in common.
    fn are_few(&self, shared: SharedHome, most: u8) -> bool {
        shared.0.into_iter().any(|key| key != 0 && self.0.get(&key).is_none_or(|employees| *employees <= most))
    }

    /// Whether any of what two people have in common is that of a household.
    pub(super) fn is_any(&self, shared: SharedHome) -> bool {
        self.are_few(shared, LARGEST_HOUSEHOLD)
    }

    /// Whether one employee alone has any of it.
    pub(super) fn is_of_one(&self, shared: SharedHome) -> bool {
        self.are_few(shared, 1)
    }

    /// Whether several employees have the last name.
    pub(super) fn are_namesakes(&self, last_name: u64) -> bool {
        self.0.get(&last_name).is_some_and(|employees| *employees > 1)
    }
}

/// The address and the phones that two people have in common; zero where there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::census) struct SharedHome([u64; 2]);

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
}

/// The key of a last name.
pub(in crate::census) fn last_name(record: &Record) -> Option<u64> {
    let name = without_suffix(record.last_name.value()?);
    Some(id_key(LAST_NAME, &letters(name)))
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
