//! Everything that knows there is a database: one model on two engines, SQLite (embedded) and PostgreSQL.
//!
//! A [`Store`] gives a [`Reader`] for queries and a [`Tx`] for changes; the area modules hold the queries, as functions
//! over either. No SeaORM type leaves this crate, every list query takes a `domain::access::Scope`, and a transaction
//! ends only in [`Tx::commit`] with its audit entry, in [`Tx::commit_unaudited`] with a reason, or in nothing at all.

mod bulk;
mod connect;
mod connection;
mod entities;
mod error;
mod flush;
mod guid;
mod migrate;
mod migrations;
mod paging;
mod row_set;
mod scope;
mod tx;
mod upkeep;
mod versioned;

pub mod access_keys;
pub mod accounts;
pub mod address_changes;
pub mod announcements;
pub mod attempts;
pub mod audit;
pub mod billing_runs;
pub mod brokers;
pub mod census;
pub mod commissions;
pub mod consults;
pub mod contacts;
pub mod counts;
pub mod erp_documents;
pub mod groups;
pub mod leases;
pub mod mail;
pub mod members;
pub mod notes;
pub mod plans;
pub mod presence;
pub mod pricing;
pub mod queue;
pub mod schedules;
pub mod sealed;
pub mod second_factors;
pub mod sessions;
pub mod settings;
pub mod snapshots;
pub mod source_budgets;
pub mod stored_files;
pub mod user_tokens;
pub mod users;

#[cfg(feature = "testing")]
pub mod testing;

#[cfg(test)]
mod tests;

pub use connect::{Engine, Store, StoreConfig};
pub use connection::{Db, Reader, View};
pub use error::{Constraint, DatabaseFailure, Error, Result};
pub use row_set::Prepared;
pub use tx::Tx;
pub use versioned::Stamp;
