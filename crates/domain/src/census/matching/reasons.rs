//! What speaks for and against a match, in words without personal data.

use std::fmt;

use super::levels::{Field, Levels};
use super::model::Model;

/// What a field says about a match.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reason {
    /// The field.
    pub field: Field,
    level: u8,
    /// How much it speaks for the match, in bits: one more makes it twice as likely. Below zero it speaks against it.
    pub bits: f32,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({:+.1})", words(self.field, self.level), self.bits)
    }
}

/// The reasons of a comparison, the weightiest first.
pub(super) fn reasons(model: &Model, levels: Levels) -> Vec<Reason> {
    let weighed = levels.each().map(|(field, level)| Reason { field, level, bits: model.bits(field, level) as f32 });
    let mut reasons: Vec<Reason> = weighed.filter(|reason| !words(reason.field, reason.level).is_empty()).collect();
    reasons.sort_by(|one, other| other.bits.abs().total_cmp(&one.bits.abs()));
    reasons
}

/// What a level says; nothing where it says what is usual.
const fn words(field: Field, level: u8) -> &'static str {
    let said: &[&str] = match field {
        Field::FirstName => &[
            "First name agrees",
            "First name is a form of the same name",
            "First name is a middle name",
            "First name is an initial",
            "First name is nearly the same",
            "First name is similar",
            "First name is hardly similar",
            "First name differs",
        ],
        Field::LastName => &[
            "Last name agrees",
            "Last name is a part of it",
            "Last name is nearly the same",
            "Last name is similar",
            "Last name is hardly similar",
            "Last name differs",
        ],
        Field::SwappedNames => &["", "First and last name are exchanged"],
        Field::DateOfBirth => &[
            "Date of birth agrees",
            "Day and month of birth are exchanged",
            "Date of birth has a digit wrong",
            "Date of birth is the first of January",
            "Year of birth differs",
            "Day or month of birth differs",
            "Only the year of birth agrees",
            "Date of birth differs by up to two years",
            "Date of birth differs",
        ],
        Field::Gender => &["Gender agrees", "Gender differs", "Gender agrees", "Gender differs"],
        Field::Street => &[
            "Street address agrees",
            "Street address is nearly the same",
            "House number differs",
            "Street is similar",
            "Only the house number agrees",
            "Street address differs",
        ],
        Field::AddressLine2 => &PLACE_LINE2,
        Field::ZipCode => {
            &["ZIP code agrees", "ZIP code has a digit wrong", "ZIP code is of the same region", "ZIP code differs"]
        }
        Field::City => &PLACE_CITY,
        Field::State => &["State agrees", "State differs", "State agrees", "State differs"],
        Field::Email => &["Email agrees", "Email is nearly the same", "Email differs"],
        Field::Phone => &["Phone agrees", "Phone has a digit wrong", "Phone differs"],
        Field::Id => &["Unique ID agrees", "Other member ID agrees", "ID is nearly the same", "ID differs"],
        Field::Relationship => {
            &["Relationship agrees", "Relationship differs", "Relationship agrees", "Relationship differs"]
        }
        Field::Family => &["The family matches this member's", "The family matches another"],
        Field::Suffix => &["Suffix agrees", "Suffix differs", "Only one side has a suffix"],
    };
    match level {
        0 => "",
        level if level as usize <= said.len() => said[level as usize - 1],
        _ => "",
    }
}

const PLACE_LINE2: [&str; 6] = [
    "Second address line agrees",
    "Second address line is nearly the same",
    "Second address line differs",
    "Second address line agrees",
    "Second address line is nearly the same",
    "Second address line differs",
];
const PLACE_CITY: [&str; 6] = [
    "City agrees",
    "City is nearly the same",
    "City differs",
    "City agrees",
    "City is nearly the same",
    "City differs",
];
