//! Rows as arrays of their columns: PostgreSQL makes a table of them at half of what it costs it to read them as JSON. The arrays travel
//! as text, since those that travel as such cannot hold nulls.

use sea_orm::Value;
use serde::Serialize;
use serde::ser::{Error as _, Impossible, SerializeStruct, Serializer};

use super::{Columns, Kind};

/// Each column as the text of an array.
///
/// # Panics
/// When a row is no struct with these fields.
pub(super) fn of_rows<R: Serialize>(rows: &[R], columns: &Columns) -> Vec<Value> {
    let mut arrays = vec![Array::default(); columns.len()];
    for row in rows {
        row.serialize(Row { columns, arrays: &mut arrays })
            .unwrap_or_else(|error| panic!("a row cannot travel: {error}"));
    }
    let ended = arrays.into_iter().map(|array| {
        assert_eq!(array.cells, rows.len(), "a row lacks a field of {columns:?}");
        Value::from(format!("{{{}}}", array.text))
    });
    ended.collect()
}

/// The text of an array between its braces.
#[derive(Clone, Default)]
struct Array {
    text: String,
    cells: usize,
}

impl Array {
    fn push(&mut self, kind: Kind, cell: &serde_json::Value) {
        use serde_json::Value as Json;
        if self.cells > 0 {
            self.text.push(',');
        }
        self.cells += 1;
        match cell {
            Json::Null => self.text.push_str("null"),
            Json::Bool(_) | Json::Number(_) => self.text.push_str(&cell.to_string()),
            Json::String(text) if kind != Kind::Json => self.push_quoted(text),
            Json::String(_) | Json::Array(_) | Json::Object(_) => self.push_quoted(&cell.to_string()),
        }
    }

    fn push_quoted(&mut self, text: &str) {
        self.text.push('"');
        for letter in text.chars() {
            if matches!(letter, '"' | '\\') {
                self.text.push('\\');
            }
            self.text.push(letter);
        }
        self.text.push('"');
    }
}

/// Adds the fields of a row to the arrays of their columns.
struct Row<'a> {
    columns: &'a Columns,
    arrays: &'a mut [Array],
}

impl SerializeStruct for Row<'_> {
    type Ok = ();
    type Error = serde_json::Error;

    fn serialize_field<T: ?Sized + Serialize>(&mut self, field: &'static str, value: &T) -> serde_json::Result<()> {
        if let Some(place) = self.columns.iter().position(|(name, _)| *name == field) {
            self.arrays[place].push(self.columns[place].1, &serde_json::to_value(value)?);
        }
        Ok(())
    }

    fn end(self) -> serde_json::Result<()> {
        Ok(())
    }
}

/// The methods of a serializer for what no row is.
macro_rules! no_rows {
    ($($method:ident($($argument:ty),*) -> $result:ty;)*) => {
        $(fn $method(self, $(_: $argument),*) -> serde_json::Result<$result> {
            Err(serde_json::Error::custom("a row is a struct"))
        })*
    };
}

type Nothing = Impossible<(), serde_json::Error>;

impl Serializer for Row<'_> {
    type Ok = ();
    type Error = serde_json::Error;
    type SerializeSeq = Nothing;
    type SerializeTuple = Nothing;
    type SerializeTupleStruct = Nothing;
    type SerializeTupleVariant = Nothing;
    type SerializeMap = Nothing;
    type SerializeStruct = Self;
    type SerializeStructVariant = Nothing;

    fn serialize_struct(self, _: &'static str, _: usize) -> serde_json::Result<Self> {
        Ok(self)
    }

    fn serialize_some<T: ?Sized + Serialize>(self, row: &T) -> serde_json::Result<()> {
        row.serialize(self)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(self, _: &'static str, row: &T) -> serde_json::Result<()> {
        row.serialize(self)
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        row: &T,
    ) -> serde_json::Result<()> {
        row.serialize(self)
    }

    no_rows! {
        serialize_bool(bool) -> ();
        serialize_i8(i8) -> ();
        serialize_i16(i16) -> ();
        serialize_i32(i32) -> ();
        serialize_i64(i64) -> ();
        serialize_u8(u8) -> ();
        serialize_u16(u16) -> ();
        serialize_u32(u32) -> ();
        serialize_u64(u64) -> ();
        serialize_f32(f32) -> ();
        serialize_f64(f64) -> ();
        serialize_char(char) -> ();
        serialize_str(&str) -> ();
        serialize_bytes(&[u8]) -> ();
        serialize_none() -> ();
        serialize_unit() -> ();
        serialize_unit_struct(&'static str) -> ();
        serialize_unit_variant(&'static str, u32, &'static str) -> ();
        serialize_seq(Option<usize>) -> Nothing;
        serialize_tuple(usize) -> Nothing;
        serialize_tuple_struct(&'static str, usize) -> Nothing;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Nothing;
        serialize_map(Option<usize>) -> Nothing;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Nothing;
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(Serialize)]
    struct Row {
        unasked: i64,
        id: i64,
        name: Option<&'static str>,
        more: serde_json::Value,
    }

    #[test]
    fn a_column_is_an_array_in_the_order_of_the_rows() {
        let columns: &Columns = &[("name", Kind::Text), ("id", Kind::Long), ("more", Kind::Json)];
        let rows = [
            Row { unasked: 1, id: 7, name: Some("O'Brien \"\\\""), more: json!({"a": [1]}) },
            Row { unasked: 2, id: 8, name: None, more: json!("text") },
        ];
        let expected = [r#"{"O'Brien \"\\\"",null}"#, "{7,8}", r#"{"{\"a\":[1]}","\"text\""}"#].map(Value::from);
        assert_eq!(of_rows(&rows, columns), expected);
    }

    #[test]
    #[should_panic(expected = "lacks a field")]
    fn rows_without_a_field_are_a_mistake() {
        of_rows(&[Row { unasked: 1, id: 7, name: None, more: json!(null) }], &[("other", Kind::Long)]);
    }

    #[test]
    #[should_panic(expected = "a row is a struct")]
    fn what_is_no_struct_is_no_row() {
        of_rows(&[1, 2], &[("id", Kind::Long)]);
    }
}
