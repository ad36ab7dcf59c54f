//! Snapshots in the accounting system: created once, updated, asked for their payment.

mod accounts;
mod bulk;
mod credits;
mod customers;
mod deleting;
mod doctor;
mod new_customers;
mod ours;
mod paper;
mod standing;
mod states;
mod sweep;
mod systems;

use connectors::DocumentKind;
use connectors::fake::{Call, FakeErp, Fault};
use domain::access::Role;
use domain::members::Status;
use domain::{ApiServiceId, Money};
use insta::assert_json_snapshot;
use serde_json::{Value, json};
use store::Engine;

use crate::support::{Billed, Reply};

const GONE: &str = "The invoice does not exist in the ERP any more, so this snapshot is not invoiced now.";

/// The memo of the invoice of July.
const MEMO: &str = "Medical, July 2026. Group 10001";

/// A billed group whose plan leads to a customer of an ERP account.
struct InErp {
    billed: Billed,
    erp: FakeErp,
    account: ApiServiceId,
}

impl InErp {
    async fn start() -> Self {
        Self::on(Engine::Sqlite).await
    }

    async fn on(engine: Engine) -> Self {
        let billed = Billed::on(engine).await;
        billed.member("Ana", &[]).await;
        billed.member("Ben", &[]).await;
        let account = billed.app.erp_account("Books").await;
        let erp = FakeErp::stocked(&["Fernwood", "Harborline"], &["Juniper"]);
        billed.app.books.connect(account, &erp);
        let this = Self { billed, erp, account };
        this.plan(json!({})).await;
        this
    }

    /// Saves the plan with what is said of it, and else to the first customer on terms of 15 days.
    async fn plan(&self, but: Value) {
        let erp = &self.erp;
        let customer = connectors::Accounting::customers(erp, "fern", 1).await.expect("customers").remove(0);
        let terms = connectors::Accounting::terms(erp).await.expect("terms");
        let terms = terms.iter().find(|terms| terms.name == "Net 15").expect("usual terms");
        let mut form = json!({
            "Name": "Medical", "ApiServiceId": self.account, "ErpCustomerId": customer.id.as_str(),
            "ErpCustomerName": customer.display_name, "ErpDefaultInvoiceTermId": terms.id.as_str(),
            "InvoiceRecipientEmailAddresses": "ap@example.com",
        });
        form.as_object_mut().expect("a form").extend(but.as_object().expect("fields").clone());
        let path = format!("/api/v1/billing/{}/invoices/{}", self.billed.group, self.billed.plan);
        self.billed.client.put(&path, form).await.value();
    }

    async fn create(&self, id: &Value) -> Reply {
        let path = format!("{}/erp/invoice", self.billed.snapshot(id));
        self.billed.client.post(&path, json!({})).await
    }

    async fn update(&self, id: &Value) -> Reply {
        let path = format!("{}/erp/invoice/line-items", self.billed.snapshot(id));
        self.billed.client.post(&path, json!({})).await
    }

    /// What differs between the snapshot and its document there.
    async fn differences(&self, id: &Value) -> Value {
        self.billed.client.post(&format!("{}/erp/differences", self.billed.snapshot(id)), json!({})).await.value()
    }

    /// Updates the document although it was changed there, at the version that was looked at.
    async fn replace(&self, id: &Value, seen: &Value) -> Reply {
        let seen = seen.as_str().expect("a revision");
        let path = format!("{}/erp/invoice/line-items?ReplaceRevision={seen}", self.billed.snapshot(id));
        self.billed.client.post(&path, json!({})).await
    }

    /// Keeps the document as it was changed there, at the version that was looked at.
    async fn keep(&self, id: &Value, seen: &Value) -> Reply {
        let seen = seen.as_str().expect("a revision");
        let path = format!("{}/erp/keep?Revision={seen}", self.billed.snapshot(id));
        self.billed.client.post(&path, json!({})).await
    }

    /// Says of a mail of unknown outcome whether it was sent.
    async fn settle_mail(&self, id: &Value, is_mailed: bool) -> Reply {
        let path = format!("{}/erp/mail-outcome?IsMailed={is_mailed}", self.billed.snapshot(id));
        self.billed.client.post(&path, json!({})).await
    }

    /// How the snapshot stands there and the calls that were made for it.
    async fn history(&self, id: &Value) -> Value {
        self.billed.client.get(&format!("{}/erp/history", self.billed.snapshot(id))).await.value()
    }

    /// The state as its list, its detail, its invoice and its history say; all say the same.
    async fn state(&self, id: &Value) -> String {
        let client = &self.billed.client;
        let listed = client.get(&format!("/api/v1/billing/{}/snapshots", self.billed.group)).await.value();
        let invoices = client.get("/api/v1/invoices").await.value();
        let of_id = |list: &Value| {
            let rows = list["Data"].as_array().expect("a list");
            rows.iter().find(|row| row["Id"] == *id).expect("the row")["ErpState"].clone()
        };
        let detail = client.get(&self.billed.snapshot(id)).await.value()["ErpState"].clone();
        let told = [of_id(&listed), of_id(&invoices), self.viewed(id).await["ErpState"].clone()];
        assert!(told.iter().all(|one| *one == detail), "{told:?} beside {detail}");
        assert_eq!(self.history(id).await["ErpState"], detail);
        detail["Text"].as_str().expect("a text").to_owned()
    }

    async fn sync(&self, id: &Value) -> Reply {
        self.billed.client.post(&format!("{}/sync-status", self.billed.snapshot(id)), json!({})).await
    }

    /// Days later somebody signs in anew.
    async fn travel_to(&mut self, instant: &str) {
        self.billed.app.travel_to(instant);
        self.billed.client = self.billed.app.administrator().await;
    }

    async fn regenerate(&self, id: &Value) {
        self.billed.client.post(&format!("{}/regenerate", self.billed.snapshot(id)), json!({})).await.value();
    }

    /// The invoice of July, in the ERP.
    async fn invoiced(&self) -> Value {
        let id = self.billed.bill(7).await["Id"].clone();
        self.create(&id).await.value();
        id
    }

    /// Ends all members of the group.
    async fn end_all(&self, day: &str) {
        self.end(day, usize::MAX).await;
    }

    /// Ends one of them.
    async fn end_one(&self, day: &str) {
        self.end(day, 1).await;
    }

    async fn end(&self, day: &str, count: usize) {
        let path = format!("/api/v1/employees/search?GroupId={}&Page=1", self.billed.group);
        let all = self.billed.client.get(&path).await.value();
        for member in all["Data"].as_array().expect("members").iter().take(count) {
            let path = format!("/api/v1/employees/{}/terminate", member["Id"]);
            self.billed.client.post(&path, json!({"EffectiveDate": day, "OverrideDate": true})).await.value();
        }
    }

    async fn viewed(&self, id: &Value) -> Value {
        self.billed.client.get(&format!("/api/v1/invoices/{id}")).await.value()
    }

    /// What is done in the accounting system, by its name.
    fn written(&self) -> Vec<Call> {
        let is_write = |call: &Call| matches!(call, Call::CreateInvoice | Call::UpdateInvoice | Call::EmailInvoice);
        self.erp.calls().into_iter().filter(is_write).collect()
    }

    async fn actions(&self, id: &Value) -> Vec<String> {
        let path = format!("/api/v1/audit?Page=1&Subject=snapshot&SubjectId={id}&OrderBy=Id");
        let trail = self.billed.client.get(&path).await.value();
        let rows = trail["Data"].as_array().expect("a list").iter();
        rows.map(|row| row["Action"].as_str().expect("an action").replace("snapshot.", "")).collect()
    }
}

#[tokio::test]
async fn a_snapshot_becomes_an_invoice_with_number_dates_and_link() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let this = InErp::on(engine).await;
        let id = this.billed.bill(7).await["Id"].clone();
        let made = this.create(&id).await.value();
        let told = |key: &str| made[key].clone();
        assert_eq!(
            (told("InErp"), told("ErpInvoiceUrl"), told("OutOfDate"), told("PaymentStatusText")),
            (json!(true), json!("https://erp.example/invoice/8"), json!(false), json!("Open"))
        );
        let document = this.erp.documents().remove(0);
        assert_eq!((document.number.as_str(), document.total), ("000001", Money::from_cents(2000)));
        let lines: Vec<_> =
            this.erp.lines(&document.at).iter().map(|line| (line.description.clone(), line.quantity)).collect();
        assert_eq!(lines, [("PEPM, July 2026".to_owned(), 2)]);
        assert_eq!(this.erp.mails().len(), 1, "the plan says so");
        assert_eq!(this.erp.mails()[0].recipients, ["ap@example.com"]);
        let viewed = this.viewed(&id).await;
        assert_eq!((&viewed["ErpInvoiceRefId"], &viewed["ApiService"]["Id"]), (&json!("8"), &json!(this.account)));
        if engine == Engine::Sqlite {
            assert_json_snapshot!(viewed["ErpInvoice"], @r#"
            {
              "Balance": 20.0,
              "BillingAddress": {
                "AddressLine1": null,
                "AddressLine2": null,
                "City": null,
                "State": null,
                "ZipCode": null
              },
              "CustomerMemo": "Medical, July 2026. Group 10001",
              "DocNumber": "000001",
              "DocumentType": "Invoice",
              "DueDate": "2026-08-04",
              "InvoiceLink": "https://erp.example/pay/8",
              "Status": 1,
              "StatusName": "Open",
              "TotalAmount": 20.0,
              "TxnDate": "2026-07-20"
            }
            "#);
        }
        let of_group = format!("EmployerId={}&", this.billed.group);
        for (of, term, count) in [
            ("", "000001", 1),
            ("", "open", 1),
            ("", "OPEN 2026", 1),
            ("", "overdue", 0),
            ("", "fernwood", 1),
            (of_group.as_str(), "fernwood", 0),
            (of_group.as_str(), "open", 1),
        ] {
            let path = format!("/api/v1/invoices?{of}OrderBy=InvoiceDate&Term={}", term.replace(' ', "%20"));
            let found = this.billed.client.get(&path).await.value();
            assert_eq!(found["TotalRecords"], count, "{of} {term}");
        }
        assert_eq!(viewed["InvoiceDate"], "2026-07-20");
        assert_eq!(this.actions(&id).await, ["create", "create_invoice", "mail_invoice"]);
    }
}

#[tokio::test]
async fn asked_again_or_twice_at_once_it_is_created_once() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let this = InErp::on(engine).await;
        let id = this.billed.bill(7).await["Id"].clone();
        let answers = tokio::join!(this.create(&id), this.create(&id), this.create(&id));
        for answer in [answers.0, answers.1, answers.2] {
            let body = answer.json();
            let is_told =
                body["FirstErrorMessage"].as_str().is_some_and(|said| said.contains("being written right now"));
            assert!(body["IsValid"] == true || is_told, "{body}");
        }
        this.create(&id).await.value();
        assert_eq!(this.erp.documents().len(), 1, "{engine:?}");
        assert_eq!(this.written(), [Call::CreateInvoice, Call::EmailInvoice]);
    }
}

/// The system has done it, but its answer is lost: it is found at once.
#[tokio::test]
async fn a_lost_answer_is_looked_up() {
    let this = InErp::start().await;
    let id = this.billed.bill(7).await["Id"].clone();
    this.erp.fail_next(Call::CreateInvoice, Fault::answer_lost());
    assert_eq!(this.create(&id).await.value()["InErp"], true);
    assert_eq!(this.erp.documents().len(), 1);
    assert_eq!(this.written(), [Call::CreateInvoice, Call::EmailInvoice]);
}

/// Neither the answer nor the look-up comes through: nothing is sent again before the look-up has an answer, even on another day and with
/// another customer in the plan. That customer is not mailed what the other one was billed.
#[tokio::test]
async fn an_unknown_outcome_is_looked_up_before_anything_is_sent_again() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let mut this = InErp::on(engine).await;
        let id = this.billed.bill(7).await["Id"].clone();
        this.erp.fail_next(Call::CreateInvoice, Fault::answer_lost());
        this.erp.fail_next(Call::Find, Fault::busy());
        let said = this.create(&id).await.message();
        assert!(
            said.starts_with("The ERP gave no clear answer, so it is not known whether the invoice was written."),
            "{said}"
        );
        let shown = this.billed.client.get(&this.billed.snapshot(&id)).await.value();
        assert_eq!((&shown["InErp"], &shown["ErpInvoiceUrl"]), (&json!(false), &Value::Null), "nothing changed here");
        let refused = this.billed.client.delete(&this.billed.snapshot(&id)).await;
        let said = refused.message();
        assert!(said.contains("Choose Create Invoice in ERP again"), "it may be in the ERP: {said}");

        this.erp.fail_next(Call::Find, Fault::busy());
        assert!(this.create(&id).await.message().starts_with("The accounting system is not available"));
        this.travel_to("2026-07-21T16:00:00Z").await;
        this.plan(json!({"ErpCustomerId": "6", "ErpCustomerName": "Harborline"})).await;
        assert_eq!(this.create(&id).await.value()["InErp"], true);
        assert_eq!(this.erp.documents().len(), 1);
        assert_eq!(this.written(), [Call::CreateInvoice]);
        let viewed = this.viewed(&id).await;
        assert_eq!(viewed["ErpInvoice"]["TxnDate"], "2026-07-20", "the day it was asked for");
        let actions = ["create", "create_invoice_failed", "create_invoice_failed", "create_invoice"];
        assert_eq!(this.actions(&id).await, actions);
    }
}

/// The request itself is lost: looked up and not found, it is sent under the same key, on another day and with another content too.
#[tokio::test]
async fn what_was_surely_not_made_is_sent_again() {
    let mut this = InErp::start().await;
    let id = this.billed.bill(7).await["Id"].clone();
    let erp = this.erp.clone();
    let lost_twice = || (0..2).for_each(|_| erp.fail_next(Call::CreateInvoice, Fault::request_lost()));
    lost_twice();
    assert!(this.create(&id).await.message().starts_with("The ERP gave no clear answer"));
    lost_twice();
    this.travel_to("2026-07-22T16:00:00Z").await;
    assert!(
        this.create(&id).await.message().starts_with("The ERP gave no clear answer"),
        "sent again, with the same date"
    );
    this.plan(json!({"ErpCustomerId": "6", "ErpCustomerName": "Harborline"})).await;
    assert_eq!(this.create(&id).await.value()["InErp"], true);
    assert_eq!(this.viewed(&id).await["ErpInvoice"]["TxnDate"], "2026-07-20", "the day it was first asked for");
    assert_eq!(this.erp.documents().len(), 1);
    let other = this.billed.bill(8).await["Id"].clone();
    this.erp.fail_next(Call::CreateInvoice, Fault::request_lost());
    assert_eq!(this.create(&other).await.value()["InErp"], true, "once lost, it is sent again at once");
    assert_eq!(this.erp.documents().len(), 2);
}

#[tokio::test]
async fn a_refusal_changes_nothing_and_can_be_tried_again() {
    let this = InErp::start().await;
    let id = this.billed.bill(7).await["Id"].clone();
    for (fault, said) in [
        (Fault::busy(), "The accounting system is not available at the moment: Too many requests."),
        (Fault::credentials_refused(), "The accounting system refuses our credentials: The token has expired."),
    ] {
        this.erp.fail_next(Call::CreateInvoice, fault);
        assert_eq!(this.create(&id).await.message(), said);
    }
    // They were deleted there after the plan was saved.
    let gone = "update plan set erp_terms_id = '99'";
    store::testing::execute(&this.billed.app.ctx.store, gone).await;
    assert_eq!(this.create(&id).await.message(), "The terms are not known.");
    this.plan(json!({"SendInvoice": false})).await;
    assert_eq!(this.create(&id).await.value()["InErp"], true);
    assert_eq!((this.erp.documents().len(), this.erp.mails().len()), (1, 0));
}

#[tokio::test]
async fn an_empty_snapshot_is_no_invoice() {
    let this = InErp::start().await;
    let lines = format!("/api/v1/billing/{}/invoices/{}/line-items", this.billed.group, this.billed.plan);
    let only = this.billed.client.get(&lines).await.value()[0]["Id"].clone();
    this.billed.client.delete(&format!("{lines}/{only}")).await.value();
    let id = this.billed.bill(7).await["Id"].clone();
    assert_eq!(this.create(&id).await.message(), "This snapshot has no lines, so there is nothing to invoice.");
}

#[tokio::test]
async fn an_update_replaces_the_content_and_ends_being_out_of_date() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let this = InErp::on(engine).await;
        let id = this.invoiced().await;
        this.billed.member("Cy", &[]).await;
        this.regenerate(&id).await;
        let shown = this.billed.client.get(&this.billed.snapshot(&id)).await.value();
        assert_eq!((&shown["OutOfDate"], &shown["InErp"]), (&json!(true), &json!(true)));
        this.sync(&id).await.value();
        let viewed = this.viewed(&id).await;
        assert_eq!((&viewed["OutOfDate"], &viewed["InvoiceTotalDollars"]), (&json!(true), &json!(30.0)));
        let told = &viewed["ErpInvoice"];
        assert_eq!((&told["TotalAmount"], &told["Balance"]), (&json!(20.0), &json!(20.0)), "what stands in the ERP");
        let found = this.billed.client.get(&format!("/api/v1/invoices?Term={}", "000001")).await.value();
        assert_eq!(found["TotalRecords"], 1, "found by its number still");

        this.erp.fail_next(Call::UpdateInvoice, Fault::answer_lost());
        assert!(this.update(&id).await.message().starts_with("The ERP gave no clear answer"));
        let updated = this.update(&id).await.value();
        assert_eq!((&updated["OutOfDate"], &updated["InvoiceTotalDollars"]), (&json!(false), &json!(30.0)));
        let document = this.erp.documents().remove(0);
        assert_eq!((document.number.as_str(), document.total), ("000001", Money::from_cents(3000)));
        assert_eq!(this.erp.mails().len(), 1, "an update mails nothing");
        let viewed = this.viewed(&id).await;
        assert_eq!((&viewed["OutOfDate"], &viewed["ErpInvoice"]["TotalAmount"]), (&json!(false), &json!(30.0)));
        let actions = this.actions(&id).await;
        assert_eq!(actions[actions.len() - 3..], ["sync_payment", "update_invoice_failed", "update_invoice"]);
    }
}

#[tokio::test]
async fn an_update_never_overwrites_unseen_changes_nor_what_is_settled() {
    let this = InErp::start().await;
    let id = this.billed.bill(7).await["Id"].clone();
    assert_eq!(this.update(&id).await.message(), "This snapshot has not been invoiced in the ERP.");
    this.create(&id).await.value();
    let at = this.erp.documents().remove(0).at;
    this.erp.edit_memo(&at, "Purchase order 2291").expect("it exists");
    assert!(this.update(&id).await.message().starts_with("Somebody has changed the invoice in the ERP"));
    this.sync(&id).await.value();
    assert_eq!(this.viewed(&id).await["ErpInvoice"]["CustomerMemo"], "Purchase order 2291");
    let refused = this.update(&id).await;
    assert!(refused.message().starts_with("Somebody has changed the invoice in the ERP"), "a sync decides nothing");
    assert_eq!(refused.error_keys(), ["ReplaceRevision"]);
    let seen = this.differences(&id).await["Revision"].clone();
    this.replace(&id, &seen).await.value();
    assert_eq!(this.viewed(&id).await["ErpInvoice"]["CustomerMemo"], MEMO);

    let other = this.billed.app.erp_account("Ledgers").await;
    this.billed.app.books.connect(other, &FakeErp::stocked(&["Fernwood"], &[]));
    this.plan(json!({"ApiServiceId": other, "ErpDefaultInvoiceTermId": ""})).await;
    assert!(this.update(&id).await.message().starts_with("The billing plan has another ERP account now."));
    this.plan(json!({})).await;

    this.erp.record_payment(&at, Money::from_cents(2000)).expect("so much is open");
    assert!(
        this.update(&id).await.message().starts_with("The invoice is paid or voided in the ERP and cannot be changed.")
    );
    assert_eq!(this.viewed(&id).await["PaymentStatusText"], "Paid", "the refusal was read, without a sync");
    this.erp.delete(&at).expect("it exists");
    assert!(this.update(&id).await.message().starts_with(GONE));
    assert_eq!(this.update(&id).await.message(), "This snapshot has not been invoiced in the ERP.");
}

#[tokio::test]
async fn what_changes_by_get_is_for_our_own_pages() {
    let this = InErp::start().await;
    let id = this.invoiced().await;
    let of_plan = format!("{}/{id}", this.billed.snapshots());
    let paths = [
        format!("{of_plan}/sync-status"),
        format!("{of_plan}/erp/line-items"),
        format!("{of_plan}/regenerate"),
        format!("{}/sync-status", this.billed.snapshot(&id)),
    ];
    for path in &paths {
        let reply = this.billed.client.get(path).await;
        assert_eq!(
            (reply.status.as_u16(), &reply.headers["cache-control"]),
            (200, &"no-store".parse().expect("a header"))
        );
        reply.value();
        assert_eq!(this.billed.client.twin().tricked_elsewhere().get(path).await.status, 403, "{path}");
        let (_, user) = this.billed.app.user(Role::GroupUser, None, &[this.billed.group.into()]).await;
        assert_eq!(user.get(path).await.status, 403, "{path}");
    }
    let other = format!("/api/v1/billing/{}/invoices", this.billed.group);
    let other =
        this.billed.client.post(&other, json!({"Name": "Dental", "BillingType": 2})).await.value()["Id"].clone();
    let path = format!("/api/v1/billing/{}/invoices/{other}/snapshots/{id}/sync-status", this.billed.group);
    assert_eq!(this.billed.client.get(&path).await.status, 404, "another plan's");
}

#[tokio::test]
async fn others_see_what_they_can_pay_and_nobody_elses_snapshot() {
    let this = InErp::start().await;
    let id = this.invoiced().await;
    let other = this.billed.app.group().create().await;
    let path = format!("/api/v1/billing/{other}/snapshots/{id}");
    for (path, method) in [("erp/invoice", "POST"), ("erp/invoice/line-items", "POST"), ("sync-status", "GET")]
        .map(|(end, method)| (format!("{path}/{end}"), method))
    {
        assert_eq!(this.billed.client.call(method, &path, None).await.status, 404, "{path}");
    }
    assert_eq!(this.viewed(&id).await["ErpInvoice"]["InvoiceLink"], "https://erp.example/pay/8");
}

#[tokio::test]
async fn the_pdf_is_the_copy_of_the_erp_while_it_can_be_had() {
    let books = InErp::start().await;
    let id = books.invoiced().await;
    let pdf = async || {
        let reply = books.billed.client.get(&format!("/api/v1/erp/invoices/0/pdf?InvoiceId={id}")).await;
        assert_eq!(reply.headers["content-disposition"], "attachment; filename=\"invoice-000001.pdf\"");
        assert!(reply.bytes.starts_with(b"%PDF-"));
        // Its page is written plainly, ours is packed.
        let text = String::from_utf8_lossy(&reply.bytes).into_owned();
        if text.contains("Total 20.00") { "theirs" } else { "ours" }
    };
    assert_eq!(pdf().await, "theirs");
    for fault in [Fault::busy(), Fault::credentials_refused(), Fault::answer_lost()] {
        books.erp.fail_next(Call::InvoicePdf, fault);
        assert_eq!(pdf().await, "ours");
    }
    assert_eq!(pdf().await, "theirs");
    books.regenerate(&id).await;
    assert_eq!(pdf().await, "ours", "what was computed anew is not in the ERP yet");
    books.update(&id).await.value();
    assert_eq!(pdf().await, "theirs");
    let asked = books.erp.calls().iter().filter(|call| **call == Call::InvoicePdf).count();
    let archive = books.billed.client.get(&format!("/api/v1/invoices/archive?InvoiceIds={id}")).await;
    assert_eq!(archive.status, 200);
    let after = books.erp.calls().iter().filter(|call| **call == Call::InvoicePdf).count();
    assert_eq!((asked, after), (6, 6), "many at once are our own, and the ERP is not asked");
}
