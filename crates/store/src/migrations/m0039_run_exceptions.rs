//! What the exceptions of a plan of a billing run were found by: another group with the same ERP customer, and how many census files of the
//! group were not finished.

use crate::Engine;

pub(super) fn statements(engine: Engine) -> Vec<String> {
    let number = match engine {
        Engine::Sqlite => "integer not null default 0",
        Engine::Postgres => "int not null default 0",
    };
    vec![
        "alter table \"billing_run_item\" add column \"customer_of\" text".to_owned(),
        format!("alter table \"billing_run_item\" add column \"unfinished_files\" {number}"),
        "create index \"ix_plan_api_service_id_erp_customer_id\" on \"plan\" (\"api_service_id\", \"erp_customer_id\") \
         where erp_customer_id is not null"
            .to_owned(),
    ]
}
