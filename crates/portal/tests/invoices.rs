//! Invoices: what customers see of snapshots, and what their documents say.

use domain::access::Role;
use domain::billing::ledger::IdSet;
use domain::billing::snapshot::{ComputedSnapshot, Unbilled};
use domain::invoices::InvoiceDocument;
use domain::members::Status;
use domain::{BillingMonth, PlanId, PlanLineId, SnapshotId};
use insta::assert_json_snapshot;
use serde_json::{Value, json};
use store::snapshots::NewSnapshot;
use store::{Engine, Stamp};

use crate::support::Billed;

#[tokio::test]
async fn an_invoice_is_listed_viewed_and_downloaded_by_those_it_is_open_to() {
    let billed = Billed::start().await;
    billed.member("Ana", &[]).await;
    let made = billed.bill(7).await["Id"].clone();
    let listed = billed.client.get("/api/v1/invoices").await.value();
    assert_json_snapshot!(listed, @r##"
    {
      "Data": [
        {
          "ApiService": null,
          "BillingPlanName": "Medical",
          "CommissionStatus": 0,
          "CommissionStatusColor": "#6c757d",
          "CommissionStatusText": "None",
          "CreatedOn": "2026-07-20T16:00:00.000Z",
          "DaysLate": null,
          "DueDate": null,
          "EmployerGroup": {
            "GroupId": "10001",
            "Id": 1,
            "Name": "Fernwood"
          },
          "ErpInvoiceRefId": null,
          "ErpInvoiceUrl": null,
          "ErpState": {
            "Color": "#6c757d",
            "IsKept": false,
            "IsMailUnknown": false,
            "Message": null,
            "ReadFailedOn": null,
            "ReadFailure": null,
            "State": "NotSent",
            "Text": "Not sent"
          },
          "Id": 1,
          "InvoiceDate": null,
          "InvoiceNumber": "000001",
          "InvoicePeriodBeginDate": "2026-06-04",
          "InvoicePeriodEndDate": "2026-07-03",
          "InvoiceTotalDollars": 10.0,
          "LineItems": [
            {
              "ActiveEmployeeData": [
                {
                  "Employee": {
                    "EmployeeId": 1,
                    "FirstName": "Ana",
                    "LastName": "Abel"
                  },
                  "FilteredStatusChanges": [
                    {
                      "ChangeDate": "2026-01-01",
                      "Status": 0
                    }
                  ]
                }
              ],
              "BillableMonth": 7,
              "BillableMonthName": "July",
              "BillableQuantity": 1,
              "BillableYear": 2026,
              "BillingType": 2,
              "EmployeeCount": 1,
              "Id": 1,
              "InActiveEmployeeData": [],
              "IsCorrection": false,
              "IsCredit": false,
              "LineItemTotalDollars": 10.0,
              "Name": "PEPM",
              "Rate": 10.0,
              "ReferenceId": null
            }
          ],
          "NotSent": false,
          "OutOfDate": false,
          "PaymentStatusColor": "#6c757d",
          "PaymentStatusText": "Unknown",
          "PurchaseOrderNumber": null
        }
      ],
      "TotalPages": 1,
      "TotalRecords": 1
    }
    "##);
    let viewed = billed.client.get(&format!("/api/v1/invoices/{made}")).await.value();
    assert_eq!((&viewed["ErpInvoice"], &viewed["LineItems"][0]["BillableQuantity"]), (&Value::Null, &json!(1)));
    let link = format!("/api/v1/erp/invoices/0/pdf?InvoiceId={made}&EmployerId={}", billed.group);
    let pdf = billed.client.get(&link).await;
    assert_eq!(
        (pdf.status.as_u16(), &pdf.headers["content-type"]),
        (200, &"application/pdf".parse().expect("a header"))
    );
    assert_eq!(pdf.headers["content-disposition"], "attachment; filename=\"invoice-000001.pdf\"");
    assert!(pdf.bytes.starts_with(b"%PDF-"));

    let (_, user) = billed.app.user(Role::GroupUser, None, &[billed.group.into()]).await;
    assert_eq!(user.get("/api/v1/invoices").await.value()["TotalRecords"], 0, "invoice access is off");
    assert_eq!(user.get(&format!("/api/v1/invoices?EmployerId={}", billed.group)).await.status, 404);
    assert_eq!(user.get(&format!("/api/v1/invoices/{made}")).await.status, 404);
    assert_eq!(user.get(&link).await.status, 404);
    let open = billed.app.group().with(|form| form.flags.enable_invoice_access = true).create().await;
    let (_, user) = billed.app.user(Role::GroupUser, None, &[open]).await;
    assert_eq!(user.get(&format!("/api/v1/invoices?EmployerId={open}")).await.value()["TotalRecords"], 0);
    assert_eq!(user.get(&link).await.status, 404);
    for path in [
        "/api/v1/erp/invoices/0/pdf",
        "/api/v1/erp/invoices/0/pdf?InvoiceId=99",
        "/api/v1/erp/invoices/7/pdf?InvoiceId=1",
    ] {
        assert_eq!(billed.client.get(path).await.status, 404, "{path}");
    }
}

/// A draft says the number under which the customer would book it by now, and is found by it.
#[tokio::test]
async fn a_draft_follows_the_purchase_order_of_its_plan() {
    let billed = Billed::without_lines(Engine::Sqlite).await;
    billed.member("Ana", &[]).await;
    let scope = json!({"Name": "Drivers", "IncludeAllMembers": false, "ReferenceId": "EAST"});
    billed.line(scope).await;
    let plan = format!("/api/v1/billing/{}/invoices/{}", billed.group, billed.plan);
    let save = async |number: &str| {
        billed.client.put(&plan, json!({"Name": "Medical", "PurchaseOrderNumber": number})).await.value();
    };
    save("BT-1").await;
    let id = billed.bill(7).await["Id"].clone();
    let snapshot = SnapshotId(id.as_i64().expect("an id"));
    assert_eq!(document(&billed, snapshot).await.purchase_order.as_deref(), Some("BT-1"));
    save("BT-2").await;
    let printed = document(&billed, snapshot).await;
    assert!(printed.is_draft);
    assert_eq!((printed.group_code.as_str(), printed.purchase_order.as_deref()), ("10001", Some("BT-2")));
    for (term, count) in [("bt-2", 1), ("bt-1", 0)] {
        let found = billed.client.get(&format!("/api/v1/invoices?Term={term}")).await.value();
        assert_eq!(found["TotalRecords"], count, "{term}");
    }
    let history = billed.client.get(&format!("/api/v1/audit?Subject=snapshot&SubjectId={id}")).await.value();
    let told = history["Data"].as_array().expect("entries").iter().find(|one| one["Action"] == "snapshot.follow_plan");
    let changes = &told.unwrap_or_else(|| panic!("the draft's own history says nothing: {history}"))["Changes"];
    assert_eq!(
        *changes,
        json!([
            {"Field": "PurchaseOrderNumber", "FieldText": "Purchase order number", "Before": "BT-1", "After": "BT-2"},
        ])
    );
    assert_eq!(printed.charges[0].reference.as_deref(), Some("Reference # EAST"));
    let remit_to = printed.remit_to.expect("the address is set");
    assert_eq!((remit_to.name.as_str(), remit_to.lines.len()), ("Fernhollow Health, LLC", 2));
}

/// Who consulted is never listed, and the id of a consult is not that of a member who happens to have the same.
#[tokio::test]
async fn what_a_deleted_consult_line_left_unbilled_names_nobody() {
    let billed = Billed::start().await;
    let member = billed.app.member(billed.group.into()).named("Ana", "Abel").create().await;
    let (line, path) = billed.line(json!({"Name": "Consults", "BillingType": 1})).await;
    billed.client.delete(&path).await.value();
    let invoice = freeze(&billed, unbilled(line, &[member.get()])).await;
    let left = document(&billed, invoice).await.appendix.expect("an appendix").unbilled;
    assert_eq!(left.len(), 1);
    assert_eq!((left[0].title.as_str(), left[0].count.as_str()), ("Credit, March 2026, Consults", "1 consultation"));
    assert_eq!(left[0].members, []);
}

/// A set of ids that is not the group's, whatever went wrong, prints no stranger.
#[tokio::test]
async fn members_of_another_group_are_never_printed() {
    let billed = Billed::start().await;
    let other = billed.app.group().create().await;
    let stranger = billed.app.member(other).named("Stan", "Stranger").create().await;
    let own = billed.app.member(billed.group.into()).named("Ana", "Abel").create().await;
    let (line, _) = billed.line(json!({"Name": "Dental"})).await;
    let invoice = freeze(&billed, unbilled(line, &[stranger.get(), own.get()])).await;
    let left = document(&billed, invoice).await.appendix.expect("an appendix").unbilled;
    let names: Vec<_> = left[0].members.iter().map(|member| member.name.as_str()).collect();
    assert_eq!(names, ["Abel, Ana"]);
}

/// Two lines of two months list the same member with what counted then, and a line of consults nobody.
#[tokio::test]
async fn every_line_of_a_bill_lists_its_own_members() {
    let billed = Billed::start().await;
    let changes = [(Status::InActive, "2026-06-01"), (Status::Active, "2026-07-01")];
    billed.member("Ana", &changes).await;
    billed.member("Ben", &[]).await;
    billed.line(json!({"Name": "Last month", "BillingPeriod": 1})).await;
    billed.line(json!({"Name": "Consults", "BillingType": 1})).await;
    let made = billed.bill(7).await["Id"].clone();
    let lines = billed.client.get(&format!("/api/v1/invoices/{made}")).await.value()["LineItems"].clone();
    let members = |line: &Value| {
        let employees = line["ActiveEmployeeData"].as_array().expect("members").iter();
        let shown =
            |one: &Value| format!("{} {}", one["Employee"]["FirstName"], one["FilteredStatusChanges"][0]["ChangeDate"]);
        format!("{}: {}", line["Name"], employees.map(shown).collect::<Vec<_>>().join(", ")).replace('"', "")
    };
    let shown: Vec<_> = lines.as_array().expect("lines").iter().map(members).collect();
    assert_eq!(shown, ["PEPM: Ana 2026-07-01, Ben 2026-01-01", "Last month: Ben 2026-01-01", "Consults: "]);
}

/// April was billed afterwards as a debt, which was then taken back, and is billed once more: that its own invoice has left it out is not
/// the reason any more.
#[tokio::test]
async fn a_month_that_was_corrected_before_is_corrected_again() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let billed = Billed::on(engine).await;
        billed.member("Ana", &[]).await;
        billed.bill(4).await;
        let late = billed.app.member(billed.group.into()).named("Ben", "Abel").since("2026-04-01").create().await;
        let mut told = Vec::new();
        for (month, change) in [(5, None), (6, Some("terminate")), (7, Some("activate"))] {
            if let Some(call) = change {
                billed.change(late, call, "2026-04-01").await;
            }
            let made = billed.bill(month).await["Id"].as_i64().expect("an id");
            let printed = document(&billed, SnapshotId(made)).await;
            let line = printed.corrections.iter().find(|line| line.month.month() == 4).expect("a correction of April");
            let appendix = printed.appendix.as_ref().expect("an appendix");
            let listed = appendix.corrections.iter().find(|group| group.title.contains("April 2026")).expect("it");
            let note = listed.note.as_deref().unwrap_or_default();
            told.push(format!("{}, {}: {} / {note}", listed.title, listed.amount, line.note.unwrap_or_default()));
        }
        assert_eq!(
            told,
            [
                "Debt, April 2026, PEPM at $10.00, $10.00: active, not billed / not billed on draft 000001",
                "Credit, April 2026, PEPM at $10.00, −$10.00: debt taken back / debt taken back",
                "Debt, April 2026, PEPM at $10.00, $10.00: corrected again / corrected again",
            ],
            "{engine:?}"
        );
    }
}

/// One of July's corrections of May takes back the charge of Ben and the debt of Cy: only Cy is corrected again.
#[tokio::test]
async fn a_line_of_which_some_were_corrected_before_says_so() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let billed = Billed::on(engine).await;
        billed.member("Ana", &[]).await;
        let ben = billed.member("Ben", &[]).await;
        billed.bill(5).await;
        let cy = billed.app.member(billed.group.into()).named("Cy", "Abel").since("2026-05-01").create().await;
        billed.bill(6).await;
        billed.change(ben, "terminate", "2026-05-01").await;
        billed.change(cy, "terminate", "2026-05-02").await;
        let july = SnapshotId(billed.bill(7).await["Id"].as_i64().expect("an id"));
        let printed = document(&billed, july).await;
        let notes: Vec<_> = printed.corrections.iter().map(|line| (line.month.month(), line.note)).collect();
        assert_eq!(notes, [(5, Some("some corrected again")), (6, Some("billed, not active"))], "{engine:?}");
    }
}

/// May is regenerated after June has corrected it: it bills Ben no longer, and Cy by now.
#[tokio::test]
async fn an_invoice_is_named_for_whom_it_bills_today() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let billed = Billed::on(engine).await;
        billed.member("Ana", &[]).await;
        let ben = billed.member("Ben", &[]).await;
        let may = billed.bill(5).await;
        billed.change(ben, "terminate", "2026-05-01").await;
        billed.app.member(billed.group.into()).named("Cy", "Abel").since("2026-05-01").create().await;
        let june = SnapshotId(billed.bill(6).await["Id"].as_i64().expect("an id"));
        let notes = async || {
            let corrections = document(&billed, june).await.appendix.expect("an appendix").corrections;
            corrections.into_iter().map(|group| group.note.unwrap_or_default()).collect::<Vec<_>>()
        };
        assert_eq!(notes().await, ["not billed on draft 000001", "billed on draft 000001"], "{engine:?}");
        billed.regenerate(&may["Id"]).await.value();
        assert_eq!(notes().await, ["by now billed on draft 000001", "no longer billed on draft 000001"], "{engine:?}");
    }
}

fn unbilled(line: i64, ids: &[i64]) -> ComputedSnapshot {
    let month = BillingMonth::new(2026, 3).expect("a month");
    let ids = IdSet::of(ids.iter().copied());
    let name = "Consults".to_owned();
    let left = Unbilled { plan_line: PlanLineId(line), name, month, is_credit: true, ids };
    ComputedSnapshot { lines: Vec::new(), unbilled: vec![left] }
}

/// Stores a snapshot of July as it was computed.
async fn freeze(billed: &Billed, computed: ComputedSnapshot) -> SnapshotId {
    let ctx = &billed.app.ctx;
    let tx = ctx.store.begin().await.expect("a transaction");
    let new = NewSnapshot {
        plan: PlanId(billed.plan),
        group: billed.group.into(),
        plan_name: "Medical",
        purchase_order: None,
        customer_name: None,
        window: BillingMonth::new(2026, 7).expect("a month").window(),
        computed_at: ctx.now(),
        computed: &computed,
        terms: String::new(),
    };
    let stamp = Stamp { at: ctx.now(), by: None };
    let id = store::snapshots::insert(&tx, new, stamp).await.expect("a snapshot");
    tx.commit_unaudited("set up by a test").await.expect("committed");
    id
}

async fn document(billed: &Billed, id: SnapshotId) -> InvoiceDocument {
    let who = billed.app.staff().await;
    portal::invoices::service::document(&billed.app.ctx, who, id, None, None).await.expect("a document")
}

#[tokio::test]
async fn many_invoices_are_downloaded_as_one_file_by_those_they_are_open_to() {
    let billed = Billed::start().await;
    billed.member("Ana", &[]).await;
    let ids = [billed.bill(6).await["Id"].clone(), billed.bill(7).await["Id"].clone()];
    let path = format!("/api/v1/invoices/archive?InvoiceIds={},{},{}", ids[0], ids[1], ids[1]);
    let file = billed.client.get(&path).await;
    assert_eq!(
        (file.status.as_u16(), &file.headers["content-type"]),
        (200, &"application/zip".parse().expect("a header"))
    );
    assert_eq!(file.headers["content-disposition"], "attachment; filename=\"invoices.zip\"");
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(file.bytes)).expect("a whole file");
    let names: Vec<_> = zip.file_names().map(str::to_owned).collect();
    assert_eq!(names, ["invoice-000001.pdf", "invoice-000002.pdf"]);
    for at in 0..2 {
        let mut pdf = Vec::new();
        std::io::copy(&mut zip.by_index(at).expect("an entry"), &mut pdf).expect("its content");
        assert!(pdf.starts_with(b"%PDF-"), "{at}");
    }
    for (query, said) in [
        (String::new(), "Choose the invoices to download."),
        (
            (1..=501).map(|id| id.to_string()).collect::<Vec<_>>().join(","),
            "At most 500 invoices can be downloaded at once.",
        ),
    ] {
        let refused = billed.client.get(&format!("/api/v1/invoices/archive?InvoiceIds={query}")).await;
        assert_eq!((refused.error_keys(), refused.message()), (vec!["InvoiceIds".to_owned()], said.to_owned()));
    }
    assert_eq!(billed.client.get("/api/v1/invoices/archive?InvoiceIds=1,99").await.status, 404);
    let (_, user) = billed.app.user(Role::GroupUser, None, &[billed.group.into()]).await;
    assert_eq!(user.get(&path).await.status, 404, "invoice access is off");
}
