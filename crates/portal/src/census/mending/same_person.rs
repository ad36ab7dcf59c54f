//! People who stand in several rows of a file: the rows side by side, and the one of them that counts (rules.md#same-person-twice).

use std::collections::{BTreeMap, BTreeSet};

use domain::census::file::Task;
use domain::census::mend::Others;
use domain::census::same_person::is_same;
use domain::census::{IssueKind, Record, RowState};
use domain::{CensusFileId, CensusTaskId, Invalid, Page, PageRequest};
use serde_json::json;
use store::Db;
use store::census::findings::{self, FindingFilter};
use store::census::issues::{self, StoredIssue};
use store::census::records::{self, StoredRecord};
use store::census::{beside, files};

use super::service::require_validation;
use crate::census::resolving::{Because, require_not_imported, require_open, resettle, set_aside};
use crate::census::service::{self, FileDetail};
use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

/// The rows of one person, in the order of the file, each with what is unresolved about it.
pub(super) type SamePerson = Vec<(StoredRecord, Vec<StoredIssue>)>;

/// A page of the people who stand in several rows, each once.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when file or task are not there, or it is not the validation.
pub(super) async fn page(
    ctx: &Context,
    who: &CallerOrigin,
    ids: (CensusFileId, CensusTaskId),
    request: PageRequest,
) -> Result<Page<SamePerson>> {
    require_validation(ctx, who, ids).await?;
    let db = ctx.store.read();
    let filter = FindingFilter { task: Task::ValidateData, kind: IssueKind::DuplicatePerson, field: None, value: None };
    let page = findings::records(&db, ids.0, &filter, &PageRequest { order_by: None, ..request }).await?;
    let asked: Vec<Record> = page.rows.iter().map(|row| row.record.clone()).collect();
    let people = rows_of(&db, ids.0, &asked).await?;
    let numbers: BTreeSet<u32> = people.iter().flatten().copied().collect();
    let numbers: Vec<u32> = numbers.into_iter().collect();
    let rows: BTreeMap<u32, StoredRecord> =
        records::find_many(&db, ids.0, &numbers).await?.into_iter().map(|row| (row.record.number, row)).collect();
    let said = issues::of_rows(&db, ids.0, &numbers).await?;
    let told = |number: &u32| Some((rows.get(number)?.clone(), said.get(number).cloned().unwrap_or_default()));
    // A person of three rows is asked about in two of them.
    let mut seen = BTreeSet::new();
    let once = people.into_iter().filter(|numbers| seen.insert(numbers.clone()));
    let shown = once.map(|numbers| numbers.iter().filter_map(told).collect()).collect();
    Ok(Page { rows: shown, total: page.total, per_page: page.per_page })
}

/// For each of some rows the numbers of all rows of its person that were not set aside, its own among them, in the order of the file.
async fn rows_of(db: &impl Db, file: CensusFileId, asked: &[Record]) -> Result<Vec<Vec<u32>>> {
    let others = Others::beside(asked, beside::alike(db, file, asked).await?);
    let of_row = |row: &Record| {
        let same = others.alike(row).into_iter().filter(|other| is_same(other, row)).map(|other| other.number);
        let numbers: BTreeSet<u32> = same.chain([row.number]).collect();
        numbers.into_iter().collect()
    };
    Ok(asked.iter().map(of_row).collect())
}

/// Says that a row counts; the others of its person are set aside.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when file, task or row are not there; on `RecordNumber` for a row that was skipped, or is the only one of
/// its person.
pub(super) async fn choose(
    ctx: &Context,
    who: &CallerOrigin,
    (id, task): (CensusFileId, CensusTaskId),
    row: u32,
) -> Result<FileDetail> {
    require_validation(ctx, who, (id, task)).await?;
    let tx = ctx.store.begin().await?;
    let file = files::lock(&tx, who.scope(), id).await?;
    let found = records::find(&tx, id, row).await?;
    require_open(&tx, &file).await?;
    let refused = |message: &str| Err(Invalid::field("RecordNumber", message).into());
    if !matches!(found.state, RowState::Valid | RowState::Error) {
        return refused("This record was skipped. Take it back in first.");
    }
    let numbers = rows_of(&tx, id, std::slice::from_ref(&found.record)).await?.pop().unwrap_or_default();
    let others: Vec<u32> = numbers.into_iter().filter(|number| *number != row).collect();
    if others.is_empty() {
        return refused("No other record of this file is the same person.");
    }
    require_not_imported(&tx, &file, "RecordNumber", &others).await?;
    let gone = records::find_many(&tx, id, &others).await?;
    set_aside(ctx, &tx, &file, gone, Because::AnotherCounts).await?;
    resettle(&tx, &file, Task::MatchEmployees).await?;
    let detail = json!({ "record": row, "skipped": others });
    tx.commit(service::file_entry(ctx, who, "census.choose_row", &file).with_detail(detail)).await?;
    service::find(ctx, who, id).await
}
