//! Invoices of a run for which the ERP was away: the next run of the month asks again, each once. What the ERP has refused waits for a
//! person.

use connectors::fake::{Call, Fault};
use connectors::{ConnectorError, Refusal};
use domain::GroupId;
use serde_json::{Value, json};
use store::Engine;

use crate::support::on_both_engines;
use crate::support::runs::{RUNS, Runs};

on_both_engines!(
    the_next_run_asks_again_for_what_was_not_answered,
    the_automatic_run_asks_again_each_night_until_none_is_left,
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
    // The first is not done, the second is done without an answer, and cannot be looked up either; the third is refused.
    let refused = ConnectorError::refused(Refusal::Invalid, "The customer is inactive.");
    for fault in [Fault::busy(), Fault::answer_lost(), Fault::Before(refused)] {
        erp.fail_next(Call::CreateInvoice, fault);
    }
    erp.fail_next(Call::Find, Fault::busy());
    runs.create(&first, &plans).await;
    let told = |of: &[(usize, &str, bool)]| -> Vec<_> {
        of.iter().map(|(at, word, again)| (plans[*at], (*word).to_owned(), *again)).collect()
    };
    let not_answered = [(0, "Refused", true), (1, "Refused", true), (2, "Refused", false), (3, "Created", false)];
    assert_eq!(invoices(&runs, &first).await, told(&not_answered));
    assert_eq!(erp.documents().len(), 2, "one of them nobody knows of");

    let second = runs.drafted(7).await;
    assert_eq!(pick(&second, ["State", "Total"]), [json!("Drafted"), json!(2)], "what was refused waits for a person");
    let done = runs.create(&second["Id"], &plans[..2]).await;
    assert_eq!(pick(&done["Counts"], ["TakenUp", "InvoiceCreated"]), [json!(2), json!(2)]);
    assert_eq!(erp.documents().len(), 3, "what was done without an answer is found, not made again");
    let answered = [(0, "Created", false), (1, "Created", false), (2, "Refused", false), (3, "Created", false)];
    assert_eq!(invoices(&runs, &first).await, told(&answered), "the first run tells it too");
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

async fn the_automatic_run_asks_again_each_night_until_none_is_left(engine: Engine) {
    let mut runs = Runs::on(engine).await;
    let (account, erp) = runs.account().await;
    for name in ["Alder", "Birch"] {
        let made = runs.group(name, 1).await;
        runs.join(made, account, json!({"SendInvoice": false})).await;
    }
    portal::jobs::schedule::define(&runs.app.ctx).await.expect("schedules");
    runs.client.put("/api/v1/settings/billing", json!({"AutomaticRun": true})).await.value();
    erp.fail_always(Fault::busy());
    let night = async |runs: &mut Runs, instant| {
        runs.app.travel_to(instant);
        runs.app.run_jobs().await;
        runs.client = runs.app.administrator().await;
    };
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
