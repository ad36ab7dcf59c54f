//! Census files: the files, their tasks, the rows that were read, what is wrong with them, and what is remembered of
//! headings and words.
//!
//! A file's status, counts and next task are derived from its tasks and issues by [`files::settle`], in the transaction that
//! changes those. While a task runs it holds the file by a token; a run that lost it can write nothing more ([`files::hold`]).

pub mod absents;
pub mod beside;
pub mod changes;
pub mod content;
pub mod files;
pub mod findings;
pub mod issues;
pub mod layouts;
pub mod left_out;
pub mod listing;
pub mod mappings;
mod matching;
pub mod questions;
pub mod records;
pub mod remembered_values;
pub mod results;
pub mod seen;
mod stored_record;
pub mod tasks;
pub mod undo;
pub mod undo_preview;

/// The list of `list_count` that counts a group's undeleted files.
pub(crate) const LIST: i16 = 1;
use self::matching::named;
use self::matching::stored_match;
pub use self::matching::{doubts, matches, named_ids, not_same, roster_overlap, settling, shared_trait};
