//! An absent member who is still to start is noted apart: the file ends it only on a person's word
//! (rules.md#explicit-import).

use crate::Engine;

pub(super) fn statements(_: Engine) -> Vec<String> {
    vec!["alter table \"census_absent\" add column \"to_start\" boolean not null default false".to_owned()]
}
