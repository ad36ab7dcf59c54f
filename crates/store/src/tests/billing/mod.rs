//! Pricing, consults, snapshots, billing runs, bills and commission statements.

mod billing_runs;
mod bills;
mod consults;
mod invoice_sums;
mod pricing;
mod snapshot_sources;
mod snapshots;
mod statements;
