//! Every census endpoint by itself: what it answers, what it refuses, and that it knows nothing of records that are not there.

use insta::assert_json_snapshot;
use serde_json::{Value, json};

use crate::support::TestApp;
use crate::support::census::{FILES, file_path, task_path};

const ROWS: &str = "E-1,,Ana,Abel,05/17/1984,,Troy,,\nE-2,,Ben,,soon,,,,\n";
const GOOD: &str = "E-1,,Ana,Abel,05/17/1984,,Troy,,\n";

#[tokio::test]
async fn no_operation_knows_of_files_or_tasks_that_are_not_there() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let file = app.uploaded(&client, group, &[], GOOD).await;
    let other = app.uploaded(&client, group, &[], GOOD).await;
    let (known, of_another) = (file["Id"].to_string(), other["Tasks"][1]["Id"].to_string());
    let document = serde_json::to_value(portal::api_document()).expect("json");
    let paths = document["paths"].as_object().expect("paths").iter();
    let mut asked = 0;
    for (template, item) in paths.filter(|(path, _)| path.starts_with(FILES) && path.contains('{')) {
        for method in item.as_object().expect("operations").keys() {
            let body = (method != "get").then(|| match template.rsplit('/').next() {
                Some("record") => json!({"Record": {"RecordNumber": 1}}),
                _ => json!({"RecordNumber": 1, "Count": 0}),
            });
            for (file, task) in [("999", "1"), (&*known, "999"), (&*known, &*of_another)] {
                if file != "999" && !template.contains("{taskId}") {
                    continue;
                }
                let template = template.replace("{questionId}", "1");
                let path = template.replace("{id}", file).replace("{fileId}", file).replace("{taskId}", task);
                let reply = client.call(&method.to_uppercase(), &path, body.clone()).await;
                assert_eq!(reply.status, 404, "{method} {path}: {}", reply.message());
                asked += 1;
            }
        }
    }
    assert_eq!(asked, 15 + 3 * 23, "operations of files, and of tasks");
    let process = client.post(&format!("{FILES}/process"), json!({"FileIds": [file["Id"], 999]})).await;
    assert_eq!((process.status.as_u16(), &client.census(&file).await["Status"]), (404, &json!(3)), "none is queued");
    for field in ["employerId", "censusFileId"] {
        let reply =
            client.upload(FILES, &[(field, "999")], ("people.csv", b"FirstName,LastName,DOB\nA,B,1/1/1980\n")).await;
        assert_eq!(reply.status, 404, "{field}");
    }
    assert_eq!(client.get(&format!("{FILES}/detailed?FileIds=999")).await.value()["TotalRecords"], 0);
    assert_eq!(app.stored_files().len(), 2);
}

#[tokio::test]
async fn a_file_is_told_with_its_group_and_its_tasks() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let file = app.uploaded(&client, group, &[("globalEffectiveDate", "07/01/2026")], ROWS).await;
    let mut file = app.run_task(&client, &file, 1).await;
    let tasks = file["Tasks"].take();
    file["LastCompletedTask"].take();
    assert_json_snapshot!(file, @r##"
    {
      "CanReplace": true,
      "ChangesSeen": false,
      "CompletedTasks": 1,
      "ConfirmedTerminations": null,
      "CurrentTask": null,
      "EffectiveExplicitImport": false,
      "EmployerGroup": {
        "EnableInvoiceAccess": false,
        "ExplicitImport": false,
        "GroupId": "10001",
        "Id": 1,
        "MemberCount": {
          "ActiveMembers": 0,
          "InActiveMembers": 0,
          "TotalMembers": 0
        },
        "Name": "Group 10001",
        "StatusName": "Active"
      },
      "ErrorCount": 1,
      "Errors": [
        {
          "Error": "1 record has errors.",
          "Id": 0,
          "Resolved": false
        }
      ],
      "ExplicitImport": null,
      "GlobalEffectiveDate": "2026-07-01",
      "HasErrors": true,
      "Id": 1,
      "Inspection": 0,
      "IsMultiGroup": false,
      "LastCompletedTask": null,
      "Name": "06000000-0000-4000-8600-000000000000",
      "NextTask": {
        "Id": 2,
        "Task": 1,
        "TaskName": "Validate Data"
      },
      "OriginalFileName": "people.csv",
      "ParentFileId": null,
      "Questions": [],
      "ReadyForProcessing": false,
      "Size": 130,
      "Status": 4,
      "StatusColor": "#dc3545",
      "StatusFormatted": "Errors",
      "Tasks": null,
      "Undo": null,
      "UndoableUntil": null,
      "UploadDate": "2026-07-20T16:00:00.000Z",
      "UploadedBy": {
        "FullName": "Dana Reyes1",
        "Id": 2
      },
      "Version": 1,
      "WaitsFor": null
    }
    "##);
    assert_json_snapshot!(tasks[1], @r##"
    {
      "CompletedOn": "2026-07-20T16:00:00.000Z",
      "CompletedWithErrors": true,
      "Data": {
        "CensusRecords": null,
        "RecordsWithErrorsCount": 1,
        "RecordsWithMatchesCount": 0,
        "RecordsWithoutMatchesCount": 0,
        "Summary": {
          "Blank": 0,
          "LeftOut": 0,
          "LeftOutNamed": 0,
          "SkippedByRule": 0
        },
        "TotalCensusRecords": null,
        "TotalRecords": 2
      },
      "Done": 2,
      "Errors": [
        {
          "Error": "1 record has errors.",
          "Id": 0,
          "Resolved": false
        }
      ],
      "Id": 2,
      "State": "Errors",
      "Task": 1,
      "TaskColor": "#dc3545",
      "TaskName": "Validate Data",
      "Total": 2,
      "Warnings": []
    }
    "##);
}

#[tokio::test]
async fn a_task_is_told_with_its_records() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let file = app.uploaded(&client, group, &[], ROWS).await;
    app.run_task(&client, &file, 1).await;
    let records = async |query: &str| {
        let task = client.get(&format!("{}?{query}", task_path(&file, 1))).await.value();
        let rows = task["Data"]["CensusRecords"].as_array().expect("records").clone();
        (rows, task["Data"]["TotalCensusRecords"].as_u64().expect("a total"))
    };
    let (wrong, total) = records("Filter=errors").await;
    assert_json_snapshot!(wrong, @r#"
    [
      {
        "AddressLine1": "",
        "AddressLine2": "",
        "BillingReferenceId": "",
        "CellPhone": "",
        "City": "",
        "DateOfBirth": null,
        "Email": "",
        "EmployeeMatches": [],
        "Errors": [
          {
            "Key": "LastName",
            "Message": "Last Name is required.",
            "Severity": "Error",
            "Task": 1,
            "Value": null
          },
          {
            "Key": "DateOfBirth",
            "Message": "Date of Birth must be a date between 01/01/1900 and today, such as 04/17/1983.",
            "Severity": "Error",
            "Task": 1,
            "Value": "soon"
          }
        ],
        "FirstName": "Ben",
        "Gender": null,
        "HomePhone": "",
        "LastName": "",
        "Line": 3,
        "MemberType": "",
        "OtherMemberId": "",
        "PlanName": "",
        "PricingGroupCode": "",
        "PrimaryRecordNumber": null,
        "RecordNumber": 2,
        "Relationship": "",
        "RowState": 1,
        "State": "",
        "Status": null,
        "UniqueId": "E-2",
        "ZipCode": ""
      }
    ]
    "#);
    assert_eq!(total, 1);
    for (query, numbers, total) in [
        ("", &[1, 2][..], 2),
        ("Filter=Valid", &[1], 1),
        ("Filter=skipped", &[], 0),
        ("Filter=warnings", &[], 0),
        ("Filter=matched", &[], 0),
        // Before the match it is not known.
        ("Filter=unmatched", &[], 0),
        ("Filter=odd", &[1, 2], 2),
        ("RecordNumber=2&Filter=valid", &[2], 1),
        ("RecordNumber=9", &[], 0),
        ("Page=2&PerPage=1&OrderBy=Odd", &[2], 2),
    ] {
        let (rows, n) = records(query).await;
        let found: Vec<_> = rows.iter().filter_map(|row| row["RecordNumber"].as_i64()).collect();
        assert_eq!((&found[..], n), (numbers, total), "{query}");
    }
    assert_eq!(client.get(&format!("{}?RecordNumber=odd", task_path(&file, 1))).await.error_keys(), ["RecordNumber"]);
}

#[tokio::test]
async fn columns_and_changes_are_told_by_field() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    app.member(group).named("Ana", "Abel").numbered("E-1").create().await;
    let client = app.administrator().await;
    let file = app.uploaded(&client, group, &[], GOOD).await;
    let file = app.run_tasks(&client, &file, 1..=3).await;
    let mut mapping = client.get(&format!("{}/mapping", task_path(&file, 0))).await.value();
    mapping["Columns"].as_array_mut().expect("columns").truncate(1);
    mapping["Fields"].as_array_mut().expect("fields").truncate(1);
    assert_json_snapshot!(mapping, @r#"
    {
      "AskedHeadingLine": null,
      "Columns": [
        {
          "Family": null,
          "Field": "UniqueId",
          "Heading": "UniqueId",
          "How": "Known",
          "Index": 0,
          "Suggested": null,
          "Values": [
            "E-1"
          ]
        }
      ],
      "Delimiter": "comma",
      "Encoding": "UTF-8",
      "Fields": [
        {
          "Label": "Unique ID",
          "Name": "UniqueId"
        }
      ],
      "HeadingLine": 1,
      "Missing": [],
      "OtherSheets": [],
      "Sheet": null,
      "Sheets": []
    }
    "#);
    let changes = client.get(&format!("{}/changes", task_path(&file, 3))).await.value();
    assert_json_snapshot!(changes, @r#"
    {
      "Data": [
        {
          "Changes": [
            {
              "Field": "City",
              "Label": "City",
              "New": "Troy",
              "Old": null
            }
          ],
          "EffectiveDate": null,
          "EmployeeId": 1,
          "FirstName": "Ana",
          "IsDone": false,
          "Kind": "Update",
          "LastName": "Abel",
          "PerMonth": 0.0,
          "RecordNumber": 1,
          "Remark": null,
          "ReplacesIdentity": false,
          "SkippedRecord": null,
          "Warnings": []
        }
      ],
      "TotalPages": 1,
      "TotalRecords": 1
    }
    "#);
    assert_eq!(client.get(&format!("{}/changes?Kind=odd", task_path(&file, 3))).await.error_keys(), ["Kind"]);
    assert_eq!(
        client.get(&format!("{}/mapping?HeadingLine=odd", task_path(&file, 0))).await.error_keys(),
        ["HeadingLine"]
    );
}

#[tokio::test]
async fn files_are_listed_by_what_is_the_matter_with_them() {
    let app = TestApp::start().await;
    let (group, other) = (app.census_group().await, app.census_group().await);
    let client = app.administrator().await;
    let wrong = app.uploaded(&client, group, &[], ROWS).await;
    app.run_task(&client, &wrong, 1).await;
    let done = app.uploaded(&client, group, &[], GOOD).await;
    app.processed(&client, &done).await;
    let waiting = app.uploaded(&client, other, &[], GOOD).await;
    let ids = [&wrong, &done, &waiting].map(|file| file["Id"].as_i64().expect("an id"));
    let [wrong, done, waiting] = ids;
    for (query, expected) in [
        (String::new(), &[wrong, done, waiting][..]),
        (format!("?EmployerIds={group}"), &[wrong, done]),
        (format!("?EmployerIds={group}&EmployerIds={other}"), &[wrong, done, waiting]),
        ("?EmployerIds=0".to_owned(), &[wrong, done, waiting]),
        ("?OnlyWithErrors=true".to_owned(), &[wrong]),
        ("?OnlyNeedingAttention=true".to_owned(), &[waiting]),
        (format!("?ExpandedFileId={done}&OnlyWithErrors=false"), &[wrong, done, waiting]),
        (format!("/detailed?FileIds={done}&FileIds={waiting}"), &[done, waiting]),
        ("/detailed".to_owned(), &[]),
    ] {
        let list = client.get(&format!("{FILES}{query}")).await.value();
        let rows = list["Data"].as_array().expect("rows").iter();
        let mut found: Vec<_> = rows.filter_map(|row| row["Id"].as_i64()).collect();
        found.sort_unstable();
        assert_eq!(found, expected, "{query}");
        assert_eq!(list["TotalRecords"], expected.len(), "{query}");
    }
    for (query, expected) in [
        (format!("?Page=1&PerPage=1&OrderBy=Id&ExpandedFileId={waiting}"), &[waiting, wrong][..]),
        (format!("?Page=1&PerPage=1&OrderBy=Id&ExpandedFileId={wrong}"), &[wrong]),
        (format!("?Page=2&PerPage=1&OrderBy=Id&ExpandedFileId={waiting}"), &[done]),
        (format!("?Page=1&PerPage=1&OrderBy=Id&OnlyWithErrors=true&ExpandedFileId={waiting}"), &[wrong]),
    ] {
        let list = client.get(&format!("{FILES}{query}")).await.value();
        let found: Vec<_> =
            list["Data"].as_array().expect("rows").iter().filter_map(|row| row["Id"].as_i64()).collect();
        assert_eq!(found, expected, "{query}");
    }
    assert_eq!(client.get(&format!("{FILES}?EmployerIds=odd")).await.error_keys(), ["EmployerIds"]);
    assert_eq!(client.get(&format!("{FILES}?OnlyWithErrors=odd")).await.error_keys(), ["OnlyWithErrors"]);
    assert_eq!(client.get(&format!("{FILES}/detailed?FileIds=odd")).await.error_keys(), ["FileIds"]);
}

#[tokio::test]
async fn settings_are_saved_until_the_file_is_processed() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let file = app.uploaded(&client, group, &[], GOOD).await;
    let path = file_path(&file);
    let settings = |file: &Value| json!([file["ExplicitImport"], file["GlobalEffectiveDate"], file["Version"]]);
    let sent = json!({"ExplicitImport": true, "GlobalEffectiveDate": "07/01/2026", "Version": file["Version"]});
    let saved = client.put(&path, sent.clone()).await.value();
    let version = file["Version"].as_i64().expect("a version");
    assert_eq!(settings(&saved), json!([true, "2026-07-01", version + 1]));
    assert_eq!(client.put(&path, sent).await.status, 409, "a stale version");
    let saved = client.put(&format!("{path}/explicit"), json!({"ExplicitImport": false})).await.value();
    assert_eq!(settings(&saved), json!([false, "2026-07-01", version + 2]));
    assert_eq!(saved["EffectiveExplicitImport"], false);
    for (path, body, keys) in [
        (path.clone(), json!({"GlobalEffectiveDate": "soon"}), ["GlobalEffectiveDate"]),
        (path.clone(), json!({"GlobalEffectiveDate": "0001-01-01"}), ["GlobalEffectiveDate"]),
        (path.clone(), json!({"ExplicitImport": "odd"}), ["ExplicitImport"]),
        (path.clone(), json!({"Version": "odd"}), ["Version"]),
        (format!("{path}/explicit"), json!({"ExplicitImport": "odd"}), ["ExplicitImport"]),
    ] {
        assert_eq!(client.put(&path, body.clone()).await.error_keys(), keys, "{body}");
    }
    assert_eq!(settings(&client.census(&file).await), settings(&saved));
    app.processed(&client, &file).await;
    let reply = client.put(&format!("{path}/explicit"), json!({"ExplicitImport": true})).await;
    assert_eq!((reply.error_keys(), reply.message().as_str()), (vec![String::new()], "This file has been processed."));
}

#[tokio::test]
async fn a_file_at_work_is_left_alone_and_only_eligible_ones_are_queued() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let file = client.upload_census(group, &[], format!("{}{GOOD}", crate::support::census::HEADING)).await;
    let busy = "This file is being worked on already.";
    assert_eq!(client.delete(&file_path(&file)).await.message(), busy);
    assert_eq!(client.post(&format!("{}/run", task_path(&file, 0)), json!({})).await.message(), busy);
    let process = format!("{FILES}/process");
    let none = "You did not select any files eligible for processing.";
    for ids in [json!([]), json!([file["Id"]])] {
        assert_eq!(client.post(&process, json!({"FileIds": ids})).await.message(), none);
    }
    assert_eq!(client.post(&process, json!({"FileIds": ["odd"]})).await.error_keys(), ["FileIds"]);
    app.run_jobs().await;
    let only = client.post(&format!("{}/run", task_path(&file, 4)), json!({})).await.message();
    assert_eq!(only, "A previous task has not been completed.");
    let late = client.upload_census(group, &[], format!("{}{GOOD}", crate::support::census::HEADING)).await;
    let queued = client.post(&process, json!({"FileIds": [file["Id"], late["Id"]]})).await.value();
    let ignored = json!([{"FileId": late["Id"], "Reason": "It is being worked on already."}]);
    let expected = json!({"QueuedFileIds": [file["Id"]], "IgnoredFileIds": [late["Id"]], "Ignored": ignored});
    assert_eq!(queued, expected);
}

#[tokio::test]
async fn decisions_are_refused_by_field() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let file = app.uploaded(&client, group, &[], ROWS).await;
    app.run_task(&client, &file, 1).await;
    let task = |number, call: &str| format!("{}/{call}", task_path(&file, number));
    for (path, body, key) in [
        (task(2, "match"), json!({"RecordNumber": 2}), "RecordNumber"),
        (task(2, "match"), json!({"RecordNumber": "odd"}), "RecordNumber"),
        (task(2, "match"), json!({"RecordNumber": 1, "EmployeeId": "odd"}), "EmployeeId"),
        (task(2, "match"), json!({"RecordNumber": 1, "EmployeeId": 99}), "EmployeeId"),
        (task(1, "skip"), json!({"RecordNumber": "odd"}), "RecordNumber"),
        (task(1, "record"), json!({"TaskId": "odd"}), "TaskId"),
        (task(0, "mapping"), json!({"HeadingLine": "odd"}), "HeadingLine"),
    ] {
        assert_eq!(client.put(&path, body.clone()).await.error_keys(), [key], "{path} {body}");
    }
    let confirm = format!("{}/confirm-terminations", file_path(&file));
    for body in [json!({}), json!({"Count": 0}), json!({"Count": "odd"})] {
        assert_eq!(client.post(&confirm, body).await.error_keys(), ["Count"]);
    }
    for number in [1, 2] {
        assert_eq!(client.census_record(&file, number).await["RowState"], number - 1, "nothing was decided");
    }
}

#[tokio::test]
async fn the_template_and_the_original_are_downloads() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let file = app.uploaded(&client, group, &[], GOOD).await;
    let template =
        ("/api/v1/census/template".to_owned(), "text/csv; charset=utf-8", domain::census::export::TEMPLATE_NAME);
    let workbook = (
        "/api/v1/census/template/workbook".to_owned(),
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        domain::census::template::WORKBOOK_NAME,
    );
    let original = (format!("{}/download", file_path(&file)), "text/csv", "people.csv");
    for ((path, kind, name), first) in
        [(template, "GroupId,UniqueId,"), (workbook, "PK\u{3}\u{4}"), (original, "UniqueId,MemberType,")]
    {
        let reply = client.get(&path).await;
        let header = |name: &str| reply.headers[name].to_str().expect("text").to_owned();
        assert_eq!((reply.status.as_u16(), header("content-type")), (200, kind.to_owned()));
        assert_eq!(header("content-disposition"), format!("attachment; filename=\"{name}\""));
        let text = String::from_utf8_lossy(&reply.bytes).into_owned();
        assert!(text.trim_start_matches('\u{feff}').starts_with(first), "{text}");
    }
    for path in ["/api/v1/census/template", "/api/v1/census/template/workbook"] {
        assert_eq!(app.nobody().get(path).await.status, 401, "{path}");
    }
}
