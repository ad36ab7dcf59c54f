//! The commission run of a month.

use connectors::Accounting as _;
use connectors::fake::FakeErp;
use serde_json::{Value, json};
use store::Engine;

use super::{codes, pick};
use crate::support::{Billed, on_both_engines};

on_both_engines!(a_run_makes_statements_and_bills_and_may_be_repeated);

const RUNS: &str = "/api/v1/commission/runs";

async fn month(billed: &Billed, month: u32) -> Value {
    billed.client.get(&format!("{RUNS}?BillingPeriod=2026-{month:02}-03")).await.value()
}

async fn a_run_makes_statements_and_bills_and_may_be_repeated(engine: Engine) {
    let billed = Billed::on(engine).await;
    billed.members(3, |_| {}).await;
    let account = billed.app.erp_account("Books").await;
    let erp = FakeErp::stocked(&["Fernwood"], &["Juniper"]);
    billed.app.books.connect(account, &erp);
    let vendor = erp.vendors("juni", 1).await.expect("vendors").remove(0);
    let (acme, beacon) = (billed.payout_rule("Acme", &[(1, 75)]).await, billed.payout_rule("Beacon", &[(1, 25)]).await);
    billed.pays_vendor(acme, account.get(), vendor.id.as_str()).await;
    let empty = month(&billed, 7).await;
    assert_eq!(codes(&empty["Rules"][0]), ["InvoicesMissing"]);
    billed.bill(7).await;
    let run = month(&billed, 7).await;
    let keys = ["RuleName", "State", "Amount", "AmountDue", "StatementId"];
    let rows: Vec<_> = run["Rules"].as_array().expect("rules").iter().map(|row| pick(row, keys)).collect();
    let expected = json!([["Beacon", "Ready", 0.75, 0.75, null], ["Acme", "Ready", 2.25, 2.25, null]]);
    assert_eq!(json!(rows), expected, "what is to be looked at comes first");
    assert_eq!(codes(&run["Rules"][0]), ["NoErpAccount", "NoErpVendor"]);
    assert_eq!(pick(&run["Totals"], ["Rules", "Exceptions", "Amount", "AmountDue"]), json!([2, 1, 3.0, 3.0]));

    let wish = json!({"BillingPeriod": "2026-07-03", "CommissionRuleIds": [acme, beacon, 999]});
    let made = billed.client.post(&format!("{RUNS}/statements"), wish.clone()).await.value();
    let outcomes = |made: &Value| -> Vec<Value> {
        made.as_array().expect("outcomes").iter().map(|one| one["Outcome"].clone()).collect()
    };
    assert_eq!(json!(outcomes(&made)), json!(["Done", "Done", "Refused"]));
    let again = billed.client.post(&format!("{RUNS}/statements"), wish).await.value();
    assert_eq!(json!(outcomes(&again)), json!(["Already", "Already", "Refused"]));

    let ids = json!({"StatementIds": [made[0]["StatementId"], made[1]["StatementId"], 999]});
    for _ in 0..2 {
        let queued = billed.client.post(&format!("{RUNS}/bills"), ids.clone()).await.value();
        assert_eq!(json!(outcomes(&queued)), json!(["Queued", "Refused", "Refused"]));
        assert_eq!(
            queued[1]["Message"],
            "The commission rule has no ERP account. The commission rule has no ERP vendor."
        );
    }
    billed.app.run_jobs().await;
    assert_eq!(erp.documents().len(), 1);
    let queued = billed.client.post(&format!("{RUNS}/bills"), ids).await.value();
    assert_eq!(json!(outcomes(&queued)), json!(["Already", "Refused", "Refused"]));
    let run = month(&billed, 7).await;
    let rows: Vec<_> =
        run["Rules"].as_array().expect("rules").iter().map(|row| pick(row, ["State", "BillState"])).collect();
    assert_eq!(json!(rows), json!([["Made", null], ["Billed", "Sent"]]));
}

#[tokio::test]
async fn a_bill_that_is_wished_for_twice_is_created_once() {
    let billed = Billed::start().await;
    billed.members(3, |_| {}).await;
    billed.bill(7).await;
    let account = billed.app.erp_account("Books").await;
    let erp = FakeErp::stocked(&["Fernwood"], &["Juniper"]);
    billed.app.books.connect(account, &erp);
    let vendor = erp.vendors("juni", 1).await.expect("vendors").remove(0);
    let rule = billed.payout_rule("Acme", &[(1, 75)]).await;
    billed.pays_vendor(rule, account.get(), vendor.id.as_str()).await;
    let statement = billed.state(rule, 7).await.value()["Id"].clone();
    let payload = json!({"statement": statement, "user": 1, "acting_as": null});
    let run = portal::jobs::Run { id: domain::JobId(1), attempt: 1 };
    for _ in 0..2 {
        portal::jobs::perform("commission.bill", payload.clone(), &billed.app.ctx, &run).await.expect("it is done");
    }
    assert_eq!(erp.documents().len(), 1);
}

#[tokio::test]
async fn what_is_wrong_with_a_run_is_named() {
    let billed = Billed::start().await;
    for (query, message) in
        [("", "Billing Period is required."), ("?BillingPeriod=2026-08", "Billing Period must not be in the future.")]
    {
        let refused = billed.client.get(&format!("{RUNS}{query}")).await;
        assert_eq!((refused.error_keys(), refused.message()), (vec!["BillingPeriod".to_owned()], message.to_owned()));
    }
    let refused = billed.client.post(&format!("{RUNS}/statements"), json!({})).await;
    assert_eq!(refused.error_keys(), ["BillingPeriod", "CommissionRuleIds"]);
    let refused = billed.client.post(&format!("{RUNS}/bills"), json!({})).await;
    assert_eq!(
        (refused.error_keys(), refused.message()),
        (vec!["StatementIds".to_owned()], "Choose at least one statement.".to_owned())
    );
}

#[tokio::test]
async fn a_run_shows_what_differs_from_the_month_before() {
    let billed = Billed::start().await;
    let members = billed.members(4, |_| {}).await;
    let rule = billed.payout_rule("Acme", &[(1, 100)]).await;
    let bare = billed.payout_rule("Bare", &[(1, 0)]).await;
    billed.bill(6).await;
    billed.state(rule, 6).await.value();
    for member in members {
        billed.change(member, "terminate", "2026-06-01").await;
    }
    billed.bill(7).await;
    let run = month(&billed, 7).await;
    let row = |id: i64| {
        run["Rules"]
            .as_array()
            .expect("rules")
            .iter()
            .find(|row| row["CommissionRuleId"] == id)
            .expect("a rule")
            .clone()
    };
    assert_eq!(pick(&row(rule), ["Amount", "LastMonthAmount", "State"]), json!([-4.0, 4.0, "Ready"]));
    assert_eq!(codes(&row(rule)), ["Negative", "NoErpAccount", "NoErpVendor", "Deviation"]);
    assert_eq!(row(bare)["State"], "Nothing");
    assert!(codes(&row(bare)).contains(&"NoPayout"));
    let dear = billed.payout_rule("Dear", &[(1, 950)]).await;
    let run = month(&billed, 7).await;
    let rows = run["Rules"].as_array().expect("rules");
    let said: Vec<&Value> =
        rows.iter().filter(|row| codes(row).contains(&"Overpaid")).map(|row| &row["CommissionRuleId"]).collect();
    assert_eq!(said, [&json!(rule), &json!(dear)], "$1.00 and $9.50 of $10.00; a payout of nothing is no cause");
}
