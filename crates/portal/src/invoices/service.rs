//! Use cases of invoices.

use domain::billing::invoice::plain_number;
use domain::invoices::InvoiceDocument;
use domain::{GroupId, Page, PageRequest, SnapshotId};
use store::groups::Group;
use store::snapshots::{self, FrozenSnapshot, SnapshotRow};

use super::document;
use crate::billing::snapshots::service::{SnapshotDetail, with_members};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;

/// An invoice with its group.
#[derive(Debug)]
pub struct Invoice {
    /// The snapshot behind it, with its lines and members.
    pub detail: SnapshotDetail,
    /// Whom it bills.
    pub group: Group,
}

/// A PDF and the name under which a browser saves it.
#[derive(Debug)]
pub struct Pdf {
    /// The file's name.
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// A page of the invoices of a group, or of all groups.
///
/// # Errors
/// [`Error::NotFound`] when the group is not in scope or its invoices are not open to the caller.
pub async fn search(
    ctx: &Context,
    who: &CallerOrigin,
    group: Option<GroupId>,
    page: &PageRequest,
) -> Result<Page<SnapshotRow>> {
    if let Some(group) = group {
        open_group(ctx, who, group).await?;
    }
    Ok(snapshots::search(&ctx.store.read(), who.scope(), group, !who.is_administrator(), page).await?)
}

/// One invoice with the members of its lines.
///
/// # Errors
/// [`Error::NotFound`] when it is not in scope or not open to the caller.
pub async fn find(ctx: &Context, who: &CallerOrigin, id: SnapshotId) -> Result<Invoice> {
    let snapshot = snapshots::find(&ctx.store.read(), who.scope(), None, id).await?;
    let group = open_group(ctx, who, snapshot.group).await?;
    Ok(Invoice { detail: with_members(ctx, snapshot).await?, group })
}

/// What the PDF of an invoice says.
///
/// # Errors
/// [`Error::NotFound`] when it is not in scope or not open to the caller.
pub async fn document(ctx: &Context, who: &CallerOrigin, id: SnapshotId) -> Result<InvoiceDocument> {
    document::of(ctx, find(ctx, who, id).await?).await
}

/// The PDF of an invoice (decisions D7). Group and ERP reference must be those of the invoice when they are given.
///
/// # Errors
/// [`Error::NotFound`] when they are not, or the invoice is not open to the caller.
pub async fn pdf(
    ctx: &Context,
    who: &CallerOrigin,
    id: SnapshotId,
    group: Option<GroupId>,
    erp_ref: &str,
) -> Result<Pdf> {
    let invoice = find(ctx, who, id).await?;
    let snapshot = &invoice.detail.snapshot;
    let same_group = group.is_none_or(|group| group == snapshot.group);
    let same_reference = erp_ref == "0" || snapshot.erp_ref_id.as_deref() == Some(erp_ref);
    if !same_group || !same_reference {
        return Err(Error::NotFound);
    }
    let name = format!("invoice-{}.pdf", number_of(snapshot));
    let document = document::of(ctx, invoice).await?;
    // Laying out takes processor time: not on the threads that serve requests.
    let bytes = tokio::task::spawn_blocking(move || documents::invoice(&document))
        .await
        .map_err(anyhow::Error::from)?
        .map_err(anyhow::Error::from)?;
    Ok(Pdf { name, bytes })
}

/// The number an invoice goes by: its number in the ERP, else its padded id (decisions D2).
pub fn number_of(snapshot: &FrozenSnapshot) -> String {
    snapshot.doc_number.clone().unwrap_or_else(|| plain_number(snapshot.id))
}

async fn open_group(ctx: &Context, who: &CallerOrigin, id: GroupId) -> Result<Group> {
    let group = store::groups::find(&ctx.store.read(), who.scope(), id).await?;
    let is_open = who.is_administrator() || group.details.flags.enable_invoice_access;
    if is_open { Ok(group) } else { Err(Error::NotFound) }
}
