//! Asking how much of an invoice is paid (rules.md#payment-status). A read that fails changes nothing.

use connectors::{ConnectorError, DocumentKind, Refusal};
use domain::billing::invoice::due_on;
use serde_json::{Value, json};
use store::erp_documents::{self, Step};
use store::snapshots::FrozenSnapshot;

use super::leaving::Leaving;
use super::turn::{Turn, answered, unanswered};
use super::updating::place;
use super::words::{GONE, NOT_INVOICED, refused, unsuccessful};
use crate::accounts::connection::read;
use crate::error::Result;

impl Turn {
    pub(super) async fn sync(&self) -> Result<()> {
        let before = self.snapshot().await?;
        if before.erp_ref_id.is_none() {
            return Err(refused(NOT_INVOICED));
        }
        let document = self.document(&before).await?;
        let erp = self.erp(document.account).await?;
        let gone = || ConnectorError::refused(Refusal::Gone, GONE);
        let standing = match read(erp.standing(&place(&document))).await.and_then(|found| found.ok_or_else(gone)) {
            Ok(standing) => standing,
            Err(failure) => {
                if failure.refusal() == Some(Refusal::Gone) {
                    return self.leave(&document, unanswered(Step::Standing, &failure), Leaving::Gone).await;
                }
                let tx = self.ctx.store.begin().await?;
                self.log(&tx, document.id, unanswered(Step::Standing, &failure)).await?;
                tx.commit(self.failed("snapshot.sync_payment_failed", &failure)).await?;
                return Err(unsuccessful(&failure));
            }
        };
        // Voided, it bills nobody; what bills the snapshot is a document of the other kind.
        if standing.voided && DocumentKind::of_snapshot(before.total) != place(&document).kind {
            return self.leave(&document, answered(Step::Standing), Leaving::Voided).await;
        }
        let grace = self.grace_days().await?;
        let tx = self.ctx.store.begin().await?;
        let due = before.due_on.unwrap_or_else(|| due_on(standing.dated, None));
        let at = place(&document);
        self.take_standing(&tx, at.kind, &standing, Some(due), grace).await?;
        let revision = standing.revision.as_str();
        erp_documents::arrived(&tx, document.id, at.id.as_str(), &standing.number, revision, self.ctx.now()).await?;
        self.log(&tx, document.id, answered(Step::Standing)).await?;
        let after = store::snapshots::find(&tx, self.who.scope, Some(self.group), self.id).await?;
        let entry = self.entry("snapshot.sync_payment").with_change(&recorded(&before), &recorded(&after));
        Ok(tx.commit(entry).await?)
    }
}

/// What the audit keeps of a payment.
pub(super) fn recorded(snapshot: &FrozenSnapshot) -> Value {
    json!({ "PaymentStatus": snapshot.payment.text(), "Balance": snapshot.balance.map(domain::Money::decimal) })
}
