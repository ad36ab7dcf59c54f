//! Use cases of members.

use domain::{GroupId, MemberId, Page, PageRequest};
use store::members::MemberRow;

use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

/// A page of the members of a group, or of all groups in the caller's scope.
///
/// # Errors
/// [`crate::error::Error::NotFound`] for a group that the caller may not see.
pub async fn search(
    ctx: &Context,
    who: &CallerOrigin,
    group: Option<GroupId>,
    request: &PageRequest,
) -> Result<Page<MemberRow>> {
    Ok(store::members::search(&ctx.store.read(), who.scope(), group, ctx.today(), request).await?)
}

/// One member.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when the caller may not see it.
pub async fn find(ctx: &Context, who: &CallerOrigin, id: MemberId) -> Result<MemberRow> {
    Ok(store::members::find(&ctx.store.read(), who.scope(), id).await?)
}
