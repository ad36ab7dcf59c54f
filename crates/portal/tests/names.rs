//! What is no name of a person or a group is refused by its field, wherever one is taken.

use domain::access::Role;
use serde_json::{Value, json};
use store::users::NewUser;

use crate::support::{PASSWORD, TestApp};

/// Texts that are no names.
const NO_NAMES: [&str; 9] = [
    "Ana\r\nBcc: all",
    "Ana\u{7}",
    "<b>Ana</b>",
    "http://portal.example",
    "www.portal.example",
    "anA\u{202e}",
    "\u{2066}Ana",
    "An\u{200b}a",
    "An\u{ad}a",
];
/// Texts that are.
const NAMES: [&str; 5] = ["O'Brien", "José", "日本語", "Müller-Lüdenscheidt", "St. Mary's (North) #2 & Co."];
/// A company may be called by its domain, and a person may not.
const DOMAIN: &str = "Fernwood.com";

/// Each call that takes a name: its address, its other fields, and the keys of its names.
async fn calls(app: &TestApp) -> Vec<(String, Value, Vec<&'static str>)> {
    let broker = app.broker().create().await;
    let group = app.group().of(broker).create().await;
    let person = json!({"FirstName": "Ana", "LastName": "Abel"});
    let with = |more: Value| crate::support::users::with(&person, &more);
    let names = vec!["FirstName", "LastName"];
    vec![
        (
            "/api/v1/users".to_owned(),
            with(
                json!({"EmailAddress": "ana@mail.example", "RoleId": 3, "BrokerId": broker, "EmployerGroupIds": [group]}),
            ),
            names.clone(),
        ),
        (format!("/api/v1/employers/{group}/contacts"), with(json!({})), names.clone()),
        (
            "/api/v1/employees".to_owned(),
            with(json!({"EmployerId": group, "DateOfBirth": "05/17/1984", "Status": 0})),
            names,
        ),
        ("/api/v1/brokers".to_owned(), json!({"Name": "Fernwood"}), vec!["Name"]),
        (
            "/api/v1/employers".to_owned(),
            json!({"GroupId": "7", "Name": "Mill", "BrokerId": broker, "EffectiveDate": "2026-01-01"}),
            vec!["Name"],
        ),
    ]
}

#[tokio::test]
async fn what_is_no_name_is_refused_by_its_field_and_names_of_all_scripts_pass() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    for (number, (path, body, keys)) in calls(&app).await.into_iter().enumerate() {
        for key in &keys {
            for text in NO_NAMES {
                let mut wrong = body.clone();
                wrong[*key] = json!(text);
                let reply = client.post(&path, wrong).await;
                assert_eq!(reply.error_keys(), [*key], "{path} {text:?}");
            }
        }
        let is_person = keys.contains(&"FirstName");
        for key in keys.iter().filter(|_| is_person) {
            let mut wrong = body.clone();
            wrong[*key] = json!(DOMAIN);
            assert_eq!(client.post(&path, wrong).await.error_keys(), [*key], "{path}");
        }
        let names = NAMES.into_iter().chain((!is_person).then_some(DOMAIN));
        for (at, text) in names.enumerate() {
            let mut right = body.clone();
            for key in &keys {
                right[*key] = json!(text);
            }
            right["EmailAddress"] = json!(format!("n{number}-{at}@mail.example"));
            if body["GroupId"].is_string() {
                right["GroupId"] = json!(format!("G{at}"));
            }
            let made = client.post(&path, right).await.value();
            assert_eq!(made[keys[0]], text, "{path}");
        }
    }
}

#[tokio::test]
async fn the_first_administrator_has_a_name_too() {
    let app = TestApp::start().await;
    for (first_name, last_name, key) in
        [("<b>", "Moor", "FirstName"), ("Ana", "a\u{202e}b", "LastName"), ("", "Moor", "FirstName")]
    {
        let user = NewUser {
            email: "ana@mail.example".to_owned(),
            first_name: first_name.to_owned(),
            last_name: last_name.to_owned(),
            phone: None,
            role: Role::Administrator,
            broker: None,
        };
        let refused = portal::auth::service::create_user(&app.ctx, user, PASSWORD).await.expect_err("refused");
        assert!(refused.to_string().starts_with(key), "{refused}");
    }
}
