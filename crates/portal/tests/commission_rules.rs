//! Commission rules: made, saved, listed, their plan lines and payout rates (rules.md#plans-of-a-rule, rules.md#payout-rates).

use domain::BrokerId;
use domain::access::Role;
use futures_util::future::join_all;
use insta::{allow_duplicates, assert_json_snapshot};
use serde_json::{Value, json};
use store::Engine;

use crate::support::{Billed, Reply, on_both_engines};

on_both_engines!(
    a_rule_is_made_saved_and_listed,
    plans_are_added_and_removed,
    a_payout_holds_from_the_month_that_is_meant,
    many_payouts_are_set_or_none,
    the_same_payout_at_once_is_set_once,
    the_payees_of_a_line_leave_the_net,
    thousands_of_lines_are_listed_and_set,
);

const RULES: &str = "/api/v1/commission/rules";

/// A group with a plan of two lines, its broker, and a rule on them.
struct Ruled {
    billed: Billed,
    broker: i64,
    lines: [i64; 2],
    rule: i64,
}

impl Ruled {
    async fn start() -> Self {
        Self::on(Engine::Sqlite).await
    }

    async fn on(engine: Engine) -> Self {
        let billed = Billed::on(engine).await;
        let second = billed.line(json!({"Name": "Vision"})).await.0;
        let first = billed.client.get(&billed.lines()).await.value()[0]["Id"].as_i64().expect("an id");
        let group = billed.client.get(&format!("/api/v1/employers/{}", billed.group)).await.value();
        let broker = group["BrokerId"].as_i64().expect("a broker");
        let form = json!({
            "Name": "Acme", "PayeeName": "Summit Advisors", "BrokerId": broker, "BillingPlanIds": [first, second],
        });
        let rule = billed.client.post(RULES, form).await.value()["Id"].as_i64().expect("an id");
        Self { billed, broker, lines: [first, second], rule }
    }

    fn path(&self) -> String {
        format!("{RULES}/{}", self.rule)
    }

    async fn plans(&self) -> Value {
        self.billed.client.get(&format!("{}/plans", self.path())).await.value()
    }

    async fn set_plans(&self, ids: Value) -> Reply {
        let body = json!({"RuleId": self.rule, "BillingPlanIds": ids});
        self.billed.client.put(&format!("{}/plans", self.path()), body).await
    }

    /// What the first line is called in the rule.
    async fn line(&self) -> i64 {
        self.plans().await[0]["CommissionLineItemId"].as_i64().expect("an id")
    }

    async fn pay(&self, line: i64, payout: Value, from: Value) -> Reply {
        let body = json!({"Id": line, "PayoutRate": payout, "EffectiveFrom": from});
        self.billed.client.put(&format!("{}/plans/{line}", self.path()), body).await
    }

    async fn pay_many(&self, rates: Value) -> Reply {
        self.billed.client.put(&format!("{}/plans/bulk", self.path()), rates).await
    }

    async fn history(&self, line: i64) -> Value {
        self.billed.client.get(&format!("{}/plans/{line}/history", self.path())).await.value()
    }

    /// Makes the statement of a snapshot of a month of 2026.
    async fn state(&self, snapshot: &Value, month: u32) -> Value {
        let path = format!("{}/commission/generate", self.billed.snapshot(&snapshot["Id"]));
        let wish = json!({"CommissionRuleId": self.rule, "BillingPeriod": format!("2026-{month:02}-03")});
        self.billed.client.post(&path, wish).await.value()
    }

    /// How often the audit trail says an action of rules.
    async fn audited(&self, action: &str) -> usize {
        let all = self.billed.client.get("/api/v1/audit?Subject=commission_rule&PerPage=1000").await.value();
        all["Data"].as_array().expect("rows").iter().filter(|row| row["Action"] == action).count()
    }
}

fn ids(rows: &Value) -> Vec<i64> {
    let rows = rows.as_array().expect("rows").iter();
    rows.map(|row| row["BillingLineItemId"].as_i64().expect("an id")).collect()
}

fn errors(reply: &Reply) -> Vec<(String, String)> {
    let body = reply.json();
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let errors = body["Errors"].as_array().expect("errors").iter();
    errors.map(|error| (text(&error["Key"]), text(&error["Message"]))).collect()
}

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

async fn plans_are_added_and_removed(engine: Engine) {
    let ruled = Ruled::on(engine).await;
    let [first, second] = ruled.lines;
    let all = ruled.plans().await;
    assert_eq!(ids(&all), [first, second]);
    allow_duplicates! {
        assert_json_snapshot!(all[0], @r#"
        {
          "AdditionalCommission": [],
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
          "Note": null,
          "Overpaid": false
        }
        "#);
    }
    ruled.pay(ruled.line().await, json!(1), Value::Null).await.value();
    assert_eq!(ids(&ruled.set_plans(json!([second])).await.value()), [second]);
    assert_eq!(ids(&ruled.set_plans(json!([second])).await.value()), [second], "the same again");
    assert_eq!(ids(&ruled.set_plans(json!([first, second])).await.value()), [first, second]);
    assert_eq!(ruled.audited("commission_rule.set_plans").await, 3, "made with two, one less, one more");
    let again = ruled.plans().await;
    assert_eq!(again[0]["CommissionPayoutRate"], 0.0, "chosen again it begins without a payout");
    let past = ruled.history(ruled.line().await).await;
    assert_eq!(
        (&past[0]["PayoutRate"], past[0]["ReplacedOn"].is_null()),
        (&json!(1.0), false),
        "and what was paid is kept"
    );
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
    assert_eq!((&later["CommissionPayoutRate"], &later["EffectiveFrom"]), (&json!(3.0), &json!("2026-08-03")));
    let planned = ruled.pay(line, json!(4), json!("10/2026")).await.value();
    assert_eq!(planned["EffectiveFrom"], "2026-10-03");
    let august = ruled.billed.bill(8).await;
    assert_eq!(ruled.state(&august, 8).await["TotalPayoutAmount"], 6.0);

    let past = ruled.history(line).await;
    let told: Vec<_> = past.as_array().expect("rows").iter().collect();
    let told: Vec<Value> =
        told.iter().map(|row| json!([row["PayoutRate"], row["EffectiveFrom"], row["ReplacedOn"].is_null()])).collect();
    let expected = [
        json!([4.0, "2026-10-03", true]),
        json!([3.0, "2026-08-03", true]),
        json!([2.0, null, true]),
        json!([1.5, null, false]),
    ];
    assert_eq!(told, expected);
    assert_ne!(past[0]["SetBy"], "");
    assert_eq!(ruled.audited("commission_rule.set_rate").await, 4);

    let path = format!("{}/commission/statements", ruled.billed.snapshot(&august["Id"]));
    let statement = ruled.billed.client.get(&path).await.value()[0]["Id"].clone();
    ruled.billed.client.delete(&format!("/api/v1/commission/snapshots/{statement}")).await.value();
    let freed = ruled.pay(line, json!(5), Value::Null).await.value();
    assert_eq!(freed["EffectiveFrom"], "2026-08-03", "a deleted statement frees its month");
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
    let both = ruled.pay(line, json!("two"), json!("soon")).await;
    assert_eq!(both.error_keys(), ["PayoutRate", "EffectiveFrom"]);
    assert_eq!(ruled.history(line).await, json!([]), "nothing was written");
    let above = ruled.pay(line, json!(10.5), Value::Null).await.value();
    assert_eq!(
        json!([above["NetRate"], above["Overpaid"]]),
        json!([-0.5, true]),
        "above the rate is allowed, and said"
    );
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
    assert_eq!(json!([saved[0]["CommissionPayoutRate"], saved[1]["CommissionPayoutRate"]]), json!([1.0, 0.25]));
    assert_eq!(saved[1]["EffectiveFrom"], "2026-09-03");
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
