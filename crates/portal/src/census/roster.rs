//! A group's members as the rules of census files see them.

use domain::census::plan::RosterMember;
use domain::{GroupId, MemberId};
use store::members::{self, Member};

use crate::context::Context;
use crate::error::Result;

/// Members read in one query.
const MEMBERS_A_PAGE: u64 = 2000;

/// The next members of a group by id, whatever the status.
pub(super) async fn page(ctx: &Context, group: GroupId, after: MemberId) -> Result<Vec<RosterMember>> {
    let page = members::page_of_group(&ctx.store.read(), group, after, MEMBERS_A_PAGE).await?;
    Ok(page.into_iter().map(on_roster).collect())
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
