//! What a column may hold, told by its values: a suggestion for the person who maps a heading that nobody knows. Nothing
//! is read by it before a person has agreed, since a day of hire looks like a day of birth.

use chrono::{Datelike, NaiveDate};

use crate::census::cells::{
    DateOrder, is_placeholder, read_birth_date, read_email, read_gender, read_member_type, read_phone,
    read_relationship, read_state, read_status,
};
use crate::census::field::Field;

/// A field, and whether a value could be one of it.
type Kind<'a> = (Field, &'a dyn Fn(&str) -> bool);

/// The field that nearly all values of a column could be of; `None` when there is none, or no value.
pub fn suggest<'a>(values: impl Iterator<Item = &'a str>, today: NaiveDate) -> Option<Field> {
    let values: Vec<&str> = values.filter(|value| !value.is_empty() && !is_placeholder(value)).collect();
    let kinds: [Kind<'_>; 11] = [
        (Field::Email, &|text| read_email(text).is_some()),
        (Field::DateOfBirth, &|text| is_birth_date(text, today)),
        (Field::Ssn, &is_ssn),
        (Field::CellPhone, &|text| read_phone(text).is_some()),
        (Field::ZipCode, &is_zip),
        (Field::Gender, &|text| is_word(text) && read_gender(text).is_some()),
        (Field::State, &|text| is_word(text) && read_state(text).is_some()),
        (Field::Status, &|text| text.len() > 2 && is_word(text) && read_status(text).is_some()),
        (Field::Relationship, &|text| is_word(text) && read_relationship(text).is_some()),
        (Field::MemberType, &|text| is_word(text) && read_member_type(text).is_some()),
        (Field::FullName, &is_full_name),
    ];
    let most = |is_kind: &dyn Fn(&str) -> bool| {
        let such = values.iter().filter(|value| is_kind(value)).count();
        such > 0 && such * 10 >= values.len() * 9
    };
    let found = kinds.into_iter().find(|(_, is_kind)| most(*is_kind)).map(|(field, _)| field)?;
    (found != Field::DateOfBirth || is_of_grown_ups(&values, today)).then_some(found)
}

fn is_word(text: &str) -> bool {
    text.starts_with(char::is_alphabetic)
}

/// A date by its form; a bare number of five digits may as well be a ZIP code.
fn is_birth_date(text: &str, today: NaiveDate) -> bool {
    let bare = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    (!bare || text.len() == 8) && read_birth_date(text, today, DateOrder::MonthFirst).is_some()
}

/// Days of birth lie further back than days of hire: half of an employer's people are of age and more.
fn is_of_grown_ups(values: &[&str], today: NaiveDate) -> bool {
    const OF_AGE: i32 = 18;
    let years = values.iter().filter_map(|text| read_birth_date(text, today, DateOrder::MonthFirst));
    let old = years.map(|day| today.year() - day.year() >= OF_AGE);
    let (all, old) = old.fold((0, 0), |(all, old), is_old| (all + 1, old + u32::from(is_old)));
    old * 2 > all
}

fn is_ssn(text: &str) -> bool {
    let lengths: Vec<usize> = text.split('-').map(str::len).collect();
    lengths == [3, 2, 4] && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
}

fn is_zip(text: &str) -> bool {
    let lengths: Vec<usize> = text.split('-').map(str::len).collect();
    matches!(lengths[..], [5] | [5, 4]) && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
}

/// `Last, First`.
fn is_full_name(text: &str) -> bool {
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    matches!(parts[..], [_, _])
        && parts.iter().all(|part| is_word(part) && !part.contains(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::TODAY;

    #[test]
    fn a_column_is_known_by_what_it_holds() {
        for (values, field) in [
            (&["a@example.com", "b@example.org", "", "n/a"][..], Some(Field::Email)),
            (&["4/17/1983", "11/2/1971", "1/30/1995"], Some(Field::DateOfBirth)),
            (&["19830417", "19711102"], Some(Field::DateOfBirth)),
            (&["4/17/2024", "11/2/2019", "1/30/2021"], None),
            (&["900-12-3456"], Some(Field::Ssn)),
            (&["(254) 555-0101", "254.555.0102"], Some(Field::CellPhone)),
            (&["76710", "76501-0001"], Some(Field::ZipCode)),
            (&["M", "F", "f"], Some(Field::Gender)),
            (&["TX", "Texas", "OK"], Some(Field::State)),
            (&["Active", "Terminated"], Some(Field::Status)),
            (&["EE", "SP", "CH"], Some(Field::Relationship)),
            (&["Abel, Ann", "van Dyk, Bo"], Some(Field::FullName)),
            (&["Ann", "Ben"], None),
            (&["52000", "61250.50"], None),
            (&["", "N/A"], None),
            (&[], None),
        ] {
            assert_eq!(suggest(values.iter().copied(), TODAY), field, "{values:?}");
        }
    }
}
