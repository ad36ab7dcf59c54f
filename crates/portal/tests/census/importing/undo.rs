//! A processed file undone: who is put back, who is kept and why, what is said beforehand, and when it is refused.

use chrono::TimeDelta;
use domain::GroupId;
use domain::access::Role;
use domain::members::Status;
use insta::assert_json_snapshot;
use serde_json::{Value, json};
use store::Engine;

use crate::support::census::{FILES, file_path, on_roster, task_path};
use crate::support::{Billed, Client, TestApp};

const FROM_JULY: &[(&str, &str)] = &[("globalEffectiveDate", "07/01/2026")];

/// Uploads rows below the usual heading, and processes them.
async fn imported(app: &TestApp, client: &Client, group: GroupId, settings: &[(&str, &str)], rows: &str) -> Value {
    let file = app.uploaded(client, group, settings, rows).await;
    let held = app.processed(client, &file).await;
    // Of two members one is half.
    let is_done = held["StatusFormatted"] == "Completed";
    let done = if is_done { held } else { app.processed_and_confirmed(client, &held).await };
    assert_eq!(done["StatusFormatted"], "Completed", "{done}");
    done
}

fn undo_path(file: &Value) -> String {
    format!("{}/undo", file_path(file))
}

impl Client {
    async fn preview(&self, file: &Value) -> Value {
        self.get(&undo_path(file)).await.value()
    }

    /// First name, kind and reason of each member of a list.
    async fn undone_members(&self, file: &Value, query: &str) -> Vec<String> {
        let page = self.get(&format!("{}/members?Page=1{query}", undo_path(file))).await.value();
        let rows = page["Data"].as_array().expect("rows").iter();
        let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
        rows.map(|row| [&row["FirstName"], &row["Kind"], &row["Reason"]].map(text).join(", ")).collect()
    }

    /// What a member list says of everybody in a group but when, by name.
    async fn everybody(&self, group: GroupId) -> Vec<Value> {
        let list = self.get(&format!("/api/v1/employees/search?GroupId={group}&OrderBy=FirstName")).await.value();
        let mut rows = list["Data"].as_array().expect("rows").clone();
        for row in &mut rows {
            let history = row["StatusHistory"].as_array().expect("a history").clone();
            let standing = history.iter().filter(|change| change["IsCancelled"] == false);
            row["StatusHistory"] = standing.map(|change| json!([change["Status"], change["EffectiveDate"]])).collect();
            row["Version"].take();
        }
        rows
    }
}

impl TestApp {
    async fn undone(&self, client: &Client, file: &Value) -> Value {
        client.post(&undo_path(file), json!({})).await.value();
        self.run_jobs().await;
        let file = client.census(file).await;
        assert_eq!(file["Undo"]["State"], "Done", "{file}");
        file
    }

    /// Nothing is wrong with the counters, on any day.
    async fn counters_hold(&self) {
        let drifted =
            store::counts::upkeep::drifted(&self.ctx.store.read(), self.ctx.today()).await.expect("an answer");
        assert_eq!(drifted, []);
    }
}

/// Four members, and a file that does something else to each of them and makes a fifth and a sixth.
async fn four(app: &TestApp, group: GroupId) {
    app.member(group)
        .named("Ana", "Abel")
        .numbered("E-1")
        .with(|ana| ana.city = Some("Dayton".to_owned()))
        .create()
        .await;
    app.member(group).named("Ben", "Moss").numbered("E-2").then(Status::InActive, "2026-09-01").create().await;
    app.member(group).named("Cy", "Lane").numbered("E-3").then(Status::InActive, "2026-03-01").create().await;
    app.member(group).named("Dee", "Rook").numbered("E-4").create().await;
}

const SIX: &str = "E-1,,Ana,Abell,05/17/1984,ana@mail.example,Troy,,\nE-2,,Ben,Moss,05/17/1984,,Lima,,\n\
    E-3,,Cy,Lane,05/17/1984,,,,\nE-5,Primary,Eve,Dunn,01/02/1990,,Troy,,F5\nE-6,Dependent,Kit,Dunn,02/03/2012,,Troy,,F5\n";

const EXPLICIT: &[(&str, &str)] = &[("explicitImport", "true"), ("globalEffectiveDate", "06/01/2026")];

#[tokio::test]
async fn everybody_is_put_back_and_who_was_made_was_never_active() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        four(&app, group).await;
        let client = app.administrator().await;
        let before = client.everybody(group).await;
        let file = imported(&app, &client, group, EXPLICIT, SIX).await;
        assert_eq!(file["UndoableUntil"], "2026-08-19", "{file}");
        let preview = client.preview(&file).await;
        assert_eq!(preview["PutBack"]["Total"], 6, "{preview}");
        let done = app.undone(&client, &file).await;
        assert_eq!((&done["Undo"]["Done"], &done["Undo"]["Kept"]), (&json!(6), &json!(0)));
        let after = client.everybody(group).await;
        let (old, made): (Vec<Value>, Vec<Value>) =
            after.into_iter().partition(|row| !["Eve", "Kit"].iter().any(|name| row["FirstName"] == *name));
        assert_eq!(old, before, "{engine:?}");
        for row in &made {
            assert_eq!((&row["Status"], &row["StatusHistory"]), (&json!(1), &json!([])), "{row}");
            assert_eq!((&row["EmployerProvidedId"], &row["PrimaryEmployeeId"]), (&json!(null), &json!(null)), "{row}");
        }
        assert_eq!(made.len(), 2);
        app.counters_hold().await;
        let counted = store::counts::of_group(&app.ctx.store.read(), group, app.ctx.today()).await.expect("counted");
        assert_eq!((counted.total, counted.active), (6, 3), "{engine:?}");
    }
}

#[tokio::test]
async fn the_preview_says_what_will_happen_and_the_same_afterwards() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    four(&app, group).await;
    let client = app.administrator().await;
    let file = imported(&app, &client, group, EXPLICIT, SIX).await;
    app.move_member_to(group, "Ben", "Oslo").await;
    assert_json_snapshot!(client.preview(&file).await, @r#"
    {
      "CanUndo": true,
      "Done": 0,
      "Kept": {
        "Created": 0,
        "Reactivated": 0,
        "Terminated": 0,
        "Total": 1,
        "Updated": 1
      },
      "KeptReasons": [
        {
          "Count": 1,
          "Reason": "The member was changed after the file was processed."
        }
      ],
      "LastDay": "2026-08-19",
      "PutBack": {
        "Created": 2,
        "Reactivated": 1,
        "Terminated": 1,
        "Total": 5,
        "Updated": 1
      },
      "Reason": null,
      "State": null,
      "Total": 6,
      "UndoneOn": null
    }
    "#);
    let kept = ["Ben, Updated, The member was changed after the file was processed."];
    assert_eq!(client.undone_members(&file, "&Kept=true").await, kept);
    assert_eq!(client.undone_members(&file, "&Kind=created").await, ["Eve, Created, -", "Kit, Created, -"]);
    assert_eq!(client.undone_members(&file, "&Kept=false&Kind=Terminated").await, ["Dee, Terminated, -"]);
    assert_eq!(client.undone_members(&file, "&PerPage=4").await.len(), 4);
    assert_eq!(client.get(&format!("{}/members?Kind=Odd", undo_path(&file))).await.error_keys(), ["Kind"]);
    let who = client.get(&format!("{}/members?Kept=true", undo_path(&file))).await.value();
    assert_eq!(
        (&who["Data"][0]["ChangedBy"], &who["Data"][0]["RecordNumber"]),
        (&json!("Sam Okafor"), &json!(2)),
        "{who}"
    );

    app.undone(&client, &file).await;
    let after = client.preview(&file).await;
    assert_eq!((&after["State"], &after["CanUndo"], &after["Done"]), (&json!("Done"), &json!(false), &json!(6)));
    assert_eq!(after["Reason"], "This file has been undone already.");
    assert_eq!((&after["PutBack"]["Total"], &after["Kept"]["Updated"]), (&json!(5), &json!(1)), "{after}");
    assert_eq!(client.undone_members(&file, "&Kept=true").await, kept);
    let ben = client.roster(group).await.into_iter().find(|(name, ..)| name == "Ben").expect("Ben");
    assert_eq!(ben, on_roster("Ben", 2, "Oslo"));
    app.counters_hold().await;
}

#[tokio::test]
async fn files_are_undone_one_after_the_other_and_a_later_one_protects_its_members() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    four(&app, group).await;
    let client = app.administrator().await;
    let before = client.everybody(group).await;
    let first = imported(
        &app,
        &client,
        group,
        FROM_JULY,
        "E-1,,Ana,Abel,05/17/1984,,Troy,,\nE-4,,Dee,Rook,05/17/1984,,Troy,,\n",
    )
    .await;
    let between = client.everybody(group).await;
    let second =
        imported(&app, &client, group, FROM_JULY, "E-1,,Ana,Abel,05/17/1984,,Lima,,\nE-3,,Cy,Lane,05/17/1984,,,,\n")
            .await;
    let third = imported(&app, &client, group, FROM_JULY, "E-1,,Ana,Abel,05/17/1984,,Rome,,\n").await;
    let later = "Ana, Updated, A later census file has changed the member.";
    assert_eq!(client.undone_members(&first, "").await, [later, "Dee, Updated, -"]);
    assert_eq!(client.undone_members(&second, "").await, [later, "Cy, Reactivated, -"]);
    app.undone(&client, &third).await;
    assert_eq!(client.undone_members(&second, "").await, ["Ana, Updated, -", "Cy, Reactivated, -"]);
    app.undone(&client, &second).await;
    assert_eq!(client.everybody(group).await, between);
    assert_eq!(client.undone_members(&first, "").await, ["Ana, Updated, -", "Dee, Updated, -"]);
    app.undone(&client, &first).await;
    assert_eq!(client.everybody(group).await, before);
    app.counters_hold().await;
}

#[tokio::test]
async fn ids_are_given_back_in_turn_and_one_that_somebody_else_has_by_now_is_not() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        app.member(group).named("Ana", "Abel").numbered("E-1").create().await;
        app.member(group).named("Ben", "Moss").numbered("E-2").create().await;
        app.member(group).named("Cy", "Lane").numbered("E-3").create().await;
        let client = app.administrator().await;
        let rows = "E-9,,Ana,Abel,05/17/1984,,,,\nE-2,,Ben,Moss,05/17/1984,,Lima,,\nE-8,,Cy,Lane,05/17/1984,,,,\n";
        let file = app.uploaded(&client, group, FROM_JULY, rows).await;
        app.run_tasks(&client, &file, 1..=2).await;
        let ids: Vec<Value> = client.everybody(group).await.iter().map(|row| row["Id"].clone()).collect();
        let choose = async |row: usize| {
            let path = format!("{}/match", task_path(&client.census(&file).await, 2));
            client.put(&path, json!({"RecordNumber": row, "EmployeeId": ids[row - 1]})).await.value();
        };
        let file = client.census(&file).await;
        let answer = format!("{}/questions/{}", file_path(&file), file["Questions"][0]["Id"]);
        client.put(&answer, json!({"Answer": true})).await.value();
        choose(1).await;
        choose(3).await;
        app.move_member_to(group, "Ben", "Oslo").await;
        let held = app.processed(&client, &file).await;
        assert_eq!(held["HasErrors"], true, "Ana and Cy have new ids, Ben waits for a person: {held}");
        // The person gives him the one that Ana had.
        let fix = json!({"Record": {"RecordNumber": 2, "UniqueId": "E-1"}});
        client.put(&format!("{}/record", task_path(&held, 1)), fix).await.value();
        app.run_task(&client, &held, 2).await;
        choose(2).await;
        let file = app.processed(&client, &held).await;
        assert_eq!(file["StatusFormatted"], "Completed", "{file}");
        app.member(group).named("Dee", "Rook").numbered("E-3").create().await;
        let taken = "Cy, Updated, The former unique ID belongs to another member now.";
        let said = client.undone_members(&file, "&Kept=true").await;
        assert_eq!(said, [taken], "{engine:?}");
        app.undone(&client, &file).await;
        assert_eq!(client.undone_members(&file, "&Kept=true").await, said);
        let numbers = client.everybody(group).await.into_iter().map(|row| row["EmployerProvidedId"].clone());
        assert_eq!(numbers.collect::<Vec<_>>(), ["E-1", "E-2", "E-8", "E-3"], "{engine:?}");
    }
}

#[tokio::test]
async fn who_has_dependents_that_stay_is_kept() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let family = "E-1,Primary,Eve,Dunn,01/02/1990,,,,F1\nE-2,Dependent,Kit,Dunn,02/03/2012,,,,F1\nE-3,Primary,Ira,Fox,01/02/1990,,,,F2\n";
    let file = imported(&app, &client, group, FROM_JULY, family).await;
    app.move_member_to(group, "Kit", "Lima").await;
    let kept = [
        "Eve, Created, The member has dependents who stay.",
        "Kit, Created, The member was changed after the file was processed.",
    ];
    assert_eq!(client.undone_members(&file, "&Kept=true").await, kept);
    app.undone(&client, &file).await;
    assert_eq!(client.undone_members(&file, "&Kept=true").await, kept);
    let statuses: Vec<_> = client.roster(group).await.into_iter().map(|(name, status, _)| (name, status)).collect();
    assert_eq!(statuses, [("Eve".to_owned(), 0), ("Ira".to_owned(), 1), ("Kit".to_owned(), 0)]);
}

#[tokio::test]
async fn undoing_is_refused_with_the_reason() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let file = app.uploaded(&client, group, FROM_JULY, "E-1,,Ana,Abel,05/17/1984,,Troy,,\n").await;
    let ask = async |file: &Value| client.post(&undo_path(file), json!({})).await.message();
    assert_eq!(ask(&file).await, "This file has not been processed, so there is nothing to undo.");
    assert_eq!(client.census(&file).await["UndoableUntil"], json!(null));

    app.run_tasks(&client, &file, 1..=3).await;
    client.look_at_changes(&file).await;
    client.post(&format!("{FILES}/process"), json!({"FileIds": [file["Id"]]})).await.value();
    assert_eq!(ask(&file).await, "This file has not been processed, so there is nothing to undo.");
    app.run_jobs().await;
    let changes_nothing = imported(&app, &client, group, FROM_JULY, "E-1,,Ana,Abel,05/17/1984,,Troy,,\n").await;
    assert_eq!(ask(&changes_nothing).await, "This file changed no members, so there is nothing to undo.");
    assert_eq!(client.preview(&changes_nothing).await["CanUndo"], false);

    for role in [Role::GroupUser, Role::BrokerAdministrator] {
        let broker = (role == Role::BrokerAdministrator).then_some(domain::BrokerId(1));
        let (_, other) = app.user(role, broker, &[group]).await;
        assert_eq!(other.post(&undo_path(&file), json!({})).await.status, 403, "{role:?}");
        assert_eq!(other.get(&undo_path(&file)).await.status, 403, "{role:?}");
    }

    app.travel_to("2026-08-20T16:00:00Z");
    let client = app.administrator().await;
    let too_late = "A file can be undone for 30 days. The last day for this file was 08/19/2026.";
    assert_eq!(client.post(&undo_path(&file), json!({})).await.message(), too_late);
    assert_eq!(client.preview(&file).await["Reason"], too_late);
    app.travel_to("2026-08-20T03:59:00Z");
    client.post(&undo_path(&file), json!({})).await.value();
    let queued = client.census(&file).await;
    assert_eq!((&queued["Undo"]["State"], &queued["UndoableUntil"]), (&json!("Queued"), &json!(null)));
    let busy = "This file is being worked on already.";
    assert_eq!(client.post(&undo_path(&file), json!({})).await.message(), busy, "twice");
    assert_eq!(client.delete(&file_path(&file)).await.message(), busy);
    assert_eq!(client.post(&format!("{}/run", task_path(&file, 1)), json!({})).await.message(), busy);
    assert_eq!(client.put(&file_path(&file), json!({})).await.message(), busy);
    app.run_jobs().await;
    let undone = "This file has been undone already.";
    assert_eq!(client.post(&undo_path(&file), json!({})).await.message(), undone, "again");
    assert_eq!(client.post(&format!("{}/run", task_path(&file, 1)), json!({})).await.message(), undone);
    assert_eq!(
        client.put(&format!("{}/skip", task_path(&file, 1)), json!({"RecordNumber": 1})).await.message(),
        undone
    );
    assert_eq!(client.put(&file_path(&file), json!({})).await.message(), undone);
    client.delete(&file_path(&file)).await.value();
    assert_eq!(client.post(&undo_path(&file), json!({})).await.status, 404);
}

#[tokio::test]
async fn a_group_that_is_not_served_keeps_its_members() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let file = imported(&app, &client, group, FROM_JULY, "E-1,,Ana,Abel,05/17/1984,,Troy,,\n").await;
    client.post(&undo_path(&file), json!({})).await.value();
    store::testing::execute(&app.ctx.store, "update employer_group set status = 1").await;
    app.run_jobs().await;
    let not_served = "This group is in-active and member information cannot be modified.";
    assert_eq!(client.census(&file).await["Undo"]["State"], "Failed", "its group ended while it waited");
    assert_eq!(client.preview(&file).await["Reason"], not_served);
    assert_eq!(client.post(&undo_path(&file), json!({})).await.message(), not_served);
    store::testing::execute(&app.ctx.store, "update employer_group set status = 0").await;
    app.travel_to("2026-12-01T16:00:00Z");
    let client = app.administrator().await;
    app.undone(&client, &file).await;
}

/// An import that left rows to a person is undone as far as it went, and nothing of it is left to do.
#[tokio::test]
async fn a_half_processed_file_is_undone_and_done_with() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    four(&app, group).await;
    let client = app.administrator().await;
    let before = client.everybody(group).await;
    let rows = "E-1,,Ana,Abel,05/17/1984,,Troy,,\nE-4,,Dee,Rook,05/17/1984,,Troy,,\n";
    let file = app.uploaded(&client, group, FROM_JULY, rows).await;
    app.run_tasks(&client, &file, 1..=2).await;
    app.move_member_to(group, "Ana", "Lima").await;
    let held = app.processed(&client, &file).await;
    assert_eq!((&held["StatusFormatted"], &held["UndoableUntil"]), (&json!("Errors"), &json!("2026-08-19")), "{held}");
    let undone = app.undone(&client, &held).await;
    assert_eq!((&undone["StatusFormatted"], &undone["HasErrors"]), (&json!("Completed"), &json!(false)), "{undone}");
    assert_eq!((&undone["ErrorCount"], &undone["ReadyForProcessing"]), (&json!(0), &json!(false)), "{undone}");
    let after = client.everybody(group).await;
    assert_eq!((&after[0]["City"], &after[3]), (&json!("Lima"), &before[3]));
    let attention = client.get(&format!("{FILES}?OnlyNeedingAttention=true")).await.value();
    assert_eq!(attention["TotalRecords"], 0);
}

/// What was billed for the members of a file that is undone is credited in the next snapshot, and who it ended is
/// charged for the months missed (rules.md#credits-and-debts).
#[tokio::test]
async fn what_was_billed_meanwhile_comes_out_as_credits_and_debts() {
    let billed = Billed::start().await;
    let (app, group) = (&billed.app, GroupId(billed.group));
    app.travel_to("2026-06-20T16:00:00Z");
    app.member(group).named("Ana", "Abel").numbered("E-1").create().await;
    app.member(group).named("Ben", "Moss").numbered("E-2").create().await;
    let client = app.administrator().await;
    assert_eq!(billed.bill(6).await["InvoiceTotalDollars"], json!(20.0));
    let settings = [("explicitImport", "true"), ("globalEffectiveDate", "07/01/2026")];
    let rows = "E-1,,Ana,Abel,05/17/1984,,,,\nE-3,,Cy,Lane,01/02/1990,,,,\nE-4,,Dee,Rook,01/02/1990,,,,\n";
    let file = imported(app, &client, group, &settings, rows).await;
    app.travel_to("2026-07-04T16:00:00Z");
    let client = app.administrator().await;
    let july = client.post(&billed.snapshots(), crate::support::period(7)).await.value();
    assert_eq!(july["InvoiceTotalDollars"], json!(30.0), "Ana, Cy and Dee; Ben was absent");
    app.undone(&client, &file).await;
    app.travel_to("2026-08-04T16:00:00Z");
    let client = app.administrator().await;
    let august = client.post(&billed.snapshots(), crate::support::period(8)).await.value();
    let lines = august["LineItems"].as_array().expect("lines").iter();
    let mut lines: Vec<_> = lines
        .map(|line| {
            json!([line["BillableMonth"], line["IsCredit"], line["BillableQuantity"], line["LineItemTotalDollars"]])
        })
        .collect();
    lines.sort_by_key(Value::to_string);
    let mut wanted = [json!([8, false, 2, 20.0]), json!([7, false, 1, 10.0]), json!([7, true, 2, -20.0])];
    wanted.sort_by_key(Value::to_string);
    assert_eq!(lines, wanted, "{august}");
    assert_eq!(august["InvoiceTotalDollars"], json!(10.0));
    let again = client.get(&billed.snapshot(&july["Id"])).await.value();
    assert_eq!(again["InvoiceTotalDollars"], json!(30.0), "a frozen snapshot stays");
    assert_eq!(again["LineItems"][0]["BillableQuantity"], 3);
}

#[tokio::test]
async fn welcome_mails_that_were_not_sent_are_taken_back() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let rows = "E-1,,Ana,Abel,05/17/1984,ana@mail.example,,,\n";
    let file = imported(&app, &client, group, FROM_JULY, rows).await;
    assert_eq!(app.mails().len(), 1, "sent already: nothing is taken back");
    app.undone(&client, &file).await;

    let rows = "E-2,,Ben,Moss,05/17/1984,ben@mail.example,,,\n";
    let file = app.uploaded(&client, group, FROM_JULY, rows).await;
    let file = app.run_tasks(&client, &file, 1..=3).await;
    client.look_at_changes(&file).await;
    client.post(&format!("{FILES}/process"), json!({"FileIds": [file["Id"]]})).await.value();
    // The mail server does not answer for hours.
    let late = "update job set run_at = '2026-07-21T16:00:00.000Z' where kind = 'send-mail' and state = 0";
    store::testing::execute(
        &app.ctx.store,
        "create trigger late after insert on job when new.kind = 'send-mail' begin \
        update job set run_at = '2026-07-21T16:00:00.000Z' where id = new.id; end",
    )
    .await;
    app.run_jobs().await;
    store::testing::execute(&app.ctx.store, "drop trigger late").await;
    store::testing::execute(&app.ctx.store, late).await;
    assert_eq!(app.mails().len(), 1, "it waits");
    app.undone(&client, &file).await;
    app.pass(TimeDelta::days(2));
    app.run_jobs().await;
    assert_eq!(app.mails().len(), 1, "it was taken back");
    let client = app.administrator().await;
    imported(&app, &client, group, FROM_JULY, rows).await;
    assert_eq!(app.mails().len(), 2, "who joins after all is welcomed");
    assert!(app.mails()[1].contains("ben@mail.example"));
}

#[tokio::test]
async fn undoing_is_in_the_audit_of_the_file_and_of_each_member() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    four(&app, group).await;
    let client = app.administrator().await;
    let file = imported(&app, &client, group, EXPLICIT, SIX).await;
    app.undone(&client, &file).await;
    let actions = async |subject: &str, id: &Value| {
        let list =
            client.get(&format!("/api/v1/audit?Subject={subject}&SubjectId={id}&PerPage=3&Page=1")).await.value();
        let rows = list["Data"].as_array().expect("rows").clone();
        rows.into_iter().map(|row| row["Action"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(actions("census_file", &file["Id"]).await[..2], ["census.undone", "census.undo"]);
    for row in client.everybody(group).await.iter().filter(|row| row["FirstName"] != "Ben") {
        assert_eq!(actions("member", &row["Id"]).await[0], "member.census_undo", "{row}");
    }
    let ana = &client.everybody(group).await[0];
    let entry = client.get(&format!("/api/v1/audit?Subject=member&SubjectId={}", ana["Id"])).await.value();
    let said = entry["Data"][0].to_string();
    assert!(said.contains("Abell") && said.contains("Dayton"), "{said}");
}
