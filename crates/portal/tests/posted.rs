//! Saves of a form in which a field cannot be read: what is wrong with the others is answered in the same breath, and nothing is saved.

use domain::PageRequest;
use domain::access::Scope;
use serde_json::{Value, json};
use store::Engine;
use store::audit::Filter;

use crate::support::TestApp;

/// How many changes were audited.
async fn changes(app: &TestApp) -> u64 {
    let request = PageRequest::first(1);
    let found = store::audit::search(&app.ctx.store.read(), Scope::system(), &Filter::default(), &request).await;
    found.expect("the audit").total
}

#[tokio::test]
async fn every_form_answers_the_unread_and_the_wrong_fields_together() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let group = app.group().create().await;
    let plans = format!("/api/v1/billing/{group}/invoices");
    let plan = client.post(&plans, json!({"Name": "Medical", "BillingType": 2})).await.value();
    let rule = json!({"Name": "Acme", "PayeeName": "Summit Advisors"});
    let rule = client.post("/api/v1/commission/rules", rule).await.value();
    let before = changes(&app).await;
    let forms: [(String, Value, &[&str]); 11] = [
        ("/api/v1/brokers".into(), json!({"BillingLookbackMonths": "few"}), &["BillingLookbackMonths", "Name"]),
        ("/api/v1/employers".into(), json!({"EffectiveDate": "02/30/2026"}), &["EffectiveDate", "Name"]),
        ("/api/v1/users".into(), json!({"IsDisabled": "so so"}), &["IsDisabled", "FirstName", "LastName"]),
        (
            "/api/v1/employees".into(),
            json!({"EmployerId": group, "DateOfBirth": "13/40/1980", "EmailAddress": "no mail"}),
            &["DateOfBirth", "FirstName", "LastName", "EmailAddress"],
        ),
        (format!("/api/v1/employers/{group}/contacts"), json!({"Active": 7}), &["Active", "FirstName", "LastName"]),
        (format!("/api/v1/employers/{group}/notes"), json!({"NoteType": "soon"}), &["NoteType", "Note"]),
        (plans.clone(), json!({"ExpirationDate": "31/12/2026"}), &["ExpirationDate", "Name"]),
        (
            format!("{plans}/{}/line-items", plan["Id"]),
            json!({"IncludeAllMembers": "x"}),
            &["IncludeAllMembers", "Name"],
        ),
        (format!("/api/v1/billing/{group}/pricing"), json!({"Rate": "ten"}), &["Rate", "Name"]),
        (
            format!("/api/v1/commission/rules/{}/adjustments", rule["Id"]),
            json!({"Month": "soon"}),
            &["Month", "Amount", "Reason"],
        ),
        (format!("/api/v1/billing/{group}/pricing-groups"), json!({"IsDefault": "x"}), &["IsDefault", "Name"]),
    ];
    for (path, body, wanted) in forms {
        let found = client.post(&path, body.clone()).await.error_keys();
        for key in wanted {
            assert_eq!(found.iter().filter(|one| one == key).count(), 1, "{path} {body}: {key} in {found:?}");
        }
        assert_eq!(found[0], wanted[0], "{path}");
    }
    assert_eq!(changes(&app).await, before);
}

async fn a_save_without_other_mistakes_changes_nothing(engine: Engine) {
    let app = TestApp::on(engine).await;
    let client = app.administrator().await;
    let broker = client.post("/api/v1/brokers", json!({"Name": "Fernwood"})).await.value();
    let path = format!("/api/v1/brokers/{}", broker["Id"]);
    let before = changes(&app).await;
    let change = json!({"Name": "Northgate", "InvoicePeriodStartDay": "first", "Version": 1});
    assert_eq!(client.put(&path, change).await.error_keys(), ["InvoicePeriodStartDay"]);
    let wrong = json!({"Name": "", "InvoicePeriodStartDay": "first", "InvoiceGracePeriod": 91, "Version": 1});
    let all = client.put(&path, wrong).await.error_keys();
    assert_eq!((all[0].as_str(), all.len()), ("InvoicePeriodStartDay", 3), "{all:?}");
    assert_eq!(client.get(&path).await.value(), broker);
    assert_eq!(changes(&app).await, before);
    let readable = json!({"Name": "Northgate", "InvoicePeriodStartDay": "2", "Version": 1});
    assert_eq!(client.put(&path, readable).await.value()["Name"], "Northgate");
}

#[tokio::test]
async fn a_save_without_other_mistakes_changes_nothing_on_sqlite() {
    a_save_without_other_mistakes_changes_nothing(Engine::Sqlite).await;
}

#[tokio::test]
async fn a_save_without_other_mistakes_changes_nothing_on_postgres() {
    a_save_without_other_mistakes_changes_nothing(Engine::Postgres).await;
}

#[tokio::test]
async fn a_record_that_is_not_seen_is_not_found_whatever_cannot_be_read() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    let reply = client.put("/api/v1/brokers/4711", json!({"InvoicePeriodStartDay": "first"})).await;
    assert_eq!(reply.status.as_u16(), 404);
}
