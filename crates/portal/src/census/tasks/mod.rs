//! The tasks of a census file, from its columns to the members that the import writes.

pub(in crate::census) mod id_moves;
pub(in crate::census) mod inspecting;
pub(in crate::census) mod judging;
pub mod mapping;
pub(in crate::census) mod matching;
pub(in crate::census) mod planning;
pub(in crate::census) mod processing;
pub(in crate::census) mod skipped_rows;
pub(in crate::census) mod splitting;
pub(in crate::census) mod spool;
pub(in crate::census) mod standing;
pub(in crate::census) mod steps;
pub(in crate::census) mod validating;
pub(in crate::census) mod walk;
pub(in crate::census) mod writing;
