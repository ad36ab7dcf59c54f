//! Columns of the days on which people start: of their hire, or of what covers them. No field takes them.

use std::sync::Arc;

use super::{How, Mapping};
use crate::census::cells::{clean, unguarded};
use crate::census::findings::starting::Starting;
use crate::census::source::lines::Row;
use crate::census::source::raw::RawRow;
use crate::census::vocabulary::headings::without_owner;
use crate::census::vocabulary::leaving::CHANGE_DAYS;
use crate::census::vocabulary::people_beside::HIRED;

/// The columns of a file that may tell when somebody starts, those of hires first.
#[derive(Debug, Default)]
pub(in crate::census) struct StartingColumns(Vec<(usize, Arc<str>)>);

impl StartingColumns {
    pub(in crate::census) fn among(mapping: &Mapping) -> Self {
        let open = || mapping.columns().iter().filter(|column| column.field.is_none() && column.how != How::ByHand);
        let headed = |keys: &'static [&str]| {
            open()
                .filter(move |column| keys.contains(&column.key.as_str()) || keys.contains(&without_owner(&column.key)))
                .map(|column| (column.index, Arc::from(column.heading.as_str())))
        };
        Self(headed(HIRED).chain(headed(CHANGE_DAYS)).collect())
    }

    /// Notes what the first filled column tells. Beside what tells of leaving, a day is that of the leaving.
    pub(in crate::census) fn fill(&self, row: &Row, raw: &mut RawRow) {
        if raw.leaving.is_some() {
            return;
        }
        raw.starting = self.0.iter().find_map(|(place, heading)| {
            let text = unguarded(clean(row.cell(*place)));
            let is_day = text.starts_with(|c: char| c.is_alphanumeric()) && text.contains(|c: char| c.is_ascii_digit());
            is_day.then(|| Starting { heading: Arc::clone(heading), text: text.into() })
        });
    }
}
