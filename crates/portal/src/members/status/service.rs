//! Use cases of a member's status.

use chrono::NaiveDate;
use domain::members::status::Timeline;
use domain::members::{StatusWish, StatusWrite};
use domain::{Invalid, MemberId};
use store::members::{self, MemberRow, MemberWrite};

use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;
use crate::members::history::recorded_change;
use crate::members::service::{apply, load};

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// Cover.
    Active,
    /// No cover.
    InActive,
    /// What was before the pending change.
    Before,
}

impl Wanted {
    fn write(
        self,
        timeline: &Timeline,
        today: NaiveDate,
        wish: StatusWish,
    ) -> std::result::Result<StatusWrite, Invalid> {
        match self {
            Self::Active => timeline.activate(today, wish),
            Self::InActive => timeline.terminate(today, wish),
            Self::Before => timeline.undo(today, wish),
        }
    }

    const fn action(self) -> &'static str {
        match self {
            Self::Active => "member.activate",
            Self::InActive => "member.terminate",
            Self::Before => "member.undo",
        }
    }
}

/// Changes the status of a member. Of the wish only an administrator's counts (rules.md#first-three-days).
///
/// # Errors
/// [`crate::error::Error::NotFound`], a stale version, a group that is not served, and what the timeline refuses.
pub async fn change(
    ctx: &Context,
    who: &CallerOrigin,
    id: MemberId,
    wanted: Wanted,
    wish: StatusWish,
    version: Option<i32>,
) -> Result<MemberRow> {
    let today = ctx.today();
    let tx = ctx.store.begin().await?;
    let (terms, before) = load(&tx, who, id, version).await?;
    let timeline = members::timelines(&tx, &[id]).await?.remove(&id).unwrap_or_default();
    let status = wanted.write(&timeline, today, wish.of(who.is_administrator()))?;
    let (from, to) = recorded_change(timeline.current(today), &status, today);
    let (details, primary) = (before.details.clone(), before.primary);
    let write = MemberWrite { before: &before, details, primary, status: Some(status) };
    let (row, welcomed) = apply(ctx, &tx, who, &terms, write).await?;
    let entry = who.entry(ctx, wanted.action(), "member").on(id).in_group(before.group);
    tx.commit_all([vec![entry.with_change(&from, &to)], welcomed].concat()).await?;
    Ok(row)
}
