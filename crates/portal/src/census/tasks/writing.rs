//! What the chunks of an import write: members, timelines, search, what was done, audit and progress, each chunk all or nothing.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::NaiveDate;
use domain::CensusFileId;
use domain::MemberId;
use domain::census::Severity;
use domain::census::changes::Outcome;
use domain::census::plan::CHANGED_MEANWHILE;
use futures_util::future::try_join_all;
use serde_json::{Value, json};
use store::audit::Entry;
use store::census::changes::{self, ChangeKind, NewCensusChange};
use store::census::issues::{self, NewIssue};
use store::census::matches::{self, MadeMember};
use store::members::{self, Applied, Member, MemberWrite, Source};
use store::{Db, Reader, Tx};
use tokio::sync::Mutex;

use super::super::deciding::Decided;
use super::super::run::{Progress, Run};
use super::super::steps::{After, Making, Steps, are_apart};
use super::super::terms::Terms;
use super::super::walk::Walk;
use crate::error::Result;
use crate::members::welcome::service::on_joining;

/// How many members the import has changed, by what was done, and how many rows have nothing to change.
pub(in crate::census) struct Did {
    changed: BTreeMap<ChangeKind, u32>,
    unchanged: u32,
}

impl Did {
    /// As it stands in the changes.
    pub(in crate::census) async fn of(db: &impl Db, file: CensusFileId) -> Result<Self> {
        let unchanged = matches::outcomes(db, file).await?.get(&Outcome::Unchanged).copied().unwrap_or(0);
        let unchanged = unchanged.saturating_sub(matches::imported(db, file).await?);
        Ok(Self { changed: changes::counts(db, file).await?, unchanged })
    }

    /// With what a chunk has done.
    fn and(&self, chunk: &[NewCensusChange]) -> Self {
        let mut changed = self.changed.clone();
        // A member who only gives its unique id up is no row's change (rules.md#ids-that-pass).
        let counted = chunk.iter().filter(|did| did.row.is_some() || did.kind != ChangeKind::Updated);
        counted.for_each(|did| *changed.entry(did.kind).or_default() += 1);
        Self { changed, unchanged: self.unchanged }
    }

    /// As the summary of the task tells it.
    pub(in crate::census) fn told(&self) -> Value {
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

/// Writes the chunks of a run.
pub(in crate::census) struct Writing<'a> {
    run: &'a Run<'a>,
    terms: &'a Terms,
    walk: Arc<Walk<Reader>>,
    progress: Progress,
    /// What all chunks did so far.
    did: Mutex<Did>,
}

impl<'a> Writing<'a> {
    /// Goes on behind what former runs did.
    pub(in crate::census) fn new(
        run: &'a Run<'a>,
        terms: &'a Terms,
        walk: &Arc<Walk<Reader>>,
        progress: Progress,
        did: Did,
    ) -> Self {
        Self { run, terms, walk: Arc::clone(walk), progress, did: Mutex::new(did) }
    }

    /// Writes chunks, each all or nothing: at once where the database has several writers and no unique id passes from one to the other.
    /// Gives how many of those who are absent were changed since the inspection, and stay.
    pub(in crate::census) async fn write_all(&self, chunks: Vec<Decided>) -> Result<u32> {
        let changed_meanwhile = chunks.iter().map(|chunk| chunk.steps.changed_meanwhile).sum();
        self.write_each(chunks).await?;
        Ok(changed_meanwhile)
    }

    async fn write_each(&self, chunks: Vec<Decided>) -> Result<()> {
        let Some(turn) = self.turn().await? else {
            return self.write_in_turn(chunks).await;
        };
        if are_apart(chunks.iter().map(|chunk| &chunk.steps)) {
            try_join_all(chunks.into_iter().map(|chunk| self.write(chunk))).await?;
        } else {
            self.write_in_turn(chunks).await?;
        }
        Ok(turn.commit_unaudited("files of one group write their members one after the other").await?)
    }

    async fn write_in_turn(&self, chunks: Vec<Decided>) -> Result<()> {
        for chunk in chunks {
            self.write(chunk).await?;
        }
        Ok(())
    }

    /// How many rows have nothing to change.
    pub(in crate::census) async fn unchanged(&self) -> u32 {
        self.did.lock().await.unchanged
    }

    /// What all chunks did, with those of former runs.
    pub(in crate::census) async fn told(&self) -> Value {
        self.did.lock().await.told()
    }

    /// Files of one group wait for each other here, so that what is looked up still holds when the chunks are written. `None` on a database
    /// with one writer, where a chunk itself keeps all others waiting.
    async fn turn(&self) -> Result<Option<Tx>> {
        if self.run.writers() == 1 {
            return Ok(None);
        }
        let tx = self.run.ctx.store.begin().await?;
        store::groups::lock_beside(&tx, self.terms.group).await?.check_members_editable()?;
        Ok(Some(tx))
    }

    async fn write(
        &self,
        Decided { members, mut steps, made: mut entries_of_made, mut changed }: Decided,
    ) -> Result<()> {
        let run = self.run;
        let tx = run.begin_beside().await?;
        if run.writers() == 1 {
            store::groups::lock(&tx, self.terms.group).await?.check_members_editable()?;
        }
        self.walk.hold_back(run.ctx, &tx, &mut steps).await?;
        if steps.is_empty() {
            return run.commit_beside(tx, members, &self.progress).await;
        }
        let Steps { making, changing, mut review, made_already, .. } = steps;
        let (were, afters): (Vec<Member>, Vec<After>) =
            changing.into_iter().map(|changing| (changing.member, changing.after)).unzip();
        let writes: Vec<_> = afters.into_iter().zip(&were).map(|(after, was)| after.over(was)).collect();
        matches::set_made(&tx, run.file.id, &made_already).await?;
        let (made, applied) = self.insert_and_apply(&tx, &making, &writes).await?;
        let stale: Vec<MemberId> = applied.stale.to_vec();
        let stale = members::find_many(&tx, self.terms.group, &stale).await?;
        let (mut did, mut entries, mut joined) = (Vec::new(), Vec::new(), made.clone());
        for (making, member) in making.iter().zip(&made) {
            did.push(of_made(making.row, *member));
            entries.extend(entries_of_made.remove(&making.row).map(|entry| entry.on(*member)));
        }
        for write in &writes {
            let Some(told) = changed.remove(&write.before.id) else { continue };
            if applied.stale.contains(&write.before.id) {
                let is_so = stale.get(&write.before.id).is_some_and(|member| After::is(write, member));
                review.extend(told.row.filter(|_| !is_so).map(|row| (row, CHANGED_MEANWHILE)));
                continue;
            }
            joined.extend(joins(told.kind, write, self.terms.today));
            entries.push(told.entry);
            did.push(of_changed(write, (told.row, told.kind, told.before), &applied));
        }
        changes::insert(&tx, run.file.id, &did, run.ctx.now()).await?;
        entries.extend(self.welcome(&tx, &joined).await?);
        leave_to_a_person(run, &tx, &review).await?;
        self.commit(tx, members, &did, entries).await
    }

    async fn insert_and_apply(
        &self,
        tx: &Tx,
        making: &[Making],
        writes: &[MemberWrite<'_>],
    ) -> Result<(Vec<MemberId>, Applied)> {
        let (run, today) = (self.run, self.terms.today);
        let new: Vec<_> = making.iter().map(|making| making.member.clone()).collect();
        let by = (Source::CensusFile(run.file.id), run.stamp());
        let (made, applied) = members::insert_and_apply(tx, &new, today, writes, by).await?;
        let rows = making.iter().zip(&made).map(|(making, member)| MadeMember { row: making.row, member: *member });
        matches::set_made(tx, run.file.id, &rows.collect::<Vec<_>>()).await?;
        Ok((made, applied))
    }

    /// Commits a chunk; the one that commits last tells what all did.
    async fn commit(&self, tx: Tx, members: usize, did: &[NewCensusChange], entries: Vec<Entry>) -> Result<()> {
        if entries.is_empty() {
            return self.run.commit_beside(tx, members, &self.progress).await;
        }
        let mut all = self.did.lock().await;
        let with_these = all.and(did);
        self.run.commit_audited_beside(tx, members, &self.progress, (entries, with_these.told())).await?;
        *all = with_these;
        Ok(())
    }

    /// Welcomes those who have joined, where the group's setting says so (rules.md#welcome-mails).
    async fn welcome(&self, tx: &Tx, joined: &[MemberId]) -> Result<Vec<Entry>> {
        let entry = || self.run.entry("member.welcome", "member");
        on_joining(self.run.ctx, tx, &self.terms.joining, joined, entry).await
    }
}

/// Leaves rows to a person, and says why.
pub(in crate::census) async fn leave_to_a_person(run: &Run<'_>, tx: &Tx, review: &[(u32, &'static str)]) -> Result<()> {
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

fn of_changed(
    write: &MemberWrite<'_>,
    (row, kind, before): (Option<u32>, ChangeKind, Value),
    applied: &Applied,
) -> NewCensusChange {
    NewCensusChange {
        row,
        member: write.before.id,
        kind,
        before: Some(before),
        version_after: write.before.version + 1,
        status_change: applied.status_changes.get(&write.before.id).copied(),
    }
}

/// The member who begins again. Whose end is only taken back has never left.
fn joins(kind: ChangeKind, write: &MemberWrite<'_>, today: NaiveDate) -> Option<MemberId> {
    let was_active = write.before.status.shown(today).counts_as_active();
    (kind == ChangeKind::Reactivated && !was_active).then_some(write.before.id)
}
