//! Brokers, and with them paging, searching and stale versions as every list and save has them.

use chrono::{DateTime, TimeDelta, Utc};
use domain::access::{Caller, Role, Scope};
use domain::brokers::{BrokerDetails, BrokerForm, BrokerOverrides};
use domain::{BrokerId, PageRequest, UserId};

use super::world::populate;
use crate::brokers::{self, Broker};
use crate::testing::TestStore;
use crate::{Error, Stamp, audit, on_both_engines};

on_both_engines!(
    a_broker_is_made_found_and_saved,
    a_stale_save_says_who_was_faster,
    a_name_is_taken_once,
    the_list_counts_groups_and_users,
    every_page_of_every_order_holds_its_rows,
    a_term_matches_words_and_no_patterns,
    a_broker_administrator_sees_its_own,
);

fn now() -> DateTime<Utc> {
    "2026-07-01T12:00:00Z".parse().expect("an instant")
}

fn named(name: &str) -> BrokerDetails {
    let overrides = BrokerOverrides { send_welcome_emails: Some(true), ..BrokerOverrides::default() };
    BrokerForm { name: name.to_owned(), overrides, ..BrokerForm::default() }.check(None).expect("a broker of the test")
}

async fn made(store: &TestStore, details: &BrokerDetails) -> Result<Broker, Error> {
    let tx = store.begin().await?;
    let broker = brokers::insert(&tx, details, Stamp { at: now(), by: None }).await?;
    tx.commit(audit::Entry::new(now(), "broker.create", "broker").on(broker.id.get())).await?;
    Ok(broker)
}

async fn saved(
    store: &TestStore,
    id: BrokerId,
    version: Option<i32>,
    details: &BrokerDetails,
) -> Result<Broker, Error> {
    let tx = store.begin().await?;
    let at = now() + TimeDelta::minutes(1);
    let broker = brokers::update(&tx, id, version, details, Stamp { at, by: Some(UserId(1)) }).await?;
    tx.commit(audit::Entry::new(at, "broker.update", "broker").on(id.get())).await?;
    Ok(broker)
}

async fn a_broker_is_made_found_and_saved(store: TestStore) {
    populate(&store).await;
    let details = BrokerDetails { master_broker: Some(BrokerId(1)), ..named("West") };
    let broker = made(&store, &details).await.expect("a broker");
    assert_eq!((broker.version, broker.master_broker_name.as_deref()), (1, Some("North")));
    assert_eq!(brokers::find(&store.read(), Scope::system(), broker.id).await.expect("it is found"), broker);
    let details = BrokerDetails {
        overrides: BrokerOverrides { process_dependents: Some(false), ..Default::default() },
        ..named("West Coast")
    };
    let changed = saved(&store, broker.id, Some(1), &details).await.expect("it is saved");
    assert_eq!((changed.version, &changed.details, changed.created_at), (2, &details, now()));
    assert_eq!(changed.updated_at, now() + TimeDelta::minutes(1));
}

async fn a_stale_save_says_who_was_faster(store: TestStore) {
    populate(&store).await;
    let id = BrokerId(1);
    saved(&store, id, Some(1), &named("First")).await.expect("the first save");
    match saved(&store, id, Some(1), &named("Second")).await {
        Err(Error::Stale { changed_by, changed_at }) => {
            assert_eq!((changed_by.as_deref(), changed_at), (Some("Ada Young"), now() + TimeDelta::minutes(1)));
        }
        other => panic!("{other:?}"),
    }
    let kept = brokers::find(&store.read(), Scope::system(), id).await.expect("it is found");
    assert_eq!((kept.details.name.as_str(), kept.version), ("First", 2));
    let unversioned = saved(&store, id, None, &named("Third")).await.expect("a save without a version writes");
    assert_eq!(unversioned.version, 3);
    assert!(matches!(saved(&store, BrokerId(99), Some(1), &named("Nobody")).await, Err(Error::NotFound)));
}

async fn a_name_is_taken_once(store: TestStore) {
    populate(&store).await;
    let refused = made(&store, &named("  NORTH ")).await.expect_err("the name is taken");
    assert!(refused.is_refused_by(brokers::NAME_TAKEN), "{refused}");
    let dangling = BrokerDetails { master_broker: Some(BrokerId(99)), ..named("East") };
    let refused = made(&store, &dangling).await.expect_err("there is no such master broker");
    assert!(matches!(refused, Error::Refused(crate::Constraint::ForeignKey)), "{refused}");
}

async fn the_list_counts_groups_and_users(store: TestStore) {
    populate(&store).await;
    let tx = store.begin().await.expect("a transaction");
    super::world::execute(&tx, "update employer_group set master_broker_id = 2 where id = 1").await.expect("a master");
    let user = &[("email_key", "'bea'"), ("role", "2"), ("broker_id", "2")];
    super::world::insert(&tx, "user_account", user).await.expect("a user of broker 2");
    tx.commit_unaudited("the world of a test").await.expect("it is committed");
    let page = brokers::search(&store.read(), Scope::system(), &[], &PageRequest::first(24)).await.expect("a page");
    let rows: Vec<_> = page.rows.iter().map(|row| (row.broker.details.name.as_str(), row.groups, row.users)).collect();
    assert_eq!((page.total, rows), (2, vec![("North", 1, 0), ("South", 2, 1)]));
    let names = brokers::names(&store.read(), Scope::system()).await.expect("the names");
    assert_eq!(names.iter().map(|broker| broker.name.as_str()).collect::<Vec<_>>(), ["North", "South"]);
}

async fn every_page_of_every_order_holds_its_rows(store: TestStore) {
    for n in 0..23 {
        // Every third has a master broker; none at first, so that there are empty values to sort.
        let master_broker = (n > 0 && n % 3 == 0).then_some(BrokerId(n));
        made(&store, &BrokerDetails { master_broker, ..named(&format!("Broker {:02}", (n * 7) % 23)) })
            .await
            .expect("one");
    }
    for order_by in ["Name", "name", "Id", "MasterBroker", "EmployerGroups", "Users", "Nonsense"] {
        for descending in [None, Some(false), Some(true)] {
            let request = |page, per_page| PageRequest {
                page,
                descending,
                order_by: Some(order_by.to_owned()),
                ..PageRequest::first(per_page)
            };
            let whole =
                brokers::search(&store.read(), Scope::system(), &[], &request(1, 100)).await.expect("a page").rows;
            let mut pieces = Vec::new();
            for page in 1..=5 {
                let page =
                    brokers::search(&store.read(), Scope::system(), &[], &request(page, 5)).await.expect("a page");
                assert_eq!((page.total, page.pages()), (23, 5));
                pieces.extend(page.rows);
            }
            assert_eq!(pieces, whole, "{order_by} {descending:?}");
            let beyond = brokers::search(&store.read(), Scope::system(), &[], &request(6, 5)).await.expect("a page");
            assert_eq!((beyond.rows.len(), beyond.total), (0, 23));
            let names: Vec<_> = whole.iter().map(|row| row.broker.details.name.clone()).collect();
            if matches!(order_by, "Name" | "name") {
                assert!(names.is_sorted_by(|a, b| if descending == Some(true) { a >= b } else { a <= b }), "{names:?}");
            }
            if order_by == "MasterBroker" {
                let first = whole.first().map(|row| row.broker.master_broker_name.is_some());
                assert_eq!(first, Some(descending == Some(true)), "empty values are least on both engines");
            }
        }
    }
}

async fn a_term_matches_words_and_no_patterns(store: TestStore) {
    for name in ["Éclair Benefits", "100% Health_Care", "Back\\slash", "Plain"] {
        made(&store, &named(name)).await.expect("a broker");
    }
    let west = BrokerDetails { master_broker: Some(BrokerId(1)), ..named("West") };
    made(&store, &west).await.expect("a broker under the first");
    for (term, found) in [
        ("ECLAIR", vec!["Éclair Benefits", "West"]),
        ("benefits éclair", vec!["Éclair Benefits", "West"]),
        ("west eclair", vec!["West"]),
        ("%", vec!["100% Health_Care"]),
        ("1_0", vec![]),
        ("th_care", vec!["100% Health_Care"]),
        ("_", vec!["100% Health_Care"]),
        ("\\", vec!["Back\\slash"]),
        ("zzz", vec![]),
    ] {
        let request = PageRequest { term: term.to_owned(), ..PageRequest::first(24) };
        let page = brokers::search(&store.read(), Scope::system(), &[], &request).await.expect("a page");
        let mut names: Vec<_> = page.rows.iter().map(|row| row.broker.details.name.as_str()).collect();
        names.sort_unstable();
        let mut found = found;
        found.sort_unstable();
        assert_eq!((names, page.total), (found.clone(), found.len() as u64), "{term}");
    }
}

async fn a_broker_administrator_sees_its_own(store: TestStore) {
    populate(&store).await;
    let of =
        |role, broker| Caller { user: UserId(1), role, broker: Some(BrokerId(broker)), impersonator: None }.scope();
    let scope = of(Role::BrokerAdministrator, 2);
    let page = brokers::search(&store.read(), scope, &[], &PageRequest::first(24)).await.expect("a page");
    assert_eq!(page.rows.iter().map(|row| row.broker.id).collect::<Vec<_>>(), [BrokerId(2)]);
    assert!(brokers::find(&store.read(), scope, BrokerId(2)).await.is_ok());
    assert!(matches!(brokers::find(&store.read(), scope, BrokerId(1)).await, Err(Error::NotFound)));
    assert!(brokers::names(&store.read(), of(Role::AccountManager, 2)).await.expect("an answer").is_empty());
}
