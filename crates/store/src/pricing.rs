//! What a group pays: named rates ([`options`]) and the coded sets of members that use them ([`groups`]).

pub mod groups;
pub mod options;
