//! Dependents whose employee a person has set aside after the match: decided anew without him, so that the inspection does not promise what
//! the import cannot do.

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
use store::members;

use crate::census::roster::{file_ends, on_roster};
use crate::census::terms::Terms;
use crate::context::Context;
use crate::error::Result;

/// Decides the matched dependents of these rows anew: who would be made waits for a person, and who is a member keeps the employee that the
/// roster names.
pub(super) async fn decide(ctx: &Context, tx: &Tx, file: &CensusFile, employees: &[u32]) -> Result<()> {
    let dependents: HashMap<u32, Record> = records::dependents_of(tx, file.id, employees)
        .await?
        .into_iter()
        .map(|row| (row.record.number, row.record))
        .collect();
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
    let decided = decided(ctx, tx, file, &dependents, members).await?;
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

/// Those of the matches whose outcome is another without the employee.
async fn decided(
    ctx: &Context,
    tx: &Tx,
    file: &CensusFile,
    rows: &HashMap<u32, Record>,
    matches: Vec<Match>,
) -> Result<Vec<Match>> {
    let terms = Terms::of(tx, file, ctx.today()).await?;
    let ids: Vec<MemberId> = matches.iter().filter_map(|matched| Some(matched.member?.0)).collect();
    let members = members::find_many(tx, terms.group, &ids).await?;
    let ends = file_ends(tx, members.values(), terms.today).await?;
    let anew = matches.into_iter().filter_map(|matched| {
        let (record, member) = (rows.get(&matched.row)?, members.get(&matched.member?.0)?);
        let outcome = decide_for(record, Some(&on_roster(member.clone(), &ends)), terms.of_plan()).outcome;
        let only_moved = matched.outcome == Outcome::Update && outcome == Outcome::Unchanged;
        only_moved.then_some(Match { outcome, ..matched })
    });
    Ok(anew.collect())
}
