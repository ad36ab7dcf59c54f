//! What the heading of a family's column says: who, which of several, and which field.

use super::super::people_beside::words_of;
use crate::census::field::Field;
use crate::census::vocabulary::headings::recognise;
use crate::census::vocabulary::relatives::{KIN, Kin};

/// A heading of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SetHeading {
    pub(super) kin: Kin,
    pub(super) ordinal: u8,
    pub(super) field: Field,
}

/// The fields that a person in the employee's row can have.
const OF_PERSONS: [Field; 12] = [
    Field::FirstName,
    Field::LastName,
    Field::FullName,
    Field::MiddleName,
    Field::Suffix,
    Field::DateOfBirth,
    Field::Gender,
    Field::Ssn,
    Field::Relationship,
    Field::Email,
    Field::CellPhone,
    Field::HomePhone,
];

/// Reads a heading; `None` when it names no relative, or no field of a person.
pub(super) fn heading_of_set(heading: &str) -> Option<SetHeading> {
    let mut kin = None;
    let mut ordinal = 0;
    let mut rest = Vec::new();
    let words = words_of(heading);
    let mut place = 0;
    while let Some(word) = words.get(place) {
        place += 1;
        if let Some((known, more)) = kin_at(word, words.get(place)) {
            // `Spouse/DP` is a spouse: the first word counts.
            kin = kin.or(Some(known));
            place += more;
        } else if let Some(number) = number_of(word) {
            if ordinal != 0 {
                return None;
            }
            ordinal = number;
        } else {
            rest.push(word.as_str());
        }
    }
    let rest = rest.concat();
    let field = match rest.as_str() {
        "" => Field::FullName,
        rest => recognise(rest).map(|(field, _)| field).filter(|field| OF_PERSONS.contains(field))?,
    };
    Some(SetHeading { kin: kin?, ordinal, field })
}

/// Who a word names, alone or with the next one; the second value tells how many words more than the first it takes.
fn kin_at(word: &str, next: Option<&String>) -> Option<(Kin, usize)> {
    let of = |text: &str| KIN.iter().find(|(_, words)| words.contains(&text)).map(|(kin, _)| *kin);
    let two = next.and_then(|next| of(&format!("{word} {next}")));
    two.map(|kin| (kin, 1)).or_else(|| of(word).map(|kin| (kin, 0)))
}

/// The number of `2`, `2nd` or `second`; `first` is a part of a name's heading.
fn number_of(word: &str) -> Option<u8> {
    let digits = ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word);
    let spoken = || {
        Some(match word {
            "second" => 2,
            "third" => 3,
            "fourth" => 4,
            _ => return None,
        })
    };
    digits.parse().ok().filter(|number| *number > 0).or_else(spoken)
}
