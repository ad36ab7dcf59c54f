//! Which snapshots, or invoices, a list is to show.

use chrono::{DateTime, Days, NaiveDate, Utc};
use domain::billing::invoice::PaymentStatus;
use domain::invoices::InvoiceAccess;
use domain::period::check_plausible;
use domain::{GroupId, Invalid, PlanId};
use serde::Deserialize;
use store::erp_documents::WantedStates;
use store::snapshots::SnapshotFilter;
use utoipa::IntoParams;

use crate::erp::states::wanted_states;
use crate::error::Result;
use crate::http::wire::{Date, Month};
use crate::http::{Texts, distinct};

/// A century; no invoice is later than that.
const MOST_DAYS: u32 = 36_525;

/// How they are billed and paid; what is absent leaves nothing out.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct BilledHow {
    /// Only those of these plans.
    plan_ids: Vec<i64>,
    /// Only those with one of these `PaymentStatusText`s.
    #[param(value_type = Vec<String>)]
    payment_status: Texts,
    /// Only those of this month, such as `2026-11`, or of the month of this day.
    #[param(value_type = Option<String>)]
    billing_period: Option<Month>,
    /// Only those that are due on this day or later.
    due_from: Option<Date>,
    /// Only those that are due on this day or earlier.
    due_to: Option<Date>,
    /// Only those that are late by so many days or more.
    min_days_late: Option<u32>,
}

impl BilledHow {
    /// The filter for a group, or for all groups when there is none or its id is 0.
    ///
    /// # Errors
    /// On `PaymentStatus` for a word that is none, on a day that is none.
    pub fn filter(self, group: Option<GroupId>, today: NaiveDate) -> Result<SnapshotFilter> {
        let named =
            |word: &String| PaymentStatus::ALL.into_iter().find(|one| one.text().eq_ignore_ascii_case(word.trim()));
        let payments: Option<Vec<PaymentStatus>> = self.payment_status.0.iter().map(named).collect();
        let payments = payments
            .ok_or_else(|| Invalid::field("PaymentStatus", "Payment Status is not one of those that invoices have."))?;
        let mut invalid = Invalid::none();
        let (from, to) = (self.due_from.map(|day| day.0), self.due_to.map(|day| day.0));
        check_plausible(&mut invalid, "DueFrom", "Due From", from);
        check_plausible(&mut invalid, "DueTo", "Due To", to);
        invalid.result()?;
        let late = self.min_days_late.map(|days| today - Days::new(days.clamp(1, MOST_DAYS).into()));
        Ok(SnapshotFilter {
            due: (from, [to, late].into_iter().flatten().min()),
            owed: late.is_some(),
            group: group.filter(|group| group.get() != 0),
            access: InvoiceAccess::All,
            unsent: false,
            plans: distinct(self.plan_ids, PlanId),
            payments,
            period: self.billing_period.map(|Month(month)| month),
            erp: None,
            ids: None,
        })
    }
}

/// How they stand in the ERP; what is absent leaves nothing out.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct StandingSo {
    /// Only those of one of these states: `NotSent`, `Queued`, `Sent`, `OutOfDate`, `Failed`, `Changed` or `Deleted`.
    #[param(value_type = Vec<String>)]
    erp_states: Texts,
}

impl StandingSo {
    /// The states at `now`, if any are named.
    ///
    /// # Errors
    /// On `ErpStates` for a word that is none.
    pub fn wanted(&self, now: DateTime<Utc>) -> Result<Option<WantedStates>> {
        wanted_states("ErpStates", &self.erp_states, now)
    }
}
