//! Use cases of the review of matches.

use std::collections::{HashMap, HashSet};

use domain::census::Severity;
use domain::census::changes::{Outcome, Remark};
use domain::census::file::Task;
use domain::census::plan::{NEEDS_BIRTH_DATE, decide_for};
use domain::{CensusFileId, CensusTaskId, GroupId, Invalid, MemberId, Page, PageRequest};
use serde_json::json;
use store::Tx;
use store::census::files::{self, CensusFile};
use store::census::issues::{self, NewIssue, StoredIssue};
use store::census::matches::{self, How, Match};
use store::census::records::{self, StoredRecord};
use store::census::{not_same, settling};
use store::members::{self, Member};

use crate::census::not_same::key;
use crate::census::resolving::{
    member_of, require_match_task, require_not_imported, require_open, resettle, valid_record,
};
use crate::census::service::{self, FileDetail, JudgedRow, wanted_records};
use crate::census::terms::Terms;
use crate::context::Context;
use crate::error::Result;
use crate::http::CallerOrigin;

/// Said of a row that was lined up with a member whom it is not.
const SOMEBODY_ELSE: &str = "This row is not the member that it was matched with. Choose a member, or a new one.";

/// A row with the members it may be.
#[derive(Debug)]
pub(super) struct Reviewed {
    /// The row, with what is said about it.
    pub(super) row: JudgedRow,
    /// The members in question, best first, as they are now.
    pub(super) candidates: Vec<(Match, Member)>,
    /// Members whom a person has denied it to be.
    pub(super) not_same: Vec<Member>,
    /// Other rows of the file for which the best candidate comes first as well, with what is said about them.
    pub(super) taken_by: Vec<(StoredRecord, Vec<StoredIssue>)>,
}

/// A page of rows beside their candidates: those in doubt, or those of a word of the task's results.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when file or task are not there, or it is not the match.
pub(super) async fn review(
    ctx: &Context,
    who: &CallerOrigin,
    (id, task): (CensusFileId, CensusTaskId),
    word: Option<&str>,
    request: PageRequest,
) -> Result<Page<Reviewed>> {
    let group = require_match_task(ctx, who, id, task).await?.group_id()?;
    let wanted = wanted_records(Some(word.unwrap_or("errors")), None, Task::MatchEmployees);
    let Page { rows, total, per_page } = service::records(ctx, id, wanted, request).await?;
    let denied = denied_of(ctx, group, &rows).await?;
    let candidates = rows.iter().flat_map(|(_, _, found)| found).filter_map(|found| Some(found.matched.member?.0));
    let ids: HashSet<MemberId> = candidates.chain(denied.values().flatten().copied()).collect();
    let ids: Vec<MemberId> = ids.into_iter().collect();
    let members = members::find_many(&ctx.store.read(), group, &ids).await?;
    let taken = taken(ctx, id, &ids).await?;
    let reviewed = |row: JudgedRow| {
        let beside = |matched: &Match| Some((matched.clone(), members.get(&matched.member?.0)?.clone()));
        let not_same = denied.get(&row.0.record.number).into_iter().flatten();
        Reviewed {
            candidates: row.2.iter().filter_map(|found| beside(&found.matched)).collect(),
            not_same: not_same.filter_map(|id| members.get(id).cloned()).collect(),
            taken_by: taken_by(&row, &taken),
            row,
        }
    };
    Ok(Page { rows: rows.into_iter().map(reviewed).collect(), total, per_page })
}

/// The rows for which a member comes first, each with what is said about it.
type Taken = HashMap<MemberId, Vec<(StoredRecord, Vec<StoredIssue>)>>;

/// The rows for which some members come first.
async fn taken(ctx: &Context, file: CensusFileId, members: &[MemberId]) -> Result<Taken> {
    let db = ctx.store.read();
    let rows = matches::rows_of_members(&db, file, members).await?;
    let numbers: Vec<u32> = rows.iter().map(|one| one.row).collect();
    let records = records::find_many(&db, file, &numbers).await?;
    let records: HashMap<u32, StoredRecord> = records.into_iter().map(|row| (row.record.number, row)).collect();
    let said = issues::of_rows(&db, file, &numbers).await?;
    let mut taken = Taken::new();
    for one in rows {
        let Some(record) = records.get(&one.row) else { continue };
        let said = said.get(&one.row).cloned().unwrap_or_default();
        taken.entry(one.member).or_default().push((record.clone(), said));
    }
    Ok(taken)
}

/// The other rows for which the best candidate of a row comes first as well.
fn taken_by((row, _, candidates): &JudgedRow, taken: &Taken) -> Vec<(StoredRecord, Vec<StoredIssue>)> {
    let best = candidates.first().and_then(|found| found.matched.member);
    let rows = best.and_then(|(member, _)| taken.get(&member)).into_iter().flatten();
    rows.filter(|(other, _)| other.record.number != row.record.number).cloned().collect()
}

/// Whom each row of a page is denied to be.
async fn denied_of(ctx: &Context, group: GroupId, rows: &[JudgedRow]) -> Result<HashMap<u32, Vec<MemberId>>> {
    let mut keys: HashMap<Vec<u8>, Vec<u32>> = HashMap::new();
    for (row, ..) in rows {
        if let Some(key) = key(ctx, group, &row.record) {
            keys.entry(key).or_default().push(row.record.number);
        }
    }
    let asked: Vec<Vec<u8>> = keys.keys().cloned().collect();
    let mut denied: HashMap<u32, Vec<MemberId>> = HashMap::new();
    for (key, member) in not_same::of_people(&ctx.store.read(), group, &asked).await? {
        for row in keys.get(&key).into_iter().flatten() {
            denied.entry(*row).or_default().push(member);
        }
    }
    Ok(denied)
}

/// Remembers that the person of a row is not a member, or forgets it again.
///
/// # Errors
/// [`crate::error::Error::NotFound`] when file, task or row are not there; on `EmployeeId` for no member of the group.
pub(super) async fn set_not_same(
    ctx: &Context,
    who: &CallerOrigin,
    (id, task): (CensusFileId, CensusTaskId),
    (row, member): (u32, MemberId),
    is_denied: bool,
) -> Result<FileDetail> {
    require_match_task(ctx, who, id, task).await?;
    let tx = ctx.store.begin().await?;
    let file = files::lock(&tx, who.scope(), id).await?;
    let record = valid_record(&tx, id, row).await?;
    require_open(&tx, &file).await?;
    require_not_imported(&tx, &file, "RecordNumber", &[row]).await?;
    let group = file.group_id()?;
    member_of(&tx, group, member).await?;
    let person = key(ctx, group, &record.record)
        .ok_or_else(|| Invalid::field("RecordNumber", "Only a valid record can be matched."))?;
    let action = if is_denied {
        not_same::remember(&tx, (person, member), who.user, ctx.now()).await?;
        take_away(ctx, &tx, &file, (&record, member)).await?;
        "census.not_same"
    } else {
        if !not_same::forget(&tx, &(person, member)).await? {
            return Err(Invalid::field("EmployeeId", "Nobody has said that these are two people.").into());
        }
        propose_again(&tx, &file, row).await?;
        "census.forget_not_same"
    };
    let detail = json!({ "record": row, "member": member });
    tx.commit(service::file_entry(ctx, who, action, &file).with_detail(detail)).await?;
    service::find(ctx, who, id).await
}

/// Takes a candidate away from a row. Without another one the row is somebody new, as far as the roster goes: who comes onto it
/// later may still be this person. Otherwise a person has to choose.
async fn take_away(
    ctx: &Context,
    tx: &Tx,
    file: &CensusFile,
    (record, member): (&StoredRecord, MemberId),
) -> Result<()> {
    let row = record.record.number;
    let found = matches::of_rows(tx, file.id, &[row]).await?.remove(&row).unwrap_or_default();
    let before: Vec<Match> = found.into_iter().map(|named| named.matched).collect();
    let is_other = |matched: &&Match| matched.member.is_some_and(|(id, _)| id != member);
    let left: Vec<Match> = before.iter().filter(is_other).cloned().collect();
    if left.len() == before.len() {
        return Ok(());
    }
    matches::remove_of_rows(tx, file.id, &[row]).await?;
    if left.is_empty() {
        let terms = Terms::of(tx, file, ctx.today()).await?;
        let decision = decide_for(&record.record, None, terms.of_plan());
        let needs_birth_date = decision.outcome == Outcome::Create && record.record.date_of_birth.is_none();
        let new = Match {
            row,
            rank: 0,
            member: None,
            how: How::Nobody,
            outcome: if needs_birth_date { Outcome::Review } else { decision.outcome },
            chosen: !needs_birth_date,
            replaces_identity: false,
        };
        matches::insert(tx, file.id, &[new]).await?;
        settling::resolve_rows(tx, file.id, &[Task::MatchEmployees], &[row], ctx.now()).await?;
        if let Some(remark) = decision.remark.map(Remark::message) {
            let said = NewIssue { severity: Severity::Warning, ..NewIssue::error(Some(row), remark) };
            issues::insert(tx, file.id, Task::MatchEmployees, &[said]).await?;
        }
        if needs_birth_date {
            issues::insert(tx, file.id, Task::MatchEmployees, &[NewIssue::error(Some(row), NEEDS_BIRTH_DATE)]).await?;
        }
        return resettle(tx, file, Task::InspectData).await;
    }
    let ranked = left.into_iter().zip(0..).map(|(matched, rank)| Match {
        rank,
        outcome: Outcome::Review,
        chosen: false,
        replaces_identity: false,
        ..matched
    });
    matches::insert(tx, file.id, &ranked.collect::<Vec<_>>()).await?;
    let said = issues::of_rows(tx, file.id, &[row]).await?.remove(&row).unwrap_or_default();
    if !said.iter().any(|issue| issue.task == Task::MatchEmployees && issue.severity == Severity::Error) {
        issues::insert(tx, file.id, Task::MatchEmployees, &[NewIssue::error(Some(row), SOMEBODY_ELSE)]).await?;
    }
    resettle(tx, file, Task::InspectData).await
}

/// The match has to run again before it proposes the member; that the row is somebody new, as a person has said, no longer holds.
async fn propose_again(tx: &Tx, file: &CensusFile, row: u32) -> Result<()> {
    let chosen = matches::chosen_by_hand(tx, file.id).await?;
    if chosen.iter().any(|choice| choice.row == row && choice.member.is_none()) {
        matches::remove_of_rows(tx, file.id, &[row]).await?;
    }
    resettle(tx, file, Task::MatchEmployees).await
}
