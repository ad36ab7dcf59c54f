//! A file of several groups has one open part for each group; a part that was processed stays beside the next one, so that an upload that
//! is repeated loses nothing (rules.md#new-content).

use crate::Engine;

pub(super) fn statements(_: Engine) -> Vec<String> {
    vec![
        "drop index \"uq_census_file_parent_id_group_id\"".to_owned(),
        "create unique index \"uq_census_file_parent_id_group_id\" on \"census_file\" (\"parent_id\", \"group_id\") \
         where parent_id is not null and deleted_at is null and processed_at is null"
            .to_owned(),
    ]
}
