//! Reads sheets of people who have left, or may have, such as `Termed` or `COBRA` beside `Active`, as a section below the census.
//!
//! Their rows stand below a line with the name of their sheet. So the file asks once whether these people have left
//! (rules.md#questions-of-a-file).

use std::collections::HashMap;

use crate::census::cells::{Standing, standing};
use crate::census::columns::Mapping;
use crate::census::vocabulary::heading_keys::heading_key;

/// The heading of a sheet: its row from 0, and what its columns hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Heading {
    pub(super) row: u32,
    pub(super) mapping: Mapping,
}

/// A sheet that stands below another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Below {
    pub(super) name: String,
    /// The row of its heading, from 0.
    pub(super) heading_row: u32,
    /// For its columns those of the text.
    pub(super) columns: HashMap<u32, u32>,
    /// The first column of the text behind all headings, where its other cells stand.
    pub(super) behind: u32,
}

/// How sheets become one text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Joined {
    /// The row of the heading of the first sheet, and what the others add to it.
    pub(super) added: Option<(u32, Vec<(u32, String)>)>,
    pub(super) below: Vec<Below>,
}

/// Whether the name of a sheet says that those on it have left, or may have, as `COBRA` does. What is headed as a part of the company may be
/// one of several lists of a census.
pub(super) fn is_asked(name: &str) -> bool {
    standing(name).is_some_and(Standing::is_asked)
}

/// Joins sheets of people who have left to the one of the census: columns that hold the same are the same, and others are added.
pub(super) fn join(census: &Heading, ended: &[(String, Heading)]) -> Joined {
    let own = census.mapping.columns();
    let mut keys: Vec<String> = own.iter().map(|column| column.key.clone()).collect();
    let (mut added, mut all) = (Vec::new(), Vec::new());
    for (name, heading) in ended {
        let mut columns = HashMap::new();
        for column in heading.mapping.columns().iter().filter(|column| !column.heading.is_empty()) {
            let by_field = || own.iter().position(|other| column.field.is_some() && other.field == column.field);
            let known = by_field().or_else(|| keys.iter().position(|key| *key == column.key));
            let place = known.unwrap_or_else(|| {
                keys.push(heading_key(&column.heading));
                added.push((place_of(keys.len() - 1), column.heading.clone()));
                keys.len() - 1
            });
            columns.insert(place_of(column.index), place_of(place));
        }
        all.push((name.clone(), heading.row, columns));
    }
    let behind = place_of(keys.len());
    let below = all.into_iter().map(|(name, heading_row, columns)| Below { name, heading_row, columns, behind });
    Joined { added: Some((census.row, added)), below: below.collect() }
}

fn place_of(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

/// Whether the same words are read in one way below both headings, as dates by one order.
pub(super) fn is_read_alike(one: &Mapping, other: &Mapping) -> bool {
    one.day_first() == other.day_first()
        && one.asks_status() == other.asks_status()
        && one.last_first() == other.last_first()
}
