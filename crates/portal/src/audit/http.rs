//! The endpoint of the audit trail.

use axum::extract::State;
use domain::audit::{ActivityKind, Change, action_text, changes};
use domain::text::non_blank;
use domain::{GroupId, Invalid, UserId};
use serde::{Deserialize, Serialize};
use store::audit::{Names, Row};
use utoipa::{IntoParams, ToSchema};

use super::service::{self, Wanted};
use crate::context::Context;
use crate::http::page::PagingQuery;
use crate::http::wire::{Date, Instant};
use crate::http::{Answer, CallerOrigin, Envelope, List, Paging, Query, answer};

/// Which entries are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct AuditQuery {
    /// The kind of record, such as `group` or `member`.
    subject: String,
    /// The record.
    subject_id: Option<i64>,
    /// Who did it, or acted as the one who did; 0 or nothing for everybody.
    user_id: Option<i64>,
    /// The first day.
    from: Option<Date>,
    /// The last day.
    to: Option<Date>,
    /// The group; 0 or nothing for all.
    employer_id: Option<i64>,
    /// What it is about: `Group`, `Member`, `File`, `Bill`, `Note` or `Erp`; everything when absent.
    kinds: Vec<String>,
    /// Leaves out look-ups, and the members that a census file has changed.
    folded: Option<bool>,
}

/// A field with its value before and after, as people read them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct ChangeView {
    field: String,
    /// The field as the screens call it.
    field_text: String,
    before: Option<String>,
    after: Option<String>,
}

/// An entry of the audit trail.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct AuditView {
    id: i64,
    at: Instant,
    /// Whose rights were used; nobody when the product itself acted.
    user_id: Option<i64>,
    user_name: Option<String>,
    /// The administrator who acted as that user.
    acting_as_id: Option<i64>,
    acting_as_name: Option<String>,
    /// What was done, such as `group.terminate`.
    action: String,
    /// The same for people, such as `Group terminated`.
    action_text: String,
    /// The kind of record.
    subject: String,
    subject_id: Option<i64>,
    /// What the record is called today; absent when it is gone or has no name.
    subject_name: Option<String>,
    /// `Group`, `Member`, `File`, `Bill`, `Note` or `Erp`; absent for what belongs to no group.
    kind: Option<&'static str>,
    /// The group the record belongs to.
    employer_id: Option<i64>,
    employer_name: Option<String>,
    /// What brought it about, when no person did directly.
    cause: Option<String>,
    cause_id: Option<i64>,
    /// What the cause is called today.
    cause_name: Option<String>,
    ip: Option<String>,
    request_id: Option<String>,
    changes: Vec<ChangeView>,
}

/// A page of the audit trail, newest first. The term looks at what was done, the kind of record and the names of the users.
#[utoipa::path(
    get, path = "/audit", tag = "audit", params(AuditQuery, PagingQuery),
    responses((status = 200, body = Envelope<List<AuditView>>))
)]
pub async fn search(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Query(query): Query<AuditQuery>,
    Paging(request): Paging,
) -> Answer<List<AuditView>> {
    let (page, names) = service::search(&ctx, &who, query.wanted()?, &request).await?;
    answer(page.map(|row| AuditView::of(row, &names)))
}

impl AuditQuery {
    fn wanted(&self) -> Result<Wanted, Invalid> {
        let mut invalid = Invalid::none();
        let kinds: Option<Vec<_>> = self.kinds.iter().map(|name| ActivityKind::of_name(name)).collect();
        invalid.check(kinds.is_some(), "Kinds", "There is no such kind.");
        invalid.or(Wanted {
            subject: non_blank(&self.subject).map(str::to_owned),
            subject_id: self.subject_id,
            user: self.user_id.filter(|id| *id != 0).map(UserId),
            from: self.from.map(|date| date.0),
            to: self.to.map(|date| date.0),
            group: self.employer_id.filter(|id| *id != 0).map(GroupId),
            kinds: kinds.unwrap_or_default(),
            folded: self.folded.unwrap_or(false),
        })
    }
}

impl From<Change> for ChangeView {
    fn from(change: Change) -> Self {
        Self { field: change.field, field_text: change.text, before: change.before, after: change.after }
    }
}

impl AuditView {
    fn of(row: Row, names: &Names) -> Self {
        let (user_id, user_name) = row.user.unzip();
        let (acting_as_id, acting_as_name) = row.acting_as.unzip();
        let (cause, cause_id) = row.cause.unzip();
        let cause_id = cause_id.flatten();
        let named = |kind: &str, id: i64| names.get(&(kind.to_owned(), id)).cloned();
        let name = |kind: &str, id: Option<i64>| named(kind, id?);
        Self {
            id: row.id,
            at: row.at.into(),
            user_id: user_id.map(UserId::get),
            user_name,
            acting_as_id: acting_as_id.map(UserId::get),
            acting_as_name,
            subject_name: name(&row.subject, row.subject_id),
            kind: ActivityKind::of(&row.action, &row.subject).map(ActivityKind::name),
            cause_name: cause.as_deref().and_then(|kind| name(kind, cause_id)),
            action_text: action_text(&row.action),
            action: row.action,
            changes: changes(&row.subject, row.detail.as_ref(), &named).into_iter().map(ChangeView::from).collect(),
            subject: row.subject,
            subject_id: row.subject_id,
            employer_name: name("group", row.group.map(Into::into)),
            employer_id: row.group.map(Into::into),
            cause,
            cause_id,
            ip: row.ip,
            request_id: row.request_id,
        }
    }
}
