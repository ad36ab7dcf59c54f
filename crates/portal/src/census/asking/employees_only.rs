//! The question whether dependents stay whom a file does not name because it holds employees only, or has fewer columns for relatives than the
//! group's earlier files (rules.md#employees-only).

use std::collections::BTreeSet;

use domain::census::file::Task;
use domain::census::questions::{Question, QuestionKind};
use domain::{CensusFileId, GroupId};
use store::census::{absents, files, questions, records, tasks};
use store::{Db, Tx};

use crate::census::mapping;
use crate::census::run::Run;
use crate::census::terms::Terms;
use crate::error::Result;

/// Asks about the dependents that an inspected file would end although their employees stay: where no row of it is a dependent, where it
/// lacks columns for relatives, or where it names no more dependents than it leaves out. Keeps them where the same question was answered with yes
/// before.
pub(in crate::census) async fn ask(run: &Run<'_>, terms: &Terms) -> Result<()> {
    let (db, file) = (run.ctx.store.read(), run.file.id);
    let (mut dependents, mut question) = (Vec::new(), None);
    if terms.explicit && terms.takes_dependents {
        let count = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        let named = count(records::count_dependents(&db, file).await?);
        let left_out = absents::dependents_of_staying(&db, file).await?;
        let missing = count(left_out.len() as u64);
        let lacking = if named > 0 { relatives_lacking(&db, file, terms.group).await? } else { Vec::new() };
        question = match () {
            () if missing == 0 => None,
            () if named == 0 => Some(Question::of_file(QuestionKind::EmployeesOnly, missing)),
            () if !lacking.is_empty() => Some(Question::without_columns(&lacking, missing)),
            () => Question::few_dependents(named, missing),
        };
        if question.is_some() {
            dependents = left_out;
        }
    }
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

/// Files of a group that are looked at: those of a year, where it sends one a month.
const FILES_BEFORE: u64 = 12;

/// The relatives for whom an earlier file of the group had columns, and this one has none.
async fn relatives_lacking(db: &impl Db, file: CensusFileId, group: GroupId) -> Result<Vec<String>> {
    let mut files = files::imported_before(db, group, file, FILES_BEFORE).await?;
    files.push(file);
    let mut tasks = tasks::of_files(db, &files).await?;
    let mut relatives = |file| mapping::summary(&tasks.remove(&file).unwrap_or_default(), Task::MapData).relatives;
    let own = relatives(file);
    let earlier: BTreeSet<String> = files.into_iter().flat_map(relatives).collect();
    Ok(earlier.difference(&own).cloned().collect())
}
