//! Bills of a commission run: a job each, so that an ERP that is slow holds up no request.

use domain::{ApiServiceId, StatementId, UserId};
use serde::{Deserialize, Serialize};

use super::looking::look_at_all;
use super::service::create_by_job;
use crate::context::Context;
use crate::error::Error;
use crate::jobs::{Job, JobError, Lane, Run};

/// Creates the bill of a statement. Safe to run twice: a statement has one bill, and a call of unknown outcome is looked up first.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CreateBill {
    /// Of which statement.
    pub(crate) statement: StatementId,
    /// On whose behalf.
    pub(crate) user: UserId,
    /// The administrator who acted as that user.
    pub(crate) acting_as: Option<UserId>,
}

impl Job for CreateBill {
    const KIND: &'static str = "commission.bill";
    const LANE: Lane = Lane::Heavy;
    // The last try is some eight minutes after the first, as that of an invoice is.
    const MAX_ATTEMPTS: i32 = 9;

    fn dedupe_key(&self) -> Option<String> {
        Some(self.statement.to_string())
    }

    fn created_by(&self) -> Option<UserId> {
        Some(self.user)
    }

    async fn run(self, ctx: &Context, _: &Run) -> Result<(), JobError> {
        match create_by_job(ctx, self.statement, self.user, self.acting_as).await {
            // A refusal stands in the history of the bill; a statement that was deleted needs none.
            Ok(_) | Err(Error::Invalid(_) | Error::NotFound) => Ok(()),
            Err(away @ Error::Unreached(_)) => Err(JobError::retry(away)),
            Err(fault) => Err(fault.into()),
        }
    }
}

/// Looks whether the bills still stand in the ERP, page by page.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct LookAtBills {
    /// The statement behind which the page begins; none at the start.
    #[serde(default)]
    pub(super) after: Option<StatementId>,
    /// Accounts that could not be reached.
    #[serde(default)]
    pub(super) away: Vec<ApiServiceId>,
}

impl Job for LookAtBills {
    const KIND: &'static str = "look-at-bills";
    const LANE: Lane = Lane::Heavy;
    const MAX_ATTEMPTS: i32 = 3;

    async fn run(self, ctx: &Context, _: &Run) -> Result<(), JobError> {
        Ok(look_at_all(ctx, self).await?)
    }
}
