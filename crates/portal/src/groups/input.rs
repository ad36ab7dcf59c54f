//! A group as the editor posts it (groups section 3).

use chrono::NaiveDate;
use domain::groups::{BillingAddress, FeeOptions, GroupDetails, GroupFlags, GroupForm, RoleContacts};
use domain::text::non_blank;
use domain::{ApiServiceId, BenefitServiceId, BrokerId, ContactId, PricingOptionId};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::http::Dollars;
use crate::http::wire::Date;

/// A group as typed. Switches, lists, rates and the choice of the member count that are absent stay as they are; of a new group
/// they get their defaults. Everything else that is absent or blank is taken as emptied.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct GroupInput {
    group_id: String,
    name: String,
    tax_id_number: String,
    broker_id: Option<i64>,
    /// 0 or nothing for none.
    master_broker_id: Option<i64>,
    /// 0 active, 1 in-active; terminating has its own call.
    status: Option<i64>,
    effective_date: Option<Date>,
    termination_date: Option<Date>,
    renewal_date: Option<Date>,
    process_dependents_in_census: Option<bool>,
    real_time_eligibility: Option<bool>,
    allow_manual_adds: Option<bool>,
    allow_subscriptions: Option<bool>,
    allow_public_registration: Option<bool>,
    public_registration_code: String,
    collect_insurance: Option<bool>,
    ignore_insurance_eligibility_copay: Option<bool>,
    insurance_billing_enabled: Option<bool>,
    send_welcome_emails: Option<bool>,
    require_patient_mfa: Option<bool>,
    explicit_import: Option<bool>,
    enable_invoice_access: Option<bool>,
    /// 0 group portal, 1 patient platform.
    utilization_member_source: Option<i64>,
    accounting_contact_id: Option<i64>,
    producer_contact_id: Option<i64>,
    hr_contact_id: Option<i64>,
    medical_fee_total_id: Option<i64>,
    medical_fee_patient_id: Option<i64>,
    medical_fee_dependent_id: Option<i64>,
    medical_fee_after_hours_id: Option<i64>,
    /// The group's name followed by ' Standard Pricing' when blank.
    default_pricing_group_name: String,
    /// 49.00 for a new group.
    default_pricing_group_rate: Option<Dollars>,
    /// 5.00 for a new group.
    default_after_hours_fee: Option<Dollars>,
    benefit_service_ids: Option<Vec<i64>>,
    api_service_ids: Option<Vec<i64>>,
    /// 0 to 24; absent leaves it to the broker.
    billing_lookback_months: Option<i64>,
    /// Percent of the active members that one census file may end unasked; 10 when absent.
    termination_guard_percent: Option<i64>,
    /// As many may always end; 5 when absent.
    termination_guard_minimum: Option<i64>,
    billing_address_line1: String,
    billing_address_line2: String,
    billing_city: String,
    billing_state: String,
    billing_zip_code: String,
    /// The version that was read; a stale one answers 409.
    pub(super) version: Option<i32>,
}

impl GroupInput {
    /// The form to check; `stored` is the group as it is when one is being edited.
    pub(super) fn form(&self, stored: Option<&GroupDetails>) -> GroupForm {
        let source = stored.map_or(0, |stored| stored.utilization_member_source as i64);
        GroupForm {
            group_code: self.group_id.clone(),
            name: self.name.clone(),
            tax_id_number: self.tax_id_number.clone(),
            broker: id(self.broker_id).map(BrokerId),
            master_broker: id(self.master_broker_id).map(BrokerId),
            status: self.status,
            effective_on: day(self.effective_date),
            termination_on: day(self.termination_date),
            renewal_on: day(self.renewal_date),
            flags: self.flags(stored.map(|stored| stored.flags).unwrap_or_default()),
            public_registration_code: self.public_registration_code.clone(),
            utilization_member_source: self.utilization_member_source.unwrap_or(source),
            fees: self.fees(),
            contacts: self.contacts(),
            default_pricing_group_name: non_blank(&self.default_pricing_group_name)
                .or(stored.map(|stored| stored.default_pricing_group_name.as_str()))
                .unwrap_or_default()
                .to_owned(),
            default_pricing_group_rate: money(self.default_pricing_group_rate)
                .or(stored.map(|stored| stored.default_pricing_group_rate)),
            default_after_hours_fee: money(self.default_after_hours_fee)
                .or(stored.map(|stored| stored.default_after_hours_fee)),
            billing_look_back_months: self.billing_lookback_months,
            termination_guard_percent: self.termination_guard_percent,
            termination_guard_minimum: self.termination_guard_minimum,
            billing_address: self.billing_address(),
            benefit_services: chosen(self.benefit_service_ids.as_deref(), BenefitServiceId)
                .or_else(|| stored.map(|stored| stored.benefit_services.clone()))
                .unwrap_or_default(),
            api_services: chosen(self.api_service_ids.as_deref(), ApiServiceId)
                .or_else(|| stored.map(|stored| stored.api_services.clone()))
                .unwrap_or_default(),
        }
    }

    fn flags(&self, now: GroupFlags) -> GroupFlags {
        GroupFlags {
            process_dependents: self.process_dependents_in_census.unwrap_or(now.process_dependents),
            real_time_eligibility: self.real_time_eligibility.unwrap_or(now.real_time_eligibility),
            allow_manual_adds: self.allow_manual_adds.unwrap_or(now.allow_manual_adds),
            allow_subscriptions: self.allow_subscriptions.unwrap_or(now.allow_subscriptions),
            allow_public_registration: self.allow_public_registration.unwrap_or(now.allow_public_registration),
            collect_insurance: self.collect_insurance.unwrap_or(now.collect_insurance),
            ignore_insurance_eligibility_copay: self
                .ignore_insurance_eligibility_copay
                .unwrap_or(now.ignore_insurance_eligibility_copay),
            insurance_billing_enabled: self.insurance_billing_enabled.unwrap_or(now.insurance_billing_enabled),
            send_welcome_emails: self.send_welcome_emails.unwrap_or(now.send_welcome_emails),
            require_patient_mfa: self.require_patient_mfa.unwrap_or(now.require_patient_mfa),
            explicit_import: self.explicit_import.unwrap_or(now.explicit_import),
            enable_invoice_access: self.enable_invoice_access.unwrap_or(now.enable_invoice_access),
        }
    }

    fn fees(&self) -> FeeOptions {
        FeeOptions {
            total: id(self.medical_fee_total_id).map(PricingOptionId),
            patient: id(self.medical_fee_patient_id).map(PricingOptionId),
            dependent: id(self.medical_fee_dependent_id).map(PricingOptionId),
            after_hours: id(self.medical_fee_after_hours_id).map(PricingOptionId),
        }
    }

    fn contacts(&self) -> RoleContacts {
        RoleContacts {
            accounting: id(self.accounting_contact_id).map(ContactId),
            producer: id(self.producer_contact_id).map(ContactId),
            hr: id(self.hr_contact_id).map(ContactId),
        }
    }

    fn billing_address(&self) -> BillingAddress {
        let text = |text: &str| non_blank(text).map(str::to_owned);
        BillingAddress {
            line1: text(&self.billing_address_line1),
            line2: text(&self.billing_address_line2),
            city: text(&self.billing_city),
            state: text(&self.billing_state),
            zip_code: text(&self.billing_zip_code),
        }
    }
}

/// Selectors send 0 for 'Select...'.
fn id(id: Option<i64>) -> Option<i64> {
    id.filter(|id| *id != 0)
}

fn day(date: Option<Date>) -> Option<NaiveDate> {
    date.map(|date| date.0)
}

fn money(dollars: Option<Dollars>) -> Option<domain::Money> {
    dollars.map(|dollars| dollars.0)
}

fn chosen<Id>(ids: Option<&[i64]>, id: impl Fn(i64) -> Id) -> Option<Vec<Id>> {
    Some(ids?.iter().map(|number| id(*number)).collect())
}
