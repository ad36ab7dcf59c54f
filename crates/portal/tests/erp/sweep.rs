//! The sweep: what is read without anybody asking, and what a failed read leaves.

use super::*;

impl InErp {
    /// Runs the sweep that is due and all its pages.
    async fn sweep(&self) {
        portal::billing::snapshots::erp::sweeping::begin(&self.billed.app.ctx).await.expect("queued");
        portal::jobs::run_due(&self.billed.app.ctx).await.expect("the jobs run");
    }

    async fn standing_calls(&self) -> usize {
        self.erp.calls().iter().filter(|call| **call == Call::Standing).count()
    }
}

#[tokio::test]
async fn a_sweep_hears_what_happened_there() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let mut this = InErp::on(engine).await;
        let id = this.invoiced().await;
        let at = this.erp.documents().remove(0).at;
        let asked = this.standing_calls().await;
        this.sweep().await;
        assert_eq!(this.standing_calls().await, asked, "it was read when it was created");

        this.travel_to("2026-07-20T18:00:00Z").await;
        this.sweep().await;
        let quiet = this.history(&id).await["Calls"].as_array().expect("calls").len();
        this.erp.record_payment(&at, Money::from_cents(500)).expect("so much is open");
        this.travel_to("2026-07-20T20:00:00Z").await;
        this.sweep().await;
        let viewed = this.viewed(&id).await;
        assert_eq!(
            (&viewed["PaymentStatusText"], &viewed["ErpInvoice"]["Balance"]),
            (&json!("Partially Paid"), &json!(15.0))
        );
        let history = this.history(&id).await;
        let calls = history["Calls"].as_array().expect("calls");
        assert_eq!((calls.len(), &calls[0]["By"]), (quiet + 1, &Value::Null), "only what is new leaves a line");
        assert_eq!(this.actions(&id).await.last().map(String::as_str), Some("sync_payment"));

        this.erp.edit_memo(&at, "Purchase order 2291").expect("it exists");
        this.travel_to("2026-07-20T22:00:00Z").await;
        this.sweep().await;
        assert_eq!(this.state(&id).await, "Changed in the ERP");
        this.erp.delete(&at).expect("it exists");
        this.travel_to("2026-07-21T00:00:00Z").await;
        this.sweep().await;
        assert_eq!(this.state(&id).await, "Deleted in the ERP", "{engine:?}");
        assert_eq!(this.erp.documents().len(), 0, "nothing is sent by itself");
    }
}

#[tokio::test]
async fn a_failed_read_changes_nothing_and_is_seen() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let mut this = InErp::on(engine).await;
        let id = this.invoiced().await;
        this.travel_to("2026-07-20T18:00:00Z").await;
        this.erp.fail_next(Call::Standing, Fault::credentials_refused());
        this.sweep().await;
        let viewed = this.viewed(&id).await;
        assert_eq!((&viewed["PaymentStatusText"], &viewed["ErpInvoice"]["Balance"]), (&json!("Open"), &json!(20.0)));
        assert_eq!(viewed["ErpState"]["ReadFailedOn"], "2026-07-20T18:00:00.000Z", "{engine:?}");
        let failed = this.billed.client.get("/api/v1/erp/failed-reads").await.value();
        assert_eq!(
            failed,
            json!([{
                "ApiServiceId": this.account, "Name": "Books", "Documents": 1, "FailedOn": "2026-07-20T18:00:00.000Z",
                "Message": "The accounting system refuses our credentials: The token has expired.",
            }])
        );
        assert_eq!(this.actions(&id).await.last().map(String::as_str), Some("sync_payment_failed"));
        this.sweep().await;
        assert_eq!(this.billed.client.get("/api/v1/erp/failed-reads").await.value(), json!([]));
        assert_eq!(this.viewed(&id).await["ErpState"]["ReadFailedOn"], Value::Null);
    }
}

/// Paid ones are read once a week: they may be voided or deleted too.
#[tokio::test]
async fn what_is_settled_is_read_once_a_week_for_a_year() {
    let mut this = InErp::start().await;
    let id = this.invoiced().await;
    let at = this.erp.documents().remove(0).at;
    this.erp.record_payment(&at, Money::from_cents(2000)).expect("so much is open");
    this.sync(&id).await.value();
    let mut asked = this.standing_calls().await;
    for (now, reads) in [
        ("2026-07-21T16:00:00Z", 0),
        ("2026-07-27T16:00:01Z", 1),
        ("2026-07-28T16:00:00Z", 0),
        ("2027-07-21T16:00:00Z", 1),
        ("2027-08-20T16:00:00Z", 0),
    ] {
        this.travel_to(now).await;
        this.sweep().await;
        let now_asked = this.standing_calls().await;
        assert_eq!(now_asked - asked, reads, "{now}");
        asked = now_asked;
    }
}

/// Pages are jobs of their own; an account that cannot be reached is left to the next sweep after some reads of it.
#[tokio::test]
async fn an_account_that_is_away_is_not_asked_for_everything() {
    let mut this = InErp::start().await;
    for month in 2..=7 {
        let id = this.billed.bill(month).await["Id"].clone();
        this.create(&id).await.value();
    }
    let asked = this.standing_calls().await;
    this.travel_to("2026-07-20T18:00:00Z").await;
    this.erp.fail_always(Fault::credentials_refused());
    this.sweep().await;
    assert_eq!(this.standing_calls().await - asked, 6, "they are one page");
    let failed = this.billed.client.get("/api/v1/erp/failed-reads").await.value();
    assert_eq!(failed[0]["Documents"], 6);
}

/// A throttled sweep goes on later where it stopped.
#[tokio::test]
async fn a_throttled_sweep_waits_as_long_as_it_is_asked_to() {
    let mut this = InErp::start().await;
    let id = this.invoiced().await;
    this.travel_to("2026-07-20T18:00:00Z").await;
    let at = this.erp.documents().remove(0).at;
    this.erp.record_payment(&at, Money::from_cents(500)).expect("so much is open");
    this.erp.fail_next(Call::Standing, Fault::throttled(Some(std::time::Duration::from_secs(60))));
    this.sweep().await;
    assert_eq!(this.viewed(&id).await["PaymentStatusText"], "Open");
    this.travel_to("2026-07-20T18:02:00Z").await;
    portal::jobs::run_due(&this.billed.app.ctx).await.expect("the jobs run");
    assert_eq!(this.viewed(&id).await["PaymentStatusText"], "Partially Paid");
}

/// What a program left in the middle is looked up; nothing is sent, no mail either.
#[tokio::test]
async fn a_sweep_looks_up_what_was_left_in_the_middle() {
    for (fault, count) in [(Fault::answer_lost(), 1), (Fault::request_lost(), 0)] {
        let mut this = InErp::start().await;
        let id = this.billed.bill(7).await["Id"].clone();
        this.erp.fail_next(Call::CreateInvoice, fault);
        this.erp.fail_next(Call::Find, Fault::busy());
        this.create(&id).await.message();
        assert_eq!(this.state(&id).await, "Failed");
        this.travel_to("2026-07-20T18:00:00Z").await;
        this.sweep().await;
        assert_eq!((this.state(&id).await.as_str(), this.erp.documents().len()), ("Failed", count));
        let told = this.history(&id).await["ErpState"]["Message"].clone();
        let mail = "The invoice stands, its mail was not sent yet.";
        assert_eq!((told == mail, this.erp.mails().len()), (count == 1, 0), "nobody asks for the mail: {told}");
        let sent = this.erp.calls().iter().filter(|call| **call == Call::CreateInvoice).count();
        assert_eq!(sent, 1, "nothing is sent by itself");
        this.create(&id).await.value();
        assert_eq!((this.erp.documents().len(), this.erp.mails().len()), (1, 1), "a person asks for it");
    }
}

/// A user opens the copy of an invoice that the ERP no longer has.
#[tokio::test]
async fn a_read_in_passing_notices_what_was_deleted() {
    let this = InErp::start().await;
    let id = this.invoiced().await;
    this.erp.delete(&this.erp.documents().remove(0).at).expect("it exists");
    let pdf = format!("/api/v1/erp/invoices/0/pdf?InvoiceId={id}");
    assert_eq!(this.billed.client.get(&pdf).await.status, 200);
    portal::jobs::run_due(&this.billed.app.ctx).await.expect("the jobs run");
    assert_eq!(this.state(&id).await, "Deleted in the ERP");
}
