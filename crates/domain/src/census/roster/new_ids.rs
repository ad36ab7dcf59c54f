//! Rows that bring new ids for members who are otherwise the same: one answer takes all of these ids (rules.md#new-ids).

use std::collections::{HashMap, HashSet};

use super::changes::FieldChange;
use crate::MemberId;
use crate::census::field::Field;
use crate::census::people::record::Record;
use crate::members::{Gender, MemberDetails};
use crate::text::fold;

/// Whether a row is a member in name, birth date and gender and brings another id. Where contacts of both are known, one of them has to
/// be the same.
pub fn is_only_the_id_new(record: &Record, member: &MemberDetails) -> bool {
    let is_called_so = fold(record.first_name.text()) == fold(&member.first_name)
        && fold(record.last_name.text()) == fold(&member.last_name)
        && record.date_of_birth == Some(member.date_of_birth);
    is_called_so
        && is_of_same_gender(record, member)
        && brings_another_id(record, member)
        && may_be_reached(record, member)
}

/// Whether changes replace a stored unique id by another.
pub fn brings_new_id(changes: &[FieldChange]) -> bool {
    changes.iter().any(|change| change.field == Field::UniqueId && change.old.is_some() && change.new.is_some())
}

fn brings_another_id(record: &Record, member: &MemberDetails) -> bool {
    let (new, old) = (fold(record.unique_id.text()), fold(member.unique_id.as_deref().unwrap_or_default()));
    !new.is_empty() && !old.is_empty() && new != old
}

fn is_of_same_gender(record: &Record, member: &MemberDetails) -> bool {
    let known = |gender: &Gender| matches!(gender, Gender::Male | Gender::Female);
    match record.gender.value().filter(|gender| known(gender)) {
        Some(gender) if known(&member.gender) => *gender == member.gender,
        _ => true,
    }
}

/// Whether a contact is the same, or none of them can be compared.
fn may_be_reached(record: &Record, member: &MemberDetails) -> bool {
    let phones = [&member.mobile_phone, &member.home_phone];
    let phone = |own: &str| {
        let known: Vec<&str> = phones.iter().filter_map(|phone| phone.as_deref()).collect();
        (!own.is_empty() && !known.is_empty()).then(|| known.contains(&own))
    };
    let text = |own: &str, stored: &Option<String>| {
        let stored = fold(stored.as_deref().unwrap_or_default());
        (!own.is_empty() && !stored.is_empty()).then(|| fold(own) == stored)
    };
    let compared = [
        text(record.email.text(), &member.email),
        phone(record.cell_phone.text()),
        phone(record.home_phone.text()),
        text(record.address_line1.text(), &member.address_line1),
    ];
    compared.contains(&Some(true)) || compared.iter().all(Option::is_none)
}

/// Rows in doubt, each with the members for which [`is_only_the_id_new`] holds.
#[derive(Debug, Default)]
pub struct NewIds {
    rows: Vec<(u32, MemberId)>,
    named: HashMap<MemberId, u32>,
}

impl NewIds {
    /// Takes in a row in doubt. A row with no such member, or several, keeps its own question.
    pub fn add(&mut self, row: u32, named: &[MemberId]) {
        for member in named {
            *self.named.entry(*member).or_default() += 1;
        }
        if let [member] = named {
            self.rows.push((row, *member));
        }
    }

    /// The members who are named.
    pub fn members(&self) -> impl Iterator<Item = MemberId> {
        self.named.keys().copied()
    }

    /// The rows with their members. Leaves out a member that several rows name or that a row has already.
    pub fn finish(self, taken: &HashSet<MemberId>) -> Vec<(u32, MemberId)> {
        let is_alone = |member: &MemberId| self.named.get(member) == Some(&1) && !taken.contains(member);
        self.rows.into_iter().filter(|(_, member)| is_alone(member)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census::people::validate::{Rules, validate};
    use crate::census::source::RawRow;
    use crate::examples::{TODAY, member_details};

    fn record(vary: &[(Field, &str)]) -> Record {
        let member = member_details();
        let mut raw = RawRow::new(2, 1)
            .with(Field::UniqueId, "N-77")
            .with(Field::FirstName, &member.first_name.to_uppercase())
            .with(Field::LastName, &member.last_name)
            .with(Field::DateOfBirth, &member.date_of_birth.format("%m/%d/%Y").to_string());
        for (field, text) in vary {
            raw.set(*field, text);
        }
        validate(&raw, &Rules::on(TODAY)).record
    }

    #[test]
    fn only_the_id_is_new_where_all_else_that_is_known_is_the_same() {
        let member = MemberDetails {
            gender: Gender::Female,
            email: Some("ana@mail.example".to_owned()),
            mobile_phone: Some("6145550142".to_owned()),
            ..member_details()
        };
        let own_id = member.unique_id.clone().expect("an id");
        type Case<'a> = (&'a str, &'a [(Field, &'a str)], bool);
        let cases: [Case<'_>; 10] = [
            ("nothing else is known", &[], true),
            ("the same id", &[(Field::UniqueId, &own_id)], false),
            ("no id", &[(Field::UniqueId, "")], false),
            ("another first name", &[(Field::FirstName, "Zoe")], false),
            ("another day of birth", &[(Field::DateOfBirth, "01/01/1950")], false),
            ("the same gender", &[(Field::Gender, "F")], true),
            ("another gender", &[(Field::Gender, "M")], false),
            ("the same mail", &[(Field::Email, "ANA@mail.example")], true),
            ("another mail", &[(Field::Email, "zed@mail.example")], false),
            (
                "another mail and the same phone",
                &[(Field::Email, "zed@mail.example"), (Field::CellPhone, "614-555-0142")],
                true,
            ),
        ];
        for (what, vary, wanted) in cases {
            assert_eq!(is_only_the_id_new(&record(vary), &member), wanted, "{what}");
        }
        let without = MemberDetails { unique_id: None, ..member };
        assert!(!is_only_the_id_new(&record(&[]), &without), "a first id is no new one");
    }

    #[test]
    fn one_answer_is_for_rows_that_name_one_member_each() {
        let mut new_ids = NewIds::default();
        let member = |id: i64| MemberId(id);
        new_ids.add(1, &[member(11)]);
        new_ids.add(2, &[member(12), member(13)]);
        new_ids.add(3, &[]);
        new_ids.add(4, &[member(14)]);
        new_ids.add(5, &[member(14)]);
        new_ids.add(6, &[member(16)]);
        new_ids.add(7, &[member(13)]);
        assert_eq!(new_ids.finish(&HashSet::from([member(16)])), [(1, member(11))]);
    }
}
