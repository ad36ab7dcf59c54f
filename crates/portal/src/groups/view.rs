//! A group as screens get it: in lists, its basics for everybody, and the whole of it for administrators.

use domain::groups::effective::{Effective, effective_flags, effective_look_back};
use domain::members::admission::Admission;
use serde::Serialize;
use store::counts::MemberCounts;
use store::groups::listing::{GroupName, GroupRow};
use store::groups::{Fee, Group};
use utoipa::ToSchema;

use super::service::Synced;
use crate::http::wire::{Date, Instant};
use crate::http::{Dollars, Named};

/// A group as a choice.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct GroupChoice {
    id: i64,
    name: String,
    group_id: String,
    /// Whether its census files end who is absent, unless a file says otherwise.
    explicit_import: bool,
}

/// A group in the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct GroupListRow {
    id: i64,
    name: String,
    group_id: String,
    broker: Named,
    effective_date: Date,
    termination_date: Option<Date>,
    renewal_date: Option<Date>,
    status: i16,
    status_name: &'static str,
    status_color: &'static str,
    /// Whether its census files end who is absent, unless a file says otherwise.
    explicit_import: bool,
    active_members: i64,
    total_members: i64,
}

/// The members of a group today.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct MemberCount {
    total_members: i64,
    active_members: i64,
    in_active_members: i64,
}

/// What everybody may see of a group in scope.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct GroupBasics {
    id: i64,
    group_id: String,
    name: String,
    broker: Named,
    master_broker: Option<Named>,
    effective_date: Date,
    termination_date: Option<Date>,
    renewal_date: Option<Date>,
    status: i16,
    status_name: &'static str,
    status_color: &'static str,
    /// Whether the caller may add members here.
    may_add_members: bool,
    /// Whether others than administrators see the group's invoices.
    enable_invoice_access: bool,
    version: i32,
}

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

/// The whole of a group.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct GroupView {
    #[serde(flatten)]
    basics: GroupBasics,
    tax_id_number: Option<String>,
    broker_id: i64,
    master_broker_id: Option<i64>,
    process_dependents_in_census: bool,
    real_time_eligibility: bool,
    /// Whether others than administrators may create members by hand.
    allow_manual_adds: bool,
    allow_subscriptions: bool,
    allow_public_registration: bool,
    public_registration_code: Option<String>,
    collect_insurance: bool,
    ignore_insurance_eligibility_copay: bool,
    insurance_billing_enabled: bool,
    send_welcome_emails: bool,
    require_patient_mfa: bool,
    explicit_import: bool,
    effective_settings: EffectiveSettings,
    utilization_member_source: i16,
    accounting_contact_id: Option<i64>,
    producer_contact_id: Option<i64>,
    hr_contact_id: Option<i64>,
    medical_fee_total_id: Option<i64>,
    medical_fee_total: Option<FeeView>,
    medical_fee_patient_id: Option<i64>,
    medical_fee_patient: Option<FeeView>,
    medical_fee_dependent_id: Option<i64>,
    medical_fee_dependent: Option<FeeView>,
    medical_fee_after_hours_id: Option<i64>,
    medical_fee_after_hours: Option<FeeView>,
    default_pricing_group_name: String,
    default_pricing_group_rate: Dollars,
    default_after_hours_fee: Dollars,
    benefit_service_ids: Vec<i64>,
    benefit_services: Vec<Named>,
    api_service_ids: Vec<i64>,
    billing_lookback_months: Option<u8>,
    termination_guard_percent: i16,
    termination_guard_minimum: i32,
    billing_address_line1: Option<String>,
    billing_address_line2: Option<String>,
    billing_city: Option<String>,
    billing_state: Option<String>,
    billing_zip_code: Option<String>,
    global_link_identifier: String,
    insurance_synced_on: Option<Instant>,
    created_on: Instant,
}

/// One group, as much of it as the caller may see.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum GroupAnswer {
    /// The whole.
    ForAdministrators(Box<GroupView>),
    /// The basics.
    ForOthers(GroupBasics),
}

/// What a sync of the insurance did.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct SyncView {
    /// Members that the patient platform takes as covered; 0 when the group neither collects nor bills insurance.
    synced: u64,
    /// When the group was last synced.
    insurance_synced_on: Option<Instant>,
}

impl From<Synced> for SyncView {
    fn from(synced: Synced) -> Self {
        Self { synced: synced.members, insurance_synced_on: synced.at.map(Instant) }
    }
}

impl From<GroupName> for GroupChoice {
    fn from(group: GroupName) -> Self {
        Self { id: group.id.get(), name: group.name, group_id: group.code, explicit_import: group.explicit_import }
    }
}

impl From<GroupRow> for GroupListRow {
    fn from(row: GroupRow) -> Self {
        let (broker, broker_name) = row.broker;
        Self {
            id: row.id.get(),
            name: row.name,
            group_id: row.code,
            broker: Named::new(broker, broker_name),
            effective_date: row.effective_on.into(),
            termination_date: row.termination_on.map(Date),
            renewal_date: row.renewal_on.map(Date),
            status: row.status.number(),
            status_name: row.status.name(),
            status_color: row.status.color(),
            explicit_import: row.explicit_import,
            active_members: row.members.active,
            total_members: row.members.total,
        }
    }
}

impl From<MemberCounts> for MemberCount {
    fn from(counts: MemberCounts) -> Self {
        Self { total_members: counts.total, active_members: counts.active, in_active_members: counts.in_active() }
    }
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

impl GroupBasics {
    fn of(group: &Group, is_administrator: bool) -> Self {
        let details = &group.details;
        let allow_manual_adds = details.flags.allow_manual_adds;
        let admission = Admission { status: details.status, allow_manual_adds, is_administrator };
        Self {
            id: group.id.get(),
            group_id: details.group_code.clone(),
            name: details.name.clone(),
            broker: Named::new(group.broker.id, &group.broker.details.name),
            master_broker: group.master_broker.as_ref().map(|master| Named::new(master.id, &master.details.name)),
            effective_date: details.effective_on.into(),
            termination_date: details.termination_on.map(Date),
            renewal_date: details.renewal_on.map(Date),
            status: details.status.number(),
            status_name: details.status.name(),
            status_color: details.status.color(),
            may_add_members: admission.is_granted(),
            enable_invoice_access: details.flags.enable_invoice_access,
            version: group.version,
        }
    }
}

impl From<Group> for GroupBasics {
    fn from(group: Group) -> Self {
        Self::of(&group, false)
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
            process_dependents_in_census: details.flags.process_dependents,
            real_time_eligibility: details.flags.real_time_eligibility,
            allow_manual_adds: details.flags.allow_manual_adds,
            allow_subscriptions: details.flags.allow_subscriptions,
            allow_public_registration: details.flags.allow_public_registration,
            public_registration_code: details.public_registration_code,
            collect_insurance: details.flags.collect_insurance,
            ignore_insurance_eligibility_copay: details.flags.ignore_insurance_eligibility_copay,
            insurance_billing_enabled: details.flags.insurance_billing_enabled,
            send_welcome_emails: details.flags.send_welcome_emails,
            require_patient_mfa: details.flags.require_patient_mfa,
            explicit_import: details.flags.explicit_import,
            utilization_member_source: details.utilization_member_source as i16,
            accounting_contact_id: details.contacts.accounting.map(Into::into),
            producer_contact_id: details.contacts.producer.map(Into::into),
            hr_contact_id: details.contacts.hr.map(Into::into),
            medical_fee_total_id: details.fees.total.map(Into::into),
            medical_fee_total: group.fees.total.map(Into::into),
            medical_fee_patient_id: details.fees.patient.map(Into::into),
            medical_fee_patient: group.fees.patient.map(Into::into),
            medical_fee_dependent_id: details.fees.dependent.map(Into::into),
            medical_fee_dependent: group.fees.dependent.map(Into::into),
            medical_fee_after_hours_id: details.fees.after_hours.map(Into::into),
            medical_fee_after_hours: group.fees.after_hours.map(Into::into),
            default_pricing_group_name: details.default_pricing_group_name,
            default_pricing_group_rate: details.default_pricing_group_rate.into(),
            default_after_hours_fee: details.default_after_hours_fee.into(),
            benefit_service_ids: details.benefit_services.into_iter().map(Into::into).collect(),
            benefit_services: group.benefit_services.into_iter().map(|s| Named::new(s.id, s.name)).collect(),
            api_service_ids: details.api_services.into_iter().map(Into::into).collect(),
            billing_lookback_months: details.billing_look_back_months,
            termination_guard_percent: details.termination_guard.percent,
            termination_guard_minimum: details.termination_guard.minimum,
            billing_address_line1: details.billing_address.line1,
            billing_address_line2: details.billing_address.line2,
            billing_city: details.billing_address.city,
            billing_state: details.billing_address.state,
            billing_zip_code: details.billing_address.zip_code,
            global_link_identifier: group.global_link.to_string(),
            insurance_synced_on: group.insurance_synced_at.map(Instant),
            created_on: group.created_at.into(),
        }
    }
}
