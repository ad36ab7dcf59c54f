//! Snapshots while others change what they are computed from.

use domain::billing::snapshot::{ComputedSnapshot, compute};
use domain::{BillingMonth, DateRange, Money, PlanId};
use futures_util::future::join;
use portal::billing::snapshots::{next_of_group, service};
use portal::error::Result;
use serde_json::json;
use store::snapshots::{self, FrozenSnapshot, NewSnapshot, lock_plan};
use store::{Engine, Stamp};

use crate::support::Billed;

/// What somebody changes after a bill has begun to be read belongs to the next one, all of it.
#[tokio::test(flavor = "multi_thread")]
async fn a_bill_sees_the_database_as_it_was_at_one_moment() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let billed = Billed::on(engine).await;
        billed.member("Ana", &[]).await;
        billed.app.staff().await;
        billed.app.meanwhile(0, "update member set is_primary=false");
        assert_eq!(next(&billed).await.total(), Money::from_cents(1000), "{engine:?}");
    }
}

/// A bill is as of an instant before it was read: what is entered before that is billed, and shown on the bill.
#[tokio::test(flavor = "multi_thread")]
async fn what_a_bill_shows_is_what_it_was_computed_from() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let billed = Billed::on(engine).await;
        billed.member("Ana", &[]).await;
        billed.app.meanwhile(0, "update member set is_primary=false");
        assert_eq!(bill(&billed, 7).await.expect("a snapshot").total, Money::ZERO, "{engine:?}");
    }
}

/// Terms that change while a bill is computed count for it: it is computed anew before it is written.
#[tokio::test(flavor = "multi_thread")]
async fn a_bill_is_written_by_the_terms_of_that_moment() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let billed = Billed::on(engine).await;
        billed.member("Ana", &[]).await;
        let who = billed.app.staff().await;
        billed.app.meanwhile(1, "update pricing_option set rate_cents=1200 where id=1");
        let july = bill(&billed, 7).await.expect("a snapshot");
        assert_eq!(july.total, Money::from_cents(1200), "{engine:?}");
        billed.app.meanwhile(1, "update plan set name='Dental'");
        let again = service::regenerate(&billed.app.ctx, who, billed.group.into(), july.id).await.expect("a snapshot");
        assert_eq!(again.plan_name, "Dental", "{engine:?}");
        billed.app.meanwhile(1, "update plan_line set deleted_at=created_at");
        let again = service::regenerate(&billed.app.ctx, who, billed.group.into(), july.id).await.expect("a snapshot");
        assert_eq!(again.total, Money::ZERO, "{engine:?}");
        billed.app.meanwhile(1, "update plan set active=false");
        let refused = bill(&billed, 8).await.expect_err("the plan is not active any more");
        assert!(refused.to_string().contains("not active"), "{engine:?}: {refused}");
    }
}

/// Whatever comes in between, such as the news that it was paid.
#[tokio::test(flavor = "multi_thread")]
async fn what_forbids_a_change_is_asked_again_when_it_is_written() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let billed = Billed::on(engine).await;
        let who = billed.app.staff().await;
        let (group, id) = (billed.group.into(), billed.bill(7).await["Id"].as_i64().expect("an id").into());
        billed.app.meanwhile(1, "update snapshot set payment_status=3");
        let refused = service::regenerate(&billed.app.ctx, who, group, id).await.expect_err("it is paid");
        assert!(refused.to_string().contains("invoice is paid"), "{engine:?}: {refused}");
        billed.app.meanwhile(0, "update snapshot set erp_ref_id='7', payment_status=1");
        let refused = service::delete(&billed.app.ctx, who, group, id).await.expect_err("it is in the ERP");
        assert!(refused.to_string().contains("it is in the ERP"), "{engine:?}: {refused}");
    }
}

/// Who makes a snapshot or computes it anew is told what was made, also when somebody else deletes it at once.
#[tokio::test]
async fn what_was_made_is_answered_though_it_is_deleted_at_once() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let billed = Billed::on(engine).await;
        billed.member("Ana", &[]).await;
        let june = billed.bill(6).await["Id"].clone();
        // In the place of another client, so that nobody comes between the two.
        store::testing::execute(&billed.app.ctx.store, deleted_as_it_is_recorded(engine)).await;
        assert_eq!(billed.regenerate(&june).await.value()["InvoiceTotalDollars"], json!(10.0), "{engine:?}");
        assert_eq!(bill(&billed, 7).await.expect("a snapshot").total, Money::from_cents(1000), "{engine:?}");
        for id in [1, 2] {
            assert_eq!(billed.client.get(&billed.snapshot(&json!(id))).await.status, 404, "{engine:?}");
        }
    }
}

fn deleted_as_it_is_recorded(engine: Engine) -> &'static str {
    match engine {
        Engine::Sqlite => {
            "create trigger gone after insert on audit when new.subject='snapshot' begin update snapshot set \
             deleted_at=created_at; end"
        }
        Engine::Postgres => {
            "create function gone() returns trigger language plpgsql as $$ begin update snapshot set \
             deleted_at=created_at; return null; end $$; create trigger gone after insert on audit for each row \
             when (new.subject='snapshot') execute function gone()"
        }
    }
}

/// A line item whose scope is changed just as it is billed for the first time keeps it; one whose plan is saved just then waits as well.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changes_of_a_plan_wait_for_the_bill_that_is_being_written() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let billed = Billed::on(engine).await;
        let (_, line) = billed.line(json!({"Name": "Second"})).await;
        let some =
            json!({"Name": "Second", "BillingPricingOptionId": 1, "IncludeAllMembers": false, "ReferenceId": "A"});
        let computed = next(&billed).await;
        let (group, plan) = (billed.group.into(), PlanId(billed.plan));
        let (window, computed_at) = (window(7), billed.app.ctx.now());
        let new = NewSnapshot {
            plan,
            group,
            plan_name: "Medical",
            purchase_order: None,
            customer_name: None,
            window,
            computed_at,
            computed: &computed,
            terms: String::new(),
        };
        let bill = billed.app.ctx.store.begin().await.expect("a transaction");
        lock_plan(&bill, group, plan).await.expect("it is locked");
        let saved = billed.client.put(&line, some);
        let end = async {
            store::testing::somebody_waits(&billed.app.ctx.store).await;
            snapshots::insert(&bill, new, Stamp { at: computed_at, by: None }).await.expect("it is written");
            bill.commit_unaudited("done by a test").await.expect("committed");
        };
        let (saved, ()) = join(saved, end).await;
        assert_eq!(saved.error_keys(), ["IncludeAllMembers"], "{engine:?}");
    }
}

/// The next bill of the plan, as it would be. The time is asked for between the plan and its members.
async fn next(billed: &Billed) -> ComputedSnapshot {
    let who = billed.app.staff().await;
    let view = billed.app.ctx.store.view().await.expect("a view");
    let read = next_of_group(&billed.app.ctx, who.scope(), &view, billed.group.into()).await.expect("it is read");
    compute(&read[0].request())
}

fn window(month: u32) -> DateRange {
    BillingMonth::new(2026, month).expect("a month").window()
}

async fn bill(billed: &Billed, month: u32) -> Result<FrozenSnapshot> {
    let who = billed.app.staff().await;
    let window = window(month);
    let period = (Some(window.start), Some(window.end));
    service::create(&billed.app.ctx, who, billed.group.into(), Some(PlanId(billed.plan)), period).await
}
