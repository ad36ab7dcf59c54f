//! Families, and where they live.

use super::Invented;
use super::random::Random;
use super::words::{GivenNames, SURNAMES, place_name, surname};

/// People of one address.
pub(super) struct Household {
    pub people: Vec<Invented>,
}

/// Where the employees of a group live, and how people are called.
pub(super) struct Town {
    /// City, state, and the first three digits of its ZIP codes.
    cities: Vec<(String, &'static str, usize)>,
    streets: Vec<String>,
    pub given: GivenNames,
}

const STATES: [&str; 6] = ["OH", "IN", "KY", "MI", "PA", "WV"];
const KINDS: [&str; 6] = ["Street", "Avenue", "Road", "Lane", "Drive", "Court"];

/// Where somebody lives.
pub(super) struct Address {
    line1: String,
    line2: String,
    city: String,
    state: String,
    zip_code: String,
    home_phone: String,
}

impl Address {
    pub(super) fn of(self, person: &mut Invented) {
        person.address_line1 = self.line1;
        person.address_line2 = self.line2;
        person.city = self.city;
        person.state = self.state;
        person.zip_code = self.zip_code;
        person.home_phone = self.home_phone;
    }
}

impl Town {
    pub(super) fn new(random: &mut Random) -> Self {
        let cities = (0..300).map(|_| (place_name(random), random.one(&STATES), random.between(400, 500)));
        let cities = cities.collect();
        let streets = (0..4000).map(|_| format!("{} {}", place_name(random), random.one(&KINDS))).collect();
        Self { cities, streets, given: GivenNames::new() }
    }

    pub(super) fn address(&self, random: &mut Random) -> Address {
        let (city, state, zip) = &self.cities[random.skewed(self.cities.len())];
        let line2 = if random.chance(0.15) { format!("Apt {}", random.between(1, 60)) } else { String::new() };
        Address {
            line1: format!("{} {}", random.between(1, 9800), self.streets[random.below(self.streets.len())]),
            line2,
            city: city.clone(),
            state: (*state).to_owned(),
            zip_code: format!("{zip}{:02}", random.below(30)),
            home_phone: if random.chance(0.4) { phone(random) } else { String::new() },
        }
    }

    /// A family of at most so many people.
    pub(super) fn household(&self, random: &mut Random, family: u32, most: usize) -> Household {
        let family_name = surname(random.skewed(SURNAMES));
        let age = random.between(22, 66);
        let father = self.person(random, &family_name, 2026 - age, "EE", family);
        let mut people = vec![father];
        if random.chance(0.5) {
            let kept = random.chance(0.12);
            let name = if kept { surname(random.skewed(SURNAMES)) } else { family_name.clone() };
            let year = 2026 - age + random.below(6);
            people.push(self.person(random, &name, year, "SP", family));
        }
        let children = if age > 24 && random.chance(0.5) { random.between(1, 4) } else { 0 };
        for _ in 0..children {
            self.child(&mut people, random, &family_name, age, family);
        }
        people.truncate(most.max(1));
        self.settle(&mut people, random);
        Household { people }
    }

    fn child(&self, people: &mut Vec<Invented>, random: &mut Random, name: &str, age: usize, family: u32) {
        let oldest = (age - 20).min(25);
        let year = 2026 - random.below(oldest.max(1));
        let mut child = self.person(random, name, year, "CH", family);
        if people[0].gender == "M" && random.chance(0.02) && !people[0].last_name.ends_with("Sr") {
            child.first_name.clone_from(&people[0].first_name);
            child.gender = "M".to_owned();
            child.last_name = format!("{name} Jr");
            people[0].last_name = format!("{name} Sr");
        }
        people.push(child);
        if random.chance(0.02) {
            let born = people[people.len() - 1].date_of_birth.clone();
            let twin = self.person(random, name, 2026, "CH", family);
            people.push(Invented { date_of_birth: born, ..twin });
        }
    }

    pub(super) fn person(&self, random: &mut Random, name: &str, year: usize, role: &str, family: u32) -> Invented {
        Invented {
            first_name: self.given.one(random),
            last_name: name.to_owned(),
            date_of_birth: format!("{:02}/{:02}/{year}", random.between(1, 13), random.between(1, 29)),
            gender: random.one(&["M", "F"]).to_owned(),
            relationship: role.to_owned(),
            family,
            ..Invented::default()
        }
    }

    /// Somebody who comes in the place of another of the family: of one who is old enough a son of the same name, else a twin. Home, phone
    /// and mail are the family's.
    pub(super) fn relative(&self, person: &Invented, random: &mut Random) -> Invented {
        let year = person.date_of_birth[6..].parse().unwrap_or(2026);
        if year <= 1985 && random.chance(0.5) {
            let year = (year + random.between(18, 56)).min(2010);
            let born = self.person(random, "", year, "", 0).date_of_birth;
            return Invented { date_of_birth: born, ..person.clone() };
        }
        let mut first_name = self.given.one(random);
        while first_name[..1] == person.first_name[..1] {
            first_name = self.given.one(random);
        }
        Invented { first_name, ..person.clone() }
    }

    /// Gives a family its address, mail and phones; children often have their parents'.
    fn settle(&self, people: &mut [Invented], random: &mut Random) {
        let shared_phone = phone(random);
        let shared_mail = mail(&people[0], random);
        let mut home = self.address(random);
        for person in people.iter_mut() {
            let own = person.relationship != "CH";
            if random.chance(if own { 0.85 } else { 0.3 }) {
                person.email = if own && random.chance(0.8) { mail(person, random) } else { shared_mail.clone() };
            }
            if random.chance(if own { 0.9 } else { 0.4 }) {
                person.cell_phone = if own && random.chance(0.8) { phone(random) } else { shared_phone.clone() };
            }
            let next = Address {
                line1: home.line1.clone(),
                line2: home.line2.clone(),
                city: home.city.clone(),
                state: home.state.clone(),
                zip_code: home.zip_code.clone(),
                home_phone: home.home_phone.clone(),
            };
            std::mem::replace(&mut home, next).of(person);
        }
    }
}

pub(super) fn phone(random: &mut Random) -> String {
    format!("{}555{:04}", random.between(200, 990), random.below(10_000))
}

pub(super) fn mail(person: &Invented, random: &mut Random) -> String {
    let name = person.last_name.split(' ').next().unwrap_or_default();
    let (first, last) = (person.first_name.to_lowercase(), name.to_lowercase());
    let host = random.one(&["mail.example", "post.example", "work.example"]);
    match random.below(3) {
        0 => format!("{first}.{last}@{host}"),
        1 => format!("{}{last}{}@{host}", &first[..1], random.below(100)),
        _ => format!("{first}{}@{host}", random.below(10_000)),
    }
}
