//! What the systems' own users do, and failures on demand: for tests as functions, for everybody else as calls.

use std::net::IpAddr;

use axum::extract::{Path, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post, put};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::faults::Fault;
use crate::json::{object, text};
use crate::netsuite::PublicKey;
use crate::quickbooks;
use crate::world::{Records, System};
use crate::{Sandbox, World};

/// The kinds of documents in both systems.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Paper {
    /// An invoice.
    Invoice,
    /// A credit memo.
    CreditMemo,
    /// A bill of a vendor.
    Bill,
}

impl Paper {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Invoice, Self::CreditMemo, Self::Bill];

    /// What a system calls it.
    pub const fn named(self, system: System) -> &'static str {
        match (system, self) {
            (System::QuickBooks, Self::Invoice) => "Invoice",
            (System::QuickBooks, Self::CreditMemo) => "CreditMemo",
            (System::QuickBooks, Self::Bill) => "Bill",
            (System::NetSuite, Self::Invoice) => "invoice",
            (System::NetSuite, Self::CreditMemo) => "creditMemo",
            (System::NetSuite, Self::Bill) => "vendorBill",
        }
    }
}

type Done = Result<(), String>;

/// What the systems' own users do.
impl Sandbox {
    /// Adds the usual terms, and one customer or vendor per name, to both systems.
    pub fn stock(&self, customers: &[&str], vendors: &[&str]) {
        for system in [System::QuickBooks, System::NetSuite] {
            for (name, days) in [("Due on receipt", 0), ("Net 15", 15), ("Net 30", 30), ("Net 60", 60)] {
                self.add_term(system, name, Some(days));
            }
            for name in customers {
                self.add_customer(system, name);
            }
            for name in vendors {
                self.add_vendor(system, name);
            }
        }
    }

    /// Adds a customer; its id.
    pub fn add_customer(&self, system: System, name: &str) -> String {
        let now = self.now();
        self.change(|world| match system {
            System::QuickBooks => world.quickbooks.add_customer(name, now),
            System::NetSuite => world.netsuite.add_customer(name),
        })
    }

    /// Adds a vendor; its id.
    pub fn add_vendor(&self, system: System, name: &str) -> String {
        let now = self.now();
        self.change(|world| match system {
            System::QuickBooks => world.quickbooks.add_vendor(name, now),
            System::NetSuite => world.netsuite.add_vendor(name),
        })
    }

    /// Adds terms; their id.
    pub fn add_term(&self, system: System, name: &str, due_days: Option<u16>) -> String {
        let now = self.now();
        self.change(|world| match system {
            System::QuickBooks => world.quickbooks.add_term(name, due_days, now),
            System::NetSuite => world.netsuite.add_term(name, due_days),
        })
    }

    /// Pays a part of a document, or uses one of a credit memo.
    ///
    /// # Errors
    /// When the document does not exist or less is open.
    pub fn pay(&self, system: System, paper: Paper, id: &str, cents: i64) -> Done {
        let now = self.now();
        self.change(|world| match system {
            System::QuickBooks => world.quickbooks.pay(paper.named(system), id, cents, now),
            System::NetSuite => world.netsuite.pay(paper.named(system), id, cents, now),
        })
    }

    /// Voids a document.
    ///
    /// # Errors
    /// When it does not exist.
    pub fn void(&self, system: System, paper: Paper, id: &str) -> Done {
        let now = self.now();
        self.change(|world| match system {
            System::QuickBooks => {
                world.quickbooks.edit(paper.named(system), object(json!({ "Id": id })), Some("void"), now)
            }
            System::NetSuite => world.netsuite.void(paper.named(system), id, now),
        })
    }

    /// Deletes a document.
    ///
    /// # Errors
    /// When it does not exist.
    pub fn delete(&self, system: System, paper: Paper, id: &str) -> Done {
        let now = self.now();
        let was_there = self.change(|world| match system {
            System::QuickBooks => world.quickbooks.delete(paper.named(system), id, now),
            System::NetSuite => world.netsuite.records.remove(paper.named(system), id).is_some(),
        });
        if was_there { Ok(()) } else { Err("there is no such document".to_owned()) }
    }

    /// Changes what the customer reads under a document.
    ///
    /// # Errors
    /// When it does not exist or the books refuse it.
    pub fn edit_memo(&self, system: System, paper: Paper, id: &str, memo: &str) -> Done {
        let now = self.now();
        self.change(|world| match system {
            System::QuickBooks => {
                let body = json!({ "Id": id, "CustomerMemo": { "value": memo } });
                world.quickbooks.edit(paper.named(system), object(body), None, now)
            }
            System::NetSuite => {
                world.netsuite.edit(paper.named(system), id, json!({ "message": memo, "memo": memo }), now)
            }
        })
    }

    /// The documents of a system, with their kind.
    pub fn documents(&self, system: System) -> Vec<(Paper, Value)> {
        let world = self.world();
        let records = match system {
            System::QuickBooks => &world.quickbooks.records,
            System::NetSuite => &world.netsuite.records,
        };
        let of = |paper: Paper| {
            records.all(paper.named(system)).map(move |(_, record)| (paper, Value::Object(record.clone())))
        };
        Paper::ALL.into_iter().flat_map(of).collect()
    }

    /// Adds a failure to come.
    pub fn fail(&self, fault: Fault) {
        self.world().faults.push(fault);
    }

    /// Forgets all failures to come.
    pub fn recover(&self) {
        self.world().faults.clear();
    }
}

/// The addresses of the control page.
pub fn routes() -> Router<Sandbox> {
    Router::new()
        .route("/", get(|| async { Html(include_str!("control.html")) }))
        .route("/control", get(state))
        .route("/control/faults", post(fail).delete(recover))
        .route("/control/add", post(add))
        .route("/control/documents", post(act))
        .route("/control/expire", post(expire))
        .route("/control/connect", post(connect))
        .route("/control/preferences/{system}", put(prefer))
        .route("/control/certificate", post(certificate))
        .layer(middleware::from_fn(on_this_machine))
}

/// Refuses calls under a name of another machine: a page of the web that leads its own name to this machine must read no credentials here.
async fn on_this_machine(request: Request, next: Next) -> Response {
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    if host.is_none_or(names_this_machine) {
        return next.run(request).await;
    }
    (StatusCode::FORBIDDEN, "The control page is for this machine only: call it by 127.0.0.1 or localhost.")
        .into_response()
}

/// Whether a `Host` is `localhost` or a loopback address, with or without a port.
fn names_this_machine(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    name.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
}

/// Everything there is to see, credentials included: this is a sandbox.
async fn state(State(sandbox): State<Sandbox>) -> Json<Value> {
    let documents = [System::QuickBooks, System::NetSuite].map(|system| {
        let all: Vec<Value> =
            sandbox.documents(system).into_iter().map(|(paper, record)| shown(system, paper, record)).collect();
        all
    });
    let world = sandbox.world();
    let World { quickbooks, netsuite, mails, faults, calls, .. } = &*world;
    let [of_quickbooks, of_netsuite] = documents;
    Json(json!({
        "QuickBooks": {
            "RealmId": quickbooks.realm, "ClientId": quickbooks.client_id, "ClientSecret": quickbooks.client_secret,
            "Preferences": quickbooks.preferences, "Documents": of_quickbooks,
            "Ids": ids(&quickbooks.records, &["Item", "Class", "Department", "Account", "Term"]),
        },
        "NetSuite": {
            "AccountId": netsuite.account, "ClientId": netsuite.client_id, "CertificateId": netsuite.certificate_id,
            "PrivateKey": netsuite.private_key, "Preferences": netsuite.preferences, "Documents": of_netsuite,
            "Ids": ids(&netsuite.records, &[
                "item", "subsidiary", "department", "classification", "location", "account", "term", "customForm",
            ]),
        },
        "Mails": mails, "Faults": faults, "Calls": calls,
    }))
}

/// The ids that the settings of an account name, by kind and name.
fn ids(records: &Records, kinds: &[&str]) -> Value {
    let of = |kind: &str| -> Value {
        let named =
            records.all(kind).filter_map(|(id, record)| Some((text(record, "Name").or(text(record, "name"))?, id)));
        named.map(|(name, id)| (name, json!(id.to_string()))).collect::<serde_json::Map<_, _>>().into()
    };
    kinds.iter().map(|kind| ((*kind).to_owned(), of(kind))).collect::<serde_json::Map<_, _>>().into()
}

fn shown(system: System, paper: Paper, record: Value) -> Value {
    let record = object(record);
    let member = |of_quickbooks: &str, of_netsuite: &str| {
        text(&record, if system == System::QuickBooks { of_quickbooks } else { of_netsuite })
    };
    json!({
        "Kind": paper, "Id": member("Id", "id"), "Number": member("DocNumber", "tranId"),
        "Total": member("TotalAmt", "total"), "Open": member("Balance", "amountRemaining"),
    })
}

async fn fail(State(sandbox): State<Sandbox>, Json(fault): Json<Fault>) -> StatusCode {
    sandbox.fail(fault);
    StatusCode::NO_CONTENT
}

async fn recover(State(sandbox): State<Sandbox>) -> StatusCode {
    sandbox.recover();
    StatusCode::NO_CONTENT
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct New {
    system: System,
    kind: Partner,
    name: String,
    #[serde(default)]
    due_days: Option<u16>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Partner {
    Customer,
    Vendor,
    Term,
}

async fn add(State(sandbox): State<Sandbox>, Json(new): Json<New>) -> Json<Value> {
    let id = match new.kind {
        Partner::Customer => sandbox.add_customer(new.system, &new.name),
        Partner::Vendor => sandbox.add_vendor(new.system, &new.name),
        Partner::Term => sandbox.add_term(new.system, &new.name, new.due_days),
    };
    Json(json!({ "Id": id }))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Act {
    system: System,
    kind: Paper,
    id: String,
    action: Action,
    /// Cents of a payment.
    #[serde(default)]
    cents: i64,
    #[serde(default)]
    memo: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Action {
    Pay,
    Void,
    Delete,
    Edit,
}

async fn act(State(sandbox): State<Sandbox>, Json(act): Json<Act>) -> Response {
    let done = match act.action {
        Action::Pay => sandbox.pay(act.system, act.kind, &act.id, act.cents),
        Action::Void => sandbox.void(act.system, act.kind, &act.id),
        Action::Delete => sandbox.delete(act.system, act.kind, &act.id),
        Action::Edit => sandbox.edit_memo(act.system, act.kind, &act.id, &act.memo),
    };
    match done {
        Ok(()) => StatusCode::NO_CONTENT.into_response(),
        Err(why) => (StatusCode::BAD_REQUEST, why).into_response(),
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Expire {
    system: System,
    #[serde(default)]
    refresh_tokens: bool,
}

async fn expire(State(sandbox): State<Sandbox>, Json(expire): Json<Expire>) -> StatusCode {
    sandbox.change(|world| match expire.system {
        System::NetSuite => world.netsuite.expire_tokens(),
        System::QuickBooks => {
            world.quickbooks.expire_access_tokens();
            if expire.refresh_tokens {
                world.quickbooks.expire_refresh_tokens();
            }
        }
    });
    StatusCode::NO_CONTENT
}

/// The first tokens of QuickBooks, as a person gets them who connects an application.
async fn connect(State(sandbox): State<Sandbox>) -> Response {
    let now = sandbox.now();
    Json(sandbox.change(|world| world.quickbooks.connect(now))).into_response()
}

async fn prefer(State(sandbox): State<Sandbox>, Path(system): Path<String>, Json(wanted): Json<Value>) -> Response {
    let taken = sandbox.change(|world| match system.as_str() {
        "quickbooks" => serde_json::from_value(wanted).map(|wanted| world.quickbooks.preferences = wanted),
        _ => serde_json::from_value(wanted).map(|wanted| world.netsuite.preferences = wanted),
    });
    match taken {
        Ok(()) => StatusCode::NO_CONTENT.into_response(),
        Err(error) => (StatusCode::BAD_REQUEST, error.to_string()).into_response(),
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Certificate {
    /// A `PUBLIC KEY`.
    pem: String,
    certificate_id: String,
}

/// Adds a certificate of the caller beside the one that was made, or puts it in place of the caller's earlier one of that id.
async fn certificate(State(sandbox): State<Sandbox>, Json(given): Json<Certificate>) -> Response {
    let Some(key) = PublicKey::from_pem(&given.pem) else {
        return (StatusCode::BAD_REQUEST, "no public key of RSA, P-256 or P-384 in PEM").into_response();
    };
    let was_added = sandbox.change(|world| {
        let is_free = given.certificate_id != world.netsuite.certificate_id;
        if is_free {
            world.netsuite.certificates_of_callers.insert(given.certificate_id, key);
        }
        is_free
    });
    if !was_added {
        return (StatusCode::BAD_REQUEST, "the sandbox's own certificate has this id: give yours another")
            .into_response();
    }
    StatusCode::NO_CONTENT.into_response()
}

/// A pair of tokens without a call, for tests and for the demonstration.
impl Sandbox {
    /// The first tokens of QuickBooks, as a person gets them who connects an application.
    pub fn connect_quickbooks(&self) -> quickbooks::Pair {
        let now = self.now();
        self.change(|world| world.quickbooks.connect(now))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_reach_the_control_page() {
        for host in ["127.0.0.1:8090", "127.8.0.1", "localhost:8090", "LOCALHOST", "[::1]:8090", "[::1]"] {
            assert!(names_this_machine(host), "{host}");
        }
        for host in ["erp.example", "127.0.0.1.erp.example:8090", "localhost.example", "10.0.0.5:8090", "", "[::2]"] {
            assert!(!names_this_machine(host), "{host}");
        }
    }
}
