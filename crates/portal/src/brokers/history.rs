//! What the audit trail says of a broker: its values under their names on the wire.

use domain::brokers::BrokerDetails;
use serde_json::{Value, json};

/// The values of a broker.
pub(super) fn recorded(broker: &BrokerDetails) -> Value {
    json!({
        "Name": broker.name,
        "MasterBrokerId": broker.master_broker,
        "ProcessDependentsInCensus": broker.overrides.process_dependents,
        "SendWelcomeEmails": broker.overrides.send_welcome_emails,
        "RequirePatientMfa": broker.overrides.require_patient_mfa,
        "InvoicePeriodStartDay": broker.invoice_period_start_day,
        "InvoicePeriodEndDay": broker.invoice_period_end_day,
        "InvoiceGracePeriod": broker.invoice_grace_days,
        "BillingLookbackMonths": broker.billing_look_back.months(),
    })
}
