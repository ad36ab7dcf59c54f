//! Many invoices as one ZIP file. Each is laid out when the one before has been taken, so that the file begins at once and no more than
//! one of them is held. Our own documents: hundreds of questions to an ERP would take minutes, and hours while it does not answer.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use domain::{Invalid, SnapshotId};
use tokio::sync::mpsc;
use tracing::Instrument as _;
use zip::ZipWriter;
use zip::write::{SimpleFileOptions, StreamWriter};

use super::service;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;

/// The most invoices of one file.
const MOST: usize = 500;
/// The name under which a browser saves it.
pub const NAME: &str = "invoices.zip";

/// A file that is still being made: its pieces, or the failure that cut it off.
pub type Pieces = mpsc::Receiver<io::Result<Vec<u8>>>;

/// Begins the file of these invoices, in their order.
///
/// # Errors
/// On `InvoiceIds` for none or too many; [`Error::NotFound`] when one of them is not open to the caller.
pub async fn begin(ctx: &Context, who: &CallerOrigin, ids: Vec<SnapshotId>) -> Result<Pieces> {
    if ids.is_empty() {
        return Err(Invalid::field("InvoiceIds", "Choose the invoices to download.").into());
    }
    if ids.len() > MOST {
        let message = format!("At most {MOST} invoices can be downloaded at once.");
        return Err(Invalid::field("InvoiceIds", message).into());
    }
    let open = store::snapshots::open_to(&ctx.store.read(), who.scope(), !who.is_administrator(), &ids).await?;
    if open != ids.len() {
        return Err(Error::NotFound);
    }
    let (sender, pieces) = mpsc::channel(1);
    let (ctx, who) = (ctx.clone(), who.clone());
    let work = async move {
        if let Err(error) = write(&ctx, &who, &ids, &sender).await {
            tracing::error!(%error, "a file of invoices was cut off");
            // Whoever has left does not mind.
            let _left = sender.send(Err(io::Error::other("cut off"))).await;
        }
    };
    tokio::spawn(work.in_current_span());
    Ok(pieces)
}

async fn write(
    ctx: &Context,
    who: &CallerOrigin,
    ids: &[SnapshotId],
    sender: &mpsc::Sender<io::Result<Vec<u8>>>,
) -> Result<()> {
    let written = Written::default();
    let mut zip = ZipWriter::new_stream(written.clone());
    let mut names = BTreeSet::new();
    for id in ids {
        let pdf = service::own_pdf(ctx, who, *id).await?;
        let name = if names.insert(pdf.name.clone()) { pdf.name } else { format!("{id}-{}", pdf.name) };
        add(&mut zip, &name, &pdf.bytes).map_err(anyhow::Error::from)?;
        if sender.send(Ok(written.take())).await.is_err() {
            return Ok(());
        }
    }
    zip.finish().map_err(anyhow::Error::from)?;
    let _left = sender.send(Ok(written.take())).await;
    Ok(())
}

fn add(zip: &mut ZipWriter<StreamWriter<Written>>, name: &str, bytes: &[u8]) -> zip::result::ZipResult<()> {
    zip.start_file(name, SimpleFileOptions::default())?;
    Ok(zip.write_all(bytes)?)
}

/// What was written and not taken yet.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Written {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
