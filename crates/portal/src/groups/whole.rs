//! The whole of a group, for administrators; the parts of it are one object on the wire.

use domain::groups::effective::{Effective, effective_flags, effective_look_back};
use domain::groups::{BillingAddress, GroupFlags, RoleContacts};
use serde::Serialize;
use store::groups::{Fee, Fees, Group};
use utoipa::ToSchema;

use super::view::GroupBasics;
use crate::http::wire::Instant;
use crate::http::{Dollars, Named};

/// A consult fee: the pricing option it points at.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct FeeView {
    id: i64,
    name: String,
    rate: Dollars,
}

/// A setting that a broker may decide.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct EffectiveSetting {
    /// What counts.
    value: bool,
    /// Whether a broker decided it, so that the editor locks the field.
    is_overridden: bool,
}

/// The settings that count, beside the group's own.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct EffectiveSettings {
    process_dependents_in_census: EffectiveSetting,
    send_welcome_emails: EffectiveSetting,
    require_patient_mfa: EffectiveSetting,
    billing_lookback_months: u8,
}

/// The group's own switches.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct GroupSwitches {
    process_dependents_in_census: bool,
    real_time_eligibility: bool,
    /// Whether others than administrators may create members by hand.
    allow_manual_adds: bool,
    allow_subscriptions: bool,
    allow_public_registration: bool,
    collect_insurance: bool,
    ignore_insurance_eligibility_copay: bool,
    insurance_billing_enabled: bool,
    send_welcome_emails: bool,
    require_patient_mfa: bool,
    explicit_import: bool,
}

/// The contacts of a group with a role.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct GroupContacts {
    accounting_contact_id: Option<i64>,
    producer_contact_id: Option<i64>,
    hr_contact_id: Option<i64>,
}

/// The consult fees of a group.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct GroupFees {
    medical_fee_total_id: Option<i64>,
    medical_fee_total: Option<FeeView>,
    medical_fee_patient_id: Option<i64>,
    medical_fee_patient: Option<FeeView>,
    medical_fee_dependent_id: Option<i64>,
    medical_fee_dependent: Option<FeeView>,
    medical_fee_after_hours_id: Option<i64>,
    medical_fee_after_hours: Option<FeeView>,
}

/// Where the invoices of a group are addressed to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct GroupAddress {
    billing_address_line1: Option<String>,
    billing_address_line2: Option<String>,
    billing_city: Option<String>,
    billing_state: Option<String>,
    billing_zip_code: Option<String>,
}

/// The whole of a group.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct GroupView {
    #[serde(flatten)]
    basics: GroupBasics,
    tax_id_number: Option<String>,
    broker_id: i64,
    master_broker_id: Option<i64>,
    #[serde(flatten)]
    switches: GroupSwitches,
    public_registration_code: Option<String>,
    effective_settings: EffectiveSettings,
    utilization_member_source: i16,
    #[serde(flatten)]
    contacts: GroupContacts,
    #[serde(flatten)]
    fees: GroupFees,
    default_pricing_group_name: String,
    default_pricing_group_rate: Dollars,
    default_after_hours_fee: Dollars,
    benefit_service_ids: Vec<i64>,
    benefit_services: Vec<Named>,
    api_service_ids: Vec<i64>,
    billing_lookback_months: Option<u8>,
    termination_guard_percent: i16,
    termination_guard_minimum: i32,
    #[serde(flatten)]
    address: GroupAddress,
    global_link_identifier: String,
    insurance_synced_on: Option<Instant>,
    created_on: Instant,
}

impl From<Fee> for FeeView {
    fn from(fee: Fee) -> Self {
        Self { id: fee.option.get(), name: fee.name, rate: fee.rate.into() }
    }
}

impl From<Effective> for EffectiveSetting {
    fn from(effective: Effective) -> Self {
        Self { value: effective.value, is_overridden: effective.overridden }
    }
}

impl EffectiveSettings {
    fn of(group: &Group) -> Self {
        let master = group.master_broker.as_ref().map(|master| master.details.overrides).unwrap_or_default();
        let flags = effective_flags(group.details.flags, group.broker.details.overrides, master);
        Self {
            process_dependents_in_census: flags.process_dependents.into(),
            send_welcome_emails: flags.send_welcome_emails.into(),
            require_patient_mfa: flags.require_patient_mfa.into(),
            billing_lookback_months: effective_look_back(&group.details, &group.broker.details).months(),
        }
    }
}

impl From<GroupFlags> for GroupSwitches {
    fn from(flags: GroupFlags) -> Self {
        Self {
            process_dependents_in_census: flags.process_dependents,
            real_time_eligibility: flags.real_time_eligibility,
            allow_manual_adds: flags.allow_manual_adds,
            allow_subscriptions: flags.allow_subscriptions,
            allow_public_registration: flags.allow_public_registration,
            collect_insurance: flags.collect_insurance,
            ignore_insurance_eligibility_copay: flags.ignore_insurance_eligibility_copay,
            insurance_billing_enabled: flags.insurance_billing_enabled,
            send_welcome_emails: flags.send_welcome_emails,
            require_patient_mfa: flags.require_patient_mfa,
            explicit_import: flags.explicit_import,
        }
    }
}

impl From<RoleContacts> for GroupContacts {
    fn from(contacts: RoleContacts) -> Self {
        Self {
            accounting_contact_id: contacts.accounting.map(Into::into),
            producer_contact_id: contacts.producer.map(Into::into),
            hr_contact_id: contacts.hr.map(Into::into),
        }
    }
}

impl From<Fees> for GroupFees {
    fn from(fees: Fees) -> Self {
        let both = |fee: Option<Fee>| fee.map(|fee| (fee.option.get(), FeeView::from(fee))).unzip();
        let (medical_fee_total_id, medical_fee_total) = both(fees.total);
        let (medical_fee_patient_id, medical_fee_patient) = both(fees.patient);
        let (medical_fee_dependent_id, medical_fee_dependent) = both(fees.dependent);
        let (medical_fee_after_hours_id, medical_fee_after_hours) = both(fees.after_hours);
        Self {
            medical_fee_total_id,
            medical_fee_total,
            medical_fee_patient_id,
            medical_fee_patient,
            medical_fee_dependent_id,
            medical_fee_dependent,
            medical_fee_after_hours_id,
            medical_fee_after_hours,
        }
    }
}

impl From<BillingAddress> for GroupAddress {
    fn from(address: BillingAddress) -> Self {
        Self {
            billing_address_line1: address.line1,
            billing_address_line2: address.line2,
            billing_city: address.city,
            billing_state: address.state,
            billing_zip_code: address.zip_code,
        }
    }
}

impl From<Group> for GroupView {
    fn from(group: Group) -> Self {
        let basics = GroupBasics::of(&group, true);
        let effective_settings = EffectiveSettings::of(&group);
        let details = group.details;
        Self {
            basics,
            effective_settings,
            tax_id_number: details.tax_id_number,
            broker_id: details.broker.get(),
            master_broker_id: details.master_broker.map(Into::into),
            switches: details.flags.into(),
            public_registration_code: details.public_registration_code,
            utilization_member_source: details.utilization_member_source as i16,
            contacts: details.contacts.into(),
            fees: group.fees.into(),
            default_pricing_group_name: details.default_pricing_group_name,
            default_pricing_group_rate: details.default_pricing_group_rate.into(),
            default_after_hours_fee: details.default_after_hours_fee.into(),
            benefit_service_ids: details.benefit_services.into_iter().map(Into::into).collect(),
            benefit_services: group.benefit_services.into_iter().map(|s| Named::new(s.id, s.name)).collect(),
            api_service_ids: details.api_services.into_iter().map(Into::into).collect(),
            billing_lookback_months: details.billing_look_back_months,
            termination_guard_percent: details.termination_guard.percent,
            termination_guard_minimum: details.termination_guard.minimum,
            address: details.billing_address.into(),
            global_link_identifier: group.global_link.to_string(),
            insurance_synced_on: group.insurance_synced_at.map(Instant),
            created_on: group.created_at.into(),
        }
    }
}
