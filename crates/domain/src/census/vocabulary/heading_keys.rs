//! What of a heading is compared, and remembered for a group.

use super::headings::recognise;
use super::owners::owned;
use super::relatives::RELATIVES;
use crate::census::field::Field;
use crate::text::fold;

/// The key of a heading: what of it is compared and remembered for a group.
///
/// Letters and digits of the folded text; `#` is read as number, and remarks in brackets are left out, unless they tell which part of
/// a name or of an address it is, or what number.
pub fn heading_key(heading: &str) -> String {
    let folded = fold(heading).replace('#', "number");
    let outside = letters_outside_brackets(&folded);
    let is_bracketed = folded.contains(['(', '[', '{']);
    if !is_bracketed && !outside.is_empty() {
        return outside;
    }
    let letters: String = folded.chars().filter(|c| c.is_alphanumeric()).collect();
    let is_piece = || {
        is_part_of_name(&outside, &letters)
            || is_part_of_address(&outside, &letters)
            || is_number(&outside, &letters)
            || is_relatives(&outside, &folded)
    };
    if outside.is_empty() || is_piece() { letters } else { outside }
}

/// Whether what stands in brackets behind an address makes it a part of one: `Home address (city)`, `Address (Line 2)`.
fn is_part_of_address(outside: &str, letters: &str) -> bool {
    const PIECES: [Field; 5] = [Field::AddressLine1, Field::AddressLine2, Field::City, Field::State, Field::ZipCode];
    recognise(outside).is_some_and(|(field, _)| field == Field::AddressLine1)
        && letters.starts_with(outside)
        && recognise(letters).is_some_and(|(field, _)| PIECES.contains(&field))
}

/// Whether what stands in brackets says that a name or a birth date is a relative's: `DOB (Spouse)`, `Name (Child 1)`.
fn is_relatives(outside: &str, folded: &str) -> bool {
    const TOLD: [Field; 4] = [Field::FirstName, Field::LastName, Field::FullName, Field::DateOfBirth];
    let inside = folded.split_once(['(', '[', '{']).map_or("", |(_, inside)| inside);
    let mut words = inside.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).peekable();
    recognise(outside).is_some_and(|(field, _)| TOLD.contains(&field))
        && words.peek().is_some()
        && words.all(|word| RELATIVES.contains(word))
}

/// Whether what stands in brackets says which of several numbers it is: `Tax ID (SSN)`.
fn is_number(outside: &str, letters: &str) -> bool {
    recognise(outside).is_none() && recognise(letters).is_some_and(|(field, _)| field == Field::Ssn)
}

/// Whether what stands in brackets behind a whole name makes it a part of one: `Name (Last)`, `Employee Name (First)`.
fn is_part_of_name(outside: &str, letters: &str) -> bool {
    const PARTS: [Field; 4] = [Field::FirstName, Field::LastName, Field::MiddleName, Field::Suffix];
    let is_part = |field: Field| PARTS.contains(&field);
    let may_be_whole = recognise(outside).is_none_or(|(field, _)| field == Field::FullName);
    may_be_whole
        && letters.starts_with(outside)
        && (recognise(letters).is_some_and(|(field, _)| is_part(field))
            || owned(letters).is_some_and(|(_, field, _)| is_part(field)))
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
