//! The automatic monthly run (rules.md#automatic-billing): at two in the night after the last day of a broker's period its plans are billed, by the
//! code that bills them when a person asks. Off unless the installation says otherwise.
//!
//! Each last day is looked at once: the setting keeps the day through which that was done, so that nothing is lost while the program is
//! down, and nothing that a person has deleted afterwards comes back. Where a broker's days are changed so that a month has ended before the
//! change, the plans that were billed through a later day of the month before are billed in the next night.
//!
//! An invoice that was asked for in vain, since the ERP was away, is asked for again each night for a month after the last day, by a run
//! of such invoices alone, as long as there is one.

use std::collections::BTreeMap;

use chrono::{Days, NaiveDate};
use domain::access::Scope;
use domain::billing::run::months_ended;
use domain::{BillingMonth, BrokerId};
use serde_json::json;
use store::Tx;
use store::audit::Entry;
use store::billing_runs::items::{self, Choice};
use store::billing_runs::{self, NewRun};

use super::opening::open;
use crate::context::Context;
use crate::error::Result;

/// Days that are made up for at most.
const LATEST: Days = Days::new(31);

/// Starts the runs of all months that have ended for a broker since this was last done, and those of invoices that were asked for in vain.
pub(super) async fn start(ctx: &Context) -> Result<()> {
    let tx = ctx.store.begin().await?;
    let settings = store::settings::lock_billing(&tx).await?;
    let yesterday = ctx.today() - Days::new(1);
    let Some(through) = settings.through.filter(|through| settings.automatic_run && *through < yesterday) else {
        return Ok(());
    };
    let after = through.max(yesterday - LATEST);
    let mut started = Vec::new();
    let mut done_through = yesterday;
    for (month, brokers) in ended(&tx, (after, yesterday)).await? {
        // A run by hand is in the way. It is tried again in the next night.
        if billing_runs::is_open(&tx, month).await? {
            tracing::warn!(%month, "the automatic billing run waits for one that is open");
            done_through = done_through.min(after);
            continue;
        }
        started.extend(begin(ctx, &tx, month, &Choice::Automatic(brokers)).await?);
    }
    // A change of its days can let a month of a broker end on a day that was looked at before the change.
    for (month, brokers) in ended(&tx, (yesterday - LATEST, after)).await? {
        if !billing_runs::is_open(&tx, month).await? {
            started.extend(begin(ctx, &tx, month, &Choice::Missed(brokers)).await?);
        }
    }
    for month in ended(&tx, (yesterday - LATEST, yesterday)).await?.into_keys() {
        if !billing_runs::is_open(&tx, month).await? {
            started.extend(begin(ctx, &tx, month, &Choice::Unreached).await?);
        }
    }
    store::settings::note_billed(&tx, done_through, ctx.now()).await?;
    match started.is_empty() {
        true => tx.commit_unaudited("no period has ended, and no invoice was asked for in vain").await?,
        false => tx.commit_all(started).await?,
    }
    Ok(())
}

/// Starts the run of a month, if there is anything to do.
async fn begin(ctx: &Context, tx: &Tx, month: BillingMonth, choice: &Choice) -> Result<Option<Entry>> {
    let new = NewRun { month, automatic: true, by: None, acting_as: None };
    let opened = open(ctx, tx, Scope::system(), new, choice).await?;
    Ok(opened.map(|(run, plans)| {
        let detail = json!({ "month": month.to_string(), "plans": plans });
        Entry::new(ctx.now(), "billing_run.start", "billing_run").on(run).with_detail(detail)
    }))
}

/// The months that ended after a day and through another, each with the brokers whose period that was.
async fn ended(tx: &Tx, (after, through): (NaiveDate, NaiveDate)) -> Result<BTreeMap<BillingMonth, Vec<BrokerId>>> {
    let mut ended: BTreeMap<BillingMonth, Vec<BrokerId>> = BTreeMap::new();
    for (broker, end_day) in items::period_ends(tx).await? {
        for month in months_ended(end_day, after, through) {
            ended.entry(month).or_default().push(broker);
        }
    }
    Ok(ended)
}
