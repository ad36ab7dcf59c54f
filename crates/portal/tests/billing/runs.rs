//! Billing runs: drafts with what is to be looked at, approval, creation, invoices, and what is refused.

use domain::access::Role;
use insta::assert_json_snapshot;
use serde_json::{Value, json};
use store::Engine;

use crate::support::period;
use crate::support::runs::{RUNS, Runs};

fn told(value: &Value, keys: &[&str]) -> Value {
    keys.iter().map(|key| value[key].clone()).collect()
}

#[tokio::test]
async fn a_month_is_drafted_approved_and_created_for_all_groups() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let runs = Runs::on(engine).await;
        let (fern, first) = runs.group("Fernwood", 2).await;
        let (harbor, second) = runs.group("Harborline", 1).await;
        let started = runs.ask(7).await.value();
        assert_eq!(told(&started, &["State", "Total", "Done"]), json!(["Drafting", 2, 0]));
        assert_eq!(started["Counts"]["Queued"], 2);
        runs.app.run_jobs().await;

        let id = &started["Id"];
        let drafted = runs.run(id).await;
        assert_eq!(told(&drafted, &["State", "Total", "Done", "DraftTotalDollars"]), json!(["Drafted", 2, 2, 30.0]));
        assert!(runs.totals(fern).await.is_empty(), "a draft is no snapshot");
        let page = runs.items(id, "").await;
        let drafts: Vec<_> = page.iter().map(|item| item["DraftTotalDollars"].clone()).collect();
        assert_eq!(drafts, [json!(20.0), json!(10.0)]);

        let approved = runs.call(id, "approve", json!({"PlanIds": [first, second]})).await.value();
        assert_eq!(told(&approved["Counts"], &["Approved", "ApprovedTotalDollars"]), json!([2, 30.0]));
        let withdrawn = runs.call(id, "withdraw", json!({"PlanIds": [second]})).await.value();
        assert_eq!(told(&withdrawn["Counts"], &["Draft", "Approved"]), json!([1, 1]));
        let creating = runs.call(id, "create", json!({})).await.value();
        assert_eq!(told(&creating, &["State", "Total", "Done"]), json!(["Creating", 2, 1]), "one is not approved");
        runs.app.run_jobs().await;

        let done = runs.run(id).await;
        let keys = ["State", "Total", "Done", "Created", "CreatedTotalDollars", "FinishedOn"];
        assert_eq!(told(&done, &keys), json!(["Done", 2, 2, 1, 20.0, "2026-07-20T16:00:00.000Z"]));
        assert_eq!(told(&done["Counts"], &["Created", "LeftOut"]), json!([1, 1]));
        assert_eq!((runs.totals(fern).await, runs.totals(harbor).await), (vec![json!(20.0)], vec![]));
        let left = &runs.items(id, "").await[1];
        assert_eq!(told(left, &["State", "Message"]), json!(["LeftOut", "It was not approved."]));
        assert_eq!(runs.actions().await, ["start", "drafted", "approve", "withdraw", "create", "ended"]);

        let rest = runs.drafted(7).await;
        assert_eq!(rest["Counts"]["Draft"], 1, "the next run of the month does the rest");
    }
}

#[tokio::test]
async fn a_run_and_its_plans_show_everything_a_screen_needs() {
    let runs = Runs::start().await;
    let (group, plan) = runs.group("Fernwood", 2).await;
    let run = runs.drafted(7).await;
    assert_json_snapshot!(run, @r#"
    {
      "BillableMonth": 7,
      "BillableMonthName": "July",
      "BillableYear": 2026,
      "Counts": {
        "Approved": 0,
        "ApprovedInvoices": 0,
        "ApprovedTakenUp": 0,
        "ApprovedTotalDollars": 0.0,
        "ByException": [
          {
            "Count": 1,
            "Kind": "NoErpCustomer"
          },
          {
            "Count": 1,
            "Kind": "FirstBill"
          }
        ],
        "Created": 0,
        "Draft": 1,
        "Exceptions": 1,
        "InvoiceCreated": 0,
        "InvoiceLeftOut": 0,
        "InvoiceRefused": 0,
        "InvoiceWaiting": 0,
        "LeftOut": 0,
        "NotIncluded": 0,
        "Queued": 0,
        "Refused": 0,
        "TakenUp": 0,
        "WithoutExceptions": 0
      },
      "Created": 0,
      "CreatedBy": "Dana Reyes1",
      "CreatedOn": "2026-07-20T16:00:00.000Z",
      "CreatedTotalDollars": 0.0,
      "Done": 1,
      "DraftTotalDollars": 20.0,
      "FinishedOn": null,
      "Id": 1,
      "IsAutomatic": false,
      "Message": null,
      "PreviousTotalDollars": 0.0,
      "State": "Drafted",
      "StateText": "Waiting for approval",
      "Total": 1
    }
    "#);
    assert_json_snapshot!(runs.items(&run["Id"], "").await, @r#"
    [
      {
        "CreatesInvoice": false,
        "DraftTotalDollars": 20.0,
        "EmployerGroup": {
          "GroupId": "10001",
          "Id": 1,
          "Name": "Fernwood"
        },
        "ErpState": null,
        "Exceptions": [
          {
            "Kind": "NoErpCustomer",
            "Text": "No ERP account or customer."
          },
          {
            "Kind": "FirstBill",
            "Text": "This is the first bill of the plan."
          }
        ],
        "InvoiceMessage": null,
        "InvoicePeriodBeginDate": "2026-06-04",
        "InvoicePeriodEndDate": "2026-07-03",
        "InvoiceState": "None",
        "InvoiceStateText": "No invoice",
        "Message": null,
        "PlanId": 1,
        "PlanName": "Medical",
        "PreviousTotalDollars": null,
        "SnapshotId": null,
        "State": "Draft",
        "StateText": "Draft",
        "TakenUp": false
      }
    ]
    "#);
    runs.create(&run["Id"], &[plan]).await;
    let created = runs.items(&run["Id"], "created").await.remove(0);
    let keys = ["State", "SnapshotId", "InvoiceState", "InvoiceStateText"];
    assert_eq!(told(&created, &keys), json!(["Created", 1, "Refused", "Not created in the ERP"]));
    let detail = runs.client.get(&format!("/api/v1/billing/{group}/snapshots/1")).await.value();
    assert_eq!(detail["LineItems"][0]["BillableQuantity"], 2);
    let listed = runs.client.get(&format!("{RUNS}?Page=1")).await.value();
    assert_eq!(told(&listed["Data"][0], &["Id", "State", "Counts"]), json!([1, "Done", null]));
    let trail = runs.client.get("/api/v1/audit?Page=1&Subject=snapshot").await.value();
    assert_eq!(told(&trail["Data"][0], &["Action", "SubjectId"]), json!(["snapshot.create", 1]));
}

#[tokio::test]
async fn what_is_to_be_looked_at_comes_first() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let runs = Runs::on(engine).await;
        let (usual, usual_plan) = runs.group("Alder", 2).await;
        let (empty, empty_plan) = runs.group("Birch", 0).await;
        let (grown, grown_plan) = runs.group("Cedar", 1).await;
        let (twice, twice_plan) = runs.group("Dogwood", 1).await;
        for (group, plan) in [(usual, usual_plan), (empty, empty_plan), (grown, grown_plan), (twice, twice_plan)] {
            let path = format!("/api/v1/billing/{group}/invoices/{plan}");
            runs.client.put(&path, json!({"Name": "Medical", "GenerateInvoice": false})).await.value();
        }
        for (group, plan) in [(usual, usual_plan), (grown, grown_plan)] {
            let path = format!("/api/v1/billing/{group}/invoices/{plan}/snapshots");
            runs.client.post(&path, period(6)).await.value();
        }
        runs.app.member(grown).named("Ben", "Abel").create().await;
        runs.line(twice, twice_plan, json!({"Name": "Second"})).await;
        let none = runs.group("Elm", 1).await;
        let run = runs.drafted(7).await;
        let told: Vec<_> = runs
            .items(&run["Id"], "")
            .await
            .iter()
            .map(|item| {
                let kinds = item["Exceptions"].as_array().expect("a list").iter();
                let texts: Vec<_> = kinds.map(|one| one["Text"].as_str().expect("a text").to_owned()).collect();
                (item["EmployerGroup"]["Name"].as_str().expect("a name").to_owned(), texts.join(" "))
            })
            .collect();
        let expected = [
            ("Birch", "The amount is zero. This is the first bill of the plan."),
            ("Cedar", "200.0 % more than last month ($10.00)."),
            ("Dogwood", "1 active member is on more than one line. This is the first bill of the plan."),
            ("Elm", "No ERP account or customer. This is the first bill of the plan."),
            ("Alder", ""),
        ];
        assert_eq!(told, expected.map(|(name, text)| (name.to_owned(), text.to_owned())), "{engine:?}");
        assert_eq!(runs.items(&run["Id"], "exceptions").await.len(), 4);
        let approved = runs.call(&run["Id"], "approve", json!({"WithoutExceptions": true})).await.value();
        assert_eq!(approved["Counts"]["Approved"], 1);
        assert_eq!(runs.items(&run["Id"], "approved").await[0]["PlanId"], json!(usual_plan));
        assert_eq!(none.1, runs.items(&run["Id"], "exceptions").await[3]["PlanId"].as_i64().expect("an id"));
    }
}

#[tokio::test]
async fn an_amount_that_has_changed_since_it_was_approved_is_refused() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let runs = Runs::on(engine).await;
        let (fern, first) = runs.group("Fernwood", 1).await;
        let (harbor, second) = runs.group("Harborline", 1).await;
        let run = runs.drafted(7).await;
        runs.app.member(fern).named("Ben", "Abel").create().await;
        let done = runs.create(&run["Id"], &[first, second]).await;
        assert_eq!(told(&done, &["State", "Created", "Done"]), json!(["Done", 1, 2]));
        assert_eq!((runs.totals(fern).await, runs.totals(harbor).await), (vec![], vec![json!(10.0)]));
        let refused = runs.items(&run["Id"], "failed").await.remove(0);
        let message = "The amount has changed since the draft: $10.00 was approved, and it is $20.00 now. \
                       Make a new run for it.";
        assert_eq!(told(&refused, &["PlanId", "State", "Message"]), json!([first, "Refused", message]));
    }
}

#[tokio::test]
async fn a_plan_that_cannot_be_billed_says_why_and_the_rest_goes_on() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let runs = Runs::on(engine).await;
        let (fern, first) = runs.group("Fernwood", 1).await;
        let (harbor, second) = runs.group("Harborline", 1).await;
        let (juniper, third) = runs.group("Juniper", 1).await;
        let run = runs.ask(7).await.value();
        let closed = json!({"Name": "Medical", "Active": false});
        runs.client.put(&format!("/api/v1/billing/{fern}/invoices/{first}"), closed).await.value();
        runs.app.run_jobs().await;
        let refused = runs.items(&run["Id"], "failed").await.remove(0);
        let inactive = "This billing plan is not active. Set it active to bill it.";
        assert_eq!(told(&refused, &["PlanId", "State", "Message"]), json!([first, "Refused", inactive]));

        let path = format!("/api/v1/billing/{harbor}/invoices/{second}");
        runs.client.post(&format!("{path}/snapshots"), period(7)).await.value();
        let done = runs.create(&run["Id"], &[second, third]).await;
        assert_eq!(told(&done, &["State", "Created"]), json!(["Done", 1]));
        let refused = runs.items(&run["Id"], "failed").await.remove(1);
        let exists = "A snapshot already exists for this plan and billing period.";
        assert_eq!(told(&refused, &["PlanId", "Message"]), json!([second, exists]));
        assert_eq!(runs.totals(juniper).await, [json!(10.0)]);
        assert_eq!(runs.totals(harbor).await.len(), 1);
    }
}

#[tokio::test]
async fn a_run_that_cannot_be_is_refused_by_name() {
    let runs = Runs::start().await;
    const FAR: &str = "The billing period must be at most 24 months back and one month ahead.";
    const UNREAD: &str = "Billing Period could not be read: a month such as 2026-07, or one of its days such as 07/31/2026, is expected.";
    let nothing = "There is nothing to bill for July 2026: there is no billing plan.";
    for (body, message) in [
        (json!({}), "Billing Period is required."),
        (json!({"BillingPeriod": ""}), "Billing Period is required."),
        (json!({"BillingPeriod": "2026-10-03"}), FAR),
        (json!({"BillingPeriod": "2062-07-03"}), FAR),
        (json!({"BillingPeriod": "2024-06-03"}), FAR),
        (json!({"BillingPeriod": "2026-07-03"}), nothing),
        (json!({"BillingPeriod": "2026-07"}), nothing),
        (json!({"BillingPeriod": "2026-13"}), UNREAD),
    ] {
        let reply = runs.client.post(RUNS, body.clone()).await;
        assert_eq!(
            (reply.error_keys(), reply.message()),
            (vec!["BillingPeriod".to_owned()], message.to_owned()),
            "{body}"
        );
    }
    let (_, plan) = runs.group("Fernwood", 1).await;
    let run = runs.ask(7).await.value();
    let again = runs.ask(7).await;
    assert_eq!(again.message(), "A billing run of July 2026 is open already. Finish or cancel it first.");
    let id = &run["Id"];
    let early = runs.call(id, "approve", json!({"PlanIds": [plan]})).await;
    assert_eq!(early.message(), "Drafts can only be approved while the run waits for approval.");
    assert_eq!(runs.call(id, "create", json!({})).await.message(), "The run does not wait for approval.");
    runs.app.run_jobs().await;
    assert_eq!(runs.call(id, "create", json!({})).await.message(), "Approve at least one draft first.");
    for (call, body, message) in [
        ("approve", json!({}), "Choose at least one plan, or all."),
        ("approve", json!({"PlanIds": []}), "Choose at least one plan, or all."),
        ("approve", json!({"PlanIds": [plan], "WithoutExceptions": true}), "Choose either plans or all."),
        ("approve", json!({"PlanIds": [plan, 77]}), "1 of the chosen plans has no draft in this run."),
        ("withdraw", json!({"PlanIds": [0, -1]}), "2 of the chosen plans have no draft in this run."),
        ("approve", json!({"PlanIds": (1..=1001).collect::<Vec<_>>()}), "At most 1000 plans can be chosen at once."),
    ] {
        let reply = runs.call(id, call, body.clone()).await;
        assert_eq!((reply.error_keys(), reply.message()), (vec!["PlanIds".to_owned()], message.to_owned()), "{body}");
    }
    assert_eq!(runs.run(id).await["Counts"]["Approved"], 0, "nothing of a refused choice is kept");
    assert_eq!(runs.client.get(&format!("{RUNS}/{id}/items?Filter=odd")).await.error_keys(), ["Filter"]);
    for path in ["/billing-runs/99", "/billing-runs/0", "/billing-runs/99/items"] {
        assert_eq!(runs.client.get(&format!("/api/v1{path}")).await.status, 404, "{path}");
    }
    for call in ["approve", "create", "cancel"] {
        let body = json!({"WithoutExceptions": true});
        assert_eq!(runs.call(&json!(99), call, body).await.status, 404, "{call}");
    }
    let done = runs.create(id, &[plan]).await;
    assert_eq!(done["State"], "Done");
    assert_eq!(runs.call(id, "cancel", json!({})).await.message(), "The run is over.");
}

#[tokio::test]
async fn only_administrators_see_runs() {
    let runs = Runs::start().await;
    let (group, _) = runs.group("Fernwood", 1).await;
    let run = runs.drafted(7).await;
    for (role, broker) in [(Role::BrokerAdministrator, Some(runs.broker)), (Role::GroupUser, None)] {
        let (_, client) = runs.app.user(role, broker, &[group]).await;
        assert_eq!(client.get(&format!("{RUNS}/{}", run["Id"])).await.status, 403);
        assert_eq!(client.post(RUNS, json!({"BillingPeriod": "2026-06-03"})).await.status, 403);
    }
}

/// The days of the group's broker make the period, and the month is that of its end (rules.md#period-days-of-a-broker).
#[tokio::test]
async fn a_period_follows_the_days_of_the_broker() {
    let runs = Runs::start().await;
    let (group, plan) = runs.group("Fernwood", 1).await;
    let days = json!({"InvoicePeriodStartDay": 16, "InvoicePeriodEndDay": 15});
    runs.client.put(&format!("/api/v1/brokers/{}", runs.broker), days).await.value();
    let run = runs.drafted(7).await;
    let item = runs.items(&run["Id"], "").await.remove(0);
    let dates = ["InvoicePeriodBeginDate", "InvoicePeriodEndDate"];
    assert_eq!(told(&item, &dates), json!(["2026-06-16", "2026-07-15"]));
    runs.create(&run["Id"], &[plan]).await;
    let list = runs.client.get(&format!("/api/v1/billing/{group}/snapshots?Page=1")).await.value();
    assert_eq!(told(&list["Data"][0], &dates), json!(["2026-06-16", "2026-07-15"]));
}
