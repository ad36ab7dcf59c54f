//! What guards accounts: when a session last showed the password, who asked for another address, and how much a machine has tried. Keys of
//! accounts that are closed by now are revoked, so that none comes back with its account.

use super::ddl::{Table, bytes, id, instant, reference, table, text};
use crate::Engine;

pub(super) fn statements(engine: Engine) -> Vec<String> {
    let kind = match engine {
        Engine::Sqlite => "text",
        Engine::Postgres => "timestamptz",
    };
    let mut statements = vec![
        format!("alter table \"session\" add column \"confirmed_at\" {kind}"),
        "update \"access_key\" set \"revoked_at\" = (select \"disabled_at\" from \"user_account\" where \
         \"user_account\".\"id\" = \"access_key\".\"user_id\") where \"revoked_at\" is null and \"user_id\" in \
         (select \"id\" from \"user_account\" where \"disabled_at\" is not null)"
            .to_owned(),
    ];
    for table in [address_change(), source_budget()] {
        statements.extend(table.create_sql(engine));
        if engine == Engine::Postgres {
            statements.extend(table.references_sql());
        }
    }
    statements
}

fn address_change() -> Table {
    table("address_change", "Another address of a user that waits for a yes from the old one, by a mailed link.")
        .columns([
            id(),
            reference("user_id", "user_account"),
            text("email"),
            reference("asked_by", "user_account"),
            bytes("token_hash"),
            instant("created_at"),
            instant("expires_at"),
            instant("ended_at").optional(),
        ])
        .unique(&["token_hash"])
        .unique_where(&["user_id"], "ended_at is null")
        .index(&["asked_by"])
}

fn source_budget() -> Table {
    table("source_budget", "Until when a machine has used up its budget of sign-ins. The key is a keyed hash.")
        .columns([text("key"), instant("used_until")])
        .key(&["key"])
        .index(&["used_until"])
}
