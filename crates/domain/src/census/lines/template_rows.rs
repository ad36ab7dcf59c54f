//! Recognises the unchanged example rows of our own template, so that they add no member.

use crate::census::cells::clean;
use crate::census::columns::Mapping;
use crate::census::field::Field;
use crate::census::source::lines::Row;
use crate::census::template::is_example;

/// Where the columns of the template stand.
#[derive(Debug, Default)]
pub(in crate::census) struct TemplateRows {
    columns: Vec<(Field, Option<usize>)>,
}

impl TemplateRows {
    pub(in crate::census) fn set_mapping(&mut self, mapping: &Mapping) {
        self.columns = Field::template().iter().map(|field| (*field, mapping.column_of(*field))).collect();
    }

    /// Whether the row is one of the examples, unchanged.
    pub(in crate::census) fn is_one(&self, row: &Row) -> bool {
        let cell = |wanted: Field| {
            let place = self.columns.iter().find(|(field, _)| *field == wanted).and_then(|(_, place)| *place);
            place.map_or("", |place| clean(row.cell(place)))
        };
        // Nearly every row stops at its first name.
        cell(Field::FirstName) == "Example" && is_example(cell)
    }
}
