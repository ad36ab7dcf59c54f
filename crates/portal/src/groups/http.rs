//! The endpoints of groups. Paths say `employers`.

use axum::extract::State;
use domain::access::{Action, Caller};
use domain::groups::GroupStatus;
use domain::period::check_plausible;
use domain::{ApiServiceId, BrokerId, GroupId, Invalid};
use serde::Deserialize;
use store::groups::listing::GroupFilter;
use utoipa::IntoParams;

use super::input::GroupInput;
use super::service;
use super::view::{GroupAnswer, GroupChoice, GroupListRow, MemberCount, ReactivationView, SyncView};
use super::whole::GroupView;
use crate::context::Context;
use crate::http::page::PagingQuery;
use crate::http::wire::Date;
use crate::http::{Answer, CallerOrigin, Envelope, List, Paging, Path, Posted, Query, answer, distinct};

/// All groups by name, for a selector.
#[utoipa::path(get, path = "/employers", tag = "groups", responses((status = 200, body = Envelope<Vec<GroupChoice>>)))]
pub async fn names(State(ctx): State<Context>, who: CallerOrigin) -> Answer<Vec<GroupChoice>> {
    answer(service::names(&ctx, &who).await?.into_iter().map(GroupChoice::from).collect::<Vec<_>>())
}

/// Which groups are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct GroupsOf {
    /// Only those that are served, as for a choice of a group to which something can be added.
    only_active: Option<bool>,
    /// Those of one of these statuses: 0 Active, 1 In-Active.
    statuses: Vec<i64>,
    /// Those of one of these brokers.
    broker_ids: Vec<i64>,
    /// Those that renew on this day or later.
    renewal_from: Option<Date>,
    /// Those that renew on this day or earlier.
    renewal_to: Option<Date>,
    /// Those with a plan in one of these ERP accounts; for staff.
    api_service_ids: Vec<i64>,
}

impl GroupsOf {
    fn filter(&self, who: &Caller) -> Result<GroupFilter, Invalid> {
        let mut invalid = Invalid::none();
        let only = self.only_active.unwrap_or(false).then_some(GroupStatus::Active);
        let named = self.statuses.iter().map(|number| GroupStatus::from_number(*number));
        let statuses: Option<Vec<_>> = only.map_or_else(|| named.collect(), |only| Some(vec![only]));
        invalid.check(statuses.is_some(), "Statuses", "Status must be Active or In-Active.");
        let (from, to) = (self.renewal_from.map(|day| day.0), self.renewal_to.map(|day| day.0));
        check_plausible(&mut invalid, "RenewalFrom", "Renewal From", from);
        check_plausible(&mut invalid, "RenewalTo", "Renewal To", to);
        let sees_accounts = self.api_service_ids.is_empty() || who.may(Action::ViewBilling);
        invalid.check(sees_accounts, "ApiServiceIds", "Only staff see ERP accounts.");
        let accounts = distinct(self.api_service_ids.clone(), ApiServiceId);
        let brokers = self.broker_ids.iter().copied().map(BrokerId).collect();
        invalid.or(GroupFilter { statuses: statuses.unwrap_or_default(), brokers, renewal: (from, to), accounts })
    }
}

/// A page of the groups.
#[utoipa::path(
    get, path = "/employers/search", tag = "groups", params(GroupsOf, PagingQuery),
    responses((status = 200, body = Envelope<List<GroupListRow>>))
)]
pub async fn search(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Query(of): Query<GroupsOf>,
    Paging(request): Paging,
) -> Answer<List<GroupListRow>> {
    answer(service::search(&ctx, &who, &of.filter(&who)?, &request).await?)
}

/// The `GroupId` suggested for a new group.
#[utoipa::path(
    get, path = "/employers/next-group-id", tag = "groups",
    responses((status = 200, body = Envelope<String>))
)]
pub async fn next_group_id(State(ctx): State<Context>) -> Answer<String> {
    answer(service::next_group_id(&ctx).await?)
}

/// One group; others than administrators get its basics.
#[utoipa::path(
    get, path = "/employers/{employerId}", tag = "groups", params(("employerId" = i64, Path)),
    responses((status = 200, body = Envelope<GroupAnswer>))
)]
pub async fn find(State(ctx): State<Context>, who: CallerOrigin, Path(id): Path<GroupId>) -> Answer<GroupAnswer> {
    let group = service::find(&ctx, &who, id).await?;
    answer(match who.is_administrator() {
        true => GroupAnswer::ForAdministrators(Box::new(group.into())),
        false => GroupAnswer::ForOthers(group.into()),
    })
}

/// How many members a group has today.
#[utoipa::path(
    get, path = "/employers/{employerId}/members/count", tag = "groups", params(("employerId" = i64, Path)),
    responses((status = 200, body = Envelope<MemberCount>))
)]
pub async fn member_count(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<GroupId>,
) -> Answer<MemberCount> {
    answer(service::member_count(&ctx, &who, id).await?)
}

/// Makes a group with its first pricing.
#[utoipa::path(
    post, path = "/employers", tag = "groups", request_body = GroupInput,
    responses((status = 200, body = Envelope<GroupView>))
)]
pub async fn create(who: CallerOrigin, posted: Posted<GroupInput>) -> Answer<GroupView> {
    posted.save(|ctx, input| async move { answer(service::create(&ctx, &who, input.form(None)).await?) }).await
}

/// Saves a group.
#[utoipa::path(
    put, path = "/employers/{employerId}", tag = "groups", params(("employerId" = i64, Path)),
    request_body = GroupInput, responses((status = 200, body = Envelope<GroupView>))
)]
pub async fn update(who: CallerOrigin, Path(id): Path<GroupId>, posted: Posted<GroupInput>) -> Answer<GroupView> {
    posted
        .save(|ctx, input| async move {
            let form = |stored: &_| input.form(Some(stored));
            answer(service::update(&ctx, &who, id, input.version, input.reactivation(), form).await?)
        })
        .await
}

/// Counts the members that ended with an In-Active group, for making it Active again.
#[utoipa::path(
    get, path = "/employers/{employerId}/reactivation", tag = "groups", params(("employerId" = i64, Path)),
    responses((status = 200, body = Envelope<ReactivationView>))
)]
pub async fn foresee_reactivation(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<GroupId>,
) -> Answer<ReactivationView> {
    answer(service::foresee_reactivation(&ctx, &who, id).await?)
}

/// Ends a group and all its members. Ending it again changes nothing.
#[utoipa::path(
    post, path = "/employers/{employerId}/terminate", tag = "groups", params(("employerId" = i64, Path)),
    responses((status = 200, body = Envelope<GroupView>))
)]
pub async fn terminate(State(ctx): State<Context>, who: CallerOrigin, Path(id): Path<GroupId>) -> Answer<GroupView> {
    answer(service::terminate(&ctx, &who, id).await?)
}

/// Pushes the eligibility of the group's members to the patient platform, if it collects or bills insurance.
#[utoipa::path(
    post, path = "/employers/{employerId}/sync-insurance", tag = "groups", params(("employerId" = i64, Path)),
    responses((status = 200, body = Envelope<SyncView>))
)]
pub async fn sync_insurance(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<GroupId>,
) -> Answer<SyncView> {
    answer(service::sync_insurance(&ctx, &who, id).await?)
}
