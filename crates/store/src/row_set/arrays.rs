//! Rows as JSON arrays of their values, in the order of their fields: SQLite finds a value by its place at a third of what finding it
//! by its name costs.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{CharEscape, CompactFormatter, Formatter, Serializer};

/// Bytes that a row may well take, so that the text of many is not moved again and again as it grows.
const A_ROW: usize = 256;

/// A field of rows.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Field {
    /// What it is called.
    pub(super) name: String,
    /// In how many rows it is null.
    nulls: usize,
}

/// Rows on their way.
pub(super) struct Arrays {
    /// The rows as one text.
    pub(super) text: String,
    /// Their fields, in the order of the values.
    pub(super) fields: Vec<Field>,
    rows: usize,
}

impl Arrays {
    /// # Panics
    /// When a row holds what JSON cannot.
    pub(super) fn of<R: Serialize>(rows: &[R]) -> Self {
        let (mut text, mut fields) = (Vec::with_capacity(rows.len() * A_ROW), Vec::new());
        let unnamed = Unnamed { fields: &mut fields, rows: 0, place: 0, objects: 0, lists: 0, in_name: false };
        rows.serialize(&mut Serializer::with_formatter(&mut text, unnamed))
            .expect("rows hold nothing that JSON cannot");
        Self { text: String::from_utf8(text).expect("JSON is UTF-8"), fields, rows: rows.len() }
    }

    /// Whether no row holds anything in a field.
    pub(super) fn is_null(&self, field: &Field) -> bool {
        field.nulls == self.rows
    }
}

/// Writes the outermost objects as arrays, and what is within them as it is.
struct Unnamed<'a> {
    /// The fields of the first row.
    fields: &'a mut Vec<Field>,
    /// Rows that were begun.
    rows: usize,
    /// The field that comes next.
    place: usize,
    /// Objects that are open.
    objects: usize,
    /// Arrays that are open.
    lists: usize,
    /// Whether the name of a row's field is passing by.
    in_name: bool,
}

impl Unnamed<'_> {
    fn is_row(&self) -> bool {
        self.objects == 1
    }
}

impl Formatter for Unnamed<'_> {
    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.objects += 1;
        if !self.is_row() {
            return CompactFormatter.begin_object(writer);
        }
        self.rows += 1;
        self.place = 0;
        CompactFormatter.begin_array(writer)
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        let ended =
            if self.is_row() { CompactFormatter.end_array(writer) } else { CompactFormatter.end_object(writer) };
        self.objects -= 1;
        ended
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.in_name = self.is_row();
        if self.in_name && self.rows == 1 {
            self.fields.push(Field::default());
        }
        CompactFormatter.begin_object_key(writer, first)
    }

    fn end_object_key<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.in_name = false;
        Ok(())
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.is_row() { Ok(()) } else { CompactFormatter.begin_object_value(writer) }
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.place += usize::from(self.is_row());
        CompactFormatter.end_object_value(writer)
    }

    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.lists += 1;
        CompactFormatter.begin_array(writer)
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.lists -= 1;
        CompactFormatter.end_array(writer)
    }

    fn write_null<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        // Only the list of all rows is open around a value of a row.
        if let Some(field) = self.fields.get_mut(self.place).filter(|_| self.objects == 1 && self.lists == 1) {
            field.nulls += 1;
        }
        CompactFormatter.write_null(writer)
    }

    fn begin_string<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.in_name { Ok(()) } else { CompactFormatter.begin_string(writer) }
    }

    fn end_string<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.in_name { Ok(()) } else { CompactFormatter.end_string(writer) }
    }

    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        if !self.in_name {
            return CompactFormatter.write_string_fragment(writer, fragment);
        }
        if let Some(field) = self.fields.last_mut().filter(|_| self.rows == 1) {
            field.name.push_str(fragment);
        }
        Ok(())
    }

    fn write_char_escape<W: ?Sized + Write>(&mut self, writer: &mut W, escape: CharEscape) -> io::Result<()> {
        if self.in_name { Ok(()) } else { CompactFormatter.write_char_escape(writer, escape) }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[derive(Serialize)]
    struct Row {
        id: i64,
        name: Option<&'static str>,
        more: Value,
    }

    #[test]
    fn a_row_is_its_values_in_order_and_what_they_hold_keeps_its_names() {
        let rows = [
            Row { id: 7, name: Some("O\"Brien\n"), more: json!({"a": [{"b": "c"}], "d": {}}) },
            Row { id: 8, name: None, more: json!([1, "two"]) },
        ];
        let arrays = Arrays::of(&rows);
        assert_eq!(arrays.text, r#"[[7,"O\"Brien\n",{"a":[{"b":"c"}],"d":{}}],[8,null,[1,"two"]]]"#);
        assert_eq!(names(&arrays, |_| true), ["id", "name", "more"]);
        assert_eq!(names(&arrays, |field| arrays.is_null(field)), [""; 0]);
    }

    #[test]
    fn a_field_is_null_when_it_is_in_each_row() {
        let row = |name, more| Row { id: 1, name, more };
        for (rows, expected) in [
            (vec![row(None, json!(null)), row(None, json!(null))], vec!["name", "more"]),
            (vec![row(None, json!(1)), row(Some("Ann"), json!(null))], vec![]),
            (vec![row(None, json!([null])), row(None, json!({"a": null}))], vec!["name"]),
            (vec![row(None, json!([null, null]))], vec!["name"]),
        ] {
            let arrays = Arrays::of(&rows);
            assert_eq!(names(&arrays, |field| arrays.is_null(field)), expected, "{}", arrays.text);
        }
    }

    fn names(arrays: &Arrays, which: impl Fn(&Field) -> bool) -> Vec<&str> {
        arrays.fields.iter().filter(|field| which(field)).map(|field| field.name.as_str()).collect()
    }

    #[test]
    fn no_rows_are_an_empty_array() {
        let arrays = Arrays::of::<Row>(&[]);
        assert_eq!((arrays.text.as_str(), arrays.fields), ("[]", vec![]));
    }
}
