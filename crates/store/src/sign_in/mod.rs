//! Signing in: sessions, access keys, tokens of users, second factors, and what slows down guessing.

pub mod access_keys;
pub mod address_changes;
pub mod attempts;
pub mod presence;
pub mod second_factors;
pub mod sessions;
pub mod source_budgets;
pub mod user_tokens;
