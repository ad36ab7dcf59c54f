//! What was written for good stays as it was, whoever tries.

use super::world::{execute, insert, populate};
use crate::testing::TestStore;
use crate::{Error, on_both_engines};

on_both_engines!(what_is_written_for_good_is_not_changed, what_may_still_change_does);

async fn rows(store: &TestStore) {
    populate(store).await;
    let tx = store.begin().await.expect("a transaction");
    for table in ["status_change", "commission_rate", "census_change", "erp_document", "consult"] {
        insert(&tx, table, &[]).await.expect(table);
    }
    let at = "'2026-07-01T12:00:00.000Z'";
    for sql in [
        format!("insert into audit (at, action, subject) values ({at}, 'a', 's')"),
        format!("insert into member_name (member_id, first_name, last_name, replaced_at) values (1, 'A', 'B', {at})"),
        format!(
            "insert into consult_change (consult_id, started_at, is_after_hours, replaced_at) \
             select id, started_at, is_after_hours, {at} from consult"
        ),
        format!("insert into erp_push (document_id, at, step, outcome) values (1, {at}, 0, 0)"),
        "insert into recovery_code (user_id, code_hash) values (1, cast('c' as {bytes}))".to_owned(),
        format!(
            "insert into user_token (user_id, purpose, token_hash, created_at, expires_at) \
             values (1, 0, cast('t' as {{bytes}}), {at}, {at})"
        ),
    ] {
        execute(&tx, &sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    }
    tx.commit_unaudited("the world of a test").await.expect("it is committed");
}

async fn what_is_written_for_good_is_not_changed(store: TestStore) {
    rows(&store).await;
    for statement in [
        "update audit set action = 'b'",
        "delete from audit",
        "update erp_push set outcome = 1",
        "delete from erp_push",
        "update member_name set first_name = 'C'",
        "delete from member_name",
        "update consult_change set replaced_at = started_at",
        "delete from consult_change",
        "update recovery_code set user_id = 1",
        "delete from recovery_code",
        "update user_token set purpose = 1",
        "delete from user_token",
        "update status_change set effective_on = '2026-02-02'",
        "update status_change set status = 1",
        "delete from status_change",
        "update commission_rate set payout_cents = 1",
        "delete from commission_rate",
        "update census_change set kind = 2",
        "delete from census_change",
    ] {
        let tx = store.begin().await.expect("a transaction");
        match execute(&tx, statement).await {
            Err(Error::Database(failure)) => {
                assert!(failure.to_string().contains("append-only"), "{statement}: {failure}")
            }
            other => panic!("{statement}: {other:?}"),
        }
    }
}

async fn what_may_still_change_does(store: TestStore) {
    rows(&store).await;
    let tx = store.begin().await.expect("a transaction");
    for statement in [
        "update recovery_code set used_at = '2026-07-02T00:00:00.000Z'",
        "update user_token set used_at = '2026-07-02T00:00:00.000Z'",
        "update status_change set until_on = '2026-02-01'",
        "update status_change set cancelled_at = '2026-07-02T00:00:00.000Z', cancelled_by = 1, cancel_reason = 0",
        "update commission_rate set superseded_at = '2026-07-02T00:00:00.000Z'",
        "update census_change set undone_at = '2026-07-02T00:00:00.000Z', undo_note = 1",
    ] {
        execute(&tx, statement).await.unwrap_or_else(|error| panic!("{statement}: {error}"));
    }
}
