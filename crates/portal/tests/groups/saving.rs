//! Employer groups: saving one that exists.

use insta::assert_json_snapshot;
use serde_json::{Value, json};

use crate::support::{Client, TestApp};

const GROUPS: &str = "/api/v1/employers";

/// A group of which nothing is as it would be by itself, and what it is read as.
async fn unusual(app: &TestApp, client: &Client) -> Value {
    let (broker, master) = (app.broker().create().await, app.broker().create().await);
    let tx = app.ctx.store.begin().await.expect("a transaction");
    store::groups::services::insert(&tx, "Counseling").await.expect("a service is made");
    tx.commit_unaudited("set up by a test").await.expect("committed");
    let body = json!({
        "GroupId": "A-7", "Name": "Mill", "TaxIdNumber": "12-3456789", "BrokerId": broker, "MasterBrokerId": master,
        "EffectiveDate": "2026-01-01", "TerminationDate": "2026-12-31", "RenewalDate": "2027-01-01",
        "AllowManualAdds": true, "AllowPublicRegistration": true, "PublicRegistrationCode": "MILL",
        "ProcessDependentsInCensus": true, "SendWelcomeEmails": false, "ExplicitImport": false,
        "UtilizationMemberSource": 1, "DefaultPricingGroupName": "Gold", "DefaultPricingGroupRate": 52.5,
        "DefaultAfterHoursFee": 7, "BenefitServiceIds": [1], "BillingLookbackMonths": 6,
        "TerminationGuardPercent": 50, "TerminationGuardMinimum": 20,
        "BillingAddressLine1": "1 Mill Road", "BillingAddressLine2": "Floor 2", "BillingCity": "Dayton",
        "BillingState": "OH", "BillingZipCode": "45402"
    });
    let made = client.post(GROUPS, body).await.value();
    let contacts = format!("{GROUPS}/{}/contacts", made["Id"]);
    client.post(&contacts, json!({"FirstName": "Ines", "LastName": "Marsh"})).await.value();
    let roles = json!({"AccountingContactId": 1, "ProducerContactId": 1, "HrContactId": 1});
    client.put(&format!("{GROUPS}/{}", made["Id"]), roles).await.value()
}

#[tokio::test]
async fn what_a_save_does_not_name_stays() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let stored = unusual(&app, &client).await;
    assert_eq!((&stored["AccountingContactId"], &stored["MedicalFeeAfterHoursId"]), (&json!(1), &json!(2)));
    assert_eq!(
        (&stored["TerminationGuardPercent"], &stored["TerminationGuardMinimum"], &stored["BillingLookbackMonths"]),
        (&json!(50), &json!(20), &json!(6))
    );
    let path = format!("{GROUPS}/{}", stored["Id"]);
    let saved = client.put(&path, json!({"Name": "Old Mill"})).await.value();
    let mut expected = stored;
    expected["Name"] = json!("Old Mill");
    expected["Version"] = json!(3);
    assert_eq!(saved, expected);
}

#[tokio::test]
async fn what_is_named_blank_is_emptied_unless_it_always_has_a_value() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let stored = unusual(&app, &client).await;
    let path = format!("{GROUPS}/{}", stored["Id"]);
    let emptied = [
        "TaxIdNumber",
        "MasterBrokerId",
        "TerminationDate",
        "RenewalDate",
        "AccountingContactId",
        "ProducerContactId",
        "HrContactId",
        "MedicalFeeTotalId",
        "MedicalFeePatientId",
        "MedicalFeeDependentId",
        "MedicalFeeAfterHoursId",
        "BillingLookbackMonths",
        "BillingAddressLine1",
        "BillingAddressLine2",
        "BillingCity",
        "BillingState",
        "BillingZipCode",
    ];
    let kept = [
        "Status",
        "AllowManualAdds",
        "ProcessDependentsInCensus",
        "SendWelcomeEmails",
        "ExplicitImport",
        "UtilizationMemberSource",
        "DefaultPricingGroupName",
        "DefaultPricingGroupRate",
        "DefaultAfterHoursFee",
        "BenefitServiceIds",
        "TerminationGuardPercent",
        "TerminationGuardMinimum",
    ];
    for blank in [Value::Null, json!("")] {
        let body: Value = emptied.iter().chain(&kept).map(|name| ((*name).to_owned(), blank.clone())).collect();
        // An empty list is a list, other than a null.
        let mut body = body;
        body["BenefitServiceIds"] = Value::Null;
        let saved = client.put(&path, body).await.value();
        for name in emptied {
            assert_eq!(saved[name], Value::Null, "{name}");
        }
        for name in kept {
            assert_eq!(saved[name], stored[name], "{name}");
        }
    }
    for (body, key) in [
        (json!({"Name": null}), "Name"),
        (json!({"GroupId": " "}), "GroupId"),
        (json!({"BrokerId": null}), "BrokerId"),
        (json!({"BrokerId": 0}), "BrokerId"),
        (json!({"EffectiveDate": null}), "EffectiveDate"),
        (json!({"PublicRegistrationCode": null}), "PublicRegistrationCode"),
    ] {
        assert_eq!(client.put(&path, body.clone()).await.error_keys(), [key], "{body}");
    }
}

#[tokio::test]
async fn a_save_that_changes_nothing_writes_nothing() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let stored = unusual(&app, &client).await;
    let path = format!("{GROUPS}/{}", stored["Id"]);
    let trail = async || client.get("/api/v1/audit?Subject=group&SubjectId=1").await.value()["TotalRecords"].clone();
    let before = trail().await;
    for body in [json!({}), stored.clone(), json!({"Name": " Mill "})] {
        assert_eq!(client.put(&path, body).await.value(), stored);
    }
    assert_eq!((trail().await, before), (json!(2), json!(2)));
    let stale = client.put(&path, json!({"Version": 1})).await;
    assert_eq!(stale.status, 409, "a stale save is told so, whatever it would change");
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
      "MedicalFeeDependent": {
        "Id": 1,
        "Name": "Group 10001 Standard Pricing",
        "Rate": 49.0
      },
      "MedicalFeeDependentId": 1,
      "MedicalFeePatient": {
        "Id": 1,
        "Name": "Group 10001 Standard Pricing",
        "Rate": 49.0
      },
      "MedicalFeePatientId": 1,
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
