//! The rows of a file on the thread that reads it: each judged by itself and with the others, and sent on in batches.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::Read;

use domain::UserId;
use domain::census::families::{Late, StoredDependents};
use domain::census::questions::{AskedLeaving, AskedSections};
use domain::census::{
    CensusReader, Checked, CrossRows, Field, Item, RawRow, ReadError, RememberedValues, RowState, Rules, Section,
    Severity, Shape, validate,
};
use store::census::issues::NewIssue;
use store::census::left_out::LeftOut;
use store::census::records::{LateRow, StoredRecord};
use tokio::sync::mpsc;

use super::asking::Asked;
use super::source;

/// Rows a batch, which is one transaction.
const BATCH: usize = 2000;

/// A row on its way to the database.
pub(super) enum Judged {
    /// As it stands in the file.
    AsRead(Checked),
    /// As a person has corrected it.
    Edited(Checked, UserId),
    /// A person has set it aside, and perhaps corrected it before; what is wrong with it counts once it is taken back in.
    SetAside(Checked, Option<UserId>),
}

/// Lines of a file on their way to the database.
#[derive(Default)]
pub(super) struct ReadLines {
    /// Rows.
    pub(super) rows: Vec<Judged>,
    /// Lines that were left out.
    pub(super) left_out: Vec<LeftOut>,
}

impl ReadLines {
    fn len(&self) -> usize {
        self.rows.len() + self.left_out.len()
    }
}

/// What is known once all rows were read.
pub(super) struct End {
    /// What later rows told about earlier ones, by row.
    pub(super) late: BTreeMap<u32, (LateRow, Vec<NewIssue>)>,
    /// Bytes that were no character of the file's encoding.
    pub(super) stray_bytes: u64,
    /// The line of the heading.
    pub(super) heading_line: u64,
    /// What only a person can tell.
    pub(super) asked: Asked,
}

/// Judges rows.
pub(super) struct Rows {
    rules: Rules,
    remembered: RememberedValues,
    edited: HashMap<u32, StoredRecord>,
    dependents: StoredDependents,
}

impl Rows {
    /// By these rules and with these words replaced; `edited` are the rows that a person has corrected or set aside.
    pub(super) fn new(rules: Rules, remembered: RememberedValues, edited: HashMap<u32, StoredRecord>) -> Self {
        Self { rules, remembered, edited, dependents: StoredDependents::default() }
    }

    /// Knows the dependents of the group.
    pub(super) fn knowing(self, dependents: StoredDependents) -> Self {
        Self { dependents, ..self }
    }

    /// Reads to the end.
    pub(super) fn read<R: Read>(
        &self,
        reader: &mut CensusReader<R>,
        sender: &mpsc::Sender<ReadLines>,
    ) -> Result<End, ReadError> {
        let mut together = CrossRows::new(&self.rules).knowing(self.dependents.clone());
        let (mut sections, mut asked) = (AskedSections::default(), Asked::default());
        let mut leaving = AskedLeaving::default();
        let mut batch = ReadLines::default();
        while let Some(item) = reader.next_item()? {
            match item {
                Item::Row(raw) => {
                    raw.section.iter().for_each(|section| sections.see(section, raw.line));
                    batch.rows.push(self.judge(raw, &mut together, &mut leaving));
                }
                Item::Ignored(ignored) => match LeftOut::of(&ignored) {
                    Some(line) => {
                        asked.left_out.see(line.line, line.has_name);
                        batch.left_out.push(line);
                    }
                    None => asked.left_out.blank = asked.left_out.blank.saturating_add(1),
                },
            }
            if batch.len() == BATCH && !source::send(sender, std::mem::take(&mut batch)) {
                break;
            }
        }
        if batch.len() > 0 {
            source::send(sender, batch);
        }
        (asked.sections, asked.has_more_sections) = sections.finish();
        asked.leaving = leaving.finish();
        Ok(End {
            asked,
            late: by_row(together.finish()),
            stray_bytes: reader.stray_bytes(),
            heading_line: reader.heading_line(),
        })
    }

    fn judge(&self, mut raw: RawRow, together: &mut CrossRows, asked: &mut AskedLeaving) -> Judged {
        let replaced = self.remembered.replace(&mut raw);
        let Some(left) = self.edited.get(&raw.number) else {
            let mut checked = validate(&raw, &self.rules);
            raw.leaving.iter().filter(|_| checked.may_have_left).for_each(|told| asked.see(told, raw.line));
            if !checked.skipped {
                checked.issues.extend(replaced);
            }
            together.observe(&mut checked);
            return Judged::AsRead(checked);
        };
        let raw = if left.edited_by.is_some() { self.as_corrected(raw, left) } else { raw };
        let mut checked = validate(&raw, &self.rules);
        raw.leaving.iter().filter(|_| checked.may_have_left).for_each(|told| asked.see(told, raw.line));
        let is_aside = left.state == RowState::SkippedByPerson;
        if is_aside {
            together.pass_over(&checked);
        } else {
            together.observe(&mut checked);
        }
        if left.record.primary_row.is_some() {
            checked.record.primary_row = left.record.primary_row;
            checked.record.primary_by_order = left.record.primary_by_order;
        }
        match left.edited_by {
            Some(by) if !is_aside => Judged::Edited(checked, by),
            by => Judged::SetAside(checked, by),
        }
    }

    /// The row with the texts of its correction; what a correction cannot hold stays as it stands in the file. So do the shape of a row
    /// that still waits for a person and what could not be read of it: a person has corrected other cells.
    fn as_corrected(&self, mut raw: RawRow, left: &StoredRecord) -> RawRow {
        let mut unread = HashSet::new();
        if matches!(left.state, RowState::Valid | RowState::SkippedByRule) {
            raw.shape = Shape::Even;
        } else {
            unread.extend(validate(&raw, &self.rules).issues.into_iter().filter_map(|issue| issue.key));
        }
        let has_left = raw.section.as_ref().is_some_and(Section::ends);
        for field in Field::template() {
            let cell = left.record.cell(*field);
            // The section of the row tells its status; a correction made before that was said does not take it away.
            let by_section = *field == Field::Status && has_left && cell.is_none();
            // So does a column that tells who leaves, as long as a person says that it counts.
            let by_leaving = *field == Field::Status && left.record.leaves_on.is_some();
            let is_held = !by_section && !by_leaving && !matches!(field, Field::GroupId | Field::FamilyId | Field::Ssn);
            if is_held && (cell.is_some() || !unread.contains(field.name())) {
                raw.set(*field, &cell.unwrap_or_default());
            }
        }
        for part in [Field::FullName, Field::MiddleName, Field::Suffix] {
            raw.set(part, "");
        }
        raw
    }
}

fn by_row(late: Vec<Late>) -> BTreeMap<u32, (LateRow, Vec<NewIssue>)> {
    let mut rows: BTreeMap<u32, (LateRow, Vec<NewIssue>)> = BTreeMap::new();
    for one in late {
        let (row, said) = rows.entry(one.number).or_insert_with(|| (LateRow::new(one.number), Vec::new()));
        row.primary_row = one.primary_row.or(row.primary_row);
        row.by_order |= one.by_order;
        row.drop_unique_id |= one.drop_unique_id;
        if let Some(issue) = one.issue {
            row.is_wrong |= issue.severity() == Severity::Error;
            said.push(NewIssue::of_row(one.number, issue));
        }
    }
    rows
}
