//! The endpoints of commission rules (rules.md#creation-time).

use axum::extract::State;
use serde::Serialize;
use store::commissions::rules::Rule;
use utoipa::ToSchema;

use super::service;
use crate::context::Context;
use crate::http::page::PagingQuery;
use crate::http::wire::Instant;
use crate::http::{Answer, CallerOrigin, Envelope, List, Paging, answer};

/// A commission rule in the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct CommissionRuleRow {
    id: i64,
    name: String,
    payee_name: String,
    /// Whether statements are still made by it.
    active: bool,
    created_on: Instant,
    /// The same as `CreatedOn`.
    created_at: Instant,
}

/// A page of the commission rules.
#[utoipa::path(
    get, path = "/commission/rules", tag = "commissions", params(PagingQuery),
    responses((status = 200, body = Envelope<List<CommissionRuleRow>>))
)]
pub async fn rules(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Paging(request): Paging,
) -> Answer<List<CommissionRuleRow>> {
    answer(service::search(&ctx, &who, &request).await?)
}

impl From<Rule> for CommissionRuleRow {
    fn from(rule: Rule) -> Self {
        Self {
            id: rule.id.get(),
            name: rule.name,
            payee_name: rule.payee_name,
            active: rule.active,
            created_on: rule.created_at.into(),
            created_at: rule.created_at.into(),
        }
    }
}
