//! Task 1: every row read and judged. Rows and issues are written in chunks while the file is read; what a person has corrected or
//! set aside stays as it is (rules.md#errors-and-warnings, rules.md#dependents-not-taken, rules.md#fixing-a-row).

use std::pin::{Pin, pin};

use domain::CensusFileId;
use domain::census::file::Task;
use domain::census::{Issue, RowState, check};
use futures_util::future::try_join_all;
use futures_util::{Stream, StreamExt, TryStreamExt};
use store::census::issues::{self, NewIssue};
use store::census::left_out::{self, LeftOut};
use store::census::records::{self, LateRow, StoredRecord};
use store::census::{remembered_values, settling, tasks};
use store::{Engine, Prepared, Tx};
use tokio::sync::Mutex;

use super::super::ahead::made_ahead;
use super::super::mapping::{self, Reading};
use super::super::rows::{End, Judged, ReadLines, Rows};
use super::super::run::{Finished, Progress, Run};
use super::super::{asking, judging, roster, source};
use crate::error::Result;

/// Rows of a former run removed in one transaction.
const REMOVED_AT_ONCE: u64 = 20_000;
/// Facts written in one transaction that later rows told about earlier ones.
const LATE_AT_ONCE: usize = 1000;
/// Files of so many rows change what the planner of the database should know.
const WORTH_ANALYZING: u32 = 10_000;

/// The rows on their way from the thread that reads them.
type Batches = source::Reading<ReadLines, End>;

/// Runs the task.
pub(in crate::census) async fn run(run: &Run<'_>) -> Result<Finished> {
    let (ctx, file) = (run.ctx, &run.file);
    let db = ctx.store.read();
    let tasks = tasks::of_file(&db, file.id).await?;
    let reading = Reading::of(&tasks, Task::MapData).ok_or_else(mapping::not_mapped)?;
    let counted = tasks.iter().find(|row| row.task == Task::MapData).map_or(0, |row| row.counts.total);
    forget_rows(run).await?;
    let edited = records::edited(&db, file.id).await?;
    let rules = judging::rules(&db, run.group()?, ctx.today()).await?;
    let dependents = roster::dependents(&db, run.group()?).await?;
    let remembered = remembered_values::remembered(&db, run.group()?).await?;

    let content = source::open(ctx, file.stored_file).await?;
    let options = mapping::options(ctx, file, reading.place()).await?;
    let options = asking::decided(&db, file.id, options).await?;
    let mut batches = source::Reading::begin(content, options, move |mut reader, sender| {
        reading.apply(&mut reader);
        let rules = rules.for_columns(reader.mapping());
        Rows::new(rules, remembered, edited).knowing(dependents).read(&mut reader, sender)
    });
    let progress = Progress::of(counted);
    write_all(run, &mut batches, &progress).await?;
    let (end, done) = (batches.end().await?, progress.done());
    let left_out = end.asked.left_out;
    write_end(run, end, done).await?;
    let skipped = records::count(&db, file.id, RowState::SkippedByRule).await?;
    let summary = serde_json::json!({
        "SkippedByRule": skipped,
        "LeftOut": left_out.lines,
        "LeftOutNamed": left_out.named,
        "Blank": left_out.blank,
    });
    Ok(Finished { total: done, summary: Some(summary), ..Finished::default() })
}

/// Removes the rows and the lines left out that a former run has written, but for those that a person has edited or made rows.
pub(in crate::census) async fn forget_rows(run: &Run<'_>) -> Result<()> {
    loop {
        let tx = run.begin().await?;
        let removed = records::remove_some(&tx, run.file.id, REMOVED_AT_ONCE).await?;
        tx.commit_unaudited("rows that a former run has read").await?;
        if removed < REMOVED_AT_ONCE {
            break;
        }
    }
    loop {
        let tx = run.begin().await?;
        let removed = left_out::remove_some(&tx, run.file.id, REMOVED_AT_ONCE).await?;
        tx.commit_unaudited("lines that a former run has left out").await?;
        if removed < REMOVED_AT_ONCE {
            return Ok(());
        }
    }
}

/// A batch of rows put into words, with what there is to say of them.
struct Batch {
    rows: usize,
    fresh: Prepared,
    /// As a person has corrected them, or set them aside.
    edited: Vec<StoredRecord>,
    aside: Vec<u32>,
    said: Vec<NewIssue>,
    left_out: Vec<LeftOut>,
}

impl Batch {
    fn of(engine: Engine, file: CensusFileId, lines: ReadLines) -> Self {
        let ReadLines { rows: judged, left_out } = lines;
        let (rows, mut fresh) = (judged.len(), Vec::with_capacity(judged.len()));
        let (mut edited, mut aside, mut said) = (Vec::new(), Vec::new(), Vec::new());
        for judged in judged {
            match judged {
                Judged::AsRead(checked) => {
                    let state = checked.state();
                    said.extend(told(checked.record.number, checked.issues));
                    fresh.push((checked.record, state));
                }
                Judged::Edited(checked, by) => {
                    let state = checked.state();
                    said.extend(told(checked.record.number, checked.issues));
                    edited.push(StoredRecord { record: checked.record, state, edited_by: Some(by) });
                }
                Judged::SetAside(checked, edited_by) => {
                    aside.push(checked.record.number);
                    said.extend(told(checked.record.number, checked.issues));
                    let state = RowState::SkippedByPerson;
                    edited.push(StoredRecord { record: checked.record, state, edited_by });
                }
            }
        }
        let fresh: Vec<_> = fresh.iter().map(|(record, state)| (record, *state)).collect();
        Self { rows, fresh: records::prepare(engine, file, &fresh), edited, aside, said, left_out }
    }

    async fn write(self, run: &Run<'_>, tx: &Tx) -> Result<()> {
        let (file, task) = (run.file.id, run.task);
        self.fresh.insert(tx).await?;
        records::save(tx, file, &self.edited).await?;
        issues::insert(tx, file, task, &self.said).await?;
        left_out::insert(tx, file, &self.left_out).await?;
        Ok(settling::resolve_rows(tx, file, &[task], &self.aside, run.ctx.now()).await?)
    }
}

/// Writes batches while the next are read and put into words.
async fn write_all(run: &Run<'_>, batches: &mut Batches, progress: &Progress) -> Result<()> {
    let (engine, file) = (run.ctx.store.engine(), run.file.id);
    let prepare = |lines| async move { Ok(Batch::of(engine, file, lines)) };
    let prepared = pin!(made_ahead(batches.batches().map(prepare)));
    let prepared = Mutex::new(prepared);
    try_join_all((0..run.writers()).map(|_| write_each(run, &prepared, progress))).await?;
    Ok(())
}

async fn write_each<S>(run: &Run<'_>, batches: &Mutex<Pin<&mut S>>, progress: &Progress) -> Result<()>
where
    S: Stream<Item = Result<Batch>>,
{
    loop {
        let batch = batches.lock().await.try_next().await?;
        let Some(batch) = batch else { return Ok(()) };
        let (tx, rows) = (run.begin_beside().await?, batch.rows);
        batch.write(run, &tx).await?;
        run.commit_beside(tx, rows, progress).await?;
    }
}

fn told(row: u32, issues: Vec<Issue>) -> impl Iterator<Item = NewIssue> {
    issues.into_iter().map(move |issue| NewIssue::of_row(row, issue))
}

async fn write_end(run: &Run<'_>, end: End, done: u32) -> Result<()> {
    let (file, task) = (run.file.id, run.task);
    let late: Vec<(LateRow, Vec<NewIssue>)> = end.late.into_values().collect();
    for late in late.chunks(LATE_AT_ONCE) {
        let tx = run.begin().await?;
        let rows: Vec<LateRow> = late.iter().map(|(row, _)| row.clone()).collect();
        records::note_late(&tx, file, &rows).await?;
        let said: Vec<NewIssue> = late.iter().flat_map(|(_, said)| said.iter().cloned()).collect();
        issues::insert(&tx, file, task, &said).await?;
        run.commit_chunk(tx, done, done).await?;
    }
    let tx = run.begin().await?;
    asking::ask(run, &tx, end.asked).await?;
    if end.stray_bytes > 0 {
        let said = NewIssue::of_file(check::stray(end.heading_line, end.stray_bytes));
        issues::insert(&tx, file, task, &[said]).await?;
    }
    if done >= WORTH_ANALYZING {
        records::analyze(&tx).await?;
    }
    run.commit_chunk(tx, done, done).await
}
