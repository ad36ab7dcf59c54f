//! What recurs. Any number of processes may look; each due time is fired once.

use anyhow::Context as _;
use chrono::{DateTime, SubsecRound as _, Utc};
use chrono_tz::Tz;
use croner::Cron;
use store::queue::NewJob;

use super::Job;
use crate::billing::runs::jobs::StartAutomaticRuns;
use crate::billing::snapshots::erp::jobs::{AgeInvoices, SweepPayments};
use crate::commissions::bills::jobs::LookAtBills;
use crate::context::Context;
use crate::error::Result;
use crate::groups::jobs::KeepCounters;
use crate::housekeeping::jobs::TidyUp;
use crate::members::jobs::SettleStatuses;
use crate::work_queue::jobs::MailDigests;

/// A recurring job: its name, when (cron, in business time), and what.
struct Recurring {
    name: &'static str,
    cron: &'static str,
    job: fn() -> Result<NewJob>,
}

const ALL: &[Recurring] = &[
    Recurring { name: "settle-statuses", cron: "5 0 * * *", job: || new(&SettleStatuses {}) },
    Recurring { name: "age-invoices", cron: "10 0 * * *", job: || new(&AgeInvoices {}) },
    Recurring { name: "sweep-payments", cron: "25 */2 * * *", job: || new(&SweepPayments::default()) },
    Recurring { name: "look-at-bills", cron: "15 5 * * *", job: || new(&LookAtBills::default()) },
    // The day after the end of a period, in business time (rules.md#automatic-billing).
    Recurring { name: "bill-months", cron: "0 2 * * *", job: || new(&StartAutomaticRuns {}) },
    Recurring { name: "keep-counters", cron: "10 3 * * *", job: || new(&KeepCounters {}) },
    // Before the day of work begins, and after what ages at night (rules.md#work-digest).
    Recurring { name: "mail-work-digests", cron: "0 6 * * *", job: || new(&MailDigests {}) },
    Recurring { name: "tidy-up", cron: "40 3 * * *", job: || new(&TidyUp {}) },
];

fn new<J: Job>(job: &J) -> Result<NewJob> {
    Ok(NewJob {
        kind: J::KIND.to_owned(),
        payload: serde_json::to_value(job).map_err(anyhow::Error::from)?,
        lane: J::LANE as i16,
        run_at: DateTime::UNIX_EPOCH,
        dedupe_key: None,
        group: None,
        created_by: None,
        max_attempts: J::MAX_ATTEMPTS,
    })
}

/// Writes the schedules that the database does not know yet, and when each is due next: in business time, which may be another one than
/// at the last start.
///
/// # Errors
/// When the database fails.
pub async fn define(ctx: &Context) -> Result<()> {
    let now = ctx.now();
    let tx = ctx.store.begin().await?;
    for recurring in ALL {
        let next = following(recurring.cron, ctx.config.time_zone, now)?;
        store::schedules::define(&tx, recurring.name, recurring.cron, next, now).await?;
    }
    Ok(tx.commit_unaudited("schedules come with the program").await?)
}

/// Enqueues what is due.
///
/// # Errors
/// When the database fails.
pub async fn fire(ctx: &Context) -> Result<()> {
    let now = ctx.now();
    for schedule in store::schedules::due(&ctx.store.read(), now).await? {
        let Some(recurring) = ALL.iter().find(|recurring| recurring.name == schedule.name) else { continue };
        let next = following(recurring.cron, ctx.config.time_zone, now)?;
        let job = NewJob { run_at: now, ..(recurring.job)()? };
        let tx = ctx.store.begin().await?;
        store::schedules::fire(&tx, &schedule, next, job, now).await?;
        tx.commit_unaudited("a schedule fires").await?;
    }
    Ok(())
}

/// The next time after `now`: a whole second, so that it is the same whenever it is reckoned.
fn following(cron: &str, zone: Tz, now: DateTime<Utc>) -> Result<DateTime<Utc>> {
    let cron: Cron = cron.parse().context("a schedule of the program")?;
    let now = now.trunc_subsecs(0);
    let next = cron.find_next_occurrence(&now.with_timezone(&zone), false).context("a schedule of the program")?;
    Ok(next.with_timezone(&Utc))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_schedule_can_be_read_and_keeps_business_time_over_the_change_of_clocks() {
        let zone = chrono_tz::America::New_York;
        for recurring in ALL {
            following(recurring.cron, zone, DateTime::UNIX_EPOCH).expect(recurring.name);
        }
        for (now, next) in [
            ("2026-07-20T16:00:00Z", "2026-07-21T07:40:00Z"),
            ("2026-12-20T16:00:00Z", "2026-12-21T08:40:00Z"),
            ("2026-12-20T16:00:00.568Z", "2026-12-21T08:40:00Z"),
            ("2026-12-21T08:39:59.999Z", "2026-12-21T08:40:00Z"),
            ("2026-12-21T08:40:00.001Z", "2026-12-22T08:40:00Z"),
        ] {
            let found = following("40 3 * * *", zone, now.parse().expect("an instant")).expect("a time");
            assert_eq!(found, next.parse::<DateTime<Utc>>().expect("an instant"));
        }
    }
}
