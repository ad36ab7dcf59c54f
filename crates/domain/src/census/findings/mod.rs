//! What is said and asked about a file, and the facts about a row that are not in its cells.

pub mod issue;
pub(in crate::census) mod leaving;
pub(in crate::census) mod numbered;
pub mod questions;
pub(in crate::census) mod sections;
pub(in crate::census) mod starting;
