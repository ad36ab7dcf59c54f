//! Census files.

use super::ddl::{Table, bytes, date, flag, guid, id, instant, int, json, real, reference, small, table, text};

/// Indexes of what no column holds as it is: ids differ in files by case only (rules.md#case-of-ids-and-codes).
pub(super) fn indexes() -> Vec<String> {
    vec![
        "create index \"ix_census_record_file_id_lower_unique_id\" on \"census_record\" (\"file_id\", lower(\"unique_id\")) \
         where \"unique_id\" is not null"
            .to_owned(),
    ]
}

pub(super) fn tables() -> Vec<Table> {
    vec![
        census_file(),
        census_task(),
        census_record(),
        census_issue(),
        census_match(),
        census_absent(),
        census_change(),
        census_mapping(),
        census_not_same(),
    ]
}

fn census_file() -> Table {
    table("census_file", "An uploaded census file, or a group's part of one.")
        .columns([
            id(),
            guid("name"),
            reference("group_id", "employer_group").optional(),
            reference("parent_id", "census_file").optional(),
            flag("is_multi_group").default("0"),
            text("original_file_name"),
            // the content of a deleted file is let go
            reference("stored_file_id", "stored_file").optional(),
            // 0 uploaded, 1 queued, 2 processing, 3 needs attention, 4 errors, 5 completed, 6 failed
            // (rules.md#file-statuses)
            small("status").default("0"),
            flag("explicit_import").optional(),
            date("global_effective_on").optional(),
            reference("uploaded_by", "user_account"),
            flag("by_administrator"),
            instant("uploaded_at"),
            int("record_count").default("0"),
            int("error_count").default("0"),
            int("completed_tasks").default("0"),
            small("next_task").optional(),
            int("guard_count").optional(),
            reference("guard_confirmed_by", "user_account").optional(),
            int("guard_confirmed_count").optional(),
            instant("processed_at").optional(),
            instant("undone_at").optional(),
            instant("running_until").optional(),
            text("running_token").optional(),
            text("search_text"),
            instant("deleted_at").optional(),
        ])
        .versioned()
        .check("group_id", "is_multi_group=1 or group_id is not null")
        .check("stored_file_id", "stored_file_id is not null or deleted_at is not null")
        .check("status", "status between 0 and 6")
        .unique(&["name"])
        .unique_where(&["parent_id", "group_id"], "parent_id is not null and deleted_at is null")
        .index_where(&["group_id", "uploaded_at", "id"], "deleted_at is null")
        .index_where(&["uploaded_at", "id"], "deleted_at is null")
}

fn census_task() -> Table {
    table("census_task", "A task of a census file and how far it is.")
        .columns([
            id(),
            reference("file_id", "census_file"),
            // 0 map, 1 validate, 2 match, 3 inspect, 4 process, 5 map multi-group
            small("task"),
            small("state").default("0"),
            instant("completed_at").optional(),
            int("total").default("0"),
            int("with_errors").default("0"),
            int("matched").default("0"),
            int("unmatched").default("0"),
            // written once a chunk
            int("done").default("0"),
            json("summary").optional(),
        ])
        .check("task", "task between 0 and 5")
        .unique(&["file_id", "task"])
}

fn census_record() -> Table {
    table("census_record", "A row of a census file, read.")
        .columns([
            reference("file_id", "census_file"),
            int("row_number"),
            int("physical_line"),
            // 0 valid, 1 error, 2 skipped by a person, 3 skipped by rule
            small("state").default("0"),
            text("unique_id").optional(),
            text("member_type").optional(),
            text("first_name").optional(),
            text("last_name").optional(),
            small("gender").optional(),
            date("date_of_birth").optional(),
            text("email").optional(),
            text("mobile_phone").optional(),
            text("home_phone").optional(),
            text("address_line1").optional(),
            text("address_line2").optional(),
            text("city").optional(),
            text("state_code").optional(),
            text("zip_code").optional(),
            text("other_member_id").optional(),
            text("plan_name").optional(),
            text("pricing_group_code").optional(),
            text("billing_reference_id").optional(),
            small("status").optional(),
            bytes("family_key").optional(),
            text("relationship").optional(),
            int("primary_row").optional(),
            // bit set of fields that the row clears (rules.md#clearing-a-value)
            int("clears").default("0"),
            reference("edited_by", "user_account").optional(),
        ])
        .key(&["file_id", "row_number"])
        .check("state", "state between 0 and 3")
        .index_where(&["file_id", "state", "row_number"], "state<>0")
        // whom a corrected row is compared with
        .index(&["file_id", "date_of_birth"])
        .index_where(&["file_id", "primary_row"], "primary_row is not null")
        .without_rowid()
}

fn census_issue() -> Table {
    table("census_issue", "What is wrong with a row or a file.")
        .columns([
            id(),
            reference("file_id", "census_file"),
            small("task"),
            int("row_number").optional(),
            text("field").optional(),
            small("kind"),
            // 0 error, 1 warning
            small("severity"),
            text("value").optional(),
            text("message"),
            instant("resolved_at").optional(),
        ])
        .check("severity", "severity in (0,1)")
        // what is left to fix
        .index_where(&["file_id", "severity", "kind", "field", "id"], "resolved_at is null")
        .index(&["file_id", "row_number"])
}

fn census_match() -> Table {
    table("census_match", "A member that a row may be; exactly one a row is chosen.")
        .columns([
            reference("file_id", "census_file"),
            int("row_number"),
            // every valid row has a rank 0; more only where a person must choose
            small("rank"),
            reference("member_id", "member").optional(),
            int("member_version").optional(),
            small("match_type").optional(),
            real("score").optional(),
            json("reasons").optional(),
            // 0 unchanged, 1 create, 2 update, 3 reactivate, 4 review, 5 ignored, 6 terminate
            small("outcome"),
            flag("chosen"),
        ])
        .key(&["file_id", "row_number", "rank"])
        .check("outcome", "outcome between 0 and 6")
        // a member goes to one row, and a row to one member
        .unique_where(&["file_id", "member_id"], "chosen=1 and member_id is not null")
        .unique_where(&["file_id", "row_number"], "chosen=1")
        .index_where(&["file_id", "outcome", "row_number"], "outcome<>0")
        .without_rowid()
}

fn census_absent() -> Table {
    table("census_absent", "A member whom an explicit import would end.")
        .columns([
            reference("file_id", "census_file"),
            reference("member_id", "member"),
            int("member_version"),
            flag("skipped").default("0"),
        ])
        .key(&["file_id", "member_id"])
        .without_rowid()
}

fn census_change() -> Table {
    table(
        "census_change",
        "What processing a file did to a member, and how to undo it. Append-only but for the undoing.",
    )
    .columns([
        id(),
        reference("file_id", "census_file"),
        int("row_number").optional(),
        reference("member_id", "member"),
        small("kind"),
        json("before").optional(),
        int("version_after"),
        reference("status_change_id", "status_change").optional(),
        instant("at"),
        instant("undone_at").optional(),
        small("undo_note").optional(),
    ])
    .check("kind", "kind between 1 and 4")
    .unique(&["file_id", "member_id"])
    // a member's history
    .index(&["member_id", "id"])
}

fn census_mapping() -> Table {
    table("census_mapping", "Which field a heading means, remembered for the group or for all.")
        .columns([
            id(),
            reference("group_id", "employer_group").optional(),
            text("heading_key"),
            text("field"),
            instant("used_at"),
            reference("confirmed_by", "user_account").optional(),
        ])
        .unique_where(&["group_id", "heading_key"], "group_id is not null")
        .unique_where(&["heading_key"], "group_id is null")
}

fn census_not_same() -> Table {
    table(
        "census_not_same",
        "A row that a person found not to be this member. The key is a keyed hash of name and birth date.",
    )
    .columns([
        reference("member_id", "member"),
        bytes("row_key"),
        reference("decided_by", "user_account"),
        instant("decided_at"),
    ])
    .key(&["member_id", "row_key"])
}
