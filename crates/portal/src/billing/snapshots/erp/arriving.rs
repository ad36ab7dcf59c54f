//! A document that was created or updated: what it says is taken over, and it is mailed when the plan says so.

use chrono::NaiveDate;
use connectors::{Accounting, ConnectorError, Document, DocumentKind, DocumentRef, Revision, Standing};
use domain::ApiServiceId;
use domain::access::Scope;
use domain::billing::invoice::{ErpInvoiceState, payment_status};
use serde_json::json;
use store::Tx;
use store::erp_documents::{self, DocumentState, MailState, Push, Step};
use store::snapshots::erp::{Heard, InErp, Payment, Sent};
use store::snapshots::{self, FrozenSnapshot};

use super::invoice_call::InvoiceCall;
use super::order::plan;
use super::updating::place;
use super::words::{refused, unsuccessful_as};
use crate::accounts::connection::{read, write};
use crate::erp::calls::{answered, asked, unanswered};
use crate::erp::ours::{number_of, of_another_record};
use crate::error::Result;

/// A document that stands in the accounting system by now.
pub(super) struct Arrival {
    /// Our row of it.
    pub row: i64,
    /// The account it stands in.
    pub account: ApiServiceId,
    /// What the system answered.
    pub document: Document,
    /// The date that was asked for.
    pub dated: NaiveDate,
    /// The due date that was asked for; a credit memo has none.
    pub due_on: Option<NaiveDate>,
    /// The name of its terms.
    pub terms_name: Option<String>,
    /// What it was sent with, where that is known.
    pub sent: Option<Sent>,
    /// The memo that was asked for.
    pub memo: String,
    /// Whether the snapshot is newer than the document; by the computation it was drafted from when not known.
    pub out_of_date: Option<bool>,
    /// What a person has changed of it there; it is not taken over in silence.
    pub edited: Option<String>,
    /// The computation it was drafted from.
    pub drafted: chrono::DateTime<chrono::Utc>,
}

impl InvoiceCall {
    /// Takes a document over that was created, and has it mailed where it says what the snapshot says. Of another one the mail stays due.
    pub(super) async fn arrive(&self, erp: &dyn Accounting, arrival: Arrival, action: &'static str) -> Result<()> {
        let (at, row, is_edited) = (arrival.document.at.clone(), arrival.row, arrival.edited.is_some());
        self.take_over(erp, arrival, Step::Create, action).await?;
        if is_edited || self.snapshot().await?.out_of_date {
            return Ok(());
        }
        // The invoice stands; its state tells what became of its mail.
        self.mail(erp, &at, row).await.and_then(|outcome| self.repeated(outcome))
    }

    /// Writes down what stands in the system. It is asked once more for what a creation does not answer; without that the document
    /// stands there all the same.
    pub(super) async fn take_over(
        &self,
        erp: &dyn Accounting,
        arrival: Arrival,
        step: Step,
        action: &'static str,
    ) -> Result<()> {
        let heard = read(erp.standing(&arrival.document.at)).await;
        let (standing, unheard) = match heard {
            Ok(standing) => (standing, None),
            Err(failure) => (None, Some(failure)),
        };
        let grace = self.grace_days().await?;
        let is_mailed = step == Step::Create && !self.recipients().await?.is_empty();
        let (tx, stamp) = (self.ctx.store.begin().await?, self.who.stamp(&self.ctx));
        let snapshot = snapshots::lock(&tx, self.who.scope, self.group, self.id).await?;
        let Document { at, number, revision, total, url, .. } = arrival.document;
        let revision = standing.as_ref().map_or(&revision, |standing| &standing.revision);
        // An update replaces the version that was last seen: of what a person has changed none was.
        let nobodys = Revision(String::new());
        let revision = if arrival.edited.is_some() { &nobodys } else { revision };
        let holder = erp_documents::holder(&tx, arrival.account, number_of(at.kind), at.id.as_str()).await?;
        if holder.is_some_and(|holder| holder != self.id.get()) {
            return self.not_taken_over(tx, arrival.row, step, &of_another_record(at.kind, at.id.as_str())).await;
        }
        erp_documents::hand_over(&tx, arrival.row, at.id.as_str()).await?;
        erp_documents::arrived(&tx, arrival.row, at.id.as_str(), &number, revision.as_str(), stamp.at).await?;
        self.log(&tx, arrival.row, answered(step)).await?;
        if let Some(what) = &arrival.edited {
            let changed = Some((DocumentState::Changed, Some(what.as_str())));
            erp_documents::was_read(&tx, arrival.row, changed, stamp.at).await?;
        }
        if is_mailed {
            erp_documents::mail_is_due(&tx, arrival.row).await?;
        }
        if let Some(failure) = &unheard {
            self.log(&tx, arrival.row, unanswered(Step::Standing, failure)).await?;
            erp_documents::was_not_read(&tx, arrival.row, &failure.to_string(), stamp.at).await?;
        } else if standing.is_some() {
            self.log(&tx, arrival.row, answered(Step::Standing)).await?;
        }
        let in_erp = InErp {
            account: arrival.account,
            erp_id: at.id.0.clone(),
            url,
            number: number.clone(),
            txn_on: arrival.dated,
            due_on: arrival.due_on,
            terms_name: arrival.terms_name,
            sent: arrival.sent,
            memo: arrival.memo,
            out_of_date: arrival.out_of_date.unwrap_or(snapshot.computed_at != arrival.drafted),
        };
        snapshots::erp::enter(&tx, self.id, &in_erp, stamp).await?;
        match &standing {
            Some(standing) => self.take_standing(&tx, at.kind, standing, arrival.due_on, grace).await?,
            None => {
                let state = ErpInvoiceState { voided: false, balance: total, total, due_on: arrival.due_on };
                self.pay(&tx, state, grace).await?;
            }
        }
        let detail = json!({ "Number": number, "Total": snapshot.total.decimal() });
        Ok(tx.commit(self.entry(action).with_detail(detail)).await?)
    }

    /// Records that what stands there is none of ours; nothing else changes.
    pub(super) async fn not_taken_over(&self, tx: Tx, row: i64, step: Step, why: &str) -> Result<()> {
        self.log(&tx, row, Push { message: Some(why.to_owned()), ..answered(step) }).await?;
        erp_documents::ended(&tx, row, DocumentState::Failed, why, self.ctx.now()).await?;
        let entry = self.entry("snapshot.create_invoice_failed").with_detail(json!({ "Reason": why }));
        tx.commit(entry).await?;
        Err(refused(why))
    }

    /// Writes what the system says of a document. `due_on` is meant where it names no due date.
    pub(super) async fn take_standing(
        &self,
        tx: &Tx,
        kind: DocumentKind,
        standing: &Standing,
        due_on: Option<NaiveDate>,
        grace: u8,
    ) -> Result<()> {
        let due_on = standing.due_on.or(due_on).filter(|_| kind == DocumentKind::Invoice);
        let heard = Heard {
            number: standing.number.clone(),
            txn_on: standing.dated,
            due_on,
            memo: standing.memo.clone(),
            payment_url: standing.payment_url.clone(),
        };
        snapshots::erp::hear(tx, self.id, &heard, self.who.stamp(&self.ctx)).await?;
        let Standing { voided, balance, total, .. } = *standing;
        self.pay(tx, ErpInvoiceState { voided, balance, total, due_on }, grace).await
    }

    async fn pay(&self, tx: &Tx, state: ErpInvoiceState, grace: u8) -> Result<()> {
        let status = payment_status(Some(state), grace, self.ctx.today());
        let payment = Payment { status, balance: state.balance, total: state.total, at: self.ctx.now() };
        Ok(snapshots::erp::pay(tx, self.id, &payment, self.who.stamp(&self.ctx)).await?)
    }

    /// The days that the group's broker lets pass after the due date (rules.md#grace-of-an-invoice).
    pub(super) async fn grace_days(&self) -> Result<u8> {
        let db = self.ctx.store.read();
        let group = store::groups::find(&db, self.who.scope, self.group).await?;
        Ok(store::brokers::find(&db, Scope::system(), group.details.broker).await?.details.invoice_grace_days)
    }

    /// The addresses to which the plan mails a new document; empty when it mails none.
    async fn recipients(&self) -> Result<Vec<String>> {
        let plan = plan(self, &self.snapshot().await?).await?;
        Ok(if plan.send_invoice { plan.recipients } else { Vec::new() })
    }

    /// Has the system mail the document of a snapshot whose mail is due, if it says what the snapshot says; nothing else of it is sent.
    pub(super) async fn mail_again(&self, snapshot: &FrozenSnapshot) -> Result<()> {
        let Some(document) = self.found_document(snapshot).await? else { return Ok(()) };
        let stands = document.state == DocumentState::Sent && !snapshot.out_of_date;
        if !stands || document.mail != Some(MailState::Due) {
            return Ok(());
        }
        let erp = self.erp(document.account).await?;
        self.mail(&*erp, &place(&document), document.id).await.and_then(mailed)
    }

    /// Has the system mail a document that was not mailed yet to the recipients of the plan, also where the plan mails none by itself.
    pub(super) async fn mail_by_hand(&self) -> Result<()> {
        let snapshot = self.snapshot().await?;
        let document = self.document(&snapshot).await?;
        match document.mail {
            Some(MailState::Sent) => return Ok(()),
            Some(MailState::Unknown) => {
                return Err(refused(&MailState::Unknown.told(None).unwrap_or_default()));
            }
            Some(MailState::Due) => {}
            None => {
                let tx = self.ctx.store.begin().await?;
                erp_documents::mail_is_due(&tx, document.id).await?;
                tx.commit_unaudited("a mail is asked for by hand; its outcome is audited").await?;
            }
        }
        let recipients = plan(self, &snapshot).await?.recipients;
        let erp = self.erp(document.account).await?;
        self.mail_to(&*erp, &place(&document), document.id, recipients).await.and_then(mailed)
    }

    /// Has the system mail a document whose mail is due, and gives what it came to where it failed. That the mail is asked for is written
    /// first: where the outcome is not known it is never asked for again, since each success is a mail.
    pub(super) async fn mail(
        &self,
        erp: &dyn Accounting,
        at: &DocumentRef,
        row: i64,
    ) -> Result<Option<(MailState, ConnectorError)>> {
        let documents = erp_documents::of_snapshot(&self.ctx.store.read(), self.id).await?;
        if !documents.iter().any(|document| document.id == row && document.mail == Some(MailState::Due)) {
            return Ok(None);
        }
        let recipients = self.recipients().await?;
        self.mail_to(erp, at, row, recipients).await
    }

    /// Fails where the ERP took no more calls and a job can repeat the mail later (rules.md#bulk-push). Any other mail that failed is told by the
    /// state of the document.
    pub(super) fn repeated(&self, outcome: Option<(MailState, ConnectorError)>) -> Result<()> {
        match outcome {
            Some((MailState::Due, ConnectorError::Retry { .. })) if self.is_of_batch => mailed(outcome),
            _ => Ok(()),
        }
    }

    /// [`Self::mail`] to these addresses.
    async fn mail_to(
        &self,
        erp: &dyn Accounting,
        at: &DocumentRef,
        row: i64,
        recipients: Vec<String>,
    ) -> Result<Option<(MailState, ConnectorError)>> {
        let tx = self.ctx.store.begin().await?;
        if recipients.is_empty() {
            erp_documents::mail_came_to(&tx, row, None, None).await?;
            tx.commit_unaudited("no mail is due where the plan has none sent any more, which was audited").await?;
            return Ok(None);
        }
        erp_documents::mail_is_asked_for(&tx, row, self.ctx.now()).await?;
        self.log(&tx, row, asked(Step::Mail)).await?;
        tx.commit_unaudited("written before the call; its outcome is audited").await?;
        let mailed = write(erp.email_invoice(at, &recipients)).await;
        let tx = self.ctx.store.begin().await?;
        let Err(failure) = mailed else {
            erp_documents::mail_came_to(&tx, row, Some(MailState::Sent), None).await?;
            self.log(&tx, row, answered(Step::Mail)).await?;
            let detail = json!({ "Recipients": recipients.len() });
            tx.commit(self.entry("snapshot.mail_invoice").with_detail(detail)).await?;
            return Ok(None);
        };
        let mail = match failure {
            ConnectorError::OutcomeUnknown(_) => MailState::Unknown,
            ConnectorError::Retry { .. } | ConnectorError::NewCredentials(_) | ConnectorError::Refused { .. } => {
                MailState::Due
            }
        };
        erp_documents::mail_came_to(&tx, row, Some(mail), Some(&why_of_mail(&failure))).await?;
        self.log(&tx, row, unanswered(Step::Mail, &failure)).await?;
        tx.commit(self.failed("snapshot.mail_invoice_failed", &failure)).await?;
        Ok(Some((mail, failure)))
    }
}

/// What became of a mail, as a person is answered: the invoice stands, and its mail failed.
fn mailed(outcome: Option<(MailState, ConnectorError)>) -> Result<()> {
    let Some((mail, failure)) = outcome else { return Ok(()) };
    let why = why_of_mail(&failure);
    let told = mail.told(Some(&why)).unwrap_or(why);
    Err(if mail == MailState::Due { unsuccessful_as(&failure, &told) } else { refused(&told) })
}

/// Why a mail failed: of an unknown outcome the vendor's words alone, as the failure speaks of a document.
fn why_of_mail(failure: &ConnectorError) -> String {
    match failure {
        ConnectorError::OutcomeUnknown(answer) => answer.to_string(),
        other => other.to_string(),
    }
}
