//! Dependents whose employee a person has set aside or chosen after the match: decided anew, so that the inspection does not promise what the
//! import does not do.

use std::collections::HashMap;

use domain::census::changes::Outcome;
use domain::census::file::Task;
use domain::census::plan::{NO_EMPLOYEE, decide_for};
use domain::census::{Record, Severity};
use domain::{CensusFileId, MemberId};
use store::Tx;
use store::census::files::CensusFile;
use store::census::issues::{self, NewIssue};
use store::census::matches::{self, Match};
use store::census::records;
use store::members::{self, Member};

use crate::census::roster::{file_ends, on_roster};
use crate::census::terms::Terms;
use crate::context::Context;
use crate::error::Result;

/// Decides the matched dependents of these rows anew: who would be made waits for a person, and who is a member keeps the employee that the
/// roster names.
pub(super) async fn decide(ctx: &Context, tx: &Tx, file: &CensusFile, employees: &[u32]) -> Result<()> {
    let dependents = dependents(tx, file.id, employees).await?;
    if dependents.is_empty() {
        return Ok(());
    }
    let settled = settled(tx, file.id, &dependents).await?;
    let (members, new): (Vec<Match>, Vec<Match>) = settled.into_iter().partition(|matched| matched.member.is_some());
    let made = new.iter().filter(|matched| matched.outcome == Outcome::Create);
    let made: Vec<u32> = made.map(|matched| matched.row).collect();
    matches::review(tx, file.id, &made).await?;
    let said = |row: &u32| NewIssue { severity: Severity::Error, ..NewIssue::error(Some(*row), NO_EMPLOYEE) };
    issues::insert(tx, file.id, Task::MatchEmployees, &made.iter().map(said).collect::<Vec<_>>()).await?;
    decide_members(ctx, tx, file, (&dependents, members), |_, _| false).await
}

/// Decides the dependents of these rows anew that are members. Each row has its member now, or becomes a new one.
pub(in crate::census) async fn follow(
    ctx: &Context,
    tx: &Tx,
    file: &CensusFile,
    employees: &HashMap<u32, Option<MemberId>>,
) -> Result<()> {
    let numbers: Vec<u32> = employees.keys().copied().collect();
    let dependents = dependents(tx, file.id, &numbers).await?;
    if dependents.is_empty() {
        return Ok(());
    }
    let settled = settled(tx, file.id, &dependents).await?;
    let members = settled.into_iter().filter(|matched| matched.member.is_some()).collect();
    let moves = |record: &Record, member: &Member| {
        let employee = record.new_primary_row(member.primary).and_then(|row| employees.get(&row));
        employee.is_some_and(|employee| *employee != member.primary && *employee != Some(member.id))
    };
    decide_members(ctx, tx, file, (&dependents, members), moves).await
}

/// The valid dependents of these rows, by number.
async fn dependents(tx: &Tx, file: CensusFileId, employees: &[u32]) -> Result<HashMap<u32, Record>> {
    let found = records::dependents_of(tx, file, employees).await?;
    Ok(found.into_iter().map(|row| (row.record.number, row.record)).collect())
}

async fn decide_members(
    ctx: &Context,
    tx: &Tx,
    file: &CensusFile,
    (dependents, members): (&HashMap<u32, Record>, Vec<Match>),
    moves: impl Fn(&Record, &Member) -> bool,
) -> Result<()> {
    let decided = decided(ctx, tx, file, (dependents, members), moves).await?;
    matches::remove_of_rows(tx, file.id, &decided.iter().map(|matched| matched.row).collect::<Vec<_>>()).await?;
    Ok(matches::insert(tx, file.id, &decided).await?)
}

/// The matches of the rows that are settled.
async fn settled(tx: &Tx, file: CensusFileId, rows: &HashMap<u32, Record>) -> Result<Vec<Match>> {
    let numbers: Vec<u32> = rows.keys().copied().collect();
    let found = matches::of_rows(tx, file, &numbers).await?;
    let found = found.into_values().flatten().map(|named| named.matched);
    Ok(found.filter(|matched| matched.chosen && matched.outcome != Outcome::Review).collect())
}

/// Those of the matches that change something now and did not before, or no longer do. `moves` says who goes to another employee.
async fn decided(
    ctx: &Context,
    tx: &Tx,
    file: &CensusFile,
    (rows, matches): (&HashMap<u32, Record>, Vec<Match>),
    moves: impl Fn(&Record, &Member) -> bool,
) -> Result<Vec<Match>> {
    let terms = Terms::of(tx, file, ctx.today()).await?;
    let ids: Vec<MemberId> = matches.iter().filter_map(|matched| Some(matched.member?.0)).collect();
    let members = members::find_many(tx, terms.group, &ids).await?;
    let ends = file_ends(tx, members.values(), terms.today).await?;
    let anew = matches.into_iter().filter_map(|matched| {
        let (record, member) = (rows.get(&matched.row)?, members.get(&matched.member?.0)?);
        let outcome = decide_for(record, Some(&on_roster(member.clone(), &ends)), terms.of_plan()).outcome;
        let outcome = if outcome == Outcome::Unchanged && moves(record, member) { Outcome::Update } else { outcome };
        let is_other = matches!(
            (matched.outcome, outcome),
            (Outcome::Update, Outcome::Unchanged) | (Outcome::Unchanged, Outcome::Update)
        );
        is_other.then_some(Match { outcome, ..matched })
    });
    Ok(anew.collect())
}
