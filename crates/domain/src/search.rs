//! The search of everything: how a typed text is read, which spellings it may mean, and in which order hits stand
//! (rules.md#global-search, rules.md#slips-in-names).

pub mod kind;
pub mod rank;
pub mod spelling;
pub mod term;

pub use kind::Kind;
pub use rank::{Fit, Rank};
pub use term::{Term, Word};
