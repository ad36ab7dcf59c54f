//! `ledgerwell demo`.

use anyhow::{Context as _, anyhow};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use clap::Args;
use tokio_util::sync::CancellationToken;

use super::setup;
use crate::accounts::sandbox::serve_beside;
use crate::config::Config;
use crate::demo::{self, Size, USERS};
use crate::error::Error;

/// How much demonstration data to make.
#[derive(Debug, Args)]
pub struct Demo {
    /// Do nothing when the database holds data already.
    #[arg(long)]
    if_empty: bool,
    /// Employer groups.
    #[arg(long, default_value_t = Size::default().groups, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    groups: u64,
    /// Members in all groups.
    #[arg(long, default_value_t = Size::default().members, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    members: u64,
}

impl Demo {
    /// Makes the data and prints how to sign in.
    ///
    /// # Errors
    /// When the database holds data already.
    pub async fn run(self, config: Config) -> anyhow::Result<()> {
        let ctx = setup::context(config).await?;
        if self.if_empty && !demo::is_empty(&ctx).await? {
            println!("The database holds data already; sign in as before, for example as {}.", USERS[0].0);
            return Ok(());
        }
        let password = match &ctx.config.demo_password {
            Some(given) => given.clone(),
            None => random_password()?,
        };
        println!("Making demonstration data:");
        let size = Size { groups: self.groups, members: self.members };
        let say = |what: &str| println!("  {what}");
        let sandbox = serve_beside(&ctx).await?;
        let stop = CancellationToken::new();
        let upkeep = tokio::spawn(setup::keep_up(ctx.clone(), stop.clone()));
        let filled = demo::fill(ctx.clone(), size, &password, say).await;
        stop.cancel();
        upkeep.await?;
        if let Some(sandbox) = sandbox {
            sandbox.abort();
        }
        // What a long log leaves to do would be done at every start of the program.
        ctx.store.close().await;
        filled.map_err(|error| match error {
            Error::Invalid(invalid) => anyhow!("{}", invalid.0[0].message),
            other => other.into(),
        })?;
        println!("\nSign in as one of these; the password of all is {password}");
        println!("It is printed this once. LEDGERWELL_DEMO_PASSWORD sets another when the data is made anew.");
        for (email, _, _, role) in USERS {
            println!("  {email:<32} {}", role.name());
        }
        println!();
        Ok(())
    }
}

fn random_password() -> anyhow::Result<String> {
    let mut bytes = [0; 12];
    getrandom::fill(&mut bytes).map_err(|e| anyhow!("{e}")).context("no random numbers")?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}
