//! Reading of JSON bodies and query strings into request types.
//!
//! Names bind whatever their case (rules.md#names-in-any-case), so that `perpage`, `Employerid` and `explicitImport` all arrive; numbers and
//! flags may come as text, as they do in query strings and masked inputs; a blank text is "not given" where that is allowed.
//! A value of the wrong kind is a field error under the field's own name, never a refusal without one.

use domain::labels::label;
use domain::{FieldError, Invalid};
use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeOwned, Deserializer, Error as _, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Value};

/// Reads `value` as `T`.
///
/// # Errors
/// An error for each field that could not be read, named after it.
pub fn bind<T: DeserializeOwned>(value: Value) -> Result<T, Invalid> {
    let (read, unread) = bind_partly(value)?;
    unread.or(read)
}

/// Reads `value` as `T` without the fields that could not be read, and gives an error for each of them.
///
/// # Errors
/// The same errors, when `T` cannot be without one of those fields.
pub fn bind_partly<T: DeserializeOwned>(mut value: Value) -> Result<(T, Invalid), Invalid> {
    let mut invalid = Invalid::none();
    loop {
        let wrong = match read::<T>(value.clone()) {
            Ok(read) => return Ok((read, invalid)),
            Err(wrong) => wrong,
        };
        // Without the field the next one that is wrong comes to light. What the rest lacks then is not the caller's mistake.
        let others = leave_out(&mut value, &wrong.key);
        if others || invalid.is_empty() {
            invalid.0.push(wrong);
        }
        if !others {
            return Err(invalid);
        }
    }
}

fn read<T: DeserializeOwned>(value: Value) -> Result<T, FieldError> {
    serde_path_to_error::deserialize(Bound(value)).map_err(|error| {
        let below = match error.path().iter().next() {
            Some(serde_path_to_error::Segment::Map { key }) => Some(key.clone()),
            _ => None,
        };
        match (below, error.into_inner()) {
            (None, Unread::Missing(field)) => {
                FieldError { message: format!("{} is required.", label(field)), key: field.into() }
            }
            (key, wrong) => {
                let label = key.as_deref().map_or_else(|| "The request".into(), label);
                FieldError { message: format!("{label} could not be read: {wrong}."), key: key.unwrap_or_default() }
            }
        }
    })
}

/// Why a value could not be read.
#[derive(Debug, thiserror::Error)]
enum Unread {
    /// A field that the type cannot be without is not there.
    #[error("{} is missing", label(.0))]
    Missing(&'static str),
    #[error("{0}")]
    Wrong(String),
}

impl serde::de::Error for Unread {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        Self::Wrong(message.to_string())
    }

    fn missing_field(field: &'static str) -> Self {
        Self::Missing(field)
    }
}

impl From<serde_json::Error> for Unread {
    fn from(error: serde_json::Error) -> Self {
        Self::Wrong(error.to_string())
    }
}

/// Takes a field out, and says whether it was there.
fn leave_out(value: &mut Value, key: &str) -> bool {
    let Value::Object(map) = value else { return false };
    let fields = map.len();
    map.retain(|name, _| !name.eq_ignore_ascii_case(key));
    map.len() < fields
}

/// Reads a query string as `T`; a repeated name becomes a list.
///
/// # Errors
/// As [`bind`].
pub fn bind_query<T: DeserializeOwned>(query: &str) -> Result<T, Invalid> {
    let mut map = Map::new();
    for (key, value) in form_pairs(query) {
        let value = Value::String(value);
        let same = map.keys().find(|known| known.eq_ignore_ascii_case(&key)).cloned();
        match same.and_then(|known| map.get_mut(&known)) {
            Some(Value::Array(list)) => list.push(value),
            Some(first) => *first = Value::Array(vec![first.take(), value]),
            None => drop(map.insert(key, value)),
        }
    }
    bind(Value::Object(map))
}

fn form_pairs(query: &str) -> Vec<(String, String)> {
    serde_urlencoded::from_str(query).unwrap_or_default()
}

/// A JSON value that is read leniently.
struct Bound(Value);

impl Bound {
    fn number<T: std::str::FromStr>(&self) -> Option<T> {
        match &self.0 {
            Value::Number(number) => number.to_string().parse().ok(),
            Value::String(text) => text.trim().parse().ok(),
            _ => None,
        }
    }
}

impl IntoDeserializer<'_, Unread> for Bound {
    type Deserializer = Self;
    fn into_deserializer(self) -> Self {
        self
    }
}

macro_rules! numbers {
    ($($method:ident $visit:ident $type:ty),*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
            match self.number::<$type>() {
                Some(number) => visitor.$visit(number),
                None => Err(Unread::custom("a whole number is expected")),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Bound {
    type Error = Unread;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        match self.0 {
            Value::Array(list) => visitor.visit_seq(SeqDeserializer::new(list.into_iter().map(Bound))),
            Value::Object(map) => {
                visitor.visit_map(MapDeserializer::new(map.into_iter().map(|(key, value)| (key, Bound(value)))))
            }
            other => Ok(other.deserialize_any(visitor)?),
        }
    }

    numbers! {
        deserialize_i8 visit_i8 i8, deserialize_i16 visit_i16 i16, deserialize_i32 visit_i32 i32, deserialize_i64 visit_i64 i64,
        deserialize_u8 visit_u8 u8, deserialize_u16 visit_u16 u16, deserialize_u32 visit_u32 u32, deserialize_u64 visit_u64 u64
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        match self.number::<f64>().filter(|number| number.is_finite()) {
            Some(number) => visitor.visit_f64(number),
            None => Err(Unread::custom("a number is expected")),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        let flag = match &self.0 {
            Value::Bool(flag) => Some(*flag),
            Value::String(text) if text.trim().eq_ignore_ascii_case("true") => Some(true),
            Value::String(text) if text.trim().eq_ignore_ascii_case("false") => Some(false),
            _ => None,
        };
        flag.map_or_else(|| Err(Unread::custom("true or false is expected")), |flag| visitor.visit_bool(flag))
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        match self.0 {
            // PostgreSQL stores no text with a NUL in it, and no person types one.
            Value::String(text) if text.contains('\0') => Err(Unread::custom("it holds a NUL character")),
            Value::String(text) => visitor.visit_string(text),
            Value::Number(number) => visitor.visit_string(number.to_string()),
            Value::Null => visitor.visit_string(String::new()),
            _ => Err(Unread::custom("a text is expected")),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        self.deserialize_string(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        match &self.0 {
            Value::Null => visitor.visit_none(),
            Value::String(text) if text.trim().is_empty() => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    /// A list; in a query also one value, or several joined by commas (rules.md#several-values).
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        let list = match self.0 {
            Value::Array(list) => list,
            Value::Null => Vec::new(),
            Value::String(text) => text
                .split(',')
                .filter(|part| !part.trim().is_empty())
                .map(|part| Value::String(part.trim().to_owned()))
                .collect(),
            other => vec![other],
        };
        visitor.visit_seq(SeqDeserializer::new(list.into_iter().map(Bound)))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unread> {
        let Value::Object(map) = self.0 else {
            return Err(Unread::custom("an object is expected"));
        };
        let named = map.into_iter().map(|(key, value)| {
            let field = fields.iter().find(|field| field.eq_ignore_ascii_case(&key));
            (field.map_or(key, |field| (*field).to_owned()), Bound(value))
        });
        visitor.visit_map(MapDeserializer::new(named))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Unread> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unread> {
        let value = match self.0 {
            Value::String(text) => {
                let known = variants.iter().find(|variant| variant.eq_ignore_ascii_case(text.trim()));
                Value::String(known.map_or(text, |variant| (*variant).to_owned()))
            }
            other => other,
        };
        Ok(value.deserialize_enum(name, variants, visitor)?)
    }

    forward_to_deserialize_any! {
        i128 u128 f32 char bytes byte_buf unit unit_struct tuple tuple_struct map identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;
    use crate::http::Dollars;
    use crate::http::wire::Date;

    #[derive(Debug, Default, PartialEq, Deserialize)]
    #[serde(rename_all = "PascalCase", default)]
    struct Wanted {
        per_page: Option<u64>,
        employer_ids: Vec<i64>,
        explicit_import: Option<bool>,
        name: String,
    }

    #[test]
    fn names_bind_whatever_their_case() {
        for body in
            [json!({"PerPage": 25}), json!({"perpage": 25}), json!({"perPage": "25"}), json!({"PERPAGE": " 25 "})]
        {
            assert_eq!(bind(body), Ok(Wanted { per_page: Some(25), ..Wanted::default() }));
        }
    }

    #[test]
    fn queries_take_repeated_and_joined_lists_and_blank_means_not_given() {
        for query in ["EmployerIds=1&employerids=2", "EmployerIds=1,2", "EmployerIds=1%2C%202&PerPage="] {
            assert_eq!(bind_query(query), Ok(Wanted { employer_ids: vec![1, 2], ..Wanted::default() }), "{query}");
        }
        assert_eq!(
            bind_query("explicitImport=false&name=a+b"),
            Ok(Wanted { explicit_import: Some(false), name: "a b".into(), ..Wanted::default() })
        );
    }

    #[test]
    fn a_value_of_the_wrong_kind_is_an_error_of_its_field() {
        for (body, key) in [
            (json!({"perPage": "many"}), "PerPage"),
            (json!({"perPage": -1}), "PerPage"),
            (json!({"perPage": 1e300}), "PerPage"),
            (json!({"EmployerIds": [1, {}]}), "EmployerIds"),
            (json!({"ExplicitImport": 7}), "ExplicitImport"),
            (json!({"Name": ["x"]}), "Name"),
            (json!({"Name": "a\u{0}b"}), "Name"),
            (json!([1]), ""),
            (json!(null), ""),
        ] {
            let error = bind::<Wanted>(body.clone()).expect_err("invalid");
            assert_eq!(error.0[0].key, key, "{body}");
        }
    }

    #[test]
    fn every_field_of_the_wrong_kind_is_named() {
        #[derive(Debug, PartialEq, Deserialize)]
        #[serde(rename_all = "PascalCase")]
        struct Strict {
            id: i64,
            count: u8,
        }
        let keys = |invalid: Invalid| invalid.0.into_iter().map(|error| error.key).collect::<Vec<_>>();
        let body = json!({"perpage": "many", "PERPAGE": "more", "ExplicitImport": 7, "Name": "right", "unknown": []});
        assert_eq!(keys(bind::<Wanted>(body).expect_err("invalid")), ["ExplicitImport", "PerPage"]);
        for (body, wrong) in [
            (json!({"Id": "x", "Count": -1}), vec!["Count", "Id"]),
            (json!({"Id": "x"}), vec!["Id"]),
            (json!({"Id": 1}), vec!["Count"]),
        ] {
            assert_eq!(keys(bind::<Strict>(body.clone()).expect_err("invalid")), wrong, "{body}");
        }
    }

    #[test]
    fn a_field_that_is_not_there_is_named() {
        #[derive(Debug, PartialEq, Deserialize)]
        #[serde(rename_all = "PascalCase")]
        struct Settled {
            is_mailed: bool,
        }
        let error = bind_query::<Settled>("ismailed_=1").expect_err("invalid");
        assert_eq!((&*error.0[0].key, &*error.0[0].message), ("IsMailed", "Is Mailed is required."));
    }

    #[derive(Debug, Default, PartialEq, Deserialize)]
    #[serde(rename_all = "PascalCase", default)]
    struct Priced {
        rate: Option<Dollars>,
        effective_date: Option<Date>,
    }

    #[test]
    fn what_could_not_be_read_is_said_in_plain_words() {
        for (body, message) in [
            (
                json!({"Rate": 12.345}),
                "Rate could not be read: an amount of dollars with at most 2 decimals is expected.",
            ),
            (
                json!({"rate": "ten"}),
                "Rate could not be read: an amount of dollars with at most 2 decimals is expected.",
            ),
            (
                json!({"effectivedate": "soon"}),
                "Effective Date could not be read: a date such as 07/31/2026 is expected.",
            ),
            (
                json!({"EffectiveDate": "2026-13-01"}),
                "Effective Date could not be read: a date such as 07/31/2026 is expected.",
            ),
        ] {
            let error = bind::<Priced>(body.clone()).expect_err("invalid");
            assert_eq!(error.0[0].message, message, "{body}");
        }
    }
}
