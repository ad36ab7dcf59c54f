//! Which of a group's settings count when its broker or master broker has a say (rules.md#credits-and-debts,
//! rules.md#broker-override).

use crate::billing::snapshot::LookBack;
use crate::brokers::{BrokerDetails, BrokerOverrides};
use crate::groups::{GroupDetails, GroupFlags};

/// A setting that counts, and whether a broker decided it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effective {
    /// The value.
    pub value: bool,
    /// Whether the group's own value does not count; the editor then locks the field.
    pub overridden: bool,
}

/// The three settings a broker may decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EffectiveFlags {
    /// `ProcessDependentsInCensus`.
    pub process_dependents: Effective,
    /// `SendWelcomeEmails`.
    pub send_welcome_emails: Effective,
    /// `RequirePatientMfa`.
    pub require_patient_mfa: Effective,
}

/// The broker's value, else the master broker's, else the group's.
pub fn effective_flags(group: GroupFlags, broker: BrokerOverrides, master: BrokerOverrides) -> EffectiveFlags {
    let decide = |own: bool, broker: Option<bool>, master: Option<bool>| {
        let decided = broker.or(master);
        Effective { value: decided.unwrap_or(own), overridden: decided.is_some() }
    };
    EffectiveFlags {
        process_dependents: decide(group.process_dependents, broker.process_dependents, master.process_dependents),
        send_welcome_emails: decide(group.send_welcome_emails, broker.send_welcome_emails, master.send_welcome_emails),
        require_patient_mfa: decide(group.require_patient_mfa, broker.require_patient_mfa, master.require_patient_mfa),
    }
}

/// How far back a bill of the group corrects: the group's own setting, else its broker's (rules.md#look-back).
pub fn effective_look_back(group: &GroupDetails, broker: &BrokerDetails) -> LookBack {
    group.billing_look_back_months.map_or(broker.billing_look_back, LookBack::new)
}
