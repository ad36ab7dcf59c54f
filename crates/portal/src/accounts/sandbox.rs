//! The ERP sandbox beside the portal, where a setting asks for it.

use anyhow::Context as _;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::context::Context;
use crate::demo::{GROUPS, PAYEES};

/// Serves the sandbox at the address of the setting; none is served without one. New, it knows the demonstration's customers and vendors.
///
/// # Errors
/// When the address cannot be had.
pub async fn serve_beside(ctx: &Context) -> anyhow::Result<Option<JoinHandle<()>>> {
    let (Some(sandbox), Some(address)) = (ctx.accountants.sandbox().cloned(), ctx.config.erp_sandbox) else {
        return Ok(None);
    };
    if sandbox.is_empty() {
        let customers: Vec<_> = GROUPS.iter().map(|(name, _)| *name).collect();
        sandbox.stock(&customers, PAYEES);
        // A page of plain lines is nobody's invoice: people see the portal's own.
        sandbox.change(|world| world.quickbooks.preferences.pdfs = false);
    }
    let listener = TcpListener::bind(address).await.with_context(|| {
        format!("listening on {address}; set LEDGERWELL_ERP_SANDBOX to another address if it is taken")
    })?;
    println!("The ERP sandbox is ready: http://{address}");
    Ok(Some(tokio::spawn(async move {
        if let Err(error) = sandbox.serve(listener).await {
            tracing::error!(%error, "the ERP sandbox has stopped");
        }
    })))
}
