//! An index of the invoices of which something is to be paid (rules.md#sums-of-invoices): it holds no others, so that their sum reads few rows.

use crate::Engine;

pub(super) fn statements(_: Engine) -> Vec<String> {
    vec![
        "create index \"ix_snapshot_outstanding\" on \"snapshot\" \
         (\"group_id\", \"balance_cents\", \"total_cents\", \"out_of_date\", \"id\") \
         where deleted_at is null and payment_status in (1,2,4)"
            .to_owned(),
    ]
}
