//! Absent members whom a person keeps although the file is explicit; how many it ends is counted anew
//! (rules.md#mass-termination-guard, rules.md#explicit-import).

use axum::extract::State;
use domain::census::file::{Task, TaskState};
use domain::{CensusFileId, CensusTaskId, Invalid, MemberId};
use serde::Deserialize;
use serde_json::{Value, json};
use store::Tx;
use store::census::absents::{self, Apart};
use store::census::files::{self, CensusFile, Guard};
use store::census::tasks;
use utoipa::ToSchema;

use crate::census::inspecting::ENDS_LATER;
use crate::census::resolving::require_open;
use crate::census::service::{self, FileDetail};
use crate::census::shared_trait::{self, IN_COMMON};
use crate::census::terms::Terms;
use crate::census::views::FileView;
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::{Answer, Body, CallerOrigin, Envelope, Path, answer};

/// Absent members who are kept, or ended again.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", default)]
pub struct AbsentToKeep {
    /// The members; all who are absent when absent, but for those still to start and those whose end is set for later.
    employee_ids: Option<Vec<i64>>,
    /// Whether they are kept; yes when absent, false lets the file end them again.
    keep: Option<bool>,
}

/// Keeps members who are absent from an explicit file, or lets it end them again.
#[utoipa::path(
    put, path = "/census/files/{fileId}/tasks/{taskId}/absent", tag = "census",
    params(("fileId" = i64, Path), ("taskId" = i64, Path)), request_body = AbsentToKeep,
    responses((status = 200, body = Envelope<FileView>))
)]
pub async fn keep_absent(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(ids): Path<(CensusFileId, CensusTaskId)>,
    Body(input): Body<AbsentToKeep>,
) -> Answer<FileView> {
    let members = input.employee_ids.map(|ids| ids.into_iter().map(MemberId).collect::<Vec<_>>());
    answer(FileView::new(keep(&ctx, &who, ids, members.as_deref(), input.keep.unwrap_or(true)).await?))
}

async fn keep(
    ctx: &Context,
    who: &CallerOrigin,
    (id, task): (CensusFileId, CensusTaskId),
    members: Option<&[MemberId]>,
    keeps: bool,
) -> Result<FileDetail> {
    let (_, row) = service::task_of(ctx, who, id, task).await?;
    if row.task != Task::InspectData {
        return Err(Error::NotFound);
    }
    let tx = ctx.store.begin().await?;
    let file = files::lock(&tx, who.scope(), id).await?;
    require_open(&tx, &file).await?;
    absents::set_kept(&tx, id, members, keeps).await?;
    count_anew(ctx, &tx, &file).await?;
    let detail = json!({ "members": members, "kept": keeps });
    tx.commit(service::file_entry(ctx, who, "census.keep_absent", &file).with_detail(detail)).await?;
    service::find(ctx, who, id).await
}

/// Another number of ended members needs another confirmation.
pub(in crate::census) async fn count_anew(ctx: &Context, tx: &Tx, file: &CensusFile) -> Result<()> {
    let rows = tasks::of_file(tx, file.id).await?;
    let inspected = rows.into_iter().find(|row| row.task == Task::InspectData && row.state == TaskState::Done);
    let Some(mut summary) = inspected.and_then(|row| row.summary) else {
        return Err(Invalid::field("", "Run the inspection first.").into());
    };
    let number = |name: &str| u32::try_from(summary[name].as_u64().unwrap_or(0)).unwrap_or(u32::MAX);
    let (absent, kept) = (absents::count(tx, file.id).await?, absents::kept(tx, file.id).await?.len());
    let ended = absent.saturating_add(number("Terminate"));
    let terms = Terms::of(tx, file, ctx.today()).await?;
    let must_confirm = terms.guard.needs_confirmation(number("ActiveMembers").into(), ended.into());
    let ends_later = absents::count_to_start_ended(tx, file.id).await? > 0;
    for (name, value) in [
        (ENDS_LATER, json!(ends_later)),
        ("Absent", json!(absent)),
        ("Kept", json!(kept)),
        ("StillToStart", json!(absents::count_apart(tx, file.id, Apart::ToStart).await?)),
        ("LaterEnd", json!(absents::count_apart(tx, file.id, Apart::LaterEnd).await?)),
        ("Ended", json!(ended)),
        ("MustBeConfirmed", json!(must_confirm)),
        (IN_COMMON, json!(shared_trait::told(tx, file.id, terms.group, absent).await?)),
    ] {
        if let Value::Object(told) = &mut summary {
            told.insert(name.to_owned(), value);
        }
    }
    tasks::set_summary(tx, file.id, Task::InspectData, summary).await?;
    Ok(files::set_guard(tx, file.id, Guard { count: Some(ended), ..Guard::default() }).await?)
}
