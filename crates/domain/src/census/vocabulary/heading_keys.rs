//! What of a heading is compared, and remembered for a group.

use super::headings::recognise;
use super::owners::owned;
use super::relatives::of_relative;
use crate::census::field::Field;
use crate::text::fold;

/// The key of a heading: what of it is compared and remembered for a group.
///
/// Letters and digits of the folded text; `#` is read as number, and remarks in brackets are left out, unless the heading
/// means another field with them, as `Name (Last)` and `Tax ID (SSN)` do, or is a relative's, as `DOB (Spouse)`.
pub fn heading_key(heading: &str) -> String {
    let folded = fold(heading).replace('#', "number");
    let outside = letters_outside_brackets(&folded);
    let is_bracketed = folded.contains(['(', '[', '{']);
    if !is_bracketed && !outside.is_empty() {
        return outside;
    }
    let letters: String = folded.chars().filter(|c| c.is_alphanumeric()).collect();
    let is_piece = |told: Field| match field(&outside) {
        Some(Field::AddressLine1) => true,
        None | Some(Field::FullName) => PIECES.contains(&told),
        Some(_) => false,
    };
    let tells_more = || of_relative(&letters).is_some() || field(&letters).is_some_and(is_piece);
    if outside.is_empty() || tells_more() { letters } else { outside }
}

/// What words in brackets make of a heading that is unknown without them, or one of whole names.
const PIECES: [Field; 5] = [Field::FirstName, Field::LastName, Field::MiddleName, Field::Suffix, Field::Ssn];

/// The field of a heading, be it of the row's own person or of another.
fn field(key: &str) -> Option<Field> {
    recognise(key).map(|(field, _)| field).or_else(|| owned(key).map(|(_, field, _)| field))
}

fn letters_outside_brackets(text: &str) -> String {
    let mut depth = 0_usize;
    let mut kept = String::new();
    for c in text.chars() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            c if depth == 0 && c.is_alphanumeric() => kept.push(c),
            _ => {}
        }
    }
    kept
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
        if number.is_empty() || rest.is_empty() || ["st", "nd", "rd", "th"].contains(&rest) {
            words.push(word.to_owned());
        } else {
            words.extend([number.to_owned(), rest.to_owned()]);
        }
    }
    words
}
