//! The question whether people are employees of whom no row says so (rules.md#employees-by-default).

use domain::census::by_default::ByDefault;
use domain::census::questions::QuestionKind;
use store::census::questions;

use crate::census::run::Run;
use crate::error::Result;

/// Asks about the new employees of a match who may be dependents. An earlier answer stands where the same is asked again.
pub(in crate::census) async fn ask(run: &Run<'_>, by_default: ByDefault) -> Result<()> {
    let question = by_default.question();
    let tx = run.begin().await?;
    questions::replace_kind(&tx, run.file.id, QuestionKind::Employees, question.into_iter().collect()).await?;
    Ok(tx.commit_unaudited("what a match asks about employees by default").await?)
}
