//! Invoices of a run for which the ERP was away: the next run of the month asks again, each once. What the ERP has refused waits for a
//! person.

use connectors::fake::{Call, Fault};
use connectors::{ConnectorError, Refusal, VendorAnswer};
use domain::GroupId;
use serde_json::{Value, json};
use store::Engine;

use crate::support::on_both_engines;
use crate::support::runs::{RUNS, Runs};

on_both_engines!(
    the_next_run_asks_again_for_what_was_not_answered,
    an_account_without_connection_or_credentials_is_asked_again_once_it_has_them,
    the_automatic_run_asks_again_each_night_until_none_is_left,
    the_automatic_run_asks_again_for_a_month_and_a_person_after_that,
);

const AGAIN: &str = "The next billing run of the month asks again.";

fn pick<const N: usize>(of: &Value, keys: [&str; N]) -> [Value; N] {
    keys.map(|key| of[key].clone())
}

/// Plan, state of the invoice and whether it is asked for again, in the order of the plans.
async fn invoices(runs: &Runs, run: &Value) -> Vec<(i64, String, bool)> {
    let mut told: Vec<_> = runs
        .items(run, "")
        .await
        .iter()
        .map(|row| {
            let again = row["InvoiceMessage"].as_str().is_some_and(|message| message.ends_with(AGAIN));
            (row["PlanId"].as_i64().expect("an id"), row["InvoiceState"].as_str().expect("a word").to_owned(), again)
        })
        .collect();
    told.sort();
    told
}

async fn the_next_run_asks_again_for_what_was_not_answered(engine: Engine) {
    let runs = Runs::on(engine).await;
    let (account, erp) = runs.account().await;
    let mut plans = Vec::new();
    for name in ["Alder", "Birch", "Cedar", "Dogwood"] {
        let made: (GroupId, i64) = runs.group(name, 1).await;
        runs.join(made, account, json!({"SendInvoice": false})).await;
        plans.push(made.1);
    }
    let first = runs.drafted(7).await["Id"].clone();
    // One is not done, one is done although the answer says no; one is refused. They are sent beside each other, so that any plan may meet
    // any of these.
    let refused = ConnectorError::refused(Refusal::Invalid, "The customer is inactive.");
    let expired = ConnectorError::NewCredentials(VendorAnswer::saying("The token has expired."));
    for fault in [Fault::credentials_refused(), Fault::After(expired), Fault::Before(refused)] {
        erp.fail_next(Call::CreateInvoice, fault);
    }
    runs.create(&first, &plans).await;
    let rows = invoices(&runs, &first).await;
    let mut told: Vec<_> = rows.iter().map(|(_, word, again)| (word.as_str(), *again)).collect();
    told.sort_unstable();
    assert_eq!(told, [("Created", false), ("Refused", false), ("Refused", true), ("Refused", true)]);
    let not_answered: Vec<i64> = rows.iter().filter(|(_, _, again)| *again).map(|(plan, ..)| *plan).collect();
    assert_eq!(erp.documents().len(), 2, "one of them nobody knows of");

    let second = runs.drafted(7).await;
    assert_eq!(pick(&second, ["State", "Total"]), [json!("Drafted"), json!(2)], "what was refused waits for a person");
    let done = runs.create(&second["Id"], &not_answered).await;
    assert_eq!(pick(&done["Counts"], ["TakenUp", "InvoiceCreated"]), [json!(2), json!(2)]);
    assert_eq!(erp.documents().len(), 3, "what was done without an answer is found, not made again");
    let answered: Vec<_> = rows
        .into_iter()
        .map(|(plan, word, again)| (plan, if again { "Created".to_owned() } else { word }, false))
        .collect();
    assert_eq!(invoices(&runs, &first).await, answered, "the first run tells it too");
    assert_eq!(runs.ask(7).await.error_keys(), ["BillingPeriod"], "nothing is left");
}

async fn an_account_without_connection_or_credentials_is_asked_again_once_it_has_them(engine: Engine) {
    let runs = Runs::on(engine).await;
    let (account, erp) = runs.account().await;
    let mut plans = Vec::new();
    for name in ["Alder", "Birch"] {
        let made = runs.group(name, 1).await;
        runs.join(made, account, json!({"SendInvoice": false})).await;
        plans.push(made.1);
    }
    runs.app.books.disconnect(account);
    let first = runs.drafted(7).await["Id"].clone();
    runs.create(&first, &plans).await;
    let all = |word: &str, again| -> Vec<_> { plans.iter().map(|plan| (*plan, word.to_owned(), again)).collect() };
    assert_eq!(invoices(&runs, &first).await, all("Refused", true));

    runs.app.books.connect(account, &erp);
    for _ in &plans {
        erp.fail_next(Call::CreateInvoice, Fault::credentials_refused());
    }
    let second = runs.drafted(7).await;
    assert_eq!(pick(&second, ["State", "Total"]), [json!("Drafted"), json!(2)], "the account is connected");
    runs.create(&second["Id"], &plans).await;
    assert_eq!(invoices(&runs, &second["Id"]).await, all("Refused", true));
    assert!(erp.documents().is_empty());

    let third = runs.drafted(7).await;
    assert_eq!(pick(&third, ["State", "Total"]), [json!("Drafted"), json!(2)], "the credentials are new");
    runs.create(&third["Id"], &plans).await;
    for run in [&first, &second["Id"], &third["Id"]] {
        assert_eq!(invoices(&runs, run).await, all("Created", false), "each tells how it is now");
    }
    assert_eq!(erp.documents().len(), 2, "each of them once");
    assert_eq!(runs.ask(7).await.error_keys(), ["BillingPeriod"], "nothing is left");
}

/// The automatic runs, oldest first: state, plans in it, and invoices created by it.
async fn automatic(runs: &Runs) -> Vec<[Value; 3]> {
    let list = runs.client.get(&format!("{RUNS}?Page=1&OrderBy=Id")).await.value();
    let mut told = Vec::new();
    for run in list["Data"].as_array().expect("a list") {
        assert_eq!(run["IsAutomatic"], json!(true));
        let run = runs.run(&run["Id"]).await;
        told.push([run["State"].clone(), run["Total"].clone(), run["Counts"]["InvoiceCreated"].clone()]);
    }
    told
}

/// The jobs of a night are run.
async fn night(runs: &mut Runs, instant: &str) {
    runs.app.travel_to(instant);
    runs.app.run_jobs().await;
    runs.client = runs.app.administrator().await;
}

async fn the_automatic_run_asks_again_each_night_until_none_is_left(engine: Engine) {
    let mut runs = Runs::on(engine).await;
    let (account, erp) = runs.account().await;
    for name in ["Alder", "Birch"] {
        let made = runs.group(name, 1).await;
        runs.join(made, account, json!({"SendInvoice": false})).await;
    }
    portal::jobs::schedule::define(&runs.app.ctx).await.expect("schedules");
    runs.client.put("/api/v1/settings/billing", json!({"AutomaticRun": true})).await.value();
    erp.fail_always(Fault::credentials_refused());
    night(&mut runs, "2026-08-04T06:30:00Z").await;
    let in_vain = [json!("Done"), json!(2), json!(0)];
    assert_eq!(automatic(&runs).await.as_slice(), std::slice::from_ref(&in_vain));
    night(&mut runs, "2026-08-05T06:30:00Z").await;
    assert_eq!(automatic(&runs).await, [in_vain.clone(), in_vain], "once a night");
    assert!(erp.documents().is_empty());
    erp.recover();
    night(&mut runs, "2026-08-06T06:30:00Z").await;
    let created = [json!("Done"), json!(2), json!(2)];
    assert_eq!(automatic(&runs).await, [created.clone(), created.clone(), created.clone()], "each tells how it is now");
    night(&mut runs, "2026-08-07T06:30:00Z").await;
    assert_eq!((automatic(&runs).await.len(), erp.documents().len()), (3, 2), "nothing is left");
}

async fn the_automatic_run_asks_again_for_a_month_and_a_person_after_that(engine: Engine) {
    let mut runs = Runs::on(engine).await;
    let (account, erp) = runs.account().await;
    let made = runs.group("Alder", 1).await;
    runs.join(made, account, json!({"SendInvoice": false})).await;
    portal::jobs::schedule::define(&runs.app.ctx).await.expect("schedules");
    runs.client.put("/api/v1/settings/billing", json!({"AutomaticRun": true})).await.value();
    runs.app.books.disconnect(account);
    // The period ends on August 3; the next one on September 3.
    for instant in ["2026-08-04T06:30:00Z", "2026-09-03T06:30:00Z"] {
        night(&mut runs, instant).await;
    }
    assert_eq!(months(&runs).await, [8, 8], "asked in vain, and again on the last day");
    for instant in ["2026-09-04T06:30:00Z", "2026-09-05T06:30:00Z"] {
        night(&mut runs, instant).await;
    }
    assert_eq!(months(&runs).await, [8, 8, 9, 9], "the older one is not asked for any more");

    runs.app.books.connect(account, &erp);
    let by_hand = runs.drafted(8).await;
    assert_eq!(pick(&by_hand, ["State", "Total"]), [json!("Drafted"), json!(1)]);
    runs.create(&by_hand["Id"], &[made.1]).await;
    assert_eq!(erp.documents().len(), 1);
}

/// The months of the runs, oldest first.
async fn months(runs: &Runs) -> Vec<u64> {
    let list = runs.client.get(&format!("{RUNS}?Page=1&PerPage=100&OrderBy=Id")).await.value();
    let rows = list["Data"].as_array().expect("a list").iter();
    rows.map(|run| run["BillableMonth"].as_u64().expect("a month")).collect()
}
