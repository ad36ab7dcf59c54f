//! Employer groups: lists, one, its counters, saving.

use chrono::NaiveDate;
use domain::access::Role;
use domain::members::status::{BASE_DAY, CountDelta};
use insta::assert_json_snapshot;
use serde_json::{Value, json};

use crate::support::TestApp;

const GROUPS: &str = "/api/v1/employers";

fn names(list: &Value) -> Vec<&str> {
    let rows = list.get("Data").unwrap_or(list).as_array().expect("a list");
    rows.iter().map(|row| row["Name"].as_str().expect("a name")).collect()
}

fn day(text: &str) -> NaiveDate {
    text.parse().expect("a date of the test")
}

#[tokio::test]
async fn a_new_group_comes_with_its_first_pricing() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let broker = app.broker().named("Fernwood").create().await;
    let body = json!({
        "GroupId": "10001", "Name": "Calder & Finch", "BrokerId": broker, "EffectiveDate": "01/31/2026",
        "DefaultPricingGroupRate": "52.50"
    });
    let made = client.post(GROUPS, body).await.value();
    assert_json_snapshot!(made, @r##"
    {
      "AccountingContactId": null,
      "AllowManualAdds": false,
      "AllowPublicRegistration": false,
      "AllowSubscriptions": false,
      "ApiServiceIds": [],
      "BenefitServiceIds": [],
      "BenefitServices": [],
      "BillingAddressLine1": null,
      "BillingAddressLine2": null,
      "BillingCity": null,
      "BillingLookbackMonths": null,
      "BillingState": null,
      "BillingZipCode": null,
      "Broker": {
        "Id": 1,
        "Name": "Fernwood"
      },
      "BrokerId": 1,
      "CollectInsurance": false,
      "CreatedOn": "2026-07-20T16:00:00.000Z",
      "DefaultAfterHoursFee": 5.0,
      "DefaultPricingGroupName": "Calder & Finch Standard Pricing",
      "DefaultPricingGroupRate": 52.5,
      "EffectiveDate": "2026-01-31",
      "EffectiveSettings": {
        "BillingLookbackMonths": 3,
        "ProcessDependentsInCensus": {
          "IsOverridden": false,
          "Value": false
        },
        "RequirePatientMfa": {
          "IsOverridden": false,
          "Value": false
        },
        "SendWelcomeEmails": {
          "IsOverridden": false,
          "Value": true
        }
      },
      "EnableInvoiceAccess": false,
      "ExplicitImport": true,
      "GlobalLinkIdentifier": "05000000-0000-4000-8500-000000000000",
      "GroupId": "10001",
      "HrContactId": null,
      "Id": 1,
      "IgnoreInsuranceEligibilityCopay": false,
      "InsuranceBillingEnabled": false,
      "InsuranceSyncedOn": null,
      "MasterBroker": null,
      "MasterBrokerId": null,
      "MayAddMembers": true,
      "MedicalFeeAfterHours": {
        "Id": 2,
        "Name": "After-Hours Fee",
        "Rate": 5.0
      },
      "MedicalFeeAfterHoursId": 2,
      "MedicalFeeDependent": {
        "Id": 1,
        "Name": "Calder & Finch Standard Pricing",
        "Rate": 52.5
      },
      "MedicalFeeDependentId": 1,
      "MedicalFeePatient": {
        "Id": 1,
        "Name": "Calder & Finch Standard Pricing",
        "Rate": 52.5
      },
      "MedicalFeePatientId": 1,
      "MedicalFeeTotal": {
        "Id": 1,
        "Name": "Calder & Finch Standard Pricing",
        "Rate": 52.5
      },
      "MedicalFeeTotalId": 1,
      "Name": "Calder & Finch",
      "ProcessDependentsInCensus": false,
      "ProducerContactId": null,
      "PublicRegistrationCode": null,
      "RealTimeEligibility": false,
      "RenewalDate": null,
      "RequirePatientMfa": false,
      "SendWelcomeEmails": true,
      "Status": 0,
      "StatusColor": "#28a745",
      "StatusName": "Active",
      "TaxIdNumber": null,
      "TerminationDate": null,
      "TerminationGuardMinimum": 5,
      "TerminationGuardPercent": 10,
      "UtilizationMemberSource": 0,
      "Version": 1
    }
    "##);
    assert_eq!(client.get(&format!("{GROUPS}/{}", made["Id"])).await.value(), made);
}

#[tokio::test]
async fn an_edited_group_keeps_what_was_not_posted_and_a_stale_save_is_refused() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let broker = app.broker().create().await;
    let master = app.broker().create().await;
    let group = app.group().of(broker).with(|form| form.flags.allow_manual_adds = true).create().await;
    let path = format!("{GROUPS}/{group}");
    let change = json!({
        "EmployerId": group, "GroupId": "A-7", "Name": "Mill", "BrokerId": broker, "MasterBrokerId": master,
        "EffectiveDate": "2026-01-01", "TerminationDate": "2026-12-31", "RenewalDate": "2027-01-01",
        "TaxIdNumber": "12-3456789", "EnableInvoiceAccess": true, "ExplicitImport": false,
        "AllowPublicRegistration": true, "PublicRegistrationCode": "MILL",
        "MedicalFeeTotalId": 2, "MedicalFeeAfterHoursId": 0,
        "BillingLookbackMonths": 6, "BillingAddressLine1": "1 Mill Road", "BillingCity": "Dayton", "BillingState": "ohio",
        "BillingZipCode": "45402", "Version": 1
    });
    let saved = client.put(&path, change.clone()).await.value();
    assert_json_snapshot!(saved, @r##"
    {
      "AccountingContactId": null,
      "AllowManualAdds": true,
      "AllowPublicRegistration": true,
      "AllowSubscriptions": false,
      "ApiServiceIds": [],
      "BenefitServiceIds": [],
      "BenefitServices": [],
      "BillingAddressLine1": "1 Mill Road",
      "BillingAddressLine2": null,
      "BillingCity": "Dayton",
      "BillingLookbackMonths": 6,
      "BillingState": "OH",
      "BillingZipCode": "45402",
      "Broker": {
        "Id": 1,
        "Name": "Broker 1"
      },
      "BrokerId": 1,
      "CollectInsurance": false,
      "CreatedOn": "2026-07-20T16:00:00.000Z",
      "DefaultAfterHoursFee": 5.0,
      "DefaultPricingGroupName": "Group 10001 Standard Pricing",
      "DefaultPricingGroupRate": 49.0,
      "EffectiveDate": "2026-01-01",
      "EffectiveSettings": {
        "BillingLookbackMonths": 6,
        "ProcessDependentsInCensus": {
          "IsOverridden": false,
          "Value": false
        },
        "RequirePatientMfa": {
          "IsOverridden": false,
          "Value": false
        },
        "SendWelcomeEmails": {
          "IsOverridden": false,
          "Value": true
        }
      },
      "EnableInvoiceAccess": true,
      "ExplicitImport": false,
      "GlobalLinkIdentifier": "04000000-0000-4000-8400-000000000000",
      "GroupId": "A-7",
      "HrContactId": null,
      "Id": 1,
      "IgnoreInsuranceEligibilityCopay": false,
      "InsuranceBillingEnabled": false,
      "InsuranceSyncedOn": null,
      "MasterBroker": {
        "Id": 2,
        "Name": "Broker 2"
      },
      "MasterBrokerId": 2,
      "MayAddMembers": true,
      "MedicalFeeAfterHours": null,
      "MedicalFeeAfterHoursId": null,
      "MedicalFeeDependent": null,
      "MedicalFeeDependentId": null,
      "MedicalFeePatient": null,
      "MedicalFeePatientId": null,
      "MedicalFeeTotal": {
        "Id": 2,
        "Name": "After-Hours Fee",
        "Rate": 5.0
      },
      "MedicalFeeTotalId": 2,
      "Name": "Mill",
      "ProcessDependentsInCensus": false,
      "ProducerContactId": null,
      "PublicRegistrationCode": "MILL",
      "RealTimeEligibility": false,
      "RenewalDate": "2027-01-01",
      "RequirePatientMfa": false,
      "SendWelcomeEmails": true,
      "Status": 0,
      "StatusColor": "#28a745",
      "StatusName": "Active",
      "TaxIdNumber": "12-3456789",
      "TerminationDate": "2026-12-31",
      "TerminationGuardMinimum": 5,
      "TerminationGuardPercent": 10,
      "UtilizationMemberSource": 0,
      "Version": 2
    }
    "##);
    assert_eq!(client.put(&path, change).await.status, 409);
}

#[tokio::test]
async fn wrong_fields_are_named() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let broker = app.broker().create().await;
    let foreign = app.group().with(|form| form.public_registration_code = "TAKEN".into()).create().await;
    let valid = json!({"GroupId": "7", "Name": "Mill", "BrokerId": broker, "EffectiveDate": "2026-01-01"});
    let with = |change: Value| {
        let mut body = valid.clone();
        body.as_object_mut().expect("an object").extend(change.as_object().expect("an object").clone());
        body
    };
    for (body, keys) in [
        (json!({}), vec!["Name", "GroupId", "BrokerId", "EffectiveDate"]),
        (with(json!({"Name": "x".repeat(201)})), vec!["Name"]),
        (with(json!({"GroupId": " 10001 "})), vec!["GroupId"]),
        (with(json!({"BrokerId": 99})), vec!["BrokerId"]),
        (with(json!({"MasterBrokerId": broker})), vec!["MasterBrokerId"]),
        (with(json!({"MasterBrokerId": 99})), vec!["MasterBrokerId"]),
        (with(json!({"EffectiveDate": "02/30/2026"})), vec!["EffectiveDate"]),
        (with(json!({"TerminationDate": "2025-12-31"})), vec!["TerminationDate"]),
        (with(json!({"AllowPublicRegistration": true})), vec!["PublicRegistrationCode"]),
        (with(json!({"PublicRegistrationCode": "TAKEN"})), vec!["PublicRegistrationCode"]),
        (with(json!({"UtilizationMemberSource": 2})), vec!["UtilizationMemberSource"]),
        (with(json!({"DefaultPricingGroupRate": 100_000})), vec!["DefaultPricingGroupRate"]),
        (with(json!({"DefaultAfterHoursFee": -0.01})), vec!["DefaultAfterHoursFee"]),
        (with(json!({"DefaultAfterHoursFee": 0.001})), vec!["DefaultAfterHoursFee"]),
        (with(json!({"MedicalFeeTotalId": 1})), vec!["MedicalFeeTotalId"]),
        (with(json!({"AccountingContactId": 1, "HrContactId": 2})), vec!["AccountingContactId", "HrContactId"]),
        (with(json!({"BenefitServiceIds": [1], "ApiServiceIds": [1]})), vec!["BenefitServiceIds", "ApiServiceIds"]),
        (
            with(json!({"BillingLookbackMonths": 25, "TerminationGuardPercent": 101})),
            vec!["BillingLookbackMonths", "TerminationGuardPercent"],
        ),
        (with(json!({"BillingState": "XX", "BillingZipCode": "123"})), vec!["BillingState", "BillingZipCode"]),
        (with(json!({"Name": "x".repeat(10_000)})), vec!["Name"]),
        (with(json!({"Name": "a\u{0}b"})), vec!["Name"]),
        (with(json!({"Name": " \u{a0} "})), vec!["Name"]),
        (with(json!({"GroupId": "x".repeat(51)})), vec!["GroupId"]),
        (with(json!({"TaxIdNumber": "1".repeat(21)})), vec!["TaxIdNumber"]),
        (with(json!({"BrokerId": 0})), vec!["BrokerId"]),
        (with(json!({"BrokerId": "x"})), vec!["BrokerId"]),
        (with(json!({"Status": 2})), vec!["Status"]),
        (with(json!({"EffectiveDate": null})), vec!["EffectiveDate"]),
        (with(json!({"EffectiveDate": "01/01/0001"})), vec!["EffectiveDate"]),
        (with(json!({"TerminationDate": "12/31/9999"})), vec!["TerminationDate"]),
        (with(json!({"RenewalDate": "13/01/2026"})), vec!["RenewalDate"]),
        (with(json!({"RenewalDate": "01/01/2200"})), vec!["RenewalDate"]),
        (with(json!({"ExplicitImport": "perhaps"})), vec!["ExplicitImport"]),
        (with(json!({"AllowPublicRegistration": true, "PublicRegistrationCode": " "})), vec!["PublicRegistrationCode"]),
        (with(json!({"PublicRegistrationCode": "x".repeat(51)})), vec!["PublicRegistrationCode"]),
        (with(json!({"DefaultPricingGroupName": "x".repeat(101)})), vec!["DefaultPricingGroupName"]),
        (with(json!({"DefaultPricingGroupRate": "1,5"})), vec!["DefaultPricingGroupRate"]),
        (
            with(json!({"MedicalFeePatientId": 1, "MedicalFeeDependentId": 99, "MedicalFeeAfterHoursId": -1})),
            vec!["MedicalFeePatientId", "MedicalFeeDependentId", "MedicalFeeAfterHoursId"],
        ),
        (with(json!({"ProducerContactId": 1})), vec!["ProducerContactId"]),
        (with(json!({"BenefitServiceIds": "none"})), vec!["BenefitServiceIds"]),
        (with(json!({"TerminationGuardMinimum": -1})), vec!["TerminationGuardMinimum"]),
        (with(json!({"BillingAddressLine1": "x".repeat(201)})), vec!["BillingAddressLine1"]),
        (with(json!({"BillingAddressLine2": "x".repeat(10_000)})), vec!["BillingAddressLine2"]),
        (with(json!({"BillingCity": "x".repeat(101)})), vec!["BillingCity"]),
    ] {
        assert_eq!(client.post(GROUPS, body.clone()).await.error_keys(), keys, "{body}");
    }
    assert_eq!(client.get(GROUPS).await.value().as_array().map(Vec::len), Some(1), "nothing was written");
    let path = format!("{GROUPS}/{foreign}");
    assert_eq!(client.put(&path, json!({})).await.error_keys(), ["Name", "GroupId", "BrokerId", "EffectiveDate"]);
    assert_eq!(client.put(&format!("{GROUPS}/99"), json!({})).await.status, 404);
}

#[tokio::test]
async fn values_at_their_bounds_are_taken_and_the_global_id_is_the_servers() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let broker = app.broker().create().await;
    let tx = app.ctx.store.begin().await.expect("a transaction");
    for name in ["Virtual Primary Care", "Counseling"] {
        store::groups::services::insert(&tx, name).await.expect("a service is made");
    }
    tx.commit_unaudited("set up by a test").await.expect("committed");
    let body = json!({
        "GroupId": "x".repeat(50), "Name": "\u{6771}".repeat(200), "BrokerId": broker, "TaxIdNumber": "1".repeat(20),
        "EffectiveDate": "1900-01-01", "TerminationDate": "1900-01-01", "RenewalDate": "12/31/2199",
        "AllowPublicRegistration": true, "PublicRegistrationCode": "c".repeat(50),
        "DefaultPricingGroupRate": 99_999.99, "DefaultAfterHoursFee": 0, "BenefitServiceIds": [2, 1, 2],
        "BillingLookbackMonths": 0, "TerminationGuardPercent": 100, "TerminationGuardMinimum": 0,
        "GlobalLinkIdentifier": "11111111-1111-4111-8111-111111111111", "InsuranceSyncedOn": "2026-01-01T00:00:00Z", "Id": 77
    });
    let made = client.post(GROUPS, body).await.value();
    assert_ne!(made["GlobalLinkIdentifier"], "11111111-1111-4111-8111-111111111111");
    assert_eq!((&made["Id"], &made["InsuranceSyncedOn"]), (&json!(1), &Value::Null));
    assert_eq!(
        made["BenefitServices"],
        json!([{"Id": 2, "Name": "Counseling"}, {"Id": 1, "Name": "Virtual Primary Care"}])
    );
    assert_eq!(made["MedicalFeePatient"]["Rate"], 99_999.99);
    let ending = made["DefaultPricingGroupName"].as_str().expect("a name");
    assert!(ending.ends_with(" Standard Pricing") && ending.chars().count() == 100, "{ending}");
    let mut posted = made.clone();
    posted["GlobalLinkIdentifier"] = json!("22222222-2222-4222-8222-222222222222");
    posted["BenefitServiceIds"] = json!([]);
    let saved = client.put(&format!("{GROUPS}/1"), posted).await.value();
    assert_eq!(saved["GlobalLinkIdentifier"], made["GlobalLinkIdentifier"]);
    assert_eq!(saved["BenefitServices"], json!([]));
}

#[tokio::test]
async fn a_group_is_ended_by_its_own_call_and_may_be_served_again() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let group = app.group().create().await;
    let path = format!("{GROUPS}/{group}");
    let now = client.get(&path).await.value();
    let with_status = |status: i64| {
        let mut body = now.clone();
        body["Status"] = json!(status);
        body["Version"] = Value::Null;
        body
    };
    assert_eq!(client.put(&path, with_status(1)).await.error_keys(), ["Status"]);
    assert_eq!(client.put(&path, with_status(0)).await.value()["StatusName"], "Active");
}

#[tokio::test]
async fn a_broker_decides_over_the_group_and_the_groups_own_value_is_kept() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let master = app.broker().with(|form| form.overrides.require_patient_mfa = Some(true)).create().await;
    let broker = app.broker().with(|form| form.overrides.send_welcome_emails = Some(false)).create().await;
    let group = app.group().of(broker).with(|form| form.master_broker = Some(master)).create().await;
    let path = format!("{GROUPS}/{group}");
    let mut posted = client.get(&path).await.value();
    assert_json_snapshot!(posted["EffectiveSettings"], @r#"
    {
      "BillingLookbackMonths": 3,
      "ProcessDependentsInCensus": {
        "IsOverridden": false,
        "Value": false
      },
      "RequirePatientMfa": {
        "IsOverridden": true,
        "Value": true
      },
      "SendWelcomeEmails": {
        "IsOverridden": true,
        "Value": false
      }
    }
    "#);
    // The editor shows the locked fields with their effective values and posts those.
    posted["SendWelcomeEmails"] = json!(false);
    posted["RequirePatientMfa"] = json!(true);
    posted["ProcessDependentsInCensus"] = json!(true);
    let saved = client.put(&path, posted.clone()).await.value();
    assert_eq!(
        (&saved["SendWelcomeEmails"], &saved["RequirePatientMfa"], &saved["ProcessDependentsInCensus"]),
        (&json!(true), &json!(false), &json!(true))
    );
}

#[tokio::test]
async fn the_next_group_id_follows_the_highest_number() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let next = async || client.get(&format!("{GROUPS}/next-group-id")).await.value();
    assert_eq!(next().await, "10001");
    for code in ["20417", "9", "A-30000", "٣٠٠٠٠"] {
        app.group().with(|form| form.group_code = code.to_owned()).create().await;
    }
    assert_eq!(next().await, "20418");
}

#[tokio::test]
async fn the_list_is_searched_sorted_and_paged() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let (fern, oak) = (app.broker().named("Fernwood").create().await, app.broker().named("Oakline").create().await);
    for (name, broker, renewal) in [("Mill", oak, None), ("Forge", fern, Some("2027-01-01")), ("Quarry", fern, None)] {
        let renewal_on = renewal.map(day);
        app.group().named(name).of(broker).with(|form| form.renewal_on = renewal_on).create().await;
    }
    let search = async |query: &str| client.get(&format!("{GROUPS}/search?{query}")).await.value();
    assert_json_snapshot!(search("Page=1&PerPage=1").await, @r##"
    {
      "Data": [
        {
          "ActiveMembers": 0,
          "Broker": {
            "Id": 2,
            "Name": "Oakline"
          },
          "EffectiveDate": "2020-01-01",
          "ExplicitImport": true,
          "GroupId": "10001",
          "Id": 1,
          "Name": "Mill",
          "RenewalDate": null,
          "Status": 0,
          "StatusColor": "#28a745",
          "StatusName": "Active",
          "TerminationDate": null,
          "TotalMembers": 0
        }
      ],
      "TotalPages": 3,
      "TotalRecords": 3
    }
    "##);
    for (query, expected) in [
        ("", vec!["Mill", "Forge", "Quarry"]),
        ("OrderBy=Name", vec!["Forge", "Mill", "Quarry"]),
        ("orderby=NAME&orderdesc=true", vec!["Quarry", "Mill", "Forge"]),
        ("OrderBy=Broker", vec!["Forge", "Quarry", "Mill"]),
        ("OrderBy=GroupId&OrderDesc=true", vec!["Quarry", "Forge", "Mill"]),
        ("OrderBy=RenewalDate&OrderDesc=true", vec!["Forge", "Quarry", "Mill"]),
        ("OrderBy=Status", vec!["Mill", "Forge", "Quarry"]),
        ("Page=2&PerPage=2&OrderBy=Name", vec!["Quarry"]),
        ("Term=fernwood", vec!["Forge", "Quarry"]),
        ("Term=10001", vec!["Mill"]),
        ("Term=fern%20quar", vec!["Quarry"]),
        ("Term=_", vec![]),
    ] {
        assert_eq!(names(&search(query).await), expected, "{query}");
    }
}

#[tokio::test]
async fn counters_say_how_many_members_a_group_has_today() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let group = app.group().create().await;
    let count = async || client.get(&format!("{GROUPS}/{group}/members/count")).await.value();
    assert_eq!(count().await, json!({"TotalMembers": 0, "ActiveMembers": 0, "InActiveMembers": 0}));

    let tx = app.ctx.store.begin().await.expect("a transaction");
    let ended = day("2026-08-01");
    let deltas = [
        CountDelta { day: BASE_DAY, total: 3, active: 0 },
        CountDelta { day: day("2026-07-20"), total: 0, active: 3 },
        CountDelta { day: ended, total: 0, active: -1 },
    ];
    store::counts::add(&tx, group, &deltas).await.expect("counted");
    tx.commit_unaudited("set up by a test").await.expect("committed");
    assert_eq!(count().await, json!({"TotalMembers": 3, "ActiveMembers": 3, "InActiveMembers": 0}));
    let row = client.get(&format!("{GROUPS}/search")).await.value()["Data"][0].clone();
    assert_eq!((&row["ActiveMembers"], &row["TotalMembers"]), (&json!(3), &json!(3)));
    app.travel_to("2026-08-01T04:00:00Z");
    let client = app.administrator().await;
    let after = client.get(&format!("{GROUPS}/{group}/members/count")).await.value();
    assert_eq!(after, json!({"TotalMembers": 3, "ActiveMembers": 2, "InActiveMembers": 1}), "no job was needed");
}

#[tokio::test]
async fn others_than_administrators_see_the_basics_of_their_groups_only() {
    let app = TestApp::start().await;
    let broker = app.broker().create().await;
    let (own, given, foreign) = (
        app.group().of(broker).named("Own").create().await,
        app.group().of(broker).named("Given").create().await,
        app.group().named("Foreign").create().await,
    );
    let (_, of_broker) = app.user(Role::BrokerAdministrator, Some(broker), &[]).await;
    let (_, manager) = app.user(Role::AccountManager, Some(broker), &[given, foreign]).await;
    let (_, user) = app.user(Role::GroupUser, None, &[given]).await;
    for (client, seen) in [(&of_broker, vec!["Given", "Own"]), (&manager, vec!["Given"]), (&user, vec!["Given"])] {
        assert_eq!(names(&client.get(GROUPS).await.value()), seen);
        assert_eq!(client.get(&format!("{GROUPS}/search")).await.value()["TotalRecords"], seen.len());
        assert_eq!(client.get(&format!("{GROUPS}/{foreign}")).await.status, 404);
        assert_eq!(client.get(&format!("{GROUPS}/{foreign}/members/count")).await.status, 404);
        assert_eq!(client.get(&format!("{GROUPS}/{given}/members/count")).await.status, 200);
        assert_eq!(client.put(&format!("{GROUPS}/{given}"), json!({})).await.status, 403);
        assert_eq!(client.post(GROUPS, json!({})).await.status, 403);
        assert_eq!(client.get(&format!("{GROUPS}/next-group-id")).await.status, 403);
    }
    assert_eq!(of_broker.get(&format!("{GROUPS}/{own}")).await.status, 200);
    assert_json_snapshot!(user.get(&format!("{GROUPS}/{given}")).await.value(), @r##"
    {
      "Broker": {
        "Id": 1,
        "Name": "Broker 1"
      },
      "EffectiveDate": "2020-01-01",
      "EnableInvoiceAccess": false,
      "GroupId": "10002",
      "Id": 2,
      "MasterBroker": null,
      "MayAddMembers": false,
      "Name": "Given",
      "RenewalDate": null,
      "Status": 0,
      "StatusColor": "#28a745",
      "StatusName": "Active",
      "TerminationDate": null,
      "Version": 1
    }
    "##);
}
