//! The jobs of billing runs: one a step, and the one that starts automatic runs.

use domain::billing::run::RunState;
use domain::{BillingRunId, GroupId, PlanId};
use serde::{Deserialize, Serialize};

use super::step::{Step, fail};
use super::{automatic, creating, drafting, invoicing};
use crate::context::Context;
use crate::jobs::{End, GivenUp, Job, JobError, Lane, Run};

/// What became of a job.
type Outcome = std::result::Result<(), JobError>;

/// Computes the drafts of a run.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct DraftBills {
    pub(super) run: BillingRunId,
}

impl Job for DraftBills {
    const KIND: &'static str = "billing_run.draft";
    const LANE: Lane = Lane::Heavy;
    const MAX_ATTEMPTS: i32 = 5;

    async fn run(self, ctx: &Context, job: &Run) -> Outcome {
        match Step::start(ctx, self.run, RunState::Drafting, job).await? {
            Some(step) => Ok(drafting::work(&step).await?),
            None => Ok(()),
        }
    }

    async fn given_up(self, end: End<'_>) -> GivenUp {
        fail(end, self.run).await
    }
}

/// Makes snapshots of the approved drafts of a run.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CreateBills {
    pub(super) run: BillingRunId,
}

impl Job for CreateBills {
    const KIND: &'static str = "billing_run.create";
    const LANE: Lane = Lane::Heavy;
    const MAX_ATTEMPTS: i32 = 5;

    async fn run(self, ctx: &Context, job: &Run) -> Outcome {
        match Step::start(ctx, self.run, RunState::Creating, job).await? {
            Some(step) => Ok(creating::work(&step).await?),
            None => Ok(()),
        }
    }

    async fn given_up(self, end: End<'_>) -> GivenUp {
        fail(end, self.run).await
    }
}

/// Creates the invoices of some of the snapshots that a run has made, and leaves the rest to a job of its own: an accounting system takes
/// its time, and other long work is to get its turn in between.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct InvoiceBills {
    pub(super) run: BillingRunId,
    /// The group and the plan behind which this one begins: what stands before has had its turn.
    #[serde(default)]
    pub(super) after: Option<(GroupId, PlanId)>,
    /// How often in a row the ERP took no more calls.
    #[serde(default)]
    pub(super) throttled: u32,
}

impl InvoiceBills {
    /// Begins with the first.
    pub(super) const fn all(run: BillingRunId) -> Self {
        Self::after(run, None)
    }

    /// Begins behind a plan of a group.
    pub(super) const fn after(run: BillingRunId, after: Option<(GroupId, PlanId)>) -> Self {
        Self { run, after, throttled: 0 }
    }
}

impl Job for InvoiceBills {
    const KIND: &'static str = "billing_run.invoice";
    const LANE: Lane = Lane::Heavy;
    const MAX_ATTEMPTS: i32 = 5;

    async fn run(self, ctx: &Context, job: &Run) -> Outcome {
        match Step::start(ctx, self.run, RunState::Creating, job).await? {
            Some(step) => Ok(invoicing::work(&step, self.after, self.throttled).await?),
            None => Ok(()),
        }
    }

    async fn given_up(self, end: End<'_>) -> GivenUp {
        fail(end, self.run).await
    }
}

/// Starts a run for the brokers whose period has ended, where the installation wants that (rules.md#automatic-billing).
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct StartAutomaticRuns {}

impl Job for StartAutomaticRuns {
    const KIND: &'static str = "billing_run.automatic";
    const LANE: Lane = Lane::Heavy;

    async fn run(self, ctx: &Context, _: &Run) -> Outcome {
        Ok(automatic::start(ctx).await?)
    }
}
