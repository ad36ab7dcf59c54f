//! QuickBooks Online: one company with its records, its tokens and its preferences.

mod batch;
mod changes;
mod columns;
mod company;
mod documents;
pub mod fault;
mod http;
mod lines;
mod oauth;
mod operations;
mod payments;
mod query;
mod records;

use std::collections::{BTreeMap, VecDeque};

use axum::Router;
use axum::routing::{any, get, post};
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::Sandbox;
use crate::json::{Record, object};
use crate::world::{Records, unguessable};

pub use documents::DOCUMENTS;
pub use oauth::{Pair, Tokens};

/// A company.
#[derive(Debug, Serialize, Deserialize)]
pub struct QuickBooks {
    /// Its id.
    pub realm: String,
    /// The application that may call it.
    pub client_id: String,
    /// The secret of that application.
    pub client_secret: String,
    /// The tokens that were given out.
    pub tokens: Tokens,
    /// What the company has chosen.
    pub preferences: Preferences,
    /// Its records; entities are spelled as in answers.
    pub records: Records,
    /// The records that were deleted.
    #[serde(default)]
    deleted: Vec<changes::Deleted>,
    /// The first answer to each request id.
    answers: BTreeMap<String, Value>,
    /// When the last calls came, for the limit of a minute.
    #[serde(skip)]
    recent: VecDeque<DateTime<Utc>>,
}

/// What a company has chosen.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct Preferences {
    /// Whether a document may be created under a number of the caller.
    pub custom_txn_numbers: bool,
    /// Whether a number that is taken is refused.
    pub warn_duplicate_numbers: bool,
    /// Whether documents are rendered; else a call for a PDF is refused.
    pub pdfs: bool,
    /// The custom fields of sales forms, by their numbers from 1.
    pub custom_fields: Vec<String>,
    /// The last day of the closed books.
    pub books_closed_through: Option<NaiveDate>,
    /// The most calls a minute; none for no limit.
    pub calls_a_minute: Option<usize>,
    /// The seconds that an access token lives.
    pub access_token_seconds: i64,
    /// The seconds that a refresh token lives on after another one was given out in its place.
    pub previous_refresh_token_seconds: i64,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            custom_txn_numbers: true,
            warn_duplicate_numbers: true,
            pdfs: true,
            custom_fields: vec!["Agent".to_owned(), "Dollar Amount".to_owned()],
            books_closed_through: None,
            calls_a_minute: None,
            access_token_seconds: 3600,
            previous_refresh_token_seconds: 86_400,
        }
    }
}

/// What stands in the books of every new company, by entity and name.
const STOCK: [(&str, &str); 9] = [
    ("Item", "PEPM"),
    ("Item", "Per Consult"),
    ("Class", "Memberships"),
    ("Class", "Consultations"),
    ("Class", "Cost of Revenue"),
    ("Department", "Head Office"),
    ("Account", "Accounts Payable"),
    ("Account", "Commissions"),
    ("Account", "Accounts Receivable"),
];

impl QuickBooks {
    pub(crate) fn fresh(now: DateTime<Utc>) -> Self {
        let mut company = Self {
            realm: "9130350000000001".to_owned(),
            client_id: "sandbox-client".to_owned(),
            client_secret: unguessable("qbs-"),
            tokens: Tokens::default(),
            preferences: Preferences::default(),
            records: Records::default(),
            deleted: Vec::new(),
            answers: BTreeMap::new(),
            recent: VecDeque::new(),
        };
        for (entity, name) in STOCK {
            let kind = match (entity, name) {
                ("Item", _) => json!({ "Name": name, "Type": "Service" }),
                ("Account", "Accounts Payable" | "Accounts Receivable") => json!({ "Name": name, "AccountType": name }),
                ("Account", _) => json!({ "Name": name, "AccountType": "Cost of Goods Sold" }),
                _ => json!({ "Name": name }),
            };
            company.insert(entity, object(kind), now);
        }
        company
    }

    /// Adds a customer.
    pub fn add_customer(&mut self, display_name: &str, now: DateTime<Utc>) -> String {
        self.insert("Customer", object(json!({ "DisplayName": display_name })), now)
    }

    /// Adds a vendor.
    pub fn add_vendor(&mut self, display_name: &str, now: DateTime<Utc>) -> String {
        self.insert("Vendor", object(json!({ "DisplayName": display_name })), now)
    }

    /// Adds terms; those without days are due by a day of the month.
    pub fn add_term(&mut self, name: &str, due_days: Option<u16>, now: DateTime<Utc>) -> String {
        let term = match due_days {
            Some(days) => json!({ "Name": name, "Type": "STANDARD", "DueDays": days }),
            None => json!({ "Name": name, "Type": "DATE_DRIVEN", "DayOfMonthDue": 31 }),
        };
        self.insert("Term", object(term), now)
    }

    /// The id of the record of this name.
    pub fn id_of(&self, entity: &str, name: &str) -> Option<String> {
        let is_it = |record: &Record| {
            ["Name", "DisplayName"].iter().any(|key| record.get(*key).and_then(Value::as_str) == Some(name))
        };
        self.records.all(entity).find(|(_, record)| is_it(record)).map(|(id, _)| id.to_string())
    }
}

/// The addresses of the company and of its tokens.
pub fn routes() -> Router<Sandbox> {
    Router::new()
        .route("/v3/company/{realm}/{*rest}", any(http::company))
        .route("/oauth2/v1/tokens/bearer", post(oauth::bearer))
        .route("/v2/oauth2/tokens/revoke", post(oauth::revoke))
        .route("/.well-known/openid_configuration/", get(oauth::discovery))
        .route("/.well-known/openid_sandbox_configuration/", get(oauth::discovery))
}
