//! A person of either side as numbers: read once, compared many times.

use super::Person;
use super::birth::BirthDate;
use super::marks::Marks;
use super::names::{NameId, Names, Suffix};
use super::shelf::{COLUMNS, Shelf, Shelved};
use super::spelling::plain;
use super::streets::{Street, read_street};
use super::words::{Word, Words};

/// A person as comparing needs it; what is not known is none or 0.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Profile {
    pub first: NameId,
    pub last: NameId,
    pub suffix: Suffix,
    pub gender: u8,
    pub role: Role,
    pub born: Option<BirthDate>,
    /// The date that was taken away because far too many share it: no evidence for anybody, and yet another date than another.
    pub common_birth: Option<BirthDate>,
    pub street: Street,
    /// The second line of the address as it stands, and read as a street: some files exchange the lines.
    pub unit: Word,
    pub second: Street,
    pub zip: Word,
    pub city: Word,
    pub state: Word,
    /// A mark, as the ids are.
    pub email: Word,
    /// Cell and home, 0 for none: which is which says nothing.
    pub phones: [u64; 2],
    pub unique_id: Word,
    pub other_id: Word,
    /// What the people of one family share, 0 for nothing.
    pub family: u32,
}

impl Profile {
    /// The same in numbers, as it is kept.
    pub(super) fn values(&self) -> [u64; COLUMNS] {
        let word = |word: Word| u64::from(word.number());
        let born = |born: Option<BirthDate>| born.map_or(0, |born| u64::from(born.digits()));
        [
            u64::from(self.first.number()),
            u64::from(self.last.number()),
            self.suffix as u64 | u64::from(self.gender) << 3 | (self.role as u64) << 5,
            born(self.born),
            word(self.street.number),
            word(self.street.name),
            word(self.unit),
            word(self.second.number),
            word(self.second.name),
            word(self.zip),
            word(self.city),
            word(self.state),
            word(self.email),
            self.phones[0],
            self.phones[1],
            word(self.unique_id),
            word(self.other_id),
            u64::from(self.family),
            born(self.common_birth),
        ]
    }

    pub(super) fn of_values(values: [u64; COLUMNS]) -> Self {
        let word = |column: usize| Word::of_number(values[column] as u32);
        Self {
            first: NameId::of_number(values[0] as u32),
            last: NameId::of_number(values[1] as u32),
            suffix: Suffix::ALL[(values[2] & 7) as usize % Suffix::ALL.len()],
            gender: (values[2] >> 3 & 3) as u8,
            role: Role::ALL[(values[2] >> 5 & 7) as usize % Role::ALL.len()],
            born: BirthDate::of_digits(values[3] as u32),
            common_birth: BirthDate::of_digits(values[18] as u32),
            street: Street { number: word(4), name: word(5) },
            unit: word(6),
            second: Street { number: word(7), name: word(8) },
            zip: word(9),
            city: word(10),
            state: word(11),
            email: word(12),
            phones: [values[13], values[14]],
            unique_id: word(15),
            other_id: word(16),
            family: values[17] as u32,
        }
    }
}

/// The values that keys are made of.
impl Shelved<'_> {
    fn word(self, column: usize) -> Word {
        Word::of_number(self.value(column) as u32)
    }

    pub(super) fn first(self) -> NameId {
        NameId::of_number(self.value(0) as u32)
    }

    pub(super) fn last(self) -> NameId {
        NameId::of_number(self.value(1) as u32)
    }

    pub(super) fn gender(self) -> u32 {
        (self.value(2) >> 3 & 3) as u32
    }

    pub(super) fn born(self) -> Option<BirthDate> {
        BirthDate::of_digits(self.value(3) as u32)
    }

    pub(super) fn street(self) -> Street {
        Street { number: self.word(4), name: self.word(5) }
    }

    pub(super) fn second(self) -> Street {
        Street { number: self.word(7), name: self.word(8) }
    }

    pub(super) fn zip(self) -> Word {
        self.word(9)
    }

    pub(super) fn city(self) -> Word {
        self.word(10)
    }

    pub(super) fn email(self) -> Word {
        self.word(12)
    }

    pub(super) fn phones(self) -> [u64; 2] {
        [self.value(13), self.value(14)]
    }

    pub(super) fn ids(self) -> [Word; 2] {
        [self.word(15), self.word(16)]
    }

    pub(super) fn family(self) -> u32 {
        self.value(17) as u32
    }
}

/// What somebody is to the employee.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Role {
    #[default]
    Unknown,
    Employee,
    Spouse,
    Child,
    /// A dependent of whatever kind.
    Dependent,
}

impl Role {
    const ALL: [Self; 5] = [Self::Unknown, Self::Employee, Self::Spouse, Self::Child, Self::Dependent];

    fn of(person: &Person<'_>) -> Self {
        match (person.relationship, person.dependent) {
            ("EE", _) => Self::Employee,
            ("SP" | "DP", _) => Self::Spouse,
            ("CH", _) => Self::Child,
            (_, Some(true)) => Self::Dependent,
            (_, Some(false)) => Self::Employee,
            (_, None) => Self::Unknown,
        }
    }

    /// Whether both may be the same; `None` when one is not known.
    pub(super) fn agrees(self, other: Self) -> Option<bool> {
        match (self, other) {
            (Self::Unknown, _) | (_, Self::Unknown) => None,
            (Self::Dependent, role) | (role, Self::Dependent) => Some(role != Self::Employee),
            (one, other) => Some(one == other),
        }
    }
}

/// Both sides, with the texts that they share.
pub(super) struct People {
    pub words: Words,
    pub marks: Marks,
    pub names: Names,
    pub rows: Shelf,
    pub members: Shelf,
    /// Whether a company's address stands in the place of homes.
    pub are_crowded: bool,
    plain: String,
    street: String,
}

/// The least digits of a phone.
const PHONE_DIGITS: usize = 7;

impl People {
    pub(super) fn new() -> Self {
        Self {
            words: Words::new(),
            marks: Marks::new(),
            names: Names::new(),
            rows: Shelf::default(),
            members: Shelf::default(),
            are_crowded: false,
            plain: String::new(),
            street: String::new(),
        }
    }

    /// Reads a person.
    pub(super) fn profile(&mut self, person: &Person<'_>, family: u32) -> Profile {
        let (first, in_first) = self.names.name(person.first_name, &mut self.words);
        let (last, in_last) = self.names.name(person.last_name, &mut self.words);
        let email = person.email.trim().to_lowercase();
        Profile {
            first,
            last,
            suffix: [in_last, in_first]
                .into_iter()
                .find(|found| *found != Suffix::None)
                .unwrap_or_else(|| Suffix::read(person.suffix)),
            gender: person.gender.and_then(|gender| u8::try_from(gender).ok()).filter(is_sex).unwrap_or_default(),
            role: Role::of(person),
            born: person.date_of_birth,
            common_birth: None,
            street: self.street(person.address_line1),
            second: self.street(person.address_line2),
            unit: self.plain(person.address_line2),
            zip: self.zip(person.zip_code),
            city: self.plain(person.city),
            state: self.plain(person.state),
            email: self.marks.mail(&email),
            phones: [phone(person.cell_phone), phone(person.home_phone)],
            unique_id: self.id(person.unique_id),
            other_id: self.id(person.other_member_id),
            family,
        }
    }

    /// Forgets what only reading needs, once both sides are whole.
    pub(super) fn close(&mut self) {
        self.words.close();
        self.marks.close();
    }

    fn plain(&mut self, text: &str) -> Word {
        plain(text, &mut self.plain);
        self.words.word(&self.plain)
    }

    fn street(&mut self, line: &str) -> Street {
        if line.contains('#') {
            plain(&line.replace('#', " unit "), &mut self.plain);
        } else {
            plain(line, &mut self.plain);
        }
        read_street(&self.plain, &mut self.words, &mut self.street)
    }

    /// The first part of a ZIP code; nine digits in one are cut to five.
    fn zip(&mut self, zip: &str) -> Word {
        plain(zip.split('-').next().unwrap_or_default(), &mut self.plain);
        let is_number = self.plain.bytes().all(|byte| byte.is_ascii_digit());
        if self.plain.len() == 9 && is_number {
            self.plain.truncate(5);
        }
        self.words.word(&self.plain)
    }

    /// An id in lower case, without the zeros that a spreadsheet loses.
    fn id(&mut self, id: &str) -> Word {
        let id = id.trim().to_lowercase();
        let is_number = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
        self.marks.id(if is_number { id.trim_start_matches('0') } else { &id })
    }
}

/// Other and unknown say nothing about a person.
fn is_sex(gender: &u8) -> bool {
    matches!(gender, 1 | 2)
}

/// The digits of a phone without the country's 1; 0 when it is too short to be one.
fn phone(text: &str) -> u64 {
    let digits = || text.bytes().filter(u8::is_ascii_digit);
    let count = digits().count();
    if !(PHONE_DIGITS..=15).contains(&count) {
        return 0;
    }
    let number = digits().fold(0_u64, |number, digit| number * 10 + u64::from(digit - b'0'));
    if count == 11 && number / 10_000_000_000 == 1 { number % 10_000_000_000 } else { number }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_however_they_are_written() {
        for (text, number) in [
            ("(614) 555-0142", 6_145_550_142),
            ("1-614-555-0142", 6_145_550_142),
            ("614", 0),
            ("", 0),
            ("99999999999999999999", 0),
        ] {
            assert_eq!(phone(text), number, "{text}");
        }
        let mut people = People::new();
        let id = people.id("00123");
        assert_eq!(id, people.id(" 123"));
        assert_ne!(id, people.id("E-123"));
        assert_eq!(people.zip("45402-1234"), people.zip("454021234"));
    }

    #[test]
    fn a_dependent_may_be_child_or_spouse_and_is_no_employee() {
        assert_eq!(Role::Dependent.agrees(Role::Child), Some(true));
        assert_eq!(Role::Dependent.agrees(Role::Employee), Some(false));
        assert_eq!(Role::Spouse.agrees(Role::Child), Some(false));
        assert_eq!(Role::Unknown.agrees(Role::Child), None);
    }
}
