//! The worked examples of `docs/billing.md`: each is made through the API, on both engines, and told as the page tells it.

use domain::members::member::MemberDetails;
use domain::{MemberId, Money};
use serde_json::{Value, json};
use store::Engine;

use crate::support::consults::consult;
use crate::support::{Billed, day, on_both_engines};

const PAGE: &str = include_str!("../../../../docs/billing.md");

on_both_engines!(
    two_are_ended_retroactively_and_an_older_month_is_regenerated,
    somebody_is_added_retroactively,
    a_charge_and_a_debt_are_taken_back_together,
    somebody_is_hired_again,
    the_rate_changes,
    a_line_for_members_with_a_reference,
    a_line_that_bills_the_next_month,
    a_paid_snapshot_is_not_regenerated,
    a_line_is_replaced_by_one_with_another_scope,
    a_consult_comes_late_and_one_is_voided,
    a_snapshot_is_negative,
    a_month_is_outside_the_look_back,
    the_period_days_of_the_broker_change,
);

/// Bills a group and tells of it.
struct Story {
    billed: Billed,
    told: String,
}

impl Story {
    /// A group with so many members and the usual line.
    async fn of(engine: Engine, members: usize) -> (Self, Vec<MemberId>) {
        let billed = Billed::on(engine).await;
        let members = billed.members(members, |_| {}).await;
        (Self { billed, told: String::new() }, members)
    }

    /// A group with so many members, varied, and a line of its own.
    async fn with_line(
        engine: Engine,
        members: usize,
        vary: impl Fn(&mut MemberDetails),
        line: Value,
    ) -> (Self, Vec<MemberId>) {
        let billed = Billed::without_lines(engine).await;
        billed.line(line).await;
        let members = billed.members(members, vary).await;
        (Self { billed, told: String::new() }, members)
    }

    /// Bills a month of 2026.
    async fn bill(&mut self, month: u32) -> Value {
        let made = self.billed.bill(month).await;
        self.tell(&made["Id"], "").await;
        let shown = self.billed.client.get(&self.billed.snapshot(&made["Id"])).await.value();
        assert_eq!(made["OutsideLookBack"], shown["OutsideLookBack"], "a save answers what it left out");
        made["Id"].clone()
    }

    /// Bills a month of 2026 by a billing run, whose period follows the days of the broker.
    async fn bill_by_a_run(&mut self, month: u32) {
        let client = &self.billed.client;
        let asked = json!({"BillingPeriod": format!("2026-{month:02}")});
        let run = client.post("/api/v1/billing-runs", asked).await.value()["Id"].clone();
        self.billed.app.run_jobs().await;
        let path = format!("/api/v1/billing-runs/{run}");
        client.post(&format!("{path}/approve"), json!({"PlanIds": [self.billed.plan]})).await.value();
        client.post(&format!("{path}/create"), json!({})).await.value();
        self.billed.app.run_jobs().await;
        let items = client.get(&format!("{path}/items?Page=1")).await.value();
        let item = &items["Data"][0];
        let [begin, end] = ["InvoicePeriodBeginDate", "InvoicePeriodEndDate"]
            .map(|key| domain::period::shown_date(day(item[key].as_str().expect("a day"))));
        self.tell(&item["SnapshotId"], &format!(", {begin} to {end}")).await;
    }

    /// Changes the period days of the group's broker.
    async fn change_days(&self, first: u8, last: u8) {
        let client = &self.billed.client;
        let group = client.get(&format!("/api/v1/employers/{}", self.billed.group)).await.value();
        let broker = format!("/api/v1/brokers/{}", group["Broker"]["Id"]);
        let days = json!({"InvoicePeriodStartDay": first, "InvoicePeriodEndDay": last});
        client.put(&broker, days).await.value();
    }

    async fn bill_all(&mut self, months: impl IntoIterator<Item = u32>) {
        for month in months {
            self.bill(month).await;
        }
    }

    /// Lets the only line item have another pricing option.
    async fn change_rate(&self, rate: &str) {
        let line = self.billed.client.get(&self.billed.lines()).await.value()[0].clone();
        let form = json!({"Name": line["Name"], "BillingPricingOptionId": self.billed.option(rate).await});
        self.billed.client.put(&format!("{}/{}", self.billed.lines(), line["Id"]), form).await.value();
    }

    async fn tell(&mut self, id: &Value, how: &str) {
        let snapshot = self.billed.client.get(&self.billed.snapshot(id)).await.value();
        let month = domain::BillingMonth::of(day(snapshot["InvoicePeriodEndDate"].as_str().expect("a day")));
        self.told += &format!("{month}{how}: {}\n", money(&snapshot["InvoiceTotalDollars"]));
        for line in snapshot["LineItems"].as_array().expect("lines") {
            self.told += &format!(
                "  {}, {} {}: {} × {} = {}\n",
                text(&line["Name"]),
                text(&line["BillableMonthName"]),
                line["BillableYear"],
                line["BillableQuantity"],
                money(&line["Rate"]),
                money(&line["LineItemTotalDollars"]),
            );
        }
        for left in snapshot["OutsideLookBack"].as_array().expect("a list") {
            let month = left["BillableMonth"].as_u64().expect("a month") as u32;
            let month = domain::BillingMonth::new(2026, month).expect("a month");
            let kind = if left["IsCredit"] == true { "credit" } else { "debt" };
            let names = left["EmployeeData"].as_array().expect("members").iter();
            let names: Vec<_> = names.map(|one| text(&one["Employee"]["LastName"])).collect();
            self.told += &format!(
                "  outside: {}, {month}: {kind} of {}, {}\n",
                text(&left["Name"]),
                left["Quantity"],
                names.join(", ")
            );
        }
    }

    /// Compares what was told with the page, where it stands under `title`.
    fn stands_on_the_page(self, title: &str) {
        let section = PAGE.split("\n### ").find(|section| section.lines().next() == Some(title));
        let section = section.unwrap_or_else(|| panic!("no example is called {title}"));
        let told = section.split("```text\n").nth(1).and_then(|rest| rest.split("```").next());
        assert_eq!(self.told, told.expect("the example has bills"), "{title}");
    }
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn money(value: &Value) -> Money {
    Money::parse(&format!("{:.2}", value.as_f64().expect("a number"))).expect("an amount")
}

fn in_the_west(member: &mut MemberDetails) {
    member.billing_reference_id = Some("WEST".to_owned());
}

async fn two_are_ended_retroactively_and_an_older_month_is_regenerated(engine: Engine) {
    let (mut story, members) = Story::of(engine, 100).await;
    let may = story.bill(5).await;
    story.bill(6).await;
    for member in &members[..2] {
        story.billed.change(*member, "terminate", "2026-05-01").await;
    }
    story.bill(7).await;
    story.billed.regenerate(&may).await.value();
    story.tell(&may, " again").await;
    story.bill(8).await;
    story.stands_on_the_page("Two are ended retroactively, and an older month is regenerated");
}

async fn somebody_is_added_retroactively(engine: Engine) {
    let (mut story, _) = Story::of(engine, 10).await;
    story.bill_all([5, 6]).await;
    story.billed.app.member(story.billed.group.into()).since("2026-04-01").create().await;
    story.bill(7).await;
    story.stands_on_the_page("Somebody is added retroactively");
}

async fn a_charge_and_a_debt_are_taken_back_together(engine: Engine) {
    let (mut story, members) = Story::of(engine, 2).await;
    story.bill(5).await;
    let third =
        story.billed.app.member(story.billed.group.into()).named("Zoe", "Young").since("2026-05-01").create().await;
    story.bill(6).await;
    story.billed.app.pass(chrono::TimeDelta::minutes(1));
    for member in [members[0], third] {
        story.billed.change(member, "terminate", "2026-05-01").await;
    }
    let july = story.bill(7).await;
    let july = story.billed.snapshot(&july);
    let lines = story.billed.client.get(&july).await.value()["LineItems"].clone();
    let behind = format!("{july}/why/members?LineId={}", lines[1]["Id"]);
    let behind = story.billed.client.get(&behind).await.value();
    let reasons: Vec<_> = behind["Data"].as_array().expect("rows").iter().map(|row| text(&row["Reason"])).collect();
    let ended = "then ended back-dated on 07/20/2026";
    assert_eq!(reasons, [format!("was billed, {ended}"), format!("was billed afterwards, {ended}")]);
    story.stands_on_the_page("A charge and a debt are taken back together");
}

async fn somebody_is_hired_again(engine: Engine) {
    let (mut story, members) = Story::of(engine, 3).await;
    story.bill_all([4, 5, 6]).await;
    story.billed.change(members[1], "terminate", "2026-04-15").await;
    story.billed.change(members[1], "activate", "2026-05-20").await;
    story.bill(7).await;
    story.stands_on_the_page("Somebody is hired again");
}

async fn the_rate_changes(engine: Engine) {
    let (mut story, members) = Story::of(engine, 4).await;
    story.bill(5).await;
    story.change_rate("12.50").await;
    story.bill(6).await;
    story.change_rate("13.00").await;
    story.billed.change(members[0], "terminate", "2026-05-01").await;
    story.billed.app.member(story.billed.group.into()).since("2026-05-01").create().await;
    story.bill(7).await;
    story.stands_on_the_page("The rate changes");
}

async fn a_line_for_members_with_a_reference(engine: Engine) {
    let west = json!({"Name": "West", "IncludeAllMembers": false, "ReferenceId": "West"});
    let (mut story, members) = Story::with_line(engine, 2, in_the_west, west).await;
    story.billed.members(2, |_| {}).await;
    story.bill(6).await;
    let member = format!("/api/v1/employees/{}", members[1]);
    let mut form = story.billed.client.get(&member).await.value();
    form["BillingReferenceId"] = json!("EAST");
    story.billed.client.put(&member, form).await.value();
    story.bill(7).await;
    story.billed.change(members[1], "terminate", "2026-06-01").await;
    story.bill(8).await;
    story.stands_on_the_page("A line for members with a reference");
}

async fn a_line_that_bills_the_next_month(engine: Engine) {
    let ahead = json!({"Name": "Ahead", "BillingPeriod": 2});
    let (mut story, members) = Story::with_line(engine, 3, |_| {}, ahead).await;
    story.bill(6).await;
    story.billed.change(members[2], "terminate", "2026-07-01").await;
    story.bill(7).await;
    story.stands_on_the_page("A line that bills the next month");
}

async fn a_paid_snapshot_is_not_regenerated(engine: Engine) {
    let (mut story, members) = Story::of(engine, 2).await;
    let june = story.bill(6).await;
    store::testing::execute(&story.billed.app.ctx.store, "update snapshot set payment_status=3").await;
    story.billed.change(members[1], "terminate", "2026-06-01").await;
    let refused = story.billed.regenerate(&june).await;
    assert_eq!(
        refused.message(),
        "This snapshot cannot be regenerated because its invoice is paid. Create the next snapshot: it credits or charges what has \
         changed since."
    );
    story.bill(7).await;
    story.stands_on_the_page("A paid snapshot is not regenerated");
}

async fn a_line_is_replaced_by_one_with_another_scope(engine: Engine) {
    let (mut story, members) = Story::with_line(engine, 3, in_the_west, json!({"Name": "PEPM"})).await;
    story.bill_all([5, 6]).await;
    let lines = story.billed.lines();
    let old = format!("{lines}/{}", story.billed.client.get(&lines).await.value()[0]["Id"]);
    let eleven = story.billed.option("11.00").await;
    let west =
        json!({"Name": "West", "IncludeAllMembers": false, "ReferenceId": "West", "BillingPricingOptionId": eleven});
    assert_eq!(story.billed.client.put(&old, west.clone()).await.error_keys(), ["IncludeAllMembers"]);
    story.billed.client.delete(&old).await.value();
    story.billed.line(west).await;
    story.billed.change(members[2], "terminate", "2026-06-01").await;
    story.bill(7).await;
    story.stands_on_the_page("A line is replaced by one with another scope");
}

async fn a_consult_comes_late_and_one_is_voided(engine: Engine) {
    let billed = Billed::without_lines(engine).await;
    let at_49 = billed.option("49.00").await;
    billed.line(json!({"Name": "Consults", "BillingType": 1, "BillingPricingOptionId": at_49})).await;
    let mut story = Story { billed, told: String::new() };
    let consulted = async |story: &Story, at: &str| {
        let mut consult = consult(story.billed.group.into(), None);
        consult.started_at = at.parse().expect("an instant of the test");
        story.billed.app.consulted(vec![consult]).await;
    };
    consulted(&story, "2026-06-20T16:00:00Z").await;
    story.bill(7).await;
    story.change_rate("55.00").await;
    consulted(&story, "2026-06-25T16:00:00Z").await;
    consulted(&story, "2026-07-10T16:00:00Z").await;
    story.bill(8).await;
    store::testing::execute(&story.billed.app.ctx.store, "update consult set state=1 where id=2").await;
    story.bill(9).await;
    story.stands_on_the_page("A consult comes late, and one is voided");
}

async fn a_snapshot_is_negative(engine: Engine) {
    let (mut story, members) = Story::of(engine, 3).await;
    story.bill_all([5, 6]).await;
    for member in members {
        story.billed.change(member, "terminate", "2026-05-01").await;
    }
    story.bill(7).await;
    story.stands_on_the_page("A snapshot is negative");
}

async fn a_month_is_outside_the_look_back(engine: Engine) {
    let (mut story, members) = Story::of(engine, 2).await;
    let one_month = format!("update employer_group set billing_lookback_months=1 where id={}", story.billed.group);
    store::testing::execute(&story.billed.app.ctx.store, &one_month).await;
    story.bill_all([4, 5, 6]).await;
    story.billed.change(members[1], "terminate", "2026-04-01").await;
    story.bill(7).await;
    story.stands_on_the_page("A month is outside the look-back");
}

/// Nobody reads an example that no test makes.
#[test]
fn every_example_of_the_page_is_made() {
    let titles = PAGE.matches("\n### ").count();
    let tests = include_str!("golden_bills.rs").matches("story.stands_on_the_page(\"").count();
    assert_eq!(titles, tests);
}

async fn the_period_days_of_the_broker_change(engine: Engine) {
    let (mut story, _) = Story::of(engine, 3).await;
    story.billed.line(json!({"Name": "Consults", "BillingType": 1, "BillingPeriod": 0})).await;
    for at in ["2026-01-31T16:00:00Z", "2026-02-03T16:00:00Z", "2026-02-04T16:00:00Z", "2026-03-20T16:00:00Z"] {
        let mut consult = consult(story.billed.group.into(), None);
        consult.started_at = at.parse().expect("an instant of the test");
        story.billed.app.consulted(vec![consult]).await;
    }
    story.change_days(1, 31).await;
    story.bill_by_a_run(1).await;
    story.change_days(4, 3).await;
    story.bill_by_a_run(2).await;
    story.bill_by_a_run(3).await;
    story.change_days(1, 31).await;
    story.bill_by_a_run(4).await;
    story.stands_on_the_page("The period days of the broker change");
}
