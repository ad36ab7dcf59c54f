//! Keeping an invoice as a person has changed it in the ERP (rules.md#changed-over-there).

use connectors::{ConnectorError, Refusal, Standing};
use domain::Invalid;
use domain::billing::invoice::due_on;
use serde_json::json;
use store::erp_documents::{self, DocumentState, ErpDocument, Push, Step};

use super::comparing::{is_of_its_customer, since_asked};
use super::invoice_call::InvoiceCall;
use super::leaving::Leaving;
use super::syncing::recorded;
use super::updating::place;
use super::words::{GONE, KEPT_ALREADY, NOT_CHANGED, OTHER_PARTY, SEEN_OLDER, refused, unsuccessful};
use crate::accounts::connection::read;
use crate::erp::calls::{answered, unanswered};
use crate::error::Result;

/// The field by which a caller names the version that it keeps; a refusal names it.
const REVISION: &str = "Revision";
/// Said of a version that was kept, before what was changed.
const KEPT: &str = "Kept as it was changed in the ERP.";

impl InvoiceCall {
    /// Keeps what stands in the ERP at the version that a person has looked at. Writes nothing there. The snapshot keeps its own amounts.
    ///
    /// # Errors
    /// On `Revision` when the document was changed again; refused in words.
    pub(super) async fn keep(&self, seen: &str) -> Result<()> {
        let before = self.snapshot().await?;
        let document = self.document(&before).await?;
        if document.state != DocumentState::Changed {
            let is_kept = document.kept_revision.is_some();
            return Err(refused(if is_kept { KEPT_ALREADY } else { NOT_CHANGED }));
        }
        let erp = self.erp(document.account).await?;
        let gone = || ConnectorError::refused(Refusal::Gone, GONE);
        let standing = match read(erp.standing(&place(&document))).await.and_then(|found| found.ok_or_else(gone)) {
            Ok(standing) => standing,
            Err(failure) if failure.refusal() == Some(Refusal::Gone) => {
                return Err(self.leave(&document, unanswered(Step::Standing, &failure), Leaving::Gone).await?);
            }
            Err(failure) => return Err(unsuccessful(&failure)),
        };
        if !is_of_its_customer(&document, &standing) {
            return Err(refused(OTHER_PARTY));
        }
        if !standing.revision.is_still(seen) {
            return Err(Invalid::field(REVISION, SEEN_OLDER).into());
        }
        let grace = self.grace_days().await?;
        let tx = self.ctx.store.begin().await?;
        let due = before.due_on.unwrap_or_else(|| due_on(standing.dated, None));
        self.take_standing(&tx, place(&document).kind, &standing, Some(due), grace).await?;
        // By what stands there now: the stored reason may be of an earlier change.
        let what = since_asked(&document, &standing).or_else(|| document.last_error.clone());
        let told = what.map_or_else(|| KEPT.to_owned(), |what| format!("{KEPT} {what}"));
        erp_documents::keep(&tx, document.id, standing.revision.as_str(), &told, self.ctx.now()).await?;
        self.log(&tx, document.id, Push { message: Some(KEPT.to_owned()), ..answered(Step::Standing) }).await?;
        let after = store::snapshots::find(&tx, self.who.scope, Some(self.group), self.id).await?;
        let entry = self.entry("snapshot.keep_invoice").with_detail(json!({ "Kept": document.last_error }));
        Ok(tx.commit(entry.with_change(&recorded(&before), &recorded(&after))).await?)
    }
}

/// Whether a person has kept the version of a document that stands in the ERP.
pub(super) fn is_kept(document: &ErpDocument, standing: &Standing) -> bool {
    document.kept_revision.as_deref().is_some_and(|kept| standing.revision.is_still(kept))
}
