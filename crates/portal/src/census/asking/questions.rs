//! Questions about a file: asked when its rows were read, answered by a person (rules.md#mass-termination-guard, rules.md#explicit-import).

use domain::census::ReadOptions;
use domain::census::file::Task;
use domain::census::questions::{MOST_SECTIONS, Question, QuestionKind};
use domain::{CensusFileId, Invalid};
use serde_json::json;
use store::census::issues::{self, NewIssue};
use store::census::{files, left_out, questions, tasks};
use store::{Db, Tx};

use super::{employees_only, new_ids};
use crate::census::change_set::count_anew;
use crate::census::resolving::{require_open, resettle};
use crate::census::run::Run;
use crate::census::service::{self, FileDetail};
use crate::context::Context;
use crate::error::{Error, Result};
use crate::http::CallerOrigin;

/// What was found while the rows of a file were read.
#[derive(Debug, Default)]
pub(in crate::census) struct Asked {
    /// The sections of people who have left.
    pub(in crate::census) sections: Vec<Question>,
    /// Whether the file has more of them than are asked about.
    pub(in crate::census) has_more_sections: bool,
    /// The columns that tell who has left.
    pub(in crate::census) leaving: Vec<Question>,
    /// The lines that were left out.
    pub(in crate::census) left_out: LeftOutCount,
}

/// How many lines were left out.
#[derive(Debug, Default, Clone, Copy)]
pub(in crate::census) struct LeftOutCount {
    /// Those that hold something.
    pub(in crate::census) lines: u32,
    /// Those of them with a cell in a column of names.
    pub(in crate::census) named: u32,
    /// Blank lines.
    pub(in crate::census) blank: u32,
    /// The first and last line with a cell in a column of names.
    pub(in crate::census) span: Option<(u64, u64)>,
}

impl LeftOutCount {
    /// Counts a line that holds something.
    pub(in crate::census) fn see(&mut self, line: u64, has_name: bool) {
        self.lines = self.lines.saturating_add(1);
        if has_name {
            self.named = self.named.saturating_add(1);
            self.span = Some((self.span.map_or(line, |(first, _)| first), line));
        }
    }

    fn question(&self) -> Option<Question> {
        let (first_line, last_line) = self.span?;
        let kind = QuestionKind::LeftOut;
        Some(Question {
            kind,
            line: first_line,
            first_line,
            last_line,
            rows: self.named,
            out_of: 0,
            title: String::new(),
        })
    }
}

/// Stores the questions of a file in the transaction that ends the reading of its rows.
pub(in crate::census) async fn ask(run: &Run<'_>, tx: &Tx, asked: Asked) -> Result<()> {
    let Asked { sections, has_more_sections, leaving, left_out } = asked;
    if has_more_sections {
        let message = format!(
            "More than {MOST_SECTIONS} lines of this file begin a list of people who have left. Give each row its status in a column."
        );
        issues::insert(tx, run.file.id, run.task, &[NewIssue::error(None, message)]).await?;
    }
    let of_whole = match run.file.parent {
        Some(parent) => left_out_of_whole(tx, parent).await?,
        None => None,
    };
    let asked = sections.into_iter().chain(left_out.question()).chain(of_whole).chain(leaving).collect();
    Ok(questions::replace(tx, run.file.id, asked).await?)
}

/// What a part of a file of several groups asks about the lines that were left out of the whole.
async fn left_out_of_whole(db: &impl Db, parent: CensusFileId) -> Result<Option<Question>> {
    let tasks = tasks::of_file(db, parent).await?;
    let split = tasks.into_iter().find(|row| row.task == Task::MapMultiGroup).and_then(|row| row.summary);
    let named = split.and_then(|summary| summary["LeftOutNamed"].as_u64()).unwrap_or(0);
    let named = u32::try_from(named).unwrap_or(u32::MAX);
    Ok((named > 0).then(|| Question::of_file(QuestionKind::LeftOutOfWhole, named)))
}

/// Adds to how a file is read what people have decided about its lines. Every reading of the rows of a file takes it, so that they have the
/// same numbers.
pub(in crate::census) async fn decided(db: &impl Db, file: CensusFileId, options: ReadOptions) -> Result<ReadOptions> {
    let sections = questions::section_answers(db, file).await?;
    let leaving = questions::leaving_answers(db, file).await?;
    let made_rows = left_out::made_rows(db, file).await?;
    Ok(ReadOptions { sections, leaving, made_rows, ..options })
}

/// The ids of rows were taken, each as if it had been answered alone.
const TAKEN: &str = "The new ids were taken. Choose another member for a row in the results of the match.";

/// Answers a question.
///
/// # Errors
/// [`Error::NotFound`] when file or question are not there; on `Answer` without one; a refusal while the file is at work, or once it is imported.
pub(crate) async fn answer(
    ctx: &Context,
    who: &CallerOrigin,
    (id, question): (CensusFileId, i64),
    yes: Option<bool>,
) -> Result<FileDetail> {
    let tx = ctx.store.begin().await?;
    let file = files::lock(&tx, who.scope(), id).await?;
    let found = questions::of_file(&tx, id).await?.into_iter().find(|one| one.id == question).ok_or(Error::NotFound)?;
    let yes = yes.ok_or_else(|| Invalid::field("Answer", "Answer yes or no."))?;
    require_open(&tx, &file).await?;
    let (asked, before) = (&found.question, found.yes());
    questions::answer(&tx, id, question, yes, (who.user, ctx.now())).await?;
    match asked.kind {
        kind if Question::changes_rows(kind, before, yes) => resettle(&tx, &file, Task::ValidateData).await?,
        QuestionKind::NewIds if yes && before != Some(true) => new_ids::take(ctx, who, &tx, (&file, asked)).await?,
        QuestionKind::NewIds if before == Some(true) && !yes => return Err(Invalid::field("Answer", TAKEN).into()),
        QuestionKind::EmployeesOnly if before != Some(yes) => {
            employees_only::keep(&tx, id, yes).await?;
            count_anew(ctx, &tx, &file).await?;
        }
        _ => {}
    }
    let detail = json!({ "question": asked.text(), "kind": asked.kind.name(), "line": asked.line, "before": before, "answer": yes });
    tx.commit(service::file_entry(ctx, who, "census.answer", &file).with_detail(detail)).await?;
    service::find(ctx, who, id).await
}
