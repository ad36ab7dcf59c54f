//! What a file does to the next bill: foreseen, and then made.

use domain::access::Role;
use domain::members::Status;
use serde_json::{Value, json};
use store::Engine;

use crate::support::census::{FILES, file_path, task_path};
use crate::support::{Billed, period};

const CENSUS: &str = "UniqueId,MemberType,FirstName,LastName,DateOfBirth,BillingReferenceId,Status\n\
    E-1,,Ana,Abel,05/17/1984,WEST,\n\
    E-2,,Ben,Abel,05/17/1984,,In-Active\n\
    E-3,,Cai,Abel,05/17/1984,,\n\
    E-5,,Eve,Abel,05/17/1984,,\n\
    E-6,,Flo,Dunn,01/02/1990,,\n\
    E-7,Primary,Gus,Dunn,01/02/1991,WEST,\n\
    E-7,Dependent,Ivy,Dunn,02/03/2012,WEST,\n";

/// Members, two lines, and bills of May and June; then the file up to its inspection.
async fn inspected(billed: &Billed) -> Value {
    billed.line(json!({"Name": "West", "IncludeAllMembers": false, "ReferenceId": "West"})).await;
    for (id, first, changes) in [
        ("E-1", "Ana", &[][..]),
        ("E-2", "Ben", &[]),
        ("E-3", "Cai", &[(Status::InActive, "2026-03-01")]),
        ("E-4", "Dee", &[]),
        ("E-5", "Eve", &[]),
    ] {
        let mut member = billed.app.member(billed.group.into()).named(first, "Abel").numbered(id);
        for (status, on) in changes {
            member = member.then(*status, on);
        }
        member.create().await;
    }
    billed.bill(5).await;
    billed.bill(6).await;
    let settings = [("explicitImport", "true"), ("globalEffectiveDate", "06/01/2026")];
    let file = billed.client.upload_census(billed.group.into(), &settings, CENSUS).await;
    billed.app.run_jobs().await;
    let file = billed.client.census(&file).await;
    billed.app.run_tasks(&billed.client, &file, 1..=3).await
}

/// Bills July as it is now, and takes the bill back.
async fn july(billed: &Billed) -> Value {
    let made = billed.client.post(&billed.snapshots(), period(7)).await.value();
    billed.client.delete(&billed.snapshot(&made["Id"])).await.value();
    made["InvoiceTotalDollars"].clone()
}

/// What each change of a list adds to a month.
fn monthly(listed: &Value) -> Vec<String> {
    let rows = listed["Data"].as_array().expect("rows").iter();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    rows.map(|row| format!("{} {} {}", text(&row["Kind"]), text(&row["FirstName"]), row["PerMonth"])).collect()
}

#[tokio::test]
async fn the_shown_effect_is_the_difference_of_the_bills_really_made() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let billed = Billed::on(engine).await;
        let file = inspected(&billed).await;
        let effect = billed.client.get(&format!("{}/bill-effect", task_path(&file, 3))).await.value();
        let plan = &effect["Plans"][0];
        assert_eq!((&effect["IsForeseen"], &plan["BillingMonth"]), (&json!(true), &json!("July 2026")), "{effect}");
        let without = july(&billed).await;
        assert_eq!(effect["Before"], without, "{engine:?}");

        let listed = billed.client.get(&format!("{}/changes?Page=1&PerPage=3", task_path(&file, 3))).await.value();
        assert_eq!(monthly(&listed), ["Absent Dee -10.0", "Update Ana 10.0", "Terminate Ben -10.0"], "{listed}");
        let rest = billed.client.get(&format!("{}/changes?Page=2&PerPage=3", task_path(&file, 3))).await.value();
        assert_eq!(monthly(&rest), ["Reactivate Cai 10.0", "Create Flo 10.0", "Create Gus 20.0"], "{rest}");
        assert_eq!((&listed["TotalRecords"], &rest["TotalRecords"]), (&json!(7), &json!(7)));

        let done = billed.app.processed_and_confirmed(&billed.client, &file).await;
        assert_eq!(done["StatusFormatted"], "Completed", "{done}");
        let told = billed.client.get(&format!("{}/changes?Kind=Absent", task_path(&done, 4))).await.value();
        let told = &told["Data"][0];
        assert_eq!(
            (&told["IsDone"], &told["EffectiveDate"], &told["PerMonth"]),
            (&json!(true), &json!("2026-06-01"), &Value::Null),
            "{engine:?} {told}"
        );
        let with = july(&billed).await;
        assert_eq!(effect["After"], with, "{engine:?} {effect}");
        let cents = |value: &Value| (value.as_f64().expect("a number") * 100.0).round() as i64;
        assert_eq!(cents(&effect["Difference"]), cents(&with) - cents(&without));
        assert_ne!(plan["Corrections"], json!(0.0), "June is credited and charged: {plan}");
        let shares = plan["Shares"].as_array().expect("shares");
        let shared: i64 = shares.iter().map(|share| cents(&share["Amount"])).sum();
        assert_eq!(shared, cents(&plan["Difference"]), "{plan}");
        let counted: Vec<_> = shares
            .iter()
            .map(|share| format!("{} {}", share["Kind"].as_str().expect("a kind"), share["Members"]))
            .collect();
        assert_eq!(counted, ["Create 3", "Update 1", "Reactivate 1", "Terminate 2"]);
        let after = billed.client.get(&format!("{}/bill-effect", task_path(&done, 4))).await.value();
        assert_eq!(
            (&after["IsForeseen"], &after["Plans"]),
            (&json!(false), &json!([])),
            "nothing is foreseen any more"
        );
    }
}

/// Who was left out of a file by mistake is billed on by the next one.
#[tokio::test]
async fn an_end_that_is_taken_back_is_foreseen_on_the_bill() {
    let billed = Billed::start().await;
    for first in ["Ana", "Ben"] {
        billed.app.member(billed.group.into()).named(first, "Abel").numbered(first).create().await;
    }
    for month in 5..=7 {
        billed.bill(month).await;
    }
    let settings = [("explicitImport", "true")];
    let rows = ["Ana,,Ana,Abel,05/17/1984,,,,\n", "Ben,,Ben,Abel,05/17/1984,,,,\n"];
    let short = billed.app.uploaded(&billed.client, billed.group.into(), &settings, rows[0]).await;
    billed.app.processed_and_confirmed(&billed.client, &short).await;
    let file = billed.app.uploaded(&billed.client, billed.group.into(), &settings, &rows.concat()).await;
    let file = billed.app.run_tasks(&billed.client, &file, 1..=3).await;
    let listed = billed.client.get(&format!("{}/changes", task_path(&file, 3))).await.value();
    assert_eq!(monthly(&listed), ["Reactivate Ben 10.0"], "{listed}");
    let effect = billed.client.get(&format!("{}/bill-effect", task_path(&file, 3))).await.value();
    assert_eq!((&effect["Plans"][0]["BillingMonth"], &effect["Difference"]), (&json!("August 2026"), &json!(10.0)));
    billed.app.processed(&billed.client, &file).await;
    let made = billed.client.post(&billed.snapshots(), period(8)).await.value();
    assert_eq!(made["InvoiceTotalDollars"], effect["After"], "{effect}");
}

#[tokio::test]
async fn the_effect_is_for_those_who_see_invoices_and_for_inspected_files() {
    let billed = Billed::start().await;
    let file = inspected(&billed).await;
    let path = format!("{}/bill-effect", task_path(&file, 3));
    let (_, user) = billed.app.user(Role::GroupUser, None, &[billed.group.into()]).await;
    assert_eq!(user.get(&path).await.status, 404, "without the group's invoices");
    let changes = format!("{}/changes", task_path(&file, 3));
    assert_eq!(user.get(&changes).await.value()["Data"][0]["PerMonth"], Value::Null, "nor is any amount");
    let group = format!("/api/v1/employers/{}", billed.group);
    let version = billed.client.get(&group).await.value()["Version"].clone();
    billed.client.put(&group, json!({"EnableInvoiceAccess": true, "Version": version})).await.value();
    assert_eq!(user.get(&path).await.value()["IsForeseen"], true);
    assert_eq!(user.get(&changes).await.value()["Data"][0]["PerMonth"], -10.0);
    assert_eq!(billed.client.get(&format!("{}/bill-effect", task_path(&file, 1))).await.status, 404);
    assert_eq!(billed.client.get(&format!("{FILES}/999/tasks/1/bill-effect")).await.status, 404);
    billed.app.run_task(&billed.client, &file, 2).await;
    let again = billed.client.get(&path).await.value();
    assert_eq!((&again["IsForeseen"], &again["Difference"]), (&json!(false), &json!(0.0)));
}

#[tokio::test]
async fn an_absent_member_can_be_kept_and_the_effect_follows() {
    let billed = Billed::start().await;
    let file = inspected(&billed).await;
    let (inspect, effect) = (task_path(&file, 3), format!("{}/bill-effect", task_path(&file, 3)));
    let ended = async |kind: &str| {
        let page = billed.client.get(&format!("{inspect}/changes?Kind={kind}")).await.value();
        page["Data"].as_array().expect("rows").iter().filter_map(|row| row["EmployeeId"].as_i64()).collect::<Vec<_>>()
    };
    let before = billed.client.get(&effect).await.value();
    assert_eq!((ended("Absent").await, ended("Kept").await), (vec![4], vec![]));
    let keep = format!("{inspect}/absent");
    let file = billed.client.put(&keep, json!({"EmployeeIds": [4]})).await.value();
    let summary = |file: &Value| {
        let inspected = crate::support::census::task(file, 3)["Data"]["Summary"].clone();
        [inspected["Absent"].clone(), inspected["Kept"].clone(), inspected["Ended"].clone()]
    };
    assert_eq!(summary(&file), [json!(0), json!(1), json!(1)]);
    assert_eq!((ended("Absent").await, ended("Kept").await), (vec![], vec![4]));
    let after = billed.client.get(&effect).await.value();
    assert!(after["After"].as_f64() > before["After"].as_f64(), "{before} {after}");
    let again = billed.app.run_task(&billed.client, &file, 3).await;
    assert_eq!(summary(&again), [json!(0), json!(1), json!(1)], "kept when the file is inspected again");
    let settings = crate::support::census::file_path(&file);
    for explicit in [false, true] {
        billed.client.put(&format!("{settings}/explicit"), json!({"ExplicitImport": explicit})).await.value();
        let again = billed.app.run_task(&billed.client, &file, 3).await;
        let expected = if explicit { [json!(0), json!(1), json!(1)] } else { [json!(0), json!(0), json!(1)] };
        assert_eq!(summary(&again), expected, "an inspection that ends nobody forgets nobody");
    }
    let file = billed.client.put(&keep, json!({"Keep": false})).await.value();
    assert_eq!(summary(&file), [json!(1), json!(0), json!(2)]);
    billed.client.put(&keep, json!({})).await.value();
    assert_eq!(billed.client.get(&format!("{inspect}/changes?Term=dunn%20f")).await.value()["TotalRecords"], 1);
    assert_eq!(billed.client.get(&format!("{inspect}/changes?Kind=Kept&Term=nobody")).await.value()["TotalRecords"], 0);
    billed.app.processed(&billed.client, &file).await;
    let roster = billed.client.roster(billed.group.into()).await;
    assert!(roster.iter().any(|(name, status, _)| name == "Dee" && *status == 0), "{roster:?}");
    assert_eq!(billed.client.put(&keep, json!({"EmployeeIds": ["odd"]})).await.error_keys(), ["EmployeeIds"]);
    assert_eq!(billed.client.put(&keep, json!({})).await.error_keys(), [""], "processed");
    let (_, stranger) = billed.app.user(Role::GroupUser, None, &[]).await;
    assert_eq!(stranger.put(&keep, json!({})).await.status, 404);
}

#[tokio::test]
async fn the_change_set_is_exported_whole() {
    let billed = Billed::start().await;
    let file = inspected(&billed).await;
    let path = format!("{}/changes/export", task_path(&file, 3));
    let text = async |path: &str| String::from_utf8(billed.client.get(path).await.bytes.to_vec()).expect("UTF-8");
    let all = text(&path).await;
    insta::assert_snapshot!(all.trim_start_matches('\u{feff}').replace('\r', ""), @"
    Row,Employee Id,Last Name,First Name,Kind,Effective Date,Changes,Remark,Per Month,Done
    ,4,Abel,Dee,Absent,06/01/2026,,,-10.00,
    1,1,Abel,Ana,Update,,Billing Reference ID: WEST,,10.00,
    2,2,Abel,Ben,Terminate,06/01/2026,,,-10.00,
    3,3,Abel,Cai,Reactivate,06/01/2026,,,10.00,
    5,,Dunn,Flo,Create,06/01/2026,Unique ID: E-6; First Name: Flo; Last Name: Dunn; Date of Birth: 01/02/1990,,10.00,
    6,,Dunn,Gus,Create,06/01/2026,Unique ID: E-7; Member Type: Primary; First Name: Gus; Last Name: Dunn; Date of Birth: 01/02/1991; Billing Reference ID: WEST,,20.00,
    7,,Dunn,Ivy,Create,06/01/2026,Member Type: Dependent; First Name: Ivy; Last Name: Dunn; Date of Birth: 02/03/2012; Billing Reference ID: WEST; Primary: Gus Dunn,,0.00,
    ");
    let created = text(&format!("{path}?Kind=Create")).await;
    assert_eq!(created.lines().count(), 4, "{created}");
    assert_eq!(billed.client.get(&format!("{path}?Kind=odd")).await.error_keys(), ["Kind"]);
    assert_eq!(billed.client.get(&format!("{}/changes/export", task_path(&file, 1))).await.status, 404);
    assert_eq!(billed.client.get(&format!("{FILES}/999/tasks/1/changes/export")).await.status, 404);
    let (_, stranger) = billed.app.user(Role::GroupUser, None, &[]).await;
    assert_eq!(stranger.get(&path).await.status, 404);
}

/// Looking writes nothing. The import itself keeps what it was about to do, also without a look before it.
#[tokio::test]
async fn the_result_of_a_file_tells_the_next_bill_as_the_import_foresaw_it() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let billed = Billed::on(engine).await;
        let file = inspected(&billed).await;
        let result = format!("{}/result", file_path(&file));
        let effect = billed.client.get(&format!("{}/bill-effect", task_path(&file, 3))).await.value();
        let before = billed.client.get(&result).await.value();
        assert_eq!((&before["NextBill"], &before["Joined"]["Total"]), (&Value::Null, &json!(0)), "{engine:?} {before}");

        billed.app.processed_and_confirmed(&billed.client, &file).await;
        let told = billed.client.get(&result).await.value();
        assert_eq!(told["Joined"], json!({"Total": 4, "Employees": 3, "Dependents": 1}), "{engine:?} {told}");
        assert_eq!(told["Left"], json!({"Total": 2, "Employees": 2, "Dependents": 0}), "{engine:?} {told}");
        assert_eq!(told["Changed"], 1, "{engine:?} {told}");
        let next = &told["NextBill"];
        assert_eq!(next["BillingMonth"], "July 2026", "{engine:?}");
        for name in ["Before", "After", "Difference"] {
            assert_eq!(next[name], effect[name], "{engine:?} {name}");
        }
        assert_eq!(next["After"], july(&billed).await, "{engine:?}");

        let (_, user) = billed.app.user(Role::GroupUser, None, &[billed.group.into()]).await;
        assert_eq!(user.get(&result).await.value()["NextBill"], Value::Null, "without the group's invoices");
        let (_, stranger) = billed.app.user(Role::GroupUser, None, &[]).await;
        assert_eq!(stranger.get(&result).await.status, 404, "{engine:?}");
        assert_eq!(billed.client.get(&format!("{FILES}/999/result")).await.status, 404, "{engine:?}");
    }
}

#[tokio::test]
async fn the_result_of_a_file_without_a_plan_that_bills_tells_people_only() {
    let billed = Billed::without_lines(Engine::Sqlite).await;
    let plan = format!("/api/v1/billing/{}/invoices/{}", billed.group, billed.plan);
    billed.client.put(&plan, json!({"Name": "Medical", "Active": false})).await.value();
    let rows = "E-1,,Ana,Abel,05/17/1984,,,,\n";
    let file = billed.app.uploaded(&billed.client, billed.group.into(), &[], rows).await;
    billed.app.processed(&billed.client, &file).await;
    let told = billed.client.get(&format!("{}/result", file_path(&file))).await.value();
    assert_eq!((&told["NextBill"], &told["Joined"]["Total"]), (&Value::Null, &json!(1)), "{told}");
}
