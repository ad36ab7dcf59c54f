//! The states of a document, its history, and what happens to changes that were made over there.

use domain::BrokerId;

use super::*;

#[tokio::test]
async fn each_state_is_shown_everywhere_alike() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let mut this = InErp::on(engine).await;
        let id = this.billed.bill(7).await["Id"].clone();
        assert_eq!(this.state(&id).await, "Not sent", "{engine:?}");
        this.erp.fail_next(Call::CreateInvoice, Fault::busy());
        this.create(&id).await.message();
        assert_eq!(this.state(&id).await, "Failed");
        let told = this.history(&id).await["ErpState"].clone();
        assert_eq!(told["Message"], "The accounting system is not available at the moment: Too many requests.");
        this.create(&id).await.value();
        assert_eq!(this.state(&id).await, "Sent");

        this.regenerate(&id).await;
        assert_eq!(this.state(&id).await, "Out of date");
        this.erp.fail_next(Call::UpdateInvoice, Fault::request_lost());
        this.update(&id).await.message();
        assert_eq!(this.state(&id).await, "Failed", "the outcome is not known");
        this.update(&id).await.value();
        assert_eq!(this.state(&id).await, "Sent");

        let at = this.erp.documents().remove(0).at;
        this.erp.edit_memo(&at, "Purchase order 2291").expect("it exists");
        assert_eq!(this.state(&id).await, "Sent", "no list asks the ERP");
        this.sync(&id).await.value();
        assert_eq!(this.state(&id).await, "Changed in the ERP");
        this.sync(&id).await.value();
        let told = this.history(&id).await["ErpState"]["Message"].clone();
        assert_eq!(told, format!("Memo was changed from {MEMO} to Purchase order 2291."));
        let seen = this.differences(&id).await["Revision"].clone();
        this.replace(&id, &seen).await.value();
        assert_eq!(this.state(&id).await, "Sent");

        this.erp.delete(&at).expect("it exists");
        this.sync(&id).await.message();
        assert_eq!(this.state(&id).await, "Deleted in the ERP");
        this.create(&id).await.value();
        assert_eq!(this.state(&id).await, "Sent");
        let (_, user) = this.billed.app.user(Role::GroupUser, None, &[this.billed.group.into()]).await;
        let grant = format!("update employer_group set enable_invoice_access = true where id = {}", this.billed.group);
        store::testing::execute(&this.billed.app.ctx.store, &grant).await;
        let theirs = user.get(&format!("/api/v1/invoices/{id}")).await.value();
        assert_eq!(theirs["ErpState"], Value::Null, "how it was sent is the business of administrators");
        this.travel_to("2026-07-21T16:00:00Z").await;
    }
}

/// A document that a person has given to another customer is no invoice of ours: the portal shows that, writes nothing to it and gives out no PDF.
#[tokio::test]
async fn an_invoice_of_another_customer_is_shown_and_left_alone() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let this = InErp::on(engine).await;
        let id = this.invoiced().await;
        let document = this.erp.documents().remove(0);
        let pdf = format!("/api/v1/erp/invoices/0/pdf?InvoiceId={id}");
        let ours = this.billed.client.get(&pdf).await.bytes;
        let other = this.erp.add_customer("Ferry Landing").0;
        this.erp.give_to(&document.at, &other).expect("it exists");
        let calls = this.erp.calls().len();
        assert_ne!(this.billed.client.get(&pdf).await.bytes, ours, "{engine:?}");
        assert!(!this.erp.calls()[calls..].contains(&Call::InvoicePdf), "its PDF is not asked for");
        this.regenerate(&id).await;
        let said = this.update(&id).await.message();
        assert!(said.contains(&format!("belongs to the customer {other}")), "{said}");
        this.sync(&id).await.value();
        assert_eq!(this.state(&id).await, "Changed in the ERP");
        let told = this.differences(&id).await["Differences"][0].clone();
        assert_eq!(
            (told["Field"].clone(), told["Theirs"].clone()),
            (json!("Customer"), json!(format!("Ferry Landing ({other})")))
        );
        assert_eq!(this.erp.documents().remove(0).total, document.total, "nothing was written");
        this.erp.give_to(&document.at, &document.party).expect("it exists");
        this.sync(&id).await.value();
        this.update(&id).await.value();
        assert_eq!(this.state(&id).await, "Sent");
    }
}

/// A person is asked before a change is replaced, and only what was looked at is.
#[tokio::test]
async fn a_change_over_there_is_replaced_only_as_it_was_seen() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let this = InErp::on(engine).await;
        let id = this.invoiced().await;
        let at = this.erp.documents().remove(0).at;
        this.erp.edit_memo(&at, "Purchase order 2291").expect("it exists");
        let seen = this.differences(&id).await;
        assert_eq!(seen["Differences"], json!([{"Field": "Memo", "Ours": MEMO, "Theirs": "Purchase order 2291"}]));
        assert_eq!(this.state(&id).await, "Changed in the ERP", "comparing is reading");
        this.erp.edit_memo(&at, "Purchase order 2292").expect("it exists");
        let refused = this.replace(&id, &seen["Revision"]).await;
        assert_eq!(refused.error_keys(), ["ReplaceRevision"], "{engine:?}: another change came after it");
        let standing = connectors::Accounting::standing(&this.erp, &at).await.expect("a read").expect("it exists");
        assert_eq!(standing.memo, "Purchase order 2292", "nothing was overwritten");
        let seen = this.differences(&id).await;
        this.replace(&id, &seen["Revision"]).await.value();
        assert_eq!(this.differences(&id).await["Differences"], json!([]));
        let actions = this.actions(&id).await;
        assert_eq!(actions.iter().filter(|action| *action == "invoice_changed").count(), 2, "each edit: {actions:?}");
    }
}

/// What is said of an edited invoice follows each further edit.
#[tokio::test]
async fn a_further_change_over_there_is_told_beside_the_first() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let this = InErp::on(engine).await;
        let id = this.invoiced().await;
        let at = this.erp.documents().remove(0).at;
        let message = async || this.history(&id).await["ErpState"]["Message"].as_str().unwrap_or_default().to_owned();
        this.erp.edit_memo(&at, "Purchase order 2291").expect("it exists");
        this.sync(&id).await.value();
        assert!(message().await.ends_with("to Purchase order 2291."), "{engine:?}");
        let other = this.erp.add_customer("Ferry Landing").0;
        this.erp.give_to(&at, &other).expect("it exists");
        this.sync(&id).await.value();
        let told = message().await;
        assert!(told.contains(&format!("to Ferry Landing ({other})")) && told.contains("2291"), "{told}");
        this.sync(&id).await.value();
        let actions = this.actions(&id).await;
        assert_eq!(actions.iter().filter(|action| *action == "invoice_changed").count(), 2, "once an edit");
    }
}

/// A person may keep what was changed there. The next update asks again before it replaces it.
#[tokio::test]
async fn a_change_over_there_is_kept_as_it_was_seen() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let this = InErp::on(engine).await;
        let id = this.invoiced().await;
        let at = this.erp.documents().remove(0).at;
        let memo =
            async || connectors::Accounting::standing(&this.erp, &at).await.expect("a read").expect("it exists").memo;
        let early = this.differences(&id).await["Revision"].clone();
        let refused = this.keep(&id, &early).await;
        assert!(refused.message().starts_with("This invoice was not changed in the ERP"), "{engine:?}");
        this.erp.edit_memo(&at, "Purchase order 2291").expect("it exists");
        let seen = this.differences(&id).await["Revision"].clone();
        this.erp.edit_memo(&at, "Purchase order 2292").expect("it exists");
        assert_eq!(this.keep(&id, &seen).await.error_keys(), ["Revision"], "another change came after it");
        let seen = this.differences(&id).await["Revision"].clone();
        this.keep(&id, &seen).await.value();
        assert_eq!((this.state(&id).await.as_str(), &*memo().await), ("Sent", "Purchase order 2292"));
        this.sync(&id).await.value();
        assert_eq!(this.state(&id).await, "Sent", "a read keeps it");
        let kept = "Kept as it was changed in the ERP. Memo was changed from";
        let message = async || this.history(&id).await["ErpState"]["Message"].as_str().map(str::to_owned);
        assert!(message().await.is_some_and(|told| told.starts_with(kept)));
        this.regenerate(&id).await;
        assert_eq!(this.state(&id).await, "Out of date");
        assert_eq!(this.update(&id).await.error_keys(), ["ReplaceRevision"], "what was kept is asked about again");
        assert_eq!(this.state(&id).await, "Out of date", "it stays kept");
        assert!(this.keep(&id, &seen).await.message().starts_with("What was changed in the ERP is kept already"));
        let refusal = connectors::ConnectorError::refused(connectors::Refusal::PeriodClosed, "Closed.");
        this.erp.fail_next(Call::UpdateInvoice, Fault::Before(refusal));
        this.replace(&id, &seen).await.message();
        assert_eq!(this.state(&id).await, "Out of date");
        assert!(message().await.is_some_and(|told| told.starts_with(kept)), "a refusal takes nothing of it away");
        assert_eq!(memo().await, "Purchase order 2292", "nothing was overwritten");
        let seen = this.differences(&id).await["Revision"].clone();
        this.replace(&id, &seen).await.value();
        assert_eq!((this.state(&id).await.as_str(), &*memo().await), ("Sent", MEMO));
        let actions = this.actions(&id).await;
        assert_eq!(actions.iter().filter(|action| *action == "keep_invoice").count(), 1, "{actions:?}");
    }
}

/// A paid document cannot be replaced, so it says what was changed of it, and can be kept.
#[tokio::test]
async fn a_paid_invoice_that_was_changed_over_there_is_kept() {
    let this = InErp::start().await;
    let id = this.invoiced().await;
    let document = this.erp.documents().remove(0);
    this.regenerate(&id).await;
    this.erp.edit_memo(&document.at, "Purchase order 2291").expect("it exists");
    this.erp.record_payment(&document.at, document.total).expect("so much is open");
    let told = "Memo was changed from Medical, July 2026. Group 10001 to Purchase order 2291.";
    this.sync(&id).await.value();
    assert_eq!(this.update(&id).await.error_keys(), ["ReplaceRevision"]);
    let message = async || this.history(&id).await["ErpState"]["Message"].clone();
    assert_eq!((this.state(&id).await.as_str(), message().await), ("Changed in the ERP", json!(told)));
    let seen = this.differences(&id).await["Revision"].clone();
    let refused = this.replace(&id, &seen).await.message();
    assert!(refused.starts_with("The invoice is paid or voided in the ERP"), "{refused}");
    assert_eq!((this.state(&id).await.as_str(), message().await), ("Changed in the ERP", json!(told)));
    this.keep(&id, &seen).await.value();
    assert_eq!(this.state(&id).await, "Out of date");
    assert_eq!(this.viewed(&id).await["PaymentStatusText"], "Paid");
}

/// A deleted document is found gone when it is to be kept.
#[tokio::test]
async fn a_changed_invoice_that_was_deleted_since_is_found_gone() {
    let this = InErp::start().await;
    let id = this.invoiced().await;
    let at = this.erp.documents().remove(0).at;
    this.erp.edit_memo(&at, "Purchase order 2291").expect("it exists");
    let seen = this.differences(&id).await["Revision"].clone();
    this.erp.delete(&at).expect("it exists");
    assert!(this.keep(&id, &seen).await.message().starts_with(super::GONE));
    assert_eq!(this.state(&id).await, "Deleted in the ERP");
    this.create(&id).await.value();
    assert_eq!(this.state(&id).await, "Sent");
}

/// An invoice of another customer bills nobody of ours: it cannot be kept.
#[tokio::test]
async fn an_invoice_that_was_given_away_cannot_be_kept() {
    let this = InErp::start().await;
    let id = this.invoiced().await;
    let document = this.erp.documents().remove(0);
    let other = this.erp.add_customer("Ferry Landing").0;
    this.erp.give_to(&document.at, &other).expect("it exists");
    let seen = this.differences(&id).await["Revision"].clone();
    let refused = this.keep(&id, &seen).await.message();
    assert!(refused.starts_with("The invoice belongs to another customer in the ERP"), "{refused}");
    assert_eq!(this.state(&id).await, "Changed in the ERP");
}

/// The date that was sent comes back, and the due date with it: both belong to what the customer was told first.
#[tokio::test]
async fn a_date_that_was_changed_over_there_is_replaced_with_its_due_date() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let this = InErp::on(engine).await;
        let id = this.invoiced().await;
        let at = this.erp.documents().remove(0).at;
        let dates = async || {
            let standing = connectors::Accounting::standing(&this.erp, &at).await.expect("a read").expect("it exists");
            (standing.dated, standing.due_on)
        };
        let (sent, shown) = (dates().await, this.viewed(&id).await["ErpInvoice"].clone());
        this.erp.edit_date(&at, sent.0 - chrono::Days::new(20)).expect("it exists");
        this.sync(&id).await.value();
        assert_eq!(this.state(&id).await, "Changed in the ERP", "{engine:?}");
        let seen = this.differences(&id).await;
        assert_eq!(seen["Differences"][0]["Field"], "Date", "{seen}");
        this.replace(&id, &seen["Revision"]).await.value();
        assert_eq!((dates().await, this.viewed(&id).await["ErpInvoice"].clone()), (sent, shown), "{engine:?}");
    }
}

/// What was done over there is undone over there: then nothing differs, and nothing is asked.
#[tokio::test]
async fn a_change_that_was_taken_back_is_none() {
    let this = InErp::start().await;
    let id = this.invoiced().await;
    let at = this.erp.documents().remove(0).at;
    this.erp.record_payment(&at, Money::from_cents(500)).expect("so much is open");
    this.sync(&id).await.value();
    assert_eq!(this.state(&id).await, "Sent", "a payment is no change of the document");
    this.erp.void(&at).expect("it exists");
    this.sync(&id).await.value();
    assert_eq!(this.state(&id).await, "Sent", "the payment status says that it was voided");
    assert_eq!(this.viewed(&id).await["PaymentStatusText"], "Voided");
    let refused = this.create(&id).await;
    assert!(
        refused.message().starts_with("The invoice of this snapshot was voided in the ERP."),
        "{}",
        refused.message()
    );
}

#[tokio::test]
async fn the_history_has_each_call_with_its_outcome() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let this = InErp::on(engine).await;
        let id = this.billed.bill(7).await["Id"].clone();
        assert_eq!(this.history(&id).await["Calls"], json!([]));
        this.erp.fail_next(Call::CreateInvoice, Fault::answer_lost());
        this.erp.fail_next(Call::Find, Fault::busy());
        this.create(&id).await.message();
        this.create(&id).await.value();
        this.erp.fail_next(Call::Standing, Fault::credentials_refused());
        this.sync(&id).await.message();
        let history = this.history(&id).await;
        let calls = history["Calls"].as_array().expect("calls").clone();
        let told: Vec<_> = calls
            .iter()
            .rev()
            .map(|call| format!("{} {}", call["Step"].as_str().unwrap(), call["Outcome"].as_str().unwrap()))
            .collect();
        assert_eq!(
            told,
            ["Create Unknown", "LookUp Done", "Create Done", "Read Done", "Mail Done", "Read Failed"],
            "{engine:?}"
        );
        let first = calls.last().expect("the first call");
        assert_eq!(
            (&first["Message"], &first["At"]),
            (&json!("The connection was closed."), &json!("2026-07-20T16:00:00.000Z"))
        );
        assert!(first["By"].as_str().is_some_and(|name| !name.is_empty()), "{first}");
        let state = &history["ErpState"];
        assert_eq!(
            (&state["Text"], &state["ReadFailure"]),
            (&json!("Sent"), &json!("The accounting system refuses our credentials: The token has expired."))
        );
        let failed = this.billed.client.get("/api/v1/erp/failed-reads").await.value();
        assert_eq!((&failed[0]["Name"], &failed[0]["Documents"]), (&json!("Books"), &json!(1)));
        this.sync(&id).await.value();
        assert_eq!(this.billed.client.get("/api/v1/erp/failed-reads").await.value(), json!([]));
        let other = this.billed.app.group().create().await;
        let path = format!("/api/v1/billing/{other}/snapshots/{id}/erp/history");
        assert_eq!(this.billed.client.get(&path).await.status, 404);
    }
}

/// A program that stops in the middle of a call leaves a row that says so after three minutes.
#[tokio::test]
async fn a_call_whose_program_stopped_is_shown_as_failed_and_retried_safely() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let mut this = InErp::on(engine).await;
        let id = this.invoiced().await;
        let stopped = "update erp_document set state = 1, last_error = null";
        store::testing::execute(&this.billed.app.ctx.store, stopped).await;
        let left = "update snapshot set erp_ref_id = null, api_service_id = null";
        store::testing::execute(&this.billed.app.ctx.store, left).await;
        assert_eq!(this.state(&id).await, "Queued");
        this.travel_to("2026-07-20T16:03:00Z").await;
        assert_eq!(this.state(&id).await, "Failed");
        let told = this.history(&id).await["ErpState"]["Message"].clone();
        assert!(told.as_str().is_some_and(|told| told.starts_with("The program stopped while the call was made")));
        this.create(&id).await.value();
        assert_eq!((this.state(&id).await.as_str(), this.erp.documents().len()), ("Sent", 1), "{engine:?}");
    }
}

#[tokio::test]
async fn closed_books_are_told_with_what_to_do() {
    let this = InErp::start().await;
    let id = this.billed.bill(7).await["Id"].clone();
    let closed = connectors::ConnectorError::refused(connectors::Refusal::PeriodClosed, "The books are closed.");
    this.erp.fail_next(Call::CreateInvoice, Fault::Before(closed));
    let said = this.create(&id).await.message();
    assert!(said.starts_with("The books are closed. The books of the ERP are closed for the date"), "{said}");
    assert_eq!(this.state(&id).await, "Failed");
    assert_eq!(this.history(&id).await["ErpState"]["Message"], json!(said));
}

/// A mail that surely failed is seen, and is asked for again alone, by Create as by Update.
#[tokio::test]
async fn a_mail_that_surely_failed_is_sent_by_the_next_try_alone() {
    use Call::{CreateInvoice, EmailInvoice, UpdateInvoice};
    let bad = connectors::ConnectorError::refused(connectors::Refusal::Invalid, "The address is no address.");
    for (engine, fault, why) in [
        (Engine::Sqlite, Fault::busy(), "The accounting system is not available at the moment: Too many requests."),
        (
            Engine::Postgres,
            Fault::throttled(None),
            "The accounting system is not available at the moment: Too many calls.",
        ),
        (Engine::Sqlite, Fault::Before(bad), "The address is no address."),
    ] {
        let this = InErp::on(engine).await;
        let told = json!(format!("The invoice stands, its mail failed: {why}"));
        let message = async |id: &Value| this.history(id).await["ErpState"]["Message"].clone();
        let id = this.billed.bill(5).await["Id"].clone();
        this.erp.fail_next(EmailInvoice, fault.clone());
        assert_eq!(this.create(&id).await.value()["InErp"], true, "the invoice stands");
        assert_eq!((this.state(&id).await.as_str(), message(&id).await), ("Failed", told.clone()), "{engine:?}");
        this.sync(&id).await.value();
        assert_eq!(
            (this.state(&id).await.as_str(), message(&id).await),
            ("Failed", told.clone()),
            "a read mails nothing"
        );
        this.erp.fail_next(EmailInvoice, fault.clone());
        assert_eq!(json!(this.create(&id).await.message()), told);
        this.create(&id).await.value();
        assert_eq!((this.state(&id).await.as_str(), message(&id).await), ("Sent", Value::Null));
        this.create(&id).await.value();
        assert_eq!(this.written(), [CreateInvoice, EmailInvoice, EmailInvoice, EmailInvoice]);

        let next = this.billed.bill(6).await["Id"].clone();
        this.erp.fail_next(EmailInvoice, fault.clone());
        this.create(&next).await.value();
        this.update(&next).await.value();
        assert_eq!(this.state(&next).await, "Sent");
        assert_eq!(this.written().split_off(4), [CreateInvoice, EmailInvoice, EmailInvoice], "the mail alone");

        let last = this.billed.bill(7).await["Id"].clone();
        this.erp.fail_next(EmailInvoice, fault);
        this.create(&last).await.value();
        this.regenerate(&last).await;
        assert_eq!((this.state(&last).await.as_str(), message(&last).await), ("Out of date", told));
        this.update(&last).await.value();
        assert_eq!(this.state(&last).await, "Sent");
        assert_eq!(this.written().split_off(7), [CreateInvoice, EmailInvoice, UpdateInvoice, EmailInvoice]);
        assert_eq!(this.erp.mails().len(), 3, "each once");
    }
}

/// Each success is a mail: an unknown outcome is shown, and the mail is never sent again.
#[tokio::test]
async fn a_mail_of_unknown_outcome_is_never_sent_again() {
    for (engine, fault, mails) in
        [(Engine::Sqlite, Fault::answer_lost(), 1), (Engine::Postgres, Fault::request_lost(), 0)]
    {
        let this = InErp::on(engine).await;
        let id = this.billed.bill(7).await["Id"].clone();
        this.erp.fail_next(Call::EmailInvoice, fault);
        this.create(&id).await.value();
        assert_eq!(this.state(&id).await, "Sent", "{engine:?}");
        let told = this.history(&id).await["ErpState"]["Message"].clone();
        let says = "The invoice stands. It is not known whether its mail was sent, so it is not sent again: ";
        assert!(told.as_str().is_some_and(|told| told.starts_with(says)), "{told}");
        this.create(&id).await.value();
        this.update(&id).await.value();
        this.regenerate(&id).await;
        this.update(&id).await.value();
        assert_eq!(this.erp.mails().len(), mails, "{engine:?}");
        assert_eq!(this.written().iter().filter(|call| **call == Call::EmailInvoice).count(), 1);
    }
}

/// A system that does not tell leaves it to a person: a mail that was seen there counts as sent, and one that was not is sent.
#[tokio::test]
async fn a_person_settles_a_mail_of_unknown_outcome() {
    for (engine, fault, is_mailed) in
        [(Engine::Sqlite, Fault::answer_lost(), true), (Engine::Postgres, Fault::request_lost(), false)]
    {
        let this = InErp::on(engine).await;
        let id = this.billed.bill(7).await["Id"].clone();
        this.erp.fail_next(Call::EmailInvoice, fault);
        this.create(&id).await.value();
        assert_eq!(this.history(&id).await["ErpState"]["IsMailUnknown"], true);
        let queued = this.billed.client.get("/api/v1/work-queue/ErpDocuments").await.value();
        assert_eq!(queued["Data"][0]["Fix"], "Settle Mail", "{queued}");
        if !is_mailed {
            this.plan(json!({"InvoiceRecipientEmailAddresses": ""})).await;
            let nowhere = this.settle_mail(&id, is_mailed).await;
            assert_eq!(nowhere.message(), "The billing plan has no invoice recipients.");
            this.plan(json!({})).await;
        }
        this.settle_mail(&id, is_mailed).await.value();
        assert_eq!((this.state(&id).await.as_str(), this.erp.mails().len()), ("Sent", 1), "{engine:?}: mailed once");
        assert_eq!(this.history(&id).await["ErpState"]["IsMailUnknown"], false);
        let known = this.settle_mail(&id, is_mailed).await;
        assert!(known.message().starts_with("It is known whether this invoice was mailed"), "{}", known.message());
        let settled = this.actions(&id).await.into_iter().filter(|action| action == "settle_mail").count();
        assert_eq!(settled, 1, "{engine:?}");
    }
}

/// A program that was killed while it asked for a mail leaves its time. A read since then does not hold the settlement up.
#[tokio::test]
async fn a_mail_whose_program_was_killed_is_settled_after_a_read_too() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let this = InErp::on(engine).await;
        let id = this.invoiced().await;
        let killed = "update erp_document set mail = 1, mail_asked_at = '2026-07-20T16:00:00.000Z'";
        store::testing::execute(&this.billed.app.ctx.store, killed).await;
        assert_eq!(this.state(&id).await, "Queued", "{engine:?}");
        let early = this.settle_mail(&id, true).await;
        assert!(early.message().starts_with("The mail of this invoice may be on its way"), "{}", early.message());
        this.billed.app.pass(chrono::TimeDelta::minutes(4));
        this.sync(&id).await.value();
        assert_eq!(this.history(&id).await["ErpState"]["IsMailUnknown"], true, "{engine:?}");
        this.settle_mail(&id, true).await.value();
        assert_eq!(this.state(&id).await, "Sent");
    }
}

/// A system that tells whether it has mailed a document settles a mail of unknown outcome: it is sent, or due again.
#[tokio::test]
async fn a_sync_settles_a_mail_of_unknown_outcome_where_the_system_tells() {
    for (engine, fault, state) in
        [(Engine::Sqlite, Fault::answer_lost(), "Sent"), (Engine::Postgres, Fault::request_lost(), "Failed")]
    {
        let this = InErp::on(engine).await;
        this.erp.tell_mails();
        let id = this.billed.bill(7).await["Id"].clone();
        this.erp.fail_next(Call::EmailInvoice, fault);
        this.create(&id).await.value();
        this.billed.app.pass(chrono::TimeDelta::minutes(4));
        this.sync(&id).await.value();
        assert_eq!(this.state(&id).await, state, "{engine:?}");
        this.create(&id).await.value();
        assert_eq!((this.state(&id).await.as_str(), this.erp.mails().len()), ("Sent", 1), "{engine:?}: mailed once");
        assert_eq!(this.history(&id).await["ErpState"]["Message"], Value::Null);
    }
}

/// The number belongs to the document there: it is taken over, and told.
#[tokio::test]
async fn a_number_that_was_changed_over_there_is_told() {
    let this = InErp::start().await;
    let id = this.invoiced().await;
    let at = this.erp.documents().remove(0).at;
    this.erp.renumber(&at, "HAND-1171").expect("it exists");
    this.sync(&id).await.value();
    assert_eq!(this.viewed(&id).await["InvoiceNumber"], "HAND-1171");
    let told = this.history(&id).await["Calls"][0]["Message"].clone();
    assert_eq!(told, "The number was changed in the ERP from 000001 to HAND-1171. The invoice has that number now.");
    assert_eq!(this.actions(&id).await.iter().filter(|action| *action == "invoice_changed").count(), 1);
    this.erp.renumber(&at, "HAND-1172").expect("it exists");
    this.update(&id).await.value();
    assert!(this.history(&id).await["Calls"][0]["Message"].as_str().is_some_and(|told| told.contains("HAND-1172")));
}

/// What is paid and says what the snapshot says is not updated in silence: there is nothing to write, and nothing may be.
#[tokio::test]
async fn an_update_of_a_paid_invoice_is_refused_although_nothing_has_changed() {
    let this = InErp::start().await;
    let id = this.invoiced().await;
    let document = this.erp.documents().remove(0);
    this.erp.record_payment(&document.at, document.total).expect("so much is open");
    this.sync(&id).await.value();
    let refused = this.update(&id).await;
    assert!(refused.message().starts_with("The invoice is paid or voided in the ERP"), "{}", refused.message());
    assert_eq!(this.state(&id).await, "Sent", "nothing failed");
}

/// A plan that mails no more takes the failed mail away.
#[tokio::test]
async fn a_mail_that_is_not_wished_for_any_more_is_not_sent() {
    let this = InErp::start().await;
    let id = this.billed.bill(7).await["Id"].clone();
    this.erp.fail_next(Call::EmailInvoice, Fault::busy());
    this.create(&id).await.value();
    this.plan(json!({"SendInvoice": false})).await;
    this.create(&id).await.value();
    assert_eq!((this.state(&id).await.as_str(), this.erp.mails().len()), ("Sent", 0));
}

/// A push that fails before anything is written there, as while the terms are read, is seen like any other.
#[tokio::test]
async fn a_push_that_fails_before_the_first_write_is_seen() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let this = InErp::on(engine).await;
        let id = this.billed.bill(7).await["Id"].clone();
        let why = "The accounting system is not available at the moment: Too many requests.";
        let newest = async || {
            let history = this.history(&id).await;
            let call = &history["Calls"][0];
            let told = format!("{} {}", call["Step"].as_str().unwrap_or(""), call["Outcome"].as_str().unwrap_or(""));
            (history["ErpState"]["Message"].clone(), told)
        };
        this.erp.fail_next(Call::Terms, Fault::busy());
        assert_eq!(this.create(&id).await.message(), why, "{engine:?}");
        assert_eq!(this.state(&id).await, "Failed");
        assert_eq!(newest().await, (json!(why), "Create Failed".to_owned()));
        assert_eq!(this.written(), []);
        this.create(&id).await.value();
        assert_eq!((this.state(&id).await.as_str(), this.erp.documents().len()), ("Sent", 1));
        assert_eq!(this.viewed(&id).await["ErpInvoice"]["DueDate"], "2026-08-04", "by the terms");

        this.regenerate(&id).await;
        this.erp.fail_next(Call::Terms, Fault::busy());
        assert_eq!(this.update(&id).await.message(), why);
        assert_eq!(this.state(&id).await, "Failed");
        assert_eq!(newest().await, (json!(why), "Update Failed".to_owned()));
        this.update(&id).await.value();
        assert_eq!(this.state(&id).await, "Sent");
    }
}

/// A request of unknown outcome stays one while the terms cannot be read: sent again, it goes under the same key.
#[tokio::test]
async fn a_push_that_cannot_begin_forgets_no_unknown_outcome() {
    let this = InErp::start().await;
    let id = this.billed.bill(7).await["Id"].clone();
    this.erp.fail_next(Call::CreateInvoice, Fault::request_lost());
    this.erp.fail_next(Call::Find, Fault::busy());
    this.create(&id).await.message();
    this.erp.fail_always(Fault::busy());
    this.create(&id).await.message();
    this.erp.recover();
    let refused = this.billed.client.delete(&this.billed.snapshot(&id)).await.message();
    assert!(refused.contains("Choose Create Invoice in ERP again"), "it may be in the ERP: {refused}");
    this.create(&id).await.value();
    assert_eq!((this.state(&id).await.as_str(), this.erp.documents().len()), ("Sent", 1));
}

/// Customers and brokers see the invoice and where it is paid, not where staff open it in the ERP.
#[tokio::test]
async fn where_an_invoice_stands_is_for_administrators() {
    let this = InErp::start().await;
    let (id, group) = (this.invoiced().await, this.billed.group);
    let grant = format!("update employer_group set enable_invoice_access = true where id = {group}");
    store::testing::execute(&this.billed.app.ctx.store, &grant).await;
    let app = &this.billed.app;
    let (own, of_group) = (Some(BrokerId(1)), [domain::GroupId(group)]);
    let pointers =
        |invoice: &Value| ["ErpInvoiceUrl", "ErpInvoiceRefId", "ApiService"].map(|name| invoice[name].clone());
    for (role, broker) in [(Role::GroupUser, None), (Role::AccountManager, own), (Role::BrokerAdministrator, own)] {
        let groups = if role == Role::BrokerAdministrator { &of_group[..0] } else { &of_group[..] };
        let (_, client) = app.user(role, broker, groups).await;
        let listed = client.get("/api/v1/invoices").await.value()["Data"][0].clone();
        let viewed = client.get(&format!("/api/v1/invoices/{id}")).await.value();
        for invoice in [&listed, &viewed] {
            assert_eq!((&invoice["Id"], pointers(invoice)), (&id, [(); 3].map(|()| Value::Null)), "{role:?}");
            assert_eq!(invoice["InvoiceDate"], "2026-07-20", "{role:?}");
        }
        assert_eq!(viewed["ErpInvoice"]["InvoiceLink"], "https://erp.example/pay/8");
        let pdf = client.get(&format!("/api/v1/erp/invoices/0/pdf?InvoiceId={id}&EmployerId={group}")).await;
        assert_eq!(pdf.status, 200, "{role:?}");
    }
    let staff = this.viewed(&id).await;
    assert_eq!(pointers(&staff), [json!("https://erp.example/invoice/8"), json!("8"), json!({"Id": this.account})]);
}
