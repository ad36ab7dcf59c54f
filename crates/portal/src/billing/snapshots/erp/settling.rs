//! Settling a mail of unknown outcome by what a person has seen in the ERP (rules.md#exactly-once).

use domain::erp::is_mail_call_open;
use domain::invoices::NO_RECIPIENTS;
use serde_json::json;
use store::erp_documents::{self, DocumentState, MailState};

use super::invoice_call::InvoiceCall;
use super::order::plan;
use super::words::{MAIL_KNOWN, MAIL_UNDER_WAY, refused};
use crate::error::Result;

/// Stored beside a mail that a person has seen in the ERP.
const SEEN: &str = "A person has seen that it was mailed.";
/// Stored beside a mail that a person has missed in the ERP.
const MISSED: &str = "A person has seen that it was not mailed.";

impl InvoiceCall {
    /// Records whether the invoice was mailed. One that was not is mailed to the recipients of its plan, once it says what its snapshot says.
    ///
    /// # Errors
    /// Refused in words when the outcome is known, while the call for the mail may be under way, and without recipients; what the mail fails by.
    pub(super) async fn settle_mail(&self, is_mailed: bool) -> Result<()> {
        let snapshot = self.snapshot().await?;
        let document = self.document(&snapshot).await?;
        if document.mail != Some(MailState::Unknown) {
            return Err(refused(MAIL_KNOWN));
        }
        if is_mail_call_open(document.mail_asked_at, self.ctx.now()) {
            return Err(refused(MAIL_UNDER_WAY));
        }
        if !is_mailed && plan(self, &snapshot).await?.recipients.is_empty() {
            return Err(refused(NO_RECIPIENTS));
        }
        let (state, told) = if is_mailed { (MailState::Sent, SEEN) } else { (MailState::Due, MISSED) };
        let tx = self.ctx.store.begin().await?;
        erp_documents::mail_came_to(&tx, document.id, Some(state), Some(told)).await?;
        let entry = self.entry("snapshot.settle_mail").with_detail(json!({ "Mailed": is_mailed }));
        tx.commit(entry).await?;
        if is_mailed || snapshot.out_of_date || document.state != DocumentState::Sent {
            return Ok(());
        }
        self.mail_by_hand().await
    }
}
