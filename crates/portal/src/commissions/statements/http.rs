//! The endpoints of statements that exist (rules.md#commission-status, rules.md#bill-of-a-statement, rules.md#creation-time,
//! rules.md#answers-and-statuses).

use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::access::Action;
use domain::billing::ledger::EntryKind;
use domain::commissions::bill::LeftGroups;
use domain::commissions::compare::{Comparison, Difference};
use domain::{BillingMonth, GroupId, Invalid, PlanLineId, SnapshotId, StatementId};
use serde::{Deserialize, Serialize};
use store::commissions::statements::{StatementFilter, WhyLine};
use utoipa::{IntoParams, ToSchema};

use super::service::{self, Months, OfTotal};
use super::views::{StatementRowView, StatementView};
use crate::commissions::bills::service::{create as create_bill, keep as keep_a_bill};
use crate::context::Context;
use crate::erp::history::ErpHistoryView;
use crate::erp::states::wanted_states;
use crate::error::Error;
use crate::http::page::PagingQuery;
use crate::http::wire::Month;
use crate::http::{
    Answer, CallerOrigin, Dollars, Envelope, List, Nothing, OptionalBody, Paging, Path, Query, Texts, answer, done,
};

/// Which total of a statement is meant: its fields as the statement names them.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct TotalQuery {
    plan_line_id: Option<i64>,
    /// `BillableMonth`, 1 to 12.
    month: Option<u32>,
    /// `BillableYear`.
    year: Option<i32>,
    is_credit: Option<bool>,
    /// Any when absent.
    is_correction: Option<bool>,
    /// `BillingInvoiceSnapshotId`.
    snapshot_id: Option<i64>,
}

impl TotalQuery {
    fn total(&self) -> Result<OfTotal, Invalid> {
        let mut invalid = Invalid::none();
        let month = self.year.zip(self.month).and_then(|(year, month)| BillingMonth::new(year, month));
        invalid.check(self.plan_line_id.is_some(), "PlanLineId", "Plan Line is required.");
        invalid.check(month.is_some(), "Month", "Month and Year name no month.");
        invalid.check(self.snapshot_id.is_some(), "SnapshotId", "Snapshot is required.");
        invalid.result()?;
        Ok(OfTotal {
            plan_line: PlanLineId(self.plan_line_id.unwrap_or_default()),
            month: month.unwrap_or(BillingMonth::from_number(0)),
            is_credit: self.is_credit.unwrap_or_default(),
            is_correction: self.is_correction,
            snapshot: SnapshotId(self.snapshot_id.unwrap_or_default()),
        })
    }
}

/// A snapshot line behind a total.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct WhyLineView {
    /// `Charge`, `Debt`, `Credit`, `ReversedCredit` or `ReversedDebt`.
    kind: &'static str,
    quantity: i64,
    billing_line_item_rate: Dollars,
    commission_payout_rate: Dollars,
    /// Negative for a credit.
    total_dollars: Dollars,
    is_credit: bool,
    payable: bool,
    /// Why it takes back or adds, in words; absent for a charge.
    reason: Option<&'static str>,
    employer_id: i64,
    /// The invoice.
    snapshot_id: i64,
}

/// The statements of a month beside those of the same rule for the month before: the rows sum to the difference.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct ComparisonView {
    /// The newest statement of the month before; absent for the first month of a rule.
    previous: Option<StatementRowView>,
    /// How many statements the month before has.
    previous_count: usize,
    /// How many statements the month has.
    count: usize,
    /// What was due in the month before.
    before: Dollars,
    /// What is due in the month.
    now: Dollars,
    rows: Vec<DifferenceView>,
    /// `Now` less `Before`.
    difference: Dollars,
}

/// Why a statement differs from the one before.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct DifferenceView {
    employer_name: String,
    plan_name: String,
    /// In words, such as `Quantity` or `Left`.
    reason: &'static str,
    before: Dollars,
    now: Dollars,
    difference: Dollars,
}

/// Which statements are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct StatementsOf {
    /// Those of this month, by itself or by any of its days; all when absent.
    #[param(value_type = Option<String>)]
    billing_period: Option<Month>,
    /// Only those of these payees.
    #[param(value_type = Vec<String>)]
    payees: Texts,
    /// Only those whose bill is in one of these states: `NotSent` without a bill, `Queued`, `Sent`, `Failed`, `Changed` or `Deleted`. For who
    /// may see commission rules.
    #[param(value_type = Vec<String>)]
    bill_states: Texts,
}

impl StatementsOf {
    fn filter(self, who: &CallerOrigin, now: DateTime<Utc>) -> Result<StatementFilter, Error> {
        let sees_bills = who.may(Action::ViewCommissions);
        let mut invalid = Invalid::none();
        invalid.check(sees_bills || self.bill_states.0.is_empty(), "BillStates", "Only staff see how bills stand.");
        invalid.result()?;
        Ok(StatementFilter {
            period: self.billing_period.map(|Month(month)| month),
            bills: wanted_states("BillStates", &self.bill_states, now)?,
            payees: self.payees.0,
        })
    }
}

/// A page of the commission statements, newest first. Broker administrators see those of their own broker that have a bill.
#[utoipa::path(
    get, path = "/commission/snapshots", tag = "commissions", params(StatementsOf, PagingQuery),
    responses((status = 200, body = Envelope<List<StatementRowView>>))
)]
pub async fn search(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Query(of): Query<StatementsOf>,
    Paging(request): Paging,
) -> Answer<List<StatementRowView>> {
    let now = ctx.now();
    let page = service::search(&ctx, &who, &of.filter(&who, now)?, &request).await?;
    answer(page.map(|row| StatementRowView::of(row, &who, now)))
}

/// The payees of the commission statements that the caller sees, by name.
#[utoipa::path(
    get, path = "/commission/snapshots/payees", tag = "commissions",
    responses((status = 200, body = Envelope<Vec<String>>))
)]
pub async fn payees(State(ctx): State<Context>, who: CallerOrigin) -> Answer<Vec<String>> {
    answer(service::payees(&ctx, &who).await?)
}

/// One commission statement with its lines.
#[utoipa::path(
    get, path = "/commission/snapshots/{statementId}", tag = "commissions", params(("statementId" = i64, Path)),
    responses((status = 200, body = Envelope<StatementView>))
)]
pub async fn detail(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<StatementId>,
) -> Answer<StatementView> {
    answer(StatementView::of(&ctx, service::find(&ctx, &who, id).await?, &who))
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
    let (found, now) = (service::of_snapshot(&ctx, &who, of).await?, ctx.now());
    answer(found.into_iter().map(|row| StatementRowView::of(row, &who, now)).collect::<Vec<_>>())
}

/// The snapshot lines behind a total of a statement, with the reason of each.
#[utoipa::path(
    get, path = "/commission/snapshots/{statementId}/why", tag = "commissions",
    params(("statementId" = i64, Path), TotalQuery),
    responses((status = 200, body = Envelope<Vec<WhyLineView>>))
)]
pub async fn why(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<StatementId>,
    Query(of): Query<TotalQuery>,
) -> Answer<Vec<WhyLineView>> {
    let found = service::why(&ctx, &who, id, of.total()?).await?;
    answer(found.into_iter().map(Into::into).collect::<Vec<_>>())
}

/// How the bill of a statement stands in the ERP, and the newest 200 calls that were made for it.
#[utoipa::path(
    get, path = "/commission/snapshots/{statementId}/erp/history", tag = "commissions",
    params(("statementId" = i64, Path)), responses((status = 200, body = Envelope<ErpHistoryView>))
)]
pub async fn history(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<StatementId>,
) -> Answer<ErpHistoryView> {
    answer(service::history(&ctx, &who, id).await?)
}

/// Compares the statements of the month of one with those of the same rule for the month before.
#[utoipa::path(
    get, path = "/commission/snapshots/{statementId}/compare", tag = "commissions",
    params(("statementId" = i64, Path)), responses((status = 200, body = Envelope<ComparisonView>))
)]
pub async fn compare(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<StatementId>,
) -> Answer<ComparisonView> {
    let Months { previous, statements, due, comparison } = service::compare(&ctx, &who, id).await?;
    let (Comparison { rows, difference }, [before, now]) = (comparison, due);
    answer(ComparisonView {
        previous_count: previous.len(),
        count: statements.len(),
        before: before.into(),
        now: now.into(),
        previous: previous.into_iter().next().map(|row| StatementRowView::of(row, &who, ctx.now())),
        rows: rows.into_iter().map(Into::into).collect(),
        difference: difference.into(),
    })
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

/// The wish for a bill; a body is not needed.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct BillForm {
    /// Whether the bill also pays on groups that have left the broker; otherwise it is refused with their names.
    accept_groups_left: bool,
}

/// Creates the bill of a statement in the ERP, once: a statement that has one stays as it is.
#[utoipa::path(
    post, path = "/commission/snapshots/{statementId}/bill", tag = "commissions", params(("statementId" = i64, Path)),
    request_body = BillForm, responses((status = 200, body = Envelope<StatementRowView>))
)]
pub async fn bill(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<StatementId>,
    OptionalBody(form): OptionalBody<BillForm>,
) -> Answer<StatementRowView> {
    let left_groups = if form.accept_groups_left { LeftGroups::Accept } else { LeftGroups::Refuse };
    answer(StatementRowView::of(create_bill(&ctx, &who, id, left_groups).await?, &who, ctx.now()))
}

/// Keeps the bill as it was changed in the ERP. Writes nothing there; the statement stays as it is.
#[utoipa::path(
    post, path = "/commission/snapshots/{statementId}/bill/keep", tag = "commissions", params(("statementId" = i64, Path)),
    responses((status = 200, body = Envelope<StatementRowView>))
)]
pub async fn keep_bill(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<StatementId>,
) -> Answer<StatementRowView> {
    answer(StatementRowView::of(keep_a_bill(&ctx, &who, id).await?, &who, ctx.now()))
}

impl From<WhyLine> for WhyLineView {
    fn from(line: WhyLine) -> Self {
        let (kind, reason) = match line.kind {
            EntryKind::Charge => ("Charge", None),
            EntryKind::Debt => ("Debt", Some("Owed for an earlier month and billed later.")),
            EntryKind::Credit => ("Credit", Some("Billed for this month earlier and credited since.")),
            EntryKind::ReversedCredit => ("ReversedCredit", Some("Credited earlier and charged again.")),
            EntryKind::ReversedDebt => ("ReversedDebt", Some("Billed as owed earlier and taken back since.")),
        };
        Self {
            kind,
            reason,
            quantity: line.quantity,
            billing_line_item_rate: line.rate.into(),
            commission_payout_rate: line.payout.into(),
            total_dollars: line.total.into(),
            is_credit: line.kind.is_credit(),
            payable: line.payable,
            employer_id: line.group.get(),
            snapshot_id: line.snapshot.get(),
        }
    }
}

impl From<Difference> for DifferenceView {
    fn from(row: Difference) -> Self {
        Self {
            employer_name: row.employer_name,
            plan_name: row.plan_name,
            reason: row.reason.text(),
            before: row.before.into(),
            now: row.now.into(),
            difference: (row.now - row.before).into(),
        }
    }
}
