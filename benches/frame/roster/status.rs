//! A change of status with and without the counters, so that what they cost is seen.

use std::time::{Duration, Instant};

use anyhow::Context as _;
use domain::GroupId;
use domain::MemberId;
use domain::members::effective_date::StatusWish;
use portal::Context;
use store::audit::Entry;
use store::members::{MemberWrite, Source};
use store::{Engine, Stamp};

use super::fill::Filled;
use crate::table::Row;

const CHANGES: usize = 600;

/// The cost of a change without counters, and with them against 1.5 times that.
pub async fn rows(ctx: &Context, filled: &Filled, engine: Engine) -> anyhow::Result<Vec<Row>> {
    let group = GroupId(filled.largest);
    let mut members = store::members::page_of_group(&ctx.store.read(), group, MemberId(0), CHANGES as u64).await?;
    members.retain(|member| member.status.pending.is_none());
    let mut counted = Vec::new();
    let mut uncounted = Vec::new();
    for (place, member) in members.iter().enumerate() {
        let times = if place % 2 == 0 { &mut counted } else { &mut uncounted };
        times.push(change(ctx, member.id, group, place % 2 == 0).await?);
    }
    let what = format!("a change of status with counters, {engine:?}");
    let row = Row::millis(what, &counted).beside(&uncounted);
    let limit = Row::millis("", &uncounted).median() * 1.5;
    Ok(vec![row.under(limit)])
}

async fn change(ctx: &Context, id: MemberId, group: GroupId, counted: bool) -> anyhow::Result<Duration> {
    let begun = Instant::now();
    let tx = ctx.store.begin().await?;
    let before = store::members::find_many(&tx, group, &[id]).await?.remove(&id).context("the member is there")?;
    let timeline = store::members::timelines(&tx, &[id]).await?.remove(&id).context("it has a timeline")?;
    let today = ctx.today();
    let turned = match timeline.is_active_on(today) {
        true => timeline.terminate(today, StatusWish::on(today)),
        false => timeline.activate(today, StatusWish::on(today)),
    };
    let mut status = turned.map_err(|invalid| anyhow::anyhow!("{invalid:?}"))?;
    if !counted {
        status.deltas.clear();
    }
    let stamp = Stamp { at: ctx.now(), by: None };
    let write = MemberWrite { before: &before, details: before.details.clone(), primary: None, status: Some(status) };
    store::members::apply(&tx, &[write], Source::User, stamp).await?;
    tx.commit(Entry::new(ctx.now(), "member.terminate", "member").on(id).in_group(group)).await?;
    Ok(begun.elapsed())
}
