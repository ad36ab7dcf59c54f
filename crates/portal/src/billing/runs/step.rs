//! A step of a run in the hands of a job. Every transaction of it begins with [`Step::begin`], which gives none once the run is cancelled
//! or another job has taken it: so neither a click nor a job that was thought dead leaves anything half-written.

use domain::BillingRunId;
use domain::access::Scope;
use domain::billing::run::{BROKEN, InvoiceStanding, ItemState, NOT_APPROVED, RunState};
use serde_json::json;
use store::Tx;
use store::audit::Entry;
use store::billing_runs::{self, BillingRun, items};

use crate::billing::agent::Agent;
use crate::context::Context;
use crate::error::Result;
use crate::jobs;

/// A step.
pub(super) struct Step<'a> {
    pub(super) ctx: &'a Context,
    pub(super) run: BillingRun,
    /// On whose behalf.
    pub(super) agent: Agent,
    holder: String,
}

impl<'a> Step<'a> {
    /// Takes the run; `None` when it is not in the state that the job is for any more.
    pub(super) async fn start(
        ctx: &'a Context,
        id: BillingRunId,
        state: RunState,
        job: &jobs::Run,
    ) -> Result<Option<Self>> {
        let holder = format!("{}/{}", job.id, job.attempt);
        let tx = ctx.store.begin().await?;
        if !billing_runs::take(&tx, id, state, &holder).await? {
            return Ok(None);
        }
        let run = billing_runs::find(&tx, Scope::system(), id).await?;
        tx.commit_unaudited("a job takes a billing run").await?;
        Ok(Some(Self { ctx, agent: Agent::of_run(&run), run, holder }))
    }

    /// A transaction of this step; `None` when there is nothing left to do here.
    pub(super) async fn begin(&self) -> Result<Option<Tx>> {
        let tx = self.ctx.store.begin().await?;
        let is_ours = billing_runs::hold(&tx, self.run.id, self.run.state, &self.holder).await?;
        Ok(is_ours.then_some(tx))
    }

    /// A line of the audit trail about the run.
    pub(super) fn entry(&self, action: &'static str) -> Entry {
        let entry = Entry::new(self.ctx.now(), action, "billing_run").on(self.run.id);
        match self.run.created_by {
            Some(user) => entry.by(user, self.run.acting_as),
            None => entry,
        }
    }

    /// Ends the run; what nobody has approved is left out.
    pub(super) async fn end(&self, tx: Tx) -> Result<()> {
        let id = self.run.id;
        items::leave_out(&tx, id, &[ItemState::Queued, ItemState::Draft], NOT_APPROVED).await?;
        billing_runs::end(&tx, id, RunState::Done, None, self.ctx.now()).await?;
        let counts = items::counts(&tx, id).await?;
        let detail = json!({
            "created": counts.of(ItemState::Created) - counts.taken_up,
            "taken_up": counts.taken_up,
            "refused": counts.of(ItemState::Refused),
            "left_out": counts.of(ItemState::LeftOut),
            "not_invoiced": counts.of_invoice(InvoiceStanding::Refused),
        });
        Ok(tx.commit(self.entry("billing_run.ended").with_detail(detail)).await?)
    }
}

/// Says of a run that it broke off, when one of its jobs is given up.
pub(super) async fn fail(jobs::End { ctx, tx }: jobs::End<'_>, id: BillingRunId) -> jobs::GivenUp {
    let run = match billing_runs::lock(tx, Scope::system(), id).await {
        Err(store::Error::NotFound) => return Ok(None),
        found => found?,
    };
    if !run.state.is_open() {
        return Ok(None);
    }
    items::leave_out(tx, id, &[ItemState::Queued, ItemState::Draft, ItemState::Approved], BROKEN).await?;
    items::leave_out_invoices(tx, id, BROKEN).await?;
    billing_runs::end(tx, id, RunState::Failed, Some(BROKEN), ctx.now()).await?;
    let entry = Entry::new(ctx.now(), "billing_run.failed", "billing_run").on(id);
    Ok(Some(match run.created_by {
        Some(user) => entry.by(user, run.acting_as),
        None => entry,
    }))
}
