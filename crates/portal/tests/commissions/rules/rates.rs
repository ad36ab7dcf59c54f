//! Payout rates of plan lines, by month (rules.md#payout-rates).

use futures_util::future::join_all;
use serde_json::{Value, json};
use store::Engine;

use super::{RULES, Ruled, errors, ids};
use crate::support::on_both_engines;

on_both_engines!(
    a_payout_holds_from_the_month_that_is_meant,
    many_payouts_are_set_or_none,
    the_same_payout_at_once_is_set_once,
    the_payees_of_a_line_leave_the_net,
    the_payees_of_a_line_are_told_by_month,
    a_line_that_pays_too_much_in_some_month_is_named,
    thousands_of_lines_are_listed_and_set
);

async fn a_payout_holds_from_the_month_that_is_meant(engine: Engine) {
    let ruled = Ruled::on(engine).await;
    ruled.billed.members(2, |_| {}).await;
    let line = ruled.line().await;
    let row = ruled.pay(line, json!("$1.50"), Value::Null).await.value();
    assert_eq!(json!([row["CommissionPayoutRate"], row["EffectiveFrom"], row["NetRate"]]), json!([1.5, null, 8.5]));
    ruled.pay(line, json!(2), Value::Null).await.value();
    ruled.pay(line, json!("2.00"), Value::Null).await.value();
    assert_eq!(ruled.history(line).await.as_array().map(Vec::len), Some(2), "the same again is not written");
    let july = ruled.billed.bill(7).await;
    assert_eq!(ruled.state(&july, 7).await["TotalPayoutAmount"], 4.0, "the second took the place of the first");

    let refused = ruled.pay(line, json!(3), json!("2026-07-03")).await;
    let said = "Statements up to July 2026 are made at the earlier rate. Choose a later month or delete them.";
    assert_eq!(errors(&refused), [("EffectiveFrom".into(), said.into())]);
    assert_eq!(ruled.plans().await[0]["DefaultEffectiveFrom"], "2026-08-03");
    let later = ruled.pay(line, json!(3), Value::Null).await.value();
    let rates = |row: &Value| {
        json!([row["CommissionPayoutRate"], row["EffectiveFrom"], row["NextPayoutRate"], row["NextEffectiveFrom"]])
    };
    assert_eq!(rates(&later), json!([2.0, null, 3.0, "2026-08-03"]), "what is in force now, and what comes next");
    let planned = ruled.pay(line, json!(4), json!("10/2026")).await.value();
    assert_eq!(rates(&planned), json!([2.0, null, 3.0, "2026-08-03"]));
    let all = planned["PayoutRates"].as_array().expect("payouts").iter();
    let all: Vec<_> = all.map(|rate| json!([rate["PayoutRate"], rate["EffectiveFrom"]])).collect();
    assert_eq!(json!(all), json!([[2.0, null], [3.0, "2026-08-03"], [4.0, "2026-10-03"]]));
    let august = ruled.billed.bill(8).await;
    assert_eq!(ruled.state(&august, 8).await["TotalPayoutAmount"], 6.0);

    let past = ruled.history(line).await;
    let told: Vec<_> = past.as_array().expect("rows").iter().collect();
    let told: Vec<Value> =
        told.iter().map(|row| json!([row["PayoutRate"], row["EffectiveFrom"], row["Standing"]])).collect();
    let expected = [
        json!([4.0, "2026-10-03", "Scheduled"]),
        json!([3.0, "2026-08-03", "Scheduled"]),
        json!([2.0, null, "InForce"]),
        json!([1.5, null, "Replaced"]),
    ];
    assert_eq!(told, expected);
    assert_ne!(past[0]["SetBy"], "");
    assert_eq!(ruled.audited("commission_rule.set_rate").await, 4);

    let path = format!("{}/commission/statements", ruled.billed.snapshot(&august["Id"]));
    let statement = ruled.billed.client.get(&path).await.value()[0]["Id"].clone();
    ruled.billed.client.delete(&format!("/api/v1/commission/snapshots/{statement}")).await.value();
    let freed = ruled.pay(line, json!(5), Value::Null).await.value();
    assert_eq!(freed["NextEffectiveFrom"], "2026-08-03", "a deleted statement frees its month");
    ruled.billed.app.pass(chrono::TimeDelta::days(31));
    let client = ruled.billed.app.administrator().await;
    let past = client.get(&format!("{}/plans/{line}/history", ruled.path())).await.value();
    let told: Vec<_> = past.as_array().expect("rows").iter().map(|row| row["Standing"].clone()).collect();
    assert_eq!(json!(told[..3]), json!(["InForce", "Scheduled", "Replaced"]), "in August; that of October stays");
    assert!(told.contains(&json!("Ended")), "{told:?}");
}

#[tokio::test]
async fn what_is_wrong_with_a_payout_is_named() {
    let ruled = Ruled::start().await;
    let line = ruled.line().await;
    let amount = "Payout Rate must be an amount of dollars with at most 2 decimals, such as 2.50.";
    let range = "Payout Rate must be from $0.00 to $99,999.99.";
    for (payout, from, key, message) in [
        (json!("two"), json!(null), "PayoutRate", amount),
        (json!("2x"), json!(null), "PayoutRate", amount),
        (json!(1.005), json!(null), "PayoutRate", amount),
        (json!(-1), json!(null), "PayoutRate", range),
        (json!("-$2.00"), json!(null), "PayoutRate", range),
        (json!(null), json!(null), "PayoutRate", "Payout Rate is required."),
        (
            json!(1),
            json!("soon"),
            "EffectiveFrom",
            "Effective From could not be read: a month such as 2026-07, or one of its days such as 07/31/2026, is expected.",
        ),
    ] {
        let refused = ruled.pay(line, payout.clone(), from).await;
        assert_eq!(errors(&refused), [(key.to_owned(), message.to_owned())], "{payout}");
    }
    for from in ["soon", "1900-01"] {
        let both = ruled.pay(line, json!("two"), json!(from)).await;
        assert_eq!(both.error_keys(), ["PayoutRate", "EffectiveFrom"], "{from}");
    }
    assert_eq!(ruled.history(line).await, json!([]), "nothing was written");
    let above = ruled.pay(line, json!(10.5), Value::Null).await.value();
    assert_eq!(
        json!([above["NetRate"], above["Overpaid"]]),
        json!([-0.5, true]),
        "above the rate is allowed, and said"
    );
}

#[tokio::test]
async fn a_payout_begins_between_2000_and_ten_years_from_now() {
    let ruled = Ruled::start().await;
    let line = ruled.line().await;
    let said = "Choose a month from January 2000 to July 2036.";
    for from in ["1900-01", "1999-12", "12/31/1999", "2036-08", "9999-12"] {
        let refused = ruled.pay(line, json!(1), json!(from)).await;
        assert_eq!(errors(&refused), [("EffectiveFrom".to_owned(), said.to_owned())], "{from}");
    }
    let many = json!([{"Id": line, "PayoutRate": 1, "EffectiveFrom": "9999-12"}]);
    let refused = ruled.pay_many(many).await;
    assert_eq!(errors(&refused), [("[0].EffectiveFrom".to_owned(), format!("Fernwood, PEPM: {said}"))]);
    assert_eq!(ruled.history(line).await, json!([]), "nothing was written");
    ruled.pay(line, json!(1), json!("2000-01")).await.value();
    let row = ruled.pay(line, json!(2), json!("2036-07")).await.value();
    let all = json!([
        {"PayoutRate": 1.0, "EffectiveFrom": "2000-01-03"}, {"PayoutRate": 2.0, "EffectiveFrom": "2036-07-03"},
    ]);
    assert_eq!(row["PayoutRates"], all);
}

async fn many_payouts_are_set_or_none(engine: Engine) {
    let ruled = Ruled::on(engine).await;
    let rows = ruled.plans().await;
    let [one, two] = [&rows[0]["CommissionLineItemId"], &rows[1]["CommissionLineItemId"]];
    let refused = ruled
        .pay_many(json!([
            {"Id": one, "PayoutRate": 1}, {"Id": two, "PayoutRate": "-3"}, {"Id": 999, "PayoutRate": 1},
            {"Id": one, "PayoutRate": 2}, {"Id": "x"},
        ]))
        .await;
    let range = "Payout Rate must be from $0.00 to $99,999.99.";
    let no_line = "The rule has no such line.";
    assert_eq!(
        errors(&refused),
        [
            ("[1].PayoutRate".to_owned(), format!("Fernwood, Vision: {range}")),
            ("[2].Id".to_owned(), no_line.to_owned()),
            ("[3].Id".to_owned(), "Fernwood, PEPM is named twice.".to_owned()),
            ("[4].Id".to_owned(), no_line.to_owned()),
        ]
    );
    assert_eq!(ruled.plans().await, rows, "nothing was written");
    let saved = ruled
        .pay_many(
            json!([{"Id": one, "PayoutRate": "$1.00"}, {"Id": two, "PayoutRate": 0.25, "EffectiveFrom": "2026-09"}]),
        )
        .await
        .value();
    assert_eq!(json!([saved[0]["CommissionPayoutRate"], saved[1]["CommissionPayoutRate"]]), json!([1.0, 0.0]));
    assert_eq!(json!([saved[1]["NextPayoutRate"], saved[1]["NextEffectiveFrom"]]), json!([0.25, "2026-09-03"]));
    let some = ruled.pay_many(json!([{"Id": one, "PayoutRate": 1}, {"Id": two, "PayoutRate": 0.5}])).await.value();
    assert_eq!(some.as_array().map(Vec::len), Some(2));
    assert_eq!(
        ruled.history(one.as_i64().expect("an id")).await.as_array().map(Vec::len),
        Some(1),
        "only what changed"
    );
    assert_eq!(ruled.audited("commission_rule.set_rate").await, 3);
    assert_eq!(ruled.pay_many(json!([])).await.value(), json!([]));
}

async fn the_same_payout_at_once_is_set_once(engine: Engine) {
    let ruled = Ruled::on(engine).await;
    let line = ruled.line().await;
    let clicks = (0..4).map(|_| ruled.pay(line, json!(2), Value::Null));
    for reply in join_all(clicks).await {
        assert_eq!(reply.value()["CommissionPayoutRate"], 2.0);
    }
    assert_eq!(ruled.history(line).await.as_array().map(Vec::len), Some(1));
    assert_eq!(ruled.audited("commission_rule.set_rate").await, 1);
}

async fn the_payees_of_a_line_leave_the_net(engine: Engine) {
    let ruled = Ruled::on(engine).await;
    let client = &ruled.billed.client;
    let other = |name: &str, payee: &str| json!({"Name": name, "PayeeName": payee, "BrokerId": ruled.broker, "BillingPlanIds": [ruled.lines[0]]});
    let mut others = Vec::new();
    for (name, payee, payout) in [("Second", "Marlow", 0.75), ("Third", "Agency", 0.25), ("Fourth", "Nothing", 0.0)] {
        let rule = client.post(RULES, other(name, payee)).await.value()["Id"].clone();
        let plans = client.get(&format!("{RULES}/{rule}/plans")).await.value();
        let line = plans[0]["CommissionLineItemId"].clone();
        client.put(&format!("{RULES}/{rule}/plans/{line}"), json!({"PayoutRate": payout})).await.value();
        others.push(rule);
    }
    let row = ruled.pay(ruled.line().await, json!(9), Value::Null).await.value();
    let paid = json!([
        {"CommissionPayoutRate": 0.75, "PayeeName": "Marlow"}, {"CommissionPayoutRate": 0.25, "PayeeName": "Agency"},
    ]);
    assert_eq!(row["AdditionalCommission"], paid);
    assert_eq!(json!([row["NetRate"], row["Overpaid"]]), json!([0.0, false]));
    let row = ruled.pay(ruled.line().await, json!(9.01), Value::Null).await.value();
    assert_eq!(json!([row["NetRate"], row["Overpaid"]]), json!([-0.01, true]));
    let offered = client.get(&format!("/api/v1/brokers/{}/billing-plans", ruled.broker)).await.value();
    assert_eq!(offered[0]["AdditionalCommission"].as_array().map(Vec::len), Some(3), "all payees of it");
    client.put(&format!("{RULES}/{}", others[0]), json!({"Active": false})).await.value();
    let row = ruled.plans().await[0].clone();
    assert_eq!(json!([row["NetRate"], row["Overpaid"]]), json!([0.74, false]), "an ended rule pays nothing");
}

async fn the_payees_of_a_line_are_told_by_month(engine: Engine) {
    let ruled = Ruled::on(engine).await;
    let client = &ruled.billed.client;
    ruled.pay(ruled.line().await, json!(2), Value::Null).await.value();
    for (name, payee, payouts) in [
        ("Second", "Marlow", vec![(1.0, json!(null)), (9.0, json!("2027-02"))]),
        ("Third", "Agency", vec![(1.0, json!(null))]),
        ("Fourth", "Later", vec![(0.5, json!("2027-06"))]),
        ("Fifth", "Nothing", vec![(0.0, json!("2027-06"))]),
    ] {
        let form =
            json!({"Name": name, "PayeeName": payee, "BrokerId": ruled.broker, "BillingPlanIds": [ruled.lines[0]]});
        let rule = client.post(RULES, form).await.value()["Id"].clone();
        let plans = format!("{RULES}/{rule}/plans");
        let line = client.get(&plans).await.value()[0]["CommissionLineItemId"].clone();
        for (payout, from) in payouts {
            let body = json!({"PayoutRate": payout, "EffectiveFrom": from});
            client.put(&format!("{plans}/{line}"), body).await.value();
        }
    }
    let row = ruled.plans().await[0].clone();
    let now = json!([
        {"CommissionPayoutRate": 1.0, "PayeeName": "Marlow"}, {"CommissionPayoutRate": 1.0, "PayeeName": "Agency"},
    ]);
    assert_eq!(row["AdditionalCommission"], now, "those who are paid today");
    assert_eq!(
        json!([row["NetRate"], row["Overpaid"], row["OverpaidFrom"]]),
        json!([6.0, true, "2027-02-03"]),
        "10 - 2 - 1 - 1 today, 10 - 2 - 9 - 1 later"
    );
    let by_month = json!([
        {"PayeeName": "Marlow", "PayoutRates": [
            {"PayoutRate": 1.0, "EffectiveFrom": null}, {"PayoutRate": 9.0, "EffectiveFrom": "2027-02-03"},
        ]},
        {"PayeeName": "Agency", "PayoutRates": [{"PayoutRate": 1.0, "EffectiveFrom": null}]},
        {"PayeeName": "Later", "PayoutRates": [{"PayoutRate": 0.5, "EffectiveFrom": "2027-06-03"}]},
    ]);
    assert_eq!(row["AdditionalPayees"], by_month, "also those who are paid later only");
    assert_eq!(ruled.plans().await[1]["AdditionalPayees"], json!([]), "the other line has none");
}

async fn a_line_that_pays_too_much_in_some_month_is_named(engine: Engine) {
    let ruled = Ruled::on(engine).await;
    let client = &ruled.billed.client;
    ruled.pay(ruled.line().await, json!(9), Value::Null).await.value();
    ruled.pay(ruled.line().await, json!(1), json!("06/2027")).await.value();
    let form =
        json!({"Name": "Second", "PayeeName": "Marlow", "BrokerId": ruled.broker, "BillingPlanIds": [ruled.lines[0]]});
    let second = client.post(RULES, form).await.value()["Id"].clone();
    let plans = format!("{RULES}/{second}/plans");
    let line = client.get(&plans).await.value()[0]["CommissionLineItemId"].clone();
    let row = client.put(&format!("{plans}/{line}"), json!({"PayoutRate": 5})).await.value();
    let keys = |row: &Value| json!([row["CommissionPayoutRate"], row["NetRate"], row["Overpaid"], row["OverpaidFrom"]]);
    assert_eq!(keys(&row), json!([5.0, -4.0, true, "2026-07-03"]), "the $9.00 hold until 2027");
    let first = ruled.plans().await[0].clone();
    assert_eq!(keys(&first), json!([9.0, -4.0, true, "2026-07-03"]));
    assert_eq!(first["AdditionalCommission"][0]["CommissionPayoutRate"], 5.0);
    // Fine now, and too much later.
    client.put(&format!("{plans}/{line}"), json!({"PayoutRate": 1})).await.value();
    let row =
        client.put(&format!("{plans}/{line}"), json!({"PayoutRate": 9.5, "EffectiveFrom": "2027-06"})).await.value();
    assert_eq!(keys(&row), json!([1.0, 0.0, true, "2027-06-03"]));
}

async fn thousands_of_lines_are_listed_and_set(engine: Engine) {
    let ruled = Ruled::on(engine).await;
    let db = &ruled.billed.app.ctx.store;
    let copied = format!(
        "insert into plan_line (group_id, plan_id, name, billing_type, billing_period, pricing_option_id, \
         include_all_members, created_at, updated_at) \
         with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 2000) \
         select group_id, plan_id, 'Line ' || n, billing_type, billing_period, pricing_option_id, include_all_members, \
         created_at, updated_at from plan_line, numbers where id = {}",
        ruled.lines[0]
    );
    store::testing::execute(db, &copied).await;
    let offered = ruled.billed.client.get(&format!("/api/v1/brokers/{}/billing-plans", ruled.broker)).await.value();
    assert_eq!(offered.as_array().map(Vec::len), Some(2002));
    let listed = ruled.set_plans(json!(ids(&offered))).await.value();
    let rates: Vec<Value> = listed
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| json!({"Id": row["CommissionLineItemId"], "PayoutRate": 1.25}))
        .collect();
    let saved = ruled.pay_many(json!(rates)).await.value();
    assert!(saved.as_array().expect("rows").iter().all(|row| row["CommissionPayoutRate"] == 1.25));
    assert_eq!(saved.as_array().map(Vec::len), Some(2002));
    let again: Vec<Value> = rates.iter().map(|rate| json!({"Id": rate["Id"], "PayoutRate": 2})).collect();
    ruled.pay_many(json!(again)).await.value();
    assert!(ruled.plans().await.as_array().expect("rows").iter().all(|row| row["NetRate"] == 8.0));
    assert_eq!(ids(&ruled.set_plans(json!([ruled.lines[1]])).await.value()), [ruled.lines[1]]);
}
