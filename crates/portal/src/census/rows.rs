//! The rows of a file on the thread that reads it: each judged by itself and with the others, and sent on in batches.

use std::collections::{BTreeMap, HashMap};
use std::io::Read;

use domain::UserId;
use domain::census::families::Late;
use domain::census::{
    CensusReader, Checked, CrossRows, Field, Item, RawRow, ReadError, Record, RowState, Rules, Severity, Shape,
    validate,
};
use store::census::issues::NewIssue;
use store::census::records::{LateRow, StoredRecord};
use tokio::sync::mpsc;

use super::source;

/// Rows a batch, which is one transaction.
const BATCH: usize = 1000;

/// A row on its way to the database.
pub(super) enum Judged {
    /// As it stands in the file.
    AsRead(Checked),
    /// As a person has corrected it.
    Edited(Checked, UserId),
    /// A person has set it aside; its stored row stays.
    SetAside,
}

/// What is known once all rows were read.
pub(super) struct End {
    /// What later rows told about earlier ones, by row.
    pub(super) late: BTreeMap<u32, (LateRow, Vec<NewIssue>)>,
    /// Bytes that were no character of the file's encoding.
    pub(super) stray_bytes: u64,
    /// The line of the heading.
    pub(super) heading_line: u64,
}

/// Judges rows.
pub(super) struct Rows {
    rules: Rules,
    edited: HashMap<u32, StoredRecord>,
}

impl Rows {
    /// By these rules; `edited` are the rows that a person has corrected or set aside.
    pub(super) fn new(rules: Rules, edited: HashMap<u32, StoredRecord>) -> Self {
        Self { rules, edited }
    }

    /// Reads to the end.
    pub(super) fn read<R: Read>(
        &self,
        reader: &mut CensusReader<R>,
        sender: &mpsc::Sender<Vec<Judged>>,
    ) -> Result<End, ReadError> {
        let mut together = CrossRows::new(&self.rules);
        let mut batch = Vec::with_capacity(BATCH);
        while let Some(item) = reader.next_item()? {
            let Item::Row(raw) = item else { continue };
            batch.push(self.judge(raw, &mut together));
            if batch.len() == BATCH && !source::send(sender, std::mem::replace(&mut batch, Vec::with_capacity(BATCH))) {
                break;
            }
        }
        if !batch.is_empty() {
            source::send(sender, batch);
        }
        Ok(End {
            late: by_row(together.finish()),
            stray_bytes: reader.stray_bytes(),
            heading_line: reader.heading_line(),
        })
    }

    fn judge(&self, raw: RawRow, together: &mut CrossRows) -> Judged {
        let Some(edited) = self.edited.get(&raw.number) else {
            let mut checked = validate(&raw, &self.rules);
            together.observe(&mut checked);
            return Judged::AsRead(checked);
        };
        let (StoredRecord { record, state, .. }, Some(by)) = (edited, edited.edited_by) else {
            return Judged::SetAside;
        };
        if *state == RowState::SkippedByPerson {
            return Judged::SetAside;
        }
        let mut checked = validate(&as_corrected(raw, record), &self.rules);
        together.observe(&mut checked);
        checked.record.primary_row = record.primary_row.or(checked.record.primary_row);
        Judged::Edited(checked, by)
    }
}

/// The row with the texts of its correction; what the correction cannot hold stays as it stands in the file.
pub(super) fn as_corrected(mut raw: RawRow, record: &Record) -> RawRow {
    raw.shape = Shape::Even;
    for field in Field::template() {
        if !matches!(field, Field::GroupId | Field::FamilyId | Field::Ssn) {
            raw.set(*field, &record.cell(*field).unwrap_or_default());
        }
    }
    raw.set(Field::FullName, "");
    raw
}

fn by_row(late: Vec<Late>) -> BTreeMap<u32, (LateRow, Vec<NewIssue>)> {
    let mut rows: BTreeMap<u32, (LateRow, Vec<NewIssue>)> = BTreeMap::new();
    for one in late {
        let (row, said) = rows.entry(one.number).or_insert_with(|| (LateRow::new(one.number), Vec::new()));
        row.primary_row = one.primary_row.or(row.primary_row);
        row.drop_unique_id |= one.drop_unique_id;
        if let Some(issue) = one.issue {
            row.is_wrong |= issue.severity() == Severity::Error;
            said.push(NewIssue::of_row(one.number, issue));
        }
    }
    rows
}
