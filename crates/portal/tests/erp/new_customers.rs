//! Customers taken in at an ERP account for a plan: one a wish, for a group that one sees, under a name.

use super::*;

const CUSTOMERS: &str = "/api/v1/erp/customers";

fn wish(this: &InErp, name: &str) -> Value {
    json!({"ApiServiceId": this.account, "Name": name, "EmployerId": this.billed.group})
}

fn creations(erp: &FakeErp) -> usize {
    erp.calls().iter().filter(|call| **call == Call::CreateCustomer).count()
}

#[tokio::test]
async fn a_group_is_taken_in_as_a_customer_once() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let this = InErp::on(engine).await;
        let client = &this.billed.client;
        let made = client.post(CUSTOMERS, wish(&this, "Fernwood East")).await.value();
        assert_eq!(made["DisplayName"], "Fernwood East", "{engine:?}");
        let again = client.post(CUSTOMERS, wish(&this, " fernwood east ")).await.value();
        assert_eq!((&again, creations(&this.erp)), (&made, 1), "whatever its case: {engine:?}");

        let known = client.post(CUSTOMERS, wish(&this, "harborline")).await.value();
        assert_eq!((&known["DisplayName"], creations(&this.erp)), (&json!("Harborline"), 1), "was there: {engine:?}");
        let other = client.post(CUSTOMERS, wish(&this, "Fernwood West")).await.value();
        assert_ne!(other["Id"], made["Id"], "another name is another customer: {engine:?}");
        assert_eq!(other["DisplayName"], "Fernwood West", "{engine:?}");

        let audit = client.get("/api/v1/audit?Page=1&PerPage=100&Subject=account").await.value();
        let entries = audit["Data"].as_array().expect("entries").iter();
        let made = entries.filter(|entry| entry["Action"] == "account.create_customer").count();
        assert_eq!(made, 2, "{engine:?} {audit}");
    }
}

#[tokio::test]
async fn a_wish_for_a_customer_names_an_account_a_group_and_a_name() {
    let this = InErp::start().await;
    let client = &this.billed.client;
    let without = |field: &str| {
        let mut body = wish(&this, "Fernwood East");
        body[field] = Value::Null;
        body
    };
    assert_eq!(client.post(CUSTOMERS, wish(&this, " ")).await.error_keys(), ["Name"]);
    assert_eq!(client.post(CUSTOMERS, wish(&this, &"x".repeat(84))).await.error_keys(), ["Name"]);
    assert_eq!(client.post(CUSTOMERS, without("EmployerId")).await.error_keys(), ["EmployerId"]);
    assert_eq!(client.post(CUSTOMERS, json!({})).await.error_keys(), ["Name", "EmployerId"]);
    assert_eq!(client.post(CUSTOMERS, without("ApiServiceId")).await.error_keys(), ["ApiServiceId"]);
    assert_eq!(creations(&this.erp), 0);

    this.erp.fail_next(Call::CreateCustomer, Fault::credentials_refused());
    let refused = client.post(CUSTOMERS, wish(&this, "Fernwood East")).await;
    assert_eq!(refused.error_keys(), [""], "{}", refused.message());
}

/// The system takes the customer in and its answer is lost: that is said, and the next request finds the customer.
#[tokio::test]
async fn a_customer_whose_answer_was_lost_is_made_once() {
    let this = InErp::start().await;
    let client = &this.billed.client;
    this.erp.fail_next(Call::CreateCustomer, Fault::answer_lost());
    let refused = client.post(CUSTOMERS, wish(&this, "Fernwood East")).await;
    assert!(refused.message().contains("not known whether the customer was made"), "{}", refused.message());
    let made = client.post(CUSTOMERS, wish(&this, "Fernwood East")).await.value();
    assert_eq!((&made["DisplayName"], creations(&this.erp)), (&json!("Fernwood East"), 1));
}

#[tokio::test]
async fn nobody_takes_in_a_customer_for_a_group_or_an_account_that_does_not_exist_for_them() {
    let this = InErp::start().await;
    let client = &this.billed.client;
    for (field, id) in [("EmployerId", 999), ("ApiServiceId", 99)] {
        let mut body = wish(&this, "Fernwood East");
        body[field] = json!(id);
        assert_eq!(client.post(CUSTOMERS, body).await.status, 404, "{field}");
    }
    let group = this.billed.group.into();
    for role in [Role::BrokerAdministrator, Role::AccountManager, Role::GroupUser] {
        let broker = (role != Role::GroupUser).then_some(domain::BrokerId(1));
        let groups = if role == Role::BrokerAdministrator { &[][..] } else { &[group][..] };
        let (_, other) = this.billed.app.user(role, broker, groups).await;
        assert_eq!(other.post(CUSTOMERS, wish(&this, "Fernwood East")).await.status, 403, "{role:?}");
    }
    assert_eq!(creations(&this.erp), 0);
}
