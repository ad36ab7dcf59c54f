//! Where the status changes behind a bill come from.

use domain::billing::reasons::Origin;
use domain::{CensusFileId, StatusChangeId};

use super::super::world::{Columns, insert, populate};
use crate::on_both_engines;
use crate::snapshots::sources;
use crate::testing::TestStore;

on_both_engines!(every_stored_source_is_told_with_its_user_and_its_file,);

/// A change of each source. Member 1 is in row 7 of the file, member 2 is absent from it, and what it did to member 1 is undone later.
const CHANGES: &[(&str, Columns)] = &[
    ("census_change", &[("row_number", "7")]),
    ("census_change", &[("member_id", "2")]),
    ("status_change", &[("source", "0"), ("recorded_by", "1"), ("until_on", "'2026-02-01'")]),
    ("status_change", &[("source", "1"), ("effective_on", "'2026-02-01'"), ("until_on", "'2026-03-01'")]),
    (
        "status_change",
        &[("source", "2"), ("source_id", "1"), ("effective_on", "'2026-03-01'"), ("until_on", "'2026-04-01'")],
    ),
    ("status_change", &[("source", "3"), ("effective_on", "'2026-04-01'"), ("until_on", "'2026-05-01'")]),
    (
        "status_change",
        &[("source", "4"), ("source_id", "1"), ("effective_on", "'2026-05-01'"), ("until_on", "'2026-06-01'")],
    ),
    ("status_change", &[("source", "5"), ("effective_on", "'2026-06-01'")]),
    ("status_change", &[("source", "2"), ("source_id", "1"), ("member_id", "2")]),
];

async fn every_stored_source_is_told_with_its_user_and_its_file(store: TestStore) {
    populate(&store).await;
    let tx = store.begin().await.expect("a transaction");
    for (table, row) in CHANGES {
        insert(&tx, table, row).await.unwrap_or_else(|error| panic!("{table}: {error}"));
    }
    tx.commit_unaudited("a test's changes").await.expect("they are committed");
    let ids: Vec<_> = (1..=8).map(StatusChangeId).collect();
    let found = sources(&store.read(), &ids).await.expect("sources");
    let file = Some((CensusFileId(1), Some(Some(7))));
    for (id, origin, expected) in [
        (1, Origin::ByHand, None),
        (2, Origin::ByHand, None),
        (3, Origin::File, file),
        (4, Origin::GroupEnd, None),
        (5, Origin::Undo, file),
        (6, Origin::Automatic, None),
        (7, Origin::File, Some((CensusFileId(1), Some(None)))),
    ] {
        let source = &found[&StatusChangeId(id)];
        let file = source.file.as_ref().map(|file| (file.id, file.row));
        assert_eq!((source.origin, source.user.is_some(), file), (origin, id == 1, expected), "{id}");
    }
    assert!(!found.contains_key(&StatusChangeId(8)), "there is none");
}
