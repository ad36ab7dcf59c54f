//! Snapshots and statements as documents of an ERP: how far each is, what its calls gave, and what differs from ours over there
//! (rules.md#state-in-the-erp).

mod differences;
mod history;
mod state;

pub use differences::{Content, Difference, differences};
pub use history::{Outcome, Step, shown_calls};
pub use state::{
    CALL_TIME, DocumentFacts, DocumentState, ErpFacts, ErpState, GRANT_TIME, INTERRUPTED, MailState, is_mail_call_open,
    state_of,
};
