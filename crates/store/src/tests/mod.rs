//! What the whole crate promises, on both engines.

mod accounts;
mod append_only;
mod audit;
mod brokers;
mod census_findings;
mod census_import;
mod census_rows;
mod constraints;
mod consults;
mod groups;
mod leases;
mod member_search;
mod members;
mod names;
mod pricing;
mod queue;
mod schedules;
mod schema;
mod scope;
mod sessions;
mod snapshot_sources;
mod snapshots;
mod stored_values;
mod timelines;
mod views;
mod world;
