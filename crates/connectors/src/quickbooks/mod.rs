//! QuickBooks Online.

mod checking;
mod config;
mod convert;
mod customers;
mod fault;
mod grant;
mod wire;

#[cfg(test)]
mod checking_tests;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use async_trait::async_trait;
use reqwest::{Client, RequestBuilder, Url};
use serde::de::DeserializeOwned;
use serde_json::Value;

pub use config::QuickBooksConfig;

use crate::document::{Document, DocumentKind, DocumentRef, Revision, Sought, Standing};
use crate::draft::{BillDraft, InvoiceDraft};
use crate::error::{ConnectorError, Refusal, VendorAnswer};
use crate::lookups::{Customer, CustomerId, Term, Vendor, VendorId};
use crate::settings::{BadSetting, Clock, below};
use crate::tokens::{TokenKeeper, TokenStore};
use crate::transport::{Answer, Caller, Known, Limits, Nature, Verdict, client};
use crate::{Accounting, CheckedSetting, InvoicePdfs, NewCustomers, Result};
use config::Addresses;
use grant::RefreshGrant;
use wire::{Address, Paper, Party, TermRecord};

/// The version of the vendor's fields that this connector knows.
const MINOR_VERSION: &str = "75";
/// The most rows of a query.
const MOST_ROWS: usize = 1000;
/// The most rounds of a change that another one came before.
const ROUNDS: usize = 2;

/// One company.
pub struct QuickBooks {
    config: QuickBooksConfig,
    addresses: Addresses,
    caller: Caller,
}

impl QuickBooks {
    /// The company of these settings.
    ///
    /// # Errors
    /// On the setting that cannot work.
    pub fn new(
        config: QuickBooksConfig,
        store: Arc<dyn TokenStore>,
        clock: Clock,
        limits: Limits,
    ) -> std::result::Result<Self, BadSetting> {
        let addresses = Addresses::of(&config)?;
        let http = client(&limits).map_err(|error| BadSetting::of("ApiBaseUrl", error.to_string()))?;
        let known = Known::default();
        known.add(&config.client_secret);
        let grant = RefreshGrant {
            client: http,
            known: known.clone(),
            address: addresses.tokens.clone(),
            client_id: config.client_id.trim().to_owned(),
            client_secret: config.client_secret.clone(),
            clock: clock.clone(),
            limits: limits.clone(),
        };
        let caller = Caller::new(TokenKeeper::new(store, grant, known, clock), limits, 1)?;
        Ok(Self { config, addresses, caller })
    }

    fn at(&self, parts: &[&str]) -> Url {
        below(&self.addresses.company, parts)
    }

    async fn call<T>(
        &self,
        nature: Nature,
        ask: impl Fn(&Client) -> RequestBuilder + Send + Sync,
        judge: impl Fn(Answer) -> Verdict<T> + Send + Sync,
    ) -> Result<T> {
        let with_token = |client: &Client, token: &crate::Secret| {
            let call = ask(client).query(&[("minorversion", MINOR_VERSION)]);
            call.bearer_auth(token.reveal())
        };
        self.caller.call(nature, with_token, judge).await
    }

    async fn read(&self, url: Url, query: &[(&str, &str)]) -> Result<Value> {
        self.get(Nature::Read, url, query).await
    }

    async fn get(&self, nature: Nature, url: Url, query: &[(&str, &str)]) -> Result<Value> {
        let ask = |client: &Client| client.get(url.clone()).header("Accept", "application/json").query(query);
        self.call(nature, ask, fault::judge).await
    }

    /// The records that a query finds.
    async fn query<T: DeserializeOwned>(&self, nature: Nature, entity: &str, statement: &str) -> Result<Vec<T>> {
        let body = self.get(nature, self.at(&["query"]), &[("query", statement)]).await?;
        let Some(found) = body.get("QueryResponse").and_then(Value::as_object) else {
            let answer = VendorAnswer::saying("the answer cannot be read: it has no QueryResponse");
            return Err(ConnectorError::Retry { answer, wait: None });
        };
        // Where nothing was found there is no list.
        let list = found.get(entity).filter(|list| !list.is_null()).cloned();
        list.map_or(Ok(Vec::new()), |list| serde_json::from_value(list).map_err(|error| misread(&error)))
    }

    async fn post(&self, kind: DocumentKind, nature: Nature, paper: &Paper, request_id: &str) -> Result<Paper> {
        let url = self.at(&[path(kind)]);
        let ask = |client: &Client| {
            let call = client.post(url.clone()).header("Accept", "application/json").json(paper);
            call.query(&[("requestid", request_id)])
        };
        let answered = self.call(nature, ask, fault::judge).await;
        let body = answered.map_err(|failure| failure.pointing_to(|element| fault::settings_of(kind, element)))?;
        paper_in(&body, kind).map_err(ConnectorError::in_doubt)
    }

    /// A document as it is now; none when it does not exist.
    async fn paper(&self, known: &DocumentRef) -> Result<Option<Paper>> {
        let url = self.at(&[path(known.kind), known.id.as_str()]);
        let query: &[(&str, &str)] =
            if known.kind == DocumentKind::Invoice { &[("include", "invoiceLink")] } else { &[] };
        match self.read(url, query).await {
            Ok(body) => {
                let paper = paper_in(&body, known.kind)?;
                convert::check_is(&paper, known)?;
                Ok(Some(paper))
            }
            Err(failure) if failure.refusal() == Some(Refusal::Gone) => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    async fn known_paper(&self, known: &DocumentRef) -> Result<Paper> {
        let gone = || ConnectorError::refused(Refusal::Gone, "The document does not exist any more.");
        self.paper(known).await?.ok_or_else(gone)
    }

    async fn create(&self, kind: DocumentKind, paper: Paper, key: &str, sought: &Sought) -> Result<Document> {
        let made = match self.post(kind, Nature::Create, &paper, key).await {
            // The key of a request is not kept for ever; the mark is.
            Err(failure) if failure.refusal() == Some(Refusal::NumberTaken) => {
                return self.find(sought).await?.ok_or(failure);
            }
            // What does not exist is something that the draft names.
            Err(ConnectorError::Refused { why: Refusal::Gone, answer }) => {
                return Err(ConnectorError::Refused { why: Refusal::Invalid, answer });
            }
            other => other?,
        };
        convert::document(&self.addresses, kind, &made).map_err(ConnectorError::in_doubt)
    }

    /// The first document that carries the mark of what is sought.
    async fn marked(&self, sought: &Sought, condition: &str) -> Result<Option<Document>> {
        let of = entity(sought.kind);
        let statement = format!("SELECT * FROM {of} WHERE {condition} MAXRESULTS {MOST_ROWS}");
        let found: Vec<Paper> = self.query(Nature::Read, of, &statement).await?;
        let it = sought.keys().find_map(|key| found.iter().find(|paper| convert::is_marked(paper, key)));
        it.map(|paper| convert::document(&self.addresses, sought.kind, paper)).transpose()
    }

    /// The active party of an id; nothing is asked for what is no id.
    async fn party(&self, entity: &str, id: &str) -> Result<Option<Party>> {
        if id.is_empty() || !id.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(None);
        }
        let statement = format!("SELECT * FROM {entity} WHERE Active = true AND Id = '{id}'");
        let found: Vec<Party> = self.query(Nature::Lookup, entity, &statement).await?;
        Ok(found.into_iter().find(|party| party.id == id))
    }

    async fn parties(&self, entity: &str, term: &str, limit: usize) -> Result<Vec<Party>> {
        let term = term.trim();
        let named = match searched(term) {
            text if text.is_empty() => String::new(),
            text => format!(" AND DisplayName LIKE '%{text}%'"),
        };
        let most = limit.clamp(1, MOST_ROWS);
        let statement = format!(
            "SELECT * FROM {entity} WHERE Active = true{named} ORDERBY DisplayName STARTPOSITION 1 MAXRESULTS {most}"
        );
        let mut found: Vec<Party> = self.query(Nature::Lookup, entity, &statement).await?;
        found.retain(|party| party.display_name.to_lowercase().contains(&term.to_lowercase()));
        found.truncate(limit);
        Ok(found)
    }
}

/// A text inside the apostrophes of a query; a percent sign cannot be asked for.
fn searched(text: &str) -> String {
    text.replace('%', "").replace('\\', "\\\\").replace('\'', "\\'")
}

const fn path(kind: DocumentKind) -> &'static str {
    match kind {
        DocumentKind::Invoice => "invoice",
        DocumentKind::CreditMemo => "creditmemo",
        DocumentKind::Bill => "bill",
    }
}

const fn entity(kind: DocumentKind) -> &'static str {
    match kind {
        DocumentKind::Invoice => "Invoice",
        DocumentKind::CreditMemo => "CreditMemo",
        DocumentKind::Bill => "Bill",
    }
}

fn paper_in(body: &Value, kind: DocumentKind) -> Result<Paper> {
    let paper = body.get(entity(kind)).cloned().unwrap_or_default();
    serde_json::from_value(paper).map_err(|error| misread(&error))
}

fn misread(error: &serde_json::Error) -> ConnectorError {
    // The error names types of the program, which tell a person nothing.
    tracing::debug!(%error, "an answer in another form");
    let answer = VendorAnswer::saying("the answer has another form than was asked for");
    ConnectorError::Retry { answer, wait: None }
}

#[async_trait]
impl Accounting for QuickBooks {
    async fn customers(&self, term: &str, limit: usize) -> Result<Vec<Customer>> {
        let found = self.parties("Customer", term, limit).await?;
        Ok(found.into_iter().map(|one| Customer { id: CustomerId(one.id), display_name: one.display_name }).collect())
    }

    async fn customer(&self, id: &CustomerId) -> Result<Option<Customer>> {
        let found = self.party("Customer", id.as_str()).await?;
        Ok(found.map(|party| Customer { id: id.clone(), display_name: party.display_name }))
    }

    async fn vendors(&self, term: &str, limit: usize) -> Result<Vec<Vendor>> {
        let found = self.parties("Vendor", term, limit).await?;
        Ok(found.into_iter().map(|one| Vendor { id: VendorId(one.id), display_name: one.display_name }).collect())
    }

    async fn vendor(&self, id: &VendorId) -> Result<Option<Vendor>> {
        let found = self.party("Vendor", id.as_str()).await?;
        Ok(found.map(|party| Vendor { id: id.clone(), display_name: party.display_name }))
    }

    async fn terms(&self) -> Result<Vec<Term>> {
        let statement = format!("SELECT * FROM Term WHERE Active = true ORDERBY Name MAXRESULTS {MOST_ROWS}");
        let found: Vec<TermRecord> = self.query(Nature::Lookup, "Term", &statement).await?;
        Ok(found.into_iter().map(convert::term).collect())
    }

    /// By the numbers; a company that numbers documents itself has it under another one, with the party and the date that were asked for.
    async fn find(&self, sought: &Sought) -> Result<Option<Document>> {
        let numbers: Vec<String> = sought.numbers.iter().map(|number| searched(number.trim())).collect();
        for number in numbers.iter().filter(|number| !number.is_empty()) {
            if let Some(document) = self.marked(sought, &format!("DocNumber = '{number}'")).await? {
                return Ok(Some(document));
            }
        }
        let Some((party, dated)) = &sought.written_to else { return Ok(None) };
        let (column, party) = (convert::party_column(sought.kind), searched(party));
        self.marked(sought, &format!("{column} = '{party}' AND TxnDate = '{dated}'")).await
    }

    async fn create_invoice(&self, draft: &InvoiceDraft) -> Result<Document> {
        let paper = convert::marked(convert::invoice(&self.config, draft)?, draft.key());
        self.create(draft.kind(), paper, &draft.key().to_string(), &draft.sought()).await
    }

    async fn update_invoice(&self, known: &DocumentRef, revision: &Revision, draft: &InvoiceDraft) -> Result<Document> {
        draft.fits(known.kind)?;
        let wanted = convert::invoice(&self.config, draft)?;
        let mut conflict = None;
        for _ in 0..ROUNDS {
            let held = self.known_paper(known).await?;
            let document = convert::document(&self.addresses, known.kind, &held)?;
            // A voided document says other things than before, and nobody can change it back.
            convert::check_not_voided(&held)?;
            draft.check_party(&document.party)?;
            // It was written by an earlier try. What a person has changed besides is asked about.
            if convert::says(&held, &wanted) && document.revision.has_details_of(revision.as_str()) {
                return Ok(document);
            }
            if !document.revision.is_still(revision.as_str()) {
                return Err(ConnectorError::refused(Refusal::Changed, "The document was changed in the meantime."));
            }
            convert::check_changeable(known.kind, &held, draft.document_total())?;
            let update = convert::update(wanted.clone(), &held);
            let request = format!("{}-at-{}", draft.key(), held.sync_token.as_deref().unwrap_or_default());
            match self.post(known.kind, Nature::Update, &update, &request).await {
                Ok(written) => {
                    let document = convert::document(&self.addresses, known.kind, &written);
                    return document.map_err(ConnectorError::in_doubt);
                }
                Err(failure) if failure.refusal() == Some(Refusal::Changed) => conflict = Some(failure),
                Err(failure) => return Err(failure),
            }
        }
        Err(conflict.unwrap_or_else(|| ConnectorError::refused(Refusal::Changed, "The document is being changed.")))
    }

    async fn create_bill(&self, draft: &BillDraft) -> Result<Document> {
        let paper = convert::bill(&self.config, draft)?;
        self.create(DocumentKind::Bill, paper, &draft.key().to_string(), &draft.sought()).await
    }

    async fn email_invoice(&self, known: &DocumentRef, recipients: &[String]) -> Result<()> {
        let Some((first, others)) = recipients.split_first() else {
            return Err(ConnectorError::refused(Refusal::Invalid, "A mail needs a recipient."));
        };
        check_recipients(first, others)?;
        let held = self.known_paper(known).await?;
        let addressed = Paper {
            id: held.id.clone(),
            sync_token: held.sync_token.clone(),
            sparse: Some(true),
            bill_email: Some(Address { address: first.clone() }),
            bill_email_cc: copies_unverified(others, &held),
            ..Paper::default()
        };
        let is_addressed = held.bill_email == addressed.bill_email
            && addressed.bill_email_cc.as_ref().is_none_or(|copies| held.bill_email_cc.as_ref() == Some(copies));
        if !is_addressed {
            let version = held.sync_token.as_deref().unwrap_or_default();
            let request = format!("mail-{}-{}-at-{version}", path(known.kind), known.id);
            self.post(known.kind, Nature::Update, &addressed, &request).await.map_err(unmailed)?;
        }
        let url = self.at(&[path(known.kind), known.id.as_str(), "send"]);
        let ask = |client: &Client| {
            let call = client.post(url.clone()).header("Accept", "application/json");
            call.header("Content-Type", "application/octet-stream").body("")
        };
        for round in 1.. {
            let Err(failure) = self.call(Nature::Once, ask, fault::judge).await else { break };
            // An answer may say no although the mail has left: the document tells when it was mailed last.
            let Some(told) = self.paper(known).await.ok().flatten() else { return Err(failure) };
            if told.delivery_info.is_some() && told.delivery_info != held.delivery_info {
                break;
            }
            if !self.caller.may_repeat(round, &failure).await {
                return Err(failure);
            }
        }
        Ok(())
    }

    async fn standing(&self, known: &DocumentRef) -> Result<Option<Standing>> {
        let held = self.paper(known).await?;
        held.map(|held| convert::standing(known.kind, &held)).transpose()
    }

    fn invoice_pdfs(&self) -> Option<&dyn InvoicePdfs> {
        Some(self)
    }

    fn new_customers(&self) -> Option<&dyn NewCustomers> {
        Some(self)
    }

    async fn check_connection(&self) -> Result<()> {
        // A token that is still good would hide a secret that is wrong.
        self.caller.keeper.refresh_if_possible().await?;
        // The vendor does not document the address of the company; a query needs the same rights.
        let statement = "SELECT * FROM Term MAXRESULTS 1";
        self.query::<Value>(Nature::Lookup, "Term", statement).await.map(drop)
    }

    async fn check_settings(&self) -> Result<Vec<CheckedSetting>> {
        self.checked_settings().await
    }

    fn blamed(&self, failure: &ConnectorError) -> Option<&'static str> {
        fault::blamed(failure)
    }

    async fn refresh_tokens(&self) -> Result<()> {
        self.caller.keeper.refresh().await
    }
}

/// The failure of a call before the mail: whatever became of that call, nothing was mailed yet.
fn unmailed(failure: ConnectorError) -> ConnectorError {
    match failure {
        ConnectorError::OutcomeUnknown(answer) => ConnectorError::Retry { answer, wait: None },
        known => known,
    }
}

/// Checks that the addresses fit the two fields that hold them: the vendor refuses the document otherwise.
fn check_recipients(first: &str, others: &[String]) -> Result<()> {
    const MOST_OF_FIRST: usize = 100;
    const MOST_OF_COPIES: usize = 200;
    if first.len() <= MOST_OF_FIRST && others.join(",").len() <= MOST_OF_COPIES {
        return Ok(());
    }
    let why = format!(
        "QuickBooks mails to one address of up to {MOST_OF_FIRST} characters and to others of {MOST_OF_COPIES} together. Name fewer or \
         shorter recipients in the billing plan."
    );
    Err(ConnectorError::refused(Refusal::Invalid, why))
}

/// Several addresses in the one field for copies, which the vendor does not document. Without any the field is sent only to empty it.
fn copies_unverified(addresses: &[String], held: &Paper) -> Option<Address> {
    let has_some = held.bill_email_cc.as_ref().is_some_and(|copies| !copies.address.is_empty());
    (has_some || !addresses.is_empty()).then(|| Address { address: addresses.join(",") })
}

#[async_trait]
impl InvoicePdfs for QuickBooks {
    async fn invoice_pdf(&self, known: &DocumentRef) -> Result<Vec<u8>> {
        let url = self.at(&[path(known.kind), known.id.as_str(), "pdf"]);
        let ask = |client: &Client| client.get(url.clone()).header("Accept", "application/pdf");
        self.call(Nature::Read, ask, fault::judge_pdf).await
    }
}
