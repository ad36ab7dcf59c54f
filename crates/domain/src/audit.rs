//! The audit trail as people read it: what was done in words, and what changed field by field (decisions F6, G21, H6).

mod changes;
mod wording;

pub use changes::{Change, changes};
pub use wording::{ACTIONS, action_text, actions_saying};
