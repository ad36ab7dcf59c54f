//! Small reads and writes of JSON records.

use serde_json::{Map, Number, Value};

/// A record of one of the systems.
pub type Record = Map<String, Value>;

/// The object of a value, empty when it is none.
pub fn object(value: Value) -> Record {
    match value {
        Value::Object(record) => record,
        _ => Record::new(),
    }
}

/// A member as text: strings as they are, numbers and booleans as JSON writes them.
pub fn text(record: &Record, name: &str) -> Option<String> {
    plain(record.get(name)?)
}

/// A value as text; none for null, lists and objects.
pub fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// A member that is text and not blank.
pub fn given(record: &Record, name: &str) -> Option<String> {
    text(record, name).filter(|text| !text.trim().is_empty())
}

/// A member of a member, such as the `value` of a reference.
pub fn inner(record: &Record, name: &str, member: &str) -> Option<String> {
    plain(record.get(name)?.get(member)?)
}

/// A member that is an amount, in cents.
pub fn cents(record: &Record, name: &str) -> Option<i64> {
    to_cents(record.get(name)?)
}

/// A number, or the text of one, in cents.
pub fn to_cents(value: &Value) -> Option<i64> {
    let number = value.as_f64().or_else(|| value.as_str()?.parse().ok())?;
    let cents = (number * 100.0).round();
    cents.is_finite().then_some(cents as i64)
}

/// An amount of cents as a JSON number.
pub fn amount(cents: i64) -> Value {
    Number::from_f64(cents as f64 / 100.0).map_or(Value::Null, Value::Number)
}

/// The elements of a member that is a list of objects.
pub fn list(record: &Record, name: &str) -> Vec<Record> {
    let elements = record.get(name).and_then(Value::as_array).cloned().unwrap_or_default();
    elements.into_iter().map(object).collect()
}
