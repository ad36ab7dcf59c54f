//! Why a call to the patient platform gave nothing.

/// A call that failed. Its text goes to the log; it holds no personal data.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlatformError {
    /// The platform is busy, away, or did not answer. The same call may succeed later.
    #[error("the patient platform is not available: {0}")]
    Unavailable(String),
    /// The platform understood and said no. Repeating is pointless.
    #[error("the patient platform refused: {0}")]
    Refused(String),
}
