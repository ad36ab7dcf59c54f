//! ERP accounts as lists show them.

use domain::access::Role;
use serde_json::json;

use crate::support::TestApp;

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
