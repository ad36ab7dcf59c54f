//! The accounts behind plans: whom a plan may name, and what an account is searched for.

use connectors::fake::{Call, FakeErp, Fault};
use domain::ApiServiceId;
use domain::access::Role;
use serde_json::json;
use store::Engine;

use super::InErp;

/// Where the account can be asked; what was saved before stays, and so does all while nobody answers.
#[tokio::test]
async fn a_plan_names_only_whom_its_account_knows() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let this = InErp::on(engine).await;
        let other = this.billed.app.erp_account("Ledgers").await;
        this.billed.app.books.connect(other, &FakeErp::new());
        let unconnected = this.billed.app.erp_account("Files").await;
        let path = format!("/api/v1/billing/{}/invoices", this.billed.group);
        let saved = format!("{path}/{}", this.billed.plan);
        let form = |account, customer: &str, terms: &str| {
            json!({
                "Name": "Medical", "BillingType": 2, "ApiServiceId": account, "ErpCustomerId": customer,
                "ErpDefaultInvoiceTermId": terms,
            })
        };
        let client = &this.billed.client;
        for (body, keys) in [
            (form(this.account, "nope", "2"), vec!["ErpCustomerId"]),
            (form(this.account, "5", "nope"), vec!["ErpDefaultInvoiceTermId"]),
            (form(this.account, "", "nope"), vec!["ErpDefaultInvoiceTermId"]),
            (form(this.account, "nope", "nope"), vec!["ErpCustomerId", "ErpDefaultInvoiceTermId"]),
            // The same ids in another account.
            (form(other, "5", "2"), vec!["ErpCustomerId", "ErpDefaultInvoiceTermId"]),
            (form(ApiServiceId(99), "5", "2"), vec!["ApiServiceId"]),
        ] {
            assert_eq!(client.post(&path, body.clone()).await.error_keys(), keys, "{engine:?}: {body}");
            assert_eq!(client.put(&saved, body.clone()).await.error_keys(), keys, "{engine:?}: {body}");
        }
        for body in [form(this.account, "5", "2"), form(this.account, "6", ""), form(unconnected, "nope", "nope")] {
            client.post(&path, body).await.value();
        }
        for call in [Call::Customer, Call::Terms] {
            this.erp.fail_next(call, Fault::busy());
        }
        client.post(&path, form(this.account, "later", "later")).await.value();

        let gone = "update plan set erp_customer_id = '77', erp_terms_id = '88'";
        store::testing::execute(&this.billed.app.ctx.store, gone).await;
        let mut kept = form(this.account, "77", "88");
        kept["Name"] = json!("Renamed");
        assert_eq!(client.put(&saved, kept).await.value()["ErpCustomerId"], "77", "{engine:?}");
        let changed = client.put(&saved, form(this.account, "78", "88")).await;
        assert_eq!(changed.error_keys(), ["ErpCustomerId"], "{engine:?}: only what is changed is asked for");
    }
}

/// The name is the account's own, so that a plan never shows another customer than its invoices go to. As long as nobody answers it is the
/// one that was stored, or else sent.
#[tokio::test]
async fn a_plan_shows_its_customer_under_the_name_in_the_account() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let this = InErp::on(engine).await;
        let plans = format!("/api/v1/billing/{}/invoices", this.billed.group);
        let path = format!("{plans}/{}", this.billed.plan);
        let form = |customer: &str, name: &str| {
            json!({
                "Name": "Medical", "BillingType": 2, "ApiServiceId": this.account, "ErpCustomerId": customer,
                "ErpCustomerName": name,
            })
        };
        let client = &this.billed.client;
        let made = client.post(&plans, form("6", "Somebody Else")).await.value();
        assert_eq!(made["ErpCustomerName"], "Harborline", "{engine:?}");

        let renamed = "update plan set erp_customer_name = 'Fernwood & Co', erp_customer_key = 'fernwood & co'";
        let gone = "update plan set erp_customer_id = '77'";
        for (stored, customer, sent, answers, expected) in [
            ("", "6", "Somebody Else", true, "Harborline"),
            ("", "5", "", true, "Fernwood"),
            // Named as it is stored, or not at all: nothing is asked for, and what is stored stays.
            (renamed, "5", "Fernwood & Co", true, "Fernwood & Co"),
            ("", "5", "", true, "Fernwood & Co"),
            // Named otherwise: it may have been renamed there.
            ("", "5", "Somebody Else", false, "Fernwood & Co"),
            ("", "5", "Somebody Else", true, "Fernwood"),
            ("", "6", "Sent meanwhile", false, "Sent meanwhile"),
            ("", "6", "Somebody Else", true, "Harborline"),
            (gone, "77", "Somebody Else", true, "Harborline"),
        ] {
            if !stored.is_empty() {
                store::testing::execute(&this.billed.app.ctx.store, stored).await;
            }
            if !answers {
                this.erp.fail_next(Call::Customer, Fault::busy());
            }
            let saved = client.put(&path, form(customer, sent)).await.value();
            assert_eq!(saved["ErpCustomerName"], expected, "{engine:?}: {customer} as '{sent}'");
            assert_eq!(client.get(&path).await.value(), saved, "{engine:?}");
        }

        this.plan(json!({})).await;
        let before = client.get(&path).await.value();
        this.plan(json!({"ErpCustomerName": "Somebody Else"})).await;
        assert_eq!(client.get(&path).await.value(), before, "{engine:?}: nothing has changed");
    }
}

#[tokio::test]
async fn a_plan_that_leads_nowhere_creates_nothing() {
    let this = InErp::start().await;
    let id = this.billed.bill(7).await["Id"].clone();
    let nobody = "This billing plan has no ERP account or customer.";
    this.plan(json!({"ErpCustomerId": "", "ErpCustomerName": ""})).await;
    assert_eq!(this.create(&id).await.message(), nobody);
    let nothing =
        json!({"ApiServiceId": null, "ErpCustomerId": null, "ErpCustomerName": null, "ErpDefaultInvoiceTermId": null});
    this.plan(nothing).await;
    assert_eq!(this.create(&id).await.message(), nobody);
    let other = this.billed.app.erp_account("Ledgers").await;
    this.plan(json!({"ApiServiceId": other})).await;
    assert_eq!(this.create(&id).await.message(), "This ERP account is not connected yet.");
    assert_eq!(this.written(), []);
}

#[tokio::test]
async fn an_account_is_searched() {
    let this = InErp::start().await;
    let (client, account) = (&this.billed.client, this.account);
    let get = async |path: &str| client.get(&format!("/api/v1/erp/{path}")).await;
    let found = get(&format!("customers?ApiServiceId={account}&Term=HARB")).await.value();
    assert_eq!(found, json!([{"Id": "6", "DisplayName": "Harborline"}]));
    let found = get(&format!("vendors?ApiServiceId={account}&Term=")).await.value();
    assert_eq!(found, json!([{"Id": "7", "DisplayName": "Juniper"}]));
    let terms = get(&format!("terms?ApiServiceId={account}")).await.value();
    assert_eq!(terms[1], json!({"Id": "2", "Name": "Net 15"}));
    assert_eq!(get("customers?Term=x").await.error_keys(), ["ApiServiceId"]);
    assert_eq!(get("terms?ApiServiceId=99").await.status, 404);
    let silent = this.billed.app.erp_account("Ledgers").await;
    let refused = get(&format!("vendors?ApiServiceId={silent}")).await;
    assert_eq!(refused.message(), "This ERP account is not connected yet.");
    this.erp.fail_next(Call::Terms, Fault::credentials_refused());
    let refused = get(&format!("terms?ApiServiceId={account}")).await;
    assert_eq!(refused.message(), "The accounting system refuses our credentials: The token has expired.");
    let (_, user) = this.billed.app.user(Role::GroupUser, None, &[]).await;
    assert_eq!(user.get(&format!("/api/v1/erp/terms?ApiServiceId={account}")).await.status, 403);
}
