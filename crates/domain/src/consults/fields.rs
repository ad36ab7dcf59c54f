//! The fields of a reported consult by their names on the wire, whatever their case.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use crate::Invalid;

macro_rules! fields {
    ($($name:ident),* $(,)?) => {
        /// A field of a reported consult.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub(super) enum Field {
            $($name),*
        }

        impl Field {
            pub(super) const ALL: &'static [Self] = &[$(Self::$name),*];

            pub(super) const fn name(self) -> &'static str {
                match self { $(Self::$name => stringify!($name)),* }
            }
        }
    };
}

fields! {
    ExternalId,
    EmployerId,
    GroupId,
    EmployeeId,
    UniqueId,
    StartedOn,
    Status,
    WaitMinutes,
    Rating,
    IsAfterHours,
    Gender,
    Age,
    Region,
    InsurancePlan,
    GroupCode,
    Source,
    Access,
    AlternativeCare,
    Diagnoses,
    Prescriptions,
}

/// What separates the texts of a cell that holds several.
const SEPARATOR: char = ';';

impl Field {
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|field| field.name().eq_ignore_ascii_case(name.trim()))
    }

    const fn holds_several(self) -> bool {
        matches!(self, Self::Diagnoses | Self::Prescriptions)
    }
}

/// What a row says, field by field; a field that it leaves blank is not there.
#[derive(Debug, Clone, Default)]
pub(super) struct Said(BTreeMap<Field, Vec<String>>);

impl Said {
    pub(super) fn say(&mut self, field: Field, cell: &str) {
        let several = field.holds_several();
        let texts = cell.split(|c| several && c == SEPARATOR).map(str::trim).filter(|text| !text.is_empty());
        let texts: Vec<_> = texts.map(str::to_owned).collect();
        if !texts.is_empty() {
            self.0.insert(field, texts);
        }
    }

    /// The fields of an object.
    pub(super) fn of_json(object: serde_json::Map<String, Json>) -> Result<Self, Invalid> {
        let (mut said, mut invalid) = (Self::default(), Invalid::none());
        for (name, value) in object {
            match Field::named(&name) {
                Some(field) => match texts(field, value) {
                    Some(texts) if texts.is_empty() => {}
                    Some(texts) => drop(said.0.insert(field, texts)),
                    None => invalid.add(field.name(), format!("{} must be {}.", field.name(), kind(field))),
                },
                None => {
                    let name: String = name.chars().take(100).collect();
                    let message = format!("Consults have no field \"{name}\".");
                    invalid.add(name, message);
                }
            }
        }
        invalid.or(said)
    }

    pub(super) fn text(&self, field: Field) -> Option<&str> {
        self.0.get(&field)?.first().map(String::as_str)
    }

    pub(super) fn texts(&self, field: Field) -> &[String] {
        self.0.get(&field).map_or(&[], Vec::as_slice)
    }
}

const fn kind(field: Field) -> &'static str {
    if field.holds_several() { "a list of texts" } else { "a single value" }
}

fn texts(field: Field, value: Json) -> Option<Vec<String>> {
    match value {
        Json::Array(values) if field.holds_several() => {
            let all: Option<Vec<_>> = values.into_iter().map(text).collect();
            Some(all?.into_iter().flatten().collect())
        }
        value => Some(text(value)?.into_iter().collect()),
    }
}

/// A single value as text, none when it is blank; `None` for what is no single value.
fn text(value: Json) -> Option<Option<String>> {
    let text = match value {
        Json::Null => return Some(None),
        Json::String(text) => text.trim().to_owned(),
        Json::Number(number) => number.to_string(),
        Json::Bool(flag) => flag.to_string(),
        Json::Array(_) | Json::Object(_) => return None,
    };
    Some((!text.is_empty()).then_some(text))
}
