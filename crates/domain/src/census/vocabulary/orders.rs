//! The orders in which the parts of a value stand, as a person may choose them for a column.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::census::field::Field;

/// The order of the parts of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ValueOrder {
    /// `04/17/1983`
    MonthFirst,
    /// `17/04/1983`
    DayFirst,
    /// `Ann Moss`
    FirstLast,
    /// `Moss Ann`
    LastFirst,
}

/// What people decided about the order of values in earlier files of the group, by the key of the heading.
pub type RememberedOrders = BTreeMap<String, ValueOrder>;

impl ValueOrder {
    /// Every order.
    pub const ALL: [Self; 4] = [Self::MonthFirst, Self::DayFirst, Self::FirstLast, Self::LastFirst];

    /// The name on the wire, which is also stored.
    pub const fn name(self) -> &'static str {
        match self {
            Self::MonthFirst => "MonthFirst",
            Self::DayFirst => "DayFirst",
            Self::FirstLast => "FirstLast",
            Self::LastFirst => "LastFirst",
        }
    }

    /// The order of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|order| order.name() == name)
    }

    /// The field whose values stand so.
    pub const fn field(self) -> Field {
        match self {
            Self::MonthFirst | Self::DayFirst => Field::DateOfBirth,
            Self::FirstLast | Self::LastFirst => Field::FullName,
        }
    }
}
