//! Lists that hold nothing of anybody.

use std::collections::BTreeSet;

use domain::access::Role;
use insta::assert_json_snapshot;
use serde_json::json;

use crate::support::TestApp;

#[tokio::test]
async fn states_are_59_names() {
    let app = TestApp::start().await;
    let (_, client) = app.user(Role::GroupUser, None, &[]).await;
    let states = client.get("/api/v1/lists/states").await.value();
    let states = states.as_array().expect("a list");
    assert_eq!(states.len(), 59);
    assert_eq!((&states[0], &states[58]), (&json!("Alabama"), &json!("Armed Forces Pacific")));
}

#[tokio::test]
async fn regions_are_the_states_with_numbers_and_abbreviations() {
    let app = TestApp::start().await;
    let (_, client) = app.user(Role::GroupUser, None, &[]).await;
    let regions = client.get("/api/v1/platform/regions").await.value();
    let regions = regions.as_array().expect("a list");
    assert_eq!(regions.len(), 59);
    assert_eq!(regions[0], json!({"id": 1, "abbreviation": "AL", "name": "Alabama"}));
    assert_eq!(regions[58], json!({"id": 59, "abbreviation": "AP", "name": "Armed Forces Pacific"}));
    let ids: BTreeSet<_> = regions.iter().map(|region| region["id"].as_i64()).collect();
    let abbreviations: BTreeSet<_> = regions.iter().map(|region| region["abbreviation"].as_str()).collect();
    assert_eq!((ids.len(), abbreviations.len()), (59, 59));
}

#[tokio::test]
async fn roles_are_four() {
    let app = TestApp::start().await;
    assert_json_snapshot!(app.administrator().await.get("/api/v1/roles").await.value(), @r#"
    [
      {
        "Id": 1,
        "Name": "Administrator"
      },
      {
        "Id": 2,
        "Name": "Broker Administrator"
      },
      {
        "Id": 3,
        "Name": "Account Manager"
      },
      {
        "Id": 4,
        "Name": "Group User"
      }
    ]
    "#);
}

#[tokio::test]
async fn days_of_an_invoice_period_are_1_to_31() {
    let app = TestApp::start().await;
    let days = app.administrator().await.get("/api/v1/lists/billing/invoice-period-days").await.value();
    let days = days.as_array().expect("a list");
    assert_eq!((days.len(), &days[30]), (31, &json!({"Name": "31", "Value": 31})));
}

#[tokio::test]
async fn benefit_services_are_listed_by_name() {
    let app = TestApp::start().await;
    let tx = app.ctx.store.begin().await.expect("a transaction");
    for name in ["Virtual Primary Care", "Counseling"] {
        store::groups::services::insert(&tx, name).await.expect("a service is made");
    }
    tx.commit_unaudited("set up by a test").await.expect("committed");
    assert_json_snapshot!(app.administrator().await.get("/api/v1/benefits/services").await.value(), @r#"
    [
      {
        "Id": 2,
        "Name": "Counseling"
      },
      {
        "Id": 1,
        "Name": "Virtual Primary Care"
      }
    ]
    "#);
}
