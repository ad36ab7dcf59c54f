//! What a bill says of consults and of its purchase order.
//!
//! What a consult was before it changed is kept, so that a bill tells of it as it was computed (rules.md#frozen-snapshot). Drafts take the
//! purchase order that their plan has by now, and every snapshot is found by its own.

use domain::text::fold;
use sea_orm::{ConnectionTrait, DbErr, Statement};
use sea_orm_migration::{MigrationName, MigrationTrait, SchemaManager};

use super::ddl::{Table, flag, id, instant, reference, table};
use super::engine_of;
use super::m0056_frozen_statements::{Refusal, trigger};
use crate::Engine;

/// Makes the table, and writes the purchase orders.
pub(super) struct BillDetails;

impl MigrationName for BillDetails {
    fn name(&self) -> &'static str {
        "m0095_bill_details"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for BillDetails {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        for statement in statements(engine_of(manager)) {
            connection.execute_unprepared(&statement).await?;
        }
        find_by_purchase_order(connection).await
    }
}

const DRAFTS: &str = "update snapshot set \
     purchase_order = (select p.purchase_order from plan p where p.id = snapshot.plan_id), \
     customer_name = (select p.erp_customer_name from plan p where p.id = snapshot.plan_id) \
     where erp_ref_id is null and deleted_at is null";

/// Adds each purchase order to what its snapshots are found by.
pub(crate) async fn find_by_purchase_order(connection: &impl ConnectionTrait) -> Result<(), DbErr> {
    let backend = connection.get_database_backend();
    let known = "select distinct purchase_order from snapshot where purchase_order is not null";
    for row in connection.query_all_raw(Statement::from_string(backend, known)).await? {
        let order: String = row.try_get("", "purchase_order")?;
        let sql = "update snapshot set search_text = search_text || $1 where purchase_order = $2";
        let values = [format!(" {}", fold(&order)).into(), order.into()];
        connection.execute_raw(Statement::from_sql_and_values(backend, sql, values)).await?;
    }
    Ok(())
}

const REFUSALS: [Refusal; 2] = [
    Refusal {
        name: "append_only_consult_change_update",
        table: "consult_change",
        event: "update",
        when: "true",
        said: "consult_change is append-only",
    },
    Refusal {
        name: "append_only_consult_change_delete",
        table: "consult_change",
        event: "delete",
        when: "true",
        said: "consult_change is append-only",
    },
];

fn statements(engine: Engine) -> Vec<String> {
    let changes = consult_change();
    let mut statements = changes.create_sql(engine);
    if engine == Engine::Postgres {
        statements.extend(changes.references_sql());
    }
    statements.extend(REFUSALS.iter().flat_map(|refusal| trigger(engine, refusal)));
    statements.push(DRAFTS.to_owned());
    statements
}

fn consult_change() -> Table {
    table("consult_change", "What a consult no longer is, for snapshots computed before it changed. Append-only.")
        .columns([
            id(),
            reference("consult_id", "consult"),
            instant("started_at"),
            flag("is_after_hours"),
            instant("replaced_at"),
        ])
        .index(&["consult_id", "replaced_at"])
}
