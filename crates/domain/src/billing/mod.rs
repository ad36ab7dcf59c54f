//! Billing: what a group is billed and why. Plans and their line items, pricing, the ledger of billed member-months, the
//! computation of a snapshot, and how a snapshot reads as an invoice.

pub mod alike;
pub mod comparison;
pub mod invoice;
pub mod ledger;
pub mod line;
pub mod plan;
pub mod pricing;
pub mod reasons;
pub mod run;
pub mod snapshot;

pub use line::{BillingPeriod, BillingType, LineItem};
pub use snapshot::{ComputedSnapshot, LookBack, SnapshotRequest, compute};
