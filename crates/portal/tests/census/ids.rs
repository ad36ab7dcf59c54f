//! Unique ids that pass from one person to another by a file: exchanged, given to a successor, renumbered; and one answer for many new ids
//! (rules.md#ids-that-pass, rules.md#new-ids).

use std::collections::BTreeMap;

use domain::GroupId;
use domain::members::Status;
use serde_json::{Value, json};
use store::Engine;

use crate::support::census::{file_path, task, task_path};
use crate::support::{Client, TestApp, day};

const HEADING: &str = "UniqueId,FirstName,LastName,DateOfBirth\n";
const FROM_JULY: (&str, &str) = ("globalEffectiveDate", "07/01/2026");

async fn uploaded(app: &TestApp, client: &Client, group: GroupId, explicit: &str, csv: &str) -> Value {
    let file = client.upload_census(group, &[("explicitImport", explicit), FROM_JULY], csv).await;
    app.run_jobs().await;
    client.census(&file).await
}

/// Id and status of each member by name; an id is blank without one.
async fn ids(client: &Client, group: GroupId) -> BTreeMap<String, (String, i64)> {
    let list = client.get(&format!("/api/v1/employees/search?GroupId={group}&PerPage=100")).await.value();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let rows = list["Data"].as_array().expect("rows").iter();
    rows.map(|row| {
        let name = format!("{} {}", text(&row["FirstName"]), text(&row["LastName"]));
        (name, (text(&row["EmployerProvidedId"]), row["Status"].as_i64().expect("a status")))
    })
    .collect()
}

fn stand(people: &[(&str, &str, i64)]) -> BTreeMap<String, (String, i64)> {
    people.iter().map(|(name, id, status)| ((*name).to_owned(), ((*id).to_owned(), *status))).collect()
}

impl Client {
    /// Says which member each row in doubt is: the one of the same name, or a new one.
    async fn say_who_each_is(&self, file: &Value) {
        let review = self.get(&format!("{}/review?PerPage=100", task_path(file, 2))).await.value();
        for row in review["Data"].as_array().expect("rows") {
            let name = |of: &Value| (of["FirstName"].clone(), of["LastName"].clone());
            let mut candidates = row["Candidates"].as_array().expect("candidates").iter();
            let same = candidates.find(|candidate| name(candidate) == name(&row["Record"]));
            let member = same.map_or(Value::Null, |candidate| candidate["EmployeeId"].clone());
            let choice = json!({"RecordNumber": row["Record"]["RecordNumber"], "EmployeeId": member});
            self.put(&format!("{}/match", task_path(file, 2)), choice).await.value();
        }
    }

    /// A line for each change that a file is going to make or has made.
    async fn change_set(&self, file: &Value) -> Vec<String> {
        let page = self.get(&format!("{}/changes?PerPage=100", task_path(file, 3))).await.value();
        let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
        let line = |row: &Value| {
            let fields = row["Changes"].as_array().expect("changes").iter();
            let ids = fields.filter(|field| field["Field"] == "UniqueId");
            let ids: Vec<String> =
                ids.map(|field| format!("{} to {}", text(&field["Old"]), text(&field["New"]))).collect();
            format!("{} {}: {}", text(&row["FirstName"]), text(&row["Kind"]), ids.join(", "))
        };
        let mut lines: Vec<String> = page["Data"].as_array().expect("rows").iter().map(line).collect();
        lines.sort();
        lines
    }
}

async fn imported(app: &TestApp, client: &Client, file: &Value) -> Value {
    let done = app.processed(client, file).await;
    assert_eq!((&done["StatusFormatted"], &done["HasErrors"]), (&json!("Completed"), &json!(false)), "{done}");
    done
}

async fn undone(app: &TestApp, client: &Client, file: &Value) {
    let undo = format!("{}/undo", file_path(file));
    assert_eq!(client.get(&undo).await.value()["Kept"]["Total"], 0);
    client.post(&undo, json!({})).await.value();
    app.run_jobs().await;
    let file = client.census(file).await;
    assert_eq!((&file["Undo"]["State"], &file["Undo"]["Kept"]), (&json!("Done"), &json!(0)), "{file}");
}

#[tokio::test]
async fn two_members_exchange_their_ids_and_the_undo_gives_them_back() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        app.member(group).named("Ann", "Abel").numbered("1").create().await;
        app.member(group)
            .named("Bob", "Barr")
            .numbered("2")
            .with(|bob| bob.date_of_birth = day("1971-02-03"))
            .create()
            .await;
        let client = app.administrator().await;
        let before = ids(&client, group).await;
        let rows = format!("{HEADING}2,Ann,Abel,05/17/1984\n1,Bob,Barr,02/03/1971\n");
        let file = uploaded(&app, &client, group, "false", &rows).await;
        let file = app.run_tasks(&client, &file, 1..=2).await;
        client.say_who_each_is(&file).await;
        let file = app.run_task(&client, &file, 3).await;
        assert_eq!(client.change_set(&file).await, ["Ann Update: 1 to 2", "Bob Update: 2 to 1"]);
        let done = imported(&app, &client, &file).await;
        assert_eq!(ids(&client, group).await, stand(&[("Ann Abel", "2", 0), ("Bob Barr", "1", 0)]), "{engine:?}");
        assert_eq!(client.change_set(&done).await, ["Ann Update: 1 to 2", "Bob Update: 2 to 1"]);
        undone(&app, &client, &done).await;
        assert_eq!(ids(&client, group).await, before, "{engine:?}");
    }
}

/// Who belongs to one of them changes in nothing: the inspection says so once the rows are answered, and the import does no more.
#[tokio::test]
async fn what_is_said_of_the_family_of_an_answered_row_is_what_happens() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        for by_question in [true, false] {
            let app = TestApp::on(engine).await;
            let group = app.census_group().await;
            let client = app.administrator().await;
            let rows = |ann: u32, bob: u32| {
                format!(
                    "UniqueId,MemberType,FirstName,LastName,DateOfBirth,FamilyId\n{ann},Primary,Ann,Abel,05/17/1984,F1\n\
                     ,Dependent,Kit,Abel,02/03/2012,F1\n{bob},Primary,Bob,Barr,02/03/1971,F2\n"
                )
            };
            let first = uploaded(&app, &client, group, "false", &rows(1, 2)).await;
            imported(&app, &client, &first).await;
            let file = uploaded(&app, &client, group, "false", &rows(2, 1)).await;
            let file = app.run_tasks(&client, &file, 1..=2).await;
            if by_question {
                let answer = format!("{}/questions/{}", file_path(&file), file["Questions"][0]["Id"]);
                client.put(&answer, json!({"Answer": true})).await.value();
            } else {
                client.say_who_each_is(&file).await;
            }
            let file = app.run_task(&client, &file, 3).await;
            let promised = &task(&file, 3)["Data"]["Summary"];
            assert_eq!((&promised["Update"], &promised["Unchanged"]), (&json!(2), &json!(1)), "{engine:?}: {file}");
            let done = imported(&app, &client, &file).await;
            assert_eq!(task(&done, 4)["Data"]["Summary"]["Updated"], 2, "{engine:?}: {done}");
        }
    }
}

/// The same forty people under numbers that were others' before: one question, one yes, everybody under the new number.
#[tokio::test]
async fn a_payroll_renumbers_forty_people_with_numbers_of_others() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        let client = app.administrator().await;
        let old = uploaded(&app, &client, group, "true", include_str!("data/old_payroll.csv")).await;
        imported(&app, &client, &old).await;
        let before = ids(&client, group).await;
        let new = include_str!("data/new_payroll.csv");
        let file = uploaded(&app, &client, group, "true", new).await;
        let file = app.run_tasks(&client, &file, 1..=2).await;
        let question = file["Questions"][0].clone();
        let asked = "The ids of 40 people who are otherwise the same are new. 40 of these ids are those of other members now, who give them up \
                     by this file. Take the new ids?";
        assert_eq!((&question["Kind"], &question["Question"]), (&json!("NewIds"), &json!(asked)), "{engine:?}: {file}");
        let answer = format!("{}/questions/{}", file_path(&file), question["Id"]);
        // A no leaves each row to its own answer.
        let no = client.put(&answer, json!({"Answer": false})).await.value();
        assert_eq!(no["HasErrors"], true, "{no}");
        let yes = client.put(&answer, json!({"Answer": true})).await.value();
        assert_eq!((&yes["HasErrors"], &yes["NextTask"]["TaskName"]), (&json!(false), &json!("Inspect Data")), "{yes}");
        assert_eq!(client.put(&answer, json!({"Answer": false})).await.error_keys(), ["Answer"]);
        let done = imported(&app, &client, &file).await;
        let numbers: BTreeMap<String, (String, i64)> = new
            .lines()
            .skip(1)
            .map(|line| {
                let cells: Vec<&str> = line.split(',').collect();
                (format!("{} {}", cells[2], cells[1]), (cells[0].to_owned(), 0))
            })
            .collect();
        assert_eq!(ids(&client, group).await, numbers, "{engine:?}");
        assert_eq!(task(&done, 4)["Data"]["Summary"]["Updated"], 40, "{done}");
        undone(&app, &client, &done).await;
        assert_eq!(ids(&client, group).await, before, "{engine:?}");
    }
}

/// The number of one who leaves goes to a successor: the leaver ends without a number, and the undo gives it back.
#[tokio::test]
async fn a_successor_gets_the_number_of_one_whom_the_file_ends() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        app.member(group).named("Ann", "Abel").numbered("1").create().await;
        app.member(group).named("Bob", "Barr").numbered("7").create().await;
        let others = ["Dee", "Eve", "Fay"];
        for name in others {
            app.member(group).named(name, "Rook").numbered(name).create().await;
        }
        let client = app.administrator().await;
        let before = ids(&client, group).await;
        let stay: String = others.iter().map(|name| format!("{name},,{name},Rook,05/17/1984,\n")).collect();
        let rows = format!(
            "UniqueId,MemberType,FirstName,LastName,DateOfBirth,FamilyId\n1,Primary,Ann,Abel,05/17/1984,\n\
             7,Primary,Carl,Moss,01/02/1990,F7\n,Dependent,Kit,Moss,02/03/2015,F7\n{stay}"
        );
        let file = uploaded(&app, &client, group, "true", &rows).await;
        let file = app.run_tasks(&client, &file, 1..=2).await;
        client.say_who_each_is(&file).await;
        let file = app.run_task(&client, &file, 3).await;
        assert_eq!(
            client.change_set(&file).await,
            ["Bob Absent: 7 to -", "Carl Create: - to 7", "Kit Create: "],
            "{engine:?}"
        );
        let listed = client.get(&format!("{}/changes?Kind=Create", task_path(&file, 3))).await.value();
        let told = "Bob Barr, who has left, is to leave or is ended by this file, gives up this Unique ID.";
        assert_eq!(listed["Data"][0]["Warnings"], json!([told]));
        let done = imported(&app, &client, &file).await;
        let mut after = ids(&client, group).await;
        after.retain(|name, _| !name.ends_with("Rook"));
        assert_eq!(
            after,
            stand(&[("Ann Abel", "1", 0), ("Bob Barr", "", 1), ("Carl Moss", "7", 0), ("Kit Moss", "", 0)]),
            "{engine:?}"
        );
        assert_eq!(
            client.change_set(&done).await,
            ["Bob Absent: 7 to -", "Carl Create: - to 7", "Kit Create: "],
            "{engine:?}"
        );
        undone(&app, &client, &done).await;
        let mut back = ids(&client, group).await;
        assert_eq!(back.remove("Carl Moss"), Some((String::new(), 1)));
        assert_eq!(back.remove("Kit Moss"), Some((String::new(), 1)));
        assert_eq!(back, before, "{engine:?}");
    }
}

#[tokio::test]
async fn a_successor_gets_the_number_of_one_who_has_left() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        app.member(group).named("Bob", "Barr").numbered("7").then(Status::InActive, "2026-03-01").create().await;
        let client = app.administrator().await;
        let before = ids(&client, group).await;
        let file = uploaded(&app, &client, group, "false", &format!("{HEADING}7,Carl,Moss,01/02/1990\n")).await;
        let file = app.run_tasks(&client, &file, 1..=2).await;
        client.say_who_each_is(&file).await;
        let done = imported(&app, &client, &file).await;
        assert_eq!(ids(&client, group).await, stand(&[("Bob Barr", "", 1), ("Carl Moss", "7", 0)]), "{engine:?}");
        let did = &task(&done, 4)["Data"]["Summary"];
        assert_eq!((&did["Created"], &did["Updated"]), (&json!(1), &json!(0)), "{done}");
        undone(&app, &client, &done).await;
        let mut back = ids(&client, group).await;
        back.remove("Carl Moss");
        assert_eq!(back, before, "{engine:?}");
    }
}

/// The end of the leaver is set for a later day: the number comes to the successor now, and the end stays as it was planned.
#[tokio::test]
async fn a_successor_gets_the_number_of_one_whose_end_is_planned() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        for explicit in ["false", "true"] {
            let app = TestApp::on(engine).await;
            let group = app.census_group().await;
            app.member(group).named("Ann", "Abel").numbered("1").create().await;
            let bob =
                app.member(group).named("Bob", "Barr").numbered("7").then(Status::InActive, "2026-12-01").create();
            let bob = bob.await;
            let client = app.administrator().await;
            let before = ids(&client, group).await;
            let rows = format!("{HEADING}1,Ann,Abel,05/17/1984\n7,Carl,Moss,01/02/1990\n");
            let file = uploaded(&app, &client, group, explicit, &rows).await;
            let file = app.run_tasks(&client, &file, 1..=2).await;
            client.say_who_each_is(&file).await;
            let file = app.run_task(&client, &file, 3).await;
            assert_eq!(client.change_set(&file).await[..1], ["Carl Create: - to 7"], "{engine:?}");
            let done = imported(&app, &client, &file).await;
            let after = ids(&client, group).await;
            assert_eq!(after["Carl Moss"], ("7".to_owned(), 0), "{engine:?} {explicit}");
            assert_eq!(after["Bob Barr"].0, "", "{engine:?} {explicit}");
            assert_eq!(app.standing(bob).await, "A2026-01-01 I2026-12-01", "{engine:?} {explicit}");
            undone(&app, &client, &done).await;
            let mut back = ids(&client, group).await;
            back.remove("Carl Moss");
            assert_eq!(back, before, "{engine:?} {explicit}");
        }
    }
}

/// The file itself has the row that ends the leaver beside that of the successor, in either order, under one number.
#[tokio::test]
async fn a_leaver_and_a_successor_stand_in_one_file_under_one_number() {
    const WITH_STATUS: &str = "UniqueId,FirstName,LastName,DateOfBirth,Status\n";
    for engine in [Engine::Sqlite, Engine::Postgres] {
        for has_left in [false, true] {
            for turned in [false, true] {
                let app = TestApp::on(engine).await;
                let group = app.census_group().await;
                app.member(group).named("Ann", "Abel").numbered("1").create().await;
                let bob = app.member(group).named("Bob", "Barr").numbered("7");
                let bob = if has_left { bob.then(Status::InActive, "2026-03-01") } else { bob };
                bob.create().await;
                app.member(group).named("Dee", "Rook").numbered("3").create().await;
                let client = app.administrator().await;
                let before = ids(&client, group).await;
                let (left, came) = ("7,Bob,Barr,05/17/1984,Terminated\n", "7,Carl,Moss,01/02/1990,Active\n");
                let both = if turned { [came, left] } else { [left, came] }.concat();
                let rows = format!("{WITH_STATUS}1,Ann,Abel,05/17/1984,Active\n{both}3,Dee,Rook,05/17/1984,Active\n");
                let file = uploaded(&app, &client, group, "false", &rows).await;
                let file = app.run_tasks(&client, &file, 1..=2).await;
                assert_eq!(task(&file, 1)["Data"]["RecordsWithErrorsCount"], 0, "{file}");
                client.say_who_each_is(&file).await;
                let done = imported(&app, &client, &file).await;
                let all = [("Ann Abel", "1", 0), ("Bob Barr", "", 1), ("Carl Moss", "7", 0), ("Dee Rook", "3", 0)];
                assert_eq!(ids(&client, group).await, stand(&all), "{engine:?} {has_left} {turned}");
                let told = client.change_set(&done).await;
                let gives_up = |line: &String| line.starts_with("Bob") && line.ends_with(": 7 to -");
                assert!(told.iter().any(gives_up), "{engine:?} {has_left} {turned}: {told:?}");
                undone(&app, &client, &done).await;
                let mut back = ids(&client, group).await;
                back.remove("Carl Moss");
                assert_eq!(back, before, "{engine:?} {has_left} {turned}");
            }
        }
    }
}

/// An id that its member keeps is said before anything is imported, with what to do next; then the same file goes through.
#[tokio::test]
async fn an_id_that_its_member_keeps_is_said_by_the_inspection() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        let bob = app.member(group).named("Bob", "Barr").numbered("7").create().await;
        let client = app.administrator().await;
        let rows = format!("{HEADING}7,Carl,Moss,01/02/1990\n8,Dee,Rook,01/02/1991\n");
        let file = uploaded(&app, &client, group, "false", &rows).await;
        let file = app.run_tasks(&client, &file, 1..=2).await;
        client.say_who_each_is(&file).await;
        let held = app.run_task(&client, &file, 3).await;
        assert_eq!(held["HasErrors"], true, "{held}");
        let record = client.get(&format!("{}?RecordNumber=1", task_path(&held, 3))).await.value();
        let said = record["Data"]["CensusRecords"][0]["Errors"][0]["Message"].as_str().unwrap_or_default().to_owned();
        assert!(said.starts_with("Bob Barr has this Unique ID and keeps it"), "{record}");
        assert_eq!(ids(&client, group).await.len(), 1, "{engine:?}: nothing is imported");
        let member = client.get(&format!("/api/v1/employees/{bob}")).await.value();
        let mut form = member.clone();
        form["EmployerProvidedId"] = json!("9");
        client.put(&format!("/api/v1/employees/{bob}"), form).await.value();
        let again = app.run_task(&client, &held, 3).await;
        assert_eq!(again["HasErrors"], false, "{again}");
        // It names none of the group's active members.
        client.say_yes(&again).await;
        imported(&app, &client, &again).await;
        let all = stand(&[("Bob Barr", "9", 0), ("Carl Moss", "7", 0), ("Dee Rook", "8", 0)]);
        assert_eq!(ids(&client, group).await, all, "{engine:?}");
    }
}

/// A change of a member between inspection and import is kept, no member loses an id, and matching again goes on.
#[tokio::test]
async fn an_exchange_that_was_overtaken_says_what_to_do_and_goes_on() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        app.member(group).named("Ann", "Abel").numbered("1").create().await;
        app.member(group).named("Bob", "Barr").numbered("2").create().await;
        let client = app.administrator().await;
        let rows = format!("{HEADING}2,Ann,Abel,05/17/1984\n1,Bob,Barr,05/17/1984\n");
        let file = uploaded(&app, &client, group, "false", &rows).await;
        let file = app.run_tasks(&client, &file, 1..=2).await;
        client.say_who_each_is(&file).await;
        let file = app.run_task(&client, &file, 3).await;
        app.move_member_to(group, "Bob", "Troy").await;
        let held = app.processed(&client, &file).await;
        assert_eq!(held["HasErrors"], true, "{held}");
        assert_eq!(ids(&client, group).await, stand(&[("Ann Abel", "1", 0), ("Bob Barr", "2", 0)]), "{engine:?}");
        let file = app.run_task(&client, &held, 2).await;
        imported(&app, &client, &file).await;
        assert_eq!(ids(&client, group).await, stand(&[("Ann Abel", "2", 0), ("Bob Barr", "1", 0)]), "{engine:?}");
    }
}

/// Payroll knows no spouses: an explicit file of employees only ends none of them before a person has answered.
#[tokio::test]
async fn a_file_of_employees_only_asks_about_the_dependents() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        for keeps in [true, false] {
            let app = TestApp::on(engine).await;
            let group = app.census_group().await;
            let client = app.administrator().await;
            let first = uploaded(&app, &client, group, "true", include_str!("data/with_spouses.csv")).await;
            imported(&app, &client, &first).await;
            let file = uploaded(&app, &client, group, "true", include_str!("data/employees_only.csv")).await;
            let held = app.processed(&client, &file).await;
            let question = held["Questions"][0].clone();
            let asked = "This file holds employees only; the group has 4 dependents. Keep them?";
            let stands = (&question["Kind"], &question["Question"], &question["Holds"]);
            assert_eq!(stands, (&json!("EmployeesOnly"), &json!(asked), &json!(true)), "{engine:?}: {held}");
            assert_eq!(held["WaitsFor"], "A question about this file is not answered.");
            let listed = client.get("/api/v1/census/files?OnlyNeedingAttention=true").await.value();
            assert_eq!(listed["TotalRecords"], 0, "{engine:?}: it is not ready");
            assert_eq!(task(&held, 3)["Data"]["Summary"]["Absent"], 4, "{held}");
            let answer = format!("{}/questions/{}", file_path(&held), question["Id"]);
            let other = client.put(&answer, json!({"Answer": !keeps})).await.value();
            assert_eq!(task(&other, 3)["Data"]["Summary"]["Absent"], if keeps { 4 } else { 0 }, "{other}");
            let answered = client.put(&answer, json!({"Answer": keeps})).await.value();
            assert_eq!(task(&answered, 3)["Data"]["Summary"]["Absent"], if keeps { 0 } else { 4 }, "{answered}");
            // The answer outlives another inspection.
            let again = app.run_task(&client, &answered, 3).await;
            assert_eq!(again["Questions"][0]["Answer"], keeps, "{again}");
            imported(&app, &client, &again).await;
            let active = ids(&client, group).await.values().filter(|(_, status)| *status == 0).count();
            assert_eq!(active, if keeps { 13 } else { 9 }, "{engine:?}");
        }
    }
}

/// A file with rows of spouses alone for a group of spouses and children ends no child before a person has answered.
#[tokio::test]
async fn a_file_that_leaves_out_as_many_dependents_as_it_names_asks_about_them() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let (group, client) = (app.census_group().await, app.administrator().await);
        let rows = |named: &[&str]| {
            let heading = "Unique ID,First Name,Last Name,Date of Birth,Relationship,Family ID\n";
            let employees = "1,Ann,Abel,05/17/1984,Employee,1\n2,Bob,Barr,05/18/1984,Employee,2\n";
            let dependents = named.iter().enumerate().map(|(at, name)| {
                let family = if name.ends_with("Abel") { 1 } else { 2 };
                format!(",{},01/0{}/2015,Dependent,{family}\n", name.replace(' ', ","), at + 1)
            });
            format!("{heading}{employees}{}", dependents.collect::<String>())
        };
        let all = ["Cid Abel", "Dee Barr", "Eve Abel", "Fay Barr", "Gus Abel"];
        let first = uploaded(&app, &client, group, "true", &rows(&all)).await;
        imported(&app, &client, &first).await;
        for (named, asked) in [
            (&all[..2], Some("This file names 2 dependents; 3 others of employees who stay are not named. Keep them?")),
            (&all[..3], None),
            (&all[..4], None),
        ] {
            let file = uploaded(&app, &client, group, "true", &rows(named)).await;
            let file = app.run_tasks(&client, &file, 1..=3).await;
            let question = &file["Questions"][0];
            assert_eq!(question["Question"].as_str(), asked, "{engine:?}: {file}");
            assert!(asked.is_none() || question["Holds"] == true, "{question}");
        }
    }
}

/// New numbers that nobody else has are asked about as well, and the import waits for a yes.
#[tokio::test]
async fn new_ids_that_clash_with_nobody_wait_for_a_yes() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        for (name, id) in [("Ann", "1"), ("Bob", "2"), ("Cid", "3")] {
            app.member(group).named(name, "Abel").numbered(id).create().await;
        }
        let client = app.administrator().await;
        let row = |name: &str, id: &str| format!("{id},{name},Abel,05/17/1984\n");
        let one = format!("{HEADING}{}{}{}", row("Ann", "1"), row("Bob", "2"), row("Cid", "N3"));
        let file = uploaded(&app, &client, group, "false", &one).await;
        let file = app.run_tasks(&client, &file, 1..=3).await;
        assert_eq!((&file["Questions"], &file["HasErrors"]), (&json!([]), &json!(false)), "one new id is a correction");
        let all = format!("{HEADING}{}{}{}", row("Ann", "N1"), row("Bob", "N2"), row("Cid", "N3"));
        let file = uploaded(&app, &client, group, "false", &all).await;
        let file = app.run_tasks(&client, &file, 1..=3).await;
        let question = &file["Questions"][0];
        assert_eq!(
            (&question["Kind"], &question["Rows"], &question["Holds"]),
            (&json!("NewIds"), &json!(3), &json!(true)),
            "{file}"
        );
        let answer = format!("{}/questions/{}", file_path(&file), question["Id"]);
        let no = client.put(&answer, json!({"Answer": false})).await.value();
        assert_eq!(no["Questions"][0]["Holds"], true, "{no}");
        let yes = client.put(&answer, json!({"Answer": true})).await.value();
        assert_eq!((&yes["Questions"][0]["Holds"], &yes["HasErrors"]), (&json!(false), &json!(false)), "{yes}");
        imported(&app, &client, &file).await;
        let wanted = stand(&[("Ann Abel", "N1", 0), ("Bob Abel", "N2", 0), ("Cid Abel", "N3", 0)]);
        assert_eq!(ids(&client, group).await, wanted, "{engine:?}");
    }
}

/// Of three new numbers one is that of a member who keeps it: it is not among those that the question takes, and a yes moves it from nobody.
#[tokio::test]
async fn a_new_id_that_another_member_keeps_waits_beside_the_question() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        for (name, id) in [("Ann", "1"), ("Bob", "2"), ("Cid", "3"), ("Dee", "9")] {
            app.member(group).named(name, "Abel").numbered(id).create().await;
        }
        let client = app.administrator().await;
        let before = ids(&client, group).await;
        let rows = format!("{HEADING}N1,Ann,Abel,05/17/1984\nN2,Bob,Abel,05/17/1984\n9,Cid,Abel,05/17/1984\n");
        let file = uploaded(&app, &client, group, "false", &rows).await;
        let file = app.run_tasks(&client, &file, 1..=2).await;
        let question = file["Questions"][0].clone();
        assert_eq!((&question["Kind"], &question["Rows"]), (&json!("NewIds"), &json!(2)), "{engine:?}: {file}");
        assert!(!question["Question"].to_string().contains("other member"), "{question}");
        let answer = format!("{}/questions/{}", file_path(&file), question["Id"]);
        let yes = client.put(&answer, json!({"Answer": true})).await.value();
        assert_eq!(yes["HasErrors"], true, "the row of Cid waits: {yes}");
        assert_eq!(ids(&client, group).await, before, "{engine:?}");
        let wrong = client.get(&format!("{}?Filter=errors&Page=1", task_path(&yes, 2))).await.value();
        let numbers: Vec<&Value> = wrong["Data"]["CensusRecords"]
            .as_array()
            .expect("records")
            .iter()
            .map(|row| &row["RecordNumber"])
            .collect();
        assert_eq!(numbers, [&json!(3)], "{engine:?}: {wrong}");
    }
}

/// After a no each row waits for a person; once all of them are decided by hand, the file goes on.
#[tokio::test]
async fn rows_with_new_ids_may_be_decided_one_by_one_after_a_no() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.census_group().await;
        let mut members = Vec::new();
        for (name, id) in [("Ann", "1"), ("Bob", "2")] {
            members.push(app.member(group).named(name, "Abel").numbered(id).create().await);
        }
        let client = app.administrator().await;
        let rows = format!("{HEADING}N1,Ann,Abel,05/17/1984\nN2,Bob,Abel,05/17/1984\n");
        let file = uploaded(&app, &client, group, "false", &rows).await;
        let file = app.run_tasks(&client, &file, 1..=3).await;
        let answer = format!("{}/questions/{}", file_path(&file), file["Questions"][0]["Id"]);
        let mut held = client.put(&answer, json!({"Answer": false})).await.value();
        for (row, member) in (1..).zip(&members) {
            assert_eq!(held["Questions"][0]["Holds"], true, "{held}");
            let choice = json!({"RecordNumber": row, "EmployeeId": member});
            held = client.put(&format!("{}/match", task_path(&file, 2)), choice).await.value();
        }
        assert_eq!(held["Questions"], json!([]), "{held}");
        imported(&app, &client, &held).await;
        assert_eq!(ids(&client, group).await, stand(&[("Ann Abel", "N1", 0), ("Bob Abel", "N2", 0)]), "{engine:?}");
    }
}
