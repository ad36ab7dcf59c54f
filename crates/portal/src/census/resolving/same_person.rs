//! Rows of one person or one unique id, of which some are set aside or corrected: what was asked about the others because of them is settled at
//! once. The dependents of a row that is set aside go over to the one that is left, and no member of a skipped row ends
//! (rules.md#same-person-twice).

use std::collections::{BTreeSet, HashMap};

use domain::census::file::Task;
use domain::census::left_over::{left, not_ended, without_end};
use domain::census::mend::Others;
use domain::census::same_person::{distance, is_same, says_left};
use domain::census::{Field, IssueKind, Record, RowState, Severity};
use domain::{MemberId, UserId};
use store::Tx;
use store::census::files::CensusFile;
use store::census::issues::{self, NewIssue, StoredIssue};
use store::census::records::{self, StoredRecord};
use store::census::{beside, matches, settling};

use crate::error::Result;

/// Why rows are set aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::census) enum Because {
    /// A person skips them.
    Skipped(UserId),
    /// A person has said that another row of their person counts.
    AnotherCounts,
    /// A person has corrected them: they stand still, and say something else.
    Corrected,
}

/// What is to be written about rows that are left.
#[derive(Default)]
struct Settled {
    issues: Vec<i64>,
    rows: Vec<StoredRecord>,
    told: Vec<NewIssue>,
}

/// Settles what was wrong with other rows because of those that are `gone`, which are set aside already, or stand there as they were before a
/// correction. Gives whether any row goes in anew or says something else now, so that the rows have to be matched again.
pub(in crate::census) async fn settle(tx: &Tx, file: &CensusFile, gone: &[Record], because: Because) -> Result<bool> {
    if gone.is_empty() {
        return Ok(false);
    }
    let mut rows = whole_rows_beside(tx, file, gone).await?;
    rows.retain(|row| gone.iter().all(|gone| gone.number != row.record.number));
    if rows.is_empty() {
        return Ok(false);
    }
    let left_over: Vec<Record> = rows.iter().map(|row| row.record.clone()).collect();
    let beside: Vec<Record> =
        whole_rows_beside(tx, file, &left_over).await?.into_iter().map(|row| row.record).collect();
    let numbers: Vec<u32> = left_over.iter().map(|record| record.number).collect();
    let mut said = issues::said_by(tx, file.id, Task::ValidateData, &numbers).await?;
    let mut settled = Settled::default();
    for row in rows {
        let others: Vec<Record> = beside.iter().filter(|other| other.number != row.record.number).cloned().collect();
        let said = said.remove(&row.record.number).unwrap_or_default();
        settled.add(row, said, (&others, gone), because);
    }
    settling::remove(tx, file.id, &settled.issues).await?;
    issues::insert(tx, file.id, Task::ValidateData, &settled.told).await?;
    records::save(tx, file.id, &settled.rows).await?;
    if because == Because::Corrected {
        return Ok(!settled.rows.is_empty());
    }
    let moved = dependents_of_heirs(tx, file, gone, &left_over).await?;
    records::save(tx, file.id, &moved).await?;
    Ok(!settled.rows.is_empty() || !moved.is_empty())
}

/// Settles what the match has said of other rows because of those that are about to be set aside, as the same member comes first for both:
/// a row in doubt is matched again, and an In-Active row ends no member that a skipped row names. Returns whether there is such a row.
pub(super) async fn settle_matched(
    tx: &Tx,
    file: &CensusFile,
    gone: &[StoredRecord],
    because: Because,
) -> Result<bool> {
    let numbers: Vec<u32> = gone.iter().map(|row| row.record.number).collect();
    let found = matches::of_rows(tx, file.id, &numbers).await?;
    let best = found.values().filter_map(|named| named.first()).map(|named| &named.matched);
    let members: HashMap<MemberId, u32> = best.filter_map(|matched| Some((matched.member?.0, matched.row))).collect();
    let ids: Vec<MemberId> = members.keys().copied().collect();
    let mut others = matches::rows_of_members(tx, file.id, &ids).await?;
    others.retain(|other| !numbers.contains(&other.row));
    let is_doubted = others.iter().any(|other| !other.settled);
    let Because::Skipped(by) = because else { return Ok(is_doubted) };
    let skipped = |row: u32| {
        let member = others.iter().find(|other| other.row == row)?.member;
        let number = members.get(&member)?;
        gone.iter().map(|gone| &gone.record).find(|gone| gone.number == *number && !says_left(gone))
    };
    let beside: Vec<u32> = others.iter().map(|other| other.row).collect();
    let mut settled = Settled::default();
    for row in records::find_many(tx, file.id, &beside).await? {
        if let Some(skipped) = skipped(row.record.number).filter(|_| says_left(&row.record)) {
            settled.end_nobody(row, skipped.number, by);
        }
    }
    issues::insert(tx, file.id, Task::ValidateData, &settled.told).await?;
    records::save(tx, file.id, &settled.rows).await?;
    Ok(is_doubted || !settled.rows.is_empty())
}

/// The rows that share a person or an id with one of these, with all fields: the fields that are compared lack the status.
async fn whole_rows_beside(tx: &Tx, file: &CensusFile, asked: &[Record]) -> Result<Vec<StoredRecord>> {
    let others = Others::beside(asked, beside::alike(tx, file.id, asked).await?);
    let numbers: BTreeSet<u32> = asked.iter().flat_map(|row| others.alike(row)).map(|row| row.number).collect();
    Ok(records::find_many(tx, file.id, &numbers.into_iter().collect::<Vec<_>>()).await?)
}

impl Settled {
    /// Judges a row that is left beside the `others` that stand still.
    fn add(
        &mut self,
        row: StoredRecord,
        said: Vec<StoredIssue>,
        (others, gone): (&[Record], &[Record]),
        because: Because,
    ) {
        let judged = left(&row.record, others, gone);
        let mut open: Vec<StoredIssue> = said.into_iter().filter(|issue| issue.resolved_at.is_none()).collect();
        let is_outdated = |issue: &StoredIssue| {
            let now = issue.kind.and_then(|kind| judged.said(kind));
            now.is_some_and(|now| now != Some(issue.message.as_str()))
        };
        let outdated: Vec<StoredIssue> = open.extract_if(.., |issue| is_outdated(issue)).collect();
        self.issues.extend(outdated.iter().map(|issue| issue.id));
        let again = |issue: &StoredIssue| {
            let message = judged.said(issue.kind?)??.to_owned();
            Some(NewIssue::again(row.record.number, issue, message))
        };
        let still: Vec<NewIssue> = outdated.iter().filter_map(again).collect();
        let is_wrong = !still.is_empty() || open.iter().any(|issue| issue.severity == Severity::Error);
        self.told.extend(still);
        let goes_in = row.state == RowState::Error && !outdated.is_empty() && !is_wrong;
        let state = if goes_in { RowState::Valid } else { row.state };
        match (because, judged.named_by) {
            (Because::Skipped(by), Some(skipped)) => self.end_nobody(StoredRecord { state, ..row }, skipped, by),
            _ if goes_in => self.rows.push(StoredRecord { state, ..row }),
            _ => {}
        }
    }

    /// Takes the status from a row, and says why. As a correction that outlives the next reading of the file.
    fn end_nobody(&mut self, row: StoredRecord, skipped: u32, by: UserId) {
        self.told.push(NewIssue {
            field: Some(Field::Status.name().to_owned()),
            kind: Some(IssueKind::NotEnded),
            severity: Severity::Warning,
            ..NewIssue::error(Some(row.record.number), not_ended(skipped))
        });
        self.rows.push(StoredRecord { record: without_end(row.record), edited_by: Some(by), ..row });
    }
}

/// Dependents of rows that are set aside, as they belong to the nearest row of the same person that is left.
async fn dependents_of_heirs(
    tx: &Tx,
    file: &CensusFile,
    gone: &[Record],
    left_over: &[Record],
) -> Result<Vec<StoredRecord>> {
    let heir = |number: u32| {
        let row = gone.iter().find(|row| row.number == number)?;
        let heirs = left_over.iter().filter(|heir| !heir.is_dependent() && is_same(heir, row));
        heirs.min_by_key(|heir| (distance(heir), heir.number)).map(|heir| heir.number)
    };
    let numbers: Vec<u32> = gone.iter().filter(|row| !row.is_dependent()).map(|row| row.number).collect();
    let dependents = records::dependents_of(tx, file.id, &numbers).await?;
    let moved = dependents.into_iter().filter_map(|mut dependent| {
        dependent.record.primary_row = Some(heir(dependent.record.primary_row?)?);
        Some(dependent)
    });
    Ok(moved.collect())
}
