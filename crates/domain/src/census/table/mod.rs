//! Where the table of a file stands: what divides its cells, and which line is its heading.

pub mod dialect;
pub(in crate::census) mod heading_cells;
