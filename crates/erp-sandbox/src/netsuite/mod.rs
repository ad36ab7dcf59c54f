//! NetSuite: one account with its records, its integration and the tokens of that.

mod deferred;
mod documents;
pub mod fault;
mod filtering;
mod http;
#[cfg(test)]
mod http_tests;
mod keys;
mod names;
mod records;
mod sublists;
mod suiteql;
mod token;

use std::collections::BTreeMap;

use axum::routing::{any, get, post};
use axum::{Router, middleware};
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::Sandbox;
use crate::json::{Record, object};
use crate::world::{Records, unguessable};

pub use documents::DOCUMENTS;
pub use keys::PublicKey;

/// An account.
#[derive(Debug, Serialize, Deserialize)]
pub struct NetSuite {
    /// Its id.
    pub account: String,
    /// The integration that may call it.
    pub client_id: String,
    /// The certificate of that integration.
    pub certificate_id: String,
    /// The private key of the certificate, for whoever tries the sandbox.
    pub private_key: String,
    /// What signatures are checked with.
    pub public_key: PublicKey,
    /// Certificates of callers beside that one, by their ids.
    #[serde(default)]
    pub certificates_of_callers: BTreeMap<String, PublicKey>,
    /// The tokens that were given out, each with its end.
    tokens: BTreeMap<String, DateTime<Utc>>,
    /// What the account has chosen.
    pub preferences: Preferences,
    /// Its records; types are spelled as in addresses.
    pub records: Records,
    /// The calls that are answered later, each done at once.
    #[serde(default)]
    jobs: Vec<deferred::Job>,
}

/// What an account has chosen.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct Preferences {
    /// Whether a document may be created under a number of the caller.
    pub overrides_numbers: bool,
    /// Whether a number that is taken is refused.
    pub refuses_duplicate_numbers: bool,
    /// The last day of the closed periods.
    pub closed_through: Option<NaiveDate>,
    /// The seconds that a token lives.
    pub token_seconds: i64,
}

impl Default for Preferences {
    fn default() -> Self {
        Self { overrides_numbers: true, refuses_duplicate_numbers: true, closed_through: None, token_seconds: 3600 }
    }
}

/// What stands in every new account, by type and name.
const STOCK: [(&str, &str); 12] = [
    ("item", "PEPM"),
    ("item", "Per Consult"),
    ("item", "After Hours"),
    ("subsidiary", "Sandbox Company"),
    ("department", "Operations"),
    ("classification", "Memberships"),
    ("location", "Head Office"),
    ("account", "Accounts Receivable"),
    ("account", "Accounts Payable"),
    ("account", "Commissions"),
    ("customForm", "Invoice"),
    ("customForm", "Vendor Bill"),
];

impl NetSuite {
    pub(crate) fn fresh() -> Self {
        let (private_key, public_key) = keys::generate();
        let mut account = Self {
            account: "TSTDRV0000001".to_owned(),
            client_id: unguessable("nsc-"),
            certificate_id: "sandbox-certificate".to_owned(),
            private_key,
            public_key,
            certificates_of_callers: BTreeMap::new(),
            tokens: BTreeMap::new(),
            preferences: Preferences::default(),
            records: Records::default(),
            jobs: Vec::new(),
        };
        for (kind, name) in STOCK {
            let record = match (kind, name) {
                ("item", _) => json!({ "name": name, "itemId": name }),
                ("account", "Accounts Receivable") => json!({ "name": name, "acctType": "AcctRec" }),
                ("account", "Accounts Payable") => json!({ "name": name, "acctType": "AcctPay" }),
                ("account", _) => json!({ "name": name, "acctType": "COGS" }),
                _ => json!({ "name": name }),
            };
            account.add(kind, record);
        }
        account
    }

    /// Adds a customer.
    pub fn add_customer(&mut self, name: &str) -> String {
        self.add("customer", json!({ "companyName": name, "entityId": name, "isPerson": false }))
    }

    /// Adds a vendor.
    pub fn add_vendor(&mut self, name: &str) -> String {
        self.add("vendor", json!({ "companyName": name, "entityId": name, "isPerson": false }))
    }

    /// Adds terms; those without days are due by a day of the month.
    pub fn add_term(&mut self, name: &str, due_days: Option<u16>) -> String {
        self.add("term", json!({ "name": name, "daysUntilNetDue": due_days, "dateDriven": due_days.is_none() }))
    }

    /// The id of the record of this name.
    pub fn id_of(&self, kind: &str, name: &str) -> Option<String> {
        let is_it = |record: &Record| {
            ["name", "companyName"].iter().any(|key| record.get(*key).and_then(Value::as_str) == Some(name))
        };
        self.records.all(kind).find(|(_, record)| is_it(record)).map(|(id, _)| id.to_string())
    }

    /// Ends all tokens.
    pub fn expire_tokens(&mut self) {
        self.tokens.clear();
    }

    fn add(&mut self, kind: &str, record: Value) -> String {
        let id = self.records.next_id();
        let mut record = object(record);
        record.insert("id".to_owned(), json!(id.to_string()));
        record.entry("isInactive").or_insert(json!(false));
        self.records.put(kind, id, record);
        id.to_string()
    }
}

/// The addresses of the account and of its tokens.
pub fn routes(sandbox: &Sandbox) -> Router<Sandbox> {
    let records = Router::new()
        .route("/services/rest/record/v1/{kind}", any(http::collection))
        .route("/services/rest/record/v1/{kind}/{id}", any(http::record))
        .route("/services/rest/record/v1/{kind}/{id}/{list}", get(http::sublist))
        .route("/services/rest/record/v1/{kind}/{id}/{list}/{line}", get(http::sublist))
        .layer(middleware::from_fn_with_state(sandbox.clone(), deferred::through));
    records
        .route("/services/rest/auth/oauth2/v1/token", post(token::token))
        .route("/services/rest/query/v1/suiteql", post(http::suiteql))
        .route("/services/rest/async/v1/job/{*named}", get(deferred::job))
}
