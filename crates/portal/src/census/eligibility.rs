//! Which files 'Process Files' takes, why it takes the others not, and taking them (rules.md#eligible-files, rules.md#census-tasks,
//! rules.md#mass-termination-guard).

use domain::access::Scope;
use domain::census::file::{Task, TaskState};
use domain::census::guards::Held;
use domain::census::progress::NotReady;
use domain::census::questions::QuestionKind;
use domain::groups::GroupStatus;
use domain::{CensusFileId, Invalid};
use serde_json::Value;
use store::Db;
use store::census::files::{self, CensusFile};
use store::census::questions::{self, StoredQuestion};
use store::census::tasks::{self, TaskRow};

use super::inspecting::ENDS_LATER;
use super::queueing::{self, Asker};
use super::service::{file_entry, is_explicit};
use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

/// Whether a file may be chosen for processing (rules.md#eligible-files).
///
/// # Errors
/// The reason for people.
pub fn check_ready(
    file: &CensusFile,
    tasks: &[TaskRow],
    questions: &[StoredQuestion],
) -> std::result::Result<(), NotReady> {
    if file.undo.is_some() {
        return Err(NotReady::Undone);
    }
    let group = file.group.as_ref().filter(|_| !file.is_multi_group).map(|group| group.status);
    tasks::progress(file.is_multi_group, tasks).check_ready(group, file.error_count > 0, held(file, tasks, questions))
}

/// For what decision of a person an inspected file waits before its import begins (rules.md#mass-termination-guard, rules.md#who-may-end-members):
/// the number of endings that an administrator has to confirm, else the answers to its questions.
pub fn held(file: &CensusFile, tasks: &[TaskRow], questions: &[StoredQuestion]) -> Option<Held> {
    tasks::progress(file.is_multi_group, tasks).next()?;
    let inspected = inspected(tasks)?;
    let must_be_confirmed = inspected["MustBeConfirmed"] == true && is_by_setting(file, inspected);
    let ended = file.guard.count.filter(|ended| must_be_confirmed && file.guard.confirmed_count != Some(*ended));
    if let Some(ended) = ended {
        let active = inspected["ActiveMembers"].as_u64().unwrap_or(0);
        let ends_later = inspected[ENDS_LATER] == true;
        return Some(Held::Confirmation { active, ended: ended.into(), ends_later });
    }
    // How many it names is counted anew with its endings.
    let is_asked = |one: &StoredQuestion| one.question.kind != QuestionKind::FewNamed || is_by_setting(file, inspected);
    let open = questions.iter().filter(|one| one.holds(is_explicit(file)) && is_asked(one)).count();
    (open > 0).then_some(Held::Questions { questions: open })
}

/// For what an inspected file waits: a decision, else a look at what it changes (rules.md#census-tasks).
pub fn waits_for(file: &CensusFile, tasks: &[TaskRow], questions: &[StoredQuestion]) -> Option<Held> {
    let held = held(file, tasks, questions);
    held.or_else(|| unseen(file, tasks))
}

/// For what a file waits, in words: the group that is in-active, else as [`waits_for`].
pub fn waits_in_words(file: &CensusFile, tasks: &[TaskRow], questions: &[StoredQuestion]) -> Option<String> {
    let group = file.group.as_ref().filter(|_| !file.is_multi_group).map(|group| group.status);
    let is_open = tasks::progress(file.is_multi_group, tasks).next().is_some();
    if is_open && group == Some(GroupStatus::InActive) {
        return Some(ENDED_GROUP.to_owned());
    }
    waits_for(file, tasks, questions).map(|held| held.to_string())
}

/// Said of a file whose group ended after it was uploaded or split off.
const ENDED_GROUP: &str = "The group of this file is in-active. Make the group active again, or delete the file.";

/// Whether no person has looked at what an inspected file changes before its import.
fn unseen(file: &CensusFile, tasks: &[TaskRow]) -> Option<Held> {
    let is_current = is_by_setting(file, inspected(tasks)?);
    let next = tasks::progress(file.is_multi_group, tasks).next();
    (next == Some(Task::ProcessData) && is_current && !file.is_seen).then_some(Held::Unseen)
}

/// Whether the inspection counted by the import setting that holds now. After another setting the import inspects the file anew first.
fn is_by_setting(file: &CensusFile, inspected: &Value) -> bool {
    inspected["IsExplicit"] == is_explicit(file)
}

/// The same of a file as it stands in the database.
///
/// # Errors
/// When the database fails.
pub(super) async fn waits_now(db: &impl Db, id: CensusFileId) -> Result<Option<Held>> {
    let file = files::find(db, Scope::system(), id).await?;
    Ok(waits_for(&file, &tasks::of_file(db, id).await?, &questions::of_file(db, id).await?))
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

/// Queues files up to a look at what they change, and behind it through the import. Files that are not eligible are ignored
/// (rules.md#eligible-files).
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
        let asked = questions::of_file(&tx, *id).await?;
        // The import begins only behind a look at what it changes; other tasks run up to there.
        let begins = next(&file, &rows) == Some(Task::ProcessData);
        let look = unseen(&file, &rows).filter(|_| begins).map_or(Ok(()), |held| Err(NotReady::Held(held)));
        if let Err(why) = check_ready(&file, &rows, &asked).and(look) {
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
    let is_outdated = next == Task::ProcessData && (seen != Some(is_explicit(file)) || file.guard.count.is_none());
    Some(if is_outdated { Task::InspectData } else { next })
}
