//! Finding our document in the ERP after any answer, and comparing it before it is taken over (rules.md#exactly-once).

use chrono::NaiveDate;
use connectors::{Accounting as _, ConnectorError, CustomerId, InvoiceDraft, InvoiceLine, Refusal};
use domain::SnapshotId;
use domain::billing::BillingType;
use erp_sandbox::System;
use erp_sandbox::faults::{Effect, Fault as WireFault, When};

use super::systems::Connected;
use super::*;

fn says_no(why: Refusal) -> Fault {
    Fault::After(ConnectorError::refused(why, "No."))
}

/// The ERP creates a document and answers with a failure all the same: the next try finds the document.
#[tokio::test]
async fn an_answer_that_says_no_after_the_work_makes_no_second_document() {
    let busy = || match Fault::busy() {
        Fault::Before(failure) | Fault::After(failure) => Fault::After(failure),
    };
    for engine in [Engine::Sqlite, Engine::Postgres] {
        for fault in [says_no(Refusal::Invalid), says_no(Refusal::Gone), says_no(Refusal::NumberTaken), busy()] {
            let this = InErp::on(engine).await;
            let id = this.billed.bill(7).await["Id"].clone();
            this.erp.fail_next(Call::CreateInvoice, fault);
            this.create(&id).await.message();
            assert_eq!(this.state(&id).await, "Failed");
            assert_eq!(this.create(&id).await.value()["InErp"], true);
            assert_eq!((this.state(&id).await.as_str(), this.erp.documents().len()), ("Sent", 1), "{engine:?}");
            assert_eq!(this.written(), [Call::CreateInvoice, Call::EmailInvoice]);
            this.billed.member("Cy", &[]).await;
            this.regenerate(&id).await;
            this.update(&id).await.value();
            assert_eq!(this.erp.documents()[0].total, Money::from_cents(3000));
        }
    }
}

/// The ERP makes an update and answers with a refusal: the portal takes the change for its own.
#[tokio::test]
async fn an_update_that_was_done_after_all_is_no_change_over_there() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let this = InErp::on(engine).await;
        let id = this.invoiced().await;
        this.billed.member("Cy", &[]).await;
        this.regenerate(&id).await;
        this.erp.fail_next(Call::UpdateInvoice, says_no(Refusal::Invalid));
        this.update(&id).await.message();
        this.sync(&id).await.value();
        assert_eq!(this.state(&id).await, "Out of date", "{engine:?}");
        this.update(&id).await.value();
        assert_eq!(this.state(&id).await, "Sent");
        assert_eq!(this.erp.documents()[0].total, Money::from_cents(3000));
    }
}

/// The answer is lost, and a person edits the document before the next try: the portal shows the edit and does not overwrite it.
#[tokio::test]
async fn what_a_person_edited_before_it_was_found_is_asked_about() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let this = InErp::on(engine).await;
        let id = this.billed.bill(7).await["Id"].clone();
        this.erp.fail_next(Call::CreateInvoice, Fault::answer_lost());
        this.erp.fail_next(Call::Find, Fault::busy());
        this.create(&id).await.message();
        let at = this.erp.documents().remove(0).at;
        this.erp.edit_memo(&at, "Purchase order 2291").expect("it exists");
        this.create(&id).await.value();
        assert_eq!(this.state(&id).await, "Changed in the ERP", "{engine:?}");
        let told = this.history(&id).await["ErpState"]["Message"].clone();
        let unmailed = "The invoice stands, its mail was not sent yet.";
        let changed = "Memo was changed from Medical, July 2026. Group 10001 to Purchase order 2291.";
        assert_eq!(told, format!("{changed} {unmailed}"));
        this.sync(&id).await.value();
        assert_eq!(this.state(&id).await, "Changed in the ERP", "a read decides nothing");
        assert_eq!(this.update(&id).await.error_keys(), ["ReplaceRevision"]);
        let seen = this.differences(&id).await["Revision"].clone();
        assert_eq!(this.erp.mails().len(), 0, "it says something else than the snapshot");
        this.replace(&id, &seen).await.value();
        assert_eq!((this.state(&id).await.as_str(), this.erp.documents().len()), ("Sent", 1));
        assert_eq!(this.erp.mails().len(), 1, "{engine:?}");
    }
}

/// The answer is lost, and the plan names another customer before the next try: the document is not taken for the new customer's.
#[tokio::test]
async fn a_document_of_the_customer_of_before_is_told_and_not_mailed() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let this = InErp::on(engine).await;
        let id = this.billed.bill(7).await["Id"].clone();
        this.erp.fail_next(Call::CreateInvoice, Fault::answer_lost());
        this.erp.fail_next(Call::Find, Fault::busy());
        this.create(&id).await.message();
        let other = this.erp.add_customer("Ferry Landing").0;
        this.billed
            .sql(&format!("update plan set erp_customer_id = '{other}', erp_customer_name = 'Ferry Landing'"))
            .await;
        this.create(&id).await.value();
        assert_eq!(this.state(&id).await, "Changed in the ERP", "{engine:?}");
        let told = this.history(&id).await["ErpState"]["Message"].to_string();
        assert!(told.contains(&format!("the billing plan names Ferry Landing ({other}) by now.")), "{told}");
        this.sync(&id).await.value();
        assert_eq!(this.state(&id).await, "Changed in the ERP", "a read decides nothing");
        assert_eq!((this.erp.mails().len(), this.erp.documents().len()), (0, 1), "{engine:?}");
    }
}

/// Makes a document of another installation under the key that this one uses next.
async fn foreign(this: &InErp, id: &Value, customer: &str, quantity: i64) {
    let day = NaiveDate::from_ymd_opt(2026, 7, 1).expect("a day");
    let line = InvoiceLine {
        billing_type: BillingType::Pepm,
        description: "PEPM".to_owned(),
        service_on: day,
        quantity,
        rate: Money::from_cents(700),
    };
    let draft = InvoiceDraft {
        snapshot: SnapshotId(id.as_i64().expect("an id")),
        generation: 1,
        customer: CustomerId::from(customer),
        number: "A-1".to_owned(),
        dated: day,
        due_on: None,
        terms: None,
        memo: String::new(),
        broker: None,
        lines: vec![line],
    };
    this.erp.create_invoice(&draft).await.expect("the draft is in order");
}

/// The portal refuses a document of another customer under our key, and shows another content as changed in the ERP.
#[tokio::test]
async fn a_document_of_another_customer_under_our_key_is_refused_in_words() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let this = InErp::on(engine).await;
        let id = this.billed.bill(7).await["Id"].clone();
        foreign(&this, &id, "6", 3).await;
        for _ in 0..2 {
            let said = this.create(&id).await.message();
            assert!(said.contains("belongs to another customer (6)"), "{engine:?}: {said}");
            assert_eq!((this.state(&id).await.as_str(), this.erp.documents().len()), ("Failed", 1));
        }
        assert_eq!(this.erp.mails().len(), 0);

        let this = InErp::on(engine).await;
        let id = this.billed.bill(7).await["Id"].clone();
        foreign(&this, &id, "5", 3).await;
        this.create(&id).await.value();
        let told = this.history(&id).await["ErpState"].clone();
        assert_eq!(
            (&told["Text"], &told["Message"]),
            (
                &json!("Changed in the ERP"),
                &json!("Total was changed from $20.00 to $21.00. The invoice stands, its mail was not sent yet.")
            )
        );
    }
}

/// The first request reaches the ERP after the snapshot has changed: the ERP has one document, with the new content.
#[tokio::test]
async fn what_arrives_late_becomes_what_is_asked_for_now() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let this = InErp::on(engine).await;
        let id = this.billed.bill(7).await["Id"].clone();
        for _ in 0..2 {
            this.erp.fail_next(Call::CreateInvoice, Fault::request_lost());
        }
        this.create(&id).await.message();
        this.billed.member("Cy", &[]).await;
        this.regenerate(&id).await;
        this.erp.deliver_late();
        this.create(&id).await.value();
        assert_eq!((this.state(&id).await.as_str(), this.erp.documents().len()), ("Sent", 1), "{engine:?}");
        assert_eq!(this.erp.documents()[0].total, Money::from_cents(3000));
        let last = this.written().split_off(this.written().len() - 2);
        assert_eq!(last, [Call::UpdateInvoice, Call::EmailInvoice], "no mail leaves with the earlier content");
        assert_eq!(this.erp.mails().len(), 1, "{engine:?}");
    }
}

/// The ERP gives a new invoice the id of another invoice's document: the portal refuses it in words, and the other invoice keeps the document.
#[tokio::test]
async fn an_id_of_another_invoice_is_refused_in_words() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let this = InErp::on(engine).await;
        let first = this.invoiced().await;
        let next = this.erp.documents()[0].at.id.as_str().parse::<u64>().expect("a number") + 1;
        let taken = format!("update erp_document set erp_id = '{next}'");
        store::testing::execute(&this.billed.app.ctx.store, &taken).await;
        let id = this.billed.bill(8).await["Id"].clone();
        let said = this.create(&id).await.message();
        assert!(said.contains("is this the same company?"), "{engine:?}: {said}");
        assert_eq!((this.state(&id).await, this.state(&first).await), ("Failed".to_owned(), "Sent".to_owned()));
    }
}

/// An answer of a wrong address or a proxy does not make a sync take the document for deleted.
#[tokio::test]
async fn an_address_that_is_not_found_deletes_no_document() {
    for system in [System::QuickBooks, System::NetSuite] {
        let this = Connected::to(system, Engine::Sqlite).await;
        this.plan().await;
        let id = this.billed.bill(7).await["Id"].clone();
        this.create(&id).await.value();
        for status in [404, 422, 302] {
            this.sandbox.fail(WireFault::always(Effect::Status { status, when: When::Before, retry_after: None }));
            let synced =
                this.billed.client.post(&format!("{}/sync-status", this.billed.snapshot(&id)), json!({})).await;
            assert!(!synced.message().starts_with(GONE), "{system:?} {status}");
            this.sandbox.recover();
            let shown = this.billed.client.get(&this.billed.snapshot(&id)).await.value();
            assert_eq!(shown["InErp"], true, "{system:?} {status}");
        }
        this.create(&id).await.value();
        assert_eq!(this.sandbox.documents(system).len(), 1);
    }
}

/// Over the wire: the ERP does the work and refuses, more often than the connector repeats a call.
#[tokio::test]
async fn no_answer_after_the_work_makes_a_second_document_over_the_wire() {
    for system in [System::QuickBooks, System::NetSuite] {
        for status in [403, 404, 408, 409, 422, 429] {
            // The connector waits before it repeats a throttled call, so that status 429 runs once.
            for is_checked in [true, false].into_iter().filter(|is_checked| *is_checked || status != 429) {
                let this = Connected::to(system, Engine::Sqlite).await;
                this.plan().await;
                this.sandbox.change(|world| world.quickbooks.preferences.warn_duplicate_numbers = is_checked);
                let id = this.billed.bill(7).await["Id"].clone();
                let after = Effect::Status { status, when: When::After, retry_after: None };
                this.sandbox.fail(WireFault { times: Some(4), ..WireFault::of_writes(after) });
                drop(this.create(&id).await);
                this.sandbox.recover();
                assert_eq!(this.create(&id).await.value()["InErp"], true, "{system:?} {status}");
                assert_eq!(this.sandbox.documents(system).len(), 1, "{system:?} {status}");
            }
        }
    }
}

/// The answer of one account does not come, and the plan gets another account: nothing is sent there while the first one may still create it,
/// and it is found when it arrives late.
#[tokio::test]
async fn an_open_request_of_another_account_is_waited_for() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let mut this = InErp::on(engine).await;
        let other = this.billed.app.erp_account("Ledgers").await;
        let second = FakeErp::stocked(&["Fernwood"], &[]);
        this.billed.app.books.connect(other, &second);
        let id = this.billed.bill(7).await["Id"].clone();
        for _ in 0..2 {
            this.erp.fail_next(Call::CreateInvoice, Fault::request_lost());
        }
        this.create(&id).await.message();
        let elsewhere = json!({"ApiServiceId": other, "ErpCustomerId": "5", "ErpDefaultInvoiceTermId": ""});
        this.plan(elsewhere.clone()).await;
        let said = this.create(&id).await.message();
        assert!(said.contains("may still create it") && said.ends_with("at most 60 minutes."), "{engine:?}: {said}");
        assert_eq!(second.documents().len(), 0);
        // Back with the first account, it goes under the first key.
        this.plan(json!({})).await;
        this.create(&id).await.value();
        assert_eq!((this.erp.documents().len(), second.documents().len()), (1, 0), "{engine:?}");

        let august = this.billed.bill(8).await["Id"].clone();
        for _ in 0..2 {
            this.erp.fail_next(Call::CreateInvoice, Fault::request_lost());
        }
        this.create(&august).await.message();
        this.travel_to("2026-07-20T17:30:00Z").await;
        this.plan(elsewhere).await;
        this.create(&august).await.value();
        assert_eq!((this.erp.documents().len(), second.documents().len()), (1, 1), "{engine:?}: an hour later");
    }
}
