//! An absent member whom a row that was set aside seems to be: it is kept for that row, until somebody lets the file end it
//! (rules.md#unreadable-row).

use crate::Engine;

pub(super) fn statements(_: Engine) -> Vec<String> {
    vec!["alter table \"census_absent\" add column \"skipped_row\" integer".to_owned()]
}
