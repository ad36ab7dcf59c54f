//! Use cases of undoing: what it would come to, and asking for it.

use chrono::{DateTime, NaiveDate, Utc};
use domain::access::Scope;
use domain::census::file::Extent;
use domain::census::undo::{NotUndoable, UndoState, Undoable};
use domain::{CensusFileId, Invalid, Page, PageRequest};
use serde_json::json;
use store::census::changes;
use store::census::files::{self, CensusFile};
use store::census::tasks::{self, TaskRow};
use store::census::undo::{self, Undo};
use store::census::undo_preview::{self, Count, Previewed, Wanted};
use store::{Db, groups};

use super::jobs::UndoFile;
use crate::census::queueing::Asker;
use crate::census::service::{self, FileDetail};
use crate::clock::day_in;
use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;
use crate::jobs;

/// What undoing a file comes to.
#[derive(Debug)]
pub(super) struct Preview {
    /// The file.
    pub(super) file: CensusFile,
    /// Why it may not be undone now.
    pub(super) refused: Option<String>,
    /// The last day on which it may be undone; `None` when it has changed nobody.
    pub(super) last_day: Option<NaiveDate>,
    /// How many members are put back and kept.
    pub(super) counts: Vec<Count>,
}

/// The last day on which a file may be undone, when it may be undone `today`.
pub(in crate::census) fn until(
    ctx: &Context,
    file: &CensusFile,
    tasks: &[TaskRow],
    last_change: Option<DateTime<Utc>>,
) -> Option<NaiveDate> {
    let undoable = undoable(ctx, file, tasks, last_change);
    undoable.check(ctx.today()).ok().and_then(|()| undoable.last_day())
}

fn undoable(ctx: &Context, file: &CensusFile, tasks: &[TaskRow], last_change: Option<DateTime<Utc>>) -> Undoable {
    let changed_at = last_change.map(|last| file.processed_at.unwrap_or(last));
    Undoable {
        is_multi_group: file.is_multi_group,
        is_processed: file.processed_at.is_some(),
        changed_on: changed_at.map(|at| day_in(ctx.config.time_zone, at)),
        is_busy: tasks::progress(file.is_multi_group, tasks).current().is_some(),
        undo: file.undo.map(|undo| undo.state),
    }
}

async fn read(ctx: &Context, db: &impl Db, file: &CensusFile) -> Result<Undoable> {
    let tasks = tasks::of_file(db, file.id).await?;
    let last_change = undo::last_changes(db, &[file.id]).await?.remove(&file.id);
    Ok(undoable(ctx, file, &tasks, last_change))
}

/// What undoing a file comes to, or has come to.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when the file is not in scope.
pub(super) async fn preview(ctx: &Context, who: &CallerOrigin, id: CensusFileId) -> Result<Preview> {
    let db = ctx.store.read();
    let file = files::find(&db, who.scope(), id).await?;
    let undoable = read(ctx, &db, &file).await?;
    let editable = || file.group.as_ref().map_or(Ok(()), |group| group.status.check_members_editable());
    let refused = match undoable.check(ctx.today()) {
        Err(why) => Some(why.to_string()),
        Ok(()) => editable().err().and_then(|invalid| invalid.0.into_iter().next()).map(|error| error.message),
    };
    let counts = undo_preview::counts(&db, id).await?;
    Ok(Preview { file, refused, last_day: undoable.last_day(), counts })
}

/// A page of the members whom the file has changed, with what undoing does to each.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when the file is not in scope.
pub(super) async fn members(
    ctx: &Context,
    who: &CallerOrigin,
    id: CensusFileId,
    wanted: Wanted,
    request: &PageRequest,
) -> Result<Page<Previewed>> {
    let db = ctx.store.read();
    files::find(&db, who.scope(), id).await?;
    Ok(undo_preview::page(&db, id, wanted, request).await?)
}

/// Has a file undone.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when the file is not in scope; the reason when it may not be undone now.
pub(super) async fn ask(ctx: &Context, who: &CallerOrigin, id: CensusFileId) -> Result<FileDetail> {
    let tx = ctx.store.begin().await?;
    let file = files::lock(&tx, who.scope(), id).await?;
    let refuse = |why: NotUndoable| Invalid::field("", why.to_string());
    read(ctx, &tx, &file).await?.check(ctx.today()).map_err(refuse)?;
    let group = groups::find(&tx, Scope::system(), file.group_id()?).await?;
    group.details.status.check_members_editable()?;
    let total = changes::counts(&tx, id).await?.into_values().sum();
    let so_far = file.undo.unwrap_or(Undo { state: UndoState::Queued, total, done: 0, kept: 0 });
    undo::set(&tx, id, Undo { state: UndoState::Queued, ..so_far }).await?;
    let Asker { by, acting_as } = Asker::from(who);
    let is_small = Extent::is_short_undo(total);
    jobs::enqueue(ctx, &tx, &UndoFile { file: id, group: group.id, by, acting_as, is_small }).await?;
    let detail = json!({ "members": total });
    tx.commit(service::file_entry(ctx, who, "census.undo", &file).with_detail(detail)).await?;
    service::find(ctx, who, id).await
}
