//! This server among those of one database: announced while it works, and on the watch for others that have died.

use std::time::Duration;

use store::sign_in::presence::Presence;

use crate::context::Context;

/// How often it is looked whether another server has died: well within the lease of a job.
const WATCH_EVERY: Duration = Duration::from_secs(10);

/// Announces this server, and takes up what dead ones were at before it claims anything itself. `None` when that cannot be done: leases
/// then end by themselves.
pub(super) async fn announced(ctx: &Context) -> Option<Presence> {
    let mut number = [0; 4];
    ctx.randomness.fill(&mut number);
    match Presence::announce(&ctx.store, u32::from_le_bytes(number)).await {
        Ok(mut server) => {
            take_over(ctx, &mut server).await;
            Some(server)
        }
        Err(error) => {
            tracing::warn!(error = format!("{error:#}"), "this server was not announced to others");
            None
        }
    }
}

/// Keeps the server announced and looks after others; never ends.
pub(super) async fn watch(ctx: &Context, server: Option<Presence>) {
    let Some(mut server) = server else { return std::future::pending().await };
    loop {
        tokio::time::sleep(WATCH_EVERY).await;
        match server.keep().await {
            Ok(()) => take_over(ctx, &mut server).await,
            Err(error) => tracing::warn!(error = format!("{error:#}"), "this server is not announced to others"),
        }
    }
}

async fn take_over(ctx: &Context, server: &mut Presence) {
    match server.take_over(&ctx.store).await {
        Ok(0) => {}
        Ok(jobs) => tracing::info!(jobs, "jobs of a server that has died are taken up"),
        Err(error) => tracing::warn!(error = format!("{error:#}"), "jobs of dead servers were not looked for"),
    }
}
