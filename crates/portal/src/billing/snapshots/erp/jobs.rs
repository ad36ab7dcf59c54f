//! The nightly look at invoices, and the sweep that reads them.

use domain::{ApiServiceId, GroupId, SnapshotId};
use serde::{Deserialize, Serialize};

use super::ageing::age;
use super::sweeping::{read_one, sweep};
use crate::context::Context;
use crate::jobs::{Job, JobError, Lane, Run};

/// Calls invoices overdue that are. Safe to run twice and to break off: each chunk is whole, and what is called right stays so.
#[derive(Debug, Serialize, Deserialize)]
pub struct AgeInvoices {}

impl Job for AgeInvoices {
    const KIND: &'static str = "age-invoices";
    const LANE: Lane = Lane::Heavy;

    async fn run(self, ctx: &Context, _: &Run) -> Result<(), JobError> {
        Ok(age(ctx).await?)
    }
}

/// Reads a page of the documents in the ERP that are due. Safe to run twice: what was read is due no more.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct SweepPayments {
    /// The snapshot behind which the page begins; none at the start.
    #[serde(default)]
    pub(super) after: Option<SnapshotId>,
    /// Accounts that could not be reached in this sweep.
    #[serde(default)]
    pub(super) away: Vec<ApiServiceId>,
    /// How often in a row an ERP took no more calls.
    #[serde(default)]
    pub(super) throttled: u32,
}

impl SweepPayments {
    /// Whether the sweep begins with it.
    pub(super) fn is_first(&self) -> bool {
        self.after.is_none() && self.throttled == 0
    }
}

impl Job for SweepPayments {
    const KIND: &'static str = "sweep-payments";
    const LANE: Lane = Lane::Heavy;
    const MAX_ATTEMPTS: i32 = 3;

    async fn run(self, ctx: &Context, _: &Run) -> Result<(), JobError> {
        Ok(sweep(ctx, self).await?)
    }
}

/// Reads one document.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ReadPayment {
    pub(super) group: GroupId,
    pub(super) snapshot: SnapshotId,
}

impl Job for ReadPayment {
    const KIND: &'static str = "read-payment";
    const LANE: Lane = Lane::Small;
    const MAX_ATTEMPTS: i32 = 3;

    fn dedupe_key(&self) -> Option<String> {
        Some(self.snapshot.to_string())
    }

    async fn run(self, ctx: &Context, _: &Run) -> Result<(), JobError> {
        Ok(read_one(ctx, self.group, self.snapshot).await?)
    }
}
