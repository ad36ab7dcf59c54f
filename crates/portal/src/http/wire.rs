//! Dates and instants on the wire (decisions H9): dates leave as `YYYY-MM-DD` and enter as that or `MM/DD/YYYY`; instants leave as
//! RFC 3339 in UTC with milliseconds.

use chrono::{DateTime, NaiveDate, SecondsFormat, Utc};
use domain::period::read_date;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::PartialSchema;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};
use utoipa::openapi::{KnownFormat, RefOr, SchemaFormat};

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
    ($type:ty, $format:ident) => {
        impl PartialSchema for $type {
            fn schema() -> RefOr<Schema> {
                ObjectBuilder::new()
                    .schema_type(SchemaType::Type(Type::String))
                    .format(Some(SchemaFormat::KnownFormat(KnownFormat::$format)))
                    .into()
            }
        }
        impl utoipa::ToSchema for $type {}
    };
}

text_schema!(Date, Date);
text_schema!(Instant, DateTime);
