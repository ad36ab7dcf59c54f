//! Invoices become overdue by the day, not by somebody's click (rules.md#payment-status): what was heard of them is looked at anew each night.

use domain::SnapshotId;
use serde_json::json;
use store::Stamp;
use store::audit::Entry;
use store::snapshots::{self, Aged};

use crate::context::Context;
use crate::error::Result;

/// Invoices looked at in one transaction.
const INVOICES_A_CHUNK: u64 = 500;

/// Brings the payment status of all invoices in step with today. No ERP is asked.
///
/// # Errors
/// When the database fails.
pub async fn age(ctx: &Context) -> Result<()> {
    let mut after = SnapshotId(0);
    loop {
        let stamp = Stamp { at: ctx.now(), by: None };
        let tx = ctx.store.begin().await?;
        let aged = snapshots::age(&tx, after, INVOICES_A_CHUNK, ctx.today(), stamp).await?;
        let Some(last) = aged.last() else { return Ok(()) };
        after = last.id;
        let entries: Vec<Entry> =
            aged.iter().filter(|one| one.before != one.after).map(|one| entry(ctx, one)).collect();
        if !entries.is_empty() {
            tx.commit_all(entries).await?;
        }
    }
}

fn entry(ctx: &Context, aged: &Aged) -> Entry {
    Entry::new(ctx.now(), "snapshot.age_payment", "snapshot")
        .on(aged.id)
        .in_group(aged.group)
        .with_change(&json!({ "PaymentStatus": aged.before.text() }), &json!({ "PaymentStatus": aged.after.text() }))
}
