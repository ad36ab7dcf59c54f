//! What makes a line a row whatever its words say: a birth date, an SSN or an id in its column (rules.md#unreadable-row).
//!
//! No list of words takes such a line away. A line that is called a total needs less: somebody's name and one more value of a person.

use super::numbers::NO_BIRTH_DIGITS;
use super::prints::is_type;
use crate::census::cells::{
    GROWN_UP, clean, is_placeholder, month, read_email, read_phone, read_zip, without_fraction,
};
use crate::census::columns::Mapping;
use crate::census::columns::birth_parts::BirthParts;
use crate::census::field::Field;
use crate::census::source::lines::Row;
use crate::text::fold;

const NAMES: [Field; 3] = [Field::FirstName, Field::LastName, Field::FullName];
const IDS: [Field; 3] = [Field::UniqueId, Field::OtherMemberId, Field::FamilyId];
const CONTACTS: [Field; 4] = [Field::ZipCode, Field::Email, Field::CellPhone, Field::HomePhone];

/// An SSN has so many digits at least where all but the last ones are hidden.
const FEWEST_SSN_DIGITS: usize = 4;
/// A row above the heading has so many cells at least, or as many as there are columns, where the date may be that of the list.
const FEWEST_ABOVE: usize = 4;

/// Where the cells stand that tell a person from a total.
#[derive(Debug, Default)]
pub(in crate::census) struct Identity {
    names: Vec<usize>,
    born: Option<usize>,
    birth_parts: Option<BirthParts>,
    /// Whether the column of birth dates may hold ages, as `DOB/Age` may.
    may_be_age: bool,
    ssn: Option<usize>,
    ids: Vec<usize>,
    contacts: Vec<(Field, usize)>,
    width: usize,
}

impl Identity {
    pub(in crate::census) fn set_mapping(&mut self, mapping: &Mapping) {
        let places = |fields: &[Field]| fields.iter().filter_map(|field| mapping.column_of(*field)).collect();
        self.names = places(&NAMES);
        self.born = mapping.column_of(Field::DateOfBirth);
        self.birth_parts = mapping.birth_parts();
        let heading = self.born.map(|place| fold(&mapping.columns()[place].heading)).unwrap_or_default();
        self.may_be_age = heading.split(|c: char| !c.is_alphabetic()).any(|word| word == "age");
        self.ssn = mapping.column_of(Field::Ssn);
        self.ids = places(&IDS);
        self.contacts = CONTACTS.iter().filter_map(|field| Some((*field, mapping.column_of(*field)?))).collect();
        self.width = mapping.columns().len();
    }

    /// Whether the row holds a birth date, an SSN or an id in its column.
    pub(in crate::census) fn identifies(&self, row: &Row) -> bool {
        self.has_birth_date(row) || self.has_number(row)
    }

    /// Whether the row holds a part of a birth date, or an age where the dates stand: whose it is has a name, though a total may be called so.
    pub(in crate::census) fn has_part_of_birth(&self, row: &Row) -> bool {
        let is_filled = |place: usize| !clean(row.cell(place)).is_empty();
        let in_parts = |parts: BirthParts| [parts.month, parts.day, parts.year].into_iter().any(is_filled);
        self.has_name_cell(row)
            && (self.birth_parts.is_some_and(in_parts) || (self.may_be_age && self.born.is_some_and(is_filled)))
    }

    /// Whether the row has a cell in a column of names.
    pub(in crate::census) fn has_name_cell(&self, row: &Row) -> bool {
        self.names.iter().any(|place| !clean(row.cell(*place)).is_empty())
    }

    /// Whether the row names somebody and has a ZIP code, an e-mail address or a phone of a person.
    pub(in crate::census) fn names_with_contact(&self, row: &Row) -> bool {
        let is_contact = |(field, place): &(Field, usize)| {
            let cell = clean(row.cell(*place));
            match field {
                Field::ZipCode => cell.len() >= 5 && read_zip(cell).is_some(),
                Field::Email => read_email(cell).is_some(),
                _ => read_phone(cell).is_some(),
            }
        };
        self.has_name_cell(row) && self.contacts.iter().any(is_contact)
    }

    /// Whether a row above the heading may be a person: it holds a name and what only a person has. A date may be that of the list instead,
    /// so that a few cells more have to stand beside one of these years.
    pub(in crate::census) fn may_be_above(&self, row: &Row) -> bool {
        let filled = row.cells().map(clean).filter(|cell| !cell.is_empty()).count();
        let is_name = |place: &usize| {
            let cell = clean(row.cell(*place));
            cell.chars().any(char::is_alphabetic) && !cell.ends_with(':')
        };
        let is_born = || filled >= FEWEST_ABOVE.min(self.width) || !self.is_of_these_years(row);
        self.names.iter().any(is_name) && (self.has_number(row) || (self.has_birth_date(row) && is_born()))
    }

    fn has_number(&self, row: &Row) -> bool {
        self.ssn.is_some_and(|place| is_ssn(clean(row.cell(place))))
            || self.ids.iter().any(|place| is_id(clean(row.cell(*place))))
    }

    /// Whether the column of birth dates holds a year in which no employee was born.
    fn is_of_these_years(&self, row: &Row) -> bool {
        let cell = self.born.map(|place| clean(row.cell(place))).unwrap_or_default();
        let mut years = cell.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.get(..4)?.parse::<i32>().ok());
        years.any(|year| (GROWN_UP + 1..2100).contains(&year))
    }

    fn has_birth_date(&self, row: &Row) -> bool {
        let in_parts = |parts: BirthParts| {
            [parts.month, parts.day, parts.year].iter().all(|place| !clean(row.cell(*place)).is_empty())
        };
        self.born.is_some_and(|place| is_birth_date(clean(row.cell(place)))) || self.birth_parts.is_some_and(in_parts)
    }
}

/// Whether a cell is a date, or was meant to be one: an unreadable date is an error of its row.
fn is_birth_date(cell: &str) -> bool {
    let digits = cell.bytes().filter(u8::is_ascii_digit).count();
    let whole = without_fraction(cell);
    match () {
        () if digits == 0 || cell.len() <= NO_BIRTH_DIGITS => false,
        // A count, or the mean of the ages.
        () if whole.bytes().all(|byte| byte.is_ascii_digit()) => whole.len() > NO_BIRTH_DIGITS && !is_year(whole),
        () if cell.parse::<f64>().is_ok() => false,
        () if cell.contains(['$', '%', ':']) => has_date_before_time(cell),
        () if cell.starts_with(|c: char| c.is_ascii_digit()) => !cell.contains(char::is_whitespace) || has_month(cell),
        () => has_month(cell),
    }
}

fn is_year(digits: &str) -> bool {
    digits.len() == 4 && (digits.starts_with("19") || digits.starts_with("20"))
}

/// `1/2/1980 12:00:00 AM`: a date of birth as a spreadsheet writes it.
fn has_date_before_time(cell: &str) -> bool {
    let date = cell.split([' ', 'T']).next().unwrap_or_default();
    date.matches(['/', '-']).count() == 2 && date.bytes().filter(u8::is_ascii_digit).count() >= 4
}

/// Whether a date has its month in letters, or blanks around its strokes.
fn has_month(cell: &str) -> bool {
    let mut parts = cell.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    let is_part = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit()) || month(&part.to_lowercase()).is_some();
    parts.clone().count() == 3 && parts.all(is_part)
}

/// Whether a cell is an SSN, or what others may see of one: `123-45-6789`, `XXX-XX-6789`.
fn is_ssn(cell: &str) -> bool {
    let is_sign = |c: char| c.is_ascii_digit() || matches!(c, '-' | ' ' | '*' | 'x' | 'X' | '.');
    cell.bytes().filter(u8::is_ascii_digit).count() >= FEWEST_SSN_DIGITS && cell.chars().all(is_sign)
}

/// Whether a cell is somebody's number: one word with a digit in it that is no date, no sum of money and no type of a column.
fn is_id(cell: &str) -> bool {
    let is_sign = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '#');
    let is_money = || cell.rsplit_once('.').is_some_and(|(_, cents)| cents.len() == 2);
    let is_day = || {
        let parts: Vec<usize> = cell.split('-').map(str::len).collect();
        parts == [4, 2, 2] || parts == [2, 2, 4]
    };
    cell.contains(|c: char| c.is_ascii_digit())
        && cell.chars().all(is_sign)
        && !is_money()
        && !is_day()
        && !is_type(cell)
        && !is_placeholder(cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn birth_dates_are_told_from_counts_ages_and_times() {
        for cell in [
            "1/2/1980",
            "1980-01-02",
            "29222",
            "29222.0",
            "19800102",
            "Jan 2 1980",
            "2-Jan-80",
            "January 2, 1980",
            "1 / 2 / 1980",
            "1/2/1980 12:00:00 AM",
            "1980-01-02T00:00:00",
            "1/3/198x",
            "13/45/1980",
        ] {
            assert!(is_birth_date(cell), "{cell}");
        }
        for cell in [
            "",
            "45",
            "41.5",
            "38.42",
            "120",
            "2027",
            "MM/DD/YYYY",
            "Page 2 of 2",
            "12 employees",
            "3:45 PM",
            "$1,200.00",
            "TBD",
        ] {
            assert!(!is_birth_date(cell), "{cell}");
        }
    }

    #[test]
    fn numbers_of_people_are_told_from_words_money_and_days() {
        for cell in ["2", "707777", "A7", "EMP-0012", "1001.0", "#12", "123-45-6789"] {
            assert!(is_id(cell), "{cell}");
        }
        for cell in
            ["", "Total", "Page 1 of 2", "1,200", "71250.00", "2026-10-31", "10/31/2026", "varchar2", "A(10)", "N = 2"]
        {
            assert!(!is_id(cell), "{cell}");
        }
        for cell in ["123-45-6789", "XXX-XX-6789", "123456789", "***-**-0001"] {
            assert!(is_ssn(cell), "{cell}");
        }
        for cell in ["", "30", "Page 1234", "10/31/2026"] {
            assert!(!is_ssn(cell), "{cell}");
        }
    }
}
