//! Snapshots that credit more than they charge: credit memos there (rules.md#credit-memo), and what becomes of one that turns into an invoice,
//! or the reverse.

use super::*;

/// Two members were billed for June who had left: July credits more than it charges.
#[tokio::test]
async fn a_negative_snapshot_is_a_credit_memo_and_stays_one() {
    let this = InErp::start().await;
    let id = memo_of_july(&this).await;
    let document = this.erp.documents().remove(0);
    assert_eq!((document.at.kind, document.total), (DocumentKind::CreditMemo, Money::from_cents(2000)));
    this.sync(&id).await.value();
    let viewed = this.viewed(&id).await;
    let told = &viewed["ErpInvoice"];
    let stands = ["DocumentType", "DueDate", "TotalAmount", "Balance"].map(|key| told[key].clone());
    assert_eq!(stands, [json!("CreditMemo"), Value::Null, json!(-20.0), json!(-20.0)], "nobody owes it");

    charge_more(&this, &id).await;
    let said = this.update(&id).await.message();
    assert!(said.starts_with("The new total would turn the credit memo into an invoice."), "{said}");
    let viewed = this.viewed(&id).await;
    let told = ["OutOfDate", "InvoiceTotalDollars"].map(|key| viewed[key].clone());
    assert_eq!(told, [json!(true), json!(40.0)]);
    let stands = ["DocumentType", "TotalAmount", "Balance"].map(|key| viewed["ErpInvoice"][key].clone());
    assert_eq!(stands, [json!("CreditMemo"), json!(-20.0), json!(-20.0)], "it stays one until it is withdrawn there");
    assert_eq!(this.sync(&id).await.value()["Balance"], json!(-20.0));
    assert_eq!(this.written(), [Call::CreateInvoice, Call::EmailInvoice]);
}

/// What each refusal advises is not refused in its turn: withdrawn there and synced, the snapshot becomes the document that it should be.
#[tokio::test]
async fn what_has_turned_is_withdrawn_there_and_created_anew() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        for (is_memo, is_voided) in [(true, true), (true, false), (false, true), (false, false)] {
            let this = InErp::on(engine).await;
            let id = if is_memo { memo_of_july(&this).await } else { invoice_of_july(&this).await };
            if is_memo {
                charge_more(&this, &id).await
            } else {
                charge_less(&this, &id).await
            }
            let (was, is) = if is_memo { ("credit memo", "an invoice") } else { ("invoice", "a credit memo") };
            let advised = format!(
                "The new total would turn the {was} into {is}. Void or delete what stands in the ERP and choose Sync Payment \
                 Status: then Create Invoice in ERP makes the new one."
            );
            assert_eq!(this.update(&id).await.message(), advised);
            let said = this.billed.client.delete(&this.billed.snapshot(&id)).await.message();
            assert!(said.ends_with("Void or delete it there and choose Sync Payment Status first."), "{said}");

            let former = this.erp.documents().remove(0).at;
            let withdrawn = if is_voided { this.erp.void(&former) } else { this.erp.delete(&former) };
            withdrawn.expect("it exists");
            let said = this.sync(&id).await.message();
            assert!(said.contains("this snapshot is not invoiced now. Create Invoice in ERP makes"), "{said}");
            let viewed = this.viewed(&id).await;
            assert_eq!((&viewed["PaymentStatusText"], &viewed["ErpInvoice"]), (&json!("Unknown"), &Value::Null));

            this.create(&id).await.value();
            this.create(&id).await.value();
            let viewed = this.viewed(&id).await;
            let kind = if is_memo { "Invoice" } else { "CreditMemo" };
            assert_eq!((&viewed["ErpInvoice"]["DocumentType"], &viewed["OutOfDate"]), (&json!(kind), &json!(false)));
            assert_eq!(viewed["ErpInvoice"]["TotalAmount"], viewed["InvoiceTotalDollars"], "{engine:?}");
            let stands: Vec<_> = this.erp.documents().into_iter().filter(|document| document.at != former).collect();
            assert_eq!(stands.len(), 1, "{engine:?}: once");
            this.update(&id).await.value();
        }
    }
}

/// Withdrawn there, it may be deleted here as well.
#[tokio::test]
async fn what_has_turned_and_was_voided_can_be_deleted() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let this = InErp::on(engine).await;
        let id = memo_of_july(&this).await;
        this.erp.void(&this.erp.documents().remove(0).at).expect("it exists");
        assert_eq!(this.sync(&id).await.value()["PaymentStatusText"], "Voided", "it is what the snapshot comes to");
        charge_more(&this, &id).await;
        this.sync(&id).await.message();
        this.billed.client.delete(&this.billed.snapshot(&id)).await.value();
        assert_eq!(this.billed.bill(7).await["InErp"], false, "{engine:?}");
    }
}

/// June is still to be sent: July waits for it, and goes once June stands there or bills nobody any more.
#[tokio::test]
async fn a_credit_memo_waits_for_the_bill_that_it_credits() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        for is_sent in [true, false] {
            let this = InErp::on(engine).await;
            let may = this.billed.bill(5).await["Id"].clone();
            this.create(&may).await.value();
            let june = this.billed.bill(6).await["Id"].clone();
            this.end_all("2026-05-04").await;
            let july = this.billed.bill(7).await["Id"].clone();
            let said = this.create(&july).await.message();
            assert!(
                said.contains("gives back what the snapshot of June 2026 bills, and that is not in the ERP yet."),
                "{said}"
            );
            assert_eq!(this.erp.documents().len(), 1, "{engine:?}");
            if is_sent {
                this.create(&june).await.value();
            } else {
                this.regenerate(&june).await;
                this.regenerate(&july).await;
            }
            let made = this.create(&july).await.value();
            let total = if is_sent { json!(-20.0) } else { json!(0.0) };
            assert_eq!(made["InvoiceTotalDollars"], total, "{engine:?}: credited, or never billed");
        }
    }
}

/// The bill of June went another way: the plan had no account before July.
async fn bill_june_elsewhere(this: &InErp) {
    this.billed.bill(6).await;
    this.billed.sql("update plan set erp_from_month = 24318").await;
}

async fn memo_of_july(this: &InErp) -> Value {
    bill_june_elsewhere(this).await;
    this.end_all("2026-05-01").await;
    let made = this.billed.bill(7).await;
    assert_eq!(made["InvoiceTotalDollars"], json!(-20.0), "{made}");
    this.create(&made["Id"]).await.value();
    made["Id"].clone()
}

async fn charge_more(this: &InErp, id: &Value) {
    for name in ["Cy", "Di", "Eva"] {
        this.billed.member(name, &[(Status::Active, "2026-07-01")]).await;
    }
    this.regenerate(id).await;
}

async fn invoice_of_july(this: &InErp) -> Value {
    bill_june_elsewhere(this).await;
    this.invoiced().await
}

async fn charge_less(this: &InErp, id: &Value) {
    this.end_all("2026-05-01").await;
    this.regenerate(id).await;
}
