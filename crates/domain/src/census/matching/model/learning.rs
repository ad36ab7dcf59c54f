//! Learning the chances: of other people from the roster, of the same person from the matches as they emerge (the M step of the EM
//! algorithm). Every table begins at its default, which counts as some pairs of its own.

use std::ops::Range;

use super::{Chances, defaults};
use crate::census::matching::compare::Comparer;
use crate::census::matching::levels::{FIELDS, Field, LEVELS, Levels, birth};
use crate::census::matching::profile::Profile;
use crate::census::matching::shelf::Shelf;
use crate::census::matching::words::Word;

/// The levels of a field whose chances add up to one: two groups where the level also tells whether what the field hangs on agrees.
pub(super) fn groups(field: Field) -> impl Iterator<Item = Range<usize>> {
    let (first, second) = match field {
        Field::FirstName => (1..9, 9..9),
        Field::LastName | Field::Street => (1..7, 7..7),
        Field::SwappedNames | Field::Family => (1..3, 3..3),
        Field::DateOfBirth => (1..10, 10..10),
        Field::Gender | Field::State | Field::Relationship => (1..3, 3..5),
        Field::AddressLine2 | Field::City => (1..4, 4..7),
        Field::ZipCode | Field::Id => (1..5, 5..5),
        Field::Email | Field::Phone | Field::Suffix => (1..4, 4..4),
    };
    [first, second].into_iter().filter(|levels| !levels.is_empty())
}

/// How often each level was seen.
#[derive(Clone)]
struct Counts([[f64; LEVELS]; FIELDS]);

impl Counts {
    const fn none() -> Self {
        Self([[0.0; LEVELS]; FIELDS])
    }

    fn add(&mut self, levels: Levels, weight: f64) {
        for (field, level) in levels.each() {
            self.0[field.place()][usize::from(level)] += weight;
        }
    }

    fn pairs(&self, field: Field) -> f64 {
        self.0[field.place()].iter().sum()
    }

    /// The chances, where the default counts as `weight` pairs, and none is below `floor`.
    fn chances(&self, default: &Chances, weight: f64, floor: impl Fn(Field) -> f64) -> Chances {
        let mut learned = default.clone();
        for field in Field::ALL {
            for levels in groups(field) {
                let (counts, own) = (&self.0[field.place()], &mut learned.0[field.place()]);
                let all: f64 = counts[levels.clone()].iter().sum::<f64>() + weight;
                for level in levels {
                    own[level] = ((counts[level] + weight * own[level]) / all).max(floor(field));
                }
            }
        }
        learned
    }
}

/// The pairs that are one person, as far as it is known: what the next round learns from.
pub(in super::super) struct Seen {
    stayed: Counts,
    moved: Counts,
    moves: f64,
    pairs: f64,
}

pub(super) struct Learned {
    pub stayed: Chances,
    pub moved: Chances,
    pub moving: f64,
}

/// As how many pairs the default table of the same person counts. Between 5 and 500 it made no difference to any result.
const SAME_WEIGHT: f64 = 60.0;
const HOUSEHOLD_WEIGHT: f64 = 60.0;
const STRANGER_WEIGHT: f64 = 400.0;
/// No level of the same person is rarer. Without it a file that happens to have no changed relationship learns 15 bits against the first
/// honest change.
const SAME_FLOOR: f64 = 0.0005;
/// The same for relationship and family, which change together with other things.
const TIE_FLOOR: f64 = 0.002;
const OTHER_FLOOR: f64 = 1e-6;

/// The share of people who move is between these, whatever a file shows.
const MOVING: std::ops::RangeInclusive<f64> = 0.002..=0.5;

impl Seen {
    pub(in super::super) const fn nothing() -> Self {
        Self { stayed: Counts::none(), moved: Counts::none(), moves: 0.0, pairs: 0.0 }
    }

    /// A pair that is the same person with this probability, who then moved with that.
    pub(in super::super) fn add(&mut self, levels: Levels, same: f64, moved: f64) {
        self.stayed.add(levels, same * (1.0 - moved));
        self.moved.add(levels, same * moved);
        self.moves += same * moved;
        self.pairs += same;
    }

    pub(super) fn chances(&self) -> Learned {
        let mut all = self.stayed.clone();
        for (own, other) in all.0.iter_mut().flatten().zip(self.moved.0.iter().flatten()) {
            *own += other;
        }
        let chances = |of: &Counts, default: &Chances| of.chances(default, SAME_WEIGHT, floor);
        let (mut stayed, mut moved) =
            (chances(&self.stayed, &defaults::stayed()), chances(&self.moved, &defaults::moved()));
        // Who moves writes names and dates as everybody else does.
        let anywhere = chances(&all, &defaults::stayed());
        for field in Field::ALL.into_iter().filter(|field| !is_place(*field)) {
            stayed.0[field.place()] = anywhere.0[field.place()];
            moved.0[field.place()] = anywhere.0[field.place()];
        }
        let moving = (self.moves + SAME_WEIGHT * super::MOVING) / (self.pairs + SAME_WEIGHT);
        Learned { stayed, moved, moving: moving.clamp(*MOVING.start(), *MOVING.end()) }
    }
}

const fn floor(field: Field) -> f64 {
    match field {
        Field::Relationship | Field::Family => TIE_FLOOR,
        _ => SAME_FLOOR,
    }
}

const fn is_place(field: Field) -> bool {
    matches!(field, Field::Street | Field::AddressLine2 | Field::ZipCode | Field::City | Field::State)
}

/// What other people look like.
pub(super) struct Others {
    pub household: Chances,
    pub stranger: Chances,
    /// The sum over all members of those who live with them.
    pub housemates: f64,
}

/// Pairs of housemates, and of strangers, that are looked at: more make no difference to the weights' second digit.
const MOST_HOUSEMATES: usize = 15_000;
const STRANGERS: usize = 30_000;
/// More people at one address or of one family are no household.
pub(in super::super) const LARGEST_HOUSEHOLD: usize = 12;

/// Learns from the roster what two people look like who are not the same.
pub(super) fn learn_others(members: &Shelf, comparer: &mut Comparer<'_>) -> Others {
    let pairs = housemates(members);
    let mut household = Counts::none();
    let step = pairs.len().div_ceil(MOST_HOUSEMATES).max(1);
    for (one, other) in pairs.iter().step_by(step) {
        household.add(comparer.levels(&members.get(*one as usize), &members.get(*other as usize)), 1.0);
    }
    let mut strangers = Counts::none();
    each_two(members.len(), |one, other| {
        let (one, other) = (members.get(one), members.get(other));
        if !live_together(&one, &other) {
            strangers.add(comparer.levels(&one, &other), 1.0);
        }
    });
    let mut stranger = strangers.chances(&defaults::stranger(), STRANGER_WEIGHT, |_| OTHER_FLOOR);
    keep_what_is_too_rare_to_count(&mut stranger, &strangers);
    stranger.0[Field::DateOfBirth.place()][usize::from(birth::EXACT)] = same_birthday(members);
    let mut household = household.chances(&defaults::household(), HOUSEHOLD_WEIGHT, |_| OTHER_FLOOR);
    // Where a family went is known of rows only.
    household.0[Field::Family.place()] = defaults::household().0[Field::Family.place()];
    Others { household, stranger, housemates: 2.0 * pairs.len() as f64 }
}

/// Strangers that must have said something about a field before its rare levels can be counted.
const ENOUGH: f64 = 20_000.0;

fn keep_what_is_too_rare_to_count(stranger: &mut Chances, counts: &Counts) {
    let rare = [Field::SwappedNames, Field::Email, Field::Phone, Field::Id].into_iter();
    let kept = rare.filter(|field| counts.pairs(*field) < ENOUGH).chain([Field::Family, Field::Suffix]);
    for field in kept {
        stranger.0[field.place()] = defaults::stranger().0[field.place()];
    }
}

/// How likely two members have the same date of birth: too rare for the pairs that are looked at, but easy to count.
fn same_birthday(members: &Shelf) -> f64 {
    let mut born: Vec<_> = members.iter().filter_map(|member| member.born).collect();
    born.sort_unstable();
    let pairs = |count: usize| count as f64 * (count as f64 - 1.0) / 2.0;
    let same: f64 = born.chunk_by(|one, other| one == other).map(|day| pairs(day.len())).sum();
    let usual = defaults::stranger().of(Field::DateOfBirth, birth::EXACT);
    (same + STRANGER_WEIGHT * usual) / (pairs(born.len()).max(0.0) + STRANGER_WEIGHT)
}

fn live_together(one: &Profile, other: &Profile) -> bool {
    let same_family = one.family != 0 && one.family == other.family;
    same_family || (!one.street.number.is_none() && one.street == other.street && one.zip == other.zip)
}

/// All pairs of members who share a family or an address.
fn housemates(members: &Shelf) -> Vec<(u32, u32)> {
    let family = |member: &Profile| [member.family, 0, 0];
    let home = |member: &Profile| {
        let Profile { street, zip, .. } = member;
        if street.number.is_none() { [0; 3] } else { [street.number, street.name, *zip].map(Word::number) }
    };
    let mut pairs = Vec::new();
    each_two_at_home(members, family, |one, other| pairs.push((one, other)));
    each_two_at_home(members, home, |one, other| {
        let of = |place: u32| members.at(place as usize).family();
        if of(one) == 0 || of(one) != of(other) {
            pairs.push((one, other));
        }
    });
    pairs.sort_unstable();
    pairs
}

/// All pairs of members who have the same home; all 0 is none.
fn each_two_at_home(members: &Shelf, home: impl Fn(&Profile) -> [u32; 3], mut each: impl FnMut(u32, u32)) {
    let mut homes: Vec<([u32; 3], u32)> = members.iter().map(|member| home(&member)).zip(0..).collect();
    homes.retain(|(home, _)| *home != [0; 3]);
    homes.sort_unstable();
    let together = homes.chunk_by(|one, other| one.0 == other.0);
    for people in together.filter(|people| (2..=LARGEST_HOUSEHOLD).contains(&people.len())) {
        for (at, (_, one)) in people.iter().enumerate() {
            people[at + 1..].iter().for_each(|(_, other)| each(*one, *other));
        }
    }
}

/// All pairs of places below `count` where they are few, else [`STRANGERS`] of them, the same in each run.
fn each_two(count: usize, mut each: impl FnMut(usize, usize)) {
    if count * count.saturating_sub(1) / 2 <= STRANGERS {
        (0..count).for_each(|one| (one + 1..count).for_each(|other| each(one, other)));
        return;
    }
    // Any mixing of the numbers does; a fixed one gives the same model for the same files.
    let mut state = 0_u64;
    let mut place = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % count
    };
    for _ in 0..STRANGERS {
        let (one, other) = (place(), place());
        if one != other {
            each(one, other);
        }
    }
}
