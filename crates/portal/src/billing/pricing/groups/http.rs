//! The endpoints of pricing groups.

use axum::extract::State;
use domain::billing::pricing::{PricingGroupDetails, PricingGroupForm};
use domain::{GroupId, PricingGroupId, PricingOptionId};
use serde::{Deserialize, Serialize};
use store::pricing::groups::PricingGroup;
use utoipa::ToSchema;

use super::service;
use crate::context::Context;
use crate::http::page::PagingQuery;
use crate::http::{Answer, CallerOrigin, Dollars, Envelope, Given, List, Paging, Path, Posted, answer};

/// A pricing group as typed. Of one that exists, fields that are absent stay as they are; switches and thresholds do when they are blank,
/// too.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct PricingGroupInput {
    #[schema(value_type = Option<String>)]
    name: Given<String>,
    /// Lower-case letters, digits and underscores, at most 50; made of the name when blank.
    #[schema(value_type = Option<String>)]
    code: Given<String>,
    #[schema(value_type = Option<i64>)]
    pricing_option_id: Given<i64>,
    /// Takes the place of the default there is.
    is_default: Option<bool>,
    /// Whether a dependent without a code takes its primary's pricing group; true for a new one.
    enable_implicit_dependent_pricing: Option<bool>,
    /// 0 to 1, 0.5 for a new one.
    primary_match_success_threshold: Option<f64>,
    /// 0 to 1, 0.5 for a new one.
    dependent_match_success_threshold: Option<f64>,
    /// The version that was read; a stale one answers 409.
    version: Option<i32>,
}

impl PricingGroupInput {
    fn form(&self, stored: Option<&PricingGroupDetails>) -> PricingGroupForm {
        PricingGroupForm {
            name: self.name.text(stored.map(|stored| &stored.name)),
            code: self.code.text(stored.map(|stored| &stored.code)),
            pricing_option: self.pricing_option_id.id(stored.map(|stored| stored.pricing_option)).map(PricingOptionId),
            is_default: self.is_default.unwrap_or(stored.is_some_and(|stored| stored.is_default)),
            implicit_dependent_pricing: self
                .enable_implicit_dependent_pricing
                .unwrap_or(stored.is_none_or(|stored| stored.implicit_dependent_pricing)),
            primary_match_threshold: self
                .primary_match_success_threshold
                .or(stored.map(|stored| stored.primary_match_threshold)),
            dependent_match_threshold: self
                .dependent_match_success_threshold
                .or(stored.map(|stored| stored.dependent_match_threshold)),
        }
    }
}

/// The option of a pricing group.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct OptionOfGroup {
    id: i64,
    name: String,
    rate: Dollars,
}

/// A pricing group.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct PricingGroupView {
    id: i64,
    employer_id: i64,
    name: String,
    code: String,
    pricing_option: OptionOfGroup,
    is_default: bool,
    enable_implicit_dependent_pricing: bool,
    primary_match_success_threshold: f64,
    dependent_match_success_threshold: f64,
    version: i32,
}

/// A pricing group as a choice.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct PricingGroupChoice {
    id: i64,
    name: String,
    pricing_option: OptionOfGroup,
    is_default: bool,
}

/// All pricing groups of a group by name, for a selector.
#[utoipa::path(
    get, path = "/billing/{employerId}/pricing-groups-list", operation_id = "list_pricing_groups", tag = "pricing",
    params(("employerId" = i64, Path)), responses((status = 200, body = Envelope<Vec<PricingGroupChoice>>))
)]
pub async fn choices(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(group): Path<GroupId>,
) -> Answer<Vec<PricingGroupChoice>> {
    answer(service::all(&ctx, &who, group).await?.into_iter().map(PricingGroupChoice::from).collect::<Vec<_>>())
}

/// A page of a group's pricing groups.
#[utoipa::path(
    get, path = "/billing/{employerId}/pricing-groups", operation_id = "search_pricing_groups", tag = "pricing",
    params(("employerId" = i64, Path), PagingQuery),
    responses((status = 200, body = Envelope<List<PricingGroupView>>))
)]
pub async fn search(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(group): Path<GroupId>,
    Paging(request): Paging,
) -> Answer<List<PricingGroupView>> {
    answer(service::search(&ctx, &who, group, &request).await?)
}

/// One pricing group.
#[utoipa::path(
    get, path = "/billing/{employerId}/pricing-groups/{pricingGroupId}", operation_id = "find_pricing_group",
    tag = "pricing", params(("employerId" = i64, Path), ("pricingGroupId" = i64, Path)),
    responses((status = 200, body = Envelope<PricingGroupView>))
)]
pub async fn find(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path((group, id)): Path<(GroupId, PricingGroupId)>,
) -> Answer<PricingGroupView> {
    answer(service::find(&ctx, &who, group, id).await?)
}

/// Makes a pricing group.
#[utoipa::path(
    post, path = "/billing/{employerId}/pricing-groups", operation_id = "create_pricing_group", tag = "pricing",
    params(("employerId" = i64, Path)), request_body = PricingGroupInput,
    responses((status = 200, body = Envelope<PricingGroupView>))
)]
pub async fn create(
    who: CallerOrigin,
    Path(group): Path<GroupId>,
    posted: Posted<PricingGroupInput>,
) -> Answer<PricingGroupView> {
    posted.save(|ctx, input| async move { answer(service::create(&ctx, &who, group, &input.form(None)).await?) }).await
}

/// Saves a pricing group.
#[utoipa::path(
    put, path = "/billing/{employerId}/pricing-groups/{pricingGroupId}", operation_id = "update_pricing_group",
    tag = "pricing", params(("employerId" = i64, Path), ("pricingGroupId" = i64, Path)),
    request_body = PricingGroupInput, responses((status = 200, body = Envelope<PricingGroupView>))
)]
pub async fn update(
    who: CallerOrigin,
    Path(path): Path<(GroupId, PricingGroupId)>,
    posted: Posted<PricingGroupInput>,
) -> Answer<PricingGroupView> {
    posted
        .save(|ctx, input| async move {
            answer(service::update(&ctx, &who, path, input.version, |stored| input.form(Some(stored))).await?)
        })
        .await
}

fn option_of(group: &PricingGroup) -> OptionOfGroup {
    OptionOfGroup { id: group.details.pricing_option.get(), name: group.option_name.clone(), rate: group.rate.into() }
}

impl From<PricingGroup> for PricingGroupView {
    fn from(group: PricingGroup) -> Self {
        Self {
            id: group.id.get(),
            employer_id: group.group.get(),
            pricing_option: option_of(&group),
            name: group.details.name,
            code: group.details.code,
            is_default: group.details.is_default,
            enable_implicit_dependent_pricing: group.details.implicit_dependent_pricing,
            primary_match_success_threshold: group.details.primary_match_threshold,
            dependent_match_success_threshold: group.details.dependent_match_threshold,
            version: group.version,
        }
    }
}

impl From<PricingGroup> for PricingGroupChoice {
    fn from(group: PricingGroup) -> Self {
        Self {
            id: group.id.get(),
            pricing_option: option_of(&group),
            is_default: group.details.is_default,
            name: group.details.name,
        }
    }
}
