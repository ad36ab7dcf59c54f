//! Who may put members onto a group's roster by hand (rules.md#inactive-group, rules.md#manual-adds).

use crate::Invalid;
use crate::groups::GroupStatus;

/// The refusal of a member made by hand where the group takes its members from files only.
pub const NO_MANUAL_ADDS: &str = "Members of this group may not be added by hand.";

/// What decides whether somebody may add members to a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Admission {
    /// Whether the group is served.
    pub status: GroupStatus,
    /// `AllowManualAdds` of the group.
    pub allow_manual_adds: bool,
    /// Whether an administrator asks.
    pub is_administrator: bool,
}

impl Admission {
    /// Whether a member may be added.
    pub fn is_granted(self) -> bool {
        self.check().is_ok()
    }

    /// Refuses a new member of a group that is not served, and one that only an administrator may add.
    ///
    /// # Errors
    /// On no field, with the sentence that the screens show.
    pub fn check(self) -> Result<(), Invalid> {
        self.status.check_members_editable()?;
        if self.is_administrator || self.allow_manual_adds { Ok(()) } else { Err(Invalid::field("", NO_MANUAL_ADDS)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::groups::MEMBERS_LOCKED;

    #[test]
    fn members_are_added_to_served_groups_by_administrators_or_where_the_group_allows_it() {
        use GroupStatus::{Active, InActive};
        for (status, allow_manual_adds, is_administrator, refusal) in [
            (Active, false, true, None),
            (Active, true, true, None),
            (Active, true, false, None),
            (Active, false, false, Some(NO_MANUAL_ADDS)),
            (InActive, true, true, Some(MEMBERS_LOCKED)),
            (InActive, false, false, Some(MEMBERS_LOCKED)),
        ] {
            let asked = Admission { status, allow_manual_adds, is_administrator };
            let found = asked.check().err().map(|invalid| invalid.0[0].message.clone());
            assert_eq!(found.as_deref(), refusal, "{asked:?}");
            assert_eq!(asked.is_granted(), refusal.is_none(), "{asked:?}");
        }
    }
}
