//! Billing runs: one open run a month, who holds it, which plans are in it, and what has become of them.

use chrono::{DateTime, Utc};
use domain::access::{Caller, Role, Scope};
use domain::billing::run::{Coverage, Exception, InvoicePush, InvoiceStanding, ItemState, RunState};
use domain::{
    BillingMonth, BillingRunId, BrokerId, DateRange, GroupId, Money, PageRequest, PlanId, SnapshotId, UserId,
};

use super::super::world::{execute, populate};
use crate::billing_runs::items::{Choice, Counts, Drafted, Filter, Invoiced, NewItem, Next, Settled, Wanted, Which};
use crate::billing_runs::{self, NewRun, ONE_OPEN, Progress, items};
use crate::testing::TestStore;
use crate::{Error, Tx, on_both_engines};

on_both_engines!(
    a_month_has_one_open_run,
    a_run_is_worked_at_by_one_job_at_a_time,
    plans_without_a_snapshot_of_the_month_come_into_a_run,
    plans_come_in_whole_groups,
    what_becomes_of_plans_is_listed_and_counted,
    a_run_that_ends_leaves_the_rest_out,
    runs_are_seen_by_who_sees_everything,
);

fn at() -> DateTime<Utc> {
    "2026-07-20T16:00:00Z".parse().expect("an instant")
}

fn july() -> BillingMonth {
    BillingMonth::new(2026, 7).expect("a month")
}

fn new(month: BillingMonth) -> NewRun {
    NewRun { month, automatic: false, by: Some(UserId(1)), acting_as: None }
}

async fn begin(store: &TestStore) -> Tx {
    store.begin().await.expect("a transaction")
}

async fn commit(tx: Tx) {
    tx.commit_unaudited("a test's billing run").await.expect("committed");
}

/// A run of August with the plans of both groups.
async fn started(store: &TestStore) -> BillingRunId {
    populate(store).await;
    let tx = begin(store).await;
    let run = billing_runs::insert(&tx, new(july().plus(1)), at()).await.expect("a run");
    let window = july().plus(1).window();
    let plans = [(1, 1), (2, 2)].map(|of| item(of, window));
    items::add(&tx, run, &plans).await.expect("its plans");
    commit(tx).await;
    run
}

fn item((plan, group): (i64, i64), window: DateRange) -> NewItem {
    NewItem { plan: PlanId(plan), group: GroupId(group), window, taken_up: None }
}

fn drafted(plan: i64, total: std::result::Result<i64, &str>, exceptions: i32) -> Drafted {
    Drafted {
        plan: PlanId(plan),
        total: total.map(Money::from_cents).map_err(str::to_owned),
        previous: Some(Money::from_cents(9800)),
        exceptions,
        coverage: Coverage { on_no_line: 3, on_two_lines: 1 },
        customer_of: None,
        unfinished_files: 0,
    }
}

async fn counts(store: &TestStore, run: BillingRunId) -> Counts {
    items::counts(&store.read(), run).await.expect("counts")
}

async fn a_month_has_one_open_run(store: TestStore) {
    populate(&store).await;
    let tx = begin(&store).await;
    let run = billing_runs::insert(&tx, new(july()), at()).await.expect("a run");
    billing_runs::insert(&tx, new(july().plus(1)), at()).await.expect("a run of another month");
    commit(tx).await;
    assert!(billing_runs::is_open(&store.read(), july()).await.expect("an answer"));
    let tx = begin(&store).await;
    let second = billing_runs::insert(&tx, new(july()), at()).await.expect_err("refused");
    assert!(second.is_refused_by(ONE_OPEN), "{second:?}");
    drop(tx);
    let tx = begin(&store).await;
    billing_runs::end(&tx, run, RunState::Cancelled, None, at()).await.expect("ended");
    commit(tx).await;
    assert!(!billing_runs::is_open(&store.read(), july()).await.expect("an answer"));
    let tx = begin(&store).await;
    billing_runs::insert(&tx, new(july()), at()).await.expect("the next run of the month");
    commit(tx).await;
}

async fn a_run_is_worked_at_by_one_job_at_a_time(store: TestStore) {
    let run = started(&store).await;
    let tx = begin(&store).await;
    assert!(billing_runs::take(&tx, run, RunState::Drafting, "1/1").await.expect("an answer"));
    assert!(billing_runs::hold(&tx, run, RunState::Drafting, "1/1").await.expect("an answer"));
    let more = Progress { done: 2, drafted: Money::from_cents(500), ..Progress::default() };
    billing_runs::progress(&tx, run, more).await.expect("written");
    commit(tx).await;

    let tx = begin(&store).await;
    assert!(!billing_runs::take(&tx, run, RunState::Creating, "2/1").await.expect("an answer"), "another step");
    assert!(billing_runs::take(&tx, run, RunState::Drafting, "2/1").await.expect("an answer"));
    assert!(!billing_runs::hold(&tx, run, RunState::Drafting, "1/1").await.expect("an answer"), "it was taken");
    billing_runs::rest(&tx, run, RunState::Drafted).await.expect("written");
    assert!(!billing_runs::hold(&tx, run, RunState::Drafting, "2/1").await.expect("an answer"), "the step is over");
    commit(tx).await;

    let found = billing_runs::find(&store.read(), Scope::system(), run).await.expect("the run");
    assert_eq!((found.state, found.done, found.drafted.cents()), (RunState::Drafted, 2, 500));
    assert_eq!(found.creator.as_deref(), Some("Ada Young"));
}

async fn plans_without_a_snapshot_of_the_month_come_into_a_run(store: TestStore) {
    populate(&store).await;
    let db = store.read();
    let found = async |month, choice: &Choice, page| -> Vec<i64> {
        let found = items::candidates(&db, Scope::system(), month, choice, page).await.expect("candidates");
        found.into_iter().map(|one| one.plan.get()).collect()
    };
    let first = (PlanId(0), 10);
    assert_eq!(found(july(), &Choice::All, first).await, [2], "the first plan is billed for July");
    assert_eq!(found(july().plus(1), &Choice::All, first).await, [1, 2]);
    assert_eq!(found(july().plus(1), &Choice::All, (PlanId(0), 1)).await, [1]);
    assert_eq!(found(july().plus(1), &Choice::All, (PlanId(1), 1)).await, [2]);
    assert_eq!(found(july().plus(1), &Choice::Automatic(vec![BrokerId(2)]), first).await, [2]);
    let one = items::candidates(&db, Scope::system(), july(), &Choice::All, first).await.expect("candidates")[0];
    assert_eq!((one.group, one.expires_on, one.days), (GroupId(2), None, (4, 3)));
    assert_eq!(items::period_ends(&db).await.expect("brokers"), [(BrokerId(1), 3), (BrokerId(2), 3)]);

    let tx = begin(&store).await;
    execute(&tx, "update plan set generate_invoice = false where id = 2").await.expect("written");
    execute(&tx, "update plan set active = false where id = 1").await.expect("written");
    execute(&tx, "update snapshot set deleted_at = updated_at").await.expect("written");
    commit(tx).await;
    assert_eq!(found(july(), &Choice::All, first).await, [2], "only active plans");
    assert_eq!(found(july(), &Choice::Automatic(vec![BrokerId(2)]), first).await, Vec::<i64>::new());
    let facts = items::facts(&db, july().plus(1), &[PlanId(1), PlanId(2)]).await.expect("facts");
    let facts = [PlanId(1), PlanId(2)].map(|plan| (facts[&plan].previous, facts[&plan].generates_invoice));
    assert_eq!(facts, [(None, true), (None, false)], "the snapshot is deleted");
}

async fn plans_come_in_whole_groups(store: TestStore) {
    populate(&store).await;
    let tx = begin(&store).await;
    for group in ["1", "1", "2"] {
        let more = "insert into plan (group_id, name, name_key, created_at, updated_at) select";
        execute(&tx, &format!("{more} {group}, name, name_key, created_at, updated_at from plan where id = 1"))
            .await
            .expect("a plan");
    }
    let run = billing_runs::insert(&tx, new(july().plus(1)), at()).await.expect("a run");
    let window = july().plus(1).window();
    let plans = [(1, 1), (2, 2), (3, 1), (4, 1), (5, 2)].map(|of| item(of, window));
    items::add(&tx, run, &plans).await.expect("its plans");
    commit(tx).await;
    let next = async |most| -> Vec<i64> {
        let found = items::next(&store.read(), run, ItemState::Queued, most).await.expect("the next");
        found.into_iter().map(|one| one.plan.get()).collect()
    };
    assert_eq!(next(5).await, [1, 3, 4, 2, 5]);
    assert_eq!(next(4).await, [1, 3, 4], "the second group would be cut");
    assert_eq!(next(2).await, [1, 3], "a group that is larger than a batch is cut");
    let found = items::next(&store.read(), run, ItemState::Queued, 1).await.expect("the next");
    assert_eq!(found, [Next { plan: PlanId(1), group: GroupId(1), window, total: None, taken_up: None }]);
}

async fn what_becomes_of_plans_is_listed_and_counted(store: TestStore) {
    let run = started(&store).await;
    let tx = begin(&store).await;
    let odd = Exception::ZeroAmount.bit();
    items::draft(&tx, run, &[drafted(1, Ok(12_300), 0), drafted(2, Ok(0), odd)]).await.expect("drafts");
    commit(tx).await;
    let found = counts(&store, run).await;
    assert_eq!((found.of(ItemState::Draft), found.exceptions, found.without_exceptions), (2, 1, 1));
    assert_eq!(found.by_exception, [1, 0, 0, 0, 0, 0, 0, 0, 0]);
    for (exception, plans) in [(Exception::ZeroAmount, &[2][..]), (Exception::Changed, &[])] {
        let wanted = Wanted { exception: Some(exception), ..Wanted::default() };
        let page = items::search(&store.read(), Scope::system(), run, wanted, &PageRequest::first(10)).await;
        let rows = page.expect("a list").rows;
        assert_eq!(rows.iter().map(|row| row.plan.get()).collect::<Vec<_>>(), plans, "{exception:?}");
    }

    let list = async |filter, term: &str| -> Vec<i64> {
        let request = PageRequest { term: term.to_owned(), ..PageRequest::first(10) };
        let wanted = Wanted { filter, exception: None };
        let page = items::search(&store.read(), Scope::system(), run, wanted, &request).await.expect("a list");
        assert_eq!(page.total as usize, page.rows.len());
        page.rows.into_iter().map(|row| row.plan.get()).collect()
    };
    assert_eq!(list(None, "").await, [2, 1], "what is to be looked at comes first");
    assert_eq!(list(Some(Filter::Exceptions), "").await, [2]);
    assert_eq!(list(None, "telehealth").await, [2, 1]);
    assert_eq!(list(None, "nothing").await, Vec::<i64>::new());

    let tx = begin(&store).await;
    let approve = (ItemState::Draft, ItemState::Approved);
    assert_eq!(items::turn(&tx, run, Which::WithoutExceptions, approve).await.expect("moved"), 1);
    assert_eq!(items::turn(&tx, run, Which::These(&[PlanId(1), PlanId(2)]), approve).await.expect("moved"), 1);
    let states = [ItemState::Draft, ItemState::Approved];
    let both = [PlanId(1), PlanId(2), PlanId(99)];
    assert_eq!(items::how_many(&tx, run, &both, &states).await.expect("an answer"), 2);
    commit(tx).await;
    let found = counts(&store, run).await;
    assert_eq!((found.of(ItemState::Approved), found.approved.cents(), found.exceptions), (2, 12_300, 1));

    let tx = begin(&store).await;
    let made = Settled { plan: PlanId(1), snapshot: Some(SnapshotId(1)), outcome: Ok(InvoicePush::Waiting) };
    let refused = Settled { plan: PlanId(2), snapshot: None, outcome: Err("The amount has changed.".to_owned()) };
    items::settle(&tx, run, &[made, refused]).await.expect("written");
    let waiting = async |after| items::uninvoiced(&tx, run, after, 10).await.expect("the next");
    let first = (GroupId(1), PlanId(1));
    assert_eq!(waiting(None).await, [(PlanId(1), GroupId(1), SnapshotId(1))]);
    assert_eq!(waiting(Some((GroupId(1), PlanId(0)))).await.len(), 1);
    assert_eq!(waiting(Some(first)).await, []);
    let why = "This ERP account is not connected yet.";
    items::leave_out_invoices(&tx, run, "The run was cancelled.").await.expect("written");
    commit(tx).await;
    assert_eq!(counts(&store, run).await.of_invoice(InvoiceStanding::LeftOut), 1);
    assert_eq!(list(Some(Filter::LeftOut), "").await, [1]);
    assert_eq!(list(Some(Filter::Failed), "").await, [2], "nobody has asked for the invoice");
    let tx = begin(&store).await;
    assert!(items::invoiced(&tx, run, PlanId(1), &Invoiced::Refused(why.to_owned())).await.expect("written"));
    commit(tx).await;
    let found = counts(&store, run).await;
    assert_eq!((found.of(ItemState::Created), found.of(ItemState::Refused)), (1, 1));
    assert_eq!(found.of_invoice(InvoiceStanding::Refused), 1);
    assert_eq!(list(Some(Filter::Created), "").await, [1]);
    assert_eq!(list(Some(Filter::Failed), "").await, [1, 2]);
    let wanted = Wanted { filter: Some(Filter::Created), exception: None };
    let page = items::search(&store.read(), Scope::system(), run, wanted, &PageRequest::first(10)).await;
    let row = page.expect("a list").rows.remove(0);
    assert_eq!(row.invoice_message.as_deref(), Some(why));
    assert_eq!((row.snapshot, row.coverage.on_no_line, row.window), (Some(SnapshotId(1)), 3, july().plus(1).window()));
    let tx = begin(&store).await;
    let created = async || items::invoiced(&tx, run, PlanId(1), &Invoiced::Created).await.expect("an answer");
    assert!(created().await, "the call had been on its way");
    assert!(!created().await, "there is nothing left to say");
}

async fn a_run_that_ends_leaves_the_rest_out(store: TestStore) {
    let run = started(&store).await;
    let tx = begin(&store).await;
    items::draft(&tx, run, &[drafted(1, Ok(100), 0), drafted(2, Err("expired"), 0)]).await.expect("drafts");
    items::leave_out(&tx, run, &[ItemState::Queued, ItemState::Draft], "It was not approved.").await.expect("written");
    billing_runs::end(&tx, run, RunState::Done, None, at()).await.expect("ended");
    commit(tx).await;
    let found = counts(&store, run).await;
    assert_eq!((found.of(ItemState::LeftOut), found.of(ItemState::Refused)), (1, 1));
    let run = billing_runs::find(&store.read(), Scope::system(), run).await.expect("the run");
    assert_eq!((run.state, run.finished_at), (RunState::Done, Some(at())));
}

async fn runs_are_seen_by_who_sees_everything(store: TestStore) {
    let run = started(&store).await;
    let caller = |role, broker| Caller { user: UserId(1), role, broker, impersonator: None };
    let staff = caller(Role::Administrator, None).scope();
    let broker = caller(Role::BrokerAdministrator, Some(BrokerId(1))).scope();
    let db = store.read();
    let request = PageRequest::first(10);
    assert_eq!(billing_runs::search(&db, staff, None, &request).await.expect("a list").total, 1);
    assert_eq!(billing_runs::search(&db, broker, None, &request).await.expect("a list").total, 0);
    assert!(matches!(billing_runs::find(&db, broker, run).await, Err(Error::NotFound)));
    let rows = items::search(&db, broker, run, Wanted::default(), &request).await.expect("a list").rows;
    assert_eq!(rows.iter().map(|row| row.group).collect::<Vec<_>>(), [GroupId(1)], "rows follow the scope as well");
}
