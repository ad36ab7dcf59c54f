//! Views of lists that users save.

use chrono::{DateTime, Utc};
use domain::lists::saved_views::SavedView;
use domain::{SavedViewId, UserId};

use crate::lists::saved_views::{self, NAME_TAKEN};
use crate::on_both_engines;
use crate::testing::TestStore;
use crate::tests::world::{insert, populate};
use crate::{Error, Store};

on_both_engines!(views_are_listed_by_list_and_name_and_belong_to_their_user, a_name_is_taken_once_a_user_and_list,);

fn at() -> DateTime<Utc> {
    "2026-07-20T16:00:00Z".parse().expect("an instant")
}

fn view(list: &str, name: &str) -> SavedView {
    SavedView { list: list.to_owned(), name: name.to_owned(), query: "q=harbor".to_owned() }
}

const SECOND_USER: &[(&str, &str)] = &[("email", "'second@example.com'"), ("email_key", "'second@example.com'")];

/// Two users.
async fn users(store: &Store) -> [UserId; 2] {
    populate(store).await;
    let tx = store.begin().await.expect("a transaction");
    insert(&tx, "user_account", SECOND_USER).await.expect("a second user");
    tx.commit_unaudited("the world of a test").await.expect("committed");
    [UserId(1), UserId(2)]
}

async fn save(store: &Store, user: UserId, view: &SavedView) -> Result<SavedViewId, Error> {
    let tx = store.begin().await.expect("a transaction");
    let id = saved_views::insert(&tx, user, view, at()).await?;
    tx.commit_unaudited("the world of a test").await.expect("committed");
    Ok(id)
}

async fn names(store: &Store, user: UserId) -> Vec<String> {
    let views = saved_views::of_user(&store.read(), user).await.expect("an answer");
    views.into_iter().map(|stored| format!("{} {}", stored.view.list, stored.view.name)).collect()
}

async fn views_are_listed_by_list_and_name_and_belong_to_their_user(store: TestStore) {
    let [one, other] = users(&store).await;
    for (list, name) in [("members", "Late"), ("groups", "second"), ("groups", "First")] {
        save(&store, one, &view(list, name)).await.expect("saved");
    }
    let foreign = save(&store, other, &view("groups", "First")).await.expect("saved");
    assert_eq!(names(&store, one).await, ["groups First", "groups second", "members Late"]);
    assert_eq!(saved_views::count(&store.read(), one, "groups").await.expect("an answer"), 2);
    let tx = store.begin().await.expect("a transaction");
    assert!(matches!(saved_views::for_changing(&tx, one, foreign).await, Err(Error::NotFound)));
    let stored = saved_views::for_changing(&tx, other, foreign).await.expect("its own");
    assert_eq!(stored.view, view("groups", "First"));
    saved_views::update(&tx, foreign, &view("groups", "Other"), at()).await.expect("changed");
    tx.commit_unaudited("a test").await.expect("committed");
    assert_eq!(names(&store, other).await, ["groups Other"]);
    let tx = store.begin().await.expect("a transaction");
    saved_views::delete(&tx, foreign).await.expect("deleted");
    tx.commit_unaudited("a test").await.expect("committed");
    assert_eq!(names(&store, other).await, Vec::<String>::new());
    assert_eq!(names(&store, one).await.len(), 3);
}

async fn a_name_is_taken_once_a_user_and_list(store: TestStore) {
    let [one, other] = users(&store).await;
    save(&store, one, &view("groups", "Overdue")).await.expect("saved");
    let refused = save(&store, one, &view("groups", " OVERDUE ")).await.expect_err("refused");
    assert!(refused.is_refused_by(NAME_TAKEN), "{refused:?}");
    save(&store, one, &view("members", "Overdue")).await.expect("another list");
    save(&store, other, &view("groups", "Overdue")).await.expect("another user");
}
