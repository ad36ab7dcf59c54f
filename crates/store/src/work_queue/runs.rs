//! Billing runs whose drafts wait for a person.

use domain::billing::run::{ItemState, RunState};
use domain::work_queue::{Item, Record, Work};
use domain::{BillingMonth, Money};
use sea_orm::QueryResult;

use super::Found;
use crate::Result;

/// Drafted runs with drafts that wait for approval, or with approved ones that wait for their creation.
pub(super) fn waiting() -> Found {
    let (drafted, draft, approved) =
        (RunState::Drafted.number(), ItemState::Draft.number(), ItemState::Approved.number());
    Found {
        columns: format!(
            "r.id, r.period_month, r.total, \
             exists (select 1 from billing_run_item i where i.run_id = r.id and i.state = {draft}) as has_drafts"
        ),
        from: "billing_run r".to_owned(),
        named_by: "",
        // The first condition is that of the index, word for word: an engine uses it only then.
        filter: format!(
            "r.state in (0,1,2) and r.state = {drafted} and exists \
             (select 1 from billing_run_item i where i.run_id = r.id and i.state in ({draft},{approved}))"
        ),
        cents: "r.draft_cents",
        order: "r.period_month, r.id",
        values: Vec::new(),
    }
}

pub(super) fn item(row: &QueryResult) -> Result<Item> {
    let plans: i32 = row.try_get("", "total")?;
    Ok(Item {
        record: Record::BillingRun,
        id: row.try_get("", "id")?,
        group: None,
        amount: Some(Money::from_cents(row.try_get("", "cents")?)),
        due_on: None,
        work: Work::Approve {
            month: BillingMonth::from_number(row.try_get("", "period_month")?),
            plans: plans.unsigned_abs(),
            has_drafts: row.try_get("", "has_drafts")?,
        },
    })
}
