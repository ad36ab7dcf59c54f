//! Which groups are accepted (rules.md#new-group, rules.md#platform-flags).

use chrono::NaiveDate;

use crate::groups::{
    BillingAddress, DEFAULT_AFTER_HOURS_FEE, DEFAULT_PRICING_GROUP_RATE, FeeOptions, GroupDetails, GroupFlags,
    GroupStatus, HIGHEST_RATE, MemberSource, RoleContacts, TERMINATE_INSTEAD, TerminationGuard, creation,
};
use crate::members::contact_details::read_zip_code;
use crate::members::form::optional;
use crate::members::states::read_state;
use crate::period::check_plausible;
use crate::text::non_blank;
use crate::{ApiServiceId, BenefitServiceId, BrokerId, Invalid, Money, PricingOptionId};

/// A group as it was typed or posted. Blank texts mean "not given".
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GroupForm {
    /// `GroupId`, required, at most 50 characters, unique whatever its case.
    pub group_code: String,
    /// Required, at most 200 characters.
    pub name: String,
    /// At most 20 characters.
    pub tax_id_number: String,
    /// Required.
    pub broker: Option<BrokerId>,
    /// Another broker above it.
    pub master_broker: Option<BrokerId>,
    /// 0 or 1; not given means unchanged, for a new group active. An active group is ended by terminating it only.
    pub status: Option<i64>,
    /// Required.
    pub effective_on: Option<NaiveDate>,
    /// Not before `effective_on`.
    pub termination_on: Option<NaiveDate>,
    /// When the contract is renewed.
    pub renewal_on: Option<NaiveDate>,
    /// All switches.
    pub flags: GroupFlags,
    /// Required with public registration; unique.
    pub public_registration_code: String,
    /// 0 or 1.
    pub utilization_member_source: i64,
    /// The consult fees.
    pub fees: FeeOptions,
    /// The contacts with a role.
    pub contacts: RoleContacts,
    /// Blank becomes the name followed by ` Standard Pricing`.
    pub default_pricing_group_name: String,
    /// 0 to 99999.99.
    pub default_pricing_group_rate: Option<Money>,
    /// 0 to 99999.99.
    pub default_after_hours_fee: Option<Money>,
    /// 0 to 24; not given means the broker's (rules.md#look-back).
    pub billing_look_back_months: Option<i64>,
    /// 0 to 100; not given means 10.
    pub termination_guard_percent: Option<i64>,
    /// 0 or more; not given means 5.
    pub termination_guard_minimum: Option<i64>,
    /// Where invoices go.
    pub billing_address: BillingAddress,
    /// What the group may use.
    pub benefit_services: Vec<BenefitServiceId>,
    /// ERP accounts of the group.
    pub api_services: Vec<ApiServiceId>,
}

/// What a form is checked against.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GroupContext {
    /// The group's pricing options; empty for a new group.
    pub options: Vec<PricingOptionId>,
    /// The status it has now; active for a new group.
    pub status: GroupStatus,
    /// The termination date it has now.
    pub termination_on: Option<NaiveDate>,
}

impl GroupForm {
    /// Checks a group (rules.md#new-group, rules.md#platform-flags) and returns what is to be stored.
    ///
    /// # Errors
    /// Every wrong field, by its name on the wire.
    pub fn check(&self, context: &GroupContext) -> Result<GroupDetails, Invalid> {
        let mut invalid = Invalid::none();
        self.check_identity(&mut invalid);
        self.check_dates(&mut invalid, context);
        self.check_fees(&mut invalid, context);
        let details = GroupDetails {
            group_code: self.group_code.trim().to_owned(),
            name: self.name.trim().to_owned(),
            tax_id_number: non_blank(&self.tax_id_number).map(str::to_owned),
            broker: self.broker.unwrap_or(BrokerId(0)),
            master_broker: self.master_broker,
            status: self.read_status(&mut invalid, context),
            effective_on: self.effective_on.unwrap_or_default(),
            termination_on: self.read_termination(context),
            renewal_on: self.renewal_on,
            flags: self.flags,
            public_registration_code: self.read_registration_code(&mut invalid),
            utilization_member_source: self.read_member_source(&mut invalid),
            fees: self.fees,
            contacts: self.contacts,
            default_pricing_group_name: self.pricing_group_name(),
            default_pricing_group_rate: self.default_pricing_group_rate.unwrap_or(DEFAULT_PRICING_GROUP_RATE),
            default_after_hours_fee: self.default_after_hours_fee.unwrap_or(DEFAULT_AFTER_HOURS_FEE),
            billing_look_back_months: read_look_back(&mut invalid, self.billing_look_back_months),
            termination_guard: self.read_guard(&mut invalid),
            billing_address: self.billing_address.check(&mut invalid),
            benefit_services: sorted(&self.benefit_services),
            api_services: sorted(&self.api_services),
        };
        invalid.or(details)
    }

    fn check_identity(&self, invalid: &mut Invalid) {
        invalid.require_name("Name", "Name", &self.name, 200);
        invalid.require("GroupId", "Group ID", &self.group_code, 50);
        invalid.limit("TaxIdNumber", "Tax ID Number", &self.tax_id_number, 20);
        invalid.limit("DefaultPricingGroupName", "Default Pricing Group Name", &self.default_pricing_group_name, 100);
        invalid.check(self.broker.is_some_and(|id| id.get() > 0), "BrokerId", "Broker is required.");
        invalid.check(
            self.master_broker.is_none() || self.master_broker != self.broker,
            "MasterBrokerId",
            "Master Broker must be another broker than the group's broker.",
        );
    }

    fn check_dates(&self, invalid: &mut Invalid, context: &GroupContext) {
        for (key, label, day) in [
            ("EffectiveDate", "Effective Date", self.effective_on),
            ("TerminationDate", "Termination Date", self.termination_on),
            ("RenewalDate", "Renewal Date", self.renewal_on),
        ] {
            check_plausible(invalid, key, label, day);
        }
        match (self.effective_on, self.read_termination(context)) {
            (None, _) => invalid.add("EffectiveDate", "Effective Date is required."),
            (Some(start), Some(end)) if end < start => {
                invalid.add("TerminationDate", "Termination Date must not be before the Effective Date.");
            }
            _ => {}
        }
    }

    fn check_fees(&self, invalid: &mut Invalid, context: &GroupContext) {
        for (key, option) in [
            ("MedicalFeeTotalId", self.fees.total),
            ("MedicalFeePatientId", self.fees.patient),
            ("MedicalFeeDependentId", self.fees.dependent),
            ("MedicalFeeAfterHoursId", self.fees.after_hours),
        ] {
            let own = option.is_none_or(|id| context.options.contains(&id));
            invalid.check(own, key, "The fee must be a pricing option of this group.");
        }
        for (key, label, rate) in [
            ("DefaultPricingGroupRate", "Default Pricing Group Rate", self.default_pricing_group_rate),
            ("DefaultAfterHoursFee", "Default After-Hours Fee", self.default_after_hours_fee),
        ] {
            check_rate(invalid, key, label, rate.unwrap_or_default());
        }
    }

    fn read_status(&self, invalid: &mut Invalid, context: &GroupContext) -> GroupStatus {
        let status = self.status.map_or(Some(context.status), GroupStatus::from_number);
        invalid.check(status.is_some(), "Status", "Status must be Active or In-Active.");
        let ends = (context.status, status) == (GroupStatus::Active, Some(GroupStatus::InActive));
        invalid.check(!ends, "Status", TERMINATE_INSTEAD);
        status.unwrap_or_default()
    }

    /// The termination date; a group that is served again loses the one by which it had ended.
    fn read_termination(&self, context: &GroupContext) -> Option<NaiveDate> {
        let is_past = self.reactivates(context.status) && self.termination_on == context.termination_on;
        self.termination_on.filter(|_| !is_past)
    }

    /// Whether saving the form serves a group again that has ended.
    pub fn reactivates(&self, now: GroupStatus) -> bool {
        now == GroupStatus::InActive && self.status.and_then(GroupStatus::from_number) == Some(GroupStatus::Active)
    }

    fn read_registration_code(&self, invalid: &mut Invalid) -> Option<String> {
        let code = non_blank(&self.public_registration_code).map(str::to_owned);
        let key = "PublicRegistrationCode";
        invalid.limit(key, "Public Registration Code", &self.public_registration_code, 50);
        let needed = self.flags.allow_public_registration && code.is_none();
        invalid.check(!needed, key, "Public Registration Code is required.");
        code
    }

    fn read_member_source(&self, invalid: &mut Invalid) -> MemberSource {
        match self.utilization_member_source {
            0 => MemberSource::GroupPortal,
            1 => MemberSource::PatientPlatform,
            _ => {
                invalid.add("UtilizationMemberSource", "Member Count Source must be one of the choices.");
                MemberSource::GroupPortal
            }
        }
    }

    fn read_guard(&self, invalid: &mut Invalid) -> TerminationGuard {
        let usual = TerminationGuard::default();
        let percent = self.termination_guard_percent.unwrap_or(usual.percent.into());
        let minimum = self.termination_guard_minimum.unwrap_or(usual.minimum.into());
        let percent_ok = (0..=100).contains(&percent);
        let minimum_ok = (0..=1_000_000).contains(&minimum);
        invalid.check(percent_ok, "TerminationGuardPercent", "Termination Guard must be 0 to 100 percent.");
        invalid.check(minimum_ok, "TerminationGuardMinimum", "Termination Guard must be 0 to 1,000,000 members.");
        if percent_ok && minimum_ok {
            TerminationGuard { percent: percent as i16, minimum: minimum as i32 }
        } else {
            usual
        }
    }

    fn pricing_group_name(&self) -> String {
        let default = || creation::default_pricing_name(self.name.trim());
        non_blank(&self.default_pricing_group_name).map_or_else(default, str::to_owned)
    }
}

impl BillingAddress {
    fn check(&self, invalid: &mut Invalid) -> Self {
        let text = |field: &Option<String>| field.as_deref().unwrap_or_default().to_owned();
        let kept = |field: &Option<String>| field.as_deref().and_then(non_blank).map(str::to_owned);
        invalid.limit("BillingAddressLine1", "Address Line 1", &text(&self.line1), 200);
        invalid.limit("BillingAddressLine2", "Address Line 2", &text(&self.line2), 200);
        invalid.limit("BillingCity", "City", &text(&self.city), 100);
        let state =
            optional(invalid, "BillingState", &text(&self.state), read_state, "State is not in the list of states.");
        let zip = text(&self.zip_code);
        Self {
            line1: kept(&self.line1),
            line2: kept(&self.line2),
            city: kept(&self.city),
            state: state.map(|state| state.abbreviation.to_owned()),
            zip_code: optional(invalid, "BillingZipCode", &zip, read_zip_code, "Zip Code must have 5 or 9 digits."),
        }
    }
}

/// Reports a rate outside 0 to 99999.99 (rules.md#pricing-fields).
pub(crate) fn check_rate(invalid: &mut Invalid, key: &str, label: &str, rate: Money) {
    let range = format!("{label} must be from $0.00 to {HIGHEST_RATE}.");
    invalid.check((Money::ZERO..=HIGHEST_RATE).contains(&rate), key, range);
}

/// Reads a look-back of 0 to 24 months (rules.md#look-back).
pub(crate) fn read_look_back(invalid: &mut Invalid, months: Option<i64>) -> Option<u8> {
    let read = months?;
    let range = 0..=i64::from(crate::billing::snapshot::LookBack::LONGEST.months());
    invalid.check(range.contains(&read), "BillingLookbackMonths", "Billing Look-back must be 0 to 24 months.");
    u8::try_from(read).ok()
}

fn sorted<T: Ord + Copy>(ids: &[T]) -> Vec<T> {
    let mut ids = ids.to_vec();
    ids.sort_unstable();
    ids.dedup();
    ids
}
