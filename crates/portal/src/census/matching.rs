//! Task 2: every valid row lined up with a member of the group, and decided (decisions C5, C6). What cannot be told apart
//! becomes an error of its row, which a person resolves by choosing; such a choice is kept when the task runs again.

use std::collections::{HashMap, HashSet};

use domain::MemberId;
use domain::census::changes::{LinedUp, Outcome, Remark};
use domain::census::matching::Caution;
use domain::census::plan::{PlannedRow, plan};
use domain::census::{Record, RowState, Severity};
use store::census::issues::{self, NewIssue};
use store::census::matches::{self, How, Match};
use store::census::records;

use super::roster;
use super::run::{Finished, Run};
use super::terms::Terms;
use crate::context::Context;
use crate::error::Result;

/// Rows read in one query.
const ROWS_A_PAGE: u64 = 2000;
/// Rows written in one transaction.
const ROWS_A_CHUNK: usize = 1000;
/// Rows whose former matches are removed in one transaction.
const REMOVED_AT_ONCE: u64 = 1000;
/// Files of so many rows change what the planner of the database should know.
const WORTH_ANALYZING: usize = 10_000;

/// Runs the task.
pub(super) async fn run(run: &Run<'_>) -> Result<Finished> {
    forget_matches(run).await?;
    let terms = Terms::of(&run.ctx.store.read(), &run.file, run.ctx.today()).await?;
    let chosen = matches::chosen_by_hand(&run.ctx.store.read(), run.file.id).await?;
    let by_hand: HashMap<u32, &Match> = chosen.iter().map(|choice| (choice.row, choice)).collect();
    let (planned, versions) = planned(run.ctx, run, terms, &chosen).await?;
    let total = u32::try_from(planned.len()).unwrap_or(u32::MAX);
    let mut done = 0_u32;
    for rows in planned.chunks(ROWS_A_CHUNK) {
        done = done.saturating_add(u32::try_from(rows.len()).unwrap_or(u32::MAX));
        let tx = run.begin().await?;
        let chosen: Vec<u32> = rows.iter().filter(|row| row.by_hand).map(|row| row.number).collect();
        matches::remove_of_rows(&tx, run.file.id, &chosen).await?;
        let written: Vec<Match> = rows.iter().flat_map(|row| of_row(row, &versions, &by_hand)).collect();
        matches::insert(&tx, run.file.id, &written).await?;
        let said: Vec<NewIssue> = rows.iter().flat_map(told).collect();
        issues::insert(&tx, run.file.id, run.task, &said).await?;
        run.commit_chunk(tx, done, total).await?;
    }
    if planned.len() >= WORTH_ANALYZING {
        let tx = run.begin().await?;
        matches::analyze(&tx).await?;
        run.commit_chunk(tx, done, total).await?;
    }
    let LinedUp { matched, unmatched } = LinedUp::of(planned.iter().map(|row| (row.outcome, 1)));
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

/// A row that was set aside is nobody's any more.
async fn forget_choices(run: &Run<'_>, rows: impl Iterator<Item = u32>) -> Result<()> {
    let tx = run.begin().await?;
    matches::remove_of_rows(&tx, run.file.id, &rows.collect::<Vec<_>>()).await?;
    Ok(tx.commit_unaudited("choices for rows that were set aside").await?)
}

/// What becomes of each valid row, and the versions of the members it was decided on.
async fn planned(
    ctx: &Context,
    run: &Run<'_>,
    terms: Terms,
    chosen: &[Match],
) -> Result<(Vec<PlannedRow>, HashMap<MemberId, i32>)> {
    let records = valid_records(ctx, run).await?;
    let valid: HashSet<u32> = records.iter().map(|record| record.number).collect();
    forget_choices(run, chosen.iter().map(|choice| choice.row).filter(|row| !valid.contains(row))).await?;
    let roster = roster::of_group(ctx, terms.group).await?;
    let chosen: HashMap<u32, Option<MemberId>> = chosen
        .iter()
        .filter(|choice| valid.contains(&choice.row))
        .map(|choice| (choice.row, choice.member.map(|(id, _)| id)))
        .collect();
    let planning = tokio::task::spawn_blocking(move || {
        let planned = plan(&records, &roster, &chosen, terms.of_plan());
        (planned, roster.into_iter().map(|member| (member.id, member.version)).collect())
    });
    Ok(planning.await.map_err(anyhow::Error::from)?)
}

async fn valid_records(ctx: &Context, run: &Run<'_>) -> Result<Vec<Record>> {
    let db = ctx.store.read();
    let mut found: Vec<Record> = Vec::new();
    loop {
        let after = found.last().map_or(0, |record| record.number);
        let page = records::chunk(&db, run.file.id, after, &[RowState::Valid], ROWS_A_PAGE).await?;
        let is_last = page.len() < usize::try_from(ROWS_A_PAGE).unwrap_or(usize::MAX);
        found.extend(page.into_iter().map(|row| row.record));
        if is_last {
            return Ok(found);
        }
    }
}

/// A settled row has one match; one in doubt has its candidates, and at least a place for the answer.
fn of_row(row: &PlannedRow, versions: &HashMap<MemberId, i32>, by_hand: &HashMap<u32, &Match>) -> Vec<Match> {
    let versioned = |id: MemberId| versions.get(&id).map(|version| (id, *version));
    let in_doubt = row.outcome == Outcome::Review;
    let only = |how: How| Match {
        row: row.number,
        rank: 0,
        member: row.member.and_then(versioned),
        how,
        outcome: row.outcome,
        chosen: !in_doubt || row.by_hand,
    };
    if let Some(choice) = by_hand.get(&row.number) {
        return vec![only(choice.how.clone())];
    }
    if row.candidates.is_empty() {
        return vec![only(How::Nobody)];
    }
    let shown = row.candidates.iter().zip(0..).map(|(candidate, rank)| Match {
        row: row.number,
        rank,
        member: versioned(candidate.member),
        how: How::Evidence {
            match_type: candidate.match_type,
            score: candidate.score,
            reasons: candidate.reasons.iter().map(ToString::to_string).collect(),
        },
        outcome: row.outcome,
        chosen: !in_doubt && row.member == Some(candidate.member),
    });
    shown.take(if in_doubt { usize::MAX } else { 1 }).collect()
}

fn told(row: &PlannedRow) -> impl Iterator<Item = NewIssue> {
    let said = |severity, message: &str| NewIssue { severity, ..NewIssue::error(Some(row.number), message) };
    let error = row.error.map(|error| said(Severity::Error, error));
    let (remark, caution) = match error {
        Some(_) => (None, None),
        None => (row.remark.map(Remark::message), row.caution.map(Caution::message)),
    };
    let warnings = [remark, caution].map(|warning| warning.map(|warning| said(Severity::Warning, warning)));
    error.into_iter().chain(warnings.into_iter().flatten())
}
