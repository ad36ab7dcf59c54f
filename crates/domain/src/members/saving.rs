//! Saving a member from the editor: the details, the primary of a dependent, and what the save does to the status (//! rules.md#status-in-the-editor,
//! rules.md#duplicate-members, rules.md#member-fields, rules.md#plan-name-and-member-type, rules.md#new-member). Duplicates are looked up and judged
//! apart ([`super::duplicates`]).

use chrono::NaiveDate;

use crate::members::duplicates::dependent_unique_id;
use crate::members::form::PricingChoice;
use crate::members::status::{ShownStatus, Status, StatusWrite, Timeline};
use crate::members::{MemberDetails, MemberForm, StatusWish};
use crate::{GroupId, Invalid, MemberId};

/// A member as the editor posts it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MemberSave {
    /// The group that was named.
    pub group: Option<GroupId>,
    /// The details.
    pub form: MemberForm,
    /// The primary of a dependent.
    pub primary: Option<MemberId>,
    /// The number of a status, 0 to 3; what is pending stands for where it leads.
    pub status: Option<i64>,
    /// From which day, where the caller may say so.
    pub wish: StatusWish,
    /// Whether the warning of a presumable duplicate was seen and overruled.
    pub bypass_duplicates: bool,
}

/// What a save is checked against.
#[derive(Debug, Clone, Copy)]
pub struct SaveContext<'a> {
    /// The day in business time.
    pub today: NaiveDate,
    /// Whether days may be chosen freely.
    pub is_administrator: bool,
    /// The pricing groups of the group.
    pub pricing: &'a PricingChoice,
    /// The member of the group that the save names as primary, if there is one.
    pub primary: Option<&'a MemberDetails>,
}

/// The member that is saved, as it is now.
#[derive(Debug, Clone, Copy)]
pub struct Stored<'a> {
    /// Its id.
    pub id: MemberId,
    /// Its group.
    pub group: GroupId,
    /// Its details.
    pub details: &'a MemberDetails,
    /// Its timeline.
    pub timeline: &'a Timeline,
    /// Whether others are its dependents.
    pub has_dependents: bool,
}

/// A save that has passed every rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked<T> {
    /// What is to be stored.
    pub details: MemberDetails,
    /// The primary of a dependent.
    pub primary: Option<MemberId>,
    /// Of a new member the first active day, of another what happens to its status.
    pub status: T,
}

/// The refusal of a primary that cannot be one.
pub const NO_PRIMARY: &str = "The primary must be a primary member of this group.";
/// The refusal of a primary that becomes a dependent while it has dependents of its own.
pub const HAS_DEPENDENTS: &str = "A member with dependents must stay a primary.";
/// The refusal of another group.
pub const NO_MOVE: &str = "A member cannot be moved to another group.";

impl MemberSave {
    /// Checks a new member: it is always active, from today unless an administrator says otherwise (rules.md#new-member).
    ///
    /// # Errors
    /// Every wrong field.
    pub fn check_new(&self, context: SaveContext<'_>) -> Result<Checked<NaiveDate>, Invalid> {
        let mut invalid = Invalid::none();
        let person = self.check_person(&mut invalid, context, None);
        take(&mut invalid, self.read_status());
        let begins = take(&mut invalid, self.wish.of(context.is_administrator).begins_on(context.today));
        Self::done(invalid, person, begins)
    }

    /// Checks a change of a member. The status is touched only when another one is posted than the editor showed (rules.md#status-in-the-editor).
    ///
    /// # Errors
    /// Every wrong field.
    pub fn check_change(
        &self,
        context: SaveContext<'_>,
        stored: Stored<'_>,
    ) -> Result<Checked<Option<StatusWrite>>, Invalid> {
        let mut invalid = Invalid::none();
        invalid.check(self.group.is_none_or(|group| group == stored.group), "EmployerId", NO_MOVE);
        let person = self.check_person(&mut invalid, context, Some(stored));
        let wish = self.wish.of(context.is_administrator);
        let status = self.read_status().and_then(|posted| match posted {
            Some(posted) => stored.timeline.save_from_editor(posted, context.today, wish),
            None => Ok(None),
        });
        let status = take(&mut invalid, status);
        Self::done(invalid, person, status)
    }

    fn check_person(
        &self,
        invalid: &mut Invalid,
        context: SaveContext<'_>,
        stored: Option<Stored<'_>>,
    ) -> Option<(MemberDetails, Option<MemberId>)> {
        let details = self.form.check(context.today, context.pricing, stored.map(|stored| stored.details));
        let mut details = take(invalid, details)?;
        if details.is_primary() {
            return Some((details, None));
        }
        invalid.check(!stored.is_some_and(|stored| stored.has_dependents), "MemberType", HAS_DEPENDENTS);
        let own = stored.map(|stored| stored.id);
        let can_be =
            self.primary.is_none() || (self.primary != own && context.primary.is_some_and(MemberDetails::is_primary));
        invalid.check(can_be, "PrimaryEmployeeId", NO_PRIMARY);
        let id_of_primary = context.primary.and_then(|primary| primary.unique_id.as_deref());
        details.unique_id = dependent_unique_id(details.unique_id, id_of_primary);
        Some((details, self.primary))
    }

    /// The posted status: what the editor shows of it.
    fn read_status(&self) -> Result<Option<Status>, Invalid> {
        let Some(number) = self.status else { return Ok(None) };
        let known = ShownStatus::ALL.into_iter().find(|status| i64::from(status.number()) == number);
        let status = known.ok_or_else(|| Invalid::field("Status", "Status must be one of the choices."))?;
        Ok(Some(status.in_editor()))
    }

    fn done<T>(
        invalid: Invalid,
        person: Option<(MemberDetails, Option<MemberId>)>,
        status: Option<T>,
    ) -> Result<Checked<T>, Invalid> {
        match (person, status) {
            (Some((details, primary)), Some(status)) => invalid.or(Checked { details, primary, status }),
            _ => Err(invalid),
        }
    }
}

/// The value, or what is wrong added to the rest.
fn take<T>(invalid: &mut Invalid, checked: Result<T, Invalid>) -> Option<T> {
    checked.map_err(|wrong| invalid.0.extend(wrong.0)).ok()
}

#[cfg(test)]
mod tests;
