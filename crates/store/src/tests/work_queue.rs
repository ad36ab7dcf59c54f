//! What waits for a person: each kind counts what its list shows, in scope, and nothing else (rules.md#work-queue).

use chrono::{DateTime, Utc};
use domain::access::{Caller, Role, Scope};
use domain::invoices::InvoiceAccess;
use domain::work_queue::WorkKind;
use domain::{BrokerId, UserId};

use super::world::{execute, insert, populate};
use crate::on_both_engines;
use crate::testing::TestStore;
use crate::work_queue::{Asking, Only, Sorted, Tally, Window, items, tally};

on_both_engines!(
    census_files_wait_with_errors_or_for_their_next_task,
    overdue_invoices_come_with_their_balance,
    bills_count_until_they_stand_in_the_erp,
    bills_from_before_the_erp_do_not_count,
    documents_count_while_they_fail_or_differ,
    runs_wait_until_their_drafts_are_created,
    statements_wait_for_their_bill,
    commission_on_invoices_not_paid_any_more_is_to_be_taken_back,
    groups_renew_within_sixty_days,
    tokens_and_own_keys_are_told_of_before_their_end,
    work_is_narrowed_to_a_broker_and_to_a_day_and_sorted,
);

const ALL: Window = Window { offset: 0, limit: 100, sorted: Sorted::Urgent };

fn now() -> DateTime<Utc> {
    "2026-07-20T16:00:00Z".parse().expect("an instant")
}

fn asking() -> Asking {
    Asking {
        now: now(),
        today: now().date_naive(),
        access: InvoiceAccess::All,
        keys_of: Some(UserId(1)),
        with_tokens: true,
        only: Only::default(),
    }
}

fn of_broker(broker: i64) -> Scope {
    let broker = Some(BrokerId(broker));
    Caller { user: UserId(9), role: Role::BrokerAdministrator, broker, impersonator: None }.scope()
}

async fn done(store: &TestStore, statements: &[&str]) {
    let tx = store.begin().await.expect("a transaction");
    for sql in statements {
        execute(&tx, sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    }
    tx.commit_unaudited("the world of a test").await.expect("it is committed");
}

async fn added(store: &TestStore, table: &str, but: super::world::Columns) {
    let tx = store.begin().await.expect("a transaction");
    insert(&tx, table, but).await.unwrap_or_else(|error| panic!("{table}: {error}"));
    tx.commit_unaudited("the world of a test").await.expect("it is committed");
}

/// What a kind has, as the list tells it: `id: what | why`. The tally must agree.
async fn told_to(store: &TestStore, scope: Scope, kind: WorkKind, asking: &Asking) -> Vec<String> {
    let db = store.read();
    let found = items(&db, scope, kind, asking, ALL).await.expect("the items");
    let Tally { count, amount } = tally(&db, scope, kind, asking).await.expect("a tally");
    assert_eq!(count, found.len() as u64, "{kind:?}");
    if let Some(amount) = amount {
        assert_eq!(amount, found.iter().filter_map(|item| item.amount).sum(), "{kind:?}");
    }
    let rest = items(&db, scope, kind, asking, Window { offset: 1, ..ALL }).await.expect("the items");
    assert_eq!(rest[..], found[1.min(found.len())..], "{kind:?}");
    let told = |item: &domain::work_queue::Item| {
        let words = item.work.words(asking.now, asking.today);
        format!("{} {}: {} | {}", item.record.name(), item.id, words.what, words.why)
    };
    found.iter().map(told).collect()
}

async fn told(store: &TestStore, kind: WorkKind) -> Vec<String> {
    told_to(store, Scope::system(), kind, &asking()).await
}

async fn census_files_wait_with_errors_or_for_their_next_task(store: TestStore) {
    populate(&store).await;
    for (number, status, task, errors, group) in [
        ("c2", "4", "1", "3", "1"),
        ("c3", "6", "1", "0", "2"),
        ("c4", "3", "4", "0", "2"),
        ("c5", "5", "null", "0", "1"),
        ("c6", "1", "1", "0", "1"),
    ] {
        let sql = format!(
            "insert into census_file (name, group_id, original_file_name, stored_file_id, uploaded_by, by_administrator, \
             uploaded_at, search_text, created_at, updated_at, status, next_task, error_count) \
             select '00000000-0000-0000-0000-0000000000{number}', {group}, '{number}.csv', stored_file_id, uploaded_by, \
             by_administrator, uploaded_at, '', created_at, updated_at, {status}, {task}, {errors} from census_file where id = 1"
        );
        done(&store, &[&sql]).await;
    }
    let errors = told(&store, WorkKind::CensusErrors).await;
    assert_eq!(errors, ["CensusFile 3: Census task failed | c3.csv", "CensusFile 2: 3 errors | c2.csv"]);
    let waiting = told(&store, WorkKind::CensusWaiting).await;
    assert_eq!(waiting, ["CensusFile 4: Ready to process | c4.csv", "CensusFile 1: Census file waits | census.csv"]);
    let must_be_confirmed =
        "insert into census_task (file_id, task, state, summary) values (4, 3, 3, '{\"MustBeConfirmed\": true}')";
    done(&store, &["update census_file set guard_count = 66 where id = 4", must_be_confirmed]).await;
    let held = told(&store, WorkKind::CensusWaiting).await;
    assert_eq!(held[0], "CensusFile 4: Endings to confirm, or questions to answer | c4.csv");
    let first = told_to(&store, of_broker(1), WorkKind::CensusErrors, &asking()).await;
    assert_eq!(first, ["CensusFile 2: 3 errors | c2.csv"]);
    done(&store, &["update census_file set deleted_at = uploaded_at, stored_file_id = null where id = 2"]).await;
    assert!(told_to(&store, of_broker(1), WorkKind::CensusErrors, &asking()).await.is_empty());
}

async fn overdue_invoices_come_with_their_balance(store: TestStore) {
    populate(&store).await;
    added(&store, "snapshot", &[("plan_id", "2"), ("group_id", "2")]).await;
    added(&store, "snapshot", &[("period_month", "24317")]).await;
    done(
        &store,
        &[
            "update snapshot set payment_status = 4, balance_cents = 5000, due_on = '2026-07-10' where id = 1",
            "update snapshot set payment_status = 4, balance_cents = 700, due_on = '2026-07-01', doc_number = 'INV-2' \
             where id = 2",
            "update snapshot set payment_status = 1, balance_cents = 900, due_on = '2026-07-01' where id = 3",
        ],
    )
    .await;
    let all = told(&store, WorkKind::Overdue).await;
    assert_eq!(all, ["Snapshot 2: Invoice INV-2 | 19 days late", "Snapshot 1: Invoice 000001 | 10 days late"]);
    let open = Asking { access: InvoiceAccess::OfOpenGroups, ..asking() };
    assert!(told_to(&store, of_broker(1), WorkKind::Overdue, &open).await.is_empty(), "no invoice access");
    done(&store, &["update employer_group set enable_invoice_access = true"]).await;
    let own = told_to(&store, of_broker(1), WorkKind::Overdue, &open).await;
    assert_eq!(own, ["Snapshot 1: Invoice 000001 | 10 days late"]);
    done(&store, &["update snapshot set deleted_at = created_at where id = 2"]).await;
    assert_eq!(told(&store, WorkKind::Overdue).await.len(), 1);
}

async fn bills_count_until_they_stand_in_the_erp(store: TestStore) {
    populate(&store).await;
    assert!(told(&store, WorkKind::BillsNotSent).await.is_empty(), "a plan without an account sends nothing");
    done(&store, &["update plan set api_service_id = 1 where id = 1"]).await;
    let told_now = async || told(&store, WorkKind::BillsNotSent).await;
    assert_eq!(told_now().await, ["Plan 1: Bill of July 2026 | Telehealth has no ERP customer"]);
    done(
        &store,
        &["update plan set erp_customer_id = '7', erp_customer_name = 'Mill', erp_customer_key = 'mill' where id = 1"],
    )
    .await;
    let waiting = ["Snapshot 1: Bill of July 2026 | Telehealth"];
    assert_eq!(told_now().await, waiting);
    assert!(told_to(&store, of_broker(1), WorkKind::BillsNotSent, &asking()).await.is_empty(), "for staff only");
    added(&store, "erp_document", &[("state", "4")]).await;
    assert!(told_now().await.is_empty(), "it counts among the documents that failed");
    done(&store, &["update erp_document set state = 6"]).await;
    assert_eq!(told_now().await, waiting, "its document was deleted in the ERP");
    added(&store, "billing_run", &[("state", "2")]).await;
    added(&store, "billing_run_item", &[("state", "3"), ("snapshot_id", "1"), ("invoice", "1")]).await;
    assert!(told_now().await.is_empty(), "a billing run is still to send it");
    done(&store, &["update billing_run_item set invoice = 3"]).await;
    assert_eq!(told_now().await, waiting);
    added(&store, "bulk_action", &[("kind", "0")]).await;
    added(&store, "bulk_action_item", &[("outcome", "0")]).await;
    assert!(told_now().await.is_empty(), "a bulk action is still to send it");
    done(&store, &["update bulk_action_item set outcome = 3"]).await;
    assert_eq!(told_now().await, waiting);
    done(&store, &["update snapshot set erp_ref_id = '1' where id = 1"]).await;
    assert!(told_now().await.is_empty());
}

async fn bills_from_before_the_erp_do_not_count(store: TestStore) {
    populate(&store).await;
    for month in ["24316", "24317", "24319"] {
        let sql = format!(
            "insert into snapshot (plan_id, group_id, period_month, start_on, end_on, computed_at, plan_name, total_cents, \
             search_text, created_at, updated_at) select plan_id, group_id, {month}, start_on, end_on, computed_at, plan_name, \
             100, '', created_at, updated_at from snapshot where id = 1"
        );
        done(&store, &[&sql]).await;
    }
    let linked = "update plan set api_service_id = 1, erp_customer_id = '7', erp_from_month = 24319 where id = 1";
    done(&store, &[linked]).await;
    let newest = told(&store, WorkKind::BillsNotSent).await;
    assert_eq!(newest, ["Snapshot 4: Bill of August 2026 | Telehealth"], "the plan had no account before");
    done(&store, &["update snapshot set erp_ref_id = '1' where id = 3"]).await;
    assert_eq!(told(&store, WorkKind::BillsNotSent).await, newest, "an older one that was sent asks for no others");
    done(&store, &["update plan set erp_from_month = null where id = 1"]).await;
    let all = told(&store, WorkKind::BillsNotSent).await;
    assert_eq!(all.len(), 3, "the plan began with its account: {all:?}");
}

async fn documents_count_while_they_fail_or_differ(store: TestStore) {
    populate(&store).await;
    added(&store, "erp_document", &[("doc_number", "'INV-1'")]).await;
    for (what, sql, reads) in [
        ("it is under way", "update erp_document set updated_at = '2026-07-20T15:59:00.000Z'", None),
        (
            "its program stopped",
            "update erp_document set updated_at = '2026-07-20T15:50:00.000Z'",
            Some(
                "Snapshot 1: Invoice INV-1: Failed | The program stopped while the call was made, so its outcome is not \
                  known. Retry looks the document up first and never sends it twice.",
            ),
        ),
        (
            "it failed",
            "update erp_document set state = 4, last_error = 'Inactive.'",
            Some("Snapshot 1: Invoice INV-1: Failed | Inactive."),
        ),
        ("it stands", "update erp_document set state = 2, last_error = null", None),
        (
            "its mail failed",
            "update erp_document set mail = 0, mail_error = 'Too many.'",
            Some("Snapshot 1: Invoice INV-1: Failed | The invoice stands, its mail failed: Too many."),
        ),
        (
            "its mail may not have left",
            "update erp_document set mail = 1, mail_error = 'No answer.'",
            Some(
                "Snapshot 1: Invoice INV-1: Mail unknown | The invoice stands. It is not known whether its mail was sent, so it is not sent \
                 again: No answer. Sync Payment Status asks the ERP whether it was mailed. If the ERP does not tell, look there and settle \
                 it here.",
            ),
        ),
        ("its mail was sent", "update erp_document set mail = 2", None),
        (
            "the snapshot was computed anew",
            "update snapshot set out_of_date = true where id = 1",
            Some("Snapshot 1: Invoice INV-1: Out of date | "),
        ),
        (
            "it was changed there",
            "update erp_document set state = 5, last_error = 'The total differs.'",
            Some("Snapshot 1: Invoice INV-1: Changed in the ERP | The total differs."),
        ),
        ("it was deleted there", "update erp_document set state = 6", None),
    ] {
        done(&store, &[sql]).await;
        assert_eq!(told(&store, WorkKind::ErpDocuments).await, reads.into_iter().collect::<Vec<_>>(), "{what}");
    }
    added(&store, "erp_document", &[("generation", "2"), ("request_key", "'r2'"), ("state", "4")]).await;
    assert_eq!(told(&store, WorkKind::ErpDocuments).await.len(), 1);
    added(&store, "billing_run", &[("state", "2")]).await;
    added(&store, "billing_run_item", &[("state", "3"), ("snapshot_id", "1"), ("invoice", "1")]).await;
    assert!(told(&store, WorkKind::ErpDocuments).await.is_empty(), "a billing run is still to send it");
    done(&store, &["update billing_run_item set invoice = 3"]).await;
    assert_eq!(told(&store, WorkKind::ErpDocuments).await.len(), 1);
    added(&store, "bulk_action", &[("kind", "0")]).await;
    added(&store, "bulk_action_item", &[("outcome", "0")]).await;
    assert!(told(&store, WorkKind::ErpDocuments).await.is_empty(), "a bulk action is still to send it");
    let bill = &[("kind", "2"), ("request_key", "'r3'"), ("state", "4"), ("last_error", "'No vendor.'")];
    added(&store, "erp_document", bill).await;
    let bills = told(&store, WorkKind::ErpDocuments).await;
    assert_eq!(bills, ["Statement 1: Bill of Payee: Failed | No vendor."], "ids of statements and snapshots overlap");
    assert!(told_to(&store, of_broker(1), WorkKind::ErpDocuments, &asking()).await.is_empty(), "for staff only");
}

async fn runs_wait_until_their_drafts_are_created(store: TestStore) {
    populate(&store).await;
    added(&store, "billing_run", &[("state", "1"), ("total", "2"), ("draft_cents", "9800")]).await;
    assert!(told(&store, WorkKind::Drafts).await.is_empty(), "it has nothing to approve");
    added(&store, "billing_run_item", &[("state", "1")]).await;
    let waiting = told(&store, WorkKind::Drafts).await;
    assert_eq!(waiting, ["BillingRun 1: Billing run of July 2026 | 2 plans, waiting for approval"]);
    done(&store, &["update billing_run_item set state = 2"]).await;
    let ready = told(&store, WorkKind::Drafts).await;
    assert_eq!(ready, ["BillingRun 1: Billing run of July 2026 | 2 plans, ready to create"]);
    done(&store, &["update billing_run set state = 2"]).await;
    assert!(told(&store, WorkKind::Drafts).await.is_empty());
}

async fn statements_wait_for_their_bill(store: TestStore) {
    populate(&store).await;
    assert!(told(&store, WorkKind::StatementsWithoutBill).await.is_empty(), "the rule names no account");
    done(&store, &["update commission_rule set api_service_id = 1"]).await;
    let waiting = ["Statement 1: Statement of July 2026 | Payee"];
    assert_eq!(told(&store, WorkKind::StatementsWithoutBill).await, waiting);
    added(&store, "commission_statement", &[("total_cents", "-5"), ("period_month", "24317")]).await;
    assert_eq!(told(&store, WorkKind::StatementsWithoutBill).await, waiting, "nothing is to be paid of the second");
    added(&store, "erp_document", &[("kind", "2"), ("state", "4")]).await;
    assert!(
        told(&store, WorkKind::StatementsWithoutBill).await.is_empty(),
        "it counts among the documents that failed"
    );
}

async fn commission_on_invoices_not_paid_any_more_is_to_be_taken_back(store: TestStore) {
    populate(&store).await;
    added(&store, "commission_line", &[("snapshot_line_id", "null"), ("snapshot_id", "1")]).await;
    let told = async || told(&store, WorkKind::CommissionToTakeBack).await;
    done(
        &store,
        &[
            "update commission_rule set basis = 1",
            "update commission_statement set locked_at = '2026-07-10T12:00:00.000Z'",
            "update snapshot set payment_status = 3, was_paid = true",
        ],
    )
    .await;
    assert!(told().await.is_empty(), "the invoice is paid");
    done(&store, &["update commission_rule set basis = 0", "update snapshot set payment_status = 1"]).await;
    assert!(told().await.is_empty(), "a rule on billed invoices asks for no payment");
    done(&store, &["update snapshot set payment_status = 5"]).await;
    assert_eq!(told().await.len(), 1, "a voided invoice bills nothing");
    done(&store, &["update commission_rule set basis = 1", "update snapshot set payment_status = 1"]).await;
    let waiting = ["Statement 1: Statement of July 2026 | Payee was paid on invoices that are not paid any more"];
    assert_eq!(told().await, waiting);
    let found = tally(&store.read(), Scope::system(), WorkKind::CommissionToTakeBack, &asking()).await;
    assert_eq!(found.expect("a tally").amount.map(domain::Money::cents), Some(600));
    const BEFORE: (&str, &str) = ("added_at", "'2026-07-09T12:00:00.000Z'");
    const SINCE: (&str, &str) = ("added_at", "'2026-07-12T12:00:00.000Z'");
    added(&store, "commission_adjustment", &[("amount_cents", "-600"), BEFORE]).await;
    assert_eq!(told().await, waiting, "it was added before the bill");
    added(&store, "commission_adjustment", &[("amount_cents", "-599"), SINCE]).await;
    assert_eq!(told().await, waiting, "a cent is still to be taken back");
    added(&store, "commission_adjustment", &[("amount_cents", "-1"), SINCE]).await;
    assert!(told().await.is_empty());
}

async fn groups_renew_within_sixty_days(store: TestStore) {
    populate(&store).await;
    for (day, told_of) in [("2026-07-19", 0), ("2026-07-20", 1), ("2026-09-18", 1), ("2026-09-19", 0)] {
        done(&store, &[&format!("update employer_group set renewal_on = '{day}' where id = 2")]).await;
        assert_eq!(told(&store, WorkKind::Renewals).await.len(), told_of, "{day}");
    }
    done(&store, &["update employer_group set renewal_on = '2026-08-01'"]).await;
    let own = told_to(&store, of_broker(2), WorkKind::Renewals, &asking()).await;
    assert_eq!(own, ["Group 2: Renews 08/01/2026 | In 12 days"]);
}

async fn tokens_and_own_keys_are_told_of_before_their_end(store: TestStore) {
    populate(&store).await;
    done(
        &store,
        &[
            "insert into api_token (api_service_id, access_expires_at, created_at, updated_at) values \
             (1, '2026-07-22T16:00:00.000Z', '2026-07-01T12:00:00.000Z', '2026-07-01T12:00:00.000Z')",
            "insert into access_key (user_id, name, prefix, token_hash, created_at, expires_at) values \
             (1, 'Nightly', 'lw_1', cast('k1' as {bytes}), '2026-07-01T12:00:00.000Z', '2026-07-23T17:00:00.000Z'), \
             (1, 'Ended', 'lw_2', cast('k2' as {bytes}), '2026-07-01T12:00:00.000Z', '2026-07-19T17:00:00.000Z'), \
             (1, 'Long', 'lw_3', cast('k3' as {bytes}), '2026-07-01T12:00:00.000Z', '2026-08-23T17:00:00.000Z')",
        ],
    )
    .await;
    let all = told(&store, WorkKind::Expiring).await;
    let (token, key) =
        ("Token 1: Token expires in 2 days | Books", "AccessKey 1: Access key expires in 3 days | Nightly");
    assert_eq!(all, [token, key]);
    let others = Asking { keys_of: Some(UserId(2)), with_tokens: false, ..asking() };
    assert!(told_to(&store, of_broker(1), WorkKind::Expiring, &others).await.is_empty());
    let own = Asking { with_tokens: false, ..asking() };
    assert_eq!(told_to(&store, of_broker(1), WorkKind::Expiring, &own).await, [key]);
}

/// Groups 1 and 2 are those of brokers 1 and 2.
async fn work_is_narrowed_to_a_broker_and_to_a_day_and_sorted(store: TestStore) {
    populate(&store).await;
    done(
        &store,
        &[
            "insert into snapshot (plan_id, group_id, period_month, start_on, end_on, computed_at, plan_name, total_cents, \
             search_text, created_at, updated_at) select 2, 2, 24321, start_on, end_on, computed_at, plan_name, 700, '', \
             created_at, updated_at from snapshot where id = 1",
            "update snapshot set payment_status = 4, balance_cents = 5000, due_on = '2026-07-01' where group_id = 1",
            "update snapshot set payment_status = 4, balance_cents = 700, due_on = '2026-07-10' where group_id = 2",
            "update employer_group set renewal_on = '2026-08-01' where id = 1",
            "update employer_group set renewal_on = '2026-08-02' where id = 2",
            "update census_file set status = 3",
        ],
    )
    .await;
    let (staff, day) = (Scope::system(), |text: &str| text.parse::<chrono::NaiveDate>().expect("a day"));
    let only = |broker: Option<i64>, due: Option<&str>| {
        let due_by = due.map(|text| (day(text), format!("{text}T23:59:59Z").parse().expect("an instant")));
        Asking { only: Only { broker: broker.map(BrokerId), due_by }, ..asking() }
    };
    for (about, asking, kind, expected) in [
        ("a broker", only(Some(2), None), WorkKind::Overdue, 1),
        ("a broker", only(Some(2), None), WorkKind::Renewals, 1),
        ("an unknown broker", only(Some(77), None), WorkKind::Renewals, 0),
        ("an unknown broker", only(Some(77), None), WorkKind::CensusErrors, 0),
        ("an unknown broker", only(Some(77), None), WorkKind::BillsNotSent, 0),
        ("an unknown broker", only(Some(77), None), WorkKind::ErpDocuments, 0),
        ("no group, no broker", only(Some(2), None), WorkKind::Expiring, 0),
        ("a day", only(None, Some("2026-07-05")), WorkKind::Overdue, 1),
        ("a day", only(None, Some("2026-08-01")), WorkKind::Renewals, 1),
        ("no day of its own", only(None, Some("2026-08-01")), WorkKind::CensusErrors, 0),
        ("both", only(Some(2), Some("2026-07-05")), WorkKind::Overdue, 0),
    ] {
        let found = told_to(&store, staff, kind, &asking).await;
        assert_eq!(found.len(), expected, "{about}, {kind:?}: {found:?}");
    }
    let sorted = async |kind, sorted| {
        let found = items(&store.read(), staff, kind, &asking(), Window { sorted, ..ALL }).await.expect("the items");
        found.iter().map(|item| item.id).collect::<Vec<_>>()
    };
    for (order, expected) in [
        (Sorted::Urgent, [1, 2]),
        (Sorted::Amount(false), [2, 1]),
        (Sorted::Amount(true), [1, 2]),
        (Sorted::Due(false), [1, 2]),
        (Sorted::Due(true), [2, 1]),
    ] {
        assert_eq!(sorted(WorkKind::Overdue, order).await, expected, "{order:?}");
    }
    assert_eq!(sorted(WorkKind::Renewals, Sorted::Due(true)).await, [2, 1]);
    assert_eq!(Sorted::of(Some("amount"), true), Sorted::Amount(true));
    assert_eq!(Sorted::of(Some("Name"), true), Sorted::Urgent);
}
