//! Lists of texts in a body or a query.

use std::fmt;

use serde::de::{Deserializer, Error, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A list of texts: several, one alone, or none. Unlike with a list of ids, commas belong to a text: names of plans have some.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(transparent)]
pub struct Texts(pub Vec<String>);

impl<'de> Deserialize<'de> for Texts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TextsVisitor)
    }
}

struct TextsVisitor;

impl<'de> Visitor<'de> for TextsVisitor {
    type Value = Texts;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of texts")
    }

    fn visit_unit<E: Error>(self) -> Result<Texts, E> {
        Ok(Texts::default())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Texts, E> {
        if text.contains('\0') {
            return Err(E::custom("it holds a NUL character"));
        }
        Ok(Texts(if text.is_empty() { Vec::new() } else { vec![text.to_owned()] }))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Texts, E> {
        Ok(Texts(vec![number.to_string()]))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Texts, A::Error> {
        let mut texts = Vec::new();
        while let Some(text) = list.next_element::<String>()? {
            texts.push(text);
        }
        Ok(Texts(texts))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::http::bind::{bind, bind_query};

    #[derive(Debug, Default, PartialEq, Deserialize)]
    #[serde(rename_all = "PascalCase", default)]
    struct Wanted {
        plans: Texts,
    }

    fn wanted(plans: &[&str]) -> Wanted {
        Wanted { plans: Texts(plans.iter().map(|text| (*text).to_owned()).collect()) }
    }

    #[test]
    fn texts_come_alone_together_or_not_at_all() {
        for (body, plans) in [
            (json!({}), &[][..]),
            (json!({"Plans": null}), &[]),
            (json!({"plans": ""}), &[]),
            (json!({"Plans": "Gold, large"}), &["Gold, large"]),
            (json!({"Plans": 36}), &["36"]),
            (json!({"PLANS": ["", "Gold, large", 7, null]}), &["", "Gold, large", "7", ""]),
        ] {
            assert_eq!(bind(body.clone()), Ok(wanted(plans)), "{body}");
        }
        assert_eq!(bind_query("Plans=Gold%2C+large&plans="), Ok(wanted(&["Gold, large", ""])));
        assert_eq!(bind_query("plans=Gold%2C+large"), Ok(wanted(&["Gold, large"])));
    }

    #[test]
    fn what_is_no_text_is_an_error_of_its_field() {
        for body in
            [json!({"Plans": {}}), json!({"Plans": [["x"]]}), json!({"Plans": "a\u{0}"}), json!({"Plans": true})]
        {
            assert_eq!(bind::<Wanted>(body.clone()).expect_err("invalid").0[0].key, "Plans", "{body}");
        }
    }
}
