//! A census file on its way into the roster: matched, inspected, processed.

use domain::GroupId;
use domain::access::Role;
use domain::members::Status;
use serde_json::{Value, json};
use store::Engine;

use crate::support::census::{FILES, HEADING, UNSEEN, file_path, on_roster, task, task_path};
use crate::support::{Client, TestApp};

/// Uploads rows below the usual heading, and runs them as far as they go.
async fn imported(app: &TestApp, client: &Client, group: GroupId, settings: &[(&str, &str)], rows: &str) -> Value {
    let file = app.uploaded(client, group, settings, rows).await;
    app.processed(client, &file).await
}

/// Uploads rows, and runs them up to the dry run.
async fn inspected(app: &TestApp, client: &Client, group: GroupId, rows: &str) -> Value {
    let file = app.uploaded(client, group, &[("globalEffectiveDate", "07/01/2026")], rows).await;
    app.run_tasks(client, &file, 1..=3).await
}

#[tokio::test]
async fn a_file_becomes_members_from_its_global_effective_date() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let file = imported(
        &app,
        &client,
        group,
        &[("globalEffectiveDate", "07/01/2026")],
        "E-2,Dependent,Kit,Abel,02/03/2010,,Dayton,,F1\n\
         E-1,Primary,Ana,Abel,05/17/1984,ana@mail.example,Dayton,,F1\n\
         E-3,Primary,Ben,Moss,01/02/1990,,Troy,,F2\n",
    )
    .await;
    assert_eq!((&file["StatusFormatted"], &file["HasErrors"]), (&json!("Completed"), &json!(false)), "{file}");
    assert_eq!(
        client.roster(group).await,
        [on_roster("Ana", 0, "Dayton"), on_roster("Ben", 0, "Troy"), on_roster("Kit", 0, "Dayton")]
    );
    let list = client.get(&format!("/api/v1/employees/search?GroupId={group}&OrderBy=FirstName")).await.value();
    let (ana, kit) = (&list["Data"][0], &list["Data"][2]);
    assert_eq!(kit["PrimaryEmployeeId"], ana["Id"]);
    assert_eq!(ana["StatusHistory"][0]["EffectiveDate"], "2026-07-01");
    assert!(ana["PricingGroupId"].is_i64(), "the group's default: {ana}");
}

#[tokio::test]
async fn the_same_file_again_changes_nothing() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let rows = "E-1,Primary,Ana,Abel,05/17/1984,,Dayton,,\nE-3,Primary,Ben,Moss,01/02/1990,,Troy,,\n";
    imported(&app, &client, group, &[("globalEffectiveDate", "07/01/2026")], rows).await;
    let before = client.get(&format!("/api/v1/employees/search?GroupId={group}")).await.value();
    let file = imported(&app, &client, group, &[], rows).await;
    assert_eq!(file["StatusFormatted"], "Completed");
    assert_eq!(client.get(&format!("/api/v1/employees/search?GroupId={group}")).await.value(), before);
}

/// People without ids, whom only name and birth date tell apart.
const TWO: &str = ",Primary,Ana,Abel,05/17/1984,,Dayton,,\n,Primary,Ben,Moss,01/02/1990,,Troy,,\n";

#[tokio::test]
async fn two_files_with_the_same_people_make_them_once() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        let client = app.administrator().await;
        let files = [
            app.uploaded(&client, group, &[("globalEffectiveDate", "07/01/2026")], TWO).await,
            app.uploaded(&client, group, &[("globalEffectiveDate", "07/01/2026")], TWO).await,
        ];
        let ids: Vec<_> = files.iter().map(|file| file["Id"].clone()).collect();
        for file in &files {
            app.run_tasks(&client, file, 1..=3).await;
            client.look_at_changes(file).await;
        }
        client.post(&format!("{FILES}/process"), json!({"FileIds": ids})).await.value();
        app.run_jobs().await;
        assert_eq!(
            client.roster(group).await,
            [on_roster("Ana", 0, "Dayton"), on_roster("Ben", 0, "Troy")],
            "{engine:?}"
        );
    }
}

#[tokio::test]
async fn who_became_a_member_after_the_match_is_not_made_again() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        let client = app.administrator().await;
        let waiting = inspected(&app, &client, group, TWO).await;
        imported(&app, &client, group, &[("globalEffectiveDate", "07/01/2026")], TWO).await;
        let held = app.processed(&client, &waiting).await;
        assert_eq!(held["StatusFormatted"], "Completed", "{held}");
        let both = [on_roster("Ana", 0, "Dayton"), on_roster("Ben", 0, "Troy")];
        assert_eq!(client.roster(group).await, both, "{engine:?}");
    }
}

#[tokio::test]
async fn a_file_that_has_made_members_is_not_replaced_even_when_it_is_matched_again() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let waiting = inspected(&app, &client, group, TWO).await;
    imported(&app, &client, group, &[], ",Primary,Ana,Abel,05/17/1984,,Dayton,,\n").await;
    let held = app.processed(&client, &waiting).await;
    assert_eq!(task(&held, 4)["Data"]["Summary"]["Created"], 1, "{held}");
    app.run_task(&client, &held, 2).await;
    let (id, csv) = (waiting["Id"].to_string(), format!("{HEADING}{TWO}"));
    let reply = client.upload(FILES, &[("censusFileId", &id)], ("members.csv", csv.as_bytes())).await;
    assert_eq!(reply.message(), "This file has been processed and cannot be replaced. Upload a new one.");
}

/// A group of Ana, Ben and Dee, who are active, and of Cy, who has ended.
async fn group_of_four(app: &TestApp) -> GroupId {
    let group = app.census_group().await;
    app.member(group).named("Ana", "Abel").numbered("E-1").create().await;
    app.member(group).named("Ben", "Moss").numbered("E-2").create().await;
    app.member(group).named("Cy", "Lane").numbered("E-3").then(Status::InActive, "2026-03-01").create().await;
    app.member(group).named("Dee", "Rook").numbered("E-4").create().await;
    group
}

#[tokio::test]
async fn members_are_updated_ended_and_brought_back() {
    let app = TestApp::start().await;
    let group = group_of_four(&app).await;
    let client = app.administrator().await;
    let file = imported(
        &app,
        &client,
        group,
        &[("globalEffectiveDate", "07/01/2026")],
        "E-1,,Ana,Abel,05/17/1984,,Troy,,\nE-2,,Ben,Moss,05/17/1984,,,In-Active,\nE-3,,Cy,Lane,05/17/1984,,,,\n",
    )
    .await;
    assert_eq!(file["StatusFormatted"], "Completed", "{file}");
    assert_eq!(
        client.roster(group).await,
        [on_roster("Ana", 0, "Troy"), on_roster("Ben", 1, ""), on_roster("Cy", 0, ""), on_roster("Dee", 0, "")],
        "who is absent stays, because the file is not explicit"
    );
}

/// A member whose beginning was taken back has no status at all, and comes with the next file that names it.
#[tokio::test]
async fn who_was_never_active_is_brought_in_by_a_file() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let member = app.member(group).named("Ana", "Abel").numbered("E-1").create().await;
    let client = app.administrator().await;
    let never = format!("update status_change set cancelled_at = recorded_at where member_id = {member}");
    store::testing::execute(&app.ctx.store, &never).await;
    store::testing::execute(&app.ctx.store, "update member set status = 1").await;
    let rows = "E-1,,Ana,Abel,05/17/1984,,Troy,,\n";
    let file = imported(&app, &client, group, &[("globalEffectiveDate", "07/01/2026")], rows).await;
    assert_eq!(task(&file, 4)["Data"]["Summary"]["Reactivated"], 1, "{file}");
    assert_eq!(client.roster(group).await, [on_roster("Ana", 0, "Troy")]);
}

/// What ends the absent as of July.
const EXPLICIT: [(&str, &str); 2] = [("explicitImport", "true"), ("globalEffectiveDate", "07/01/2026")];

/// A group of active members `P0`, `P1` and so on.
async fn group_of(app: &TestApp, members: usize) -> GroupId {
    let group = app.census_group().await;
    for number in 0..members {
        app.member(group).named(&format!("P{number}"), "Abel").numbered(&format!("E-{number}")).create().await;
    }
    group
}

#[tokio::test]
async fn an_explicit_file_ends_the_absent_once_many_are_confirmed() {
    let app = TestApp::start().await;
    let group = group_of(&app, 8).await;
    let client = app.administrator().await;
    let file = app.uploaded(&client, group, &EXPLICIT, "E-0,,P0,Abel,05/17/1984,,,,\n").await;
    let held = app.processed(&client, &file).await;
    let said = ["StatusFormatted", "HasErrors", "ReadyForProcessing", "WaitsFor"].map(|name| &held[name]);
    let waits = "This file would end 7 of 8 active members. An administrator has to confirm that number first.";
    assert_eq!(said, [&json!("Needs Attention"), &json!(false), &json!(false), &json!(waits)], "{held}");
    assert!(client.roster(group).await.iter().all(|(_, status, _)| *status == 0));

    let confirm = format!("{}/confirm-terminations", file_path(&file));
    assert_eq!(client.post(&confirm, json!({"Count": 6})).await.error_keys(), ["Count"]);
    let (_, user) = app.user(Role::GroupUser, None, &[group]).await;
    assert_eq!(user.post(&confirm, json!({"Count": 7})).await.status, 403);
    let confirmed = client.post(&confirm, json!({"Count": 7})).await.value();
    assert_eq!(
        (&confirmed["ReadyForProcessing"], &confirmed["WaitsFor"]),
        (&json!(true), &json!(UNSEEN)),
        "{confirmed}"
    );
    let done = app.processed(&client, &file).await;
    assert_eq!(done["StatusFormatted"], "Completed", "{done}");
    assert_eq!(client.roster(group).await.iter().filter(|(_, status, _)| *status == 1).count(), 7);
}

#[tokio::test]
async fn a_few_absent_members_are_ended_without_a_question() {
    let app = TestApp::start().await;
    let group = group_of(&app, 5).await;
    let client = app.administrator().await;
    let rows: String = (0..3).map(|number| format!("E-{number},,P{number},Abel,05/17/1984,,,,\n")).collect();
    let file = imported(&app, &client, group, &EXPLICIT, &rows).await;
    assert_eq!(file["StatusFormatted"], "Completed", "{file}");
    let statuses: Vec<_> = client.roster(group).await.into_iter().map(|(_, status, _)| status).collect();
    assert_eq!(statuses, [0, 0, 0, 1, 1]);
}

#[tokio::test]
async fn mended_failures_of_another_file_end_nobody() {
    let app = TestApp::start().await;
    let group = group_of(&app, 3).await;
    let client = app.administrator().await;
    for mended in [
        "Error,UniqueId,FirstName,LastName,DateOfBirth\r\nLast Name is required.,E-0,P0,Abel,05/17/1984\r\n",
        "error,UniqueId,FirstName,LastName,DateOfBirth\r\n,E-0,P0,Abel,05/17/1984\r\n",
        "UniqueId,FirstName,LastName,DateOfBirth,ERROR\r\nE-0,P0,Abel,05/17/1984,\r\n",
        "No,Error,UniqueId,FirstName,LastName,DateOfBirth\r\n1,,E-0,P0,Abel,05/17/1984\r\n",
    ] {
        let file = client.upload_census(group, &EXPLICIT, mended).await;
        app.run_jobs().await;
        let held = app.processed(&client, &client.census(&file).await).await;
        assert_eq!(held["HasErrors"], true, "{held}");
        let said = task(&held, 3)["Errors"][0]["Error"].as_str().expect("an error");
        assert!(said.starts_with("This file holds failed rows that were downloaded from another one"), "{said}");
    }
    assert!(client.roster(group).await.iter().all(|(_, status, _)| *status == 0));
}

#[tokio::test]
async fn a_brokers_file_never_ends_anybody() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    app.member(group).named("Ana", "Abel").numbered("E-1").create().await;
    app.member(group).named("Ben", "Moss").numbered("E-2").create().await;
    let (_, client) = app.user(Role::GroupUser, None, &[group]).await;
    let file = imported(&app, &client, group, &EXPLICIT, "E-1,,Ana,Abel,05/17/1984,,,In-Active,\n").await;
    assert_eq!(file["StatusFormatted"], "Completed", "{file}");
    assert_eq!(client.roster(group).await, [on_roster("Ana", 0, ""), on_roster("Ben", 0, "")]);
}

#[tokio::test]
async fn members_that_cannot_be_told_apart_are_left_to_a_person() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    app.member(group).named("Ana", "Abel").create().await;
    app.member(group).named("Ana", "Abel").create().await;
    let client = app.administrator().await;
    let file = imported(&app, &client, group, &[], ",,Ana,Abel,05/17/1984,,Troy,,\n").await;
    assert_eq!(
        (&file["StatusFormatted"], &task(&file, 2)["CompletedWithErrors"]),
        (&json!("Errors"), &json!(true)),
        "{file}"
    );
    assert_eq!(client.roster(group).await, [on_roster("Ana", 0, ""), on_roster("Ana", 0, "")]);

    let match_task = task_path(&file, 2);
    let found = client.get(&match_task).await.value()["Data"]["CensusRecords"][0]["EmployeeMatches"].clone();
    assert_eq!(found.as_array().expect("matches").len(), 2, "{found}");
    let choose = format!("{match_task}/match");
    assert_eq!(client.put(&choose, json!({"RecordNumber": 9, "EmployeeId": 2})).await.status, 404);
    assert_eq!(client.put(&choose, json!({"RecordNumber": 1, "EmployeeId": 99})).await.error_keys(), ["EmployeeId"]);
    client.put(&choose, json!({"RecordNumber": 1, "EmployeeId": 2})).await.value();
    let done = app.processed(&client, &file).await;
    assert_eq!(done["StatusFormatted"], "Completed", "{done}");
    let mut cities: Vec<_> = client.roster(group).await.into_iter().map(|(_, _, city)| city).collect();
    cities.sort();
    assert_eq!(cities, ["", "Troy"]);
}

#[tokio::test]
async fn a_record_that_is_left_out_holds_nothing_up() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let file = imported(&app, &client, group, &[], "E-1,,Ana,Abel,05/17/1984,,,,\nE-2,,Ben,Moss,soon,,,,\n").await;
    assert_eq!(file["StatusFormatted"], "Errors");
    let skip = format!("{}/skip", task_path(&file, 1));
    assert_eq!(client.put(&skip, json!({"RecordNumber": 3})).await.status, 404);
    client.put(&skip, json!({"RecordNumber": 2})).await.value();
    let done = app.processed(&client, &file).await;
    assert_eq!(done["StatusFormatted"], "Completed", "{done}");
    assert_eq!(client.roster(group).await.len(), 1);
}

#[tokio::test]
async fn a_member_that_was_changed_after_the_match_is_not_overwritten() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    app.member(group).named("Ana", "Abel").numbered("E-1").create().await;
    let client = app.administrator().await;
    let file = app.uploaded(&client, group, &[], "E-1,,Ana,Abel,05/17/1984,,Troy,,\n").await;
    app.run_tasks(&client, &file, 1..=2).await;
    app.move_member_to(group, "Ana", "Lima").await;
    let held = app.processed(&client, &file).await;
    assert_eq!(held["StatusFormatted"], "Errors", "{held}");
    assert_eq!(client.roster(group).await, [on_roster("Ana", 0, "Lima")]);
    app.run_task(&client, &held, 2).await;
    let done = app.processed(&client, &file).await;
    assert_eq!(done["StatusFormatted"], "Completed", "{done}");
    assert_eq!(client.roster(group).await, [on_roster("Ana", 0, "Troy")]);
}

#[tokio::test]
async fn two_people_who_process_a_file_at_once_do_it_once() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        app.member(group).named("Cy", "Lane").numbered("E-3").create().await;
        let clients = [app.administrator().await, app.administrator().await];
        let rows = format!("{TWO}E-3,,Cy,Lane,05/17/1984,,Lima,,\n");
        let file = app.uploaded(&clients[0], group, &[("globalEffectiveDate", "07/01/2026")], &rows).await;
        app.run_tasks(&clients[0], &file, 1..=3).await;
        clients[0].look_at_changes(&file).await;
        let path = format!("{FILES}/process");
        let wish = || json!({"FileIds": [file["Id"]]});
        let (one, other) = tokio::join!(clients[0].post(&path, wish()), clients[1].post(&path, wish()));
        let mut accepted = [one, other].map(|reply| reply.json()["IsValid"] == true);
        accepted.sort_unstable();
        assert_eq!(accepted, [false, true], "{engine:?}: one of them is told that the file is not eligible");
        // And two workers look for the job.
        tokio::join!(app.run_jobs(), app.run_jobs());
        let both = [on_roster("Ana", 0, "Dayton"), on_roster("Ben", 0, "Troy"), on_roster("Cy", 0, "Lima")];
        assert_eq!(clients[0].roster(group).await, both, "{engine:?}");
        let filter = store::audit::Filter { subject: Some("member".to_owned()), ..store::audit::Filter::default() };
        let request = domain::PageRequest::first(10);
        let db = app.ctx.store.read();
        let audited = store::audit::search(&db, domain::access::Scope::system(), &filter, &request).await;
        assert_eq!(audited.expect("the audit").total, 3, "{engine:?}: each member once");
    }
}

/// Absent when the file was inspected, changed by somebody before it was processed: not ended behind that person's back.
#[tokio::test]
async fn who_was_absent_and_is_changed_before_the_import_is_left_alone() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    app.member(group).named("Ana", "Abel").numbered("E-1").create().await;
    app.member(group).named("Ben", "Moss").numbered("E-2").create().await;
    app.member(group).named("Cy", "Lane").numbered("E-3").create().await;
    let client = app.administrator().await;
    let file = app.uploaded(&client, group, &EXPLICIT, "E-1,,Ana,Abel,05/17/1984,,,,\n").await;
    let file = app.run_tasks(&client, &file, 1..=3).await;
    app.move_member_to(group, "Ben", "Lima").await;
    let held = app.processed_and_confirmed(&client, &file).await;
    let said = task(&held, 4)["Errors"][0]["Error"].as_str().expect("an error").to_owned();
    assert!(said.starts_with("1 member who is absent from the file was changed"), "{said}");
    assert_eq!(
        client.roster(group).await,
        [on_roster("Ana", 0, ""), on_roster("Ben", 0, "Lima"), on_roster("Cy", 1, "")]
    );
    app.run_task(&client, &held, 3).await;
    let done = app.processed_and_confirmed(&client, &file).await;
    assert_eq!(done["StatusFormatted"], "Completed", "{done}");
    assert_eq!(client.roster(group).await[1], on_roster("Ben", 1, "Lima"), "the inspection has seen the change");
}

#[tokio::test]
async fn the_change_set_says_what_the_file_would_do_and_what_it_did() {
    let app = TestApp::start().await;
    let group = group_of_four(&app).await;
    let client = app.administrator().await;
    let rows = "E-1,,Ana,Abel,05/17/1984,,Troy,,\nE-2,,Ben,Moss,05/17/1984,,,In-Active,\nE-3,,Cy,Lane,05/17/1984,,,,\n\
                E-5,,Eve,Dunn,01/02/1990,,,,\n";
    let file = app.uploaded(&client, group, &EXPLICIT, rows).await;
    let file = app.run_tasks(&client, &file, 1..=3).await;
    let kinds = async |task: String, kind: &str| {
        let page = client.get(&format!("{task}/changes?{kind}")).await.value();
        let rows = page["Data"].as_array().expect("rows").iter();
        rows.map(|row| {
            format!("{} {}", row["FirstName"].as_str().unwrap_or_default(), row["Kind"].as_str().unwrap_or_default())
        })
        .collect::<Vec<_>>()
    };
    let inspect = task_path(&file, 3);
    let all = ["Dee Absent", "Ana Update", "Ben Terminate", "Cy Reactivate", "Eve Create"];
    assert_eq!(kinds(inspect.clone(), "").await, all);
    assert_eq!(kinds(inspect.clone(), "&PerPage=2&Page=2").await, all[2..4]);
    assert_eq!(kinds(inspect.clone(), "&Kind=Absent").await, ["Dee Absent"]);
    assert_eq!(kinds(task_path(&file, 4), "&Kind=create").await, ["Eve Create"]);
    let first = client.get(&format!("{inspect}/changes?Page=2&PerPage=1")).await.value();
    assert_eq!(first["TotalRecords"], 5);
    let city = json!([{"Field": "City", "Label": "City", "Old": null, "New": "Troy"}]);
    assert_eq!(first["Data"][0]["Changes"], city);
    let ended = client.get(&format!("{inspect}/changes?Kind=Absent")).await.value();
    assert_eq!(ended["Data"][0]["EffectiveDate"], "2026-07-01");
    assert_eq!(client.get(&format!("{inspect}/changes?Kind=Odd")).await.error_keys(), ["Kind"]);
    assert_eq!(client.get(&format!("{}/changes", task_path(&file, 1))).await.status, 404);
    let (_, stranger) = app.user(Role::GroupUser, None, &[]).await;
    assert_eq!(stranger.get(&format!("{inspect}/changes")).await.status, 404);

    let done = app.processed_and_confirmed(&client, &file).await;
    assert_eq!(done["StatusFormatted"], "Completed", "{done}");
    let mut did = kinds(task_path(&file, 4), "").await;
    did.sort();
    assert_eq!(did, ["Ana Update", "Ben Terminate", "Cy Reactivate", "Dee Absent", "Eve Create"]);
    let updated = client.get(&format!("{}/changes?Kind=Update", task_path(&file, 4))).await.value();
    assert_eq!(updated["Data"][0]["Changes"], city);
}
