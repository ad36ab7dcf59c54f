//! What the audit trail says of a group: its values under their names on the wire.

use domain::groups::{GroupDetails, GroupFlags};
use serde_json::{Map, Value, json};

/// The values of a group.
pub(super) fn recorded(group: &GroupDetails) -> Value {
    let mut all = Map::new();
    for part in [identity(group), flags(group.flags), billing(group)] {
        all.extend(part.as_object().cloned().unwrap_or_default());
    }
    Value::Object(all)
}

fn identity(group: &GroupDetails) -> Value {
    json!({
        "GroupId": group.group_code,
        "Name": group.name,
        "TaxIdNumber": group.tax_id_number,
        "BrokerId": group.broker,
        "MasterBrokerId": group.master_broker,
        "Status": group.status.number(),
        "EffectiveDate": group.effective_on,
        "TerminationDate": group.termination_on,
        "RenewalDate": group.renewal_on,
        "PublicRegistrationCode": group.public_registration_code,
        "UtilizationMemberSource": group.utilization_member_source as i16,
        "AccountingContactId": group.contacts.accounting,
        "ProducerContactId": group.contacts.producer,
        "HrContactId": group.contacts.hr,
        "BenefitServiceIds": group.benefit_services,
        "ApiServiceIds": group.api_services,
        "TerminationGuardPercent": group.termination_guard.percent,
        "TerminationGuardMinimum": group.termination_guard.minimum,
    })
}

fn flags(flags: GroupFlags) -> Value {
    json!({
        "ProcessDependentsInCensus": flags.process_dependents,
        "RealTimeEligibility": flags.real_time_eligibility,
        "AllowManualAdds": flags.allow_manual_adds,
        "AllowSubscriptions": flags.allow_subscriptions,
        "AllowPublicRegistration": flags.allow_public_registration,
        "CollectInsurance": flags.collect_insurance,
        "IgnoreInsuranceEligibilityCopay": flags.ignore_insurance_eligibility_copay,
        "InsuranceBillingEnabled": flags.insurance_billing_enabled,
        "SendWelcomeEmails": flags.send_welcome_emails,
        "RequirePatientMfa": flags.require_patient_mfa,
        "ExplicitImport": flags.explicit_import,
        "EnableInvoiceAccess": flags.enable_invoice_access,
    })
}

fn billing(group: &GroupDetails) -> Value {
    json!({
        "MedicalFeeTotalId": group.fees.total,
        "MedicalFeePatientId": group.fees.patient,
        "MedicalFeeDependentId": group.fees.dependent,
        "MedicalFeeAfterHoursId": group.fees.after_hours,
        "DefaultPricingGroupName": group.default_pricing_group_name,
        "DefaultPricingGroupRate": group.default_pricing_group_rate.decimal(),
        "DefaultAfterHoursFee": group.default_after_hours_fee.decimal(),
        "BillingLookbackMonths": group.billing_look_back_months,
        "BillingAddressLine1": group.billing_address.line1,
        "BillingAddressLine2": group.billing_address.line2,
        "BillingCity": group.billing_address.city,
        "BillingState": group.billing_address.state,
        "BillingZipCode": group.billing_address.zip_code,
    })
}
