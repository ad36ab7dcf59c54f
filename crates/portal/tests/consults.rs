//! Consults taken in from files: again and again, with wrong rows, and what becomes of them on a bill.

use std::io;

use axum::body::Bytes;
use futures_util::stream;
use insta::assert_json_snapshot;
use serde_json::{Value, json};
use store::Engine;

use crate::support::{Billed, Client, TestApp, on_both_engines};

const PATH: &str = "/api/v1/consults/import";
const HEADING: &str = "ExternalId,EmployerId,EmployeeId,StartedOn,Status,Age\n";

on_both_engines!(
    a_late_consult_is_billed_on_and_a_voided_one_credited,
    a_file_is_taken_in_again_without_a_change,
    a_file_that_is_taken_in_twice_at_once_is_known_the_second_time,
);

async fn import(client: &Client, name: &str, content: &str) -> Value {
    client.upload(PATH, &[], (name, content.as_bytes())).await.value()
}

/// Rows, made, changed, unchanged, refused.
fn counts(imported: &Value) -> Vec<u64> {
    ["Rows", "Made", "Changed", "Unchanged", "Refused"].map(|name| imported[name].as_u64().expect("a number")).into()
}

/// The lines of a snapshot: month, quantity, total.
fn told(snapshot: &Value) -> Vec<Value> {
    let lines = snapshot["LineItems"].as_array().expect("lines").iter();
    lines
        .map(|line| json!([line["BillableMonthName"], line["BillableQuantity"], line["LineItemTotalDollars"]]))
        .collect()
}

async fn a_late_consult_is_billed_on_and_a_voided_one_credited(engine: Engine) {
    let billed = Billed::without_lines(engine).await;
    billed.line(json!({"Name": "Consultations", "BillingType": 1})).await;
    let member = billed.member("Ana", &[]).await;
    let row = |id: &str, on: &str, status: &str| format!("{id},{},{member},{on}T14:30:00Z,{status},\n", billed.group);
    let june = row("c-1", "2026-05-10", "") + &row("c-2", "2026-05-11", "Completed");
    let first = import(&billed.client, "may.csv", &format!("{HEADING}{june}")).await;
    assert_eq!(counts(&first), [2, 2, 0, 0, 0]);
    let bill = billed.bill(6).await;
    assert_eq!(told(&bill), [json!(["May", 2, 20.0])]);
    let later = row("c-2", "2026-05-11", "Void") + &row("late", "2026-05-12", "") + &row("c-3", "2026-06-10", "");
    let second = import(&billed.client, "june.csv", &format!("{HEADING}{june}{later}")).await;
    assert_eq!(counts(&second), [5, 2, 1, 2, 0]);
    let next = billed.bill(7).await;
    let mut lines = told(&next);
    lines.sort_by_key(Value::to_string);
    assert_eq!(lines, [json!(["June", 1, 10.0]), json!(["May", 1, -10.0]), json!(["May", 1, 10.0])], "{next}");
    let frozen = billed.client.get(&billed.snapshot(&bill["Id"])).await.value();
    assert_eq!(told(&frozen), told(&bill), "what was billed stays as it is");
}

async fn a_file_is_taken_in_again_without_a_change(engine: Engine) {
    let billed = Billed::on(engine).await;
    let member = billed.member("Ana", &[]).await;
    let group = billed.group;
    let row = |id: usize| {
        json!({"ExternalId": format!("c-{id}"), "EmployerId": group, "EmployeeId": member, "StartedOn": "2026-07-01T14:30:00Z",
               "Diagnoses": ["Cough", format!("Fever {}", id % 7)], "Region": "OH"})
        .to_string()
            + "\n"
    };
    let text: String = (0..2500).map(row).collect();
    assert_eq!(counts(&import(&billed.client, "all.jsonl", &text).await), [2500, 2500, 0, 0, 0]);
    let audited = |client: Client| async move {
        client.get("/api/v1/audit?Subject=consult&PerPage=50").await.value()["Data"].as_array().expect("entries").len()
    };
    let before = audited(billed.app.administrator().await).await;
    assert_eq!(counts(&import(&billed.client, "all.ndjson", &text).await), [2500, 0, 0, 2500, 0]);
    assert_eq!(
        (before, audited(billed.app.administrator().await).await),
        (3, 3),
        "an entry a transaction that changed something"
    );
    let twice = format!("{}{}", row(0), row(0).replace("OH", "TX"));
    assert_eq!(counts(&import(&billed.client, "twice.jsonl", &twice).await), [2, 0, 1, 1, 0]);
}

async fn a_file_that_is_taken_in_twice_at_once_is_known_the_second_time(engine: Engine) {
    let billed = Billed::on(engine).await;
    let member = billed.member("Ana", &[]).await;
    let row = |id: usize| {
        json!({"ExternalId": id, "EmployerId": billed.group, "EmployeeId": member, "StartedOn": "2026-07-01T14:30:00Z",
               "Diagnoses": [format!("Cough {}", id % 97)], "Region": format!("Region {}", id % 89)})
        .to_string()
            + "\n"
    };
    // The second file has the consults in the same order, turned round, and mixed.
    for (from, order) in [(0, 1), (10_000, 2499), (20_000, 1001)] {
        let one: String = (0..2500).map(|id| row(from + id)).collect();
        let other: String = (0..2500).map(|id| row(from + id * order % 2500)).collect();
        let (one, other) =
            tokio::join!(import(&billed.client, "one.jsonl", &one), import(&billed.client, "other.jsonl", &other));
        let all: Vec<u64> = counts(&one).iter().zip(counts(&other)).map(|(one, other)| one + other).collect();
        assert_eq!(all, [5000, 2500, 0, 2500, 0], "{engine:?}: {one} {other}");
    }
}

#[tokio::test]
async fn ids_that_are_numbers_stay_apart() {
    let billed = Billed::start().await;
    let row = |id: &str| {
        format!(
            "{{\"ExternalId\":{id},\"EmployerId\":{},\"StartedOn\":\"2026-07-01T14:30:00Z\",\"Age\":40}}\n",
            billed.group
        )
    };
    let ids = ["18446744073709551616", "18446744073709551617", "4711", "\"4711.1\"", "\"4711.10\""];
    let imported = import(&billed.client, "ids.jsonl", &ids.map(row).concat()).await;
    assert_eq!(counts(&imported), [5, 5, 0, 0, 0]);
    let imported = import(&billed.client, "ids.jsonl", &["4711.1", "4711.10"].map(row).concat()).await;
    assert_eq!(counts(&imported), [2, 0, 0, 0, 2]);
}

#[tokio::test]
async fn rows_that_are_wrong_are_named_and_the_others_taken_in() {
    let billed = Billed::start().await;
    let other = billed.app.group().named("Other").create().await;
    let member = billed.member("Ana", &[]).await;
    let group = billed.group;
    let at = "2026-07-01T14:30:00Z";
    let text = format!(
        "ExternalId,EmployerId,GroupId,EmployeeId,UniqueId,StartedOn,Age\n\
         good,{group},,{member},,{at},\n\
         of-nobody,{group},,,,{at},40\n\
         of-member,,,{member},,{at},\n\
         ageless,{group},,,,{at},\n\
         no-group,999,,,,{at},40\n\
         no-code,,NONE,,,{at},40\n\
         no-member,{group},,999,,{at},\n\
         other-group,{other},,{member},,{at},\n\
         no-unique-id,{group},,,NONE,{at},\n\
         ,{group},,,,tomorrow,400\n"
    );
    assert_json_snapshot!(import(&billed.client, "some.csv", &text).await, @r#"
{
  "Changed": 0,
  "Made": 3,
  "Refused": 7,
  "RefusedRows": [
    {
      "Key": "Age",
      "Line": 5,
      "Message": "Age is required when the employee is not named."
    },
    {
      "Key": "EmployerId",
      "Line": 6,
      "Message": "There is no group with this EmployerId."
    },
    {
      "Key": "GroupId",
      "Line": 7,
      "Message": "There is no group with this GroupId."
    },
    {
      "Key": "EmployeeId",
      "Line": 8,
      "Message": "The group has no employee with this EmployeeId."
    },
    {
      "Key": "EmployeeId",
      "Line": 9,
      "Message": "The group has no employee with this EmployeeId."
    },
    {
      "Key": "UniqueId",
      "Line": 10,
      "Message": "The group has no employee with this UniqueId."
    },
    {
      "Key": "ExternalId",
      "Line": 11,
      "Message": "ExternalId is required."
    },
    {
      "Key": "StartedOn",
      "Line": 11,
      "Message": "StartedOn must be a time with its offset from UTC, such as 2026-07-01T14:30:00Z."
    },
    {
      "Key": "Age",
      "Line": 11,
      "Message": "Age must be a whole number from 0 to 130."
    }
  ],
  "Rows": 10,
  "Unchanged": 0
}
"#);
}

#[tokio::test]
async fn what_is_no_file_of_consults_is_refused() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    for (name, content, message) in [
        ("people.xlsx", "x", "Only .csv, .jsonl and .ndjson files can be uploaded."),
        ("empty.csv", "", "The file is empty."),
        ("people.csv", "FirstName\nAna\n", "Consults have no column \"FirstName\"."),
    ] {
        let reply = client.upload(PATH, &[], (name, content.as_bytes())).await;
        assert_eq!((reply.error_keys(), reply.message()), (vec!["File".to_owned()], message.to_owned()), "{name}");
    }
    let reply = client.post(PATH, json!({})).await;
    assert_eq!(reply.message(), "You must select a file.");
}

#[tokio::test]
async fn an_upload_that_breaks_off_keeps_what_came_and_is_sent_again() {
    let billed = Billed::start().await;
    let row = |id: usize| format!("c-{id},{},,2026-07-01T14:30:00Z,,40\n", billed.group);
    let rows: String = (0..3000).map(row).collect();
    let whole = format!("{HEADING}{rows}");
    let half = Bytes::from(whole.clone().into_bytes()[..whole.len() / 2].to_vec());
    let broken = stream::iter([Ok(half), Err(io::Error::other("the line is dead"))]);
    let reply = billed.client.upload_streamed(PATH, &[], "all.csv", broken).await;
    assert_eq!(reply.status, 400);
    let again = import(&billed.client, "all.csv", &whole).await;
    let counted = counts(&again);
    assert_eq!((counted[0], counted[1] + counted[3]), (3000, 3000), "{again}");
}
