//! The trail is read by time: the entries of a group, of a user or of a kind of record come in that order without sorting all of them.

use crate::Engine;

pub(super) fn statements(_: Engine) -> Vec<String> {
    let columns = ["group_id", "user_id", "subject"];
    let mut statements = vec!["drop index ix_audit_acting_as_id_id".to_owned()];
    statements.extend(["group_id_id", "user_id_id", "subject_id"].map(|name| format!("drop index ix_audit_{name}")));
    statements
        .extend(columns.map(|column| format!("create index ix_audit_{column}_at_id on audit ({column}, at, id)")));
    statements.push(
        "create index ix_audit_acting_as_id_at_id on audit (acting_as_id, at, id) where acting_as_id is not null"
            .to_owned(),
    );
    statements
}
