//! The endpoints of statements that exist (rules.md#commission-status, rules.md#bill-of-a-statement, rules.md#creation-time,
//! rules.md#answers-and-statuses).

use axum::extract::State;
use domain::commissions::statement::date_of;
use domain::{GroupId, SnapshotId, StatementId};
use serde::Serialize;
use store::commissions::statements::StatementRow;
use utoipa::ToSchema;

use super::service;
use crate::context::Context;
use crate::http::wire::{Date, Instant};
use crate::http::{Answer, CallerOrigin, Dollars, Envelope, Nothing, Path, answer, done};

/// A commission statement in a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct StatementRowView {
    id: i64,
    name: String,
    payee_name: String,
    commission_rule_id: i64,
    rule_name: String,
    /// The 3rd of its month.
    billing_period: Date,
    /// Negative when more is taken back than paid.
    total_payout_amount: Dollars,
    created_on: Instant,
    /// The same as `CreatedOn`.
    created_at: Instant,
    /// Whether a bill of it exists in the ERP: then it cannot be deleted.
    has_bill: bool,
}

/// The statements that use a snapshot, newest first: while there is one, the snapshot can be neither regenerated nor deleted.
#[utoipa::path(
    get, path = "/billing/{employerId}/snapshots/{snapshotId}/commission/statements", tag = "commissions",
    params(("employerId" = i64, Path), ("snapshotId" = i64, Path)),
    responses((status = 200, body = Envelope<Vec<StatementRowView>>))
)]
pub async fn of_snapshot(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(of): Path<(GroupId, SnapshotId)>,
) -> Answer<Vec<StatementRowView>> {
    let found = service::of_snapshot(&ctx, &who, of).await?;
    answer(found.into_iter().map(Into::into).collect::<Vec<_>>())
}

/// Deletes a commission statement that has no bill in the ERP; a body is not needed, the id in the path counts.
#[utoipa::path(
    delete, path = "/commission/snapshots/{statementId}", tag = "commissions", params(("statementId" = i64, Path)),
    responses((status = 200, body = Envelope<Nothing>))
)]
pub async fn delete(State(ctx): State<Context>, who: CallerOrigin, Path(id): Path<StatementId>) -> Answer<Nothing> {
    service::delete(&ctx, &who, id).await?;
    done()
}

impl From<StatementRow> for StatementRowView {
    fn from(row: StatementRow) -> Self {
        Self {
            id: row.id.get(),
            name: row.name,
            payee_name: row.payee_name,
            commission_rule_id: row.rule.get(),
            rule_name: row.rule_name,
            billing_period: date_of(row.period).into(),
            total_payout_amount: row.total.into(),
            created_on: row.created_at.into(),
            created_at: row.created_at.into(),
            has_bill: row.has_bill,
        }
    }
}
