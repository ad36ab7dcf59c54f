//! Asking how much of an invoice is paid (rules.md#payment-status). A read that fails changes nothing.

use connectors::{ConnectorError, DocumentKind, Refusal, Standing};
use domain::billing::invoice::due_on;
use domain::erp::{differences, is_mail_call_open};
use serde_json::{Value, json};
use store::Tx;
use store::audit::Entry;
use store::erp_documents::{self, DocumentState, ErpDocument, MailState, Push, Step};
use store::snapshots::FrozenSnapshot;

use super::comparing::{is_of_its_customer, read as content, since_asked, since_read};
use super::invoice_call::InvoiceCall;
use super::keeping::is_kept;
use super::leaving::Leaving;
use super::updating::{place, renumbered};
use super::words::{GONE, NOT_INVOICED, refused, unsuccessful};
use crate::accounts::connection::read;
use crate::erp::calls::{answered, unanswered};
use crate::error::{Error, Result};

/// Said of a mail of unknown outcome that the ERP knows about.
const MAILED: &str = "The ERP says that the invoice was mailed.";
/// Said of one that the ERP knows not to have been sent.
const NOT_MAILED: &str = "The ERP says that the invoice was not mailed.";

/// Which reads leave a line in the history and in the audit trail. Those that fail always do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lines {
    /// Each, as a person has asked for it.
    Always,
    /// Those that bring something new.
    OfChanges,
}

impl InvoiceCall {
    /// Reads the document, and writes down what is open of it and whether it was changed there.
    pub(super) async fn sync(&self, lines: Lines) -> Result<Standing> {
        let before = self.snapshot().await?;
        if before.erp_ref_id.is_none() {
            return Err(refused(NOT_INVOICED));
        }
        let document = self.document(&before).await?;
        let erp = self.erp(document.account).await?;
        let gone = || ConnectorError::refused(Refusal::Gone, GONE);
        let standing = match read(erp.standing(&place(&document))).await.and_then(|found| found.ok_or_else(gone)) {
            Ok(standing) => standing,
            Err(failure) => return Err(self.not_synced(&document, &failure).await?),
        };
        // Voided, it bills nobody; what bills the snapshot is a document of the other kind.
        if standing.voided && DocumentKind::of_snapshot(before.total) != place(&document).kind {
            return Err(self.leave(&document, answered(Step::Standing), Leaving::Voided).await?);
        }
        let grace = self.grace_days().await?;
        let tx = self.ctx.store.begin().await?;
        let due = before.due_on.unwrap_or_else(|| due_on(standing.dated, None));
        self.take_standing(&tx, place(&document).kind, &standing, Some(due), grace).await?;
        let change = self.compare_with_sent(&tx, &before, &document, &standing).await?;
        let change = change.or_else(|| renumbered(&document, &standing.number));
        let mail = self.look_up_mail(&tx, &document, &standing).await?;
        let after = store::snapshots::find(&tx, self.who.scope, Some(self.group), self.id).await?;
        if lines == Lines::OfChanges && change.is_none() && mail.is_none() && recorded(&before) == recorded(&after) {
            tx.commit_unaudited("a read of the program that brought nothing new").await?;
            return Ok(standing);
        }
        let heard = Push { message: change.clone().or(mail), ..answered(Step::Standing) };
        self.log(&tx, document.id, heard).await?;
        let synced = self.entry("snapshot.sync_payment").with_change(&recorded(&before), &recorded(&after));
        let changed = change.map(|what| self.changed(&what));
        tx.commit_all([synced].into_iter().chain(changed).collect()).await?;
        Ok(standing)
    }

    /// The line of the audit trail about what a person has changed there.
    pub(super) fn changed(&self, what: &str) -> Entry {
        self.entry("snapshot.invoice_changed").with_detail(json!({ "Changed": what }))
    }

    /// Settles a mail of unknown outcome by what the system says of it, once its call has surely ended. Returns what it says.
    async fn look_up_mail(&self, tx: &Tx, document: &ErpDocument, standing: &Standing) -> Result<Option<String>> {
        let is_over = !is_mail_call_open(document.mail_asked_at, self.ctx.now());
        let (state, told) = match (document.mail, standing.mailed) {
            (Some(MailState::Unknown), Some(true)) => (MailState::Sent, MAILED),
            (Some(MailState::Unknown), Some(false)) if is_over => (MailState::Due, NOT_MAILED),
            _ => return Ok(None),
        };
        erp_documents::mail_came_to(tx, document.id, Some(state), Some(told)).await?;
        Ok(Some(told.to_owned()))
    }

    /// Writes down where the document stands; says what was changed there since it was last read.
    pub(super) async fn compare_with_sent(
        &self,
        tx: &Tx,
        before: &FrozenSnapshot,
        document: &ErpDocument,
        standing: &Standing,
    ) -> Result<Option<String>> {
        let (id, now, revision) = (document.id, self.ctx.now(), standing.revision.as_str());
        let is_ours = document.revision.as_deref().is_none_or(|ours| standing.revision.is_still(ours))
            && is_of_its_customer(document, standing);
        let state = document.state;
        if state.is_open() {
            // An update whose outcome is not known may be what changed it: that is found out when it is sent again.
            erp_documents::was_read(tx, id, None, now).await?;
        } else if is_ours || standing.voided {
            // What was voided there is settled: nothing of it can be overwritten.
            erp_documents::arrived(tx, id, place(document).id.as_str(), &standing.number, revision, now).await?;
        } else if is_kept(document, standing) && is_of_its_customer(document, standing) {
            erp_documents::was_read(tx, id, None, now).await?;
        } else if state != DocumentState::Changed && document.last_error.is_some() && is_as_asked(document, standing) {
            // The answer to an update said no although it was done.
            erp_documents::arrived(tx, id, place(document).id.as_str(), &standing.number, revision, now).await?;
        } else if state == DocumentState::Changed {
            let what = since_asked(document, standing).filter(|what| document.last_error.as_ref() != Some(what));
            erp_documents::was_read(tx, id, what.as_deref().map(|what| (state, Some(what))), now).await?;
            return Ok(what);
        } else {
            // An update that was refused has asked for more than what stands there: then only the last read tells what was changed.
            let sent = since_asked(document, standing).filter(|_| state == DocumentState::Sent);
            let what = sent.unwrap_or_else(|| since_read(before, document, standing));
            erp_documents::was_read(tx, id, Some((DocumentState::Changed, Some(&what))), now).await?;
            return Ok(Some(what));
        }
        Ok(None)
    }

    /// Writes a read down that failed, or that the document is gone; gives what is said of it.
    async fn not_synced(&self, document: &ErpDocument, failure: &ConnectorError) -> Result<Error> {
        if failure.refusal() == Some(Refusal::Gone) {
            return self.leave(document, unanswered(Step::Standing, failure), Leaving::Gone).await;
        }
        let tx = self.ctx.store.begin().await?;
        self.log(&tx, document.id, unanswered(Step::Standing, failure)).await?;
        erp_documents::was_not_read(&tx, document.id, &failure.to_string(), self.ctx.now()).await?;
        tx.commit(self.failed("snapshot.sync_payment_failed", failure)).await?;
        Ok(unsuccessful(failure))
    }
}

/// Whether a document says what was asked for last.
fn is_as_asked(document: &ErpDocument, standing: &Standing) -> bool {
    let is_so = |asked: &erp_documents::Asked| differences(&asked.content, &content(standing)).is_empty();
    is_of_its_customer(document, standing) && document.asked.as_ref().is_some_and(is_so)
}

/// What the audit keeps of a payment.
pub(super) fn recorded(snapshot: &FrozenSnapshot) -> Value {
    json!({ "PaymentStatus": snapshot.payment.text(), "Balance": snapshot.balance.map(domain::Money::decimal) })
}
