//! The way from a new group to its first bill, for its page (rules.md#setup-of-a-group).

use axum::extract::State;
use domain::GroupId;
use domain::groups::setup::{SetupFacts, SetupStep};
use serde::Serialize;
use utoipa::ToSchema;

use crate::context::Context;
use crate::http::{Answer, CallerOrigin, Envelope, Path, answer};

/// A step of the way.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct SetupStepView {
    /// `Details`, `Pricing`, `Plan`, `Census` or `FirstBill`.
    step: &'static str,
    /// What it still needs, in words; empty once it is done.
    missing: Vec<String>,
    /// The plan or the census file with which it goes on.
    record_id: Option<i64>,
}

/// The way of a group to its first bill.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub struct SetupView {
    /// Whether the first bill stands.
    is_done: bool,
    /// In their order.
    steps: Vec<SetupStepView>,
}

/// What a group still needs until its first bill stands.
#[utoipa::path(
    get, path = "/employers/{employerId}/setup", tag = "groups", params(("employerId" = i64, Path)),
    responses((status = 200, body = Envelope<SetupView>))
)]
pub async fn setup(State(ctx): State<Context>, who: CallerOrigin, Path(id): Path<GroupId>) -> Answer<SetupView> {
    let facts: SetupFacts = store::groups::setup::facts(&ctx.store.read(), who.scope(), id).await?;
    let steps = SetupStep::ALL.map(|step| SetupStepView {
        step: step.name(),
        missing: step.missing(&facts),
        record_id: step.record(&facts),
    });
    answer(SetupView { is_done: facts.bills > 0, steps: steps.into() })
}
