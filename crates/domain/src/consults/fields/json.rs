//! The fields of a line that is a JSON object. A number is kept as it is written: as a number of the machine `18446744073709551617` would
//! be another consult, and `4711.1` the same as `4711.10` (rules.md#numbers-as-ids).

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::{Field, Said, has_exponent};
use crate::Invalid;

/// The longest name of an unknown field that is told, in characters.
const LONGEST_NAME: usize = 100;

/// Why a value is not taken.
enum Unfit {
    /// It is of another kind than the field's.
    Kind,
    /// It is an id and a number with a fraction or an exponent, which programs write in more than one way, or `true` or `false`.
    Inexact,
    /// It is an id that a spreadsheet has rounded.
    Rounded,
    /// It holds a control character, which no database keeps or no person sees.
    Control,
}

impl Said {
    /// What the object of a line says.
    pub(in super::super) fn of_json(text: &str) -> Result<Self, Invalid> {
        let Ok(Object(pairs)) = serde_json::from_str(text) else {
            return Err(Invalid::field("", "The line is not a JSON object."));
        };
        let (mut said, mut invalid) = (Self::default(), Invalid::none());
        for (name, value) in pairs {
            let Some(field) = Field::named(&name) else {
                let name: String = name.chars().take(LONGEST_NAME).collect();
                let message = format!("Consults have no field \"{name}\".");
                invalid.add(name, message);
                continue;
            };
            match texts(field, value) {
                Ok(texts) if texts.is_empty() => {}
                Ok(texts) => {
                    let is_second = said.0.insert(field, texts).is_some();
                    invalid.check(!is_second, field.name(), format!("{} stands there twice.", field.name()));
                }
                Err(unfit) => invalid.add(field.name(), message(field, &unfit)),
            }
        }
        invalid.or(said)
    }
}

fn message(field: Field, unfit: &Unfit) -> String {
    let name = field.name();
    match unfit {
        Unfit::Kind if field.holds_several() => format!("{name} must be a list of texts."),
        Unfit::Kind => format!("{name} must be a single value."),
        Unfit::Rounded => field.rounded(),
        Unfit::Control => format!("{name} must not contain control characters."),
        Unfit::Inexact => format!("{name} must be a text or a whole number: put it in quotation marks."),
    }
}

fn texts(field: Field, value: &RawValue) -> Result<Vec<String>, Unfit> {
    if field.holds_several() && value.get().starts_with('[') {
        let values: Vec<&RawValue> = serde_json::from_str(value.get()).map_err(|_| Unfit::Kind)?;
        let all: Result<Vec<_>, Unfit> = values.into_iter().map(|value| text(field, value)).collect();
        return Ok(all?.into_iter().flatten().collect());
    }
    Ok(text(field, value)?.into_iter().collect())
}

/// A single value as text; none when it is blank.
fn text(field: Field, value: &RawValue) -> Result<Option<String>, Unfit> {
    let written = value.get();
    let text = match written.as_bytes().first() {
        Some(b'"') => serde_json::from_str::<String>(written).map_err(|_| Unfit::Kind)?.trim().to_owned(),
        Some(b'[' | b'{') | None => return Err(Unfit::Kind),
        Some(b'n') => String::new(),
        Some(b'-' | b'0'..=b'9') if field.is_id() && written.contains(['.', 'e', 'E']) => return Err(Unfit::Inexact),
        Some(b't' | b'f') if field.is_id() => return Err(Unfit::Inexact),
        Some(_) => written.to_owned(),
    };
    if field.is_id() && has_exponent(&text) {
        return Err(Unfit::Rounded);
    }
    if text.contains(|c: char| c.is_control() && (field.is_id() || !matches!(c, '\n' | '\r' | '\t'))) {
        return Err(Unfit::Control);
    }
    Ok((!text.is_empty()).then_some(text))
}

/// The names and values of an object in the order of the line, with those that stand there twice.
struct Object<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Object<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pairs;

        impl<'de> Visitor<'de> for Pairs {
            type Value = Object<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Object(pairs))
            }
        }

        deserializer.deserialize_map(Pairs)
    }
}
