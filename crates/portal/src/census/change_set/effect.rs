//! What a file does to the next bills of its group. The members it touches are decided as the import decides them. Who looks at it writes
//! nothing; the import keeps it for the result of the file before it begins (rules.md#result-of-a-file).

use std::collections::HashMap;

use domain::access::{Action, Scope};
use domain::census::bill_effect::{BillEffect, MemberAfter, bill_effect, newcomer, per_month};
use domain::census::changes::Outcome;
use domain::census::file::{Task, TaskState};
use domain::groups::GroupStatus;
use domain::members::status::{ActiveSpan, Timeline};
use domain::{CensusFileId, CensusTaskId, MemberId, Money, StatusChangeId};
use store::census::absents::Absent;
use store::census::files::CensusFile;
use store::census::matches::{Match, Pass};
use store::census::results::{self, Foreseen};
use store::census::tasks::TaskRow;
use store::{Db, Stamp, View};
use uuid::Uuid;

use super::service::{Written, outcome_of};
use crate::billing::snapshots::{Ground as NextBill, next_of_group};
use crate::census::id_moves;
use crate::census::run::Run;
use crate::census::service::{self, FileDetail};
use crate::census::steps::{Changing, Decider, Ground, Making, Primary};
use crate::census::terms::Terms;
use crate::census::walk::{Chunk, Walk};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;

/// What a file does to the next bill of one plan.
#[derive(Debug)]
pub(super) struct PlanEffect {
    /// The plan's name.
    pub(super) plan: String,
    /// What it does.
    pub(super) effect: BillEffect,
}

/// What a file does to the next bills of its group's plans; `None` when there is nothing to foresee: the file is not inspected, or is
/// being processed already.
///
/// # Errors
/// [`Error::NotFound`] when file or task are not there, or the task has no change set, and for those who do not see the group's invoices.
pub(super) async fn effect(
    ctx: &Context,
    who: &CallerOrigin,
    (id, task): (CensusFileId, CensusTaskId),
) -> Result<Option<Vec<PlanEffect>>> {
    let (detail, row) = service::task_of(ctx, who, id, task).await?;
    if !matches!(row.task, Task::InspectData | Task::ProcessData) || !sees_bills(who, &detail.file) {
        return Err(Error::NotFound);
    }
    let view = ctx.store.view().await?;
    if !is_foreseeable(&view, id, &detail.tasks).await? {
        return Ok(None);
    }
    let terms = Terms::of(&view, &detail.file, ctx.today()).await?;
    let foreseeing = Foreseeing { ctx, view: &view, scope: who.scope(), stamp: who.stamp(ctx) };
    Ok(Some(foreseeing.effects((&detail.file, &detail.tasks), &terms).await?))
}

/// Keeps what the import is about to do to the next bills, for the result of the file: once it has changed members it can be computed no
/// more. An import that goes on keeps what was foreseen when it began.
///
/// # Errors
/// When the database fails, or another run has taken the file.
pub(in crate::census) async fn keep_foreseen(
    run: &Run<'_>,
    terms: &Terms,
    tasks: &[TaskRow],
    (done, total): (u32, u32),
) -> Result<()> {
    let view = run.ctx.store.view().await?;
    if Written::of(&view, run.file.id, tasks).await? != Written::Nothing {
        return Ok(());
    }
    let foreseeing = Foreseeing { ctx: run.ctx, view: &view, scope: Scope::system(), stamp: run.stamp() };
    let effects = foreseeing.effects((&run.file, tasks), terms).await?;
    drop(view);
    let Some(first) = effects.first() else { return Ok(()) };
    let foreseen = Foreseen {
        inspection: run.file.inspection,
        month: first.effect.period,
        before: effects.iter().map(|plan| plan.effect.before).sum(),
        after: effects.iter().map(|plan| plan.effect.after).sum(),
    };
    let tx = run.begin().await?;
    results::foresee(&tx, run.file.id, foreseen).await?;
    run.commit_chunk(tx, done, total).await
}

/// The user, the moment and the state of the database for which a bill is foreseen.
#[derive(Clone, Copy)]
struct Foreseeing<'a> {
    ctx: &'a Context,
    view: &'a View,
    scope: Scope,
    stamp: Stamp,
}

impl Foreseeing<'_> {
    /// What an inspected file does to the next bills, by plan. Without a next bill no row is read.
    async fn effects(self, (file, tasks): (&CensusFile, &[TaskRow]), terms: &Terms) -> Result<Vec<PlanEffect>> {
        let bills = next_of_group(self.ctx, self.scope, self.view, terms.group).await?;
        if bills.is_empty() {
            return Ok(Vec::new());
        }
        let mut foreseen = Ahead::new(self, (file, tasks), terms).await?;
        if terms.group_status == GroupStatus::Active {
            foreseen.rows(Pass::Employees).await?;
            foreseen.rows(Pass::Dependents).await?;
            foreseen.absents().await?;
        }
        let after = foreseen.after;
        let keys: HashMap<MemberId, Option<String>> =
            after.iter().map(|member| (member.id, member.reference_key.clone())).collect();
        let mut effects = Vec::with_capacity(bills.len());
        for bill in bills {
            let consults = bill.consults_with(self.ctx, self.view, &keys).await?;
            let effect = bill_effect(&bill.request(), &bill.basis().references, &after, &consults);
            effects.push(PlanEffect { plan: bill.basis().name.clone(), effect });
        }
        Ok(effects)
    }
}

/// Whether one sees what a file does to bills: they are those of its invoices, and seen by the same people (rules.md#invoice-access).
pub(super) fn sees_bills(who: &CallerOrigin, file: &CensusFile) -> bool {
    let sees_invoices = file.group.as_ref().is_some_and(|group| group.enable_invoice_access);
    who.may(Action::ViewInvoices) && (who.is_administrator() || sees_invoices)
}

/// Whether it can be foreseen: the file is inspected and has not begun to be imported.
async fn is_foreseeable(db: &impl Db, file: CensusFileId, tasks: &[TaskRow]) -> Result<bool> {
    let is_inspected = |row: &TaskRow| row.task == Task::InspectData && row.state == TaskState::Done;
    Ok(tasks.iter().any(is_inspected) && Written::of(db, file, tasks).await? != Written::All)
}

/// What single changes do to the charges of a month, on the next bills of the group's plans.
pub(super) struct Monthly<'a> {
    foreseen: Ahead<'a>,
    bills: Vec<NextBill>,
}

impl<'a> Monthly<'a> {
    /// Reads the next bills; `None` for those who do not see them, and when nothing can be foreseen.
    pub(super) async fn begin(
        ctx: &'a Context,
        who: &CallerOrigin,
        view: &'a View,
        (detail, terms): (&FileDetail, &'a Terms),
    ) -> Result<Option<Self>> {
        let id = detail.file.id;
        if terms.group_status != GroupStatus::Active
            || !sees_bills(who, &detail.file)
            || !is_foreseeable(view, id, &detail.tasks).await?
        {
            return Ok(None);
        }
        let foreseeing = Foreseeing { ctx, view, scope: who.scope(), stamp: who.stamp(ctx) };
        let bills = next_of_group(ctx, who.scope(), view, terms.group).await?;
        Ok(Some(Self { foreseen: Ahead::new(foreseeing, (&detail.file, &detail.tasks), terms).await?, bills }))
    }

    /// What these rows and absences add to a month; who adds nothing is left out. Rows that make a member stand under [`newcomer`].
    pub(super) async fn of(&mut self, rows: &[Match], absent: &[Absent]) -> Result<HashMap<MemberId, Money>> {
        let foreseen = &mut self.foreseen;
        foreseen.after.clear();
        let chunks = [
            foreseen.walk.of_rows(rows.to_vec(), &HashMap::new()).await?,
            foreseen.walk.of_absent(absent.to_vec()).await?,
        ];
        for chunk in &chunks {
            foreseen.foresee(chunk).await?;
        }
        let mut sums: HashMap<MemberId, Money> = HashMap::new();
        for bill in &self.bills {
            for (member, amount) in per_month(&bill.request(), &bill.basis().references, &foreseen.after) {
                *sums.entry(member).or_default() += amount;
            }
        }
        Ok(sums)
    }
}

/// The members of a file as they will be.
struct Ahead<'a> {
    ctx: &'a Context,
    view: &'a View,
    decider: Decider<'a>,
    walk: Walk<&'a View>,
    /// The employees that rows will make, for their dependents.
    newcomers: HashMap<u32, Primary>,
    after: Vec<MemberAfter>,
}

impl<'a> Ahead<'a> {
    async fn new(
        Foreseeing { ctx, view, stamp, .. }: Foreseeing<'a>,
        (file, tasks): (&CensusFile, &[TaskRow]),
        terms: &'a Terms,
    ) -> Result<Self> {
        let moves = id_moves::inspected(view, file.id, terms, tasks).await?;
        let decider = Decider { terms, file: file.id, stamp };
        let walk = Walk::foreseeing(view, file, terms, tasks, moves);
        Ok(Self { ctx, view, decider, walk, newcomers: HashMap::new(), after: Vec::new() })
    }

    async fn rows(&mut self, pass: Pass) -> Result<()> {
        let mut after = 0;
        while let Some((chunk, last)) = self.walk.rows(pass, after, &self.newcomers).await? {
            after = last;
            self.foresee(&chunk).await?;
        }
        Ok(())
    }

    async fn absents(&mut self) -> Result<()> {
        if !self.decider.terms.explicit {
            return Ok(());
        }
        let mut after = MemberId(0);
        while let Some(chunk) = self.walk.absent(after).await? {
            after = chunk.absent.last().map_or(MemberId(i64::MAX), |absent| absent.member);
            self.foresee(&chunk).await?;
        }
        Ok(())
    }

    /// Notes whom a chunk changes, but for those that the import would leave to a person.
    async fn foresee(&mut self, chunk: &Chunk) -> Result<()> {
        let mut steps = self.decider.decide(chunk, Uuid::nil);
        self.walk.hold_back(self.ctx, self.view, &mut steps).await?;
        self.newcomers.extend(steps.making.iter().map(|making| {
            let pricing_group = making.member.details.pricing_group;
            (making.row, Primary { member: newcomer(making.row), pricing_group })
        }));
        self.after.extend(steps.making.iter().map(made_after));
        self.after.extend(steps.changing.iter().map(|changing| changed_after(changing, &chunk.ground)));
        Ok(())
    }
}

fn made_after(making: &Making) -> MemberAfter {
    let spans = making.member.spans.iter().map(|span| ActiveSpan { from: span.effective_on, until: None });
    MemberAfter {
        id: newcomer(making.row),
        outcome: Outcome::Create,
        is_primary: making.member.details.is_primary(),
        reference_key: making.member.details.billing_ref_key(),
        spans: spans.collect(),
    }
}

/// The id of the first change that is not stored yet: behind all that are.
const UNSAVED: StatusChangeId = StatusChangeId(i64::MAX / 2);

fn changed_after(changing: &Changing, ground: &Ground) -> MemberAfter {
    let (member, after) = (&changing.member, &changing.after);
    let before = ground.timelines.get(&member.id).cloned().unwrap_or_default();
    let timeline: Timeline = match &after.status {
        Some(status) => before.after(status, UNSAVED),
        None => before,
    };
    MemberAfter {
        id: member.id,
        outcome: outcome_of(changing.kind),
        is_primary: after.details.is_primary(),
        reference_key: after.details.billing_ref_key(),
        spans: timeline.active_spans(),
    }
}
