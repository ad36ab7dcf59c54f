//! The switches of a group (rules.md#group-defaults).

/// The switches of a group. Those without a described behaviour here belong to the patient platform
/// (rules.md#platform-flags).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GroupFlags {
    /// Whether a census file's dependents are taken in; a broker may override it.
    pub process_dependents: bool,
    /// Kept for the patient platform.
    pub real_time_eligibility: bool,
    /// Whether others than administrators may create members by hand.
    pub allow_manual_adds: bool,
    /// Kept for the patient platform.
    pub allow_subscriptions: bool,
    /// Kept for the patient platform; needs a registration code.
    pub allow_public_registration: bool,
    /// Whether insurance plans are collected.
    pub collect_insurance: bool,
    /// Kept for the patient platform.
    pub ignore_insurance_eligibility_copay: bool,
    /// Whether consults are billed to insurers.
    pub insurance_billing_enabled: bool,
    /// Whether a new member gets a welcome mail; a broker may override it.
    pub send_welcome_emails: bool,
    /// Kept for the patient platform; a broker may override it.
    pub require_patient_mfa: bool,
    /// Whether a census file ends the members it does not name.
    pub explicit_import: bool,
    /// Whether others than administrators see the group's invoices.
    pub enable_invoice_access: bool,
}

/// The switches of a new group (rules.md#group-defaults).
impl Default for GroupFlags {
    fn default() -> Self {
        Self {
            process_dependents: false,
            real_time_eligibility: false,
            allow_manual_adds: false,
            allow_subscriptions: false,
            allow_public_registration: false,
            collect_insurance: false,
            ignore_insurance_eligibility_copay: false,
            insurance_billing_enabled: false,
            send_welcome_emails: true,
            require_patient_mfa: false,
            explicit_import: true,
            enable_invoice_access: false,
        }
    }
}
