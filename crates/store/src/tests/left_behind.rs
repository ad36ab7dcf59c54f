//! Which snapshots a run has left behind without an invoice, so that the next run of the month takes them up.

use domain::access::{Caller, Role, Scope};
use domain::{BillingMonth, BrokerId, GroupId, Money, PlanId, SnapshotId, UserId};

use super::world::{execute, insert, populate};
use crate::billing_runs::items::{self, Choice, NewItem};
use crate::testing::TestStore;
use crate::{Db, on_both_engines};

on_both_engines!(
    what_no_run_has_asked_an_invoice_for_is_left_behind,
    what_an_automatic_run_has_asked_for_in_vain_is_asked_for_again,
    whoever_may_not_see_it_does_not_take_it_up,
);

const AT: &str = "'2026-07-20T16:00:00.000Z'";

fn july() -> BillingMonth {
    BillingMonth::new(2026, 7).expect("a month")
}

/// The first plan wants an invoice, and a run that was cancelled has made its snapshot of July.
async fn cancelled(store: &TestStore) {
    populate(store).await;
    let tx = store.begin().await.expect("a transaction");
    execute(&tx, "update plan set api_service_id = 1").await.expect("written");
    insert(&tx, "billing_run", &[("state", "5"), ("finished_at", AT)]).await.expect("a run");
    let left_out = &[("state", "3"), ("snapshot_id", "1"), ("invoice_message", "'The run was cancelled.'")];
    insert(&tx, "billing_run_item", left_out).await.expect("its plan");
    tx.commit_unaudited("set up by a test").await.expect("committed");
}

async fn found(db: &impl Db, choice: &Choice, after: i64) -> Vec<NewItem> {
    items::left_behind(db, Scope::system(), july(), choice, (PlanId(after), 10)).await.expect("an answer")
}

async fn what_no_run_has_asked_an_invoice_for_is_left_behind(store: TestStore) {
    cancelled(&store).await;
    let db = store.read();
    let first = NewItem { plan: PlanId(1), group: GroupId(1), window: july().window(), taken_up: Some(SnapshotId(1)) };
    assert_eq!(found(&db, &Choice::All, 0).await, [first]);
    assert_eq!(found(&db, &Choice::All, 1).await, []);
    let totals = items::totals(&db, &[SnapshotId(1), SnapshotId(99)]).await.expect("totals");
    assert_eq!(totals.into_iter().collect::<Vec<_>>(), [(SnapshotId(1), Money::from_cents(9800))]);
    let other = "insert into billing_run (period_month, state, created_at, finished_at) values (24318, 5, ";
    let asked = "insert into billing_run_item (run_id, plan_id, group_id, start_on, end_on, state, snapshot_id, \
                 invoice, taken_up) select max(id), 1, 1, '2026-06-04', '2026-07-03', 3, 1, 3, true from billing_run";
    let unreached = "update billing_run_item set invoice = 3, unreached = true".to_owned();
    let document = |state| {
        "insert into erp_document (api_service_id, kind, local_id, generation, state, request_key, created_at, \
         updated_at) values (1, 0, 1, 1, "
            .to_owned()
            + state
            + &format!(", 'r1', {AT}, {AT})")
    };
    for (about, statements, expected) in [
        ("nobody wanted an invoice", vec!["update billing_run_item set invoice_message = null".to_owned()], 0),
        ("the ERP was asked and refused", vec!["update billing_run_item set invoice = 3".to_owned()], 0),
        ("the ERP was asked and could not be reached", vec![unreached.clone()], 1),
        ("a later run has been answered", vec![unreached, format!("{other}{AT}, {AT})"), asked.to_owned()], 0),
        ("it was made by hand", vec!["delete from billing_run_item".to_owned()], 0),
        ("it is another month's", vec!["update billing_run set period_month = 24319".to_owned()], 0),
        ("it is deleted", vec!["update snapshot set deleted_at = updated_at".to_owned()], 0),
        ("it was invoiced by hand", vec!["update snapshot set erp_ref_id = '7'".to_owned()], 0),
        ("the plan wants none any more", vec!["update plan set generate_invoice = false".to_owned()], 0),
        ("the plan has no account any more", vec!["update plan set api_service_id = null".to_owned()], 0),
        ("the plan has ended; what it owes has not", vec!["update plan set active = false".to_owned()], 1),
        ("a call is on its way", vec![document("1")], 1),
        ("it was deleted in the ERP", vec![document("6")], 0),
        ("a later run has asked", vec![format!("{other}{AT}, {AT})"), asked.to_owned()], 0),
    ] {
        let tx = store.begin().await.expect("a transaction");
        for statement in statements {
            execute(&tx, &statement).await.unwrap_or_else(|error| panic!("{about}: {error}"));
        }
        assert_eq!(found(&tx, &Choice::All, 0).await.len(), expected, "{about}");
    }
}

async fn what_an_automatic_run_has_asked_for_in_vain_is_asked_for_again(store: TestStore) {
    cancelled(&store).await;
    let unreached = "update billing_run_item set invoice = 3, unreached = true";
    for (about, statements, expected) in [
        ("it was not asked for", vec![], 0),
        ("a person's run has asked", vec![unreached], 0),
        ("the automatic one has", vec![unreached, "update billing_run set automatic = true"], 1),
    ] {
        let tx = store.begin().await.expect("a transaction");
        for statement in statements {
            execute(&tx, statement).await.unwrap_or_else(|error| panic!("{about}: {error}"));
        }
        assert_eq!(found(&tx, &Choice::Unreached, 0).await.len(), expected, "{about}");
        let fresh = items::candidates(&tx, Scope::system(), july().plus(1), &Choice::Unreached, (PlanId(0), 10)).await;
        assert_eq!(fresh.expect("an answer"), [], "{about}: no plan is billed anew");
    }
}

async fn whoever_may_not_see_it_does_not_take_it_up(store: TestStore) {
    cancelled(&store).await;
    let db = store.read();
    for broker in [1, 2] {
        let expected = usize::from(broker == 1);
        assert_eq!(found(&db, &Choice::Automatic(vec![BrokerId(broker)]), 0).await.len(), expected);
        let caller = Caller {
            user: UserId(1),
            role: Role::BrokerAdministrator,
            broker: Some(BrokerId(broker)),
            impersonator: None,
        };
        let seen = items::left_behind(&db, caller.scope(), july(), &Choice::All, (PlanId(0), 10)).await;
        assert_eq!(seen.expect("an answer").len(), expected);
    }
}
