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
/// What is said of an id that is no text any more.
const ROUNDED: &str = "was rounded by a spreadsheet, so that its last digits are lost: write it in full.";

impl Field {
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|field| field.name().eq_ignore_ascii_case(name.trim()))
    }

    const fn holds_several(self) -> bool {
        matches!(self, Self::Diagnoses | Self::Prescriptions)
    }

    /// The message about an id of this field that a spreadsheet has rounded.
    pub(super) fn rounded(self) -> String {
        format!("{} {ROUNDED}", self.name())
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
    /// Says what a cell holds; `false` of an id that a spreadsheet has rounded, which is no id any more (rules.md#numbers-as-ids).
    pub(super) fn say(&mut self, field: Field, cell: &str) -> bool {
        if field.is_id() && has_exponent(cell.trim()) {
            return false;
        }
        let several = field.holds_several();
        let texts = cell.split(|c| several && c == SEPARATOR).map(str::trim).filter(|text| !text.is_empty());
        let texts: Vec<_> = texts.map(str::to_owned).collect();
        if !texts.is_empty() {
            self.0.insert(field, texts);
        }
        true
    }

    pub(super) fn text(&self, field: Field) -> Option<&str> {
        self.0.get(&field)?.first().map(String::as_str)
    }

    pub(super) fn texts(&self, field: Field) -> &[String] {
        self.0.get(&field).map_or(&[], Vec::as_slice)
    }
}

/// Whether a text is a number with an exponent, as programs write a long one that they have rounded.
fn has_exponent(text: &str) -> bool {
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let Some((number, power)) = text.split_once(['e', 'E']) else { return false };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    is_digits(whole) && is_digits(fraction) && power.strip_prefix('+').is_some_and(is_digits)
}
