//! Unique ids: they win when they agree with the person, and are questioned when they do not (rules.md#matching).

use super::contradictions::{is_born_as_another, is_of_other_gender};
use super::levels::{Field, Levels, birth, first, id, last, swapped};

/// The logarithm of the weight of a settled pair: more than any other.
pub(super) const SETTLED: f32 = 60.0;

/// Whether a unique id names a member who may well be the person.
pub(super) fn is_settled(levels: Levels) -> bool {
    levels.get(Field::Id) == id::UNIQUE && is_same_person(levels)
}

/// Whether a unique id names a member who is somebody else: it was given again, or is a family's.
pub(super) fn is_questioned(levels: Levels) -> bool {
    levels.get(Field::Id) == id::UNIQUE && !is_same_person(levels)
}

/// Without the unique id where it is questioned: then it is no evidence.
pub(super) fn heard(levels: Levels) -> Levels {
    if is_questioned(levels) { levels.with(Field::Id, 0) } else { levels }
}

/// Whether of given name, family name and date of birth two agree, or one where nothing else is known. One alone is not enough where
/// others disagree: a father and a son who share an id share the family name too. Twins share the date as well, and are two where given name
/// and gender say so; brothers and sisters are two where what is one's own contradicts itself, whoever's id they bring.
fn is_same_person(levels: Levels) -> bool {
    if levels.get(Field::SwappedNames) == swapped::YES {
        return true;
    }
    if levels.get(Field::FirstName) >= first::WEAK && is_of_other_gender(levels) {
        return false;
    }
    if is_born_as_another(levels) {
        return false;
    }
    let agrees =
        [(Field::FirstName, first::SIMILAR), (Field::LastName, last::SIMILAR), (Field::DateOfBirth, birth::OTHER_YEAR)]
            .map(|(field, at_worst)| (levels.get(field) != 0).then(|| levels.get(field) <= at_worst));
    let (yes, no) = (agrees.iter().filter(|each| **each == Some(true)).count(), agrees.contains(&Some(false)));
    yes >= 2 || (yes == 1 && !no)
}
