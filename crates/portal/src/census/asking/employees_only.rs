//! The question whether dependents stay that a file of employees does not name (rules.md#employees-only).

use domain::CensusFileId;
use domain::census::questions::{Question, QuestionKind};
use store::Tx;
use store::census::{absents, questions, records};

use crate::census::run::Run;
use crate::census::terms::Terms;
use crate::error::Result;

/// Asks about the dependents that an inspected file would end although their employees stay, where no row of it is a dependent. Keeps them
/// where the same question was answered with yes before.
pub(in crate::census) async fn ask(run: &Run<'_>, terms: &Terms) -> Result<()> {
    let (db, file) = (run.ctx.store.read(), run.file.id);
    let is_of_employees = terms.explicit && terms.takes_dependents && !records::has_dependents(&db, file).await?;
    let dependents = if is_of_employees { absents::dependents_of_staying(&db, file).await? } else { Vec::new() };
    let count = u32::try_from(dependents.len()).unwrap_or(u32::MAX);
    let question = (count > 0).then(|| Question::of_file(QuestionKind::EmployeesOnly, count));
    let tx = run.begin().await?;
    questions::replace_kind(&tx, file, QuestionKind::EmployeesOnly, question.into_iter().collect()).await?;
    let asked = questions::of_file(&tx, file).await?;
    let answer = asked.iter().find(|one| one.question.kind == QuestionKind::EmployeesOnly).and_then(|one| one.yes());
    if answer == Some(true) {
        absents::set_kept(&tx, file, Some(&dependents), true).await?;
    }
    Ok(tx.commit_unaudited("what an inspection asks about dependents").await?)
}

/// Keeps the dependents in question, or lets the file end them.
pub(super) async fn keep(tx: &Tx, file: CensusFileId, keeps: bool) -> Result<()> {
    let dependents = absents::dependents_of_staying(tx, file).await?;
    Ok(absents::set_kept(tx, file, Some(&dependents), keeps).await?)
}
