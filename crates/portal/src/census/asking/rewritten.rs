//! The question whether it is right that many members get another name, birth date or other value (rules.md#many-other-values).

use domain::census::questions::QuestionKind;
use domain::census::rewrites::Rewrites;
use store::census::questions;

use crate::census::run::Run;
use crate::error::Result;

/// Asks about what a match has found that the file puts in the place of what is stored of the `matched` members. An earlier answer stands where
/// the same is asked again.
pub(in crate::census) async fn ask(run: &Run<'_>, rewrites: &Rewrites, matched: u32) -> Result<()> {
    let question = rewrites.question(matched);
    let tx = run.begin().await?;
    questions::replace_kind(&tx, run.file.id, QuestionKind::Rewritten, question.into_iter().collect()).await?;
    Ok(tx.commit_unaudited("what a match asks about other values").await?)
}
