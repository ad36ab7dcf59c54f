//! Invented people: the same person for the same number, in every run.

use chrono::{Days, NaiveDate};
use domain::PricingGroupId;
use domain::members::member::{DEFAULT_PLAN_NAME, DEPENDENT, Gender, MemberDetails, PLAN_NAMES, PRIMARY};

use super::random::Random;
use super::words::{FIRST_NAMES, LAST_NAMES, PLACES, STREETS};

/// Days of life of the youngest and the oldest employee.
const AGES: (u64, u64) = (19 * 365, 66 * 365);

/// The person of a number, as known on `day`; a child has the name and the address of the `employee` it belongs to.
pub fn person(number: u64, employee: Option<u64>, day: NaiveDate, pricing_group: PricingGroupId) -> MemberDetails {
    let mut home = Random::of("home", employee.unwrap_or(number));
    let last_name = (*home.favour(LAST_NAMES)).to_owned();
    let (city, state, zip_code) = *home.one(PLACES);
    let address_line1 = format!("{} {}", 100 + home.below(800), home.one(STREETS));
    let address_line2 = home.chance(12).then(|| format!("Apt {}", 1 + home.below(40)));
    let home_phone = home.chance(30).then(|| format!("81355501{:02}", home.below(100)));

    let is_dependent = employee.is_some();
    let mut random = Random::of("person", number);
    let first_name = (*random.favour(FIRST_NAMES)).to_owned();
    let (youngest, oldest) = if is_dependent { (365, 18 * 365) } else { AGES };
    let born = day - Days::new(youngest + random.below(oldest - youngest));
    let plan_name = if is_dependent || random.chance(60) { DEFAULT_PLAN_NAME } else { PLAN_NAMES[1] };
    MemberDetails {
        email: (!is_dependent && random.chance(92)).then(|| address_of(&first_name, &last_name, number)),
        mobile_phone: random.chance(80).then(|| format!("81355501{:02}", random.below(100))),
        home_phone,
        gender: *random.one(&[
            Gender::Male,
            Gender::Female,
            Gender::Male,
            Gender::Female,
            Gender::Unknown,
            Gender::Other,
        ]),
        date_of_birth: born,
        address_line1: Some(address_line1),
        address_line2,
        city: Some(city.to_owned()),
        state: Some(state.to_owned()),
        zip_code: Some(zip_code.to_owned()),
        plan_name: plan_name.to_owned(),
        member_type: if is_dependent { DEPENDENT } else { PRIMARY }.to_owned(),
        other_member_id: random.chance(70).then(|| format!("HL-{}", 20_000 + number)),
        unique_id: (!is_dependent).then(|| (700_000 + number).to_string()),
        billing_reference_id: random.chance(10).then(|| "DRIVERS".to_owned()),
        pricing_group: Some(pricing_group),
        first_name,
        last_name,
    }
}

fn address_of(first_name: &str, last_name: &str, number: u64) -> String {
    let plain =
        |name: &str| -> String { domain::text::fold(name).chars().filter(char::is_ascii_alphanumeric).collect() };
    format!("{}.{}{}@example.com", plain(first_name), plain(last_name), number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_would_be_accepted_by_the_member_editor_and_nobody_twice() {
        let day = NaiveDate::from_ymd_opt(2026, 7, 20).expect("a day");
        let mut ids = std::collections::BTreeSet::new();
        for number in 0..500 {
            let employee = (number % 8 == 7).then(|| number - 1);
            let person = person(number, employee, day, PricingGroupId(1));
            assert!(person.date_of_birth < day && !person.first_name.is_empty());
            if let Some(id) = person.unique_id {
                assert!(ids.insert(id));
            }
        }
    }
}
