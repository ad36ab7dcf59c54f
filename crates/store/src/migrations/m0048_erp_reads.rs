//! A document of an ERP that could not be read: when, and what was said (rules.md#payment-sweep). A read that succeeds takes it away.

use crate::Engine;

pub(super) fn statements(engine: Engine) -> Vec<String> {
    let instant = match engine {
        Engine::Sqlite => "text",
        Engine::Postgres => "timestamptz",
    };
    vec![
        format!("alter table \"erp_document\" add column \"read_failed_at\" {instant}"),
        "alter table \"erp_document\" add column \"read_error\" text".to_owned(),
        "create index \"ix_erp_document_read_failed_at\" on \"erp_document\" (\"api_service_id\", \"read_failed_at\") \
         where read_failed_at is not null"
            .to_owned(),
        "create index \"ix_snapshot_payment_synced_at\" on \"snapshot\" (\"payment_synced_at\", \"id\") \
         where erp_ref_id is not null and deleted_at is null"
            .to_owned(),
        "create index \"ix_billing_run_item_snapshot_id\" on \"billing_run_item\" (\"snapshot_id\") \
         where snapshot_id is not null"
            .to_owned(),
    ]
}
