//! The audit trail as people read it: what was done in words, and what changed field by field (rules.md#impersonation,
//! rules.md#audit-trail).

mod changes;
mod kinds;
mod wording;

pub use changes::{Change, changes};
pub use kinds::{ActivityKind, erp_actions, look_ups};
pub use wording::{ACTIONS, action_text, actions_saying};
