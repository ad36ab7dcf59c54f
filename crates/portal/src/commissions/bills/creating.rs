//! Creating the bill of a statement exactly once.

use std::sync::Arc;

use connectors::{Accounting, BillDraft, BillLine, ConnectorError, Document, DocumentKind, RequestKey, VendorId};
use domain::commissions::bill::{Billable, check};
use domain::{Invalid, Money};
use serde_json::json;
use sha2::{Digest as _, Sha256};
use store::Tx;
use store::commissions::statements::{self, Adjusted, StatementRow, Which};
use store::erp_documents::{self, DocumentState, ErpDocument, Push, Request, Step};

use super::bill_call::BillCall;
use super::words::{OLDER, found, said, still_open, unsuccessful};
use crate::clock::day_in;
use crate::erp::calls::{answered, asked, unanswered};
use crate::erp::ours::{
    Before, Carries, Draft, Search, carries, carries_as_answered, created, granted_for, number_of, of_another,
    of_another_record, searches,
};
use crate::error::{Error, Result};

/// Said of a bill that was looked up and is not there.
const NOT_MADE: &str = "not found when looked up";

impl BillCall {
    pub(super) async fn create(&self) -> Result<()> {
        let statement = self.statement().await?;
        if statement.is_locked {
            return self.look().await;
        }
        let bills = statements::bills(&self.ctx.store.read(), self.id).await?;
        if self.was_created(&bills, Before::Creation).await? {
            return Ok(());
        }
        let open = bills.iter().find(|bill| bill.state.is_open());
        let billable = self.billable(&statement).await?;
        let erp = self.erp(billable.account).await?;
        let elsewhere = open.filter(|open| open.account != billable.account);
        if let Some(left) = elsewhere.and_then(|open| granted_for(open, self.ctx.now())) {
            return Err(still_open(left));
        }
        let newest = bills.iter().map(|bill| bill.generation).max().unwrap_or_default();
        let draft = self.draft(&statement, &billable, open, newest).await?;
        let row = self.begin(&billable, &draft, open).await?;
        self.send(&erp, &draft, row, open).await
    }

    /// What the statement is billed by now.
    async fn billable(&self, statement: &StatementRow) -> Result<Billable> {
        let payee = statements::payees(&self.ctx.store.read(), &[self.id]).await?.remove(&self.id).unwrap_or_default();
        Ok(check(self.id, statement.period, statement.due(), payee, self.left_groups)?)
    }

    /// Looks for the bill of a request that failed, before its statement is deleted. Nothing is sent (rules.md#failed-request).
    ///
    /// # Errors
    /// That it was found, once it is taken over; that the look-up failed.
    pub(super) async fn look_up_failed(&self) -> Result<()> {
        let statement = self.statement().await?;
        let bills = statements::bills(&self.ctx.store.read(), self.id).await?;
        if statement.is_locked || !bills.iter().any(|bill| bill.state == DocumentState::Failed) {
            return Ok(());
        }
        if self.was_created(&bills, Before::Deletion).await? { Err(found()) } else { Ok(()) }
    }

    /// Looks for a bill that any request has made, and takes it over.
    async fn was_created(&self, rows: &[ErpDocument], before: Before) -> Result<bool> {
        for search in searches(rows, self.id.get()) {
            let erp = match self.erp(search.account).await {
                Ok(erp) => erp,
                // What surely failed in an account that is not connected any more holds no other request up.
                Err(Error::NotFound | Error::Unreached(_)) if !search.is_open && before != Before::Deletion => continue,
                Err(failure) => return Err(failure),
            };
            let found = search.found(&*erp).await;
            let tx = self.ctx.store.begin().await?;
            match found {
                Ok(found) => {
                    self.log(&tx, search.row, answered(Step::Find)).await?;
                    tx.commit_unaudited("a look-up changes nothing; what comes of it is audited").await?;
                    if let Some(document) = found {
                        self.adopt(rows, &search, document).await?;
                        return Ok(true);
                    }
                }
                Err(failure) => {
                    self.log(&tx, search.row, unanswered(Step::Find, &failure)).await?;
                    tx.commit(self.failed(&failure)).await?;
                    return Err(unsuccessful(&failure));
                }
            }
        }
        Ok(false)
    }

    /// Takes over a bill that was found.
    async fn adopt(&self, rows: &[ErpDocument], search: &Search, document: Document) -> Result<()> {
        let asked = rows.iter().filter(|row| row.account == search.account).filter_map(|row| row.asked.as_ref());
        let carries = carries(asked, &document);
        if rows.first().is_some_and(|newest| newest.id == search.row) {
            return self.arrive(document, search.row, Step::Find, carries).await;
        }
        let generation = rows.iter().map(|row| row.generation).max().unwrap_or_default() + 1;
        let key = RequestKey { kind: DocumentKind::Bill, local_id: self.id.get(), generation }.to_string();
        let (tx, now) = (self.ctx.store.begin().await?, self.ctx.now());
        for open in rows.iter().filter(|row| row.state.is_open()) {
            erp_documents::ended(&tx, open.id, DocumentState::Failed, NOT_MADE, now).await?;
        }
        let asked = rows.iter().find(|row| row.id == search.row).and_then(|row| row.asked.as_ref());
        let kind = number_of(DocumentKind::Bill);
        let request =
            Request { kind, generation, request_key: &key, number: &document.number, content_hash: &[], asked };
        let row = statements::begin(&tx, search.account, self.id, &request, now).await?;
        tx.commit_unaudited("the row of a bill that was found; what comes of it is audited").await?;
        self.arrive(document, row, Step::Find, carries).await
    }

    /// The sum of the statement's lines, and each of its adjustments. Of a statement that has adjustments only these alone are lines.
    async fn payable_lines(&self, statement: &StatementRow) -> Result<Vec<BillLine>> {
        let db = self.ctx.store.read();
        let adjusted = statements::adjusted(&db, Which::These(&[self.id])).await?.remove(&self.id).unwrap_or_default();
        let of_lines = statement.total - adjusted.iter().map(|one| one.line.amount).sum();
        let whole = BillLine { description: statement.name.clone(), amount: of_lines };
        let mut lines: Vec<BillLine> = [whole].into_iter().filter(|line| line.amount != Money::ZERO).collect();
        lines.extend(adjusted.into_iter().map(|Adjusted { line, .. }| BillLine {
            description: format!("Adjustment: {}", line.reason),
            amount: line.amount,
        }));
        Ok(lines)
    }

    /// The bill that is asked for. While an open request for the same account may still be granted, whatever is sent goes under its key.
    async fn draft(
        &self,
        statement: &StatementRow,
        billable: &Billable,
        open: Option<&ErpDocument>,
        newest: u32,
    ) -> Result<BillDraft> {
        let mut lines = self.payable_lines(statement).await?;
        for brought in statements::brought(&self.ctx.store.read(), self.id).await? {
            let description = format!("Brought forward from statement {}, {}", brought.from, brought.name);
            lines.push(BillLine { description, amount: brought.amount });
        }
        let mut draft = BillDraft {
            statement: self.id,
            generation: newest + 1,
            vendor: VendorId(billable.vendor.clone()),
            number: billable.number.clone(),
            dated: self.ctx.today(),
            terms: None,
            memo: statement.name.clone(),
            broker: billable.broker.clone(),
            lines,
        };
        if let Some(open) = open
            && open.account == billable.account
        {
            draft.generation = open.generation;
            draft.dated = day_in(self.ctx.config.time_zone, open.created_at);
        }
        Ok(draft)
    }

    /// Writes the request down before it is sent, in place of an open one that has made nothing.
    async fn begin(&self, billable: &Billable, draft: &BillDraft, open: Option<&ErpDocument>) -> Result<i64> {
        let (tx, now) = (self.ctx.store.begin().await?, self.ctx.now());
        // A statement that was deleted meanwhile gets no bill, and one that gets a bill is not deleted.
        statements::lock(&tx, self.who.scope, self.id).await?;
        let (key, hash, wanted) = (draft.key().to_string(), content_hash(draft), Draft::Bill(draft).asked());
        let request = Request {
            kind: number_of(DocumentKind::Bill),
            generation: draft.generation,
            request_key: &key,
            number: &draft.number,
            content_hash: &hash,
            asked: Some(&wanted),
        };
        statements::address(&tx, self.id, &billable.vendor, self.who.stamp(&self.ctx)).await?;
        let row = match open {
            Some(open) if open.generation == draft.generation => {
                erp_documents::begin_update(&tx, open.id, &request, now).await?;
                open.id
            }
            other => {
                if let Some(open) = other {
                    erp_documents::ended(&tx, open.id, DocumentState::Failed, NOT_MADE, now).await?;
                }
                statements::begin(&tx, billable.account, self.id, &request, now).await?
            }
        };
        self.log(&tx, row, asked(Step::Create)).await?;
        tx.commit_unaudited("the request is written before the call; its outcome is audited").await?;
        Ok(row)
    }

    /// Sends a draft. `open` is the request as it stood before, under whose key another content may have arrived.
    async fn send(
        &self,
        erp: &Arc<dyn Accounting>,
        draft: &BillDraft,
        row: i64,
        open: Option<&ErpDocument>,
    ) -> Result<()> {
        let (answer, calls) = created(erp, Draft::Bill(draft)).await;
        let tx = self.ctx.store.begin().await?;
        for call in calls {
            self.log(&tx, row, call).await?;
        }
        let failure = match answer {
            Ok(document) => {
                tx.commit_unaudited("calls of a request; what comes of it is audited").await?;
                let wanted = Draft::Bill(draft).asked();
                let carries = match open.filter(|open| open.id == row) {
                    Some(open) => carries([&wanted].into_iter().chain(&open.asked), &document),
                    None => carries_as_answered(&wanted, &document),
                };
                return self.arrive(document, row, Step::Create, carries).await;
            }
            Err(failure) => failure,
        };
        self.log(&tx, row, unanswered(Step::Create, &failure)).await?;
        let state = match failure {
            ConnectorError::OutcomeUnknown(_) => DocumentState::Sending,
            _ => DocumentState::Failed,
        };
        erp_documents::ended(&tx, row, state, &said(&failure), self.ctx.now()).await?;
        tx.commit(self.failed(&failure)).await?;
        Err(unsuccessful(&failure))
    }

    /// Takes over a bill that stands in the ERP, and locks the statement. One that says something else is shown as changed there.
    async fn arrive(&self, document: Document, row: i64, step: Step, carries: Carries) -> Result<()> {
        let (tx, stamp) = (self.ctx.store.begin().await?, self.who.stamp(&self.ctx));
        let statement = statements::lock(&tx, self.who.scope, self.id).await?;
        let Document { at, number, revision, .. } = document;
        if let Carries::Party(party) = &carries {
            return self.not_taken_over(tx, row, step, &of_another(at.kind, party)).await;
        }
        let account = statements::bills(&tx, self.id).await?.into_iter().find(|bill| bill.id == row);
        if let Some(bill) = account
            && let Some(holder) = erp_documents::holder(&tx, bill.account, bill.kind, at.id.as_str()).await?
            && holder != self.id.get()
        {
            return self.not_taken_over(tx, row, step, &of_another_record(at.kind, at.id.as_str())).await;
        }
        erp_documents::hand_over(&tx, row, at.id.as_str()).await?;
        erp_documents::arrived(&tx, row, at.id.as_str(), &number, revision.as_str(), stamp.at).await?;
        self.log(&tx, row, answered(Step::Create)).await?;
        let other = match carries {
            Carries::Newest | Carries::Party(_) => None,
            Carries::Older => Some(OLDER.to_owned()),
            Carries::Other(what) => Some(what),
        };
        if let Some(what) = &other {
            erp_documents::was_read(&tx, row, Some((DocumentState::Changed, Some(what))), stamp.at).await?;
        }
        statements::seal(&tx, self.id, &number, stamp).await?;
        let detail = json!({ "Number": number, "AmountDue": statement.due().decimal() });
        Ok(tx.commit(self.entry("commission_statement.create_bill").with_detail(detail)).await?)
    }

    /// Records that what stands there is none of ours; the statement stays as it is.
    async fn not_taken_over(&self, tx: Tx, row: i64, step: Step, why: &str) -> Result<()> {
        self.log(&tx, row, Push { message: Some(why.to_owned()), ..answered(step) }).await?;
        erp_documents::ended(&tx, row, DocumentState::Failed, why, self.ctx.now()).await?;
        let entry = self.entry("commission_statement.create_bill_failed").with_detail(json!({ "Reason": why }));
        tx.commit(entry).await?;
        Err(Invalid::field("", why).into())
    }
}

/// Tells one content from another; when it was sent does not count.
fn content_hash(draft: &BillDraft) -> Vec<u8> {
    let mut hash = Sha256::new();
    let mut add = |text: &str| {
        hash.update((text.len() as u64).to_be_bytes());
        hash.update(text.as_bytes());
    };
    for text in [draft.vendor.as_str(), &draft.number, &draft.memo, draft.broker.as_deref().unwrap_or_default()] {
        add(text);
    }
    for line in &draft.lines {
        add(&line.description);
        add(&line.amount.cents().to_string());
    }
    hash.finalize().to_vec()
}
