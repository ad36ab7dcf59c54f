//! The audit trail as people read it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use domain::UserId;
use domain::access::Role;
use domain::audit::ACTIONS;
use insta::assert_json_snapshot;
use serde_json::{Value, json};
use store::audit::Entry;

use crate::support::{Client, TestApp};

const AUDIT: &str = "/api/v1/audit";

async fn trail(client: &Client, query: &str) -> Vec<Value> {
    let list = client.get(&format!("{AUDIT}?Page=1&PerPage=100&{query}")).await.value();
    list["Data"].as_array().expect("a list").clone()
}

async fn actions(client: &Client, query: &str) -> Vec<String> {
    trail(client, query).await.iter().map(|row| row["Action"].as_str().expect("an action").to_owned()).collect()
}

#[tokio::test]
async fn an_entry_says_who_did_what_to_which_record() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let broker = client.post("/api/v1/brokers", json!({"Name": "Fernwood"})).await.value();
    let path = format!("/api/v1/brokers/{}", broker["Id"]);
    client.put(&path, json!({"Name": "Fernwood Benefits", "SendWelcomeEmails": true})).await.value();
    let mut rows = trail(&client, "Subject=broker&SubjectId=1").await;
    for row in &mut rows {
        assert!(row["RequestId"].take().as_str().is_some_and(|id| id.len() == 32), "as in the log");
    }
    assert_json_snapshot!(rows[0], @r#"
    {
      "ActingAsId": null,
      "ActingAsName": null,
      "Action": "broker.update",
      "ActionText": "Broker changed",
      "At": "2026-07-20T16:00:00.000Z",
      "Cause": null,
      "CauseId": null,
      "CauseName": null,
      "Changes": [
        {
          "After": "Fernwood Benefits",
          "Before": "Fernwood",
          "Field": "Name",
          "FieldText": "Name"
        },
        {
          "After": "Yes",
          "Before": null,
          "Field": "SendWelcomeEmails",
          "FieldText": "Send welcome emails"
        }
      ],
      "EmployerId": null,
      "EmployerName": null,
      "Id": 4,
      "Ip": null,
      "Kind": null,
      "RequestId": null,
      "Subject": "broker",
      "SubjectId": 1,
      "SubjectName": "Fernwood Benefits",
      "UserId": 1,
      "UserName": "Dana Reyes1"
    }
    "#);
    assert_eq!(rows.len(), 2);
}

#[tokio::test]
async fn money_and_dates_read_as_on_the_screens() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let group = app.group().with(|form| form.renewal_on = "2027-03-01".parse().ok()).create().await;
    let rows = trail(&client, &format!("Subject=group&SubjectId={group}")).await;
    let after = |field: &str| {
        let changes = rows[0]["Changes"].as_array().expect("changes").iter();
        changes.clone().find(|change| change["Field"] == field).map(|change| change["After"].clone())
    };
    for (field, value) in [
        ("EffectiveDate", "01/01/2020"),
        ("RenewalDate", "03/01/2027"),
        ("DefaultPricingGroupRate", "$49.00"),
        ("Status", "Active"),
        ("ExplicitImport", "Yes"),
        ("EnableInvoiceAccess", "No"),
        ("UtilizationMemberSource", "Group Portal"),
    ] {
        assert_eq!(after(field), Some(json!(value)), "{field}");
    }
    assert_eq!(rows[0]["EmployerId"], json!(group));
}

#[tokio::test]
async fn changes_name_records_and_groups_as_people_do_on_the_page_and_in_the_file() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let master = client.post("/api/v1/brokers", json!({"Name": "Fernwood"})).await.value();
    let form = json!({"Name": "Ash Benefits", "MasterBrokerId": master["Id"]});
    let broker = client.post("/api/v1/brokers", form).await.value();
    let rows = trail(&client, &format!("Subject=broker&SubjectId={}", broker["Id"])).await;
    let changes = rows[0]["Changes"].as_array().expect("changes");
    let changed = changes.iter().find(|change| change["Field"] == "MasterBrokerId").expect("the master broker");
    assert_eq!((&changed["FieldText"], &changed["After"]), (&json!("Master broker"), &json!("Fernwood")));
    let group = app.group().named("Cedar Mill").create().await;
    let of_group = trail(&client, &format!("EmployerId={group}")).await;
    assert!(of_group.iter().all(|row| row["EmployerName"] == "Cedar Mill"), "{of_group:?}");
    let file = client.get(&format!("{AUDIT}/as-csv?Subject=broker&SubjectId={}", broker["Id"])).await;
    let file = String::from_utf8(file.bytes).expect("UTF-8");
    assert!(file.contains("Master broker: Fernwood") && !file.contains("MasterBrokerId"), "{file}");
    let file = client.get(&format!("{AUDIT}/as-csv?EmployerId={group}")).await;
    let file = String::from_utf8(file.bytes).expect("UTF-8");
    assert!(file.contains("Group created") && file.contains(",Cedar Mill,"), "{file}");
}

#[tokio::test]
async fn the_list_is_narrowed_and_days_are_business_days() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let tx = app.ctx.store.begin().await.expect("a transaction");
    let entry = |at: &str, action, broker: i64| {
        let at = at.parse().expect("an instant of the test");
        Entry::new(at, action, "broker").by(UserId(1), None).on(broker)
    };
    tx.commit_all(vec![
        entry("2026-08-01T03:59:59Z", "broker.create", 1),
        entry("2026-08-01T04:00:00Z", "broker.create", 2),
        entry("2026-08-02T04:00:00Z", "broker.update", 1),
    ])
    .await
    .expect("committed");
    for (query, expected) in [
        ("Subject=broker", vec!["broker.update", "broker.create", "broker.create"]),
        ("Subject=broker&SubjectId=1", vec!["broker.update", "broker.create"]),
        ("From=08/01/2026", vec!["broker.update", "broker.create"]),
        ("From=2026-08-01&To=2026-08-01", vec!["broker.create"]),
        ("From=2026-07-31&To=2026-07-31", vec!["broker.create"]),
        ("Subject=broker&To=2026-07-31", vec!["broker.create"]),
        ("Subject=nothing", vec![]),
        ("UserId=99", vec![]),
        ("UserId=1&Subject=broker&OrderBy=At", vec!["broker.create", "broker.create", "broker.update"]),
        ("Term=broker%20changed", vec!["broker.update"]),
        ("Term=dana%20CREATED&Subject=broker", vec!["broker.create", "broker.create"]),
        ("Term=%25", vec![]),
    ] {
        assert_eq!(actions(&client, query).await, expected, "{query}");
    }
    let all = client.get(&format!("{AUDIT}?Page=2&PerPage=2")).await.value();
    assert_eq!((&all["TotalRecords"], all["Data"].as_array().map(Vec::len)), (&json!(5), Some(2)));
    let none = client.get(&format!("{AUDIT}?Page=2&PerPage=2&UserId=0&Subject=")).await.value();
    assert_eq!(none, all, "what is empty narrows nothing");
}

#[tokio::test]
async fn a_wrong_filter_is_named() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    for (query, keys) in [
        ("From=02/30/2026", vec!["From"]),
        ("To=yesterday", vec!["To"]),
        ("From=2026-08-02&To=2026-08-01", vec!["To"]),
        ("From=0001-01-01&To=9999-12-31", vec!["From", "To"]),
        ("SubjectId=x", vec!["SubjectId"]),
        ("UserId=1.5", vec!["UserId"]),
        ("PerPage=0", vec!["PerPage"]),
    ] {
        assert_eq!(client.get(&format!("{AUDIT}?{query}")).await.error_keys(), keys, "{query}");
    }
    let long = format!("{AUDIT}?Subject={}", "x".repeat(51));
    assert_eq!(client.get(&long).await.error_keys(), ["Subject"]);
}

#[tokio::test]
async fn the_trail_holds_no_secret() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let key = client.post("/api/v1/auth/keys", json!({"Name": "Export"})).await.value();
    let tx = app.ctx.store.begin().await.expect("a transaction");
    let leaked = json!({"before": {"ClientSecret": "old-one"}, "after": {"ClientSecret": "new-one", "Name": "Books"}});
    tx.commit(Entry::new(app.ctx.now(), "account.update", "account").with_detail(leaked)).await.expect("committed");
    let told = Value::from(trail(&client, "").await).to_string();
    for secret in ["old-one", "new-one", crate::support::PASSWORD, key["Key"].as_str().expect("a key")] {
        assert!(!told.contains(secret), "{secret}");
    }
    assert!(told.contains("Account update") && told.contains("Hidden"), "{told}");
}

#[tokio::test]
async fn only_administrators_read_it() {
    let app = TestApp::start().await;
    let broker = app.broker().create().await;
    for role in [Role::BrokerAdministrator, Role::AccountManager, Role::GroupUser] {
        let (_, client) = app.user(role, Some(broker), &[]).await;
        assert_eq!(client.get(AUDIT).await.status, 403, "{role:?}");
    }
}

/// Every action that the program writes has a text for people.
#[test]
fn every_action_of_the_code_has_a_text() {
    let source = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut written = BTreeSet::new();
    collect(&source, &mut written);
    assert!(written.contains("group.create") && written.contains("sign_out"), "{written:?}");
    let missing: Vec<_> = written.iter().filter(|action| !ACTIONS.iter().any(|(name, _)| name == action)).collect();
    assert!(missing.is_empty(), "give these a text in crates/domain/src/audit/wording.rs: {missing:?}");
}

fn collect(folder: &Path, written: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, written);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).expect("a file");
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            written.extend(actions_in(code));
        }
    }
}

/// The texts in quotes that are the action of an entry: behind one of the ways to begin one, or of the form `subject.done` beside
/// one whose action is said elsewhere.
fn actions_in(code: &str) -> Vec<String> {
    let has_entries = ["Entry::new(", "entry("].iter().any(|begin| code.contains(begin));
    let mut found = Vec::new();
    let quoted: Vec<&str> = code.split('"').collect();
    for (at, text) in quoted.iter().enumerate().skip(1).step_by(2) {
        let before = quoted[at - 1];
        let call: String = before.split_whitespace().collect();
        let opened = ["entry(", "entry(ctx,", "Entry::new(now,", "Entry::new(ctx.now(),"];
        let opened = opened.iter().any(|begin| call.ends_with(begin));
        let is_dotted = text.split('.').count() == 2
            && text
                .split('.')
                .all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b == b'_'));
        if (opened || (has_entries && is_dotted)) && is_name(text) {
            found.push((*text).to_owned());
        }
    }
    found
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_lowercase() || b == b'_' || b == b'.')
}

#[test]
fn actions_are_found_however_they_are_written() {
    let code = r#"
        let entry = Entry::new(ctx.now(), "group.recount", "group").on(1);
        tx.commit(who.entry(ctx, "sign_out", "user")).await?;
        let action = if new { "census.upload" } else { "census.replace" };
        file_entry(ctx, who, action, &file); run.entry("census.task", "census_file"); run.entry(action, "member");
        let entry = who
            .entry(ctx, "snapshot.regenerate", "snapshot");
    "#;
    let mut found = actions_in(code);
    found.sort();
    assert_eq!(
        found,
        ["census.replace", "census.task", "census.upload", "group.recount", "sign_out", "snapshot.regenerate"]
    );
}
