//! Between a group's values and its row.

use domain::groups::{BillingAddress, FeeOptions, GroupDetails, GroupFlags, GroupStatus, MemberSource};
use domain::groups::{RoleContacts, TerminationGuard};
use domain::{BrokerId, ContactId, GroupId, Money, PricingOptionId};
use sea_orm::ActiveValue::Set;

use super::services::Services;
use super::{Fees, Group};
use crate::brokers::Broker;
use crate::entities::employer_group::{ActiveModel, Model};

pub(super) fn columns(details: &GroupDetails) -> ActiveModel {
    let address = details.billing_address.clone();
    let contacts = details.contacts;
    let row = ActiveModel {
        group_code: Set(details.group_code.clone()),
        group_code_key: Set(details.group_code_key()),
        name: Set(details.name.clone()),
        tax_id_number: Set(details.tax_id_number.clone()),
        broker_id: Set(details.broker.get()),
        master_broker_id: Set(details.master_broker.map(BrokerId::get)),
        status: Set(details.status.number()),
        effective_on: Set(details.effective_on),
        termination_on: Set(details.termination_on),
        renewal_on: Set(details.renewal_on),
        public_registration_code: Set(details.public_registration_code.clone()),
        utilization_member_source: Set(details.utilization_member_source as i16),
        accounting_contact_id: Set(contacts.accounting.map(ContactId::get)),
        producer_contact_id: Set(contacts.producer.map(ContactId::get)),
        hr_contact_id: Set(contacts.hr.map(ContactId::get)),
        default_pricing_group_name: Set(Some(details.default_pricing_group_name.clone())),
        default_pricing_group_rate: Set(details.default_pricing_group_rate.cents()),
        default_after_hours_fee: Set(details.default_after_hours_fee.cents()),
        billing_lookback_months: Set(details.billing_look_back_months.map(i16::from)),
        termination_guard_percent: Set(details.termination_guard.percent),
        termination_guard_minimum: Set(details.termination_guard.minimum),
        billing_address1: Set(address.line1),
        billing_address2: Set(address.line2),
        billing_city: Set(address.city),
        billing_state: Set(address.state),
        billing_zip_code: Set(address.zip_code),
        search_text: Set(details.search_text()),
        ..fee_columns(details.fees)
    };
    with_flags(row, details.flags)
}

pub(super) fn fee_columns(fees: FeeOptions) -> ActiveModel {
    ActiveModel {
        medical_fee_total_id: Set(fees.total.map(PricingOptionId::get)),
        medical_fee_patient_id: Set(fees.patient.map(PricingOptionId::get)),
        medical_fee_dependent_id: Set(fees.dependent.map(PricingOptionId::get)),
        medical_fee_after_hours_id: Set(fees.after_hours.map(PricingOptionId::get)),
        ..Default::default()
    }
}

fn with_flags(row: ActiveModel, flags: GroupFlags) -> ActiveModel {
    ActiveModel {
        process_dependents: Set(flags.process_dependents),
        real_time_eligibility: Set(flags.real_time_eligibility),
        allow_manual_adds: Set(flags.allow_manual_adds),
        allow_subscriptions: Set(flags.allow_subscriptions),
        allow_public_registration: Set(flags.allow_public_registration),
        collect_insurance: Set(flags.collect_insurance),
        ignore_insurance_eligibility_copay: Set(flags.ignore_insurance_eligibility_copay),
        insurance_billing_enabled: Set(flags.insurance_billing_enabled),
        send_welcome_emails: Set(flags.send_welcome_emails),
        require_patient_mfa: Set(flags.require_patient_mfa),
        explicit_import: Set(flags.explicit_import),
        enable_invoice_access: Set(flags.enable_invoice_access),
        ..row
    }
}

pub(super) fn flags(row: &Model) -> GroupFlags {
    GroupFlags {
        process_dependents: row.process_dependents,
        real_time_eligibility: row.real_time_eligibility,
        allow_manual_adds: row.allow_manual_adds,
        allow_subscriptions: row.allow_subscriptions,
        allow_public_registration: row.allow_public_registration,
        collect_insurance: row.collect_insurance,
        ignore_insurance_eligibility_copay: row.ignore_insurance_eligibility_copay,
        insurance_billing_enabled: row.insurance_billing_enabled,
        send_welcome_emails: row.send_welcome_emails,
        require_patient_mfa: row.require_patient_mfa,
        explicit_import: row.explicit_import,
        enable_invoice_access: row.enable_invoice_access,
    }
}

/// The status of a stored number; the schema admits no third.
pub(super) fn status(number: i16) -> GroupStatus {
    GroupStatus::from_number(number.into()).unwrap_or_default()
}

pub(super) fn group(
    row: Model,
    broker: Broker,
    master_broker: Option<Broker>,
    fees: Fees,
    services: (Vec<super::Service>, Services),
) -> Group {
    let (benefit_services, carried) = services;
    Group {
        id: GroupId(row.id),
        global_link: row.global_link_id.0,
        insurance_synced_at: row.insurance_synced_at,
        terminated_at: row.terminated_at,
        version: row.version,
        created_at: row.created_at,
        updated_at: row.updated_at,
        details: details(row, carried),
        broker,
        master_broker,
        fees,
        benefit_services,
    }
}

fn details(row: Model, carried: Services) -> GroupDetails {
    GroupDetails {
        flags: flags(&row),
        status: status(row.status),
        utilization_member_source: member_source(&row),
        fees: fees(&row),
        contacts: contacts(&row),
        termination_guard: guard(&row),
        billing_address: billing_address(&row),
        group_code: row.group_code,
        name: row.name,
        tax_id_number: row.tax_id_number,
        broker: BrokerId(row.broker_id),
        master_broker: row.master_broker_id.map(BrokerId),
        effective_on: row.effective_on,
        termination_on: row.termination_on,
        renewal_on: row.renewal_on,
        public_registration_code: row.public_registration_code,
        default_pricing_group_name: row.default_pricing_group_name.unwrap_or_default(),
        default_pricing_group_rate: Money::from_cents(row.default_pricing_group_rate),
        default_after_hours_fee: Money::from_cents(row.default_after_hours_fee),
        billing_look_back_months: row.billing_lookback_months.and_then(|months| u8::try_from(months).ok()),
        benefit_services: carried.benefit_services,
        api_services: carried.api_services,
    }
}

fn member_source(row: &Model) -> MemberSource {
    match row.utilization_member_source {
        1 => MemberSource::PatientPlatform,
        _ => MemberSource::GroupPortal,
    }
}

fn fees(row: &Model) -> FeeOptions {
    FeeOptions {
        total: row.medical_fee_total_id.map(PricingOptionId),
        patient: row.medical_fee_patient_id.map(PricingOptionId),
        dependent: row.medical_fee_dependent_id.map(PricingOptionId),
        after_hours: row.medical_fee_after_hours_id.map(PricingOptionId),
    }
}

fn contacts(row: &Model) -> RoleContacts {
    RoleContacts {
        accounting: row.accounting_contact_id.map(ContactId),
        producer: row.producer_contact_id.map(ContactId),
        hr: row.hr_contact_id.map(ContactId),
    }
}

fn guard(row: &Model) -> TerminationGuard {
    TerminationGuard { percent: row.termination_guard_percent, minimum: row.termination_guard_minimum }
}

fn billing_address(row: &Model) -> BillingAddress {
    BillingAddress {
        line1: row.billing_address1.clone(),
        line2: row.billing_address2.clone(),
        city: row.billing_city.clone(),
        state: row.billing_state.clone(),
        zip_code: row.billing_zip_code.clone(),
    }
}
