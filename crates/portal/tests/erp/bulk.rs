//! One action on many invoices: a job does it, and each invoice has its own result.

use chrono::TimeDelta;

use super::*;

const BULK: &str = "/api/v1/invoices/bulk-actions";

impl InErp {
    /// Does one action to invoices, and returns the result of each.
    async fn done_to(&self, action: &str, ids: &[&Value]) -> Vec<String> {
        let begun = self.billed.client.post(BULK, json!({"Action": action, "InvoiceIds": ids})).await.value();
        assert_eq!((&begun["Done"], begun["FinishedOn"].is_null()), (&json!(0), true), "{begun}");
        self.billed.app.run_jobs().await;
        let ended = self.billed.client.get(&format!("{BULK}/{}", begun["Id"])).await.value();
        assert_eq!((&ended["Done"], ended["FinishedOn"].is_null()), (&json!(ids.len()), false), "{ended}");
        let told = |row: &Value| {
            let said = row["Message"].as_str().unwrap_or("-");
            format!("{}: {}, {said}", row["InvoiceNumber"], row["OutcomeText"]).replace('"', "")
        };
        let told: Vec<String> = ended["Results"].as_array().expect("results").iter().map(told).collect();
        let failed = told.iter().filter(|one| one.contains("Refused") || one.contains("Not reached")).count();
        assert_eq!(ended["Failed"], json!(failed));
        told
    }
}

/// The ERP refuses the address: the mail has surely not left, and no repetition helps.
fn bad_address() -> Fault {
    let refusal = connectors::Refusal::Invalid;
    Fault::Before(connectors::ConnectorError::refused(refusal, "The address is no address."))
}

#[tokio::test]
async fn each_invoice_has_its_own_result() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let this = InErp::on(engine).await;
        let (june, july) = (this.billed.bill(6).await["Id"].clone(), this.billed.bill(7).await["Id"].clone());
        this.create(&june).await.value();
        let both = [&june, &july];
        let refused = "It is not in the ERP. Create it there first.";
        assert_eq!(
            this.done_to("Sync", &both).await,
            ["000001: Done, Open".to_owned(), format!("000002: Refused, {refused}")]
        );
        assert_eq!(
            this.done_to("create", &both).await,
            ["000001: Nothing to do, It stands in the ERP already.", "000002: Done, -"]
        );
        assert_eq!(this.erp.documents().len(), 2, "{engine:?}");
        assert_eq!(this.erp.mails().len(), 2, "the plan says so");
        let unchanged = "Nothing to do, Nothing has changed since it was sent.";
        this.end_one("2026-06-01").await;
        this.regenerate(&july).await;
        assert_eq!(this.done_to("Update", &both).await, [format!("000001: {unchanged}"), "000002: Done, -".to_owned()]);
        let paid = "Nothing to do, Its commission is marked as paid already.";
        assert_eq!(this.done_to("MarkCommissionPaid", &[&june]).await, ["000001: Done, -"]);
        assert_eq!(
            this.done_to("MarkCommissionPaid", &both).await,
            [format!("000001: {paid}"), "000002: Done, -".to_owned()]
        );
        assert_eq!(this.viewed(&july).await["CommissionStatusText"], "Paid");
        assert_eq!(this.done_to("MarkCommissionUnpaid", &[&july]).await, ["000002: Done, -"]);
        let unpaid = "000002: Nothing to do, Its commission is not marked as paid.";
        assert_eq!(this.done_to("MarkCommissionUnpaid", &[&july]).await, [unpaid]);
        assert_ne!(this.viewed(&july).await["CommissionStatusText"], "Paid");
        assert_eq!(
            this.done_to("Mail", &both).await,
            ["000001: Nothing to do, It was mailed already.", "000002: Nothing to do, It was mailed already."]
        );
        let trail = this.billed.client.get("/api/v1/audit?Page=1&Subject=bulk_action").await.value();
        assert_eq!(trail["TotalRecords"], 16, "each begins and ends: {engine:?}");
    }
}

/// An invoice whose turn in a bulk action has not come is shown as queued.
#[tokio::test]
async fn an_invoice_is_queued_until_the_job_comes_to_it() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let this = InErp::on(engine).await;
        let id = this.billed.bill(7).await["Id"].clone();
        for (action, state) in [("Sync", "Not sent"), ("Create", "Queued")] {
            this.billed.client.post(BULK, json!({"Action": action, "InvoiceIds": [id]})).await.value();
            assert_eq!(this.state(&id).await, state, "{engine:?}");
        }
        this.billed.app.run_jobs().await;
        assert_eq!(this.state(&id).await, "Sent", "{engine:?}");
    }
}

/// The plan mails nothing by itself: a person has it mailed, once.
#[tokio::test]
async fn an_invoice_is_mailed_by_hand_once() {
    let this = InErp::start().await;
    this.plan(json!({"SendInvoice": false})).await;
    let id = this.invoiced().await;
    assert_eq!(this.erp.mails().len(), 0);
    this.erp.fail_next(Call::EmailInvoice, bad_address());
    let told = this.done_to("Mail", &[&id]).await;
    assert!(told[0].starts_with("000001: Refused, The invoice stands, its mail failed"), "{told:?}");
    assert_eq!(this.done_to("Mail", &[&id]).await, ["000001: Done, -"]);
    assert_eq!(this.done_to("Mail", &[&id]).await, ["000001: Nothing to do, It was mailed already."]);
    assert_eq!(this.erp.mails().len(), 1);
    this.plan(json!({"InvoiceRecipientEmailAddresses": ""})).await;
    let other = this.billed.bill(8).await["Id"].clone();
    this.create(&other).await.value();
    let none = "000002: Refused, The billing plan has no invoice recipients.";
    assert_eq!(this.done_to("Mail", &[&other]).await, [none]);
}

/// An invoice that stands without its mail is no success, and the next Create or Update sends the mail alone.
#[tokio::test]
async fn an_invoice_whose_mail_failed_is_told_and_mailed_by_the_next_action() {
    for (engine, next) in [(Engine::Sqlite, "Create"), (Engine::Postgres, "Update")] {
        let this = InErp::on(engine).await;
        let id = this.billed.bill(7).await["Id"].clone();
        this.erp.fail_next(Call::EmailInvoice, bad_address());
        let told = this.done_to("Create", &[&id]).await;
        assert!(told[0].starts_with("000001: Refused, The invoice stands, its mail failed"), "{told:?}");
        assert_eq!((this.erp.documents().len(), this.erp.mails().len()), (1, 0), "{engine:?}");
        assert_eq!(this.done_to(next, &[&id]).await, ["000001: Done, -"]);
        assert_eq!((this.erp.documents().len(), this.erp.mails().len()), (1, 1), "{engine:?}");
    }
}

/// A mail for which the ERP takes no more calls follows by itself, as an invoice does, and the invoice is created once.
#[tokio::test]
async fn a_mail_that_was_throttled_follows_by_itself() {
    for (engine, action) in [(Engine::Sqlite, "Create"), (Engine::Postgres, "Create"), (Engine::Sqlite, "Update")] {
        let this = InErp::on(engine).await;
        let id = this.billed.bill(7).await["Id"].clone();
        if action == "Update" {
            this.erp.fail_next(Call::EmailInvoice, bad_address());
            this.create(&id).await.value();
            this.end_one("2026-06-01").await;
            this.regenerate(&id).await;
        }
        this.erp.fail_next(Call::EmailInvoice, Fault::throttled(Some(std::time::Duration::from_secs(60))));
        let begun = this.billed.client.post(BULK, json!({"Action": action, "InvoiceIds": [id]})).await.value();
        let action_path = format!("{BULK}/{}", begun["Id"]);
        this.billed.app.run_jobs().await;
        let waiting = this.billed.client.get(&action_path).await.value();
        assert_eq!((&waiting["Done"], this.erp.documents().len()), (&json!(0), 1), "{engine:?}: {waiting}");
        this.billed.app.pass(TimeDelta::minutes(5));
        this.billed.app.run_jobs().await;
        let ended = this.billed.client.get(&action_path).await.value();
        assert_eq!((&ended["Done"], &ended["Failed"]), (&json!(1), &json!(0)), "{engine:?}: {ended}");
        assert_eq!((this.erp.documents().len(), this.erp.mails().len()), (1, 1), "{engine:?}");
        assert_eq!(this.state(&id).await, "Sent", "{engine:?}");
    }
}

/// An invoice that was voided over there bills nothing: Create says what to do.
#[tokio::test]
async fn an_invoice_that_was_voided_is_not_told_as_created() {
    let this = InErp::start().await;
    let id = this.invoiced().await;
    this.erp.void(&this.erp.documents().remove(0).at).expect("it exists");
    this.sync(&id).await.value();
    let told = this.done_to("Create", &[&id]).await;
    assert!(told[0].starts_with("000001: Refused, The invoice of this snapshot was voided"), "{told:?}");
}

/// The ERP refuses one of two invoices: the job still creates the other, and the action reports both results.
#[tokio::test]
async fn an_erp_that_refuses_one_leaves_the_others_done() {
    let this = InErp::start().await;
    let (june, july) = (this.billed.bill(6).await["Id"].clone(), this.billed.bill(7).await["Id"].clone());
    this.erp.fail_next(Call::CreateInvoice, Fault::credentials_refused());
    let told = this.done_to("Create", &[&june, &july]).await;
    assert_eq!(told.iter().filter(|one| one.ends_with("Done, -")).count(), 1, "{told:?}");
    assert_eq!(told.iter().filter(|one| one.contains("Not reached")).count(), 1, "{told:?}");
    assert_eq!(this.erp.documents().len(), 1);
    let again = this.done_to("Create", &[&june, &july]).await;
    assert_eq!(again.iter().filter(|one| one.ends_with("Done, -")).count(), 1, "{again:?}");
    assert_eq!(this.erp.documents().len(), 2);
}

/// The portal refuses the whole action when one of the invoices does not exist, the action is unknown or the number of invoices is wrong.
#[tokio::test]
async fn a_bulk_action_is_begun_whole_or_not_at_all() {
    let this = InErp::start().await;
    let id = this.billed.bill(7).await["Id"].clone();
    let client = &this.billed.client;
    assert_eq!(client.post(BULK, json!({"Action": "Create", "InvoiceIds": [id, 99]})).await.status, 404);
    for (form, key) in [
        (json!({"Action": "Delete", "InvoiceIds": [id]}), "Action"),
        (json!({"Action": "Create", "InvoiceIds": []}), "InvoiceIds"),
        (json!({"Action": "Create", "InvoiceIds": (1..=501).collect::<Vec<_>>()}), "InvoiceIds"),
    ] {
        assert_eq!(client.post(BULK, form).await.error_keys(), [key]);
    }
    this.billed.app.run_jobs().await;
    assert_eq!(this.written().len(), 0);
    assert_eq!(client.get(&format!("{BULK}/1")).await.status, 404);
    let (_, user) = this.billed.app.user(Role::GroupUser, None, &[this.billed.group.into()]).await;
    assert_eq!(user.post(BULK, json!({"Action": "Create", "InvoiceIds": [id]})).await.status, 403);
}
