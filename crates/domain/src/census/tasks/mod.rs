//! The tasks of a file, how far it is, and when it may go on.

pub mod file;
mod mapping;
pub mod progress;
