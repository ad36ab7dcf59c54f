//! The endpoints of the look-ups.

use axum::extract::State;
use domain::{ApiServiceId, GroupId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::service::{self, Known};
use crate::context::Context;
use crate::http::{Answer, CallerOrigin, Envelope, Posted, Query, answer};

/// Whom to look for, and where.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct LookUp {
    /// The ERP account.
    api_service_id: Option<i64>,
    /// A part of the name, whatever its case.
    term: String,
}

/// The account whose terms are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct TermsOf {
    /// The ERP account.
    api_service_id: Option<i64>,
}

/// A customer or vendor of the accounting system.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct ErpParty {
    /// As the accounting system writes it.
    id: String,
    display_name: String,
}

/// Payment terms of the accounting system.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct ErpTerm {
    /// As the accounting system writes it.
    id: String,
    name: String,
}

/// Customers of an ERP account by a part of their name, at most ten.
#[utoipa::path(
    get, path = "/erp/customers", tag = "accounts", params(LookUp),
    responses((status = 200, body = Envelope<Vec<ErpParty>>))
)]
pub async fn customers(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Query(wanted): Query<LookUp>,
) -> Answer<Vec<ErpParty>> {
    let found = service::customers(&ctx, &who, account(wanted.api_service_id), &wanted.term).await?;
    answer(found.into_iter().map(party).collect::<Vec<_>>())
}

/// A customer to take in.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct NewCustomerInput {
    /// The ERP account.
    api_service_id: Option<i64>,
    /// What the customer is called there.
    name: String,
    /// The group it is for; a name that it wishes is taken in once.
    employer_id: Option<i64>,
}

/// Takes a customer in at an ERP account, unless one of this name is there; gives the customer either way.
#[utoipa::path(
    post, path = "/erp/customers", tag = "accounts", request_body = NewCustomerInput,
    responses((status = 200, body = Envelope<ErpParty>))
)]
pub async fn create_customer(who: CallerOrigin, posted: Posted<NewCustomerInput>) -> Answer<ErpParty> {
    posted
        .save(|ctx, input| async move {
            let wish = (input.employer_id.map(GroupId), input.name.as_str());
            answer(party(service::create_customer(&ctx, &who, account(input.api_service_id), wish).await?))
        })
        .await
}

/// Vendors of an ERP account by a part of their name, at most ten.
#[utoipa::path(
    get, path = "/erp/vendors", tag = "accounts", params(LookUp),
    responses((status = 200, body = Envelope<Vec<ErpParty>>))
)]
pub async fn vendors(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Query(wanted): Query<LookUp>,
) -> Answer<Vec<ErpParty>> {
    let found = service::vendors(&ctx, &who, account(wanted.api_service_id), &wanted.term).await?;
    answer(found.into_iter().map(party).collect::<Vec<_>>())
}

/// The payment terms of an ERP account.
#[utoipa::path(
    get, path = "/erp/terms", tag = "accounts", params(TermsOf),
    responses((status = 200, body = Envelope<Vec<ErpTerm>>))
)]
pub async fn terms(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Query(wanted): Query<TermsOf>,
) -> Answer<Vec<ErpTerm>> {
    let found = service::terms(&ctx, &who, account(wanted.api_service_id)).await?;
    answer(found.into_iter().map(|one| ErpTerm { id: one.id, name: one.name }).collect::<Vec<_>>())
}

fn account(id: Option<i64>) -> Option<ApiServiceId> {
    id.filter(|id| *id != 0).map(ApiServiceId)
}

fn party(known: Known) -> ErpParty {
    ErpParty { id: known.id, display_name: known.name }
}
