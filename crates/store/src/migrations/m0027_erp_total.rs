//! The total of a document in the accounting system, which stays the older one until the invoice is updated (rules.md#out-of-date-invoice). Of
//! documents from before it is the snapshot's while these agree; of the others the next sync tells it.
//!
//! And a credit memo is never due: nobody owes it (rules.md#credit-memo).

use crate::Engine;

pub(super) fn statements(engine: Engine) -> Vec<String> {
    let cents = match engine {
        Engine::Sqlite => "integer",
        Engine::Postgres => "bigint",
    };
    vec![
        format!("alter table \"snapshot\" add column \"erp_total_cents\" {cents}"),
        "update snapshot set erp_total_cents = abs(total_cents) where erp_ref_id is not null and not out_of_date"
            .to_owned(),
        "update snapshot set due_on = null, payment_status = case payment_status when 4 then 1 else payment_status end \
         where exists (select 1 from erp_document d where d.kind = 1 and d.local_id = snapshot.id \
         and d.api_service_id = snapshot.api_service_id and d.erp_id = snapshot.erp_ref_id)"
            .to_owned(),
    ]
}
