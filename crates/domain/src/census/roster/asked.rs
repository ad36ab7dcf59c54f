//! What the warnings of a file mean for its import.

use crate::census::findings::IssueKind;

impl IssueKind {
    /// Whether a warning should have been seen when somebody decides on the import: it speaks of who is covered, not of a value.
    pub const fn speaks_of_leaving(self) -> bool {
        matches!(self, Self::SaysLeft | Self::NotEnded | Self::StartsLater)
    }
}
