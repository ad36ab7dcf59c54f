//! ERP accounts as lists show them.

use domain::access::{Caller, Role, Scope};
use domain::{ApiServiceId, PageRequest, UserId};

use super::world::{insert, populate};
use crate::testing::TestStore;
use crate::{accounts, on_both_engines};

on_both_engines!(accounts_are_searched_by_type_and_words);

async fn accounts_are_searched_by_type_and_words(store: TestStore) {
    populate(&store).await;
    let tx = store.begin().await.expect("a transaction");
    insert(&tx, "api_service", &[("name", "'Atlas'"), ("name_key", "'atlas'"), ("service_type", "'netsuite'")])
        .await
        .expect("an account");
    tx.commit_unaudited("the world of a test").await.expect("committed");
    let administrator = Caller { user: UserId(1), role: Role::Administrator, broker: None, impersonator: None }.scope();
    let other = Caller { user: UserId(1), role: Role::GroupUser, broker: None, impersonator: None }.scope();
    for (scope, service_type, order_by, term, found) in [
        (Scope::system(), None, "Id", "", vec!["Books", "Atlas"]),
        (administrator, None, "Name", "", vec!["Atlas", "Books"]),
        (administrator, Some("NetSuite"), "Id", "", vec!["Atlas"]),
        (administrator, None, "ServiceType", "", vec!["Atlas", "Books"]),
        (administrator, None, "ApiBaseUrl", "QUICK", vec!["Books"]),
        (administrator, None, "Id", "127.0.0.1 atl", vec!["Atlas"]),
        (other, None, "Id", "", vec![]),
    ] {
        let order_by = Some(order_by.to_owned());
        let request = PageRequest { order_by, term: term.to_owned(), ..PageRequest::first(24) };
        let page = accounts::search(&store.read(), scope, service_type, &request).await.expect("a page");
        assert_eq!(page.rows.iter().map(|row| row.name.as_str()).collect::<Vec<_>>(), found, "{service_type:?} {term}");
    }
    let known = accounts::existing(&store.read(), &[ApiServiceId(2), ApiServiceId(9)]).await.expect("an answer");
    assert_eq!(known, [ApiServiceId(2)]);
}
