//! Census files and the jobs that work on them.

use super::Case;
use super::Rule::{Check, Unique};

pub(super) const CASES: &[Case] = &[
    Case {
        about: "a census file is of a group unless it is of many",
        rule: Check("ck_census_file_group_id"),
        table: "census_file",
        given: &[],
        refused: &[("group_id", "null")],
        accepted: &[
            ("name", "'00000000-0000-0000-0000-0000000000c2'"),
            ("group_id", "null"),
            ("is_multi_group", "true"),
        ],
    },
    Case {
        about: "a census file has content until it is deleted",
        rule: Check("ck_census_file_stored_file_id"),
        table: "census_file",
        given: &[],
        refused: &[("stored_file_id", "null")],
        accepted: &[
            ("name", "'00000000-0000-0000-0000-0000000000c2'"),
            ("stored_file_id", "null"),
            ("deleted_at", "'2026-07-01T12:00:00.000Z'"),
        ],
    },
    Case {
        about: "a file of several groups has one part for each, besides those that were deleted",
        rule: Unique("uq_census_file_parent_id_group_id"),
        table: "census_file",
        given: &[
            ("census_file", &[("name", "'00000000-0000-0000-0000-0000000000c2'"), ("parent_id", "1")]),
            (
                "census_file",
                &[
                    ("name", "'00000000-0000-0000-0000-0000000000c3'"),
                    ("parent_id", "1"),
                    ("group_id", "2"),
                    ("deleted_at", "'2026-07-01T12:00:00.000Z'"),
                ],
            ),
        ],
        refused: &[("name", "'00000000-0000-0000-0000-0000000000c4'"), ("parent_id", "1")],
        accepted: &[("name", "'00000000-0000-0000-0000-0000000000c4'"), ("parent_id", "1"), ("group_id", "2")],
    },
    Case {
        about: "a file has each task once",
        rule: Unique("uq_census_task_file_id_task"),
        table: "census_task",
        given: &[("census_task", &[])],
        refused: &[],
        accepted: &[("task", "1")],
    },
    Case {
        about: "a row is matched to one member",
        rule: Unique("uq_census_match_file_id_row_number"),
        table: "census_match",
        given: &[("census_match", &[])],
        refused: &[("rank", "1"), ("member_id", "2")],
        accepted: &[("rank", "1"), ("member_id", "2"), ("chosen", "false")],
    },
    Case {
        about: "a member is matched to one row",
        rule: Unique("uq_census_match_file_id_member_id"),
        table: "census_match",
        given: &[("census_match", &[])],
        refused: &[("row_number", "2")],
        accepted: &[("row_number", "2"), ("member_id", "2")],
    },
    Case {
        about: "a row has each rank once",
        rule: Unique("uq_census_match_file_id_row_number_rank"),
        table: "census_match",
        given: &[("census_match", &[])],
        refused: &[("member_id", "2"), ("chosen", "false")],
        accepted: &[("rank", "1"), ("member_id", "2"), ("chosen", "false")],
    },
    Case {
        about: "a file changes a member once",
        rule: Unique("uq_census_change_file_id_member_id"),
        table: "census_change",
        given: &[("census_change", &[])],
        refused: &[],
        accepted: &[("member_id", "2")],
    },
    Case {
        about: "a heading means one field for all",
        rule: Unique("uq_census_mapping_heading_key"),
        table: "census_mapping",
        given: &[("census_mapping", &[])],
        refused: &[],
        accepted: &[("group_id", "1")],
    },
    Case {
        about: "a job is waiting or running once for its key",
        rule: Unique("uq_job_dedupe_key"),
        table: "job",
        given: &[("job", &[("dedupe_key", "'nightly'")])],
        refused: &[("dedupe_key", "'nightly'")],
        accepted: &[("dedupe_key", "'nightly'"), ("state", "2")],
    },
    Case {
        about: "only a running job has a worker",
        rule: Check("ck_job_lease"),
        table: "job",
        given: &[],
        refused: &[("lease_token", "'w'")],
        accepted: &[("lease_token", "'w'"), ("state", "1")],
    },
];
