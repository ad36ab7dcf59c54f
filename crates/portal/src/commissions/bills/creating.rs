//! Creating the bill of a statement exactly once.

use connectors::{Accounting, BillDraft, BillLine, ConnectorError, Document, DocumentKind, RequestKey, VendorId};
use domain::commissions::bill::{Billable, check};
use serde_json::json;
use sha2::{Digest as _, Sha256};
use store::commissions::statements::{self, StatementRow};
use store::erp_documents::{self, DocumentState, ErpDocument, Step, Wish};

use super::turn::Turn;
use super::words::{said, unsuccessful};
use crate::accounts::connection::{read, write};
use crate::clock::day_in;
use crate::erp::calls::{answered, asked, unanswered};
use crate::error::Result;

/// `erp_document.kind` of a bill.
const BILL: i16 = 2;

impl Turn {
    pub(super) async fn create(&self) -> Result<()> {
        let statement = self.statement().await?;
        if statement.is_locked {
            return self.look().await;
        }
        let bills = statements::bills(&self.ctx.store.read(), self.id).await?;
        let open = bills.iter().find(|bill| bill.state.is_open());
        if let Some(open) = open
            && self.was_created(open).await?
        {
            return Ok(());
        }
        let billable = self.billable(&statement).await?;
        let erp = self.erp(billable.account).await?;
        let newest = bills.iter().map(|bill| bill.generation).max().unwrap_or_default();
        let draft = self.draft(&statement, &billable, open, newest).await?;
        let row = self.begin(&billable, &draft, open).await?;
        self.send(&*erp, &draft, row).await
    }

    /// What the statement is billed by now.
    async fn billable(&self, statement: &StatementRow) -> Result<Billable> {
        let payee = statements::payees(&self.ctx.store.read(), &[self.id]).await?.remove(&self.id).unwrap_or_default();
        Ok(check(self.id, statement.period, statement.due(), payee)?)
    }

    /// Looks a wish up whose outcome is not known. When it was granted, its bill is taken over.
    async fn was_created(&self, open: &ErpDocument) -> Result<bool> {
        let erp = self.erp(open.account).await?;
        let key = RequestKey { kind: DocumentKind::Bill, local_id: self.id.get(), generation: open.generation };
        let found = read(erp.find(key, open.number.as_deref().unwrap_or_default())).await;
        let tx = self.ctx.store.begin().await?;
        match found {
            Ok(found) => {
                self.log(&tx, open.id, answered(Step::Find)).await?;
                tx.commit_unaudited("a look-up changes nothing; what comes of it is audited").await?;
                let Some(document) = found else { return Ok(false) };
                self.arrive(document, open.id).await?;
                Ok(true)
            }
            Err(failure) => {
                self.log(&tx, open.id, unanswered(Step::Find, &failure)).await?;
                tx.commit(self.failed(&failure)).await?;
                Err(unsuccessful(&failure))
            }
        }
    }

    /// The bill that is asked for. If it would still say the same to the same account as the open wish, it goes under the same key again.
    async fn draft(
        &self,
        statement: &StatementRow,
        billable: &Billable,
        open: Option<&ErpDocument>,
        newest: u32,
    ) -> Result<BillDraft> {
        let mut lines = vec![BillLine { description: statement.name.clone(), amount: statement.total }];
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
            && open.content_hash == Some(content_hash(&draft))
        {
            draft.generation = open.generation;
            draft.dated = day_in(self.ctx.config.time_zone, open.created_at);
        }
        Ok(draft)
    }

    /// Writes the wish down before it is sent, in place of an open one that has made nothing.
    async fn begin(&self, billable: &Billable, draft: &BillDraft, open: Option<&ErpDocument>) -> Result<i64> {
        let (tx, now) = (self.ctx.store.begin().await?, self.ctx.now());
        // A statement that was deleted meanwhile gets no bill, and one that gets a bill is not deleted.
        statements::lock(&tx, self.who.scope, self.id).await?;
        let (key, hash) = (draft.key().to_string(), content_hash(draft));
        let wish = Wish {
            kind: BILL,
            generation: draft.generation,
            request_key: &key,
            number: &draft.number,
            content_hash: &hash,
        };
        statements::address(&tx, self.id, &billable.vendor, self.who.stamp(&self.ctx)).await?;
        let row = match open {
            Some(open) if open.generation == draft.generation => {
                erp_documents::begin_update(&tx, open.id, &wish, now).await?;
                open.id
            }
            other => {
                if let Some(open) = other {
                    erp_documents::ended(&tx, open.id, DocumentState::Failed, "not found when looked up", now).await?;
                }
                statements::begin(&tx, billable.account, self.id, &wish, now).await?
            }
        };
        self.log(&tx, row, asked(Step::Create)).await?;
        tx.commit_unaudited("the wish is written before the call; its outcome is audited").await?;
        Ok(row)
    }

    async fn send(&self, erp: &dyn Accounting, draft: &BillDraft, row: i64) -> Result<()> {
        match self.sent(erp, draft, row).await? {
            Ok(document) => self.arrive(document, row).await,
            Err(failure) => {
                let tx = self.ctx.store.begin().await?;
                self.log(&tx, row, unanswered(Step::Create, &failure)).await?;
                let state = match failure {
                    ConnectorError::OutcomeUnknown(_) => DocumentState::Sending,
                    _ => DocumentState::Failed,
                };
                erp_documents::ended(&tx, row, state, &said(&failure), self.ctx.now()).await?;
                tx.commit(self.failed(&failure)).await?;
                Err(unsuccessful(&failure))
            }
        }
    }

    /// Sends the draft; when no answer comes, looks it up at once.
    async fn sent(
        &self,
        erp: &dyn Accounting,
        draft: &BillDraft,
        row: i64,
    ) -> Result<std::result::Result<Document, ConnectorError>> {
        let unknown = match write(erp.create_bill(draft)).await {
            Err(failure @ ConnectorError::OutcomeUnknown(_)) => failure,
            known => return Ok(known),
        };
        let Ok(Some(document)) = read(erp.find(draft.key(), &draft.number)).await else { return Ok(Err(unknown)) };
        let tx = self.ctx.store.begin().await?;
        self.log(&tx, row, unanswered(Step::Create, &unknown)).await?;
        self.log(&tx, row, answered(Step::Find)).await?;
        tx.commit_unaudited("calls of a wish; what comes of it is audited").await?;
        Ok(Ok(document))
    }

    /// Takes over a bill that stands in the ERP, and locks the statement.
    async fn arrive(&self, document: Document, row: i64) -> Result<()> {
        let (tx, stamp) = (self.ctx.store.begin().await?, self.who.stamp(&self.ctx));
        let statement = statements::lock(&tx, self.who.scope, self.id).await?;
        let Document { at, number, revision, .. } = document;
        erp_documents::arrived(&tx, row, at.id.as_str(), &number, revision.as_str(), stamp.at).await?;
        self.log(&tx, row, answered(Step::Create)).await?;
        statements::seal(&tx, self.id, &number, stamp).await?;
        let detail = json!({ "Number": number, "AmountDue": statement.due().decimal() });
        Ok(tx.commit(self.entry("commission_statement.create_bill").with_detail(detail)).await?)
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
