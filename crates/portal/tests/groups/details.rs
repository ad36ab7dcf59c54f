//! Employer groups: making one.

use insta::assert_json_snapshot;
use serde_json::{Value, json};

use crate::support::TestApp;

const GROUPS: &str = "/api/v1/employers";

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
async fn wrong_fields_are_named() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let broker = app.broker().create().await;
    app.group().with(|form| form.public_registration_code = "TAKEN".into()).create().await;
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
        (with(json!({"ApiServiceIds": (1..=70_000).collect::<Vec<_>>()})), vec!["ApiServiceIds"]),
        (with(json!({"BenefitServiceIds": (1..=70_000).collect::<Vec<_>>()})), vec!["BenefitServiceIds"]),
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
