//! The automatic monthly run (decisions A9): at two in the night after the last day of a broker's period its plans are billed, by the code
//! that bills them when a person asks. Off unless the installation says otherwise.
//!
//! Each last day is looked at once: the setting keeps the day through which that was done, so that nothing is lost while the program is
//! down, and nothing that a person has deleted afterwards comes back.

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

/// Starts the runs of all months that have ended for a broker since this was last done.
pub(super) async fn start(ctx: &Context) -> Result<()> {
    let tx = ctx.store.begin().await?;
    let settings = store::settings::lock_billing(&tx).await?;
    let yesterday = ctx.today() - Days::new(1);
    let Some(through) = settings.through.filter(|through| settings.automatic_run && *through < yesterday) else {
        return Ok(());
    };
    let after = through.max(yesterday - LATEST);
    let mut entries = Vec::new();
    let mut done_through = yesterday;
    for (month, brokers) in ended(&tx, (after, yesterday)).await? {
        // A run by hand is in the way. It is tried again in the next night.
        if billing_runs::is_open(&tx, month).await? {
            tracing::warn!(%month, "the automatic billing run waits for one that is open");
            done_through = done_through.min(after);
            continue;
        }
        let new = NewRun { month, automatic: true, by: None, acting_as: None };
        if let Some((run, plans)) = open(ctx, &tx, Scope::system(), new, &Choice::Automatic(brokers)).await? {
            let detail = json!({ "month": month.to_string(), "plans": plans });
            entries.push(Entry::new(ctx.now(), "billing_run.start", "billing_run").on(run).with_detail(detail));
        }
    }
    store::settings::note_billed(&tx, done_through, ctx.now()).await?;
    match entries.is_empty() {
        true => tx.commit_unaudited("no period has ended").await?,
        false => tx.commit_all(entries).await?,
    }
    Ok(())
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
