//! Money on the wire: a JSON number of dollars with at most 2 decimals, read and written exactly
//! (rules.md#wire-format).

use domain::Money;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::PartialSchema;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};
use utoipa::openapi::{KnownFormat, RefOr, SchemaFormat};

/// An amount as the wire carries it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Dollars(pub Money);

impl From<Money> for Dollars {
    fn from(money: Money) -> Self {
        Self(money)
    }
}

impl Serialize for Dollars {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // The shortest decimal of a double is exact for every number of cents below 2^53 / 100.
        serializer.serialize_f64(self.0.cents() as f64 / 100.0)
    }
}

impl<'de> Deserialize<'de> for Dollars {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_string(DollarsVisitor)
    }
}

struct DollarsVisitor;

impl Visitor<'_> for DollarsVisitor {
    type Value = Dollars;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an amount of dollars with at most 2 decimals")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Dollars, E> {
        // The words reach the user; serde's own would repeat the value and name its kind.
        Money::parse(text)
            .map(Dollars)
            .map_err(|_| E::custom("an amount of dollars with at most 2 decimals is expected"))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Dollars, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Dollars, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Dollars, E> {
        self.visit_str(&number.to_string())
    }
}

impl PartialSchema for Dollars {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(SchemaType::Type(Type::Number))
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Double)))
            .description(Some("US dollars with at most 2 decimals"))
            .into()
    }
}

impl utoipa::ToSchema for Dollars {}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::http::bind::bind;

    #[test]
    fn amounts_are_read_and_written_exactly() {
        for (sent, cents, written) in [
            (json!(12.5), 1250, "12.5"),
            (json!("49.00"), 4900, "49.0"),
            (json!(0.07), 7, "0.07"),
            (json!(-57.5), -5750, "-57.5"),
            (json!(99999.99), 9_999_999, "99999.99"),
            (json!(30343), 3_034_300, "30343.0"),
        ] {
            let dollars: Dollars = bind(sent).expect("an amount");
            assert_eq!(dollars.0.cents(), cents);
            assert_eq!(serde_json::to_string(&dollars).expect("json"), written);
        }
    }

    #[test]
    fn fractions_of_a_cent_are_refused() {
        for sent in [json!(1.005), json!("1e3"), json!(1e300), json!("ten"), json!(true)] {
            assert!(bind::<Dollars>(sent.clone()).is_err(), "{sent}");
        }
    }
}
