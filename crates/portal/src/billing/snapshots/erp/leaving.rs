//! A document that was deleted in the accounting system: its snapshot is in none any more, and may be invoiced anew or deleted
//! (decisions A8, D4).

use connectors::ConnectorError;
use store::erp_documents::{self, DocumentState, ErpDocument, Step};
use store::snapshots;

use super::syncing::recorded;
use super::turn::{Turn, unanswered};
use super::words::{GONE, refused};
use crate::error::Result;

impl Turn {
    /// Writes it down and says so. The row of the document stays, so that the next one is another wish.
    pub(super) async fn leave(&self, document: &ErpDocument, step: Step, failure: &ConnectorError) -> Result<()> {
        let (tx, stamp) = (self.ctx.store.begin().await?, self.who.stamp(&self.ctx));
        let before = snapshots::lock(&tx, self.who.scope, self.group, self.id).await?;
        self.log(&tx, document.id, unanswered(step, failure)).await?;
        erp_documents::ended(&tx, document.id, DocumentState::Deleted, &failure.to_string(), stamp.at).await?;
        snapshots::erp::leave(&tx, self.id, stamp.at, stamp).await?;
        let after = snapshots::find(&tx, self.who.scope, Some(self.group), self.id).await?;
        let entry = self.entry("snapshot.invoice_gone").with_change(&recorded(&before), &recorded(&after));
        tx.commit(entry).await?;
        Err(refused(GONE))
    }
}
