//! Rows that people correct, and rows that stay out: what they say about people all the same, and the files they are sent on in.

pub mod fix;
pub mod identity_keys;
pub mod left_over;
pub mod mend;
pub mod remembered_values;
pub mod skipped_rows;
pub mod split;
