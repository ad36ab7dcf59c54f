//! What words mean in census files. The words stand as plain data in `words/`, one table a set of meanings. Nothing here looks at a file, and of
//! tables that say different things of a word none shares it with another.

pub mod headings;
pub(in crate::census) mod leaving;
pub(in crate::census) mod line_words;
pub(in crate::census) mod relatives;
pub(in crate::census) mod roles;
pub(in crate::census) mod values;
mod words;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub(in crate::census) use self::headings::*;
pub(in crate::census) use self::line_words::*;
pub(in crate::census) use self::relatives::*;
pub(in crate::census) use self::roles::*;
pub(in crate::census) use self::values::*;
pub(in crate::census) use self::words::Meaning;
pub(in crate::census) use super::given_names::is_given_name;
use crate::census::field::Field;
use crate::text::fold;

/// The words of a text in small letters.
pub(in crate::census) fn words_of(folded: &str) -> Vec<&str> {
    folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect()
}

/// The folded words of a heading: `Child1FirstName` is four.
pub(in crate::census) fn heading_words(heading: &str) -> Vec<String> {
    let mut apart = String::with_capacity(heading.len() + 8);
    let mut before = ' ';
    for c in heading.chars() {
        if (c.is_uppercase() && (before.is_lowercase() || before.is_ascii_digit()))
            || (c.is_ascii_digit() && before.is_alphabetic())
        {
            apart.push(' ');
        }
        apart.push(if c.is_alphanumeric() { c } else { ' ' });
        before = c;
    }
    let mut words = Vec::new();
    for word in fold(&apart).split(' ').filter(|word| !word.is_empty() && *word != "s") {
        // `child1name` in small letters; `1st` stays.
        let (number, rest) = word.split_at(word.bytes().take_while(u8::is_ascii_digit).count());
        if number.is_empty() || rest.is_empty() || HeadingWord::Ordinal.contains(rest) {
            words.push(word.to_owned());
        } else {
            words.extend([number.to_owned(), rest.to_owned()]);
        }
    }
    words
}

/// The key of a heading: what of it is compared and remembered for a group.
///
/// Letters and digits of the folded text; `#` is read as number, and remarks in brackets are left out, unless the heading
/// means another field with them, as `Name (Last)` and `Tax ID (SSN)` do, or is a relative's, as `DOB (Spouse)`.
pub fn heading_key(heading: &str) -> String {
    let folded = fold(heading).replace('#', "number");
    let letters = letters_of(&folded);
    let Some((before, in_brackets)) = folded.split_once(OPENING) else { return letters };
    let behind = in_brackets.split(OPENING).filter_map(|part| part.split_once([')', ']', '}']));
    let outside: String = std::iter::once(before).chain(behind.map(|(_, behind)| behind)).map(letters_of).collect();
    let is_piece = |told: Field| match field_of_anybody(&outside) {
        Some(Field::AddressLine1) => true,
        None | Some(Field::FullName) => PIECES.contains(&told),
        Some(_) => false,
    };
    let tells_more = || of_relative(&letters).is_some() || field_of_anybody(&letters).is_some_and(is_piece);
    if outside.is_empty() || tells_more() { letters } else { outside }
}

/// How remarks in brackets begin.
const OPENING: [char; 3] = ['(', '[', '{'];

/// What words in brackets make of a heading that is unknown without them, or one of whole names.
const PIECES: [Field; 5] = [Field::FirstName, Field::LastName, Field::MiddleName, Field::Suffix, Field::Ssn];

/// The field that a key means, of whichever person: `Dependent First Name` heads a column of names as `First Name` does.
pub(in crate::census) fn field_of_anybody(key: &str) -> Option<Field> {
    let of_owner = || owned(key).map(|(_, field, _)| field);
    recognise(key).map(|(field, _)| field).or_else(of_owner).or_else(|| of_relative(key))
}

fn letters_of(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// What a person decided about headings in earlier files of the group: heading key to field, `None` to leave it out.
pub type Remembered = BTreeMap<String, Option<Field>>;

#[cfg(test)]
mod tests;

/// The order of the parts of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ValueOrder {
    /// `04/17/1983`
    MonthFirst,
    /// `17/04/1983`
    DayFirst,
    /// `Ann Moss`
    FirstLast,
    /// `Moss Ann`
    LastFirst,
}

/// What people decided about the order of values in earlier files of the group, by the key of the heading.
pub type RememberedOrders = BTreeMap<String, ValueOrder>;

impl ValueOrder {
    /// Every order.
    pub const ALL: [Self; 4] = [Self::MonthFirst, Self::DayFirst, Self::FirstLast, Self::LastFirst];
    const NAMES: [&'static str; 4] = ["MonthFirst", "DayFirst", "FirstLast", "LastFirst"];

    /// The name on the wire, which is also stored.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The order of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|order| order.name() == name)
    }

    /// The field whose values stand so.
    pub const fn field(self) -> Field {
        match self {
            Self::MonthFirst | Self::DayFirst => Field::DateOfBirth,
            Self::FirstLast | Self::LastFirst => Field::FullName,
        }
    }
}
