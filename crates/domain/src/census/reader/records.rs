//! The record of the line that was read last, and the people in columns of its row.

use std::io::Read;

use super::{CensusReader, Item};
use crate::census::cells::no_names::is_nobodys;
use crate::census::cells::{open_answer, with_comma};
use crate::census::columns::family_columns::FamilyMember;
use crate::census::field::Field;
use crate::census::source::raw::{RawRow, Shape};
use crate::census::source::refusal::{ReadError, Refusal};

impl<R: Read> CensusReader<R> {
    /// A person in columns of the employee's row, who has a number of its own.
    pub(super) fn family_member(&mut self, member: FamilyMember) -> Result<Item, ReadError> {
        if self.count == self.limit {
            return Err(Refusal::TooManyRecords { limit: self.limit }.into());
        }
        let FamilyMember { mut raw, columns } = member;
        raw.number = self.next_number();
        self.sheet.iter().for_each(|sheet| sheet.read_day(&mut raw));
        self.member_columns = columns;
        Ok(Item::Row(raw))
    }

    pub(super) fn next_number(&mut self) -> u32 {
        self.count = self.made_rows.next_number(self.count);
        u32::try_from(self.count).unwrap_or(u32::MAX)
    }

    pub(super) fn record(&mut self, number: u32) -> RawRow {
        let shape = self.shape();
        let mut raw = RawRow::new(self.row.line, number);
        raw.shape = shape;
        let split = (shape == Shape::TooMany).then(|| self.free_text());
        for field in Field::ALL {
            let Some(place) = self.places[field.index()] else { continue };
            if let Some(place) = self.trusted_place(place, split.flatten()) {
                raw.set(field, self.row.cell(place));
            }
        }
        if let Some(name) = raw.get(Field::FullName).filter(|name| self.has_last_first() && !is_nobodys(name)) {
            let turned = with_comma(name);
            raw.set(Field::FullName, &turned);
        }
        self.answer(&mut raw);
        self.sheet.iter().for_each(|sheet| sheet.read_day(&mut raw));
        self.beside.see(&self.row);
        self.dates = raw.get(Field::DateOfBirth).map_or(self.dates, |cell| self.dates.with(cell));
        self.sections.fill(&mut raw);
        self.told.meanings.fill(&mut raw);
        self.told.ids.iter().for_each(|ids| ids.fill(&mut raw));
        self.told.contacts.leave_out(&mut raw);
        self.sections.fill_family(&mut raw);
        if shape != Shape::TooMany {
            self.birth.iter().for_each(|birth| birth.fill(&self.row, &mut raw));
            self.told.employees.fill(&self.row, &mut raw);
            self.leaving.fill(&self.row, &mut raw);
            raw.employee = self.told.employees.name(&self.row);
        }
        raw
    }

    /// Whether whole names have the last name first, as a person has said, by their heading or by the families of the file.
    pub(super) fn has_last_first(&self) -> bool {
        let names = self.places[Field::FullName.index()];
        self.told.names.filter(|order| names == Some(order.place)).map_or(self.last_first, |order| order.last_first)
    }

    /// Puts the status that a yes or no answers in its place, or the answer with its heading where that does not say what it means.
    pub(super) fn answer(&self, raw: &mut RawRow) {
        let answer = self.status.zip(raw.get(Field::Status)).and_then(|(question, cell)| question.answer(cell));
        if let Some(status) = answer {
            raw.set(Field::Status, status.name());
        }
        let open = self.open_status.as_ref().zip(raw.get(Field::Status));
        if let Some(told) = open.and_then(|(heading, cell)| open_answer(heading, cell)) {
            raw.set(Field::Status, &told);
        }
    }
}
