//! Employer groups: their values and the defaults of a new one (rules.md#group-defaults, rules.md#utilization-report, rules.md#inactive-group,
//! rules.md#ending-a-group, rules.md#group-status, rules.md#mass-termination-guard).

pub mod creation;
pub mod effective;
pub mod figures;
mod flags;
mod form;
mod reactivation;
pub mod setup;
mod status;

use chrono::NaiveDate;

pub use flags::GroupFlags;
pub use form::{GroupContext, GroupForm};
pub(crate) use form::{check_rate, read_look_back};
pub use reactivation::{EndedMembers, ReactivationWish};
pub use status::{GroupStatus, MEMBERS_LOCKED, TERMINATE_INSTEAD};

use crate::text::fold;
use crate::{ApiServiceId, BenefitServiceId, BrokerId, ContactId, Invalid, Money, PricingOptionId};

/// Who counts as a member in the utilization report.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum MemberSource {
    /// The members kept here.
    #[default]
    GroupPortal = 0,
    /// The count of the patient platform.
    PatientPlatform = 1,
}

/// The pricing options that a group's consult fees point at.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FeeOptions {
    /// `MedicalFeeTotalId`.
    pub total: Option<PricingOptionId>,
    /// `MedicalFeePatientId`.
    pub patient: Option<PricingOptionId>,
    /// `MedicalFeeDependentId`.
    pub dependent: Option<PricingOptionId>,
    /// `MedicalFeeAfterHoursId`.
    pub after_hours: Option<PricingOptionId>,
}

/// The contacts with a role.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RoleContacts {
    /// Who gets the bills.
    pub accounting: Option<ContactId>,
    /// The producing agent.
    pub producer: Option<ContactId>,
    /// The personnel department.
    pub hr: Option<ContactId>,
}

impl RoleContacts {
    /// Each role by its name on the wire.
    pub fn roles(&self) -> [(&'static str, Option<ContactId>); 3] {
        [("AccountingContactId", self.accounting), ("ProducerContactId", self.producer), ("HrContactId", self.hr)]
    }

    /// Reports a role that is given to somebody who is no contact of the group, or newly to one who is in-active. `is_active` says so of
    /// the group's own contacts. Who had the role `before` keeps it.
    pub fn check(&self, before: Self, is_active: impl Fn(ContactId) -> Option<bool>, invalid: &mut Invalid) {
        for ((key, contact), (_, before)) in self.roles().into_iter().zip(before.roles()) {
            let Some(chosen) = contact else { continue };
            match is_active(chosen) {
                None => invalid.add(key, "The contact must be one of this group."),
                Some(false) if contact != before => invalid.add(key, "The contact is in-active."),
                Some(_) => {}
            }
        }
    }
}

/// Where invoices are addressed to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BillingAddress {
    /// Street.
    pub line1: Option<String>,
    /// Building, floor.
    pub line2: Option<String>,
    /// City.
    pub city: Option<String>,
    /// The abbreviation.
    pub state: Option<String>,
    /// `12345` or `12345-6789`.
    pub zip_code: Option<String>,
}

/// How many members one census file may end before an administrator has to confirm the number (rules.md#mass-termination-guard).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TerminationGuard {
    /// Percent of the active members, 0 to 100.
    pub percent: i16,
    /// As many may always end.
    pub minimum: i32,
}

impl Default for TerminationGuard {
    fn default() -> Self {
        Self { percent: 10, minimum: 5 }
    }
}

/// The rate of a new group's default pricing group, when none is given (rules.md#fee-defaults).
pub const DEFAULT_PRICING_GROUP_RATE: Money = Money::from_cents(4900);
/// The after-hours fee of a new group, when none is given (rules.md#new-group).
pub const DEFAULT_AFTER_HOURS_FEE: Money = Money::from_cents(500);
/// The most any rate can be (rules.md#pricing-fields).
pub const HIGHEST_RATE: Money = Money::from_cents(9_999_999);

/// A group's values that have passed every rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupDetails {
    /// `GroupId`, trimmed.
    pub group_code: String,
    /// Trimmed.
    pub name: String,
    /// Trimmed.
    pub tax_id_number: Option<String>,
    /// The broker.
    pub broker: BrokerId,
    /// The broker above it.
    pub master_broker: Option<BrokerId>,
    /// Whether it is served.
    pub status: GroupStatus,
    /// The first day.
    pub effective_on: NaiveDate,
    /// The first day no longer served, when it is known.
    pub termination_on: Option<NaiveDate>,
    /// When the contract is renewed.
    pub renewal_on: Option<NaiveDate>,
    /// The group's own switches; for the effective ones see [`effective`].
    pub flags: GroupFlags,
    /// Unique among all groups.
    pub public_registration_code: Option<String>,
    /// Who counts in the utilization report.
    pub utilization_member_source: MemberSource,
    /// The consult fees.
    pub fees: FeeOptions,
    /// The contacts with a role.
    pub contacts: RoleContacts,
    /// The name of the option and pricing group that creation makes.
    pub default_pricing_group_name: String,
    /// Its rate.
    pub default_pricing_group_rate: Money,
    /// The rate of the after-hours option that creation makes.
    pub default_after_hours_fee: Money,
    /// The group's own look-back, 0 to 24 months (rules.md#look-back).
    pub billing_look_back_months: Option<u8>,
    /// The guard against ending too many members at once.
    pub termination_guard: TerminationGuard,
    /// Where invoices go.
    pub billing_address: BillingAddress,
    /// Sorted, none twice.
    pub benefit_services: Vec<BenefitServiceId>,
    /// Sorted, none twice.
    pub api_services: Vec<ApiServiceId>,
}

impl GroupDetails {
    /// The folded `GroupId`, unique among all groups.
    pub fn group_code_key(&self) -> String {
        fold(&self.group_code)
    }

    /// The group ended `today` (rules.md#ending-a-group): its termination date stays when it has one, and is never before its first day.
    #[must_use]
    pub fn terminated(self, today: NaiveDate) -> Self {
        let end = self.termination_on.unwrap_or_else(|| today.max(self.effective_on));
        Self { status: GroupStatus::InActive, termination_on: Some(end), ..self }
    }

    /// Whether there is anything to tell the patient platform (rules.md#insurance-sync): of a group that has ended, when its members end.
    pub fn needs_insurance_sync(&self) -> bool {
        self.flags.collect_insurance || self.flags.insurance_billing_enabled
    }

    /// What the search of groups looks in.
    pub fn search_text(&self) -> String {
        fold(&format!("{} {}", self.name, self.group_code))
    }
}

#[cfg(test)]
mod tests;
