//! Jobs, schedules, files, mail.

use super::ddl::{Table, bytes, flag, id, instant, int, json, long, small, table, text};

pub(super) fn tables() -> Vec<Table> {
    vec![job(), schedule(), lease(), stored_file(), mail()]
}

fn job() -> Table {
    table("job", "Work to be done in the background, claimed by one process at a time.")
        .columns([
            id(),
            text("kind"),
            json("payload"),
            // 0 waiting, 1 running, 2 finished, 3 failed, 4 cancelled
            small("state").default("0"),
            small("lane").default("0"),
            instant("run_at"),
            int("attempts").default("0"),
            int("max_attempts").default("10"),
            instant("lease_until").optional(),
            text("lease_token").optional(),
            text("dedupe_key").optional(),
            long("group_id").optional(),
            int("done").default("0"),
            int("total").optional(),
            text("last_error").optional(),
            long("created_by").optional(),
            instant("created_at"),
            instant("finished_at").optional(),
        ])
        .check("state", "state between 0 and 4")
        .check("lease", "(state=1)=(lease_token is not null)")
        .unique_where(&["dedupe_key"], "dedupe_key is not null and state in (0,1)")
        .index_where(&["lane", "run_at", "id"], "state=0")
        .index_where(&["lease_until"], "state=1")
        .index_where(&["finished_at"], "state in (2,3,4)")
}

fn schedule() -> Table {
    table("schedule", "When recurring work is due next.")
        .columns([
            text("name"),
            text("cron"),
            instant("next_at"),
            text("last_key").optional(),
            flag("enabled").default("1"),
            instant("updated_at"),
        ])
        .key(&["name"])
}

fn lease() -> Table {
    table("lease", "Work that only one process may do at a time, and until when it holds it.")
        .columns([text("name"), text("holder"), instant("until")])
        .key(&["name"])
}

fn stored_file() -> Table {
    table("stored_file", "An upload or a rendered document in the file store.")
        .columns([
            id(),
            small("purpose"),
            text("storage_key"),
            bytes("sha256"),
            long("size"),
            text("media_type"),
            long("created_by").optional(),
            instant("created_at"),
            instant("delete_after").optional(),
        ])
        .unique(&["storage_key"])
        .index_where(&["delete_after"], "delete_after is not null")
}

fn mail() -> Table {
    table("mail", "A mail to be sent, or sent.")
        .columns([
            id(),
            text("to_address"),
            text("template"),
            json("data"),
            text("dedupe_key").optional(),
            // 0 waiting, 1 sent, 2 failed
            small("state").default("0"),
            int("attempts").default("0"),
            instant("created_at"),
            instant("sent_at").optional(),
        ])
        .check("state", "state between 0 and 2")
        .unique_where(&["dedupe_key"], "dedupe_key is not null")
        .index_where(&["state", "id"], "state=0")
}
