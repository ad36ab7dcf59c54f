//! Snapshots and their lines as the wire carries them.

use domain::billing::ledger::EntryKind;
use domain::{BillingMonth, MemberId, Money};
use serde::Serialize;
use store::snapshots::{FrozenLine, FrozenLineHead, FrozenSnapshot, FrozenUnbilled, LineChange, LineMember};
use utoipa::ToSchema;

use super::service::SnapshotDetail;
use crate::erp::states::ErpStateView;
use crate::http::wire::{Date, Instant};
use crate::http::{Dollars, Named};

/// An employee on a line.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct EmployeeName {
    employee_id: i64,
    first_name: String,
    last_name: String,
}

impl EmployeeName {
    /// An employee by the name that the snapshot knows.
    pub const fn new(id: MemberId, first_name: String, last_name: String) -> Self {
        Self { employee_id: id.get(), first_name, last_name }
    }
}

/// A status change as of the computation: 0 active, otherwise in-active.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct StatusChangeView {
    status: i16,
    change_date: Date,
}

impl From<LineChange> for StatusChangeView {
    fn from(change: LineChange) -> Self {
        Self { status: i16::from(!change.is_active), change_date: change.effective_on.into() }
    }
}

/// An employee with the status changes that counted.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct EmployeeData {
    employee: EmployeeName,
    filtered_status_changes: Vec<StatusChangeView>,
}

/// A line of a snapshot.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct SnapshotLineView {
    id: i64,
    name: String,
    billable_year: i32,
    billable_month: u32,
    billable_month_name: String,
    billable_quantity: i64,
    billing_type: i16,
    reference_id: Option<String>,
    is_credit: bool,
    /// Whether the line corrects an earlier month.
    is_correction: bool,
    rate: Dollars,
    line_item_total_dollars: Dollars,
    /// How many employees the line is about, told below or not; 0 where it counts consults.
    employee_count: i64,
    /// Who was billed, in a list at most the first 100; absent where fewer members are asked for, and in the answer to a change.
    active_employee_data: Option<Vec<EmployeeData>>,
    /// Who was credited; absent where the others are.
    in_active_employee_data: Option<Vec<EmployeeData>>,
}

/// A difference older than the look-back: listed, not billed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct OutsideLookBackView {
    /// The line item as it was called.
    name: String,
    billable_year: i32,
    billable_month: u32,
    is_credit: bool,
    quantity: i64,
    /// Whom it is about; nobody on a line of consults, and where fewer members are asked for.
    employee_data: Vec<EmployeeData>,
}

/// A snapshot.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct SnapshotView {
    id: i64,
    /// By the name it had.
    billing_plan: Named,
    employer_id: i64,
    created_on: Instant,
    computed_on: Instant,
    invoice_period_begin_date: Date,
    invoice_period_end_date: Date,
    invoice_total_dollars: Dollars,
    /// That of the plan's snapshot before this one, if there is one.
    previous_total_dollars: Option<Dollars>,
    in_erp: bool,
    erp_invoice_url: Option<String>,
    /// Whether the ERP still has an older computation.
    out_of_date: bool,
    /// How it stands in the ERP.
    erp_state: Option<ErpStateView>,
    payment_status_text: &'static str,
    payment_status_color: &'static str,
    line_items: Vec<SnapshotLineView>,
    /// The same lines under their other name (rules.md#names-of-snapshot-lines).
    line_item_snapshots: Vec<SnapshotLineView>,
    /// What the look-back left out; absent in lists.
    outside_look_back: Option<Vec<OutsideLookBackView>>,
}

impl SnapshotView {
    /// A snapshot with its lines, in a list.
    pub fn listed(snapshot: FrozenSnapshot, lines: Vec<SnapshotLineView>) -> Self {
        Self {
            id: snapshot.id.get(),
            employer_id: snapshot.group.get(),
            created_on: snapshot.created_at.into(),
            computed_on: snapshot.computed_at.into(),
            invoice_period_begin_date: snapshot.window.start.into(),
            invoice_period_end_date: snapshot.window.end.into(),
            invoice_total_dollars: snapshot.total.into(),
            previous_total_dollars: None,
            in_erp: snapshot.erp_ref_id.is_some(),
            erp_invoice_url: snapshot.erp_url,
            out_of_date: snapshot.out_of_date,
            erp_state: None,
            payment_status_text: snapshot.payment.text(),
            payment_status_color: snapshot.payment.color(),
            billing_plan: Named::new(snapshot.plan.get(), snapshot.plan_name),
            line_item_snapshots: lines.clone(),
            line_items: lines,
            outside_look_back: None,
        }
    }
}

impl From<SnapshotDetail> for SnapshotView {
    fn from(detail: SnapshotDetail) -> Self {
        let (lines, detail) = line_views(detail);
        Self::listed(detail.snapshot, lines).leaving_out(detail.unbilled)
    }
}

impl SnapshotView {
    /// The same with what the plan was billed before.
    pub fn after(self, previous: Option<Money>) -> Self {
        Self { previous_total_dollars: previous.map(Into::into), ..self }
    }

    /// The same with how it stands in the ERP.
    pub fn standing(self, erp_state: Option<ErpStateView>) -> Self {
        Self { erp_state, ..self }
    }

    /// The same with what the look-back left out.
    pub fn leaving_out(self, unbilled: Vec<(FrozenUnbilled, Vec<LineMember>)>) -> Self {
        let outside = unbilled.into_iter().map(|(left, members)| OutsideLookBackView {
            name: left.name,
            billable_year: left.month.year(),
            billable_month: left.month.month(),
            is_credit: left.is_credit,
            quantity: left.ids.len() as i64,
            employee_data: members.into_iter().map(Into::into).collect(),
        });
        Self { outside_look_back: Some(outside.collect()), ..self }
    }
}

/// A line as the wire carries it; with its members where they are wanted.
pub fn line_view(line: FrozenLineHead, members: Option<Vec<LineMember>>) -> SnapshotLineView {
    let employees = members.map(|members| members.into_iter().map(Into::into).collect::<Vec<EmployeeData>>());
    let is_credit = line.kind.is_credit();
    let (active, in_active) = match employees {
        None => (None, None),
        Some(credited) if is_credit => (Some(Vec::new()), Some(credited)),
        Some(billed) => (Some(billed), Some(Vec::new())),
    };
    SnapshotLineView {
        id: line.id.get(),
        name: line.name,
        billable_year: line.month.year(),
        billable_month: line.month.month(),
        billable_month_name: BillingMonth::name(line.month).to_owned(),
        billable_quantity: line.quantity,
        billing_type: line.billing_type.number(),
        reference_id: line.reference_id,
        is_credit,
        is_correction: line.kind != EntryKind::Charge,
        rate: line.rate.into(),
        line_item_total_dollars: Money::into(line.total),
        employee_count: if line.billing_type.counts_consults() { 0 } else { line.quantity },
        active_employee_data: active,
        in_active_employee_data: in_active,
    }
}

/// The lines of a snapshot as the wire carries them, and what is left of it.
pub fn line_views(mut detail: SnapshotDetail) -> (Vec<SnapshotLineView>, SnapshotDetail) {
    let lines = std::mem::take(&mut detail.lines);
    let view = |(line, members): (FrozenLine, _)| {
        let members = detail.lists_members_of(&line).then_some(members);
        line_view(line.head, members)
    };
    (lines.into_iter().map(view).collect(), detail)
}

impl From<LineMember> for EmployeeData {
    fn from(member: LineMember) -> Self {
        Self {
            filtered_status_changes: member.change.into_iter().map(Into::into).collect(),
            employee: EmployeeName::new(member.id, member.first_name, member.last_name),
        }
    }
}
