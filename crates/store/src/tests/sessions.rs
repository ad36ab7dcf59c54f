//! Sessions and mailed links once they are over.

use chrono::{DateTime, TimeDelta, Utc};
use domain::UserId;
use sea_orm::{EntityTrait, PaginatorTrait};

use super::world::populate;
use crate::database::connection::sealed::Connected as _;
use crate::entities::session;
use crate::sign_in::address_changes::{self, NewAddressChange};
use crate::sign_in::sessions::{self, NewSession};
use crate::sign_in::user_tokens::{self, NewToken, TokenPurpose};
use crate::testing::TestStore;
use crate::{Store, on_both_engines};

on_both_engines!(
    sessions_are_forgotten_from_the_instant_given,
    a_link_tells_its_address_until_it_is_used,
    the_address_asked_for_last_waits_until_it_is_taken_or_late,
);

const USER: UserId = UserId(1);
const TOKEN: &[u8] = b"hash of a token";

fn start() -> DateTime<Utc> {
    "2026-07-01T12:00:00Z".parse().expect("an instant")
}

/// A session and a link that both end an hour after the start.
async fn signed_in(store: &Store) {
    let (created_at, expires_at, token_hash) = (start(), start() + TimeDelta::hours(1), TOKEN.to_vec());
    let tx = store.begin().await.expect("a transaction");
    let new = NewSession {
        user: USER,
        token_hash: token_hash.clone(),
        created_at,
        expires_at,
        ip: None,
        user_agent: None,
        on_behalf: None,
        with_second_factor: false,
        with_password: true,
    };
    sessions::insert(&tx, new).await.expect("a session");
    let new = NewToken { user: USER, purpose: TokenPurpose::Reset, token_hash, created_at, expires_at };
    user_tokens::insert(&tx, new).await.expect("a link");
    tx.commit_unaudited("the world of a test").await.expect("committed");
}

async fn sessions_are_forgotten_from_the_instant_given(store: TestStore) {
    populate(&store).await;
    signed_in(&store).await;
    for (minutes, kept) in [(60, 1), (61, 0)] {
        let before = start() + TimeDelta::minutes(minutes);
        let tx = store.begin().await.expect("a transaction");
        sessions::forget(&tx, before).await.expect("forgotten");
        let left = session::Entity::find().count(tx.connection()).await.expect("a count");
        assert_eq!(left, kept, "before {before}");
        tx.commit_unaudited("asked for by a test").await.expect("committed");
    }
}

async fn a_link_tells_its_address_until_it_is_used(store: TestStore) {
    populate(&store).await;
    signed_in(&store).await;
    let email = async |minutes| {
        let now = start() + TimeDelta::minutes(minutes);
        user_tokens::email_of(&store.read(), TOKEN, now).await.expect("an answer").is_some()
    };
    assert_eq!((email(59).await, email(60).await), (true, false), "to its end");
    let tx = store.begin().await.expect("a transaction");
    assert_eq!(user_tokens::take(&tx, TOKEN, start()).await.expect("an answer"), Some(USER));
    tx.commit_unaudited("used by a test").await.expect("committed");
    assert!(!email(1).await, "used");
}

async fn the_address_asked_for_last_waits_until_it_is_taken_or_late(store: TestStore) {
    populate(&store).await;
    let tx = store.begin().await.expect("a transaction");
    let late = start() + TimeDelta::hours(1);
    for (email, token) in [("first@example.test", b"one"), ("second@example.test", b"two")] {
        let new = NewAddressChange {
            user: USER,
            email: email.to_owned(),
            asked_by: USER,
            token_hash: token.to_vec(),
            created_at: start(),
            expires_at: late,
        };
        address_changes::insert(&tx, new).await.expect("asked for");
    }
    let waiting = async |at| address_changes::waiting(&tx, USER, at).await.expect("an answer");
    let take = async |token: &[u8], at| address_changes::take(&tx, token, at).await.expect("an answer");
    assert_eq!(waiting(start()).await.as_deref(), Some("second@example.test"));
    assert_eq!((waiting(late).await, take(b"two", late).await), (None, None));
    assert_eq!(take(b"one", start()).await, None, "the first one has ended");
    assert_eq!(take(b"two", start()).await, Some((USER, "second@example.test".to_owned())));
    assert_eq!((waiting(start()).await, take(b"two", start()).await), (None, None));
}
