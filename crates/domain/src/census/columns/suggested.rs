//! Which field the values of a column could be of, whatever its heading says.

use chrono::{Datelike, NaiveDate};

use crate::census::cells::{
    DateOrder, is_placeholder, read_birth_date, read_email, read_gender, read_member_type, read_phone, read_plan,
    read_relationship, read_ssn, read_state, read_status, read_zip,
};
use crate::census::field::Field;
use crate::members::Gender;

/// The field that nearly all values of a column could be of; `None` when there is none, or no value.
pub fn suggest<'a>(values: impl Iterator<Item = &'a str>, today: NaiveDate) -> Option<Field> {
    use Field::{CellPhone, DateOfBirth, Email, FullName, Gender, MemberType, Relationship, Ssn, State, Status};
    let values: Vec<&str> = values.filter(|value| !value.is_empty() && !is_placeholder(value)).collect();
    let most = |field: &Field| {
        let such = values.iter().filter(|value| is_like(*field, value, today)).count();
        such > 0 && such * 10 >= values.len() * 9
    };
    // The surest first.
    let of_words = [Gender, State, Status, Relationship, MemberType, FullName];
    let found = [Email, DateOfBirth, Ssn, CellPhone].into_iter().chain(of_words).find(most)?;
    (found != Field::DateOfBirth || is_of_grown_ups(&values, today)).then_some(found)
}

/// Whether a value can be read as a field; `None` of fields that any text can be.
pub(in crate::census) fn is_readable(field: Field, text: &str, today: NaiveDate) -> Option<bool> {
    let is_day = |order| read_birth_date(text, today, order).is_some();
    Some(match field {
        Field::Email => read_email(text).is_some(),
        Field::DateOfBirth => is_day(DateOrder::MonthFirst) || is_day(DateOrder::DayFirst),
        Field::Ssn => read_ssn(text).is_some(),
        Field::CellPhone | Field::HomePhone => read_phone(text).is_some(),
        Field::ZipCode => read_zip(text).is_some(),
        Field::Gender => read_gender(text).is_some(),
        Field::State => read_state(text).is_some(),
        Field::Relationship => read_relationship(text).is_some(),
        Field::MemberType => read_member_type(text).is_some(),
        Field::PlanName => read_plan(text).is_some(),
        _ => return None,
    })
}

/// Whether a value has the form of a field as well.
fn is_like(field: Field, text: &str, today: NaiveDate) -> bool {
    let is_word = |text: &str| text.starts_with(char::is_alphabetic);
    let lengths = || text.split('-').map(str::len).collect::<Vec<_>>();
    let has_form = match field {
        // A bare number of five digits may as well be a ZIP code.
        Field::DateOfBirth => text.len() == 8 || !text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'),
        Field::Ssn => lengths() == [3, 2, 4],
        // `X` and `D` are codes of many things.
        Field::Gender => matches!(read_gender(text), Some(Gender::Male | Gender::Female)) && is_word(text),
        Field::State | Field::Relationship | Field::MemberType => is_word(text),
        Field::Status => text.len() > 2 && is_word(text) && read_status(text).is_some(),
        // `Last, First`.
        Field::FullName => {
            let is_name = |part: &str| is_word(part) && !part.contains(|c: char| c.is_ascii_digit());
            text.matches(',').count() == 1 && text.split(',').all(|part| is_name(part.trim()))
        }
        _ => true,
    };
    has_form && is_readable(field, text, today).unwrap_or(true)
}

/// Days of birth lie further back than days of hire: half of an employer's people are of age and more.
fn is_of_grown_ups(values: &[&str], today: NaiveDate) -> bool {
    const OF_AGE: i32 = 18;
    let days = values.iter().filter_map(|text| read_birth_date(text, today, DateOrder::MonthFirst));
    let (old, young): (Vec<NaiveDate>, Vec<NaiveDate>) = days.partition(|day| today.year() - day.year() >= OF_AGE);
    old.len() > young.len()
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
            (&["76710", "52000"], None),
            (&["X", "", "X"], None),
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
