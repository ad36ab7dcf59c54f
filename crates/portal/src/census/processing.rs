//! Task 4: the import itself, in chunks of at most 500 members, each one transaction with its progress (decisions C1, C4, C8, C9).
//!
//! Employees come first, then dependents, then those who are absent. What the file has done to a member stands in its changes, so
//! that a run after a crash goes on where the last one stopped and a repeat changes nothing. A member that was changed after the
//! match is left alone; its row waits for a person.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use domain::census::Record;
use domain::census::changes::{LinedUp, Outcome};
use domain::census::file::Task;
use domain::census::guards::may_judge_absence;
use domain::census::plan::CHANGED_MEANWHILE;
use domain::census::{RowState, Severity};
use domain::groups::GroupStatus;
use domain::{Invalid, MemberId};
use serde_json::{Value, json};
use store::Tx;
use store::audit::Entry;
use store::census::changes::{self, ChangeKind, NewCensusChange};
use store::census::issues::{self, NewIssue};
use store::census::matches::{self, MadeMember, Match, Pass};
use store::census::{absents, files, records, tasks};
use store::members::{self, MemberWrite, Source};
use store::{counts, members::Applied};

use super::run::{Finished, Run};
use super::steps::{Changing, Decider, Ground, Making, Steps, values};
use super::terms::Terms;
use crate::error::Result;
use crate::members::welcome::service::on_joining;

/// Members a transaction (data model 4.5).
const MEMBERS_A_CHUNK: u64 = 500;

/// The outcomes that write something.
const WRITING: [Outcome; 4] = [Outcome::Create, Outcome::Update, Outcome::Reactivate, Outcome::Terminate];

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
    let outcomes = matches::outcomes(&db, run.file.id).await?;
    let LinedUp { matched, unmatched } =
        LinedUp::of(outcomes.into_iter().filter(|(outcome, _)| WRITING.contains(outcome)));
    let absent = if terms.explicit { absents::count(&db, run.file.id).await? } else { 0 };
    let matched_since = validated_at(run).await?;
    let mut import = Import {
        run,
        terms: &terms,
        matched_since,
        done: 0,
        total: matched.saturating_add(unmatched).saturating_add(absent),
    };
    import.rows(Pass::Employees).await?;
    import.rows(Pass::Dependents).await?;
    if terms.explicit {
        import.absents().await?;
    }
    let tx = run.begin().await?;
    files::set_processed(&tx, run.file.id, run.ctx.now()).await?;
    run.commit_chunk(tx, import.total, import.total).await?;
    let did = changes::counts(&db, run.file.id).await?;
    let of = |kind: ChangeKind| did.get(&kind).copied().unwrap_or(0);
    Ok(Finished {
        total: import.total,
        matched,
        unmatched,
        summary: Some(json!({
            "Created": of(ChangeKind::Created),
            "Updated": of(ChangeKind::Updated),
            "Reactivated": of(ChangeKind::Reactivated),
            "Terminated": of(ChangeKind::Terminated),
        })),
    })
}

/// When the file was last validated, which is before it was matched.
async fn validated_at(run: &Run<'_>) -> Result<DateTime<Utc>> {
    let tasks = tasks::of_file(&run.ctx.store.read(), run.file.id).await?;
    let validation = tasks.iter().find(|row| row.task == Task::ValidateData);
    Ok(validation.and_then(|row| row.completed_at).unwrap_or(run.file.uploaded_at))
}

/// Whether the import may begin; one that has begun goes on.
async fn check(run: &Run<'_>, terms: &Terms) -> Result<()> {
    let refuse = |message: &str| Err(Invalid::field("", message).into());
    if terms.group_status == GroupStatus::InActive {
        return refuse(NOT_SERVED);
    }
    let db = run.ctx.store.read();
    if !terms.explicit || !changes::counts(&db, run.file.id).await?.is_empty() {
        return Ok(());
    }
    let valid = records::count(&db, run.file.id, RowState::Valid).await?;
    let wrong = records::count(&db, run.file.id, RowState::Error).await?;
    if let Err(held) = may_judge_absence(valid.into(), wrong.into()) {
        return refuse(&held.to_string());
    }
    let guard = run.file.guard;
    let Some(ended) = guard.count else { return refuse(INSPECT_AGAIN) };
    let active = counts::of_group(&db, terms.group, terms.today).await?.active.unsigned_abs();
    match terms.guard.allows(active, ended.into(), guard.confirmed_count.map(u64::from)) {
        Ok(()) => Ok(()),
        Err(held) => refuse(&held.to_string()),
    }
}

/// An import on its way.
struct Import<'a> {
    run: &'a Run<'a>,
    terms: &'a Terms,
    /// Who came onto the roster since may not have been seen by the match.
    matched_since: DateTime<Utc>,
    done: u32,
    total: u32,
}

impl Import<'_> {
    async fn rows(&mut self, pass: Pass) -> Result<()> {
        let (db, file) = (self.run.ctx.store.read(), self.run.file.id);
        let mut after = 0;
        loop {
            let matches = matches::chunk(&db, file, pass, &WRITING, after, MEMBERS_A_CHUNK).await?;
            let Some(last) = matches.last() else { return Ok(()) };
            after = last.row;
            self.done = self.done.saturating_add(u32::try_from(matches.len()).unwrap_or(u32::MAX));
            self.chunk(&matches).await?;
        }
    }

    async fn chunk(&self, matches: &[Match]) -> Result<()> {
        let (ctx, file) = (self.run.ctx, self.run.file.id);
        let db = ctx.store.read();
        let numbers: Vec<u32> = matches.iter().map(|matched| matched.row).collect();
        let found = records::find_many(&db, file, &numbers).await?;
        let records: HashMap<u32, Record> = found.into_iter().map(|row| (row.record.number, row.record)).collect();
        let rows_of_primaries: Vec<u32> = records.values().filter_map(|record| record.primary_row).collect();
        let primaries = matches::members_of(&db, file, &rows_of_primaries).await?;
        let of_rows: Vec<MemberId> = matches.iter().filter_map(|matched| Some(matched.member?.0)).collect();
        let ground = self.ground(&of_rows, primaries).await?;
        let decider = Decider { terms: self.terms, file, stamp: self.run.stamp() };
        let steps = decider.rows(matches, &records, &ground, || ctx.randomness.guid());
        self.write(steps).await
    }

    async fn ground(&self, members: &[MemberId], primaries: HashMap<u32, MemberId>) -> Result<Ground> {
        let db = self.run.ctx.store.read();
        let mut wanted: Vec<MemberId> = members.iter().chain(primaries.values()).copied().collect();
        wanted.sort_unstable();
        wanted.dedup();
        Ok(Ground {
            members: members::find_many(&db, self.terms.group, &wanted).await?,
            timelines: members::timelines(&db, members).await?,
            done: changes::changed(&db, self.run.file.id, members).await?,
            primaries,
        })
    }

    async fn absents(&mut self) -> Result<()> {
        let (ctx, file) = (self.run.ctx, self.run.file.id);
        let db = ctx.store.read();
        let mut after = MemberId(0);
        let mut changed_meanwhile = 0_u32;
        loop {
            let absent = absents::chunk(&db, file, after, MEMBERS_A_CHUNK).await?;
            let Some(last) = absent.last() else { break };
            after = last.member;
            self.done = self.done.saturating_add(u32::try_from(absent.len()).unwrap_or(u32::MAX));
            let ids: Vec<MemberId> = absent.iter().map(|absent| absent.member).collect();
            let ground = self.ground(&ids, HashMap::new()).await?;
            let decider = Decider { terms: self.terms, file, stamp: self.run.stamp() };
            let mut steps = Steps::default();
            for one in absent.iter().filter(|one| !ground.done.contains(&one.member)) {
                match ground.members.get(&one.member).filter(|member| member.version == one.version) {
                    Some(member) => steps.changing.extend(decider.end(member, &ground)),
                    None => changed_meanwhile += 1,
                }
            }
            self.write(steps).await?;
        }
        if changed_meanwhile > 0 {
            let message = format!(
                "{changed_meanwhile} member(s) who are absent from the file were changed after it was inspected and were \
                 not ended. Run the inspection again."
            );
            let tx = self.run.begin().await?;
            issues::insert(&tx, file, self.run.task, &[NewIssue::error(None, message)]).await?;
            self.run.commit_chunk(tx, self.done, self.total).await?;
        }
        Ok(())
    }

    /// Leaves to a person what another file or somebody at a screen has got ahead of. Files of one group wait for each other here, so
    /// that what is looked up still holds when the chunk is written.
    async fn hold_back(&self, tx: &Tx, steps: &mut Steps<'_>) -> Result<()> {
        let group = self.terms.group;
        store::groups::lock(tx, group).await?.check_members_editable()?;
        let holders = members::holders(tx, group, &steps.unique_keys()).await?;
        steps.hold_back_taken_ids(&holders);
        let mut made = members::made_since(tx, group, self.matched_since, &steps.people()).await?;
        let ids: Vec<MemberId> = made.values().copied().collect();
        let own = changes::changed(tx, self.run.file.id, &ids).await?;
        made.retain(|_, member| !own.contains(member));
        steps.hold_back_made_meanwhile(&made);
        Ok(())
    }

    /// Writes a chunk: members, timelines, search, what was done, audit and progress, all or nothing.
    async fn write(&self, mut steps: Steps<'_>) -> Result<()> {
        let run = self.run;
        let tx = run.begin().await?;
        self.hold_back(&tx, &mut steps).await?;
        if steps.is_empty() {
            return run.commit_chunk(tx, self.done, self.total).await;
        }
        let Steps { making, changing, mut review } = steps;
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
            return run.commit_chunk(tx, self.done, self.total).await;
        }
        run.commit_audited(tx, self.done, self.total, entries).await
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
    let told = Told { row: changing.row, kind: changing.kind, before: changing.before(), fields };
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
        if let Some(change) = write.status.as_ref().and_then(|status| status.append) {
            after["Status"] = json!(change.status.name());
            after["EffectiveDate"] = json!(change.effective_on);
        }
        run.entry(action, "member").on(write.before.id).with_change(&before, &after)
    }
}
