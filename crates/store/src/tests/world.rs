//! Rows for tests: a valid one of each table that is needed, to be varied column by column.
//!
//! Values are SQL that both engines read; `{bytes}` stands for their type of bytes. Ids are given by the database, so
//! the first row of a table is 1.

use sea_orm::{ConnectionTrait, DbBackend, Statement};

use crate::database::connection::sealed::Connected;
use crate::{Db, Engine, Result, Store, Tx};

/// Columns and their values in SQL.
pub type Columns = &'static [(&'static str, &'static str)];

const AT: &str = "'2026-07-01T12:00:00.000Z'";

/// Inserts the usual row of a table, but for the columns given.
pub async fn insert(tx: &Tx, table: &str, but: Columns) -> Result<()> {
    let mut row: Vec<(&str, &str)> = sample(table).to_vec();
    for (column, value) in but {
        row.retain(|(known, _)| known != column);
        row.push((column, value));
    }
    let columns: Vec<_> = row.iter().map(|(column, _)| format!("\"{column}\"")).collect();
    let values: Vec<_> = row.iter().map(|(_, value)| *value).collect();
    let sql = format!("insert into {table} ({}) values ({})", columns.join(", "), values.join(", "));
    execute(tx, &sql).await
}

/// Runs any statement.
pub async fn execute(tx: &Tx, sql: &str) -> Result<()> {
    let (backend, bytes) = match tx.engine() {
        Engine::Sqlite => (DbBackend::Sqlite, "blob"),
        Engine::Postgres => (DbBackend::Postgres, "bytea"),
    };
    tx.connection().execute_raw(Statement::from_string(backend, sql.replace("{bytes}", bytes))).await?;
    Ok(())
}

/// Fills an empty database with two brokers, a user, and two groups with all that a bill needs; every id is 1 or 2.
pub async fn populate(store: &Store) {
    let tx = store.begin().await.expect("a transaction");
    for (table, but) in POPULATION {
        insert(&tx, table, but).await.unwrap_or_else(|error| panic!("{table}: {error}"));
    }
    tx.commit_unaudited("the world of a test").await.expect("the world is committed");
}

const POPULATION: &[(&str, Columns)] = &[
    ("broker", &[]),
    ("broker", &[("name", "'South'"), ("name_key", "'south'"), ("search_text", "'south'")]),
    ("user_account", &[]),
    ("employer_group", &[]),
    ("employer_group", SECOND_GROUP),
    ("contact", &[]),
    ("pricing_option", &[]),
    ("pricing_option", &[("group_id", "2")]),
    ("pricing_group", &[]),
    ("pricing_group", &[("group_id", "2"), ("pricing_option_id", "2")]),
    ("api_service", &[]),
    ("plan", &[]),
    ("plan", &[("group_id", "2")]),
    ("plan_line", &[]),
    ("plan_line", &[("name", "'Second'")]),
    ("member", &[]),
    ("member", &[("unique_key", "'u2'"), ("link_id", "'00000000-0000-0000-0000-0000000000b2'")]),
    ("snapshot", &[]),
    ("snapshot_line", &[]),
    ("snapshot_line", &[("plan_line_id", "2")]),
    ("stored_file", &[]),
    ("census_file", &[]),
    ("commission_rule", &[]),
    ("commission_rule_line", &[]),
    ("commission_statement", &[]),
];

const SECOND_GROUP: Columns = &[
    ("group_code", "'10002'"),
    ("group_code_key", "'10002'"),
    ("broker_id", "2"),
    ("global_link_id", "'00000000-0000-0000-0000-0000000000a2'"),
];

fn sample(table: &str) -> &'static [(&'static str, &'static str)] {
    SAMPLES.iter().find(|(name, _)| *name == table).unwrap_or_else(|| panic!("no sample of {table}")).1
}

const SAMPLES: &[(&str, Columns)] = &[
    (
        "broker",
        &[
            ("name", "'North'"),
            ("name_key", "'north'"),
            ("search_text", "'north'"),
            ("created_at", AT),
            ("updated_at", AT),
        ],
    ),
    ("work_digest", &[("user_id", "1"), ("since", AT)]),
    (
        "saved_view",
        &[
            ("user_id", "1"),
            ("list", "'groups'"),
            ("name", "'Mine'"),
            ("name_key", "'mine'"),
            ("query", "''"),
            ("created_at", AT),
            ("updated_at", AT),
        ],
    ),
    (
        "user_account",
        &[
            ("email", "'Ada@example.test'"),
            ("email_key", "'ada@example.test'"),
            ("first_name", "'Ada'"),
            ("last_name", "'Young'"),
            ("role", "1"),
            ("search_text", "'ada young'"),
            ("created_at", AT),
            ("updated_at", AT),
        ],
    ),
    ("user_group", &[("user_id", "1"), ("group_id", "1")]),
    (
        "session",
        &[
            ("user_id", "1"),
            ("token_hash", "cast('session' as {bytes})"),
            ("created_at", AT),
            ("last_seen_at", AT),
            ("expires_at", AT),
        ],
    ),
    (
        "employer_group",
        &[
            ("group_code", "'10001'"),
            ("group_code_key", "'10001'"),
            ("name", "'Mill'"),
            ("broker_id", "1"),
            ("effective_on", "'2026-01-01'"),
            ("global_link_id", "'00000000-0000-0000-0000-0000000000a1'"),
            ("search_text", "'mill'"),
            ("created_at", AT),
            ("updated_at", AT),
        ],
    ),
    (
        "contact",
        &[("group_id", "1"), ("first_name", "'Bo'"), ("last_name", "'Reed'"), ("created_at", AT), ("updated_at", AT)],
    ),
    ("note", &[("group_id", "1"), ("body", "'Called.'"), ("created_by", "1"), ("created_at", AT), ("updated_at", AT)]),
    ("group_count", &[("group_id", "1"), ("day", "'0001-01-01'"), ("total", "0"), ("active", "0")]),
    (
        "pricing_option",
        &[
            ("group_id", "1"),
            ("name", "'Standard'"),
            ("name_key", "'standard'"),
            ("rate_cents", "4900"),
            ("created_at", AT),
            ("updated_at", AT),
        ],
    ),
    (
        "pricing_group",
        &[
            ("group_id", "1"),
            ("pricing_option_id", "1"),
            ("name", "'Everybody'"),
            ("name_key", "'everybody'"),
            ("code", "'all'"),
            ("is_default", "true"),
            ("created_at", AT),
            ("updated_at", AT),
        ],
    ),
    (
        "api_service",
        &[
            ("name", "'Books'"),
            ("name_key", "'books'"),
            ("service_type", "'quickbooks'"),
            ("api_base_url", "'http://127.0.0.1'"),
            ("created_at", AT),
            ("updated_at", AT),
        ],
    ),
    (
        "plan",
        &[
            ("group_id", "1"),
            ("name", "'Telehealth'"),
            ("name_key", "'telehealth'"),
            ("created_at", AT),
            ("updated_at", AT),
        ],
    ),
    (
        "plan_line",
        &[
            ("group_id", "1"),
            ("plan_id", "1"),
            ("name", "'Members'"),
            ("billing_type", "2"),
            ("billing_period", "0"),
            ("pricing_option_id", "1"),
            ("created_at", AT),
            ("updated_at", AT),
        ],
    ),
    (
        "member",
        &[
            ("group_id", "1"),
            ("first_name", "'Cy'"),
            ("last_name", "'Lane'"),
            ("first_key", "'cy'"),
            ("last_key", "'lane'"),
            ("date_of_birth", "'1980-02-29'"),
            ("plan_name", "'Family Plan'"),
            ("member_type", "'Primary'"),
            ("unique_key", "'u1'"),
            ("status", "0"),
            ("link_id", "'00000000-0000-0000-0000-0000000000b1'"),
            ("created_at", AT),
            ("updated_at", AT),
        ],
    ),
    (
        "status_change",
        &[
            ("member_id", "1"),
            ("group_id", "1"),
            ("status", "0"),
            ("effective_on", "'2026-01-01'"),
            ("recorded_at", AT),
        ],
    ),
    (
        "snapshot",
        &[
            ("plan_id", "1"),
            ("group_id", "1"),
            ("period_month", "24318"),
            ("start_on", "'2026-06-04'"),
            ("end_on", "'2026-07-03'"),
            ("computed_at", AT),
            ("plan_name", "'Telehealth'"),
            ("total_cents", "9800"),
            ("search_text", "''"),
            ("created_at", AT),
            ("updated_at", AT),
        ],
    ),
    (
        "snapshot_line",
        &[
            ("snapshot_id", "1"),
            ("plan_line_id", "1"),
            ("position", "1"),
            ("name", "'Members'"),
            ("billing_type", "2"),
            ("billable_month", "24318"),
            ("kind", "0"),
            ("is_credit", "false"),
            ("rate_cents", "4900"),
            ("quantity", "2"),
            ("total_cents", "9800"),
            ("pricing_option_id", "1"),
        ],
    ),
    ("billing_run", &[("period_month", "24318"), ("created_at", AT)]),
    ("bulk_action", &[("kind", "0"), ("created_by", "1"), ("created_at", AT)]),
    (
        "bulk_action_item",
        &[("action_id", "(select max(id) from bulk_action)"), ("snapshot_id", "1"), ("group_id", "1")],
    ),
    (
        "billing_run_item",
        &[
            ("run_id", "(select max(id) from billing_run)"),
            ("plan_id", "1"),
            ("group_id", "1"),
            ("start_on", "'2026-06-04'"),
            ("end_on", "'2026-07-03'"),
        ],
    ),
    (
        "consult",
        &[
            ("external_id", "'c1'"),
            ("group_id", "1"),
            ("started_at", AT),
            ("local_minute", "480"),
            ("state", "0"),
            ("is_after_hours", "false"),
            ("gender", "1"),
            ("age", "30"),
            ("received_at", AT),
        ],
    ),
    (
        "erp_document",
        &[
            ("api_service_id", "1"),
            ("kind", "0"),
            ("local_id", "1"),
            ("generation", "1"),
            ("request_key", "'r1'"),
            ("created_at", AT),
            ("updated_at", AT),
        ],
    ),
    (
        "stored_file",
        &[
            ("purpose", "0"),
            ("storage_key", "'f1'"),
            ("sha256", "cast('file' as {bytes})"),
            ("size", "4"),
            ("media_type", "'text/csv'"),
            ("created_at", AT),
        ],
    ),
    (
        "census_file",
        &[
            ("name", "'00000000-0000-0000-0000-0000000000c1'"),
            ("group_id", "1"),
            ("original_file_name", "'census.csv'"),
            ("stored_file_id", "1"),
            ("uploaded_by", "1"),
            ("by_administrator", "true"),
            ("uploaded_at", AT),
            ("search_text", "''"),
            ("created_at", AT),
            ("updated_at", AT),
        ],
    ),
    ("census_task", &[("file_id", "1"), ("task", "0")]),
    (
        "census_match",
        &[
            ("file_id", "1"),
            ("row_number", "1"),
            ("rank", "0"),
            ("member_id", "1"),
            ("outcome", "0"),
            ("chosen", "true"),
        ],
    ),
    ("census_change", &[("file_id", "1"), ("member_id", "1"), ("kind", "1"), ("version_after", "1"), ("at", AT)]),
    ("census_mapping", &[("heading_key", "'dob'"), ("field", "'DateOfBirth'"), ("used_at", AT)]),
    (
        "census_value",
        &[
            ("group_id", "1"),
            ("field", "'State'"),
            ("value_key", "'fla.'"),
            ("replacement", "'FL'"),
            ("decided_by", "1"),
            ("decided_at", AT),
        ],
    ),
    (
        "commission_rule",
        &[("name", "'Rule'"), ("payee_name", "'Payee'"), ("search_text", "''"), ("created_at", AT), ("updated_at", AT)],
    ),
    ("commission_rule_line", &[("rule_id", "1"), ("plan_line_id", "1")]),
    (
        "commission_rate",
        &[("rule_line_id", "1"), ("from_month", "24318"), ("payout_cents", "300"), ("set_by", "1"), ("set_at", AT)],
    ),
    (
        "commission_adjustment",
        &[
            ("rule_id", "1"),
            ("amount_cents", "25000"),
            ("reason", "'Bonus'"),
            ("from_month", "24318"),
            ("added_by", "1"),
            ("added_at", AT),
        ],
    ),
    (
        "commission_statement",
        &[
            ("rule_id", "1"),
            ("name", "'Rule - July 2026'"),
            ("payee_name", "'Payee'"),
            ("period_month", "24318"),
            ("total_cents", "600"),
            ("search_text", "''"),
            ("created_at", AT),
            ("updated_at", AT),
        ],
    ),
    (
        "commission_line",
        &[
            ("statement_id", "1"),
            ("rule_id", "1"),
            ("kind", "0"),
            ("snapshot_line_id", "1"),
            ("snapshot_id", "1"),
            ("billable_month", "24318"),
            ("quantity", "2"),
            ("rate_cents", "4900"),
            ("payout_cents", "300"),
            ("is_credit", "false"),
            ("total_cents", "600"),
            ("employer_name", "'Mill'"),
            ("plan_name", "'Telehealth'"),
        ],
    ),
    ("job", &[("kind", "'work'"), ("payload", "'{}'"), ("run_at", AT), ("created_at", AT)]),
];
