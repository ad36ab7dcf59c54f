//! Pricing options and pricing groups.

use domain::GroupId;
use domain::access::Role;
use insta::assert_json_snapshot;
use serde_json::{Value, json};

use crate::support::{Client, TestApp};

fn options(group: GroupId) -> String {
    format!("/api/v1/billing/{group}/pricing")
}

fn groups(group: GroupId) -> String {
    format!("/api/v1/billing/{group}/pricing-groups")
}

fn names(list: &Value) -> Vec<&str> {
    let rows = list.get("Data").unwrap_or(list).as_array().expect("a list");
    rows.iter().map(|row| row["Name"].as_str().expect("a name")).collect()
}

/// A group named Mill: option 1 at $49.00 of its default pricing group 1, and option 2, the after-hours fee.
async fn mill() -> (TestApp, Client, GroupId) {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let group = app.group().named("Mill").create().await;
    (app, client, group)
}

#[tokio::test]
async fn a_pricing_option_is_made_read_saved_and_archived() {
    let (_app, client, group) = mill().await;
    let body = json!({"Name": " Executive ", "Rate": "$1,250.50", "EmployerId": group, "IsArchived": true});
    let made = client.post(&options(group), body).await.value();
    assert_json_snapshot!(made, @r#"
    {
      "CreatedOn": "2026-07-20T16:00:00.000Z",
      "EmployerId": 1,
      "Id": 3,
      "IsArchived": false,
      "Name": "Executive",
      "Rate": 1250.5,
      "RateChangeDisabled": false,
      "Version": 1
    }
    "#);
    let path = format!("{}/{}", options(group), made["Id"]);
    assert_eq!(client.get(&path).await.value(), made);
    let change = json!({"Name": "Executive", "Rate": 0, "IsArchived": true, "Version": 1});
    let saved = client.put(&path, change.clone()).await.value();
    assert_eq!((&saved["Rate"], &saved["IsArchived"], &saved["Version"]), (&json!(0.0), &json!(true), &json!(2)));
    assert_eq!(client.put(&path, change).await.status, 409);
    let kept = client.put(&path, json!({"Name": "Executive", "Rate": 1})).await.value();
    assert_eq!(kept["IsArchived"], true, "what is absent stays");
}

#[tokio::test]
async fn pricing_options_are_listed_with_or_without_archived_ones() {
    let (_app, client, group) = mill().await;
    for (name, rate) in [("Zebra", 3), ("apple", 90)] {
        client.post(&options(group), json!({"Name": name, "Rate": rate})).await.value();
    }
    client.put(&format!("{}/3", options(group)), json!({"Name": "Zebra", "Rate": 3, "IsArchived": true})).await.value();
    let list = async |query: &str| client.get(&format!("{}?{query}", options(group))).await.value();
    for (query, expected) in [
        ("", vec!["Mill Standard Pricing", "After-Hours Fee", "Zebra", "apple"]),
        ("IncludeArchived=false", vec!["Mill Standard Pricing", "After-Hours Fee", "apple"]),
        ("includearchived=FALSE&orderby=name", vec!["After-Hours Fee", "apple", "Mill Standard Pricing"]),
        ("OrderBy=Rate&OrderDesc=true", vec!["apple", "Mill Standard Pricing", "After-Hours Fee", "Zebra"]),
        ("Term=FEE", vec!["After-Hours Fee"]),
        ("Page=2&PerPage=3", vec!["apple"]),
    ] {
        assert_eq!(names(&list(query).await), expected, "{query}");
    }
    assert_eq!(list("Page=1&PerPage=3").await["TotalPages"], 2);
    assert_eq!(
        client.get(&format!("{}?IncludeArchived=maybe", options(group))).await.error_keys(),
        ["IncludeArchived"]
    );
}

#[tokio::test]
async fn wrong_fields_of_a_pricing_option_are_named() {
    let (_app, client, group) = mill().await;
    for (body, keys) in [
        (json!({}), vec!["Name", "Rate"]),
        (json!({"Name": "x".repeat(101), "Rate": 1}), vec!["Name"]),
        (json!({"Name": "A", "Rate": -0.01}), vec!["Rate"]),
        (json!({"Name": "A", "Rate": "12,50"}), vec!["Rate"]),
        (json!({"Name": "A", "Rate": 100_000}), vec!["Rate"]),
        (json!({"Name": "A", "Rate": 1.005}), vec!["Rate"]),
        (json!({"Name": "A", "Rate": "ten"}), vec!["Rate"]),
        (json!({"Name": "A", "Rate": "-5.00"}), vec!["Rate"]),
        (json!({"Name": "A", "Rate": "$-5"}), vec!["Rate"]),
        (json!({"Name": "A", "Rate": "99999.995"}), vec!["Rate"]),
        (json!({"Name": "A", "Rate": "9".repeat(40)}), vec!["Rate"]),
        (json!({"Name": "A", "Rate": 1e300}), vec!["Rate"]),
        (json!({"Name": "A", "Rate": "1e2"}), vec!["Rate"]),
        (json!({"Name": "A", "Rate": null}), vec!["Rate"]),
    ] {
        assert_eq!(client.post(&options(group), body.clone()).await.error_keys(), keys, "{body}");
        if body != json!({}) {
            assert_eq!(client.put(&format!("{}/2", options(group)), body.clone()).await.error_keys(), keys, "{body}");
        }
    }
    let archived = json!({"Name": "A", "Rate": 49, "IsArchived": true});
    let refused = client.put(&format!("{}/1", options(group)), archived.clone()).await;
    assert_eq!(refused.error_keys(), ["IsArchived"], "the default pricing group uses it");
    client.put(&format!("{}/2", options(group)), archived).await.value();
    assert_eq!(client.get(&options(group)).await.value()["TotalRecords"], 2, "nothing was made");
}

#[tokio::test]
async fn a_rate_that_an_invoice_has_stays() {
    let (_app, client, group) = mill().await;
    let plan = client
        .post(&format!("/api/v1/billing/{group}/invoices"), json!({"Name": "Monthly", "BillingType": 2}))
        .await
        .value();
    let plan = format!("/api/v1/billing/{group}/invoices/{}", plan["Id"]);
    let line = json!({"Name": "Members", "BillingPricingOptionId": 1});
    client.post(&format!("{plan}/line-items"), line).await.value();
    let path = format!("{}/1", options(group));
    let changed = client.put(&path, json!({"Name": "Standard", "Rate": 50})).await.value();
    assert_eq!((&changed["Rate"], &changed["RateChangeDisabled"]), (&json!(50.0), &json!(false)));

    let window = json!({"EmployerId": group, "StartDate": "2026-06-04", "EndDate": "2026-07-03"});
    client.post(&format!("{plan}/snapshots"), window).await.value();
    assert_eq!(client.get(&path).await.value()["RateChangeDisabled"], true);
    let refused = client.put(&path, json!({"Name": "Standard", "Rate": 51})).await;
    assert_eq!(refused.error_keys(), ["Rate"]);
    assert_eq!(
        refused.message(),
        "The rate cannot be modified because this pricing option is associated with invoices."
    );
    let renamed = client.put(&path, json!({"Name": "Renamed", "Rate": 50})).await.value();
    assert_eq!(renamed["Name"], "Renamed");
}

/// The rate is fixed of the option that was billed, not of the one that its line item has by now
/// (rules.md#rate-of-a-line).
#[tokio::test]
async fn a_line_that_gets_another_option_fixes_the_rate_it_was_billed_at() {
    let (_app, client, group) = mill().await;
    let plan = client
        .post(&format!("/api/v1/billing/{group}/invoices"), json!({"Name": "Monthly", "BillingType": 2}))
        .await
        .value();
    let plan = format!("/api/v1/billing/{group}/invoices/{}", plan["Id"]);
    let line = json!({"Name": "Members", "BillingPricingOptionId": 1});
    let line = client.post(&format!("{plan}/line-items"), line).await.value()["Id"].clone();
    let window = json!({"StartDate": "2026-06-04", "EndDate": "2026-07-03"});
    let snapshot = client.post(&format!("{plan}/snapshots"), window).await.value()["Id"].clone();
    let other = json!({"Name": "Members", "BillingPricingOptionId": 2});
    client.put(&format!("{plan}/line-items/{line}"), other).await.value();
    let fixed = async || {
        let options = client.get(&options(group)).await.value()["Data"].clone();
        [0, 1].map(|place: usize| options[place]["RateChangeDisabled"].clone())
    };
    assert_eq!(fixed().await, [json!(true), json!(false)]);
    client.post(&format!("/api/v1/billing/{group}/snapshots/{snapshot}/regenerate"), json!({})).await.value();
    assert_eq!(fixed().await, [json!(false), json!(true)], "the invoice has the other rate now");
}

#[tokio::test]
async fn a_pricing_group_is_made_read_and_saved() {
    let (_app, client, group) = mill().await;
    let made = client.post(&groups(group), json!({"Name": "Night Shift (B)", "PricingOptionId": 2})).await.value();
    assert_json_snapshot!(made, @r#"
    {
      "Code": "nightshiftb",
      "DependentMatchSuccessThreshold": 0.5,
      "EmployerId": 1,
      "EnableImplicitDependentPricing": true,
      "Id": 2,
      "IsDefault": false,
      "Name": "Night Shift (B)",
      "PricingOption": {
        "Id": 2,
        "Name": "After-Hours Fee",
        "Rate": 5.0
      },
      "PrimaryMatchSuccessThreshold": 0.5,
      "Version": 1
    }
    "#);
    let path = format!("{}/{}", groups(group), made["Id"]);
    assert_eq!(client.get(&path).await.value(), made);
    let change = json!({
        "PricingGroupId": made["Id"], "EmployerId": group, "PricingOptionId": 1, "Name": "Night", "Code": "night_b",
        "IsDefault": false, "EnableImplicitDependentPricing": "false", "PrimaryMatchSuccessThreshold": "0.9",
        "DependentMatchSuccessThreshold": 0, "Version": 1
    });
    let saved = client.put(&path, change.clone()).await.value();
    assert_json_snapshot!(saved, @r#"
    {
      "Code": "night_b",
      "DependentMatchSuccessThreshold": 0.0,
      "EmployerId": 1,
      "EnableImplicitDependentPricing": false,
      "Id": 2,
      "IsDefault": false,
      "Name": "Night",
      "PricingOption": {
        "Id": 1,
        "Name": "Mill Standard Pricing",
        "Rate": 49.0
      },
      "PrimaryMatchSuccessThreshold": 0.9,
      "Version": 2
    }
    "#);
    assert_eq!(client.put(&path, change).await.status, 409);
    let kept = client.put(&path, json!({"Name": "Night", "Code": "night_b", "PricingOptionId": 1})).await.value();
    assert_eq!(
        (&kept["EnableImplicitDependentPricing"], &kept["PrimaryMatchSuccessThreshold"]),
        (&json!(false), &json!(0.9)),
        "what is absent stays"
    );
}

#[tokio::test]
async fn wrong_fields_of_a_pricing_group_are_named() {
    let (app, client, group) = mill().await;
    let foreign = app.group().create().await;
    let foreign = client.get(&options(foreign)).await.value()["Data"][0]["Id"].clone();
    client.put(&format!("{}/2", options(group)), json!({"Name": "Old", "Rate": 5, "IsArchived": true})).await.value();
    let valid = json!({"Name": "Night", "Code": "night", "PricingOptionId": 1});
    let with = |change: Value| {
        let mut body = valid.clone();
        body.as_object_mut().expect("an object").extend(change.as_object().expect("an object").clone());
        body
    };
    for (body, keys) in [
        (json!({}), vec!["Name", "Code", "PricingOptionId"]),
        (with(json!({"Name": "x".repeat(101)})), vec!["Name"]),
        (with(json!({"Code": "Night"})), vec!["Code"]),
        (with(json!({"Code": "n-1"})), vec!["Code"]),
        (with(json!({"Code": "x".repeat(51)})), vec!["Code"]),
        (with(json!({"Code": "millstandardpricing"})), vec!["Code"]),
        (with(json!({"PricingOptionId": 0})), vec!["PricingOptionId"]),
        (with(json!({"PricingOptionId": 2})), vec!["PricingOptionId"]),
        (with(json!({"PricingOptionId": foreign})), vec!["PricingOptionId"]),
        (
            with(json!({"PrimaryMatchSuccessThreshold": 1.01, "DependentMatchSuccessThreshold": -0.1})),
            vec!["PrimaryMatchSuccessThreshold", "DependentMatchSuccessThreshold"],
        ),
        (with(json!({"PrimaryMatchSuccessThreshold": "high"})), vec!["PrimaryMatchSuccessThreshold"]),
    ] {
        assert_eq!(client.post(&groups(group), body.clone()).await.error_keys(), keys, "{body}");
    }
    assert_eq!(client.get(&groups(group)).await.value()["TotalRecords"], 1, "nothing was made");
}

#[tokio::test]
async fn a_new_default_takes_the_place_of_the_old_one() {
    let (_app, client, group) = mill().await;
    let body = |name: &str, is_default: bool| json!({"Name": name, "PricingOptionId": 1, "IsDefault": is_default});
    let night = client.post(&groups(group), body("Night", false)).await.value();
    let path = format!("{}/{}", groups(group), night["Id"]);
    let defaults = async || {
        let list = client.get(&groups(group)).await.value();
        let rows = list["Data"].as_array().expect("rows").iter().filter(|row| row["IsDefault"] == true);
        rows.map(|row| row["Name"].as_str().expect("a name").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(defaults().await, ["Mill Standard Pricing"]);
    client.put(&path, body("Night", true)).await.value();
    assert_eq!(defaults().await, ["Night"]);
    let taken_away = client.put(&path, body("Night", false)).await;
    assert_eq!(taken_away.error_keys(), ["IsDefault"]);
    client.post(&groups(group), body("Day", true)).await.value();
    assert_eq!(defaults().await, ["Day"]);
}

#[tokio::test]
async fn an_archived_option_stays_where_it_is_but_never_becomes_the_defaults() {
    let (_app, client, group) = mill().await;
    let night = client.post(&groups(group), json!({"Name": "Night", "PricingOptionId": 2})).await.value();
    client.put(&format!("{}/2", options(group)), json!({"Name": "Old", "Rate": 5, "IsArchived": true})).await.value();
    let path = format!("{}/{}", groups(group), night["Id"]);
    client.put(&path, json!({"Name": "Late", "PricingOptionId": 2})).await.value();
    let refused = client.put(&path, json!({"Name": "Late", "PricingOptionId": 2, "IsDefault": true})).await;
    assert_eq!(refused.error_keys(), ["PricingOptionId"]);
}

#[tokio::test]
async fn pricing_groups_are_listed_for_their_page_and_for_selectors() {
    let (_app, client, group) = mill().await;
    client.post(&groups(group), json!({"Name": "Night", "Code": "aaa", "PricingOptionId": 2})).await.value();
    let list = async |query: &str| client.get(&format!("{}?{query}", groups(group))).await.value();
    for (query, expected) in [
        ("", vec!["Mill Standard Pricing", "Night"]),
        ("OrderBy=Name&OrderDesc=true", vec!["Night", "Mill Standard Pricing"]),
        ("OrderBy=Code", vec!["Night", "Mill Standard Pricing"]),
        ("OrderBy=Price", vec!["Night", "Mill Standard Pricing"]),
        ("Term=AAA", vec!["Night"]),
        ("Page=2&PerPage=1", vec!["Night"]),
    ] {
        assert_eq!(names(&list(query).await), expected, "{query}");
    }
    let choices = client.get(&format!("/api/v1/billing/{group}/pricing-groups-list")).await.value();
    assert_json_snapshot!(choices, @r#"
    [
      {
        "Id": 1,
        "IsDefault": true,
        "Name": "Mill Standard Pricing",
        "PricingOption": {
          "Id": 1,
          "Name": "Mill Standard Pricing",
          "Rate": 49.0
        }
      },
      {
        "Id": 2,
        "IsDefault": false,
        "Name": "Night",
        "PricingOption": {
          "Id": 2,
          "Name": "After-Hours Fee",
          "Rate": 5.0
        }
      }
    ]
    "#);
}

#[tokio::test]
async fn pricing_is_the_groups_own_and_for_administrators() {
    let (app, client, group) = mill().await;
    let other = app.group().create().await;
    for path in [
        format!("{}/1", options(other)),
        format!("{}/99", options(group)),
        format!("{}/1", groups(other)),
        format!("{}/99", groups(group)),
    ] {
        assert_eq!(client.get(&path).await.status, 404, "{path}");
        assert_eq!(client.put(&path, json!({})).await.status, 404, "{path}");
    }
    for path in [options(GroupId(99)), groups(GroupId(99))] {
        assert_eq!(client.get(&path).await.status, 404, "{path}");
        assert_eq!(client.post(&path, json!({})).await.status, 404, "{path}");
    }
    let (_, user) = app.user(Role::GroupUser, None, &[group]).await;
    for path in [options(group), groups(group), format!("{}/1", options(group)), format!("{}/1", groups(group))] {
        assert_eq!(user.get(&path).await.status, 403, "{path}");
    }
    assert_eq!(user.post(&options(group), json!({})).await.status, 403);
    assert_eq!(user.put(&format!("{}/1", groups(group)), json!({})).await.status, 403);
    assert_eq!(user.get(&format!("/api/v1/billing/{group}/pricing-groups-list")).await.status, 200);
    assert_eq!(user.get(&format!("/api/v1/billing/{other}/pricing-groups-list")).await.status, 404);
}

#[tokio::test]
async fn a_save_keeps_what_it_does_not_name_and_one_that_changes_nothing_writes_nothing() {
    let (_app, client, group) = mill().await;
    client.put(&format!("{}/1", groups(group)), json!({"PrimaryMatchSuccessThreshold": 0.9})).await.value();
    for path in [format!("{}/2", options(group)), format!("{}/1", groups(group))] {
        let mut stored = client.get(&path).await.value();
        for nothing in [json!({}), json!({"Name": stored["Name"], "Version": stored["Version"]})] {
            assert_eq!(client.put(&path, nothing).await.value(), stored);
        }
        let saved = client.put(&path, json!({"Name": "Gold"})).await.value();
        stored["Name"] = json!("Gold");
        stored["Version"] = json!(stored["Version"].as_i64().expect("a version") + 1);
        assert_eq!(saved, stored);
        assert_eq!(client.put(&path, json!({"Name": null})).await.error_keys(), ["Name"]);
    }
}
