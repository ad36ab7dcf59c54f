//! The employee whom a row names beside its own person: who is found by that name is the dependent's employee.

use super::Column;
use super::name_order::NameOrder;
use crate::census::cells::keys::name_key;
use crate::census::cells::{clean, is_placeholder, split_name, tidy, with_comma};
use crate::census::field::Field;
use crate::census::source::lines::Row;
use crate::census::vocabulary::headings::says_last_first;
use crate::census::vocabulary::owners::{Owner, owned};

/// The columns of the employee's name; none of them is read as the name of the row's own person.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::census) struct NamedEmployee {
    whole: Option<usize>,
    first: Option<usize>,
    last: Option<usize>,
    /// Whether whole names have the last name first.
    last_first: bool,
}

impl NamedEmployee {
    /// Those of a mapping; `None` where no employee has a whole name of his own.
    pub(in crate::census) fn among(columns: &[Column]) -> Option<Self> {
        let place = |field: Field| {
            let is_his = |column: &&Column| {
                column.field.is_none()
                    && owned(&column.key).is_some_and(|(owner, held, _)| owner == Owner::Employee && held == field)
            };
            columns.iter().find(is_his).map(|column| column.index)
        };
        let whole = place(Field::FullName);
        let last_first = whole.is_some_and(|place| says_last_first(&columns[place].heading));
        let found = Self { whole, first: place(Field::FirstName), last: place(Field::LastName), last_first };
        (found.whole.is_some() || (found.first.is_some() && found.last.is_some())).then_some(found)
    }

    /// With the order of names that the file tells.
    pub(in crate::census) fn ordered(self, names: Option<NameOrder>) -> Self {
        let last_first = self.last_first || names.is_some_and(|order| order.last_first);
        Self { last_first, ..self }
    }

    /// The column of the employee's whole name.
    pub(in crate::census) const fn whole_name(&self) -> Option<usize> {
        self.whole
    }

    /// The key of the name that a row has there.
    pub(in crate::census) fn key(&self, row: &Row) -> Option<u64> {
        self.names(row).map(|(first, last)| name_key(&first, &last))
    }

    /// First and last name that a row has there.
    pub(super) fn names(&self, row: &Row) -> Option<(String, String)> {
        let cell = |place: Option<usize>| place.map_or("", |place| clean(row.cell(place)));
        let (first, last) = match cell(self.whole) {
            "" => (cell(self.first).to_owned(), cell(self.last).to_owned()),
            whole if self.last_first => split_name(&with_comma(&tidy(whole))),
            whole => split_name(&tidy(whole)),
        };
        let is_name = |text: &str| text.contains(char::is_alphabetic) && !is_placeholder(text);
        (is_name(&first) && is_name(&last)).then_some((first, last))
    }
}
