//! The member census: the roster of a group on a day, as a file that the import reads again.

use domain::GroupId;
use domain::access::{Role, Scope};
use domain::members::{MemberDetails, Status};
use serde_json::json;
use store::Engine;
use store::audit::Filter;

use crate::support::{Client, TestApp};

async fn download(client: &Client, group: impl std::fmt::Display, query: &str) -> crate::support::Reply {
    client.get(&format!("/api/v1/employers/{group}/census?{query}")).await
}

/// First name and status of each row, as the file has them.
async fn rows(client: &Client, group: GroupId, query: &str) -> Vec<String> {
    let reply = download(client, group, query).await;
    assert_eq!(reply.status, 200, "{query}");
    let text = String::from_utf8(reply.bytes).expect("UTF-8");
    let text = text.strip_prefix('\u{feff}').expect("the mark by which Excel knows UTF-8");
    let mut lines = text.split("\r\n").filter(|line| !line.is_empty());
    let heading: Vec<&str> = lines.next().expect("a heading").split(',').collect();
    let place = |name: &str| heading.iter().position(|column| *column == name).expect(name);
    let (first, status) = (place("FirstName"), place("Status"));
    lines
        .map(|line| line.split(',').collect::<Vec<_>>())
        .map(|cells| format!("{} {}", cells[first], cells[status]))
        .collect()
}

#[tokio::test]
async fn the_roster_is_that_of_the_day_and_of_the_status() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let app = TestApp::on(engine).await;
        let group = app.group().create().await;
        app.member(app.group().create().await).named("Eve", "Abel").create().await;
        app.member(group).named("Ana", "Abel").create().await;
        app.member(group)
            .named("Ben", "Abel")
            .then(Status::InActive, "2026-03-01")
            .then(Status::Active, "2026-06-01")
            .create()
            .await;
        app.member(group).named("Cy", "Abel").then(Status::InActive, "2026-08-01").create().await;
        let client = app.administrator().await;
        let late = json!({"EmployerId": group, "FirstName": "Dee", "LastName": "Abel", "DateOfBirth": "1990-01-02"});
        client.post("/api/v1/employees", late).await.value();
        for (query, expected) in [
            ("", &["Ana Active", "Ben Active", "Cy Pending In-Active", "Dee Active"][..]),
            (
                "EndDate=2026-07-20&Status=&EmployerId=999",
                &["Ana Active", "Ben Active", "Cy Pending In-Active", "Dee Active"],
            ),
            ("EndDate=2026-07-20T23:59:59", &["Ana Active", "Ben Active", "Cy Pending In-Active", "Dee Active"]),
            ("EndDate=2026-07-21T03:59:59.999Z", &["Ana Active", "Ben Active", "Cy Pending In-Active", "Dee Active"]),
            ("EndDate=06/30/2026", &["Ana Active", "Ben Active", "Cy Active"]),
            ("EndDate=2026-03-31", &["Ana Active", "Ben In-Active", "Cy Active"]),
            ("EndDate=2026-02-28", &["Ana Active", "Ben Active", "Cy Active"]),
            ("EndDate=2026-03-31&Status=0", &["Ana Active", "Cy Active"]),
            ("enddate=2026-03-31&status=1", &["Ben In-Active"]),
            ("EndDate=2025-12-31", &[]),
        ] {
            assert_eq!(rows(&client, group, query).await, expected, "{engine:?} {query}");
        }
        app.travel_to("2026-08-01T04:00:00Z");
        let client = app.administrator().await;
        assert_eq!(rows(&client, group, "Status=1").await, ["Cy In-Active"], "no job has run");
    }
}

#[tokio::test]
async fn a_day_to_come_and_a_pending_status_are_refused() {
    let app = TestApp::start().await;
    let group = app.group().create().await;
    let client = app.administrator().await;
    for (query, key) in [
        ("EndDate=2026-07-21", "EndDate"),
        ("EndDate=9999-12-31", "EndDate"),
        ("EndDate=2026-02-30", "EndDate"),
        ("EndDate=soon", "EndDate"),
        ("Status=2", "Status"),
        ("Status=3", "Status"),
        ("Status=70000", "Status"),
        ("Status=x", "Status"),
    ] {
        assert_eq!(download(&client, group, query).await.error_keys(), [key], "{query}");
    }
}

#[tokio::test]
async fn the_file_is_named_after_group_and_day_and_its_taking_is_audited() {
    let app = TestApp::start().await;
    let group = app.group().named("Zo\u{eb} & \"Sons\"").create().await;
    app.member(group).named("Ana", "Abel").create().await;
    let (user, client) = app.user(Role::GroupUser, None, &[group]).await;
    let reply = download(&client, group, "EndDate=2026-06-30&Status=0").await;
    assert_eq!(
        reply.headers["content-disposition"],
        "attachment; filename=\"Zo_ & _Sons_ census 2026-06-30.csv\"; \
         filename*=UTF-8''Zo%C3%AB%20%26%20%22Sons%22%20census%202026-06-30.csv"
    );
    assert_eq!(reply.headers["content-type"], "text/csv; charset=utf-8");
    let filter = Filter { subject: Some("group".to_owned()), ..Filter::default() };
    let page = domain::PageRequest::first(5);
    let rows =
        store::audit::search(&app.ctx.store.read(), Scope::system(), &filter, &page).await.expect("the audit").rows;
    let row = &rows[0];
    assert_eq!(
        (row.action.as_str(), row.group, row.user.as_ref().map(|user| user.0)),
        ("group.export", Some(group), Some(user))
    );
    assert_eq!(row.detail, Some(json!({"EndDate": "2026-06-30", "Status": "Active", "Members": 1})));
    for id in [app.group().create().await.get(), 999] {
        assert_eq!(download(&client, id, "").await.status, 404);
    }
    assert_eq!(download(&app.nobody(), group, "").await.status, 401);
}

/// What was downloaded changes nothing when it is uploaded again, formulas and families included.
#[tokio::test]
async fn the_import_reads_the_file_again_and_finds_nothing_changed() {
    let app = TestApp::start().await;
    let group = app.census_group().await;
    let client = app.administrator().await;
    let people = [
        json!({"FirstName": "Ana", "LastName": "=HYPERLINK(\"x\")", "EmployerProvidedId": "-17", "Gender": 2, "State": "OH", "ZipCode": "04540"}),
        json!({"FirstName": "Ben", "LastName": "O'Neil, Jr.", "EmployerProvidedId": "E-18", "MobilePhone": "6145550142"}),
    ];
    let mut made = Vec::new();
    for mut person in people {
        person["EmployerId"] = json!(group);
        person["DateOfBirth"] = json!("1984-05-17");
        person["EmailAddress"] = json!("family@mail.example");
        made.push(client.post("/api/v1/employees", person).await.value());
    }
    let child = json!({
        "EmployerId": group, "FirstName": "Cy", "LastName": "O'Neil", "DateOfBirth": "2015-01-02", "MemberType": "Dependent",
        "PrimaryEmployeeId": made[1]["Id"],
    });
    client.post("/api/v1/employees", child).await.value();
    let taken = download(&client, group, "").await.bytes;
    assert!(String::from_utf8_lossy(&taken).contains("'=HYPERLINK"), "no spreadsheet takes it for a formula");
    let before = client.get(&format!("/api/v1/employees/search?GroupId={group}")).await.value();
    let file = client.upload_census(group, &[("explicitImport", "true")], &taken).await;
    app.run_jobs().await;
    let done = app.processed(&client, &client.census(&file).await).await;
    assert_eq!(done["StatusFormatted"], "Completed", "{done}");
    assert_eq!(client.get(&format!("/api/v1/employees/search?GroupId={group}")).await.value(), before);
}

/// More members than are read at once, each of them once.
#[tokio::test]
async fn a_long_roster_is_whole() {
    let app = TestApp::start().await;
    let group = app.group().create().await;
    let staff = app.staff().await.user;
    let made = store::Stamp { at: app.ctx.now(), by: Some(staff) };
    let span = store::members::NewSpan {
        status: Status::Active,
        effective_on: app.ctx.today(),
        recorded: made,
        source: store::members::Source::Creation,
    };
    let pattern = app.member(group).create().await;
    let pattern = store::members::find(&app.ctx.store.read(), Scope::system(), pattern).await.expect("a member").member;
    let new = |number: usize| store::members::NewMember {
        group,
        details: MemberDetails { first_name: format!("P{number:04}"), ..pattern.details.clone() },
        primary: None,
        link: app.ctx.randomness.guid(),
        made,
        spans: vec![span],
    };
    let members: Vec<_> = (0..4100).map(new).collect();
    let tx = app.ctx.store.begin().await.expect("a transaction");
    store::members::insert_many(&tx, &members, app.ctx.today()).await.expect("members are made");
    tx.commit_unaudited("set up by a test").await.expect("committed");
    let client = app.administrator().await;
    let mut found = rows(&client, group, "").await;
    assert_eq!(found.len(), 4101);
    found.dedup();
    assert_eq!(found.len(), 4101);
}
