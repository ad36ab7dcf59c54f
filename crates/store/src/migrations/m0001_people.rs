//! People, access, audit.

use super::ddl::{Table, bytes, flag, id, instant, int, json, long, reference, small, table, text};

pub(super) fn tables() -> Vec<Table> {
    vec![
        broker(),
        user_account(),
        user_group(),
        recovery_code(),
        user_token(),
        session(),
        access_key(),
        attempt_window(),
        announcement_ack(),
        audit(),
        setting(),
    ]
}

fn broker() -> Table {
    table("broker", "Who brings groups, with the values that groups under it inherit (rules.md#broker-override).")
        .columns([
            id(),
            text("name"),
            text("name_key"),
            reference("master_broker_id", "broker").optional(),
            flag("process_dependents").optional(),
            flag("send_welcome_emails").optional(),
            flag("require_patient_mfa").optional(),
            small("invoice_period_start_day").default("4"),
            small("invoice_period_end_day").default("3"),
            small("invoice_grace_days").default("0"),
            small("billing_lookback_months").default("3"),
            text("search_text"),
        ])
        .versioned()
        .check("invoice_period_start_day", "invoice_period_start_day between 1 and 31")
        .check("invoice_period_end_day", "invoice_period_end_day between 1 and 31")
        .check("invoice_grace_days", "invoice_grace_days between 0 and 90")
        .check("billing_lookback_months", "billing_lookback_months between 0 and 24")
        .check("master_broker_id", "master_broker_id<>id")
        .unique(&["name_key"])
        .index(&["master_broker_id"])
}

fn user_account() -> Table {
    table("user_account", "A person who signs in.")
        .columns([
            id(),
            text("email"),
            text("email_key"),
            text("first_name"),
            text("last_name"),
            text("phone").optional(),
            // 1 administrator, 2 broker administrator, 3 account manager, 4 group user
            small("role"),
            reference("broker_id", "broker").optional(),
            text("password_hash").optional(),
            instant("password_changed_at").optional(),
            // sealed: key id, nonce and ciphertext, bound to table, column and row
            bytes("totp_secret").optional(),
            instant("totp_confirmed_at").optional(),
            long("totp_last_step").optional(),
            int("failed_sign_ins").default("0"),
            instant("locked_until").optional(),
            instant("disabled_at").optional(),
            text("search_text"),
        ])
        .versioned()
        .check("role", "role between 1 and 4")
        .check("broker", "role not in (2,3) or broker_id is not null")
        .unique(&["email_key"])
        .index(&["broker_id", "id"])
}

fn user_group() -> Table {
    table("user_group", "A group given to an account manager or a group user.")
        .columns([reference("user_id", "user_account"), reference("group_id", "employer_group")])
        .key(&["user_id", "group_id"])
        // the users of a group; the groups of a user, which are the scope of roles 3 and 4, are the key
        .index(&["group_id", "user_id"])
        .without_rowid()
}

fn recovery_code() -> Table {
    table("recovery_code", "A hashed code that replaces the second factor once.")
        .columns([id(), reference("user_id", "user_account"), bytes("code_hash"), instant("used_at").optional()])
        .unique(&["user_id", "code_hash"])
}

fn user_token() -> Table {
    table("user_token", "A hashed single-use token sent by mail: password reset or invitation.")
        .columns([
            id(),
            reference("user_id", "user_account"),
            // 0 password reset (60 minutes), 1 invitation (72 hours)
            small("purpose"),
            bytes("token_hash"),
            instant("created_at"),
            instant("expires_at"),
            instant("used_at").optional(),
        ])
        .check("purpose", "purpose in (0,1)")
        .unique(&["token_hash"])
}

fn session() -> Table {
    table("session", "A browser that is signed in; ended sessions stay for a month.")
        .columns([
            id(),
            reference("user_id", "user_account"),
            reference("impersonator_id", "user_account").optional(),
            bytes("token_hash"),
            instant("created_at"),
            // written at most once a minute
            instant("last_seen_at"),
            instant("expires_at"),
            instant("ended_at").optional(),
            instant("second_factor_at").optional(),
            text("ip").optional(),
            text("user_agent").optional(),
        ])
        .check("impersonator", "impersonator_id<>user_id")
        .unique(&["token_hash"])
        // one's own sessions, and ending them all at a password change
        .index_where(&["user_id", "expires_at"], "ended_at is null")
}

fn access_key() -> Table {
    table("access_key", "A key with which a user's programs call the API, stored hashed (rules.md#access-keys).")
        .columns([
            id(),
            reference("user_id", "user_account"),
            text("name"),
            text("prefix"),
            bytes("token_hash"),
            instant("created_at"),
            instant("expires_at"),
            instant("last_used_at").optional(),
            instant("revoked_at").optional(),
        ])
        .unique(&["token_hash"])
        .index(&["user_id", "id"])
}

fn attempt_window() -> Table {
    table(
        "attempt_window",
        "Attempts in a window of time, counted for all processes: sign-in, reset, upload. The key is a keyed hash.",
    )
    .columns([text("key"), instant("starts_at"), int("attempts")])
    .key(&["key", "starts_at"])
}

fn announcement_ack() -> Table {
    table("announcement_ack", "An announcement that a user has put away.")
        .columns([reference("user_id", "user_account"), int("announcement_no"), instant("acknowledged_at")])
        .key(&["user_id", "announcement_no"])
}

fn audit() -> Table {
    table("audit", "Who did what to which record. Append-only.")
        .columns([
            id(),
            instant("at"),
            reference("user_id", "user_account").optional(),
            reference("acting_as_id", "user_account").optional(),
            text("action"),
            text("subject"),
            long("subject_id").optional(),
            long("group_id").optional(),
            text("cause").optional(),
            long("cause_id").optional(),
            text("ip").optional(),
            text("request_id").optional(),
            // `{"before": {…}, "after": {…}}` with changed fields only; secrets as "set"
            json("detail").optional(),
        ])
        // a record's history
        .index(&["subject", "subject_id", "id"])
        .index(&["at"])
        .index(&["user_id", "id"])
        .index(&["group_id", "id"])
}

fn setting() -> Table {
    table("setting", "A setting that is changed at run time.")
        .columns([
            text("key"),
            json("value"),
            reference("updated_by", "user_account").optional(),
            instant("updated_at"),
        ])
        .key(&["key"])
}
