//! The fields of a save: what a body does not name stays as it is stored.

use serde::{Deserialize, Deserializer, Serialize};

/// A field of a save: not named, so that what is stored stays; named and blank; or named with a value.
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
pub struct Given<T>(Option<Option<T>>);

impl<T> Default for Given<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Given<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::deserialize(deserializer).map(|value| Self(Some(value)))
    }
}

impl<T: Clone> Given<T> {
    /// What is to be saved, given what is stored.
    pub fn or(&self, stored: Option<T>) -> Option<T> {
        self.0.clone().unwrap_or(stored)
    }
}

impl Given<String> {
    /// The text to be saved, given the stored one; blank for none.
    pub fn text(&self, stored: Option<&String>) -> String {
        self.or(stored.cloned()).unwrap_or_default()
    }
}

impl Given<i64> {
    /// The id to be saved, given the stored one. Selectors send 0 for 'Select...'.
    pub fn id(&self, stored: Option<impl Into<i64>>) -> Option<i64> {
        self.or(stored.map(Into::into)).filter(|id| *id != 0)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::http::bind::bind;

    #[derive(Debug, Default, Deserialize)]
    #[serde(rename_all = "PascalCase", default)]
    struct Input {
        city: Given<String>,
        months: Given<i64>,
    }

    #[test]
    fn what_is_not_named_stays_and_what_is_named_blank_is_emptied() {
        let stored = "Dayton".to_owned();
        for (body, city, months) in [
            (json!({}), "Dayton", Some(6)),
            (json!({"City": null, "Months": null}), "", None),
            (json!({"city": " ", "MONTHS": ""}), "", None),
            (json!({"City": "Akron", "Months": "0"}), "Akron", Some(0)),
        ] {
            let input: Input = bind(body.clone()).expect("readable");
            assert_eq!((input.city.text(Some(&stored)).as_str(), input.months.or(Some(6))), (city, months), "{body}");
        }
    }

    #[test]
    fn an_id_of_nought_is_none() {
        for (posted, found) in [(json!(3), Some(3)), (json!(0), None), (Value::Null, None)] {
            let input: Input = bind(json!({"Months": posted})).expect("readable");
            assert_eq!(input.months.id(Some(7_i64)), found, "{posted}");
        }
        assert_eq!(Input::default().months.id(Some(7_i64)), Some(7));
    }
}
