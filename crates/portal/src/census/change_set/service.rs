//! The change set of a file, a page at a time: decided anew from the rows as they are now, or read from what was done.

use std::collections::HashMap;

use chrono::NaiveDate;
use domain::census::Record;
use domain::census::changes::{FieldChange, Outcome, Remark, said};
use domain::census::file::{Task, TaskState};
use domain::census::plan::decide_for;
use domain::census::progress::effective_on;
use domain::{CensusFileId, CensusTaskId, MemberId, Page, PageRequest};
use serde_json::Value;
use store::Db;
use store::census::absents::{self, Absent};
use store::census::changes::{self, CensusChange, ChangeKind, Done};
use store::census::files::CensusFile;
use store::census::matches::{self, Match};
use store::census::records;
use store::census::tasks::TaskRow;
use store::members::{self, Member};

use super::primaries::{Moved, Primaries};
use crate::census::roster::on_roster;
use crate::census::service;
use crate::census::terms::Terms;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;

/// Which changes are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Everything that rows change.
    Changes,
    /// Rows that come to this.
    Rows(Outcome),
    /// Members who are absent from the file and will be ended.
    Absent,
    /// Members who are absent from the file and kept.
    Kept,
}

/// What happens to a member.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Change {
    /// The row; `None` for a member who is absent.
    pub(super) row: Option<u32>,
    /// The member; `None` for one that is to be made.
    pub(super) member: Option<MemberId>,
    /// First and last name.
    pub(super) name: (String, String),
    /// In one word.
    pub(super) kind: &'static str,
    /// From when a creation, reactivation or termination counts.
    pub(super) effective_on: Option<NaiveDate>,
    /// The fields that change.
    pub(super) fields: Vec<FieldChange>,
    /// The primary that changes.
    pub(super) moved: Option<Moved>,
    /// What else is to be said.
    pub(super) remark: Option<Remark>,
    /// The row that was set aside and for which the member is kept.
    pub(super) skipped_row: Option<u32>,
}

/// The word for a member who is absent.
const ABSENT: &str = "Absent";
/// The word for one who is kept.
const KEPT: &str = "Kept";

/// A page of the changes of a file.
///
/// # Errors
/// [`Error::NotFound`] when file or task are not there, or the task has no change set.
pub(super) async fn changes(
    ctx: &Context,
    who: &CallerOrigin,
    (id, task): (CensusFileId, CensusTaskId),
    wanted: Wanted,
    request: &PageRequest,
) -> Result<Page<Change>> {
    let (detail, row) = service::task_of(ctx, who, id, task).await?;
    if !matches!(row.task, Task::InspectData | Task::ProcessData) {
        return Err(Error::NotFound);
    }
    let set =
        ChangeSet { ctx, terms: Terms::of(&ctx.store.read(), &detail.file, ctx.today()).await?, file: &detail.file };
    match wanted {
        _ if is_imported(&ctx.store.read(), id, &detail.tasks).await? => set.done(wanted, request).await,
        Wanted::Absent => set.absent(false, request).await,
        Wanted::Kept => set.absent(true, request).await,
        Wanted::Changes => {
            set.planned(&[Outcome::Create, Outcome::Update, Outcome::Reactivate, Outcome::Terminate], request).await
        }
        Wanted::Rows(outcome) => set.planned(&[outcome], request).await,
    }
}

/// Whether the import has changed somebody, and nothing was decided anew since. What is left of one that is to go on is foreseen as
/// before: whom it has changed, it does not change again.
pub(super) async fn is_imported(db: &impl Db, file: CensusFileId, tasks: &[TaskRow]) -> Result<bool> {
    let is_to_run = |row: &TaskRow| row.task == Task::ProcessData && row.state == TaskState::NotRun;
    Ok(!tasks.iter().any(is_to_run) && !changes::counts(db, file).await?.is_empty())
}

struct ChangeSet<'a> {
    ctx: &'a Context,
    terms: Terms,
    file: &'a CensusFile,
}

impl ChangeSet<'_> {
    async fn planned(&self, outcomes: &[Outcome], request: &PageRequest) -> Result<Page<Change>> {
        let db = self.ctx.store.read();
        let page = matches::page(&db, self.file.id, outcomes, request).await?;
        let rows: Vec<u32> = page.rows.iter().map(|row| row.row).collect();
        let records = self.records(&rows).await?;
        let members = self.members(page.rows.iter().filter_map(|row| Some(row.member?.0))).await?;
        let stored = members.values().filter_map(|member| member.primary);
        let primaries = self.primaries(&records, stored).await?;
        Ok(filtered(page, |row| self.plan(&row, records.get(&row.row)?, &members, &primaries)))
    }

    fn plan(
        &self,
        row: &Match,
        record: &Record,
        members: &HashMap<MemberId, Member>,
        primaries: &Primaries,
    ) -> Option<Change> {
        let member = row.member.and_then(|(id, _)| members.get(&id));
        let decision = decide_for(record, member.cloned().map(on_roster).as_ref(), self.terms.of_plan());
        Some(Change {
            row: Some(row.row),
            member: member.map(|member| member.id),
            name: name_of(record),
            kind: row.outcome.name(),
            effective_on: decision.effective_on,
            fields: decision.fields,
            moved: member.and_then(|member| primaries.moved(record, member.id, member.primary)),
            remark: decision.remark,
            skipped_row: None,
        })
    }

    async fn absent(&self, kept: bool, request: &PageRequest) -> Result<Page<Change>> {
        let (db, file) = (self.ctx.store.read(), self.file.id);
        let page = if kept {
            absents::kept_page(&db, file, request).await?
        } else {
            absents::page(&db, file, request).await?
        };
        let members = self.members(page.rows.iter().map(|absent| absent.member)).await?;
        let options = &self.terms.options;
        let on = effective_on(options.global_effective_on, options.by_rule);
        let ended = |absent: Absent| {
            let details = &members.get(&absent.member)?.details;
            Some(Change {
                row: None,
                member: Some(absent.member),
                name: (details.first_name.clone(), details.last_name.clone()),
                kind: if kept { KEPT } else { ABSENT },
                effective_on: (!kept).then_some(on),
                fields: Vec::new(),
                moved: None,
                remark: None,
                skipped_row: absent.skipped_row,
            })
        };
        Ok(filtered(page, ended))
    }

    async fn done(&self, wanted: Wanted, request: &PageRequest) -> Result<Page<Change>> {
        let which = match wanted {
            Wanted::Changes => Done::All,
            Wanted::Absent => Done::OfAbsent,
            Wanted::Kept => return self.absent(true, request).await,
            Wanted::Rows(outcome) => match kind_of(outcome) {
                Some(kind) => Done::ByRows(kind),
                // Rows that change nothing leave no trace of their own.
                None => return self.planned(&[outcome], request).await,
            },
        };
        let page = changes::page(&self.ctx.store.read(), self.file.id, which, request).await?;
        let rows: Vec<u32> = page.rows.iter().filter_map(|change| change.row).collect();
        let records = self.records(&rows).await?;
        let members = self.members(page.rows.iter().map(|change| change.member)).await?;
        let primaries = self.primaries(&records, page.rows.iter().filter_map(primary_before)).await?;
        let told = |change: CensusChange| {
            let details = &members.get(&change.member)?.details;
            let record = change.row.and_then(|row| records.get(&row));
            Some(Change {
                row: change.row,
                member: Some(change.member),
                name: (details.first_name.clone(), details.last_name.clone()),
                kind: if change.row.is_none() { ABSENT } else { outcome_of(change.kind).name() },
                effective_on: None,
                fields: record.map(|record| fields_of(&change, record)).unwrap_or_default(),
                moved: record
                    .filter(|_| change.kind != ChangeKind::Created)
                    .and_then(|record| primaries.moved(record, change.member, primary_before(&change))),
                remark: None,
                skipped_row: None,
            })
        };
        Ok(filtered(page, told))
    }

    async fn primaries(
        &self,
        records: &HashMap<u32, Record>,
        stored: impl Iterator<Item = MemberId>,
    ) -> Result<Primaries> {
        let rows: Vec<u32> = records.values().filter_map(|record| record.primary_row).collect();
        let of_rows = matches::members_of(&self.ctx.store.read(), self.file.id, &rows).await?;
        let members = self.members(stored.chain(of_rows.values().copied())).await?;
        Ok(Primaries { of_rows, members, records: self.records(&rows).await? })
    }

    async fn records(&self, rows: &[u32]) -> Result<HashMap<u32, Record>> {
        let found = records::find_many(&self.ctx.store.read(), self.file.id, rows).await?;
        Ok(found.into_iter().map(|row| (row.record.number, row.record)).collect())
    }

    async fn members(&self, ids: impl Iterator<Item = MemberId>) -> Result<HashMap<MemberId, Member>> {
        let ids: Vec<MemberId> = ids.collect();
        Ok(members::find_many(&self.ctx.store.read(), self.terms.group, &ids).await?)
    }
}

/// The same page with its rows told; a row whose record or member is gone is left out.
fn filtered<T, U>(page: Page<T>, tell: impl FnMut(T) -> Option<U>) -> Page<U> {
    let Page { rows, total, per_page } = page;
    Page { rows: rows.into_iter().filter_map(tell).collect(), total, per_page }
}

fn name_of(record: &Record) -> (String, String) {
    (record.first_name.text().to_owned(), record.last_name.text().to_owned())
}

/// The primary that a member had before a done change.
fn primary_before(change: &CensusChange) -> Option<MemberId> {
    change.before.as_ref()?["Primary"].as_i64().map(MemberId)
}

/// The fields that a done change has written, with what stood there before.
fn fields_of(change: &CensusChange, record: &Record) -> Vec<FieldChange> {
    let before = change.before.as_ref().and_then(|before| before["Fields"].as_object());
    let is_new = change.kind == ChangeKind::Created;
    let told = said(record).into_iter().filter_map(|(field, new)| {
        let old = before.and_then(|before| before.get(field.name()));
        (is_new || old.is_some()).then(|| FieldChange {
            field,
            old: old.and_then(Value::as_str).map(str::to_owned),
            new,
        })
    });
    told.filter(|change| change.old.is_some() || change.new.is_some()).collect()
}

const fn kind_of(outcome: Outcome) -> Option<ChangeKind> {
    match outcome {
        Outcome::Create => Some(ChangeKind::Created),
        Outcome::Update => Some(ChangeKind::Updated),
        Outcome::Reactivate => Some(ChangeKind::Reactivated),
        Outcome::Terminate => Some(ChangeKind::Terminated),
        Outcome::Unchanged | Outcome::Review | Outcome::Ignored => None,
    }
}

/// What was done, in the words of the plan.
pub(super) const fn outcome_of(kind: ChangeKind) -> Outcome {
    match kind {
        ChangeKind::Created => Outcome::Create,
        ChangeKind::Updated => Outcome::Update,
        ChangeKind::Reactivated => Outcome::Reactivate,
        ChangeKind::Terminated => Outcome::Terminate,
    }
}
