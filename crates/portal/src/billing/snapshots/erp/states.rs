//! How snapshots stand in the ERP, for lists and panels; no ERP is asked (rules.md#state-in-the-erp).

use std::collections::BTreeMap;

use domain::{GroupId, SnapshotId};
use store::billing_runs::items;
use store::erp_documents::{Owners, newest};
use store::snapshots::{self, FrozenSnapshot, bulk_actions};
use store::{Db, erp_documents};

use crate::context::Context;
use crate::erp::failures::FailedReadsView;
use crate::erp::history::ErpHistoryView;
use crate::erp::states::ErpStateView;
use crate::error::Result;
use crate::http::CallerOrigin;

/// The states of snapshots; of each, whether it was computed anew since it was sent.
///
/// # Errors
/// When the database fails.
pub async fn states(
    ctx: &Context,
    db: &impl Db,
    snapshots: &[(SnapshotId, bool)],
) -> Result<BTreeMap<SnapshotId, ErpStateView>> {
    let ids: Vec<SnapshotId> = snapshots.iter().map(|(id, _)| *id).collect();
    let numbers: Vec<i64> = ids.iter().map(|id| id.get()).collect();
    let newest = newest(db, Owners::Snapshots, &numbers).await?;
    let mut awaited = items::awaited(db, &ids).await?;
    awaited.extend(bulk_actions::awaited(db, &ids).await?);
    let state = |(id, is_out_of_date): &(SnapshotId, bool)| {
        let of = ErpStateView::of(newest.get(&id.get()), awaited.contains(id), *is_out_of_date, ctx.now());
        (*id, of)
    };
    Ok(snapshots.iter().map(state).collect())
}

/// The state of one snapshot.
///
/// # Errors
/// When the database fails.
pub async fn state(ctx: &Context, db: &impl Db, snapshot: &FrozenSnapshot) -> Result<ErpStateView> {
    let mut found = states(ctx, db, &[(snapshot.id, snapshot.out_of_date)]).await?;
    let none = || ErpStateView::of(None, false, snapshot.out_of_date, ctx.now());
    Ok(found.remove(&snapshot.id).unwrap_or_else(none))
}

/// The state of a snapshot and the calls that were made for it.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when it is not in scope.
pub async fn history(ctx: &Context, who: &CallerOrigin, group: GroupId, id: SnapshotId) -> Result<ErpHistoryView> {
    let db = ctx.store.read();
    let snapshot = snapshots::find(&db, who.scope(), Some(group), id).await?;
    let state = state(ctx, &db, &snapshot).await?;
    ErpHistoryView::of(&db, Owners::Snapshots, id.get(), state).await
}

/// The accounts of which documents could not be read.
///
/// # Errors
/// When the database fails.
pub async fn failed_reads(ctx: &Context) -> Result<Vec<FailedReadsView>> {
    let found = erp_documents::failed_reads(&ctx.store.read()).await?;
    Ok(found.into_iter().map(Into::into).collect())
}
