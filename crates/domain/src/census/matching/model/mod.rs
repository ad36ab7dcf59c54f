//! The model of Fellegi and Sunter: how much likelier a comparison is of one person than of two (rules.md#matching).
//!
//! Four classes of pairs stand in place of the usual two: the same person at the same address, the same person moved, another person
//! of the same household, any other person. With one class for all who moved, a moved family loses a few bits once, not five
//! times over; with a class of its own the household, whose people share name, address, phone and mail, is not taken for one
//! person.

mod defaults;
mod learning;
mod rarity;

use super::compare::Comparer;
use super::levels::{FIELDS, Field, LEVELS, Levels};
use super::profile::{People, Profile};

pub(super) use self::learning::{LARGEST_HOUSEHOLD, Seen};
use self::rarity::Rarity;

/// How likely each level of each field is in a class of pairs, given that both sides say something; 1 for level 0.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Chances([[f64; LEVELS]; FIELDS]);

impl Chances {
    const fn of(&self, field: Field, level: u8) -> f64 {
        self.0[field.place()][level as usize & (LEVELS - 1)]
    }

    fn logarithms(&self) -> [[f64; LEVELS]; FIELDS] {
        self.0.map(|field| field.map(f64::ln))
    }
}

/// The sum over all fields of a table of logarithms.
fn summed(table: &[[f64; LEVELS]; FIELDS], levels: Levels) -> f64 {
    Field::ALL.into_iter().zip(table).map(|(field, row)| row[usize::from(levels.get(field))]).sum()
}

/// What is known about how people are written, in this group and in general.
pub(super) struct Model {
    /// The same person at the same address, and moved. They differ in the fields of the address only.
    stayed: Chances,
    moved: Chances,
    /// The share of people who moved.
    moving: f64,
    stranger: Chances,
    /// How likely somebody picked at random from the roster is of the same household.
    housemate: f64,
    /// Whether members share addresses, so that one is nobody's own.
    shows_households: bool,
    rarity: Rarity,
    logs: Logs,
}

struct Logs {
    stayed: [[f64; LEVELS]; FIELDS],
    moved: [[f64; LEVELS]; FIELDS],
    household: [[f64; LEVELS]; FIELDS],
    stranger: [[f64; LEVELS]; FIELDS],
}

/// How a pair fares.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Weighed {
    /// The natural logarithm of how much likelier the comparison is of one person than of two.
    pub ratio: f64,
    /// If it is one person, how likely it is that he moved.
    pub moved: f64,
}

/// The share of people who moved, before anything is learned: about what the census bureau finds within half a year.
const MOVING: f64 = 0.06;
/// Fewer housemates for each member than this, and the roster does not show who lives with whom.
const SHOWN_HOUSEMATES: f64 = 0.05;
/// The housemates each member has at least, seen or not.
const LEAST_HOUSEMATES: f64 = 0.02;

impl Model {
    /// The model before any match is known. What other people look like is learned from the roster alone: rows against members hold the
    /// matches themselves, a fifth of all pairs in a group of five.
    pub(super) fn of(people: &People, comparer: &mut Comparer<'_>) -> Self {
        let others = learning::learn_others(&people.members, comparer);
        let count = people.members.len().max(1) as f64;
        let housemates = others.housemates / count;
        let (stayed, moved) = (defaults::stayed(), defaults::moved());
        let logs = Logs {
            stayed: stayed.logarithms(),
            moved: moved.logarithms(),
            household: others.household.logarithms(),
            stranger: others.stranger.logarithms(),
        };
        Self {
            rarity: Rarity::of(people, &others.stranger),
            housemate: (housemates.max(LEAST_HOUSEMATES) / count).min(0.5),
            shows_households: housemates >= SHOWN_HOUSEMATES || people.are_crowded,
            moving: MOVING,
            stranger: others.stranger,
            stayed,
            moved,
            logs,
        }
    }

    pub(super) const fn shows_households(&self) -> bool {
        self.shows_households
    }

    /// By how much what agrees with a member is rarer or commoner than usual.
    pub(super) fn rarity(&self, people: &People, levels: Levels, member: &Profile) -> f32 {
        self.rarity.correction(people, levels, member)
    }

    /// Weighs the comparison of a row with a member.
    pub(super) fn weigh(&self, levels: Levels, rarity: f32) -> Weighed {
        let stayed = (1.0 - self.moving).ln() + summed(&self.logs.stayed, levels);
        let moved = self.moving.ln() + summed(&self.logs.moved, levels);
        let household = self.housemate.ln() + summed(&self.logs.household, levels);
        let stranger = (1.0 - self.housemate).ln() + summed(&self.logs.stranger, levels) + f64::from(rarity);
        let same = add(stayed, moved);
        Weighed { ratio: same - add(household, stranger), moved: (moved - same).exp() }
    }

    /// How many bits a level speaks for the same person, taking the better of stayed and moved, against a stranger.
    pub(super) fn bits(&self, field: Field, level: u8) -> f64 {
        let same = self.stayed.of(field, level).max(self.moved.of(field, level));
        (same / self.stranger.of(field, level)).log2()
    }

    /// Learns from the pairs that are the same person by now.
    pub(super) fn learn(&mut self, seen: &Seen) {
        let learned = seen.chances();
        self.stayed = learned.stayed;
        self.moved = learned.moved;
        self.moving = learned.moving;
        self.logs.stayed = self.stayed.logarithms();
        self.logs.moved = self.moved.logarithms();
    }
}

/// The logarithm of the sum of two numbers given by their logarithms.
fn add(one: f64, other: f64) -> f64 {
    let (low, high) = if one < other { (one, other) } else { (other, one) };
    high + (low - high).exp().ln_1p()
}
