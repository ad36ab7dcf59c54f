use chrono::{Datelike, NaiveDate};
use proptest::prelude::*;

use super::*;
use crate::period::read_date;

fn day(text: &str) -> NaiveDate {
    read_date(text).expect("a date of the test")
}

fn born(text: &str) -> Option<String> {
    read_birth_date(text, day("2026-11-20"), DateOrder::MonthFirst).map(|day| day.to_string())
}

#[test]
fn birth_dates_are_read_in_every_form() {
    for (text, read) in [
        ("04/17/1983", "1983-04-17"),
        ("4/7/1983", "1983-04-07"),
        ("4-7-1983", "1983-04-07"),
        ("1983-04-17", "1983-04-17"),
        ("1983/4/17", "1983-04-17"),
        ("19830417", "1983-04-17"),
        ("04171983", "1983-04-17"),
        ("4/17/1983 0:00", "1983-04-17"),
        ("4/17/1983 12:00:00 AM", "1983-04-17"),
        ("1983-04-17T00:00:00", "1983-04-17"),
        ("1983-04-17 00:00:00.000", "1983-04-17"),
        ("17-Apr-1983", "1983-04-17"),
        ("17-APR-83", "1983-04-17"),
        ("April 17, 1983", "1983-04-17"),
        ("Apr. 17th 1983", "1983-04-17"),
        ("17 April 1983", "1983-04-17"),
        ("Sept 4, 1983", "1983-09-04"),
        ("3.15.1982", "1982-03-15"),
        ("15.3.1982", "1982-03-15"),
        ("31.12.80", "1980-12-31"),
        ("05JAN1980", "1980-01-05"),
        ("1/2/1980.", "1980-01-02"),
        ("01 02 1980", "1980-01-02"),
        ("19800102235959", "1980-01-02"),
        ("1980-01-02T23:30:00-08:00", "1980-01-02"),
        ("1\u{2044}2\u{2044}1982", "1982-01-02"),
        ("1\u{2013}2\u{2013}1982", "1982-01-02"),
        ("02/29/2024", "2024-02-29"),
        ("1/1/1900", "1900-01-01"),
        ("11/20/2026", "2026-11-20"),
        ("3 / 4 / 92", "1992-03-04"),
        ("02/03/ 1981", "1981-02-03"),
        ("1/2/'62", "1962-01-02"),
        ("'1/2/1962", "1962-01-02"),
        ("01/02/1970 (56)", "1970-01-02"),
        ("03/04/1980*", "1980-03-04"),
        ("Mar 4, 1992 12:00 AM", "1992-03-04"),
        ("4171983", "1983-04-17"),
        ("1101980", "1980-01-10"),
    ] {
        assert_eq!(born(text).as_deref(), Some(read), "{text}");
    }
}

#[test]
fn what_is_no_date_or_could_be_two_is_refused() {
    for text in [
        "",
        "unknown",
        "02/30/1983",
        "13/01/1983",
        "17/04/1983",
        "1983-02-29",
        "1983",
        "2001",
        "4/1983",
        "04/17/19833",
        "4/17/983",
        "03.04.1980",
        "31.13.1980",
        "4/17-1983",
        "1021980",
        "010280",
        "17 04 1983",
        "05XYZ1980",
        "Friday",
        "Wednesday, January 2, 1980",
        "11/21/2026",
        "12/31/1899",
        "18991231",
        "19831301",
        "0",
        "60",
        "0000",
        "4/17/1983x",
        "////",
        "1.2.3.4",
        "999999999999999999999",
        "123456",
        "1234567",
        "Foo 3, 1980",
        "٣/٤/1980",
    ] {
        assert_eq!(born(text), None, "{text}");
    }
}

#[test]
fn two_digit_years_are_the_latest_that_is_not_after_the_import_day() {
    for (text, today, read) in [
        ("7/4/55", "2026-11-20", "1955-07-04"),
        ("12/1/03", "2026-11-20", "2003-12-01"),
        ("1/9/26", "2026-11-20", "2026-01-09"),
        ("11/20/26", "2026-11-20", "2026-11-20"),
        ("11/21/26", "2026-11-20", "1926-11-21"),
        ("3/3/27", "2026-11-20", "1927-03-03"),
        ("1/1/00", "2026-11-20", "2000-01-01"),
        ("2/29/04", "2026-11-20", "2004-02-29"),
    ] {
        let read_as = read_birth_date(text, day(today), DateOrder::MonthFirst);
        assert_eq!(read_as, Some(day(read)), "{text}");
    }
    assert_eq!(born("2/29/01"), None);
}

#[test]
fn excel_day_numbers_follow_the_1900_system() {
    for (text, read) in [
        ("10000", Some("1927-05-18")),
        ("25569", Some("1970-01-01")),
        ("31503", Some("1986-04-01")),
        ("34028.0", Some("1993-02-28")),
        ("34028.5", Some("1993-02-28")),
        ("46346", Some("2026-11-20")),
        ("46347", None),
    ] {
        assert_eq!(born(text).as_deref(), read, "{text}");
    }
}

#[test]
fn numbers_of_fewer_digits_are_ages_years_and_numbers_of_people() {
    for text in ["25", "44.0", "45", "365", "0206", "1980", "7301", "9999", "00044"] {
        assert_eq!(born(text), None, "{text}");
    }
}

#[test]
fn the_day_comes_first_only_where_the_heading_says_so() {
    let read = |text: &str| read_birth_date(text, day("2026-11-20"), DateOrder::DayFirst);
    assert_eq!(read("03/04/1980"), Some(day("1980-04-03")));
    assert_eq!(read("03.04.1980"), Some(day("1980-04-03")));
    assert_eq!(read("1980-04-03"), Some(day("1980-04-03")));
    assert_eq!(read("04/17/1980"), None);
}

#[test]
fn implausible_ages_are_told() {
    let today = day("2026-11-20");
    for (text, dependent, told) in [
        ("2026-01-09", false, true),
        ("2026-01-09", true, false),
        ("2012-11-20", false, false),
        ("2012-11-21", false, true),
        ("1927-03-03", false, false),
        ("1915-01-01", true, true),
    ] {
        assert_eq!(is_implausible_age(day(text), today, dependent), told, "{text}");
    }
}

proptest! {
    #[test]
    fn every_day_is_read_back_from_every_unambiguous_form(days in 0..46_345_i64) {
        let today = day("2026-11-20");
        let date = EARLIEST_BIRTH + chrono::Duration::days(days);
        for form in ["%Y-%m-%d", "%m/%d/%Y", "%-m/%-d/%Y", "%Y%m%d", "%m%d%Y", "%d-%b-%Y", "%B %-d, %Y", "%Y/%m/%d"] {
            let text = date.format(form).to_string();
            prop_assert_eq!(read_birth_date(&text, today, DateOrder::MonthFirst), Some(date), "{}", text);
        }
        let text = date.format("%d.%m.%Y").to_string();
        let read = read_birth_date(&text, today, DateOrder::MonthFirst);
        prop_assert_eq!(read, (date.day() > 12).then_some(date), "a dotted date is read where it is one day: {}", text);
        prop_assert_eq!(read_birth_date(&text, today, DateOrder::DayFirst), Some(date));
    }

    #[test]
    fn two_digit_years_keep_month_and_day(days in 0..46_345_i64) {
        let today = day("2026-11-20");
        let date = EARLIEST_BIRTH + chrono::Duration::days(days);
        let text = date.format("%-m/%-d/%y").to_string();
        if let Some(read) = read_birth_date(&text, today, DateOrder::MonthFirst) {
            prop_assert_eq!((read.month(), read.day(), read.year() % 100), (date.month(), date.day(), date.year() % 100));
            prop_assert!(read <= today && (read.year() + 100 > today.year() || read.with_year(read.year() + 100).is_none_or(|later| later > today)));
        } else {
            prop_assert_eq!((date.month(), date.day()), (2, 29));
        }
    }
}
