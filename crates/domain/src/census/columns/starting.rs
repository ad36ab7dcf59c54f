//! Columns of the days on which people start: of their hire, or of what covers them. No field takes them.

use std::sync::Arc;

use chrono::NaiveDate;

use super::{How, Mapping};
use crate::census::cells::{DateOrder, clean, read_birth_date, unguarded};
use crate::census::findings::leaving::Starting;
use crate::census::findings::leaving::{Leaving, Sign};
use crate::census::source::lines::Row;
use crate::census::source::raw::RawRow;
use crate::census::vocabulary::Words;
use crate::census::vocabulary::headings::without_owner;
use crate::census::vocabulary::leaving::CHANGE_DAYS;
use crate::census::vocabulary::people_beside::HIRED;

/// The columns of a file that may hold first days.
#[derive(Debug, Default)]
pub(in crate::census) struct StartingColumns {
    /// Those of hires first.
    columns: Vec<(usize, Arc<str>)>,
    /// How many are of hires.
    hires: usize,
}

impl StartingColumns {
    pub(in crate::census) fn among(mapping: &Mapping) -> Self {
        let open = || mapping.columns().iter().filter(|column| column.field.is_none() && column.how != How::ByHand);
        let headed = |keys: Words| {
            open()
                .filter(move |column| keys.contains(&column.key) || keys.contains(without_owner(&column.key)))
                .map(|column| (column.index, Arc::from(column.heading.as_str())))
        };
        Self { columns: headed(HIRED).chain(headed(CHANGE_DAYS)).collect(), hires: headed(HIRED).count() }
    }

    /// Notes what the first filled column tells. Beside what tells of leaving, a day is that of the leaving; but a person hired after it has
    /// come back (rules.md#told-leaving).
    pub(in crate::census) fn fill(&self, row: &Row, raw: &mut RawRow) {
        if raw.leaving.as_ref().is_some_and(|leaving| self.is_hired_after(leaving, row)) {
            raw.leaving = None;
        }
        if raw.leaving.is_some() {
            return;
        }
        raw.starting = self.columns.iter().find_map(|(place, heading)| {
            let text = unguarded(clean(row.cell(*place)));
            let is_day = text.starts_with(|c: char| c.is_alphanumeric()) && text.contains(|c: char| c.is_ascii_digit());
            is_day.then(|| Starting { heading: Arc::clone(heading), text: text.into() })
        });
    }

    /// Whether a day of hire lies behind the day of leaving that a column of days tells, in either order of its parts.
    fn is_hired_after(&self, leaving: &Leaving, row: &Row) -> bool {
        let Some(left) = leaving.day.as_deref().filter(|_| matches!(leaving.sign, Sign::Day | Sign::SomeDay)) else {
            return false;
        };
        let is_later = |order| {
            let read = |text: &str| read_birth_date(text, NaiveDate::MAX, order);
            let hires = self.columns.iter().take(self.hires);
            let hired = hires.filter_map(|(place, _)| read(unguarded(clean(row.cell(*place))))).max()?;
            Some(hired > read(left)?)
        };
        let told: Vec<bool> = [DateOrder::MonthFirst, DateOrder::DayFirst].into_iter().filter_map(is_later).collect();
        !told.is_empty() && told.iter().all(|is_later| *is_later)
    }
}
