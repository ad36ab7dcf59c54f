//! Values that mean one thing alone and another one beside the others of their column.
//!
//! `S` is a son where `D` is a daughter and `W` and `H` are the spouses, and a subscriber where nothing but `D` stands beside it. `T` is no end of
//! employment where `F` and `P` are full and part time. `1` beside `18` and `19` is the code `01` of X12 that a spreadsheet has made a number;
//! beside `2` and `3` it means what only the carrier knows.

use std::collections::HashSet;

use super::by_values::values;
use super::roles::By;
use super::{How, Mapping};
use crate::census::cells::{read_member_type, read_relationship, read_relationship_surely, without_fraction};
use crate::census::field::Field;
use crate::census::source::lines::Row;
use crate::census::source::raw::RawRow;
use crate::census::vocabulary::heading_keys::heading_key;
use crate::census::vocabulary::people_beside::{ENDS_OF_KINDS, KINDS_OF_OTHERS, ROLES};
use crate::census::vocabulary::roles::{MemberType, Relationship};
use crate::census::vocabulary::values::EMPLOYMENT_LETTERS;

/// The longest code beside letters, such as `FT`.
const LONGEST: usize = 2;

/// The codes of employees and children, without which a column of relationships is hardly one of X12.
const ANCHORS: [&str; 2] = ["18", "19"];

/// What the values of a column mean beside each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meaning {
    /// Codes that have lost their zeros.
    LostZeros,
    Sons,
    Subscribers,
    Employment,
    /// Numbers or answers that tell who is an employee.
    Roles(By),
}

impl Meaning {
    fn of(field: Field, values: &[&str]) -> Option<Self> {
        let letters = letters_of(values);
        let has = |letter: &str| letters.contains(letter);
        let are_all = |known: &[&str]| letters.iter().all(|letter| known.contains(&letter.as_str()));
        let are_spouses = (has("w") || has("h")) && (has("d") || (has("w") && has("h")));
        match () {
            () if field == Field::Status => {
                ((has("f") || has("p")) && are_all(EMPLOYMENT_LETTERS)).then_some(Self::Employment)
            }
            () if have_lost_zeros(values) => Some(Self::LostZeros),
            () if has("s") && are_spouses && !has("c") && !has("sp") => Some(Self::Sons),
            // A list of spouses has employees beside them.
            () if field == Field::MemberType && has("s") && are_all(&["s", "d"]) => Some(Self::Subscribers),
            () => None,
        }
    }

    /// A value spelled out; `None` where it stays.
    fn spelled(self, value: &str) -> Option<String> {
        let is_s = value.eq_ignore_ascii_case("s");
        let spelled = match (self, value.to_ascii_lowercase().as_str()) {
            (Self::LostZeros, _) => return with_zero(value),
            (Self::Roles(by), _) => {
                if by.is_employee(value)? {
                    "EE"
                } else {
                    "OT"
                }
            }
            (Self::Sons, _) if is_s => "Son",
            (Self::Subscribers, _) if is_s => "Subscriber",
            (Self::Employment, "f") => "Full Time",
            (Self::Employment, "p") => "Part Time",
            // `T` is some kind of employment, and no end of it.
            (Self::Employment, "t") => "Temporary",
            _ => return None,
        };
        Some(spelled.to_owned())
    }
}

/// The columns whose values mean something by the others beside them, known by the rows at the beginning.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::census) struct Meanings(Vec<(Field, Meaning)>);

impl Meanings {
    pub(super) fn among(mapping: &Mapping, people: &[&Row]) -> Self {
        let meaning = |field: Field| {
            let values: Vec<&str> = values(people, mapping.column_of(field)?).collect();
            Meaning::of(field, &values).or_else(|| By::of(mapping, field, people).map(Meaning::Roles))
        };
        let fields = [Field::Relationship, Field::MemberType, Field::Status].into_iter();
        Self(fields.filter_map(|field| Some((field, meaning(field)?))).collect())
    }

    /// Spells out what the values of a row mean.
    pub(in crate::census) fn fill(&self, raw: &mut RawRow) {
        for (field, meaning) in &self.0 {
            if let Some(spelled) = raw.get(*field).and_then(|value| meaning.spelled(value)) {
                raw.set(*field, &spelled);
            }
        }
    }
}

/// Whether values are codes of X12 of which some have lost their zero. A number that is no code even with a zero, such as `2`, says that
/// they are numbers of another kind.
fn have_lost_zeros(values: &[&str]) -> bool {
    let numbers: Vec<&str> = values.iter().map(|value| without_fraction(value)).collect();
    let is_digit = |number: &&str| number.len() == 1 && number.bytes().all(|byte| byte.is_ascii_digit());
    let mut digits = numbers.iter().copied().filter(is_digit).peekable();
    numbers.iter().any(|number| ANCHORS.contains(number))
        && digits.peek().is_some()
        && digits.all(|digit| with_zero(digit).is_some())
}

/// The code of a single digit with the zero in front of it; `None` where that is none.
fn with_zero(value: &str) -> Option<String> {
    let code = format!("0{}", without_fraction(value));
    (code.len() == 2 && read_relationship(&code).is_some()).then_some(code)
}

/// The different values of a column of letters; none when it holds anything longer.
fn letters_of(values: &[&str]) -> HashSet<String> {
    let is_letter = |value: &&str| value.len() <= LONGEST && value.bytes().all(|byte| byte.is_ascii_alphabetic());
    let letters = if values.iter().all(is_letter) { values } else { &[] };
    letters.iter().map(|value| value.to_ascii_lowercase()).collect()
}

/// Returns the column of words for roles in a family with its field, where no heading names one.
pub(super) fn field_of_words(mapping: &Mapping, people: &[&Row]) -> Option<(usize, Field)> {
    mapping.columns().iter().find_map(|column| {
        let may_be = match column.field {
            None => column.is_open() && says_kind(&column.key),
            // `Member` is a name, and `Status` a status, but for the file where they hold something else.
            Some(Field::FullName | Field::Status) => column.how == How::Known && ROLES.contains(&column.key),
            Some(_) => false,
        };
        let values: Vec<&str> = values(people, column.index).collect();
        may_be.then(|| role_of(&values)).flatten().map(|field| (column.index, field))
    })
}

/// What a value of a column that surely tells roles says.
pub(super) fn role(value: &str) -> Option<MemberType> {
    read_relationship_surely(value).map(Relationship::member_type).or_else(|| read_member_type(value))
}

/// Whether values say who people are of a family, and of some that they are employees.
pub(super) fn are_roles(values: &[&str]) -> bool {
    values.iter().all(|value| role(value).is_some())
        && values.iter().any(|value| role(value) == Some(MemberType::Primary))
}

/// Whether a heading may hold the role of a person in a family: `Type`, `Person Type`, `Role`, `Record Code`. Relationships of beneficiaries
/// and contacts, and kinds of coverage, are something else.
pub(super) fn says_kind(key: &str) -> bool {
    (ENDS_OF_KINDS.iter().any(|end| key.ends_with(end)) || ROLES.contains(key))
        && !KINDS_OF_OTHERS.iter().any(|other| key.contains(other))
}

/// What one value speaks for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Employee,
    Relative,
    Dependent,
    /// It may be said of a family, and of something else as well.
    Vague,
}

/// The field of a column by its values: words or codes for roles in a family, employees and dependents among them.
fn role_of(values: &[&str]) -> Option<Field> {
    let signs = values.iter().map(|value| sign(value)).collect::<Option<Vec<Sign>>>()?;
    let codes = values.iter().filter(|value| value.bytes().all(|byte| byte.is_ascii_digit())).count();
    let has = |sign: Sign| signs.contains(&sign);
    match () {
        () if !has(Sign::Employee) || (codes > 0 && codes < values.len()) => None,
        () if has(Sign::Relative) => Some(Field::Relationship),
        () if has(Sign::Dependent) => Some(Field::MemberType),
        () => None,
    }
}

/// Whether more than half of the values are roles in a family, employees and relatives among them.
pub(super) fn are_mostly_roles(values: &[&str]) -> bool {
    let signs: Vec<Sign> = values.iter().filter_map(|value| sign(value)).collect();
    signs.contains(&Sign::Employee)
        && (signs.contains(&Sign::Relative) || signs.contains(&Sign::Dependent))
        && signs.len() * 2 > values.len()
}

/// Whether all values are letters for an employee and those who belong to one: `E`, `S`, `C`.
pub(super) fn are_letters(values: &[&str]) -> bool {
    let letters = letters_of(values);
    let has = |letter: &str| letters.contains(letter);
    has("e") && (has("s") || has("c") || has("d")) && letters.iter().all(|letter| "escdhw".contains(letter.as_str()))
}

/// `None` for a value that is no role in a family.
fn sign(value: &str) -> Option<Sign> {
    let relationship = read_relationship(value)?;
    let key = heading_key(value);
    Some(match (key.as_str(), relationship) {
        ("18" | "ee" | "emp" | "employee" | "self" | "subscriber" | "sub" | "primary" | "policyholder", _) => {
            Sign::Employee
        }
        // `Primary Insured`, `Card Holder`; each word by itself may have another meaning.
        (key, Relationship::Employee) if key.starts_with("primary") || key.ends_with("holder") => Sign::Employee,
        ("dependent" | "dep", _) => Sign::Dependent,
        // Letters that a kind of employment has too, and words of schools.
        ("student" | "married" | "adopted", _) => Sign::Vague,
        (key, Relationship::Spouse | Relationship::Child) if key.chars().count() > 1 => Sign::Relative,
        _ => Sign::Vague,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(values: &[&str]) -> (bool, bool) {
        let means = |field, meaning| Meaning::of(field, values) == Some(meaning);
        (means(Field::Relationship, Meaning::Sons), means(Field::Status, Meaning::Employment))
    }

    #[test]
    fn letters_mean_what_those_beside_them_tell() {
        for (values, expected) in [
            (&["E", "H", "S", "D", "W"][..], (true, false)),
            (&["e", "w", "s", "d"], (true, false)),
            (&["E", "W", "H", "S"], (true, false)),
            (&["E", "W", "S"], (false, false)),
            (&["E", "S", "D"], (false, false)),
            (&["E", "S", "C"], (false, false)),
            (&["E", "H", "W", "S", "C"], (false, false)),
            (&["F", "P", "T"], (false, true)),
            (&["F", "FT", "T"], (false, true)),
            (&["A", "T"], (false, false)),
            (&["F", "A", "T"], (false, false)),
            (&["F", "M"], (false, false)),
            (&["F", "Terminated"], (false, false)),
            (&["T"], (false, false)),
        ] {
            assert_eq!(told(values), expected, "{values:?}");
        }
    }

    #[test]
    fn zeros_are_lost_where_other_codes_say_so() {
        for (values, lost) in [
            (&["18", "1", "19"][..], true),
            (&["18.0", "1.0", "53"], true),
            (&["18", "1", "9", "G8"], true),
            (&["18", "01", "19"], false),
            (&["1", "2", "3"], false),
            (&["1", "1", "1"], false),
            (&["1", "10", "11"], false),
            (&["18", "1", "2"], false),
            (&["0", "1", "18"], false),
            (&["18", "19"], false),
            (&[], false),
        ] {
            assert_eq!(have_lost_zeros(values), lost, "{values:?}");
        }
        assert_eq!((with_zero("1.0").as_deref(), with_zero("2"), with_zero("19")), (Some("01"), None, None));
    }

    #[test]
    fn values_tell_a_family_from_other_kinds() {
        let (relationship, member_type) = (Some(Field::Relationship), Some(Field::MemberType));
        for (values, field) in [
            (&["Employee", "Spouse", "Child"][..], relationship),
            (&["Primary Insured", "Spouse", "Child"], relationship),
            (&["Cardholder", "Dependent"], member_type),
            (&["EE", "SP", "CH", "EE"], relationship),
            (&["Subscriber", "Dependent"], member_type),
            (&["Employee", "Dependent Child", "Domestic Partner"], relationship),
            (&["18", "01", "19"], relationship),
            (&["18", "18"], None),
            (&["18", "34", "52"], None),
            (&["18", "19", "Employee"], None),
            (&["Full-time", "Part-time"], None),
            (&["PPO", "HMO"], None),
            (&["Employee", "Contractor"], None),
            (&["Employee", "Spouse", "Child", "Employee", "Retiree"], None),
            (&["Employee", "Spouse", "Retiree"], None),
            (&["18", "01", "19", "18", "Retiree"], None),
            (&["Employee", "Partner", "Associate"], None),
            (&["Employee", "Partner"], None),
            (&["Employee", "Student"], None),
            (&["E", "S", "C"], None),
            (&["Spouse", "Child"], None),
            (&["EE", "ES", "FAM"], None),
            (&["Employee"], None),
            (&[], None),
        ] {
            assert_eq!(role_of(values), field, "{values:?}");
        }
    }

    #[test]
    fn some_headings_are_of_somebody_else() {
        for key in ["type", "role", "persontype", "recordtype", "membercode", "member", "status"] {
            assert!(says_kind(key), "{key}");
        }
        for key in ["beneficiarytype", "contacttype", "coveragetype", "plantype", "typeofplan", "salary", ""] {
            assert!(!says_kind(key), "{key}");
        }
    }
}
