//! The endpoints of undoing. Their paths follow their neighbours (rules.md#calls-of-our-own).

use axum::extract::State;
use domain::census::undo::{ChangeKind, Kept};
use domain::{CensusFileId, Invalid, MemberId};
use serde::{Deserialize, Serialize};
use store::census::undo_preview::{Count, Previewed, Wanted};
use utoipa::{IntoParams, ToSchema};

use super::service::{self, Preview};
use crate::census::views::FileView;
use crate::context::Context;
use crate::http::page::PagingQuery;
use crate::http::wire::{Date, Instant};
use crate::http::{Answer, CallerOrigin, Envelope, List, Paging, Path, Query, answer};

/// Which members are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct MembersOf {
    /// `Created`, `Updated`, `Reactivated` or `Terminated`; all when absent.
    kind: Option<String>,
    /// Only those that are kept, or only those that are put back; both when absent.
    kept: Option<bool>,
}

/// Members by what the file did to them.
#[derive(Debug, Default, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct UndoCounts {
    /// Those that the file has made.
    created: u32,
    /// Those whose fields it has changed.
    updated: u32,
    /// Those that it has brought back.
    reactivated: u32,
    /// Those that it has ended.
    terminated: u32,
    /// All of them.
    total: u32,
}

/// Members that are kept for one reason.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct KeptCount {
    /// A sentence for people.
    reason: &'static str,
    count: u32,
}

/// What undoing a file comes to, or has come to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct UndoView {
    /// `Queued`, `Running`, `Done` or `Failed`; absent when nobody has asked for it.
    state: Option<&'static str>,
    /// Whether the file may be undone now.
    can_undo: bool,
    /// Why it may not; absent when it may.
    reason: Option<String>,
    /// The last day on which it may be undone; absent when it has changed nobody.
    last_day: Option<Date>,
    /// Members that are put back.
    put_back: UndoCounts,
    /// Members that are kept.
    kept: UndoCounts,
    /// Why.
    kept_reasons: Vec<KeptCount>,
    /// Members it has been through; counts up while it runs.
    done: u32,
    /// Members in all.
    total: u32,
    undone_on: Option<Instant>,
}

/// A member that a file has changed, and what undoing does to it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct UndoneMemberView {
    /// The record; absent for a member that was absent from the file.
    record_number: Option<u32>,
    employee_id: i64,
    first_name: String,
    last_name: String,
    /// `Created`, `Updated`, `Reactivated` or `Terminated`: what the file did.
    kind: &'static str,
    /// Whether the member stays as it is.
    is_kept: bool,
    /// Why; absent when it is put back.
    reason: Option<&'static str>,
    /// When a member that is kept because it was changed was last changed.
    changed_on: Option<Instant>,
    /// By whom; absent when the product did.
    changed_by: Option<String>,
}

impl MembersOf {
    fn wanted(&self) -> Result<Wanted, Invalid> {
        let known = |word: &String| {
            let known = ChangeKind::ALL.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(word));
            known.ok_or_else(|| Invalid::field("Kind", format!("There is no kind of change '{word}'.")))
        };
        Ok(Wanted { kind: self.kind.as_ref().map(known).transpose()?, kept: self.kept })
    }
}

impl UndoCounts {
    fn of<'a>(counts: impl Iterator<Item = &'a Count>) -> Self {
        let mut sum = Self::default();
        for Count { kind, members, .. } in counts {
            let of_kind = match kind {
                ChangeKind::Created => &mut sum.created,
                ChangeKind::Updated => &mut sum.updated,
                ChangeKind::Reactivated => &mut sum.reactivated,
                ChangeKind::Terminated => &mut sum.terminated,
            };
            *of_kind += members;
            sum.total += members;
        }
        sum
    }
}

impl From<Preview> for UndoView {
    fn from(preview: Preview) -> Self {
        let Preview { file, refused, last_day, counts } = preview;
        let put_back = UndoCounts::of(counts.iter().filter(|count| count.kept.is_none()));
        let kept = UndoCounts::of(counts.iter().filter(|count| count.kept.is_some()));
        let reasons = Kept::ALL.into_iter().map(|kept| {
            let of_reason = counts.iter().filter(|count| count.kept == Some(kept));
            KeptCount { reason: kept.message(), count: of_reason.map(|count| count.members).sum() }
        });
        Self {
            state: file.undo.map(|undo| undo.state.name()),
            can_undo: refused.is_none(),
            reason: refused,
            last_day: last_day.map(Date),
            put_back,
            kept,
            kept_reasons: reasons.filter(|kept| kept.count > 0).collect(),
            done: file.undo.map_or(0, |undo| undo.done),
            total: put_back.total + kept.total,
            undone_on: file.undone_at.map(Instant),
        }
    }
}

impl From<Previewed> for UndoneMemberView {
    fn from(member: Previewed) -> Self {
        let was_changed = matches!(member.kept, Some(Kept::ChangedSince | Kept::LaterFile));
        Self {
            record_number: member.row,
            employee_id: MemberId::get(member.member),
            first_name: member.first_name,
            last_name: member.last_name,
            kind: member.kind.name(),
            is_kept: member.kept.is_some(),
            reason: member.kept.map(Kept::message),
            changed_on: was_changed.then_some(Instant(member.changed_at)),
            changed_by: member.changed_by.filter(|_| was_changed),
        }
    }
}

/// What undoing a file would come to, or has come to.
#[utoipa::path(
    get, path = "/census/files/{id}/undo", tag = "census", params(("id" = i64, Path)),
    responses((status = 200, body = Envelope<UndoView>))
)]
pub async fn preview(State(ctx): State<Context>, who: CallerOrigin, Path(id): Path<CensusFileId>) -> Answer<UndoView> {
    answer(service::preview(&ctx, &who, id).await?)
}

/// The members whom a file has changed, with what undoing does to each: a page of them.
#[utoipa::path(
    get, path = "/census/files/{id}/undo/members", tag = "census", params(("id" = i64, Path), MembersOf, PagingQuery),
    responses((status = 200, body = Envelope<List<UndoneMemberView>>))
)]
pub async fn members(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<CensusFileId>,
    Query(of): Query<MembersOf>,
    Paging(request): Paging,
) -> Answer<List<UndoneMemberView>> {
    answer(service::members(&ctx, &who, id, of.wanted()?, &request).await?.map(UndoneMemberView::from))
}

/// Undoes a processed file: every member that nobody has changed since is put back to what it was before.
#[utoipa::path(
    post, path = "/census/files/{id}/undo", tag = "census", params(("id" = i64, Path)),
    responses((status = 200, body = Envelope<FileView>))
)]
pub async fn undo(State(ctx): State<Context>, who: CallerOrigin, Path(id): Path<CensusFileId>) -> Answer<FileView> {
    answer(FileView::new(service::ask(&ctx, &who, id).await?))
}
