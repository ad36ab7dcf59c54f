//! A group's members as the rules of census files see them.

use domain::census::plan::RosterMember;
use domain::{GroupId, MemberId};
use store::members::{self, Member};

use crate::context::Context;
use crate::error::Result;

/// Members read in one query.
const MEMBERS_A_PAGE: u64 = 2000;

/// Every member of a group, whatever the status, by id.
pub(super) async fn of_group(ctx: &Context, group: GroupId) -> Result<Vec<RosterMember>> {
    let db = ctx.store.read();
    let mut roster: Vec<RosterMember> = Vec::new();
    loop {
        let after = roster.last().map_or(MemberId(0), |member| member.id);
        let page = members::page_of_group(&db, group, after, MEMBERS_A_PAGE).await?;
        let is_last = page.len() < usize::try_from(MEMBERS_A_PAGE).unwrap_or(usize::MAX);
        roster.extend(page.into_iter().map(on_roster));
        if is_last {
            return Ok(roster);
        }
    }
}

/// A member as the rules see it.
pub(super) fn on_roster(member: Member) -> RosterMember {
    RosterMember {
        id: member.id,
        version: member.version,
        details: member.details,
        primary: member.primary,
        status: member.status,
    }
}
