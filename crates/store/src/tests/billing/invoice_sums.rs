//! What the invoices come to that one sees, and which of them are still to be sent (rules.md#sums-of-invoices).

use domain::access::{Caller, Role, Scope};
use domain::billing::plan::{PlanAccount, PlanDetails};
use domain::invoices::InvoiceAccess;
use domain::{ApiServiceId, BrokerId, GroupId, PageRequest, PlanId, SnapshotId, UserId};

use crate::on_both_engines;
use crate::plans;
use crate::snapshots::{self, InvoiceSums, SnapshotFilter};
use crate::testing::TestStore;
use crate::tests::members::stamp;
use crate::tests::world::{execute, insert, populate};

on_both_engines!(
    sums_are_those_of_what_one_sees,
    what_is_to_be_sent_is_listed,
    a_plan_that_gets_its_account_sends_from_its_newest_bill_on,
    bills_are_narrowed_by_their_due_day,
);

async fn done(store: &TestStore, statements: &[&str]) {
    let tx = store.begin().await.expect("a transaction");
    for sql in statements {
        execute(&tx, sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    }
    tx.commit_unaudited("the world of a test").await.expect("it is committed");
}

/// A further bill of a plan and of its group, which have the same number.
async fn bill(store: &TestStore, month: &str, plan: &str, total: &str) {
    let sql = format!(
        "insert into snapshot (plan_id, group_id, period_month, start_on, end_on, computed_at, plan_name, total_cents, \
         search_text, created_at, updated_at) select {plan}, {plan}, {month}, start_on, end_on, computed_at, plan_name, \
         {total}, '', created_at, updated_at from snapshot where id = 1"
    );
    done(store, &[&sql]).await;
}

/// `count amount` of Outstanding, Overdue, Not sent and the unused credit memos.
fn told(sums: InvoiceSums) -> [String; 4] {
    let told = |sum: snapshots::Sum| format!("{} {}", sum.count, sum.amount);
    let not_sent = sums.not_sent.map_or_else(|| "none".to_owned(), told);
    [told(sums.outstanding), told(sums.overdue), not_sent, told(sums.credits)]
}

async fn sums(store: &TestStore, scope: Scope, access: InvoiceAccess, group: Option<i64>) -> [String; 4] {
    told(snapshots::sums(&store.read(), scope, access, group.map(GroupId)).await.expect("sums"))
}

fn of_broker(broker: i64) -> Scope {
    let broker = Some(BrokerId(broker));
    Caller { user: UserId(9), role: Role::BrokerAdministrator, broker, impersonator: None }.scope()
}

/// Of group 1 an open, a partially paid, a paid and an unsent bill, and two credit memos, one of which comes to something else by now; of
/// group 2 an overdue one.
async fn sums_are_those_of_what_one_sees(store: TestStore) {
    populate(&store).await;
    for (month, plan, total) in [
        ("24321", "1", "1000"),
        ("24322", "1", "2000"),
        ("24323", "1", "3000"),
        ("24324", "1", "-500"),
        ("24325", "1", "700"),
        ("24326", "1", "4000"),
        ("24321", "2", "9000"),
    ] {
        bill(&store, month, plan, total).await;
    }
    done(
        &store,
        &[
            "update plan set api_service_id = 1, erp_from_month = 24321",
            "update snapshot set deleted_at = created_at where id = 1",
            "update snapshot set erp_ref_id = 'e' || id where id in (2,3,4,5,6,8)",
            "update snapshot set payment_status = 1, balance_cents = 1000 where id = 2",
            "update snapshot set payment_status = 2, balance_cents = 500 where id = 3",
            "update snapshot set payment_status = 3, balance_cents = 0 where id = 4",
            "update snapshot set payment_status = 1, balance_cents = 400 where id = 5",
            "update snapshot set payment_status = 1, balance_cents = 300, out_of_date = true where id = 6",
            "update snapshot set payment_status = 4, balance_cents = 9000 where id = 8",
        ],
    )
    .await;
    let tx = store.begin().await.expect("a transaction");
    insert(&tx, "erp_document", &[("kind", "1"), ("local_id", "6"), ("erp_id", "'e6'"), ("state", "2")])
        .await
        .expect("it");
    tx.commit_unaudited("the world of a test").await.expect("it is committed");

    let (all, open) = (InvoiceAccess::All, InvoiceAccess::OfOpenGroups);
    let staff = Scope::system();
    assert_eq!(sums(&store, staff, all, None).await, ["5 $98.00", "1 $90.00", "1 $40.00", "2 −$7.00"]);
    assert_eq!(sums(&store, staff, all, Some(1)).await, ["4 $8.00", "0 $0.00", "1 $40.00", "2 −$7.00"]);
    assert_eq!(sums(&store, staff, all, Some(2)).await, ["1 $90.00", "1 $90.00", "0 $0.00", "0 $0.00"]);
    let none = ["0 $0.00"; 4];
    assert_eq!(sums(&store, of_broker(1), open, None).await, none, "no invoice access");
    done(&store, &["update employer_group set enable_invoice_access = true"]).await;
    assert_eq!(sums(&store, of_broker(1), open, None).await, ["4 $8.00", "0 $0.00", "1 $40.00", "2 −$7.00"]);
    let customer = InvoiceAccess::SentOfOpenGroups;
    assert_eq!(sums(&store, of_broker(1), customer, None).await, ["4 $8.00", "0 $0.00", "none", "2 −$7.00"]);
}

/// The list of the figure has what the figure counts, page by page.
async fn what_is_to_be_sent_is_listed(store: TestStore) {
    populate(&store).await;
    for month in ["24321", "24322", "24323"] {
        bill(&store, month, "1", "1000").await;
    }
    let ids = [1, 2, 3, 4].map(SnapshotId);
    let listed = async || {
        let filter = SnapshotFilter { unsent: true, ..SnapshotFilter::default() };
        let request = PageRequest::first(2);
        let page = snapshots::search(&store.read(), Scope::system(), &filter, &request).await.expect("a page");
        let sums = snapshots::sums(&store.read(), Scope::system(), InvoiceAccess::All, None).await.expect("sums");
        assert_eq!(Some(page.total), sums.not_sent.map(|sum| sum.count));
        let rows: Vec<i64> = page.rows.iter().map(|row| row.snapshot.id.get()).collect();
        let named = snapshots::unsent(&store.read(), &ids).await.expect("ids");
        assert_eq!(named.len() as u64, page.total);
        (page.total, rows)
    };
    assert_eq!(listed().await, (0, vec![]), "the plan has no account");
    done(&store, &["update plan set api_service_id = 1"]).await;
    assert_eq!(listed().await.0, 4, "a plan that began with its account");
    done(&store, &["update plan set erp_from_month = 24323"]).await;
    assert_eq!(listed().await, (1, vec![4]), "a plan that had no account before: the newest");
    done(&store, &["update plan set erp_from_month = null"]).await;
    done(&store, &["update snapshot set erp_ref_id = '7' where id = 1"]).await;
    assert_eq!(listed().await.0, 3);
    done(&store, &["update snapshot set erp_ref_id = 'e' || id where id in (2, 4)"]).await;
    assert_eq!(listed().await, (1, vec![3]));
}

async fn a_plan_that_gets_its_account_sends_from_its_newest_bill_on(store: TestStore) {
    populate(&store).await;
    let (group, id) = (GroupId(1), PlanId(1));
    let not_sent =
        async || snapshots::sums(&store.read(), Scope::system(), InvoiceAccess::All, None).await.expect("sums");
    let count = async || not_sent().await.not_sent.map(|sum| sum.count);
    let save = async |account: Option<PlanAccount>| {
        let tx = store.begin().await.expect("a transaction");
        let plan = plans::for_changing(&tx, Scope::system(), group, id).await.expect("the plan");
        let details = PlanDetails { account, ..plan.details };
        plans::update(&tx, id, None, &details, stamp()).await.expect("it is saved");
        tx.commit_unaudited("the world of a test").await.expect("it is committed");
    };
    let account = || Some(PlanAccount { api_service: ApiServiceId(1), customer: None, terms_id: None });
    bill(&store, "24321", "1", "1000").await;
    save(account()).await;
    assert_eq!(count().await, Some(1), "the bill before went another way");
    save(account()).await;
    bill(&store, "24322", "1", "1000").await;
    save(account()).await;
    assert_eq!(count().await, Some(2), "each later bill waits until it is sent");
    done(&store, &["update snapshot set erp_ref_id = '7' where period_month = 24322"]).await;
    assert_eq!(count().await, Some(1), "also beside one that was sent after it");
}

async fn bills_are_narrowed_by_their_due_day(store: TestStore) {
    populate(&store).await;
    bill(&store, "24321", "1", "1000").await;
    done(
        &store,
        &[
            "update snapshot set payment_status = 1, due_on = '2026-07-01' where id = 1",
            "update snapshot set payment_status = 3, due_on = '2026-07-10' where id = 2",
        ],
    )
    .await;
    let day = |text: &str| text.parse().ok();
    for (due, owed, found) in [
        ((None, None), true, vec![1]),
        ((day("2026-07-05"), None), false, vec![2]),
        ((None, day("2026-07-10")), false, vec![1, 2]),
        ((None, day("2026-07-09")), false, vec![1]),
        ((None, day("2026-07-10")), true, vec![1]),
        ((day("2026-07-05"), None), true, vec![]),
    ] {
        let filter = SnapshotFilter { due, owed, ..SnapshotFilter::default() };
        let request = PageRequest { order_by: Some("Id".to_owned()), ..PageRequest::first(10) };
        let page = snapshots::search(&store.read(), Scope::system(), &filter, &request).await.expect("a page");
        let ids: Vec<i64> = page.rows.iter().map(|row| row.snapshot.id.get()).collect();
        assert_eq!((ids, page.total), (found.clone(), found.len() as u64), "{filter:?}");
    }
}
