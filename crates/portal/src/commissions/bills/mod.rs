//! The bills of statements in the ERP, each created once (rules.md#bill-of-a-statement, rules.md#exactly-once).
//!
//! What is wished for is written before it is sent; while a call is on its way no transaction is open. A call whose outcome is not known is
//! looked up before anything is sent again.

mod bill_call;
mod creating;
pub mod jobs;
mod looking;
pub mod service;
mod words;
