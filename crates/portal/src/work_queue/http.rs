//! The endpoints of the work queue.

use axum::extract::State;
use chrono::{DateTime, NaiveDate, Utc};
use domain::BrokerId;
use domain::work_queue::{Item, Words};
use serde::{Deserialize, Serialize};
use store::work_queue::Sorted;
use utoipa::{IntoParams, ToSchema};

use super::service::{self, Waiting, Wanted};
use crate::clock::day_in;
use crate::context::Context;
use crate::http::money::Dollars;
use crate::http::page::PagingQuery;
use crate::http::wire::Date;
use crate::http::{Answer, CallerOrigin, Envelope, List, Paging, Path, Query, answer};

/// An item of work.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct WorkItemView {
    /// The record it leads to: `CensusFile`, `BillingRun`, `Snapshot`, `Plan`, `Statement`, `Token`, `AccessKey` or `Group`.
    record: &'static str,
    id: i64,
    /// The group it is about.
    employer_id: Option<i64>,
    employer_name: Option<String>,
    /// What it is.
    what: String,
    /// Why it is there.
    why: String,
    amount: Option<Dollars>,
    /// The day it has to be done by.
    due_on: Option<Date>,
    /// What its button is called.
    fix: &'static str,
}

impl WorkItemView {
    fn of(item: Item, ctx: &Context, now: DateTime<Utc>, today: NaiveDate) -> Self {
        let Words { what, why, fix } = item.work.words(now, today);
        let ends_on = item.work.ends_at().map(|at| day_in(ctx.config.time_zone, at));
        let (employer_id, employer_name) = item.group.map(|(id, name)| (id.get(), name)).unzip();
        Self {
            record: item.record.name(),
            id: item.id,
            employer_id,
            employer_name,
            what,
            why,
            amount: item.amount.map(Dollars::from),
            due_on: item.due_on.or(ends_on).map(Date::from),
            fix,
        }
    }
}

/// What work is narrowed to.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct WorkOf {
    /// The broker whose groups the items are of; 0 or nothing for all work.
    broker_id: Option<i64>,
    /// The last day on which the items are due; items without a day are left out then.
    due_by: Option<Date>,
}

impl WorkOf {
    fn wanted(&self) -> Wanted {
        let broker = self.broker_id.filter(|id| *id != 0).map(BrokerId);
        Wanted { broker, due_by: self.due_by.map(|day| day.0) }
    }
}

/// In which order items come.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct WorkOrder {
    /// `Amount` or `Due`; the most urgent items come first when it is another one.
    order_by: Option<String>,
    /// Whether the order is turned round.
    order_desc: Option<bool>,
}

/// What waits of a kind.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct WorkKindView {
    /// `CensusErrors`, `ErpDocuments`, `Expiring`, `Overdue`, `CommissionToTakeBack`, `CensusWaiting`, `Drafts`, `BillsNotSent`,
    /// `StatementsWithoutBill` or `Renewals`.
    kind: &'static str,
    title: &'static str,
    /// `Census`, `Billing`, `Erp` or `Renewals`.
    area: &'static str,
    /// Whether something has gone wrong.
    is_bad: bool,
    count: u64,
    /// What the items come to; none for kinds without money.
    amount: Option<Dollars>,
    /// The most urgent items.
    items: Vec<WorkItemView>,
}

/// What waits for the caller.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct WorkQueueView {
    /// How many items there are of all kinds.
    total: u64,
    /// The kinds of the caller's role in the order of the page.
    kinds: Vec<WorkKindView>,
}

/// Everything that waits for the caller: of each kind its number, its amount and the first items.
#[utoipa::path(
    get, path = "/work-queue", tag = "work queue", params(WorkOf, WorkOrder),
    responses((status = 200, body = Envelope<WorkQueueView>))
)]
pub async fn all(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Query(of): Query<WorkOf>,
    Query(order): Query<WorkOrder>,
) -> Answer<WorkQueueView> {
    let (now, today) = (ctx.now(), ctx.today());
    let sorted = Sorted::of(order.order_by.as_deref(), order.order_desc.unwrap_or(false));
    let view = |Waiting { kind, tally, first }: Waiting| WorkKindView {
        kind: kind.name(),
        title: kind.title(),
        area: kind.area().name(),
        is_bad: kind.is_bad(),
        count: tally.count,
        amount: tally.amount.map(Dollars::from),
        items: first.into_iter().map(|item| WorkItemView::of(item, &ctx, now, today)).collect(),
    };
    let kinds: Vec<WorkKindView> = service::all(&ctx, &who, of.wanted(), sorted).await?.into_iter().map(view).collect();
    answer(WorkQueueView { total: kinds.iter().map(|kind| kind.count).sum(), kinds })
}

/// A page of the items of one kind, the most urgent first.
#[utoipa::path(
    get, path = "/work-queue/{kind}", tag = "work queue", params(("kind" = String, Path), WorkOf, PagingQuery),
    responses((status = 200, body = Envelope<List<WorkItemView>>))
)]
pub async fn of_kind(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(kind): Path<String>,
    Query(of): Query<WorkOf>,
    Paging(page): Paging,
) -> Answer<List<WorkItemView>> {
    let (now, today) = (ctx.now(), ctx.today());
    let found = service::of_kind(&ctx, &who, &kind, of.wanted(), &page).await?;
    answer(found.map(|item| WorkItemView::of(item, &ctx, now, today)))
}
