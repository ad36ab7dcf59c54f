//! The endpoints of invoices.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use chrono::NaiveDate;
use domain::billing::invoice::{CommissionStatus, days_late};
use domain::groups::BillingAddress;
use domain::{GroupId, Money, SnapshotId};
use serde::{Deserialize, Serialize};
use store::snapshots::{FrozenSnapshot, SnapshotFilter, SnapshotRow};
use utoipa::{IntoParams, ToSchema};

use super::archive;
use super::service::{self, Invoice, number_of};
use crate::billing::snapshots::{BilledHow, MembersUpTo, SnapshotLineView, line_view, line_views, listed_lines};
use crate::context::Context;
use crate::erp::states::ErpStateView;
use crate::error::Error;
use crate::http::archive::ZipFile;
use crate::http::page::PagingQuery;
use crate::http::wire::{Date, Instant};
use crate::http::{
    Answer, Body, CallerOrigin, Dollars, Envelope, List, NamedGroup, Paging, Path, Query, answer, attachment, distinct,
};

/// Whose invoices.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct InvoicesOf {
    /// The group; all groups when absent or 0.
    employer_id: Option<i64>,
    /// Whether to list only invoices that are still to be sent to the ERP.
    not_sent: bool,
}

/// What a download link says beside the ERP reference in its path.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct PdfOf {
    /// The invoice.
    invoice_id: Option<i64>,
    /// Its group.
    employer_id: Option<i64>,
    /// Its ERP account; not needed for our own document.
    api_service_id: Option<i64>,
}

/// Which invoices are wanted in one file.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct ArchiveOf {
    /// Their ids, repeated or separated by commas; at most 500.
    invoice_ids: Vec<i64>,
}

/// The ERP account that an invoice is in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct InvoiceAccount {
    id: i64,
}

/// Where the invoice goes.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct AddressView {
    address_line1: Option<String>,
    address_line2: Option<String>,
    city: Option<String>,
    state: Option<String>,
    zip_code: Option<String>,
}

/// What the accounting system says.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct ErpInvoiceView {
    /// What it is there: `Invoice` or `CreditMemo`. An update cannot turn the one into the other.
    document_type: &'static str,
    status: i16,
    status_name: &'static str,
    doc_number: String,
    customer_memo: Option<String>,
    /// Its total there, which stays the older one while the invoice is out of date; absent when it was never heard. Negative for a credit
    /// memo, as `InvoiceTotalDollars` is.
    total_amount: Option<Dollars>,
    /// What is left to pay there, and what its page asks for; of a credit memo what is not used, with its sign.
    balance: Option<Dollars>,
    /// The page where the customer can pay it; never the one that staff open.
    invoice_link: Option<String>,
    txn_date: Option<Date>,
    due_date: Option<Date>,
    billing_address: AddressView,
}

/// An invoice in the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct InvoiceView {
    id: i64,
    /// The number in the ERP, else the padded id.
    invoice_number: String,
    /// The number of the customer's purchase order, as the plan had it when the invoice was computed.
    purchase_order_number: Option<String>,
    billing_plan_name: String,
    /// The date it carries; absent before it is in an accounting system.
    invoice_date: Option<Date>,
    /// The due date; absent for a credit memo, and before the invoice is in an accounting system.
    due_date: Option<Date>,
    /// The days since the due date, the broker's grace among them; absent when the invoice is not late or nothing is owed.
    days_late: Option<i64>,
    created_on: Instant,
    invoice_period_begin_date: Date,
    invoice_period_end_date: Date,
    invoice_total_dollars: Dollars,
    payment_status_text: &'static str,
    payment_status_color: &'static str,
    /// Whether it is still to be sent to the accounting system. Always false for a bill that was never meant for it.
    not_sent: bool,
    /// Whether the accounting system still has an older invoice than this one.
    out_of_date: bool,
    /// How it stands in the accounting system; for administrators.
    erp_state: Option<ErpStateView>,
    commission_status: i16,
    commission_status_text: &'static str,
    commission_status_color: &'static str,
    // The page that staff open there; for administrators, as are the two below.
    erp_invoice_url: Option<String>,
    erp_invoice_ref_id: Option<String>,
    api_service: Option<InvoiceAccount>,
    employer_group: NamedGroup,
    /// With the members of each; in a list with at most the first 100.
    line_items: Vec<SnapshotLineView>,
}

/// Whether the commission on an invoice was paid.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct CommissionInput {
    /// `Paid` or `Unpaid`.
    commission_status: String,
    /// The invoice; when it is given it must be the path's.
    snapshot_id: Option<i64>,
}

/// An invoice with everything the viewer shows.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct InvoiceDetailView {
    #[serde(flatten)]
    invoice: InvoiceView,
    billing_address: AddressView,
    /// Absent when the invoice is not in an accounting system.
    erp_invoice: Option<ErpInvoiceView>,
}

/// A page of invoices, newest period first.
#[utoipa::path(
    get, path = "/invoices", tag = "invoices", params(InvoicesOf, BilledHow, MembersUpTo, PagingQuery),
    responses((status = 200, body = Envelope<List<InvoiceView>>))
)]
pub async fn search(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Query(of): Query<InvoicesOf>,
    Query(how): Query<BilledHow>,
    Query(most): Query<MembersUpTo>,
    Paging(page): Paging,
) -> Answer<List<InvoiceView>> {
    let filter = SnapshotFilter { unsent: of.not_sent, ..how.filter(of.employer_id.map(GroupId), ctx.today())? };
    let found = service::search(&ctx, &who, filter, &page).await?;
    let snapshots: Vec<_> = found.rows.iter().map(|row| &row.snapshot).collect();
    let mut lines = listed_lines(&ctx.store.read(), &snapshots, &most).await?;
    let of: Vec<_> = snapshots.iter().map(|snapshot| (snapshot.id, snapshot.out_of_date)).collect();
    let mut states = service::erp_states(&ctx, &who, &of).await?;
    let shown = Shown::to(&ctx, &who);
    let unsent = service::unsent(&ctx, &snapshots).await?;
    answer(found.map(|row| {
        let lines = lines.remove(&row.snapshot.id).unwrap_or_default();
        let erp_state = states.remove(&row.snapshot.id);
        let not_sent = unsent.contains(&row.snapshot.id);
        InvoiceView { erp_state, not_sent, ..listed(row, lines, shown) }
    }))
}

/// The PDFs of several invoices as one ZIP file, which begins before they are all made.
#[utoipa::path(
    get, path = "/invoices/archive", tag = "invoices", params(ArchiveOf),
    responses((status = 200, content_type = "application/zip", body = Vec<u8>))
)]
pub async fn archive(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Query(of): Query<ArchiveOf>,
) -> Result<ZipFile, Error> {
    archive::begin(&ctx, &who, distinct(of.invoice_ids, SnapshotId)).await
}

/// One invoice with its lines and their members.
#[utoipa::path(
    get, path = "/invoices/{id}", tag = "invoices", params(("id" = i64, Path), MembersUpTo),
    responses((status = 200, body = Envelope<InvoiceDetailView>))
)]
pub async fn detail(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<SnapshotId>,
    Query(most): Query<MembersUpTo>,
) -> Answer<InvoiceDetailView> {
    let invoice = service::find(&ctx, &who, id, most.members_up_to).await?;
    let of = &invoice.detail.snapshot;
    let erp_state = service::erp_states(&ctx, &who, &[(of.id, of.out_of_date)]).await?.remove(&id);
    let not_sent = service::unsent(&ctx, &[of]).await?.contains(&id);
    let mut view = detailed(invoice, Shown::to(&ctx, &who));
    view.invoice.erp_state = erp_state;
    view.invoice.not_sent = not_sent;
    answer(view)
}

/// The invoice as PDF. The ERP reference in the path is 0 when there is none.
#[utoipa::path(
    get, path = "/erp/invoices/{erpInvoiceRefId}/pdf", tag = "invoices",
    params(("erpInvoiceRefId" = String, Path), PdfOf),
    responses((status = 200, content_type = "application/pdf", body = Vec<u8>))
)]
pub async fn pdf(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(erp_ref): Path<String>,
    Query(of): Query<PdfOf>,
) -> Result<Response, Error> {
    let id = SnapshotId(of.invoice_id.ok_or(Error::NotFound)?);
    let group = of.employer_id.filter(|id| *id != 0).map(GroupId);
    let pdf = service::pdf(&ctx, &who, id, group, &erp_ref).await?;
    Ok((attachment("application/pdf", &pdf.name), pdf.bytes).into_response())
}

/// Marks the commission on an invoice as paid or not.
#[utoipa::path(
    post, path = "/billing/{employerId}/snapshots/{snapshotId}/commission/status", tag = "invoices",
    params(("employerId" = i64, Path), ("snapshotId" = i64, Path)), request_body = CommissionInput,
    responses((status = 200, body = Envelope<InvoiceView>))
)]
pub async fn mark_commission(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path((group, id)): Path<(GroupId, SnapshotId)>,
    Body(input): Body<CommissionInput>,
) -> Answer<InvoiceView> {
    let wish = service::Mark { named: input.snapshot_id.map(SnapshotId), word: &input.commission_status };
    let (snapshot, lines, group) = service::mark_commission(&ctx, &who, group, id, wish).await?;
    let billed = NamedGroup { id: group.id.get(), name: group.details.name, group_id: group.details.group_code };
    let lines = lines.into_iter().map(|line| line_view(line, None)).collect();
    let erp_state = service::erp_states(&ctx, &who, &[(id, snapshot.out_of_date)]).await?.remove(&id);
    let not_sent = service::unsent(&ctx, &[&snapshot]).await?.contains(&id);
    answer(InvoiceView { erp_state, not_sent, ..view(&snapshot, billed, lines, Shown::to(&ctx, &who)) })
}

/// Whether an administrator reads the invoice, and the business day of the reading.
#[derive(Clone, Copy)]
struct Shown {
    is_administrator: bool,
    today: NaiveDate,
}

impl Shown {
    fn to(ctx: &Context, who: &CallerOrigin) -> Self {
        Self { is_administrator: who.is_administrator(), today: ctx.today() }
    }
}

fn listed(row: SnapshotRow, lines: Vec<SnapshotLineView>, shown: Shown) -> InvoiceView {
    let group = NamedGroup { id: row.snapshot.group.get(), name: row.group_name, group_id: row.group_code };
    view(&row.snapshot, group, lines, shown)
}

/// Whether commission was paid, and where the invoice stands in the accounting system, is for administrators (rules.md#commission-status,
/// rules.md#state-in-the-erp).
fn view(
    snapshot: &FrozenSnapshot,
    group: NamedGroup,
    line_items: Vec<SnapshotLineView>,
    Shown { is_administrator, today }: Shown,
) -> InvoiceView {
    let commission = if is_administrator { snapshot.commission } else { CommissionStatus::None };
    InvoiceView {
        id: snapshot.id.get(),
        invoice_number: number_of(snapshot),
        purchase_order_number: snapshot.purchase_order.clone(),
        billing_plan_name: snapshot.plan_name.clone(),
        invoice_date: snapshot.txn_on.map(Date),
        due_date: snapshot.due_on.map(Date),
        days_late: days_late(snapshot.payment, snapshot.due_on, today),
        created_on: snapshot.created_at.into(),
        invoice_period_begin_date: snapshot.window.start.into(),
        invoice_period_end_date: snapshot.window.end.into(),
        invoice_total_dollars: snapshot.total.into(),
        payment_status_text: snapshot.payment.text(),
        payment_status_color: snapshot.payment.color(),
        not_sent: false,
        out_of_date: snapshot.out_of_date,
        erp_state: None,
        commission_status: commission.number(),
        commission_status_text: commission.text(),
        commission_status_color: commission.color(),
        erp_invoice_url: snapshot.erp_url.clone().filter(|_| is_administrator),
        erp_invoice_ref_id: snapshot.erp_ref_id.clone().filter(|_| is_administrator),
        api_service: snapshot
            .api_service
            .filter(|_| is_administrator)
            .map(|account| InvoiceAccount { id: account.get() }),
        employer_group: group,
        line_items,
    }
}

fn detailed(invoice: Invoice, shown: Shown) -> InvoiceDetailView {
    let Invoice { detail, group, is_credit_memo } = invoice;
    let billed = NamedGroup { id: group.id.get(), name: group.details.name, group_id: group.details.group_code };
    let (lines, detail) = line_views(detail);
    let billing_address = address(group.details.billing_address);
    InvoiceDetailView {
        invoice: view(&detail.snapshot, billed, lines, shown),
        erp_invoice: erp_invoice(&detail.snapshot, is_credit_memo, billing_address.clone()),
        billing_address,
    }
}

fn address(address: BillingAddress) -> AddressView {
    AddressView {
        address_line1: address.line1,
        address_line2: address.line2,
        city: address.city,
        state: address.state,
        zip_code: address.zip_code,
    }
}

/// Nothing without a document there (rules.md#unknown-without-an-erp).
fn erp_invoice(
    snapshot: &FrozenSnapshot,
    is_credit_memo: bool,
    billing_address: AddressView,
) -> Option<ErpInvoiceView> {
    snapshot.erp_ref_id.as_ref()?;
    let signed = |amount: Money| Dollars::from(if is_credit_memo { -amount } else { amount });
    Some(ErpInvoiceView {
        document_type: if is_credit_memo { "CreditMemo" } else { "Invoice" },
        status: snapshot.payment.number(),
        status_name: snapshot.payment.text(),
        doc_number: number_of(snapshot),
        customer_memo: snapshot.customer_memo.clone(),
        total_amount: snapshot.erp_total.map(signed),
        balance: snapshot.balance.map(signed),
        invoice_link: snapshot.payment_url.clone(),
        txn_date: snapshot.txn_on.map(Date),
        due_date: snapshot.due_on.map(Date),
        billing_address,
    })
}
