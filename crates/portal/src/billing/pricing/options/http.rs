//! The endpoints of pricing options.

use axum::extract::State;
use domain::billing::pricing::{OptionDetails, OptionForm};
use domain::{GroupId, PricingOptionId};
use serde::{Deserialize, Serialize};
use store::pricing::options::PricingOption;
use utoipa::{IntoParams, ToSchema};

use super::service;
use crate::context::Context;
use crate::http::page::PagingQuery;
use crate::http::wire::Instant;
use crate::http::{Answer, CallerOrigin, Dollars, Envelope, Given, List, Paging, Path, Posted, Query, answer};

/// A pricing option as typed. Of one that exists, fields that are absent stay as they are.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct PricingOptionInput {
    #[schema(value_type = Option<String>)]
    name: Given<String>,
    /// 0 to 99999.99.
    #[schema(value_type = Option<Dollars>)]
    rate: Given<Dollars>,
    /// Only of an option that exists.
    is_archived: Option<bool>,
    /// The version that was read; a stale one answers 409.
    version: Option<i32>,
}

impl PricingOptionInput {
    fn form(&self, stored: Option<&OptionDetails>) -> OptionForm {
        OptionForm {
            name: self.name.text(stored.map(|stored| &stored.name)),
            rate: self.rate.or(stored.map(|stored| stored.rate.into())).map(|rate| rate.0),
            is_archived: self.is_archived.unwrap_or(stored.is_some_and(|stored| stored.is_archived)),
        }
    }
}

/// A pricing option.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct PricingOptionView {
    id: i64,
    employer_id: i64,
    name: String,
    rate: Dollars,
    /// Archived options are no longer offered.
    is_archived: bool,
    /// Whether invoices have the rate, so that it stays.
    rate_change_disabled: bool,
    created_on: Instant,
    version: i32,
}

/// Which options are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct PricingOptionFilter {
    /// Archived ones, too; true when absent.
    include_archived: Option<bool>,
}

/// A page of a group's pricing options.
#[utoipa::path(
    get, path = "/billing/{employerId}/pricing", operation_id = "search_pricing_options", tag = "pricing",
    params(("employerId" = i64, Path), PagingQuery, PricingOptionFilter),
    responses((status = 200, body = Envelope<List<PricingOptionView>>))
)]
pub async fn search(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(group): Path<GroupId>,
    Paging(request): Paging,
    Query(filter): Query<PricingOptionFilter>,
) -> Answer<List<PricingOptionView>> {
    let archived = filter.include_archived.unwrap_or(true);
    answer(service::search(&ctx, &who, group, archived, &request).await?)
}

/// One pricing option.
#[utoipa::path(
    get, path = "/billing/{employerId}/pricing/{pricingId}", operation_id = "find_pricing_option", tag = "pricing",
    params(("employerId" = i64, Path), ("pricingId" = i64, Path)),
    responses((status = 200, body = Envelope<PricingOptionView>))
)]
pub async fn find(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path((group, id)): Path<(GroupId, PricingOptionId)>,
) -> Answer<PricingOptionView> {
    answer(service::find(&ctx, &who, group, id).await?)
}

/// Makes a pricing option.
#[utoipa::path(
    post, path = "/billing/{employerId}/pricing", operation_id = "create_pricing_option", tag = "pricing",
    params(("employerId" = i64, Path)), request_body = PricingOptionInput,
    responses((status = 200, body = Envelope<PricingOptionView>))
)]
pub async fn create(
    who: CallerOrigin,
    Path(group): Path<GroupId>,
    posted: Posted<PricingOptionInput>,
) -> Answer<PricingOptionView> {
    posted.save(|ctx, input| async move { answer(service::create(&ctx, &who, group, &input.form(None)).await?) }).await
}

/// Saves a pricing option.
#[utoipa::path(
    put, path = "/billing/{employerId}/pricing/{pricingId}", operation_id = "update_pricing_option", tag = "pricing",
    params(("employerId" = i64, Path), ("pricingId" = i64, Path)), request_body = PricingOptionInput,
    responses((status = 200, body = Envelope<PricingOptionView>))
)]
pub async fn update(
    who: CallerOrigin,
    Path(path): Path<(GroupId, PricingOptionId)>,
    posted: Posted<PricingOptionInput>,
) -> Answer<PricingOptionView> {
    posted
        .save(|ctx, input| async move {
            answer(service::update(&ctx, &who, path, input.version, |stored| input.form(Some(stored))).await?)
        })
        .await
}

impl From<PricingOption> for PricingOptionView {
    fn from(option: PricingOption) -> Self {
        Self {
            id: option.id.get(),
            employer_id: option.group.get(),
            name: option.details.name,
            rate: option.details.rate.into(),
            is_archived: option.details.is_archived,
            rate_change_disabled: option.is_billed,
            created_on: option.created_at.into(),
            version: option.version,
        }
    }
}
