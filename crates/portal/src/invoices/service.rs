//! Use cases of invoices.

use std::collections::{BTreeMap, BTreeSet};

use domain::billing::invoice::{CommissionStatus, plain_number};
use domain::invoices::{InvoiceAccess, InvoiceDocument};
use domain::{GroupId, Invalid, Page, PageRequest, SnapshotId};
use serde_json::json;
use store::audit::Entry;
use store::groups::Group;
use store::snapshots::{self, FrozenLineHead, FrozenSnapshot, InvoiceSums, SnapshotFilter, SnapshotRow};
use store::{Db, Tx, View};

use super::document;
use crate::billing::agent::Agent;
use crate::billing::snapshots::erp::service::{copy, is_credit_memo};
use crate::billing::snapshots::erp::states::states;
use crate::billing::snapshots::service::{SnapshotDetail, with_members};
use crate::context::Context;
use crate::erp::states::ErpStateView;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;

/// An invoice with its group.
#[derive(Debug)]
pub struct Invoice {
    /// The snapshot behind it, with its lines and members.
    pub detail: SnapshotDetail,
    /// Whom it bills.
    pub group: Group,
    /// Whether it stands in the ERP as a credit memo, whatever it comes to by now (rules.md#credit-memo).
    pub is_credit_memo: bool,
}

/// A PDF and the name under which a browser saves it.
#[derive(Debug)]
pub struct Pdf {
    /// The file's name.
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// A page of the invoices that a filter lets through.
///
/// # Errors
/// [`Error::NotFound`] when the group is not in scope or its invoices are not open to the caller.
pub async fn search(
    ctx: &Context,
    who: &CallerOrigin,
    filter: SnapshotFilter,
    page: &PageRequest,
) -> Result<Page<SnapshotRow>> {
    let db = ctx.store.read();
    if let Some(group) = filter.group {
        open_group(&db, who, group).await?;
    }
    let filter = SnapshotFilter { access: InvoiceAccess::of(who.role), ..filter };
    Ok(snapshots::search(&db, who.scope(), &filter, page).await?)
}

/// How invoices stand in the ERP, which is for administrators; of each, whether it was computed anew since it was sent.
///
/// # Errors
/// When the database fails.
pub async fn erp_states(
    ctx: &Context,
    who: &CallerOrigin,
    invoices: &[(SnapshotId, bool)],
) -> Result<BTreeMap<SnapshotId, ErpStateView>> {
    if who.is_administrator() { states(ctx, &ctx.store.read(), invoices).await } else { Ok(BTreeMap::new()) }
}

/// Which of these invoices are still to be sent to the ERP (rules.md#not-sent).
///
/// # Errors
/// When the database fails.
pub async fn unsent(ctx: &Context, invoices: &[&FrozenSnapshot]) -> Result<BTreeSet<SnapshotId>> {
    let outside: Vec<_> = invoices.iter().filter(|one| one.erp_ref_id.is_none()).map(|one| one.id).collect();
    if outside.is_empty() {
        return Ok(BTreeSet::new());
    }
    Ok(snapshots::unsent(&ctx.store.read(), &outside).await?)
}

/// What the invoices come to that the caller sees, of a group or of all (rules.md#sums-of-invoices).
///
/// # Errors
/// [`Error::NotFound`] when the group is not in scope or its invoices are not open to the caller.
pub async fn sums(ctx: &Context, who: &CallerOrigin, group: Option<GroupId>) -> Result<InvoiceSums> {
    let db = ctx.store.read();
    if let Some(group) = group {
        open_group(&db, who, group).await?;
    }
    Ok(snapshots::sums(&db, who.scope(), InvoiceAccess::of(who.role), group).await?)
}

/// One invoice with the members of its lines; with `members_up_to` without those of lines that have more.
///
/// # Errors
/// [`Error::NotFound`] when it is not in scope or not open to the caller.
pub async fn find(ctx: &Context, who: &CallerOrigin, id: SnapshotId, members_up_to: Option<u64>) -> Result<Invoice> {
    find_in(&ctx.store.view().await?, who, id, members_up_to).await
}

async fn find_in(view: &View, who: &CallerOrigin, id: SnapshotId, members_up_to: Option<u64>) -> Result<Invoice> {
    let (snapshot, group) = open_invoice(view, who, id).await?;
    let is_credit_memo = is_credit_memo(view, &snapshot).await?;
    Ok(Invoice { detail: with_members(view, snapshot, members_up_to).await?, group, is_credit_memo })
}

/// What the PDF of an invoice says. Group and ERP reference must be those of the invoice when they are given.
///
/// # Errors
/// [`Error::NotFound`] when they are not, or the invoice is not open to the caller.
pub async fn document(
    ctx: &Context,
    who: &CallerOrigin,
    id: SnapshotId,
    group: Option<GroupId>,
    erp_ref: Option<&str>,
) -> Result<InvoiceDocument> {
    Ok(with_document(ctx, who, id, group, erp_ref).await?.1)
}

async fn with_document(
    ctx: &Context,
    who: &CallerOrigin,
    id: SnapshotId,
    group: Option<GroupId>,
    erp_ref: Option<&str>,
) -> Result<(FrozenSnapshot, InvoiceDocument)> {
    let view = ctx.store.view().await?;
    let invoice = find_in(&view, who, id, None).await?;
    let snapshot = invoice.detail.snapshot.clone();
    let same_group = group.is_none_or(|group| group == snapshot.group);
    let same_reference = erp_ref.is_none_or(|erp_ref| snapshot.erp_ref_id.as_deref() == Some(erp_ref));
    if !same_group || !same_reference {
        return Err(Error::NotFound);
    }
    Ok((snapshot, document::of(ctx, &view, invoice).await?))
}

/// The PDF of an invoice: the copy of the ERP where it is there and can be had, otherwise our own (rules.md#invoice-pdf). `erp_ref` is 0 when
/// there is none.
///
/// # Errors
/// As [`document()`].
pub async fn pdf(
    ctx: &Context,
    who: &CallerOrigin,
    id: SnapshotId,
    group: Option<GroupId>,
    erp_ref: &str,
) -> Result<Pdf> {
    let erp_ref = Some(erp_ref).filter(|erp_ref| *erp_ref != "0");
    let (snapshot, document) = with_document(ctx, who, id, group, erp_ref).await?;
    match copy(ctx, &snapshot).await? {
        Some(bytes) => Ok(Pdf { name: document.file_name(), bytes }),
        None => laid_out(document).await,
    }
}

/// The PDF of an invoice as we lay it out, wherever else it is.
///
/// # Errors
/// As [`document()`].
pub async fn own_pdf(ctx: &Context, who: &CallerOrigin, id: SnapshotId) -> Result<Pdf> {
    laid_out(document(ctx, who, id, None, None).await?).await
}

async fn laid_out(document: InvoiceDocument) -> Result<Pdf> {
    let name = document.file_name();
    // Laying out takes processor time: not on the threads that serve requests.
    let bytes = tokio::task::spawn_blocking(move || documents::invoice(&document))
        .await
        .map_err(anyhow::Error::from)?
        .map_err(anyhow::Error::from)?;
    Ok(Pdf { name, bytes })
}

/// The wish for a mark of the commission.
#[derive(Debug, Clone, Copy)]
pub struct Mark<'a> {
    /// The invoice that the body names, if it names one.
    pub named: Option<SnapshotId>,
    /// `Paid` or `Unpaid`.
    pub word: &'a str,
}

impl Mark<'_> {
    fn check(self, id: SnapshotId) -> std::result::Result<CommissionStatus, Invalid> {
        let mut invalid = Invalid::none();
        let status = CommissionStatus::from_word(self.word);
        invalid.check(status.is_some(), "CommissionStatus", "Commission Status must be Paid or Unpaid.");
        let is_same = self.named.is_none_or(|named| named == id);
        invalid.check(is_same, "SnapshotId", "SnapshotId must be the snapshot of the address.");
        invalid.or(status.unwrap_or(CommissionStatus::None))
    }
}

/// Marks the commission on an invoice as paid or not (rules.md#commission-status); gives the invoice with its lines and its group.
///
/// # Errors
/// On `CommissionStatus` for another word, on `SnapshotId` for another invoice; [`Error::NotFound`] when the invoice is not in scope.
pub async fn mark_commission(
    ctx: &Context,
    who: &CallerOrigin,
    group: GroupId,
    id: SnapshotId,
    wish: Mark<'_>,
) -> Result<(FrozenSnapshot, Vec<FrozenLineHead>, Group)> {
    let status = wish.check(id)?;
    let tx = ctx.store.begin().await?;
    let group = open_group(&tx, who, group).await?;
    let (after, entry) = write_commission(ctx, &tx, &who.into(), (group.id, id), status).await?;
    tx.commit(entry).await?;
    let lines = snapshots::line_heads(&ctx.store.read(), &[id]).await?;
    Ok((after, lines, group))
}

/// Writes the mark of the commission, and gives the invoice with the line for the audit trail.
///
/// # Errors
/// [`Error::NotFound`] when the invoice is not in scope.
pub async fn write_commission(
    ctx: &Context,
    tx: &Tx,
    agent: &Agent,
    (group, id): (GroupId, SnapshotId),
    status: CommissionStatus,
) -> Result<(FrozenSnapshot, Entry)> {
    let before = snapshots::lock(tx, agent.scope, group, id).await?;
    store::commissions::mark(tx, id, status, agent.stamp(ctx)).await?;
    let after = snapshots::find(tx, agent.scope, Some(group), id).await?;
    let said = |status: CommissionStatus| json!({ "CommissionStatus": status.text() });
    let entry = agent.entry(ctx, "invoice.mark_commission", "snapshot").on(id).in_group(group);
    Ok((after, entry.with_change(&said(before.commission), &said(status))))
}

/// The number an invoice goes by: its number in the ERP, else its padded id (rules.md#invoice-numbers).
pub fn number_of(snapshot: &FrozenSnapshot) -> String {
    snapshot.doc_number.clone().unwrap_or_else(|| plain_number(snapshot.id))
}

/// A group whose invoices are open to the caller: to administrators always, to others where it has invoice access.
///
/// # Errors
/// [`Error::NotFound`] when it is not in scope or they are not.
pub async fn open_group(db: &impl Db, who: &CallerOrigin, id: GroupId) -> Result<Group> {
    let group = store::groups::find(db, who.scope(), id).await?;
    let is_open = group.details.flags.enable_invoice_access;
    if is_open || !InvoiceAccess::of(who.role).needs_open_group() { Ok(group) } else { Err(Error::NotFound) }
}

/// An invoice that is open to the caller, with its group (rules.md#invoice-access).
///
/// # Errors
/// [`Error::NotFound`] when it is not in scope, or the caller does not see it.
pub async fn open_invoice(db: &impl Db, who: &CallerOrigin, id: SnapshotId) -> Result<(FrozenSnapshot, Group)> {
    let snapshot = snapshots::find(db, who.scope(), None, id).await?;
    let group = store::groups::find(db, who.scope(), snapshot.group).await?;
    let (is_open, is_sent) = (group.details.flags.enable_invoice_access, snapshot.erp_ref_id.is_some());
    if InvoiceAccess::of(who.role).allows(is_open, is_sent) { Ok((snapshot, group)) } else { Err(Error::NotFound) }
}
