//! One row to one person: its values, with everything that is wrong in them, and what the rows of a file are judged by.

pub(in crate::census) mod leftovers;
pub mod record;
pub mod validate;

use chrono::NaiveDate;

pub use self::record::{Record, RowState};
pub use self::validate::{Checked, validate};
use crate::census::cells::DateOrder;
use crate::census::columns::Mapping;
use crate::census::pricing::PricingGroups;

/// What a file is judged by.
#[derive(Debug, Clone, Default)]
pub struct Rules {
    /// The import day.
    pub today: NaiveDate,
    /// Which number of a date is the month.
    pub dates: DateOrder,
    /// Whether every row must name its employer group.
    pub multi_group: bool,
    /// Whether the group takes dependents (rules.md#dependents-not-taken, rules.md#broker-override).
    pub process_dependents: bool,
    /// Whether a row with an id may go without a birth date: the file has no column of them (rules.md#list-without-birth-dates).
    pub by_id: bool,
    /// The pricing groups of the employer group; `None` when codes are not to be judged, as in a multi-group file.
    pub pricing: Option<PricingGroups>,
}

impl Rules {
    /// The rules for a file of which nothing is known but the day.
    pub fn on(today: NaiveDate) -> Self {
        Self { today, process_dependents: true, ..Self::default() }
    }

    /// The same for a file whose columns are mapped.
    #[must_use]
    pub fn for_columns(self, mapping: &Mapping) -> Self {
        Self { dates: mapping.date_order(), by_id: mapping.is_by_id(), ..self }
    }
}
