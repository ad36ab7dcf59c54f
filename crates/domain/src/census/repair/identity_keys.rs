//! By what the people of rows that do not go in are known all the same: such a row must never look like an absence (rules.md#unreadable-row).

use std::collections::HashSet;

use crate::census::keys::{id_key, person_key};
use crate::census::people::record::Record;
use crate::members::MemberDetails;

const UNIQUE_ID: u8 = b'u';

/// The signs of some rows: their unique ids, and their names with the dates of birth.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct IdentityKeys(HashSet<u64>);

impl IdentityKeys {
    /// Takes in a row; `false` when it does not say who it is.
    pub fn add(&mut self, record: &Record) -> bool {
        let id = Some(record.unique_id.text()).filter(|id| !id.is_empty()).map(|id| id_key(UNIQUE_ID, id));
        let names = record.first_name.value().zip(record.last_name.value());
        let person = names.zip(record.date_of_birth).map(|((first, last), born)| person_key(first, last, born));
        self.0.extend(id.into_iter().chain(person));
        id.is_some() || person.is_some()
    }

    /// Whether one of the rows is this member by its signs.
    pub fn are_of(&self, member: &MemberDetails) -> bool {
        let id = member.unique_id.as_deref().filter(|id| !id.is_empty());
        let person = person_key(&member.first_name, &member.last_name, member.date_of_birth);
        self.0.contains(&person) || id.is_some_and(|id| self.0.contains(&id_key(UNIQUE_ID, id)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census::field::Field;
    use crate::census::people::validate::{Rules, validate};
    use crate::census::source::RawRow;
    use crate::examples::{TODAY, member_details};

    #[test]
    fn people_are_known_by_their_id_or_by_name_and_birth() {
        let member = MemberDetails { unique_id: Some("E-1".to_owned()), ..member_details() };
        let born = member.date_of_birth.to_string();
        let named = |born| {
            let (first, last) = (member.first_name.as_str(), member.last_name.as_str());
            vec![(Field::FirstName, first), (Field::LastName, last), (Field::DateOfBirth, born)]
        };
        for (cells, says_who, is_known) in [
            (vec![(Field::UniqueId, " e-1")], true, true),
            (named(&born), true, true),
            (named("soon"), false, false),
            (named("1901-02-03"), true, false),
            (vec![(Field::UniqueId, "E-2")], true, false),
        ] {
            let raw = cells.iter().fold(RawRow::new(2, 1), |raw, (field, text)| raw.with(*field, text));
            let mut signs = IdentityKeys::default();
            let said = signs.add(&validate(&raw, &Rules::on(TODAY)).record);
            assert_eq!((said, signs.are_of(&member)), (says_who, is_known), "{cells:?}");
        }
    }
}
