//! The rules of the business as pure functions from values to values.
//!
//! One module an area, named as in `docs/glossary.md`; the same noun is used in `store`, `portal` and the web application.
//! Nothing here is asynchronous, reads a clock, a file, the environment or a database, or makes up a value: "today" is an argument.

pub mod access;
pub mod accounts;
pub mod announcements;
pub mod audit;
pub mod billing;
pub mod brokers;
pub mod census;
pub mod commissions;
pub mod consults;
pub mod contacts;
pub mod erp;
#[cfg(any(test, feature = "examples"))]
pub mod examples;
pub mod groups;
pub mod ids;
pub mod invalid;
pub mod invoices;
pub mod labels;
pub mod lists;
pub mod members;
pub mod money;
pub mod notes;
pub mod paging;
pub mod period;
pub mod search;
pub mod text;
pub mod users;
pub mod utilization;
pub mod work_queue;

pub use ids::*;
pub use invalid::{FieldError, Invalid};
pub use money::Money;
pub use paging::{Page, PageRequest};
pub use period::{BillingMonth, DateRange};
