//! `ledgerwell serve`.

use anyhow::Context as _;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::setup;
use crate::accounts::sandbox::serve_beside;
use crate::config::{Config, MetricsAddress};
use crate::http::connections::{self, HEAD_LIMIT};
use crate::jobs::Background;
use crate::router::router;

/// Serves until the process is told to stop; running requests and jobs are finished first.
///
/// # Errors
/// When the database or the address cannot be had.
pub async fn serve(config: Config) -> anyhow::Result<()> {
    let (listen, base_url, metrics) = (config.listen, config.base_url.clone(), config.metrics);
    let ctx = setup::context(config).await?;
    crate::jobs::schedule::define(&ctx).await?;
    let listener = TcpListener::bind(listen)
        .await
        .with_context(|| format!("listening on {listen}; set LEDGERWELL_LISTEN to another address if it is taken"))?;
    let metrics = metrics_listener(metrics).await?;
    let sandbox = serve_beside(&ctx).await?;
    if let Some(sentence) = ctx.config.sender.is_to_be_set() {
        tracing::warn!("{sentence}");
    }
    println!("Ledgerwell is ready: {base_url}");
    let stop = CancellationToken::new();
    let background = Background::start().context("starting the threads of background work")?;
    let jobs = background.spawn(crate::jobs::work(ctx.in_background(), stop.clone()));
    let upkeep = tokio::spawn(setup::keep_up(ctx.clone(), stop.clone()));
    let metrics = metrics.map(|listener| {
        let stopped = stop.clone().cancelled_owned();
        tokio::spawn(connections::serve(listener, crate::metering::routes(), HEAD_LIMIT, stopped))
    });
    let folding = tokio::spawn(crate::metering::fold(stop.clone()));
    connections::serve(listener, router(ctx.clone()), HEAD_LIMIT, stopped()).await;
    stop.cancel();
    jobs.await?;
    upkeep.await?;
    folding.await?;
    if let Some(metrics) = metrics {
        metrics.await?;
    }
    if let Some(sandbox) = sandbox {
        sandbox.abort();
    }
    ctx.store.close().await;
    drop(background);
    Ok(())
}

/// The listener of `/metrics`. A default address that something else listens on is done without; one that a person has chosen is not.
async fn metrics_listener(wanted: Option<MetricsAddress>) -> anyhow::Result<Option<TcpListener>> {
    let Some(MetricsAddress { listen, is_chosen }) = wanted else { return Ok(None) };
    match TcpListener::bind(listen).await {
        Ok(listener) => Ok(Some(listener)),
        Err(error) if !is_chosen => {
            tracing::warn!(%listen, %error, "metrics are not served; LEDGERWELL_METRICS_LISTEN names another address");
            Ok(None)
        }
        Err(error) => Err(error).with_context(|| format!("listening on {listen}, LEDGERWELL_METRICS_LISTEN")),
    }
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
