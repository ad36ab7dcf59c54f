//! A group as the editor posts it.

use chrono::NaiveDate;
use domain::groups::{BillingAddress, FeeOptions, GroupDetails, GroupFlags, GroupForm, ReactivationWish, RoleContacts};
use domain::text::non_blank;
use domain::{ApiServiceId, BenefitServiceId, BrokerId, ContactId, PricingOptionId};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::http::wire::Date;
use crate::http::{Dollars, Given, distinct};

/// A group as typed. Of one that exists, fields that are absent stay as they are, and blank ones are emptied; switches, lists, rates
/// and the other choices that always have a value keep it when they are blank too. A new group gets their defaults.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct GroupInput {
    #[schema(value_type = Option<String>)]
    group_id: Given<String>,
    #[schema(value_type = Option<String>)]
    name: Given<String>,
    #[schema(value_type = Option<String>)]
    tax_id_number: Given<String>,
    #[schema(value_type = Option<i64>)]
    broker_id: Given<i64>,
    /// 0 or nothing for none.
    #[schema(value_type = Option<i64>)]
    master_broker_id: Given<i64>,
    /// 0 active, 1 in-active; terminating has its own call.
    status: Option<i64>,
    /// Whether the members that ended with the group come back; needed when an In-Active group is made Active and any did.
    bring_back_members: Option<bool>,
    /// The day from which they do; the rule of dates decides when it is not given.
    members_effective_date: Option<Date>,
    #[schema(value_type = Option<Date>)]
    effective_date: Given<Date>,
    #[schema(value_type = Option<Date>)]
    termination_date: Given<Date>,
    #[schema(value_type = Option<Date>)]
    renewal_date: Given<Date>,
    process_dependents_in_census: Option<bool>,
    real_time_eligibility: Option<bool>,
    allow_manual_adds: Option<bool>,
    allow_subscriptions: Option<bool>,
    allow_public_registration: Option<bool>,
    #[schema(value_type = Option<String>)]
    public_registration_code: Given<String>,
    collect_insurance: Option<bool>,
    ignore_insurance_eligibility_copay: Option<bool>,
    insurance_billing_enabled: Option<bool>,
    send_welcome_emails: Option<bool>,
    require_patient_mfa: Option<bool>,
    explicit_import: Option<bool>,
    enable_invoice_access: Option<bool>,
    /// 0 group portal, 1 patient platform.
    utilization_member_source: Option<i64>,
    #[schema(value_type = Option<i64>)]
    accounting_contact_id: Given<i64>,
    #[schema(value_type = Option<i64>)]
    producer_contact_id: Given<i64>,
    #[schema(value_type = Option<i64>)]
    hr_contact_id: Given<i64>,
    #[schema(value_type = Option<i64>)]
    medical_fee_total_id: Given<i64>,
    #[schema(value_type = Option<i64>)]
    medical_fee_patient_id: Given<i64>,
    #[schema(value_type = Option<i64>)]
    medical_fee_dependent_id: Given<i64>,
    #[schema(value_type = Option<i64>)]
    medical_fee_after_hours_id: Given<i64>,
    /// The group's name followed by ' Standard Pricing' when blank.
    default_pricing_group_name: String,
    /// 49.00 for a new group.
    default_pricing_group_rate: Option<Dollars>,
    /// 5.00 for a new group.
    default_after_hours_fee: Option<Dollars>,
    benefit_service_ids: Option<Vec<i64>>,
    api_service_ids: Option<Vec<i64>>,
    /// 0 to 24; blank leaves it to the broker.
    #[schema(value_type = Option<i64>)]
    billing_lookback_months: Given<i64>,
    /// Percent of the active members that one census file may end unasked; 10 for a new group.
    termination_guard_percent: Option<i64>,
    /// As many may always end; 5 for a new group.
    termination_guard_minimum: Option<i64>,
    #[schema(value_type = Option<String>)]
    billing_address_line1: Given<String>,
    #[schema(value_type = Option<String>)]
    billing_address_line2: Given<String>,
    #[schema(value_type = Option<String>)]
    billing_city: Given<String>,
    #[schema(value_type = Option<String>)]
    billing_state: Given<String>,
    #[schema(value_type = Option<String>)]
    billing_zip_code: Given<String>,
    /// The version that was read; a stale one answers 409.
    pub(super) version: Option<i32>,
}

impl GroupInput {
    /// The form to check; `stored` is the group as it is when one is being edited.
    pub(super) fn form(&self, stored: Option<&GroupDetails>) -> GroupForm {
        let source = stored.map_or(0, |stored| stored.utilization_member_source as i64);
        let guard = stored.map(|stored| stored.termination_guard);
        let text =
            |given: &Given<String>, kept: fn(&GroupDetails) -> Option<&String>| given.text(stored.and_then(kept));
        GroupForm {
            group_code: text(&self.group_id, |group| Some(&group.group_code)),
            name: text(&self.name, |group| Some(&group.name)),
            tax_id_number: text(&self.tax_id_number, |group| group.tax_id_number.as_ref()),
            broker: self.broker_id.id(stored.map(|stored| stored.broker)).map(BrokerId),
            master_broker: self.master_broker_id.id(stored.and_then(|stored| stored.master_broker)).map(BrokerId),
            status: self.status,
            effective_on: day(&self.effective_date, stored.map(|stored| stored.effective_on)),
            termination_on: day(&self.termination_date, stored.and_then(|stored| stored.termination_on)),
            renewal_on: day(&self.renewal_date, stored.and_then(|stored| stored.renewal_on)),
            flags: self.flags(stored.map(|stored| stored.flags).unwrap_or_default()),
            public_registration_code: text(&self.public_registration_code, |group| {
                group.public_registration_code.as_ref()
            }),
            utilization_member_source: self.utilization_member_source.unwrap_or(source),
            fees: self.fees(stored.map(|stored| stored.fees).unwrap_or_default()),
            contacts: self.contacts(stored.map(|stored| stored.contacts).unwrap_or_default()),
            default_pricing_group_name: non_blank(&self.default_pricing_group_name)
                .or(stored.map(|stored| stored.default_pricing_group_name.as_str()))
                .unwrap_or_default()
                .to_owned(),
            default_pricing_group_rate: money(self.default_pricing_group_rate)
                .or(stored.map(|stored| stored.default_pricing_group_rate)),
            default_after_hours_fee: money(self.default_after_hours_fee)
                .or(stored.map(|stored| stored.default_after_hours_fee)),
            billing_look_back_months: self
                .billing_lookback_months
                .or(stored.and_then(|stored| stored.billing_look_back_months).map(i64::from)),
            termination_guard_percent: self.termination_guard_percent.or(guard.map(|guard| guard.percent.into())),
            termination_guard_minimum: self.termination_guard_minimum.or(guard.map(|guard| guard.minimum.into())),
            billing_address: self.billing_address(stored.map(|stored| &stored.billing_address)),
            benefit_services: self
                .benefit_service_ids
                .clone()
                .map(|ids| distinct(ids, BenefitServiceId))
                .or_else(|| stored.map(|stored| stored.benefit_services.clone()))
                .unwrap_or_default(),
            api_services: self
                .api_service_ids
                .clone()
                .map(|ids| distinct(ids, ApiServiceId))
                .or_else(|| stored.map(|stored| stored.api_services.clone()))
                .unwrap_or_default(),
        }
    }

    /// What is said about the members that ended with the group.
    pub(super) fn reactivation(&self) -> ReactivationWish {
        ReactivationWish {
            bring_back: self.bring_back_members,
            effective_on: self.members_effective_date.map(|date| date.0),
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

    fn fees(&self, now: FeeOptions) -> FeeOptions {
        FeeOptions {
            total: self.medical_fee_total_id.id(now.total).map(PricingOptionId),
            patient: self.medical_fee_patient_id.id(now.patient).map(PricingOptionId),
            dependent: self.medical_fee_dependent_id.id(now.dependent).map(PricingOptionId),
            after_hours: self.medical_fee_after_hours_id.id(now.after_hours).map(PricingOptionId),
        }
    }

    fn contacts(&self, now: RoleContacts) -> RoleContacts {
        RoleContacts {
            accounting: self.accounting_contact_id.id(now.accounting).map(ContactId),
            producer: self.producer_contact_id.id(now.producer).map(ContactId),
            hr: self.hr_contact_id.id(now.hr).map(ContactId),
        }
    }

    fn billing_address(&self, now: Option<&BillingAddress>) -> BillingAddress {
        let text = |given: &Given<String>, kept: fn(&BillingAddress) -> &Option<String>| {
            given.or(now.and_then(|now| kept(now).clone()))
        };
        BillingAddress {
            line1: text(&self.billing_address_line1, |address| &address.line1),
            line2: text(&self.billing_address_line2, |address| &address.line2),
            city: text(&self.billing_city, |address| &address.city),
            state: text(&self.billing_state, |address| &address.state),
            zip_code: text(&self.billing_zip_code, |address| &address.zip_code),
        }
    }
}

fn day(given: &Given<Date>, stored: Option<NaiveDate>) -> Option<NaiveDate> {
    given.or(stored.map(Date)).map(|date| date.0)
}

fn money(dollars: Option<Dollars>) -> Option<domain::Money> {
    dollars.map(|dollars| dollars.0)
}
