//! Asking how much of an invoice is paid (decisions D4). A read that fails changes nothing.

use connectors::{ConnectorError, Refusal};
use domain::billing::invoice::due_on;
use serde_json::{Value, json};
use store::erp_documents::{self, DocumentState, Step};
use store::snapshots::FrozenSnapshot;

use super::turn::{Turn, answered, unanswered};
use super::updating::place;
use super::words::{GONE, NOT_INVOICED, refused, said};
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
                let tx = self.ctx.store.begin().await?;
                self.log(&tx, document.id, unanswered(Step::Standing, &failure)).await?;
                if failure.refusal() == Some(Refusal::Gone) {
                    erp_documents::ended(&tx, document.id, DocumentState::Deleted, GONE, self.ctx.now()).await?;
                }
                tx.commit(self.failed("snapshot.sync_payment_failed", &failure)).await?;
                return Err(refused(&said(&failure)));
            }
        };
        let grace = self.grace_days().await?;
        let tx = self.ctx.store.begin().await?;
        let due = before.due_on.unwrap_or_else(|| due_on(standing.dated, None));
        self.take_standing(&tx, &standing, due, grace).await?;
        let (id, revision) = (place(&document).id, standing.revision.as_str());
        erp_documents::arrived(&tx, document.id, id.as_str(), &standing.number, revision, self.ctx.now()).await?;
        self.log(&tx, document.id, answered(Step::Standing)).await?;
        let after = store::snapshots::find(&tx, self.who.scope, Some(self.group), self.id).await?;
        let entry = self.entry("snapshot.sync_payment").with_change(&recorded(&before), &recorded(&after));
        Ok(tx.commit(entry).await?)
    }
}

/// What the audit keeps of a payment.
fn recorded(snapshot: &FrozenSnapshot) -> Value {
    json!({ "PaymentStatus": snapshot.payment.text(), "Balance": snapshot.balance.map(domain::Money::decimal) })
}
