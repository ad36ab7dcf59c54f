//! The fields of a reported consult by their names on the wire, whatever their case.

mod json;

use std::collections::BTreeMap;

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

    /// Whether it tells records apart.
    const fn is_id(self) -> bool {
        matches!(
            self,
            Self::ExternalId | Self::EmployerId | Self::GroupId | Self::EmployeeId | Self::UniqueId | Self::GroupCode
        )
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

    pub(super) fn text(&self, field: Field) -> Option<&str> {
        self.0.get(&field)?.first().map(String::as_str)
    }

    pub(super) fn texts(&self, field: Field) -> &[String] {
        self.0.get(&field).map_or(&[], Vec::as_slice)
    }
}
