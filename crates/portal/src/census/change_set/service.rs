//! The change set of a file, a page at a time: decided anew from the rows as they are now, or read from what was done.

use std::collections::HashMap;

use chrono::NaiveDate;
use domain::census::bill_effect::newcomer;
use domain::census::changes::{FieldChange, Outcome, Remark, said};
use domain::census::file::{Task, TaskState};
use domain::census::id_moves::{IdMoves, given_up_by, giving_up};
use domain::census::plan::decide_for;
use domain::census::{Field, Record, RowState};
use domain::{CensusFileId, CensusTaskId, MemberId, Money, Page, PageRequest};
use store::census::absents::{self, Absent, Apart};
use store::census::changes::{self, CensusChange, ChangeKind, Done};
use store::census::files::CensusFile;
use store::census::issues;
use store::census::matches::{self, Match};
use store::census::records;
use store::census::tasks::TaskRow;
use store::members::{self, Member};
use store::{Db, View};

use super::effect::Monthly;
use super::primaries::{Moved, Primaries};
use crate::census::id_moves;
use crate::census::roster::{FileEnds, file_ends, on_roster};
use crate::census::service::{self, FileDetail};
use crate::census::terms::Terms;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;

/// Which changes are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Whom the file ends for being absent, and behind them everything that rows change.
    Changes,
    /// Rows that come to this.
    Rows(Outcome),
    /// Members who are absent from the file and will be ended.
    Absent,
    /// Members who are absent from the file and kept.
    Kept,
    /// Members who are absent from the file, still to start, and not ended.
    StillToStart,
    /// Members who are absent from the file and not ended earlier than on the later day that is set already.
    LaterEnd,
}

impl Wanted {
    /// What rows come to that change members.
    const CHANGING: [Outcome; 4] = [Outcome::Create, Outcome::Update, Outcome::Reactivate, Outcome::Terminate];

    /// Whether bills may be others afterwards.
    const fn bills(self) -> bool {
        !matches!(
            self,
            Self::Kept
                | Self::StillToStart
                | Self::LaterEnd
                | Self::Rows(Outcome::Unchanged | Outcome::Ignored | Outcome::Review)
        )
    }
}

/// What happens to a member.
#[derive(Debug, Clone, Default, PartialEq)]
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
    /// What the match has said about the row beside that, and what holds nothing up; and that somebody may have left.
    pub(super) warnings: Vec<String>,
    /// The row that was set aside and for which the member is kept.
    pub(super) skipped_row: Option<u32>,
    /// What it adds to the charges of a month; `None` where that is not foreseen.
    pub(super) per_month: Option<Money>,
    /// Whether it has been done.
    pub(super) is_done: bool,
}

/// The word for a member who is absent.
const ABSENT: &str = "Absent";
/// The word for one who is kept.
const KEPT: &str = "Kept";
/// The word for one who is still to start and not ended.
const STILL_TO_START: &str = "StillToStart";
/// The word for one whose end is set for a later day and stays.
const LATER_END: &str = "LaterEnd";

/// A file with what its change set is read by, all of one moment.
pub(super) struct Basis {
    pub(super) detail: FileDetail,
    view: View,
    terms: Terms,
    moves: IdMoves,
}

impl Basis {
    /// Reads it.
    ///
    /// # Errors
    /// [`Error::NotFound`] when file or task are not there, or the task has no change set.
    pub(super) async fn read(
        ctx: &Context,
        who: &CallerOrigin,
        (id, task): (CensusFileId, CensusTaskId),
    ) -> Result<Self> {
        let (detail, row) = service::task_of(ctx, who, id, task).await?;
        if !matches!(row.task, Task::InspectData | Task::ProcessData) {
            return Err(Error::NotFound);
        }
        let view = ctx.store.view().await?;
        let terms = Terms::of(&view, &detail.file, ctx.today()).await?;
        let moves = id_moves::inspected(&view, detail.file.id, &terms, &detail.tasks).await?;
        Ok(Self { detail, view, terms, moves })
    }
}

/// How much of a change set the import has written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Written {
    /// It has changed nobody.
    Nothing,
    /// It was stopped on its way, by a person or by a fault, or its rows were decided anew since. What is left is foreseen as before: whom it
    /// has changed, it does not change again.
    Some,
    /// It is through.
    All,
}

impl Written {
    pub(super) async fn of(db: &impl Db, file: CensusFileId, tasks: &[TaskRow]) -> Result<Self> {
        let is_open = |state: TaskState| matches!(state, TaskState::NotRun | TaskState::Failed);
        let import = || tasks.iter().filter(|row| row.task == Task::ProcessData);
        let is_to_go_on = import().any(|row| is_open(row.state));
        // All that such a file says may have stood on the roster already.
        let is_done = import().any(|row| row.state == TaskState::Done);
        Ok(match (changes::counts(db, file).await?.is_empty() && !is_done, is_to_go_on) {
            (true, _) => Self::Nothing,
            (false, true) => Self::Some,
            (false, false) => Self::All,
        })
    }
}

/// What of a file is on a page, before it is told.
struct Found {
    /// The word for those who are absent.
    word: &'static str,
    absent: Vec<Absent>,
    rows: Vec<Match>,
    total: u64,
    per_page: u64,
}

/// What is done already of what is on a page: by rows, and to members for being absent.
#[derive(Default)]
struct DoneOfPage {
    rows: HashMap<u32, Change>,
    absent: HashMap<MemberId, Change>,
}

/// The changes of a kind, to be read page by page.
pub(super) struct ChangeSet<'a> {
    wanted: Wanted,
    view: &'a View,
    terms: &'a Terms,
    moves: &'a IdMoves,
    file: &'a CensusFile,
    written: Written,
    monthly: Option<Monthly<'a>>,
}

impl<'a> ChangeSet<'a> {
    /// Those of a file.
    pub(super) async fn of(ctx: &'a Context, who: &CallerOrigin, basis: &'a Basis, wanted: Wanted) -> Result<Self> {
        let Basis { detail, view, terms, moves } = basis;
        let written = Written::of(view, detail.file.id, &detail.tasks).await?;
        let monthly = match written != Written::All && wanted.bills() {
            true => Monthly::begin(ctx, who, view, (detail, terms)).await?,
            false => None,
        };
        Ok(Self { wanted, view, terms, moves, file: &detail.file, written, monthly })
    }

    /// A page of them, with what should be seen about their rows.
    pub(super) async fn page(&mut self, request: &PageRequest) -> Result<Page<Change>> {
        let page = self.changes(request).await?;
        let rows: Vec<u32> = page.rows.iter().filter_map(|change| change.row).collect();
        let mut said = issues::before_import(self.view, self.file.id, &rows).await?;
        Ok(page.map(|change| {
            let said = change.row.and_then(|row| said.remove(&row)).unwrap_or_default();
            let remark = change.remark.map(Remark::message);
            let open = said.into_iter().filter(|issue| remark != Some(issue.message.as_str()));
            let open = open.map(|issue| issue.message);
            Change { warnings: change.warnings.into_iter().chain(open).collect(), ..change }
        }))
    }

    async fn changes(&mut self, request: &PageRequest) -> Result<Page<Change>> {
        let kind = match self.wanted {
            _ if self.written != Written::All => None,
            Wanted::Changes => Some(Done::All),
            Wanted::Absent => Some(Done::OfAbsent),
            Wanted::Kept | Wanted::StillToStart | Wanted::LaterEnd => None,
            // Rows that change nothing leave no trace of their own.
            Wanted::Rows(outcome) => kind_of(outcome).map(Done::ByRows),
        };
        if let Some(which) = kind {
            return self.done(which, request).await;
        }
        let found = self.find(request).await?;
        let amounts = match &mut self.monthly {
            Some(monthly) => Some(monthly.of(&found.rows, &found.absent).await?),
            None => None,
        };
        self.told(found, amounts.as_ref()).await
    }

    /// A page of what the file would do.
    async fn find(&self, request: &PageRequest) -> Result<Found> {
        let (db, file) = (self.view, self.file.id);
        let absent = match self.wanted {
            Wanted::Kept => Some(absents::kept_page(db, file, request).await?),
            Wanted::StillToStart => Some(absents::apart_page(db, file, Apart::ToStart, request).await?),
            Wanted::LaterEnd => Some(absents::apart_page(db, file, Apart::LaterEnd, request).await?),
            Wanted::Absent => Some(absents::page(db, file, request).await?),
            Wanted::Changes if self.terms.explicit => Some(absents::page(db, file, request).await?),
            Wanted::Changes | Wanted::Rows(_) => None,
        };
        let (absent, before) = absent.map_or((Vec::new(), 0), |page| (page.rows, page.total));
        let outcomes = match &self.wanted {
            Wanted::Kept | Wanted::StillToStart | Wanted::LaterEnd | Wanted::Absent => &[][..],
            Wanted::Changes => &Wanted::CHANGING,
            Wanted::Rows(outcome) => std::slice::from_ref(outcome),
        };
        let (rows, total) = match outcomes {
            [] => (Vec::new(), before),
            _ => {
                let page = matches::page(db, file, outcomes, request, before).await?;
                (page.rows, page.total)
            }
        };
        let word = match self.wanted {
            Wanted::Kept => KEPT,
            Wanted::StillToStart => STILL_TO_START,
            Wanted::LaterEnd => LATER_END,
            Wanted::Changes | Wanted::Absent | Wanted::Rows(_) => ABSENT,
        };
        Ok(Found { word, absent, rows, total, per_page: request.per_page })
    }

    /// What was found, told: decided anew from the rows and members as they are now, with what it adds to a month where that is known.
    async fn told(&self, found: Found, amounts: Option<&HashMap<MemberId, Money>>) -> Result<Page<Change>> {
        let numbers: Vec<u32> = found.rows.iter().map(|row| row.row).collect();
        let records = self.records(&numbers).await?;
        let of_rows = found.rows.iter().filter_map(|row| Some(row.member?.0));
        let members = self.members(of_rows.chain(found.absent.iter().map(|absent| absent.member))).await?;
        let primaries = self.primaries(&records, members.values().filter_map(|member| member.primary)).await?;
        let giving = numbers.iter().filter_map(|row| self.moves.passing.get(row));
        let giving = self.members(giving.filter(|member| self.moves.gives_up(**member)).copied()).await?;
        let ends = file_ends(self.view, members.values(), self.terms.today).await?;
        let of_page = self.done_of_page(&numbers, &found.absent).await?;
        let absent = found.absent.iter().filter_map(|absent| {
            let done = of_page.absent.get(&absent.member).cloned();
            done.or_else(|| self.ended(absent, found.word, members.get(&absent.member)?))
        });
        let rows = found.rows.iter().filter_map(|row| {
            let done = of_page.rows.get(&row.row).cloned();
            let change = || self.plan(row, records.get(&row.row)?, (&members, &ends), &primaries);
            let from = self.moves.passing.get(&row.row).and_then(|member| giving.get(member));
            let from = from.map(|member| given_up_by(&member.details.full_name()));
            done.or_else(|| Some(Change { warnings: from.into_iter().collect(), ..change()? }))
        });
        let priced = |change: Change| {
            if change.is_done {
                return change;
            }
            let id = change.member.or(change.row.map(newcomer));
            let amount =
                |amounts: &HashMap<MemberId, Money>| id.and_then(|id| amounts.get(&id).copied()).unwrap_or_default();
            Change { per_month: amounts.map(amount), ..change }
        };
        // A row whose record or member is gone is left out.
        Ok(Page { rows: absent.chain(rows).map(priced).collect(), total: found.total, per_page: found.per_page })
    }

    fn ended(&self, absent: &Absent, kind: &'static str, member: &Member) -> Option<Change> {
        let effective_on = match kind {
            ABSENT => Some(self.terms.effective_on()),
            LATER_END => member.status.pending.map(|(_, on)| on),
            _ => None,
        };
        Some(Change {
            member: Some(absent.member),
            name: (member.details.first_name.clone(), member.details.last_name.clone()),
            kind,
            effective_on,
            fields: self.given_up(member).filter(|_| kind == ABSENT).into_iter().collect(),
            skipped_row: absent.skipped_row,
            ..Change::default()
        })
    }

    /// The unique id that a member gives up.
    fn given_up(&self, member: &Member) -> Option<FieldChange> {
        giving_up(&member.details).filter(|_| self.moves.gives_up(member.id))
    }

    fn plan(
        &self,
        row: &Match,
        record: &Record,
        (members, ends): (&HashMap<MemberId, Member>, &FileEnds),
        primaries: &Primaries,
    ) -> Option<Change> {
        let member = row.member.and_then(|(id, _)| members.get(&id));
        let on_roster = member.cloned().map(|member| on_roster(member, ends));
        let decision = decide_for(record, on_roster.as_ref(), self.terms.of_plan());
        Some(Change {
            row: Some(row.row),
            member: member.map(|member| member.id),
            name: name_of(record),
            kind: row.outcome.name(),
            effective_on: decision.effective_on,
            fields: decision.fields.into_iter().chain(member.and_then(|member| self.given_up(member))).collect(),
            moved: primaries.moved(record, member.map(|member| member.id), member.and_then(|member| member.primary)),
            remark: decision.remark,
            ..Change::default()
        })
    }

    /// A page of what the file has done.
    async fn done(&self, which: Done, request: &PageRequest) -> Result<Page<Change>> {
        let Page { rows, total, per_page } = changes::page(self.view, self.file.id, which, request).await?;
        Ok(Page { rows: self.told_done(rows).await?, total, per_page })
    }

    /// What of a page the import has written before it was stopped.
    async fn done_of_page(&self, rows: &[u32], absent: &[Absent]) -> Result<DoneOfPage> {
        let mut of_page = DoneOfPage::default();
        if self.written != Written::Some {
            return Ok(of_page);
        }
        let absent: Vec<MemberId> = absent.iter().map(|absent| absent.member).collect();
        let done = changes::done_of(self.view, self.file.id, rows, &absent).await?;
        for change in self.told_done(done).await? {
            match (change.row, change.member) {
                (Some(row), _) => _ = of_page.rows.insert(row, change),
                (None, Some(member)) => _ = of_page.absent.insert(member, change),
                (None, None) => {}
            }
        }
        Ok(of_page)
    }

    /// Done changes with the names of their members and what was written.
    async fn told_done(&self, done: Vec<CensusChange>) -> Result<Vec<Change>> {
        let rows: Vec<u32> = done.iter().filter_map(|change| change.row).collect();
        let records = self.records(&rows).await?;
        let members = self.members(done.iter().map(|change| change.member)).await?;
        let primaries = self.primaries(&records, done.iter().filter_map(primary_before)).await?;
        let told = |change: CensusChange| {
            let details = &members.get(&change.member)?.details;
            let record = change.row.and_then(|row| records.get(&row));
            Some(Change {
                row: change.row,
                member: Some(change.member),
                name: (details.first_name.clone(), details.last_name.clone()),
                kind: match change.row {
                    None if change.kind == ChangeKind::Terminated => ABSENT,
                    _ => outcome_of(change.kind).name(),
                },
                effective_on: change.effective_on,
                fields: fields_of(&change, record),
                moved: record.and_then(|record| primaries.moved(record, Some(change.member), primary_before(&change))),
                is_done: true,
                ..Change::default()
            })
        };
        // A change whose member is gone is left out.
        Ok(done.into_iter().filter_map(told).collect())
    }

    async fn primaries(
        &self,
        records: &HashMap<u32, Record>,
        stored: impl Iterator<Item = MemberId>,
    ) -> Result<Primaries> {
        let rows: Vec<u32> = records.values().filter_map(|record| record.primary_row).collect();
        let of_rows = matches::members_of(self.view, self.file.id, &rows).await?;
        let members = self.members(stored.chain(of_rows.values().copied())).await?;
        let found = records::find_many(self.view, self.file.id, &rows).await?;
        let found = found.into_iter().filter(|row| row.state == RowState::Valid);
        let records = found.map(|row| (row.record.number, row.record)).collect();
        Ok(Primaries { of_rows, members, records })
    }

    async fn records(&self, rows: &[u32]) -> Result<HashMap<u32, Record>> {
        let found = records::find_many(self.view, self.file.id, rows).await?;
        Ok(found.into_iter().map(|row| (row.record.number, row.record)).collect())
    }

    async fn members(&self, ids: impl Iterator<Item = MemberId>) -> Result<HashMap<MemberId, Member>> {
        let ids: Vec<MemberId> = ids.collect();
        Ok(members::find_many(self.view, self.terms.group, &ids).await?)
    }
}

fn name_of(record: &Record) -> (String, String) {
    (record.first_name.text().to_owned(), record.last_name.text().to_owned())
}

/// The primary that a member had before a done change.
fn primary_before(change: &CensusChange) -> Option<MemberId> {
    change.before.as_ref()?["Primary"].as_i64().map(MemberId)
}

/// The fields that a done change has written, with what stood there before. A field that the row leaves blank was cleared: the id that a
/// member has given up, or a part of an old home.
fn fields_of(change: &CensusChange, record: Option<&Record>) -> Vec<FieldChange> {
    let before = change.before.as_ref().and_then(|before| before["Fields"].as_object());
    let said = record.map(said).unwrap_or_default();
    if change.kind == ChangeKind::Created {
        let filled = said.into_iter().filter(|(_, new)| new.is_some());
        return filled.map(|(field, new)| FieldChange { field, old: None, new }).collect();
    }
    let mut written: Vec<FieldChange> = before
        .into_iter()
        .flatten()
        .filter_map(|(name, old)| {
            let field = Field::from_name(name)?;
            let old = old.as_str().map(str::to_owned);
            let new = said.iter().find(|(told, _)| *told == field).and_then(|(_, new)| new.clone());
            // Nothing is written over itself: a row with the id that its member has lost has given it up.
            Some(FieldChange { field, new: new.filter(|new| old.as_ref() != Some(new)), old })
        })
        .filter(|change| change.old.is_some() || change.new.is_some())
        .collect();
    written.sort_by_key(|change| change.field);
    written
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
