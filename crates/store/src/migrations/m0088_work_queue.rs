//! Indexes of the work queue (rules.md#work-queue): each holds only the rows that wait for a person, so that counting them reads no others.

use crate::Engine;

pub(super) fn statements(_: Engine) -> Vec<String> {
    [
        "create index \"ix_census_file_unfinished\" on \"census_file\" (\"status\", \"uploaded_at\", \"id\") \
         where deleted_at is null and status <> 5",
        "create index \"ix_snapshot_overdue\" on \"snapshot\" (\"due_on\", \"id\", \"group_id\", \"balance_cents\") \
         where deleted_at is null and payment_status = 4",
        "create index \"ix_snapshot_not_sent\" on \"snapshot\" (\"plan_id\", \"period_month\", \"total_cents\") \
         where deleted_at is null and erp_ref_id is null",
        "create index \"ix_snapshot_sent\" on \"snapshot\" (\"plan_id\", \"period_month\") \
         where deleted_at is null and erp_ref_id is not null",
        "create index \"ix_snapshot_out_of_date\" on \"snapshot\" (\"id\") where out_of_date and deleted_at is null",
        "create index \"ix_erp_document_unsettled\" on \"erp_document\" (\"updated_at\", \"id\") \
         where (state <> 2 and state <> 6) or mail = 0",
        "create index \"ix_commission_statement_without_bill\" on \"commission_statement\" (\"period_month\", \"id\") \
         where deleted_at is null and locked_at is null",
    ]
    .map(str::to_owned)
    .to_vec()
}
