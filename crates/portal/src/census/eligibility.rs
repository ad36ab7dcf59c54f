//! Which files 'Process Files' takes, why it takes the others not, and taking them (rules.md#eligible-files, rules.md#census-tasks,
//! rules.md#mass-termination-guard).

use domain::access::Scope;
use domain::census::file::{Task, TaskState};
use domain::census::guards::Held;
use domain::census::progress::NotReady;
use domain::{CensusFileId, Invalid};
use serde_json::Value;
use store::Db;
use store::census::files::{self, CensusFile};
use store::census::tasks::{self, TaskRow};

use super::queueing::{self, Asker};
use super::service::{file_entry, is_explicit};
use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

/// Whether a file may be chosen for processing (rules.md#eligible-files).
///
/// # Errors
/// The reason for people.
pub fn check_ready(file: &CensusFile, tasks: &[TaskRow]) -> std::result::Result<(), NotReady> {
    if file.undo.is_some() {
        return Err(NotReady::Undone);
    }
    let group = file.group.as_ref().filter(|_| !file.is_multi_group).map(|group| group.status);
    tasks::progress(file.is_multi_group, tasks).check_ready(group, file.error_count > 0, held(file, tasks))
}

/// The number of endings that an administrator has to confirm before the import begins (rules.md#mass-termination-guard); `None` when nobody has to
/// be asked, or the file is to be inspected anew first.
pub fn held(file: &CensusFile, tasks: &[TaskRow]) -> Option<Held> {
    let inspected = inspected(tasks).filter(|_| is_explicit(file))?;
    let ended = file.guard.count.filter(|_| inspected["MustBeConfirmed"] == true)?;
    let active = inspected["ActiveMembers"].as_u64().unwrap_or(0);
    (file.guard.confirmed_count != Some(ended)).then_some(Held::Confirmation { active, ended: ended.into() })
}

/// The same of a file as it stands in the database.
///
/// # Errors
/// When the database fails.
pub(super) async fn held_now(db: &impl Db, id: CensusFileId) -> Result<Option<Held>> {
    let file = files::find(db, Scope::system(), id).await?;
    Ok(held(&file, &tasks::of_file(db, id).await?))
}

/// What the inspection has found, as long as it holds.
fn inspected(tasks: &[TaskRow]) -> Option<&Value> {
    let row = tasks.iter().find(|row| row.task == Task::InspectData && row.state == TaskState::Done)?;
    row.summary.as_ref()
}

/// What came of a wish to process files.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Queued {
    /// Files that are queued now.
    pub queued: Vec<CensusFileId>,
    /// Files that were ignored, and why.
    pub ignored: Vec<(CensusFileId, NotReady)>,
}

/// Queues files through the import; those that are not eligible are ignored (rules.md#eligible-files).
///
/// # Errors
/// [`crate::error::Error::NotFound`] when one is not in scope; a refusal when none is eligible, with the reason of each.
pub async fn process(ctx: &Context, who: &CallerOrigin, ids: &[CensusFileId]) -> Result<Queued> {
    let mut outcome = Queued::default();
    let mut refusal = Invalid::field("", "You did not select any files eligible for processing.");
    files::require(&ctx.store.read(), who.scope(), ids).await?;
    for id in ids {
        let tx = ctx.store.begin().await?;
        let file = files::lock(&tx, who.scope(), *id).await?;
        let rows = tasks::of_file(&tx, *id).await?;
        let ready = check_ready(&file, &rows);
        if let Err(why) = ready {
            refusal.add("FileIds", format!("{:.8}: {why}", file.name.to_string()));
            outcome.ignored.push((*id, why));
            continue;
        }
        let Some(next) = next(&file, &rows) else { continue };
        queueing::queue(ctx, &tx, Asker::from(who), &file, next, Task::ProcessData).await?;
        tx.commit(file_entry(ctx, who, "census.process", &file)).await?;
        outcome.queued.push(*id);
    }
    if outcome.queued.is_empty() { Err(refusal.into()) } else { Ok(outcome) }
}

/// The task with which processing begins: the inspection where the file was inspected by another setting of the group than it has by now.
fn next(file: &CensusFile, rows: &[TaskRow]) -> Option<Task> {
    let next = tasks::progress(file.is_multi_group, rows).next()?;
    let seen = inspected(rows).and_then(|summary| summary["IsExplicit"].as_bool());
    let is_outdated = next == Task::ProcessData && seen != Some(is_explicit(file));
    Some(if is_outdated { Task::InspectData } else { next })
}
