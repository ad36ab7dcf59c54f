//! Dates of birth as they are compared: by their digits, so that a month 13 or a 31st of June is evidence and no obstacle.

use std::num::NonZeroU32;

use chrono::{Datelike, NaiveDate};

/// A date of birth, perhaps an impossible one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BirthDate(NonZeroU32);

/// Dates that stand for "not known" in many systems. Nobody alive was born on them.
const STAND_INS: [u32; 4] = [18991230, 18991231, 19000101, 19010101];

impl BirthDate {
    /// The date of three numbers, possible or not; `None` when one of them has too many digits, and for the dates that stand for
    /// "not known".
    pub fn of(year: u32, month: u32, day: u32) -> Option<Self> {
        let digits = (year < 10_000 && month < 100 && day < 100).then(|| year * 10_000 + month * 100 + day)?;
        NonZeroU32::new(digits).filter(|_| !STAND_INS.contains(&digits)).map(Self)
    }

    /// Reads `MM/DD/YYYY`, `YYYY-MM-DD` or `YYYYMMDD`, possible or not.
    pub fn read(text: &str) -> Option<Self> {
        let mut parts = text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
        let first = parts.next()?;
        let number = |part: &str| part.parse::<u32>().ok();
        let (Some(second), Some(third)) = (parts.next(), parts.next()) else {
            let digits = number(first).filter(|_| first.len() == 8)?;
            return Self::of(digits / 10_000, digits / 100 % 100, digits % 100);
        };
        let (first, year_first) = (number(first)?, first.len() == 4);
        let (second, third) = (number(second)?, number(third)?);
        if year_first { Self::of(first, second, third) } else { Self::of(third, first, second) }
    }

    /// With day and month exchanged: a file may say that the day comes first.
    #[must_use]
    pub fn turned(self) -> Self {
        Self::of(self.year(), self.day(), self.month()).unwrap_or(self)
    }

    /// The date of digits that were one's own.
    pub(super) fn of_digits(digits: u32) -> Option<Self> {
        NonZeroU32::new(digits).map(Self)
    }

    pub(super) const fn digits(self) -> u32 {
        self.0.get()
    }

    pub(super) const fn year(self) -> u32 {
        self.0.get() / 10_000
    }

    pub(super) const fn month(self) -> u32 {
        self.0.get() / 100 % 100
    }

    pub(super) const fn day(self) -> u32 {
        self.0.get() % 100
    }

    /// Whether day and month have changed places.
    pub(super) const fn is_turned(self, other: Self) -> bool {
        self.year() == other.year() && self.month() == other.day() && self.day() == other.month()
    }

    /// Whether it is the first of January, which stands for "some day of that year" in many systems.
    pub(super) const fn is_new_year(self) -> bool {
        self.month() == 1 && self.day() == 1
    }

    /// Whether one of the eight digits is wrong, or two neighbours have changed places.
    pub(super) fn is_mistyped(self, other: Self) -> bool {
        let (mut one, mut two) = (self.digits(), other.digits());
        let mut differences = [(0, 0); 2];
        let mut found = 0;
        for place in 0..8 {
            if one % 10 != two % 10 {
                if found == 2 {
                    return false;
                }
                differences[found] = (place, one % 10 * 10 + two % 10);
                found += 1;
            }
            (one, two) = (one / 10, two / 10);
        }
        let [(low, at_low), (high, at_high)] = differences;
        found == 1 || (found == 2 && high == low + 1 && at_low == at_high % 10 * 10 + at_high / 10)
    }
}

impl From<NaiveDate> for BirthDate {
    fn from(day: NaiveDate) -> Self {
        let year = u32::try_from(day.year()).unwrap_or(9999).min(9999);
        // A day of the calendar has a month and a day, so the number is never zero.
        Self(NonZeroU32::new(year * 10_000 + day.month() * 100 + day.day()).unwrap_or(NonZeroU32::MIN))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<u32> {
        BirthDate::read(text).map(BirthDate::digits)
    }

    #[test]
    fn impossible_dates_are_read_and_stand_ins_are_not() {
        for (text, digits) in [
            ("05/17/1984", Some(19840517)),
            ("1984-05-17", Some(19840517)),
            ("19840517", Some(19840517)),
            ("13/31/1977", Some(19771331)),
            ("6/31/1977", Some(19770631)),
            ("01/01/1900", None),
            ("1999", None),
            ("12345678901/1/1", None),
            ("01/01/430000", None),
            ("99999999999999999999", None),
            ("n/a", None),
            ("", None),
        ] {
            assert_eq!(read(text), digits, "{text}");
        }
    }

    #[test]
    fn slips_of_the_pen_are_told_from_other_dates() {
        let date = |digits: u32| BirthDate::of(digits / 10_000, digits / 100 % 100, digits % 100).expect("a date");
        for (one, other, mistyped) in [
            (19840517, 19840519, true),
            (19840517, 19480517, true),
            (19840517, 19840571, true),
            (19840517, 19840618, false),
            (19840517, 19750517, false),
            (19840517, 19950628, false),
        ] {
            assert_eq!(date(one).is_mistyped(date(other)), mistyped, "{one} {other}");
        }
        assert!(date(19840507).is_turned(date(19840705)));
    }
}
