//! Rare and common values: two who are called Xiong are more likely one person than two who are called Smith.

use super::Chances;
use crate::census::keys::KeyMap;
use crate::census::matching::levels::{Field, Levels, birth, contact, first, last, place, street, zip};
use crate::census::matching::profile::{People, Profile};
use crate::census::matching::words::Word;

/// The fields whose values are counted, and the level that two of the same value have.
const COUNTED: [(Field, u8); 8] = [
    (Field::FirstName, first::EXACT),
    (Field::LastName, last::EXACT),
    (Field::DateOfBirth, birth::EXACT),
    (Field::Street, street::EXACT),
    (Field::ZipCode, zip::EXACT),
    // Where the ZIP code agrees, the city says little more.
    (Field::City, place::EXACT),
    (Field::Email, contact::EXACT),
    (Field::Phone, contact::EXACT),
];

/// By how much (natural logarithm) agreeing by chance in a value is likelier or less likely than usual.
pub(super) struct Rarity([Values; COUNTED.len()]);

/// What the values of a field are worth: those that differ from one that nobody shares.
struct Values {
    unshared: f32,
    others: KeyMap<f32>,
}

/// As how many members what is usual counts.
const USUAL: f64 = 30.0;
/// A value that nobody else has may still be met again.
const UNSEEN: f64 = 0.3;

impl Rarity {
    pub(super) fn of(people: &People, stranger: &Chances) -> Self {
        Self(COUNTED.map(|(field, level)| Values::of(people, field, stranger.of(field, level))))
    }

    /// What is added to the logarithm of a stranger's chance, of levels with this member.
    pub(super) fn correction(&self, people: &People, levels: Levels, member: &Profile) -> f32 {
        let agreeing = COUNTED.iter().zip(&self.0).filter(|((field, level), _)| levels.get(*field) == *level);
        let corrections = agreeing.map(|((field, _), known)| {
            let each = values(people, member, *field).map(|value| known.others.get(&value).unwrap_or(&known.unshared));
            each.copied().reduce(f32::max).unwrap_or_default()
        });
        corrections.sum()
    }
}

impl Values {
    fn of(people: &People, field: Field, usual: f64) -> Self {
        let others = people.members.len().max(1) as f64 - 1.0;
        let correction = |count: usize| {
            // The member itself is in the count.
            let sharing = count as f64 - 1.0;
            let sharing = if only_weaker(field) { sharing } else { sharing.max(UNSEEN) };
            let correction = ((sharing + USUAL * usual) / (others + USUAL) / usual).ln();
            if only_weaker(field) { correction.max(0.0) as f32 } else { correction as f32 }
        };
        let mut all: Vec<u64> = Vec::with_capacity(people.members.len());
        people.members.iter().for_each(|member| all.extend(values(people, &member, field)));
        all.sort_unstable();
        let unshared = correction(1);
        let counted = all.chunk_by(|one, other| one == other).map(|same| (same[0], correction(same.len())));
        Self { unshared, others: counted.filter(|(_, correction)| *correction != unshared).collect() }
    }
}

/// A street, an address or a phone that is rare is as good as any; shared by many it is worth less.
const fn only_weaker(field: Field) -> bool {
    matches!(field, Field::Street | Field::Email | Field::Phone | Field::DateOfBirth)
}

/// The values of a member in a field as keys, none when it has none.
fn values(people: &People, member: &Profile, field: Field) -> impl Iterator<Item = u64> {
    let word = |word: Word| [u64::from(word.number()), 0];
    let values = match field {
        Field::FirstName => word(people.names.get(member.first).joined),
        Field::LastName => word(people.names.get(member.last).joined),
        Field::Street if member.street.number.is_none() => [0, 0],
        Field::Street => [u64::from(member.street.number.number()) << 32 | u64::from(member.street.name.number()), 0],
        Field::ZipCode => word(member.zip),
        Field::City => word(member.city),
        Field::Email => word(member.email),
        Field::Phone if member.phones[0] == member.phones[1] => [member.phones[0], 0],
        Field::Phone => member.phones,
        Field::DateOfBirth => [member.born.map_or(0, |born| u64::from(born.digits())), 0],
        _ => [0, 0],
    };
    // As a key; an odd factor makes no two values the same.
    values.into_iter().filter(|value| *value != 0).map(|value| value.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}
