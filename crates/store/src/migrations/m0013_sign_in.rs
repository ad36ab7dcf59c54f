//! When somebody last signed in, and the session that an administrator has put aside to act as somebody else
//! (rules.md#impersonation).

use crate::Engine;

pub(super) fn statements(engine: Engine) -> Vec<String> {
    let (instant, id) = match engine {
        Engine::Sqlite => ("text", "integer"),
        Engine::Postgres => ("timestamptz", "bigint"),
    };
    let put_aside = "references \"session\" (\"id\") on delete set null";
    vec![
        format!("alter table \"user_account\" add column \"last_sign_in_at\" {instant}"),
        format!("alter table \"session\" add column \"own_session_id\" {id} {put_aside}"),
        // deleting a session looks for those that refer to it
        "create index \"ix_session_own_session_id\" on \"session\" (\"own_session_id\") \
         where \"own_session_id\" is not null"
            .to_owned(),
    ]
}
