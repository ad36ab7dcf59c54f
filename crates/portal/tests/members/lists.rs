//! Members: the list and one.

use domain::access::Role;
use domain::members::Status;
use insta::assert_json_snapshot;

use crate::support::TestApp;

#[tokio::test]
async fn the_list_shows_everything_of_a_member() {
    let app = TestApp::start().await;
    let group = app.group().named("Calder Mill").create().await;
    app.member(group)
        .numbered("E-17")
        .with(|details| {
            details.email = Some("ana@mail.example".to_owned());
            details.mobile_phone = Some("6145550142".to_owned());
        })
        .then(Status::InActive, "2026-08-01")
        .create()
        .await;
    let client = app.administrator().await;
    assert_json_snapshot!(client.get(&format!("/api/v1/employees/search?GroupId={group}&Page=1")).await.value(), @r##"
    {
      "Data": [
        {
          "AddressLine1": null,
          "AddressLine2": null,
          "BillingReferenceId": null,
          "City": null,
          "CreatedOn": "2026-07-20T16:00:00.000Z",
          "DateOfBirth": "1984-05-17",
          "EmailAddress": "ana@mail.example",
          "EmployeeId": 1,
          "EmployeeLinkId": "02000000-0000-4000-8200-000000000000",
          "EmployerGroup": {
            "GroupId": "10001",
            "Id": 1,
            "Name": "Calder Mill"
          },
          "EmployerId": 1,
          "EmployerProvidedId": "E-17",
          "FirstName": "Ana",
          "FullName": "Ana Abel",
          "Gender": 2,
          "HomePhone": null,
          "Id": 1,
          "LastName": "Abel",
          "MemberType": "Primary",
          "MobilePhone": "(614) 555-0142",
          "OtherMemberId": null,
          "PendingOn": "2026-08-01",
          "PlanName": "Family Plan",
          "PricingGroup": null,
          "PricingGroupId": null,
          "PrimaryEmployeeId": null,
          "PrimaryEmployeeName": null,
          "State": null,
          "Status": 2,
          "StatusColor": "#fd7e14",
          "StatusHistory": [
            {
              "CreatedBy": null,
              "CreatedOn": "2026-07-20T16:00:00.000Z",
              "EffectiveDate": "2026-08-01",
              "Id": 2,
              "IsCancelled": false,
              "Status": 2,
              "StatusColor": "#fd7e14",
              "StatusName": "Pending In-Active"
            },
            {
              "CreatedBy": null,
              "CreatedOn": "2026-07-20T16:00:00.000Z",
              "EffectiveDate": "2026-01-01",
              "Id": 1,
              "IsCancelled": false,
              "Status": 0,
              "StatusColor": "#28a745",
              "StatusName": "Active"
            }
          ],
          "StatusName": "Pending In-Active",
          "Version": 1,
          "WelcomeSentOn": null,
          "ZipCode": null
        }
      ],
      "TotalPages": 1,
      "TotalRecords": 1
    }
    "##);
}

#[tokio::test]
async fn the_list_is_searched_sorted_and_paged() {
    let app = TestApp::start().await;
    let group = app.group().create().await;
    for (first, last) in [("Ana", "Stone"), ("Ben", "Abel"), ("Cy", "Stone"), ("Dee", "Moss")] {
        app.member(group).named(first, last).create().await;
    }
    let client = app.administrator().await;
    for (query, names, total) in [
        ("", &["Ana", "Ben", "Cy", "Dee"][..], 4),
        ("&OrderBy=Name", &["Ben", "Dee", "Ana", "Cy"], 4),
        ("&orderby=firstname&orderdesc=true", &["Dee", "Cy", "Ben", "Ana"], 4),
        ("&OrderBy=Name&Page=2&PerPage=3", &["Cy"], 4),
        ("&Page=3&PerPage=3", &[], 4),
        ("&Term=STONE", &["Ana", "Cy"], 2),
        ("&Term=stone%20cy", &["Cy"], 1),
        ("&Term=nobody", &[], 0),
        ("&PrimariesOnly=true&Term=stone", &["Ana", "Cy"], 2),
        ("&Statuses=0&Statuses=2", &["Ana", "Ben", "Cy", "Dee"], 4),
        ("&Statuses=1", &[], 0),
        ("&PlanNames=No%20such%20plan", &[], 0),
        ("&PricingGroupIds=4711", &[], 0),
    ] {
        let list = client.get(&format!("/api/v1/employees/search?EmployerId={group}{query}")).await.value();
        let found: Vec<_> = list["Data"].as_array().expect("rows").iter().map(|row| row["FirstName"].clone()).collect();
        assert_eq!(
            (found.as_slice(), list["TotalRecords"].as_u64()),
            (&names.iter().map(|n| (*n).into()).collect::<Vec<serde_json::Value>>()[..], Some(total)),
            "{query}"
        );
    }
}

#[tokio::test]
async fn wrong_paging_is_an_error_of_its_field() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    for (query, key) in [
        ("Page=0", "Page"),
        ("PerPage=1001", "PerPage"),
        ("GroupId=x", "GroupId"),
        ("PrimariesOnly=x", "PrimariesOnly"),
        ("Statuses=7", "Statuses"),
        ("PricingGroupIds=x", "PricingGroupIds"),
    ] {
        let reply = client.get(&format!("/api/v1/employees/search?{query}")).await;
        assert_eq!(reply.error_keys(), [key], "{query}");
    }
}

#[tokio::test]
async fn zero_and_nothing_mean_all_groups_in_scope() {
    let app = TestApp::start().await;
    let (first, second) = (app.group().create().await, app.group().create().await);
    app.member(first).named("Ana", "Abel").create().await;
    app.member(second).named("Ben", "Abel").create().await;
    let (_, scoped) = app.user(Role::GroupUser, None, &[second]).await;
    let staff = app.administrator().await;
    for path in ["/api/v1/employees/search", "/api/v1/employees/search?GroupId=0"] {
        assert_eq!(staff.get(path).await.value()["TotalRecords"], 2, "{path}");
        assert_eq!(scoped.get(path).await.value()["TotalRecords"], 1, "{path}");
    }
}

#[tokio::test]
async fn a_foreign_group_and_a_foreign_member_do_not_exist() {
    let app = TestApp::start().await;
    let (own, foreign) = (app.group().create().await, app.group().create().await);
    let (ana, ben) = (app.member(own).create().await, app.member(foreign).named("Ben", "Abel").create().await);
    let (_, client) = app.user(Role::GroupUser, None, &[own]).await;
    assert_eq!(client.get(&format!("/api/v1/employees/{ana}")).await.value()["FullName"], "Ana Abel");
    for path in [
        format!("/api/v1/employees/{ben}"),
        "/api/v1/employees/999".to_owned(),
        "/api/v1/employees/x".to_owned(),
        format!("/api/v1/employees/search?GroupId={foreign}"),
        "/api/v1/employees/search?GroupId=999".to_owned(),
    ] {
        assert_eq!(client.get(&path).await.status, 404, "{path}");
    }
    assert_eq!(app.nobody().get(&format!("/api/v1/employees/{ana}")).await.status, 401);
}
