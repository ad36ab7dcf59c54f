//! Invented employer groups and the census files that come in for them, with the truth: what matching is measured on.
//!
//! Families with twins, fathers and sons of one name, shared phones and mailboxes; nicknames, married names, moved families, slips of the
//! pen, exchanged and missing values, people who joined and left. The same seed gives the same group.

mod households;
mod noise;
mod random;
mod tempting;
mod words;

use std::fmt::Write as _;

use self::households::{Household, Town};
pub use self::random::Random;
pub use self::tempting::{Stranger, TemptingPair, tempting_pairs};
use crate::census::matching::{BirthDate, Candidate, Person, Row};
use crate::ids::MemberId;

/// A person as a file writes him; `""` where it says nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Invented {
    /// Given name.
    pub first_name: String,
    /// Family name, perhaps with a suffix.
    pub last_name: String,
    /// `MM/DD/YYYY`.
    pub date_of_birth: String,
    /// `M` or `F`.
    pub gender: String,
    /// E-mail address.
    pub email: String,
    /// Phone.
    pub cell_phone: String,
    /// Phone.
    pub home_phone: String,
    /// Street address.
    pub address_line1: String,
    /// Apartment.
    pub address_line2: String,
    /// City.
    pub city: String,
    /// Abbreviation.
    pub state: String,
    /// Five digits.
    pub zip_code: String,
    /// `EE`, `SP` or `CH`.
    pub relationship: String,
    /// What a family shares.
    pub family: u32,
}

/// The columns of [`Invented::cells`].
pub const COLUMNS: [&str; 12] = [
    "FirstName",
    "LastName",
    "DateOfBirth",
    "Gender",
    "AddressLine1",
    "AddressLine2",
    "City",
    "State",
    "ZipCode",
    "Email",
    "CellPhone",
    "HomePhone",
];

impl Invented {
    /// The values of [`COLUMNS`]; what says who belongs to whom is not among them.
    pub fn cells(&self) -> [&str; 12] {
        [
            &self.first_name,
            &self.last_name,
            &self.date_of_birth,
            &self.gender,
            &self.address_line1,
            &self.address_line2,
            &self.city,
            &self.state,
            &self.zip_code,
            &self.email,
            &self.cell_phone,
            &self.home_phone,
        ]
    }

    /// The person as matching takes it.
    pub fn person(&self) -> Person<'_> {
        Person {
            first_name: &self.first_name,
            last_name: &self.last_name,
            date_of_birth: BirthDate::read(&self.date_of_birth),
            gender: match self.gender.as_str() {
                "M" => Some(1),
                "F" => Some(2),
                _ => None,
            },
            email: &self.email,
            cell_phone: &self.cell_phone,
            home_phone: &self.home_phone,
            address_line1: &self.address_line1,
            address_line2: &self.address_line2,
            city: &self.city,
            state: &self.state,
            zip_code: &self.zip_code,
            ..Person::default()
        }
    }
}

/// A group, a census file for it, and which row is which member.
#[derive(Debug, Clone)]
pub struct Linkage {
    /// The members that we have.
    pub roster: Vec<Invented>,
    /// The rows that come in, in no order.
    pub census: Vec<Invented>,
    /// For each row the place of its member in the roster; `None` for somebody new.
    pub truth: Vec<Option<usize>>,
}

/// How a census file differs from the roster.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Habits {
    /// How often values are wrong, missing or changed: 1 as ordinary files, 3 as bad ones.
    pub noise: f64,
    /// The share of families that left since.
    pub left: f64,
    /// The families that joined, as a share of those that were there.
    pub joined: f64,
    /// Whether the census says names, dates of birth, gender and ZIP code only.
    pub bare: bool,
    /// The share of those who stayed in whose place a relative has come: a son of the same name, or a twin.
    pub replaced: f64,
}

impl Habits {
    /// An ordinary file with so much noise.
    pub const fn noisy(noise: f64) -> Self {
        Self { noise, left: 0.05, joined: 0.05, bare: false, replaced: 0.0 }
    }
}

/// A group of about so many members, and its census.
pub fn linkage(members: usize, habits: Habits, seed: u64) -> Linkage {
    let mut random = Random::new(seed);
    let town = Town::new(&mut random);
    let mut linkage = Linkage { roster: Vec::new(), census: Vec::new(), truth: Vec::new() };
    let mut families = 0;
    while linkage.roster.len() < members {
        families += 1;
        let household = town.household(&mut random, families, members - linkage.roster.len());
        linkage.add(household, &town, habits, &mut random);
    }
    let joining = (f64::from(families) * habits.joined).round() as u32;
    for family in families + 1..=families + joining {
        for newcomer in town.household(&mut random, family, usize::MAX).people {
            linkage.say(noise::noisy(newcomer, &town, habits, &mut random), None);
        }
    }
    linkage.shuffle(&mut random);
    linkage
}

impl Linkage {
    /// A family: all of it on the roster, and in the census what became of it.
    fn add(&mut self, household: Household, town: &Town, habits: Habits, random: &mut Random) {
        let first = self.roster.len();
        self.roster.extend(household.people.iter().cloned());
        if random.chance(habits.left) {
            return;
        }
        let later = noise::later(household, town, habits, random);
        for (place, person) in later.stayed {
            if habits.replaced > 0.0 && random.chance(habits.replaced) {
                let relative = town.relative(&person, random);
                self.say(noise::noisy(relative, town, habits, random), None);
                continue;
            }
            self.say(noise::noisy(person, town, habits, random), Some(first + place));
        }
        for born in later.born {
            self.say(noise::noisy(born, town, habits, random), None);
        }
    }

    fn say(&mut self, person: Invented, member: Option<usize>) {
        self.census.push(person);
        self.truth.push(member);
    }

    fn shuffle(&mut self, random: &mut Random) {
        for at in (1..self.census.len()).rev() {
            let other = random.below(at + 1);
            self.census.swap(at, other);
            self.truth.swap(at, other);
        }
    }

    /// The roster as matching takes it; a member's id is its place. Families are told only where `families` says so.
    pub fn members(&self, families: bool) -> Vec<Candidate<'_>> {
        let firsts = firsts(&self.roster);
        let numbered = self.roster.iter().enumerate();
        let members = numbered.map(|(place, member)| Candidate {
            id: MemberId(place as i64),
            person: told(member, families),
            primary: families.then(|| MemberId(firsts[place] as i64)),
        });
        members.collect()
    }

    /// The census as matching takes it; a row's number is its place from 1.
    pub fn rows(&self, families: bool) -> Vec<Row<'_>> {
        let firsts = firsts(&self.census);
        let numbered = self.census.iter().enumerate();
        let rows = numbered.map(|(place, row)| Row {
            number: number(place),
            person: told(row, families),
            primary_row: families.then(|| number(firsts[place])),
            threshold: 0.5,
        });
        rows.collect()
    }

    /// A side as a CSV file that numbers its lines from 0 in a first column of that name.
    pub fn csv(id: &str, people: &[Invented]) -> String {
        let mut text = format!("{id},{}\n", COLUMNS.join(","));
        for (place, person) in people.iter().enumerate() {
            // No invented value holds a comma or a quotation mark, and writing to a text never fails.
            let _ = writeln!(text, "{place},{}", person.cells().join(","));
        }
        text
    }
}

fn number(place: usize) -> u32 {
    u32::try_from(place + 1).unwrap_or(u32::MAX)
}

fn told(person: &Invented, families: bool) -> Person<'_> {
    let relationship = if families { person.relationship.as_str() } else { "" };
    Person { relationship, ..person.person() }
}

/// For each person the place of the first of the family.
fn firsts(people: &[Invented]) -> Vec<usize> {
    let mut first = std::collections::HashMap::new();
    people.iter().enumerate().map(|(place, person)| *first.entry(person.family).or_insert(place)).collect()
}
