//! Rows of PostgreSQL in the order of their columns: texts, as its simple protocol sends them, or binary, as a transaction gets them. It
//! makes them at a fifth of what one JSON text of all rows costs it, and nothing is looked up by its name.

use std::fmt::Display;

use chrono::{DateTime, NaiveDate, Utc};
use serde::de::value::Error;
use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;
use sqlx::postgres::{PgRow, PgValueFormat, PgValueRef};
use sqlx::{Decode, Postgres, Row as _, TypeInfo as _, ValueRef as _};

/// A row whose columns stand in the order of the fields.
pub(super) fn from_row<'de, T: Deserialize<'de>>(row: &'de PgRow) -> Result<T, String> {
    T::deserialize(Fields { row, next: 0 }).map_err(|error| error.to_string())
}

fn wrong(why: impl Display) -> Error {
    de::Error::custom(why)
}

/// The fields of a row, one after the other.
struct Fields<'de> {
    row: &'de PgRow,
    next: usize,
}

impl<'de> Deserializer<'de> for Fields<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_seq(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct seq
        tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de> SeqAccess<'de> for Fields<'de> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        if self.next == self.row.len() {
            return Ok(None);
        }
        let value = self.row.try_get_raw(self.next).map_err(wrong)?;
        self.next += 1;
        seed.deserialize(Written(value)).map(Some)
    }
}

/// A value as PostgreSQL writes it.
struct Written<'de>(PgValueRef<'de>);

/// The types whose binary form is their text.
const TEXTS: [&str; 5] = ["TEXT", "VARCHAR", "BPCHAR", "NAME", "UNKNOWN"];

impl<'de> Written<'de> {
    fn is_text(&self) -> bool {
        self.0.format() == PgValueFormat::Text || TEXTS.contains(&self.0.type_info().name())
    }

    fn text(&self) -> Result<&'de str, Error> {
        if self.is_text() {
            return self.0.as_str().map_err(wrong);
        }
        Err(wrong(format!("{} is not read in its binary form", self.0.type_info())))
    }

    fn decoded<T: Decode<'de, Postgres>>(self) -> Result<T, Error> {
        T::decode(self.0).map_err(wrong)
    }

    fn integer(self) -> Result<i64, Error> {
        self.decoded()
    }
}

macro_rules! numbers {
    ($($of:ident => $visit:ident,)*) => {
        $(fn $of<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            visitor.$visit(self.integer()?.try_into().map_err(wrong)?)
        })*
    };
}

impl<'de> Deserializer<'de> for Written<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.0.is_null() {
            return visitor.visit_unit();
        }
        let kind = self.0.type_info();
        match kind.name() {
            "BOOL" => visitor.visit_bool(self.decoded()?),
            "INT2" | "INT4" | "INT8" => visitor.visit_i64(self.integer()?),
            "FLOAT8" => visitor.visit_f64(self.decoded()?),
            "JSON" | "JSONB" => {
                serde_json::Deserializer::from_str(self.text()?).deserialize_any(visitor).map_err(wrong)
            }
            _ => self.deserialize_str(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    /// An instant ends with the hours of its zone, which is ours; its reader wants the minutes too.
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match (self.0.type_info().name(), self.is_text()) {
            ("TIMESTAMPTZ", true) => visitor.visit_str(&format!("{}:00", self.text()?)),
            ("TIMESTAMPTZ", false) => visitor.visit_string(self.decoded::<DateTime<Utc>>()?.to_rfc3339()),
            ("DATE", false) => visitor.visit_string(self.decoded::<NaiveDate>()?.to_string()),
            _ => visitor.visit_borrowed_str(self.text()?),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_f64(self.decoded()?)
    }

    numbers! {
        deserialize_i16 => visit_i16,
        deserialize_i32 => visit_i32,
        deserialize_i64 => visit_i64,
    }

    forward_to_deserialize_any! {
        bool i8 i128 u8 u16 u32 u64 u128 f32 char bytes byte_buf unit unit_struct seq tuple tuple_struct map struct enum identifier
        ignored_any
    }
}
