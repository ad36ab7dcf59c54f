//! The JavaScript that the list screen loads, as the web app's own check counts it.

use std::process::Command;

use anyhow::Context as _;

use crate::table::Row;

const LIMIT: f64 = 260.0;
/// The end of the line that holds the sum.
const SUM: &str = "the list screen";

/// The size of the built web app's list screen.
pub fn row() -> anyhow::Result<Row> {
    let web = concat!(env!("CARGO_MANIFEST_DIR"), "/../web");
    let output = Command::new("node").arg("scripts/bundle-size.mjs").current_dir(web).output().context("node")?;
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let sum = told.lines().find(|line| line.contains(SUM)).and_then(|line| line.split_whitespace().next());
    let kilobytes: f64 = sum.with_context(|| format!("web/scripts/bundle-size.mjs says no sum:\n{told}"))?.parse()?;
    Ok(Row::size("JavaScript of the list screen, gzipped", "KB", (kilobytes * 1024.0) as u64).under(LIMIT))
}
