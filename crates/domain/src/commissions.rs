//! What payees are paid for what is billed: rules say by which plan lines and how much, statements what is owed for a month
//! (rules.md#commissions-of-a-month).

pub mod bill;
pub mod compare;
pub mod csv;
pub mod document;
pub mod ledger;
pub mod payout;
pub mod plans;
pub mod rule;
pub mod run;
pub mod statement;
pub mod totals;
