//! How files were understood: one layout a file, for those who may see the file.

use chrono::{DateTime, Utc};
use domain::access::{Caller, Role, Scope};
use domain::census::Layout;
use domain::{BrokerId, CensusFileId, UserId};

use super::super::world;
use crate::census::{content, layouts};
use crate::on_both_engines;
use crate::testing::TestStore;
use crate::{Db, Error};

on_both_engines!(a_layout_is_replaced_and_goes_with_the_content, who_may_not_see_a_file_finds_no_layout);

const FILE: CensusFileId = CensusFileId(1);

fn at() -> DateTime<Utc> {
    "2026-07-20T15:00:00Z".parse().expect("an instant")
}

fn layout(heading_line: u64) -> Layout {
    Layout { heading_line, encoding: "UTF-8".to_owned(), ..Layout::default() }
}

async fn found(db: &impl Db) -> Option<u64> {
    let found = layouts::find(db, Scope::system(), FILE).await.expect("an answer");
    found.map(|stored| stored.layout.heading_line)
}

async fn a_layout_is_replaced_and_goes_with_the_content(store: TestStore) {
    world::populate(&store).await;
    let tx = store.begin().await.expect("a transaction");
    content::forget(&tx, FILE).await.expect("forgotten");
    assert_eq!(found(&tx).await, None);
    for line in [1, 3] {
        layouts::replace(&tx, FILE, &layout(line), at()).await.expect("written");
        assert_eq!(found(&tx).await, Some(line));
    }
    content::forget(&tx, FILE).await.expect("forgotten");
    assert_eq!(found(&tx).await, None);
    tx.commit_unaudited("the change of a test").await.expect("committed");
}

async fn who_may_not_see_a_file_finds_no_layout(store: TestStore) {
    world::populate(&store).await;
    let tx = store.begin().await.expect("a transaction");
    layouts::replace(&tx, FILE, &layout(1), at()).await.expect("written");
    tx.commit_unaudited("the change of a test").await.expect("committed");
    let stranger =
        Caller { user: UserId(9), role: Role::BrokerAdministrator, broker: Some(BrokerId(99)), impersonator: None };
    let refused = layouts::find(&store.read(), stranger.scope(), FILE).await;
    assert!(matches!(refused, Err(Error::NotFound)), "{refused:?}");
}
