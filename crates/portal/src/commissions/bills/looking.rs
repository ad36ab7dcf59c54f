//! Looking whether a bill still stands in the ERP. One that was deleted there frees its statement (rules.md#bill-of-a-statement).

use std::collections::BTreeMap;

use connectors::{DocumentKind, DocumentRef, ErpId, Refusal, Standing};
use domain::erp::{Content, Difference, differences};
use domain::{ApiServiceId, StatementId};
use futures_util::{StreamExt as _, stream};
use serde_json::json;
use store::commissions::statements::{self, DueBill};
use store::erp_documents::{self, DocumentState, ErpDocument, Push, Step};

use super::bill_call::BillCall;
use super::jobs::LookAtBills;
use super::words::{CHANGED_AGAIN, GONE, KEPT, NEW_BILL, NOT_CHANGED, OTHER_VENDOR, gone, refused, unsuccessful};
use crate::accounts::connection::read;
use crate::billing::agent::Agent;
use crate::context::Context;
use crate::erp::calls::{answered, unanswered};
use crate::erp::ours::in_words;
use crate::error::{Error, Result};
use crate::jobs;

/// Bills of a page.
const A_PAGE: u64 = 100;
/// Bills that are read beside each other.
const AT_ONCE: usize = 10;
/// Failed reads of an account in a page after which the rest of it is left to the next day.
const FAILURES: u32 = 5;
/// Said of a bill that was changed in no field that is compared.
const UNSEEN: &str =
    "The due date or memo of the bill, or accounts, classes, places or taxes of its lines, were changed in the ERP.";
/// Said of a bill that pays nothing any more.
const VOIDED: &str = "The bill was voided in the ERP.";
/// A bill is looked at until it is so old.
const UNTIL: chrono::TimeDelta = chrono::TimeDelta::days(366);

impl BillCall {
    /// Reads the bill of a locked statement.
    ///
    /// # Errors
    /// That it was deleted, once that is written down; [`Error::Unreached`] when the ERP gives no answer.
    pub(super) async fn look(&self) -> Result<()> {
        let bills = statements::bills(&self.ctx.store.read(), self.id).await?;
        let stands = |bill: &&ErpDocument| matches!(bill.state, DocumentState::Sent | DocumentState::Changed);
        let Some(bill) = bills.iter().find(stands) else { return Ok(()) };
        let erp = self.erp(bill.account).await?;
        let at = DocumentRef { kind: DocumentKind::Bill, id: ErpId(bill.erp_id.clone().unwrap_or_default()) };
        let failure = match read(erp.standing(&at)).await {
            Ok(Some(standing)) => return self.compare(bill, &standing).await,
            Ok(None) => return Err(self.leave(bill).await?),
            Err(failure) if failure.refusal() == Some(Refusal::Gone) => return Err(self.leave(bill).await?),
            Err(failure) => failure,
        };
        let (tx, now) = (self.ctx.store.begin().await?, self.ctx.now());
        self.log(&tx, bill.id, unanswered(Step::Standing, &failure)).await?;
        erp_documents::was_not_read(&tx, bill.id, &failure.to_string(), now).await?;
        tx.commit_unaudited("a read that failed changes nothing; it stands in the history").await?;
        Err(unsuccessful(&failure))
    }

    /// Writes down whether the bill is as it was sent (rules.md#changed-over-there). It stays with its statement either way.
    async fn compare(&self, bill: &ErpDocument, standing: &Standing) -> Result<()> {
        let (tx, now) = (self.ctx.store.begin().await?, self.ctx.now());
        match (changed(bill, standing), bill.state) {
            (Some(what), state) if state == DocumentState::Sent || bill.last_error.as_ref() != Some(&what) => {
                erp_documents::was_read(&tx, bill.id, Some((DocumentState::Changed, Some(&what))), now).await?;
                self.log(&tx, bill.id, Push { message: Some(what.clone()), ..answered(Step::Standing) }).await?;
                let detail = json!({ "Changed": what });
                Ok(tx.commit(self.entry("commission_statement.bill_changed").with_detail(detail)).await?)
            }
            (None, DocumentState::Changed) if is_kept(bill, standing) => {
                erp_documents::keep(&tx, bill.id, standing.revision.as_str(), &kept(bill, standing), now).await?;
                Ok(tx.commit_unaudited("the bill is again as it was kept").await?)
            }
            (None, DocumentState::Changed) => {
                let (id, revision) = (bill.erp_id.as_deref().unwrap_or_default(), standing.revision.as_str());
                erp_documents::arrived(&tx, bill.id, id, &standing.number, revision, now).await?;
                Ok(tx.commit_unaudited("the bill is again as it was sent").await?)
            }
            _ => {
                erp_documents::was_read(&tx, bill.id, None, now).await?;
                Ok(tx.commit_unaudited("a read that brought nothing new").await?)
            }
        }
    }

    /// Keeps a bill as a person has changed it in the ERP. Writes nothing there; the statement keeps its own amounts.
    ///
    /// # Errors
    /// That it was not changed, was changed again, was voided, or belongs to another vendor; [`Error::Unreached`] when the ERP gives no answer.
    pub(super) async fn keep(&self) -> Result<()> {
        let bills = statements::bills(&self.ctx.store.read(), self.id).await?;
        let Some(bill) = bills.iter().find(|bill| bill.state == DocumentState::Changed) else {
            return Err(refused(NOT_CHANGED));
        };
        let erp = self.erp(bill.account).await?;
        let at = DocumentRef { kind: DocumentKind::Bill, id: ErpId(bill.erp_id.clone().unwrap_or_default()) };
        let Some(standing) = read(erp.standing(&at)).await.map_err(|failure| unsuccessful(&failure))? else {
            return Err(self.leave(bill).await?);
        };
        if standing.voided {
            return Err(refused(&format!("{VOIDED} {NEW_BILL}")));
        }
        if !standing.party.is_empty() && bill.asked.as_ref().is_some_and(|asked| asked.party != standing.party) {
            return Err(refused(&format!("{OTHER_VENDOR} {NEW_BILL}")));
        }
        let (tx, now) = (self.ctx.store.begin().await?, self.ctx.now());
        if let Some(what) = changed(bill, &standing).filter(|what| bill.last_error.as_ref() != Some(what)) {
            erp_documents::was_read(&tx, bill.id, Some((DocumentState::Changed, Some(&what))), now).await?;
            let entry = self.entry("commission_statement.bill_changed").with_detail(json!({ "Changed": what }));
            tx.commit(entry).await?;
            return Err(refused(&format!("{CHANGED_AGAIN} {what}")));
        }
        erp_documents::keep(&tx, bill.id, standing.revision.as_str(), &kept(bill, &standing), now).await?;
        self.log(&tx, bill.id, Push { message: Some(KEPT.to_owned()), ..answered(Step::Standing) }).await?;
        let detail = json!({ "Kept": bill.last_error });
        Ok(tx.commit(self.entry("commission_statement.keep_bill").with_detail(detail)).await?)
    }

    /// Writes down that the bill is gone; gives what is said of it. Its row stays, so that the next one is another request.
    async fn leave(&self, bill: &ErpDocument) -> Result<Error> {
        let (tx, stamp) = (self.ctx.store.begin().await?, self.who.stamp(&self.ctx));
        let statement = statements::lock(&tx, self.who.scope, self.id).await?;
        self.log(&tx, bill.id, answered(Step::Standing)).await?;
        erp_documents::ended(&tx, bill.id, DocumentState::Deleted, GONE, stamp.at).await?;
        erp_documents::was_read(&tx, bill.id, None, stamp.at).await?;
        statements::unseal(&tx, self.id, stamp).await?;
        let detail = json!({ "Number": statement.bill_number, "AmountDue": statement.due().decimal() });
        tx.commit(self.entry("commission_statement.bill_gone").with_detail(detail)).await?;
        Ok(gone())
    }
}

/// What was changed of a bill in the ERP, in words; `None` when it is as it was sent, or as a person has kept it.
fn changed(bill: &ErpDocument, standing: &Standing) -> Option<String> {
    if standing.voided {
        return Some(format!("{VOIDED} {NEW_BILL}"));
    }
    let asked = bill.asked.as_ref()?;
    let is_ours = bill.revision.as_deref().is_none_or(|ours| standing.revision.is_still(ours));
    if !standing.party.is_empty() && standing.party != asked.party {
        let (ours, theirs) = (asked.party.clone(), standing.named_party());
        return Some(in_words(vec![Difference { field: "Vendor", ours, theirs }]));
    }
    if is_ours || is_kept(bill, standing) {
        return None;
    }
    differs(bill, standing)
}

/// Whether a person has kept the version of a bill that stands in the ERP.
fn is_kept(bill: &ErpDocument, standing: &Standing) -> bool {
    bill.kept_revision.as_deref().is_some_and(|kept| standing.revision.is_still(kept))
}

/// The message of a bill that a person keeps: that it is kept, and how it differs.
fn kept(bill: &ErpDocument, standing: &Standing) -> String {
    differs(bill, standing).map_or_else(|| KEPT.to_owned(), |what| format!("{KEPT} {what}"))
}

/// How a bill differs from what was asked for, in words; `None` where the request is not known.
fn differs(bill: &ErpDocument, standing: &Standing) -> Option<String> {
    let asked = bill.asked.as_ref()?;
    // The terms give a bill its due date, and its memo is for staff.
    let (lines, memo) = (Some(standing.lines.clone()), asked.content.memo.clone());
    let theirs = Content { dated: standing.dated, due_on: None, memo, total: standing.total, lines };
    let found = differences(&asked.content, &theirs);
    Some(if found.is_empty() { UNSEEN.to_owned() } else { in_words(found) })
}

/// Looks at the page of bills behind `page.after`, and leaves the next one to a job of its own.
///
/// # Errors
/// When the database fails.
pub async fn look_at_all(ctx: &Context, page: LookAtBills) -> Result<()> {
    let after = page.after.unwrap_or(StatementId(0));
    let found = statements::due_bills(&ctx.store.read(), ctx.now() - UNTIL, after, &page.away, A_PAGE).await?;
    let Some(last) = found.last().map(|due| due.statement) else { return Ok(()) };
    let looks = stream::iter(found).map(|due| async move { (due, look(ctx, due).await) });
    let looked: Vec<(DueBill, Result<bool>)> = looks.buffer_unordered(AT_ONCE).collect().await;
    let mut failures = BTreeMap::<ApiServiceId, u32>::new();
    for (due, is_reached) in looked {
        if !is_reached? {
            *failures.entry(due.account).or_default() += 1;
        }
    }
    let mut away = page.away;
    away.extend(failures.into_iter().filter(|(_, count)| *count >= FAILURES).map(|(account, _)| account));
    let tx = ctx.store.begin().await?;
    jobs::enqueue(ctx, &tx, &LookAtBills { after: Some(last), away }).await?;
    Ok(tx.commit_unaudited("the next page of a sweep; what was found is audited").await?)
}

/// Whether the ERP gave an answer. What a person would read of it stands on the statement.
async fn look(ctx: &Context, due: DueBill) -> Result<bool> {
    match BillCall::new(ctx, Agent::program(), due.statement).look_alone().await {
        Ok(()) | Err(Error::Invalid(_) | Error::NotFound) => Ok(true),
        Err(Error::Unreached(_) | Error::Throttled { .. }) => Ok(false),
        Err(fault) => Err(fault),
    }
}
