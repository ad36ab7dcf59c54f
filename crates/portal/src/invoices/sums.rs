//! What invoices come to, for the strip above their list (rules.md#sums-of-invoices).

use axum::extract::State;
use domain::GroupId;
use serde::{Deserialize, Serialize};
use store::snapshots::Sum;
use utoipa::{IntoParams, ToSchema};

use super::service;
use crate::context::Context;
use crate::http::{Answer, CallerOrigin, Dollars, Envelope, Query, answer};

/// Whose invoices.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct SumsOf {
    /// The group; all groups when absent or 0.
    employer_id: Option<i64>,
}

/// How many invoices, and what they come to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct SumView {
    count: u64,
    dollars: Dollars,
}

impl From<Sum> for SumView {
    fn from(sum: Sum) -> Self {
        Self { count: sum.count, dollars: sum.amount.into() }
    }
}

/// What the invoices come to that the caller sees.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct InvoiceSumsView {
    /// Those with `Open`, `Partially Paid` or `Overdue`, with what is left to pay; a credit memo that is not used up counts against it.
    outstanding: SumView,
    /// The credit memos among them that are not used up: below zero.
    credits: SumView,
    /// Those with `Overdue`, with what is left to pay.
    overdue: SumView,
    /// Those of `NotSent` in the list, with their totals; absent for group users.
    not_sent: Option<SumView>,
}

/// What the invoices come to, for each figure that the list can be filtered by.
#[utoipa::path(
    get, path = "/invoices/sums", tag = "invoices", params(SumsOf),
    responses((status = 200, body = Envelope<InvoiceSumsView>))
)]
pub async fn sums(State(ctx): State<Context>, who: CallerOrigin, Query(of): Query<SumsOf>) -> Answer<InvoiceSumsView> {
    let group = of.employer_id.filter(|id| *id != 0).map(GroupId);
    let found = service::sums(&ctx, &who, group).await?;
    answer(InvoiceSumsView {
        outstanding: found.outstanding.into(),
        credits: found.credits.into(),
        overdue: found.overdue.into(),
        not_sent: found.not_sent.map(Into::into),
    })
}
