//! The accounting system's own document of an invoice (rules.md#invoice-pdf).

use connectors::Refusal;
use domain::access::Scope;
use store::erp_documents;
use store::snapshots::FrozenSnapshot;

use super::comparing::is_of_its_customer;
use super::jobs::ReadPayment;
use super::updating::place;
use crate::accounts::connection::{connected, read};
use crate::context::Context;
use crate::error::Result;
use crate::jobs;

/// How every PDF begins.
const BEGINNING: &[u8] = b"%PDF-";
/// More is no invoice of anybody.
const LARGEST: usize = 20 * 1024 * 1024;

/// The PDF of an invoice as the accounting system has it; `None` when it is not there, cannot be had now, or says something else than
/// the snapshot since that was computed anew. The snapshot was found in the scope of whoever asks.
///
/// # Errors
/// When the database fails.
pub async fn copy(ctx: &Context, snapshot: &FrozenSnapshot) -> Result<Option<Vec<u8>>> {
    let Some(erp_id) = snapshot.erp_ref_id.as_deref().filter(|_| !snapshot.out_of_date) else { return Ok(None) };
    let db = ctx.store.read();
    let documents = erp_documents::of_snapshot(&db, snapshot.id).await?;
    let Some(document) = documents.iter().find(|document| document.erp_id.as_deref() == Some(erp_id)) else {
        return Ok(None);
    };
    let account = store::accounts::find(&db, Scope::system(), document.account).await?;
    let Ok(erp) = connected(ctx, &account).await else { return Ok(None) };
    let Some(pdfs) = erp.invoice_pdfs() else { return Ok(None) };
    // A document that was given to another customer there is of no concern to ours.
    match read(erp.standing(&place(document))).await {
        Ok(Some(standing)) if is_of_its_customer(document, &standing) => {}
        Ok(_) => {
            read_soon(ctx, snapshot).await?;
            return Ok(None);
        }
        Err(error) => {
            tracing::warn!(snapshot = snapshot.id.get(), %error, "the ERP did not tell whose an invoice is");
            return Ok(None);
        }
    }
    Ok(match read(pdfs.invoice_pdf(&place(document))).await {
        Ok(bytes) if bytes.starts_with(BEGINNING) && bytes.len() <= LARGEST => Some(bytes),
        Ok(bytes) => {
            tracing::warn!(
                snapshot = snapshot.id.get(),
                bytes = bytes.len(),
                "what the ERP gave is no PDF of an invoice"
            );
            None
        }
        Err(error) => {
            tracing::warn!(snapshot = snapshot.id.get(), %error, "the ERP gave no PDF of an invoice");
            if error.refusal() == Some(Refusal::Gone) {
                read_soon(ctx, snapshot).await?;
            }
            None
        }
    })
}

/// The document is not there any more: that is written down as a sync does, and not in a call that only reads.
async fn read_soon(ctx: &Context, snapshot: &FrozenSnapshot) -> Result<()> {
    let tx = ctx.store.begin().await?;
    jobs::enqueue(ctx, &tx, &ReadPayment { group: snapshot.group, snapshot: snapshot.id }).await?;
    Ok(tx.commit_unaudited("a job; what it reads is audited").await?)
}
