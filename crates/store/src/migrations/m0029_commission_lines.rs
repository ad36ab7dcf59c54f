//! A bill that is computed anew lets go of its lines, and each is looked for among all lines of statements, also of deleted ones.

use crate::Engine;

pub(super) fn statements(_: Engine) -> Vec<String> {
    vec![
        "drop index \"ix_commission_line_snapshot_line_id\"".to_owned(),
        "create index \"ix_commission_line_snapshot_line_id\" on \"commission_line\" (\"snapshot_line_id\")".to_owned(),
    ]
}
