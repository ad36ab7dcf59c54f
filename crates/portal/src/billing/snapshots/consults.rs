//! The consults of one line, page by page: when they were and under which number the patient platform knows them. Who consulted is not
//! told (rules.md#consults-of-a-line).

use axum::extract::State;
use domain::text::{fold, search_words};
use domain::{GroupId, Page, PageRequest, SnapshotId, SnapshotLineId};
use serde::Serialize;
use store::View;
use store::consults::BilledConsult;
use store::snapshots::{self, FrozenSnapshot};
use utoipa::ToSchema;

use crate::clock::day_in;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::page::PagingQuery;
use crate::http::wire::Date;
use crate::http::{Answer, CallerOrigin, Envelope, List, Paging, Path, answer};

/// A consult on a line.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct ConsultData {
    /// The number that the patient platform has given it.
    consult_number: String,
    /// The business day on which it began.
    consult_date: Date,
    is_after_hours: bool,
}

/// A page of the consults of one line, by day and number.
#[utoipa::path(
    get, path = "/billing/{employerId}/snapshots/{snapshotId}/lines/{lineId}/consults", tag = "snapshots",
    params(("employerId" = i64, Path), ("snapshotId" = i64, Path), ("lineId" = i64, Path), PagingQuery),
    responses((status = 200, body = Envelope<List<ConsultData>>))
)]
pub async fn consults(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path((group, id, line)): Path<(GroupId, SnapshotId, SnapshotLineId)>,
    Paging(page): Paging,
) -> Answer<List<ConsultData>> {
    let view = ctx.store.view().await?;
    let snapshot = snapshots::find(&view, who.scope(), Some(group), id).await?;
    answer(consults_of_line(&ctx, &view, &snapshot, line, &page).await?)
}

/// A page of the consults of one line of a snapshot that was found in a view, with a term those whose numbers have it; none of a line that
/// bills members.
///
/// # Errors
/// [`Error::NotFound`] when the snapshot has no such line.
pub async fn consults_of_line(
    ctx: &Context,
    view: &View,
    snapshot: &FrozenSnapshot,
    line: SnapshotLineId,
    page: &PageRequest,
) -> Result<Page<ConsultData>> {
    let lines = snapshots::lines(view, &[snapshot.id]).await?;
    let line = lines.iter().find(|one| one.id == line).ok_or(Error::NotFound)?;
    let ids: Vec<i64> = if line.billing_type.counts_consults() { line.ids.iter().collect() } else { Vec::new() };
    let words = search_words(&page.term);
    let has_words = |consult: &BilledConsult| {
        let number = fold(&consult.external_id);
        words.iter().all(|word| number.contains(word.as_str()))
    };
    let known = store::consults::billed_consults(view, &ids, snapshot.computed_at).await?;
    let mut found: Vec<_> = known
        .into_values()
        .filter(has_words)
        .map(|consult| (day_in(ctx.config.time_zone, consult.started_at), consult.external_id, consult.is_after_hours))
        .collect();
    found.sort_unstable();
    let total = found.len() as u64;
    let rows = found
        .into_iter()
        .skip(usize::try_from(page.offset()).unwrap_or(usize::MAX))
        .take(usize::try_from(page.per_page).unwrap_or(usize::MAX))
        .map(|(on, consult_number, is_after_hours)| ConsultData {
            consult_number,
            consult_date: on.into(),
            is_after_hours,
        })
        .collect();
    Ok(Page { rows, total, per_page: page.per_page })
}
