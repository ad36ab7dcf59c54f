//! From the bytes of a file to its lines and cells: encoding, delimiter and heading, the limits, and what is refused.

pub mod encoding;
pub mod lines;
pub(in crate::census) mod options;
pub mod raw;
pub mod refusal;
pub mod sheet;
