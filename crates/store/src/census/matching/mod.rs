//! Which rows of a file are which members: what the match found, what people decided, and how many of a roster a file names.

pub mod doubts;
pub mod matches;
pub(in crate::census) mod named;
pub mod named_ids;
pub(in crate::census) mod new_ids;
pub mod not_same;
pub mod roster_overlap;
pub mod settling;
pub mod shared_trait;
pub(in crate::census) mod stored_match;
