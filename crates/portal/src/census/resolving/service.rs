//! Use cases of decisions about files. Each resolves what waited for it, and lets the tasks behind run anew.

use std::collections::HashMap;

use domain::census::RowState;
use domain::census::changes::{LinedUp, Outcome, Remark};
use domain::census::file::{Task, TaskState};
use domain::census::identity_change::replaces_identity;
use domain::census::plan::{NEEDS_BIRTH_DATE, decide_for};
use domain::{CensusFileId, CensusTaskId, GroupId, Invalid, MemberId};
use serde_json::json;
use store::Tx;
use store::census::files::{self, CensusFile, Guard};
use store::census::matches::{self, How, Match};
use store::census::records::{self, StoredRecord};
use store::census::tasks::{self, TaskCounts};
use store::census::{changes, issues, questions, settling};
use store::members::{self, Member};

use super::orphans;
use crate::census::not_same;
use crate::census::queueing;
use crate::census::roster::{file_ends, on_roster};
use crate::census::service::{self, FileDetail};
use crate::census::terms::Terms;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;

/// Confirms how many members an explicit import ends (rules.md#mass-termination-guard).
///
/// # Errors
/// [`Error::NotFound`] when the file is not in scope; on `Count` when it is another number, or none waits for a confirmation.
pub(super) async fn confirm(
    ctx: &Context,
    who: &CallerOrigin,
    id: CensusFileId,
    count: Option<u32>,
) -> Result<FileDetail> {
    let tx = ctx.store.begin().await?;
    let file = files::lock(&tx, who.scope(), id).await?;
    require_open(&tx, &file).await?;
    let Some(ended) = file.guard.count else {
        return Err(Invalid::field("Count", "No inspection of this file has found members to be ended.").into());
    };
    if count != Some(ended) {
        let members = if ended == 1 { "member" } else { "members" };
        let message = format!("This file would end {ended} {members}. Confirm exactly that number.");
        return Err(Invalid::field("Count", message).into());
    }
    let confirmed = Guard { confirmed_by: Some(who.user), confirmed_count: Some(ended), ..file.guard };
    files::set_guard(&tx, id, confirmed).await?;
    // An import that was held back for this may be asked for again, also one that has written rows before.
    issues::remove(&tx, id, &[Task::ProcessData]).await?;
    tasks::reset(&tx, id, &[Task::ProcessData]).await?;
    files::settle(&tx, id).await?;
    let entry = service::file_entry(ctx, who, "census.confirm_terminations", &file);
    tx.commit(entry.with_detail(json!({ "count": ended }))).await?;
    service::find(ctx, who, id).await
}

/// Says which member a row is, `None` for a new one (rules.md#undecidable-match).
///
/// # Errors
/// [`Error::NotFound`] when file, task or row are not there; on `EmployeeId` for a member that cannot be it.
pub(super) async fn choose(
    ctx: &Context,
    who: &CallerOrigin,
    (id, task): (CensusFileId, CensusTaskId),
    row: u32,
    member: Option<MemberId>,
) -> Result<FileDetail> {
    require_match_task(ctx, who, id, task).await?;
    let tx = ctx.store.begin().await?;
    let file = files::lock(&tx, who.scope(), id).await?;
    let record = valid_record(&tx, id, row).await?;
    require_open(&tx, &file).await?;
    require_not_imported(&tx, &file, "RecordNumber", &[row]).await?;
    let group = file.group_id()?;
    let member = match member {
        Some(member) => Some(member_of(&tx, group, member).await?),
        None => None,
    };
    let terms = Terms::of(&tx, &file, ctx.today()).await?;
    let ends = file_ends(&tx, member.iter(), terms.today).await?;
    let on_roster = member.clone().map(|member| on_roster(member, &ends));
    let decision = decide_for(&record.record, on_roster.as_ref(), terms.of_plan());
    if decision.outcome == Outcome::Review {
        return Err(Invalid::field("EmployeeId", decision.remark.map_or("", Remark::message)).into());
    }
    if decision.outcome == Outcome::Create && record.record.date_of_birth.is_none() {
        return Err(Invalid::field("EmployeeId", NEEDS_BIRTH_DATE).into());
    }
    // A dependent may go to another primary even when nothing else changes; processing finds out.
    let stored = member.as_ref().and_then(|member| member.primary);
    let moves = record.record.new_primary_row(stored).is_some() && decision.outcome == Outcome::Unchanged;
    let chosen = Match {
        row,
        rank: 0,
        member: member.as_ref().map(|member| (member.id, member.version)),
        how: How::ByHand(who.user),
        outcome: if moves { Outcome::Update } else { decision.outcome },
        chosen: true,
        replaces_identity: member.is_some() && replaces_identity(&decision.fields),
    };
    matches::remove_of_rows(&tx, id, &[row]).await?;
    matches::insert(&tx, id, &[chosen]).await.map_err(|error| match error {
        taken if taken.is_refused_by("uq_census_match_file_id_member_id") => {
            Error::from(Invalid::field("EmployeeId", "Another record of the file is this member already."))
        }
        other => other.into(),
    })?;
    settling::resolve_rows(&tx, id, &[Task::MatchEmployees], &[row], ctx.now()).await?;
    let employee = HashMap::from([(row, member.as_ref().map(|member| member.id))]);
    orphans::follow(ctx, &tx, &file, &employee).await?;
    if let (Some(person), Some(member)) = (not_same::key(ctx, group, &record.record), &member) {
        // Who says that they are the same has changed his mind.
        store::census::not_same::forget(&tx, &(person, member.id)).await?;
    }
    resettle(&tx, &file, Task::InspectData).await?;
    let detail = json!({ "record": row, "member": member.map(|member| member.id) });
    tx.commit(service::file_entry(ctx, who, "census.choose_match", &file).with_detail(detail)).await?;
    service::find(ctx, who, id).await
}

/// The file of a match.
pub(in crate::census) async fn require_match_task(
    ctx: &Context,
    who: &CallerOrigin,
    id: CensusFileId,
    task: CensusTaskId,
) -> Result<CensusFile> {
    let (detail, row) = service::task_of(ctx, who, id, task).await?;
    if row.task == Task::MatchEmployees { Ok(detail.file) } else { Err(Error::NotFound) }
}

/// Nothing is decided about a file while a task is at work, or once its import is done.
pub(in crate::census) async fn require_open(tx: &Tx, file: &CensusFile) -> Result<()> {
    queueing::check_not_undone(file)?;
    let rows = tasks::of_file(tx, file.id).await?;
    let refuse = |message: &str| Err(Invalid::field("", message).into());
    if tasks::progress(file.is_multi_group, &rows).current().is_some() {
        return refuse("This file is being worked on already.");
    }
    if rows.iter().any(|row| row.task == Task::ProcessData && row.state == TaskState::Done) {
        return refuse("This file has been processed.");
    }
    Ok(())
}

/// What was imported is not decided about again: the file changes a member once, and shows what it did.
pub(in crate::census) async fn require_not_imported(tx: &Tx, file: &CensusFile, key: &str, rows: &[u32]) -> Result<()> {
    if changes::imported(tx, file.id, rows).await?.is_empty() {
        return Ok(());
    }
    let message = match rows {
        [_] => "This row has been imported. Change the member instead, or upload another file.",
        _ => "Some of these rows have been imported. Change their members instead, or upload another file.",
    };
    Err(Invalid::field(key, message).into())
}

pub(in crate::census) async fn valid_record(tx: &Tx, id: CensusFileId, row: u32) -> Result<StoredRecord> {
    let found = records::find(tx, id, row).await?;
    if found.state != RowState::Valid {
        return Err(Invalid::field("RecordNumber", "Only a valid record can be matched.").into());
    }
    Ok(found)
}

pub(in crate::census) async fn member_of(tx: &Tx, group: GroupId, member: MemberId) -> Result<Member> {
    let found = members::find_many(tx, group, &[member]).await?.remove(&member);
    Ok(found.ok_or_else(|| Invalid::field("EmployeeId", "This is no member of the file's group."))?)
}

/// A task whose last error was resolved is done, and one that has an error again is not; `behind` and what comes after it saw something
/// else and have to run again.
pub(in crate::census) async fn resettle(tx: &Tx, file: &CensusFile, behind: Task) -> Result<()> {
    let rows = tasks::of_file(tx, file.id).await?;
    for row in rows.iter().filter(|row| matches!(row.state, TaskState::Done | TaskState::Errors)) {
        let counted = match row.task {
            Task::ValidateData => row.counts,
            Task::MatchEmployees => matched_counts(tx, file.id, row.counts).await?,
            _ => continue,
        };
        let with_errors = issues::rows_with_errors(tx, file.id, row.task).await?;
        tasks::set_counts(tx, file.id, row.task, TaskCounts { with_errors, ..counted }).await?;
        let errors = with_errors + issues::errors_of_file(tx, file.id, Some(row.task)).await?;
        let state = if errors == 0 { TaskState::Done } else { TaskState::Errors };
        tasks::set_state(tx, file.id, row.task, state).await?;
    }
    questions::settle_new_ids(tx, file.id).await?;
    let behind = queueing::from(behind, file.is_multi_group);
    issues::remove(tx, file.id, behind).await?;
    tasks::reset(tx, file.id, behind).await?;
    files::set_guard(tx, file.id, Guard::default()).await?;
    files::settle(tx, file.id).await?;
    Ok(())
}

async fn matched_counts(tx: &Tx, id: CensusFileId, before: TaskCounts) -> Result<TaskCounts> {
    let outcomes = matches::outcomes(tx, id).await?;
    let total = outcomes.values().sum();
    let LinedUp { matched, unmatched } = LinedUp::of(outcomes, matches::ignored_members(tx, id).await?);
    Ok(TaskCounts { total, matched, unmatched, ..before })
}
