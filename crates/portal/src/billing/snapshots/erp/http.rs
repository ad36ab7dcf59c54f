//! The endpoints of snapshots in the accounting system. Those that change something by GET are open to calls of our
//! own pages only (rules.md#changing-calls-by-get).

use axum::extract::State;
use domain::erp::Difference;
use domain::{GroupId, PlanId, SnapshotId};
use serde::{Deserialize, Serialize};
use store::snapshots::FrozenSnapshot;
use utoipa::{IntoParams, ToSchema};

use super::service::{self, Comparison};
use super::states;
use crate::billing::snapshots::http::one;
use crate::billing::snapshots::service as snapshots;
use crate::billing::snapshots::views::SnapshotView;
use crate::context::Context;
use crate::erp::failures::FailedReadsView;
use crate::erp::history::ErpHistoryView;
use crate::error::Result;
use crate::http::wire::Instant;
use crate::http::{Answer, CallerOrigin, Dollars, Envelope, OwnPage, Path, Query, answer};

/// How an invoice is updated.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct UpdateHow {
    /// The version of an invoice that was changed in the ERP: what was looked at as `Revision` of its differences is replaced.
    replace_revision: Option<String>,
}

/// Which version of an invoice is kept.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct KeepHow {
    /// The version that was looked at, as `Revision` of its differences.
    revision: String,
}

/// What became of a mail.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase")]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct SettledMail {
    /// Whether the invoice was mailed; one that was not is mailed now.
    is_mailed: bool,
}

/// A field of an invoice that differs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct ErpDifferenceView {
    field: &'static str,
    /// What the update would write.
    ours: String,
    /// What stands in the ERP.
    theirs: String,
}

/// What an update would replace.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct ErpDifferencesView {
    /// The version that was looked at, for `ReplaceRevision`.
    revision: String,
    differences: Vec<ErpDifferenceView>,
}

impl From<Comparison> for ErpDifferencesView {
    fn from(found: Comparison) -> Self {
        let view = |one: Difference| ErpDifferenceView { field: one.field, ours: one.ours, theirs: one.theirs };
        Self { revision: found.revision, differences: found.differences.into_iter().map(view).collect() }
    }
}

/// What a sync has heard.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct PaymentView {
    payment_status_text: &'static str,
    payment_status_color: &'static str,
    /// What is left to pay; of a credit memo what is not used, negative.
    balance: Option<Dollars>,
    last_synced_on: Option<Instant>,
}

/// What is said of a snapshot after a sync.
async fn heard(ctx: &Context, snapshot: FrozenSnapshot) -> Result<PaymentView> {
    let is_credit_memo = service::is_credit_memo(&ctx.store.read(), &snapshot).await?;
    let balance = snapshot.balance.map(|balance| if is_credit_memo { -balance } else { balance });
    Ok(PaymentView {
        payment_status_text: snapshot.payment.text(),
        payment_status_color: snapshot.payment.color(),
        balance: balance.map(Into::into),
        last_synced_on: snapshot.synced_at.map(Into::into),
    })
}

/// Creates the invoice of a snapshot in the ERP; one that is there already stays as it is.
#[utoipa::path(
    post, path = "/billing/{employerId}/snapshots/{snapshotId}/erp/invoice", tag = "snapshots",
    params(("employerId" = i64, Path), ("snapshotId" = i64, Path)),
    responses((status = 200, body = Envelope<SnapshotView>))
)]
pub async fn create_invoice(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path((group, id)): Path<(GroupId, SnapshotId)>,
) -> Answer<SnapshotView> {
    let created = service::create_invoice(&ctx, &who, group, id).await?;
    answer(one(&ctx, created).await?)
}

/// Replaces the content of the ERP's invoice by that of the snapshot.
#[utoipa::path(
    post, path = "/billing/{employerId}/snapshots/{snapshotId}/erp/invoice/line-items", tag = "snapshots",
    params(("employerId" = i64, Path), ("snapshotId" = i64, Path), UpdateHow),
    responses((status = 200, body = Envelope<SnapshotView>))
)]
pub async fn update_invoice(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path((group, id)): Path<(GroupId, SnapshotId)>,
    Query(how): Query<UpdateHow>,
) -> Answer<SnapshotView> {
    let updated = service::update_invoice(&ctx, &who, group, id, how.replace_revision).await?;
    answer(one(&ctx, updated).await?)
}

/// Reads the invoice in the ERP, and says what an update would replace.
#[utoipa::path(
    post, path = "/billing/{employerId}/snapshots/{snapshotId}/erp/differences", tag = "snapshots",
    params(("employerId" = i64, Path), ("snapshotId" = i64, Path)),
    responses((status = 200, body = Envelope<ErpDifferencesView>))
)]
pub async fn differences(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path((group, id)): Path<(GroupId, SnapshotId)>,
) -> Answer<ErpDifferencesView> {
    answer(service::compare(&ctx, &who, group, id).await?)
}

/// Keeps the ERP's invoice as it was changed there. Writes nothing to the ERP; the snapshot stays as it is.
#[utoipa::path(
    post, path = "/billing/{employerId}/snapshots/{snapshotId}/erp/keep", tag = "snapshots",
    params(("employerId" = i64, Path), ("snapshotId" = i64, Path), KeepHow),
    responses((status = 200, body = Envelope<SnapshotView>))
)]
pub async fn keep(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path((group, id)): Path<(GroupId, SnapshotId)>,
    Query(how): Query<KeepHow>,
) -> Answer<SnapshotView> {
    let kept = service::keep(&ctx, &who, group, id, how.revision).await?;
    answer(one(&ctx, kept).await?)
}

/// Records whether an invoice was mailed whose mail has no known outcome. One that was not is mailed now.
#[utoipa::path(
    post, path = "/billing/{employerId}/snapshots/{snapshotId}/erp/mail-outcome", tag = "snapshots",
    params(("employerId" = i64, Path), ("snapshotId" = i64, Path), SettledMail),
    responses((status = 200, body = Envelope<SnapshotView>))
)]
pub async fn settle_mail(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path((group, id)): Path<(GroupId, SnapshotId)>,
    Query(seen): Query<SettledMail>,
) -> Answer<SnapshotView> {
    let settled = service::settle_mail(&ctx, &who, group, id, seen.is_mailed).await?;
    answer(one(&ctx, settled).await?)
}

/// How a snapshot stands in the ERP, and the calls that were made for it.
#[utoipa::path(
    get, path = "/billing/{employerId}/snapshots/{snapshotId}/erp/history", tag = "snapshots",
    params(("employerId" = i64, Path), ("snapshotId" = i64, Path)),
    responses((status = 200, body = Envelope<ErpHistoryView>))
)]
pub async fn history(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path((group, id)): Path<(GroupId, SnapshotId)>,
) -> Answer<ErpHistoryView> {
    answer(states::history(&ctx, &who, group, id).await?)
}

/// The ERP accounts of which invoices could not be read, with the last failure of each.
#[utoipa::path(
    get, path = "/erp/failed-reads", tag = "snapshots",
    responses((status = 200, body = Envelope<Vec<FailedReadsView>>))
)]
pub async fn failed_reads(State(ctx): State<Context>) -> Answer<Vec<FailedReadsView>> {
    answer(states::failed_reads(&ctx).await?)
}

/// The same by GET, below the plan.
#[utoipa::path(
    get, path = "/billing/{employerId}/invoices/{invoiceId}/snapshots/{snapshotId}/erp/line-items", tag = "snapshots",
    params(("employerId" = i64, Path), ("invoiceId" = i64, Path), ("snapshotId" = i64, Path)),
    responses((status = 200, body = Envelope<SnapshotView>))
)]
pub async fn sync_line_items(
    State(ctx): State<Context>,
    _: OwnPage,
    who: CallerOrigin,
    Path((group, plan, id)): Path<(GroupId, PlanId, SnapshotId)>,
) -> Answer<SnapshotView> {
    service::require_of_plan(&ctx, &who, (group, plan), id).await?;
    let updated = service::update_invoice(&ctx, &who, group, id, None).await?;
    answer(one(&ctx, updated).await?)
}

/// Asks the ERP how much of the invoice is paid.
#[utoipa::path(
    post, path = "/billing/{employerId}/snapshots/{snapshotId}/sync-status", tag = "snapshots",
    params(("employerId" = i64, Path), ("snapshotId" = i64, Path)),
    responses((status = 200, body = Envelope<PaymentView>))
)]
pub async fn sync_status(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path((group, id)): Path<(GroupId, SnapshotId)>,
) -> Answer<PaymentView> {
    answer(heard(&ctx, service::sync(&ctx, &who, group, id).await?).await?)
}

/// The same by GET.
#[utoipa::path(
    get, path = "/billing/{employerId}/snapshots/{snapshotId}/sync-status", tag = "snapshots",
    params(("employerId" = i64, Path), ("snapshotId" = i64, Path)),
    responses((status = 200, body = Envelope<PaymentView>))
)]
pub async fn get_status(
    State(ctx): State<Context>,
    _: OwnPage,
    who: CallerOrigin,
    Path((group, id)): Path<(GroupId, SnapshotId)>,
) -> Answer<PaymentView> {
    answer(heard(&ctx, service::sync(&ctx, &who, group, id).await?).await?)
}

/// The same by GET, below the plan.
#[utoipa::path(
    get, path = "/billing/{employerId}/invoices/{invoiceId}/snapshots/{snapshotId}/sync-status", tag = "snapshots",
    params(("employerId" = i64, Path), ("invoiceId" = i64, Path), ("snapshotId" = i64, Path)),
    responses((status = 200, body = Envelope<PaymentView>))
)]
pub async fn get_status_of_plan(
    State(ctx): State<Context>,
    _: OwnPage,
    who: CallerOrigin,
    Path((group, plan, id)): Path<(GroupId, PlanId, SnapshotId)>,
) -> Answer<PaymentView> {
    service::require_of_plan(&ctx, &who, (group, plan), id).await?;
    answer(heard(&ctx, service::sync(&ctx, &who, group, id).await?).await?)
}

/// Computes a snapshot anew by GET, below the plan.
#[utoipa::path(
    get, path = "/billing/{employerId}/invoices/{invoiceId}/snapshots/{snapshotId}/regenerate", tag = "snapshots",
    params(("employerId" = i64, Path), ("invoiceId" = i64, Path), ("snapshotId" = i64, Path)),
    responses((status = 200, body = Envelope<SnapshotView>))
)]
pub async fn regenerate(
    State(ctx): State<Context>,
    _: OwnPage,
    who: CallerOrigin,
    Path((group, plan, id)): Path<(GroupId, PlanId, SnapshotId)>,
) -> Answer<SnapshotView> {
    service::require_of_plan(&ctx, &who, (group, plan), id).await?;
    let made = snapshots::regenerate(&ctx, &who, group, id).await?;
    answer(one(&ctx, made).await?)
}
