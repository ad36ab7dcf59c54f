//! What a person should look at before a run is approved, the plans that are not in it, and how far it is.

use serde_json::{Value, json};
use store::Engine;

use crate::support::runs::{RUNS, Runs};
use crate::support::{on_both_engines, period};

on_both_engines!(
    a_first_bill_is_looked_at,
    a_draft_before_its_period_is_over_is_looked_at,
    a_customer_of_another_group_is_looked_at,
    unfinished_census_files_are_looked_at,
    plans_that_are_not_in_a_run_are_named_with_their_reasons,
    a_run_waits_for_approval_only_while_something_is_to_be_approved,
);

/// The exceptions of each group's only plan, but for those that all plans of these tests have: no customer, and a first bill.
async fn exceptions(runs: &Runs, run: &Value) -> Vec<(String, Vec<(String, String)>)> {
    let mut told = Vec::new();
    for item in runs.items(&run["Id"], "").await {
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let list = item["Exceptions"].as_array().expect("a list").iter();
        let kinds = list.map(|one| (text(&one["Kind"]), text(&one["Text"])));
        let kinds = kinds.filter(|(kind, _)| !["NoErpCustomer", "FirstBill"].contains(&kind.as_str()));
        told.push((text(&item["EmployerGroup"]["Name"]), kinds.collect()));
    }
    told.sort();
    told
}

fn expected(told: &[(&str, &[(&str, &str)])]) -> Vec<(String, Vec<(String, String)>)> {
    let owned = |(kind, text): &(&str, &str)| ((*kind).to_owned(), (*text).to_owned());
    told.iter().map(|(name, kinds)| ((*name).to_owned(), kinds.iter().map(owned).collect())).collect()
}

async fn a_first_bill_is_looked_at(engine: Engine) {
    let runs = Runs::on(engine).await;
    let (_, plan) = runs.group("Fernwood", 1).await;
    for (month, first_bills) in [(7, 1), (8, 0)] {
        let run = runs.drafted(month).await;
        let rows = runs.client.get(&format!("{RUNS}/{}/items?Page=1&Exception=FirstBill", run["Id"])).await.value();
        assert_eq!(rows["TotalRecords"], first_bills, "month {month}");
        runs.create(&run["Id"], &[plan]).await;
    }
}

async fn a_draft_before_its_period_is_over_is_looked_at(engine: Engine) {
    let mut runs = Runs::on(engine).await;
    runs.group("Fernwood", 1).await;
    let early = runs.drafted(8).await;
    let text = "The period was not over: it ends on 08/03/2026, and members may still change.";
    assert_eq!(exceptions(&runs, &early).await, expected(&[("Fernwood", &[("PeriodNotOver", text)])]));
    let counted = &early["Counts"]["ByException"];
    assert!(counted.as_array().expect("a list").contains(&json!({"Kind": "PeriodNotOver", "Count": 1})), "{counted}");
    let rows = runs.client.get(&format!("{RUNS}/{}/items?Page=1&Exception=periodnotover", early["Id"])).await.value();
    assert_eq!(rows["TotalRecords"], 1);
    runs.call(&early["Id"], "cancel", json!({})).await.value();
    for (instant, is_over) in [("2026-08-03T16:00:00Z", false), ("2026-08-04T16:00:00Z", true)] {
        runs.app.travel_to(instant);
        runs.client = runs.app.administrator().await;
        let run = runs.drafted(8).await;
        assert_eq!(exceptions(&runs, &run).await[0].1.is_empty(), is_over, "{instant}");
        runs.call(&run["Id"], "cancel", json!({})).await.value();
    }
}

async fn a_customer_of_another_group_is_looked_at(engine: Engine) {
    let runs = Runs::on(engine).await;
    let (account, erp) = runs.account().await;
    let (first, second, own) =
        (runs.group("Alder", 1).await, runs.group("Birch", 1).await, runs.group("Cedar", 1).await);
    runs.join(first, account, json!({})).await;
    runs.join(second, account, json!({})).await;
    runs.join(own, account, json!({"ErpCustomerId": null, "ErpCustomerName": null})).await;
    let more = runs.plan(first.0, json!({"Name": "Dental"})).await;
    runs.line(first.0, more, json!({"Name": "PEPM"})).await;
    let run = runs.drafted(7).await;
    let shared = |told: &[(String, Vec<(String, String)>)]| -> Vec<(String, String)> {
        let kinds = told.iter().flat_map(|(group, kinds)| kinds.iter().map(move |(kind, text)| (group, kind, text)));
        let shared = kinds.filter(|(_, kind, _)| *kind == "CustomerOfAnotherGroup");
        shared.map(|(group, _, text)| (group.clone(), text.clone())).collect()
    };
    let told = exceptions(&runs, &run).await;
    let texts = [("Alder", "The ERP customer is that of Birch."), ("Birch", "The ERP customer is that of Alder.")];
    assert_eq!(shared(&told), texts.map(|(group, text)| (group.to_owned(), text.to_owned())));
    runs.call(&run["Id"], "cancel", json!({})).await.value();
    runs.join(second, account, json!({"Active": false})).await;
    let run = runs.drafted(7).await;
    let of_inactive = [("Alder".to_owned(), "The ERP customer is that of Birch.".to_owned())];
    assert_eq!(shared(&exceptions(&runs, &run).await), of_inactive, "its plan may be made active again");
    runs.call(&run["Id"], "cancel", json!({})).await.value();
    for name in ["Cedar", "Alder"] {
        let found = connectors::Accounting::customers(&erp, name, 1).await.expect("customers");
        let customer = json!({"ErpCustomerId": found[0].id.as_str(), "ErpCustomerName": name});
        runs.join(first, account, customer).await;
        let run = runs.drafted(7).await;
        let told = [("Alder".to_owned(), "The ERP customer is that of Cedar.".to_owned())];
        let told = if name == "Cedar" { &told[..] } else { &[] };
        assert_eq!(shared(&exceptions(&runs, &run).await), told, "{name}");
        runs.call(&run["Id"], "cancel", json!({})).await.value();
    }
}

async fn unfinished_census_files_are_looked_at(engine: Engine) {
    let runs = Runs::on(engine).await;
    let (first, _) = runs.group("Alder", 1).await;
    runs.group("Birch", 1).await;
    let csv = "First Name,Last Name,Date of Birth\nAda,Abbott,1980-05-17\n";
    let file = runs.client.upload_census(first, &[], csv).await;
    runs.client.upload_census(first, &[], csv.replace("Ada", "Bea")).await;
    let run = runs.drafted(7).await;
    let text = "2 census files of the group were not finished.";
    assert_eq!(exceptions(&runs, &run).await, expected(&[("Alder", &[("UnfinishedCensus", text)]), ("Birch", &[])]));
    runs.call(&run["Id"], "cancel", json!({})).await.value();
    runs.client.delete(&format!("/api/v1/census/files/{}", file["Id"])).await.value();
    let run = runs.drafted(7).await;
    let text = "1 census file of the group was not finished.";
    assert_eq!(exceptions(&runs, &run).await[0].1, [("UnfinishedCensus".to_owned(), text.to_owned())]);
}

async fn plans_that_are_not_in_a_run_are_named_with_their_reasons(engine: Engine) {
    let runs = Runs::on(engine).await;
    let billed = runs.group("Alder", 1).await;
    let closed = runs.group("Birch", 1).await;
    let expired = runs.group("Cedar", 1).await;
    let path = |(group, plan): (domain::GroupId, i64)| format!("/api/v1/billing/{group}/invoices/{plan}");
    let made = runs.client.post(&format!("{}/snapshots", path(billed)), period(7)).await.value();
    let not_active = json!({"Name": "Medical", "Active": false});
    runs.client.put(&path(closed), not_active).await.value();
    let ended = json!({"Name": "Medical", "ExpirationDate": "2026-06-03"});
    runs.client.put(&path(expired), ended).await.value();
    let nothing = "There is nothing to bill for July 2026: 1 plan has its snapshot already, 1 plan has expired, \
                   1 plan is not active.";
    assert_eq!(runs.ask(7).await.message(), nothing);

    let (_, open) = runs.group("Dogwood", 1).await;
    let run = runs.drafted(7).await;
    assert_eq!((&run["Total"], &run["Counts"]["NotIncluded"]), (&json!(1), &json!(3)));
    let list = |term: &str| format!("{RUNS}/{}/not-included?Page=1&Term={term}", run["Id"]);
    let rows = runs.client.get(&list("")).await.value();
    let told: Vec<_> = rows["Data"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|row| {
            json!([row["EmployerGroup"]["Name"], row["PlanName"], row["Reason"], row["ReasonText"], row["SnapshotId"]])
        })
        .collect();
    assert_eq!(
        told,
        [
            json!(["Alder", "Medical", "HasSnapshot", "The plan has its snapshot of July 2026 already.", made["Id"]]),
            json!(["Birch", "Medical", "InActive", "The plan is not active.", null]),
            json!([
                "Cedar",
                "Medical",
                "Expired",
                "The plan expired on 06/03/2026, before its period began on 06/04/2026.",
                null
            ]),
        ]
    );
    assert_eq!(runs.client.get(&list("birch")).await.value()["TotalRecords"], 1);
    runs.create(&run["Id"], &[open]).await;
    assert_eq!(runs.run(&run["Id"]).await["Counts"]["NotIncluded"], 3, "what the run has billed is in it");
    runs.app.pass(chrono::TimeDelta::minutes(1));
    runs.group("Elm", 1).await;
    assert_eq!(runs.run(&run["Id"]).await["Counts"]["NotIncluded"], 3, "what came later could not be in it");
    assert_eq!(runs.client.get(&format!("{RUNS}/99/not-included?Page=1")).await.status, 404);
}

async fn a_run_waits_for_approval_only_while_something_is_to_be_approved(engine: Engine) {
    let runs = Runs::on(engine).await;
    let (first, second) = (runs.group("Alder", 1).await.1, runs.group("Birch", 1).await.1);
    let run = runs.drafted(7).await;
    let id = &run["Id"];
    let text = async |body: Value, call: &str| runs.call(id, call, body).await.value()["StateText"].clone();
    assert_eq!(run["StateText"], "Waiting for approval");
    assert_eq!(text(json!({"PlanIds": [first]}), "approve").await, "Waiting for approval");
    assert_eq!(text(json!({"PlanIds": [second]}), "approve").await, "Ready to create");
    let listed = runs.client.get(&format!("{RUNS}?Page=1")).await.value();
    assert_eq!(listed["Data"][0]["StateText"], "Ready to create");
    assert_eq!(text(json!({"PlanIds": [second]}), "withdraw").await, "Waiting for approval");
}
