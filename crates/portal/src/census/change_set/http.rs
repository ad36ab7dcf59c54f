//! The endpoint of the change set. Its path follows its neighbours (rules.md#calls-of-our-own).

use axum::body::Body as Content;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::census::Field;
use domain::census::changes::{FieldChange, Outcome, Remark};
use domain::census::identity_change::{is_identity, replaces_identity};
use domain::members::Gender;
use domain::members::contact_details::shown_phone;
use domain::{CensusFileId, CensusTaskId, Invalid, MemberId};
use serde::{Deserialize, Serialize};
use tokio_util::io::ReaderStream;
use utoipa::{IntoParams, ToSchema};

use super::export;
use super::primaries::Moved;
use super::service::{Basis, Change, ChangeSet, Wanted};
use crate::context::Context;
use crate::error::Error;
use crate::http::page::PagingQuery;
use crate::http::wire::Date;
use crate::http::{Answer, CallerOrigin, Dollars, Envelope, List, Paging, Path, Query, answer, attachment};

/// Which changes are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "PascalCase", default)]
#[into_params(parameter_in = Query, rename_all = "PascalCase")]
pub struct ChangesOf {
    /// `Create`, `Update`, `Reactivate`, `Terminate`, `Unchanged`, `Ignored`, `Absent`, `Kept`, `StillToStart` or `LaterEnd`; all that change when absent.
    kind: Option<String>,
}

/// A field that changes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct FieldChangeView {
    pub(super) field: &'static str,
    pub(super) label: &'static str,
    /// What is stored; absent when nothing is.
    pub(super) old: Option<String>,
    /// What comes; absent when it is cleared.
    pub(super) new: Option<String>,
}

/// What a file does to a member.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct CensusChangeView {
    /// The record; absent for a member who is absent from the file.
    record_number: Option<u32>,
    /// The member; absent for one that is to be made.
    employee_id: Option<i64>,
    first_name: String,
    last_name: String,
    /// `Create`, `Update`, `Reactivate`, `Terminate`, `Unchanged`, `Ignored`, `Absent`, `Kept`, `StillToStart` or `LaterEnd`.
    kind: &'static str,
    /// From when it counts.
    effective_date: Option<Date>,
    /// What changes; first what replaces who the member is: name, birth date and unique id.
    changes: Vec<FieldChangeView>,
    /// Whether it replaces who the member is: two of name, birth date and unique id.
    replaces_identity: bool,
    remark: Option<&'static str>,
    /// What the match has said about the record and what does not hold it up.
    warnings: Vec<String>,
    /// Of an absent member: the record that was set aside and seems to be this member.
    skipped_record: Option<u32>,
    /// What it adds to the charges of a month, over all plans; absent where that is not foreseen, and for those who do not see the
    /// group's invoices.
    per_month: Option<Dollars>,
    /// Whether the import has done it; of an import that was stopped on its way, some are done and some are not.
    is_done: bool,
}

impl From<Change> for CensusChangeView {
    fn from(change: Change) -> Self {
        let changes = change.told().collect();
        let replaces_identity = change.replaces_identity();
        let (first_name, last_name) = change.name;
        Self {
            record_number: change.row,
            employee_id: change.member.map(MemberId::get),
            first_name,
            last_name,
            kind: change.kind,
            effective_date: change.effective_on.map(Date),
            changes,
            replaces_identity,
            remark: change.remark.map(Remark::message),
            warnings: change.warnings,
            skipped_record: change.skipped_row,
            per_month: change.per_month.map(Dollars::from),
            is_done: change.is_done,
        }
    }
}

impl Change {
    /// Its fields and its primary, as people read them; first what replaces who the member is.
    pub(super) fn told(&self) -> impl Iterator<Item = FieldChangeView> {
        let (identity, others): (Vec<_>, Vec<_>) =
            self.fields.iter().cloned().partition(|change| is_identity(change.field) && change.old.is_some());
        let fields = identity.into_iter().chain(others).map(FieldChangeView::from);
        fields.chain(self.moved.clone().map(FieldChangeView::from))
    }

    /// Whether it replaces the identity of a member; false for a new member.
    pub(super) fn replaces_identity(&self) -> bool {
        replaces_identity(&self.fields)
    }
}

impl From<FieldChange> for FieldChangeView {
    fn from(FieldChange { field, old, new }: FieldChange) -> Self {
        let shown = |text: Option<String>| match field {
            Field::Gender => text.map(|text| gender(&text).to_owned()),
            Field::CellPhone | Field::HomePhone => text.map(|text| shown_phone(&text)),
            _ => text,
        };
        Self { field: field.name(), label: field.label(), old: shown(old), new: shown(new) }
    }
}

impl From<Moved> for FieldChangeView {
    fn from(Moved { old, new }: Moved) -> Self {
        Self { field: "PrimaryEmployeeId", label: "Primary", old, new }
    }
}

fn gender(number: &str) -> &'static str {
    number.parse().ok().and_then(Gender::from_number).unwrap_or_default().name()
}

impl ChangesOf {
    fn wanted(&self) -> Result<Wanted, Invalid> {
        let Some(kind) = &self.kind else { return Ok(Wanted::Changes) };
        if kind.eq_ignore_ascii_case("Absent") {
            return Ok(Wanted::Absent);
        }
        if kind.eq_ignore_ascii_case("Kept") {
            return Ok(Wanted::Kept);
        }
        if kind.eq_ignore_ascii_case("StillToStart") {
            return Ok(Wanted::StillToStart);
        }
        if kind.eq_ignore_ascii_case("LaterEnd") {
            return Ok(Wanted::LaterEnd);
        }
        let known = Outcome::ALL.into_iter().find(|outcome| outcome.name().eq_ignore_ascii_case(kind));
        known.map(Wanted::Rows).ok_or_else(|| Invalid::field("Kind", format!("There is no kind of change '{kind}'.")))
    }
}

/// What a file would do, or has done, to each member: a page of it.
#[utoipa::path(
    get, path = "/census/files/{fileId}/tasks/{taskId}/changes", tag = "census",
    params(("fileId" = i64, Path), ("taskId" = i64, Path), ChangesOf, PagingQuery),
    responses((status = 200, body = Envelope<List<CensusChangeView>>))
)]
pub async fn changes(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path((file, task)): Path<(CensusFileId, CensusTaskId)>,
    Query(of): Query<ChangesOf>,
    Paging(request): Paging,
) -> Answer<List<CensusChangeView>> {
    let (wanted, basis) = (of.wanted()?, Basis::read(&ctx, &who, (file, task)).await?);
    let page = ChangeSet::of(&ctx, &who, &basis, wanted).await?.page(&request).await?;
    answer(page.map(CensusChangeView::from))
}

/// The same as a file, however many they are.
#[utoipa::path(
    get, path = "/census/files/{fileId}/tasks/{taskId}/changes/export", tag = "census",
    params(("fileId" = i64, Path), ("taskId" = i64, Path), ChangesOf),
    responses((status = 200, body = String, content_type = "text/csv"))
)]
pub async fn export(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(ids): Path<(CensusFileId, CensusTaskId)>,
    Query(of): Query<ChangesOf>,
) -> Result<Response, Error> {
    let made = export::download(&ctx, &who, ids, of.wanted()?).await?;
    let content = Content::from_stream(ReaderStream::new(made.content));
    Ok((attachment("text/csv; charset=utf-8", &made.name), content).into_response())
}
