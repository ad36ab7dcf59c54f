//! The endpoints of members.

use axum::extract::State;
use chrono::NaiveDate;
use domain::members::status::ShownStatus;
use domain::{GroupId, Invalid, MemberId, PricingGroupId};
use serde::Deserialize;
use store::members::MemberFilter;
use utoipa::IntoParams;

use super::input::MemberInput;
use super::service;
use super::views::{MemberView, NeighboursView, RelativeView};
use crate::context::Context;
use crate::http::page::PagingQuery;
use crate::http::{Answer, CallerOrigin, Envelope, List, Paging, Path, Posted, Query, answer, distinct};

/// Whose members are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct MemberQuery {
    /// The group's id; 0 or absent means all groups (rules.md#several-values).
    group_id: Option<i64>,
    /// Another name for `GroupId`.
    employer_id: Option<i64>,
    /// Whether dependents are left out.
    primaries_only: bool,
    /// Those of one of these statuses: 0 Active, 1 In-Active, 2 Pending In-Active, 3 Pending Active.
    statuses: Vec<i16>,
    /// Those of one of these plans.
    plan_names: Vec<String>,
    /// Those of one of these pricing groups.
    pricing_group_ids: Vec<i64>,
    /// Those of these ids, repeated or separated by commas; at most 1000.
    employee_ids: Vec<i64>,
}

/// So many members can be named at once.
const MOST_IDS: usize = 1000;

impl MemberQuery {
    fn group(&self) -> Option<GroupId> {
        [self.group_id, self.employer_id].into_iter().flatten().find(|id| *id != 0).map(GroupId)
    }

    fn filter(self, today: NaiveDate) -> Result<MemberFilter, Invalid> {
        let status = |number: &i16| ShownStatus::ALL.into_iter().find(|status| status.number() == *number);
        let statuses: Option<Vec<_>> = self.statuses.iter().map(status).collect();
        let mut invalid = Invalid::none();
        invalid.check(statuses.is_some(), "Statuses", "Status must be a number from 0 to 3.");
        invalid.check(self.employee_ids.len() <= MOST_IDS, "EmployeeIds", "At most 1000 members can be named at once.");
        invalid.or(MemberFilter {
            ids: distinct(self.employee_ids, MemberId),
            primaries_only: self.primaries_only,
            statuses: statuses.unwrap_or_default(),
            plans: self.plan_names,
            pricing_groups: self.pricing_group_ids.into_iter().map(PricingGroupId).collect(),
            today,
        })
    }
}

/// Lists members with their status history.
#[utoipa::path(
    get, path = "/employees/search", tag = "members", params(MemberQuery, PagingQuery),
    responses((status = 200, body = Envelope<List<MemberView>>))
)]
pub async fn search(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Query(query): Query<MemberQuery>,
    Paging(request): Paging,
) -> Answer<List<MemberView>> {
    let (today, group) = (ctx.today(), query.group());
    let page = service::search(&ctx, &who, group, &query.filter(today)?, &request).await?;
    answer(page.map(|row| MemberView::of(row, today)))
}

/// One member.
#[utoipa::path(
    get, path = "/employees/{employeeId}", tag = "members", params(("employeeId" = i64, Path)),
    responses((status = 200, body = Envelope<MemberView>))
)]
pub async fn find(State(ctx): State<Context>, who: CallerOrigin, Path(id): Path<MemberId>) -> Answer<MemberView> {
    let row = service::find(&ctx, &who, id).await?;
    answer(MemberView::of(row, ctx.today()))
}

/// The family of a member: the employee first, then the dependents.
#[utoipa::path(
    get, path = "/employees/{employeeId}/family", tag = "members", params(("employeeId" = i64, Path)),
    responses((status = 200, body = Envelope<Vec<RelativeView>>))
)]
pub async fn family(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<MemberId>,
) -> Answer<Vec<RelativeView>> {
    let family = service::family(&ctx, &who, id).await?;
    answer(family.into_iter().map(|one| RelativeView::of(one, ctx.today())).collect::<Vec<_>>())
}

/// The members before and after one in its group, by last name.
#[utoipa::path(
    get, path = "/employees/{employeeId}/neighbours", tag = "members", params(("employeeId" = i64, Path)),
    responses((status = 200, body = Envelope<NeighboursView>))
)]
pub async fn neighbours(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<MemberId>,
) -> Answer<NeighboursView> {
    answer(service::neighbours(&ctx, &who, id).await?)
}

/// Makes a member.
#[utoipa::path(
    post, path = "/employees", tag = "members", request_body = MemberInput,
    responses((status = 200, body = Envelope<MemberView>))
)]
pub async fn create(who: CallerOrigin, posted: Posted<MemberInput>) -> Answer<MemberView> {
    posted
        .save(|ctx, input| async move {
            let row = service::create(&ctx, &who, input.save(None)).await?;
            answer(MemberView::of(row, ctx.today()))
        })
        .await
}

/// Saves a member.
#[utoipa::path(
    put, path = "/employees/{employeeId}", tag = "members", params(("employeeId" = i64, Path)),
    request_body = MemberInput, responses((status = 200, body = Envelope<MemberView>))
)]
pub async fn update(who: CallerOrigin, Path(id): Path<MemberId>, posted: Posted<MemberInput>) -> Answer<MemberView> {
    posted
        .save(|ctx, input| async move {
            let row = service::update(&ctx, &who, id, input.version, |stored| input.save(Some(stored))).await?;
            answer(MemberView::of(row, ctx.today()))
        })
        .await
}
