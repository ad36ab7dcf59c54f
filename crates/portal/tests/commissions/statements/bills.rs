//! Bills of statements in the ERP: each once, whatever is clicked and lost.

use connectors::fake::{Call, FakeErp, Fault};
use connectors::{Accounting as _, BillDraft, BillLine, ConnectorError, Refusal, VendorId};
use domain::{Money, StatementId};
use futures_util::future::join_all;
use serde_json::{Value, json};
use store::Engine;

use super::{messages, pick};
use crate::support::payouts::STATEMENTS;
use crate::support::{Billed, Reply, on_both_engines};

on_both_engines!(
    a_statement_gets_one_bill_and_is_locked,
    many_clicks_create_one_bill,
    an_answer_that_was_lost_is_looked_up,
    a_negative_balance_is_taken_off_the_bill,
    an_answer_that_says_no_after_the_work_makes_no_second_bill,
    a_bill_of_another_vendor_under_our_key_is_refused_in_words,
    the_id_of_another_bill_is_refused_in_words,
    a_bill_that_was_deleted_in_the_erp_frees_its_statement,
    a_bill_that_was_changed_in_the_erp_says_so,
    a_statement_whose_refused_bill_stands_in_the_erp_is_kept,
    a_bill_that_was_changed_in_the_erp_is_kept,
    a_statement_whose_refused_bill_is_not_in_the_erp_is_deleted,
    a_bill_on_a_group_that_left_the_broker_waits_until_it_is_accepted,
);

/// A stated month whose rule pays a vendor.
struct Owed {
    billed: Billed,
    erp: FakeErp,
    rule: i64,
    statement: Value,
}

impl Owed {
    async fn on(engine: Engine) -> Self {
        let billed = Billed::on(engine).await;
        billed.members(3, |_| {}).await;
        billed.bill(7).await;
        let rule = billed.payout_rule("Acme", &[(1, 75)]).await;
        let account = billed.app.erp_account("Books").await;
        let erp = FakeErp::stocked(&["Fernwood"], &["Juniper"]);
        billed.app.books.connect(account, &erp);
        let vendor = erp.vendors("juni", 1).await.expect("vendors").remove(0);
        billed.pays_vendor(rule, account.get(), vendor.id.as_str()).await;
        let statement = billed.state(rule, 7).await.value()["Id"].clone();
        Self { billed, erp, rule, statement }
    }

    async fn bill(&self) -> Reply {
        self.billed.client.post(&format!("{STATEMENTS}/{}/bill", self.statement), json!({})).await
    }

    async fn delete(&self) -> Reply {
        self.billed.client.delete(&format!("{STATEMENTS}/{}", self.statement)).await
    }

    /// The ERP refuses the bill, after or before the work was done.
    async fn refuse(&self, at: fn(ConnectorError) -> Fault) {
        self.erp.fail_next(Call::CreateBill, at(ConnectorError::refused(Refusal::Invalid, "No.")));
        self.bill().await.message();
        assert_eq!(self.shown().await, json!([false, null, "Failed"]));
    }

    async fn shown(&self) -> Value {
        pick(&self.billed.statement(&self.statement).await, ["HasBill", "BillNumber", "BillState"])
    }

    fn created(&self) -> usize {
        self.erp.calls().into_iter().filter(|call| *call == Call::CreateBill).count()
    }
}

async fn a_statement_gets_one_bill_and_is_locked(engine: Engine) {
    let owed = Owed::on(engine).await;
    assert_eq!(owed.shown().await, json!([false, null, null]));
    let made = owed.bill().await.value();
    let number = format!("202607-{}-ACME", owed.statement);
    assert_eq!(pick(&made, ["HasBill", "BillNumber", "BillState"]), json!([true, number, "Sent"]));
    let documents = owed.erp.documents();
    assert_eq!(
        documents.iter().map(|one| (one.number.as_str(), one.total.cents())).collect::<Vec<_>>(),
        [(&*number, 225)]
    );
    owed.bill().await.value();
    assert_eq!(owed.created(), 1, "a statement that has a bill stays as it is");
    let path = format!("{STATEMENTS}/{}", owed.statement);
    assert_eq!(owed.billed.client.delete(&path).await.message(), "A bill exists in the ERP for this statement.");
    let vendor = owed.billed.client.get(&path).await.value()["ErpVendorId"].clone();
    owed.billed.sql("update commission_rule set erp_vendor_id = 'another'").await;
    assert_eq!(owed.billed.client.get(&path).await.value()["ErpVendorId"], vendor, "the vendor that was billed stays");
    let history = owed.billed.client.get("/api/v1/audit?Subject=commission_statement").await.value();
    let told = history["Data"].as_array().expect("rows").iter();
    assert_eq!(told.filter(|row| row["Action"] == "commission_statement.create_bill").count(), 1);
    let invoice = owed.billed.client.get("/api/v1/invoices/1").await.value();
    assert_eq!(invoice["CommissionStatusText"], "Unpaid", "paid is said by a person");
    assert_eq!(owed.billed.client.post(&format!("{STATEMENTS}/999/bill"), json!({})).await.status, 404);
}

async fn a_bill_on_a_group_that_left_the_broker_waits_until_it_is_accepted(engine: Engine) {
    let mut owed = Owed::on(engine).await;
    owed.billed.sql("update commission_rule set broker_id = (select min(broker_id) from employer_group)").await;
    owed.delete().await.value();
    owed.statement = owed.billed.state(owed.rule, 7).await.value()["Id"].clone();
    let client = &owed.billed.client;
    let other = owed.billed.app.broker().create().await;
    client.put(&format!("/api/v1/employers/{}", owed.billed.group), json!({"BrokerId": other})).await.value();
    let refused = owed.bill().await;
    assert_eq!(refused.error_keys(), ["AcceptGroupsLeft"]);
    assert!(refused.message().starts_with("Fernwood has left the broker of the rule."), "{}", refused.message());
    let asked = json!({"StatementIds": [owed.statement]});
    let run = client.post("/api/v1/commission/runs/bills", asked).await.value();
    assert_eq!((&run[0]["Outcome"], &run[0]["Message"]), (&json!("Refused"), &json!(refused.message())), "{run}");
    assert_eq!((owed.created(), owed.shown().await), (0, json!([false, null, null])));
    let path = format!("{STATEMENTS}/{}/bill", owed.statement);
    let made = client.post(&path, json!({"AcceptGroupsLeft": true})).await.value();
    assert_eq!(made["HasBill"], true);
    assert_eq!(owed.created(), 1);
}

async fn many_clicks_create_one_bill(engine: Engine) {
    let owed = Owed::on(engine).await;
    let replies = join_all((0..4).map(|_| owed.bill())).await;
    let made = replies.iter().filter(|reply| reply.json()["IsValid"] == true).count();
    assert!(made >= 1);
    let busy = "The bill of this statement is being created right now. Wait until that has ended: at most 3 minutes.";
    assert!(replies.iter().filter(|reply| reply.json()["IsValid"] == false).all(|reply| reply.message() == busy));
    assert_eq!((owed.created(), owed.erp.documents().len()), (1, 1));
}

async fn an_answer_that_was_lost_is_looked_up(engine: Engine) {
    let owed = Owed::on(engine).await;
    owed.erp.fail_next(Call::CreateBill, Fault::answer_lost());
    owed.erp.fail_next(Call::Find, Fault::busy());
    let lost = owed.bill().await;
    assert!(lost.message().starts_with("The ERP gave no clear answer"), "{}", lost.message());
    assert_eq!(owed.shown().await, json!([true, null, "Failed"]), "it may have arrived");
    let said = owed.delete().await.message();
    assert!(said.starts_with("It is not known whether the bill of this statement was created in the ERP."), "{said}");
    owed.bill().await.value();
    assert_eq!((owed.created(), owed.erp.documents().len()), (1, 1));
    let refused = Owed::on(engine).await;
    let inactive = ConnectorError::refused(Refusal::Invalid, "The vendor is inactive.");
    refused.erp.fail_next(Call::CreateBill, Fault::Before(inactive));
    assert!(refused.bill().await.message().contains("The vendor is inactive."));
    assert_eq!(refused.shown().await, json!([false, null, "Failed"]));
    let path = format!("{STATEMENTS}/{}", refused.statement);
    let told = refused.billed.client.get(&path).await.value()["ErpState"].clone();
    assert_eq!(pick(&told, ["State", "Message"]), json!(["Failed", "The vendor is inactive."]));
    let history = refused.billed.client.get(&format!("{path}/erp/history")).await.value();
    assert_eq!(history["ErpState"], told);
    let calls: Vec<_> = history["Calls"].as_array().expect("calls").iter().collect();
    assert_eq!(calls.len(), 1);
    assert_eq!(pick(calls[0], ["Step", "Outcome", "Message"]), json!(["Create", "Failed", "The vendor is inactive."]));
    assert!(calls[0]["By"].is_string() && calls[0]["At"].is_string());
    refused.bill().await.value();
    assert_eq!(refused.erp.documents().len(), 1);
}

async fn an_answer_that_says_no_after_the_work_makes_no_second_bill(engine: Engine) {
    let busy = match Fault::busy() {
        Fault::Before(failure) | Fault::After(failure) => failure,
    };
    for failure in [ConnectorError::refused(Refusal::Invalid, "No."), busy] {
        let owed = Owed::on(engine).await;
        owed.erp.fail_next(Call::CreateBill, Fault::After(failure));
        owed.bill().await.message();
        assert_eq!(owed.shown().await[2], "Failed");
        owed.bill().await.value();
        assert_eq!((owed.created(), owed.erp.documents().len()), (1, 1));
        assert_eq!(owed.shown().await[2], "Sent");
    }
}

/// What another installation has written under our key.
async fn foreign(owed: &Owed, vendor: &str, cents: i64) {
    let draft = BillDraft {
        statement: StatementId(owed.statement.as_i64().expect("an id")),
        generation: 1,
        vendor: VendorId::from(vendor),
        number: "A-1".to_owned(),
        dated: chrono::NaiveDate::from_ymd_opt(2026, 7, 1).expect("a day"),
        terms: None,
        memo: String::new(),
        broker: None,
        lines: vec![BillLine { description: "Payout".to_owned(), amount: Money::from_cents(cents) }],
    };
    owed.erp.create_bill(&draft).await.expect("the draft is in order");
}

async fn a_bill_of_another_vendor_under_our_key_is_refused_in_words(engine: Engine) {
    let owed = Owed::on(engine).await;
    let other = owed.erp.add_vendor("Willow");
    foreign(&owed, other.as_str(), 225).await;
    for _ in 0..2 {
        let said = owed.bill().await.message();
        assert!(said.contains("belongs to another vendor"), "{said}");
        assert_eq!((owed.shown().await[0].clone(), owed.erp.documents().len()), (json!(false), 1));
    }
    let owed = Owed::on(engine).await;
    let vendor = owed.erp.vendors("juni", 1).await.expect("vendors").remove(0);
    foreign(&owed, vendor.id.as_str(), 300).await;
    owed.bill().await.value();
    assert_eq!(owed.shown().await[2], "Changed", "it pays another amount");
}

async fn the_id_of_another_bill_is_refused_in_words(engine: Engine) {
    let owed = Owed::on(engine).await;
    owed.erp.fail_next(Call::CreateBill, Fault::busy());
    owed.bill().await.message();
    let next = owed.erp.add_vendor("Willow").as_str().parse::<u64>().expect("a number") + 1;
    owed.billed
        .sql(&format!(
            "insert into erp_document (api_service_id, kind, local_id, generation, state, request_key, erp_id, attempts, \
             created_at, updated_at) select api_service_id, kind, 999, 1, 2, 'bill-999-1', '{next}', 1, created_at, \
             updated_at from erp_document"
        ))
        .await;
    let said = owed.bill().await.message();
    assert!(said.contains("is this the same company?"), "{said}");
    assert_eq!(owed.shown().await[0], false);
}

async fn a_negative_balance_is_taken_off_the_bill(engine: Engine) {
    let mut owed = Owed::on(engine).await;
    owed.bill().await.value();
    let members = owed.billed.client.get("/api/v1/employees/search?Page=1").await.value();
    for member in members["Data"].as_array().expect("members") {
        let id = domain::MemberId(member["Id"].as_i64().expect("an id"));
        owed.billed.change(id, "terminate", "2026-07-01").await;
    }
    owed.billed.bill(8).await;
    owed.statement = owed.billed.state(owed.rule, 8).await.value()["Id"].clone();
    let refused = owed.bill().await;
    assert_eq!(refused.error_keys(), ["AmountDue"]);
    assert_eq!(messages(&refused), ["The amount due is −$2.25: a bill needs one above zero."]);
    for _ in 0..4 {
        owed.billed.app.member(owed.billed.group.into()).since("2026-09-01").create().await;
    }
    owed.billed.bill(9).await;
    let september = owed.billed.state_and_read(owed.rule, 9).await;
    assert_eq!(pick(&september, ["TotalPayoutAmount", "BroughtForward", "AmountDue"]), json!([3.0, -2.25, 0.75]));
    let from = &september["BroughtForwardFrom"][0];
    assert_eq!(pick(from, ["StatementId", "Amount"]), json!([owed.statement, -2.25]));
    let carried = owed.billed.statement(&owed.statement).await["CarriedInto"]["StatementId"].clone();
    assert_eq!(carried, september["Id"]);
    owed.statement = september["Id"].clone();
    owed.bill().await.value();
    assert_eq!(owed.erp.documents().last().expect("a bill").total.cents(), 75);
}

#[tokio::test]
async fn what_a_bill_needs_is_named() {
    let owed = Owed::on(Engine::Sqlite).await;
    owed.billed.sql("update commission_rule set api_service_id = null, erp_vendor_id = null").await;
    let refused = owed.bill().await;
    assert_eq!(refused.error_keys(), ["ApiServiceId", "ErpVendorId"]);
    assert_eq!(
        messages(&refused),
        ["The commission rule has no ERP account.", "The commission rule has no ERP vendor."]
    );
    assert_eq!(owed.created(), 0);
}

async fn a_bill_that_was_deleted_in_the_erp_frees_its_statement(engine: Engine) {
    let owed = Owed::on(engine).await;
    owed.bill().await.value();
    let sweep = async || {
        let run = portal::jobs::Run { id: domain::JobId(1), attempt: 1 };
        portal::jobs::perform("look-at-bills", json!({}), &owed.billed.app.ctx, &run).await.expect("it is done");
    };
    sweep().await;
    assert_eq!(owed.shown().await[2], "Sent", "it stands");
    owed.erp.delete(&owed.erp.documents()[0].at).expect("it is there");
    // A click says so, and the next one creates another bill.
    let gone = "The bill was deleted in the ERP, so this statement has none now. Create Bill makes a new one.";
    assert_eq!(owed.bill().await.message(), gone);
    assert_eq!(owed.shown().await, json!([false, null, "Deleted"]));
    owed.bill().await.value();
    assert_eq!((owed.created(), owed.erp.documents().len()), (2, 1));
    assert_eq!(owed.shown().await[2], "Sent");
    // Without a click it is found by the sweep. An ERP that gives no answer changes nothing.
    owed.erp.delete(&owed.erp.documents()[0].at).expect("it is there");
    owed.erp.fail_next(Call::Standing, Fault::busy());
    sweep().await;
    assert_eq!(owed.shown().await[0], true);
    sweep().await;
    assert_eq!(owed.shown().await, json!([false, null, "Deleted"]));
    let history = owed.billed.client.get("/api/v1/audit?Subject=commission_statement").await.value();
    let told = history["Data"].as_array().expect("rows").iter();
    assert_eq!(told.filter(|row| row["Action"] == "commission_statement.bill_gone").count(), 2);
    let path = format!("{STATEMENTS}/{}", owed.statement);
    owed.billed.client.delete(&path).await.value();
}

async fn a_bill_that_was_changed_in_the_erp_says_so(engine: Engine) {
    let owed = Owed::on(engine).await;
    owed.bill().await.value();
    let look = async || {
        let run = portal::jobs::Run { id: domain::JobId(1), attempt: 1 };
        portal::jobs::perform("look-at-bills", json!({}), &owed.billed.app.ctx, &run).await.expect("it is done");
    };
    let bill = owed.erp.documents().remove(0);
    let other = owed.erp.add_vendor("Ferry Landing").0;
    owed.erp.give_to(&bill.at, &other).expect("it exists");
    look().await;
    assert_eq!(owed.shown().await, json!([true, bill.number, "Changed"]), "{engine:?}");
    owed.erp.give_to(&bill.at, &bill.party).expect("it exists");
    look().await;
    assert_eq!(owed.shown().await[2], "Sent");
    owed.erp.void(&bill.at).expect("it exists");
    look().await;
    assert_eq!(owed.shown().await[2], "Changed");
}

/// A bill of another date is kept as it is; one of another vendor or a voided one pays no payee of ours.
async fn a_bill_that_was_changed_in_the_erp_is_kept(engine: Engine) {
    let owed = Owed::on(engine).await;
    owed.bill().await.value();
    let look = async || {
        let run = portal::jobs::Run { id: domain::JobId(1), attempt: 1 };
        portal::jobs::perform("look-at-bills", json!({}), &owed.billed.app.ctx, &run).await.expect("it is done");
    };
    let keep = async || owed.billed.client.post(&format!("{STATEMENTS}/{}/bill/keep", owed.statement), json!({})).await;
    assert!(keep().await.message().starts_with("This bill was not changed in the ERP"), "{engine:?}");
    let bill = owed.erp.documents().remove(0);
    let day = |days| bill.content.dated - chrono::Days::new(days);
    owed.erp.edit_date(&bill.at, day(3)).expect("it exists");
    look().await;
    owed.erp.edit_date(&bill.at, day(4)).expect("it exists");
    assert!(keep().await.message().starts_with("The bill was changed again in the ERP"), "only what was seen is kept");
    keep().await.value();
    let told = async || owed.billed.statement(&owed.statement).await["ErpState"]["Message"].to_string();
    let kept = "What was changed in the ERP is kept. Date was changed from";
    assert!(told().await.contains(kept), "{}", told().await);
    look().await;
    assert_eq!(owed.shown().await[2], "Sent", "a look keeps it");
    assert!(told().await.contains(kept), "{}", told().await);
    owed.erp.edit_date(&bill.at, day(5)).expect("it exists");
    look().await;
    assert_eq!(owed.shown().await[2], "Changed", "another change is told");
    let other = owed.erp.add_vendor("Ferry Landing").0;
    owed.erp.give_to(&bill.at, &other).expect("it exists");
    look().await;
    assert!(
        keep().await.message().starts_with("The bill belongs to another vendor in the ERP now. It cannot be kept.")
    );
    assert_eq!((owed.shown().await[2].clone(), owed.created()), (json!("Changed"), 1));
}

/// The ERP says no after it has made the bill: the deletion takes the bill over.
async fn a_statement_whose_refused_bill_stands_in_the_erp_is_kept(engine: Engine) {
    let owed = Owed::on(engine).await;
    owed.refuse(Fault::After).await;
    let said = owed.delete().await.message();
    assert!(said.starts_with("The bill was found in the ERP, although"), "{said}");
    assert_eq!(owed.shown().await, json!([true, format!("202607-{}-ACME", owed.statement), "Sent"]));
    assert_eq!(owed.delete().await.message(), "A bill exists in the ERP for this statement.");
    assert_eq!((owed.created(), owed.erp.documents().len()), (1, 1));
}

async fn a_statement_whose_refused_bill_is_not_in_the_erp_is_deleted(engine: Engine) {
    let owed = Owed::on(engine).await;
    owed.refuse(Fault::Before).await;
    owed.erp.fail_next(Call::Find, Fault::busy());
    let said = owed.delete().await.message();
    assert!(said.starts_with("The accounting system is not available"), "{said}");
    assert_eq!(owed.shown().await, json!([false, null, "Failed"]));
    owed.delete().await.value();
    assert_eq!(owed.erp.documents().len(), 0);
    assert_eq!(owed.billed.client.get(&format!("{STATEMENTS}/{}", owed.statement)).await.status, 404);
}
