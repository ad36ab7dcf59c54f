//! What somebody did while acting as another user is found without reading the whole trail, as what a user did already is.

use crate::Engine;

pub(super) fn statements(_: Engine) -> Vec<String> {
    vec!["create index ix_audit_acting_as_id_id on audit (acting_as_id, id) where acting_as_id is not null".to_owned()]
}
