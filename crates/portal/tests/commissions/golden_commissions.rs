//! The worked examples of `docs/commissions.md`: each is made through the API, on both engines, and told as the page tells it.

use domain::commissions::statement::date_of;
use domain::{BillingMonth, MemberId, Money};
use serde_json::Value;
use store::Engine;

use crate::support::payouts::STATEMENTS;
use crate::support::{Billed, on_both_engines};

const PAGE: &str = include_str!("../../../../docs/commissions.md");

on_both_engines!(
    a_month_is_credited_in_full,
    a_credit_comes_in_a_later_month,
    a_line_is_credited_that_was_paid_out_and_has_left_the_rule,
    a_line_is_charged_again_after_it_has_left_the_rule,
    a_statement_is_deleted_whose_line_has_left_the_rule,
    a_snapshot_is_computed_anew,
    the_payout_changes,
    two_payees_share_a_line,
    a_month_is_negative_and_brought_forward,
    a_rule_pays_on_paid_invoices_only,
    a_credit_takes_back_no_more_than_was_paid_out,
    a_month_is_charged_and_credited_at_once,
    a_line_leaves_the_rule_while_it_is_pending,
    an_invoice_is_not_paid_any_more,
    an_amount_is_adjusted_by_hand,
    a_rule_on_paid_invoices_is_adjusted,
);

/// States what a group is billed, and tells of it.
struct Story {
    billed: Billed,
    rule: i64,
    told: String,
}

impl Story {
    /// A group with so many members, and a rule that pays $1.00 on each.
    async fn of(engine: Engine, members: usize) -> (Self, Vec<MemberId>) {
        let billed = Billed::on(engine).await;
        let members = billed.members(members, |_| {}).await;
        let rule = billed.payout_rule("Acme", &[(1, 100)]).await;
        (Self { billed, rule, told: String::new() }, members)
    }

    /// Bills a month of 2026, and states it.
    async fn bill_and_state(&mut self, month: u32) -> (Value, Value) {
        let snapshot = self.billed.bill(month).await["Id"].clone();
        (snapshot, self.state(month).await)
    }

    /// Makes the statement of a month of 2026.
    async fn state(&mut self, month: u32) -> Value {
        let made = self.billed.state(self.rule, month).await.value();
        let again = self.billed.statement(&made["Id"]).await;
        for (key, value) in made.as_object().expect("a statement") {
            assert_eq!((key, value), (key, &again[key]), "what is answered is what stands there");
        }
        self.tell(&again);
        made["Id"].clone()
    }

    /// Tells why no statement of a month is made.
    async fn refused(&mut self, month: u32) {
        let said = self.billed.state(self.rule, month).await;
        let errors = said.json()["Errors"].clone();
        let said: Vec<_> = errors.as_array().expect("errors").iter().map(|error| text(&error["Message"])).collect();
        self.told += &format!("No statement: {}\n", said.join(" "));
    }

    async fn delete(&mut self, statement: &Value) {
        self.billed.client.delete(&format!("{STATEMENTS}/{statement}")).await.value();
        self.told += &format!("Statement {statement} is deleted.\n");
    }

    /// Adds an amount as of a month of 2026, and gives where it is.
    async fn adjust(&self, amount: &str, reason: &str, month: u32) -> String {
        let added = self.billed.adjust(self.rule, amount, reason, month).await.value();
        format!("{}/{}", self.billed.adjustments(self.rule), added["Id"])
    }

    fn tell(&mut self, made: &Value) {
        self.told +=
            &format!("Statement {}, {}: {}", made["Id"], text(&made["Name"]), money(&made["TotalPayoutAmount"]));
        let brought = money(&made["BroughtForward"]);
        if brought != Money::ZERO {
            self.told += &format!(", brought forward {brought}, due {}", money(&made["AmountDue"]));
        }
        let pending = money(&made["PendingAmount"]);
        if pending != Money::ZERO {
            self.told += &format!(", pending {pending}");
        }
        let earlier = money(&made["PendingEarlier"]);
        if earlier != Money::ZERO {
            self.told += &format!(", pending from earlier months {earlier}");
        }
        self.told += "\n";
        for line in made["TotaledLineItems"].as_array().expect("lines") {
            let marks = [
                (line["Payable"] == false).then_some(" (pending)"),
                (line["Kind"] == "Clawback").then_some(" (clawback)"),
            ];
            self.told += &format!(
                "  {} {}: {} × {} = {}{}\n",
                text(&line["BillableMonthName"]),
                line["BillableYear"],
                line["Quantity"],
                money(&line["CommissionPayoutRate"]),
                money(&line["TotalDollars"]),
                marks.into_iter().flatten().collect::<String>(),
            );
        }
        for line in made["Adjustments"].as_array().expect("adjustments") {
            let (month, reason) = (month(&line["Month"]), text(&line["Reason"]));
            self.told += &format!("  {month}: {reason} = {} (adjustment)\n", money(&line["Amount"]));
        }
    }

    /// Compares what was told with the page, where it stands under `title`.
    fn stands_on_the_page(self, title: &str) {
        let section = PAGE.split("\n### ").find(|section| section.lines().next() == Some(title));
        let section = section.unwrap_or_else(|| panic!("no example is called {title}"));
        let told = section.split("```text\n").nth(1).and_then(|rest| rest.split("```").next());
        assert_eq!(self.told, told.expect("the example has statements"), "{title}");
    }
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn month(value: &Value) -> BillingMonth {
    let day = text(value).parse().expect("a day");
    let month = BillingMonth::of(day);
    assert_eq!(day, date_of(month), "the 3rd stands for a month");
    month
}

fn money(value: &Value) -> Money {
    Money::parse(&format!("{:.2}", value.as_f64().expect("a number"))).expect("an amount")
}

async fn a_month_is_credited_in_full(engine: Engine) {
    let (mut story, members) = Story::of(engine, 2).await;
    story.bill_and_state(5).await;
    for member in members {
        story.billed.change(member, "terminate", "2026-05-01").await;
    }
    story.bill_and_state(6).await;
    story.stands_on_the_page("A month is credited in full");
}

async fn a_credit_comes_in_a_later_month(engine: Engine) {
    let (mut story, members) = Story::of(engine, 10).await;
    story.bill_and_state(5).await;
    story.bill_and_state(6).await;
    story.billed.change(members[0], "terminate", "2026-05-01").await;
    story.bill_and_state(7).await;
    story.stands_on_the_page("A credit comes in a later month");
}

async fn a_line_is_credited_that_was_paid_out_and_has_left_the_rule(engine: Engine) {
    let (mut story, members) = Story::of(engine, 5).await;
    story.bill_and_state(6).await;
    story.billed.leave(story.rule).await;
    story.billed.change(members[0], "terminate", "2026-06-01").await;
    story.bill_and_state(7).await;
    story.stands_on_the_page("A line is credited that was paid out and has left the rule");
}

async fn a_line_is_charged_again_after_it_has_left_the_rule(engine: Engine) {
    let (mut story, members) = Story::of(engine, 5).await;
    story.bill_and_state(6).await;
    story.billed.leave(story.rule).await;
    story.billed.change(members[0], "terminate", "2026-06-01").await;
    story.bill_and_state(7).await;
    story.billed.change(members[0], "activate", "2026-06-01").await;
    story.billed.app.member(story.billed.group.into()).since("2026-06-01").create().await;
    story.bill_and_state(8).await;
    story.billed.change(members[1], "terminate", "2026-06-01").await;
    story.bill_and_state(9).await;
    story.stands_on_the_page("A line is charged again after it has left the rule");
}

async fn a_statement_is_deleted_whose_line_has_left_the_rule(engine: Engine) {
    let (mut story, members) = Story::of(engine, 5).await;
    let (_, june) = story.bill_and_state(6).await;
    story.billed.leave(story.rule).await;
    story.billed.change(members[0], "terminate", "2026-06-01").await;
    story.bill_and_state(7).await;
    story.delete(&june).await;
    story.state(6).await;
    story.stands_on_the_page("A statement is deleted whose line has left the rule");
}

async fn a_snapshot_is_computed_anew(engine: Engine) {
    let (mut story, members) = Story::of(engine, 4).await;
    let (snapshot, statement) = story.bill_and_state(7).await;
    story.billed.change(members[0], "terminate", "2026-07-01").await;
    assert_ne!(story.billed.regenerate(&snapshot).await.message(), "", "a statement stands on it");
    story.delete(&statement).await;
    story.billed.regenerate(&snapshot).await.value();
    story.state(7).await;
    story.refused(7).await;
    story.stands_on_the_page("A snapshot is computed anew");
}

async fn the_payout_changes(engine: Engine) {
    let (mut story, members) = Story::of(engine, 4).await;
    story.bill_and_state(5).await;
    story.billed.set_payout(story.rule, 6, 125).await;
    story.bill_and_state(6).await;
    story.billed.change(members[0], "terminate", "2026-05-01").await;
    story.bill_and_state(7).await;
    story.stands_on_the_page("The payout changes");
}

async fn two_payees_share_a_line(engine: Engine) {
    let (mut story, members) = Story::of(engine, 4).await;
    let other = story.billed.payout_rule("Beacon", &[(1, 25)]).await;
    story.bill_and_state(6).await;
    let acme = std::mem::replace(&mut story.rule, other);
    story.state(6).await;
    story.billed.change(members[0], "terminate", "2026-06-01").await;
    story.bill_and_state(7).await;
    story.rule = acme;
    story.state(7).await;
    story.stands_on_the_page("Two payees share a line");
}

async fn a_month_is_negative_and_brought_forward(engine: Engine) {
    let (mut story, members) = Story::of(engine, 3).await;
    story.bill_and_state(4).await;
    story.bill_and_state(5).await;
    for member in &members {
        story.billed.change(*member, "terminate", "2026-04-01").await;
    }
    let (_, june) = story.bill_and_state(6).await;
    for _ in 0..8 {
        story.billed.app.member(story.billed.group.into()).since("2026-07-01").create().await;
    }
    story.bill_and_state(7).await;
    let refused = story.billed.client.delete(&format!("{STATEMENTS}/{june}")).await.message();
    story.told += &format!("Statement {june} cannot be deleted: {refused}\n");
    story.stands_on_the_page("A month is negative and brought forward");
}

async fn a_rule_pays_on_paid_invoices_only(engine: Engine) {
    let (mut story, members) = Story::of(engine, 5).await;
    story.billed.on_paid_only(story.rule).await;
    story.billed.sql("update commission_rule set created_at = '2026-05-01T16:00:00.000Z'").await;
    let may = story.billed.bill(5).await["Id"].clone();
    story.refused(5).await;
    story.billed.pay(&may).await;
    let june = story.billed.bill(6).await["Id"].clone();
    story.state(6).await;
    story.billed.change(members[0], "terminate", "2026-05-01").await;
    story.billed.bill(7).await;
    story.state(7).await;
    story.billed.pay(&june).await;
    story.billed.bill(8).await;
    story.state(8).await;
    story.stands_on_the_page("A rule pays on paid invoices only");
}

async fn a_credit_takes_back_no_more_than_was_paid_out(engine: Engine) {
    let (mut story, members) = Story::of(engine, 5).await;
    story.billed.on_paid_only(story.rule).await;
    story.billed.sql("update commission_rule set created_at = '2026-05-01T16:00:00.000Z'").await;
    let may = story.billed.bill(5).await["Id"].clone();
    story.billed.app.member(story.billed.group.into()).since("2026-05-01").create().await;
    let june = story.billed.bill(6).await["Id"].clone();
    story.billed.pay(&june).await;
    story.state(6).await;
    for member in &members[..4] {
        story.billed.change(*member, "terminate", "2026-05-01").await;
    }
    story.billed.bill(7).await;
    story.state(7).await;
    story.billed.pay(&may).await;
    story.billed.bill(8).await;
    story.state(8).await;
    story.billed.bill(9).await;
    story.state(9).await;
    story.stands_on_the_page("A credit takes back no more than was paid out");
}

async fn a_month_is_charged_and_credited_at_once(engine: Engine) {
    let (mut story, members) = Story::of(engine, 5).await;
    story.billed.on_paid_only(story.rule).await;
    story.billed.sql("update commission_rule set created_at = '2026-05-01T16:00:00.000Z'").await;
    let may = story.billed.bill(5).await["Id"].clone();
    story.billed.pay(&may).await;
    story.state(5).await;
    story.billed.change(members[0], "terminate", "2026-05-01").await;
    story.billed.app.member(story.billed.group.into()).since("2026-05-01").create().await;
    let june = story.billed.bill(6).await["Id"].clone();
    story.state(6).await;
    story.billed.pay(&june).await;
    story.billed.bill(7).await;
    story.state(7).await;
    story.stands_on_the_page("A month is charged and credited at once");
}

async fn a_line_leaves_the_rule_while_it_is_pending(engine: Engine) {
    let (mut story, members) = Story::of(engine, 5).await;
    story.billed.on_paid_only(story.rule).await;
    story.billed.sql("update commission_rule set created_at = '2026-05-01T16:00:00.000Z'").await;
    let may = story.billed.bill(5).await["Id"].clone();
    story.billed.pay(&may).await;
    let june = story.billed.bill(6).await["Id"].clone();
    story.state(6).await;
    story.billed.leave(story.rule).await;
    story.billed.pay(&june).await;
    story.billed.bill(7).await;
    story.state(7).await;
    story.billed.change(members[0], "terminate", "2026-06-01").await;
    story.billed.bill(8).await;
    story.state(8).await;
    story.stands_on_the_page("A line leaves the rule while it is pending");
}

async fn an_invoice_is_not_paid_any_more(engine: Engine) {
    let (mut story, _) = Story::of(engine, 3).await;
    story.billed.on_paid_only(story.rule).await;
    story.billed.sql("update commission_rule set created_at = '2026-05-01T16:00:00.000Z'").await;
    let account = story.billed.app.erp_account("Books").await;
    story.billed.pays_vendor(story.rule, account.get(), "77").await;
    let june = story.billed.bill(6).await["Id"].clone();
    story.billed.pay(&june).await;
    let statement = story.state(6).await;
    story.billed.sql(&format!("update snapshot set payment_status = 1 where id = {june}")).await;
    let refused = story.billed.client.post(&format!("{STATEMENTS}/{statement}/bill"), serde_json::json!({})).await;
    story.told += &format!("Statement {statement} cannot be billed: {}\n", refused.message());
    story.delete(&statement).await;
    story.refused(6).await;
    story.billed.bill(7).await;
    story.billed.pay(&june).await;
    story.state(7).await;
    story.stands_on_the_page("An invoice is not paid any more");
}

async fn an_amount_is_adjusted_by_hand(engine: Engine) {
    let (mut story, _) = Story::of(engine, 3).await;
    let bonus = story.adjust("250.00", "Bonus for Q2", 6).await;
    let (_, june) = story.bill_and_state(6).await;
    story.delete(&june).await;
    story.state(6).await;
    story.adjust("-2.00", "Overpaid in May", 7).await;
    story.state(7).await;
    story.bill_and_state(7).await;
    let refused = story.billed.client.delete(&bonus).await.message();
    story.told += &format!("Bonus for Q2 cannot be deleted: {refused}\n");
    story.stands_on_the_page("An amount is adjusted by hand");
}

async fn a_rule_on_paid_invoices_is_adjusted(engine: Engine) {
    let (mut story, _) = Story::of(engine, 3).await;
    story.billed.on_paid_only(story.rule).await;
    story.billed.sql("update commission_rule set created_at = '2026-05-01T16:00:00.000Z'").await;
    story.adjust("250.00", "Bonus for Q2", 6).await;
    let june = story.billed.bill(6).await["Id"].clone();
    story.state(6).await;
    story.billed.pay(&june).await;
    story.adjust("-1.00", "Overpaid in May", 7).await;
    story.adjust("5.00", "Bonus for Q3", 9).await;
    story.state(7).await;
    story.stands_on_the_page("A rule on paid invoices is adjusted");
}

/// Every example of the page has its test.
#[test]
fn every_example_of_the_page_is_made() {
    let titles = PAGE.matches("\n### ").count();
    let tests = include_str!("golden_commissions.rs").matches("story.stands_on_the_page(\"").count();
    assert_eq!(titles, tests);
}
