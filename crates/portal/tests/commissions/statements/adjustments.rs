//! Adjustments: added, deleted, and taken up by statements (rules.md#adjustments).

use connectors::Accounting as _;
use connectors::fake::FakeErp;
use domain::BrokerId;
use domain::access::Role;
use domain::commissions::statement::NOTHING_BILLABLE;
use futures_util::future::join_all;
use serde_json::{Value, json};
use store::Engine;

use super::{codes, messages, pick, run_of};
use crate::support::payouts::STATEMENTS;
use crate::support::{Billed, on_both_engines};

on_both_engines!(
    an_adjustment_is_added_listed_and_deleted,
    many_clicks_add_an_adjustment_once,
    a_statement_takes_up_an_adjustment_once,
    a_statement_may_have_adjustments_only,
    a_broker_reads_the_reasons_of_its_statement,
    an_adjustment_is_a_line_of_its_own_in_each_file,
    an_adjustment_is_a_line_of_its_own_in_the_bill,
    a_run_counts_adjustments,
    an_adjustment_without_statement_keeps_the_broker,
);

async fn a_statement_may_have_adjustments_only(engine: Engine) {
    let billed = Billed::on(engine).await;
    let rule = billed.payout_rule("Acme", &[(1, 75)]).await;
    billed.on_paid_only(rule).await;
    billed.adjust(rule, "-40.00", "Overpaid in May", 6).await.value();
    assert_eq!(billed.state(rule, 5).await.message(), NOTHING_BILLABLE, "it counts from June on");
    let june = billed.state_and_read(rule, 6).await;
    let sums = ["TotalPayoutAmount", "AmountDue", "PendingAmount", "PayableFromEarlier"];
    assert_eq!(pick(&june, sums), json!([-40.0, -40.0, 0.0, 0.0]));
    assert_eq!(june["TotaledLineItems"], json!([]));
    billed.adjust(rule, "65", "Bonus", 6).await.value();
    let july = billed.state(rule, 7).await.value();
    assert_eq!(pick(&july, ["TotalPayoutAmount", "BroughtForward", "AmountDue"]), json!([65.0, -40.0, 25.0]));
    // A rule that has ended settles what is open.
    billed.sql(&format!("update commission_rule set active = (0 = 1) where id = {rule}")).await;
    billed.adjust(rule, "5", "Settled", 7).await.value();
    assert_eq!(billed.state(rule, 7).await.value()["TotalPayoutAmount"], 5.0);
}

async fn an_adjustment_is_added_listed_and_deleted(engine: Engine) {
    let billed = Billed::on(engine).await;
    let rule = billed.payout_rule("Acme", &[(1, 75)]).await;
    let path = billed.adjustments(rule);
    assert_eq!(billed.client.get(&path).await.value(), json!([]));
    let bonus = billed.adjust(rule, "$250.00", "  Bonus for Q3 ", 7).await.value();
    let keys = ["Amount", "Reason", "Month", "StatementId", "IsBilled"];
    assert_eq!(pick(&bonus, keys), json!([250.0, "Bonus for Q3", "2026-07-03", null, false]));
    assert!(bonus["AddedBy"].is_string() && bonus["AddedOn"].is_string());
    let overpaid = billed.adjust(rule, "-40", "Overpaid in June", 6).await.value();
    assert_eq!(billed.client.get(&path).await.value(), json!([overpaid, bonus]), "the newest comes first");

    let statement = billed.state(rule, 6).await.value();
    let held = billed.client.get(&path).await.value();
    assert_eq!(pick(&held[0], ["StatementId", "StatementName"]), json!([statement["Id"], "Acme - June 2026"]));
    let [of_overpaid, of_bonus] = [&overpaid, &bonus].map(|one| format!("{path}/{}", one["Id"]));
    let refused = billed.client.delete(&of_overpaid).await.message();
    let stands = format!("This adjustment stands in statement {}, Acme - June 2026", statement["Id"]);
    assert_eq!(refused, format!("{stands}. Delete that statement first."));
    let lock = "update commission_statement set bill_number = 'B-1', locked_at = ";
    billed.sql(&format!("{lock}'2026-07-20T16:00:00.000Z'")).await;
    assert_eq!(billed.client.get(&path).await.value()[0]["IsBilled"], true);
    let refused = billed.client.delete(&of_overpaid).await.message();
    assert_eq!(refused, format!("{stands}, which has a bill. Add an adjustment of the opposite amount instead."));
    billed.sql("update commission_statement set locked_at = null").await;
    billed.client.delete(&format!("{STATEMENTS}/{}", statement["Id"])).await.value();
    for path in [&of_overpaid, &of_bonus] {
        billed.client.delete(path).await.value();
        assert_eq!(billed.client.delete(path).await.status, 404);
    }
    assert_eq!(billed.client.get(&path).await.value(), json!([]));
    assert_eq!(billed.state(rule, 7).await.message(), NOTHING_BILLABLE);

    let other = billed.payout_rule("Beacon", &[(1, 25)]).await;
    let again = billed.adjust(rule, "-40", "Overpaid in June", 6).await.value();
    let foreign = format!("{}/{}", billed.adjustments(other), again["Id"]);
    assert_eq!(billed.client.delete(&foreign).await.status, 404, "of another rule");
    assert_eq!(billed.client.get(&billed.adjustments(999)).await.status, 404);
    assert_eq!(billed.adjust(999, "1", "Bonus", 7).await.status, 404);
    let trail = billed.client.get("/api/v1/audit?Subject=commission_rule").await.value();
    let told = trail["Data"].as_array().expect("rows").iter();
    let told: Vec<&Value> =
        told.filter(|row| row["Action"].as_str().is_some_and(|of| of.ends_with("adjustment"))).collect();
    let actions: Vec<_> = told.iter().map(|row| row["Action"].as_str().expect("an action")).collect();
    let [add, delete] = ["commission_rule.add_adjustment", "commission_rule.delete_adjustment"];
    assert_eq!(actions, [add, delete, delete, add, add]);
    assert!(told[0].to_string().contains("Overpaid in June"), "{}", told[0]);
}

#[tokio::test]
async fn what_is_wrong_with_an_adjustment_is_named() {
    let billed = Billed::start().await;
    let rule = billed.payout_rule("Acme", &[(1, 75)]).await;
    let path = billed.adjustments(rule);
    let amount = "Amount must be an amount of dollars with at most 2 decimals, such as 250.00 or -40.00.";
    let month = "Month could not be read: a month such as 2026-07, or one of its days such as 07/31/2026, is expected.";
    for (body, errors) in [
        (
            json!({}),
            vec![("Amount", "Amount is required."), ("Reason", "Reason is required."), ("Month", "Month is required.")],
        ),
        (json!({"Amount": "ten", "Reason": "Bonus", "Month": "2026-07"}), vec![("Amount", amount)]),
        (json!({"Amount": 0, "Reason": "Bonus", "Month": "2026-07"}), vec![("Amount", "Amount must not be zero.")]),
        (
            json!({"Amount": -100_000, "Reason": "Bonus", "Month": "2026-07"}),
            vec![("Amount", "Amount must be from −$99,999.99 to $99,999.99.")],
        ),
        (
            json!({"Amount": 1, "Reason": "x".repeat(201), "Month": "2028-01"}),
            vec![
                ("Reason", "Reason must be at most 200 characters."),
                ("Month", "Month must not be after December 2027."),
            ],
        ),
        (
            json!({"Amount": 1, "Reason": "", "Month": "soon"}),
            vec![("Month", month), ("Reason", "Reason is required.")],
        ),
    ] {
        let refused = billed.client.post(&path, body).await;
        let (keys, said): (Vec<&str>, Vec<&str>) = errors.into_iter().unzip();
        assert_eq!((refused.error_keys(), messages(&refused)), (owned(&keys), owned(&said)));
    }
    assert_eq!(billed.client.get(&path).await.value(), json!([]), "nothing was written");
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

async fn many_clicks_add_an_adjustment_once(engine: Engine) {
    let billed = Billed::on(engine).await;
    let rule = billed.payout_rule("Acme", &[(1, 75)]).await;
    let replies = join_all((0..4).map(|_| billed.adjust(rule, "250", "Bonus for Q3", 7))).await;
    let said = "The rule has this adjustment already. Give another reason to add it once more.";
    let refused = replies.iter().filter(|reply| reply.json()["IsValid"] == false);
    let refused: Vec<_> = refused.map(|reply| (reply.error_keys(), reply.message())).collect();
    assert_eq!(refused, vec![(vec!["Reason".to_owned()], said.to_owned()); 3]);
    // One that a statement has may be added once more.
    billed.state(rule, 7).await.value();
    billed.adjust(rule, "250", "Bonus for Q3", 7).await.value();
}

async fn a_statement_takes_up_an_adjustment_once(engine: Engine) {
    let billed = Billed::on(engine).await;
    billed.members(2, |_| {}).await;
    let rule = billed.payout_rule("Acme", &[(1, 75)]).await;
    let snapshot = billed.bill(7).await["Id"].clone();
    let bonus = billed.adjust(rule, "250", "Bonus for Q3", 6).await.value();
    let of_snapshot = format!("{}/commission/generate", billed.snapshot(&snapshot));
    let wish = json!({"CommissionRuleId": rule, "BillingPeriod": "2026-07-03"});
    let of_one = billed.client.post(&of_snapshot, wish).await.value();
    let of_one = billed.statement(&of_one["Id"]).await;
    assert_eq!(pick(&of_one, ["TotalPayoutAmount", "Adjustments"]), json!([1.5, []]), "of a snapshot: its lines only");
    let replies = join_all((0..4).map(|_| billed.state(rule, 7))).await;
    let made: Vec<Value> =
        replies.iter().filter(|reply| reply.json()["IsValid"] == true).map(|reply| reply.value()).collect();
    let refused = replies.iter().filter(|reply| reply.message() == NOTHING_BILLABLE).count();
    assert_eq!((made.len(), refused), (1, 3));
    let line = &billed.statement(&made[0]["Id"]).await["Adjustments"][0];
    let keys = ["AdjustmentId", "Reason", "Month", "Amount", "AddedBy", "AddedOn"];
    let expected = json!([bonus["Id"], "Bonus for Q3", "2026-06-03", 250.0, bonus["AddedBy"], bonus["AddedOn"]]);
    assert_eq!(pick(line, keys), expected);
    assert_eq!(made[0]["TotalPayoutAmount"], 250.0);
    // A deleted statement frees it, and the next one takes it up.
    billed.client.delete(&format!("{STATEMENTS}/{}", made[0]["Id"])).await.value();
    billed.client.delete(&format!("{STATEMENTS}/{}", of_one["Id"])).await.value();
    let next = billed.state_and_read(rule, 7).await;
    assert_eq!(pick(&next, ["TotalPayoutAmount", "AmountDue"]), json!([251.5, 251.5]));
    assert_eq!(next["Adjustments"][0]["AdjustmentId"], bonus["Id"]);
    billed.adjust(rule, "-40", "Overpaid in June", 8).await.value();
    let august = billed.state(rule, 8).await.value();
    assert_eq!(august["TotalPayoutAmount"], -40.0);
    let compared = billed.client.get(&format!("{STATEMENTS}/{}/compare", august["Id"])).await.value();
    let rows: Vec<_> = compared["Rows"].as_array().expect("rows").iter().collect();
    let rows: Vec<_> = rows.into_iter().map(|row| pick(row, ["EmployerName", "Reason", "Before", "Now"])).collect();
    assert_eq!(json!(rows), json!([["Fernwood", "Left", 1.5, 0.0], ["", "Adjustments", 250.0, -40.0]]));
    assert_eq!(pick(&compared, ["Before", "Now", "Difference"]), json!([251.5, -40.0, -291.5]));
}

async fn a_broker_reads_the_reasons_of_its_statement(engine: Engine) {
    let billed = Billed::on(engine).await;
    let line = billed.client.get(&billed.lines()).await.value()[0]["Id"].as_i64().expect("an id");
    let group = billed.client.get(&format!("/api/v1/employers/{}", billed.group)).await.value();
    let own = BrokerId(group["Broker"]["Id"].as_i64().expect("a broker"));
    let rule = billed.rule_of("Own", Some(own), &[(line, 1, 75)]).await;
    billed.adjust(rule, "250", "Bonus for Q3", 7).await.value();
    let statement = billed.state(rule, 7).await.value()["Id"].clone();
    billed
        .sql("update commission_statement set locked_at = '2026-07-20T16:00:00.000Z', bill_number = '202607-1'")
        .await;
    let (_, broker) = billed.app.user(Role::BrokerAdministrator, Some(own), &[]).await;
    let seen = broker.get(&format!("{STATEMENTS}/{statement}")).await.value();
    assert_eq!(pick(&seen["Adjustments"][0], ["Reason", "Amount", "AddedBy"]), json!(["Bonus for Q3", 250.0, null]));
    for what in ["csv", "pdf"] {
        assert_eq!(broker.get(&format!("{STATEMENTS}/{statement}/{what}")).await.status, 200, "{what}");
    }
    assert_eq!(broker.get(&billed.adjustments(rule)).await.status, 403, "those of the rule are for administrators");
}

async fn an_adjustment_is_a_line_of_its_own_in_each_file(engine: Engine) {
    let billed = Billed::on(engine).await;
    billed.members(3, |_| {}).await;
    billed.bill(7).await;
    let (acme, beacon) = (billed.payout_rule("Acme", &[(1, 75)]).await, billed.payout_rule("Beacon", &[(1, 25)]).await);
    let alone = billed.payout_rule("Alone", &[(1, 0)]).await;
    billed.adjust(alone, "1.00", "Trial", 7).await.value();
    billed.adjust(acme, "250", "Bonus, Q3", 7).await.value();
    billed.adjust(acme, "-40", "=Overpaid", 6).await.value();
    let mut made = Vec::new();
    for rule in [alone, acme, beacon] {
        made.push(billed.state(rule, 7).await.value()["Id"].clone());
    }
    let last = billed.payout_rule("Last", &[(1, 0)]).await;
    billed.adjust(last, "2.00", "Trial", 7).await.value();
    billed.state(last, 7).await.value();
    let text = |reply: crate::support::Reply| String::from_utf8(reply.bytes).expect("UTF-8");
    let rows = |text: String| text.split_terminator("\r\n").skip(1).map(str::to_owned).collect::<Vec<_>>();
    let head = |rule: &str| format!("{rule} - July 2026,Summit Advisors,{rule},July 2026");
    let acme = [
        format!("{},Fernwood,Medical,,July 2026,3,10.00,0.75,2.25,No,Unknown", head("Acme")),
        format!("{},,,'=Overpaid,June 2026,,,,-40.00,Yes,", head("Acme")),
        format!("{},,,\"Bonus, Q3\",July 2026,,,,250.00,No,", head("Acme")),
    ];
    let of_one = text(billed.client.get(&format!("{STATEMENTS}/{}/csv", made[1])).await);
    assert_eq!(rows(of_one), acme);
    let trial = |rule: &str, amount: &str| format!("{},,,Trial,July 2026,,,,{amount},No,", head(rule));
    let of_alone = text(billed.client.get(&format!("{STATEMENTS}/{}/csv", made[0])).await);
    assert_eq!(rows(of_alone), [trial("Alone", "1.00")]);
    let month = rows(text(billed.client.get(&format!("{STATEMENTS}/csv?BillingPeriod=2026-07")).await));
    let beacon = format!("{},Fernwood,Medical,,July 2026,3,10.00,0.25,0.75,No,Unknown", head("Beacon"));
    let expected: Vec<String> =
        [trial("Alone", "1.00")].into_iter().chain(acme).chain([beacon, trial("Last", "2.00")]).collect();
    assert_eq!(month, expected, "each behind the lines of its statement");
    for statement in &made[..2] {
        let pdf = billed.client.get(&format!("{STATEMENTS}/{statement}/pdf")).await;
        assert!(pdf.bytes.starts_with(b"%PDF-"), "{statement}");
    }
}

async fn an_adjustment_is_a_line_of_its_own_in_the_bill(engine: Engine) {
    let billed = Billed::on(engine).await;
    billed.members(3, |_| {}).await;
    billed.bill(7).await;
    let account = billed.app.erp_account("Books").await;
    let erp = FakeErp::stocked(&["Fernwood"], &["Juniper"]);
    billed.app.books.connect(account, &erp);
    let vendor = erp.vendors("juni", 1).await.expect("vendors").remove(0);
    let (acme, alone) = (billed.payout_rule("Acme", &[(1, 75)]).await, billed.payout_rule("Alone", &[(1, 0)]).await);
    let lines = [
        vec![("Acme - July 2026", 225), ("Adjustment: Overpaid in June", -200), ("Adjustment: Bonus for Q3", 25_000)],
        vec![("Adjustment: Trial", 100)],
    ];
    billed.adjust(acme, "250", "Bonus for Q3", 7).await.value();
    billed.adjust(acme, "-2", "Overpaid in June", 6).await.value();
    billed.adjust(alone, "1", "Trial", 7).await.value();
    for (place, (rule, lines)) in [acme, alone].into_iter().zip(lines).enumerate() {
        billed.pays_vendor(rule, account.get(), vendor.id.as_str()).await;
        let statement = billed.state(rule, 7).await.value()["Id"].clone();
        billed.client.post(&format!("{STATEMENTS}/{statement}/bill"), json!({})).await.value();
        let at = erp.documents()[place].at.clone();
        let standing = erp.standing(&at).await.expect("an answer").expect("the bill stands");
        let found: Vec<_> = standing.lines.iter().map(|(said, amount)| (said.as_str(), amount.cents())).collect();
        assert_eq!(found, lines);
    }
}

async fn a_run_counts_adjustments(engine: Engine) {
    let billed = Billed::on(engine).await;
    billed.members(4, |_| {}).await;
    let rule = billed.payout_rule("Acme", &[(1, 100)]).await;
    billed.bill(6).await;
    billed.state(rule, 6).await.value();
    billed.bill(7).await;
    let seen = ["State", "Amount", "MonthAmount", "AmountDue", "LastMonthAmount"];
    let bare = ["NoErpAccount", "NoErpVendor"];
    let plain = run_of(&billed, rule, 7).await;
    assert_eq!((pick(&plain, seen), codes(&plain)), (json!(["Ready", 4.0, 4.0, 4.0, 4.0]), bare.to_vec()));
    billed.adjust(rule, "1", "Bonus", 7).await.value();
    let more = run_of(&billed, rule, 7).await;
    assert_eq!(pick(&more, seen), json!(["Ready", 5.0, 5.0, 5.0, 4.0]));
    assert_eq!(codes(&more), ["NoErpAccount", "NoErpVendor", "Deviation"]);
    billed.adjust(rule, "-6", "Overpaid in June", 7).await.value();
    let negative = run_of(&billed, rule, 7).await;
    assert_eq!(pick(&negative, seen), json!(["Ready", -1.0, -1.0, -1.0, 4.0]));
    assert_eq!(codes(&negative), ["Negative", "NoErpAccount", "NoErpVendor", "Deviation"]);
    billed.adjust(rule, "100", "Later", 8).await.value();
    billed.state(rule, 7).await.value();
    let made = run_of(&billed, rule, 7).await;
    assert_eq!(pick(&made, seen), json!(["Made", -1.0, -1.0, -1.0, 4.0]), "that of August waits");
    billed.adjust(rule, "3", "Forgotten", 7).await.value();
    let ready = run_of(&billed, rule, 7).await;
    assert_eq!(pick(&ready, seen), json!(["Ready", 3.0, 2.0, 2.0, 4.0]), "adjustments only");
}

async fn an_adjustment_without_statement_keeps_the_broker(engine: Engine) {
    let billed = Billed::on(engine).await;
    let line = billed.client.get(&billed.lines()).await.value()[0]["Id"].as_i64().expect("an id");
    let group = billed.client.get(&format!("/api/v1/employers/{}", billed.group)).await.value();
    let own = BrokerId(group["Broker"]["Id"].as_i64().expect("a broker"));
    let other = billed.client.post("/api/v1/brokers", json!({"Name": "Other"})).await.value()["Id"].clone();
    let rule = billed.rule_of("Own", Some(own), &[(line, 1, 75)]).await;
    let bonus = billed.adjust(rule, "250", "Bonus for Q3", 7).await.value();
    let path = format!("/api/v1/commission/rules/{rule}");
    let refused = billed.client.put(&path, json!({"BrokerId": other})).await;
    assert_eq!(refused.error_keys(), ["BrokerId"]);
    assert!(refused.message().starts_with("1 adjustment is in no statement with the earlier broker."));
    billed.client.delete(&format!("{path}/adjustments/{}", bonus["Id"])).await.value();
    billed.client.put(&path, json!({"BrokerId": other})).await.value();
}
