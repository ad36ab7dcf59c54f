//! Billing runs and their plans as the wire carries them.

use domain::billing::run::{Exception, InvoiceStanding, ItemState, NotIncluded};
use serde::Serialize;
use store::billing_runs::BillingRun;
use store::billing_runs::items::{Counts, ItemRow, NotIncludedRow};
use utoipa::ToSchema;

use super::service::RunDetail;
use crate::erp::states::ErpStateView;
use crate::http::wire::{Date, Instant};
use crate::http::{Dollars, NamedGroup};

/// How many plans of a run stand where: the first six sum to `Total`, and what is said of invoices is of the created ones.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct RunCounts {
    queued: u32,
    draft: u32,
    approved: u32,
    created: u32,
    refused: u32,
    left_out: u32,
    /// Drafts and approved ones with something to look at.
    exceptions: u32,
    /// The same by kind, of those that there are; a plan may have several.
    by_exception: Vec<ExceptionCount>,
    /// Drafts without.
    without_exceptions: u32,
    approved_total_dollars: Dollars,
    /// Invoices that creating the approved drafts is to create in the ERP.
    approved_invoices: u32,
    /// Approved ones whose snapshot an earlier run has made: only the invoice is created.
    approved_taken_up: u32,
    /// Created ones whose snapshot an earlier run has made.
    taken_up: u32,
    /// Invoices that are still to be created.
    invoice_waiting: u32,
    /// Those that are in the ERP now, whoever has created them.
    invoice_created: u32,
    invoice_refused: u32,
    /// Invoices that the run ended without asking for.
    invoice_left_out: u32,
    /// Plans that were there when the run began and are not in it. They are not part of `Total`.
    not_included: u64,
}

/// How many plans have one kind of exception.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct ExceptionCount {
    /// As `Kind` of the plans' exceptions.
    kind: &'static str,
    count: u32,
}

fn by_exception(counts: &Counts) -> Vec<ExceptionCount> {
    let counted = Exception::ALL.into_iter().zip(counts.by_exception);
    let told = |(one, count): (Exception, u32)| (count > 0).then(|| ExceptionCount { kind: one.name(), count });
    counted.filter_map(told).collect()
}

impl RunCounts {
    fn of(counts: &Counts, not_included: u64) -> Self {
        Self {
            queued: counts.of(ItemState::Queued),
            draft: counts.of(ItemState::Draft),
            approved: counts.of(ItemState::Approved),
            created: counts.of(ItemState::Created),
            refused: counts.of(ItemState::Refused),
            left_out: counts.of(ItemState::LeftOut),
            exceptions: counts.exceptions,
            by_exception: by_exception(counts),
            without_exceptions: counts.without_exceptions,
            approved_total_dollars: counts.approved.into(),
            approved_invoices: counts.approved_invoices,
            approved_taken_up: counts.approved_taken_up,
            taken_up: counts.taken_up,
            invoice_waiting: counts.of_invoice(InvoiceStanding::Waiting),
            invoice_created: counts.of_invoice(InvoiceStanding::Created),
            invoice_refused: counts.of_invoice(InvoiceStanding::Refused),
            invoice_left_out: counts.of_invoice(InvoiceStanding::LeftOut),
            not_included,
        }
    }
}

/// A billing run.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct RunView {
    id: i64,
    billable_year: i32,
    billable_month: u32,
    billable_month_name: &'static str,
    /// `Drafting`, `Drafted`, `Creating`, `Done`, `Failed` or `Cancelled`.
    state: &'static str,
    state_text: &'static str,
    is_automatic: bool,
    created_on: Instant,
    /// Who has asked for it; absent for an automatic run.
    created_by: Option<String>,
    finished_on: Option<Instant>,
    /// Its plans, however they stand.
    total: u32,
    /// Those that the step that runs is through with or has nothing to do with; all when none runs.
    done: u32,
    /// The sum of the drafts.
    draft_total_dollars: Dollars,
    /// The sum of last month's snapshots of the same plans.
    previous_total_dollars: Dollars,
    /// Snapshots that the run has made; those that it has taken up are not among them.
    created: u32,
    created_total_dollars: Dollars,
    /// Why it failed.
    message: Option<String>,
    /// Absent in the list.
    counts: Option<RunCounts>,
}

impl From<BillingRun> for RunView {
    fn from(run: BillingRun) -> Self {
        Self {
            id: run.id.get(),
            billable_year: run.month.year(),
            billable_month: run.month.month(),
            billable_month_name: run.month.name(),
            state: run.state.name(),
            state_text: run.state.text_with(run.has_drafts, run.has_approved),
            is_automatic: run.automatic,
            created_on: run.created_at.into(),
            created_by: run.creator,
            finished_on: run.finished_at.map(Into::into),
            total: run.total,
            done: run.done,
            draft_total_dollars: run.drafted.into(),
            previous_total_dollars: run.previous.into(),
            created: run.created,
            created_total_dollars: run.created_total.into(),
            message: run.message,
            counts: None,
        }
    }
}

impl From<RunDetail> for RunView {
    fn from(detail: RunDetail) -> Self {
        Self { counts: Some(RunCounts::of(&detail.counts, detail.not_included)), ..detail.run.into() }
    }
}

/// Something to look at before a draft is approved.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct ExceptionView {
    /// `ZeroAmount`, `Changed`, `NoErpCustomer`, `MembersOnNoLine`, `MembersOnTwoLines`, `PeriodNotOver`, `CustomerOfAnotherGroup`,
    /// `UnfinishedCensus` or `FirstBill`.
    kind: &'static str,
    text: String,
}

/// A plan of a billing run.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct RunItemView {
    plan_id: i64,
    plan_name: String,
    employer_group: NamedGroup,
    invoice_period_begin_date: Date,
    invoice_period_end_date: Date,
    /// `Queued`, `Draft`, `Approved`, `Created`, `Refused` or `LeftOut`.
    state: &'static str,
    state_text: &'static str,
    exceptions: Vec<ExceptionView>,
    draft_total_dollars: Option<Dollars>,
    previous_total_dollars: Option<Dollars>,
    snapshot_id: Option<i64>,
    /// Whether an earlier run of the month has made the snapshot and left its invoice behind: it is not made again, only its invoice is
    /// created.
    taken_up: bool,
    /// Why it was refused or left out.
    message: Option<String>,
    /// As of now: `None`, `Waiting`, `Created`, `Refused`, `LeftOut` when the run ended before it, or `Gone` from the ERP.
    invoice_state: &'static str,
    invoice_state_text: &'static str,
    /// Why the ERP has none.
    invoice_message: Option<String>,
    /// How its snapshot stands in the ERP now; absent without one.
    erp_state: Option<ErpStateView>,
    /// Whether creating it is to create an invoice in the ERP too.
    creates_invoice: bool,
}

impl From<ItemRow> for RunItemView {
    fn from(row: ItemRow) -> Self {
        let facts = row.facts();
        let of_row = Exception::ALL.into_iter().filter(|one| row.exceptions & one.bit() != 0);
        let exceptions = of_row.map(|one| ExceptionView { kind: one.name(), text: one.text(&facts) }).collect();
        Self {
            plan_id: row.plan.get(),
            plan_name: row.plan_name,
            employer_group: NamedGroup { id: row.group.get(), name: row.group_name, group_id: row.group_code },
            invoice_period_begin_date: row.window.start.into(),
            invoice_period_end_date: row.window.end.into(),
            state: row.state.name(),
            state_text: row.state.text(),
            exceptions,
            draft_total_dollars: row.total.map(Into::into),
            previous_total_dollars: row.previous.map(Into::into),
            snapshot_id: row.snapshot.map(Into::into),
            taken_up: row.taken_up,
            message: row.message,
            invoice_state: row.invoice.name(),
            invoice_state_text: row.invoice.text(),
            invoice_message: row.invoice_message,
            erp_state: None,
            creates_invoice: row.wants_invoice,
        }
    }
}

impl RunItemView {
    /// The same with how its snapshot stands in the ERP.
    pub fn standing(self, erp_state: Option<ErpStateView>) -> Self {
        Self { erp_state, ..self }
    }
}

/// A plan that was there when a run began and is not in it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct NotIncludedView {
    plan_id: i64,
    plan_name: String,
    employer_group: NamedGroup,
    /// As of now: `HasSnapshot`, `InActive`, `Expired`, `ByHand` for an automatic run, or `Later` for a plan that the next run bills.
    reason: &'static str,
    reason_text: String,
    /// Its snapshot of the month.
    snapshot_id: Option<i64>,
}

impl NotIncludedView {
    /// A plan beside a run.
    pub fn of(run: &BillingRun, row: NotIncludedRow) -> Self {
        let reason = NotIncluded::of(row.outside, run.automatic);
        Self {
            plan_id: row.plan.get(),
            plan_name: row.plan_name,
            employer_group: NamedGroup { id: row.group.get(), name: row.group_name, group_id: row.group_code },
            reason: reason.name(),
            reason_text: reason.text(run.month, row.outside),
            snapshot_id: row.snapshot.map(Into::into),
        }
    }
}
