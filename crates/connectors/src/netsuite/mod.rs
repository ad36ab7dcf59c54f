//! NetSuite by its REST interface and SuiteQL.

mod assertion;
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
use serde_json::json;

pub use config::NetSuiteConfig;

use crate::document::{Document, DocumentKind, DocumentRef, RequestKey, Revision, Sought, Standing};
use crate::draft::{BillDraft, InvoiceDraft};
use crate::error::{ConnectorError, Refusal, VendorAnswer};
use crate::lookups::{Customer, CustomerId, Term, Vendor, VendorId};
use crate::settings::{BadSetting, Clock, below};
use crate::tokens::{TokenKeeper, TokenStore};
use crate::transport::{Answer, Caller, Known, Limits, Nature, client};
use crate::{Accounting, CheckedSetting, InvoicePdfs, NewCustomers, Result, Secret};
use assertion::SigningKey;
use config::Addresses;
use grant::AssertionGrant;
use wire::{Page, Paper, Party, TermRow};

/// What stands before an external id in an address.
const EXTERNAL: &str = "eid:";
/// The most rows of a page, and the most pages that are read.
const ROWS: usize = 1000;
const PAGES: usize = 100;
/// The most rounds of a change that another one came before.
const ROUNDS: usize = 2;
/// How often a token may be turned down: too many calls at once look the same as a bad one.
const TURNED_DOWN: u32 = 2;

/// One account.
pub struct NetSuite {
    config: NetSuiteConfig,
    addresses: Addresses,
    caller: Caller,
}

impl NetSuite {
    /// The account of these settings.
    ///
    /// # Errors
    /// On the setting that cannot work.
    pub fn new(
        config: NetSuiteConfig,
        store: Arc<dyn TokenStore>,
        clock: Clock,
        limits: Limits,
    ) -> std::result::Result<Self, BadSetting> {
        let addresses = Addresses::of(&config)?;
        let http = client(&limits).map_err(|error| BadSetting::of("ApiBaseUrl", error.to_string()))?;
        let known = Known::default();
        let grant = AssertionGrant {
            client: http,
            known: known.clone(),
            address: addresses.tokens.clone(),
            client_id: config.client_id.trim().to_owned(),
            certificate_id: config.certificate_id.trim().to_owned(),
            key: SigningKey::of(&config.private_key)?,
            clock: clock.clone(),
            limits: limits.clone(),
        };
        let caller = Caller::new(TokenKeeper::new(store, grant, known, clock), limits, TURNED_DOWN)?;
        Ok(Self { config, addresses, caller })
    }

    /// Checks that a text is a private key that NetSuite takes.
    ///
    /// # Errors
    /// On `ClientSecret` (rules.md#erp-private-key).
    pub fn check_private_key(pem: &Secret) -> std::result::Result<(), BadSetting> {
        SigningKey::of(pem).map(drop)
    }

    fn at(&self, parts: &[&str]) -> Url {
        below(&self.addresses.records, parts)
    }

    async fn call(&self, nature: Nature, ask: impl Fn(&Client) -> RequestBuilder + Send + Sync) -> Result<Answer> {
        let with_token = |client: &Client, token: &Secret| {
            ask(client).header("Accept", "application/json").bearer_auth(token.reveal())
        };
        self.caller.call(nature, with_token, fault::judge).await
    }

    /// The rows of a query, up to `limit`.
    async fn rows<T: DeserializeOwned>(&self, nature: Nature, statement: &str, limit: usize) -> Result<Vec<T>> {
        let page = limit.clamp(1, ROWS);
        let mut rows = Vec::new();
        for number in 0..PAGES {
            let (limit_text, offset) = (page.to_string(), (number * page).to_string());
            let ask = |client: &Client| {
                let call = client.post(self.addresses.suiteql.clone()).header("Prefer", "transient");
                call.query(&[("limit", &limit_text), ("offset", &offset)]).json(&json!({ "q": statement }))
            };
            let answer = self.call(nature, ask).await?;
            let mut found: Page<T> = serde_json::from_slice(&answer.body).map_err(|error| misread(&error))?;
            rows.append(&mut found.items);
            if !found.has_more || rows.len() >= limit {
                break;
            }
        }
        rows.truncate(limit);
        Ok(rows)
    }

    /// A record by its id, or by its external id behind `eid:`; none when it does not exist.
    async fn paper(&self, kind: DocumentKind, named: &str) -> Result<Option<Paper>> {
        let url = self.at(&[path(kind), named]);
        let ask = |client: &Client| client.get(url.clone()).query(&[("expandSubResources", "true")]);
        match self.call(Nature::Read, ask).await {
            Ok(answer) => {
                let paper: Paper = serde_json::from_slice(&answer.body).map_err(|error| misread(&error))?;
                if !named.starts_with(EXTERNAL) {
                    convert::check_is(&paper, named)?;
                }
                Ok(Some(paper))
            }
            Err(failure) if failure.refusal() == Some(Refusal::Gone) => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    async fn known_paper(&self, known: &DocumentRef) -> Result<Paper> {
        let gone = || ConnectorError::refused(Refusal::Gone, "The document does not exist any more.");
        self.paper(known.kind, known.id.as_str()).await?.ok_or_else(gone)
    }

    /// Creates the record under its external id, unless it is there: what people have changed of it since is not written over.
    async fn create(&self, kind: DocumentKind, paper: &Paper, key: RequestKey, sought: &Sought) -> Result<Document> {
        if let Some(made) = self.find(&Sought::under(key, "")).await? {
            return Ok(made);
        }
        let named = external(key);
        let url = self.at(&[path(kind), &named]);
        let list = if kind == DocumentKind::Bill { "expense" } else { "item" };
        let ask = |client: &Client| client.put(url.clone()).query(&[("replace", list)]).json(paper);
        let answered = self.call(Nature::Create, ask).await;
        match answered.map_err(|failure| failure.pointing_to(|path| fault::settings_of(kind, path))) {
            Err(failure) if failure.refusal() == Some(Refusal::NumberTaken) => {
                return self.find(sought).await?.ok_or(failure);
            }
            // What does not exist is something that the draft names.
            Err(ConnectorError::Refused { why: Refusal::Gone, answer }) => {
                return Err(ConnectorError::Refused { why: Refusal::Invalid, answer });
            }
            other => other.map(drop)?,
        }
        let made = self.paper(kind, &named).await.map_err(ConnectorError::in_doubt)?;
        let made =
            made.ok_or_else(|| ConnectorError::OutcomeUnknown(VendorAnswer::saying("the new record is not there")))?;
        convert::document(&self.addresses, kind, &made).map_err(ConnectorError::in_doubt)
    }

    async fn patch(&self, known: &DocumentRef, nature: Nature, paper: &Paper) -> Result<()> {
        let url = self.at(&[path(known.kind), known.id.as_str()]);
        let replaced: &[(&str, &str)] = if paper.item.is_some() { &[("replace", "item")] } else { &[] };
        let ask = |client: &Client| client.patch(url.clone()).query(replaced).json(paper);
        let answered = self.call(nature, ask).await.map(drop);
        answered.map_err(|failure| failure.pointing_to(|path| fault::settings_of(known.kind, path)))
    }

    /// Lets the saves after a mail mail nothing, those of people in the account included. Without an answer the next update does it.
    async fn end_mailing_unverified(&self, known: &DocumentRef) {
        let ended = Paper { to_be_emailed: Some(false), ..Paper::default() };
        if let Err(failure) = self.patch(known, Nature::Update, &ended).await {
            tracing::warn!(%failure, "a record in NetSuite is still to be mailed at its next save");
        }
    }

    /// The active party of an id; nothing is asked for what is no id.
    async fn party(&self, table: &str, id: &str) -> Result<Option<Party>> {
        if id.is_empty() || !id.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(None);
        }
        let statement =
            format!("SELECT id, entityid, companyname FROM {table} WHERE isinactive = 'F' AND id = {id} ORDER BY id");
        let found: Vec<Party> = self.rows(Nature::Lookup, &statement, 1).await?;
        Ok(found.into_iter().find(|party| party.id == id))
    }

    async fn parties(&self, table: &str, term: &str, limit: usize) -> Result<Vec<(String, String)>> {
        let term = term.trim();
        let named = match searched(&term.to_uppercase()) {
            text if text.is_empty() => String::new(),
            text => format!(" AND (UPPER(companyname) LIKE '%{text}%' OR UPPER(entityid) LIKE '%{text}%')"),
        };
        let statement = format!(
            "SELECT id, entityid, companyname FROM {table} WHERE isinactive = 'F'{named} ORDER BY companyname, id"
        );
        let found: Vec<Party> = self.rows(Nature::Lookup, &statement, limit).await?;
        let mut named: Vec<(String, String)> =
            found.into_iter().map(|party| (party.id.clone(), convert::display_name(&party))).collect();
        named.retain(|(_, name)| name.to_lowercase().contains(&term.to_lowercase()));
        Ok(named)
    }
}

/// A text inside the apostrophes of a query; a percent sign cannot be asked for.
fn searched(text: &str) -> String {
    text.replace('%', "").replace('\'', "''")
}

fn external(key: RequestKey) -> String {
    format!("{EXTERNAL}{key}")
}

const fn path(kind: DocumentKind) -> &'static str {
    match kind {
        DocumentKind::Invoice => "invoice",
        DocumentKind::CreditMemo => "creditMemo",
        DocumentKind::Bill => "vendorBill",
    }
}

fn misread(error: &serde_json::Error) -> ConnectorError {
    // The error names types of the program, which tell a person nothing.
    tracing::debug!(%error, "an answer in another form");
    let answer = VendorAnswer::saying("the answer has another form than was asked for");
    ConnectorError::Retry { answer, wait: None }
}

#[async_trait]
impl Accounting for NetSuite {
    async fn customers(&self, term: &str, limit: usize) -> Result<Vec<Customer>> {
        let found = self.parties("customer", term, limit).await?;
        Ok(found.into_iter().map(|(id, display_name)| Customer { id: CustomerId(id), display_name }).collect())
    }

    async fn customer(&self, id: &CustomerId) -> Result<Option<Customer>> {
        let found = self.party("customer", id.as_str()).await?;
        Ok(found.map(|party| Customer { id: id.clone(), display_name: convert::display_name(&party) }))
    }

    async fn vendors(&self, term: &str, limit: usize) -> Result<Vec<Vendor>> {
        let found = self.parties("vendor", term, limit).await?;
        Ok(found.into_iter().map(|(id, display_name)| Vendor { id: VendorId(id), display_name }).collect())
    }

    async fn vendor(&self, id: &VendorId) -> Result<Option<Vendor>> {
        let found = self.party("vendor", id.as_str()).await?;
        Ok(found.map(|party| Vendor { id: id.clone(), display_name: convert::display_name(&party) }))
    }

    async fn terms(&self) -> Result<Vec<Term>> {
        let found: Vec<TermRow> = self.rows(Nature::Lookup, terms_unverified(), ROWS).await?;
        Ok(found.into_iter().map(convert::term).collect())
    }

    async fn find(&self, sought: &Sought) -> Result<Option<Document>> {
        for key in sought.keys() {
            if let Some(paper) = self.paper(key.kind, &external(key)).await? {
                return convert::document(&self.addresses, key.kind, &paper).map(Some);
            }
        }
        Ok(None)
    }

    async fn create_invoice(&self, draft: &InvoiceDraft) -> Result<Document> {
        let paper = convert::invoice(&self.config, draft)?;
        self.create(draft.kind(), &paper, draft.key(), &draft.sought()).await
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
            match self.patch(known, Nature::Update, &convert::update(wanted.clone(), &held)).await {
                Ok(()) => {
                    let written = self.known_paper(known).await.map_err(ConnectorError::in_doubt)?;
                    // What the vendor puts in another form, such as dates by the terms, is written all the same.
                    let bills = convert::bills(&written, &wanted, draft.document_total());
                    if !bills.map_err(ConnectorError::in_doubt)? {
                        let answer = VendorAnswer::saying("the record does not say what was written");
                        return Err(ConnectorError::OutcomeUnknown(answer));
                    }
                    return convert::document(&self.addresses, known.kind, &written).map_err(ConnectorError::in_doubt);
                }
                Err(failure) if failure.refusal() == Some(Refusal::Changed) => conflict = Some(failure),
                Err(failure) => return Err(failure),
            }
        }
        Err(conflict.unwrap_or_else(|| ConnectorError::refused(Refusal::Changed, "The document is being changed.")))
    }

    async fn create_bill(&self, draft: &BillDraft) -> Result<Document> {
        let paper = convert::bill(&self.config, draft)?;
        self.create(DocumentKind::Bill, &paper, draft.key(), &draft.sought()).await
    }

    async fn email_invoice(&self, known: &DocumentRef, recipients: &[String]) -> Result<()> {
        if recipients.is_empty() {
            return Err(ConnectorError::refused(Refusal::Invalid, "A mail needs a recipient."));
        }
        let mail = mail_unverified(recipients);
        let held = self.known_paper(known).await?;
        for round in 1.. {
            let Err(failure) = self.patch(known, Nature::Once, &mail).await else { break };
            // An answer may say no although the record was saved, and the mail left with it.
            if matches!(failure, ConnectorError::OutcomeUnknown(_)) || failure.answer().http_status.is_none() {
                return Err(failure);
            }
            match self.paper(known.kind, known.id.as_str()).await {
                // Its recipients are others since: so the record was saved, and mailed.
                Ok(Some(told)) if told.email != held.email => break,
                Ok(_) if held.email != mail.email => {
                    if !self.caller.may_repeat(round, &failure).await {
                        return Err(failure);
                    }
                }
                // They stood there before, or the record cannot be read: nothing tells whether it was saved.
                _ if failure.throttled().is_some() => return Err(failure),
                _ => return Err(ConnectorError::OutcomeUnknown(failure.answer().clone())),
            }
        }
        self.end_mailing_unverified(known).await;
        Ok(())
    }

    async fn standing(&self, known: &DocumentRef) -> Result<Option<Standing>> {
        let held = self.paper(known.kind, known.id.as_str()).await?;
        held.map(|held| convert::standing(known.kind, &held)).transpose()
    }

    /// The interface makes none (rules.md#invoice-pdf).
    fn invoice_pdfs(&self) -> Option<&dyn InvoicePdfs> {
        None
    }

    fn new_customers(&self) -> Option<&dyn NewCustomers> {
        Some(self)
    }

    async fn check_connection(&self) -> Result<()> {
        // A token that is still good would hide a key that is wrong.
        self.caller.keeper.refresh_if_possible().await?;
        self.rows::<serde_json::Value>(Nature::Lookup, "SELECT id FROM customer ORDER BY id", 1).await.map(drop)
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

/// The terms with their days. Neither table nor columns are in the vendor's pages.
const fn terms_unverified() -> &'static str {
    "SELECT id, name, daysuntilnetdue FROM term WHERE isinactive = 'F' ORDER BY name, id"
}

/// What makes the account mail a record when it is saved, to all of these.
fn mail_unverified(recipients: &[String]) -> Paper {
    Paper { to_be_emailed: Some(true), email: Some(recipients.join(";")), ..Paper::default() }
}
