//! Who sees statements: administrators all, a broker administrator those of its own broker that have a bill
//! (rules.md#statements-of-a-broker).

use domain::BrokerId;
use domain::access::Role;
use serde_json::{Value, json};
use store::Engine;

use crate::support::payouts::STATEMENTS;
use crate::support::{Billed, on_both_engines};

on_both_engines!(a_broker_sees_its_own_statements_that_have_a_bill);

async fn bill(billed: &Billed, statement: &Value) {
    billed
        .sql(&format!(
            "update commission_statement set locked_at = '2026-07-20T16:00:00.000Z', bill_number = '202607-1' \
             where id = {statement}"
        ))
        .await;
}

async fn a_broker_sees_its_own_statements_that_have_a_bill(engine: Engine) {
    let billed = Billed::on(engine).await;
    billed.members(2, |_| {}).await;
    billed.bill(7).await;
    let line = billed.client.get(&billed.lines()).await.value()[0]["Id"].as_i64().expect("an id");
    let group = billed.client.get(&format!("/api/v1/employers/{}", billed.group)).await.value();
    let own = BrokerId(group["Broker"]["Id"].as_i64().expect("a broker"));
    let foreign = billed.client.post("/api/v1/brokers", json!({"Name": "Foreign"})).await.value();
    let foreign = BrokerId(foreign["Id"].as_i64().expect("an id"));
    let mut made = Vec::new();
    for (name, broker) in [("Own", Some(own)), ("Draft", Some(own)), ("Foreign", Some(foreign)), ("None", None)] {
        let rule = billed.rule_of(name, broker, &[(line, 1, 75)]).await;
        let statement = billed.state(rule, 7).await.value()["Id"].clone();
        if name != "Draft" {
            bill(&billed, &statement).await;
        }
        made.push(statement);
    }
    let (_, broker) = billed.app.user(Role::BrokerAdministrator, Some(own), &[]).await;
    let listed = broker.get(STATEMENTS).await.value();
    assert_eq!((&listed["TotalRecords"], &listed["Data"][0]["Id"]), (&json!(1), &made[0]));
    for (statement, status) in made.iter().zip([200, 404, 404, 404]) {
        for what in ["", "/csv", "/pdf"] {
            let path = format!("{STATEMENTS}/{statement}{what}");
            assert_eq!(broker.get(&path).await.status, status, "{path}");
            assert_eq!(billed.client.get(&path).await.status, 200, "{path}");
        }
    }
    let path = format!("{STATEMENTS}/{}", made[0]);
    assert_eq!(broker.delete(&path).await.status, 403);
    for what in ["compare", "why"] {
        assert_eq!(broker.get(&format!("{path}/{what}")).await.status, 403, "{what}");
    }
    assert_eq!(broker.post(&format!("{path}/bill"), json!({})).await.status, 403);
    assert_eq!(broker.get("/api/v1/commission/runs?BillingPeriod=2026-07").await.status, 403);
    assert_eq!(broker.get(&format!("{STATEMENTS}/csv?BillingPeriod=2026-07")).await.status, 403);
    let (_, manager) = billed.app.user(Role::AccountManager, Some(own), &[billed.group.into()]).await;
    assert_eq!(manager.get(STATEMENTS).await.status, 403);
}
