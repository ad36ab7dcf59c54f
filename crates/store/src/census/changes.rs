//! What processing a file did to each member, and what it was before: one change a file and member, so that nothing is done
//! twice and all of it can be undone (rules.md#chunked-writes).

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::{DateTime, NaiveDate, Utc};
pub use domain::census::undo::ChangeKind;
use domain::{CensusFileId, MemberId, Page, PageRequest, StatusChangeId};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QuerySelect};
use serde::Serialize;
use serde_json::Value;

use super::records::whole;
use crate::database::paging::{self, Sorts, key};
use crate::entities::census_change::{Column, Entity, Model};
use crate::entities::status_change;
use crate::members::Source;
use crate::row_set::{self, Columns, Instant, Kind};
use crate::{Db, Result, Tx};

/// What a file did to a member.
#[derive(Debug, Clone, PartialEq)]
pub struct NewCensusChange {
    /// The row that did it; `None` for a member that was ended because it was absent, or that gave a unique id up.
    pub row: Option<u32>,
    /// The member.
    pub member: MemberId,
    /// What was done.
    pub kind: ChangeKind,
    /// What to put back when it is undone.
    pub before: Option<Value>,
    /// The member's version afterwards; another one means that somebody has changed it since.
    pub version_after: i32,
    /// The status change that was appended.
    pub status_change: Option<StatusChangeId>,
}

const COLUMNS: &Columns = &[
    ("file_id", Kind::Long),
    ("row_number", Kind::Int),
    ("member_id", Kind::Long),
    ("kind", Kind::Small),
    ("before", Kind::Json),
    ("version_after", Kind::Int),
    ("status_change_id", Kind::Long),
    ("at", Kind::Instant),
];

#[derive(Serialize)]
struct Row<'a> {
    file_id: i64,
    row_number: Option<i32>,
    member_id: i64,
    kind: i16,
    before: Option<&'a Value>,
    version_after: i32,
    status_change_id: Option<i64>,
    at: Instant,
}

/// Notes changes, however many.
///
/// # Errors
/// [`crate::Error::Refused`] when the file has changed one of the members already.
pub async fn insert(tx: &Tx, file: CensusFileId, changes: &[NewCensusChange], at: DateTime<Utc>) -> Result<()> {
    let row = |change| {
        let NewCensusChange { row, member, kind, before, version_after, status_change }: &NewCensusChange = change;
        Row {
            file_id: file.get(),
            row_number: row.map(whole),
            member_id: member.get(),
            kind: kind.number(),
            before: before.as_ref(),
            version_after: *version_after,
            status_change_id: status_change.map(StatusChangeId::get),
            at: Instant(at),
        }
    };
    row_set::insert(tx, "census_change", COLUMNS, &changes.iter().map(row).collect::<Vec<_>>()).await
}

/// Which of some members the file has changed already.
///
/// # Errors
/// When the database does not answer.
pub async fn changed(db: &impl Db, file: CensusFileId, members: &[MemberId]) -> Result<HashSet<MemberId>> {
    let found: Vec<i64> = Entity::find()
        .select_only()
        .column(Column::MemberId)
        .filter(Column::FileId.eq(file.get()))
        .filter(Column::MemberId.is_in(members.iter().map(|member| member.get())))
        .into_tuple()
        .all(db.connection())
        .await?;
    Ok(found.into_iter().map(MemberId).collect())
}

/// Everybody whom the file has changed already.
///
/// # Errors
/// When the database does not answer.
pub async fn all_changed(db: &impl Db, file: CensusFileId) -> Result<HashSet<MemberId>> {
    let found = Entity::find().select_only().column(Column::MemberId).filter(Column::FileId.eq(file.get()));
    let found: Vec<i64> = found.into_tuple().all(db.connection()).await?;
    Ok(found.into_iter().map(MemberId).collect())
}

/// Which of some rows have been imported.
///
/// # Errors
/// When the database does not answer.
pub async fn imported(db: &impl Db, file: CensusFileId, rows: &[u32]) -> Result<HashSet<u32>> {
    let found: Vec<i32> = Entity::find()
        .select_only()
        .column(Column::RowNumber)
        .filter(Column::FileId.eq(file.get()))
        .filter(Column::RowNumber.is_in(rows.iter().map(|row| whole(*row))))
        .into_tuple()
        .all(db.connection())
        .await?;
    Ok(found.into_iter().map(i32::unsigned_abs).collect())
}

/// What was done to a member.
#[derive(Debug, Clone, PartialEq)]
pub struct CensusChange {
    /// The row that did it; `None` for a member that was ended because it was absent.
    pub row: Option<u32>,
    /// The member.
    pub member: MemberId,
    /// What was done.
    pub kind: ChangeKind,
    /// What it was before.
    pub before: Option<Value>,
    /// From when the appended status change counts, where there is one.
    pub effective_on: Option<NaiveDate>,
}

/// Which of the done changes a list shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Done {
    /// All.
    All,
    /// Those of a kind that rows have done.
    ByRows(ChangeKind),
    /// Those of members who were absent.
    OfAbsent,
}

/// A page of what the file has done, in the order in which it was done.
///
/// # Errors
/// When the database does not answer.
pub async fn page(db: &impl Db, file: CensusFileId, which: Done, request: &PageRequest) -> Result<Page<CensusChange>> {
    let query = Entity::find().filter(Column::FileId.eq(file.get()));
    let query = match which {
        Done::All => query,
        Done::ByRows(kind) => query.filter(Column::Kind.eq(kind.number())).filter(Column::RowNumber.is_not_null()),
        Done::OfAbsent => query.filter(Column::RowNumber.is_null()).filter(is_counted()),
    };
    let Page { rows, total, per_page } = paging::page::<Model>(db, query, request, &AS_DONE).await?;
    Ok(Page { rows: told(db, file, rows).await?, total, per_page })
}

/// What the file has done by some rows, and to some members for being absent.
///
/// # Errors
/// When the database does not answer.
pub async fn done_of(db: &impl Db, file: CensusFileId, rows: &[u32], absent: &[MemberId]) -> Result<Vec<CensusChange>> {
    let by_rows = Column::RowNumber.is_in(rows.iter().map(|row| whole(*row)));
    let of_absent = Condition::all()
        .add(Column::RowNumber.is_null())
        .add(Column::MemberId.is_in(absent.iter().map(|member| member.get())));
    let query =
        Entity::find().filter(Column::FileId.eq(file.get())).filter(Condition::any().add(by_rows).add(of_absent));
    told(db, file, query.all(db.connection()).await?).await
}

/// The changes with the days from which they count.
async fn told(db: &impl Db, file: CensusFileId, rows: Vec<Model>) -> Result<Vec<CensusChange>> {
    let days = effective_days(db, file, &rows).await?;
    let known = |row: Model| {
        Some(CensusChange {
            row: row.row_number.map(i32::unsigned_abs),
            member: MemberId(row.member_id),
            // The check of the table lets no other kind in.
            kind: ChangeKind::from_number(row.kind)?,
            before: row.before,
            effective_on: days.get(&row.member_id).copied(),
        })
    };
    Ok(rows.into_iter().filter_map(known).collect())
}

const AS_DONE: Sorts = Sorts { by: &[("Id", || vec![])], default: ("Id", false), id: || key(Column::Id) };

/// From when the status changes count that the file has appended to members, or begun new ones with.
async fn effective_days(db: &impl Db, file: CensusFileId, rows: &[Model]) -> Result<HashMap<i64, NaiveDate>> {
    use status_change::Column;
    let changed = rows.iter().filter_map(|row| row.status_change_id);
    let made = rows.iter().filter(|row| row.kind == ChangeKind::Created.number()).map(|row| row.member_id);
    let source = Source::CensusFile(file);
    let begun = Condition::all()
        .add(Column::MemberId.is_in(made))
        .add(Column::Source.eq(source.number()))
        .add(Column::SourceId.eq(source.id()));
    let found: Vec<(i64, NaiveDate)> = status_change::Entity::find()
        .select_only()
        .columns([Column::MemberId, Column::EffectiveOn])
        .filter(Condition::any().add(Column::Id.is_in(changed)).add(begun))
        .into_tuple()
        .all(db.connection())
        .await?;
    Ok(found.into_iter().collect())
}

/// A member who only gives its unique id up to a row is no row's change and not absent (rules.md#ids-that-pass).
fn is_counted() -> Condition {
    Condition::any().add(Column::RowNumber.is_not_null()).add(Column::Kind.ne(ChangeKind::Updated.number()))
}

/// How many members the file has changed, by what was done; those who only gave a unique id up are not counted.
///
/// # Errors
/// When the database does not answer.
pub async fn counts(db: &impl Db, file: CensusFileId) -> Result<BTreeMap<ChangeKind, u32>> {
    let rows: Vec<(i16, i64)> = Entity::find()
        .select_only()
        .column(Column::Kind)
        .column_as(Column::Id.count(), "n")
        .filter(Column::FileId.eq(file.get()))
        .filter(is_counted())
        .group_by(Column::Kind)
        .into_tuple()
        .all(db.connection())
        .await?;
    let known =
        |(number, n): (i16, i64)| Some((ChangeKind::from_number(number)?, u32::try_from(n).unwrap_or(u32::MAX)));
    Ok(rows.into_iter().filter_map(known).collect())
}
