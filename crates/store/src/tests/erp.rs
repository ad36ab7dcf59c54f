//! Snapshots as documents of an accounting system: one request at a time, a history that only grows, and what a snapshot keeps of them.

use chrono::{DateTime, NaiveDate, Utc};
use domain::access::Scope;
use domain::accounts::{AccountDetails, ServiceType};
use domain::billing::invoice::{CommissionStatus, PaymentStatus};
use domain::erp::Content;
use domain::{ApiServiceId, GroupId, Money, PageRequest, SnapshotId, UserId};

use super::world::{execute, populate};
use crate::erp_documents::{self, Asked, DocumentState, MailState, Outcome, Owners, Push, Request, Step};
use crate::snapshots::erp::Sent;
use crate::snapshots::{self, erp};
use crate::testing::TestStore;
use crate::{Error, Stamp, accounts, commissions, on_both_engines};

on_both_engines!(
    one_request_for_a_snapshot_is_on_its_way,
    a_document_is_known_by_its_newest_request,
    the_mail_of_a_document_is_due_once,
    what_was_asked_for_comes_back,
    an_id_of_an_account_has_one_holder,
    what_the_system_says_is_kept_and_found,
    the_newest_document_and_its_history_are_read_in_one_query_each,
    a_commission_is_marked,
    an_account_says_how_its_numbers_begin,
);

const ACCOUNT: ApiServiceId = ApiServiceId(1);
const SNAPSHOT: SnapshotId = SnapshotId(1);

fn at() -> DateTime<Utc> {
    "2026-07-20T16:00:00Z".parse().expect("an instant")
}

fn stamp() -> Stamp {
    Stamp { at: at(), by: None }
}

fn request(generation: u32, request_key: &str) -> Request<'_> {
    Request { kind: 0, generation, request_key, number: "000001", content_hash: b"content", asked: None }
}

async fn begin(store: &TestStore, request: &Request<'_>) -> crate::Result<i64> {
    let tx = store.begin().await.expect("a transaction");
    let row = erp_documents::begin(&tx, ACCOUNT, SNAPSHOT, request, at()).await?;
    tx.commit_unaudited("a test's document").await?;
    Ok(row)
}

async fn one_request_for_a_snapshot_is_on_its_way(store: TestStore) {
    populate(&store).await;
    let db = store.read();
    assert!(!erp_documents::is_on_its_way(&db, SNAPSHOT).await.expect("an answer"));
    let row = begin(&store, &request(1, "inv-1-1")).await.expect("the first request");
    let second = begin(&store, &request(2, "inv-1-2")).await;
    assert!(matches!(second, Err(Error::Refused(_))), "{second:?}");
    assert!(erp_documents::is_on_its_way(&db, SNAPSHOT).await.expect("an answer"));
    let snapshot = snapshots::find(&db, Scope::system(), None, SNAPSHOT).await.expect("the snapshot");
    let standing = snapshots::standing(&db, &snapshot).await.expect("an answer");
    assert!(standing.is_on_its_way && !standing.is_in_erp, "it may have arrived");

    let tx = store.begin().await.expect("a transaction");
    erp_documents::ended(&tx, row, DocumentState::Failed, "busy", at()).await.expect("written");
    tx.commit_unaudited("a test's document").await.expect("committed");
    assert!(!erp_documents::is_on_its_way(&db, SNAPSHOT).await.expect("an answer"));
    let again = begin(&store, &request(3, "inv-1-1")).await;
    assert!(matches!(again, Err(Error::Refused(_))), "a key is used once: {again:?}");
    begin(&store, &request(2, "inv-1-2")).await.expect("another request");
}

async fn what_was_asked_for_comes_back(store: TestStore) {
    populate(&store).await;
    let content = Content {
        dated: NaiveDate::from_ymd_opt(2026, 7, 20).expect("a day"),
        due_on: NaiveDate::from_ymd_opt(2026, 8, 4),
        memo: "Medical, July 2026".to_owned(),
        total: Money::from_cents(1950),
        lines: Some(vec![("PEPM".to_owned(), Money::from_cents(2000)), ("Credit".to_owned(), Money::from_cents(-50))]),
    };
    let asked = Asked { party: "58".to_owned(), content };
    begin(&store, &Request { asked: Some(&asked), ..request(1, "inv-1-1") }).await.expect("a request");
    let found = erp_documents::of_snapshot(&store.read(), SNAPSHOT).await.expect("documents").remove(0);
    assert_eq!(found.asked, Some(asked));
}

async fn an_id_of_an_account_has_one_holder(store: TestStore) {
    populate(&store).await;
    let first = begin(&store, &request(1, "inv-1-1")).await.expect("a request");
    let tx = store.begin().await.expect("a transaction");
    erp_documents::arrived(&tx, first, "8", "INV-1", "0", at()).await.expect("written");
    erp_documents::ended(&tx, first, DocumentState::Deleted, "gone", at()).await.expect("written");
    tx.commit_unaudited("a test's document").await.expect("committed");
    let second = begin(&store, &request(2, "inv-1-2")).await.expect("a request");
    let tx = store.begin().await.expect("a transaction");
    let holder = |kind| erp_documents::holder(&tx, ACCOUNT, kind, "8");
    assert_eq!((holder(0).await.expect("an answer"), holder(1).await.expect("an answer")), (Some(1), None));
    erp_documents::hand_over(&tx, second, "8").await.expect("handed over");
    erp_documents::arrived(&tx, second, "8", "INV-1", "0", at()).await.expect("written");
    tx.commit_unaudited("a test's document").await.expect("committed");
    let found = erp_documents::of_snapshot(&store.read(), SNAPSHOT).await.expect("documents");
    assert_eq!(found.iter().map(|one| one.erp_id.as_deref()).collect::<Vec<_>>(), [Some("8"), None]);
}

async fn a_document_is_known_by_its_newest_request(store: TestStore) {
    populate(&store).await;
    let row = begin(&store, &request(1, "inv-1-1")).await.expect("a request");
    let tx = store.begin().await.expect("a transaction");
    erp_documents::arrived(&tx, row, "8", "INV-1", "0", at()).await.expect("written");
    erp_documents::begin_update(&tx, row, &request(2, "inv-1-2"), at()).await.expect("written");
    let push = Push {
        step: Step::Mail,
        outcome: Outcome::Asked,
        message: Some("Too many requests.".to_owned()),
        http_status: Some(429),
        code: None,
        trace_id: None,
    };
    erp_documents::log(&tx, row, push, at(), None).await.expect("written");
    tx.commit_unaudited("a test's document").await.expect("committed");
    let db = store.read();
    let known = erp_documents::of_snapshot(&db, SNAPSHOT).await.expect("documents");
    assert_eq!(known.len(), 1);
    let found = (known[0].state, known[0].generation, known[0].erp_id.as_deref(), known[0].revision.as_deref());
    assert_eq!(found, (DocumentState::Sending, 2, Some("8"), Some("0")));
    assert_eq!(known[0].content_hash.as_deref(), Some(b"content".as_slice()));
}

/// What was asked for once does not become due again with another arrival.
async fn the_mail_of_a_document_is_due_once(store: TestStore) {
    populate(&store).await;
    let row = begin(&store, &request(1, "inv-1-1")).await.expect("a request");
    let mail = async || {
        let known = erp_documents::of_snapshot(&store.read(), SNAPSHOT).await.expect("documents").remove(0).mail;
        let newest = erp_documents::newest(&store.read(), Owners::Snapshots, &[SNAPSHOT.get()]).await.expect("read");
        assert_eq!(newest[&SNAPSHOT.get()].facts.mail, known);
        (known, newest[&SNAPSHOT.get()].mail_error.clone())
    };
    assert_eq!(mail().await, (None, None));
    for (came, why) in [
        (None, None),
        (Some(MailState::Due), Some("Too many requests.")),
        (Some(MailState::Unknown), None),
        (Some(MailState::Sent), None),
    ] {
        let tx = store.begin().await.expect("a transaction");
        if came.is_some() {
            erp_documents::mail_came_to(&tx, row, came, why).await.expect("written");
        }
        erp_documents::mail_is_due(&tx, row).await.expect("written");
        tx.commit_unaudited("a test's document").await.expect("committed");
        assert_eq!(mail().await, (came.or(Some(MailState::Due)), why.map(str::to_owned)));
    }
}

async fn the_newest_document_and_its_history_are_read_in_one_query_each(store: TestStore) {
    populate(&store).await;
    let first = begin(&store, &request(1, "inv-1-1")).await.expect("a request");
    let tx = store.begin().await.expect("a transaction");
    erp_documents::ended(&tx, first, DocumentState::Deleted, "It was deleted there.", at()).await.expect("written");
    let second = erp_documents::begin(&tx, ACCOUNT, SNAPSHOT, &request(2, "inv-1-2"), at()).await.expect("written");
    erp_documents::arrived(&tx, second, "9", "INV-2", "0", at()).await.expect("written");
    erp_documents::was_not_read(&tx, second, "It is away.", at()).await.expect("written");
    let done = Push {
        step: Step::Create,
        outcome: Outcome::Done,
        message: None,
        http_status: Some(200),
        code: None,
        trace_id: None,
    };
    erp_documents::log(&tx, first, Push { outcome: Outcome::Asked, ..done.clone() }, at(), None)
        .await
        .expect("written");
    erp_documents::log(&tx, second, done, at(), Some(UserId(1))).await.expect("written");
    tx.commit_unaudited("a test's documents").await.expect("committed");
    let db = store.read();
    let found = erp_documents::newest(&db, Owners::Snapshots, &[1, 2]).await.expect("documents");
    assert_eq!(found.keys().copied().collect::<Vec<_>>(), [1]);
    assert_eq!((found[&1].facts.state, found[&1].facts.has_failed), (DocumentState::Sent, false));
    assert_eq!(found[&1].failed_read.as_ref().map(|read| read.why.as_str()), Some("It is away."));
    assert!(erp_documents::newest(&db, Owners::Statements, &[1]).await.expect("documents").is_empty(), "other records");
    let calls = erp_documents::history(&db, Owners::Snapshots, 1, 10).await.expect("calls");
    let told: Vec<_> = calls.iter().map(|call| (call.outcome, call.number.as_deref(), call.by.is_some())).collect();
    assert_eq!(told, [(Outcome::Done, Some("INV-2"), true), (Outcome::Asked, Some("000001"), false)]);
    assert_eq!(erp_documents::history(&db, Owners::Snapshots, 1, 1).await.expect("calls").len(), 1);
    let failed = erp_documents::failed_reads(&db).await.expect("accounts");
    assert_eq!((failed.len(), failed[0].documents, failed[0].last.at), (1, 1, at()));
    let tx = store.begin().await.expect("a transaction");
    let changed = Some((DocumentState::Changed, Some("Memo was changed.")));
    erp_documents::was_read(&tx, second, changed, at()).await.expect("written");
    let found = erp_documents::newest(&tx, Owners::Snapshots, &[1]).await.expect("documents");
    assert_eq!((found[&1].facts.state, &found[&1].failed_read), (DocumentState::Changed, &None));
}

async fn what_the_system_says_is_kept_and_found(store: TestStore) {
    populate(&store).await;
    let day = |text: &str| text.parse::<NaiveDate>().expect("a day");
    let in_erp = erp::InErp {
        account: ACCOUNT,
        erp_id: "8".to_owned(),
        url: Some("https://erp.example/invoice/8".to_owned()),
        number: "BKS-000001".to_owned(),
        txn_on: day("2026-07-20"),
        due_on: Some(day("2026-08-04")),
        terms_name: Some("Net 15".to_owned()),
        sent: Some(Sent { customer_name: "Harborline".to_owned(), purchase_order: Some("BT-7731".to_owned()) }),
        memo: "Medical".to_owned(),
        out_of_date: true,
    };
    let (balance, total) = (Money::from_cents(1500), Money::from_cents(2000));
    let payment = erp::Payment { status: PaymentStatus::PartiallyPaid, balance, total, at: at() };
    let heard = erp::Heard {
        number: "BKS-000002".to_owned(),
        txn_on: day("2026-07-21"),
        due_on: None,
        memo: "Purchase order 2291".to_owned(),
        payment_url: Some("https://erp.example/pay/8".to_owned()),
    };
    let tx = store.begin().await.expect("a transaction");
    erp::enter(&tx, SNAPSHOT, &in_erp, stamp()).await.expect("written");
    erp::hear(&tx, SNAPSHOT, &heard, stamp()).await.expect("written");
    erp::pay(&tx, SNAPSHOT, &payment, stamp()).await.expect("written");
    let missing = erp::pay(&tx, SnapshotId(99), &payment, stamp()).await;
    assert!(matches!(missing, Err(Error::NotFound)), "{missing:?}");
    tx.commit_unaudited("a test's document").await.expect("committed");

    let db = store.read();
    let found = snapshots::find(&db, Scope::system(), None, SNAPSHOT).await.expect("the snapshot");
    assert_eq!((found.payment, found.balance, found.synced_at), (payment.status, Some(payment.balance), Some(at())));
    assert_eq!(found.erp_total, Some(total));
    assert_eq!((found.txn_on, found.due_on), (Some(heard.txn_on), in_erp.due_on), "an unsaid due date stays");
    assert_eq!((found.payment_url, found.customer_memo), (heard.payment_url, Some(heard.memo)));
    assert_eq!((found.terms_name, found.out_of_date), (in_erp.terms_name, true));
    assert_eq!(found.customer_name.zip(found.purchase_order), Some(("Harborline".to_owned(), "BT-7731".to_owned())));
    for (term, count) in [("bks-000002", 1), ("000001", 1), ("bks-000001", 0), ("bt-7731", 1), ("bt-7732", 0)] {
        let page = PageRequest { term: term.to_owned(), ..PageRequest::first(25) };
        let listed = snapshots::search(&db, Scope::system(), &snapshots::SnapshotFilter::of(Some(GroupId(1))), &page)
            .await
            .expect("a page");
        assert_eq!(listed.rows.len(), count, "{term}");
    }

    let tx = store.begin().await.expect("a transaction");
    execute(&tx, "update plan set purchase_order = 'BT-8000'").await.expect("a later number");
    let stays = erp::follow_plan(&tx, found.plan).await.expect("followed");
    assert!(!stays.iter().any(|draft| draft.id == SNAPSHOT), "what was sent stays: {stays:?}");
    erp::leave(&tx, SNAPSHOT, at(), stamp()).await.expect("written");
    let gone = snapshots::find(&tx, Scope::system(), None, SNAPSHOT).await.expect("the snapshot");
    assert_eq!((gone.erp_ref_id, gone.doc_number, gone.api_service), (None, None, None));
    assert_eq!((gone.payment, gone.balance, gone.erp_total), (PaymentStatus::Unknown, None, None));
    assert_eq!((gone.due_on, gone.txn_on, gone.out_of_date, gone.payment_url), (None, None, false, None));
    assert_eq!(gone.purchase_order.as_deref(), Some("BT-8000"), "a draft follows its plan");
    for (term, count) in [("bt-8000", 1), ("bt-7731", 0)] {
        let page = PageRequest { term: term.to_owned(), ..PageRequest::first(25) };
        let filter = snapshots::SnapshotFilter::of(Some(GroupId(1)));
        let listed = snapshots::search(&tx, Scope::system(), &filter, &page).await.expect("a page");
        assert_eq!(listed.rows.len(), count, "{term}");
    }
}

async fn a_commission_is_marked(store: TestStore) {
    populate(&store).await;
    let tx = store.begin().await.expect("a transaction");
    commissions::mark(&tx, SNAPSHOT, CommissionStatus::Paid, stamp()).await.expect("written");
    let missing = commissions::mark(&tx, SnapshotId(99), CommissionStatus::Paid, stamp()).await;
    assert!(matches!(missing, Err(Error::NotFound)), "{missing:?}");
    let found = snapshots::find(&tx, Scope::system(), None, SNAPSHOT).await.expect("the snapshot");
    assert_eq!(found.commission, CommissionStatus::Paid);
}

async fn an_account_says_how_its_numbers_begin(store: TestStore) {
    populate(&store).await;
    let tx = store.begin().await.expect("a transaction");
    assert_eq!(accounts::leading_number(&tx, ACCOUNT).await.expect("an answer"), None);
    let ledgers = AccountDetails {
        name: "Ledgers".to_owned(),
        service_type: ServiceType::NetSuite,
        api_base_url: "https://erp.example".to_owned(),
    };
    let other = accounts::insert(&tx, &ledgers, stamp()).await.expect("an account");
    let made = "'2026-07-01T12:00:00.000Z'";
    let columns = "api_service_id, leading_invoice_number, version, created_at, updated_at";
    for (table, account, number) in [("accounting_config", ACCOUNT, "BKS-"), ("netsuite_config", other, "NS-")] {
        let sql = format!("insert into {table} ({columns}) values ({account}, '{number}', 1, {made}, {made})");
        execute(&tx, &sql).await.expect("settings");
        let found = accounts::leading_number(&tx, account).await.expect("an answer");
        assert_eq!(found.as_deref(), Some(number));
    }
    let found = accounts::find(&tx, Scope::system(), other).await.expect("the account");
    assert_eq!((found.name.as_str(), found.service_type.as_str()), ("Ledgers", "netsuite"));
    let missing = accounts::find(&tx, Scope::system(), ApiServiceId(99)).await;
    assert!(matches!(missing, Err(Error::NotFound)), "{missing:?}");
}
