//! The members whom an explicit import would end, as the inspection found them (decisions C4, C8).

use domain::{CensusFileId, MemberId, Page, PageRequest};
use sea_orm::sea_query::Query;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use serde::Serialize;

use crate::connection::sealed::Connected;
use crate::entities::census_absent::{Column, Entity, Model};
use crate::paging::{self, Sorts, key};
use crate::row_set::{self, Columns, Kind};
use crate::{Db, Result, Tx};

/// A member that is absent from the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Absent {
    /// The member.
    pub member: MemberId,
    /// Its version when it was found absent.
    pub version: i32,
}

const COLUMNS: &Columns = &[("file_id", Kind::Long), ("member_id", Kind::Long), ("member_version", Kind::Int)];

#[derive(Serialize)]
struct Row {
    file_id: i64,
    member_id: i64,
    member_version: i32,
}

/// Notes absent members, however many.
///
/// # Errors
/// When one is noted already.
pub async fn insert(tx: &Tx, file: CensusFileId, absents: &[Absent]) -> Result<()> {
    let row =
        |absent: &Absent| Row { file_id: file.get(), member_id: absent.member.get(), member_version: absent.version };
    row_set::insert(tx, "census_absent", COLUMNS, &absents.iter().map(row).collect::<Vec<_>>()).await
}

/// Forgets up to `limit` absent members of a file. Gives how many went.
///
/// # Errors
/// When the database refuses.
pub async fn remove_some(tx: &Tx, file: CensusFileId, limit: u64) -> Result<u64> {
    let mut some = Query::select();
    some.column(Column::MemberId).from(Entity).cond_where(Column::FileId.eq(file.get())).limit(limit);
    let gone = Entity::delete_many()
        .filter(Column::FileId.eq(file.get()))
        .filter(Column::MemberId.in_subquery(some))
        .exec(tx.connection())
        .await?;
    Ok(gone.rows_affected)
}

/// The next absent members behind a member's id, at most `limit`.
///
/// # Errors
/// When the database does not answer.
pub async fn chunk(db: &impl Db, file: CensusFileId, after: MemberId, limit: u64) -> Result<Vec<Absent>> {
    let rows = Entity::find()
        .filter(Column::FileId.eq(file.get()))
        .filter(Column::Skipped.eq(false))
        .filter(Column::MemberId.gt(after.get()))
        .order_by_asc(Column::MemberId)
        .limit(limit)
        .all(db.connection())
        .await?;
    Ok(rows.into_iter().map(|row| Absent { member: MemberId(row.member_id), version: row.member_version }).collect())
}

/// A page of the absent members, by their ids.
///
/// # Errors
/// When the database does not answer.
pub async fn page(db: &impl Db, file: CensusFileId, request: &PageRequest) -> Result<Page<Absent>> {
    let query = Entity::find().filter(Column::FileId.eq(file.get())).filter(Column::Skipped.eq(false));
    let page = paging::page::<Model>(db, query, request, &BY_MEMBER).await?;
    Ok(page.map(|row| Absent { member: MemberId(row.member_id), version: row.member_version }))
}

const BY_MEMBER: Sorts =
    Sorts { by: &[("EmployeeId", || vec![])], default: ("EmployeeId", false), id: || key(Column::MemberId) };

/// How many members the file would end for being absent.
///
/// # Errors
/// When the database does not answer.
pub async fn count(db: &impl Db, file: CensusFileId) -> Result<u32> {
    let query = Entity::find().filter(Column::FileId.eq(file.get())).filter(Column::Skipped.eq(false)).into_query();
    Ok(u32::try_from(paging::count(db, query).await?).unwrap_or(u32::MAX))
}
