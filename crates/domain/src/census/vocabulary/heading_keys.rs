//! What of a heading is compared, and remembered for a group.

use super::headings::recognise;
use super::relatives::{of_relative, owned};
use crate::census::field::Field;
use crate::text::fold;

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
    let is_piece = |told: Field| match field(&outside) {
        Some(Field::AddressLine1) => true,
        None | Some(Field::FullName) => PIECES.contains(&told),
        Some(_) => false,
    };
    let tells_more = || of_relative(&letters).is_some() || field(&letters).is_some_and(is_piece);
    if outside.is_empty() || tells_more() { letters } else { outside }
}

/// How remarks in brackets begin.
const OPENING: [char; 3] = ['(', '[', '{'];

/// What words in brackets make of a heading that is unknown without them, or one of whole names.
const PIECES: [Field; 5] = [Field::FirstName, Field::LastName, Field::MiddleName, Field::Suffix, Field::Ssn];

/// The field of a heading, be it of the row's own person or of another.
fn field(key: &str) -> Option<Field> {
    recognise(key).map(|(field, _)| field).or_else(|| owned(key).map(|(_, field, _)| field))
}

fn letters_of(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}
