//! Whether a group is served, and what that allows (rules.md#inactive-group, rules.md#ending-a-group,
//! rules.md#group-status).

use crate::Invalid;

/// Whether a group is served (rules.md#group-status).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum GroupStatus {
    /// Served.
    #[default]
    Active = 0,
    /// Terminated: readable, its members can no longer be changed.
    InActive = 1,
}

impl GroupStatus {
    /// The status of a stored number.
    pub const fn from_number(number: i64) -> Option<Self> {
        match number {
            0 => Some(Self::Active),
            1 => Some(Self::InActive),
            _ => None,
        }
    }

    /// The stored number: 0 or 1.
    pub const fn number(self) -> i16 {
        self as i16
    }

    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Active => "Active",
            Self::InActive => "In-Active",
        }
    }

    /// The colour of its dot.
    pub const fn color(self) -> &'static str {
        match self {
            Self::Active => "#28a745",
            Self::InActive => "#dc3545",
        }
    }

    /// Refuses changes to members of a group that is no longer served (rules.md#inactive-group).
    ///
    /// # Errors
    /// On no field, with the warning that the screens show.
    pub fn check_members_editable(self) -> Result<(), Invalid> {
        match self {
            Self::Active => Ok(()),
            Self::InActive => Err(Invalid::field("", MEMBERS_LOCKED)),
        }
    }
}

/// What is said when a member of a terminated group is to be changed (rules.md#inactive-group).
pub const MEMBERS_LOCKED: &str = "This group is in-active and member information cannot be modified.";

/// What is said when a group is to be ended by saving it: that would leave its members behind
/// (rules.md#ending-a-group).
pub const TERMINATE_INSTEAD: &str = "Terminate the group instead, so that its members end with it.";
