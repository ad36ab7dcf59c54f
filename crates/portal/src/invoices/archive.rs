//! Many invoices as one ZIP file, each laid out when the one before has been taken. Our own documents: hundreds of questions to an ERP
//! would take minutes, and hours while it does not answer.

use domain::invoices::InvoiceAccess;
use domain::{Invalid, SnapshotId};

use super::service;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;
use crate::http::archive::{ZipFile, archive};

/// The most invoices of one file.
const MOST: usize = 500;
/// The name under which a browser saves it.
const NAME: &str = "invoices.zip";

/// Begins the file of these invoices, in their order.
///
/// # Errors
/// On `InvoiceIds` for none or too many; [`Error::NotFound`] when one of them is not open to the caller.
pub async fn begin(ctx: &Context, who: &CallerOrigin, ids: Vec<SnapshotId>) -> Result<ZipFile> {
    if ids.is_empty() {
        return Err(Invalid::field("InvoiceIds", "Choose the invoices to download.").into());
    }
    if ids.len() > MOST {
        let message = format!("At most {MOST} invoices can be downloaded at once.");
        return Err(Invalid::field("InvoiceIds", message).into());
    }
    let open = store::snapshots::open_to(&ctx.store.read(), who.scope(), InvoiceAccess::of(who.role), &ids).await?;
    if open.len() != ids.len() {
        return Err(Error::NotFound);
    }
    let (ctx, who) = (ctx.clone(), who.clone());
    Ok(archive(NAME, async move |mut file| {
        for id in ids {
            let pdf = service::own_pdf(&ctx, &who, id).await?;
            file.begin(&pdf.name, id, pdf.bytes.len() as u64)?;
            file.write(&pdf.bytes).await?;
        }
        Ok(file)
    }))
}
