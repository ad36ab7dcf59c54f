//! From an ERP account to the system behind it, and how long a call to it may take (rules.md#erp-accounts).

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use connectors::{Accounting, ConnectorError, Result, VendorAnswer};
use domain::Invalid;
use erp_sandbox::Sandbox;
use store::accounts::Account;

use crate::context::Context;
use crate::error::Error;

/// Said of an account whose system cannot be reached by this installation.
const NOT_CONNECTED: &str = "This ERP account is not connected yet.";
/// How long the system may take for a call.
const PATIENCE: Duration = Duration::from_secs(15);

/// Knows the accounting system behind each ERP account.
#[async_trait]
pub trait Accountants: Send + Sync {
    /// The system behind an account; none when it has no configuration.
    async fn of(&self, ctx: &Context, account: &Account) -> crate::error::Result<Option<Arc<dyn Accounting>>>;

    /// The sandbox that this installation serves: in it the demonstration pays invoices as a customer would.
    fn sandbox(&self) -> Option<&Sandbox> {
        None
    }
}

/// The accountants of a program that reaches no system.
#[derive(Debug, Clone, Copy)]
pub struct NoAccountants;

#[async_trait]
impl Accountants for NoAccountants {
    async fn of(&self, _: &Context, _: &Account) -> crate::error::Result<Option<Arc<dyn Accounting>>> {
        Ok(None)
    }
}

/// The system behind an account.
///
/// # Errors
/// [`Error::Unreached`] in words when it has no configuration, or one that cannot work.
pub async fn connected(ctx: &Context, account: &Account) -> crate::error::Result<Arc<dyn Accounting>> {
    let behind = ctx.accountants.of(ctx, account).await?;
    behind.ok_or_else(|| Error::Unreached(Invalid::field("", NOT_CONNECTED)))
}

/// What a read gives, or that it gave nothing in time: then it can simply be repeated.
///
/// # Errors
/// Those of the call, and [`ConnectorError::Retry`] when it takes too long.
pub async fn read<T>(call: impl Future<Output = Result<T>>) -> Result<T> {
    within(PATIENCE, call, |answer| ConnectorError::Retry { answer, wait: None }).await
}

/// What a write gives, or that no answer came in time: then nobody knows whether it was done.
///
/// # Errors
/// Those of the call, and [`ConnectorError::OutcomeUnknown`] when it takes too long.
pub async fn write<T>(call: impl Future<Output = Result<T>>) -> Result<T> {
    within(PATIENCE, call, ConnectorError::OutcomeUnknown).await
}

async fn within<T>(
    limit: Duration,
    call: impl Future<Output = Result<T>>,
    late: impl FnOnce(VendorAnswer) -> ConnectorError,
) -> Result<T> {
    let silent = |_| Err(late(VendorAnswer::saying("it did not answer in time")));
    tokio::time::timeout(limit, call).await.unwrap_or_else(silent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_system_that_does_not_answer_has_perhaps_written_but_never_read() {
        let retry = |answer| ConnectorError::Retry { answer, wait: None };
        let silent = std::future::pending::<Result<()>>;
        let read = within(Duration::ZERO, silent(), retry).await;
        assert!(matches!(read, Err(ConnectorError::Retry { .. })), "{read:?}");
        let written = within(Duration::ZERO, silent(), ConnectorError::OutcomeUnknown).await;
        assert!(matches!(written, Err(ConnectorError::OutcomeUnknown(_))), "{written:?}");
        assert_eq!(within(PATIENCE, async { Ok(3) }, retry).await, Ok(3));
    }
}
