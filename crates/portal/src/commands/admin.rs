//! `ledgerwell create-admin`.

use std::io::BufRead as _;

use anyhow::{Context as _, anyhow};
use clap::Args;
use domain::access::Role;
use store::users::NewUser;

use super::setup;
use crate::auth::service::create_user;
use crate::config::Config;
use crate::error::Error;

/// The administrator to make.
#[derive(Debug, Args)]
pub struct CreateAdmin {
    /// The e-mail address to sign in with.
    #[arg(long)]
    email: String,
    /// The first name.
    #[arg(long)]
    first_name: String,
    /// The last name.
    #[arg(long)]
    last_name: String,
}

impl CreateAdmin {
    /// Makes the administrator.
    ///
    /// # Errors
    /// An address that is taken; a password that will not do.
    pub async fn run(self, config: Config) -> anyhow::Result<()> {
        let mut password = String::new();
        std::io::stdin().lock().read_line(&mut password).context("reading the password from standard input")?;
        let ctx = setup::context(config).await?;
        let user = NewUser {
            email: self.email,
            first_name: self.first_name,
            last_name: self.last_name,
            phone: None,
            role: Role::Administrator,
            broker: None,
        };
        let made = create_user(&ctx, user, password.trim_end_matches(['\r', '\n'])).await;
        ctx.store.close().await;
        made.map(drop).map_err(|error| match error {
            Error::Invalid(invalid) => anyhow!("{invalid}"),
            other => other.into(),
        })
    }
}
