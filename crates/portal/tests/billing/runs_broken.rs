//! Billing runs that are started twice, cancelled half way, run again or given up: nothing is half-written and nothing is done twice.

use chrono::TimeDelta;
use domain::GroupId;
use domain::access::Scope;
use portal::billing::runs::jobs::{CreateBills, DraftBills, InvoiceBills};
use portal::jobs::Lane;
use serde_json::json;
use store::Engine;
use store::snapshots::SnapshotFilter;

use crate::support::TestApp;
use crate::support::runs::Runs;

async fn count(app: &TestApp, group: GroupId) -> u64 {
    let page = domain::PageRequest::first(1);
    let db = app.ctx.store.read();
    store::snapshots::search(&db, Scope::system(), &SnapshotFilter::of(Some(group)), &page).await.expect("a list").total
}

#[tokio::test]
async fn a_month_is_started_once_however_often_it_is_clicked() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let runs = Runs::on(engine).await;
        let (group, plan) = runs.group("Fernwood", 1).await;
        let (a, b, c, d) = tokio::join!(runs.ask(7), runs.ask(7), runs.ask(7), runs.ask(7));
        let replies = [a, b, c, d];
        let made: Vec<_> = replies.iter().filter(|reply| reply.json()["IsValid"] == json!(true)).collect();
        assert_eq!(made.len(), 1, "{engine:?}");
        let id = made[0].value()["Id"].clone();
        runs.app.run_jobs().await;
        runs.call(&id, "approve", json!({"PlanIds": [plan]})).await.value();
        let click = || runs.call(&id, "create", json!({}));
        let (a, b, c) = tokio::join!(click(), click(), click());
        for reply in [a, b, c] {
            assert_eq!(reply.value()["State"], "Creating", "{engine:?}");
        }
        runs.app.run_jobs().await;
        assert_eq!(count(&runs.app, group).await, 1, "{engine:?}");
        assert_eq!(runs.actions().await.iter().filter(|action| *action == "create").count(), 1);
    }
}

#[tokio::test]
async fn a_job_that_runs_again_changes_nothing() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let runs = Runs::on(engine).await;
        let (group, plan) = runs.group("Fernwood", 1).await;
        let drafted = runs.drafted(7).await;
        let id = &drafted["Id"];
        runs.again::<DraftBills>(id).await;
        assert_eq!(runs.run(id).await, drafted, "{engine:?}");
        let done = runs.create(id, &[plan]).await;
        runs.again::<CreateBills>(id).await;
        runs.again::<InvoiceBills>(id).await;
        runs.again::<DraftBills>(id).await;
        assert_eq!(runs.run(id).await, done, "{engine:?}");
        assert_eq!(count(&runs.app, group).await, 1, "{engine:?}");
    }
}

#[tokio::test]
async fn a_run_is_cancelled_before_anything_is_made_of_it() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let runs = Runs::on(engine).await;
        let (group, plan) = runs.group("Fernwood", 1).await;
        for step in ["Drafting", "Drafted", "Creating"] {
            let id = runs.ask(7).await.value()["Id"].clone();
            if step != "Drafting" {
                runs.app.run_jobs().await;
            }
            if step == "Creating" {
                runs.call(&id, "approve", json!({"PlanIds": [plan]})).await.value();
                runs.call(&id, "create", json!({})).await.value();
            }
            assert_eq!(runs.run(&id).await["State"], step, "{engine:?}");
            let cancelled = runs.call(&id, "cancel", json!({})).await.value();
            assert_eq!((&cancelled["State"], &cancelled["Counts"]["LeftOut"]), (&json!("Cancelled"), &json!(1)));
            assert_eq!(runs.call(&id, "cancel", json!({})).await.value()["State"], "Cancelled", "a second click");
            runs.app.run_jobs().await;
            assert_eq!(runs.run(&id).await, cancelled, "{engine:?}: its jobs find nothing to do");
            let item = runs.items(&id, "").await.remove(0);
            assert_eq!(
                (&item["State"], &item["Message"]),
                (&json!("LeftOut"), &json!("The run was cancelled before this."))
            );
        }
        assert_eq!(count(&runs.app, group).await, 0, "{engine:?}");
    }
}

/// The cancelling waits for the batch that is being written; the batches behind it are not begun.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_made_stays_when_a_run_is_cancelled_half_way() {
    const PLANS: u64 = 250;
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let runs = Runs::on(engine).await;
        for name in ["Alder", "Birch", "Cedar", "Dogwood", "Elm"] {
            runs.group(name, 1).await;
        }
        runs.multiply(49).await;
        let id = runs.drafted(7).await["Id"].clone();
        // All have a plan beside them on whose line their member is as well.
        let plans: Vec<_> = (1..=PLANS).collect();
        runs.call(&id, "approve", json!({"PlanIds": plans})).await.value();
        runs.call(&id, "create", json!({})).await.value();
        let cancel = async {
            while runs.run(&id).await["Created"].as_u64().expect("a number") == 0 {
                tokio::task::yield_now().await;
            }
            runs.call(&id, "cancel", json!({})).await.value()
        };
        let ((), cancelled) = tokio::join!(runs.app.run_jobs(), cancel);
        let made = cancelled["Created"].as_u64().expect("a number");
        assert!((50..PLANS).contains(&made) && made.is_multiple_of(50), "{engine:?}: {cancelled}");
        assert_eq!(runs.run(&id).await, cancelled, "{engine:?}: nothing comes after");
        let counts = &cancelled["Counts"];
        assert_eq!((&counts["Created"], &counts["LeftOut"]), (&json!(made), &json!(PLANS - made)));
        let listed = runs.client.get("/api/v1/billing/0/snapshots?Page=1&PerPage=1").await.value();
        assert_eq!(listed["TotalRecords"], json!(made), "{engine:?}");
        let rest = runs.drafted(7).await;
        assert_eq!(rest["Total"], json!(PLANS - made), "{engine:?}: the next run does the rest");
    }
}

#[tokio::test]
async fn a_run_whose_job_is_given_up_says_so_and_keeps_what_it_made() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let runs = Runs::on(engine).await;
        runs.group("Fernwood", 1).await;
        let id = runs.ask(7).await.value()["Id"].clone();
        let lease = TimeDelta::seconds(60);
        let (store, lane) = (&runs.app.ctx.store, Lane::Heavy as i16);
        while let Some(claimed) =
            store::queue::claim(store, lane, "a worker that dies", runs.app.ctx.now(), lease).await.expect("an answer")
        {
            runs.app.pass(lease);
            if claimed.attempt == claimed.max_attempts {
                break;
            }
        }
        runs.app.run_jobs().await;
        let failed = runs.run(&id).await;
        assert_eq!((&failed["State"], &failed["Counts"]["LeftOut"]), (&json!("Failed"), &json!(1)), "{engine:?}");
        assert!(failed["Message"].as_str().expect("a reason").starts_with("The run stopped"), "{failed}");
        assert_eq!(runs.actions().await, ["start", "failed"]);
        assert_eq!(runs.drafted(7).await["State"], "Drafted", "the month is free again");
    }
}
