//! The newest entries about a kind of record are found without sorting all there are.

use crate::Engine;

pub(super) fn statements(_: Engine) -> Vec<String> {
    vec!["create index ix_audit_subject_id on audit (subject, id)".to_owned()]
}
