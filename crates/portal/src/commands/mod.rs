//! The commands of the program (rules.md#commands). Each is a short file here; what it does stands in the areas.

mod admin;
mod census;
mod demo;
mod erp_sandbox;
mod import;
mod rotate_key;
mod serve;
mod setup;

use clap::{Parser, Subcommand};
use tokio::runtime::Runtime;

use crate::config::Config;
use crate::router::api_document;

/// Administration of employer groups, members, census files, billing and commissions.
#[derive(Debug, Parser)]
#[command(name = "ledgerwell", version, after_help = settings_help())]
pub struct Program {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the portal until stopped.
    Serve,
    /// Fill an empty database with demonstration data.
    Demo(demo::Demo),
    /// Bring the database up to date.
    Migrate,
    /// Print the OpenAPI document.
    Openapi,
    /// Take in what other systems report.
    Import(import::Import),
    /// Look at census files, without a database.
    Census(census::Census),
    /// Serve stand-ins for QuickBooks Online and NetSuite on this machine, without a database.
    ErpSandbox(erp_sandbox::ErpSandbox),
    /// Seal all stored secrets under a new secret key. The portal must be stopped.
    RotateKey,
    /// Make an administrator; the password is the first line of standard input.
    CreateAdmin(admin::CreateAdmin),
}

fn settings_help() -> String {
    let mut help = "Settings (environment variables):\n".to_owned();
    for (name, what) in crate::config::SETTINGS {
        help.push_str(&format!("  LEDGERWELL_{name}\n      {what}\n"));
    }
    help
}

impl Program {
    /// Runs the command.
    ///
    /// # Errors
    /// What went wrong, in a sentence for whoever typed the command.
    pub fn run(self) -> anyhow::Result<()> {
        // These need neither settings of a run nor a database.
        let command = match self.command {
            Command::Openapi => {
                println!("{}", api_document().to_pretty_json()?);
                return Ok(());
            }
            Command::Census(wish) => return wish.run(),
            Command::ErpSandbox(wish) => return Runtime::new()?.block_on(wish.run()),
            command => command,
        };
        let config = Config::from_environment()?;
        setup::log(&config)?;
        Runtime::new()?.block_on(async move {
            match command {
                Command::Demo(wish) => wish.run(config).await,
                Command::Serve => serve::serve(config).await,
                Command::Migrate => setup::store(&config).await?.migrate().await.map_err(Into::into),
                Command::CreateAdmin(wish) => wish.run(config).await,
                Command::Import(wish) => wish.run(config).await,
                Command::RotateKey => rotate_key::rotate_key(config).await,
                Command::Openapi | Command::Census(_) | Command::ErpSandbox(_) => Ok(()),
            }
        })
    }
}
