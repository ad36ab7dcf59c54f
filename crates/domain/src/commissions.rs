//! What payees are paid for what is billed: rules say by which plan lines and how much, statements what is owed for a month
//! (rules.md#commissions-of-a-month).

pub mod statement;
