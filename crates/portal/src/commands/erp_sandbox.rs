//! `ledgerwell erp-sandbox`.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context as _;
use clap::Args;
use erp_sandbox::Sandbox;
use tokio::net::TcpListener;

use crate::clock::{Clock, SystemClock};
use crate::demo::{GROUPS, PAYEES};

/// Serve QuickBooks Online and NetSuite on this machine, to try the portal and other programs against.
#[derive(Debug, Args)]
pub struct ErpSandbox {
    /// Where it answers.
    #[arg(long, default_value = "127.0.0.1:8090")]
    listen: SocketAddr,
    /// The file that its state is kept in; it is forgotten at the end when none is named.
    #[arg(long)]
    keep: Option<PathBuf>,
}

impl ErpSandbox {
    /// Serves until the process is told to stop.
    ///
    /// # Errors
    /// When the address or the file cannot be had.
    pub async fn run(self) -> anyhow::Result<()> {
        anyhow::ensure!(
            self.listen.ip().is_loopback(),
            "the sandbox shows its credentials, so it listens on this machine only"
        );
        let clock = Arc::new(|| SystemClock.now());
        let sandbox = match &self.keep {
            Some(file) => Sandbox::kept_in(file, clock).with_context(|| format!("reading {}", file.display()))?,
            None => Sandbox::new(clock),
        };
        if sandbox.is_empty() {
            let customers: Vec<_> = GROUPS.iter().map(|(name, _)| *name).collect();
            sandbox.stock(&customers, PAYEES);
        }
        let listen = self.listen;
        let listener = TcpListener::bind(listen).await.with_context(|| format!("listening on {listen}"))?;
        println!("The ERP sandbox is ready: http://{}", listener.local_addr()?);
        tokio::select! {
            served = sandbox.serve(listener) => served.context("serving the sandbox"),
            () = super::serve::stopped() => Ok(()),
        }
    }
}
