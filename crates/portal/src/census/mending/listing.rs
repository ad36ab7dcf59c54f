//! What is wrong with the rows of a file, for the fix grid.

use domain::census::file::Task;
use domain::{CensusFileId, CensusTaskId, Invalid, Page, PageRequest};
use store::census::findings::{self, Finding, FindingFilter, WrongValue};
use store::census::issues::{self, StoredIssue};
use store::census::records::StoredRecord;

use super::service::require_validation;
use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

/// Values of a finding that are listed.
const VALUES: u64 = 20;

/// What the validation has found, each with its most frequent values.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when file or task are not there, or it is not the validation.
pub(super) async fn findings(
    ctx: &Context,
    who: &CallerOrigin,
    ids: (CensusFileId, CensusTaskId),
) -> Result<Vec<(Finding, Vec<WrongValue>)>> {
    require_validation(ctx, who, ids).await?;
    let db = ctx.store.read();
    let found = findings::findings(&db, ids.0, Task::ValidateData).await?;
    let mut values = findings::values(&db, ids.0, Task::ValidateData, VALUES).await?;
    let with_values = |finding: Finding| {
        let values = values.remove(&(finding.kind, finding.field.clone())).unwrap_or_default();
        (finding, values)
    };
    Ok(found.into_iter().map(with_values).collect())
}

/// A page of the rows with a finding, with everything that is unresolved about them.
///
/// # Errors
/// As [`fn@findings`]; what is wrong with the wish itself.
pub(super) async fn records(
    ctx: &Context,
    who: &CallerOrigin,
    ids: (CensusFileId, CensusTaskId),
    filter: std::result::Result<FindingFilter, Invalid>,
    request: PageRequest,
) -> Result<Page<(StoredRecord, Vec<StoredIssue>)>> {
    require_validation(ctx, who, ids).await?;
    let filter = filter?;
    let db = ctx.store.read();
    let page = findings::records(&db, ids.0, &filter, &PageRequest { order_by: None, ..request }).await?;
    let numbers: Vec<u32> = page.rows.iter().map(|row| row.record.number).collect();
    let mut said = issues::of_rows(&db, ids.0, &numbers).await?;
    Ok(page.map(|row| {
        let issues = said.remove(&row.record.number).unwrap_or_default();
        (row, issues)
    }))
}
