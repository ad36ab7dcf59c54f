//! How an invoice stands: what a sync hears of its payment, overdue by the day, deleted or voided there, and its commission.

use super::*;

/// What was deleted there is in no ERP: it says so, and can be invoiced anew, once, also when the answer is lost and all ask at once.
#[tokio::test]
async fn what_was_deleted_in_the_erp_is_invoiced_anew() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let this = InErp::on(engine).await;
        let id = this.invoiced().await;
        this.erp.delete(&this.erp.documents().remove(0).at).expect("it exists");
        assert!(this.sync(&id).await.message().starts_with(GONE));
        let viewed = this.viewed(&id).await;
        assert_eq!(
            (&viewed["PaymentStatusText"], &viewed["ErpInvoice"], &viewed["ErpInvoiceUrl"]),
            (&json!("Unknown"), &Value::Null, &Value::Null)
        );
        assert_eq!(viewed["InvoiceNumber"], "000001");
        this.erp.fail_next(Call::CreateInvoice, Fault::answer_lost());
        this.erp.fail_next(Call::Find, Fault::busy());
        let unanswered = this.create(&id).await.message();
        assert!(unanswered.contains("Too many requests"), "{unanswered}");
        let answers = tokio::join!(this.create(&id), this.create(&id), this.create(&id));
        drop(answers);
        let made = this.create(&id).await.value();
        assert_eq!((&made["InErp"], &made["PaymentStatusText"]), (&json!(true), &json!("Open")));
        assert_eq!(this.erp.documents().len(), 1, "{engine:?}");
        let actions = this.actions(&id).await;
        assert_eq!(
            actions[actions.len() - 4..],
            ["invoice_gone", "create_invoice_failed", "create_invoice", "mail_invoice"]
        );
        this.erp.delete(&this.erp.documents().remove(0).at).expect("it exists");
        this.sync(&id).await.message();
        this.billed.client.delete(&this.billed.snapshot(&id)).await.value();
    }
}

/// A voided invoice stays in the ERP; what the refusals advise leads out.
#[tokio::test]
async fn the_advice_about_a_voided_invoice_works() {
    let this = InErp::start().await;
    let id = this.invoiced().await;
    let at = this.erp.documents().remove(0).at;
    this.erp.void(&at).expect("it exists");
    this.sync(&id).await.value();
    let refused = this.billed.client.delete(&this.billed.snapshot(&id)).await.message();
    assert!(refused.contains("Delete the invoice there and choose Sync Payment Status first."), "{refused}");
    assert!(this.update(&id).await.message().contains("delete it in the ERP and choose Sync Payment Status"));
    this.erp.delete(&at).expect("it exists");
    this.sync(&id).await.message();
    assert_eq!(this.create(&id).await.value()["InErp"], true);
}

/// The next snapshot goes by what was computed anew, and would make nothing good: what the refusals advise does.
#[tokio::test]
async fn what_was_paid_before_it_was_updated_is_updated_without_its_payment() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let this = InErp::on(engine).await;
        let id = this.invoiced().await;
        let at = this.erp.documents().remove(0).at;
        this.erp.record_payment(&at, Money::from_cents(2000)).expect("so much is open");
        this.billed.member("Cy", &[]).await;
        this.regenerate(&id).await;
        assert!(this.update(&id).await.message().contains("Take the payment off it there, choose Sync Payment Status"));
        assert_eq!(this.sync(&id).await.value()["PaymentStatusText"], "Paid");
        let said = this.update(&id).await.message();
        assert!(said.contains("Take the payment off it there, choose Sync Payment Status, and update it"), "{said}");
        for refused in [this.billed.regenerate(&id).await, this.billed.client.delete(&this.billed.snapshot(&id)).await]
        {
            let said = refused.message();
            assert!(said.contains("Take the payment off it in the ERP and choose Sync Payment Status"), "{said}");
        }
        this.erp.take_payment_off(&at).expect("it exists");
        assert_eq!(this.sync(&id).await.value()["PaymentStatusText"], "Open");
        assert_eq!(this.update(&id).await.value()["OutOfDate"], false);
        this.erp.record_payment(&at, Money::from_cents(2000)).expect("so much is open");
        let synced = this.sync(&id).await.value();
        assert_eq!((&synced["PaymentStatusText"], &synced["Balance"]), (&json!("Partially Paid"), &json!(10.0)));
    }
}

/// What an update is refused for is not sent around in a circle: the way that each refusal names is not refused in its turn.
#[tokio::test]
async fn what_was_paid_beyond_the_new_total_is_taken_off_first() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let this = InErp::on(engine).await;
        let id = this.invoiced().await;
        let at = this.erp.documents().remove(0).at;
        this.erp.record_payment(&at, Money::from_cents(1500)).expect("so much is open");
        assert_eq!(this.sync(&id).await.value()["PaymentStatusText"], "Partially Paid");
        this.end_one("2026-07-01").await;
        this.regenerate(&id).await;
        let said = this.update(&id).await.message();
        assert!(said.starts_with("More has been paid than the new total. Take the payment off the invoice"), "{said}");
        let said = this.billed.client.delete(&this.billed.snapshot(&id)).await.message();
        assert!(said.contains("Or take off what was paid of it, delete it there and choose Sync"), "{said}");
        this.erp.take_payment_off(&at).expect("it exists");
        assert_eq!(this.sync(&id).await.value()["PaymentStatusText"], "Open");
        assert_eq!(this.update(&id).await.value()["OutOfDate"], false);
        this.erp.record_payment(&at, Money::from_cents(1000)).expect("so much is open");
        assert_eq!(this.sync(&id).await.value()["PaymentStatusText"], "Paid", "{engine:?}");
    }
}

/// A month that was billed by mistake, while a later one is in the ERP: what the refusals name leads there, and back.
#[tokio::test]
async fn an_earlier_snapshot_is_deleted_after_the_later_ones() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let this = InErp::on(engine).await;
        let later = this.invoiced().await;
        let at = this.erp.documents().remove(0).at;
        this.erp.record_payment(&at, Money::from_cents(1500)).expect("so much is open");
        this.sync(&later).await.value();
        let mistaken = this.billed.bill(2).await["Id"].clone();
        let delete = async |id: &Value| this.billed.client.delete(&this.billed.snapshot(id)).await;
        let said = delete(&mistaken).await.message();
        let advised = "Delete the snapshot of July 2026 first. Its invoice is in the ERP: take off what was paid of it, delete it there";
        assert!(said.contains(advised), "{said}");
        let said = delete(&later).await.message();
        assert!(said.contains("Or take off what was paid of it, delete it there and choose Sync"), "{said}");

        this.erp.take_payment_off(&at).expect("it exists");
        this.erp.delete(&at).expect("it exists");
        this.sync(&later).await.message();
        delete(&later).await.value();
        delete(&mistaken).await.value();
        let anew = this.invoiced().await;
        assert_eq!(this.viewed(&anew).await["InvoiceTotalDollars"], json!(20.0), "{engine:?}");
        assert_eq!(this.erp.documents().len(), 1, "{engine:?}");
    }
}

/// Nobody looks at it, and no ERP is asked: the day alone makes an invoice overdue, after the broker's grace.
#[tokio::test]
async fn an_unpaid_invoice_becomes_overdue_by_the_day() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let mut this = InErp::on(engine).await;
        let id = this.invoiced().await;
        let asked = this.erp.calls().len();
        for (grace, now, status) in [
            (3, "2026-08-04T16:00:00Z", "Open"),
            (3, "2026-08-07T16:00:00Z", "Open"),
            (3, "2026-08-08T16:00:00Z", "Overdue"),
            (5, "2026-08-08T16:00:00Z", "Open"),
            (0, "2026-08-08T16:00:00Z", "Overdue"),
        ] {
            this.travel_to(now).await;
            let days = format!("update broker set invoice_grace_days = {grace}");
            store::testing::execute(&this.billed.app.ctx.store, &days).await;
            portal::billing::snapshots::erp::ageing::age(&this.billed.app.ctx).await.expect("aged");
            assert_eq!(this.viewed(&id).await["PaymentStatusText"], status, "{grace} days, {now}");
        }
        assert_eq!(this.erp.calls().len(), asked);
        let actions = this.actions(&id).await;
        assert_eq!(actions[actions.len() - 3..], ["age_payment", "age_payment", "age_payment"]);
    }
}

#[tokio::test]
async fn a_sync_says_how_much_is_paid() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let mut this = InErp::on(engine).await;
        let id = this.billed.bill(7).await["Id"].clone();
        assert_eq!(this.sync(&id).await.message(), "This snapshot has not been invoiced in the ERP.");
        this.create(&id).await.value();
        let at = this.erp.documents().remove(0).at;
        let heard = |reply: Reply| {
            let value = reply.value();
            (value["PaymentStatusText"].as_str().expect("a status").to_owned(), value["Balance"].as_f64())
        };
        assert_eq!(heard(this.sync(&id).await), ("Open".to_owned(), Some(20.0)));
        this.erp.record_payment(&at, Money::from_cents(500)).expect("so much is open");
        assert_eq!(heard(this.sync(&id).await), ("Partially Paid".to_owned(), Some(15.0)));
        this.travel_to("2026-08-05T16:00:00Z").await;
        let value = this.sync(&id).await.value();
        assert_eq!(
            value,
            json!({"PaymentStatusText": "Overdue", "PaymentStatusColor": "#dc3545", "Balance": 15.0, "LastSyncedOn": "2026-08-05T16:00:00.000Z"})
        );
        this.erp.fail_next(Call::Standing, Fault::busy());
        assert!(this.sync(&id).await.message().starts_with("The accounting system is not available"));
        let listed = this.billed.client.get("/api/v1/invoices").await.value();
        assert_eq!(listed["Data"][0]["PaymentStatusText"], "Overdue", "a failed read changes nothing");
        this.erp.record_payment(&at, Money::from_cents(1500)).expect("so much is open");
        assert_eq!(heard(this.sync(&id).await), ("Paid".to_owned(), Some(0.0)));
        this.erp.delete(&at).expect("it exists");
        assert!(this.sync(&id).await.message().starts_with(GONE));
        let actions = this.actions(&id).await;
        assert_eq!(actions[actions.len() - 3..], ["sync_payment_failed", "sync_payment", "invoice_gone"]);
    }
}

#[tokio::test]
async fn the_commission_on_an_invoice_is_marked() {
    let this = InErp::start().await;
    let id = this.billed.bill(7).await["Id"].clone();
    let path = format!("{}/commission/status", this.billed.snapshot(&id));
    let mark =
        async |word: &str| this.billed.client.post(&path, json!({"CommissionStatus": word, "SnapshotId": id})).await;
    for (word, number, text, color) in [("Paid", 2, "Paid", "#28a745"), ("unpaid", 1, "Unpaid", "#dc3545")] {
        let marked = mark(word).await.value();
        assert_eq!(
            (&marked["CommissionStatus"], &marked["CommissionStatusText"], &marked["CommissionStatusColor"]),
            (&json!(number), &json!(text), &json!(color))
        );
    }
    for wrong in ["None", "", "2"] {
        let refused = mark(wrong).await;
        assert_eq!(
            (refused.error_keys(), refused.message()),
            (vec!["CommissionStatus".to_owned()], "Commission Status must be Paid or Unpaid.".to_owned())
        );
    }
    for (body, keys) in [
        (json!({"CommissionStatus": "Paid", "SnapshotId": 999}), vec!["SnapshotId"]),
        (json!({"CommissionStatus": "None", "SnapshotId": 999}), vec!["CommissionStatus", "SnapshotId"]),
    ] {
        assert_eq!(this.billed.client.post(&path, body).await.error_keys(), keys);
    }
    assert_eq!(this.actions(&id).await, ["create", "invoice.mark_commission", "invoice.mark_commission"]);
    let (_, user) = this.billed.app.user(Role::GroupUser, None, &[this.billed.group.into()]).await;
    assert_eq!(user.post(&path, json!({"CommissionStatus": "Paid"})).await.status, 403);
    let other = this.billed.app.group().create().await;
    let foreign = format!("/api/v1/billing/{other}/snapshots/{id}/commission/status");
    assert_eq!(this.billed.client.post(&foreign, json!({"CommissionStatus": "Paid"})).await.status, 404);
}
