//! Commission rules, and the statements made by them.

mod golden_commissions;
mod of_snapshot;
mod rules;
mod statements;
