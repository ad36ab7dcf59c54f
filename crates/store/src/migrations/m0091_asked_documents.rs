//! What was asked of an ERP for a document, to tell ours from what others have written (rules.md#exactly-once). Documents of before stay
//! without it.

use crate::Engine;

pub(super) fn statements(_: Engine) -> Vec<String> {
    vec!["alter table \"erp_document\" add column \"asked\" text".to_owned()]
}
