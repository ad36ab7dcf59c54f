//! The order in which the parts of a value stand, as people have said for a column: remembered with what its heading means
//! (rules.md#order-of-values). Blank without an answer.

use crate::Engine;

pub(super) fn statements(_: Engine) -> Vec<String> {
    vec!["alter table \"census_mapping\" add column \"value_order\" text".to_owned()]
}
