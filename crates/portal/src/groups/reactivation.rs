//! Serving a group again that had ended: what becomes of the members that ended with it (rules.md#reactivating-a-group).

use chrono::{DateTime, NaiveDate, Utc};
use domain::groups::{EndedMembers, GroupForm, ReactivationWish};
use domain::members::effective_date;
use domain::members::status::{CountDelta, StatusWrite};
use domain::{GroupId, Invalid, MemberId};
use serde_json::{Value, json};
use store::audit::Entry;
use store::groups::{Group, terms};
use store::members::{self, EndedWithGroup, Source};
use store::{Tx, counts};

use super::termination::{MEMBERS_A_TIME, shown};
use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;
use crate::members::welcome::service::on_joining;

/// What serving a group again would be about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Foreseen {
    /// Members that ended with the group and were not changed since.
    pub ended: u64,
    /// The day from which they come back when no other one is named.
    pub effective_on: NaiveDate,
}

/// Counts the members that serving the group again is about: none while it is served.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when the caller may not see the group.
pub async fn foresee(ctx: &Context, who: &CallerOrigin, id: GroupId) -> Result<Foreseen> {
    let view = ctx.store.read();
    let group = store::groups::find(&view, who.scope(), id).await?;
    let ended = match group.terminated_at {
        Some(at) => members::count_ended_with_group(&view, id, at).await?,
        None => 0,
    };
    Ok(Foreseen { ended, effective_on: effective_date(ctx.today()) })
}

/// What is done with the members that ended with the group, when `form` serves it again; `None` when it does not. What is missing or wrong
/// in `wish` is reported.
pub(super) async fn decide(
    tx: &Tx,
    before: &Group,
    form: &GroupForm,
    (wish, today): (ReactivationWish, NaiveDate),
    invalid: &mut Invalid,
) -> Result<Option<EndedMembers>> {
    if !form.reactivates(before.details.status) {
        return Ok(None);
    }
    let ended = match before.terminated_at {
        Some(at) => members::count_ended_with_group(tx, before.id, at).await?,
        None => 0,
    };
    match wish.check(ended, form.effective_on, today) {
        Ok(decided) => Ok(Some(decided)),
        Err(wrong) => {
            invalid.0.extend(wrong.0);
            Ok(None)
        }
    }
}

/// What became of the members.
#[derive(Default)]
pub(super) struct Returned {
    back: usize,
    left: usize,
    /// What is to be audited of each.
    pub(super) entries: Vec<Entry>,
}

impl Returned {
    /// Adds to what is recorded of the group how many came back and how many stayed ended.
    pub(super) fn record(&self, now: &mut Value) {
        now["MembersBroughtBack"] = json!(self.back);
        now["MembersLeftEnded"] = json!(self.left);
    }
}

/// Does what was decided with the members of a group that is served again; part of the save that does so.
pub(super) async fn follow(
    ctx: &Context,
    tx: &Tx,
    who: &CallerOrigin,
    group: &Group,
    decided: EndedMembers,
) -> Result<Returned> {
    let mut returned = Returned::default();
    if let Some(at) = group.terminated_at {
        match decided {
            EndedMembers::StayEnded => {
                let left = members::count_ended_with_group(tx, group.id, at).await?;
                returned.left = usize::try_from(left).unwrap_or(usize::MAX);
            }
            EndedMembers::ComeBack(day) => bring_back(ctx, tx, who, (group, at, day), &mut returned).await?,
        }
    }
    store::groups::set_terminated(tx, group.id, None).await?;
    Ok(returned)
}

async fn bring_back(
    ctx: &Context,
    tx: &Tx,
    who: &CallerOrigin,
    (group, at, day): (&Group, DateTime<Utc>, NaiveDate),
    returned: &mut Returned,
) -> Result<()> {
    let (id, today, stamp) = (group.id, ctx.today(), who.stamp(ctx));
    let mut deltas: Vec<CountDelta> = Vec::new();
    let mut active: Vec<MemberId> = Vec::new();
    let mut after = MemberId(0);
    loop {
        let ended = members::ended_with_group(tx, id, at, after, MEMBERS_A_TIME).await?;
        let Some(last) = ended.last() else { break };
        after = last.standing.id;
        let all = ended.len();
        let resumed = |member: EndedWithGroup| {
            let write = member.now.resume(&member.before, day, today)?;
            Some((member.standing, write))
        };
        let resumed: Vec<_> = ended.into_iter().filter_map(resumed).collect();
        returned.back += resumed.len();
        returned.left += all - resumed.len();
        for (member, write) in &resumed {
            let change = (shown(member.status, None, today), shown(write.current, Some(write), today));
            let entry = who.entry(ctx, "member.activate", "member").on(member.id).in_group(id).caused_by("group", id);
            returned.entries.push(entry.with_change(&change.0, &change.1));
            let was_active = member.status.shown(today).counts_as_active();
            if !was_active && write.current.shown(today).counts_as_active() {
                active.push(member.id);
            }
        }
        let writes: Vec<(MemberId, StatusWrite)> =
            resumed.into_iter().map(|(member, write)| (member.id, write)).collect();
        members::write_statuses(tx, id, &writes, Source::User, stamp).await?;
        deltas.extend(writes.into_iter().flat_map(|(_, write)| write.deltas));
    }
    let terms = terms::of_group(tx, who.scope(), id).await?;
    let welcomed = on_joining(ctx, tx, &terms, &active, || who.entry(ctx, "member.welcome", "member")).await?;
    returned.entries.extend(welcomed);
    Ok(counts::add(tx, id, &deltas).await?)
}
