//! `ledgerwell serve`.

use std::net::SocketAddr;

use anyhow::Context as _;
use axum::serve::ListenerExt as _;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::setup;
use crate::config::Config;
use crate::jobs::Background;
use crate::router::router;

/// Serves until the process is told to stop; running requests and jobs are finished first.
///
/// # Errors
/// When the database or the address cannot be had.
pub async fn serve(config: Config) -> anyhow::Result<()> {
    let (listen, base_url) = (config.listen, config.base_url.clone());
    let ctx = setup::context(config).await?;
    crate::jobs::schedule::define(&ctx).await?;
    let listener = TcpListener::bind(listen)
        .await
        .with_context(|| format!("listening on {listen}; set LEDGERWELL_LISTEN to another address if it is taken"))?;
    println!("Ledgerwell is ready: {base_url}");
    let stop = CancellationToken::new();
    let background = Background::start().context("starting the threads of background work")?;
    let jobs = background.spawn(crate::jobs::work(ctx.in_background(), stop.clone()));
    let upkeep = tokio::spawn(setup::keep_up(ctx.clone(), stop.clone()));
    let folding = tokio::spawn(crate::metering::fold(stop.clone()));
    // An answer in two pieces must not wait until the first has been confirmed.
    let listener = listener.tap_io(|connection| drop(connection.set_nodelay(true)));
    let app = router(ctx.clone()).into_make_service_with_connect_info::<SocketAddr>();
    axum::serve(listener, app).with_graceful_shutdown(stopped()).await?;
    stop.cancel();
    jobs.await?;
    upkeep.await?;
    folding.await?;
    ctx.store.close().await;
    drop(background);
    Ok(())
}

/// Waits until the process is told to stop.
pub async fn stopped() {
    let interrupted = async { drop(tokio::signal::ctrl_c().await) };
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        () = interrupted => {}
        () = terminated => {}
    }
}
