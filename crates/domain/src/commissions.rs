//! What payees are paid for what is billed: rules say by which plan lines and how much, statements what is owed for a month (decisions E1
//! to E5).

pub mod statement;
