//! Calls to the patient platform: how long one may take.

use std::time::Duration;

use connectors::patient_platform::{PlatformError, Result};

/// How long the platform may take for a call.
const PATIENCE: Duration = Duration::from_secs(15);

/// What a call to the platform gives, or that it gave nothing in time.
///
/// # Errors
/// Those of the call, and [`PlatformError::Unavailable`] when it takes too long.
pub async fn in_time<T>(call: impl Future<Output = Result<T>>) -> Result<T> {
    let late = |_| PlatformError::Unavailable("it did not answer in time".to_owned());
    tokio::time::timeout(PATIENCE, call).await.map_err(late)?
}
