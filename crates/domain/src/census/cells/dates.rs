//! Dates of birth. Month first unless the heading says otherwise; what could be two days is refused, and no date is ever
//! moved to another day (rules.md#census-dates).

use std::borrow::Cow;

use chrono::{Datelike, Days, Month, NaiveDate, Weekday};

use super::plain_signs;
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
pub enum Written {
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
}

/// How a date is written; `None` for other forms, and where both ways are one day.
pub fn written(text: &str) -> Option<Written> {
    let text = plain_signs(text);
    let text = alone(&text);
    match text.len() {
        _ if !text.bytes().all(|byte| byte.is_ascii_digit()) => {}
        5 => return Some(Written::DayNumber),
        6 => return Some(Written::SixDigits),
        _ => return None,
    }
    let mut parts = text.split(['/', '-', '.', ' ']);
    let mut next = || parts.next().filter(|part| matches!(part.len(), 1 | 2)).and_then(number);
    match (next()?, next()?) {
        (1..=12, 13..=31) => Some(Written::MonthFirst),
        (13..=31, 1..=12) => Some(Written::DayFirst),
        (one @ 1..=12, other @ 1..=12) if one != other => Some(Written::EitherWay),
        _ => None,
    }
}

/// The digits of an Excel day number that can be a date of birth.
const DAY_NUMBER_DIGITS: usize = 5;

/// The last year of birth of an adult. A later year is a child's birth date, or a date of the list itself such as a hire date.
pub(in crate::census) const GROWN_UP: i32 = 2008;

/// The ages in years outside which a birth date is reported: the least one of an employee, and the greatest one of anybody.
const YOUNGEST_EMPLOYEE: i32 = 14;
const OLDEST: i32 = 110;

/// Reads a date of birth between 1900-01-01 and `today`; `None` when there is none to be had.
///
/// Read are `M/D/YYYY`, `M/D/YY`, `M-D-YYYY`, `YYYY-MM-DD`, `YYYY/MM/DD`, `YYYYMMDD`, `MMDDYYYY` with or without its zero, names of
/// months, each with or without a time of day, and day numbers of Excel's 1900 system. A year of two digits is the latest one that is
/// not after `today`.
pub fn read_birth_date(text: &str, today: NaiveDate, order: DateOrder) -> Option<NaiveDate> {
    let text = plain_signs(text);
    let text = alone(&text);
    let text = without_weekday(without_time(text.trim_end_matches(['.', ','])));
    let day = match text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        true => from_digits(text, order).or_else(|| from_parts(text, today, order)),
        false => from_parts(text, today, order),
    };
    day.filter(|day| (EARLIEST_BIRTH..=today).contains(day))
}

/// Whether a person of this age is hardly who the row says: an employee under 14, anybody over 110.
pub fn is_implausible_age(born: NaiveDate, today: NaiveDate, dependent: bool) -> bool {
    let years = today.years_since(born).unwrap_or(0);
    let years = i32::try_from(years).unwrap_or(i32::MAX);
    years > OLDEST || (!dependent && years < YOUNGEST_EMPLOYEE)
}

/// What stands for the century of a year, or was to tell a spreadsheet that a text follows.
const APOSTROPHES: [char; 2] = ['\'', '\u{2019}'];

/// The date without what people put beside it: blanks around its strokes, the sign of a year without its century, the age in brackets,
/// the star of a remark.
fn alone(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    let is_beside_blank = || text.as_bytes().windows(2).any(|two| matches!(two, b" /" | b"/ " | b" -" | b"- "));
    if !text.contains(['\'', '\u{2019}', ')', '*']) && !is_beside_blank() {
        return text.into();
    }
    let text = without_age(text).trim_end_matches('*').trim_matches(APOSTROPHES).trim();
    let mut left = String::with_capacity(text.len());
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        let is_beside_stroke = sign == ' ' && (left.ends_with(['/', '-']) || matches!(signs.peek(), Some('/' | '-')));
        let is_century = APOSTROPHES.contains(&sign) && signs.peek().is_some_and(char::is_ascii_digit);
        if !is_beside_stroke && !is_century {
            left.push(sign);
        }
    }
    left.into()
}

/// `01/02/1970 (56)` to `01/02/1970`.
fn without_age(text: &str) -> &str {
    let bracket = text.strip_suffix(')').and_then(|text| text.rsplit_once('('));
    let is_age = |age: &str| matches!(age.len(), 1..=3) && age.bytes().all(|byte| byte.is_ascii_digit());
    bracket.filter(|(_, age)| is_age(age)).map_or(text, |(date, _)| date.trim_end())
}

/// The text without a time of day behind the date.
fn without_time(text: &str) -> &str {
    let Some((before, _)) = text.split_once(':') else { return text };
    let is_hour = |hour: &str| matches!(hour.len(), 1 | 2) && hour.bytes().all(|byte| byte.is_ascii_digit());
    match before.rsplit_once(['T', ' ']) {
        Some((date, hour)) if is_hour(hour) => date.trim_end_matches([',', ' ']),
        _ => text,
    }
}

/// The text without the name of a weekday before the date.
fn without_weekday(text: &str) -> &str {
    let Some((first, rest)) = text.split_once([',', ' ']) else { return text };
    let is_weekday = first.get(..3).is_some_and(|day| day.parse::<Weekday>().is_ok());
    if is_weekday { rest.trim_start_matches([',', ' ']) } else { text }
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
        7 if fraction.is_empty() => seven_digits(number, order),
        DAY_NUMBER_DIGITS if !whole.starts_with('0') => excel_day(number),
        _ => None,
    }
}

/// `YYYYMMDD`, or `MMDDYYYY`: they cannot be confused, since no month is 19 or 20.
fn eight_digits(number: u32, order: DateOrder) -> Option<NaiveDate> {
    let (year, month, day) = (number / 10_000, number / 100 % 100, number % 100);
    if (1900..=2099).contains(&year) {
        return NaiveDate::from_ymd_opt(year.cast_signed(), month, day);
    }
    let (first, second, year) = (number / 1_000_000, number / 10_000 % 100, number % 10_000);
    let (month, day) = if order == DateOrder::DayFirst { (second, first) } else { (first, second) };
    NaiveDate::from_ymd_opt(year.cast_signed(), month, day)
}

/// `MMDDYYYY` of which a spreadsheet has taken the zero in front; not where a zero before the second number may be missing instead.
fn seven_digits(number: u32, order: DateOrder) -> Option<NaiveDate> {
    let (front, behind) = (number / 100_000, number % 100_000);
    let other = eight_digits(front * 1_000_000 + behind, order);
    if other.is_some() { None } else { eight_digits(number, order) }
}

/// Day 1 is 1900-01-01; Excel counts a 29 February 1900 that never was.
fn excel_day(number: u32) -> Option<NaiveDate> {
    EARLIEST_BIRTH.checked_add_days(Days::new(number.checked_sub(2)?.into()))
}

/// The day of a bare number of a workbook that counts from 1904, where 0 is its first of January; `None` for anything else.
pub(in crate::census) fn day_of_1904(text: &str) -> Option<NaiveDate> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() != DAY_NUMBER_DIGITS || whole.starts_with('0') || !is_number(whole) || !is_number(fraction) {
        return None;
    }
    NaiveDate::from_ymd_opt(1904, 1, 1)?.checked_add_days(Days::new(whole.parse().ok()?))
}

/// Three parts divided by one kind of sign, with the month in figures or letters.
fn from_parts(text: &str, today: NaiveDate, order: DateOrder) -> Option<NaiveDate> {
    let parts: Vec<&str> =
        text.split(['/', '-', '.', ',', ' ']).map(str::trim).filter(|part| !part.is_empty()).collect();
    let [one, two, three] = parts[..] else { return compact(text, today) };
    let letters = |part: &str| part.starts_with(|c: char| c.is_ascii_alphabetic());
    if letters(one) {
        return date(three, month(one)?, number(ordinal(two))?, today);
    }
    if letters(two) {
        return date(three, month(two)?, number(ordinal(one))?, today);
    }
    let mut signs = text.chars().filter(|c| !c.is_ascii_digit());
    let sign = signs.next()?;
    if !matches!(sign, '/' | '-' | '.' | ' ') || !signs.eq([sign]) {
        return None;
    }
    let (first, second) = (number(one)?, number(two)?);
    if one.len() == 4 {
        return date(one, second, number(three)?, today);
    }
    match (order, sign) {
        (DateOrder::DayFirst, _) => date(three, second, first, today),
        // Full stops are written by people who put the day first; only a day past 12 tells.
        (DateOrder::MonthFirst, '.') if second <= 12 && first > 12 => date(three, second, first, today),
        (DateOrder::MonthFirst, '.') if second <= 12 => None,
        (DateOrder::MonthFirst, _) => date(three, first, second, today),
    }
}

/// `05JAN1980`.
fn compact(text: &str, today: NaiveDate) -> Option<NaiveDate> {
    let (day, rest) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic())?);
    let (name, year) = rest.split_at(rest.find(|c: char| c.is_ascii_digit())?);
    date(year, month(name)?, number(day)?, today)
}

fn date(year: &str, month: u32, day: u32, today: NaiveDate) -> Option<NaiveDate> {
    let figure: i32 = year.parse().ok().filter(|_| year.bytes().all(|byte| byte.is_ascii_digit()))?;
    match year.len() {
        4 => NaiveDate::from_ymd_opt(figure, month, day),
        2 => {
            let century = today.year() / 100 * 100;
            [century + figure, century - 100 + figure]
                .into_iter()
                .filter_map(|year| NaiveDate::from_ymd_opt(year, month, day))
                .find(|day| *day <= today)
        }
        _ => None,
    }
}

fn number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|_| text.len() <= 4 && text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// `4th` to `4`.
fn ordinal(text: &str) -> &str {
    ["st", "nd", "rd", "th"].iter().find_map(|end| text.strip_suffix(end)).unwrap_or(text)
}

/// The month, 1 to 12, of its name or of three letters of it and more, with or without a full stop.
pub(in crate::census) fn month(name: &str) -> Option<u32> {
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    let month: Month = name.get(..3)?.parse().ok()?;
    month.name().to_ascii_lowercase().starts_with(&name).then(|| month.number_from_month())
}

#[cfg(test)]
mod tests;
