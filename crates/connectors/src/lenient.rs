//! Values as other emulators write them: numbers as texts, texts as numbers, and nothing where a list belongs.

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::{Number, Value};

/// The text of a text, a number or a truth.
pub(crate) fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

fn given<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Value>, D::Error> {
    Ok(Option::<Value>::deserialize(from)?.filter(|value| !value.is_null()))
}

/// A text that must be there.
pub(crate) fn text<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    optional_text(from)?.ok_or_else(|| D::Error::custom("a text is missing"))
}

/// A text, blank where there is none.
pub(crate) fn text_or_blank<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    Ok(optional_text(from)?.unwrap_or_default())
}

/// A text, if there is one.
pub(crate) fn optional_text<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    let Some(value) = given(from)? else { return Ok(None) };
    plain(&value).map(Some).ok_or_else(|| D::Error::custom("this is no text"))
}

/// A number, if there is one.
pub(crate) fn optional_number<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Number>, D::Error> {
    match given(from)? {
        None => Ok(None),
        Some(Value::Number(number)) => Ok(Some(number)),
        Some(Value::String(text)) if text.trim().is_empty() => Ok(None),
        Some(Value::String(text)) => {
            text.trim().parse().map(Some).map_err(|_| D::Error::custom("this text is no number"))
        }
        Some(_) => Err(D::Error::custom("this is no number")),
    }
}

/// A small number, if there is one that fits.
pub(crate) fn optional_count<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u16>, D::Error> {
    let number = optional_number(from)?.and_then(|number| number.as_f64());
    Ok(number.filter(|number| number.fract() == 0.0 && (0.0..=f64::from(u16::MAX)).contains(number)).map(|n| n as u16))
}

/// A truth, if there is one.
pub(crate) fn optional_truth<'de, D: Deserializer<'de>>(from: D) -> Result<Option<bool>, D::Error> {
    let Some(value) = given(from)? else { return Ok(None) };
    match plain(&value).unwrap_or_default().to_lowercase().as_str() {
        "true" | "t" | "1" => Ok(Some(true)),
        "false" | "f" | "0" | "" => Ok(Some(false)),
        _ => Err(D::Error::custom("this is no truth")),
    }
}

/// The same; false where there is none.
pub(crate) fn truth<'de, D: Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
    Ok(optional_truth(from)?.unwrap_or_default())
}

/// A list, empty where there is none.
pub(crate) fn list<'de, D: Deserializer<'de>, T: DeserializeOwned>(from: D) -> Result<Vec<T>, D::Error> {
    let Some(value) = given(from)? else { return Ok(Vec::new()) };
    serde_json::from_value(value).map_err(D::Error::custom)
}

/// What a reference names: the member of this name, or the reference itself where it is a plain text.
pub(crate) fn named<'de, D: Deserializer<'de>>(from: D, member: &str) -> Result<String, D::Error> {
    Ok(reference(from, member, member)?.0)
}

/// Reads a reference: the id as [`named`] does, and the name of what it leads to where that is said.
pub(crate) fn reference<'de, D: Deserializer<'de>>(
    from: D,
    id: &str,
    name: &str,
) -> Result<(String, Option<String>), D::Error> {
    let value = given(from)?.unwrap_or_default();
    let read = |member: &str| value.get(member).and_then(plain);
    Ok((read(id).or_else(|| plain(&value)).unwrap_or_default(), read(name)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_read_in_each_spelling() {
        for (value, expected) in [(json!(5), Some("5")), (json!("5"), Some("5")), (json!(null), None)] {
            assert_eq!(optional_text(value).expect("a text").as_deref(), expected);
        }
        assert!(optional_text(json!([])).is_err() && text(json!(null)).is_err());
        for (value, expected) in [(json!("4.25"), Some(4.25)), (json!(4.25), Some(4.25)), (json!(" "), None)] {
            assert_eq!(optional_number(value).expect("a number").and_then(|number| number.as_f64()), expected);
        }
        assert!(optional_number(json!("many")).is_err() && optional_number(json!({})).is_err());
        for (value, expected) in
            [(json!("30"), Some(30)), (json!(30.0), Some(30)), (json!(-1), None), (json!(1e9), None)]
        {
            assert_eq!(optional_count(value).expect("a count"), expected);
        }
        for (value, expected) in
            [(json!("T"), true), (json!("false"), false), (json!(true), true), (json!(null), false)]
        {
            assert_eq!(truth(value).expect("a truth"), expected);
        }
        assert_eq!(list::<_, u8>(json!(null)).expect("a list"), Vec::<u8>::new());
        for (value, expected) in
            [(json!({ "id": 3, "refName": "x" }), "3"), (json!("Open"), "Open"), (json!(7), "7"), (json!({}), "")]
        {
            assert_eq!(named(value, "id").expect("a reference"), expected);
        }
    }
}
