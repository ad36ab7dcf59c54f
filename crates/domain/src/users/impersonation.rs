//! Acting as somebody else: whom an administrator may act as, and for how long (rules.md#impersonation).

use chrono::{DateTime, TimeDelta, Utc};

use crate::access::Role;

/// How long an administrator acts as somebody else at most.
pub const LIFE: TimeDelta = TimeDelta::minutes(30);

/// Why nobody acts as a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The user is an administrator.
    Administrator,
    /// The user is closed out.
    Disabled,
}

/// Whether an administrator may act as a user of this role.
///
/// # Errors
/// Why not.
pub fn check(role: Role, disabled: bool) -> Result<(), Refusal> {
    match (role, disabled) {
        (Role::Administrator, _) => Err(Refusal::Administrator),
        (_, true) => Err(Refusal::Disabled),
        _ => Ok(()),
    }
}

/// When it ends at the latest: never after the administrator's own session.
pub fn until(now: DateTime<Utc>, own_session_ends: DateTime<Utc>) -> DateTime<Utc> {
    own_session_ends.min(now + LIFE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_acts_as_an_administrator_or_as_who_is_closed_out() {
        for (role, disabled, refused) in [
            (Role::BrokerAdministrator, false, None),
            (Role::AccountManager, false, None),
            (Role::GroupUser, false, None),
            (Role::GroupUser, true, Some(Refusal::Disabled)),
            (Role::Administrator, false, Some(Refusal::Administrator)),
            (Role::Administrator, true, Some(Refusal::Administrator)),
        ] {
            assert_eq!(check(role, disabled).err(), refused, "{role:?} {disabled}");
        }
    }

    #[test]
    fn it_ends_after_half_an_hour_or_with_the_own_session() {
        let now = DateTime::UNIX_EPOCH;
        for (own, minutes) in [(700, 30), (30, 30), (29, 29), (0, 0)] {
            let own = now + TimeDelta::minutes(own);
            assert_eq!(until(now, own), now + TimeDelta::minutes(minutes), "{own}");
        }
    }
}
