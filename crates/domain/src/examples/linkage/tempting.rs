//! Pairs built to tempt a matcher: a member, and another person who looks much like him.
//!
//! Of name, date of birth, gender and unique id two are not the same, or one is not and no contact is. However much else agrees,
//! such a row is never the member without a question (rules.md#undecidable-match).

use super::households::{Town, mail, phone};
use super::words::{SURNAMES, digit_slip, slip, surname};
use super::{Invented, Random};
use crate::census::matching::Person;

/// Who comes for the member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stranger {
    /// The son of the same name, under the same roof.
    Son,
    /// A twin of another name, perhaps only a letter off.
    Twin,
    /// A sister or brother some years younger.
    Sibling,
    /// A person of the same name who was born in the same year, or on the same day ten years apart.
    Namesake,
    /// A person whose given and family name are a letter off.
    LetterApart,
    /// A person of the same given name and another family name, as after a marriage and a move.
    OtherFamilyName,
    /// A person who bears another form of the given name, a second one, or a family name of two parts.
    OtherForm,
}

const STRANGERS: [Stranger; 7] = [
    Stranger::Son,
    Stranger::Twin,
    Stranger::Sibling,
    Stranger::Namesake,
    Stranger::LetterApart,
    Stranger::OtherFamilyName,
    Stranger::OtherForm,
];

/// A member, and the row of another person.
#[derive(Debug, Clone)]
pub struct TemptingPair {
    /// Who comes.
    pub stranger: Stranger,
    member: Invented,
    row: Invented,
    member_id: String,
    row_id: String,
}

impl TemptingPair {
    /// The member as matching takes it.
    pub fn member(&self) -> Person<'_> {
        Person { unique_id: &self.member_id, ..self.member.person() }
    }

    /// The row as matching takes it.
    pub fn row(&self) -> Person<'_> {
        Person { unique_id: &self.row_id, ..self.row.person() }
    }

    /// Whether two of name, date of birth, gender and unique id differ, or one and all contacts, or the date where no contact is known.
    fn is_somebody_else(&self) -> bool {
        let (one, other) = (&self.member, &self.row);
        let is_born_elsewhen = one.date_of_birth != other.date_of_birth;
        let differences = [
            one.first_name != other.first_name || one.last_name != other.last_name,
            is_born_elsewhen,
            one.gender != other.gender,
            self.member_id != self.row_id,
        ];
        let reached = |person: &Invented| [&person.address_line1, &person.email, &person.cell_phone].map(String::clone);
        let contacts =
            reached(one).into_iter().zip(reached(other)).filter(|(one, other)| !one.is_empty() && !other.is_empty());
        let mut contacts = contacts.peekable();
        let are_known = contacts.peek().is_some();
        let is_elsewhere = contacts.all(|(one, other)| one != other);
        let differing = differences.into_iter().filter(|differs| *differs).count();
        differing >= 2 || (differing == 1 && are_known && is_elsewhere) || (is_born_elsewhen && !are_known)
    }
}

/// So many pairs of every kind, alike, at home and elsewhere, with ids and without. The same seed gives the same pairs.
pub fn tempting_pairs(count: usize, seed: u64) -> Vec<TemptingPair> {
    let mut random = Random::new(seed);
    let town = Town::new(&mut random);
    let mut pairs = Vec::with_capacity(count);
    while pairs.len() < count {
        let member = member(&town, &mut random);
        let stranger = STRANGERS[random.below(STRANGERS.len())];
        let mut row = come(stranger, &member, &town, &mut random);
        reach(&member, &mut row, &town, &mut random);
        let (member_id, row_id) = ids(&mut random);
        let pair = TemptingPair { stranger, member, row, member_id, row_id };
        if pair.is_somebody_else() {
            pairs.push(pair);
        }
    }
    pairs
}

fn member(town: &Town, random: &mut Random) -> Invented {
    let (name, year) = (surname(random.skewed(SURNAMES)), random.between(1955, 2004));
    let mut person = town.person(random, &name, year, "", 0);
    town.address(random).of(&mut person);
    person.email = mail(&person, random);
    person.cell_phone = phone(random);
    person
}

fn come(stranger: Stranger, member: &Invented, town: &Town, random: &mut Random) -> Invented {
    let mut row = member.clone();
    let year = member.date_of_birth[6..].parse().unwrap_or(1980);
    match stranger {
        Stranger::Son => {
            row.date_of_birth = born(year + random.between(17, 45), town, random);
            if random.chance(0.3) {
                row.last_name.push_str(" Jr");
            }
        }
        Stranger::Twin => {
            row.first_name = other_given_name(member, town, random);
            row.gender = random.one(&["M", "F"]).to_owned();
        }
        Stranger::Sibling => {
            row.first_name = other_given_name(member, town, random);
            row.date_of_birth = born(year + random.between(1, 7), town, random);
        }
        Stranger::Namesake => {
            row.date_of_birth = match random.below(3) {
                0 => born(year, town, random),
                1 => format!("{}{}", &member.date_of_birth[..6], year + 10),
                _ => digit_slip(&member.date_of_birth, random),
            };
        }
        Stranger::LetterApart => {
            row.first_name = slip(&member.first_name, random);
            if random.chance(0.5) {
                row.last_name = slip(&member.last_name, random);
            }
            row.date_of_birth = match random.below(2) {
                0 => born(year, town, random),
                _ => digit_slip(&member.date_of_birth, random),
            };
            if random.chance(0.3) {
                row.gender = if member.gender == "M" { "F" } else { "M" }.to_owned();
            }
        }
        Stranger::OtherFamilyName => {
            row.last_name = surname(random.skewed(SURNAMES));
            if random.chance(0.7) {
                row.date_of_birth = digit_slip(&member.date_of_birth, random);
            }
        }
        Stranger::OtherForm => {
            match random.below(3) {
                0 => row.first_name = town.given.other_form(&member.first_name, random),
                1 => row.first_name = format!("{} {}", member.first_name, town.given.one(random)),
                _ => row.last_name = format!("{}-{}", member.last_name, surname(random.skewed(SURNAMES))),
            }
            match random.below(3) {
                0 => row.date_of_birth = digit_slip(&member.date_of_birth, random),
                1 => row.gender = if member.gender == "M" { "F" } else { "M" }.to_owned(),
                _ => {}
            }
        }
    }
    row
}

/// A day of a year.
fn born(year: usize, town: &Town, random: &mut Random) -> String {
    town.person(random, "", year, "", 0).date_of_birth
}

fn other_given_name(member: &Invented, town: &Town, random: &mut Random) -> String {
    if random.chance(0.4) { slip(&member.first_name, random) } else { town.given.one(random) }
}

/// Where the stranger lives and is reached: as the member, at his home with other contacts, elsewhere, or nothing of it is said.
fn reach(member: &Invented, row: &mut Invented, town: &Town, random: &mut Random) {
    let way = random.below(4);
    if way >= 1 {
        row.email = mail(row, random);
        row.cell_phone = phone(random);
    }
    if way >= 2 {
        town.address(random).of(row);
    }
    if way == 3 {
        *row = Invented {
            first_name: row.first_name.clone(),
            last_name: row.last_name.clone(),
            date_of_birth: row.date_of_birth.clone(),
            gender: row.gender.clone(),
            ..Invented::default()
        };
    }
    // A file of the same payroll gives everybody the company's mail now and then.
    if way == 1 && random.chance(0.3) {
        row.email.clone_from(&member.email);
    }
}

/// No ids, ids that follow one another, or ids far apart.
fn ids(random: &mut Random) -> (String, String) {
    let id = random.between(1000, 9000);
    match random.below(4) {
        0 | 1 => (String::new(), String::new()),
        2 => (id.to_string(), (id + 1).to_string()),
        _ => (id.to_string(), (id + random.between(5, 900)).to_string()),
    }
}
