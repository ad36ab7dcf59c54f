//! Whether a row replaces its member by another person (rules.md#change-of-identity).

use super::changes::FieldChange;
use crate::census::field::Field;

/// The traits of identity. First and last name are one trait: a marriage or a nickname alone replaces no person.
const TRAITS: [&[Field]; 3] = [&[Field::FirstName, Field::LastName], &[Field::DateOfBirth], &[Field::UniqueId]];

/// Whether a field belongs to a trait of identity.
pub fn is_identity(field: Field) -> bool {
    TRAITS.iter().any(|fields| fields.contains(&field))
}

/// Whether changes replace who a member is: at least two of name, birth date and unique id get another value. A value that was not there
/// before replaces none.
pub fn replaces_identity(changes: &[FieldChange]) -> bool {
    let is_replaced = |field: &Field| {
        changes.iter().any(|change| change.field == *field && change.old.is_some() && change.new.is_some())
    };
    TRAITS.iter().filter(|fields| fields.iter().any(is_replaced)).count() > 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change((field, old, new): (Field, Option<&str>, Option<&str>)) -> FieldChange {
        FieldChange { field, old: old.map(str::to_owned), new: new.map(str::to_owned) }
    }

    #[test]
    fn two_of_name_birth_date_and_id_are_a_change_of_identity() {
        let first = (Field::FirstName, Some("Hodan"), Some("Hoda"));
        let last = (Field::LastName, Some("Ali"), Some("Aly"));
        let born = (Field::DateOfBirth, Some("1990-01-01"), Some("1990-03-17"));
        let id = (Field::UniqueId, Some("1002"), Some("1027"));
        let email = (Field::Email, Some("a@mail.test"), Some("b@mail.test"));
        for (changes, replaces) in [
            (vec![first, born, id], true),
            (vec![last, id], true),
            (vec![born, id, email], true),
            (vec![first, last, email], false),
            (vec![id, email], false),
            (vec![born], false),
            (vec![first, (Field::UniqueId, None, Some("1027"))], false),
            (vec![first, (Field::UniqueId, Some("1002"), None)], false),
            (vec![], false),
        ] {
            let told: Vec<_> = changes.iter().copied().map(change).collect();
            assert_eq!(replaces_identity(&told), replaces, "{changes:?}");
        }
        assert!(is_identity(Field::LastName) && !is_identity(Field::Email));
    }
}
