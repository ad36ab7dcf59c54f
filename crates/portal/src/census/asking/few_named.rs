//! Whether a file is its group's that names fewer than half of its active members (rules.md#small-groups).

use domain::census::guards::names_few;
use domain::census::questions::{Question, QuestionKind};
use store::census::{questions, roster_overlap};
use store::counts::MemberCounts;
use store::{Db, Tx};

use crate::census::run::Run;
use crate::census::terms::Terms;
use crate::error::Result;

/// The question, when it is to be asked. `matched` counts the rows that are members of any status. A file whose endings are to be confirmed
/// needs no second question.
pub(in crate::census) async fn question(
    db: &impl Db,
    (run, terms): (&Run<'_>, &Terms),
    (matched, group): (u32, MemberCounts),
    must_confirm: bool,
) -> Result<Option<Question>> {
    let (active, in_active) = (group.active.unsigned_abs(), group.in_active().unsigned_abs());
    let surely_named = u64::from(matched).saturating_sub(in_active);
    if must_confirm || !names_few(active, surely_named) {
        return Ok(None);
    }
    let primaries_only = !terms.takes_dependents;
    let overlap = roster_overlap::of_file(db, run.file.id, (terms.group, primaries_only), terms.today).await?;
    Ok(names_few(overlap.active.into(), overlap.named.into())
        .then(|| Question::few_named(overlap.named, overlap.active)))
}

/// Stores the question in the place of an earlier one. The answer stands where the numbers are the same.
pub(in crate::census) async fn ask(run: &Run<'_>, tx: &Tx, question: Option<Question>) -> Result<()> {
    Ok(questions::replace_kind(tx, run.file.id, QuestionKind::FewNamed, question.into_iter().collect()).await?)
}
