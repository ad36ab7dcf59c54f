//! A broker's period days change while its groups are billed: no month is skipped, by hand or by the automatic run.

use serde_json::{Value, json};
use store::Engine;

use crate::support::on_both_engines;
use crate::support::runs::{RUNS, Runs};

on_both_engines!(
    a_month_that_has_ended_by_the_new_days_is_billed_in_the_next_night,
    the_months_after_a_longer_period_are_billed_once,
    what_a_person_has_deleted_is_no_missed_month,
    a_snapshot_by_hand_that_leaves_days_open_after_a_change_is_refused,
);

impl Runs {
    async fn days(&self, first: u8, last: u8) {
        let days = json!({"InvoicePeriodStartDay": first, "InvoicePeriodEndDay": last});
        self.client.put(&format!("/api/v1/brokers/{}", self.broker), days).await.value();
    }

    async fn switch_on(&self) {
        portal::jobs::schedule::define(&self.app.ctx).await.expect("schedules");
        self.client.put("/api/v1/settings/billing", json!({"AutomaticRun": true})).await.value();
    }

    /// A night of 2026.
    async fn at_night(&mut self, day: &str) {
        self.app.travel_to(&format!("2026-{day}T06:30:00Z"));
        self.app.run_jobs().await;
        self.client = self.app.administrator().await;
    }

    /// The periods that a group was billed for, oldest first.
    async fn periods(&self, group: domain::GroupId) -> Vec<String> {
        let list = self.client.get(&format!("/api/v1/billing/{group}/snapshots?Page=1")).await.value();
        let text = |row: &Value, key: &str| row[key].as_str().expect("a day")[5..].to_owned();
        let rows = list["Data"].as_array().expect("a list").iter();
        let mut told: Vec<_> = rows
            .map(|row| format!("{} to {}", text(row, "InvoicePeriodBeginDate"), text(row, "InvoicePeriodEndDate")))
            .collect();
        told.sort();
        told
    }
}

async fn a_month_that_has_ended_by_the_new_days_is_billed_in_the_next_night(engine: Engine) {
    let mut runs = Runs::on(engine).await;
    runs.days(1, 31).await;
    let (group, _) = runs.group("Alder", 1).await;
    runs.switch_on().await;
    runs.at_night("08-01").await;
    assert_eq!(runs.periods(group).await, ["07-01 to 07-31"]);
    // August 3 was looked at when the days were still the old ones.
    runs.at_night("08-10").await;
    runs.days(4, 3).await;
    for night in ["08-11", "08-12", "09-03", "09-04", "09-05", "10-04"] {
        runs.at_night(night).await;
    }
    assert_eq!(
        runs.periods(group).await,
        ["07-01 to 07-31", "08-01 to 08-03", "08-04 to 09-03", "09-04 to 10-03"],
        "{engine:?}"
    );
    let listed = runs.client.get(&format!("{RUNS}?Page=1")).await.value();
    assert_eq!(listed["TotalRecords"], 4, "{engine:?}: one run a month");
}

async fn the_months_after_a_longer_period_are_billed_once(engine: Engine) {
    let mut runs = Runs::on(engine).await;
    let (group, _) = runs.group("Alder", 1).await;
    runs.switch_on().await;
    runs.at_night("08-04").await;
    runs.days(1, 31).await;
    for night in ["08-05", "09-01", "10-01", "11-01"] {
        runs.at_night(night).await;
    }
    assert_eq!(
        runs.periods(group).await,
        ["07-04 to 08-03", "08-04 to 09-30", "10-01 to 10-31"],
        "{engine:?}: August was billed before, and September begins on the day after"
    );
}

async fn what_a_person_has_deleted_is_no_missed_month(engine: Engine) {
    let mut runs = Runs::on(engine).await;
    runs.days(1, 31).await;
    let (group, plan) = runs.group("Alder", 1).await;
    runs.switch_on().await;
    for night in ["08-01", "08-05"] {
        runs.at_night(night).await;
    }
    runs.days(4, 3).await;
    let august = json!({"StartDate": "2026-08-01", "EndDate": "2026-08-03"});
    let path = format!("/api/v1/billing/{group}");
    let made = runs.client.post(&format!("{path}/invoices/{plan}/snapshots"), august).await.value();
    runs.client.delete(&format!("{path}/snapshots/{}", made["Id"])).await.value();
    for night in ["08-10", "08-11"] {
        runs.at_night(night).await;
    }
    assert_eq!(runs.periods(group).await, ["07-01 to 07-31"], "{engine:?}");
}

async fn a_snapshot_by_hand_that_leaves_days_open_after_a_change_is_refused(engine: Engine) {
    let runs = Runs::on(engine).await;
    let (group, plan) = runs.group("Alder", 1).await;
    let create = async |start: &str, end: &str| {
        let period = json!({"StartDate": start, "EndDate": end});
        runs.client.post(&format!("/api/v1/billing/{group}/invoices/{plan}/snapshots"), period).await
    };
    runs.days(2, 1).await;
    create("2026-06-02", "2026-07-01").await.value();
    runs.days(4, 3).await;
    let refused = create("2026-07-04", "2026-08-03").await;
    assert_eq!(refused.error_keys(), ["StartDate"], "{engine:?}");
    let said = "The days from 07/02/2026 to 07/03/2026 would be billed by no snapshot of this plan. A billing run of August 2026 bills them.";
    assert_eq!(refused.message(), said, "{engine:?}");
    create("2026-07-02", "2026-08-03").await.value();
    assert_eq!(runs.periods(group).await, ["06-02 to 07-01", "07-02 to 08-03"], "{engine:?}");
}
