//! What a person asks of the system behind an account: new tokens, and a test of everything that its settings name; and that tokens about
//! to expire are listed without asking it.

use chrono::TimeDelta;
use domain::PageRequest;
use domain::access::Scope;
use erp_sandbox::System;
use erp_sandbox::faults::{Effect, Fault, When};
use serde_json::{Value, json};
use store::Engine;
use store::audit::Filter;
use tokio::net::TcpListener;

use super::systems::{Connected, SERVICES};
use crate::support::{Client, Reply, on_both_engines};

const BOTH: [System; 2] = [System::QuickBooks, System::NetSuite];

impl Connected {
    async fn post(&self, what: &str) -> Reply {
        self.billed.client.post(&format!("{SERVICES}/{}/{what}", self.account), json!({})).await
    }

    /// Saves the configuration with what is said of it.
    async fn configure_with(&self, change: Value) {
        let client = &self.billed.client;
        let account = client.get(&format!("{SERVICES}/{}", self.account)).await.value();
        let (list, path) = match self.system {
            System::QuickBooks => ("QuickbooksConfigs", "configs"),
            System::NetSuite => ("NetSuiteConfigs", "netsuite-configs"),
        };
        let id = &account[list][0]["Id"];
        client.put(&format!("{SERVICES}/{path}/{id}"), change).await.value();
    }

    async fn at(&self, base: &str) {
        let path = format!("{SERVICES}/{}", self.account);
        self.billed.client.put(&path, json!({ "ApiBaseUrl": base })).await.value();
    }

    async fn tokens(&self, client: &Client) -> Value {
        client.get(&format!("{SERVICES}/tokens/search?Page=1")).await.value()["Data"][0].clone()
    }

    async fn recorded(&self) -> Vec<(String, Value)> {
        let filter = Filter { subject: Some("api_service".to_owned()), ..Filter::default() };
        let db = self.billed.app.ctx.store.read();
        let page = store::audit::search(&db, Scope::system(), &filter, &PageRequest::first(100)).await;
        let rows = page.expect("the audit").rows.into_iter();
        rows.map(|row| (row.action, row.detail.unwrap_or_default()))
            .filter(|(action, _)| action != "api_service.create")
            .collect()
    }
}

/// The problems of a test: field and message.
fn problems(reply: &Reply) -> Vec<(String, String)> {
    let body: Value = serde_json::from_slice(&reply.bytes).expect("JSON");
    let text = |error: &Value, name: &str| error[name].as_str().expect("a text").to_owned();
    let errors = body["Errors"].as_array().expect("a list");
    assert_eq!(body["IsValid"], errors.is_empty(), "{body}");
    errors.iter().map(|error| (text(error, "Key"), text(error, "Message"))).collect()
}

fn found(reply: &Reply) -> Value {
    let body: Value = serde_json::from_slice(&reply.bytes).expect("JSON");
    body["Value"].clone()
}

async fn tokens_are_refreshed_when_a_person_asks(engine: Engine) {
    for system in BOTH {
        let this = Connected::to(system, engine).await;
        this.post("refresh-token").await.value();
        let first = this.tokens(&this.billed.client).await;
        this.billed.app.pass(TimeDelta::minutes(3));
        let (one, two) = tokio::join!(this.post("refresh-token"), this.post("refresh-token"));
        // Two clicks at once.
        one.value();
        two.value();
        let second = this.tokens(&this.billed.client).await;
        assert_ne!(first["LastRefresh"], second["LastRefresh"], "{engine:?} {system:?}");
        assert_eq!(second["RefreshTokenExpiration"].is_null(), system == System::NetSuite);
        let actions: Vec<_> = this.recorded().await.into_iter().map(|(action, _)| action).collect();
        assert_eq!(actions, ["api_service.refresh_token"; 3], "{engine:?} {system:?}");
        assert_eq!(this.billed.client.post(&format!("{SERVICES}/99/refresh-token"), json!({})).await.status, 404);
    }
}

/// Tokens that a person has just entered are those that are used, by the test and by a refresh too.
async fn tokens_that_were_just_entered_are_used(engine: Engine) {
    let this = Connected::to(System::QuickBooks, engine).await;
    let client = &this.billed.client;
    this.post("refresh-token").await.value();
    let id = this.tokens(client).await["Id"].clone();
    let enter = async |access: &str, refresh: &str| {
        let form = json!({ "ApiServiceId": this.account, "AccessToken": access, "RefreshToken": refresh });
        client.put(&format!("{SERVICES}/tokens/{id}"), form).await.value();
    };
    enter("bad", "worse").await;
    assert!(this.post("refresh-token").await.message().contains("enter new tokens"), "{engine:?}");
    let tested = this.post("test").await;
    assert_eq!((problems(&tested).len(), &found(&tested)["IsSignedIn"]), (1, &json!(false)), "{engine:?}");
    let pair = this.sandbox.connect_quickbooks();
    enter(&pair.access_token, &pair.refresh_token).await;
    this.post("refresh-token").await.value();
    assert_eq!(found(&this.post("test").await)["IsSignedIn"], true, "{engine:?}");
}

/// The older tokens of an account are not used, so that newer ones without a refresh token stand alone.
async fn an_access_token_alone_is_enough_to_begin_with(engine: Engine) {
    let this = Connected::to(System::QuickBooks, engine).await;
    let form = json!({ "ApiServiceId": this.account, "AccessToken": this.sandbox.connect_quickbooks().access_token });
    this.billed.client.post(&format!("{SERVICES}/tokens"), form).await.value();
    let terms = this.billed.client.get(&format!("/api/v1/erp/terms?ApiServiceId={}", this.account)).await.value();
    assert_eq!(terms.as_array().map(Vec::len), Some(4), "{engine:?}: {terms}");
    assert!(problems(&this.post("test").await).is_empty(), "{engine:?}");
    assert!(this.post("refresh-token").await.message().contains("no refresh token"), "{engine:?}");
}

async fn a_refresh_that_fails_changes_nothing_and_says_why(engine: Engine) {
    let this = Connected::to(System::QuickBooks, engine).await;
    let before = this.tokens(&this.billed.client).await;
    this.sandbox.change(|world| world.quickbooks.expire_refresh_tokens());
    let refused = this.post("refresh-token").await;
    let said =
        "The accounting system refuses our credentials: The refresh token is not good any more: enter new tokens.";
    assert_eq!(refused.message(), said);
    assert_eq!(this.tokens(&this.billed.client).await, before, "{engine:?}");
    // An answer that breaks off holds half of a new token.
    this.sandbox.connect_quickbooks();
    this.sandbox.fail(Fault { path: "/bearer".to_owned(), ..Fault::always(Effect::Truncated) });
    let refused = this.post("refresh-token").await;
    assert!(refused.message().contains("the answer broke off before its end"), "{}", refused.message());
    this.configure_with(json!({ "RealmId": "" })).await;
    assert!(this.post("refresh-token").await.message().contains("Realm ID: This setting is missing."));
    let recorded = this.recorded().await;
    assert_eq!(recorded.len(), 3, "{recorded:?}");
    for (action, detail) in recorded {
        assert_eq!(action, "api_service.refresh_failed");
        assert!(!detail["Reason"].as_str().expect("a reason").contains("qb"), "{detail}");
    }
}

async fn a_test_names_what_the_settings_name(engine: Engine) {
    for (system, item) in [(System::QuickBooks, "PEPMProductId"), (System::NetSuite, "PEPMItemId")] {
        let this = Connected::to(system, engine).await;
        let good = this.post("test").await;
        assert!(problems(&good).is_empty(), "{engine:?}: {:?}", problems(&good));
        let named = found(&good)["Named"].as_array().expect("a list").clone();
        assert!(named.contains(&json!({ "Key": item, "Text": "PEPM" })), "{engine:?}: {named:?}");
        assert_eq!(found(&good)["IsSignedIn"], true);

        this.configure_with(json!({ item: "9999", "LocationId": "8888" })).await;
        let wrong = this.post("test").await;
        let fields: Vec<_> = problems(&wrong).into_iter().map(|(field, _)| field).collect();
        assert_eq!(fields, [item, "LocationId"], "{engine:?}");
        assert_eq!(found(&wrong)["IsSignedIn"], true);
        assert!(this.sandbox.documents(system).is_empty(), "nothing was written there");
        let recorded = this.recorded().await;
        assert_eq!(recorded[0].0, "api_service.test");
        assert_eq!(recorded[0].1, json!({ "SignedIn": true, "Problems": [item, "LocationId"] }));
    }
}

#[tokio::test]
async fn a_quickbooks_account_that_cannot_be_reached_says_which_field_is_wrong() {
    let this = Connected::to(System::QuickBooks, Engine::Sqlite).await;
    let secret = this.sandbox.world().quickbooks.client_secret.clone();
    let realm = this.sandbox.world().quickbooks.realm.clone();
    for (change, field, said) in [
        (json!({ "ClientSecret": "wrong" }), "ClientSecret", "The client ID or the client secret is wrong."),
        (json!({ "ClientSecret": secret, "RealmId": "12" }), "RealmId", "refuses our credentials"),
        (json!({ "RealmId": "a company" }), "RealmId", "Realm ID: The company ID has digits only."),
        (json!({ "RealmId": realm, "ClientId": "" }), "ClientId", "Client ID: This setting is missing."),
    ] {
        this.configure_with(change).await;
        let tested = this.post("test").await;
        let [(key, message)] = &problems(&tested)[..] else { panic!("one problem: {:?}", problems(&tested)) };
        assert!(key == field && message.contains(said), "{field}: {key} {message}");
        assert_eq!(found(&tested)["IsSignedIn"], false);
    }
}

#[tokio::test]
async fn a_netsuite_account_that_cannot_be_reached_says_which_field_is_wrong() {
    let this = Connected::to(System::NetSuite, Engine::Sqlite).await;
    let (client, certificate) = {
        let world = this.sandbox.world();
        (world.netsuite.client_id.clone(), world.netsuite.certificate_id.clone())
    };
    for (change, field, said) in [
        (json!({ "ClientId": "other" }), "ClientId", "unauthorized_client"),
        (
            json!({ "ClientId": client, "CertificateId": "other" }),
            "CertificateId",
            "the certificate ID, the private key",
        ),
        (json!({ "CertificateId": certificate, "AccountId": "a b" }), "AccountId", "Account ID: The account ID has"),
    ] {
        this.configure_with(change).await;
        let tested = this.post("test").await;
        let [(key, message)] = &problems(&tested)[..] else { panic!("one problem: {:?}", problems(&tested)) };
        assert!(key == field && message.contains(said), "{field}: {key} {message}");
    }
}

#[tokio::test]
async fn an_address_that_leads_elsewhere_says_so() {
    let closed = TcpListener::bind("127.0.0.1:0").await.expect("a socket").local_addr().expect("an address");
    for system in BOTH {
        let this = Connected::to(system, Engine::Sqlite).await;
        for (effect, said) in [
            (Effect::Html, "a web page came instead of data"),
            (Effect::Truncated, "the answer broke off before its end"),
            (Effect::Huge, "the answer is too large"),
            (Effect::Status { status: 404, when: When::Before, retry_after: None }, "404"),
            (Effect::Status { status: 302, when: When::Before, retry_after: None }, "302"),
        ] {
            this.sandbox.fail(Fault::always(effect.clone()));
            let [(key, message)] = &problems(&this.post("test").await)[..] else { panic!("one problem") };
            assert!(key == "ApiBaseUrl" && message.contains(said), "{effect:?}: {key} {message}");
            this.sandbox.recover();
        }
        this.at(&format!("http://{closed}")).await;
        let [(key, message)] = &problems(&this.post("test").await)[..] else { panic!("one problem") };
        assert!(key == "ApiBaseUrl" && message.contains("it cannot be reached"), "{system:?}: {key} {message}");
    }
}

#[tokio::test]
async fn an_account_without_configuration_says_so() {
    let this = Connected::to(System::QuickBooks, Engine::Sqlite).await;
    let form = json!({"Name": "Other", "ServiceType": "netsuite", "ApiBaseUrl": "https://erp.example"});
    let other = this.billed.client.post(SERVICES, form).await.value()["Id"].clone();
    let tested = this.billed.client.post(&format!("{SERVICES}/{other}/test"), json!({})).await;
    assert_eq!(problems(&tested), [(String::new(), "This ERP account is not connected yet.".to_owned())]);
    assert_eq!(this.billed.client.post(&format!("{SERVICES}/99/test"), json!({})).await.status, 404);
}

async fn tokens_about_to_expire_are_told_without_asking_the_system(engine: Engine) {
    let this = Connected::to(System::QuickBooks, engine).await;
    this.post("refresh-token").await.value();
    let calls = || this.sandbox.world().calls.len();
    let before = calls();
    for (days, expected) in [
        (93, Value::Null),
        (1, json!({ "Days": 7, "IsOver": false, "Text": "Token expires in 7 days" })),
        (6, json!({ "Days": 1, "IsOver": false, "Text": "Token expires in 1 day" })),
        (2, json!({ "Days": 0, "IsOver": true, "Text": "Token has expired" })),
    ] {
        this.billed.app.pass(TimeDelta::days(days));
        let client = this.billed.app.administrator().await;
        let token = this.tokens(&client).await;
        let listed = client.get(&format!("{SERVICES}/search?Page=1")).await.value()["Data"][0].clone();
        let one = client.get(&format!("{SERVICES}/{}", this.account)).await.value();
        let editor = client.get(&format!("{SERVICES}/tokens/{}", token["Id"])).await.value();
        for (what, shown) in [
            ("the list of tokens", &token["Expiry"]),
            ("the editor", &editor["Expiry"]),
            ("the list of services", &listed["TokenExpiry"]),
            ("the panel", &one["TokenExpiry"]),
        ] {
            let mut shown = shown.clone();
            if let Some(fields) = shown.as_object_mut() {
                assert_eq!(fields.remove("At"), Some(token["RefreshTokenExpiration"].clone()), "{what}");
            }
            assert_eq!(shown, expected, "{engine:?}, {days} days later: {what}");
        }
    }
    assert_eq!(calls(), before, "{engine:?}: no list asks the system");
}

on_both_engines!(
    tokens_that_were_just_entered_are_used,
    an_access_token_alone_is_enough_to_begin_with,
    tokens_are_refreshed_when_a_person_asks,
    a_refresh_that_fails_changes_nothing_and_says_why,
    a_test_names_what_the_settings_name,
    tokens_about_to_expire_are_told_without_asking_the_system,
);
