//! Twelve months of a group, for its page (rules.md#figures-of-a-group). Amounts are for those who see its invoices.

use axum::extract::State;
use domain::GroupId;
use domain::access::Action;
use domain::groups::figures::{MonthFigures, first_month, months};
use domain::invoices::InvoiceAccess;
use domain::period::BillingMonth;
use serde::Serialize;
use store::groups::figures::{LastImport, head_counts, last_import};
use store::snapshots::{InvoiceSums, Sum, sums, totals_by_month};
use utoipa::ToSchema;

use crate::context::Context;
use crate::error::Result;
use crate::http::wire::{Date, Instant};
use crate::http::{Answer, CallerOrigin, Dollars, Envelope, Path, answer};

/// A month of a group.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct MonthFiguresView {
    /// The first day of the month.
    month: Date,
    /// The active members on its last day; of the current month today.
    active: i64,
    /// Who became active in it.
    joined: i64,
    /// Who ceased to be active in it.
    left: i64,
    /// What its bills come to; absent without a bill, and for those who do not see the group's invoices.
    billed: Option<Dollars>,
}

/// How many invoices, and what is left to pay of them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct OwedView {
    count: u64,
    dollars: Dollars,
}

/// The census file that was imported last.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct LastImportView {
    file_id: i64,
    file_name: String,
    at: Instant,
}

/// Twelve months of a group, and where it stands today.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct GroupFiguresView {
    /// The oldest first; the last one is the current month.
    months: Vec<MonthFiguresView>,
    /// Whether the caller sees the group's invoices, and so the amounts.
    shows_bills: bool,
    /// What is to be paid; absent for those who do not see the group's invoices.
    outstanding: Option<OwedView>,
    /// The credit memos in it that are not used up: below zero.
    credits: Option<OwedView>,
    /// What of it is overdue.
    overdue: Option<OwedView>,
    /// The file that was imported last and not undone.
    last_import: Option<LastImportView>,
}

/// Twelve months of bills and members of a group, what is owed, and its last import.
#[utoipa::path(
    get, path = "/employers/{employerId}/figures", tag = "groups", params(("employerId" = i64, Path)),
    responses((status = 200, body = Envelope<GroupFiguresView>))
)]
pub async fn figures(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<GroupId>,
) -> Answer<GroupFiguresView> {
    answer(read(&ctx, &who, id).await?)
}

async fn read(ctx: &Context, who: &CallerOrigin, id: GroupId) -> Result<GroupFiguresView> {
    let db = ctx.store.read();
    let group = store::groups::find(&db, who.scope(), id).await?;
    let access = InvoiceAccess::of(who.role);
    let shows_bills =
        who.may(Action::ViewInvoices) && (!access.needs_open_group() || group.details.flags.enable_invoice_access);
    let today = ctx.today();
    let first = first_month(today);
    let bills = async {
        if !shows_bills {
            return Ok::<_, store::Error>(Default::default());
        }
        let range = (first, BillingMonth::of(today));
        tokio::try_join!(totals_by_month(&db, who.scope(), access, id, range), sums(&db, who.scope(), access, Some(id)))
    };
    let (heads, (bills, owed), import) =
        tokio::try_join!(head_counts(&db, id, first.day(1), today), bills, last_import(&db, id))?;
    let owed = shows_bills.then_some(owed);
    Ok(GroupFiguresView {
        months: months(today, &heads, &bills).into_iter().map(MonthFiguresView::from).collect(),
        shows_bills,
        outstanding: owed.map(|InvoiceSums { outstanding, .. }| outstanding.into()),
        credits: owed.map(|InvoiceSums { credits, .. }| credits.into()),
        overdue: owed.map(|InvoiceSums { overdue, .. }| overdue.into()),
        last_import: import.map(LastImportView::from),
    })
}

impl From<MonthFigures> for MonthFiguresView {
    fn from(MonthFigures { month, active, joined, left, billed }: MonthFigures) -> Self {
        Self { month: month.day(1).into(), active, joined, left, billed: billed.map(Into::into) }
    }
}

impl From<Sum> for OwedView {
    fn from(Sum { count, amount }: Sum) -> Self {
        Self { count, dollars: amount.into() }
    }
}

impl From<LastImport> for LastImportView {
    fn from(LastImport { file, name, at }: LastImport) -> Self {
        Self { file_id: file.get(), file_name: name, at: at.into() }
    }
}
