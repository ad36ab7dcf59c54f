//! Ending a group with all its members, in one transaction (rules.md#ending-a-group).

use chrono::NaiveDate;
use domain::access::Scope;
use domain::groups::GroupStatus;
use domain::members::status::{CountDelta, CurrentStatus, StatusWrite};
use domain::{GroupId, MemberId};
use serde_json::{Value, json};
use store::audit::Entry;
use store::groups::Group;
use store::members::{self, Source, Standing};
use store::{Stamp, Tx, counts};

use super::history::recorded;
use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

/// Members at a time; all times in the one transaction.
pub(super) const MEMBERS_A_TIME: u64 = 1000;

/// What happened to the members.
#[derive(Default)]
struct Ended {
    /// Of whom anything changed.
    members: usize,
    /// Changes to come that were cancelled.
    cancelled: usize,
    deltas: Vec<CountDelta>,
    entries: Vec<Entry>,
}

/// Ends a group: it becomes In-Active, its termination date is today unless it has one, its members end by the rule of dates, and what
/// was pending for them is cancelled. Ending it again changes nothing.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when the caller may not see the group.
pub async fn terminate(ctx: &Context, who: &CallerOrigin, id: GroupId) -> Result<Group> {
    let tx = ctx.store.begin().await?;
    // Whoever adds or changes a member holds the group too: until the end nobody does.
    let before = store::groups::for_changing(&tx, who.scope(), id, None).await?;
    if before.details.status == GroupStatus::InActive {
        return Ok(before);
    }
    let (today, stamp) = (ctx.today(), who.stamp(ctx));
    let details = before.details.clone().terminated(today);
    store::groups::update(&tx, id, None, &details, stamp).await?;
    store::groups::set_terminated(&tx, id, Some(stamp.at)).await?;
    let after = store::groups::find(&tx, Scope::system(), id).await?;
    let Ended { members, cancelled, deltas, mut entries } =
        end_members(&tx, id, today, stamp, |action| who.entry(ctx, action, "member")).await?;
    counts::add(&tx, id, &deltas).await?;
    let mut now = recorded(&after.details);
    now["MembersEnded"] = json!(members);
    now["PendingChangesCancelled"] = json!(cancelled);
    let entry = who.entry(ctx, "group.terminate", "group").on(id).in_group(id);
    entries.insert(0, entry.with_change(&recorded(&before.details), &now));
    tx.commit_all(entries).await?;
    tracing::info!(group = id.get(), members, cancelled, "a group was terminated");
    Ok(after)
}

async fn end_members(
    tx: &Tx,
    group: GroupId,
    today: NaiveDate,
    stamp: Stamp,
    entry: impl Fn(&'static str) -> Entry,
) -> Result<Ended> {
    let mut ended = Ended::default();
    let mut after = MemberId(0);
    loop {
        let standing = members::unended(tx, group, after, MEMBERS_A_TIME).await?;
        let Some(last) = standing.last() else { return Ok(ended) };
        after = last.id;
        let ids: Vec<MemberId> = standing.iter().map(|member| member.id).collect();
        let timelines = members::timelines(tx, &ids).await?;
        let end = |member: &Standing| Some((*member, timelines.get(&member.id)?.end_with_group(today)?));
        let ends: Vec<(Standing, StatusWrite)> = standing.iter().filter_map(end).collect();
        for (member, write) in &ends {
            ended.cancelled += write.cancel.len();
            let change = (shown(member.status, None, today), shown(write.current, Some(write), today));
            let entry = entry("member.terminate").on(member.id).in_group(group).caused_by("group", group);
            ended.entries.push(entry.with_change(&change.0, &change.1));
        }
        let writes: Vec<_> = ends.into_iter().map(|(member, write)| (member.id, write)).collect();
        members::write_statuses(tx, group, &writes, Source::GroupTermination, stamp).await?;
        ended.members += writes.len();
        ended.deltas.extend(writes.into_iter().flat_map(|(_, write)| write.deltas));
    }
}

/// The status as screens name it, and the day of the change behind it.
pub(super) fn shown(status: CurrentStatus, write: Option<&StatusWrite>, today: NaiveDate) -> Value {
    let pending = status.pending.map(|(_, on)| on).filter(|on| *on > today);
    let day = match write {
        Some(write) => write.effective_on().or(pending),
        None => pending,
    };
    json!({ "Status": status.shown(today).name(), "EffectiveDate": day })
}
