//! Jobs: what becomes of the record when its job is given up, and when the bell rings.

use std::pin::pin;

use chrono::TimeDelta;
use futures_util::FutureExt as _;
use portal::housekeeping::jobs::TidyUp;
use portal::jobs::{Lane, enqueue};
use store::Engine;

use crate::support::TestApp;

/// A census file whose worker died at every try is not for ever being worked on.
#[tokio::test]
async fn a_job_that_killed_all_its_workers_is_given_up_together_with_its_record() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.group().create().await.to_string();
        let client = app.administrator().await;
        let csv = b"FirstName,LastName,DateOfBirth\r\nAna,Reyes,05/17/1984\r\n";
        let file = client.upload("/api/v1/census/files", &[("employerId", &group)], ("people.csv", csv)).await.value();
        let path = format!("/api/v1/census/files/{}", file["Id"]);
        assert_eq!(file["Tasks"][0]["State"], "Queued");
        let lease = TimeDelta::seconds(60);
        while let Some(claimed) =
            store::queue::claim(&app.ctx.store, Lane::Heavy as i16, "a worker that dies", app.ctx.now(), lease)
                .await
                .expect("an answer")
        {
            app.pass(lease);
            if claimed.attempt == claimed.max_attempts {
                break;
            }
        }
        app.run_jobs().await;
        let file = client.get(&path).await.value();
        assert_eq!(file["StatusFormatted"], "Failed", "{engine:?}: {file}");
        assert_eq!(file["Tasks"][0]["State"], "Failed", "{engine:?}: {file}");
    }
}

#[tokio::test]
async fn the_bell_rings_when_others_can_see_the_job() {
    let app = TestApp::start().await;
    let mut rung = pin!(app.ctx.job_bell.notified());
    let tx = app.ctx.store.begin().await.expect("a transaction");
    enqueue(&app.ctx, &tx, &TidyUp {}).await.expect("queued");
    drop(tx);
    let tx = app.ctx.store.begin().await.expect("a transaction");
    enqueue(&app.ctx, &tx, &TidyUp {}).await.expect("queued");
    assert!(rung.as_mut().now_or_never().is_none(), "nothing is committed");
    tx.commit_unaudited("asked for by a test").await.expect("committed");
    assert!(rung.as_mut().now_or_never().is_some());
}
