//! Rows as JSON arrays of their values, in the order of their fields: SQLite finds a value by its place at a third of what finding it
//! by its name costs.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{CharEscape, CompactFormatter, Formatter, Serializer};

/// Bytes that a row may well take, so that the text of many is not moved again and again as it grows.
const A_ROW: usize = 256;

/// The rows as one text, and the names of their fields in the order of the values.
///
/// # Panics
/// When a row holds what JSON cannot.
pub(super) fn to_string<R: Serialize>(rows: &[R]) -> (String, Vec<String>) {
    let (mut text, mut names) = (Vec::with_capacity(rows.len() * A_ROW), Vec::new());
    let unnamed = Unnamed { first_names: &mut names, rows: 0, depth: 0, in_name: false };
    rows.serialize(&mut Serializer::with_formatter(&mut text, unnamed)).expect("rows hold nothing that JSON cannot");
    (String::from_utf8(text).expect("JSON is UTF-8"), names)
}

/// Writes the outermost objects as arrays, and what is within them as it is.
struct Unnamed<'a> {
    /// The names in the first row.
    first_names: &'a mut Vec<String>,
    /// Rows that were begun.
    rows: usize,
    /// Objects that are open.
    depth: usize,
    /// Whether the name of a row's field is passing by.
    in_name: bool,
}

impl Unnamed<'_> {
    fn is_row(&self) -> bool {
        self.depth == 1
    }
}

impl Formatter for Unnamed<'_> {
    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        self.rows += usize::from(self.is_row());
        if self.is_row() { CompactFormatter.begin_array(writer) } else { CompactFormatter.begin_object(writer) }
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        let ended =
            if self.is_row() { CompactFormatter.end_array(writer) } else { CompactFormatter.end_object(writer) };
        self.depth -= 1;
        ended
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.in_name = self.is_row();
        if self.in_name && self.rows == 1 {
            self.first_names.push(String::new());
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
        if let Some(name) = self.first_names.last_mut().filter(|_| self.rows == 1) {
            name.push_str(fragment);
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
        let (text, names) = to_string(&rows);
        assert_eq!(text, r#"[[7,"O\"Brien\n",{"a":[{"b":"c"}],"d":{}}],[8,null,[1,"two"]]]"#);
        assert_eq!(names, ["id", "name", "more"]);
    }

    #[test]
    fn no_rows_are_an_empty_array() {
        assert_eq!(to_string::<Row>(&[]), ("[]".into(), vec![]));
    }
}
