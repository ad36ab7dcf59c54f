//! Words for those who belong to an employee, and headings of which they are a part.

use super::headings::recognise;
use crate::census::field::Field;
use crate::census::vocabulary::owners::is_personal;

/// Words for those who belong to an employee.
pub(in crate::census) const RELATIVES: &[&str] = &[
    "spouseorpartner",
    "spousepartner",
    "spousedomesticpartner",
    "spouses",
    "spouse",
    "domesticpartner",
    "partner",
    "husband",
    "wife",
    "children",
    "child",
    "daughter",
    "son",
    "kid",
    "familymember",
    "dependents",
    "dependent",
    "dependants",
    "dependant",
    "deps",
    "dep",
];

/// What a column holds of somebody who belongs to the employee: `Spouse DOB`, `Child 1 Name`, `Dep First Name 2`, `DOB - Spouse`.
pub(in crate::census) fn of_relative(key: &str) -> Option<Field> {
    let key = without_number(key);
    let around = RELATIVES.iter().flat_map(|word| [key.strip_prefix(word), key.strip_suffix(word)]);
    let told = around.flatten().map(without_number).find_map(|rest| {
        // `Member/Dependent` says what somebody is.
        recognise(rest).map(|(field, _)| field).filter(|field| *field != Field::FullName || rest.contains("name"))
    });
    told.filter(|field| is_personal(*field) || *field == Field::Ssn)
}

fn without_number(key: &str) -> &str {
    key.trim_matches(|c: char| c.is_ascii_digit())
}
