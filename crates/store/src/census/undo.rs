//! Undoing a processed file: how far it is, what is still to be undone, and what each judged change came to.
//!
//! A change is judged once, in the transaction that puts its member back or notes why it is kept; what is not judged yet is what is left
//! to do, so that a run after a crash goes on where the last one stopped.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use domain::census::file::TaskState;
use domain::census::undo::{ChangeKind, Kept, UndoState};
use domain::{CensusChangeId, CensusFileId, MemberId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde::Serialize;
use serde_json::Value;

use super::files;
use crate::database::connection::sealed::Connected;
use crate::entities::census_change::{Column, Entity, Model};
use crate::entities::{census_file, census_issue, census_task, member};
use crate::row_set::{self, Instant, Kind};
use crate::{Db, Result, Tx};

/// Values a condition may list at once.
const VALUES_A_LIST: usize = 1000;

/// How far the undoing of a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Undo {
    /// Whether it waits, is at work, is done or broke off.
    pub state: UndoState,
    /// Members that the file has changed.
    pub total: u32,
    /// Those that are judged: put back or kept.
    pub done: u32,
    /// Those of them that are kept.
    pub kept: u32,
}

impl Undo {
    pub(super) fn of(row: &census_file::Model) -> Option<Self> {
        let number = |n: Option<i32>| n.unwrap_or_default().unsigned_abs();
        Some(Self {
            state: UndoState::from_number(row.undo_state?)?,
            total: number(row.undo_total),
            done: number(row.undo_done),
            kept: number(row.undo_kept),
        })
    }
}

/// Notes how far the undoing of a file is.
///
/// # Errors
/// When the database refuses.
pub async fn set(tx: &Tx, file: CensusFileId, undo: Undo) -> Result<()> {
    let whole = |n: u32| Set(Some(i32::try_from(n).unwrap_or(i32::MAX)));
    let row = census_file::ActiveModel {
        undo_state: Set(Some(undo.state.number())),
        undo_total: whole(undo.total),
        undo_done: whole(undo.done),
        undo_kept: whole(undo.kept),
        ..Default::default()
    };
    files::write(tx, file, row).await
}

/// Closes an undone file: nothing of it is left to do or to mend.
///
/// # Errors
/// When the database refuses.
pub async fn close(tx: &Tx, file: CensusFileId, at: DateTime<Utc>) -> Result<()> {
    files::write(tx, file, census_file::ActiveModel { undone_at: Set(Some(at)), ..Default::default() }).await?;
    census_task::Entity::update_many()
        .col_expr(census_task::Column::State, Expr::value(TaskState::Done.number()))
        .col_expr(census_task::Column::WithErrors, Expr::value(0))
        .filter(census_task::Column::FileId.eq(file.get()))
        .exec(tx.connection())
        .await?;
    census_issue::Entity::update_many()
        .col_expr(census_issue::Column::ResolvedAt, Expr::value(at))
        .filter(census_issue::Column::FileId.eq(file.get()))
        .filter(census_issue::Column::RowNumber.is_null())
        .filter(census_issue::Column::ResolvedAt.is_null())
        .exec(tx.connection())
        .await?;
    Ok(())
}

/// A change that is not judged yet.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenChange {
    /// Its id.
    pub id: CensusChangeId,
    /// The member.
    pub member: MemberId,
    /// What was done to it.
    pub kind: ChangeKind,
    /// What it was before, as it was noted.
    pub before: Option<Value>,
    /// The member's version after the file.
    pub version_after: i32,
}

/// The next changes of a file to be judged, the last one first: what came later may stand in the way of what came before. Those at `below`
/// and behind it are judged already; a run that begins does not know where that is and says `None`.
///
/// # Errors
/// When the database does not answer.
pub async fn open(
    db: &impl Db,
    file: CensusFileId,
    below: Option<CensusChangeId>,
    limit: u64,
) -> Result<Vec<OpenChange>> {
    let query = Entity::find().filter(Column::FileId.eq(file.get()));
    let query = match below {
        Some(below) => query.filter(Column::Id.lt(below.get())),
        None => query,
    };
    let rows = query
        .filter(Column::UndoneAt.is_null())
        .filter(Column::UndoNote.is_null())
        .order_by_desc(Column::Id)
        .limit(limit)
        .all(db.connection())
        .await?;
    Ok(rows.into_iter().filter_map(open_change).collect())
}

/// The changes of some members by a file that are not judged yet, the last one first.
///
/// # Errors
/// When the database does not answer.
pub async fn open_of(db: &impl Db, file: CensusFileId, members: &[MemberId]) -> Result<Vec<OpenChange>> {
    let mut found = Vec::new();
    for members in members.chunks(VALUES_A_LIST) {
        let query = Entity::find()
            .filter(Column::FileId.eq(file.get()))
            .filter(Column::MemberId.is_in(members.iter().map(|member| member.get())))
            .filter(Column::UndoneAt.is_null())
            .filter(Column::UndoNote.is_null())
            .order_by_desc(Column::Id);
        found.extend(query.all(db.connection()).await?.into_iter().filter_map(open_change));
    }
    Ok(found)
}

fn open_change(row: Model) -> Option<OpenChange> {
    Some(OpenChange {
        id: CensusChangeId(row.id),
        member: MemberId(row.member_id),
        kind: ChangeKind::from_number(row.kind)?,
        before: row.before,
        version_after: row.version_after,
    })
}

/// When files have last changed somebody, by file; those that have changed nobody are left out.
///
/// # Errors
/// When the database does not answer.
pub async fn last_changes(db: &impl Db, files: &[CensusFileId]) -> Result<HashMap<CensusFileId, DateTime<Utc>>> {
    // The newest change of each file is found at the end of the index, however many there are.
    let sql = "with sent as ({rows}) select sent.id, (select c.at from census_change c where c.file_id = sent.id \
               order by c.id desc limit 1) as at from sent";
    let ids: Vec<FileRow> = files.iter().map(|file| FileRow { id: file.get() }).collect();
    let mut found = HashMap::new();
    for row in row_set::query(db, sql, &[("id", Kind::Long)], &ids, Vec::new()).await? {
        let (id, last): (i64, Option<DateTime<Utc>>) = (row.try_get("", "id")?, row.try_get("", "at")?);
        found.extend(last.map(|at| (CensusFileId(id), at)));
    }
    Ok(found)
}

#[derive(Serialize)]
struct FileRow {
    id: i64,
}

/// Which version each member stands for that undoing has put back, by the version it has written.
///
/// # Errors
/// When the database does not answer.
pub async fn stands_for(db: &impl Db, members: &[MemberId]) -> Result<HashMap<(MemberId, i32), i32>> {
    let mut found = HashMap::new();
    for members in members.chunks(VALUES_A_LIST) {
        let rows: Vec<(i64, Option<i32>, Option<i32>)> = Entity::find()
            .select_only()
            .columns([Column::MemberId, Column::UndoneVersion, Column::StandsFor])
            .filter(Column::MemberId.is_in(members.iter().map(|member| member.get())))
            .filter(Column::UndoneVersion.is_not_null())
            .into_tuple()
            .all(db.connection())
            .await?;
        found.extend(
            rows.into_iter().filter_map(|(member, written, stands)| Some(((MemberId(member), written?), stands?))),
        );
    }
    Ok(found)
}

/// Which of some members a later file has changed that is not undone.
///
/// # Errors
/// When the database does not answer.
pub async fn of_later_files(db: &impl Db, file: CensusFileId, members: &[MemberId]) -> Result<HashSet<MemberId>> {
    let mut found = HashSet::new();
    for members in members.chunks(VALUES_A_LIST) {
        let rows: Vec<(i64, i64, i64, Option<DateTime<Utc>>)> = Entity::find()
            .select_only()
            .columns([Column::MemberId, Column::Id, Column::FileId, Column::UndoneAt])
            .filter(Column::MemberId.is_in(members.iter().map(|member| member.get())))
            .into_tuple()
            .all(db.connection())
            .await?;
        let own: HashMap<i64, i64> =
            rows.iter().filter(|row| row.2 == file.get()).map(|(member, id, ..)| (*member, *id)).collect();
        let later = rows
            .iter()
            .filter(|(member, id, _, undone)| undone.is_none() && own.get(member).is_some_and(|own| id > own));
        found.extend(later.map(|(member, ..)| MemberId(*member)));
    }
    Ok(found)
}

/// Who belongs to whom among the dependents of some members: dependent and primary.
///
/// # Errors
/// When the database does not answer.
pub async fn dependents(db: &impl Db, primaries: &[MemberId]) -> Result<Vec<(MemberId, MemberId)>> {
    let mut found = Vec::new();
    for primaries in primaries.chunks(VALUES_A_LIST) {
        let rows: Vec<(i64, Option<i64>)> = member::Entity::find()
            .select_only()
            .columns([member::Column::Id, member::Column::PrimaryMemberId])
            .filter(member::Column::PrimaryMemberId.is_in(primaries.iter().map(|primary| primary.get())))
            .into_tuple()
            .all(db.connection())
            .await?;
        found.extend(rows.into_iter().filter_map(|(id, primary)| Some((MemberId(id), MemberId(primary?)))));
    }
    Ok(found)
}

/// What a change came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Judged {
    /// The member is put back.
    Undone {
        /// The version that was written.
        version: i32,
        /// The version that it is as good as.
        stands_for: i32,
    },
    /// The member is kept.
    Kept(Kept),
}

#[derive(Serialize)]
struct JudgedRow {
    id: i64,
    undone_at: Option<Instant>,
    undo_note: Option<i16>,
    undone_version: Option<i32>,
    stands_for: Option<i32>,
}

const JUDGED: &row_set::Columns = &[
    ("id", Kind::Long),
    ("undone_at", Kind::Instant),
    ("undo_note", Kind::Small),
    ("undone_version", Kind::Int),
    ("stands_for", Kind::Int),
];

/// Notes what changes came to, in the transaction that puts their members back.
///
/// # Errors
/// When the database refuses.
pub async fn judge(tx: &Tx, judged: &[(CensusChangeId, Judged)], at: DateTime<Utc>) -> Result<()> {
    let sql = "with sent as ({rows}) update census_change set undone_at = sent.undone_at, undo_note = sent.undo_note, \
               undone_version = sent.undone_version, stands_for = sent.stands_for from sent \
               where census_change.id = sent.id";
    let rows: Vec<JudgedRow> = judged.iter().map(|judged| JudgedRow::of(*judged, at)).collect();
    for rows in rows.chunks(row_set::ROWS_A_STATEMENT) {
        row_set::execute(tx, sql, JUDGED, rows, Vec::new()).await?;
    }
    Ok(())
}

impl JudgedRow {
    fn of((id, judged): (CensusChangeId, Judged), at: DateTime<Utc>) -> Self {
        let id = id.get();
        match judged {
            Judged::Undone { version, stands_for } => Self {
                id,
                undone_at: Some(Instant(at)),
                undo_note: None,
                undone_version: Some(version),
                stands_for: Some(stands_for),
            },
            Judged::Kept(kept) => {
                Self { id, undone_at: None, undo_note: Some(kept.number()), undone_version: None, stands_for: None }
            }
        }
    }
}
