//! The endpoint of what came of a file, in people and in dollars (rules.md#result-of-a-file).

use axum::extract::State;
use domain::census::undo::ChangeKind;
use domain::{CensusFileId, Money};
use serde::Serialize;
use store::census::results::{self, Foreseen, People};
use utoipa::ToSchema;

use super::effect::sees_bills;
use crate::context::Context;
use crate::http::{Answer, CallerOrigin, Dollars, Envelope, Path, answer};

/// How many people.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct PeopleView {
    total: u32,
    employees: u32,
    dependents: u32,
}

/// What the next bills of the group were foreseen to become by the file, before it was imported.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct NextBillView {
    /// `December 2026`.
    billing_month: String,
    before: Dollars,
    after: Dollars,
    difference: Dollars,
}

/// What came of a file.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct FileResultView {
    /// Members that it made or reactivated.
    joined: PeopleView,
    /// Members that it ended.
    left: PeopleView,
    /// Members that it changed otherwise.
    changed: u32,
    /// The bill as it was foreseen when the import began. Absent for groups without a plan that bills, and for callers who see no bills.
    next_bill: Option<NextBillView>,
}

impl From<People> for PeopleView {
    fn from(People { employees, dependents }: People) -> Self {
        Self { total: employees.saturating_add(dependents), employees, dependents }
    }
}

impl From<Foreseen> for NextBillView {
    fn from(Foreseen { month, before, after, .. }: Foreseen) -> Self {
        let difference: Money = after - before;
        Self {
            billing_month: month.to_string(),
            before: before.into(),
            after: after.into(),
            difference: difference.into(),
        }
    }
}

/// What came of a file so far: who joined and left, and what it was foreseen to do to the next bill.
#[utoipa::path(
    get, path = "/census/files/{id}/result", tag = "census", params(("id" = i64, Path)),
    responses((status = 200, body = Envelope<FileResultView>))
)]
pub async fn result(
    State(ctx): State<Context>,
    who: CallerOrigin,
    Path(id): Path<CensusFileId>,
) -> Answer<FileResultView> {
    let db = ctx.store.read();
    let file = store::census::files::find(&db, who.scope(), id).await?;
    let foreseen = async { if sees_bills(&who, &file) { results::foreseen(&db, id).await } else { Ok(None) } };
    let (moved, counts, foreseen) =
        tokio::try_join!(results::moved(&db, id), store::census::changes::counts(&db, id), foreseen)?;
    answer(FileResultView {
        joined: moved.joined.into(),
        left: moved.left.into(),
        changed: counts.get(&ChangeKind::Updated).copied().unwrap_or(0),
        next_bill: foreseen.filter(|one| one.inspection == file.inspection).map(Into::into),
    })
}
