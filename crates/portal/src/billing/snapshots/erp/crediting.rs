//! A credit memo waits for what it credits: nobody gets back what was never asked for (rules.md#credit-memo).

use std::collections::BTreeSet;

use domain::BillingMonth;
use domain::billing::invoice::is_credit_memo;
use store::snapshots::{self, FrozenLine, FrozenSnapshot};

use super::invoice_call::InvoiceCall;
use super::words::refused;
use crate::error::Result;

impl InvoiceCall {
    /// Refuses a credit memo of which an earlier bill is still to be sent.
    pub(super) async fn check_credits(&self, snapshot: &FrozenSnapshot) -> Result<()> {
        if !is_credit_memo(snapshot.total) {
            return Ok(());
        }
        let view = self.ctx.store.view().await?;
        let mut drafts = snapshots::of_plan(&view, snapshot.plan).await?;
        drafts.retain(|other| other.erp_ref_id.is_none() && other.period() < snapshot.period());
        let ids: Vec<_> = drafts.iter().map(|draft| draft.id).collect();
        let unsent = snapshots::unsent(&view, &ids).await?;
        if unsent.is_empty() {
            return Ok(());
        }
        let wanted: Vec<_> = unsent.iter().copied().chain([snapshot.id]).collect();
        let lines = snapshots::lines(&view, &wanted).await?;
        let (own, others): (Vec<_>, Vec<_>) = lines.iter().partition(|line| line.snapshot == snapshot.id);
        let credited: BTreeSet<_> =
            others.iter().filter(|line| own.iter().any(|one| credits(one, line))).map(|line| line.snapshot).collect();
        let months = drafts.iter().filter(|draft| credited.contains(&draft.id)).map(FrozenSnapshot::period);
        match months.min() {
            Some(month) => Err(refused(&waits_for(month))),
            None => Ok(()),
        }
    }
}

/// Whether a line of a memo gives back what a line of an earlier bill asks for.
fn credits(memo: &FrozenLine, billed: &FrozenLine) -> bool {
    let is_of_it = (memo.plan_line, memo.month) == (billed.plan_line, billed.month);
    is_of_it && memo.kind.is_credit() && !billed.kind.is_credit() && memo.ids.iter().any(|id| billed.ids.contains(id))
}

fn waits_for(month: BillingMonth) -> String {
    format!(
        "This credit memo gives back what the snapshot of {month} bills, and that is not in the ERP yet. Create the invoice of \
         {month} first, or regenerate it so that it bills what is right by now, and then this one."
    )
}
