//! What differs between a snapshot and its document in the ERP, asked before anything there is replaced (rules.md#changed-over-there).

use connectors::{InvoiceDraft, Standing};
use domain::erp::{Content, Difference, differences};
use store::snapshots::FrozenSnapshot;

use super::order::Order;
use super::syncing::Lines;
use super::turn::Turn;
use super::words::unsuccessful;
use crate::error::Result;

/// Said of a change that no field of a document shows.
const UNSEEN: &str = "Lines, terms or products of the document were changed in the ERP.";

/// What an update would replace.
#[derive(Debug)]
pub struct Comparison {
    /// The version of the document that was looked at: an update may replace this one only.
    pub revision: String,
    /// The fields that differ.
    pub differences: Vec<Difference>,
}

impl Turn {
    /// Reads the document, and compares it with what an update would write.
    pub(super) async fn compare(&self) -> Result<Comparison> {
        let theirs = self.sync(Lines::Always).await?;
        let snapshot = self.snapshot().await?;
        let document = self.document(&snapshot).await?;
        let mut order = Order::of(self, &snapshot).await?;
        order.read_terms(self).await.map_err(|failure| unsuccessful(&failure))?;
        let ours = drafted(&self.next_draft(&order, &snapshot, &document)?);
        Ok(Comparison { differences: differences(&ours, &read(&theirs)), revision: theirs.revision.0 })
    }
}

fn drafted(draft: &InvoiceDraft) -> Content {
    let lines = draft.document_lines().iter().map(|line| (line.description.clone(), line.amount())).collect();
    Content {
        dated: draft.dated,
        due_on: draft.due_on,
        memo: draft.memo.clone(),
        total: draft.document_total(),
        lines: Some(lines),
    }
}

fn read(standing: &Standing) -> Content {
    Content {
        dated: standing.dated,
        due_on: standing.due_on,
        memo: standing.memo.clone(),
        total: standing.total,
        lines: Some(standing.lines.clone()),
    }
}

/// What was changed there, by what was last heard of it.
pub(super) fn told(before: &FrozenSnapshot, standing: &Standing) -> String {
    let theirs = Content { lines: None, ..read(standing) };
    let known = Content {
        dated: before.txn_on.unwrap_or(standing.dated),
        due_on: before.due_on,
        memo: before.customer_memo.clone().unwrap_or_default(),
        total: before.erp_total.unwrap_or(standing.total),
        lines: None,
    };
    let told = |one: Difference| match (one.ours.as_str(), one.theirs.as_str()) {
        (ours, "") => format!("{} was removed: {ours}.", one.field),
        ("", theirs) => format!("{} was added: {theirs}.", one.field),
        (ours, theirs) => format!("{} was changed from {ours} to {theirs}.", one.field),
    };
    let found: Vec<String> = differences(&known, &theirs).into_iter().map(told).collect();
    if found.is_empty() { UNSEEN.to_owned() } else { found.join(" ") }
}
