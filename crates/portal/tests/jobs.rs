//! Jobs: what becomes of the record when its job is given up, and when the bell rings.

use std::pin::pin;

use chrono::{SecondsFormat, TimeDelta};
use futures_util::FutureExt as _;
use portal::Context;
use portal::housekeeping::jobs::TidyUp;
use portal::jobs::{Lane, enqueue, schedule};
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

/// The night is that of the place named now, from the start on, and not only after each job has been done once more at the old hour.
#[tokio::test]
async fn another_time_zone_moves_the_nightly_jobs_at_once() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let next = async |ctx: &Context| {
            schedule::define(ctx).await.expect("schedules");
            let all = store::schedules::due(&app.ctx.store.read(), ctx.now() + TimeDelta::days(2)).await;
            let all = all.expect("an answer");
            let nightly = all.iter().find(|schedule| schedule.name == "bill-months").expect("a schedule");
            nightly.next_at.to_rfc3339_opts(SecondsFormat::Secs, true)
        };
        let elsewhere = app.restarted(|config| config.time_zone = chrono_tz::Pacific::Noumea);
        assert_eq!(next(&app.ctx).await, "2026-07-21T06:00:00Z", "{engine:?}: 02:00 in New York");
        assert_eq!(next(&elsewhere).await, "2026-07-21T15:00:00Z", "{engine:?}: 02:00 in Noumea");
        assert_eq!(next(&app.ctx).await, "2026-07-21T06:00:00Z", "{engine:?}: and back");

        // What was to be done while the program stood still is done before.
        app.travel_to("2026-07-21T07:00:00Z");
        assert_eq!(next(&elsewhere).await, "2026-07-21T06:00:00Z", "{engine:?}: overdue");
        schedule::fire(&elsewhere).await.expect("fired");
        assert_eq!(next(&elsewhere).await, "2026-07-21T15:00:00Z", "{engine:?}: then by the new clock");
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
