//! A commission rule as the editor posts it.

use domain::commissions::rule::{RuleDetails, RuleForm};
use domain::{ApiServiceId, BrokerId, PlanLineId};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::http::{Given, distinct};

/// A commission rule as typed. Of one that exists, fields that are absent stay as they are, and blank ones are emptied.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct RuleInput {
    #[schema(value_type = Option<String>)]
    name: Given<String>,
    #[schema(value_type = Option<String>)]
    payee_name: Given<String>,
    /// At most 7 characters: it ends the numbers of the rule's bills.
    #[schema(value_type = Option<String>)]
    bill_number_suffix: Given<String>,
    /// The vendor in the ERP account.
    #[schema(value_type = Option<String>)]
    erp_vendor_id: Given<String>,
    /// What the vendor is called there.
    #[schema(value_type = Option<String>)]
    erp_vendor_name: Given<String>,
    /// The ERP account; 0 or nothing for none.
    #[schema(value_type = Option<i64>)]
    api_service_id: Given<i64>,
    /// The broker whose groups it pays on; 0 or nothing for none. Another one drops the plan lines that are not of its groups.
    #[schema(value_type = Option<i64>)]
    broker_id: Given<i64>,
    /// Whether administrators of the broker read its billed statements; for a new rule, whether the payee has the name of the broker.
    broker_reads: Option<bool>,
    /// Whether it pays only on invoices that are paid; false for a new rule.
    on_paid_only: Option<bool>,
    /// Whether statements are still made by it; true for a new rule.
    active: Option<bool>,
    /// Exactly the plan lines it is to pay on; nothing leaves them as they are.
    pub(super) billing_plan_ids: Option<Vec<i64>>,
    /// Not needed: the id in the path counts.
    #[serde(rename = "RuleId")]
    _rule: Option<i64>,
    /// The version that was read; a stale one answers 409.
    pub(super) version: Option<i32>,
}

impl RuleInput {
    /// The form to check; `stored` is the rule as it is when one is being edited. Another ERP account has other vendors: one that is not
    /// named with it is emptied.
    pub(super) fn form(&self, stored: Option<&RuleDetails>) -> RuleForm {
        let api_service = self.api_service_id.id(stored.and_then(|stored| stored.api_service)).map(ApiServiceId);
        let vendor = stored.filter(|stored| stored.api_service == api_service);
        let vendor = vendor.and_then(|stored| stored.vendor.as_ref());
        let erp_vendor_id = self.erp_vendor_id.text(vendor.map(|vendor| &vendor.id));
        let is_kept = vendor.is_some_and(|vendor| vendor.id == erp_vendor_id.trim());
        let named = vendor.filter(|_| is_kept).map(|vendor| &vendor.name);
        RuleForm {
            name: self.name.text(stored.map(|stored| &stored.name)),
            payee_name: self.payee_name.text(stored.map(|stored| &stored.payee_name)),
            bill_number_suffix: self
                .bill_number_suffix
                .text(stored.and_then(|stored| stored.bill_number_suffix.as_ref())),
            api_service,
            erp_vendor_id,
            erp_vendor_name: self.erp_vendor_name.text(named),
            broker: self.broker_id.id(stored.and_then(|stored| stored.broker)).map(BrokerId),
            broker_reads: self.broker_reads.or(stored.map(|stored| stored.broker_reads)),
            on_paid_only: self.on_paid_only.unwrap_or(stored.is_some_and(|stored| stored.on_paid_only)),
            active: self.active.unwrap_or(stored.is_none_or(|stored| stored.active)),
        }
    }

    /// The plan lines that are wanted, if the body names any.
    pub(super) fn plan_lines(&self) -> Option<Vec<PlanLineId>> {
        self.billing_plan_ids.clone().map(|ids| distinct(ids, PlanLineId))
    }
}
