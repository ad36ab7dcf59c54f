//! ERP accounts: lists, one, its configuration and its tokens.

use domain::PageRequest;
use domain::access::{Role, Scope};
use insta::assert_json_snapshot;
use serde_json::{Value, json};
use store::Engine;
use store::audit::Filter;

use crate::support::{Client, Reply, TestApp};

const ACCOUNTS: &str = "/api/v1/api-services";

#[tokio::test]
async fn without_accounts_the_lists_are_empty() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    for path in [ACCOUNTS.to_owned(), format!("{ACCOUNTS}/search?Page=1&ServiceType=netsuite&Term=books")] {
        let empty = json!({"Data": [], "TotalRecords": 0, "TotalPages": 0});
        assert_eq!(client.get(&path).await.value(), empty, "{path}");
    }
    assert_eq!(client.get(&format!("{ACCOUNTS}/search?PerPage=0")).await.error_keys(), ["PerPage"]);
}

#[tokio::test]
async fn accounts_are_for_administrators() {
    let app = TestApp::start().await;
    let broker = app.broker().create().await;
    for role in [Role::BrokerAdministrator, Role::AccountManager, Role::GroupUser] {
        let (_, client) = app.user(role, Some(broker), &[]).await;
        for path in [ACCOUNTS.to_owned(), format!("{ACCOUNTS}/search")] {
            assert_eq!(client.get(&path).await.status, 403, "{role:?} {path}");
        }
    }
}

fn books() -> Value {
    json!({"Name": "Main books", "ServiceType": "quickbooks", "ApiBaseUrl": "https://books.example"})
}

fn text(reply: &Reply) -> String {
    String::from_utf8_lossy(&reply.bytes).into_owned()
}

async fn account(client: &Client, kind: &str) -> i64 {
    let body = json!({"Name": format!("Account {kind}"), "ServiceType": kind, "ApiBaseUrl": "https://erp.example"});
    client.post(ACCOUNTS, body).await.value()["Id"].as_i64().expect("an id")
}

/// The audit rows of a subject: action and detail.
async fn recorded(app: &TestApp, subject: &str) -> Vec<(String, String)> {
    let filter = Filter { subject: Some(subject.to_owned()), ..Filter::default() };
    let page = store::audit::search(&app.ctx.store.read(), Scope::system(), &filter, &PageRequest::first(100)).await;
    let text = |detail: Option<Value>| detail.map(|detail| detail.to_string()).unwrap_or_default();
    page.expect("the audit").rows.into_iter().map(|row| (row.action, text(row.detail))).collect()
}

#[tokio::test]
async fn the_systems_are_offered_by_name() {
    let app = TestApp::start().await;
    let types = app.administrator().await.get(&format!("{ACCOUNTS}/types")).await.value();
    let named = json!([{"Name": "QuickBooks", "Value": "quickbooks"}, {"Name": "NetSuite", "Value": "netsuite"}]);
    assert_eq!(types, named);
}

#[tokio::test]
async fn an_account_is_made_read_and_saved() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let made = client.post(ACCOUNTS, books()).await.value();
    assert_json_snapshot!(made, @r#"
    {
      "ApiBaseUrl": "https://books.example",
      "Id": 1,
      "Name": "Main books",
      "NetSuiteConfigs": [],
      "QuickbooksConfigs": [],
      "ServiceType": "quickbooks",
      "TokenExpiry": null,
      "Version": 1
    }
    "#);
    let path = format!("{ACCOUNTS}/1");
    assert_eq!(client.get(&path).await.value(), made);
    assert_eq!(client.put(&path, made.clone()).await.value(), made, "a save that changes nothing writes nothing");
    let saved = client.put(&path, json!({"ServiceType": "NetSuite", "Name": "Ledger", "Version": 1})).await.value();
    assert_eq!((&saved["ServiceType"], &saved["Name"]), (&json!("netsuite"), &json!("Ledger")));
    assert_eq!(client.put(&path, json!({"Name": "Other", "Version": 1})).await.status, 409);
    assert_eq!(client.get(&format!("{ACCOUNTS}/99")).await.status, 404);
    assert_eq!(client.put(&format!("{ACCOUNTS}/99"), books()).await.status, 404);
    let actions: Vec<_> = recorded(&app, "api_service").await.into_iter().map(|(action, _)| action).collect();
    assert_eq!(actions, ["api_service.update", "api_service.create"]);
}

#[tokio::test]
async fn wrong_fields_of_an_account_are_named() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    client.post(ACCOUNTS, books()).await.value();
    for (body, keys) in [
        (json!({}), vec!["Name", "ServiceType", "ApiBaseUrl"]),
        (json!({"Name": " MAIN BOOKS", "ServiceType": "netsuite", "ApiBaseUrl": "https://a.example"}), vec!["Name"]),
        (
            json!({"Name": "A", "ServiceType": "sage", "ApiBaseUrl": "http://a.example"}),
            vec!["ServiceType", "ApiBaseUrl"],
        ),
        (json!({"Name": "Books\nof July", "ServiceType": "netsuite", "ApiBaseUrl": "https://a.example"}), vec!["Name"]),
    ] {
        assert_eq!(client.post(ACCOUNTS, body.clone()).await.error_keys(), keys, "{body}");
    }
}

#[tokio::test]
async fn a_configuration_keeps_its_secret_sealed_and_each_reading_is_recorded() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let service = account(&client, "quickbooks").await;
    let configs = format!("{ACCOUNTS}/configs");
    let body = json!({
        "ApiServiceId": service, "RealmId": "123", "ClientSecret": "s3cret-text", "PEPMClassId": "7", "apAccountId": "33",
    });
    let made = client.post(&configs, body).await.value();
    assert_eq!(
        (&made["RealmId"], &made["PEPMClassId"], &made["APAccountId"]),
        (&json!("123"), &json!("7"), &json!("33"))
    );
    assert_eq!(made["HasClientSecret"], true);
    let path = format!("{configs}/{}", made["Id"]);
    let secret = client.get(&format!("{path}/secret")).await;
    assert_eq!(secret.headers["cache-control"], "no-store");
    assert_eq!(secret.value(), "s3cret-text");

    let kept = client.put(&path, json!({"ClientSecret": " ", "RealmId": "124"})).await.value();
    assert_eq!((&kept["RealmId"], &kept["PEPMClassId"]), (&json!("124"), &json!("7")));
    assert_eq!(client.get(&format!("{path}/secret")).await.value(), "s3cret-text");
    let same = client.put(&path, json!({"ClientSecret": "s3cret-text"})).await.value();
    assert_eq!(same["Version"], kept["Version"], "the editor posts back what it has read");
    client.put(&path, json!({"ClientSecret": "other"})).await.value();
    assert_eq!(client.get(&format!("{path}/secret")).await.value(), "other");

    let rows = recorded(&app, "accounting_config").await;
    let actions: Vec<_> = rows.iter().map(|(action, _)| action.as_str()).collect();
    let (read, update) = ("accounting_config.read_secret", "accounting_config.update");
    assert_eq!(actions, [read, update, read, update, read, "accounting_config.create"]);
    assert!(rows.iter().all(|(_, detail)| !detail.contains("s3cret") && !detail.contains("other")), "{rows:?}");
    let service = client.get(&format!("{ACCOUNTS}/{service}")).await;
    assert!(!text(&service).contains("other"), "the account carries no secret");
    assert_eq!(service.value()["QuickbooksConfigs"][0]["RealmId"], "124");
    let bytes = app.bytes().await;
    assert!(!bytes.windows(11).any(|window| window == b"s3cret-text"), "the secret stands open in the database");
}

/// As after a restore with another key file: what was sealed stays closed, each call says so, and the secret can be entered again.
#[tokio::test]
async fn a_secret_that_the_key_does_not_open_is_said_and_can_be_entered_again() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let service = account(&client, "quickbooks").await;
    let configs = format!("{ACCOUNTS}/configs");
    let config = client
        .post(&configs, json!({"ApiServiceId": service, "RealmId": "1", "ClientId": "c", "ClientSecret": "s3cret"}))
        .await
        .value();
    let tokens = json!({"ApiServiceId": service, "AccessToken": "acc-1", "RefreshToken": "ref-1"});
    let token = client.post(&format!("{ACCOUNTS}/tokens"), tokens.clone()).await.value();
    let secrets =
        [("accounting_config", "client_secret"), ("api_token", "access_token"), ("api_token", "refresh_token")];
    for (table, column) in secrets {
        // The first half of what was sealed: damaged.
        let cut = format!("update {table} set {column} = substr({column}, 1, 20)");
        store::testing::execute(&app.ctx.store, &cut).await;
    }
    let (path, token) = (format!("{configs}/{}", config["Id"]), format!("{ACCOUNTS}/tokens/{}", token["Id"]));
    for read in [format!("{path}/secret"), token.clone()] {
        let refused = client.get(&read).await;
        assert_eq!(refused.status, 200, "{read}");
        assert!(refused.message().contains("cannot be opened with the secret key"), "{read}: {}", refused.message());
    }
    let tested = client.post(&format!("{ACCOUNTS}/{service}/test"), json!({})).await;
    assert_eq!(tested.error_keys(), ["ClientSecret"]);
    assert!(tested.message().contains("Enter the secret again"), "{}", tested.message());

    client.put(&path, json!({"ClientSecret": "anew"})).await.value();
    assert_eq!(client.get(&format!("{path}/secret")).await.value(), "anew");
    let tested = client.post(&format!("{ACCOUNTS}/{service}/test"), json!({})).await;
    assert!(text(&tested).contains("enter its tokens"), "{}", text(&tested));
    client.put(&token, tokens).await.value();
    assert_eq!(client.get(&token).await.value()["AccessToken"], "acc-1");
}

#[tokio::test]
async fn a_configuration_belongs_to_one_account_of_its_system() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let (books, suite) = (account(&client, "quickbooks").await, account(&client, "netsuite").await);
    let form = json!({"Name": "Other suite", "ServiceType": "netsuite", "ApiBaseUrl": "https://suite.example"});
    let other = client.post(ACCOUNTS, form).await.value()["Id"].clone();
    let (quickbooks, netsuite) = (format!("{ACCOUNTS}/configs"), format!("{ACCOUNTS}/netsuite-configs"));
    client.post(&quickbooks, json!({"ApiServiceId": books})).await.value();
    let made =
        client.post(&netsuite, json!({"ApiServiceId": suite, "AccountId": "1234567-sb1", "PEPMItemId": "9"})).await;
    assert_eq!(made.value()["PEPMItemId"], "9");
    for (path, body, keys) in [
        (&quickbooks, json!({"ApiServiceId": books}), ["ApiServiceId"]),
        (&quickbooks, json!({"ApiServiceId": suite}), ["ApiServiceId"]),
        (&netsuite, json!({"ApiServiceId": books}), ["ApiServiceId"]),
        (&netsuite, json!({"ApiServiceId": 99}), ["ApiServiceId"]),
        (&netsuite, json!({}), ["ApiServiceId"]),
        (&netsuite, json!({"ApiServiceId": other, "ClientSecret": "no key"}), ["ClientSecret"]),
    ] {
        assert_eq!(client.post(path, body.clone()).await.error_keys(), keys, "{path} {body}");
    }
    let wrong = json!({"ApiServiceId": 0, "RealmId": "x".repeat(201), "LeadingInvoiceNumber": "x".repeat(16)});
    assert_eq!(client.post(&quickbooks, wrong).await.error_keys(), ["ApiServiceId", "RealmId", "LeadingInvoiceNumber"]);
    let moved = client.put(&format!("{ACCOUNTS}/{books}"), json!({"ServiceType": "netsuite"})).await;
    assert_eq!(moved.error_keys(), ["ServiceType"], "an account with a configuration stays with its system");
    for path in [&quickbooks, &netsuite] {
        assert_eq!(client.put(&format!("{path}/99"), json!({})).await.status, 404);
        assert_eq!(client.get(&format!("{path}/99/secret")).await.status, 404);
    }
}

#[tokio::test]
async fn tokens_are_listed_without_their_texts() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let client = app.administrator().await;
        let service = account(&client, "quickbooks").await;
        let tokens = format!("{ACCOUNTS}/tokens");
        let body = json!({"ApiServiceId": service, "AccessToken": "acc-1", "RefreshToken": "ref-1"});
        let made = client.post(&tokens, body).await.value();
        let path = format!("{tokens}/{}", made["Id"]);
        for query in ["", "?Term=token%201", "?Term=quickbooks&OrderBy=Name"] {
            let list = client.get(&format!("{tokens}/search{query}")).await;
            assert!(!text(&list).contains("acc-1") && !text(&list).contains("ref-1"), "{query}");
            assert_eq!(list.value()["TotalRecords"], 1, "{engine:?} {query}");
        }
        assert_eq!(client.get(&format!("{tokens}/search?Term=token%202")).await.value()["TotalRecords"], 0);
        let read = client.get(&path).await.value();
        assert_eq!((&read["AccessToken"], &read["RefreshToken"]), (&json!("acc-1"), &json!("ref-1")));
        let kept = client.put(&path, json!({"AccessToken": "", "RefreshToken": "ref-2"})).await.value();
        assert_eq!(kept["Version"], 2);
        let read = client.get(&path).await.value();
        assert_eq!((&read["AccessToken"], &read["RefreshToken"]), (&json!("acc-1"), &json!("ref-2")));
        let rows = recorded(&app, "api_token").await;
        assert_eq!(rows.iter().filter(|(action, _)| action == "api_token.read_secret").count(), 2);
        assert!(rows.iter().all(|(_, detail)| !detail.contains("ref-")), "{rows:?}");
    }
}

/// Of two tokens of an account the later ones are used: entering others has no effect, and is refused.
#[tokio::test]
async fn tokens_that_are_not_in_use_are_not_saved() {
    let app = TestApp::start().await;
    let (client, account) = (app.administrator().await, app.erp_account("Books").await);
    let tokens = format!("{ACCOUNTS}/tokens");
    let body = |text: &str| json!({"ApiServiceId": account, "AccessToken": text, "RefreshToken": text});
    let first = client.post(&tokens, body("one")).await.value();
    let second = client.post(&tokens, body("two")).await.value();
    let refused = client.put(&format!("{tokens}/{}", first["Id"]), body("three")).await;
    assert_eq!(refused.error_keys(), ["ApiServiceId"]);
    assert_eq!(
        refused.message(),
        format!("Token {} is in use for this ERP account. Enter the tokens there.", second["Id"])
    );
    client.put(&format!("{tokens}/{}", second["Id"]), body("three")).await.value();
    let list = client.get(&format!("{tokens}/search")).await.value()["Data"].clone();
    let used: Vec<_> = list.as_array().expect("a list").iter().map(|row| (&row["Id"], &row["IsUsed"])).collect();
    assert_eq!(used, [(&first["Id"], &json!(false)), (&second["Id"], &json!(true))]);
}

#[tokio::test]
async fn wrong_tokens_are_named() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let service = account(&client, "quickbooks").await;
    let tokens = format!("{ACCOUNTS}/tokens");
    for (body, keys) in [
        (json!({}), vec!["AccessToken", "ApiServiceId"]),
        (json!({"ApiServiceId": 99, "AccessToken": "a"}), vec!["ApiServiceId"]),
        (json!({"ApiServiceId": service, "AccessToken": "a b"}), vec!["AccessToken"]),
        (json!({"ApiServiceId": service, "RefreshToken": "x".repeat(8193)}), vec!["RefreshToken"]),
    ] {
        assert_eq!(client.post(&tokens, body.clone()).await.error_keys(), keys, "{body}");
    }
    assert_eq!(client.get(&format!("{tokens}/99")).await.status, 404);
    assert_eq!(client.put(&format!("{tokens}/99"), json!({})).await.status, 404);
}
