//! Where what a bill counts comes from: who or which file brought a status change about, and when.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use domain::billing::reasons::Origin;
use domain::{CensusFileId, StatusChangeId};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, FromQueryResult, JoinType, QueryFilter, QuerySelect, RelationTrait};
use uuid::Uuid;

use crate::database::guid::Guid;
use crate::entities::{census_change, census_file, status_change, user_account};
use crate::error::damaged;
use crate::members::Source;
use crate::{Db, Result};

/// Ids a query.
const CHUNK: usize = 500;

/// What brought a status change about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeSource {
    /// Its kind.
    pub origin: Origin,
    /// When that was.
    pub at: DateTime<Utc>,
    /// First and last name of the user who made it; of a program's key, the user it acts for.
    pub user: Option<(String, String)>,
    /// The census file that was processed, or undone.
    pub file: Option<SourceFile>,
}

/// A census file behind a status change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// The file.
    pub id: CensusFileId,
    /// Its name.
    pub name: Uuid,
    /// What it did to the member: the row that did it, or `Some(None)` when the member was absent from it; `None` when that is not
    /// known.
    pub row: Option<Option<u32>>,
}

#[derive(FromQueryResult)]
struct Found {
    id: i64,
    member_id: i64,
    recorded_at: DateTime<Utc>,
    source: i16,
    source_id: Option<i64>,
    first_name: Option<String>,
    last_name: Option<String>,
}

/// What brought status changes about.
///
/// # Errors
/// When the database fails, or holds a source that is none.
pub async fn sources(db: &impl Db, changes: &[StatusChangeId]) -> Result<HashMap<StatusChangeId, ChangeSource>> {
    let mut sources = HashMap::with_capacity(changes.len());
    for chunk in changes.chunks(CHUNK) {
        let found = read(db, chunk).await?;
        let names = file_names(db, &files(&found)).await?;
        let rows = file_rows(db, &found).await?;
        for change in found {
            let file = change.source_id.and_then(|id| {
                let (id, row) = (CensusFileId(id), rows.get(&(id, change.member_id)).copied());
                Some(SourceFile { id, name: *names.get(&id)?, row })
            });
            let origin = Source::origin(change.source).ok_or_else(|| damaged("the source of a status change"))?;
            let user = change.first_name.zip(change.last_name);
            sources.insert(StatusChangeId(change.id), ChangeSource { origin, at: change.recorded_at, user, file });
        }
    }
    Ok(sources)
}

async fn read(db: &impl Db, changes: &[StatusChangeId]) -> Result<Vec<Found>> {
    let name = |column: user_account::Column| Expr::col((user_account::Entity, column));
    let query = status_change::Entity::find()
        .select_only()
        .columns([
            status_change::Column::Id,
            status_change::Column::MemberId,
            status_change::Column::RecordedAt,
            status_change::Column::Source,
            status_change::Column::SourceId,
        ])
        .expr_as(name(user_account::Column::FirstName), "first_name")
        .expr_as(name(user_account::Column::LastName), "last_name")
        .join(JoinType::LeftJoin, status_change::Relation::RecordedBy.def())
        .filter(status_change::Column::Id.is_in(changes.iter().map(|id| id.get())));
    Ok(query.into_model().all(db.connection()).await?)
}

fn files(found: &[Found]) -> Vec<i64> {
    let mut files: Vec<i64> = found.iter().filter_map(|change| change.source_id).collect();
    files.sort_unstable();
    files.dedup();
    files
}

/// The names of census files.
pub(super) async fn file_names(db: &impl Db, ids: &[i64]) -> Result<HashMap<CensusFileId, Uuid>> {
    let files: Vec<(i64, Guid)> = census_file::Entity::find()
        .select_only()
        .columns([census_file::Column::Id, census_file::Column::Name])
        .filter(census_file::Column::Id.is_in(ids.iter().copied()))
        .into_tuple()
        .all(db.connection())
        .await?;
    Ok(files.into_iter().map(|(id, name)| (CensusFileId(id), name.0)).collect())
}

/// The rows of files by file and member; `None` for who was absent from it.
async fn file_rows(db: &impl Db, found: &[Found]) -> Result<HashMap<(i64, i64), Option<u32>>> {
    let rows: Vec<(i64, i64, Option<i32>)> = census_change::Entity::find()
        .select_only()
        .columns([census_change::Column::FileId, census_change::Column::MemberId, census_change::Column::RowNumber])
        .filter(census_change::Column::FileId.is_in(files(found)))
        .filter(census_change::Column::MemberId.is_in(found.iter().map(|change| change.member_id)))
        .into_tuple()
        .all(db.connection())
        .await?;
    Ok(rows.into_iter().map(|(file, member, row)| ((file, member), row.map(i32::unsigned_abs))).collect())
}
