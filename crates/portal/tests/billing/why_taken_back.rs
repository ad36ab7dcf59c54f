//! "Why this amount?" where a change of status was taken back: the source is who or what did that.

use domain::SnapshotId;
use domain::members::Status;
use serde_json::{Value, json};
use store::Engine;

use crate::support::census::file_path;
use crate::support::{Billed, on_both_engines};

on_both_engines!(
    an_end_that_somebody_takes_back_is_theirs,
    an_end_that_an_undone_file_takes_back_is_of_the_undoing,
    who_was_made_by_an_undone_file_is_told_as_unmade,
    a_return_that_is_undone_leaves_the_end_before_it,
);

/// `First, 7, 10.0: reason (Kind, user, file?, day)` of everybody behind a cause.
async fn told(billed: &Billed, bill: &Value, cause: &str) -> Vec<String> {
    let rows = billed.client.get(&format!("{}/why/members?Cause={cause}", billed.snapshot(&bill["Id"]))).await.value();
    let one = |row: &Value| {
        let (first, month, amount) = (&row["Employee"]["FirstName"], &row["BillableMonth"], &row["AmountDollars"]);
        let (first, reason) = (first.as_str().expect("a name"), row["Reason"].as_str().unwrap_or("-"));
        let source = &row["Source"];
        let (kind, user) = (source["Kind"].as_str().expect("a kind"), source["UserName"].as_str().unwrap_or("nobody"));
        let file = if source["FileName"].is_string() && source["CensusFileId"].is_i64() { ", a file" } else { "" };
        let day = &source["RecordedOn"].as_str().expect("a time")[..10];
        format!("{first}, {month}, {amount}: {reason} ({kind}, {user}{file}, {day})")
    };
    rows["Data"].as_array().expect("rows").iter().map(one).collect()
}

/// Processes a file for June: whoever is not in it is ended.
async fn imported(billed: &Billed, rows: &str) -> Value {
    let settings = [("globalEffectiveDate", "06/01/2026"), ("explicitImport", "true")];
    let file = billed.app.uploaded(&billed.client, billed.group.into(), &settings, rows).await;
    let held = billed.app.processed(&billed.client, &file).await;
    // Of two members one is half.
    let is_done = held["StatusFormatted"] == "Completed";
    let done = if is_done { held } else { billed.app.processed_and_confirmed(&billed.client, &held).await };
    assert_eq!(done["StatusFormatted"], "Completed", "{done}");
    done
}

/// July is billed, the file is undone on June 24, and August is billed.
async fn undone_between_bills(billed: &Billed, file: &Value) -> Value {
    billed.app.travel_to("2026-06-22T16:00:00Z");
    billed.bill(7).await;
    billed.app.travel_to("2026-06-24T16:00:00Z");
    billed.client.post(&format!("{}/undo", file_path(file)), json!({})).await.value();
    billed.app.run_jobs().await;
    billed.app.travel_to("2026-06-26T16:00:00Z");
    billed.bill(8).await
}

async fn an_end_that_somebody_takes_back_is_theirs(engine: Engine) {
    let billed = Billed::on(engine).await;
    billed.app.travel_to("2026-06-04T16:00:00Z");
    let ana = billed.member("Ana", &[]).await;
    billed.member("Ben", &[]).await;
    billed.bill(6).await;
    billed.app.travel_to("2026-06-10T16:00:00Z");
    billed.change(ana, "terminate", "06/01/2026").await;
    billed.app.travel_to("2026-06-12T16:00:00Z");
    billed.bill(7).await;
    billed.app.travel_to("2026-06-14T16:00:00Z");
    billed.change(ana, "activate", "06/01/2026").await;
    billed.app.travel_to("2026-06-16T16:00:00Z");
    let august = billed.bill(8).await;
    let (end, source) = ("the end was taken back on 06/14/2026", "(User, Dana Reyes1, 2026-06-14)");
    assert_eq!(
        told(&billed, &august, "Debts").await,
        [
            format!("Ana, 6, 10.0: was credited, then {end} {source}"),
            format!("Ana, 7, 10.0: had no charge for the month, then {end} {source}"),
        ]
    );
    assert_eq!(told(&billed, &august, "Joined").await, [format!("Ana, 8, 10.0: was ended, and {end} {source}")]);
}

const ANA: &str = "E-1,Primary,Ana,Abel,05/17/1984,,Dayton,,\n";
const BEN: &str = "E-2,Primary,Ben,Abel,05/17/1984,,Dayton,,\n";

/// Ana and Ben, June billed; a file ends Ben as of June 1 or says otherwise.
async fn june(engine: Engine) -> Billed {
    let billed = Billed::on(engine).await;
    billed.app.travel_to("2026-06-04T16:00:00Z");
    let group = billed.group.into();
    billed.app.member(group).named("Ana", "Abel").numbered("E-1").create().await;
    billed.app.member(group).named("Ben", "Abel").numbered("E-2").create().await;
    billed.bill(6).await;
    billed.app.travel_to("2026-06-20T16:00:00Z");
    billed
}

async fn an_end_that_an_undone_file_takes_back_is_of_the_undoing(engine: Engine) {
    let billed = june(engine).await;
    let file = imported(&billed, ANA).await;
    let august = undone_between_bills(&billed, &file).await;
    let source = "(Undo, Dana Reyes1, a file, 2026-06-24)";
    let end = "the end was taken back by the undoing of a file on 06/24/2026";
    assert_eq!(
        told(&billed, &august, "Debts").await,
        [
            format!("Ben, 6, 10.0: was credited, then {end} {source}"),
            format!("Ben, 7, 10.0: had no charge for the month, then {end} {source}"),
        ]
    );
    assert_eq!(told(&billed, &august, "Joined").await, [format!("Ben, 8, 10.0: was ended, and {end} {source}")]);
}

async fn who_was_made_by_an_undone_file_is_told_as_unmade(engine: Engine) {
    let billed = june(engine).await;
    let file = imported(&billed, &format!("{ANA}{BEN}E-3,Primary,Cleo,Marsh,02/03/1990,,Dayton,,\n")).await;
    let august = undone_between_bills(&billed, &file).await;
    let rows = billed.client.get(&format!("{}/why/members?Cause=Left", billed.snapshot(&august["Id"]))).await.value();
    assert_eq!(rows["Data"][0]["FilteredStatusChanges"], json!([]), "nothing of Cleo's timeline stands");
    let source = "(Undo, Dana Reyes1, a file, 2026-06-24)";
    let unmade = "the creation was taken back by the undoing of a file on 06/24/2026";
    assert_eq!(
        told(&billed, &august, "Credits").await,
        [
            format!("Cleo, 6, -10.0: was billed afterwards, then {unmade} {source}"),
            format!("Cleo, 7, -10.0: was billed, then {unmade} {source}"),
        ]
    );
    assert_eq!(told(&billed, &august, "Left").await, [format!("Cleo, 7, -10.0: was active, and {unmade} {source}")]);
    let id = SnapshotId(august["Id"].as_i64().expect("an id"));
    let who = billed.app.staff().await;
    let printed = portal::invoices::service::document(&billed.app.ctx, who, id, None, None).await.expect("a document");
    let corrected = printed.appendix.expect("an appendix").corrections.into_iter().flat_map(|group| group.members);
    let details: Vec<_> = corrected.map(|member| member.detail).collect();
    assert_eq!(details, ["Creation taken back on 06/24/2026", "Creation taken back on 06/24/2026"]);
}

/// Cy was ended in March and a file brings him back as of June; undone, March counts again, which the bill of July knew.
async fn a_return_that_is_undone_leaves_the_end_before_it(engine: Engine) {
    let billed = june(engine).await;
    let group = billed.group.into();
    billed.app.member(group).named("Cy", "Lane").numbered("E-3").then(Status::InActive, "2026-03-01").create().await;
    let file = imported(&billed, &format!("{ANA}{BEN}E-3,Primary,Cy,Lane,05/17/1984,,Dayton,,\n")).await;
    let august = undone_between_bills(&billed, &file).await;
    let expected = "Cy, 7, -10.0: was active, and the start was taken back by the undoing of a file on 06/24/2026 \
                    (Undo, Dana Reyes1, a file, 2026-06-24)";
    assert_eq!(told(&billed, &august, "Left").await, [expected]);
}
