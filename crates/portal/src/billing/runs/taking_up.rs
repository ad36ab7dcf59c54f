//! Snapshots that an earlier run of the month has made and whose invoice it ended without asking for (rules.md#generated-invoices). Nothing is
//! computed and nothing written for them: what is drafted and approved is the snapshot as it stands, and what is created is its invoice.

use std::collections::HashMap;

use domain::billing::run::InvoicePush;
use domain::{Money, PlanId};
use store::Db;
use store::billing_runs::items::{self, Next, PlanFacts, Settled};

use super::creating::{has_changed, invoice_of};
use crate::error::Result;

/// Said of a plan whose snapshot is not there any more.
const DELETED: &str = "The snapshot that an earlier run has made was deleted meanwhile. Make a new run for the plan.";
/// Said of a plan that had an invoice coming, and has none any more.
const UNWANTED: &str = "The plan is not to be invoiced automatically any more, and its snapshot is there already.";

/// What each comes to, or why nothing comes of it.
type Totals = HashMap<PlanId, std::result::Result<Money, String>>;

/// What the snapshots come to that are taken up.
pub(super) async fn totals(db: &impl Db, next: &[Next]) -> Result<Totals> {
    let snapshots: Vec<_> = next.iter().filter_map(|one| one.taken_up).collect();
    let totals = items::totals(db, &snapshots).await?;
    let total = |one: &Next| Some((one.plan, totals.get(&one.taken_up?).copied().ok_or_else(|| DELETED.to_owned())));
    Ok(next.iter().filter_map(total).collect())
}

/// What becomes of approved ones: their invoice is still to be created, where they come to what was approved.
pub(super) async fn settle(
    db: &impl Db,
    approved: &[Next],
    facts: &HashMap<PlanId, PlanFacts>,
) -> Result<Vec<Settled>> {
    let mut totals = totals(db, approved).await?;
    let settled = |one: &Next| {
        let outcome = totals.remove(&one.plan)?.and_then(|total| match invoice_of(facts, one.plan) {
            _ if Some(total) != one.total => Err(has_changed(one.total.unwrap_or(Money::ZERO), total)),
            InvoicePush::None => Err(UNWANTED.to_owned()),
            wanted => Ok(wanted),
        });
        Some(Settled { plan: one.plan, snapshot: one.taken_up, outcome })
    };
    Ok(approved.iter().filter_map(settled).collect())
}
