//! The invoices of a billing run: each snapshot becomes one document, and a row says what came of it.

use chrono::TimeDelta;
use connectors::fake::{Call, Fault};
use portal::billing::runs::jobs::InvoiceBills;
use serde_json::{Value, json};
use store::Engine;

use crate::support::runs::Runs;

fn invoices(items: &[Value]) -> Vec<(String, Value)> {
    let told =
        |item: &Value| (item["InvoiceState"].as_str().expect("a word").to_owned(), item["InvoiceMessage"].clone());
    items.iter().map(told).collect()
}

#[tokio::test]
async fn snapshots_become_invoices_and_are_mailed_as_their_plans_say() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let runs = Runs::on(engine).await;
        let (account, erp) = runs.account().await;
        let mailed = runs.group("Alder", 1).await;
        let silent = runs.group("Birch", 2).await;
        let unwanted = runs.group("Cedar", 1).await;
        let nowhere = runs.group("Dogwood", 1).await;
        let lost = runs.group("Elm", 1).await;
        runs.join(mailed, account, json!({})).await;
        runs.join(silent, account, json!({"SendInvoice": false})).await;
        runs.join(unwanted, account, json!({"GenerateInvoice": false})).await;
        runs.join(lost, account, json!({"ErpCustomerId": null, "ErpCustomerName": null})).await;
        let run = runs.drafted(7).await;
        let all = [mailed.1, silent.1, unwanted.1, nowhere.1, lost.1];
        let done = runs.create(&run["Id"], &all).await;
        let numbers = ["State", "Total", "Done", "Created"].map(|key| done[key].clone());
        assert_eq!(numbers, [json!("Done"), json!(5), json!(5), json!(5)], "{engine:?}");
        let path = format!("{}/{}/items?Page=1&OrderBy=EmployerGroup", crate::support::runs::RUNS, run["Id"]);
        let rows = runs.client.get(&path).await.value();
        let none = |word: &str| (word.to_owned(), Value::Null);
        let no_customer = || ("Refused".to_owned(), json!("This billing plan has no ERP account or customer."));
        assert_eq!(
            invoices(rows["Data"].as_array().expect("a list")),
            [none("Created"), none("Created"), none("None"), no_customer(), no_customer()]
        );
        assert_eq!((erp.documents().len(), erp.mails().len()), (2, 1), "{engine:?}");
        assert_eq!(runs.items(&run["Id"], "failed").await.len(), 2);

        runs.again::<InvoiceBills>(&run["Id"]).await;
        assert_eq!((erp.documents().len(), erp.mails().len()), (2, 1), "{engine:?}: each of them once");
    }
}

#[tokio::test]
async fn without_a_connection_the_snapshot_stays_and_the_row_says_so() {
    let runs = Runs::start().await;
    let account = runs.app.erp_account("Books").await;
    let (group, plan) = runs.group("Fernwood", 1).await;
    runs.join((group, plan), account, json!({})).await;
    let run = runs.drafted(7).await;
    let done = runs.create(&run["Id"], &[plan]).await;
    assert_eq!((&done["State"], &done["Created"]), (&json!("Done"), &json!(1)));
    let row = runs.items(&run["Id"], "failed").await;
    let said = json!("This ERP account is not connected yet. The next billing run of the month asks again.");
    assert_eq!(invoices(&row), [("Refused".to_owned(), said)]);
    assert_eq!(runs.totals(group).await, [json!(10.0)]);
}

#[tokio::test]
async fn a_system_that_fails_for_one_is_asked_for_the_others() {
    let runs = Runs::start().await;
    let (account, erp) = runs.account().await;
    let busy = runs.group("Alder", 1).await;
    let usual = runs.group("Birch", 1).await;
    for plan in [busy, usual] {
        runs.join(plan, account, json!({})).await;
    }
    let run = runs.drafted(7).await;
    erp.fail_next(Call::CreateInvoice, Fault::credentials_refused());
    runs.create(&run["Id"], &[busy.1, usual.1]).await;
    // They are created beside each other, so that either may meet the failure.
    let mut rows = invoices(&runs.items(&run["Id"], "created").await);
    rows.sort_by(|one, other| one.0.cmp(&other.0));
    assert_eq!((rows[0].0.as_str(), rows[1].0.as_str()), ("Created", "Refused"), "{rows:?}");
    assert!(rows[1].1.as_str().expect("a reason").contains("The token has expired."), "{rows:?}");
    assert_eq!(erp.documents().len(), 1);
}

/// As after a crash in the middle of a call: the crashed process holds the snapshot until its hold ends.
#[tokio::test]
async fn an_invoice_that_somebody_else_is_creating_is_waited_for() {
    for cancels in [false, true] {
        let runs = Runs::start().await;
        let (account, erp) = runs.account().await;
        let held = runs.group("Alder", 1).await;
        let free = runs.group("Birch", 1).await;
        for plan in [held, free] {
            runs.join(plan, account, json!({})).await;
        }
        let run = runs.drafted(7).await;
        let id = &run["Id"];
        runs.hold_invoice(1).await;
        let waiting = runs.create(id, &[held.1, free.1]).await;
        let numbers = ["State", "Created", "Done"].map(|key| waiting[key].clone());
        assert_eq!(numbers, [json!("Creating"), json!(2), json!(2)]);
        assert_eq!(erp.documents().len(), 1, "the other one is not held up");
        if cancels {
            runs.call(id, "cancel", json!({})).await.value();
        }
        runs.app.pass(TimeDelta::minutes(4));
        runs.app.run_jobs().await;
        let over = runs.run(id).await;
        if cancels {
            assert_eq!((&over["State"], erp.documents().len()), (&json!("Cancelled"), 1), "nothing is sent any more");
            let row = invoices(&runs.items(id, "leftout").await);
            assert!(row[0].1.as_str().expect("a reason").starts_with("The run was cancelled"), "{row:?}");
            assert_eq!(runs.totals(held.0).await.len(), 1, "its snapshot stays");
        } else {
            assert_eq!((&over["State"], erp.documents().len()), (&json!("Done"), 2));
        }
    }
}

/// Whatever is in flight when the program ends holds up nothing but itself.
#[tokio::test]
async fn those_that_are_free_do_not_wait_for_one_that_is_held() {
    const PLANS: usize = 50;
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let runs = Runs::on(engine).await;
        let (account, erp) = runs.account().await;
        let plan = runs.group("Alder", 1).await;
        runs.join(plan, account, json!({"SendInvoice": false})).await;
        runs.multiply(PLANS as u32 - 1).await;
        let id = runs.drafted(7).await["Id"].clone();
        // Of each batch of twenty one, and the last one.
        for snapshot in [1, 2, 30, 50] {
            runs.hold_invoice(snapshot).await;
        }
        let plans: Vec<i64> = (1..=PLANS as i64).collect();
        let waiting = runs.create(&id, &plans).await;
        let numbers = (&waiting["State"], &waiting["Counts"]["InvoiceWaiting"], erp.documents().len());
        assert_eq!(numbers, (&json!("Creating"), &json!(4), PLANS - 4), "{engine:?}: the free ones, at once");
        runs.app.pass(TimeDelta::minutes(1));
        runs.app.run_jobs().await;
        assert_eq!(erp.documents().len(), PLANS - 4, "{engine:?}: they are still held");
        runs.app.pass(TimeDelta::minutes(3));
        runs.app.run_jobs().await;
        assert_eq!((&runs.run(&id).await["State"], erp.documents().len()), (&json!("Done"), PLANS), "{engine:?}");
    }
}

/// The vendor's limit holds up the rest of the run, and loses none of it.
#[tokio::test]
async fn an_erp_that_takes_no_more_calls_gets_the_rest_later() {
    const PLANS: usize = 30;
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let runs = Runs::on(engine).await;
        let (account, erp) = runs.account().await;
        let plan = runs.group("Alder", 1).await;
        runs.join(plan, account, json!({"SendInvoice": false})).await;
        runs.multiply(PLANS as u32 - 1).await;
        let id = runs.drafted(7).await["Id"].clone();
        for _ in 0..3 {
            erp.fail_next(Call::CreateInvoice, Fault::throttled(Some(std::time::Duration::from_secs(60))));
        }
        let plans: Vec<i64> = (1..=PLANS as i64).collect();
        let waiting = runs.create(&id, &plans).await;
        assert_eq!(waiting["State"], "Creating", "{engine:?}");
        assert!(erp.documents().len() < PLANS, "the rest waits");
        let states: Vec<Value> =
            runs.items(&id, "created").await.iter().map(|row| row["ErpState"]["Text"].clone()).collect();
        assert!(states.iter().all(|state| *state == "Queued" || *state == "Sent"), "{states:?}");
        runs.app.pass(TimeDelta::seconds(30));
        runs.app.run_jobs().await;
        assert!(erp.documents().len() < PLANS, "it is left alone as long as it asked for");
        runs.app.pass(TimeDelta::minutes(5));
        runs.app.run_jobs().await;
        let over = runs.run(&id).await;
        assert_eq!((&over["State"], erp.documents().len()), (&json!("Done"), PLANS), "{engine:?}");
        assert_eq!(over["Counts"]["InvoiceCreated"], PLANS);
    }
}

/// The job waits out a short outage of the ERP, and no user has to start the run again.
#[tokio::test]
async fn a_short_outage_holds_up_a_run_and_fails_none_of_it() {
    const PLANS: usize = 20;
    for (engine, fault) in [(Engine::Sqlite, Fault::busy()), (Engine::Postgres, Fault::answer_lost())] {
        let runs = Runs::on(engine).await;
        let (account, erp) = runs.account().await;
        let plan = runs.group("Alder", 1).await;
        runs.join(plan, account, json!({"SendInvoice": false})).await;
        runs.multiply(PLANS as u32 - 1).await;
        let id = runs.drafted(7).await["Id"].clone();
        erp.fail_always(fault);
        let plans: Vec<i64> = (1..=PLANS as i64).collect();
        assert_eq!(runs.create(&id, &plans).await["State"], "Creating", "{engine:?}");
        erp.recover();
        runs.app.pass(TimeDelta::seconds(30));
        runs.app.run_jobs().await;
        let over = runs.run(&id).await;
        assert_eq!((&over["State"], &over["Counts"]["InvoiceCreated"]), (&json!("Done"), &json!(PLANS)), "{engine:?}");
        assert_eq!(erp.documents().len(), PLANS, "{engine:?}");
    }
}

/// One that takes no calls at all does not hold a run for ever.
#[tokio::test]
async fn an_erp_that_never_takes_calls_counts_as_not_reached() {
    let mut runs = Runs::start().await;
    let (account, erp) = runs.account().await;
    let plan = runs.group("Alder", 1).await;
    runs.join(plan, account, json!({"SendInvoice": false})).await;
    let id = runs.drafted(7).await["Id"].clone();
    erp.fail_always(Fault::throttled(None));
    runs.create(&id, &[plan.1]).await;
    for _ in 0..9 {
        runs.app.pass(TimeDelta::minutes(5));
        runs.app.run_jobs().await;
    }
    runs.client = runs.app.administrator().await;
    assert_eq!(runs.run(&id).await["State"], "Done");
    let rows = invoices(&runs.items(&id, "failed").await);
    assert!(
        rows[0].1.as_str().expect("a reason").ends_with("The next billing run of the month asks again."),
        "{rows:?}"
    );
    assert_eq!(erp.documents().len(), 0);
}

/// The terms of an account are read once for a batch, and no more calls than ten are under way.
#[tokio::test]
async fn a_batch_asks_for_the_terms_once() {
    const PLANS: usize = 25;
    let runs = Runs::start().await;
    let (account, erp) = runs.account().await;
    let terms = connectors::Accounting::terms(&erp).await.expect("terms").remove(0);
    let plan = runs.group("Alder", 1).await;
    runs.join(plan, account, json!({"SendInvoice": false, "ErpDefaultInvoiceTermId": terms.id.as_str()})).await;
    runs.multiply(PLANS as u32 - 1).await;
    let id = runs.drafted(7).await["Id"].clone();
    let before = erp.calls().iter().filter(|call| **call == Call::Terms).count();
    let plans: Vec<i64> = (1..=PLANS as i64).collect();
    runs.create(&id, &plans).await;
    let asked = erp.calls().iter().filter(|call| **call == Call::Terms).count() - before;
    assert_eq!((asked, erp.documents().len()), (1, PLANS));
}
