//! A run begins: every plan that has no snapshot of the month yet, and every snapshot of it whose invoice an earlier run has left behind.

use domain::access::Scope;
use domain::billing::run::{period, was_cut_short};
use domain::{BillingMonth, BillingRunId, DateRange, Invalid, PlanId};
use store::Tx;
use store::billing_runs::items::{self, Candidate, Choice, NewItem};
use store::billing_runs::{self, NewRun, ONE_OPEN};

use super::jobs::DraftBills;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::jobs;

/// Plans that are looked at together.
const PLANS_A_PAGE: u64 = 1000;

/// A run that is made with the first of its plans, since one without any is none.
struct Opening<'a> {
    ctx: &'a Context,
    tx: &'a Tx,
    new: NewRun,
    made: Option<(BillingRunId, u32)>,
}

impl Opening<'_> {
    async fn add(&mut self, plans: &[NewItem]) -> Result<()> {
        if plans.is_empty() {
            return Ok(());
        }
        let (id, before) = match self.made {
            Some(made) => made,
            None => (insert(self.ctx, self.tx, self.new).await?, 0),
        };
        items::add(self.tx, id, plans).await?;
        self.made = Some((id, before + u32::try_from(plans.len()).unwrap_or(u32::MAX)));
        Ok(())
    }
}

/// Opens a run with the plans of a choice and lets its drafts be computed; says how many. `None` when there are none: drop the transaction,
/// or let it stand for other work.
pub(super) async fn open(
    ctx: &Context,
    tx: &Tx,
    scope: Scope,
    new: NewRun,
    choice: &Choice,
) -> Result<Option<(BillingRunId, u32)>> {
    let mut opening = Opening { ctx, tx, new, made: None };
    let mut after = PlanId(0);
    loop {
        let found = items::candidates(tx, scope, new.month, choice, (after, PLANS_A_PAGE)).await?;
        let Some(last) = found.last() else { break };
        after = last.plan;
        let ids: Vec<PlanId> = found.iter().map(|one| one.plan).collect();
        let billed = items::billed(tx, new.month, &ids).await?;
        let billed_of = |one: &Candidate| billed.get(&one.plan).map_or(&[][..], Vec::as_slice);
        let is_asked = |one: &&Candidate| match choice {
            Choice::Missed(_) => is_missed(one, new.month, billed_of(one)),
            Choice::All | Choice::Automatic(_) | Choice::Unreached => true,
        };
        let asked = found.iter().filter(is_asked);
        let plans: Vec<NewItem> = asked.filter_map(|one| to_be_billed(one, new.month, billed_of(one))).collect();
        opening.add(&plans).await?;
    }
    let mut after = PlanId(0);
    loop {
        let found = items::left_behind(tx, scope, new.month, choice, (after, PLANS_A_PAGE)).await?;
        let Some(last) = found.last() else { break };
        after = last.plan;
        opening.add(&found).await?;
    }
    let Some((id, plans)) = opening.made else { return Ok(None) };
    billing_runs::begin_drafting(tx, id, plans).await?;
    jobs::enqueue(ctx, tx, &DraftBills { run: id }).await?;
    Ok(Some((id, plans)))
}

/// A plan with its period of the month, unless it has expired before that.
fn to_be_billed(one: &Candidate, month: BillingMonth, billed: &[DateRange]) -> Option<NewItem> {
    let window = period(month, one.days, billed);
    let is_in_force = one.expires_on.is_none_or(|expires| expires >= window.start);
    is_in_force.then_some(NewItem { plan: one.plan, group: one.group, window, taken_up: None })
}

/// Whether the days of the plan's broker were changed when the month had ended by the new ones already.
fn is_missed(one: &Candidate, month: BillingMonth, billed: &[DateRange]) -> bool {
    billed.iter().any(|last| was_cut_short(month, one.days.1, *last))
}

async fn insert(ctx: &Context, tx: &Tx, new: NewRun) -> Result<BillingRunId> {
    match billing_runs::insert(tx, new, ctx.now()).await {
        Err(error) if error.is_refused_by(ONE_OPEN) => Err(is_open(new.month)),
        made => Ok(made?),
    }
}

fn is_open(month: BillingMonth) -> Error {
    let message = format!("A billing run of {month} is open already. Finish or cancel it first.");
    Invalid::field("BillingPeriod", message).into()
}
