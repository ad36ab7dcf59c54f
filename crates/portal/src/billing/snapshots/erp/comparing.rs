//! What differs between a snapshot and its document in the ERP, asked before anything there is replaced (rules.md#changed-over-there).

use connectors::Standing;
use domain::erp::{Content, Difference, differences};
use store::erp_documents::ErpDocument;
use store::snapshots::FrozenSnapshot;

use super::invoice_call::InvoiceCall;
use super::order::Order;
use super::syncing::Lines;
use super::words::unsuccessful;
use crate::erp::ours::in_words;
use crate::error::Result;

/// The field of the customer, whose values are ids in the account.
const CUSTOMER: &str = "Customer";

/// What an update would replace.
#[derive(Debug)]
pub struct Comparison {
    /// The version of the document that was looked at: an update may replace this one only.
    pub revision: String,
    /// The fields that differ.
    pub differences: Vec<Difference>,
}

impl InvoiceCall {
    /// Reads the document, and compares it with what an update would write.
    pub(super) async fn compare(&self) -> Result<Comparison> {
        let theirs = self.sync(Lines::Always).await?;
        let snapshot = self.snapshot().await?;
        let document = self.document(&snapshot).await?;
        let mut order = Order::of(self, &snapshot).await?;
        order.read_terms(self).await.map_err(|failure| unsuccessful(&failure))?;
        let draft = self.next_draft(&order, &snapshot, &document).await?;
        let mut found = differences(&draft.content(), &read(&theirs));
        if draft.check_party(&theirs.party).is_err() {
            found.insert(0, Difference { field: CUSTOMER, ours: draft.customer.0, theirs: theirs.named_party() });
        }
        Ok(Comparison { differences: found, revision: theirs.revision.0 })
    }
}

pub(super) fn read(standing: &Standing) -> Content {
    Content {
        dated: standing.dated,
        due_on: standing.due_on,
        memo: standing.memo.clone(),
        total: standing.total,
        lines: Some(standing.lines.clone()),
    }
}

/// Whether a document belongs to the customer that it was sent to, as far as both are known.
pub(super) fn is_of_its_customer(document: &ErpDocument, standing: &Standing) -> bool {
    standing.party.is_empty() || document.asked.as_ref().is_none_or(|asked| asked.party == standing.party)
}

/// The other customer that a document belongs to by now.
fn other_customer(document: &ErpDocument, standing: &Standing) -> Option<Difference> {
    let asked = document.asked.as_ref().filter(|_| !is_of_its_customer(document, standing))?;
    Some(Difference { field: CUSTOMER, ours: asked.party.clone(), theirs: standing.named_party() })
}

/// Returns what differs from what was asked for last, in words; `None` where that is not known, or where no compared field differs.
pub(super) fn since_asked(document: &ErpDocument, standing: &Standing) -> Option<String> {
    let asked = document.asked.as_ref()?;
    let mut found: Vec<Difference> = other_customer(document, standing).into_iter().collect();
    found.extend(differences(&asked.content, &read(standing)));
    (!found.is_empty()).then(|| in_words(found))
}

/// Returns what was changed there since the document was last read, in words.
pub(super) fn since_read(before: &FrozenSnapshot, document: &ErpDocument, standing: &Standing) -> String {
    if let Some(other) = other_customer(document, standing) {
        return in_words(vec![other]);
    }
    let theirs = Content { lines: None, ..read(standing) };
    let known = Content {
        dated: before.txn_on.unwrap_or(standing.dated),
        due_on: before.due_on,
        memo: before.customer_memo.clone().unwrap_or_default(),
        total: before.erp_total.unwrap_or(standing.total),
        lines: None,
    };
    in_words(differences(&known, &theirs))
}
