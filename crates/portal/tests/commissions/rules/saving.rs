//! Rules: made, saved, listed, and refused by field.

use connectors::fake::{Call, FakeErp, Fault};
use domain::BrokerId;
use domain::access::Role;
use insta::{allow_duplicates, assert_json_snapshot};
use serde_json::{Value, json};
use store::Engine;

use super::{RULES, Ruled, errors, ids};
use crate::support::on_both_engines;

on_both_engines!(a_rule_is_made_saved_and_listed, a_vendor_is_known_in_its_account);

async fn a_rule_is_made_saved_and_listed(engine: Engine) {
    let ruled = Ruled::on(engine).await;
    let client = &ruled.billed.client;
    let account = ruled.billed.app.erp_account("Books").await;
    let form = json!({
        "RuleId": 0, "Name": " Redwood Rule ", "PayeeName": "Redwood Brokerage", "BillNumberSuffix": "RWB", "ErpVendorId": "71",
        "ErpVendorName": "Redwood", "ApiServiceId": account, "BrokerId": ruled.broker, "OnPaidOnly": true,
        "BillingPlanIds": [ruled.lines[1], ruled.lines[1]],
    });
    let made = client.post(RULES, form).await.value();
    allow_duplicates! {
        assert_json_snapshot!(made, @r#"
        {
          "Active": true,
          "ApiServiceId": 1,
          "BillNumberSuffix": "RWB",
          "BillingPlanIds": [
            2
          ],
          "BrokerId": 1,
          "BrokerName": "Broker 1",
          "BrokerReads": false,
          "CreatedAt": "2026-07-20T16:00:00.000Z",
          "CreatedOn": "2026-07-20T16:00:00.000Z",
          "ErpVendorId": "71",
          "ErpVendorName": "Redwood",
          "GroupCount": 1,
          "Id": 2,
          "Name": "Redwood Rule",
          "OnPaidOnly": true,
          "PayeeName": "Redwood Brokerage",
          "Version": 1
        }
        "#);
    }
    let path = format!("{RULES}/{}", made["Id"]);
    assert_eq!(client.get(&path).await.value(), made);
    let saved = client.put(&path, json!({"Name": "Redwood 2027", "OnPaidOnly": "false", "Version": 1})).await.value();
    assert_eq!(json!([saved["Name"], saved["OnPaidOnly"], saved["Version"]]), json!(["Redwood 2027", false, 2]));
    assert_eq!(saved["ErpVendorId"], "71", "what is not named stays");
    assert_eq!(client.put(&path, json!({"Name": "Older", "Version": 1})).await.status, 409);
    assert_eq!(client.put(&path, json!({"Name": "Redwood 2027"})).await.value(), saved, "nothing to write");
    let other = ruled.billed.app.erp_account("Other books").await;
    let moved = client.put(&path, json!({"ApiServiceId": other})).await.value();
    assert_eq!(
        (&moved["ErpVendorId"], &moved["ErpVendorName"]),
        (&Value::Null, &Value::Null),
        "each account has its own"
    );
    let ended = client.put(&path, json!({"Active": false, "BillNumberSuffix": ""})).await.value();
    assert_eq!((&ended["Active"], &ended["BillNumberSuffix"]), (&json!(false), &Value::Null));
    assert_eq!(ruled.audited("commission_rule.update").await, 3);

    let detailed = client.get(&format!("{path}/detailed")).await.value();
    assert_eq!((&detailed["Name"], ids(&detailed["LineItemRules"])), (&json!("Redwood 2027"), vec![ruled.lines[1]]));
    let list = client.get(&format!("{RULES}?Page=1&PerPage=24")).await.value();
    assert_eq!(
        (&list["TotalRecords"], &list["Data"][0]["Name"], &list["Data"][0]["GroupCount"]),
        (&json!(2), &json!("Acme"), &json!(1))
    );
    for (query, names) in [
        ("?Term=brokerage", vec!["Redwood 2027"]),
        ("?Term=summit%20acm", vec!["Acme"]),
        ("?OrderBy=Name&OrderDesc=true", vec!["Redwood 2027", "Acme"]),
        ("?OrderBy=CreatedAt&OrderDesc=true", vec!["Redwood 2027", "Acme"]),
        ("?OrderBy=GroupCount", vec!["Acme", "Redwood 2027"]),
        ("?OrderBy=PayeeName", vec!["Redwood 2027", "Acme"]),
        ("?Active=true", vec!["Acme"]),
        ("?Active=false", vec!["Redwood 2027"]),
    ] {
        let found = client.get(&format!("{RULES}{query}")).await.value();
        let found: Vec<_> = found["Data"].as_array().expect("rows").iter().map(|row| row["Name"].clone()).collect();
        assert_eq!(found, names, "{query}");
    }
}

#[tokio::test]
async fn what_is_wrong_with_a_rule_is_named_by_its_field() {
    let ruled = Ruled::start().await;
    let client = &ruled.billed.client;
    let whole = json!({"Name": "A", "PayeeName": "B"});
    let with = |fields: Value| {
        let mut form = whole.clone();
        form.as_object_mut().expect("a form").extend(fields.as_object().expect("fields").clone());
        form
    };
    for (form, key, message) in [
        (with(json!({"Name": " "})), "Name", "Name is required."),
        (with(json!({"PayeeName": null})), "PayeeName", "Payee is required."),
        (
            with(json!({"BillNumberSuffix": "12345678"})),
            "BillNumberSuffix",
            "Bill Number Suffix must be at most 7 characters: a bill number has 21, with the month and the statement before it.",
        ),
        (with(json!({"ErpVendorId": "7"})), "ErpVendorId", "An ERP Vendor needs an ERP account: choose that first."),
        (with(json!({"ApiServiceId": 999})), "ApiServiceId", "There is no such ERP account."),
        (with(json!({"BrokerId": 999})), "BrokerId", "There is no such broker."),
        (with(json!({"BrokerId": "x"})), "BrokerId", "Broker could not be read: a whole number is expected."),
        (with(json!({"OnPaidOnly": 7})), "OnPaidOnly", "Pays On could not be read: true or false is expected."),
        (
            with(json!({"BillingPlanIds": [ruled.lines[0]]})),
            "BrokerId",
            "Choose a broker first: a rule pays on the plans of its groups.",
        ),
        (
            with(json!({"BrokerId": ruled.broker, "BillingPlanIds": [ruled.lines[0], 999]})),
            "BillingPlanIds",
            "Plan line 999 is not one of the broker's groups.",
        ),
    ] {
        let reply = client.post(RULES, form.clone()).await;
        assert_eq!(errors(&reply), [(key.to_owned(), message.to_owned())], "{form}");
    }
    let both = client.post(RULES, json!({"ApiServiceId": 999})).await;
    assert_eq!(both.error_keys(), ["Name", "PayeeName", "ApiServiceId"]);
    assert_eq!(client.get(RULES).await.value()["TotalRecords"], 1, "nothing was made");
}

#[tokio::test]
async fn rules_are_the_administrators_and_what_is_not_there_is_not_found() {
    let ruled = Ruled::start().await;
    let (client, line) = (&ruled.billed.client, ruled.line().await);
    let (rule, broker) = (ruled.path(), ruled.broker);
    let (_, stranger) = ruled.billed.app.user(Role::BrokerAdministrator, Some(BrokerId(broker)), &[]).await;
    let unseen = |path: String| path.replace(&format!("rules/{}", ruled.rule), "rules/999");
    for (method, path, body) in [
        ("GET", rule.clone(), None),
        ("GET", format!("{rule}/detailed"), None),
        ("PUT", rule.clone(), Some(json!({"Name": "A"}))),
        ("GET", format!("{rule}/plans"), None),
        ("PUT", format!("{rule}/plans"), Some(json!({"BillingPlanIds": []}))),
        ("PUT", format!("{rule}/plans/bulk"), Some(json!([]))),
        ("PUT", format!("{rule}/plans/{line}"), Some(json!({"PayoutRate": 1}))),
        ("GET", format!("{rule}/plans/{line}/history"), None),
    ] {
        assert_eq!(stranger.call(method, &path, body.clone()).await.status, 403, "{path}");
        assert_eq!(client.call(method, &unseen(path.clone()), body).await.status, 404, "{path}");
    }
    assert_eq!(stranger.get(&format!("/api/v1/brokers/{broker}/billing-plans")).await.status, 403);
    assert_eq!(client.get("/api/v1/brokers/999/billing-plans").await.status, 404);
    assert_eq!(ruled.pay(999, json!(1), Value::Null).await.status, 404);
    assert_eq!(client.get(&format!("{rule}/plans/999/history")).await.status, 404);
    let other = client.post(RULES, json!({"Name": "A", "PayeeName": "B"})).await.value()["Id"].clone();
    let foreign = format!("{RULES}/{other}/plans/{line}");
    assert_eq!(client.put(&foreign, json!({"PayoutRate": 1})).await.status, 404, "a line of another rule");
}

/// The vendor is asked for by its id, and kept as the account calls it; what a save leaves as it was is not asked for.
async fn a_vendor_is_known_in_its_account(engine: Engine) {
    let ruled = Ruled::on(engine).await;
    let (client, app) = (&ruled.billed.client, &ruled.billed.app);
    let (account, erp) = (app.erp_account("Books").await, FakeErp::new());
    app.books.connect(account, &erp);
    let (known, other) = (erp.add_vendor("Summit Advisors LLC"), erp.add_vendor("Redwood"));
    let form = |vendor: &str| {
        json!({
            "Name": "Summit", "PayeeName": "Summit Advisors", "BrokerId": ruled.broker, "ApiServiceId": account,
            "ErpVendorId": vendor, "ErpVendorName": "Summit",
        })
    };
    let unknown = client.post(RULES, form("nope")).await;
    assert_eq!(unknown.error_keys(), ["ErpVendorId"], "{engine:?}");
    assert_eq!(unknown.message(), "The ERP account has no such vendor.");
    let made = client.post(RULES, form(known.as_str())).await.value();
    assert_eq!(made["ErpVendorName"], "Summit Advisors LLC", "{engine:?}");
    let path = format!("{RULES}/{}", made["Id"]);
    assert_eq!(client.put(&path, json!({"ErpVendorId": "nope"})).await.error_keys(), ["ErpVendorId"]);

    erp.fail_next(Call::Vendor, Fault::busy());
    let silent = client.put(&path, json!({"ErpVendorId": other.as_str()})).await;
    assert_eq!(silent.error_keys(), ["ErpVendorId"], "{engine:?}");
    let said = "The ERP account does not answer, so the vendor cannot be checked. Save the rule without a vendor, or try again later";
    assert!(silent.message().starts_with(said), "{}", silent.message());
    erp.fail_next(Call::Vendor, Fault::busy());
    let renamed = client.put(&path, json!({"Name": "Summit 2027"})).await.value();
    assert_eq!(renamed["ErpVendorId"], known.as_str(), "{engine:?}: what was saved before is not asked for");
    let without = client.put(&path, json!({"ErpVendorId": ""})).await.value();
    assert_eq!(without["ErpVendorId"], Value::Null, "{engine:?}");
}
