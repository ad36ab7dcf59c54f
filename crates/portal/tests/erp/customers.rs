//! What the customer's own users see: invoices that stand in the ERP, and no bill that was not sent.

use super::*;
use crate::support::Client;

/// The numbers of what a list answers, and how many it counts.
async fn listed(client: &Client, path: &str) -> (u64, Vec<String>) {
    let list = client.get(path).await.value();
    let number = |row: &Value| row["InvoiceNumber"].as_str().expect("a number").to_owned();
    let rows = list["Data"].as_array().expect("a list").iter().map(number).collect();
    (list["TotalRecords"].as_u64().expect("a count"), rows)
}

/// June was sent and July was not: for a group user there is no July anywhere; who sells the plan sees both.
#[tokio::test]
async fn a_group_user_finds_no_unsent_bill_anywhere() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let this = InErp::on(engine).await;
        let (app, group) = (&this.billed.app, this.billed.group);
        let june = this.billed.bill(6).await["Id"].clone();
        this.create(&june).await.value();
        let july = this.billed.bill(7).await;
        let sent = json!({"EnableInvoiceAccess": true});
        this.billed.client.put(&format!("/api/v1/employers/{group}"), opened(&this, sent).await).await.value();
        let (_, customer) = app.user(Role::GroupUser, None, &[group.into()]).await;
        let broker = store::groups::find(&app.ctx.store.read(), domain::access::Scope::system(), group.into()).await;
        let broker = broker.expect("the group").details.broker;
        let (_, manager) = app.user(Role::AccountManager, Some(broker), &[group.into()]).await;

        let both = (2, vec!["000002".to_owned(), "000001".to_owned()]);
        for path in ["/api/v1/invoices".to_owned(), format!("/api/v1/invoices?EmployerId={group}")] {
            assert_eq!(listed(&customer, &path).await, (1, vec!["000001".to_owned()]), "{engine:?} {path}");
            assert_eq!(listed(&manager, &path).await, both, "{engine:?} {path}");
        }
        assert_eq!(listed(&customer, "/api/v1/invoices?Term=000002").await.0, 0);
        assert_eq!(listed(&customer, "/api/v1/invoices?PaymentStatus=Unknown").await.0, 0);

        let (id, line) = (&july["Id"], &july["LineItems"][0]["Id"]);
        for path in [
            format!("/api/v1/invoices/{id}"),
            format!("/api/v1/invoices/{id}/lines/{line}/members"),
            format!("/api/v1/invoices/{id}/lines/{line}/consults"),
            format!("/api/v1/erp/invoices/0/pdf?InvoiceId={id}&EmployerId={group}"),
            format!("/api/v1/invoices/archive?InvoiceIds={june},{id}"),
        ] {
            assert_eq!(customer.get(&path).await.status, 404, "{engine:?} {path}");
            assert_eq!(manager.get(&path).await.status, 200, "{engine:?} {path}");
            let sent = path.replace(&format!("/{id}"), &format!("/{june}")).replace(&format!("={id}"), "=1");
            if !sent.contains("/lines/") {
                assert_eq!(customer.get(&sent.replace(",2", "")).await.status, 200, "{engine:?} {sent}");
            }
        }
        for (client, entries) in [(&customer, 1), (&manager, 2)] {
            let billed = client.get("/api/v1/employees/1/bills").await.value();
            assert_eq!(billed.as_array().expect("months").len(), entries, "{engine:?} {billed}");
            let found = client.get("/api/v1/search?Term=000002").await.value();
            let is_invoice = |hit: &&Value| hit["Kind"] == "Invoice";
            let hits = found["Hits"].as_array().expect("hits").iter().filter(is_invoice).count();
            assert_eq!(hits, entries - 1, "{engine:?} {found}");
            let opened = client.get("/api/v1/search/opened?Items=Invoice-1,Invoice-2").await.value();
            assert_eq!(opened.as_array().expect("hits").len(), entries, "{engine:?} {opened}");
        }

        // What is deleted there is the customer's no longer.
        this.erp.delete(&this.erp.documents().remove(0).at).expect("it exists");
        this.sync(&june).await.message();
        assert_eq!(listed(&customer, "/api/v1/invoices").await.0, 0, "{engine:?}");
    }
}

/// The form of the group as it stands, with what is changed of it.
async fn opened(this: &InErp, change: Value) -> Value {
    let mut form = this.billed.client.get(&format!("/api/v1/employers/{}", this.billed.group)).await.value();
    form.as_object_mut().expect("a form").extend(change.as_object().expect("fields").clone());
    form
}

/// Ten days after it was due it is ten days late.
#[tokio::test]
async fn an_invoice_says_when_it_is_due_and_how_late_it_is() {
    let mut this = InErp::start().await;
    this.invoiced().await;
    let late = async |this: &InErp| {
        let list = this.billed.client.get("/api/v1/invoices").await.value();
        let row = &list["Data"][0];
        (row["DueDate"].clone(), row["DaysLate"].clone())
    };
    let (due, days) = late(&this).await;
    assert_eq!((due.as_str(), days), (Some("2026-08-04"), Value::Null));
    this.travel_to("2026-08-14T15:00:00Z").await;
    assert_eq!(late(&this).await, (json!("2026-08-04"), json!(10)));
}
