//! A broker as the editor posts it.

use domain::brokers::{BrokerDetails, BrokerForm, BrokerOverrides};
use domain::{BrokerId, GroupId, UserId};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::http::{Given, distinct};

/// A broker as typed. Of one that exists, fields that are absent stay as they are, and blank ones are emptied; numbers that always have
/// a value keep it when they are blank too.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct BrokerInput {
    #[schema(value_type = Option<String>)]
    name: Given<String>,
    /// The broker above it; 0 or nothing for none.
    #[schema(value_type = Option<i64>)]
    master_broker_id: Given<i64>,
    /// Decides for all groups of the broker; blank leaves it to the next in line.
    #[schema(value_type = Option<bool>)]
    process_dependents_in_census: Given<bool>,
    /// As above.
    #[schema(value_type = Option<bool>)]
    send_welcome_emails: Given<bool>,
    /// As above.
    #[schema(value_type = Option<bool>)]
    require_patient_mfa: Given<bool>,
    /// 1 to 31, 4 for a new broker.
    invoice_period_start_day: Option<i64>,
    /// 1 to 31, 3 for a new broker.
    invoice_period_end_day: Option<i64>,
    /// Days after the due date before an unpaid invoice is overdue: 0 to 90, 0 for a new broker.
    invoice_grace_period: Option<i64>,
    /// Months within which bills are corrected: 0 to 24, 3 for a new broker.
    billing_lookback_months: Option<i64>,
    /// Exactly the groups whose broker it is to be; nothing leaves them as they are.
    employer_group_ids: Option<Vec<i64>>,
    /// Exactly the users it is to have; nothing leaves them as they are.
    user_ids: Option<Vec<i64>>,
    /// The version that was read; a stale one answers 409.
    pub(super) version: Option<i32>,
}

impl BrokerInput {
    /// The form to check; `stored` is the broker as it is when one is being edited.
    pub(super) fn form(&self, stored: Option<&BrokerDetails>) -> BrokerForm {
        let now = stored.map(|stored| stored.overrides).unwrap_or_default();
        let number = |given: Option<i64>, kept: fn(&BrokerDetails) -> u8| given.or(stored.map(kept).map(i64::from));
        BrokerForm {
            name: self.name.text(stored.map(|stored| &stored.name)),
            master_broker: self.master_broker_id.id(stored.and_then(|stored| stored.master_broker)).map(BrokerId),
            overrides: BrokerOverrides {
                process_dependents: self.process_dependents_in_census.or(now.process_dependents),
                send_welcome_emails: self.send_welcome_emails.or(now.send_welcome_emails),
                require_patient_mfa: self.require_patient_mfa.or(now.require_patient_mfa),
            },
            invoice_period_start_day: number(self.invoice_period_start_day, |broker| broker.invoice_period_start_day),
            invoice_period_end_day: number(self.invoice_period_end_day, |broker| broker.invoice_period_end_day),
            invoice_grace_days: number(self.invoice_grace_period, |broker| broker.invoice_grace_days),
            billing_look_back_months: number(self.billing_lookback_months, |broker| broker.billing_look_back.months()),
            groups: self.employer_group_ids.clone().map(|ids| distinct(ids, GroupId)),
            users: self.user_ids.clone().map(|ids| distinct(ids, UserId)),
        }
    }
}
