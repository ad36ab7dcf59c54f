//! The plan lines of a rule: added, removed, and listed with a note where they left (rules.md#plans-of-a-rule).

use insta::{allow_duplicates, assert_json_snapshot};
use serde_json::{Value, json};
use store::Engine;

use super::{RULES, Ruled, errors, ids};
use crate::support::on_both_engines;

on_both_engines!(plans_are_added_and_removed, a_month_before_a_line_was_removed_is_paid_once_it_is_chosen_again);

async fn plans_are_added_and_removed(engine: Engine) {
    let ruled = Ruled::on(engine).await;
    let [first, second] = ruled.lines;
    let all = ruled.plans().await;
    assert_eq!(ids(&all), [first, second]);
    allow_duplicates! {
        assert_json_snapshot!(all[0], @r#"
        {
          "AdditionalCommission": [],
          "AdditionalPayees": [],
          "BillingLineItemId": 1,
          "BillingLineItemName": "PEPM",
          "BillingLineItemRate": 10.0,
          "BillingPlanName": "Medical",
          "BrokerName": "Broker 1",
          "CommissionLineItemId": 1,
          "CommissionPayoutRate": 0.0,
          "DefaultEffectiveFrom": null,
          "EffectiveFrom": null,
          "EmployerId": 1,
          "EmployerMemberCount": 0,
          "EmployerName": "Fernwood",
          "InvoiceLineItem": {
            "BillingPlan": {
              "EmployerId": 1
            }
          },
          "NetRate": 10.0,
          "NextEffectiveFrom": null,
          "NextPayoutRate": null,
          "Note": null,
          "Overpaid": false,
          "OverpaidFrom": null,
          "PayoutRates": []
        }
        "#);
    }
    ruled.pay(ruled.line().await, json!(1), Value::Null).await.value();
    assert_eq!(ids(&ruled.set_plans(json!([second])).await.value()), [second]);
    assert_eq!(ids(&ruled.set_plans(json!([second])).await.value()), [second], "the same again");
    assert_eq!(ids(&ruled.set_plans(json!([first, second])).await.value()), [first, second]);
    assert_eq!(ruled.audited("commission_rule.set_plans").await, 3, "made with two, one less, one more");
    let again = ruled.plans().await;
    assert_eq!(again[0]["CommissionPayoutRate"], 1.0, "chosen again it has the payout that it had");
    assert_eq!(again[1]["CommissionPayoutRate"], 0.0);
    let past = ruled.history(ruled.line().await).await;
    let told = |row: &Value| json!([row["PayoutRate"], row["ReplacedOn"].is_null()]);
    assert_eq!(json!([told(&past[0]), told(&past[1])]), json!([[1.0, true], [1.0, false]]), "and what it was before");
    let refused = ruled.set_plans(json!([first, 999])).await;
    assert_eq!(
        errors(&refused),
        [("BillingPlanIds".into(), "Plan line 999 is not one of the broker's groups.".into())]
    );
    let unnamed = ruled.billed.client.put(&format!("{}/plans", ruled.path()), json!({})).await;
    assert_eq!(unnamed.error_keys(), ["BillingPlanIds"]);
    assert_eq!(ids(&ruled.plans().await), [first, second]);
    assert_eq!(ids(&ruled.set_plans(json!([])).await.value()), [0_i64; 0]);
    let bare = ruled.billed.client.post(RULES, json!({"Name": "A", "PayeeName": "B"})).await.value()["Id"].clone();
    let plans = format!("{RULES}/{bare}/plans");
    assert_eq!(ruled.billed.client.put(&plans, json!({"BillingPlanIds": [first]})).await.error_keys(), ["BrokerId"]);
}

#[tokio::test]
async fn another_broker_drops_the_plans_of_others() {
    let ruled = Ruled::start().await;
    let client = &ruled.billed.client;
    let other = ruled.billed.app.broker().create().await;
    let kept = client.put(&ruled.path(), json!({"Name": "Acme", "BrokerId": ruled.broker})).await.value();
    assert_eq!(kept["BillingPlanIds"], json!(ruled.lines), "the same broker");
    let group = format!("/api/v1/employers/{}", ruled.billed.group);
    client.put(&group, json!({"MasterBrokerId": other})).await.value();
    let moved = client.put(&ruled.path(), json!({"BrokerId": other})).await.value();
    assert_eq!(moved["BillingPlanIds"], json!(ruled.lines), "it is the master broker of the group");
    let third = ruled.billed.app.broker().create().await;
    let sent = json!({"BrokerId": third, "BillingPlanIds": ruled.lines});
    let dropped = client.put(&ruled.path(), sent).await.value();
    assert_eq!((&dropped["BillingPlanIds"], &dropped["GroupCount"]), (&json!([]), &json!(0)));
    assert_eq!(ruled.audited("commission_rule.set_plans").await, 2);
}

#[tokio::test]
async fn a_line_whose_group_left_the_broker_is_listed_with_a_note() {
    let ruled = Ruled::start().await;
    let client = &ruled.billed.client;
    let plans = format!("/api/v1/brokers/{}/billing-plans", ruled.broker);
    let offered = client.get(&plans).await.value();
    assert_eq!(ids(&offered), ruled.lines);
    assert_eq!((&offered[0]["CommissionLineItemId"], &offered[0]["NetRate"]), (&json!(0), &json!(10.0)));
    let other = ruled.billed.app.broker().create().await;
    client.put(&format!("/api/v1/employers/{}", ruled.billed.group), json!({"BrokerId": other})).await.value();
    assert_eq!(client.get(&plans).await.value(), json!([]));
    assert_eq!(ids(&client.get(&format!("/api/v1/brokers/{other}/billing-plans")).await.value()), ruled.lines);
    let left = ruled.plans().await;
    let note = "This group has left the broker of the rule. Remove the line when it is not to be paid any more.";
    assert_eq!((ids(&left), &left[0]["Note"]), (ruled.lines.to_vec(), &json!(note)));
    let [first, second] = ruled.lines;
    assert_eq!(ids(&ruled.set_plans(json!([first])).await.value()), [first], "one is removed, the other may stay");
    assert_eq!(ruled.set_plans(json!([first, second])).await.error_keys(), ["BillingPlanIds"], "it cannot come back");
}

#[tokio::test]
async fn a_line_that_was_deleted_is_listed_with_a_note_and_not_offered() {
    let ruled = Ruled::start().await;
    let client = &ruled.billed.client;
    client.delete(&format!("{}/{}", ruled.billed.lines(), ruled.lines[1])).await.value();
    let listed = ruled.plans().await;
    assert_eq!(listed[1]["Note"], "This line was deleted from its plan. What it billed before is still paid.");
    let offered = client.get(&format!("/api/v1/brokers/{}/billing-plans", ruled.broker)).await.value();
    assert_eq!(ids(&offered), [ruled.lines[0]]);
}

async fn a_month_before_a_line_was_removed_is_paid_once_it_is_chosen_again(engine: Engine) {
    let ruled = Ruled::on(engine).await;
    ruled.billed.members(3, |_| {}).await;
    let [first, second] = ruled.lines;
    ruled.pay(ruled.line().await, json!(1), Value::Null).await.value();
    let may = ruled.billed.bill(5).await;
    let june = ruled.billed.bill(6).await;
    assert_eq!(ruled.state(&june, 6).await["TotalPayoutAmount"], 3.0);
    ruled.pay(ruled.line().await, json!(2), Value::Null).await.value();
    ruled.set_plans(json!([second])).await.value();
    ruled.set_plans(json!([first, second])).await.value();
    let july = ruled.billed.bill(7).await;
    assert_eq!(ruled.state(&may, 5).await["TotalPayoutAmount"], 3.0, "at the payout of its time");
    assert_eq!(ruled.state(&july, 7).await["TotalPayoutAmount"], 6.0);
}

#[tokio::test]
async fn a_group_that_left_the_broker_is_named_by_run_and_statement() {
    let ruled = Ruled::start().await;
    let client = &ruled.billed.client;
    ruled.billed.members(2, |_| {}).await;
    ruled.pay(ruled.line().await, json!(1), Value::Null).await.value();
    let july = ruled.billed.bill(7).await;
    let codes = async || {
        let run = client.get("/api/v1/commission/runs?BillingPeriod=2026-07").await.value();
        let found = run["Rules"][0]["Exceptions"].as_array().expect("exceptions").clone();
        found.into_iter().find(|exception| exception["Code"] == "GroupLeft")
    };
    assert_eq!(codes().await, None);
    let other = ruled.billed.app.broker().create().await;
    client.put(&format!("/api/v1/employers/{}", ruled.billed.group), json!({"BrokerId": other})).await.value();
    let said = "2 plan lines are of groups that left the broker of the rule.";
    assert_eq!(codes().await.expect("an exception")["Message"], said);
    let made = ruled.state(&july, 7).await;
    assert_eq!((&made["TotalPayoutAmount"], &made["GroupsLeft"]), (&json!(2.0), &json!(["Fernwood"])));
    ruled.set_plans(json!([])).await.value();
    assert_eq!(codes().await, None);
}
