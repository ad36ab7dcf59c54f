//! Dates of birth. Month first unless the heading says otherwise; what could be two days is refused, and no date is ever
//! moved to another day (rules.md#census-dates).

use chrono::{Datelike, Days, Month, NaiveDate};

use super::{has_digit, is_digits, is_year, plain_signs};
use crate::census::vocabulary::{HeadingWord, Meaning};
use crate::members::member::EARLIEST_BIRTH;

/// Which of two numbers is the month.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DateOrder {
    /// `04/17/1983`, the rule.
    #[default]
    MonthFirst,
    /// `17/04/1983`, only where the heading says so.
    DayFirst,
}

/// How a date of two numbers and a year is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::census) enum Written {
    /// `04/17/1983`
    MonthFirst,
    /// `17/04/1983`
    DayFirst,
    /// `04/05/1983`: two days.
    EitherWay,
    /// `30485`: the number of a day, or `MMDDYY` that has lost its zero.
    DayNumber,
    /// `123182`: no number of a day that anybody was born on.
    SixDigits,
    /// `1983-17-04`: the day before the month, behind the year.
    YearDayMonth,
}

impl Written {
    /// How many ways there are.
    pub(in crate::census) const WAYS: usize = Self::YearDayMonth as usize + 1;
}

/// How a date is written; `None` for other forms, and where both ways are one day.
pub(in crate::census) fn written(text: &str) -> Option<Written> {
    let text = plain_signs(text);
    let text = alone(&text);
    let parts: Vec<&str> = match text.len() {
        _ if !is_digits(text) => parts_of(text).collect(),
        5 => return Some(Written::DayNumber),
        6 => return Some(Written::SixDigits),
        8 if is_year(&text[4..]) => vec![&text[..2], &text[2..4]],
        8 if is_year(&text[..4]) => vec![&text[..4], &text[4..6], &text[6..]],
        _ => return None,
    };
    let number = |at: usize| parts.get(at).filter(|part| is_digits(part))?.parse::<u32>().ok();
    match (number(0)?, number(1)?) {
        (1900..=2099, 13..=31) if number(2).is_some_and(|month| month <= 12) => Some(Written::YearDayMonth),
        (1..=12, 13..=31) => Some(Written::MonthFirst),
        (13..=31, 1..=12) => Some(Written::DayFirst),
        (one @ 1..=12, other @ 1..=12) if one != other => Some(Written::EitherWay),
        _ => None,
    }
}

/// The digits of an Excel day number that can be a date of birth.
const DAY_NUMBER_DIGITS: usize = 5;
/// From the first day of Excel's usual system to that of the other one.
const DAYS_TO_1904: u64 = 1462;

/// The last year of birth of an adult. A later year is a child's birth date, or a date of the list itself such as a hire date.
pub(in crate::census) const GROWN_UP: i32 = 2008;

/// The ages in years outside which a birth date is reported: the least one of an employee, and the greatest one of anybody.
const YOUNGEST_EMPLOYEE: u32 = 14;
const OLDEST: u32 = 110;

/// Reads a date of birth between 1900-01-01 and `today`; `None` when there is none to be had.
///
/// Read are `M/D/YYYY`, `M/D/YY`, `M-D-YYYY`, `YYYY-MM-DD`, `YYYY/MM/DD`, `YYYYMMDD`, `MMDDYYYY` with or without its zero, names of
/// months, each with or without a time of day, and day numbers of Excel's 1900 system. A year of two digits is the latest one that is
/// not after `today`.
pub fn read_birth_date(text: &str, today: NaiveDate, order: DateOrder) -> Option<NaiveDate> {
    // Most cells that are tried are names and words.
    if !has_digit(text) {
        return None;
    }
    let text = plain_signs(text);
    let text = alone(&text);
    let text = without_time(text.trim_end_matches(['.', ',']));
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let number = if is_number { from_digits(text, order) } else { None };
    let day = number.or_else(|| from_parts(text, today, order));
    day.filter(|day| (EARLIEST_BIRTH..=today).contains(day))
}

/// Whether a person of this age is hardly who the row says: an employee under 14, anybody over 110.
pub fn is_implausible_age(born: NaiveDate, today: NaiveDate, dependent: bool) -> bool {
    let years = today.years_since(born).unwrap_or(0);
    years > OLDEST || (!dependent && years < YOUNGEST_EMPLOYEE)
}

/// What stands for the century of a year, or was to tell a spreadsheet that a text follows.
const APOSTROPHES: [char; 2] = ['\'', '\u{2019}'];

/// The date without what people put beside it: the sign of a text, the age in brackets, the star of a remark.
fn alone(text: &str) -> &str {
    let text = text.split(" (").next().unwrap_or_default();
    text.trim().trim_end_matches('*').trim_matches(APOSTROPHES).trim()
}

/// The parts of a date, without the signs between them and the sign of a year without its century.
fn parts_of(text: &str) -> impl Iterator<Item = &str> {
    let is_sign = |c: char| matches!(c, '/' | '-' | '.' | ',' | ' ') || APOSTROPHES.contains(&c);
    text.split(is_sign).filter(|part| !part.is_empty())
}

/// The text without a time of day behind the date.
fn without_time(text: &str) -> &str {
    let Some((before, _)) = text.split_once(':') else { return text };
    let date = before.trim_end_matches(|c: char| c.is_ascii_digit()).strip_suffix(['T', ' ']);
    date.map_or(text, |date| date.trim_end_matches([',', ' ']))
}

/// Reads eight digits, or seven after a lost zero, as a calendar date; fourteen digits are such a date with a time. Five digits are a day
/// number of Excel. Fewer are an age, a year, a month with its day or an id: shorter day numbers end in 1927, too early for an employee.
fn from_digits(text: &str, order: DateOrder) -> Option<NaiveDate> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    if fraction.contains('.') {
        return None;
    }
    let whole = if whole.len() == 14 { &whole[..8] } else { whole };
    let number: u32 = whole.parse().ok()?;
    match whole.len() {
        8 if fraction.is_empty() => eight_digits(number, order),
        // `MMDDYYYY` without its zero in front; not where a zero before the second number may be missing instead.
        7 if fraction.is_empty() => match eight_digits(number / 100_000 * 1_000_000 + number % 100_000, order) {
            None => eight_digits(number, order),
            Some(_) => None,
        },
        // Day 1 is 1900-01-01; Excel counts a 29 February 1900 that never was.
        DAY_NUMBER_DIGITS if !whole.starts_with('0') => {
            EARLIEST_BIRTH.checked_add_days(Days::new(u64::from(number) - 2))
        }
        _ => None,
    }
}

/// `YYYYMMDD`, or `MMDDYYYY`: they cannot be confused, since no month is 19 or 20.
fn eight_digits(number: u32, order: DateOrder) -> Option<NaiveDate> {
    let date = |year: u32, month, day| NaiveDate::from_ymd_opt(year.cast_signed(), month, day);
    let year_first = date(number / 10_000, number / 100 % 100, number % 100);
    let (first, second, year) = (number / 1_000_000, number / 10_000 % 100, number % 10_000);
    let (month, day) = if order == DateOrder::DayFirst { (second, first) } else { (first, second) };
    year_first.filter(|day| (1900..=2099).contains(&day.year())).or_else(|| date(year, month, day))
}

/// The day of a bare number of a workbook that counts from 1904, which lies so many days behind; `None` for anything else.
pub(in crate::census) fn day_of_1904(text: &str) -> Option<NaiveDate> {
    let is_day = text.split('.').next().is_some_and(|whole| whole.len() == DAY_NUMBER_DIGITS);
    from_digits(text, DateOrder::MonthFirst).filter(|_| is_day)?.checked_add_days(Days::new(DAYS_TO_1904))
}

/// Three parts divided by one kind of sign, with the month in figures or letters.
fn from_parts(text: &str, today: NaiveDate, order: DateOrder) -> Option<NaiveDate> {
    let parts: Vec<&str> = parts_of(text).map(without_ordinal).collect();
    let is_in_letters = parts.iter().any(|part| part.contains(|c: char| c.is_ascii_alphabetic()));
    let names_month = |part: &&str| month(part.trim_matches(|c: char| c.is_ascii_digit())).is_some();
    // Streets and phones are no dates: the parser need not try each form on them.
    if parts.len() > 3 || (is_in_letters && !parts.iter().any(names_month)) {
        return None;
    }
    let plain = parts.join("/").to_ascii_lowercase().replace("sept/", "sep/");
    let by = |form: &str| by_form(&plain, form, today);
    if is_in_letters {
        return ["%B/%d/", "%d/%B/", "%d%B"].into_iter().find_map(by);
    }
    let signs: String = text.matches(['/', '-', '.', ',']).collect();
    match (order, &*signs) {
        _ if parts.len() != 3 || parts[1].len() > 2 || !matches!(&*signs, "" | "//" | "--" | "..") => None,
        _ if parts[0].len() == 4 => NaiveDate::parse_from_str(&plain, "%Y/%m/%d").ok(),
        (DateOrder::DayFirst, _) => by("%d/%m/"),
        // Full stops are written by people who put the day first; only a day past 12 tells.
        (DateOrder::MonthFirst, "..") => by("%m/%d/").xor(by("%d/%m/")),
        (DateOrder::MonthFirst, _) => by("%m/%d/"),
    }
}

/// A date by its form without the year, which has four digits or two.
fn by_form(text: &str, form: &str, today: NaiveDate) -> Option<NaiveDate> {
    let read = |year: &str| NaiveDate::parse_from_str(text, &format!("{form}{year}")).ok();
    let latest = |day: NaiveDate| if day > today { day.with_year(day.year() - 100) } else { Some(day) };
    read("%Y").filter(|day| day.year() >= 1000).or_else(|| read("%y").and_then(latest))
}

/// `4th` to `4`.
fn without_ordinal(part: &str) -> &str {
    let bare = part.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    if !bare.is_empty() && HeadingWord::Ordinal.contains(&part[bare.len()..]) { bare } else { part }
}

/// The month, 1 to 12, of its name or of three letters of it and more, with or without a full stop.
pub(in crate::census) fn month(name: &str) -> Option<u32> {
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    let month: Month = name.get(..3)?.parse().ok()?;
    month.name().to_ascii_lowercase().starts_with(&name).then(|| month.number_from_month())
}

#[cfg(test)]
mod tests;
