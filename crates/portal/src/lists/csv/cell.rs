//! The columns of a file, and a row of the wire as the texts of its cells.

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use domain::access::Action;
use serde_json::Value;

/// A column.
#[derive(Debug)]
pub(super) struct Column {
    /// As the screen names it.
    pub(super) key: &'static str,
    pub(super) title: &'static str,
    cell: Cell,
    /// The action whose users have the column; everybody who has the list when absent.
    needs: Option<Action>,
}

/// What stands in its cells; a path such as `Broker.Name` leads to it.
#[derive(Debug)]
pub(super) enum Cell {
    /// A text or a number as it is.
    Text(&'static str),
    /// A calendar date: 07/31/2026.
    Day(&'static str),
    /// A moment in business time: 07/31/2026 16:40.
    Moment(&'static str),
    /// The business day of a moment.
    DayOf(&'static str),
    /// The month of a calendar date: July 2026.
    Month(&'static str),
    /// Dollars: 1234.50, so that they can be added up.
    Money(&'static str),
    /// `Yes` or `No`.
    Flag(&'static str),
    /// Made of several values of the row.
    Made(fn(&Value) -> String),
}

/// A column of a list.
pub(super) const fn column(key: &'static str, title: &'static str, cell: Cell) -> Column {
    Column { key, title, cell, needs: None }
}

impl Column {
    /// The same column for users that may do `action` only.
    pub(super) const fn needing(self, action: Action) -> Self {
        Self { needs: Some(action), ..self }
    }

    /// Whether a user who may do what `may` says has the column.
    pub(super) fn is_for(&self, may: impl Fn(Action) -> bool) -> bool {
        self.needs.is_none_or(may)
    }

    /// The text of its cell.
    pub(super) fn cell(&self, row: &Value, zone: Tz) -> String {
        match self.cell {
            Cell::Text(path) => text(row, path),
            Cell::Day(path) => shown(&text(row, path), "%m/%d/%Y"),
            Cell::Month(path) => shown(&text(row, path), "%B %Y"),
            Cell::Moment(path) => moment(&text(row, path), zone, "%m/%d/%Y %H:%M"),
            Cell::DayOf(path) => moment(&text(row, path), zone, "%m/%d/%Y"),
            Cell::Money(path) => money(at(row, path)),
            Cell::Flag(path) => if at(row, path) == &Value::Bool(true) { "Yes" } else { "No" }.to_owned(),
            Cell::Made(made) => made(row),
        }
    }
}

/// The value that a path leads to; nothing where it ends before.
pub(super) fn at<'a>(row: &'a Value, path: &str) -> &'a Value {
    path.split('.').fold(row, |value, name| value.get(name).unwrap_or(&Value::Null))
}

/// The text that a path leads to; a number as it is written, and nothing as an empty text.
pub(super) fn text(row: &Value, path: &str) -> String {
    match at(row, path) {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    }
}

/// A calendar date, or what else stands in its place.
fn shown(text: &str, format: &str) -> String {
    text.parse::<NaiveDate>().map_or_else(|_| text.to_owned(), |day| day.format(format).to_string())
}

fn moment(text: &str, zone: Tz, format: &str) -> String {
    let at = text.parse::<DateTime<Utc>>();
    at.map_or_else(|_| text.to_owned(), |at| at.with_timezone(&zone).format(format).to_string())
}

/// An amount of the wire with its cents; nothing where there is none.
pub(super) fn money(value: &Value) -> String {
    value.as_f64().map(|dollars| format!("{dollars:.2}")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn cells_are_as_people_read_them_and_nothing_is_empty() {
        let row = json!({
            "Name": "Harbor", "Broker": { "Name": "Ash" }, "Count": 12, "On": "2026-07-31", "At": "2026-07-31T03:10:00.000Z",
            "Due": -1234.5, "Sends": true, "None": null,
        });
        let zone = chrono_tz::America::New_York;
        for (cell, expected) in [
            (Cell::Text("Name"), "Harbor"),
            (Cell::Text("Broker.Name"), "Ash"),
            (Cell::Text("Count"), "12"),
            (Cell::Text("None"), ""),
            (Cell::Text("None.Name"), ""),
            (Cell::Day("On"), "07/31/2026"),
            (Cell::Day("None"), ""),
            (Cell::Month("On"), "July 2026"),
            (Cell::Moment("At"), "07/30/2026 23:10"),
            (Cell::DayOf("At"), "07/30/2026"),
            (Cell::DayOf("None"), ""),
            (Cell::Money("Due"), "-1234.50"),
            (Cell::Money("None"), ""),
            (Cell::Flag("Sends"), "Yes"),
            (Cell::Flag("None"), "No"),
            (Cell::Made(|row| text(row, "Name") + "!"), "Harbor!"),
        ] {
            let told = format!("{cell:?}");
            assert_eq!(column("Key", "Title", cell).cell(&row, zone), expected, "{told}");
        }
    }
}
