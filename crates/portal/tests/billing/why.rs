//! "Why this amount?": the comparison with the snapshot before, who stands behind each cause, and where it came from.

use chrono::TimeDelta;
use domain::access::Role;
use insta::{assert_json_snapshot, assert_snapshot};
use serde_json::{Value, json};
use store::Engine;

use crate::support::consults::consult;
use crate::support::{Billed, Client};

/// June and July of a plan with members at $10.00 and after-hours consults at $10.00. Meanwhile Ben is ended back to May by hand, Eve is
/// made active back to June, and of July's census file Dora is new and Cai is absent.
struct Story {
    billed: Billed,
    july: Value,
}

impl Story {
    async fn on(engine: Engine) -> Self {
        let billed = Billed::on(engine).await;
        billed.line(json!({"Name": "After-hours", "BillingType": 3})).await;
        let group = billed.group.into();
        billed.app.travel_to("2026-06-04T16:00:00Z");
        let mut ids = Vec::new();
        for first in ["Ana", "Ben", "Cai"] {
            ids.push(billed.app.member(group).named(first, "Abel").create().await);
        }
        billed.bill(5).await;
        billed.bill(6).await;
        billed.app.travel_to("2026-06-20T16:00:00Z");
        let end = json!({"OverrideDate": true, "EffectiveDate": "05/01/2026"});
        billed.client.post(&format!("/api/v1/employees/{}/terminate", ids[1]), end).await.value();
        billed.app.member(group).named("Eve", "Zeller").since("2026-06-01").create().await;
        let mut night = consult(group, Some(ids[0]));
        night.is_after_hours = true;
        night.started_at = "2026-06-15T03:00:00Z".parse().expect("an instant");
        billed.app.consulted(vec![night]).await;
        let rows = "E-1,Primary,Dora,Moss,02/03/1990,,Dayton,,\n\
                    E-2,Primary,Ana,Abel,05/17/1984,,Dayton,,\n\
                    E-3,Primary,Eve,Zeller,05/17/1984,,Dayton,,\n";
        let file = billed.app.uploaded(&billed.client, group, &[("globalEffectiveDate", "07/01/2026")], rows).await;
        let processed = billed.app.processed(&billed.client, &file).await;
        assert_eq!(processed["StatusFormatted"], "Completed", "{processed}");
        billed.app.travel_to("2026-07-04T16:00:00Z");
        let july = billed.bill(7).await;
        Self { billed, july }
    }

    fn client(&self) -> &Client {
        &self.billed.client
    }

    fn why(&self) -> String {
        format!("{}/why", self.billed.snapshot(&self.july["Id"]))
    }

    async fn members(&self, query: &str) -> Value {
        self.client().get(&format!("{}/members?{query}", self.why())).await.value()
    }
}

/// `Dora Moss x 1, 7/2026, 10.0: reason`, with `before` for what stands on the bill before.
fn told(rows: &Value) -> Vec<String> {
    let one = |row: &Value| {
        let who = match &row["Employee"] {
            Value::Null => "nobody".to_owned(),
            employee => format!("{} {}", employee["FirstName"], employee["LastName"]).replace('"', ""),
        };
        let before = if row["IsOfPrevious"] == json!(true) { " before" } else { "" };
        let (year, month, amount) = (&row["BillableYear"], &row["BillableMonth"], &row["AmountDollars"]);
        let reason = row["Reason"].as_str().map(|reason| format!(": {reason}")).unwrap_or_default();
        format!("{who} x {}, {month}/{year}{before}, {amount}{reason}", row["Quantity"])
    };
    rows["Data"].as_array().expect("rows").iter().map(one).collect()
}

#[tokio::test]
async fn a_change_is_told_by_its_causes_to_the_cent() {
    let mut answers = Vec::new();
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let story = Story::on(engine).await;
        let mut why = story.client().get(&story.why()).await.value();
        why["LineItems"] = json!(why["LineItems"].as_array().expect("lines").len());
        answers.push(why);
    }
    assert_eq!(answers[0], answers[1]);
    assert_json_snapshot!(answers[0], @r#"
    {
      "BillingPlan": {
        "Id": 1,
        "Name": "Medical"
      },
      "Causes": [
        {
          "AmountDollars": 20.0,
          "Before": {
            "AmountDollars": 0.0,
            "Quantity": 0,
            "Rate": null
          },
          "Cause": "Joined",
          "Now": {
            "AmountDollars": 20.0,
            "Quantity": 2,
            "Rate": 10.0
          }
        },
        {
          "AmountDollars": -20.0,
          "Before": {
            "AmountDollars": 20.0,
            "Quantity": 2,
            "Rate": 10.0
          },
          "Cause": "Left",
          "Now": {
            "AmountDollars": 0.0,
            "Quantity": 0,
            "Rate": null
          }
        },
        {
          "AmountDollars": 0.0,
          "Before": {
            "AmountDollars": 0.0,
            "Quantity": 0,
            "Rate": null
          },
          "Cause": "RateChanges",
          "Now": {
            "AmountDollars": 0.0,
            "Quantity": 0,
            "Rate": null
          }
        },
        {
          "AmountDollars": -20.0,
          "Before": {
            "AmountDollars": 0.0,
            "Quantity": 0,
            "Rate": null
          },
          "Cause": "Credits",
          "Now": {
            "AmountDollars": -20.0,
            "Quantity": 2,
            "Rate": 10.0
          }
        },
        {
          "AmountDollars": 10.0,
          "Before": {
            "AmountDollars": 0.0,
            "Quantity": 0,
            "Rate": null
          },
          "Cause": "Debts",
          "Now": {
            "AmountDollars": 10.0,
            "Quantity": 1,
            "Rate": 10.0
          }
        },
        {
          "AmountDollars": 10.0,
          "Before": {
            "AmountDollars": 0.0,
            "Quantity": 0,
            "Rate": null
          },
          "Cause": "AfterHours",
          "Now": {
            "AmountDollars": 10.0,
            "Quantity": 1,
            "Rate": 10.0
          }
        }
      ],
      "ComputedOn": "2026-07-04T16:00:00.000Z",
      "CreatedOn": "2026-07-04T16:00:00.000Z",
      "DifferenceDollars": 0.0,
      "EmployerGroup": {
        "Id": 1,
        "Name": "Fernwood"
      },
      "InvoicePeriodEndDate": "2026-07-03",
      "InvoiceTotalDollars": 30.0,
      "IsReconciled": true,
      "LineItems": 5,
      "Members": 3,
      "MembersBefore": 3,
      "People": 4,
      "Previous": {
        "InvoicePeriodEndDate": "2026-06-03",
        "InvoiceTotalDollars": 30.0,
        "SnapshotId": 2
      },
      "SnapshotId": 3
    }
    "#);
}

#[tokio::test]
async fn everybody_behind_a_cause_has_a_source_and_a_reason() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let story = Story::on(engine).await;
        for (cause, expected) in [
            ("joined", vec!["Dora Moss x 1, 7/2026, 10.0", "Eve Zeller x 1, 7/2026, 10.0"]),
            ("Left", vec!["Ben Abel x 1, 6/2026 before, -10.0", "Cai Abel x 1, 6/2026 before, -10.0"]),
            ("RateChanges", vec![]),
            (
                "Credits",
                vec![
                    "Ben Abel x 1, 5/2026, -10.0: was billed, then ended back-dated on 06/20/2026",
                    "Ben Abel x 1, 6/2026, -10.0: was billed, then ended back-dated on 06/20/2026",
                ],
            ),
            (
                "Debts",
                vec![
                    "Eve Zeller x 1, 6/2026, 10.0: had no charge for the month, then made active back-dated on 06/20/2026",
                ],
            ),
            ("AfterHours", vec!["nobody x 1, 6/2026, 10.0"]),
        ] {
            assert_eq!(told(&story.members(&format!("Cause={cause}")).await), expected, "{cause} {engine:?}");
        }
        let dora = &story.members("Cause=Joined").await["Data"][0];
        let source = &dora["Source"];
        assert_eq!(dora["FilteredStatusChanges"], json!([{"Status": 0, "ChangeDate": "2026-07-01"}]));
        assert_eq!((&source["Kind"], &source["RecordNumber"]), (&json!("File"), &json!(1)));
        assert!(source["CensusFileId"].is_i64() && source["FileName"].is_string(), "{source}");
        let left = story.members("Cause=Left").await;
        let cai = &left["Data"][1]["Source"];
        assert_eq!((&cai["WasAbsent"], &cai["RecordNumber"]), (&json!(true), &json!(null)), "{cai}");
        assert_eq!(cai["CensusFileId"], source["CensusFileId"]);
        let ben = &left["Data"][0];
        assert_eq!(ben["FilteredStatusChanges"], json!([{"Status": 1, "ChangeDate": "2026-05-01"}]));
        assert_eq!((&ben["Source"]["Kind"], ben["Source"]["UserName"].is_string()), (&json!("User"), true));
    }
}

#[tokio::test]
async fn a_line_and_the_whole_bill_open_to_their_members_page_by_page() {
    let story = Story::on(Engine::Sqlite).await;
    let lines = story.client().get(&story.why()).await.value()["LineItems"].clone();
    let sum = |rows: &Value| -> f64 {
        let rows = rows["Data"].as_array().expect("rows").iter();
        rows.map(|row| row["AmountDollars"].as_f64().expect("an amount")).sum()
    };
    for line in lines.as_array().expect("lines") {
        let rows = story.members(&format!("LineId={}", line["Id"])).await;
        assert_eq!(json!(sum(&rows)), line["LineItemTotalDollars"], "{line}");
    }
    let everybody = story.members("").await;
    assert_eq!(
        told(&everybody),
        [
            "Ana Abel x 1, 7/2026, 10.0",
            "Ben Abel x 1, 5/2026, -20.0: was billed, then ended back-dated on 06/20/2026",
            "Dora Moss x 1, 7/2026, 10.0",
            "Eve Zeller x 1, 7/2026, 20.0",
            "nobody x 1, 6/2026, 10.0",
        ]
    );
    assert_eq!(json!(sum(&everybody)), story.july["InvoiceTotalDollars"]);
    let second = story.members("Page=2&PerPage=2").await;
    assert_eq!((&second["TotalRecords"], &second["TotalPages"]), (&json!(5), &json!(3)));
    assert_eq!(told(&second), told(&everybody)[2..4]);
    assert_eq!(told(&story.members("Term=ZELL+e").await), told(&everybody)[3..4]);
    assert_eq!(story.members("Page=9&PerPage=2").await["Data"], json!([]));
}

#[tokio::test]
async fn a_first_bill_is_compared_with_nothing_and_no_bill_with_a_deleted_one() {
    let billed = Billed::start().await;
    billed.member("Ana", &[]).await;
    let first = billed.bill(5).await;
    let june = billed.bill(6).await;
    let why = billed.client.get(&format!("{}/why", billed.snapshot(&first["Id"]))).await.value();
    assert_eq!((&why["Previous"], &why["DifferenceDollars"]), (&json!(null), &json!(10.0)));
    assert_eq!((&why["Causes"][0]["Cause"], &why["Causes"][0]["Now"]["Quantity"]), (&json!("Joined"), &json!(1)));
    billed.client.delete(&billed.snapshot(&june["Id"])).await.value();
    let july = billed.bill(7).await;
    let why = billed.client.get(&format!("{}/why", billed.snapshot(&july["Id"]))).await.value();
    assert_eq!(why["Previous"]["SnapshotId"], first["Id"], "June is gone");
    assert_eq!((&why["IsReconciled"], &why["DifferenceDollars"]), (&json!(true), &json!(0.0)));
}

/// A name as it was when the snapshot was computed, and a change that was entered afterwards.
#[tokio::test]
async fn later_edits_do_not_alter_the_explanation() {
    let story = Story::on(Engine::Sqlite).await;
    let before = (story.client().get(&story.why()).await.value(), story.members("").await);
    story.billed.app.pass(TimeDelta::minutes(1));
    let ana = before.1["Data"][0]["Employee"]["EmployeeId"].clone();
    let end = json!({"OverrideDate": true, "EffectiveDate": "07/01/2026"});
    story.client().post(&format!("/api/v1/employees/{ana}/terminate"), end).await.value();
    let plan = format!("/api/v1/billing/{}/invoices/{}", story.billed.group, story.billed.plan);
    story.client().put(&plan, json!({"Name": "Renamed"})).await.value();
    assert_eq!((story.client().get(&story.why()).await.value(), story.members("").await), before);
}

/// June is billed anew with Eve and without Ben, which makes July's corrections no less explicable than they were.
#[tokio::test]
async fn a_month_that_is_regenerated_later_does_not_alter_the_reasons() {
    let story = Story::on(Engine::Sqlite).await;
    let before = (story.members("Cause=Credits").await, story.members("Cause=Debts").await);
    story.billed.app.pass(TimeDelta::days(1));
    let june = story.client().get(&story.why()).await.value()["Previous"]["SnapshotId"].clone();
    let regenerate = format!("{}/regenerate", story.billed.snapshot(&june));
    story.client().post(&regenerate, json!({})).await.value();
    assert_eq!((story.members("Cause=Credits").await, story.members("Cause=Debts").await), before);
    assert_eq!(story.client().get(&story.why()).await.value()["IsReconciled"], json!(true));
}

#[tokio::test]
async fn moves_between_lines_are_told_with_both() {
    let billed = Billed::start().await;
    let (_, west) = billed.line(json!({"Name": "West", "IncludeAllMembers": false, "ReferenceId": "W"})).await;
    let group = billed.group.into();
    for (first, reference) in [("Ana", None), ("Ben", Some("W"))] {
        let member = billed.app.member(group).named(first, "Abel");
        member.with(|details| details.billing_reference_id = reference.map(str::to_owned)).create().await;
    }
    billed.bill(6).await;
    billed.client.delete(&west).await.value();
    let july = billed.bill(7).await;
    let path = format!("{}/why", billed.snapshot(&july["Id"]));
    let moved = billed.client.get(&format!("{path}/members?Cause=ChangedLine")).await.value();
    assert_eq!(told(&moved), ["Ben Abel x 1, 7/2026, -10.0: moved from PEPM and West to PEPM"]);
    assert_eq!(billed.client.get(&path).await.value()["IsReconciled"], json!(true));
}

#[tokio::test]
async fn what_is_not_there_or_not_understood_is_refused() {
    let story = Story::on(Engine::Sqlite).await;
    let members = format!("{}/members", story.why());
    for (query, key) in [
        ("Cause=Weather", "Cause"),
        ("Cause=Left&LineId=1", "LineId"),
        ("LineId=x", "LineId"),
        ("PerPage=1001", "PerPage"),
    ] {
        assert_eq!(story.client().get(&format!("{members}?{query}")).await.error_keys(), [key], "{query}");
    }
    assert_eq!(story.client().get(&format!("{members}?LineId=999")).await.status, 404);
    assert_eq!(story.client().get(&format!("{members}?LineId=1")).await.status, 404, "a line of another bill");
    let other = story.billed.app.group().create().await.get();
    let (_, user) = story.billed.app.user(Role::GroupUser, None, &[story.billed.group.into()]).await;
    for part in ["", "/members", "/export"] {
        let path = format!("{}{part}", story.why());
        let foreign = path.replace(&format!("/billing/{}/", story.billed.group), &format!("/billing/{other}/"));
        assert_eq!(story.client().get(&foreign).await.status, 404, "{part}");
        assert_eq!(user.get(&path).await.status, 403, "{part}");
    }
}

#[tokio::test]
async fn the_export_leads_from_one_total_to_the_other() {
    let story = Story::on(Engine::Sqlite).await;
    let reply = story.client().get(&format!("{}/export", story.why())).await;
    let text = String::from_utf8(reply.bytes.clone()).expect("text");
    let joined = story.members("Cause=Joined").await;
    let file = joined["Data"][0]["Source"]["FileName"].as_str().expect("a file").to_owned();
    let shown = text.trim_start_matches('\u{feff}').replace("\r\n", "\n").replace(&file, "FILE");
    assert_snapshot!(shown, @r#"
    Cause,Billable Month,Line,Employee Id,Last Name,First Name,Quantity,Amount,Status Change,Source,Source Detail,Reason
    Earlier total,June 2026,,,,,,30.00,,,,
    Joined,July 2026,PEPM,5,Moss,Dora,1,10.00,Made Active on 07/01/2026,File,"FILE, row 1",
    Joined,July 2026,PEPM,4,Zeller,Eve,1,10.00,Made Active on 06/01/2026,User,Sam Okafor,
    Left,June 2026,PEPM,2,Abel,Ben,1,-10.00,Made In-Active on 05/01/2026,User,Dana Reyes1,
    Left,June 2026,PEPM,3,Abel,Cai,1,-10.00,Made In-Active on 07/01/2026,File,"FILE, absent",
    Credits,May 2026,PEPM,2,Abel,Ben,1,-10.00,Made In-Active on 05/01/2026,User,Dana Reyes1,"was billed, then ended back-dated on 06/20/2026"
    Credits,June 2026,PEPM,2,Abel,Ben,1,-10.00,Made In-Active on 05/01/2026,User,Dana Reyes1,"was billed, then ended back-dated on 06/20/2026"
    Debts,June 2026,PEPM,4,Zeller,Eve,1,10.00,Made Active on 06/01/2026,User,Sam Okafor,"had no charge for the month, then made active back-dated on 06/20/2026"
    AfterHours,June 2026,After-hours,,,,1,10.00,,,,
    This total,July 2026,,,,,,30.00,,,,
    "#);
    let trail = story.client().get("/api/v1/audit?Page=1&PerPage=100&Term=snapshot.export").await.value();
    assert!(trail.to_string().contains("Comparison of a snapshot downloaded"), "{trail}");
}
