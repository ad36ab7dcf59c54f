//! The version of a changed document that a person has kept as it stands in the ERP (rules.md#changed-over-there). Blank when none was kept.

use crate::Engine;

pub(super) fn statements(_: Engine) -> Vec<String> {
    vec!["alter table \"erp_document\" add column \"kept_revision\" text".to_owned()]
}
