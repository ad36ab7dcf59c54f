//! What was billed for one member, month by month, as far as the caller sees the group's invoices.

use axum::extract::State;
use domain::billing::ledger::EntryKind;
use domain::invoices::InvoiceAccess;
use domain::{MemberId, Money, PageRequest, SnapshotId};
use serde::Serialize;
use store::snapshots::{self, FrozenLine, FrozenSnapshot, SnapshotFilter};
use utoipa::ToSchema;

use super::service::{number_of, open_group};
use crate::context::Context;
use crate::error::Result;
use crate::http::wire::Month;
use crate::http::{Answer, CallerOrigin, Dollars, Envelope, Path, answer};

/// So many of the newest invoices of the group are looked through: three years of two plans.
const INVOICES: u64 = 72;

/// An entry of an invoice for the member.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct BilledMonthView {
    invoice_id: i64,
    /// The number in the ERP, else the padded id.
    invoice_number: String,
    billing_plan_name: String,
    /// The month that the invoice is for.
    billing_period: Month,
    /// The month that the entry is for: an earlier one where the invoice corrects it.
    billed_month: Month,
    line_name: String,
    /// Whether it takes back what was billed.
    is_credit: bool,
    /// Negative for a credit.
    amount: Dollars,
}

/// The entries of the group's newest 72 invoices that name the member, newest first.
#[utoipa::path(
    get, path = "/employees/{employeeId}/bills", tag = "invoices", params(("employeeId" = i64, Path)),
    responses((status = 200, body = Envelope<Vec<BilledMonthView>>))
)]
pub async fn bills(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<MemberId>,
) -> Answer<Vec<BilledMonthView>> {
    answer(billed(&ctx, &who, id).await?)
}

async fn billed(ctx: &Context, who: &CallerOrigin, id: MemberId) -> Result<Vec<BilledMonthView>> {
    let view = ctx.store.view().await?;
    let group = store::members::find(&view, who.scope(), id).await?.member.group;
    open_group(&view, who, group).await?;
    let filter = SnapshotFilter { access: InvoiceAccess::of(who.role), ..SnapshotFilter::of(Some(group)) };
    let page = snapshots::search(&view, who.scope(), &filter, &PageRequest::first(INVOICES)).await?;
    let ids: Vec<SnapshotId> = page.rows.iter().map(|row| row.snapshot.id).collect();
    let lines = snapshots::lines(&view, &ids).await?;
    let of = |snapshot: &FrozenSnapshot| {
        let lines = lines.iter().filter(|line| line.snapshot == snapshot.id && names(line, id));
        lines.map(|line| entry(snapshot, line, id)).collect::<Vec<_>>()
    };
    Ok(page.rows.iter().flat_map(|row| of(&row.snapshot)).collect())
}

/// Whether a line names the member; the ids of lines that count consults are those of consults.
fn names(line: &FrozenLine, id: MemberId) -> bool {
    !line.billing_type.counts_consults() && line.ids.contains(id.get())
}

fn entry(snapshot: &FrozenSnapshot, line: &FrozenLine, id: MemberId) -> BilledMonthView {
    let kind: EntryKind = line.kind_of(id);
    let amount = Money::from_cents(line.rate.cents() * i64::from(kind.sign()));
    BilledMonthView {
        invoice_id: snapshot.id.get(),
        invoice_number: number_of(snapshot),
        billing_plan_name: snapshot.plan_name.clone(),
        billing_period: Month(snapshot.period()),
        billed_month: Month(line.month),
        line_name: line.name.clone(),
        is_credit: kind.is_credit(),
        amount: amount.into(),
    }
}
