//! A person of either side as numbers: read once, compared many times.

use super::Person;
use super::birth::BirthDate;
use super::names::{NameId, Names, Suffix};
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
    pub street: Street,
    /// The second line of the address as it stands, and read as a street: some files exchange the lines.
    pub unit: Word,
    pub second: Street,
    pub zip: Word,
    /// How many digits its ZIP code has; 0 when it is not of digits.
    pub zip_digits: u8,
    pub city: Word,
    pub state: Word,
    pub email: Word,
    /// The part of the address before the at sign.
    pub mailbox: Word,
    /// Cell and home, 0 for none: which is which says nothing.
    pub phones: [u64; 2],
    pub unique_id: Word,
    pub other_id: Word,
    /// What the people of one family share, 0 for nothing.
    pub family: u32,
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
    pub names: Names,
    pub rows: Vec<Profile>,
    pub members: Vec<Profile>,
    plain: String,
    street: String,
}

/// The least digits of a phone.
const PHONE_DIGITS: usize = 7;

impl People {
    pub(super) fn new() -> Self {
        Self {
            words: Words::new(),
            names: Names::new(),
            rows: Vec::new(),
            members: Vec::new(),
            plain: String::new(),
            street: String::new(),
        }
    }

    /// Reads a person.
    pub(super) fn profile(&mut self, person: &Person<'_>, family: u32) -> Profile {
        let (first, in_first) = self.names.name(person.first_name, &mut self.words);
        let (last, in_last) = self.names.name(person.last_name, &mut self.words);
        let (zip, zip_digits) = self.zip(person.zip_code);
        let email = person.email.trim().to_lowercase();
        let mailbox = email.split('@').next().unwrap_or_default();
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
            street: self.street(person.address_line1),
            second: self.street(person.address_line2),
            unit: self.plain(person.address_line2),
            zip,
            zip_digits,
            city: self.plain(person.city),
            state: self.plain(person.state),
            email: self.words.word(&email),
            mailbox: self.words.word(mailbox),
            phones: [phone(person.cell_phone), phone(person.home_phone)],
            unique_id: self.id(person.unique_id),
            other_id: self.id(person.other_member_id),
            family,
        }
    }

    /// Forgets what only reading needs, once both sides are whole.
    pub(super) fn close(&mut self) {
        self.words.close();
        self.names.close();
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

    /// The first part of a ZIP code, and of how many digits it is; nine digits in one are cut to five.
    fn zip(&mut self, zip: &str) -> (Word, u8) {
        plain(zip.split('-').next().unwrap_or_default(), &mut self.plain);
        let is_number = self.plain.bytes().all(|byte| byte.is_ascii_digit());
        if self.plain.len() == 9 && is_number {
            self.plain.truncate(5);
        }
        let digits = if is_number { u8::try_from(self.plain.len()).unwrap_or_default() } else { 0 };
        (self.words.word(&self.plain), digits)
    }

    /// An id in lower case, without the zeros that a spreadsheet loses.
    fn id(&mut self, id: &str) -> Word {
        let id = id.trim().to_lowercase();
        let is_number = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
        self.words.word(if is_number { id.trim_start_matches('0') } else { &id })
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
