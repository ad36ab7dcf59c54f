//! One question for all rows whose doubt is only the id, and what its answer does (rules.md#new-ids).

use std::collections::{HashMap, HashSet};

use domain::census::changes::Outcome;
use domain::census::file::Task;
use domain::census::identity_change::replaces_identity;
use domain::census::new_ids::{NewIds, is_only_the_id_new};
use domain::census::plan::decide_for;
use domain::census::questions::{Question, QuestionKind};
use domain::{CensusFileId, GroupId, Invalid, MemberId};
use store::census::files::CensusFile;
use store::census::matches::{self, How, Match};
use store::census::{doubts, questions, records, settling};
use store::members::{self, Member};
use store::{Db, Tx};

use crate::census::id_moves::{self, Supposed};
use crate::census::resolving::{follow, resettle};
use crate::census::roster::{file_ends, on_roster};
use crate::census::run::Run;
use crate::census::terms::Terms;
use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

/// Rows read in one query.
const ROWS_A_PAGE: u64 = 500;
/// Fewer rows have no question of their own: each is asked about as it is.
const LEAST: u32 = 2;

/// Asks about the rows that a match has left in doubt, and about those that give their matched members new ids. An earlier answer was for
/// other rows.
pub(in crate::census) async fn ask(run: &Run<'_>, matched: u32) -> Result<()> {
    let db = run.ctx.store.read();
    let terms = Terms::of(&db, &run.file, run.ctx.today()).await?;
    let found = found(&db, run.file.id, &terms, matched).await?;
    let (in_doubt, matched) = (number(found.rows.len()), matched.saturating_sub(found.matched_kept));
    let is_asked = in_doubt.saturating_add(matched) >= LEAST;
    let question = is_asked.then(|| Question::new_ids(in_doubt, matched).with_ids_of_others(found.passing));
    let tx = run.begin().await?;
    questions::replace_kind(&tx, run.file.id, QuestionKind::NewIds, Vec::new()).await?;
    questions::replace_kind(&tx, run.file.id, QuestionKind::NewIds, question.into_iter().collect()).await?;
    Ok(tx.commit_unaudited("what a match asks about new ids").await?)
}

fn number(of: usize) -> u32 {
    u32::try_from(of).unwrap_or(u32::MAX)
}

/// What a yes would take.
#[derive(Default)]
struct Found {
    /// The rows in doubt that are one member but for the id.
    rows: Vec<(u32, MemberId)>,
    /// How many of all these rows bring the id of another member, who gives it up.
    passing: u32,
    /// How many matched rows bring the id of a member who keeps it: each is an error of its own once the file is inspected.
    matched_kept: u32,
}

/// What a yes would take, beside `matched` rows with new ids. A row whose id another member keeps waits for its own answer.
async fn found(db: &impl Db, file: CensusFileId, terms: &Terms, matched: u32) -> Result<Found> {
    let (mut rows, in_doubt) = alike(db, file, terms.group).await?;
    if rows.is_empty() && matched < LEAST {
        return Ok(Found::default());
    }
    let Supposed { moves, settled } = id_moves::supposing(db, file, terms, &rows, &in_doubt).await?;
    rows.retain(|(row, _)| !moves.kept.contains_key(row));
    let asked: HashSet<u32> = rows.iter().map(|(row, _)| *row).collect();
    let passing = moves.passing.keys().filter(|row| asked.contains(row) || settled.contains(row)).count();
    let matched_kept = moves.kept.keys().filter(|row| settled.contains(row)).count();
    Ok(Found { rows, passing: number(passing), matched_kept: number(matched_kept) })
}

/// The rows in doubt that are one member but for the id, and all members that rows in doubt may be.
async fn alike(db: &impl Db, file: CensusFileId, group: GroupId) -> Result<(Vec<(u32, MemberId)>, HashSet<MemberId>)> {
    let (mut new_ids, mut in_doubt, mut after) = (NewIds::default(), HashSet::new(), 0);
    loop {
        let rows = doubts::page(db, file, after, ROWS_A_PAGE).await?;
        let Some(last) = rows.keys().last() else { break };
        after = *last;
        let numbers: Vec<u32> = rows.keys().copied().collect();
        let records = records::find_many(db, file, &numbers).await?;
        let ids: Vec<MemberId> = rows.values().flatten().copied().collect::<HashSet<_>>().into_iter().collect();
        let members = members::find_many(db, group, &ids).await?;
        for row in records {
            let candidates = rows.get(&row.record.number).into_iter().flatten();
            let is_named =
                |id: &&MemberId| members.get(id).is_some_and(|member| is_only_the_id_new(&row.record, &member.details));
            let named: Vec<MemberId> = candidates.filter(is_named).copied().collect();
            new_ids.add(row.record.number, &named);
        }
        in_doubt.extend(ids);
    }
    let all: Vec<MemberId> = new_ids.members().collect();
    let taken = matches::rows_of(db, file, &all).await?.into_keys().collect();
    Ok((new_ids.finish(&taken), in_doubt))
}

/// Takes the new ids: each row in doubt is its member by the caller's word. Matched rows bring theirs by themselves.
///
/// # Errors
/// On `Answer` where no row is in doubt any more and none was matched.
pub(super) async fn take(
    ctx: &Context,
    who: &CallerOrigin,
    tx: &Tx,
    (file, asked): (&CensusFile, &Question),
) -> Result<()> {
    let terms = Terms::of(tx, file, ctx.today()).await?;
    let found = found(tx, file.id, &terms, asked.out_of).await?.rows;
    if found.is_empty() && asked.out_of > 0 {
        return Ok(());
    }
    if found.is_empty() {
        return Err(Invalid::field("Answer", "No row waits for this answer any more. Match the file again.").into());
    }
    let page = usize::try_from(ROWS_A_PAGE).unwrap_or(usize::MAX);
    for found in found.chunks(page) {
        take_some(ctx, who, tx, (file, &terms), found).await?;
    }
    resettle(tx, file, Task::InspectData).await
}

async fn take_some(
    ctx: &Context,
    who: &CallerOrigin,
    tx: &Tx,
    (file, terms): (&CensusFile, &Terms),
    found: &[(u32, MemberId)],
) -> Result<()> {
    let numbers: Vec<u32> = found.iter().map(|(row, _)| *row).collect();
    let ids: Vec<MemberId> = found.iter().map(|(_, member)| *member).collect();
    let members = members::find_many(tx, terms.group, &ids).await?;
    let ends = file_ends(tx, members.values(), terms.today).await?;
    let of_rows: HashMap<u32, MemberId> = found.iter().copied().collect();
    let mut chosen = Vec::with_capacity(found.len());
    for row in records::find_many(tx, file.id, &numbers).await? {
        let number = row.record.number;
        let Some(member) = of_rows.get(&number).and_then(|id| members.get(id)) else { continue };
        let Member { id, version, .. } = *member;
        let decision = decide_for(&row.record, Some(&on_roster(member.clone(), &ends)), terms.of_plan());
        // Such a row has a question of its own behind this one.
        if decision.outcome == Outcome::Review {
            continue;
        }
        let (how, outcome) = (How::ByHand(who.user), decision.outcome);
        let replaces_identity = replaces_identity(&decision.fields);
        let member = Some((id, version));
        chosen.push(Match { row: number, rank: 0, member, how, outcome, chosen: true, replaces_identity });
    }
    let numbers: Vec<u32> = chosen.iter().map(|matched| matched.row).collect();
    matches::remove_of_rows(tx, file.id, &numbers).await?;
    matches::insert(tx, file.id, &chosen).await?;
    settling::resolve_rows(tx, file.id, &[Task::MatchEmployees], &numbers, ctx.now()).await?;
    let employees = chosen.iter().map(|matched| (matched.row, matched.member.map(|(id, _)| id))).collect();
    follow(ctx, tx, file, &employees).await
}
