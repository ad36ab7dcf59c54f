//! Who stands in the file although none of its valid rows says so: such a row must not look like an absence (rules.md#unreadable-row). These are the
//! rows that a rule has left out (rules.md#dependents-not-taken), and those of the file of several groups that this one was split off whose group is
//! unknown, or that a user has left out with their Group ID.

use std::collections::HashSet;

use domain::census::RowState;
use domain::census::file::Task;
use domain::census::identity_keys::IdentityKeys;
use domain::{CensusFileId, Invalid, MemberId};
use store::census::absents::Absent;
use store::census::{records, tasks};
use store::members::Member;
use store::{Db, Reader};

use super::super::run::Run;
use crate::error::Result;

/// Rows read in one query.
const ROWS_A_PAGE: u64 = 2000;

/// The signs of those who stand in the file.
///
/// # Errors
/// Refused when a row without a known group does not say who it is: it could be anybody.
pub(in crate::census) async fn signs(run: &Run<'_>) -> Result<IdentityKeys> {
    let db = run.ctx.store.read();
    let mut signs = IdentityKeys::default();
    take_in(&db, run.file.id, RowState::SkippedByRule, &mut signs).await?;
    if let Some(parent) = run.file.parent {
        match nobody(&db, parent).await? {
            0 => {
                take_in(&db, parent, RowState::Error, &mut signs).await?;
                take_in(&db, parent, RowState::SkippedByRule, &mut signs).await?;
            }
            rows => return Err(Invalid::field("", unknown(rows)).into()),
        }
    }
    Ok(signs)
}

async fn take_in(db: &Reader, file: CensusFileId, state: RowState, signs: &mut IdentityKeys) -> Result<()> {
    let mut after = 0;
    loop {
        let rows = records::chunk(db, file, after, &[state], ROWS_A_PAGE).await?;
        let Some(last) = rows.last() else { return Ok(()) };
        after = last.record.number;
        for row in &rows {
            signs.add(&row.record);
        }
    }
}

/// How many rows of a file of several groups say neither their group nor who they are.
async fn nobody(db: &impl Db, parent: CensusFileId) -> Result<u64> {
    let tasks = tasks::of_file(db, parent).await?;
    let split = tasks.iter().find(|row| row.task == Task::MapMultiGroup);
    Ok(split.and_then(|row| row.summary.as_ref()?["Nobody"].as_u64()).unwrap_or(0))
}

fn unknown(rows: u64) -> String {
    let (rows, does) = if rows == 1 { ("1 row".to_owned(), "does") } else { (format!("{rows} rows"), "do") };
    let has = if does == "does" { "has" } else { "have" };
    format!(
        "{rows} of the uploaded file {has} no known Group ID and {does} not say who it is, so nobody can be called absent. Correct that \
         file and upload it again, or switch explicit import off for this one."
    )
}

/// Those of the absent who do not stand in the file after all, and how many do.
pub(in crate::census) fn without(absent: Vec<Absent>, members: &[Member], signs: &IdentityKeys) -> (Vec<Absent>, u32) {
    let standing: HashSet<MemberId> =
        members.iter().filter(|member| signs.are_of(&member.details)).map(|member| member.id).collect();
    let before = absent.len();
    let absent: Vec<Absent> = absent.into_iter().filter(|one| !standing.contains(&one.member)).collect();
    let spared = u32::try_from(before - absent.len()).unwrap_or(u32::MAX);
    (absent, spared)
}
