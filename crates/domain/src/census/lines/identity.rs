//! What makes a line a row whatever its words say: a birth date, an SSN or an id in its column (rules.md#unreadable-row).
//!
//! No list of words takes such a line away. A line that is called a total needs less: somebody's name and one more value of a person.

use super::line_text;
use super::report_words::is_known;
use crate::census::cells::{GROWN_UP, clean, is_placeholder, month, without_fraction};
use crate::census::columns::Mapping;
use crate::census::columns::orders::BirthParts;
use crate::census::field::Field;
use crate::census::source::lines::Row;
use crate::census::vocabulary::words_of;
use crate::text::fold;

const NAMES: [Field; 3] = [Field::FirstName, Field::LastName, Field::FullName];
const IDS: [Field; 3] = [Field::UniqueId, Field::OtherMemberId, Field::FamilyId];
const CONTACTS: [Field; 4] = [Field::ZipCode, Field::Email, Field::CellPhone, Field::HomePhone];

/// An SSN has so many digits at least where all but the last ones are hidden.
const FEWEST_SSN_DIGITS: usize = 4;
/// So few digits are no day of birth: they are of the years before 1903.
const NO_BIRTH_DIGITS: usize = 3;
/// A row above the heading has so many cells at least, or as many as there are columns, where the date may be that of the list.
const FEWEST_ABOVE: usize = 4;

/// Where the cells stand that tell a person from a total.
#[derive(Debug, Default)]
pub(in crate::census) struct Identity {
    first: Option<usize>,
    last: Option<usize>,
    whole: Option<usize>,
    names: Vec<usize>,
    born: Option<usize>,
    birth_parts: Option<BirthParts>,
    ssn: Option<usize>,
    ids: Vec<usize>,
    /// The columns of contacts, and of parts of a birth date or ages.
    describing: Vec<usize>,
    width: usize,
}

impl Identity {
    pub(in crate::census) fn of(mapping: &Mapping) -> Self {
        let places = |fields: &[Field]| fields.iter().filter_map(|field| mapping.column_of(*field)).collect();
        let [first, last, whole] = NAMES.map(|field| mapping.column_of(field));
        let born = mapping.column_of(Field::DateOfBirth);
        let contacts = CONTACTS.iter().filter_map(|field| mapping.column_of(*field));
        let parts = mapping.birth_parts().into_iter().flat_map(|parts| [parts.month, parts.day, parts.year]);
        // `DOB/Age` may hold ages.
        let holds_age = |place: &usize| words_of(&fold(&mapping.columns()[*place].heading)).contains(&"age");
        let ages = born.filter(holds_age);
        Self {
            first,
            last,
            whole,
            names: places(&NAMES),
            born,
            birth_parts: mapping.birth_parts(),
            ssn: mapping.column_of(Field::Ssn),
            ids: places(&IDS),
            describing: contacts.chain(parts).chain(ages).collect(),
            width: mapping.columns().len(),
        }
    }

    /// Whether the row holds a birth date, an SSN or an id in its column.
    pub(in crate::census) fn identifies(&self, row: &Row) -> bool {
        self.has_birth_date(row) || self.has_number(row)
    }

    /// Whether the row has a name and one more value of a person: a way to reach it, or a part of a birth date. Then it is no total of that
    /// name.
    pub(in crate::census) fn describes(&self, row: &Row) -> bool {
        self.has_name_cell(row) && self.describing.iter().any(|place| !clean(row.cell(*place)).is_empty())
    }

    /// Whether the row has both parts of a name.
    pub(in crate::census) fn has_both_names(&self, row: &Row) -> bool {
        [self.first, self.last].iter().all(|place| place.is_some_and(|place| !clean(row.cell(place)).is_empty()))
    }

    /// Whether the row has both names of a person in words that no report prints.
    pub(in crate::census) fn names_a_person(&self, row: &Row) -> bool {
        self.has_both_names(row) && !self.names.iter().any(|place| is_known(clean(row.cell(*place))))
    }

    /// Whether a row has a name behind its first cell, or that cell is the whole name of an identified person.
    pub(in crate::census) fn has_name_beside(&self, row: &Row, is_identified: bool) -> bool {
        let first = first_place(row);
        let is_filled = |place: &usize| Some(*place) != first && !clean(row.cell(*place)).is_empty();
        (is_identified && self.whole.is_some() && self.whole == first) || self.names.iter().any(is_filled)
    }

    /// Whether a cell may be the whole name of a person, by its column and its words.
    pub(in crate::census) fn may_be_whole_name(&self, place: usize, cell: &str) -> bool {
        let is_of_letters = !cell.contains(|c: char| c.is_ascii_digit() || matches!(c, ':' | '*' | '#'));
        let has_two = if self.whole == Some(place) { cell.contains(' ') } else { cell.contains(',') };
        self.names.contains(&place) && is_of_letters && has_two && !is_known(cell)
    }

    /// Whether the first cell of a row may be the whole name of a person.
    pub(in crate::census) fn may_name_somebody(&self, row: &Row) -> bool {
        first_place(row).is_some_and(|place| self.may_be_whole_name(place, clean(row.cell(place))))
    }

    /// The columns of names.
    pub(in crate::census) fn names(&self) -> &[usize] {
        &self.names
    }

    /// Whether the first cell of a row stands where lines divide a list; behind it stand remarks that go on from the row above.
    pub(in crate::census) fn may_divide(&self, row: &Row) -> bool {
        let last = self.names.iter().copied().min().unwrap_or(if self.width == 0 { usize::MAX } else { 0 });
        let identifying = [self.born, self.ssn].into_iter().flatten().chain(self.ids.iter().copied());
        let mut identifying = identifying.chain(self.names.iter().copied());
        first_place(row).is_some_and(|place| place <= last || identifying.any(|known| known == place))
    }

    /// What a row says that may divide the list.
    pub(in crate::census) fn section_text(&self, row: &Row) -> Option<String> {
        line_text(row).filter(|_| !self.identifies(row) && self.may_divide(row))
    }

    /// Whether the row has a cell in a column of names.
    pub(in crate::census) fn has_name_cell(&self, row: &Row) -> bool {
        self.names.iter().any(|place| !clean(row.cell(*place)).is_empty())
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
        is_of_these_years(self.born.map(|place| clean(row.cell(place))).unwrap_or_default())
    }

    fn has_birth_date(&self, row: &Row) -> bool {
        let in_parts = |parts: BirthParts| {
            [parts.month, parts.day, parts.year].iter().all(|place| !clean(row.cell(*place)).is_empty())
        };
        self.born.is_some_and(|place| is_birth_date(clean(row.cell(place)))) || self.birth_parts.is_some_and(in_parts)
    }
}

fn first_place(row: &Row) -> Option<usize> {
    row.cells().position(|cell| !clean(cell).is_empty())
}

/// Whether one of the words of a cell is a date that may be a birth date, as in a line that no comma divides.
pub(super) fn may_hold_birth_date(cell: &str) -> bool {
    let is_date = |word: &str| word.matches('/').count() == 2 && word.bytes().filter(u8::is_ascii_digit).count() >= 4;
    cell.split(' ').any(is_date) && !is_of_these_years(cell)
}

fn is_of_these_years(text: &str) -> bool {
    let mut years = text.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.get(..4)?.parse::<i32>().ok());
    years.any(|year| (GROWN_UP + 1..2100).contains(&year))
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

/// Returns whether a cell is a person's number: one word with a digit, and neither a date nor an amount.
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
        for cell in ["", "Total", "Page 1 of 2", "1,200", "71250.00", "2026-10-31", "10/31/2026", "A(10)", "N = 2"] {
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
