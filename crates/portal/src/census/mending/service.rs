//! Many rows corrected in one transaction: each is judged with the others as they have become, and only what was touched is said anew
//! (rules.md#fixing-a-row).

use std::collections::{BTreeMap, HashSet};

use domain::census::Field;
use domain::census::file::Task;
use domain::{CensusFileId, CensusTaskId, Invalid};
use serde_json::{Map, Value, json};
use store::Tx;
use store::census::files::{self, CensusFile};
use store::census::findings::{self, FindingFilter};
use store::census::issues::{self, NewIssue};
use store::census::records::{self, StoredRecord};
use store::census::{changes, remembered_values, settling};

use super::ground::{Cause, Ground, Judged};
use crate::census::resolving::{Because, Correction, require_not_imported, require_open, resettle, settle_others};
use crate::census::service;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;

/// Rows that one call corrects or sets aside.
pub(super) const MOST_ROWS: usize = 500;

/// A correction that was not taken; the row stays as it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Refusal {
    /// The record.
    pub(super) number: u32,
    /// The field.
    pub(super) key: String,
    /// Why.
    pub(super) message: String,
}

/// What came of a call.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    /// Rows that were changed.
    pub(super) changed: u32,
    /// Corrections that were not taken.
    pub(super) refused: Vec<Refusal>,
    /// The last row that was looked at; the next call of a long work begins behind it.
    pub(super) last: u32,
    /// How many rows the work has left behind that one.
    pub(super) left: u32,
    /// How many rows of the file have errors now.
    pub(super) with_errors: u32,
}

/// One value to be put in the place of another wherever it was found wrong.
#[derive(Debug)]
pub(super) struct Replacement {
    /// Where it was found wrong.
    pub(super) filter: FindingFilter,
    /// The field.
    pub(super) field: Field,
    /// The value from now on.
    pub(super) to: String,
    /// Only rows behind this one; the last of the call before.
    pub(super) after: u32,
    /// Whether the group's next files are read so too; `None` leaves that as it is.
    pub(super) remember: Option<bool>,
}

/// Corrects rows, each in the fields that were sent.
///
/// # Errors
/// [`Error::NotFound`] when file, task or a record is not there; on `Records` for too many, or one twice.
pub(super) async fn fix(
    ctx: &Context,
    who: &CallerOrigin,
    (id, task): (CensusFileId, CensusTaskId),
    corrections: &[Correction],
) -> Result<Outcome> {
    require_validation(ctx, who, (id, task)).await?;
    check_numbers("Records", &corrections.iter().map(|one| one.number).collect::<Vec<_>>())?;
    let tx = ctx.store.begin().await?;
    let file = files::lock(&tx, who.scope(), id).await?;
    require_open(&tx, &file).await?;
    let numbers: Vec<u32> = corrections.iter().map(|one| one.number).collect();
    require_not_imported(&tx, &file, "Records", &numbers).await?;
    let (mut outcome, told) = apply(ctx, &tx, &file, corrections, Cause::Corrected(who.user)).await?;
    finish(ctx, who, tx, &file, &mut outcome, ("census.fix_records", json!({ "records": told }))).await?;
    Ok(outcome)
}

/// Replaces a wrong value in the next rows that have it.
///
/// # Errors
/// As [`fix`]; what is wrong with the wish itself; on `To` for a value that none of the rows takes.
pub(super) async fn replace(
    ctx: &Context,
    who: &CallerOrigin,
    (id, task): (CensusFileId, CensusTaskId),
    wish: std::result::Result<Replacement, Invalid>,
) -> Result<Outcome> {
    require_validation(ctx, who, (id, task)).await?;
    let wish = wish?;
    let tx = ctx.store.begin().await?;
    let file = files::lock(&tx, who.scope(), id).await?;
    require_open(&tx, &file).await?;
    let numbers = findings::chunk(&tx, id, &wish.filter, wish.after, MOST_ROWS as u64).await?;
    let correction = |number: &u32| Correction {
        number: *number,
        texts: BTreeMap::from([(wish.field, wish.to.clone())]),
        primary: None,
    };
    // What was imported with a value that could not be read stays as it was imported.
    let imported = changes::imported(&tx, id, &numbers).await?;
    let open = numbers.iter().filter(|number| !imported.contains(number));
    let corrections: Vec<Correction> = open.map(correction).collect();
    let (mut outcome, told) = apply(ctx, &tx, &file, &corrections, Cause::Corrected(who.user)).await?;
    if let (0, Some(refusal)) = (outcome.changed, outcome.refused.first()) {
        return Err(Invalid::field("To", refusal.message.clone()).into());
    }
    outcome.last = numbers.last().copied().unwrap_or(wish.after);
    outcome.left = findings::left(&tx, id, &wish.filter, outcome.last).await?;
    let mut detail = json!({ "records": told });
    if let (Some(is_kept), Some(word), 1..) = (wish.remember, &wish.filter.value, outcome.changed) {
        let word = (file.group_id()?, wish.field, word.as_str());
        if is_kept {
            remembered_values::remember(&tx, word, &wish.to, (who.user, ctx.now())).await?;
        } else {
            remembered_values::forget(&tx, word).await?;
        }
        detail["remembered"] = json!(is_kept);
    }
    if !numbers.is_empty() {
        finish(ctx, who, tx, &file, &mut outcome, ("census.replace_value", detail)).await?;
    }
    Ok(outcome)
}

/// Only the validation says what a grid can mend.
pub(super) async fn require_validation(
    ctx: &Context,
    who: &CallerOrigin,
    (id, task): (CensusFileId, CensusTaskId),
) -> Result<()> {
    let (_, row) = service::task_of(ctx, who, id, task).await?;
    if row.task == Task::ValidateData { Ok(()) } else { Err(Error::NotFound) }
}

/// So many rows at once, and none twice.
pub(super) fn check_numbers(key: &str, numbers: &[u32]) -> Result<()> {
    let mut invalid = Invalid::none();
    invalid.check(numbers.len() <= MOST_ROWS, key, format!("At most {MOST_ROWS} records can be sent at once."));
    let distinct: HashSet<u32> = numbers.iter().copied().collect();
    invalid.check(distinct.len() == numbers.len(), key, "A record stands there twice.");
    Ok(invalid.result()?)
}

/// Settles the tasks, and writes the audit entry.
pub(super) async fn finish(
    ctx: &Context,
    who: &CallerOrigin,
    tx: Tx,
    file: &CensusFile,
    outcome: &mut Outcome,
    (action, detail): (&'static str, Value),
) -> Result<()> {
    if outcome.changed > 0 {
        resettle(&tx, file, Task::MatchEmployees).await?;
    }
    outcome.with_errors = issues::rows_with_errors(&tx, file.id, Task::ValidateData).await?;
    if outcome.changed > 0 {
        let entry = service::file_entry(ctx, who, action, file);
        tx.commit(entry.with_detail(detail)).await?;
    }
    Ok(())
}

/// Judges and writes rows. Gives what was changed, by row and field.
pub(super) async fn apply(
    ctx: &Context,
    tx: &Tx,
    file: &CensusFile,
    corrections: &[Correction],
    cause: Cause,
) -> Result<(Outcome, Map<String, Value>)> {
    let mut ground = Ground::read(ctx, tx, file, corrections).await?;
    let Judged { mended, refused } = ground.judge(corrections, cause);
    let rows: Vec<StoredRecord> = mended.iter().map(|(number, mended)| ground.row(*number, mended, cause)).collect();
    records::save(tx, file.id, &rows).await?;
    let issues = mended.iter().flat_map(|(number, mended)| ground.standing(*number, mended));
    let (stay, go): (Vec<_>, Vec<_>) = issues.partition(|(_, stays)| *stays);
    let ids = |issues: Vec<(i64, bool)>| issues.into_iter().map(|(id, _)| id).collect::<Vec<_>>();
    settling::remove(tx, file.id, &ids(go)).await?;
    if matches!(cause, Cause::TakenBack) {
        settling::reopen(tx, file.id, &ids(stay)).await?;
    }
    let said = mended
        .iter()
        .flat_map(|(number, mended)| mended.issues.iter().map(|issue| NewIssue::of_row(*number, issue.clone())));
    issues::insert(tx, file.id, Task::ValidateData, &said.collect::<Vec<_>>()).await?;
    settle_others(tx, file, &ground.told_otherwise(&mended), Because::Corrected).await?;
    let told = mended.iter().map(|(number, mended)| (number.to_string(), ground.told(*number, &mended.record)));
    let changed = u32::try_from(mended.len()).unwrap_or(u32::MAX);
    Ok((Outcome { changed, refused, ..Outcome::default() }, told.collect()))
}
