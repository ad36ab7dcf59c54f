//! `make bench`: the frame against its limits, each measure beside the same work done bare in the same run. Ends with an error when a
//! limit is missed.
//!
//! Everything is made anew in temporary folders and in a PostgreSQL instance of its own.

mod bare;
mod billing;
mod client;
mod commissions;
mod erp;
mod everything;
mod import;
mod invoices;
mod list;
mod matching;
mod pdf;
mod raw_pdf;
mod roster;
mod server;
mod table;
mod web;

use std::process::ExitCode;

use store::Engine;

// As in the program, whose speed this is about.
#[global_allocator]
static ALLOCATOR: allocator::Allocator = allocator::Allocator;

/// The parts by the name under which one alone is measured: `cargo bench -p benches -- server`.
const PARTS: [&str; 20] = [
    "server",
    "web",
    "pdf",
    "matching",
    "sqlite",
    "postgres",
    "roster-sqlite",
    "roster-postgres",
    "search-sqlite",
    "search-postgres",
    "import-sqlite",
    "import-postgres",
    "billing-sqlite",
    "billing-postgres",
    "invoices-sqlite",
    "invoices-postgres",
    "commissions-sqlite",
    "commissions-postgres",
    "erp-sqlite",
    "erp-postgres",
];

fn main() -> ExitCode {
    let said: Vec<String> = std::env::args().skip(1).collect();
    if let Some(lined_up) = matching::line_up_when_asked(&said) {
        return told(lined_up.map(|()| true));
    }
    // What `cargo bench` says and `cargo test --all-targets` does not: nothing is timed in a test.
    if !said.iter().any(|argument| argument == "--bench") {
        return ExitCode::SUCCESS;
    }
    let members = said.iter().find_map(|argument| argument.strip_prefix("--members=")?.parse().ok());
    let named = |part: &&str| said.iter().any(|argument| argument == part);
    let some: Vec<&str> = PARTS.into_iter().filter(named).collect();
    let parts = if some.is_empty() { PARTS.to_vec() } else { some };
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    told(runtime.block_on(measured(&parts, members, &said)))
}

fn told(kept: anyhow::Result<bool>) -> ExitCode {
    match kept {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            eprintln!("\nA limit was missed.");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("The benchmark could not be run: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn measured(parts: &[&str], members: Option<u64>, said: &[String]) -> anyhow::Result<bool> {
    let mut rows = Vec::new();
    for part in parts {
        rows.extend(match *part {
            "server" => server::rows()?,
            "web" => vec![web::row()?],
            "pdf" => pdf::rows()?,
            "matching" => matching::rows(said)?,
            "sqlite" => list::rows(Engine::Sqlite, members.unwrap_or(list::MEMBERS)).await?,
            "postgres" => list::rows(Engine::Postgres, members.unwrap_or(list::MEMBERS)).await?,
            "roster-sqlite" => roster::rows(Engine::Sqlite, members.unwrap_or(200_000)).await?,
            "search-sqlite" => everything::rows(Engine::Sqlite, members.unwrap_or(1_000_000)).await?,
            "search-postgres" => everything::rows(Engine::Postgres, members.unwrap_or(1_000_000)).await?,
            "import-sqlite" => import::rows(Engine::Sqlite).await?,
            "import-postgres" => import::rows(Engine::Postgres).await?,
            "billing-sqlite" => billing::of_one_group().await?,
            "billing-postgres" => billing::of_all_groups(members.unwrap_or(1_000_000)).await?,
            "invoices-sqlite" => invoices::rows(Engine::Sqlite).await?,
            "invoices-postgres" => invoices::rows(Engine::Postgres).await?,
            "commissions-sqlite" => commissions::rows(Engine::Sqlite).await?,
            "commissions-postgres" => commissions::rows(Engine::Postgres).await?,
            "erp-sqlite" => erp::rows(Engine::Sqlite).await?,
            "erp-postgres" => erp::rows(Engine::Postgres).await?,
            _ => roster::rows(Engine::Postgres, members.unwrap_or(1_000_000)).await?,
        });
    }
    Ok(table::print(&rows))
}
