//! Jobs: what becomes of the record when its job is given up, and when the bell rings.

use std::pin::pin;

use chrono::{SecondsFormat, TimeDelta};
use futures_util::FutureExt as _;
use portal::Context;
use portal::housekeeping::jobs::TidyUp;
use portal::jobs::{Lane, enqueue, schedule};
use store::Engine;

use crate::support::TestApp;
use crate::support::census::{HEADING, file_path};

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
            store::queue::claim(&app.ctx.store, Lane::Small as i16, "a worker that dies", app.ctx.now(), lease)
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

/// A few rows do not wait for the many of another group; the files of one group go one after the other.
#[tokio::test]
async fn a_small_file_goes_on_beside_a_large_one_of_another_group() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let client = app.administrator().await;
        let (group, other) = (app.census_group().await, app.census_group().await);
        let address = "A long address that fills the line ".repeat(3);
        let rows: String =
            (0..6000).map(|n| format!("E-{n},Primary,Ana{n},Reyes,05/17/1984,,{address},Active,\n")).collect();
        client.upload_census(group, &[], format!("{HEADING}{rows}")).await;
        let lease = TimeDelta::seconds(60);
        let large = store::queue::claim(&app.ctx.store, Lane::Heavy as i16, "a long run", app.ctx.now(), lease).await;
        let large = large.expect("an answer").expect("the large file");
        let row = "E-1,Primary,Ben,Okafor,05/17/1984,,Dayton,Active,\n";
        let same = client.upload_census(group, &[], format!("{HEADING}{row}")).await;
        let small = client.upload_census(other, &[], format!("{HEADING}{row}")).await;
        let waits = async |lane: Lane| {
            store::queue::next_due(&app.ctx.store.read(), lane as i16).await.expect("an answer") == Some(app.ctx.now())
        };
        assert!(waits(Lane::Small).await && !waits(Lane::Heavy).await, "{engine:?}: the small ones wait elsewhere");
        app.run_jobs().await;
        let small = app.processed(&client, &small).await;
        assert_eq!(small["StatusFormatted"], "Completed", "{engine:?}: {small}");
        assert_eq!(client.census(&same).await["StatusFormatted"], "Queued", "{engine:?}");

        let tx = app.ctx.store.begin().await.expect("a transaction");
        store::queue::finish(&tx, &large, app.ctx.now()).await.expect("the claim holds");
        tx.commit_unaudited("the end of a test's run").await.expect("committed");
        app.run_jobs().await;
        assert_eq!(client.census(&same).await["StatusFormatted"], "Needs Attention", "{engine:?}");
        let undone = client.post(&format!("{}/undo", file_path(&small)), serde_json::json!({})).await.value();
        assert_eq!(undone["Undo"]["State"], "Queued", "{undone}");
        assert!(waits(Lane::Small).await, "{engine:?}: undoing a few rows is short work too");
        app.run_jobs().await;
        assert_eq!(client.census(&small).await["Undo"]["State"], "Done", "{engine:?}");
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
