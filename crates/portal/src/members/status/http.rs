//! The endpoints of a member's status.

use domain::MemberId;

use super::service::{self, Wanted};
use crate::context::Context;
use crate::http::{Answer, CallerOrigin, Envelope, Path, Posted, answer};
use crate::members::input::StatusInput;
use crate::members::views::MemberView;

/// Begins a member's cover again.
#[utoipa::path(
    post, path = "/employees/{employeeId}/activate", tag = "members", params(("employeeId" = i64, Path)),
    request_body = StatusInput, responses((status = 200, body = Envelope<MemberView>))
)]
pub async fn activate(who: CallerOrigin, Path(id): Path<MemberId>, posted: Posted<StatusInput>) -> Answer<MemberView> {
    posted.save(|ctx, input| async move { change(&ctx, &who, id, Wanted::Active, &input).await }).await
}

/// Ends a member's cover.
#[utoipa::path(
    post, path = "/employees/{employeeId}/terminate", tag = "members", params(("employeeId" = i64, Path)),
    request_body = StatusInput, responses((status = 200, body = Envelope<MemberView>))
)]
pub async fn terminate(who: CallerOrigin, Path(id): Path<MemberId>, posted: Posted<StatusInput>) -> Answer<MemberView> {
    posted.save(|ctx, input| async move { change(&ctx, &who, id, Wanted::InActive, &input).await }).await
}

/// Takes a pending change back.
#[utoipa::path(
    post, path = "/employees/{employeeId}/status/undo", tag = "members", params(("employeeId" = i64, Path)),
    request_body = StatusInput, responses((status = 200, body = Envelope<MemberView>))
)]
pub async fn undo(who: CallerOrigin, Path(id): Path<MemberId>, posted: Posted<StatusInput>) -> Answer<MemberView> {
    posted.save(|ctx, input| async move { change(&ctx, &who, id, Wanted::Before, &input).await }).await
}

async fn change(
    ctx: &Context,
    who: &CallerOrigin,
    id: MemberId,
    wanted: Wanted,
    input: &StatusInput,
) -> Answer<MemberView> {
    let row = service::change(ctx, who, id, wanted, input.wish(), input.version).await?;
    answer(MemberView::of(row, ctx.today()))
}
