//! Dates and instants on the wire (rules.md#wire-format): dates leave as `YYYY-MM-DD` and enter as that or `MM/DD/YYYY`; instants leave as
//! RFC 3339 in UTC with milliseconds.

use chrono::{DateTime, NaiveDate, SecondsFormat, Utc};
use chrono_tz::Tz;
use domain::labels::label;
use domain::period::read_date;
use domain::{BillingMonth, Invalid};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::PartialSchema;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};
use utoipa::openapi::{KnownFormat, RefOr, SchemaFormat};

use crate::clock::day_in;

/// A date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date(pub NaiveDate);

impl From<NaiveDate> for Date {
    fn from(day: NaiveDate) -> Self {
        Self(day)
    }
}

impl Serialize for Date {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0.format("%Y-%m-%d"))
    }
}

impl<'de> Deserialize<'de> for Date {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        // Callers may send a whole instant where a date is meant; its day counts.
        let day = text.split_once('T').map_or(text.as_str(), |(day, _)| day);
        read_date(day).map(Self).ok_or_else(|| D::Error::custom("a date such as 07/31/2026 is expected"))
    }
}

/// A month, by itself or by any of its days.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Month(pub BillingMonth);

impl Serialize for Month {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:04}-{:02}", self.0.year(), self.0.month()))
    }
}

impl<'de> Deserialize<'de> for Month {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let day = text.split_once('T').map_or(text.as_str(), |(day, _)| day).trim();
        let by_itself = || {
            let (year, month) = match day.split_once('/') {
                Some((month, year)) => (year, month),
                None => day.split_once('-')?,
            };
            let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
            let is_written_out =
                year.len() == 4 && (1..=2).contains(&month.len()) && is_number(year) && is_number(month);
            BillingMonth::new(year.parse().ok().filter(|_| is_written_out)?, month.parse().ok()?)
        };
        let month = read_date(day).map(BillingMonth::of).or_else(by_itself);
        let expected =
            || D::Error::custom("a month such as 2026-07, or one of its days such as 07/31/2026, is expected");
        month.map(Self).ok_or_else(expected)
    }
}

/// An instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(pub DateTime<Utc>);

impl From<DateTime<Utc>> for Instant {
    fn from(at: DateTime<Utc>) -> Self {
        Self(at)
    }
}

impl Serialize for Instant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0.to_rfc3339_opts(SecondsFormat::Millis, true))
    }
}

macro_rules! text_schema {
    ($type:ty, $format:expr) => {
        impl PartialSchema for $type {
            fn schema() -> RefOr<Schema> {
                let format: Option<KnownFormat> = $format;
                ObjectBuilder::new()
                    .schema_type(SchemaType::Type(Type::String))
                    .format(format.map(SchemaFormat::KnownFormat))
                    .into()
            }
        }
        impl utoipa::ToSchema for $type {}
    };
}

text_schema!(Date, Some(KnownFormat::Date));
text_schema!(Month, None);
text_schema!(Instant, Some(KnownFormat::DateTime));

/// Reads the day of a date, or in business time that of an instant: browsers send the beginning and the end of a day as one.
///
/// # Errors
/// On `key` for anything else.
pub fn read_day(key: &str, text: &str, zone: Tz) -> Result<NaiveDate, Invalid> {
    if let Ok(instant) = DateTime::parse_from_rfc3339(text) {
        return Ok(day_in(zone, instant.to_utc()));
    }
    let date = text.split_once('T').map_or(text, |(date, _)| date);
    let said = || format!("{} could not be read: a date such as 07/31/2026 is expected.", label(key));
    let unread = || Invalid::field(key, said());
    read_date(date).ok_or_else(unread)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_is_named_by_itself_or_by_a_day() {
        for (text, read) in [
            ("2026-11", Some("November 2026")),
            ("2026-11-03", Some("November 2026")),
            ("11/2026", Some("November 2026")),
            ("11/30/2026", Some("November 2026")),
            ("2026-11-03T00:00:00", Some("November 2026")),
            ("2026-13", None),
            ("2026-00", None),
            ("26-11", None),
            ("2026-02-30", None),
            ("2026-+1", None),
            ("November", None),
            ("", None),
        ] {
            let found: Result<Month, _> = serde_json::from_value(serde_json::json!(text));
            match (found, read) {
                (Ok(Month(found)), Some(read)) => assert_eq!(found.to_string(), read, "{text}"),
                (Err(said), None) => assert!(said.to_string().starts_with("a month such as 2026-07"), "{said}"),
                (found, _) => panic!("{text}: {found:?}"),
            }
        }
    }

    #[test]
    fn the_end_of_a_day_is_that_day_wherever_it_is_written() {
        for (text, read) in [
            ("2026-07-31", Some("2026-07-31")),
            ("07/31/2026", Some("2026-07-31")),
            ("2026-07-31T23:59:59", Some("2026-07-31")),
            ("2026-07-31T23:59:59.999-04:00", Some("2026-07-31")),
            ("2026-08-01T03:59:59.999Z", Some("2026-07-31")),
            ("2026-07-31T23:59:59 04:00", Some("2026-07-31")),
            ("2026-02-30", None),
            ("soon", None),
        ] {
            let found = read_day("EndDate", text, chrono_tz::America::New_York).ok().map(|day| day.to_string());
            assert_eq!(found.as_deref(), read, "{text}");
        }
    }
}
