//! Task 4: the import itself, in chunks of a few hundred members, each one transaction with its progress (rules.md#census-tasks,
//! rules.md#mass-termination-guard, rules.md#explicit-import, rules.md#effective-date-of-a-file).
//!
//! Employees come first, then rows with passing unique ids, then dependents, then those who are absent. What the file has done to a member
//! stands in its changes, so that a run after a crash goes on where the last one stopped and a repeat changes nothing. A member that was
//! changed after the match is left alone; its row waits for a person.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;

use domain::census::RowState;
use domain::census::changes::{LinedUp, Outcome};
use domain::census::file::Task;
use domain::census::guards::may_judge_absence;
use domain::census::id_moves::WAITS_FOR_ENDINGS;
use domain::groups::GroupStatus;
use domain::{CensusFileId, Invalid, MemberId};
use futures_util::{Stream, TryStreamExt, stream};
use serde_json::Value;
use store::census::issues::{self, NewIssue};
use store::census::matches::{self, Pass};
use store::census::tasks::TaskRow;
use store::census::{absents, changes, files, records, tasks};
use store::{Db, Reader, counts};
use tokio::sync::mpsc;

use super::super::ahead::aside;
use super::super::change_set::keep_foreseen;
use super::super::deciding::{Decided, Deciding};
use super::super::id_moves;
use super::super::inspecting::ENDS_LATER;
use super::super::mapping;
use super::super::run::{Finished, Progress, Run};
use super::super::terms::Terms;
use super::super::walk::{Chunk, Endings, Place, WRITING, Walk};
use super::super::writing::{Did, Writing, leave_to_a_person};
use crate::error::Result;

/// Chunks that are read or decided at once.
const READ_AHEAD: usize = 2;
/// Said of a group that is not served any more (rules.md#inactive-group).
const NOT_SERVED: &str = "This group is in-active and member information cannot be modified.";
/// Said when the inspection saw other settings.
const INSPECT_AGAIN: &str = "The settings of the file have changed since it was inspected. Run the inspection again.";

/// Runs the task.
///
/// # Errors
/// Refused for a group that is not served, and for a file that must not end anybody yet.
pub(in crate::census) async fn run(run: &Run<'_>) -> Result<Finished> {
    let terms = Terms::of(&run.ctx.store.read(), &run.file, run.ctx.today()).await?;
    check(run, &terms).await?;
    let db = run.ctx.store.read();
    let LinedUp { matched, unmatched } = to_write(&db, run.file.id).await?;
    let absent = if terms.explicit { absents::count(&db, run.file.id).await? } else { 0 };
    let tasks = tasks::of_file(&db, run.file.id).await?;
    let moves = id_moves::inspected(&db, run.file.id, &terms, &tasks).await?;
    let walk = Arc::new(Walk::importing(run.ctx.store.read(), &run.file, &terms, &tasks, moves).await?);
    // A run that was stopped has left rows to a person already.
    let held = held_back(&db, run.file.id).await?;
    let total = [unmatched, absent, held].into_iter().fold(matched, u32::saturating_add);
    keep_foreseen(run, &terms, &tasks, (held, total)).await?;
    let (did, progress) = (Did::of(&db, run.file.id).await?, Progress::after(held, total));
    let writing = Writing::new(run, &terms, &walk, progress, did);
    let deciding = Arc::new(Deciding::of(run, &terms));
    let import = Import { run, walk, deciding, writing };
    for place in [Place::Row(Pass::Employees, 0), Place::Together(Endings::None, 0), Place::Row(Pass::Dependents, 0)] {
        import.write_all(place).await?;
    }
    match held_back(&db, run.file.id).await? {
        0 if terms.explicit => import.absents(total).await?,
        held if absent > 0 => import.spare_the_absent(held, total).await?,
        _ => {}
    }
    let LinedUp { matched, unmatched } = to_write(&db, run.file.id).await?;
    // An unchanged member is a row of the file as well.
    let stood = import.writing.unchanged().await;
    let tx = run.begin().await?;
    files::set_processed(&tx, run.file.id, run.ctx.now()).await?;
    run.commit_chunk(tx, total, total).await?;
    let summary = Some(import.writing.told().await);
    let (total, matched) = (total.saturating_add(stood), matched.saturating_add(stood));
    Ok(Finished { total, matched, unmatched, summary })
}

/// How many rows change a member or make one.
async fn to_write(db: &impl Db, file: CensusFileId) -> Result<LinedUp> {
    let outcomes = matches::effects(db, file).await?;
    Ok(LinedUp::of(outcomes.into_iter().filter(|(outcome, _)| WRITING.contains(outcome)), 0))
}

/// How many rows wait for a person.
async fn held_back(db: &impl Db, file: CensusFileId) -> Result<u32> {
    Ok(matches::effects(db, file).await?.get(&Outcome::Review).copied().unwrap_or(0))
}

/// Whether the import may begin. One that has begun goes on as it was inspected: whom it has ended is no longer active.
async fn check(run: &Run<'_>, terms: &Terms) -> Result<()> {
    let refuse = |message: &str| Err(Invalid::field("", message).into());
    if terms.group_status == GroupStatus::InActive {
        return refuse(NOT_SERVED);
    }
    let db = run.ctx.store.read();
    let tasks = tasks::of_file(&db, run.file.id).await?;
    if terms.explicit {
        let valid = records::count(&db, run.file.id, RowState::Valid).await?;
        let wrong = records::count(&db, run.file.id, RowState::Error).await?;
        let failed_rows_only = mapping::summary(&tasks, Task::MapData).holds_failed_rows_only();
        if let Err(held) = may_judge_absence(valid.into(), wrong.into(), failed_rows_only) {
            return refuse(&held.to_string());
        }
    }
    let guard = run.file.guard;
    let Some(ended) = guard.count.filter(|_| !terms.explicit || inspected(&tasks)["IsExplicit"] == true) else {
        return refuse(INSPECT_AGAIN);
    };
    let active = match changes::counts(&db, run.file.id).await?.is_empty() {
        true => counts::of_group(&db, terms.group, terms.today).await?.active.unsigned_abs(),
        false => inspected(&tasks)["ActiveMembers"].as_u64().unwrap_or(0),
    };
    let ends_later = inspected(&tasks)[ENDS_LATER] == true;
    match terms.guard.allows(active, ended.into(), guard.confirmed_count.map(u64::from), ends_later) {
        Ok(()) => Ok(()),
        Err(held) => refuse(&held.to_string()),
    }
}

/// What the inspection has found.
fn inspected(tasks: &[TaskRow]) -> Value {
    let inspected = tasks.iter().find(|row| row.task == Task::InspectData);
    inspected.and_then(|row| row.summary.clone()).unwrap_or_default()
}

/// An import on its way.
struct Import<'a> {
    run: &'a Run<'a>,
    walk: Arc<Walk<Reader>>,
    deciding: Arc<Deciding>,
    writing: Writing<'a>,
}

impl Import<'_> {
    /// Writes what is behind a place; chunks are read and decided while those before them are written. Gives how many of those who are
    /// absent were changed since the inspection, and stay.
    async fn write_all(&self, place: Place) -> Result<u32> {
        let (sender, mut decided) = mpsc::channel(1);
        let writing = async {
            let mut changed_meanwhile = 0;
            while let Some(chunks) = decided.recv().await {
                changed_meanwhile += self.writing.write_all(chunks).await?;
            }
            Ok(changed_meanwhile)
        };
        let (changed_meanwhile, ()) = tokio::try_join!(biased; writing, self.decide_all(place, sender))?;
        Ok(changed_meanwhile)
    }

    async fn decide_all(&self, place: Place, sender: mpsc::Sender<Vec<Decided>>) -> Result<()> {
        let mut decided = pin!(self.chunks(place).map_ok(|chunks| self.decide(chunks)).try_buffered(READ_AHEAD));
        while let Some(chunks) = decided.try_next().await? {
            if sender.send(chunks).await.is_err() {
                break;
            }
        }
        Ok(())
    }

    /// The chunks behind a place, as many at a time as are written at once.
    fn chunks(&self, place: Place) -> impl Stream<Item = Result<Vec<Chunk>>> + use<> {
        let (walk, at_once) = (Arc::clone(&self.walk), self.run.writers());
        stream::try_unfold(place, move |place| {
            let walk = Arc::clone(&walk);
            async move {
                let (chunks, behind) = aside(async move { walk.chunks(place, at_once).await }).await?;
                Ok((!chunks.is_empty()).then_some((chunks, behind)))
            }
        })
    }

    fn decide(&self, chunks: Vec<Chunk>) -> impl Future<Output = Result<Vec<Decided>>> + use<> {
        let deciding = Arc::clone(&self.deciding);
        aside(async move { Ok(chunks.iter().map(|chunk| deciding.decide(chunk)).collect()) })
    }

    async fn absents(&self, total: u32) -> Result<()> {
        let mut changed_meanwhile = 0;
        for place in [Place::Together(Endings::Some, 0), Place::Late(0), Place::Absent(MemberId(0))] {
            changed_meanwhile += self.write_all(place).await?;
        }
        if changed_meanwhile == 0 {
            return Ok(());
        }
        let (members, are, were) =
            if changed_meanwhile == 1 { ("member", "is", "was") } else { ("members", "are", "were") };
        let message = format!(
            "{changed_meanwhile} {members} who {are} absent from the file {were} changed after it was inspected and \
             {were} not ended. Run the inspection again."
        );
        self.say(message, total).await
    }

    /// Rows that wait for a person may be the very people who seem to be absent (rules.md#unreadable-row).
    async fn spare_the_absent(&self, held: u32, total: u32) -> Result<()> {
        let waiting: Vec<(u32, &str)> =
            self.walk.waiting_for_endings().into_iter().map(|row| (row, WAITS_FOR_ENDINGS)).collect();
        if !waiting.is_empty() {
            let tx = self.run.begin().await?;
            leave_to_a_person(self.run, &tx, &waiting).await?;
            self.run.commit_chunk(tx, total, total).await?;
        }
        let rows = if held == 1 { "1 row waits".to_owned() } else { format!("{held} rows wait") };
        self.say(
            format!("Nobody was ended for being absent, since {rows} for a person. Match the employees again."),
            total,
        )
        .await
    }

    /// Says it of the file, with all its members done.
    async fn say(&self, message: String, total: u32) -> Result<()> {
        let (tx, file) = (self.run.begin().await?, self.run.file.id);
        issues::insert(&tx, file, self.run.task, &[NewIssue::error(None, message)]).await?;
        self.run.commit_chunk(tx, total, total).await
    }
}
