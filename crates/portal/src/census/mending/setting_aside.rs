//! Many rows set aside at once, or taken back in (rules.md#errors-and-warnings, rules.md#unreadable-row).

use std::collections::BTreeMap;

use domain::census::RowState;
use domain::census::file::Task;
use domain::{CensusFileId, CensusTaskId, Invalid};
use serde_json::json;
use store::Tx;
use store::census::files::{self, CensusFile};
use store::census::findings::{self, FindingFilter};
use store::census::issues;
use store::census::records::{self, StoredRecord};

use super::ground::Cause;
use super::service::{MOST_ROWS, Outcome, apply, check_numbers, finish};
use crate::census::resolving::{Because, Correction, require_not_imported, require_open, resettle, set_aside};
use crate::census::service;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;

/// Which rows are meant.
#[derive(Debug)]
pub(super) enum Which {
    /// Those of these numbers.
    Numbers(Vec<u32>),
    /// The next of those that something was found wrong with.
    Found(FindingFilter),
    /// Those of these numbers, but to be taken back in.
    Back(Vec<u32>),
}

/// Sets rows aside, so that the file goes on without them, or takes them back in.
///
/// # Errors
/// [`Error::NotFound`] when file, task or a record is not there; on `RecordNumbers` for too many, or one twice; what is wrong with the
/// wish itself.
pub(super) async fn skip(
    ctx: &Context,
    who: &CallerOrigin,
    (id, task): (CensusFileId, CensusTaskId),
    which: std::result::Result<Which, Invalid>,
) -> Result<Outcome> {
    let (_, row) = service::task_of(ctx, who, id, task).await?;
    let which = which?;
    match &which {
        Which::Numbers(numbers) | Which::Back(numbers) => check_numbers("RecordNumbers", numbers)?,
        Which::Found(_) if row.task != Task::ValidateData => return Err(Error::NotFound),
        Which::Found(_) => {}
    }
    let tx = ctx.store.begin().await?;
    let file = files::lock(&tx, who.scope(), id).await?;
    let numbers = match &which {
        Which::Numbers(numbers) | Which::Back(numbers) => numbers.clone(),
        Which::Found(filter) => findings::chunk(&tx, id, filter, 0, MOST_ROWS as u64).await?,
    };
    let found = records::find_many(&tx, id, &numbers).await?;
    if found.len() < numbers.len() {
        return Err(Error::NotFound);
    }
    require_open(&tx, &file).await?;
    require_not_imported(&tx, &file, "RecordNumbers", &numbers).await?;
    if matches!(which, Which::Back(_)) {
        return take_back(ctx, who, tx, &file, &found).await;
    }
    let aside = set_aside(ctx, &tx, &file, found, Because::Skipped(who.user)).await?;
    let changed = aside.changed;
    let mut outcome = Outcome { changed, last: numbers.last().copied().unwrap_or(0), ..Outcome::default() };
    if let Which::Found(filter) = &which {
        outcome.left = findings::left(&tx, id, filter, 0).await?;
    }
    outcome.with_errors = issues::rows_with_errors(&tx, id, Task::ValidateData).await?;
    if changed > 0 {
        resettle(&tx, &file, aside.behind).await?;
        let entry = service::file_entry(ctx, who, "census.skip_records", &file);
        tx.commit(entry.with_detail(json!({ "records": numbers }))).await?;
    }
    Ok(outcome)
}

/// Takes the rows back in that a person has set aside, with what was wrong with them; each is judged beside the others as they are now.
async fn take_back(
    ctx: &Context,
    who: &CallerOrigin,
    tx: Tx,
    file: &CensusFile,
    found: &[StoredRecord],
) -> Result<Outcome> {
    let aside = found.iter().filter(|row| row.state == RowState::SkippedByPerson);
    let corrections: Vec<Correction> =
        aside.map(|row| Correction { number: row.record.number, texts: BTreeMap::new(), primary: None }).collect();
    let (mut outcome, told) = apply(ctx, &tx, file, &corrections, Cause::TakenBack).await?;
    finish(ctx, who, tx, file, &mut outcome, ("census.take_back_records", json!({ "records": told }))).await?;
    Ok(outcome)
}
