//! Whose column a heading names, where the employee and the person of the row have columns of their own.
//!
//! `Subscriber First Name` beside `Member First Name` is the employee's, and every row is the member's. In lists of dependents, such as
//! `Employee Name, Dependent Name`, a row that names no dependent is the employee's own.

pub(in crate::census) use super::headings::Owner;
use super::headings::{OWNERS, recognise};
use crate::census::field::Field;

/// Whether a word is one of dependents.
pub(in crate::census) fn is_dependents_word(word: &str) -> bool {
    OWNERS.meaning(word) == Some(Owner::Dependent)
}

/// A heading whose own word comes behind whose it is, so much surer than one that says nothing of that, in a file of two owners.
const UNSAID: u16 = 1000;

/// Whether a field is a name, or a part of one.
pub(in crate::census) const fn is_name(field: Field) -> bool {
    matches!(field, Field::FirstName | Field::LastName | Field::FullName)
}

/// Whether a field tells who somebody is, so that one of another person would make somebody else.
pub(in crate::census) const fn is_personal(field: Field) -> bool {
    is_name(field) || matches!(field, Field::MiddleName | Field::Suffix | Field::DateOfBirth | Field::Gender)
}

/// Owner, field and rank of a personal column that says whose it is. `Employee` alone is a name, `Dependent` alone mostly a yes or no.
pub(in crate::census) fn owned(key: &str) -> Option<(Owner, Field, u16)> {
    let by_word = |owner: Owner, word: &str| match key.strip_prefix(word)? {
        "" if owner == Owner::Employee => Some((owner, Field::FullName, UNSAID)),
        rest => recognise(rest).filter(|(field, _)| is_personal(*field)).map(|(field, rank)| (owner, field, rank)),
    };
    OWNERS.0.iter().find_map(|(owner, words)| words.all().find_map(|word| by_word(*owner, word)))
}

/// Who the rows of a file are about, told by its columns of names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rows {
    /// The only ones the names are of.
    Sole,
    /// Those of names that say nothing of whose they are.
    Unsaid,
    /// Those of one owner, beside names of another.
    Of(Owner),
}

/// Who the rows of a file are about, and whether dependents with a name and a birth date of their own stand beside them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::census) struct Whose {
    rows: Rows,
    has_dependents: bool,
}

impl Whose {
    pub(in crate::census) fn of<'a>(keys: impl Iterator<Item = &'a str> + Clone) -> Self {
        let named = || keys.clone().filter_map(owned).filter(|(_, field, _)| is_name(*field)).map(|(owner, ..)| owner);
        let is_unsaid = keys.clone().any(|key| owned(key).is_none() && names_somebody(key));
        let are_born = || keys.clone().any(|key| matches!(owned(key), Some((Owner::Dependent, Field::DateOfBirth, _))));
        let beside = named().filter(|owner| *owner != Owner::Dependent).max();
        let has_dependents =
            (is_unsaid || beside.is_some()) && named().any(|owner| owner == Owner::Dependent) && are_born();
        let most = if has_dependents { beside } else { named().max() };
        let rows = match most {
            _ if is_unsaid => Rows::Unsaid,
            Some(most) if named().any(|owner| owner != most) => Rows::Of(most),
            _ => Rows::Sole,
        };
        Self { rows, has_dependents }
    }

    /// The field a column holds and how sure that is; none where it is of somebody else than the row.
    pub(in crate::census) fn claim(self, key: &str) -> Option<(Field, u16)> {
        let is_dependents =
            |(field, _): &(Field, u16)| self.has_dependents && matches!(field, Field::Relationship | Field::MemberType);
        match (self.rows, owned(key)) {
            (Rows::Of(most), Some((owner, field, rank))) => (owner == most).then_some((field, rank)),
            (Rows::Of(_), None) => {
                let known = recognise(key).filter(|known| !is_dependents(known));
                known.map(|(field, rank)| (field, if is_personal(field) { rank + UNSAID } else { rank }))
            }
            (Rows::Unsaid, Some((Owner::Dependent, ..))) if self.has_dependents => None,
            (Rows::Unsaid, Some((_, field, rank))) => recognise(key).map(|_| (field, rank + UNSAID)),
            _ => recognise(key).filter(|known| !is_dependents(known)),
        }
    }
}

fn names_somebody(key: &str) -> bool {
    recognise(key).is_some_and(|(field, _)| is_name(field) && (field != Field::FullName || key.contains("name")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_about_the_last_of_those_who_are_named() {
        for (keys, rows, has_dependents) in [
            (&["employeename", "dob"][..], Rows::Sole, false),
            (&["employeename", "employeedob", "dependent"], Rows::Sole, false),
            (&["employeename", "dependentname"], Rows::Of(Owner::Dependent), false),
            (&["employeename", "dependentname", "dependentdob"], Rows::Of(Owner::Employee), true),
            (&["membername", "depfirstname"], Rows::Of(Owner::Dependent), false),
            (&["employee", "patientname"], Rows::Of(Owner::Person), false),
            (&["subscribername", "name"], Rows::Unsaid, false),
            (&["firstname", "lastname", "dependentname"], Rows::Unsaid, false),
            (&["firstname", "lastname", "dependentname", "dependentdob"], Rows::Unsaid, true),
            (&["subscriberid", "memberid", "first"], Rows::Unsaid, false),
            (&["dependentname", "dependentdob"], Rows::Sole, false),
        ] {
            assert_eq!(Whose::of(keys.iter().copied()), Whose { rows, has_dependents }, "{keys:?}");
        }
    }
}
