//! The endpoints of bulk actions on invoices.

use axum::extract::State;
use domain::billing::invoice::plain_number;
use domain::invoices::BulkOutcome;
use domain::{BulkActionId, SnapshotId};
use serde::{Deserialize, Serialize};
use store::snapshots::bulk_actions::{BulkAction, BulkItem};
use utoipa::ToSchema;

use super::service;
use crate::context::Context;
use crate::http::wire::{Instant, Month};
use crate::http::{Answer, Body, CallerOrigin, Dollars, Envelope, NamedGroup, Path, answer, distinct};

/// What is to be done to which invoices.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct BulkActionForm {
    /// `Create` or `Update` in the ERP, `Sync` the payment status, `MarkCommissionPaid`, `MarkCommissionUnpaid` or `Mail`.
    action: String,
    /// At most 500.
    invoice_ids: Vec<i64>,
}

/// An invoice of a bulk action, and what has become of it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct BulkResultView {
    invoice_id: i64,
    /// The number in the ERP, else the padded id.
    invoice_number: String,
    employer_group: NamedGroup,
    billing_plan_name: String,
    billing_period: Month,
    invoice_total_dollars: Dollars,
    /// `Waiting`, `Done`, `Unchanged` where there was nothing to do, `Refused`, `Unreached` or `LeftOut`.
    outcome: &'static str,
    outcome_text: &'static str,
    /// Why, or what was heard.
    message: Option<String>,
}

impl From<BulkItem> for BulkResultView {
    fn from(item: BulkItem) -> Self {
        let BulkItem { snapshot, group, group_name, group_code, plan_name, month, total, number, outcome, message } =
            item;
        Self {
            invoice_id: snapshot.get(),
            invoice_number: number.unwrap_or_else(|| plain_number(snapshot)),
            employer_group: NamedGroup { id: group.get(), name: group_name, group_id: group_code },
            billing_plan_name: plan_name,
            billing_period: Month(month),
            invoice_total_dollars: total.into(),
            outcome: outcome.name(),
            outcome_text: outcome.text(),
            message,
        }
    }
}

/// A bulk action, how far it is, and the result for each invoice.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct BulkActionView {
    id: i64,
    action: &'static str,
    action_text: &'static str,
    created_on: Instant,
    /// Absent while it is at work.
    finished_on: Option<Instant>,
    /// Those that have had their turn.
    done: usize,
    /// Of these, those to which it was not done.
    failed: usize,
    results: Vec<BulkResultView>,
}

impl From<(BulkAction, Vec<BulkItem>)> for BulkActionView {
    fn from((action, items): (BulkAction, Vec<BulkItem>)) -> Self {
        Self {
            id: action.id.get(),
            action: action.kind.name(),
            action_text: action.kind.text(),
            created_on: action.created_at.into(),
            finished_on: action.finished_at.map(Into::into),
            done: items.iter().filter(|one| one.outcome != BulkOutcome::Waiting).count(),
            failed: items.iter().filter(|one| one.outcome.has_failed()).count(),
            results: items.into_iter().map(Into::into).collect(),
        }
    }
}

/// Begins one action on many invoices. A job does it; the results stand in the action.
#[utoipa::path(
    post, path = "/invoices/bulk-actions", operation_id = "start_bulk_action", tag = "invoices",
    request_body = BulkActionForm,
    responses((status = 200, body = Envelope<BulkActionView>))
)]
pub async fn start(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Body(form): Body<BulkActionForm>,
) -> Answer<BulkActionView> {
    let ids = distinct(form.invoice_ids, SnapshotId);
    answer(service::start(&ctx, &who, &form.action, ids).await?)
}

/// A bulk action with the result for each invoice.
#[utoipa::path(
    get, path = "/invoices/bulk-actions/{bulkActionId}", operation_id = "bulk_action", tag = "invoices",
    params(("bulkActionId" = i64, Path)),
    responses((status = 200, body = Envelope<BulkActionView>))
)]
pub async fn detail(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<BulkActionId>,
) -> Answer<BulkActionView> {
    answer(service::find(&ctx, &who, id).await?)
}
