//! Employer groups: the choices, the list, counters, and who sees what.

use chrono::NaiveDate;
use domain::access::Role;
use domain::members::status::{BASE_DAY, CountDelta};
use insta::assert_json_snapshot;
use serde_json::{Value, json};

use crate::support::TestApp;

const GROUPS: &str = "/api/v1/employers";

fn names(list: &Value) -> Vec<&str> {
    let rows = list.get("Data").unwrap_or(list).as_array().expect("a list");
    rows.iter().map(|row| row["Name"].as_str().expect("a name")).collect()
}

fn day(text: &str) -> NaiveDate {
    text.parse().expect("a date of the test")
}

#[tokio::test]
async fn choices_go_by_name_and_say_what_a_census_file_does() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    app.group().named("Mill").create().await;
    app.group().named("Forge").with(|form| form.flags.explicit_import = false).create().await;
    assert_json_snapshot!(client.get(GROUPS).await.value(), @r#"
    [
      {
        "BrokerId": 2,
        "ExplicitImport": false,
        "GroupId": "10002",
        "Id": 2,
        "MasterBrokerId": null,
        "Name": "Forge"
      },
      {
        "BrokerId": 1,
        "ExplicitImport": true,
        "GroupId": "10001",
        "Id": 1,
        "MasterBrokerId": null,
        "Name": "Mill"
      }
    ]
    "#);
}

#[tokio::test]
async fn the_list_is_searched_sorted_and_paged() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let (fern, oak) = (app.broker().named("Fernwood").create().await, app.broker().named("Oakline").create().await);
    for (name, broker, renewal) in [("Mill", oak, None), ("Forge", fern, Some("2027-01-01")), ("Quarry", fern, None)] {
        let renewal_on = renewal.map(day);
        app.group().named(name).of(broker).with(|form| form.renewal_on = renewal_on).create().await;
    }
    let search = async |query: &str| client.get(&format!("{GROUPS}/search?{query}")).await.value();
    assert_json_snapshot!(search("Page=1&PerPage=1").await, @r##"
    {
      "Data": [
        {
          "ActiveMembers": 0,
          "Broker": {
            "Id": 2,
            "Name": "Oakline"
          },
          "EffectiveDate": "2020-01-01",
          "ExplicitImport": true,
          "GroupId": "10001",
          "Id": 1,
          "Name": "Mill",
          "RenewalDate": null,
          "Status": 0,
          "StatusColor": "#28a745",
          "StatusName": "Active",
          "TerminationDate": null,
          "TotalMembers": 0
        }
      ],
      "TotalPages": 3,
      "TotalRecords": 3
    }
    "##);
    for (query, expected) in [
        ("", vec!["Mill", "Forge", "Quarry"]),
        ("OrderBy=Name", vec!["Forge", "Mill", "Quarry"]),
        ("orderby=NAME&orderdesc=true", vec!["Quarry", "Mill", "Forge"]),
        ("OrderBy=Broker", vec!["Forge", "Quarry", "Mill"]),
        ("OrderBy=GroupId&OrderDesc=true", vec!["Quarry", "Forge", "Mill"]),
        ("OrderBy=RenewalDate&OrderDesc=true", vec!["Forge", "Quarry", "Mill"]),
        ("OrderBy=Status", vec!["Mill", "Forge", "Quarry"]),
        ("Page=2&PerPage=2&OrderBy=Name", vec!["Quarry"]),
        ("Term=fernwood", vec!["Forge", "Quarry"]),
        ("Term=10001", vec!["Mill"]),
        ("Term=fern%20quar", vec!["Quarry"]),
        ("Term=_", vec![]),
    ] {
        assert_eq!(names(&search(query).await), expected, "{query}");
    }
}

#[tokio::test]
async fn counters_say_how_many_members_a_group_has_today() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let group = app.group().create().await;
    let count = async || client.get(&format!("{GROUPS}/{group}/members/count")).await.value();
    assert_eq!(count().await, json!({"TotalMembers": 0, "ActiveMembers": 0, "InActiveMembers": 0}));

    let tx = app.ctx.store.begin().await.expect("a transaction");
    let ended = day("2026-08-01");
    let deltas = [
        CountDelta { day: BASE_DAY, total: 3, active: 0 },
        CountDelta { day: day("2026-07-20"), total: 0, active: 3 },
        CountDelta { day: ended, total: 0, active: -1 },
    ];
    store::counts::add(&tx, group, &deltas).await.expect("counted");
    tx.commit_unaudited("set up by a test").await.expect("committed");
    assert_eq!(count().await, json!({"TotalMembers": 3, "ActiveMembers": 3, "InActiveMembers": 0}));
    let row = client.get(&format!("{GROUPS}/search")).await.value()["Data"][0].clone();
    assert_eq!((&row["ActiveMembers"], &row["TotalMembers"]), (&json!(3), &json!(3)));
    app.travel_to("2026-08-01T04:00:00Z");
    let client = app.administrator().await;
    let after = client.get(&format!("{GROUPS}/{group}/members/count")).await.value();
    assert_eq!(after, json!({"TotalMembers": 3, "ActiveMembers": 2, "InActiveMembers": 1}), "no job was needed");
}

#[tokio::test]
async fn others_than_administrators_see_the_basics_of_their_groups_only() {
    let app = TestApp::start().await;
    let broker = app.broker().create().await;
    let (own, given, foreign) = (
        app.group().of(broker).named("Own").create().await,
        app.group().of(broker).named("Given").create().await,
        app.group().named("Foreign").create().await,
    );
    let (_, of_broker) = app.user(Role::BrokerAdministrator, Some(broker), &[]).await;
    let (_, manager) = app.user(Role::AccountManager, Some(broker), &[given, foreign]).await;
    let (_, user) = app.user(Role::GroupUser, None, &[given]).await;
    for (client, seen) in [(&of_broker, vec!["Given", "Own"]), (&manager, vec!["Given"]), (&user, vec!["Given"])] {
        assert_eq!(names(&client.get(GROUPS).await.value()), seen);
        assert_eq!(client.get(&format!("{GROUPS}/search")).await.value()["TotalRecords"], seen.len());
        assert_eq!(client.get(&format!("{GROUPS}/{foreign}")).await.status, 404);
        assert_eq!(client.get(&format!("{GROUPS}/{foreign}/members/count")).await.status, 404);
        assert_eq!(client.get(&format!("{GROUPS}/{given}/members/count")).await.status, 200);
        assert_eq!(client.put(&format!("{GROUPS}/{given}"), json!({})).await.status, 403);
        assert_eq!(client.post(GROUPS, json!({})).await.status, 403);
        assert_eq!(client.get(&format!("{GROUPS}/next-group-id")).await.status, 403);
    }
    assert_eq!(of_broker.get(&format!("{GROUPS}/{own}")).await.status, 200);
    assert_json_snapshot!(user.get(&format!("{GROUPS}/{given}")).await.value(), @r##"
    {
      "Broker": {
        "Id": 1,
        "Name": "Broker 1"
      },
      "EffectiveDate": "2020-01-01",
      "EnableInvoiceAccess": false,
      "GroupId": "10002",
      "Id": 2,
      "MasterBroker": null,
      "MayAddMembers": false,
      "Name": "Given",
      "RenewalDate": null,
      "Status": 0,
      "StatusColor": "#28a745",
      "StatusName": "Active",
      "TerminationDate": null,
      "Version": 1
    }
    "##);
}
