//! A document that was withdrawn in the accounting system: its snapshot is in none any more, and may be invoiced anew or deleted
//! (rules.md#out-of-date-invoice, rules.md#credit-memo, rules.md#payment-status).

use store::erp_documents::{self, DocumentState, ErpDocument, Push};
use store::snapshots;

use super::invoice_call::InvoiceCall;
use super::syncing::recorded;
use super::words::{GONE, VOIDED, refused};
use crate::error::{Error, Result};

/// Why a document is none of its snapshot any more.
#[derive(Debug, Clone, Copy)]
pub(super) enum Leaving {
    /// It was deleted there.
    Gone,
    /// It was voided there, and its snapshot has become another kind of document.
    Voided,
}

impl Leaving {
    const fn words(self) -> &'static str {
        match self {
            Self::Gone => GONE,
            Self::Voided => VOIDED,
        }
    }

    const fn action(self) -> &'static str {
        match self {
            Self::Gone => "snapshot.invoice_gone",
            Self::Voided => "snapshot.invoice_voided",
        }
    }
}

impl InvoiceCall {
    /// Writes it down, and gives what is said of it. The row of the document stays, so that the next one is another request.
    pub(super) async fn leave(&self, document: &ErpDocument, heard: Push, why: Leaving) -> Result<Error> {
        let (tx, stamp) = (self.ctx.store.begin().await?, self.who.stamp(&self.ctx));
        let before = snapshots::lock(&tx, self.who.scope, self.group, self.id).await?;
        self.log(&tx, document.id, heard).await?;
        erp_documents::ended(&tx, document.id, DocumentState::Deleted, why.words(), stamp.at).await?;
        erp_documents::was_read(&tx, document.id, None, stamp.at).await?;
        snapshots::erp::leave(&tx, self.id, stamp.at, stamp).await?;
        let after = snapshots::find(&tx, self.who.scope, Some(self.group), self.id).await?;
        tx.commit(self.entry(why.action()).with_change(&recorded(&before), &recorded(&after))).await?;
        Ok(refused(why.words()))
    }
}
