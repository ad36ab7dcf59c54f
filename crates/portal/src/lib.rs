//! The application: HTTP, use cases, jobs and the commands of the program.
//!
//! Each area is a folder with the same files: `mod.rs` (routes, each with its action), `http.rs` (request and response types, short
//! handlers), `service.rs` (use cases: load, decide, save, enqueue in one transaction) and `jobs.rs` where it has any.

pub mod accounts;
pub mod announcements;
mod api_document;
pub mod audit;
pub mod auth;
pub mod billing;
pub mod brokers;
pub mod census;
pub mod choices;
pub mod clock;
pub mod commands;
pub mod commissions;
pub mod config;
pub mod consults;
pub mod contacts;
pub mod context;
pub mod demo;
pub mod erp;
pub mod error;
pub mod files;
pub mod groups;
pub mod housekeeping;
pub mod http;
pub mod invoices;
pub mod jobs;
pub mod keys;
pub mod lists;
pub mod mail;
pub mod members;
pub mod metering;
pub mod notes;
mod platform;
pub mod rotation;
mod router;
pub mod sealing;
mod search;
mod settings;
pub mod users;
pub mod utilization;
mod work_queue;

pub use context::{Context, Parts};
pub use router::{api_document, router};
