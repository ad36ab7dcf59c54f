//! Billing plans and their line items.

use domain::access::Role;
use insta::assert_json_snapshot;
use serde_json::{Value, json};
use store::Engine;

use crate::support::{Client, TestApp};

/// A group with its administrator and the id of its standard pricing option.
async fn group_with_option(app: &TestApp) -> (Client, i64, i64) {
    let client = app.administrator().await;
    let group = app.group().named("Fernwood").create().await.get();
    let options = store::pricing::options::ids(&app.ctx.store.read(), group.into(), false).await.expect("options");
    (client, group, options[0].get())
}

fn plans(group: i64) -> String {
    format!("/api/v1/billing/{group}/invoices")
}

#[tokio::test]
async fn a_plan_is_made_saved_and_listed() {
    let app = TestApp::start().await;
    let (client, group, _) = group_with_option(&app).await;
    let made = client.post(&plans(group), json!({"Name": " Medical ", "BillingType": 2})).await.value();
    assert_json_snapshot!(made, @r#"
    {
      "Active": true,
      "ApiServiceId": null,
      "ApiServiceName": null,
      "BillingType": 2,
      "EmployerId": 1,
      "ErpCustomerId": null,
      "ErpCustomerName": null,
      "ErpDefaultInvoiceTermId": null,
      "ExpirationDate": null,
      "GenerateInvoice": true,
      "Id": 1,
      "InvoiceRecipientEmailAddresses": "",
      "Name": "Medical",
      "PurchaseOrderNumber": null,
      "SendInvoice": true,
      "Version": 1
    }
    "#);

    let path = format!("{}/{}", plans(group), made["Id"]);
    let change = json!({
        "Name": "Medical and Vision", "SendInvoice": false, "Version": 1,
        "InvoiceRecipientEmailAddresses": "ap@example.com, cfo@example.com ap@example.com",
        "ExpirationDate": "12/31/2027",
    });
    let saved = client.put(&path, change.clone()).await.value();
    assert_eq!(saved["InvoiceRecipientEmailAddresses"], "ap@example.com, cfo@example.com");
    assert_eq!(
        (&saved["ExpirationDate"], &saved["SendInvoice"], &saved["Version"]),
        (&json!("2027-12-31"), &json!(false), &json!(2))
    );
    assert_eq!(client.get(&path).await.value(), saved);
    assert_eq!(client.put(&path, change).await.status, 409);

    client.post(&plans(group), json!({"Name": "Dental", "BillingType": 2})).await.value();
    for (query, names) in [
        ("", vec!["Medical and Vision", "Dental"]),
        ("?OrderBy=Name", vec!["Dental", "Medical and Vision"]),
        ("?Term=VISION%20med", vec!["Medical and Vision"]),
        ("?Term=%25", vec![]),
        ("?Page=2&PerPage=1", vec!["Dental"]),
    ] {
        let list = client.get(&format!("{}/search{query}", plans(group))).await.value();
        let found: Vec<&str> =
            list["Data"].as_array().expect("rows").iter().filter_map(|row| row["Name"].as_str()).collect();
        assert_eq!(found, names, "{query}");
    }
}

#[tokio::test]
async fn switches_that_a_save_does_not_name_stay_as_they_are() {
    let app = TestApp::start().await;
    let (client, group, _) = group_with_option(&app).await;
    let off =
        json!({"Name": "Medical", "BillingType": 3, "Active": false, "SendInvoice": false, "GenerateInvoice": false});
    let made = client.post(&plans(group), off).await.value();
    let path = format!("{}/{}", plans(group), made["Id"]);
    let switches = |plan: &Value| ["Active", "SendInvoice", "GenerateInvoice"].map(|name| plan[name] == true);
    for (body, expected) in [
        (json!({"Name": "Medical PEPM"}), [false, false, false]),
        (json!({"Name": "Medical PEPM", "Active": true}), [true, false, false]),
        (json!({"Name": "Medical", "SendInvoice": true, "GenerateInvoice": null}), [true, true, false]),
    ] {
        let saved = client.put(&path, body.clone()).await.value();
        assert_eq!((switches(&saved), &saved["Name"]), (expected, &body["Name"]), "{body}");
        assert_eq!(saved["BillingType"], 3, "{body}");
    }
    assert_eq!(client.put(&path, json!({"Name": "Medical", "BillingType": 0})).await.error_keys(), ["BillingType"]);
}

#[tokio::test]
async fn a_save_that_changes_nothing_writes_nothing() {
    let app = TestApp::start().await;
    let (client, group, option) = group_with_option(&app).await;
    let form = json!({"Name": "Medical", "BillingType": 2, "ExpirationDate": "2027-12-31"});
    let plan = client.post(&plans(group), form.clone()).await.value()["Id"].clone();
    let path = format!("{}/{plan}", plans(group));
    let line = json!({"Name": "PEPM", "BillingPricingOptionId": option});
    let made = client.post(&format!("{path}/line-items"), line.clone()).await.value();
    for (path, form) in [(path.clone(), form), (format!("{path}/line-items/{}", made["Id"]), line)] {
        let saved = client.put(&path, form.clone()).await.value();
        assert_eq!(saved["Version"], 1, "{path}");
        let changed = client.put(&path, json!({"Name": "Other", "BillingPricingOptionId": option})).await.value();
        assert_eq!(changed["Version"], 2, "{path}");
        let stale = client.put(&path, json!({"Name": "Other", "BillingPricingOptionId": option, "Version": 1})).await;
        assert_eq!(stale.status, 409, "{path}");
    }
    let trail = format!("/api/v1/audit?Page=1&Subject=plan&SubjectId={plan}&OrderBy=Id");
    let trail = client.get(&trail).await.value();
    let actions: Vec<_> = trail["Data"].as_array().expect("rows").iter().map(|row| row["Action"].clone()).collect();
    assert_eq!(actions, ["plan.create", "plan_line.create", "plan.update", "plan_line.update"]);
}

#[tokio::test]
async fn a_purchase_order_is_kept_until_a_save_names_another() {
    let app = TestApp::start().await;
    let (client, group, _) = group_with_option(&app).await;
    let form = json!({"Name": "Medical", "BillingType": 2, "PurchaseOrderNumber": " BT-7731 "});
    let made = client.post(&plans(group), form).await.value();
    assert_eq!(made["PurchaseOrderNumber"], "BT-7731");
    let path = format!("{}/{}", plans(group), made["Id"]);
    for (form, kept) in [
        (json!({"Name": "Medical"}), json!("BT-7731")),
        (json!({"Name": "Medical", "PurchaseOrderNumber": "BT-8000"}), json!("BT-8000")),
        (json!({"Name": "Medical", "PurchaseOrderNumber": ""}), json!(null)),
    ] {
        assert_eq!(client.put(&path, form.clone()).await.value()["PurchaseOrderNumber"], kept, "{form}");
    }
    let long = json!({"Name": "Medical", "PurchaseOrderNumber": "B".repeat(51)});
    assert_eq!(client.put(&path, long).await.error_keys(), ["PurchaseOrderNumber"]);
    let audit = client.get(&format!("/api/v1/audit?Subject=plan&SubjectId={}", made["Id"])).await.value();
    assert!(audit["Data"].to_string().contains("BT-8000"), "{audit}");
}

#[tokio::test]
async fn a_wrong_plan_names_its_fields_and_changes_nothing() {
    let many: String = (0..51).map(|n| format!("a{n}@example.com, ")).collect();
    let app = TestApp::start().await;
    let (client, group, _) = group_with_option(&app).await;
    for (body, keys) in [
        (json!({}), vec!["Name", "BillingType"]),
        (json!({"Name": "A", "BillingType": null}), vec!["BillingType"]),
        (json!({"Name": "A", "BillingType": 0}), vec!["BillingType"]),
        (json!({"Name": "A", "BillingType": 4}), vec!["BillingType"]),
        (json!({"Name": "x".repeat(101), "BillingType": 2}), vec!["Name"]),
        (json!({"Name": "x".repeat(10_000), "BillingType": 2}), vec!["Name"]),
        (json!({"Name": "A", "BillingType": 2, "ExpirationDate": "02/30/2027"}), vec!["ExpirationDate"]),
        (json!({"Name": "A", "BillingType": 2, "ExpirationDate": "0001-01-01"}), vec!["ExpirationDate"]),
        (json!({"Name": "A", "BillingType": 2, "ExpirationDate": "9999-12-31"}), vec!["ExpirationDate"]),
        (
            json!({"Name": "A", "BillingType": 2, "InvoiceRecipientEmailAddresses": "a@example.com, nonsense"}),
            vec!["InvoiceRecipientEmailAddresses"],
        ),
        (
            json!({"Name": "A", "BillingType": 2, "InvoiceRecipientEmailAddresses": many}),
            vec!["InvoiceRecipientEmailAddresses"],
        ),
        (json!({"Name": "A", "BillingType": 2, "ApiServiceId": 99}), vec!["ApiServiceId"]),
        (json!({"Name": "A", "BillingType": 2, "ApiServiceId": -1}), vec!["ApiServiceId"]),
        (json!({"Name": "A", "BillingType": 2, "ErpCustomerId": "7"}), vec!["ErpCustomerId"]),
        (json!({"Name": "A", "BillingType": 2, "ErpCustomerName": "Harborline"}), vec!["ErpCustomerName"]),
        (json!({"Name": "A", "BillingType": 2, "Active": "perhaps"}), vec!["Active"]),
    ] {
        assert_eq!(client.post(&plans(group), body.clone()).await.error_keys(), keys, "{body}");
    }
    assert_eq!(client.get(&format!("{}/search", plans(group))).await.value()["TotalRecords"], 0);
}

#[tokio::test]
async fn plans_and_lines_of_another_group_do_not_exist() {
    let app = TestApp::start().await;
    let (client, group, option) = group_with_option(&app).await;
    let other = app.group().create().await.get();
    let plan = client.post(&plans(group), json!({"Name": "Medical", "BillingType": 2})).await.value()["Id"].clone();
    let line = json!({"Name": "PEPM", "BillingPricingOptionId": option});
    let line = client.post(&format!("{}/{plan}/line-items", plans(group)), line).await.value()["Id"].clone();
    for path in [
        format!("{}/{plan}", plans(other)),
        format!("{}/{plan}/line-items", plans(other)),
        format!("{}/99", plans(group)),
        format!("{}/search", plans(99)),
        "/api/v1/billing/99/billing-codes".to_owned(),
    ] {
        assert_eq!(client.get(&path).await.status, 404, "{path}");
    }
    for path in [format!("{}/{plan}/line-items/{line}", plans(other)), format!("{}/{plan}/line-items/99", plans(group))]
    {
        assert_eq!(client.put(&path, json!({})).await.status, 404, "{path}");
        assert_eq!(client.delete(&path).await.status, 404, "{path}");
    }
    let (_, user) = app.user(Role::GroupUser, None, &[group.into()]).await;
    assert_eq!(user.get(&format!("{}/{plan}", plans(group))).await.status, 403);
    assert_eq!(user.get(&format!("/api/v1/billing/{group}/billing-codes")).await.status, 200);
    assert_eq!(user.get(&format!("/api/v1/billing/{other}/billing-codes")).await.status, 404);
}

#[tokio::test]
async fn line_items_keep_their_rules() {
    let app = TestApp::start().await;
    let (client, group, option) = group_with_option(&app).await;
    let plan = client.post(&plans(group), json!({"Name": "Medical", "BillingType": 2})).await.value()["Id"].clone();
    let lines = format!("{}/{plan}/line-items", plans(group));
    let drivers = json!({"Name": "Drivers", "BillingPricingOptionId": option, "IncludeAllMembers": false, "ReferenceId": " DRIVERS "});
    assert_json_snapshot!(client.post(&lines, drivers).await.value(), @r#"
    {
      "BillingInvoiceId": 1,
      "BillingPeriod": 0,
      "BillingPricingOptionId": 1,
      "BillingType": 2,
      "Id": 1,
      "IgnoreCreditsAndDebts": false,
      "IncludeAllMembers": false,
      "InvoiceId": 1,
      "IsBilled": false,
      "Name": "Drivers",
      "Rate": 49.0,
      "ReferenceId": "DRIVERS",
      "Version": 1
    }
    "#);

    let after_hours = json!({"BillingType": 3, "BillingPricingOptionId": option, "BillingPeriod": 2, "IncludeAllMembers": false, "IgnoreCreditsAndDebts": true});
    let after_hours = client.post(&lines, after_hours).await.value();
    assert_eq!(
        [
            &after_hours["Name"],
            &after_hours["BillingPeriod"],
            &after_hours["IncludeAllMembers"],
            &after_hours["IgnoreCreditsAndDebts"]
        ],
        [&json!("After-hours Consult Fees"), &json!(1), &json!(true), &json!(false)],
    );
    for (body, keys) in [
        (json!({}), vec!["Name", "BillingPricingOptionId"]),
        (json!({"Name": "A", "BillingPricingOptionId": 99}), vec!["BillingPricingOptionId"]),
        (json!({"Name": "A", "BillingPricingOptionId": option, "BillingPeriod": 3}), vec!["BillingPeriod"]),
        (json!({"Name": "A", "BillingPricingOptionId": option, "BillingType": 0}), vec!["BillingType"]),
        (json!({"Name": "A", "BillingPricingOptionId": option, "IncludeAllMembers": false}), vec!["ReferenceId"]),
    ] {
        assert_eq!(client.post(&lines, body.clone()).await.error_keys(), keys, "{body}");
    }
    assert_eq!(client.get(&format!("/api/v1/billing/{group}/billing-codes")).await.value(), json!(["DRIVERS"]));

    let first = client.get(&lines).await.value()[0]["Id"].clone();
    client.delete(&format!("{lines}/{first}")).await.value();
    assert_eq!(client.delete(&format!("{lines}/{first}")).await.status, 404);
    assert_eq!(client.get(&lines).await.value().as_array().map(Vec::len), Some(1));
    assert_eq!(client.get(&format!("/api/v1/billing/{group}/billing-codes")).await.value(), json!([]));
}

/// Whatever the id, nothing is half-written; an option that is archived later stays on the line that has it
/// (rules.md#rate-of-a-line).
#[tokio::test]
async fn foreign_and_archived_pricing_options_are_no_choice_for_a_line() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let (client, group, option) = group_with_option(&app).await;
        let other = app.group().create().await;
        let foreign = client.get(&format!("/api/v1/billing/{other}/pricing")).await.value()["Data"][0]["Id"].clone();
        let pricing = format!("/api/v1/billing/{group}/pricing");
        let made = client.post(&pricing, json!({"Name": "Old", "Rate": 8})).await.value()["Id"].clone();
        let plan = client.post(&plans(group), json!({"Name": "Medical", "BillingType": 2})).await.value()["Id"].clone();
        let lines = format!("{}/{plan}/line-items", plans(group));
        let kept = client.post(&lines, json!({"Name": "Old", "BillingPricingOptionId": made})).await.value();
        client.post(&lines, json!({"Name": "PEPM", "BillingPricingOptionId": option})).await.value();
        client.put(&format!("{pricing}/{made}"), json!({"IsArchived": true})).await.value();
        let before = client.get(&lines).await.value();
        let pepm = format!("{lines}/{}", before[1]["Id"]);
        for wrong in [foreign, made.clone(), json!(0), json!(-1), json!(i64::MAX), json!(null), json!("many")] {
            let body = json!({"Name": "Other", "BillingPricingOptionId": wrong});
            for refused in [client.post(&lines, body.clone()).await, client.put(&pepm, body.clone()).await] {
                assert_eq!(refused.error_keys(), ["BillingPricingOptionId"], "{engine:?}: {body}");
            }
        }
        assert_eq!(client.get(&lines).await.value(), before, "{engine:?}");
        let body = json!({"Name": "Older", "BillingPricingOptionId": made});
        let saved = client.put(&format!("{lines}/{}", kept["Id"]), body).await.value();
        assert_eq!((&saved["Name"], &saved["Rate"]), (&json!("Older"), &json!(8.0)), "{engine:?}");
    }
}

#[tokio::test]
async fn the_billing_periods_stand_in_the_order_of_their_numbers() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let periods: Value = client.get("/api/v1/billing/lists/billing-periods").await.value();
    assert_eq!(periods, json!(["Current Month", "Previous Month", "Next Month"]));
}
