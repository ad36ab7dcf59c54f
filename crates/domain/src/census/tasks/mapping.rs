//! What a person sees and changes of the columns, and what is remembered of that for the group (rules.md#census-columns).

use std::collections::BTreeSet;
use std::io::Read;

use crate::census::columns::family_columns::FamilyColumns;
use crate::census::columns::shown::values;
use crate::census::columns::{Column, How, Mapping};
use crate::census::field::Field;
use crate::census::reader::CensusReader;
use crate::census::vocabulary::{FamilyColumn, Remembered, RememberedOrders, ValueOrder};

impl<R: Read> CensusReader<R> {
    /// Returns the people beside the employee whom the first rows name in columns of their own, such as `Spouse` and `Child 2`, as this mapping
    /// reads them.
    pub fn relatives_in_columns(&self, mapping: &Mapping) -> BTreeSet<String> {
        let (families, people) = (FamilyColumns::among(mapping), self.people());
        let places = (0..mapping.columns().len()).filter(|place| values(&people, *place).next().is_some());
        places.filter_map(|place| families.at(place)).map(FamilyColumn::whose).collect()
    }
}

impl Mapping {
    /// Returns for each column whose and what it holds of the employee's family, such as `Spouse: First Name`, and whether it is read so; `None`
    /// for a column of no family (rules.md#families-in-columns).
    pub fn family_labels(&self) -> Vec<Option<(String, bool)>> {
        let families = FamilyColumns::among(self);
        let label = |column: &Column| {
            let held = families.may_hold(column.index)?;
            Some((held.label(), families.at(column.index).is_some()))
        };
        self.columns().iter().map(label).collect()
    }

    /// Takes back that a column was left out, so that its heading may tell whose of the family it is.
    pub fn read_family(&mut self, index: usize) {
        if self.columns().get(index).is_some_and(|column| column.field.is_none()) {
            self.set(index, None, How::Unmapped);
        }
    }

    /// Maps a column by hand; another column that held the field loses it. `false` when there is no such column.
    pub fn assign(&mut self, index: usize, field: Option<Field>) -> bool {
        if index >= self.columns().len() {
            return false;
        }
        if let Some(held) = field.and_then(|field| self.column_of(field)) {
            self.set(held, None, How::ByHand);
        }
        self.set(index, field, How::ByHand);
        true
    }

    /// Returns the headings to remember for the group once a person has confirmed the mapping. Three kinds are not remembered: blank
    /// headings, those explained by the values of each file, and those without a decision.
    pub fn to_remember(&self) -> Remembered {
        let is_decided = |how: How| !matches!(how, How::ByValues | How::Unmapped | How::OfAnother);
        let named = self.columns().iter().filter(|column| !column.key.is_empty() && is_decided(column.how));
        let mut remembered = Remembered::new();
        for column in named {
            let choice = remembered.entry(column.key.clone()).or_insert(None);
            *choice = choice.or(column.field);
        }
        remembered
    }

    /// The chosen orders by the key of the heading, to be remembered for the group.
    pub fn orders_to_remember(&self) -> RememberedOrders {
        let of_column = |order: ValueOrder| {
            let key = &self.holder(order.field())?.key;
            (!key.is_empty()).then(|| (key.clone(), order))
        };
        self.chosen_orders().filter_map(of_column).collect()
    }
}
