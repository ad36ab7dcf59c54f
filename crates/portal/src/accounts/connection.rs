//! From an ERP account to the system behind it, and how long a call to it may take (rules.md#erp-accounts).

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use connectors::fake::FakeErp;
use connectors::{Accounting, ConnectorError, Result, VendorAnswer};
use domain::{ApiServiceId, Invalid};
use store::accounts::Account;

use crate::demo::{BROKERS, GROUPS};

/// Said of an account whose system cannot be reached by this installation.
const NOT_CONNECTED: &str = "This ERP account is not connected yet.";
/// How long the system may take for a call.
const PATIENCE: Duration = Duration::from_secs(15);

/// Knows the accounting system behind each ERP account.
pub trait Accountants: Send + Sync {
    /// The system behind an account; none when there is no connector for it.
    fn of(&self, account: &Account) -> Option<Arc<dyn Accounting>>;

    /// The stand-in behind an account, where it is one: the demonstration pays invoices in it as a customer would.
    fn stand_in(&self, _: ApiServiceId) -> Option<FakeErp> {
        None
    }
}

/// The accountants of an installation that has no connector.
#[derive(Debug, Clone, Copy)]
pub struct NoAccountants;

impl Accountants for NoAccountants {
    fn of(&self, _: &Account) -> Option<Arc<dyn Accounting>> {
        None
    }
}

/// Stand-ins for a demonstration: each account is kept in a file of this folder, for one process at a time.
#[derive(Debug)]
pub struct LocalAccountants {
    folder: PathBuf,
    opened: Mutex<HashMap<ApiServiceId, FakeErp>>,
}

impl LocalAccountants {
    /// Those of a folder, which is made when there is none.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn in_folder(folder: PathBuf) -> std::io::Result<Self> {
        std::fs::create_dir_all(&folder)?;
        Ok(Self { folder, opened: Mutex::default() })
    }

    fn open(&self, account: ApiServiceId) -> std::io::Result<FakeErp> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(erp) = opened.get(&account) {
            return Ok(erp.clone());
        }
        let customers: Vec<_> = GROUPS.iter().map(|(name, _)| *name).collect();
        let erp = FakeErp::kept_in(&self.folder.join(format!("{account}.jsonl")), &customers, BROKERS)?;
        opened.insert(account, erp.clone());
        Ok(erp)
    }
}

impl Accountants for LocalAccountants {
    fn of(&self, account: &Account) -> Option<Arc<dyn Accounting>> {
        self.stand_in(account.id).map(|erp| Arc::new(erp) as Arc<dyn Accounting>)
    }

    fn stand_in(&self, account: ApiServiceId) -> Option<FakeErp> {
        let opened = self.open(account);
        let failed = opened.inspect_err(|error| {
            tracing::error!(account = account.get(), %error, "the books of a local ERP account cannot be opened");
        });
        failed.ok()
    }
}

/// The system behind an account.
///
/// # Errors
/// Refused in words when there is no connector for it.
pub fn connected(
    accountants: &dyn Accountants,
    account: &Account,
) -> std::result::Result<Arc<dyn Accounting>, Invalid> {
    accountants.of(account).ok_or_else(|| Invalid::field("", NOT_CONNECTED))
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

    #[test]
    fn local_books_outlive_the_process() {
        let folder = tempfile::tempdir().expect("a folder");
        let account = Account {
            id: ApiServiceId(3),
            name: "Books".to_owned(),
            service_type: "quickbooks".to_owned(),
            api_base_url: String::new(),
            version: 1,
        };
        for _ in 0..2 {
            let local = LocalAccountants::in_folder(folder.path().join("erp")).expect("a folder");
            assert!(connected(&local, &account).is_ok());
        }
        assert!(folder.path().join("erp/3.jsonl").is_file());
        let refused = connected(&NoAccountants, &account).err().expect("no connector");
        assert_eq!(refused.to_string(), format!(": {NOT_CONNECTED}"));
    }
}
