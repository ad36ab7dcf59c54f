//! Everything that knows there is a database: one model on two engines, SQLite (embedded) and PostgreSQL.
//!
//! A [`Store`] gives a [`Reader`] for queries and a [`Tx`] for changes; the area modules hold the queries, as functions
//! over either. No SeaORM type leaves this crate, every list query takes a `domain::access::Scope`, and a transaction
//! ends only in [`Tx::commit`] with its audit entry, in [`Tx::commit_unaudited`] with a reason, or in nothing at all.

mod database;
mod entities;
mod error;
mod migrations;
mod row_set;
mod scope;
mod upkeep;

pub mod accounts;
pub mod announcements;
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
pub mod lists;
pub mod mail;
pub mod members;
pub mod notes;
pub mod plans;
pub mod pricing;
pub mod queue;
pub mod schedules;
pub mod sealed;
pub mod settings;
pub mod sign_in;
pub mod snapshots;
pub mod stored_files;
pub mod users;
pub mod work_queue;

#[cfg(feature = "testing")]
pub mod testing;

#[cfg(test)]
mod tests;

pub use database::connect::{Engine, Store, StoreConfig};
pub use database::connection::{Db, Reader, View};
pub use database::tx::Tx;
pub use database::versioned::Stamp;
pub use error::{Constraint, DatabaseFailure, Error, Result};
pub use row_set::Prepared;
