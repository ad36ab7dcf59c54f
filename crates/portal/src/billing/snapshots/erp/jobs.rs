//! The nightly look at invoices.

use serde::{Deserialize, Serialize};

use super::ageing::age;
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
