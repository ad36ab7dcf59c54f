//! Words for those who belong to an employee, and headings of which they are a part.

use super::Words;
use super::headings::recognise;
use crate::census::field::Field;
use crate::census::vocabulary::owners::is_personal;

/// Words for those who belong to an employee.
pub(in crate::census) const RELATIVES: Words = Words(
    "spouseorpartner|spousepartner|spousedomesticpartner|spouses|spouse|domesticpartner|partner|husband|wife|\
     children|child|daughter|son|kid|familymember|dependents|dependent|dependants|dependant|deps|dep",
);

/// What a relative is to the employee, as far as a heading tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::census) enum Kin {
    /// Spouse, husband or wife.
    Spouse,
    /// A partner who is no spouse.
    Partner,
    /// A child.
    Child,
    /// A dependent; the heading tells no more.
    Dependent,
}

impl Kin {
    /// The relationship in the words of a census file; `None` where the heading does not tell it.
    pub(in crate::census) const fn relationship(self) -> Option<&'static str> {
        match self {
            Self::Spouse => Some("Spouse"),
            Self::Partner => Some("Domestic Partner"),
            Self::Child => Some("Child"),
            Self::Dependent => None,
        }
    }

    /// How the person is called beside its columns.
    pub(in crate::census) const fn label(self) -> &'static str {
        match self {
            Self::Spouse => "Spouse",
            Self::Partner => "Domestic Partner",
            Self::Child => "Child",
            Self::Dependent => "Dependent",
        }
    }
}

/// Words of headings for people of the employee's family. Short ones count only beside a field: `Sp Name`, `Ch1 DOB`.
pub(in crate::census) const KIN: &[(Kin, &[&str])] = &[
    (Kin::Spouse, &["spouse", "spouses", "husband", "wife", "sp", "sps", "spo", "esposa", "esposo"]),
    (Kin::Partner, &["domestic partner", "partner", "dp"]),
    (Kin::Child, &["child", "children", "chd", "ch", "kid", "kids", "son", "daughter", "hijo", "hija"]),
    (
        Kin::Dependent,
        &["dependent", "dependents", "dependant", "dependants", "dep", "deps", "depn", "dpnd", "family member"],
    ),
];

/// What a column holds of somebody who belongs to the employee: `Spouse DOB`, `Child 1 Name`, `Dep First Name 2`, `DOB - Spouse`.
pub(in crate::census) fn of_relative(key: &str) -> Option<Field> {
    let key = without_number(key);
    let around = RELATIVES.all().flat_map(|word| [key.strip_prefix(word), key.strip_suffix(word)]);
    let told = around.flatten().map(without_number).find_map(|rest| {
        // `Member/Dependent` says what somebody is.
        recognise(rest).map(|(field, _)| field).filter(|field| *field != Field::FullName || rest.contains("name"))
    });
    told.filter(|field| is_personal(*field) || *field == Field::Ssn)
}

fn without_number(key: &str) -> &str {
    key.trim_matches(|c: char| c.is_ascii_digit())
}
