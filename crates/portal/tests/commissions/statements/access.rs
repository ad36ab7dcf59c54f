//! Who sees statements: administrators all, a broker administrator those of its own broker that have a bill
//! (rules.md#statements-of-a-broker).

use domain::BrokerId;
use domain::access::Role;
use serde_json::{Value, json};
use store::Engine;

use crate::support::payouts::STATEMENTS;
use crate::support::{Billed, Client, on_both_engines};

on_both_engines!(
    a_broker_sees_its_own_statements_that_have_a_bill,
    a_broker_sees_the_statement_whose_balance_its_bill_takes_over,
    a_statement_stays_with_the_broker_it_was_made_for
);

async fn bill(billed: &Billed, statement: &Value) {
    billed
        .sql(&format!(
            "update commission_statement set locked_at = '2026-07-20T16:00:00.000Z', bill_number = '202607-1' \
             where id = {statement}"
        ))
        .await;
}

async fn a_broker_sees_the_statement_whose_balance_its_bill_takes_over(engine: Engine) {
    let billed = Billed::on(engine).await;
    billed.members(2, |_| {}).await;
    billed.bill(6).await;
    billed.bill(7).await;
    let line = billed.client.get(&billed.lines()).await.value()[0]["Id"].as_i64().expect("an id");
    let group = billed.client.get(&format!("/api/v1/employers/{}", billed.group)).await.value();
    let own = BrokerId(group["Broker"]["Id"].as_i64().expect("a broker"));
    let rule = billed.rule_of("Own", Some(own), &[(line, 1, 75)]).await;
    billed.adjust(rule, "-10", "Overpaid in spring", 6).await.value();
    let june = billed.state(rule, 6).await.value();
    billed.adjust(rule, "20", "Bonus", 7).await.value();
    let july = billed.state(rule, 7).await.value();
    assert_eq!((&june["AmountDue"], &july["AmountDue"]), (&json!(-8.5), &json!(13.0)));
    let (_, broker) = billed.app.user(Role::BrokerAdministrator, Some(own), &[]).await;
    let path = format!("{STATEMENTS}/{}", june["Id"]);
    assert_eq!(broker.get(&path).await.status, 404, "no bill has taken it over yet");
    bill(&billed, &july["Id"]).await;
    let seen = broker.get(&path).await.value();
    assert_eq!(seen["Adjustments"][0]["Reason"], "Overpaid in spring");
    assert_eq!(broker.get(&format!("{path}/pdf")).await.status, 200);
    assert_eq!(broker.get(STATEMENTS).await.value()["TotalRecords"], 2);
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
    let payees = broker.get(&format!("{STATEMENTS}/payees")).await.value();
    assert_eq!(payees.as_array().map(Vec::len), Some(1), "only of the statements that it sees: {payees}");
    assert_eq!(broker.get(&format!("{STATEMENTS}?BillStates=Sent")).await.error_keys(), ["BillStates"]);
    for (statement, status) in made.iter().zip([200, 404, 404, 404]) {
        for what in ["", "/csv", "/pdf"] {
            let path = format!("{STATEMENTS}/{statement}{what}");
            assert_eq!(broker.get(&path).await.status, status, "{path}");
            assert_eq!(billed.client.get(&path).await.status, 200, "{path}");
        }
    }
    let path = format!("{STATEMENTS}/{}", made[0]);
    opens_the_invoice_where_it_may(&billed, &broker, &path).await;
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

async fn opens_the_invoice_where_it_may(billed: &Billed, broker: &Client, path: &str) {
    let of = async |caller: &Client| caller.get(path).await.value()["TotaledLineItems"][0].clone();
    assert_eq!(of(&billed.client).await["CanViewInvoice"], true);
    for (access, opens) in [(0, false), (1, true)] {
        billed.sql(&format!("update employer_group set enable_invoice_access = ({access} = 1)")).await;
        let line = of(broker).await;
        let invoice = format!("/api/v1/invoices/{}", line["BillingInvoiceSnapshotId"]);
        assert_eq!((&line["CanViewInvoice"], broker.get(&invoice).await.status == 200), (&json!(opens), opens));
    }
}

async fn a_statement_stays_with_the_broker_it_was_made_for(engine: Engine) {
    let billed = Billed::on(engine).await;
    billed.members(2, |_| {}).await;
    billed.bill(7).await;
    let line = billed.client.get(&billed.lines()).await.value()[0]["Id"].as_i64().expect("an id");
    let group = billed.client.get(&format!("/api/v1/employers/{}", billed.group)).await.value();
    let own = BrokerId(group["Broker"]["Id"].as_i64().expect("a broker"));
    let other = billed.client.post("/api/v1/brokers", json!({"Name": "Other"})).await.value();
    let other = BrokerId(other["Id"].as_i64().expect("an id"));
    let rule = billed.rule_of("Acme", Some(own), &[(line, 1, 75)]).await;
    billed.pays_vendor(rule, billed.app.erp_account("Books").await.get(), "77").await;
    billed.sql("update snapshot set erp_ref_id = '9001', doc_number = 'LW-000001'").await;
    let statement = billed.state(rule, 7).await.value()["Id"].clone();
    let set =
        |vendor: &str| format!("update commission_statement set billed_vendor_id = '{vendor}' where id = {statement}");
    billed.sql(&set("77")).await;
    bill(&billed, &statement).await;
    let changed = json!({"BrokerId": other, "ErpVendorId": "88"});
    billed.client.put(&format!("/api/v1/commission/rules/{rule}"), changed).await.value();

    let (_, new) = billed.app.user(Role::BrokerAdministrator, Some(other), &[]).await;
    assert_eq!(new.get(STATEMENTS).await.value()["TotalRecords"], 0);
    let (_, old) = billed.app.user(Role::BrokerAdministrator, Some(own), &[]).await;
    assert_eq!(old.get(STATEMENTS).await.value()["Data"][0]["Id"], statement);
    for what in ["", "/csv", "/pdf"] {
        let path = format!("{STATEMENTS}/{statement}{what}");
        assert_eq!((new.get(&path).await.status.as_u16(), old.get(&path).await.status.as_u16()), (404, 200), "{path}");
    }
    // What the ERP calls things is for administrators.
    let erp = |one: &Value| {
        let line = &one["TotaledLineItems"][0];
        json!([
            one["ErpVendorId"],
            one["BillState"].is_null(),
            line["BillingInvoiceQuickbooksId"],
            line["InvoiceNumber"]
        ])
    };
    let document = "insert into erp_document (api_service_id, kind, local_id, generation, state, request_key, attempts, created_at, \
                    updated_at) select api_service_id, 2, {id}, 1, 2, 'k', 1, created_at, created_at from commission_rule";
    billed.sql(&document.replace("{id}", &statement.to_string())).await;
    let path = format!("{STATEMENTS}/{statement}");
    let whole = billed.client.get(&path).await.value();
    assert_eq!(erp(&whole), json!(["77", false, "9001", "LW-000001"]), "the vendor that was billed");
    assert_eq!(erp(&old.get(&path).await.value()), json!([null, true, null, "LW-000001"]));
    assert_eq!(old.get(STATEMENTS).await.value()["Data"][0]["BillState"], Value::Null);
}
