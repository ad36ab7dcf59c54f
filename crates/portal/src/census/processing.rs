//! Task 4: the import itself, in chunks of a few hundred members, each one transaction with its progress (decisions C1, C4, C8, C9).
//!
//! Employees come first, then dependents, then those who are absent. What the file has done to a member stands in its changes, so
//! that a run after a crash goes on where the last one stopped and a repeat changes nothing. A member that was changed after the
//! match is left alone; its row waits for a person.

use std::collections::{BTreeMap, HashMap};

use domain::census::changes::{LinedUp, Outcome};
use domain::census::file::Task;
use domain::census::guards::may_judge_absence;
use domain::census::plan::CHANGED_MEANWHILE;
use domain::census::{RowState, Severity};
use domain::groups::GroupStatus;
use domain::{CensusFileId, Invalid, MemberId};
use serde_json::{Value, json};
use store::audit::Entry;
use store::census::changes::{self, ChangeKind, NewCensusChange};
use store::census::issues::{self, NewIssue};
use store::census::matches::{self, MadeMember, Pass};
use store::census::tasks::TaskRow;
use store::census::{absents, files, records, tasks};
use store::members::{self, MemberWrite, Source};
use store::{Db, Reader, Tx, counts, members::Applied};

use super::run::{Finished, Run};
use super::steps::{Changing, Decider, Making, Steps, values};
use super::terms::Terms;
use super::walk::{Chunk, WRITING, Walk};
use crate::error::Result;
use crate::members::welcome::service::on_joining;

/// Said of a group that is not served any more (decisions B10).
const NOT_SERVED: &str = "This group is in-active and member information cannot be modified.";
/// Said when the inspection saw other settings.
const INSPECT_AGAIN: &str = "The settings of the file have changed since it was inspected. Run the inspection again.";

/// Runs the task.
///
/// # Errors
/// Refused for a group that is not served, and for an explicit file that must not end anybody yet.
pub(super) async fn run(run: &Run<'_>) -> Result<Finished> {
    let terms = Terms::of(&run.ctx.store.read(), &run.file, run.ctx.today()).await?;
    check(run, &terms).await?;
    let db = run.ctx.store.read();
    let LinedUp { matched, unmatched } = to_write(&db, run.file.id).await?;
    let absent = if terms.explicit { absents::count(&db, run.file.id).await? } else { 0 };
    let tasks = tasks::of_file(&db, run.file.id).await?;
    let walk = Walk::new(run.ctx.store.read(), &run.file, terms.group, &tasks);
    // A run that was stopped has left rows to a person already.
    let held = held_back(&db, run.file.id).await?;
    let total = [unmatched, absent, held].into_iter().fold(matched, u32::saturating_add);
    let did = Did::of(&db, run.file.id).await?;
    let mut import = Import { run, terms: &terms, walk, did, done: held, total };
    import.rows(Pass::Employees).await?;
    import.rows(Pass::Dependents).await?;
    match held_back(&db, run.file.id).await? {
        0 if terms.explicit => import.absents().await?,
        held if absent > 0 => import.spare_the_absent(held).await?,
        _ => {}
    }
    let LinedUp { matched, unmatched } = to_write(&db, run.file.id).await?;
    let tx = run.begin().await?;
    files::set_processed(&tx, run.file.id, run.ctx.now()).await?;
    run.commit_chunk(tx, import.total, import.total).await?;
    let summary = Some(Did::of(&db, run.file.id).await?.told());
    Ok(Finished { total: import.total, matched, unmatched, summary })
}

/// How many members the import has changed, by what was done, and how many rows have nothing to change.
struct Did {
    changed: BTreeMap<ChangeKind, u32>,
    unchanged: u32,
}

impl Did {
    async fn of(db: &impl Db, file: CensusFileId) -> Result<Self> {
        let unchanged = matches::outcomes(db, file).await?.get(&Outcome::Unchanged).copied().unwrap_or(0);
        Ok(Self { changed: changes::counts(db, file).await?, unchanged })
    }

    /// With what a chunk has done.
    fn and(&self, chunk: &[NewCensusChange]) -> Self {
        let mut changed = self.changed.clone();
        chunk.iter().for_each(|did| *changed.entry(did.kind).or_default() += 1);
        Self { changed, unchanged: self.unchanged }
    }

    fn told(&self) -> Value {
        let of = |kind: ChangeKind| self.changed.get(&kind).copied().unwrap_or(0);
        json!({
            "Created": of(ChangeKind::Created),
            "Updated": of(ChangeKind::Updated),
            "Reactivated": of(ChangeKind::Reactivated),
            "Terminated": of(ChangeKind::Terminated),
            "Unchanged": self.unchanged,
        })
    }
}

/// How many rows change a member or make one.
async fn to_write(db: &impl Db, file: CensusFileId) -> Result<LinedUp> {
    let outcomes = matches::outcomes(db, file).await?;
    Ok(LinedUp::of(outcomes.into_iter().filter(|(outcome, _)| WRITING.contains(outcome)), 0))
}

/// How many rows wait for a person.
async fn held_back(db: &impl Db, file: CensusFileId) -> Result<u32> {
    Ok(matches::outcomes(db, file).await?.get(&Outcome::Review).copied().unwrap_or(0))
}

/// Whether the import may begin. One that has begun goes on as it was inspected: whom it has ended is no longer active.
async fn check(run: &Run<'_>, terms: &Terms) -> Result<()> {
    let refuse = |message: &str| Err(Invalid::field("", message).into());
    if terms.group_status == GroupStatus::InActive {
        return refuse(NOT_SERVED);
    }
    if !terms.explicit {
        return Ok(());
    }
    let db = run.ctx.store.read();
    let valid = records::count(&db, run.file.id, RowState::Valid).await?;
    let wrong = records::count(&db, run.file.id, RowState::Error).await?;
    if let Err(held) = may_judge_absence(valid.into(), wrong.into()) {
        return refuse(&held.to_string());
    }
    let guard = run.file.guard;
    let Some(ended) = guard.count else { return refuse(INSPECT_AGAIN) };
    let active = match changes::counts(&db, run.file.id).await?.is_empty() {
        true => counts::of_group(&db, terms.group, terms.today).await?.active.unsigned_abs(),
        false => inspected_active(&tasks::of_file(&db, run.file.id).await?),
    };
    match terms.guard.allows(active, ended.into(), guard.confirmed_count.map(u64::from)) {
        Ok(()) => Ok(()),
        Err(held) => refuse(&held.to_string()),
    }
}

/// The active members that the inspection has counted.
fn inspected_active(tasks: &[TaskRow]) -> u64 {
    let inspected = tasks.iter().find(|row| row.task == Task::InspectData);
    inspected.and_then(|row| row.summary.as_ref()?["ActiveMembers"].as_u64()).unwrap_or(0)
}

/// An import on its way.
struct Import<'a> {
    run: &'a Run<'a>,
    terms: &'a Terms,
    walk: Walk<Reader>,
    did: Did,
    done: u32,
    total: u32,
}

impl Import<'_> {
    /// Each chunk is read while the one before is written.
    async fn rows(&mut self, pass: Pass) -> Result<()> {
        let newcomers = HashMap::new();
        let mut next = self.walk.rows(pass, 0, &newcomers).await?;
        while let Some(chunk) = next {
            self.done = self.done.saturating_add(chunk.len());
            let last = chunk.matches.last().map_or(u32::MAX, |matched| matched.row);
            let steps = self.decide(&chunk);
            let (did, read) = tokio::try_join!(self.write(steps), self.walk.rows(pass, last, &newcomers))?;
            self.did = self.did.and(&did);
            next = read;
        }
        Ok(())
    }

    async fn absents(&mut self) -> Result<()> {
        let mut changed_meanwhile = 0_u32;
        let mut next = self.walk.absent(MemberId(0)).await?;
        while let Some(chunk) = next {
            self.done = self.done.saturating_add(chunk.len());
            let last = chunk.absent.last().map_or(MemberId(i64::MAX), |absent| absent.member);
            let steps = self.decide(&chunk);
            changed_meanwhile += steps.changed_meanwhile;
            let (did, read) = tokio::try_join!(self.write(steps), self.walk.absent(last))?;
            self.did = self.did.and(&did);
            next = read;
        }
        if changed_meanwhile > 0 {
            let message = format!(
                "{changed_meanwhile} member(s) who are absent from the file were changed after it was inspected and were \
                 not ended. Run the inspection again."
            );
            let (tx, file) = (self.run.begin().await?, self.run.file.id);
            issues::insert(&tx, file, self.run.task, &[NewIssue::error(None, message)]).await?;
            self.run.commit_chunk(tx, self.done, self.total).await?;
        }
        Ok(())
    }

    /// Rows that wait for a person may be the very people who seem to be absent (decisions C8).
    async fn spare_the_absent(&mut self, held: u32) -> Result<()> {
        self.done = self.total;
        let rows = if held == 1 { "1 row waits".to_owned() } else { format!("{held} rows wait") };
        let message =
            format!("Nobody was ended for being absent, since {rows} for a person. Match the employees again.");
        let (tx, file) = (self.run.begin().await?, self.run.file.id);
        issues::insert(&tx, file, self.run.task, &[NewIssue::error(None, message)]).await?;
        self.run.commit_chunk(tx, self.done, self.total).await
    }

    fn decide<'c>(&'c self, chunk: &'c Chunk) -> Steps<'c> {
        let ctx = self.run.ctx;
        let decider = Decider { terms: self.terms, file: self.run.file.id, stamp: self.run.stamp() };
        decider.decide(chunk, || ctx.randomness.guid())
    }

    /// Writes a chunk: members, timelines, search, what was done, audit and progress, all or nothing. Gives what was done.
    async fn write(&self, mut steps: Steps<'_>) -> Result<Vec<NewCensusChange>> {
        let run = self.run;
        let tx = run.begin().await?;
        // Files of one group wait for each other here, so that what is looked up still holds when the chunk is written.
        store::groups::lock(&tx, self.terms.group).await?.check_members_editable()?;
        self.walk.hold_back(run.ctx, &tx, &mut steps).await?;
        if steps.is_empty() {
            run.commit_chunk(tx, self.done, self.total).await?;
            return Ok(Vec::new());
        }
        let Steps { making, changing, mut review, .. } = steps;
        let made = make(run, &tx, self.terms, &making).await?;
        let (writes, rest): (Vec<MemberWrite<'_>>, Vec<_>) = changing.into_iter().map(apart).unzip();
        let applied = members::apply(&tx, &writes, Source::CensusFile(run.file.id), run.stamp()).await?;
        let (mut did, mut entries) = (Vec::new(), Vec::new());
        for (making, member) in making.iter().zip(&made) {
            did.push(of_made(making.row, *member));
            let after = values(&making.fields, |change| &change.new);
            entries.push(run.entry("member.create", "member").on(*member).with_change(&json!({}), &after));
        }
        for (write, told) in writes.iter().zip(rest) {
            if applied.stale.contains(&write.before.id) {
                review.extend(told.row.map(|row| (row, CHANGED_MEANWHILE)));
                continue;
            }
            entries.push(told.entry(run, write));
            did.push(told.change(write, &applied));
        }
        changes::insert(&tx, run.file.id, &did, run.ctx.now()).await?;
        entries.extend(self.welcome(&tx, &did).await?);
        leave_to_a_person(run, &tx, &review).await?;
        if entries.is_empty() {
            run.commit_chunk(tx, self.done, self.total).await?;
            return Ok(did);
        }
        tasks::set_summary(&tx, run.file.id, run.task, self.did.and(&did).told()).await?;
        run.commit_audited(tx, self.done, self.total, entries).await?;
        Ok(did)
    }
}

impl Import<'_> {
    /// Welcomes those whom the chunk has made or begun again, where the group's setting says so (decisions C12).
    async fn welcome(&self, tx: &Tx, did: &[NewCensusChange]) -> Result<Vec<Entry>> {
        let joins = |kind| matches!(kind, ChangeKind::Created | ChangeKind::Reactivated);
        let joined: Vec<MemberId> = did.iter().filter(|did| joins(did.kind)).map(|did| did.member).collect();
        let entry = || self.run.entry("member.welcome", "member");
        on_joining(self.run.ctx, tx, &self.terms.joining, &joined, entry).await
    }
}

async fn make(run: &Run<'_>, tx: &Tx, terms: &Terms, making: &[Making]) -> Result<Vec<MemberId>> {
    let new: Vec<_> = making.iter().map(|making| making.member.clone()).collect();
    let made = members::insert_many(tx, &new, terms.today).await?;
    let rows = making.iter().zip(&made).map(|(making, member)| MadeMember { row: making.row, member: *member });
    matches::set_made(tx, run.file.id, &rows.collect::<Vec<_>>()).await?;
    Ok(made)
}

async fn leave_to_a_person(run: &Run<'_>, tx: &Tx, review: &[(u32, &'static str)]) -> Result<()> {
    let rows: Vec<u32> = review.iter().map(|(row, _)| *row).collect();
    matches::review(tx, run.file.id, &rows).await?;
    let said =
        |(row, message): &(u32, &str)| NewIssue { severity: Severity::Error, ..NewIssue::error(Some(*row), *message) };
    Ok(issues::insert(tx, run.file.id, run.task, &review.iter().map(said).collect::<Vec<_>>()).await?)
}

fn of_made(row: u32, member: MemberId) -> NewCensusChange {
    NewCensusChange {
        row: Some(row),
        member,
        kind: ChangeKind::Created,
        before: None,
        version_after: 1,
        status_change: None,
    }
}

/// What is told of a change beside the write itself.
struct Told {
    row: Option<u32>,
    kind: ChangeKind,
    before: Value,
    fields: (Value, Value),
}

fn apart(changing: Changing<'_>) -> (MemberWrite<'_>, Told) {
    let fields = (values(&changing.fields, |change| &change.old), values(&changing.fields, |change| &change.new));
    let told = Told { row: changing.row, kind: changing.kind, before: json!(changing.before), fields };
    (changing.write, told)
}

impl Told {
    fn change(&self, write: &MemberWrite<'_>, applied: &Applied) -> NewCensusChange {
        NewCensusChange {
            row: self.row,
            member: write.before.id,
            kind: self.kind,
            before: Some(self.before.clone()),
            version_after: write.before.version + 1,
            status_change: applied.status_changes.get(&write.before.id).copied(),
        }
    }

    fn entry(&self, run: &Run<'_>, write: &MemberWrite<'_>) -> Entry {
        let action = match self.kind {
            ChangeKind::Created | ChangeKind::Updated => "member.update",
            ChangeKind::Reactivated => "member.activate",
            ChangeKind::Terminated => "member.terminate",
        };
        let (before, mut after) = self.fields.clone();
        if let Some(status) = &write.status {
            // A beginning that is only taken back appends nothing.
            let change = status.append.first();
            after["Status"] = json!(change.map_or(status.current.status, |change| change.status).name());
            if let Some(change) = change {
                after["EffectiveDate"] = json!(change.effective_on);
            }
        }
        run.entry(action, "member").on(write.before.id).with_change(&before, &after)
    }
}
