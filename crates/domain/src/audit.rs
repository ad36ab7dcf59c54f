//! The audit trail as people read it: what was done in words, and what changed field by field (rules.md#impersonation,
//! rules.md#audit-trail).

mod changes;
mod fields;
mod kinds;
mod wording;

pub use changes::{Change, NameOf, changes};
pub use fields::named_records;
pub use kinds::{ActivityKind, erp_actions, look_ups};
pub use wording::{ACTIONS, action_text, actions_saying};
