//! The endpoints of brokers.

use axum::extract::State;
use domain::brokers::invoice_period_days;
use domain::{BrokerId, GroupId, UserId};
use serde::{Deserialize, Serialize};
use store::brokers::{Broker, BrokerName, BrokerRow};
use store::users::UserName;
use utoipa::{IntoParams, ToSchema};

use super::belonging::Belonging;
use super::input::BrokerInput;
use super::service;
use crate::context::Context;
use crate::error::Error;
use crate::http::page::PagingQuery;
use crate::http::{Answer, CallerOrigin, Envelope, List, Named, NamedGroup, Paging, Path, Posted, Query, answer};

/// A broker.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct BrokerView {
    id: i64,
    name: String,
    master_broker_id: Option<i64>,
    master_broker: Option<Named>,
    process_dependents_in_census: Option<bool>,
    send_welcome_emails: Option<bool>,
    require_patient_mfa: Option<bool>,
    invoice_period_start_day: u8,
    invoice_period_end_day: u8,
    invoice_grace_period: u8,
    billing_lookback_months: u8,
    /// The groups whose broker it is; those whose master broker it is are counted in the list, but not its own.
    employer_group_ids: Vec<i64>,
    /// Its users.
    user_ids: Vec<i64>,
    version: i32,
}

/// A broker in the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct BrokerListRow {
    id: i64,
    name: String,
    master_broker: Option<Named>,
    /// How many groups have it as broker or master broker.
    employer_groups: u64,
    /// How many users it has.
    users: u64,
}

/// A user of a broker.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct BrokerUser {
    id: i64,
    full_name: String,
    email: String,
}

/// A day of a month as a choice.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct DayChoice {
    name: String,
    value: u8,
}

/// All brokers by name, for a selector.
#[utoipa::path(get, path = "/brokers", tag = "brokers", responses((status = 200, body = Envelope<Vec<Named>>)))]
pub async fn names(State(ctx): State<Context>, who: CallerOrigin) -> Answer<Vec<Named>> {
    let named = |broker: BrokerName| Named::new(broker.id, broker.name);
    answer(service::names(&ctx, &who).await?.into_iter().map(named).collect::<Vec<_>>())
}

/// Which brokers are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct BrokersOf {
    /// Those below one of these master brokers; all when absent.
    master_broker_ids: Vec<i64>,
}

/// A page of the brokers.
#[utoipa::path(
    get, path = "/brokers/search", tag = "brokers", params(BrokersOf, PagingQuery),
    responses((status = 200, body = Envelope<List<BrokerListRow>>))
)]
pub async fn search(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Query(of): Query<BrokersOf>,
    Paging(request): Paging,
) -> Answer<List<BrokerListRow>> {
    let masters: Vec<BrokerId> = of.master_broker_ids.into_iter().map(BrokerId).collect();
    answer(service::search(&ctx, &who, &masters, &request).await?)
}

/// One broker.
#[utoipa::path(
    get, path = "/brokers/{id}", tag = "brokers", params(("id" = i64, Path)),
    responses((status = 200, body = Envelope<BrokerView>))
)]
pub async fn find(State(ctx): State<Context>, who: CallerOrigin, Path(id): Path<BrokerId>) -> Answer<BrokerView> {
    answer(view(&ctx, &who, service::find(&ctx, &who, id).await?).await?)
}

/// The groups of a broker, as broker or master broker.
#[utoipa::path(
    get, path = "/brokers/{id}/employers", tag = "brokers", params(("id" = i64, Path)),
    responses((status = 200, body = Envelope<Vec<NamedGroup>>))
)]
pub async fn groups(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<BrokerId>,
) -> Answer<Vec<NamedGroup>> {
    answer(service::groups(&ctx, &who, id).await?.into_iter().map(NamedGroup::from).collect::<Vec<_>>())
}

/// The users of a broker.
#[utoipa::path(
    get, path = "/brokers/{id}/users", tag = "brokers", params(("id" = i64, Path)),
    responses((status = 200, body = Envelope<Vec<BrokerUser>>))
)]
pub async fn users(State(ctx): State<Context>, who: CallerOrigin, Path(id): Path<BrokerId>) -> Answer<Vec<BrokerUser>> {
    let view = |user: UserName| BrokerUser { id: user.id.get(), full_name: user.full_name, email: user.email };
    answer(service::users(&ctx, &who, id).await?.into_iter().map(view).collect::<Vec<_>>())
}

/// Makes a broker.
#[utoipa::path(
    post, path = "/brokers", tag = "brokers", request_body = BrokerInput,
    responses((status = 200, body = Envelope<BrokerView>))
)]
pub async fn create(who: CallerOrigin, posted: Posted<BrokerInput>) -> Answer<BrokerView> {
    posted
        .save(|ctx, input| async move {
            answer(view(&ctx, &who, service::create(&ctx, &who, &input.form(None)).await?).await?)
        })
        .await
}

/// Saves a broker.
#[utoipa::path(
    put, path = "/brokers/{id}", tag = "brokers", params(("id" = i64, Path)), request_body = BrokerInput,
    responses((status = 200, body = Envelope<BrokerView>))
)]
pub async fn update(who: CallerOrigin, Path(id): Path<BrokerId>, posted: Posted<BrokerInput>) -> Answer<BrokerView> {
    posted
        .save(|ctx, input| async move {
            let saved = service::update(&ctx, &who, id, input.version, |stored| input.form(Some(stored))).await?;
            answer(view(&ctx, &who, saved).await?)
        })
        .await
}

/// The days on which an invoice period may begin or end.
#[utoipa::path(
    get, path = "/lists/billing/invoice-period-days", tag = "choices",
    responses((status = 200, body = Envelope<Vec<DayChoice>>))
)]
pub async fn period_days() -> Answer<Vec<DayChoice>> {
    answer(invoice_period_days().map(|(name, value)| DayChoice { name, value }).collect::<Vec<_>>())
}

fn master(broker: &Broker) -> Option<Named> {
    broker.details.master_broker.map(|id| Named::new(id, broker.master_broker_name.as_deref().unwrap_or_default()))
}

async fn view(ctx: &Context, who: &CallerOrigin, broker: Broker) -> Result<BrokerView, Error> {
    let belonging = service::belonging(ctx, who, broker.id).await?;
    Ok(BrokerView::of(&broker, belonging))
}

impl BrokerView {
    fn of(broker: &Broker, belonging: Belonging) -> Self {
        let details = &broker.details;
        Self {
            id: broker.id.get(),
            name: details.name.clone(),
            master_broker_id: details.master_broker.map(BrokerId::get),
            master_broker: master(broker),
            process_dependents_in_census: details.overrides.process_dependents,
            send_welcome_emails: details.overrides.send_welcome_emails,
            require_patient_mfa: details.overrides.require_patient_mfa,
            invoice_period_start_day: details.invoice_period_start_day,
            invoice_period_end_day: details.invoice_period_end_day,
            invoice_grace_period: details.invoice_grace_days,
            billing_lookback_months: details.billing_look_back.months(),
            employer_group_ids: belonging.groups.into_iter().map(GroupId::get).collect(),
            user_ids: belonging.users.into_iter().map(UserId::get).collect(),
            version: broker.version,
        }
    }
}

impl From<BrokerRow> for BrokerListRow {
    fn from(row: BrokerRow) -> Self {
        Self {
            id: row.broker.id.get(),
            master_broker: master(&row.broker),
            name: row.broker.details.name,
            employer_groups: row.groups,
            users: row.users,
        }
    }
}
