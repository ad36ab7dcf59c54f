//! Task 2: every valid row lined up with a member of the group, and decided (rules.md#matching, rules.md#dependents-and-primaries). What cannot be
//! told apart becomes an error of its row, which a person resolves by choosing; such a choice is kept when the task runs again.
//!
//! The file passes by twice, a page at a time: once for the thread that lines it up with the roster, which keeps of each what it compares,
//! and once more to be decided and written, so that it is never held whole. A roster is kept meanwhile unless it is very large.

use std::collections::{HashMap, HashSet};
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;

use domain::census::by_default::{ByDefault, ShownRow};
use domain::census::changes::{LinedUp, Outcome};
use domain::census::denied::Denied;
use domain::census::plan::{Plan, PlannedRow, Planner, RosterMember};
use domain::census::rewrites::Rewrites;
use domain::census::{Record, RowState};
use futures_util::future::try_join_all;
use futures_util::{Stream, TryStreamExt};
use store::census::matches::{self, Match};
use store::census::{issues, records};
use tokio::sync::{Mutex, mpsc};

use super::super::ahead::ahead;
use super::super::asking;
use super::super::not_same;
use super::super::planning::{Planned, Planning};
use super::super::roster::{self, Roster};
use super::super::run::{Finished, Progress, Run};
use super::super::terms::Terms;
use crate::error::Result;

/// Rows read in one query and written in one transaction.
const ROWS_A_PAGE: u32 = 2000;
/// Rows read in one query to be lined up: pages wait beside all that lining up keeps, and a row of theirs takes ten times as much.
const ROWS_TO_LINE_UP: u32 = 500;
/// Pages that may wait to be lined up.
const WAITING: usize = 2;
/// Rows whose former matches are removed in one transaction.
const REMOVED_AT_ONCE: u64 = 1000;
/// Members who are kept from the first look to the second; the rest of a larger roster is read again where it is met. Beside a large file
/// there is room for fewer: they take a hundred times what lining up keeps of a row.
const MEMBERS_KEPT: usize = 150_000;
const ROWS_BESIDE: usize = 300_000;
/// Files of so many rows change what the planner of the database should know.
const WORTH_ANALYZING: u32 = 10_000;

/// Runs the task.
pub(in crate::census) async fn run(run: &Run<'_>) -> Result<Finished> {
    forget_matches(run).await?;
    let terms = Terms::of(&run.ctx.store.read(), &run.file, run.ctx.today()).await?;
    let chosen = choices(run).await?;
    let members = chosen.iter().map(|choice| (choice.row, choice.member.map(|(id, _)| id))).collect();
    let total = records::count(&run.ctx.store.read(), run.file.id, RowState::Valid).await?;
    let most_kept = MEMBERS_KEPT.min(ROWS_BESIDE.saturating_sub(total as usize));
    let lined_up = lined_up(run, &terms, Planner::new(members), most_kept).await?;
    let planning = Arc::new(Planning::of(run, terms, lined_up, chosen).await?);
    let matching = Matching { run, planning, progress: Progress::of(total) };
    let outcomes = matching.write_all().await?;
    asking::ask_about_new_ids(run, outcomes.new_ids).await?;
    let (LinedUp { matched, unmatched }, rewrites, by_default) = outcomes.lined_up();
    asking::ask_about_other_values(run, &rewrites, matched).await?;
    asking::ask_about_employees(run, by_default).await?;
    if total >= WORTH_ANALYZING {
        let tx = run.begin().await?;
        matches::analyze(&tx).await?;
        run.commit_chunk(tx, total, total).await?;
    }
    Ok(Finished { total, matched, unmatched, summary: None })
}

async fn forget_matches(run: &Run<'_>) -> Result<()> {
    loop {
        let tx = run.begin().await?;
        let removed = matches::remove_some(&tx, run.file.id, REMOVED_AT_ONCE).await?;
        tx.commit_unaudited("matches that a former run has found").await?;
        if removed == 0 {
            return Ok(());
        }
    }
}

/// What people have chosen for valid rows; a row that was set aside is nobody's any more.
async fn choices(run: &Run<'_>) -> Result<Vec<Match>> {
    let (db, file) = (run.ctx.store.read(), run.file.id);
    let mut chosen = matches::chosen_by_hand(&db, file).await?;
    let mut valid: HashSet<u32> = HashSet::with_capacity(chosen.len());
    let numbers: Vec<u32> = chosen.iter().map(|choice| choice.row).collect();
    for numbers in numbers.chunks(ROWS_A_PAGE as usize) {
        let rows = records::find_many(&db, file, numbers).await?;
        valid.extend(rows.iter().filter(|row| row.state == RowState::Valid).map(|row| row.record.number));
    }
    let gone: Vec<u32> = numbers.into_iter().filter(|row| !valid.contains(row)).collect();
    let tx = run.begin().await?;
    matches::remove_of_rows(&tx, file, &gone).await?;
    tx.commit_unaudited("choices for rows that were set aside").await?;
    chosen.retain(|choice| valid.contains(&choice.row));
    Ok(chosen)
}

/// A page on its way to the thread that lines up.
enum Page {
    Members(Vec<RosterMember>),
    Rows(Vec<Record>, Denied),
}

/// Lines the valid rows up with the roster, on a thread of its own while both are read. Gives back the first of the roster, `most_kept` of them.
async fn lined_up(run: &Run<'_>, terms: &Terms, mut planner: Planner, most_kept: usize) -> Result<(Plan, Roster)> {
    let (sender, mut pages) = mpsc::channel(WAITING);
    let own = terms.clone();
    let thread = tokio::task::spawn_blocking(move || {
        let mut kept = Roster::default();
        while let Some(page) = pages.blocking_recv() {
            match page {
                Page::Members(mut members) => {
                    members.iter().for_each(|member| planner.add_member(member));
                    members.truncate(most_kept - kept.len());
                    kept.add(members);
                }
                Page::Rows(records, denied) => {
                    records.iter().for_each(|record| planner.add_row(record, own.of_plan()));
                    planner.deny(denied);
                }
            }
        }
        (planner.settle(), kept)
    });
    // A receiver that is gone has panicked, which its end tells.
    send_all(run, terms, sender).await?;
    Ok(thread.await.map_err(anyhow::Error::from)?)
}

async fn send_all(run: &Run<'_>, terms: &Terms, sender: mpsc::Sender<Page>) -> Result<()> {
    let (ctx, db) = (run.ctx, run.ctx.store.read());
    let mut roster = pin!(roster::pages(ctx, terms.group).await?);
    while let Some(members) = roster.try_next().await? {
        if sender.send(Page::Members(members)).await.is_err() {
            return Ok(());
        }
    }
    let known = not_same::Known::of(&db, terms.group).await?;
    let mut rows = pin!(pages_of_rows(run, ROWS_TO_LINE_UP, |rows| async { Ok(rows) }).await?);
    while let Some(rows) = rows.try_next().await? {
        let denied = known.denied(ctx, terms.group, &rows);
        if sender.send(Page::Rows(rows, denied)).await.is_err() {
            return Ok(());
        }
    }
    Ok(())
}

/// What is made of the valid rows of the file, a page at a time.
async fn pages_of_rows<T, F>(
    run: &Run<'_>,
    rows_a_page: u32,
    make: impl Fn(Vec<Record>) -> F + Clone + Send + 'static,
) -> Result<impl Stream<Item = Result<T>>>
where
    T: Send + 'static,
    F: Future<Output = Result<T>> + Send + 'static,
{
    let (db, file) = (run.ctx.store.read(), run.file.id);
    let last = records::last_number(&db, file).await?;
    let page = move |after| {
        let (db, make) = (db.clone(), make.clone());
        async move {
            let page = records::between(&db, file, (after, after.saturating_add(rows_a_page)), RowState::Valid).await?;
            make(page.into_iter().map(|row| row.record).collect()).await
        }
    };
    Ok(ahead(run.ctx.store.engine(), (0..last).step_by(rows_a_page as usize).map(page)))
}

/// Writing what is decided.
struct Matching<'a> {
    run: &'a Run<'a>,
    planning: Arc<Planning>,
    progress: Progress,
}

/// How many rows will do what.
#[derive(Default)]
struct Outcomes {
    of_rows: HashMap<Outcome, u32>,
    ignored_members: u32,
    /// How many give their members other unique ids.
    new_ids: u32,
    rewrites: Rewrites,
    by_default: ByDefault,
}

impl Outcomes {
    fn count(&mut self, rows: &[PlannedRow], shown: Vec<ShownRow>) {
        shown.into_iter().for_each(|row| self.by_default.add(row));
        for row in rows {
            *self.of_rows.entry(row.outcome).or_default() += 1;
            self.new_ids += u32::from(row.brings_new_id);
            self.rewrites.add(&row.replaced);
            self.ignored_members += u32::from(row.outcome == Outcome::Ignored && row.member.is_some());
        }
    }

    fn lined_up(self) -> (LinedUp, Rewrites, ByDefault) {
        (LinedUp::of(self.of_rows, self.ignored_members), self.rewrites, self.by_default)
    }
}

impl Matching<'_> {
    /// Pages are read and decided while those before are written.
    async fn write_all(&self) -> Result<Outcomes> {
        let (sender, pages) = mpsc::channel(1);
        let pages = Mutex::new(pages);
        let writers = try_join_all((0..self.run.writers()).map(|_| self.write_each(&pages)));
        let (_, outcomes) = tokio::try_join!(biased; writers, self.plan_all(sender))?;
        Ok(outcomes)
    }

    async fn plan_all(&self, sender: mpsc::Sender<Planned>) -> Result<Outcomes> {
        let mut outcomes = Outcomes::default();
        let planning = Arc::clone(&self.planning);
        let planned = move |rows: Vec<Record>| {
            let planning = Arc::clone(&planning);
            async move { planning.page(&rows).await }
        };
        let mut pages = pin!(pages_of_rows(self.run, ROWS_A_PAGE, planned).await?);
        while let Some(mut page) = pages.try_next().await? {
            outcomes.count(&page.rows, std::mem::take(&mut page.shown));
            if sender.send(page).await.is_err() {
                break;
            }
        }
        Ok(outcomes)
    }

    async fn write_each(&self, pages: &Mutex<mpsc::Receiver<Planned>>) -> Result<()> {
        loop {
            let page = pages.lock().await.recv().await;
            let Some(page) = page else { return Ok(()) };
            self.write(page).await?;
        }
    }

    async fn write(&self, page: Planned) -> Result<()> {
        let (run, file) = (self.run, self.run.file.id);
        let chosen: Vec<u32> = page.rows.iter().filter(|row| row.by_hand).map(|row| row.number).collect();
        let tx = run.begin_beside().await?;
        matches::remove_of_rows(&tx, file, &chosen).await?;
        page.matches.insert(&tx).await?;
        issues::insert(&tx, file, run.task, &page.said).await?;
        run.commit_beside(tx, page.rows.len(), &self.progress).await
    }
}
